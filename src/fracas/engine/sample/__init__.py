"""Sampling fights by the million: simulate, and find notable fights."""
