"""What the document of Rune & Rust claims, computed: the ledger is `content/claims.json`, each module computes those of a theme."""
