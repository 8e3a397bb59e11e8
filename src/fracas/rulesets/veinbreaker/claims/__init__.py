"""Computations for the claims of Veinbreaker's document (`content/claims.json`), by theme.

Most of them run a small fight (`trial`) with given dice, or enumerate all dice results.
"""
