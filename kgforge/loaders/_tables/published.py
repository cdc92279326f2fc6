"""Biomedical tables whose columns are known: UMLS, SNOMED CT, annotations of genes.

Each is recognised by its header or, where it has none, by the shape of its cells, and turned into
rows that are read as those of any other table: subject, predicate, object and the subject's name;
or an id, a language, a name, an alias and a description.

- *UMLS*: MRCONSO.RRF has names of concepts, MRREL.RRF relations. There ``RELA`` says what the
  second concept is to the first: *C1 … C2 may_treat* is *C2 may treat C1*. Where it says nothing,
  ``REL`` may (``PAR``: the second is the parent of the first). ``SUPPRESS`` other than ``N`` marks
  what is obsolete. Source: UMLS Reference Manual, chapter 3, and its abbreviations.
- *SNOMED CT* (RF2): relationships, and descriptions with the names of concepts. Rows whose
  ``active`` is 0 are not in force. The semantic tag behind a full name (*Fracture (disorder)*) is
  left to an alias. Source: SNOMED CT Release File Specifications, section 4.2.
- *GAF* 1.0 to 2.2 and *GPAD* 1.1 and 2.0: annotations of genes with terms of the Gene Ontology.
  A qualifier ``NOT`` denies. One that has no relation has that of its term's aspect. Source:
  https://geneontology.org/docs/go-annotation-file-gaf-format-2.2/, and those for GPAD.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct, structs

from kgforge.loaders._tables import headers, signs
from kgforge.loaders._tables.headers import Names
from kgforge.loaders._tables.rows import Row, Table, after_first
from kgforge.schema import ReadOptions, Skip

_Cells = Mapping[str, str]
"""The cells of a row by the names of their columns."""
_Turned = Sequence[str] | str
"""A row as it is read, or the reason for which it is left out."""

NAMES: Final = Names(((2, "label", ""), (3, "alias", ""), (4, "description", "")), language=1)
"""Where the names are in a turned row."""

_CUI: Final = re.compile(r"C\d{7}")
_ATOM: Final = re.compile(r"CUI|AUI|SCUI|SDUI|CODE|RUI")
_REL: Final = re.compile(r"[A-Z]{2,3}|")
_LAT: Final = re.compile(r"[A-Z]{3}")
_FLAG: Final = re.compile(r"[A-Z]{1,3}")
_TERM: Final = re.compile(r"[A-Za-z]+:\S+")
_GO: Final = re.compile(r"GO:\d{7}")
_ASPECT: Final = re.compile(r"[PFC]")
_CURIE: Final = re.compile(r"[A-Za-z][\w.-]*:\S+")
_RELATION: Final = re.compile(r"(?:RO|BFO):\d{7}")
_NEGATION: Final = re.compile(r"NOT|", re.I)
_EVIDENCE: Final = re.compile(r"ECO:\d{7}")
_QUALIFIER: Final = re.compile(r"(?:NOT\|)?[a-z_]+(?:\|[a-z_]+)*", re.I)
_TAG: Final = re.compile(r"(?P<name>.*\S) \([^()]+\)")
"""A full name of SNOMED CT with its semantic tag."""

_OBSOLETE: Final = "a row that UMLS suppresses (SUPPRESS is not N)"
_ITSELF: Final = "a relation between two names of one concept (UMLS)"
_VAGUE: Final = "a relation of UMLS that says no more than that two concepts are related"
_BROADER: Final = {
    "PAR": "is parent of", "CHD": "is child of", "RB": "is broader than", "RN": "is narrower than",
    "SIB": "is sibling of",
}  # fmt: skip
"""What the second concept of MRREL is to the first, where no further relation says it."""
_ASPECTS: Final = {
    "P": "acts_upstream_of_or_within", "F": "enables", "C": "located_in",
}  # fmt: skip
"""The relations of annotations before GAF 2.2, by which Gene Ontology converts them."""
_OF_GENES: Final = {
    "RO:0002327": "enables", "RO:0002326": "contributes_to", "RO:0002331": "involved_in",
    "RO:0002263": "acts_upstream_of", "RO:0004034": "acts_upstream_of_positive_effect",
    "RO:0004035": "acts_upstream_of_negative_effect",
    "RO:0002264": "acts_upstream_of_or_within",
    "RO:0004032": "acts_upstream_of_or_within_positive_effect",
    "RO:0004033": "acts_upstream_of_or_within_negative_effect",
    "RO:0001025": "located_in", "BFO:0000050": "part_of", "RO:0002432": "is_active_in",
    "RO:0002325": "colocalizes_with",
}  # fmt: skip
"""The relations of GPAD 2.0, as GAF calls them."""


def _concept_name(row: _Cells) -> _Turned:
    if row.get("suppress", "N") not in {"N", ""}:
        return _OBSOLETE
    name = row["str"]
    usual = {"ts": "P", "stt": "PF", "ispref": "Y"}
    is_preferred = all(row.get(column, value) == value for column, value in usual.items())
    return [row["cui"], row["lat"], *((name, "") if is_preferred else ("", name)), ""]


def _concept_relation(row: _Cells) -> _Turned:
    if row["suppress"] not in {"N", ""}:
        return _OBSOLETE
    if row["cui1"] == row["cui2"]:
        return _ITSELF
    relation = row["rela"] or _BROADER.get(row["rel"], "")
    return [row["cui2"], relation, row["cui1"], ""] if relation else _VAGUE


def _relationship(row: _Cells) -> _Turned:
    return [row["source_id"], row["type_id"], row["destination_id"], ""]


def _description(row: _Cells) -> _Turned:
    key, language, term = row["concept_id"], row["language_code"], row["term"]
    if row["type_id"] == "900000000000550004":
        return [key, language, "", "", term]
    if row["type_id"] == "900000000000003001":
        tagged = _TAG.fullmatch(term)
        return (
            [key, language, tagged["name"], term, ""] if tagged else [key, language, term, "", ""]
        )
    return [key, language, "", term, ""]


def _annotation(row: _Cells) -> _Turned:
    words = [word.strip() for word in row["qualifier"].split("|") if word.strip()]
    denial = "NOT|" if "not" in map(str.lower, words) else ""
    relation = next((word for word in words if word.lower() != "not"), "")
    relation = relation or _ASPECTS[row["aspect"]]
    return [_of_database(row), denial + relation, row["term"], row["symbol"]]


def _of_database(row: _Cells) -> str:
    """Return an id with the name of its database: ``UniProtKB:P04637``, ``MGI:97490``."""
    prefix = f"{row['db']}:"
    return row["id"] if row["id"].startswith(prefix) else prefix + row["id"]


def _product(row: _Cells) -> _Turned:
    return [_of_database(row), row["qualifier"], row["term"], ""]


def _curie_product(row: _Cells) -> _Turned:
    denial = "NOT|" if row["negation"] else ""
    relation = _OF_GENES.get(row["relation"], row["relation"])
    return [row["id"], denial + relation, row["term"], ""]


class Form(Struct, frozen=True):
    """A published layout of tables."""

    name: str
    holds: Literal["facts", "labels"]
    turn: Callable[[_Cells], _Turned]
    needed: tuple[str, ...] = ()
    """The columns by which its header is known; none where it never has one."""
    columns: tuple[str, ...] = ()
    """Its columns in their order where it has no header; none where it always has one."""
    shapes: Mapping[str, re.Pattern[str]] = {}
    """What stands in some of these columns."""
    least: int = 0
    """How many of them a row has at least."""


_FORMS: Final = (
    Form(
        "UMLS's MRCONSO", "labels", _concept_name, ("cui", "lat", "str"),
        ("cui", "lat", "ts", "lui", "stt", "sui", "ispref", "aui", "saui", "scui", "sdui", "sab",
         "tty", "code", "str", "srl", "suppress", "cvf"),
        {"cui": _CUI, "lat": _LAT, "ts": _FLAG, "stt": _FLAG, "ispref": _FLAG}, 17,
    ),
    Form(
        "UMLS's MRREL", "facts", _concept_relation,
        ("cui1", "stype1", "rel", "cui2", "stype2", "rela", "suppress"),
        ("cui1", "aui1", "stype1", "rel", "cui2", "aui2", "stype2", "rela", "rui", "srui", "sab",
         "sl", "rg", "dir", "suppress", "cvf"),
        {"cui1": _CUI, "stype1": _ATOM, "rel": _REL, "cui2": _CUI, "stype2": _ATOM}, 15,
    ),
    Form(
        "SNOMED CT's relationships", "facts", _relationship,
        ("effective_time", "active", "source_id", "destination_id", "type_id"),
    ),
    Form(
        "SNOMED CT's descriptions", "labels", _description,
        ("effective_time", "active", "concept_id", "language_code", "type_id", "term"),
    ),
    Form(
        "GAF", "facts", _annotation, (),
        ("db", "id", "symbol", "qualifier", "term", "reference", "evidence", "with", "aspect",
         "name", "synonym", "type", "taxon", "date", "assigned_by", "extension", "form"),
        {"term": _TERM, "aspect": _ASPECT, "date": re.compile(r"\d{8}"),
         "taxon": re.compile(r"taxon:.+")}, 15,
    ),
    Form(
        "GPAD", "facts", _product, (),
        ("db", "id", "qualifier", "term", "reference", "evidence", "with", "taxon", "date",
         "assigned_by", "extension", "properties"),
        {"qualifier": _QUALIFIER, "term": _GO, "evidence": _EVIDENCE}, 9,
    ),
    Form(
        "GPAD 2.0", "facts", _curie_product, (),
        ("id", "negation", "relation", "term", "reference", "evidence", "with", "taxon", "date",
         "assigned_by", "extension", "properties"),
        {"id": _CURIE, "negation": _NEGATION, "relation": _RELATION, "term": _GO,
         "evidence": _EVIDENCE}, 9,
    ),
)  # fmt: skip


class Published(Struct, frozen=True):
    """A table of a published layout, and where its columns are."""

    form: Form
    table: Table
    places: Mapping[str, int]
    header: bool

    def turned(self) -> Table:
        """Return the table of turned rows, with its first ones."""
        sample = self.table.sample[int(self.header) :]
        found = (self._turned(row) for row in sample)
        rows = tuple(tuple(row) for row in found if not isinstance(row, str))
        return structs.replace(self.table, delimiter="\t", sample=rows, results="")

    def rows(self, found: Iterator[Row | Skip]) -> Iterator[Row | Skip]:
        """Turn the rows that are found, and skip those that are not in force."""
        if self.header:
            names = [*map(headers.normal, self.table.sample[0])]
            statuses = signs.statuses(self.table, names, ())
            found = signs.in_force(after_first(found), statuses, self.table.path)
        for row in found:
            turned = row if isinstance(row, Skip) else self._turned(row.cells)
            if isinstance(turned, Skip):
                yield turned
            elif isinstance(turned, str):
                is_fact = self.form.holds == "facts"
                yield Skip(turned, row.where, triple=is_fact, usual=True)
            else:
                yield Row(row.where, [*turned])

    def _turned(self, row: Sequence[str]) -> _Turned:
        last = max((self.places[name] for name in self.form.needed), default=self.form.least - 1)
        if len(row) <= last:
            return f"fewer than {last + 1} columns"
        return self.form.turn(
            {
                name: row[place].strip() if place < len(row) else ""
                for name, place in self.places.items()
            }
        )


def form(table: Table, options: ReadOptions) -> Published | None:
    """Return the published layout that a table has; None where it has none, or columns are asked
    for.
    """
    if options.columns or not table.sample:
        return None
    names = [*map(headers.normal, table.sample[0])]
    _refuse_relations(table, names, options)
    for known in _FORMS:
        if known.needed and set(known.needed) <= set(names) and options.header is not False:
            headers.refuse_twins(table, names, map(names.index, known.needed))
            places = {name: place for place, name in reversed([*enumerate(names)])}
            return Published(known, table, places, header=True)
        if known.columns and not options.header and _fits(table, known):
            places = {name: place for place, name in enumerate(known.columns)}
            return Published(known, table, places, header=False)
    return None


def _refuse_relations(table: Table, names: Sequence[str], options: ReadOptions) -> None:
    """Raise RefusedError for some of MRREL's columns, whose order may have been turned."""
    relation = next((name for name in ("rela", "rel") if name in names), "")
    needed = next(known.needed for known in _FORMS if "cui1" in known.needed)
    if options.header is False or not {"cui1", "cui2", relation} <= set(names):
        return
    if not set(needed) <= set(names):
        first, between, second = (
            table.sample[0][names.index(name)].strip() for name in ("cui1", relation, "cui2")
        )
        table.refuse(
            "some columns of UMLS's MRREL",
            f"there {between} says what {second} is to {first}, so --columns "
            f"{second},{between},{first}; if this table says it the other way round, --columns "
            f"{first},{between},{second}",
        )


def _fits(table: Table, known: Form) -> bool:
    """Return whether all first rows have the cells of a layout without a header."""
    places = [(known.columns.index(name), shape) for name, shape in known.shapes.items()]
    return all(
        known.least <= len(row) <= len(known.columns) + 1
        and all(shape.fullmatch(row[place].strip()) for place, shape in places)
        for row in table.sample
    )
