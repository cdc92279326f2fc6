"""A pattern of one's own tried out: is it right, and what would a model be asked?

The steps are those of ``mine`` and ``export``, on one pattern and for a few questions.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import chain, islice, zip_longest
from pathlib import Path
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from kgforge import files, mining, ontology, patterns, resources, stores, temporaries
from kgforge.benchmark.exporting import Worded, item_options
from kgforge.benchmark.making import Maker
from kgforge.benchmark.options import ExportOptions
from kgforge.errors import MissingDriverError, PatternError
from kgforge.graph import LoadOptions, loading, origins, stated_axioms
from kgforge.mining import MineOptions
from kgforge.patterns import Pattern, Query
from kgforge.schema import Instance, Item, ItemFact, Mined, ReadOptions, Skip, folders
from kgforge.stores import Access, Store

TIMEOUT: Final = 60.0
"""Seconds that one query may take, unless said otherwise."""

_QUESTIONS: Final = 5
_TRIED: Final = 500
"""At most so many instances are tried."""
_MEMORY: Final = {"sparql": "oxigraph:", "sql": "duckdb:"}
"""The stores that need neither server nor file, by the language of their queries."""
_Member = TypeVar("_Member", Instance, Item)
_READ: Final = "read"
_ASKED: Final = "asked"
_REFUSED: Final = "not compiled"


class Asked(Struct, frozen=True):
    """A question as a model would get it, and its answers."""

    role: str
    text: str
    answers: tuple[str, ...]
    """What counts as right, the mined one first; of a role with ``not`` what must not be given."""
    holds: bool | None
    """As of a fact (``ItemFact.holds``)."""
    template: bool
    """Whether the predicate has a template; else the question is made of its label."""


class Checked(Struct, frozen=True):
    """What came of trying a pattern out."""

    pattern: str
    store: str
    languages: dict[str, str]
    """What was done with the text in each language."""
    rows: int
    groups: int
    kept: int
    instances: int
    questions: tuple[Asked, ...]
    why: str
    """Why there are no questions; empty where there are."""
    tried: int = 0
    """How many of the instances were made items of, as ``export`` does."""
    items: int = 0
    """How many items there are; with those of the reserve where all instances were tried."""
    skipped: dict[str, int] = {}
    """Why others became no item, as ``export`` counts it: reason to how many."""
    refilled: int = 0
    """How many of the items were drawn in the place of others, as ``export`` does."""
    asked: bool = True
    """Whether a graph was asked; else only the text was read."""


def check(
    file: str | Path,
    store: str | None = None,
    *,
    labels: Sequence[str] = (),
    options: MineOptions = MineOptions(timeout=TIMEOUT),  # noqa: B008 (frozen)
    language: str = "en",
) -> Checked:
    """Try a pattern out on a graph: a store's address, a source's, or by default the shipped one.

    A source (with *labels* for ``tsv:``) is asked in each language that needs no server, and all
    have to find the same; where there is no such language, the header alone is checked. Raises
    PatternError for a header or text that is wrong, in whatever language, and for a role whose
    right answers cannot be looked up; else as ``mine``.
    """
    [pattern] = patterns.read_patterns([file])
    done = {name: _read(query, pattern) for name, query in pattern.queries.items()}
    done |= _compiled(pattern)
    address, names = (store, labels) if store is not None else _example()
    load = LoadOptions(ReadOptions(languages=(language,), labels=tuple(names)))
    options = msgspec.structs.replace(options, language=language)
    tried = []
    with ExitStack() as room:
        found = origins.find(address, room)
        memories = [""] if found.is_graph else _memories(pattern, done)
        if not memories:
            return _unasked(pattern, done, address)
        for memory in memories:
            access = Access(timeout=options.timeout)
            with loading.open_graph(found, access, load, memory) as opened:
                tried.append(_tried(pattern, opened, options, language))
                done[opened.language] = _ASKED
    _refuse_differing(pattern, tried)
    return _checked(tried[0], pattern, address, done)


def _checked(one: "_Tried", pattern: Pattern, address: str, done: dict[str, str]) -> Checked:
    """What came of the first language in which a pattern was tried; all have found the same."""
    return Checked(
        pattern=pattern.name,
        store=address,
        languages={
            name: f"compiled; {said}"
            if pattern.is_compiled(name) and not said.startswith(_REFUSED)
            else said
            for name, said in done.items()
        },
        rows=one.mined.rows,
        groups=one.mined.groups,
        kept=one.mined.kept,
        instances=one.mined.instances,
        questions=one.questions,
        why=one.why,
        tried=one.tried,
        items=one.items,
        skipped=one.skipped,
        refilled=one.items - (one.tried - sum(one.skipped.values())),
    )


def _example() -> tuple[str, Sequence[str]]:
    """The shipped graph of Wikidata facts, and its names."""
    folder = resources.folder("examples")
    names = ("entities.tsv", "properties.tsv")
    return f"tsv:{folder / 'wikidata.tsv'}", [str(folder / name) for name in names]


# ── the text in each language ───────────────────────────────────────────────────────────────────
def _read(query: Query, pattern: Pattern) -> str:
    """Let an engine read a query and its groups file; what was done. Raises PatternError."""
    memory = _MEMORY.get(query.language)
    if memory is None:
        return "its header was read; only a server reads the query: give one with --store"
    groups = pattern.counter(query.language)
    try:
        with stores.open(memory, stores.WRITE) as empty:
            empty.add(())
            for one in filter(None, (query, groups)):
                values = {found.name: patterns.example_value(found) for found in one.header.params}
                for _ in empty.query(one, values):
                    pass
    except MissingDriverError as error:
        return f"its header was read, the query was not: {error}"
    return _READ


def _compiled(pattern: Pattern) -> dict[str, str]:
    """What comes of compiling the SPARQL query, where there is one, for each language without."""
    found: dict[str, str] = {}
    for language in patterns.SUFFIXES if "sparql" in pattern.queries else ():
        if pattern.is_compiled(language):
            try:
                found[language] = _read(pattern.query(language), pattern)
            except PatternError as error:
                found[language] = f"{_REFUSED}: {error}"
    return found


def _memories(pattern: Pattern, done: dict[str, str]) -> list[str]:
    """The stores in memory that can ask the pattern."""
    return [memory for name, memory in _MEMORY.items() if done.get(name) == _READ]


def _unasked(pattern: Pattern, done: dict[str, str], address: str) -> Checked:
    """What came of a pattern that no store in memory can ask: its header is right."""
    stores_ = {"cypher": "neo4j:…", "sql": "duckdb:…"}
    wanted = " or ".join(f"--store {stores_[name]}" for name in done if name in stores_)
    why = f"nothing was asked: give a graph that reads the query, as in {wanted}"
    return Checked(pattern.name, address, done, 0, 0, 0, 0, (), why, asked=False)


# ── the questions ───────────────────────────────────────────────────────────────────────────────
class _Tried(Struct, frozen=True):
    """A pattern that was asked in one language."""

    query: Query
    mined: Mined
    drawn: tuple[Instance, ...]
    questions: tuple[Asked, ...]
    why: str
    tried: int
    items: int
    skipped: dict[str, int]


def _tried(pattern: Pattern, opened: Store, options: MineOptions, language: str) -> _Tried:
    with temporaries.Folder() as folder:
        mining_, nothing = mining.trial(pattern, opened, folder, options)
        [mined] = mining_.patterns
        drawn = tuple(folders.read_instances(folder, pattern.name))
        some = list(islice(_spread(drawn), _TRIED))
        if len(some) < len(drawn):  # what is in reserve is drawn for the others, too
            some.sort(key=lambda instance: (instance.group, instance.key))
            files.write_lines(folder / pattern.name / folders.INSTANCES, some)
            (folder / pattern.name / folders.RESERVE).unlink(missing_ok=True)
        exported = ExportOptions(language=language, seed=options.seed, demonstrations=0)
        worded = Worded.of(folder, mining_, exported).following(stated_axioms(opened))
        maker = Maker(
            folder,
            mining_,
            opened,
            worded.vocabulary,
            worded.words,
            ontology.read_all(folder),
            item_options(exported, mining_),
            exported.showing,
        )
        skipped: Counter[str] = Counter()
        built = _items(maker.placed(mined, maker.items(mined)), skipped)
        items = list(maker.prompted(mined, built, {}))
        questions = tuple(islice(chain.from_iterable(map(_asked, _spread(items))), _QUESTIONS))
        why = "" if questions else mined.reason or nothing or _unasked_all(skipped)
        left_out = dict(sorted(skipped.items()))
        asked = pattern.query(opened.language)
        return _Tried(asked, mined, drawn, questions, why, len(some), len(items), left_out)


def _spread(members: Iterable[_Member]) -> Iterator[_Member]:
    """The first of each group, then the second of each, and so on."""
    groups: dict[str, list[_Member]] = defaultdict(list)
    for member in members:
        groups[member.group].append(member)
    for rank in zip_longest(*groups.values()):
        yield from (member for member in rank if member is not None)


def _items(built: Iterable[Item | Skip], skipped: Counter[str]) -> Iterator[Item]:
    for one in built:
        if isinstance(one, Skip):
            skipped[one.reason] += 1
        else:
            yield one


def _asked(item: Item) -> Iterator[Asked]:
    """The questions of an item: of each fact its first one, or that of the text."""
    for prompt in item.prompts[:1]:
        yield Asked("text", item.text or prompt.text, (prompt.gold,), holds=True, template=True)
    for fact in item.facts:
        for prompt in fact.prompts[:1]:
            template = prompt.generator != "fallback"
            yield Asked(fact.role, prompt.text, _answers(fact), fact.holds, template)


def _answers(fact: ItemFact) -> tuple[str, ...]:
    return tuple(answer.label for answer in fact.answers)


def _unasked_all(skipped: Counter[str]) -> str:
    """Why none of the instances gives a question; empty where there was none."""
    counts = ", ".join(f"{reason}: {count}" for reason, count in sorted(skipped.items()))
    return f"of the instances tried none can be asked ({counts})" if counts else ""


def _refuse_differing(pattern: Pattern, tried: Sequence[_Tried]) -> None:
    """Refuse a pattern whose texts find different matches in one graph."""
    first, *others = tried
    for other in others:
        if (other.mined.rows, other.drawn) != (first.mined.rows, first.drawn):
            is_compiled = other.query.path == first.query.path
            which = f", compiled to {other.query.language.upper()}" if is_compiled else ""
            do = "a fault of kgforge: please report it" if is_compiled else "make both ask the same"
            raise PatternError(
                f"{other.query.path}{which}: finds other matches than {first.query.path}: "
                f"{other.mined.rows} rows and {first.mined.rows}, "
                f"{len({*other.drawn} & {*first.drawn})} instances of {len(other.drawn)} and "
                f"{len(first.drawn)} the same: {do}"
            )
