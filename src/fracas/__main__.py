"""``python -m fracas`` is the command line."""

import sys

try:
    from fracas.cli import program
except KeyboardInterrupt:
    sys.exit(130)

program()
