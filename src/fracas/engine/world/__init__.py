"""Worlds: many fighters on a map, simulated tick by tick."""
