"""Headers of labels and of edges, which both may have a column ``label``.

A table names things only if its first column is known to hold their ids, and no other column is an
end of an edge: what is taken for names by mistake is in every prompt.
"""

import re
import shlex
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NoReturn

from msgspec import Struct

from kgforge import terms
from kgforge.loaders._naming import KINDS, Kind
from kgforge.loaders._tables import cells, languages
from kgforge.loaders._tables.rows import Table

_NAMING: Final = re.compile(r"(label|alias|description)(?:_([a-z]{2,3}(?:-[a-z0-9]{1,8})*))?", re.I)
_KEY: Final = re.compile(
    r"(?:\w+[ _-])?(?:[a-z]*id|cui|iri|uri|key|code|name)"
    r"|entity|item|node|concept|term|class|type|property|predicate|relation",
    re.I,
)
"""What a first column is called that says which thing the others name."""
_IDS: Final = re.compile(r"(?:\w+[ _-])?(?:[a-z]*id|cui|iri|uri|key|code)|entity|item|node", re.I)
"""What a column of a file of labels is called that says which thing the others name, for sure."""
_NAMES: Final[dict[str, Kind]] = {
    "name": "label", "title": "label", "labels": "label", "aliases": "alias", "alias": "alias",
    "description": "description", "desc": "description", "label": "label",
    "preflabel": "label", "altlabel": "alias", "synonym": "alias", "synonyms": "alias",
}  # fmt: skip
"""What else the columns of a file of labels are called: also ``entity_name``."""
_NAME: Final = frozenset({"name", "preferredname", "displayname", "fullname"})
"""What the column of names is called in a table of nodes; ``label`` beside it is their type."""
_TYPED: Final = re.compile(r":(?:string|char|int|long|float|double|boolean)(?:\[\])?$", re.I)
"""The type of a property, as Neo4j's tables have it behind its name."""
_OF_SPACE: Final = re.compile(r"^(:(?:START|END)_ID)\(.*\)$", re.I)
"""An end of Neo4j's relationships, with the space of its ids."""
_SURE: Final = re.compile(r"(?:\w+[ _-])?(?:[pq]?id|cui|iri|uri)", re.I)
"""What such a column is called that is no word for a thing."""
_PAIRS: Final = (
    ("source", "target"),
    ("subject", "object"),
    ("head", "tail"),
    ("from", "to"),
    ("src", "dst"),
    ("start", "end"),
    (":start_id", ":end_id"),
    ("start_id", "end_id"),
    ("node1", "node2"),
    ("entity1", "entity2"),
)
"""The two ends of an edge, as Gephi (source, target), Neo4j (:START_ID, :END_ID) and others say."""
_OTHER_ENDS: Final = frozenset({second for _, second in _PAIRS} | {"value"})
_RELATIONS: Final = (
    "relation", "relationship", "predicate", "property", "rel", "edge", "verb", "link", "label",
    ":type", "type",
)  # fmt: skip
"""What the column between them is called, the surest first."""
_DIRECTIONS: Final = frozenset({"directed", "undirected", "mutual", ""})
"""What stands in Gephi's column ``Type``, which is no relation."""
_EDGES: Final = "a first line that seems to be a header of edges"
_LABELS: Final = "a first line that seems to be a header, with a label of what is not known"

_LANGUAGE: Final = re.compile(r"lang(?:uage)?(?:[ _-]?(?:code|tag))?|languagecode|locale", re.I)
"""What a column is called that says in which language the names of its row are."""
_SPOKEN: Final = re.compile(r"(.+?)[ _@-]([a-z]{2,3}(?:-[a-z]{2,4})?)", re.I)
"""What a column is called by a word and a language: ``etichetta_it``, beside ``etichetta_de``."""

_ALTERNATIVES: Final = re.compile(r"\w+AltLabel\"?$")
"""What the Wikidata Query Service calls a column of aliases."""

ID: Final = re.compile(r"_(?:id|iri|uri|curie)$")
"""What a column of ids is called behind a word for what they are the ids of."""

