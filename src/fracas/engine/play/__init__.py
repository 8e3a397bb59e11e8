"""One fight at a time, in plain Python: stepping through it, its odds, saving it."""
