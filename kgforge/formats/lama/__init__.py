"""LAMA: T-REx's relations with one template each, and the facts of each with their sentences.

``relations.jsonl`` and ``TREx/`` are what ``scripts/run_experiments.py`` of
https://github.com/facebookresearch/LAMA reads.
"""

from kgforge.formats.lama.importing import read_items, recognises
from kgforge.formats.lama.writing import write_items

__all__ = ["read_items", "recognises", "write_items"]
