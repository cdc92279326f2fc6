"""Tables: their rows, what their columns hold, and what their cells mean."""

from kgforge.loaders._tables.reading import is_table, licence, names, read, written

__all__ = ["is_table", "licence", "names", "read", "written"]
