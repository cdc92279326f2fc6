"""A folder of relations as items: each fact is asked in the template of its relation."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from kgforge import files, naming
from kgforge.errors import BenchmarkError, SourceError
from kgforge.formats import Found, _sources, _trex, counted
from kgforge.formats._items import by_relation, pattern
from kgforge.formats._rows.about import licence
from kgforge.formats.lama.ways import STATEMENT
from kgforge.formats.lama.writing import RELATIONS
from kgforge.schema import Item, Predicate

WITHOUT: Final = "relation of the list without a file"
UNLISTED: Final = "file of a relation that is not in the list"
UNASKED: Final = "relation whose template has not each of [X] and [Y] once"


class _Relation(Struct, frozen=True):
    """A line of the list."""

    relation: str
    template: str
    label: str = ""
    description: str = ""
    type: str = ""


def read_items(path: Path, base: str) -> Found:
    """The facts of all relations of the list that have a file.

    Raises BenchmarkError where there is no list, none of its relations has a file or one has two,
    and with file and line for a list that cannot be read.
    """
    place = next(
        (one for one in (path / RELATIONS, path.parent / RELATIONS) if one.is_file()), None
    )
    if place is None or not path.is_dir():
        raise BenchmarkError(
            f"{path} has no {RELATIONS} in it or beside it, which has the templates: name LAMA's "
            "folder"
        )
    left = Counter[str]()
    try:
        listed = {one.relation: one for one in _listed(place)}
        there = by_relation(path, path.rglob(_trex.FILES))
        spoken = naming.by_language(code for code in listed if code in there)
        languages = tuple(dict.fromkeys(spoken.values()))
        used = {code: there[code] for code in spoken}
        if not used:
            raise BenchmarkError(f"{path} has no file of a relation that {place.name} lists")
        left[WITHOUT] += len(listed.keys() - there.keys())
        left[UNLISTED] += len(there.keys() - listed.keys())
        items = [
            item
            for code, file in used.items()
            for item in _items(listed[code], _trex.facts(file, base, left), languages, base, left)
        ]
    except SourceError as error:
        raise BenchmarkError(str(error)) from error
    return Found(
        tuple(items),
        (place, *used.values()),
        counted(left),
        languages=languages,
        licence=_licence(place.parent),
    )


def recognises(path: Path) -> bool:
    """Whether a folder has the list of relations."""
    return (path / RELATIONS).is_file()


def _licence(folder: Path) -> str:
    """What kgforge says of a folder that it wrote; of others LAMA's own."""
    said = licence(folder)
    return _trex.licence() if said is None else said


def _listed(place: Path) -> Iterator[_Relation]:
    for number, one in files.json_lines(_sources.text(place), _Relation):
        if isinstance(one, str):
            reason = one or "no relation with a template"
            raise BenchmarkError(f"{place}:{number}: {reason}")
        yield one


def _items(
    relation: _Relation,
    right: _trex.Right,
    languages: Sequence[str],
    base: str,
    left: Counter[str],
) -> Iterator[Item]:
    if not _trex.has_slots(relation.template):
        left[UNASKED] += 1
        return
    code, language = naming.parted(relation.relation)
    predicate = Predicate(
        _trex.iri(code, base), relation.label or code, relation.description, relation.type
    )
    called = pattern(language, languages)
    for of_subject in right.values():
        objects = [fact.object for fact in of_subject.values()]
        for fact in of_subject.values():
            yield _trex.item(
                fact,
                predicate,
                objects,
                STATEMENT,
                (relation.template,),
                language=language,
                pattern=called,
            )
