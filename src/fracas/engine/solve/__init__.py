"""Exact results on the graph of reachable states: the solution for given policies, and best play."""
