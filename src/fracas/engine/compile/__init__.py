"""Compiling rules once per machine, and work on several threads."""
