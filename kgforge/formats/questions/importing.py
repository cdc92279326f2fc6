"""The questions of a file as items of ours, each a fact that is asked for its object."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import UNSET

from kgforge import files, terms
from kgforge.errors import BenchmarkError
from kgforge.formats import SPLITS, TEST, Found, counted
from kgforge.formats._items import FACT, LANGUAGE
from kgforge.formats.questions import mquake, plain, popqa, rows
from kgforge.formats.questions.asked import Asked, Called, Right
from kgforge.formats.questions.rows import Row
from kgforge.formats.questions.ways import prompt
from kgforge.schema import SLOT, Accepted, Count, Item, ItemFact, Named, Predicate, Provenance

CHAIN: Final = "chain"
_STEPS: Final = ("first", "second", "third", "fourth")
SLOTS: Final = "question with several slots"
AGAIN: Final = "question that an earlier row asks"
_RELATION: Final = "answer"
"""What a relation without a name is called."""


def read_items(path: Path, base: str) -> Found:
    """The questions of a file, or of a folder with a file for each split.

    Raises BenchmarkError, with file and line, for what is damaged.
    """
    left = Counter[str]()
    used = _files(path)
    made: dict[str, Item] = {}
    ids: dict[str, str] = {}
    for file, split in used.items():
        for asked in _asked(file, left):
            item = _item(asked, asked.split or split, base)
            if item.id in made:
                left[AGAIN] += 1
                continue
            made[item.id] = item
            if asked.id:
                ids[item.id] = asked.id
    items = sorted(made.values(), key=_place([*made.values()]))
    languages = dict.fromkeys(
        one.language for item in items for fact in item.facts for one in fact.prompts
    )
    kept = msgspec.json.encode({"ids": ids}) if ids else b""
    return Found(
        tuple(items), tuple(used), counted(left), kept, languages=tuple(languages) or (LANGUAGE,)
    )


def recognises(path: Path) -> bool:
    """Whether a file begins with a column or field of questions."""
    is_one = path.is_file() and files.suffix(path) in rows.SUFFIXES
    return is_one and b"question" in files.head(path).lower()


def _place(items: Sequence[Item]) -> Callable[[Item], tuple[int, int]]:
    """All of a pattern stand together, split by split, as they stand in the files."""
    patterns: dict[str, int] = {}
    for item in items:
        patterns.setdefault(item.pattern, len(patterns))
    return lambda item: (patterns[item.pattern], SPLITS.index(item.split))


def _files(path: Path) -> dict[Path, str]:
    """The files that are read, each with the split that it is of."""
    if path.is_file():
        return {path: TEST}
    found = {}
    for file in sorted(files.there(path).iterdir()):
        name = file.name.partition(".")[0].lower()
        if files.suffix(file) in rows.SUFFIXES and name in plain.SPLITS:
            found[file] = plain.SPLITS[name]
    if not found:
        listed = ", ".join(plain.SPLITS)
        raise BenchmarkError(
            f"{path} has no file of a split ({listed}, as {TEST}.tsv or {TEST}.jsonl): name a file"
        )
    return found


def _asked(file: Path, left: Counter[str]) -> Iterator[Asked]:
    """The questions of a file, whose first row tells its shape."""
    read: Callable[[Row, Counter[str]], Asked | None] | None = None
    for row in rows.rows(file):
        if read is None:
            read = next((one.asked for one in (mquake, popqa) if one.is_row(row)), plain.asked)
            _check(row, is_plain=read is plain.asked)
        if (asked := read(row, left)) is not None:
            if asked.language and not terms.is_spoken(asked.language):
                raise BenchmarkError(
                    f"{row.where}: the language {asked.language!r} is no tag: write it as en or cs"
                )
            if any(one.count(SLOT) > 1 for one in asked.questions):
                left[SLOTS] += 1
            else:
                yield asked


def _check(row: Row, *, is_plain: bool) -> None:
    """Raise BenchmarkError where the first row has fields, and none that holds a question."""
    if is_plain and not any(name in row.cells for name in rows.QUESTION):
        listed = ", ".join([*row.cells][:8])
        raise BenchmarkError(
            f"{row.where} has the fields {listed}, and none is question: name them question and "
            "answer at least, then aliases, subject, relation, …"
        )


# ── Items ───────────────────────────────────────────────────────────────────────────────────────
def _item(asked: Asked, split: str, base: str) -> Item:
    language = asked.language or LANGUAGE
    pattern = _STEPS_OF.get(len(asked.hops), FACT)
    if language != LANGUAGE:
        pattern += f"_{language.lower()}"
    facts = tuple(_facts(asked, language, base))
    last, many = facts[-1], len(asked.hops) or 1
    parts = last.subject.id, last.predicate.id, last.object.id, *asked.questions
    digest = terms.digest(pattern, *parts)
    return Item(
        f"{pattern}-{digest[:16]}",
        pattern,
        asked.group or "+".join(terms.compact(one.predicate.id) for one in facts[:many]),
        split,
        None,
        facts,
        (),
        Provenance("", "", 0, popularity=_popularity(asked, last) or UNSET),
    )


_STEPS_OF: Final = {many: f"{CHAIN}{many}" for many in (2, 3, 4)}


def _facts(asked: Asked, language: str, base: str) -> Iterator[ItemFact]:
    """The steps of a chain, and the question itself."""
    steps = [
        _fact(role, hop, language, base) for role, hop in zip(_STEPS, asked.hops, strict=False)
    ]
    yield from steps
    if not steps:
        yield _fact(FACT, asked, language, base)
        return
    whole = _fact(CHAIN, asked, language, base)
    every = [step.predicate for step in steps]
    predicate = Predicate(
        "/".join(f"<{one.id}>" for one in every), " / ".join(one.label for one in every)
    )
    via = tuple(step.object for step in steps[:-1])
    yield msgspec.structs.replace(whole, predicate=predicate, via=via)


def _fact(role: str, asked: Asked, language: str, base: str) -> ItemFact:
    about = asked.subject
    # where it is not told what a question is about, it stands for itself
    subject = about if about.label or about.id else Called(asked.questions[0])
    relation = asked.relation
    if not (relation.label or relation.id):
        relation = Called(_RELATION)
    answers = tuple(_accepted(one, base) for one in asked.answers)
    return ItemFact(
        role,
        Named(_iri(subject, base), subject.label or subject.id),
        Predicate(_iri(relation, base), relation.label or relation.id),
        Named(answers[0].id, answers[0].label),
        holds=True,
        answers=answers,
        candidates=(),
        prompts=tuple(prompt(one, language, about.label) for one in asked.questions),
    )


def _accepted(one: Right, base: str) -> Accepted:
    label, *aliases = one.names
    return Accepted(_iri(Called(label, one.id), base), label, tuple(aliases))


def _iri(one: Called, base: str) -> str:
    """The IRI of what has an id, or else a name."""
    if terms.is_iri(one.id) and "//" in one.id:
        return one.id
    if one.id:
        try:
            return terms.expand(one.id)
        except ValueError:
            return base + terms.encoded(one.id)
    return base + terms.encoded(one.label)


def _popularity(asked: Asked, fact: ItemFact) -> tuple[Count, ...]:
    found = zip((fact.subject.id, fact.object.id), asked.popularity, strict=True)
    known = {id: many for id, many in found if many is not None}
    return tuple(Count(id, many) for id, many in sorted(known.items()))
