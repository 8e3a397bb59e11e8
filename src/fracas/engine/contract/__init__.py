"""The contract: what a ruleset tells the engine, what it may add, and where rulesets are found."""
