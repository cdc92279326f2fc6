"""Tables: their rows, what their columns hold, and what their cells mean."""

from kgforge.loaders._tables.reading import beside, is_table, read

__all__ = ["beside", "is_table", "read"]
