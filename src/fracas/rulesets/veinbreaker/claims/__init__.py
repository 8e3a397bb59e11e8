"""What the document of Veinbreaker claims, computed: the ledger is `content/claims.json`, each module computes those of a theme.

Most of them try a small fight (`trials`) with given dice, or count all ways the dice can fall.
"""
