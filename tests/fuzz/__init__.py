"""Hostile input: command lines, files, saved worlds and payloads, mutated at random, tried until something breaks.

`make fuzz SECONDS=60` tries what a random seed gives, `make test` some inputs of fixed seeds and every input that ever broke something.
An input is bad if Fracas answers it with a traceback, a signal, an exit code that it does not have, or not at all. It is then kept in
`regressions/`.
"""
