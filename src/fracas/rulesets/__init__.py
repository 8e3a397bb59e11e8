"""The combat systems that ship with Fracas, one folder each; docs/adding-a-ruleset.md describes the contents of such a folder."""