Column = tuple[int, Kind, str]
"""The place of a column of labels, and what stands there in which language, if it says it."""


class Names(Struct, frozen=True):
    """Where the names of a table of labels are, and those of what they name."""

    columns: tuple[Column, ...]
    key: int = 0
    language: int | None = None
    """Where a row says the language of its names."""
    guessed: bool = False
    """Whether no header says what the columns hold."""
    joined: frozenset[int] = frozenset()
    """The places of aliases that stand between commas, as in the Wikidata Query Service."""


def normal(cell: str) -> str:
    """Return a column's name as it is compared: ``Subject ID`` and ``subjectId`` as subject_id.

    >>> normal("Subject ID"), normal("subjectId"), normal("?s"), normal("node1;label")
    ('subject_id', 'subject_id', 's', 'node1;label')
    """
    text = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", cell.strip().strip('"').strip("# ?"))
    text = _OF_SPACE.sub(r"\1", text)
    return re.sub(r"[\s_-]+", "_", text).lower()


def refuse_twins(table: Table, names: Sequence[str], places: Iterable[int]) -> None:
    """Raise RefusedError where a column that would be read has the name of another one."""
    for place in sorted(places):
        twins = [other for other, name in enumerate(names) if place < len(names)
                 and name == names[place]]  # fmt: skip
        if len(twins) > 1:
            shown = " and ".join(str(twin + 1) for twin in twins)
            table.refuse(
                f"columns of one name: {table.sample[0][place].strip()} ({shown})",
                "call each by a name of its own, or name the columns of subject, predicate and "
                "object by numbers from 1 with --columns",
            )


def refuse_edges(table: Table) -> None:
    """Raise RefusedError for a header of two ends, with the columns that may be meant."""
    names = [_plain(cell) for cell in _first(table)]
    pair = next((each for each in _PAIRS if set(each) <= set(names)), None)
    if pair is None:
        return
    first, second = map(names.index, pair)
    between = _relation(table, names)
    if between is None:
        table.refuse(
            _EDGES,
            "no column is known to say the relation of the two ends: name the columns of subject, "
            "predicate and object with --columns (names, or numbers from 1)",
        )
    _refuse_columns(table, (first, between, second))


def _refuse_columns(table: Table, places: Sequence[int]) -> NoReturn:
    shown = ",".join(_first(table)[place].strip() for place in places)
    table.refuse(
        _EDGES, f"if these are subject, predicate and object: --columns {shlex.quote(shown)}"
    )


def _relation(table: Table, names: Sequence[str]) -> int | None:
    """The place of the column that seems to say how two ends are related."""
    for place in (names.index(name) for name in _RELATIONS if name in names):
        found = {row[place].strip().lower() for row in table.sample[1:] if len(row) > place}
        if not found <= _DIRECTIONS:
            return place
    return None


def _plain(cell: str) -> str:
    """A name in lower case, without the space of ids that Neo4j adds (``:START_ID(Person)``), and
    without the mark of a variable of SPARQL (``?item``).
    """
    text = re.sub(r"\(.*\)$", "", cell.strip().lower().lstrip("# ?"))
    return "id" if text.endswith(":id") else _TYPED.sub("", text)


def _first(table: Table) -> Sequence[str]:
    return table.sample[0] if table.sample else ()


def is_of_labels(table: Table) -> bool:
    """Whether a header names labels, aliases or descriptions of what its first column names.

    Raises RefusedError for one that has such columns, but no first one that is known to be a key.
    """
    if not (has_labels(table) or _has_names(table)):
        return False
    names = list(map(_plain, _first(table)))
    key, *others = names
    ends = [place for place, name in enumerate(names) if ID.search(name)]
    if len(ends) == 2 and ends[0] == 0 and (between := _relation(table, names)) is not None:
        _refuse_columns(table, (ends[0], between, ends[1]))
    if not _KEY.fullmatch(key) or _OTHER_ENDS & set(others):
        table.refuse(
            _LABELS,
            "give a table of names with --labels; of facts, name the columns of subject, predicate "
            "and object with --columns; if the first line is no header, say --no-header",
        )
    return True


