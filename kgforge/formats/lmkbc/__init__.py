"""LM-KBC's layout: subjects and relations with all their objects, of which there may be none.

A data set is a file of lines, or a folder with such files as ``dev.jsonl``. A line has
``SubjectEntity``, ``Relation`` and, by year:

====  =============================================================================================
2022  ``ObjectEntities``, for each object a list of its names; ``WikidataID``, the subject's number
2023  ``SubjectEntityID``, ``ObjectEntitiesID``, ``ObjectEntities``; ``[""]`` where there is none
2024  the same; ``[]`` where there is none
2025  the same; areas and capacities are numbers
====  =============================================================================================

Predictions are such lines, too. What is right by each year's evaluator: ``evaluators``.
Source: the data sets and programs of github.com/lm-kbc.
"""

from kgforge.formats.lmkbc.answers import published, responses
from kgforge.formats.lmkbc.importing import read_items
from kgforge.formats.lmkbc.writing import questions, write_items

__all__ = ["published", "questions", "read_items", "responses", "write_items"]
