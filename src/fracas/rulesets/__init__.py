"""The combat systems that ship with Fracas, one folder each; see docs/adding-a-ruleset.md for what is in such a folder."""
