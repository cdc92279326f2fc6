"""A folder of relations as items: each fact is asked in every template of its relation.

Its candidates are the relation's whole answer space. A statement begins with a capital, be it that
of its subject or of the answer (``Prompt.forms``), as lm-pub-quiz writes it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import UNSET, Struct

from kgforge import files, naming, terms
from kgforge.errors import BenchmarkError
from kgforge.formats import Found, _sources, counted
from kgforge.formats._items import ROLE, by_relation, of_fact, pattern
from kgforge.formats._rows.about import licence
from kgforge.formats.bear.ways import STATED
from kgforge.formats.bear.writing import METADATA
from kgforge.ontology import Vocabulary, vocabulary
from kgforge.schema import (
    SLOT,
    Accepted,
    Item,
    ItemFact,
    Named,
    Predicate,
    Prompt,
)

DAMAGED: Final = "line that is no fact of BEAR"
OUTSIDE: Final = "fact whose answer is not in the answer space of its relation"
AGAIN: Final = "fact of a subject and relation that another line has"
UNWORDED: Final = "fact of a relation without a template that has [X] and [Y]"
UNASKED: Final = "template without [X] and [Y]"


class _About(Struct, frozen=True):
    """What the metadata say of a relation."""

    templates: tuple[str, ...]
    answer_space_labels: tuple[str, ...]
    answer_space_ids: tuple[str, ...] = ()
    label: str = ""


class _Line(Struct, frozen=True):
    """A fact."""

    sub_id: str
    sub_label: str
    obj_id: str
    obj_label: str
    answer_idx: int
    sub_aliases: tuple[str, ...] = ()


class _Relation(Struct, frozen=True):
    """A relation, and what all its facts share."""

    predicate: Predicate
    language: str
    templates: tuple[str, ...]
    space: tuple[Named, ...]
    """In the order of the metadata."""

    @property
    def candidates(self) -> tuple[Named, ...]:
        return tuple(sorted(self.space, key=lambda one: one.id))


def read_items(path: Path, base: str) -> Found:
    """The facts of all relations that the metadata name.

    Raises BenchmarkError where there are no metadata, none of their relations has a file or one has
    two, and where either cannot be read.
    """
    place = _metadata(path)
    about = _decoded(place)
    known = vocabulary.spoken()
    left: Counter[str] = Counter()
    folder = place.parent if place.is_relative_to(path) or not path.is_dir() else path
    files = (file for file in folder.rglob("*.jsonl") if file.stem in about)
    there = by_relation(folder, files)
    spoken = naming.by_language(code for code in about if code in there)
    languages = tuple(dict.fromkeys(spoken.values()))
    used = {code: there[code] for code in spoken}
    if not used:
        raise BenchmarkError(
            f"{path} has no file of a relation that {place.name} names ({', '.join([*about][:3])}, "
            f"…): name the folder that holds {next(iter(about), 'P36')}.jsonl"
        )
    left["relation of the metadata without a file"] += len(about.keys() - used.keys())
    items = tuple(
        item
        for code, file in used.items()
        for item in _items(
            code, about[code], file, pattern(spoken[code], languages), known, base, left
        )
    )
    return Found(
        items,
        (place, *used.values()),
        counted(left),
        languages=languages,
        licence=licence(place.parent.parent) or "",
    )


def recognises(path: Path) -> bool:
    """Whether a folder has the metadata, in it or in one within."""
    return any(one.is_file() for one in (path / METADATA, *path.glob(f"*/{METADATA}")))


def _metadata(path: Path) -> Path:
    """The file that has the templates: in a folder, or in one above it or within."""
    for place in (path / METADATA, path.parent / METADATA, *sorted(path.glob(f"*/{METADATA}"))):
        if path.exists() and place.is_file():
            return place
    raise BenchmarkError(f"{path} has no {METADATA}, which has the templates: name its folder")


def _decoded(place: Path) -> dict[str, _About]:
    try:
        return msgspec.json.decode(_sources.text(place).read_bytes(), type=dict[str, _About])
    except files.DAMAGED as error:
        raise BenchmarkError(
            f"{place} is not what lm-pub-quiz reads ({error}): it names the templates and the "
            "answer_space_labels of each relation"
        ) from error


def _items(
    code: str,
    about: _About,
    file: Path,
    pattern: str,
    known: Vocabulary,
    base: str,
    left: Counter[str],
) -> Iterator[Item]:
    lines = list(_lines(file, left))
    relation = _relation(code, about, lines, known, base, left)
    seen: set[str] = set()
    for line in lines:
        if not _is_inside(line, about):
            left[OUTSIDE] += 1
        elif line.sub_id in seen:
            left[AGAIN] += 1
        elif not relation.templates:
            left[UNWORDED] += 1
        else:
            seen.add(line.sub_id)
            yield of_fact(_fact(line, relation, base), pattern=pattern)


def _lines(file: Path, left: Counter[str]) -> Iterator[_Line]:
    for _, line in files.json_lines(_sources.text(file), _Line):
        if isinstance(line, str):
            left[DAMAGED] += 1
        else:
            yield line


def _is_inside(line: _Line, about: _About) -> bool:
    labels = about.answer_space_labels
    return 0 <= line.answer_idx < len(labels) and labels[line.answer_idx] == line.obj_label


def _relation(
    code: str,
    about: _About,
    lines: Sequence[_Line],
    known: Vocabulary,
    base: str,
    left: Counter[str],
) -> _Relation:
    name, language = naming.parted(code)
    iri = terms.wikidata_predicate(name) if name[:1] == "P" and name[1:].isdigit() else base + name
    templates = tuple(one for one in about.templates if "[X]" in one and "[Y]" in one)
    left[UNASKED] += len(about.templates) - len(templates)
    ids = dict(enumerate(about.answer_space_ids)) | {
        line.answer_idx: line.obj_id for line in lines if _is_inside(line, about)
    }
    space = tuple(
        Named(_entity(ids.get(at, label), base), label)
        for at, label in enumerate(about.answer_space_labels)
    )
    label = about.label or known.label(iri, language) or _phrase(templates)
    kind = _kind(lines, about)
    return _Relation(Predicate(iri, label, kind=kind), language, templates, space)


def _kind(lines: Sequence[_Line], about: _About) -> str:
    """How many subjects share an answer; empty where answers are unused, and none occurs twice."""
    used = Counter(line.answer_idx for line in lines if _is_inside(line, about))
    if any(many > 1 for many in used.values()):
        return "N-1"
    return "1-1" if len(used) == len(about.answer_space_labels) else ""


def _phrase(templates: Sequence[str]) -> str:
    """What stands between the ends in a template: what a relation without a label is called."""
    first = templates[0] if templates else ""
    return " ".join(first.replace("[X]", "").replace("[Y]", "").strip(" .").split())


def _entity(id: str, base: str) -> str:
    is_item = id[:1] == "Q" and id[1:].isdigit()
    return terms.wikidata_entity(id) if is_item else base + terms.encoded(id)


def _fact(line: _Line, relation: _Relation, base: str) -> ItemFact:
    subject = Named(_entity(line.sub_id, base), line.sub_label)
    target = relation.space[line.answer_idx]
    prompts = tuple(_prompts(relation, line.sub_label))
    begun = _begun(target.label)
    is_begun = begun != target.label and any(prompt.forms for prompt in prompts)
    forms = (begun,) if is_begun else ()
    return ItemFact(
        ROLE,
        subject,
        relation.predicate,
        target,
        holds=True,
        answers=(Accepted(target.id, target.label, forms, forms=forms or UNSET),),
        candidates=relation.candidates,
        prompts=prompts,
    )


def _prompts(relation: _Relation, subject: str) -> Iterator[Prompt]:
    labels = tuple(one.label for one in relation.candidates)
    begun = tuple(map(_begun, labels))
    for template in relation.templates:
        text = _begun(template.replace("[X]", subject)).replace("[Y]", SLOT)
        forms = begun if template.startswith("[Y]") and begun != labels else UNSET
        yield Prompt(
            STATED, relation.language, "object", "none", "template", text, template, forms=forms
        )


def _begun(text: str) -> str:
    """A text as a statement begins with it."""
    return text[:1].upper() + text[1:]
