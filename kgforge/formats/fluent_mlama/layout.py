"""The tables of the layout: where they lie, what their lines hold, and what is missing there."""

import ast
import csv
import io
import re
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Final

from msgspec import Struct

from kgforge import compression, terms
from kgforge.errors import BenchmarkError
from kgforge.formats import _items, _sources, counted
from kgforge.schema import LLM_TRANSLATION, TRANSLATION

PATTERN: Final = _items.FACT
ERROR: Final = "ERROR"
"""What stands where an object was not found in its sentence."""
SHORT: Final = "fact whose translation ends before a third of the usual length, as published"
UNEVEN: Final = "line with more or fewer fields than its table has columns"
UNNAMED: Final = "line without the ids of a subject and an object"
STRANGE: Final = "file of another name than LANGUAGE_RELATION_….tsv"

_NAME: Final = re.compile(r"(?P<language>[a-z]{2,3}(?:-[A-Za-z0-9]+)*)_(?P<relation>P\d+)_.+\.tsv")
_ID: Final = re.compile(r"Q\d+")
# What pandas reads as a missing value, as the published programs do.
_MISSING: Final = frozenset(
    (
        *("", "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND"),
        *("1.#QNAN", "<NA>", "N/A", "NA", "NULL", "NaN", "None", "n/a", "nan", "null"),
    )
)


class Wording(Struct, frozen=True):
    """A wording, and the columns that it has."""

    name: str
    """What ranks call it."""
    generator: str
    """What prompts call it."""
    sentence: str
    prompt: str
    object: str


WORDINGS: Final = (
    Wording("template", "template", "template", "template_prompt", "obj_label"),
    Wording("gt", TRANSLATION, "gt_translation", "gt_prompt", "gt_infl_object"),
    Wording("chatgpt", LLM_TRANSLATION, "chatgpt_translation", "chatgpt_prompt",
            "chatgpt_infl_object"),
)  # fmt: skip
FIRST, WHOLE, LLM = WORDINGS
_NEEDED: Final = ("sub_uri", "sub_label", "obj_uri", "obj_label", "template", "template_prompt")

Row = Mapping[str, str]


class Table(Struct, frozen=True, dict=True):
    """The facts of one language and relation."""

    name: str
    """Of the file."""
    language: str
    relation: str
    columns: frozenset[str]
    rows: tuple[Row, ...]

    @cached_property
    def wordings(self) -> tuple[Wording, ...]:
        """Those that it has all columns of."""
        return tuple(
            one
            for one in WORDINGS
            if self.columns.issuperset((one.sentence, one.prompt, one.object))
        )

    @property
    def group(self) -> str:
        """The group of its items."""
        return terms.compact(predicate(self.relation))

    def is_short(self, row: Row) -> bool:
        """Whether the published tables leave a fact out, since its translation is cut.

        Its prompt is shorter than a third of the template's; where a language model translated,
        too, than a third of the mean of both. Source: ``stats.py``, ``_open_df``.
        """
        beside = [one for one in self.wordings if one is not WHOLE]
        if WHOLE not in self.wordings:
            return False
        usual = sum(_length(row[one.prompt]) for one in beside) / len(beside)
        return _length(row[WHOLE.prompt]) < usual / 3


class Data(Struct, frozen=True):
    """All tables of a data set."""

    tables: tuple[Table, ...]
    """By language, then by the number of the relation."""
    files: tuple[Path, ...]
    left: Mapping[str, int]
    """Why lines and files are in no table, to how many."""

    @property
    def languages(self) -> tuple[str, ...]:
        """In their order."""
        return tuple(dict.fromkeys(table.language for table in self.tables))

    def pattern(self, language: str) -> str:
        """The pattern of the items of a language."""
        return _items.pattern(language, self.languages)


def read(path: Path, marked: str = "") -> Data:
    """The tables of a zip archive, of a folder, or one file. *marked*: a column that all have.

    Raises BenchmarkError where there is none, and with the file for what is damaged.
    """
    left: Counter[str] = Counter()
    found: dict[tuple[str, str], Table] = {}
    files = []
    for place, file, data in _files(path):
        named = _NAME.fullmatch(place)
        if not named:
            left[STRANGE] += 1
            continue
        table = _table(named["language"], named["relation"], place, data, left)
        if marked and marked not in table.columns:
            raise BenchmarkError(f"{path}: {place} has no column {marked}: name a folder of ranks")
        key = table.language, table.relation
        if key in found:
            raise BenchmarkError(
                f"{path} has {key[1]} in {key[0]} twice, in {found[key].name} and {place}: name a "
                "folder with one of them"
            )
        found[key] = table
        files.append(file)
    if not found:
        raise BenchmarkError(
            f"{path} has no table of Fluent-mLAMA (LANGUAGE_RELATION_….tsv): name fixed_data.zip, "
            "or the folder that it unpacks to"
        )
    order = sorted(found, key=lambda one: (one[0], int(one[1][1:])))
    return Data(tuple(found[key] for key in order), tuple(dict.fromkeys(files)), counted(left))


