"""CoDEx: its triples as true statements, and its verified negatives as false ones.

A folder of splits (``triples/codex-s``) has ``valid.txt``, ``test.txt`` and, of each, the negatives
(``test_negatives.txt``). Names are those of the ``entities`` and ``relations`` that lie beside
``triples``, and of tables ``labels.*`` within the folder.

Source: Safavi and Koutra 2020, *CoDEx: A Comprehensive Knowledge Graph Completion Benchmark*.
"""

from kgforge.formats.codex.importing import read_items
from kgforge.formats.codex.reading import recognises

__all__ = ["read_items", "recognises"]
