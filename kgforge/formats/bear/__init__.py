"""BEAR: relations with templates and an answer space each, whose facts have one right answer.

lm-pub-quiz (https://lm-pub-quiz.github.io) reads such a folder, and ranks every relation's answers.
"""

from kgforge.formats.bear.importing import read_items, recognises
from kgforge.formats.bear.writing import write_items

__all__ = ["read_items", "recognises", "write_items"]
