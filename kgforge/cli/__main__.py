"""``python -m kgforge.cli``: the command line without its script."""

from kgforge.cli import main

main()
