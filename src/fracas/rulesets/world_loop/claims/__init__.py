"""What the document of World Loop claims, computed: the ledger is `content/claims.json`, each module computes those of a theme.

One attack is asked of `blows.attack` itself: with given faces, with every face (`odds.blow_odds`), or with the draws of a world's seed.
What the document says of death is seen in a small world.
"""
