"""Sampled fights by the million: simulate, and find the fights worth seeing."""
