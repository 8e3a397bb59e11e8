"""Worlds: many fighters on a map, tick after tick."""