def has_labels(table: Table) -> bool:
    """Whether a header names labels, aliases or descriptions.

    A word that its column repeats is none of a header, but a predicate; so is one behind an id.
    """
    first, *rest = table.sample or ((),)
    places = [
        place for place, cell in enumerate(first) if place and _NAMING.fullmatch(cell.strip())
    ]
    if not places or cells.is_id(first[0]):
        return False
    return not any(
        row[place] == first[place] for place in places for row in rest if len(row) > place
    )


def _has_names(table: Table) -> bool:
    r"""Return whether a header names nodes: first an id, and then a column ``name``.

    >>> from pathlib import Path
    >>> _has_names(Table(Path("nodes.tsv"), "\t", (("id", "name", "age"), ("n1", "Ann", "42"))))
    True
    """
    first, *rest = table.sample or ((),)
    names = list(map(_plain, first))
    if not names or not _IDS.fullmatch(names[0]) or cells.is_id(first[0]):
        return False
    place = _called(names)
    return place is not None and all(row[place] != first[place] for row in rest if len(row) > place)


def _name(names: Sequence[str], key: int = 0) -> int | None:
    """Return the place of the column that names nodes; None where there is none."""
    of = ID.sub("", names[key]) if names else ""
    known = {*_NAME, re.sub("[ _-]", "", f"{of}name")}
    return next((place for place, name in enumerate(names) if place != key
                 and re.sub("[ _-]", "", name) in known), None)  # fmt: skip


def _called(names: Sequence[str], key: int = 0) -> int | None:
    """Return the place of the column that names nodes, of titles where none has names or labels."""
    place = _name(names, key)
    if place is None and "title" in names and "label" not in names:
        return names.index("title")
    return place


def beside(table: Table) -> Names | None:
    """Where the names are by the header of a file of labels; None where it has no header: the
    second column is the label then.

    Raises RefusedError where that is a column of numbers.
    """
    names = list(map(_plain, _first(table)))
    key = next((place for place, name in enumerate(names) if _IDS.fullmatch(name)), None)
    exact = has_labels(table)
    if key is None and exact:
        return of_labels(table)
    if key is not None:
        refuse_twins(table, names, (key,))
        known = [*_named(_first(table), key)] if exact else []
        said = {kind for _, kind, _ in known}
        called = _name(names, key)
        kinds = [(place, _kind(name, names, key)) for place, name in enumerate(names)]
        if called is not None:
            kinds[called] = called, "label"
        others = [
            (place, kind, "") for place, kind in kinds if kind and place != key and kind not in said
        ]
        if called is not None:  # of several names the one of the key
            others = [one for one in others if one[1] != "label" or one[0] == called]
        if columns := (*known, *others):
            single = _single(table, names, columns)
            return Names(single, key, _language(table), joined=_joined(_first(table)))
    second = [row[1].strip() for row in table.sample if len(row) > 1]
    if any(len(row) > 2 for row in table.sample) and second and all(map(_is_number, second)):
        table.refuse(
            "a second column of numbers, which are no labels",
            "begin the file with a header, as in id label, that says which column is which",
        )
    return None


def _joined(first: Sequence[str]) -> frozenset[int]:
    """Return the places of columns such as ``itemAltLabel``."""
    return frozenset(
        place for place, cell in enumerate(first) if _ALTERNATIVES.search(cell.strip())
    )


def _kind(name: str, names: Sequence[str], key: int | None) -> Kind | None:
    """What a column holds by its name: ``entity_name``; ``itemLabel`` beside ``item``."""
    end = re.split("[ _-]", name)[-1]
    return _NAMES.get(end) or _NAMES.get(end.removeprefix(names[key]) if key is not None else "")


