"""The engine: from a ruleset's contract alone, play, replay, odds, simulation, exact solution and best play."""