def recognises(path: Path) -> bool:
    """Whether a folder or archive has a table, or a file is called as one."""
    if path.is_dir():
        names = [file.name for file in path.iterdir()]
    elif zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            names = [PurePosixPath(name).name for name in archive.namelist()]
    else:
        names = [path.name]
    return any(_NAME.fullmatch(name) for name in names)


def _files(path: Path) -> Iterator[tuple[str, Path, bytes]]:
    """Each file's name, which file to name as a source, and its content."""
    if path.is_dir():
        for file in sorted(path.rglob("*")):
            if file.is_file() and not _is_hidden(file.relative_to(path).as_posix()):
                yield file.name, file, file.read_bytes()
    elif zipfile.is_zipfile(path):
        yield from _unpacked(path)
    elif path.is_file():
        yield path.name, path, path.read_bytes()


def _unpacked(path: Path) -> Iterator[tuple[str, Path, bytes]]:
    try:
        with zipfile.ZipFile(path) as archive:
            members = [one for one in archive.infolist() if not one.is_dir()]
            size = sum(one.file_size for one in members)
            if compression.is_outgrown(size, path.stat().st_size):
                raise BenchmarkError(
                    f"{path} unpacks to {size:,} bytes, over {compression.MOST} times as many as "
                    "it has: unpack it, if it is data"
                )
            for one in sorted(members, key=lambda one: one.filename):
                if not _is_hidden(one.filename):
                    yield PurePosixPath(one.filename).name, path, archive.read(one)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as error:
        raise BenchmarkError(f"{path}: a zip archive that is damaged: {error}") from None


def _is_hidden(name: str) -> bool:
    """Whether an operating system put a file there, and no person."""
    parts = PurePosixPath(name).parts
    return "__MACOSX" in parts or parts[-1].startswith(".")


def _table(language: str, relation: str, name: str, data: bytes, left: Counter[str]) -> Table:
    text = io.StringIO(_sources.decoded(name, data), newline="")
    try:
        columns, *records = [line for line in csv.reader(text, delimiter="\t") if line] or [[]]
    except csv.Error as error:
        raise BenchmarkError(f"{name}: no table with tabs between its cells: {error}") from None
    if lacking := [one for one in _NEEDED if one not in columns]:
        raise BenchmarkError(f"{name} has no column {lacking[0]}: it is no table of Fluent-mLAMA")
    rows = []
    for record in records:
        if len(record) != len(columns):
            left[UNEVEN] += 1
            continue
        row = dict(zip(columns, record, strict=True))
        if _ID.fullmatch(row["sub_uri"]) and _ID.fullmatch(row["obj_uri"]):
            rows.append(row)
        else:
            left[UNNAMED] += 1
    return Table(name, language, relation, frozenset(columns), tuple(rows))


# ── Cells ───────────────────────────────────────────────────────────────────────────────────────
def is_missing(cell: str) -> bool:
    """Whether the published programs find nothing in a cell."""
    return cell in _MISSING


def _length(cell: str) -> int:
    """As published: pandas reads nothing as a number that is written ``nan``."""
    return len("nan") if is_missing(cell) else len(cell)


def aliases(row: Row) -> list[str]:
    """Other names of an object, each once; tables of ranks have them as a list of Python's."""
    cell = row.get("aliases", "")
    names = cell.split("|||")
    if cell.startswith("['") or cell.startswith('["'):
        with suppress(ValueError, SyntaxError, MemoryError, RecursionError):
            names = [name for name in ast.literal_eval(cell) if isinstance(name, str)]
    return list(dict.fromkeys(name for name in names if name))


def entity(id: str) -> str:
    """The IRI of a subject or object."""
    return terms.PREFIXES["wd"] + id


def predicate(relation: str) -> str:
    """The IRI of a relation."""
    return terms.PREFIXES["wdt"] + relation


def item_id(pattern: str, relation: str, row: Row) -> str:
    """The id of a fact's item: the same hash in every language."""
    ends = entity(row["sub_uri"]), predicate(relation), entity(row["obj_uri"])
    return f"{pattern}-{terms.digest(PATTERN, *ends)[:16]}"