def in_other_words(table: Table) -> Names | None:
    """Where the names are of a file of labels whose first row names columns in unknown words.

    It does if it calls a column that of ids, or is none among ids. The first column beside the ids
    is the label then. It does, too, if it calls all others by one word, each with its language.
    None where nothing tells that the first row is no label.
    """
    first, *rest = table.sample or ((),)
    if named := _by_language(first):
        return Names(named)
    names = list(map(_plain, first))
    found = [place for place, name in enumerate(names) if _SURE.fullmatch(name)]
    key = found[0] if found else 0
    ids = [row[key].strip() for row in rest if len(row) > key and row[key].strip()]
    if len(first) < 2 or not ids or first[key].strip() in ids:
        return None
    if not found and (cells.is_opaque(first[key]) or not all(map(cells.is_opaque, ids))):
        return None
    return Names(((int(key == 0), "label", ""),), key, guessed=True)


def _by_language(first: Sequence[str]) -> tuple[Column, ...]:
    """The columns that a header tells apart by their languages alone; empty: by something else."""
    found = [_SPOKEN.fullmatch(cell.strip()) for cell in first[1:]]
    said = [(one[1], one[2].lower()) for one in found if one]
    if len(said) < 2 or len(said) < len(found) or len({word for word, _ in said}) > 1:
        return ()
    if cells.is_opaque(first[0]):  # Q1, Grand-Est, Grand-Sud
        return ()
    languages = [language for _, language in said]
    if len(set(languages)) < len(languages) or not all(map(terms.is_language, languages)):
        return ()
    return tuple((place, "label", language) for place, language in enumerate(languages, 1))


def refuse_languages(table: Table) -> None:
    """Raise RefusedError where the column that would be the label tells languages.

    They recur, or the ids do, which have a row for each language.
    """
    rows = [row for row in table.sample[1:] if len(row) > 1 and row[1].strip()]
    codes = [row[1].strip() for row in rows]
    is_repeated = len({row[0] for row in rows}) < len(rows) or 2 * len(set(codes)) <= len(codes)
    if len(codes) > 1 and is_repeated and all(map(languages.known, codes)):
        table.refuse(
            "a second column of languages, which are no labels",
            "begin the file with a header, as in id lang label, that says which column is which",
        )


def _is_number(cell: str) -> bool:
    return re.fullmatch(r"[+-]?\d+(?:\.\d+)?", cell) is not None


def of_labels(table: Table) -> Names:
    """Where the names of a table are whose header names labels, or nodes."""
    first = _first(table)
    names = list(map(_plain, first))
    known = [*_named(first, 0)]
    said = {kind for _, kind, _ in known}
    for place, name in enumerate(names):
        synonym = _NAMES.get(name) if name.startswith("synonym") else None
        kind = "label" if place == _called(names) else synonym
        if place and kind and kind not in said:
            known.append((place, kind, ""))
    single = _single(table, names, known)
    return Names(single, language=_language(table), joined=_joined(first))


def _single(table: Table, names: Sequence[str], columns: Sequence[Column]) -> tuple[Column, ...]:
    """Return columns of names. Raises RefusedError for two labels of one name."""
    refuse_twins(table, names, [place for place, kind, _ in columns if kind == "label"])
    return tuple(sorted(columns))


def _named(row: Sequence[str], key: int) -> Iterator[Column]:
    """Yield the columns that say by themselves what they hold: ``label_en``, ``alias``.

    A plain ``label`` beside a name is a type.
    """
    has_name = _name(list(map(_plain, row)), key) is not None
    for place, cell in enumerate(row):
        if place and place != key and (found := _NAMING.fullmatch(cell.strip())):
            kind = KINDS[found[1].lower()]
            if not (has_name and kind == "label" and not found[2]):
                yield place, kind, (found[2] or "").lower()


def _language(table: Table) -> int | None:
    """The place of the column that says in which language the names of a row are."""
    names = enumerate(map(_plain, _first(table)))
    return next((place for place, name in names if _LANGUAGE.fullmatch(name)), None)
