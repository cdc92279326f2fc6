"""Why rows of three columns may be no triples: a header among them, or another order of columns.

A header that is not known, or a row of a record, never becomes a fact: where in doubt a table is
refused, and who knows better says so (``--header``, ``--no-header``, ``--columns``).
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from kgforge.loaders._tables import cells

_ENDS: Final = frozenset({
    "subject", "object", "subj", "obj", "head", "tail", "source", "target", "src", "dst", "from",
    "to", "start", "end", "entity", "entity1", "entity2", "node", "node1", "node2", "item", "value",
    "id", "name",
    "subjekt", "objekt", "kopf", "ende", "quelle", "ziel", "sujet", "objet", "tête", "queue",
    "sujeto", "objeto", "origen", "destino", "soggetto", "oggetto", "testa", "coda", "sujeito",
    "onderwerp", "voorwerp", "субъект", "объект", "podmět", "předmět",
})  # fmt: skip
_LINKS: Final = frozenset({
    "predicate", "pred", "relation", "relationship", "rel", "property", "prop", "edge", "verb",
    "link",
    "prädikat", "praedikat", "beziehung", "eigenschaft", "kante", "prédicat", "propriété",
    "predicado", "relación", "relacion", "propiedad", "predicato", "relazione", "proprietà",
    "relação", "relacao", "propriedade", "predicaat", "relatie", "eigenschap", "предикат",
    "отношение", "связь", "свойство", "predikát", "vztah", "vlastnost",
})  # fmt: skip
"""What stands in headers at the ends of a triple, and between them, in the commonest languages."""
_FEW: Final = 5
"""Up to so many rows predicates need not recur, if the entities do."""
_MANY: Final = 20
_COUNTED: Final = re.compile(r"\d{1,5}", re.A)
"""Numbers as dictionaries of relations count; only to be found in all rows of a column."""

_Rows = Sequence[Sequence[str]]


def of_predicates(rows: _Rows, *, known: bool) -> str:
    """Why a second column may hold no predicates; nothing where it may. What is in a *known* layout
    may have a predicate for each row.
    """
    if any(cells.is_item(row[1]) for row in rows):
        return "a second column of entities, which are no predicates"
    if rows and all("." in row[1] and _is_number(row[1]) for row in rows):
        return "a second column of numbers, which are no predicates"
    if not known and _are_records(rows):
        return "a second column that hardly repeats a value, as one of predicates does"
    return ""


def _are_records(rows: _Rows) -> bool:
    """Whether rows tell of things, one each, rather than of how these are related.

    >>> _are_records([["Ulm", "Bavaria", "Danube"], ["Köln", "NRW", "Rhine"], ["Bonn", "?", "?"]])
    True
    >>> _are_records([["Ann", "knows", "Bob"], ["Bob", "lives in", "Ulm"], ["Ulm", "is", "old"]])
    False
    """
    rows = [[cells.spelling(cell) for cell in row] for row in rows]
    predicates = Counter(row[1] for row in rows)
    subjects = {row[0] for row in rows}
    if len(rows) >= _MANY and len(predicates) > 0.8 * len(rows):
        return True
    if len(rows) <= _FEW:
        apart = len(subjects) == len(rows) == len(predicates)
        return len(rows) > 2 and apart and not subjects & {row[2] for row in rows}
    once = sum(count == 1 for count in predicates.values())
    return once * 2 > len(rows) and len(subjects) >= len(predicates)


def numbered(rows: _Rows) -> str:
    """A number of a predicate, where predicates are numbers of one dictionary and entities those of
    another one; if any, one that both have. Empty where they are not.

    Longer numbers are codes, of which one vocabulary has each but once (SNOMED CT's).

    >>> numbered([["3", "0", "4"], ["0", "1", "3"]]), numbered([["Ann", "1990", "79"]])
    ('0', '')
    """
    links = {row[1] for row in rows}
    if not rows or not all(map(_COUNTED.fullmatch, links)):
        return ""
    both = links & {cell for row in rows for cell in (row[0], row[2])}
    if both or all(row[0].isdecimal() for row in rows):
        return min(both or links, key=int)
    return ""


def is_swapped(rows: _Rows, *, known: bool) -> bool:
    """Whether the third column seems to hold the predicates, and the second one objects.

    It repeats more than the second, which holds the entities of the first more often than the third
    does; or, in a *known* layout, the second hardly repeats at all.
    """
    first, second, third = ({row[place] for row in rows} for place in range(3))
    if len(third) * 2 <= len(second) and len(first & second) > max(1, len(first & third)):
        return True
    once = sum(count == 1 for count in Counter(row[1] for row in rows).values())
    return known and len(rows) > 2 and once * 2 > len(rows) and len(third) * 2 <= len(second)


def is_header(rows: _Rows) -> bool:
    """Whether the first of some rows seems to name columns: by its words, or as what is no number,
    or no id, over columns of them.
    """
    if not rows:
        return False
    first, rest = rows[0], rows[1:]
    subject, predicate, object = (cell.lower() for cell in first)
    if predicate in _LINKS or (subject in _ENDS and object in _ENDS):
        return True
    for test in (_is_number, cells.is_id):
        columns = [place for place in range(3) if rest and all(test(row[place]) for row in rest)]
        if columns and not any(test(first[place]) for place in columns):
            return True
    return False


def is_alone(rows: _Rows) -> bool:
    """Whether nothing tells the first of some rows from a header in words that are not known.

    A word that occurs again, as a predicate or at an end, is none of a header; nor is an id as the
    subject. A table of one row may be the header of an answer without rows.

    >>> is_alone([["who", "does", "whom"], ["Ann", "knows", "Bob"]]), is_alone([["a", "b", "c"]])
    (True, True)
    >>> is_alone([["Ann", "knows", "Bob"], ["Bob", "likes", "Eve"]])
    False
    """
    return is_lonely(rows) and all(rows[0][1] != row[1] for row in rows[1:])


def is_lonely(rows: _Rows) -> bool:
    """Whether the ends of the first of some rows are in no other, and its subject is no id.

    >>> is_lonely([["author", "wrote", "book"], ["Ann", "wrote", "Emma"]])
    True
    """
    if not rows or not all(rows[0]):  # where a cell is empty it is no fact
        return False
    first, rest = rows[0], rows[1:]
    nodes = {node for row in rest for node in (row[0], row[2])}
    return nodes.isdisjoint((first[0], first[2])) and not cells.is_id(first[0])


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
