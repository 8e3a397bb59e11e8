"""``python -m fracas`` is the command line."""

from fracas.cli import main

main()
