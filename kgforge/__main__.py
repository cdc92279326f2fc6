"""``python -m kgforge``: the command line without its script."""

from kgforge.cli import main

main()
