"""Computations for the claims of Veinbreaker's document (`content/claims.json`), by theme.

Most of them try a small fight (`trial`) with given dice, or count all ways the dice can fall.
"""
