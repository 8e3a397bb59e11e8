"""What the document of Ruins & Realms claims, computed: the ledger is `content/claims.json`, each module computes those of a theme."""
