"""Graphs on which queries and stores are tried: small and dense, or full of what is odd."""

import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, Literal

from kgforge import terms
from kgforge.patterns.queries import SUFFIXES
from kgforge.resources import folder
from kgforge.schema import Entry, Label, Mention, Sentence, Source, Triple
from tests.oracles.queries import Oracle, Values
from tests.worlds.facts import ex

P31: Final = terms.PREFIXES["wdt"] + "P31"
P279: Final = terms.PREFIXES["wdt"] + "P279"
P26: Final = terms.PREFIXES["wdt"] + "P26"
NONE: Final = terms.KGF + "noType"
THING: Final = terms.PREFIXES["owl"] + "Thing"
XSD: Final = terms.XSD

ENTITIES: Final = tuple(ex(name) for name in "abcdef")
PREDICATES: Final = (ex("p"), ex("q"), P31, P279)
KIND: Final = ex("kind")
"""By which one entity has a type in the graph, and one beside it."""

SIZE: Final = ex("size")
SIZES: Final = (
    *((f"size{number}", o) for number, o in enumerate(('"x"', '"x"@en', f'"7"^^<{XSD}integer>'))),
    *(("size3", o) for o in ('"x"', '"y"')),
    *((f"size{number}", ex("b")) for number in (4, 5)),
    *((f"size{number}", '"x"') for number in (6, 7)),
)
"""What can be compared: of some one literal or entity is told, of one two."""

KINDS: Final[tuple[Literal["label", "alias", "description"], ...]] = (
    "label",
    "alias",
    "description",
)
ALIKE: Final = ("apb", "aqb", "apc", "cpb")
"""Facts that one sentence tells: of any two, one part differs."""


_OWL: Final = terms.PREFIXES["owl"]
_TYPE: Final = terms.PREFIXES["rdf"] + "type"
ASSERTION: Final = _OWL + "NegativePropertyAssertion"
FALSE: Final = (
    *(
        Triple(ex(f"false{number}"), _OWL + word, said)
        for number, words in enumerate(
            (
                {"sourceIndividual": ex("a"), "assertionProperty": ex("p"),
                 "targetIndividual": ex("f")},
                {"sourceIndividual": ex("a"), "assertionProperty": ex("q"),
                 "targetValue": '"x"@en'},
                {"sourceIndividual": ex("b"), "assertionProperty": ex("p"),
                 "targetIndividual": ex("a")},
                # what lacks a part asserts nothing
                {"sourceIndividual": ex("a"), "assertionProperty": ex("p")},
                {"sourceIndividual": ex("c"), "targetIndividual": ex("d")},
                {"assertionProperty": ex("q"), "targetIndividual": ex("d"), "other": ex("c")},
                {"sourceIndividual": ex("a"), "other": ex("p"), "targetIndividual": ex("d")},
            )
        )
        for word, said in words.items()
    ),
    *(Triple(ex(f"false{number}"), _TYPE, ASSERTION) for number in range(5)),
    Triple(ex("false5"), ex("kind"), ASSERTION),
    Triple(ex("false5"), _TYPE, ex("Assertion")),
    Triple(ex("false5"), _TYPE, terms.literal(ASSERTION)),
)  # fmt: skip
"""Negative property assertions, and what only looks like one."""


def dense(seed: int) -> list[Entry]:
    """A small graph in which almost everything happens: each seed another.

    Of one entity it tells nothing but that it is, in every way, its own.
    """
    chance = random.Random(seed)
    objects = [*ENTITIES, '"x"', '"x"@en', f'"7"^^<{XSD}integer>']
    facts = [
        Triple(s, p, o)
        for s in ENTITIES
        for p in PREDICATES
        for o in objects
        if chance.random() < 0.3
    ]
    facts += [Triple(ex(s), ex(p), ex(o)) for s, p, o in ALIKE]
    alone = [Triple(s, p, ex("g")) for p in PREDICATES for s in (ex("a"), ex("g"))]
    alone.append(Triple(ex("d"), KIND, ex("b")))
    alone.append(Triple(ex("i"), ex("p"), ex("b")))  # which is nothing's object
    alone.append(Triple(ex("b"), ex("p"), ex("l")))  # which is nothing's subject
    alone += [Triple(ex("b"), p, ex("m")) for p in PREDICATES]
    alone.append(Triple(ex("m"), KIND, ex("b")))  # of which nothing else is told
    alone.append(Triple(P31, KIND, ex("b")))  # of a predicate
    alone += [Triple(ex(s), SIZE, o) for s, o in SIZES]
    return [
        Entry(
            triples=(*facts, *alone),
            sources=tuple(_sources(seed)),
            loads=(f"{seed}.tsv", f"{seed}.nt --strict"),
        ),
        Entry(
            labels=tuple(_labels(chance)),
            sentences=tuple(_sentences(chance, facts)),
            axioms=(*_axioms(chance), *FALSE),
        ),
    ]


def _axioms(chance: random.Random) -> Iterator[Triple]:
    """Some are facts, too; some are of entities of which there is no fact."""
    for s, p, o in itertools.product((*ENTITIES, ex("h")), PREDICATES, (*ENTITIES, '"x"@en')):
        if chance.random() < 0.1:
            yield Triple(s, p, o)
    yield Triple(ex("c"), KIND, ex("b"))
    yield from (Triple(p, KIND, ex("b")) for p in (ex("q"), P279))


def _sources(seed: int) -> Iterator[Source]:
    yield Source(f"{seed}.tsv", f"{2 * seed:064x}", "CC0-1.0")
    yield Source(f"{seed}.nt", f"{2 * seed + 1:064x}")
    # The same content has the same licence, whether it is said again or not.
    yield Source(f"{seed} again.tsv", f"{2 * seed:064x}")
    yield Source(f"{seed} once more.tsv", f"{2 * seed:064x}", "CC0-1.0")


def _labels(chance: random.Random) -> Iterator[Label]:
    for entity, kind, language in itertools.product(
        (*ENTITIES, *PREDICATES), (*KINDS, "alias"), ("en", "de")
    ):
        if chance.random() < 0.5:
            yield Label(entity, kind, f"{kind} {chance.randrange(3)}", language)
    other = random.Random(3)  # of its own, so that what is drawn after labels stays
    for entity, kind in itertools.product((*ENTITIES, *PREDICATES), KINDS):
        if other.random() < 0.3:
            yield Label(entity, kind, f"{kind} {other.randrange(3)}", "mul")
    other = random.Random(4)
    for entity, kind, language in itertools.product(
        (*ENTITIES, *PREDICATES), KINDS, ("en-gb", "en-au", "de-at")
    ):
        if other.random() < 0.3:
            yield Label(entity, kind, f"{kind} {other.randrange(3)}", language)
    yield from (Label(entity, "label", "label again", "en") for entity in ENTITIES)


def _sentences(chance: random.Random, facts: Sequence[Triple]) -> Iterator[Sentence]:
    alike = tuple(Mention(fact, (0, 1), (2, 3)) for fact in facts[-len(ALIKE) :])
    yield Sentence(ex("alike"), "Text 0.", "page 0", alike)
    untrue = Mention(Triple(ex("m"), ex("p"), ex("n")), (0, 1), (2, 3))  # of the graph, that is
    yield Sentence(ex("untrue"), "Text 1.", "page 1", (untrue,))
    for number in range(4):
        told = chance.choices(facts, k=3)
        mentions = [Mention(fact, _span(chance), _span(chance)) for fact in told]
        # The first fact is told a second time, elsewhere in the same sentence.
        again = Mention(told[0], (90 + number, 95), None)
        source = f"page {number % 3}"
        yield Sentence(ex(f"said{number}"), f"Text {number % 2}.", source, (*mentions, again))


def _span(chance: random.Random) -> tuple[int, int] | None:
    start = chance.randrange(9)
    return (start, start + chance.randrange(1, 5)) if chance.random() < 0.7 else None


# ── what is odd ─────────────────────────────────────────────────────────────────────────────────
TEXTS: Final = (
    "", " ", "x", "X", "it's", 'say "hi"', "back\\slash", "two\nlines", "tab\tcr\r", "\u0085\u2028",
    "\b\f\x01\x7f", "\ufeff", "a,b;c|d",
    "$p ${p} %s {p}", "-- a remark", "/* */ // #", "𝔘𝕟𝕚 😀", "e\u0301", "é", "שלום", "NULL", "None",
    "<http://example.org/a>", "_:b", "\\u0041", "long " * 4000,
)  # fmt: skip
TYPED: Final = (
    ("007", "integer"), ("7", "integer"), ("-0", "integer"), ("1" * 30, "integer"), ("5", "int"),
    ("1.50", "decimal"), ("1e3", "double"), ("INF", "double"), ("1", "boolean"),
    ("true", "boolean"), ("1952-03-11", "date"), ("1952", "gYear"),
    ("2001-10-26T21:32:52+02:00", "dateTime"),
    ("no number", "integer"), ("P1Y", "duration"), ("x", "string"), ("aGk=", "base64Binary"),
)  # fmt: skip
NAMES: Final = (
    "caf%C3%A9?x=1&y=%20#part", "ünïcödé/日本", "𝔘", "it's", "(a,b);c!*+$p@x~", "A", "a", "a/",
    "P1.", "é", "e\u0301",
)  # fmt: skip


def odd() -> list[Entry]:
    """Facts, names and sentences with everything that a store could get wrong."""
    subject = ex("s")
    literals = [
        *(terms.literal(text) for text in TEXTS),
        *(terms.literal(text, language=tag) for text in TEXTS[2:6] for tag in ("en", "en-gb")),
        *(terms.literal(value, datatype=XSD + name) for value, name in TYPED),
        terms.literal("POINT(1 2)", datatype=terms.PREFIXES["geo"] + "wktLiteral"),
    ]
    iris = [*map(ex, NAMES), terms.BLANK + "b0", "urn:x:y", "mailto:a@b.org"]
    facts = [Triple(subject, ex("p"), literal) for literal in literals]
    facts += [Triple(one, p, other) for one in iris for other in iris[:3] for p in (P26, ex("p"))]
    facts += [Triple(subject, iri, ex("o")) for iri in iris]
    facts += [Triple(subject, P26, ex("o")), Triple(subject, P26, subject)]
    others = [Triple(fact.subject, ex("axiom"), fact.object) for fact in facts]
    return [
        *(Entry((fact,)) for fact in facts),
        _odd_names(iris),
        _odd_sentences(facts),
        Entry(axioms=(*others, *facts[::2])),
        Entry(loads=tuple(f"tsv:a.tsv --base {text}" for text in TEXTS)),
    ]


_AP: Final = f"<{ex('a')}> <{ex('p')}>"
ODD_LINES: Final = (
    "# a remark\n",
    f"{_AP} <{ex('b')}> .\n",
    f"<{ex('a')}>\t<{ex('p')}>   <{ex('b')}>.\r\n",
    f"  <{ex('a')}><{ex('p')}><{ex('c')}> . # <x:> <x:> <x:> .\n",
    "\n",
    f'{_AP} "\\u00e9\\U0001F600 \\t\\b" .\n',
    f'{_AP} "a" . \n',
    f'{_AP} "a"@EN-gb .\n',
    f'{_AP} "A > <b> \\" . <c>" .\n',
    f'{_AP} "a"^^<{XSD}string> .\n',
    f'{_AP} "007"^^<{XSD}int> .\n',
    f'{_AP} "7"^^<{XSD}integer> .\n',
    f"<{ex('')}\\u00e9> <{ex('p')}> _:b1 .\n",
    f"_:b1 <{ex('p')}> _:b1 .\n",
    f"<{ex('é')}> <{ex('p')}> <urn:x> .",
)
"""A file of N-Triples as others write them: the same fact in several spellings."""


def _odd_names(iris: Sequence[str]) -> Entry:
    labels = [Label(iri, "label", f"name of {iri}", "en") for iri in iris]
    labels += [
        Label(ex("s"), kind, text, tag)
        for kind in KINDS
        for text in TEXTS[1:]
        for tag in ("en", "zh-Hant", "de-x-own", "mul")
    ]
    labels.append(Label(P26, "label", "spouse", "en"))
    return Entry(labels=tuple(labels))


def _odd_sentences(facts: Sequence[Triple]) -> Entry:
    spans = ((0, 1), None)
    return Entry(
        sentences=tuple(
            Sentence(f"urn:sentence:{number}", text, f"from {text[:40]}",
                     (Mention(fact, spans[number % 2], (2, 9)), Mention(fact, None, None)))
            for number, (fact, text) in enumerate(zip(facts, TEXTS[1:], strict=False))
        ),
        sources=(Source("ö'\".nt", "ab" * 32, "CC-BY-4.0"), Source("b.nt", "cd" * 32),
                 Source("b again.nt", "cd" * 32)),
    )  # fmt: skip


# ── what to ask of a graph ──────────────────────────────────────────────────────────────────────
def queries(language: str) -> list[str]:
    """The names of all that can be asked in a language, as ``symmetry`` and ``lookup/labels``.

    What it has no file for is compiled.
    """
    return sorted({*files(language), *files("sparql")})


def files(language: str) -> list[str]:
    """The names of all query files of a language."""
    root = folder(language)
    found = root.rglob(f"*{SUFFIXES[language]}")
    return sorted(str(path.relative_to(root)).removesuffix(SUFFIXES[language]) for path in found)


def questions(name: str, right: Oracle) -> Sequence[Values]:
    """Values for the parameters of a query, made from what the graph holds and some unknown."""
    return _ASKED[name](right) if name in _ASKED else [{}]


def pairwise(every: Sequence[Values]) -> list[Values]:
    """A few of all questions, in which each two values of two parameters that meet still meet.

    Source: pairwise (all-pairs) testing, Kuhn et al. 2004, *Software Fault Interactions and
    Implications for Software Testing*. The question that brings most new pairs is taken next.
    """
    lacking = {pair for values in every for pair in _meetings(values)}
    chosen: list[Values] = []
    while lacking:
        best = max(every, key=lambda values: len(lacking & _meetings(values)))
        chosen.append(best)
        lacking -= _meetings(best)
    return [values for values in every if values in chosen] or list(every)


def _meetings(values: Values) -> set[tuple[Any, ...]]:
    """Each two parameters with their values; of one parameter, that one."""
    return set(itertools.combinations(sorted(values.items()), min(2, len(values))))


def _some(found: Sequence[Any]) -> list[tuple[Any, ...]]:
    """All of a list, every other one, and none."""
    return [tuple(found), tuple(found[1::2]), ()]


def _predicates(right: Oracle) -> list[str]:
    return [*sorted({p for _, _, p in right.edges()}), ex("unknown")]


def _entities(right: Oracle) -> list[str]:
    found = sorted(node for node in right.graph if not terms.is_literal(node))
    return [*found, ex("unknown")]


def _tags() -> list[Values]:
    return [{"language": language} for language in ("en", "de", "zh-hant", "mul", "fr")]


def _kinds(right: Oracle) -> list[str]:
    return sorted({o for _, o, p in right.edges() if p == P31 and not terms.is_literal(o)})


def _pairs(right: Oracle) -> list[Values]:
    every, some, none = _some(_predicates(right))
    pairs = ((every, every), (some, every), (every, some), (some, some), (every, none))
    return [{"predicates": p, "others": q} for p, q in pairs]


def _listed(parameter: str, found: Sequence[Any], **more: Any) -> list[Values]:
    return [{parameter: some, **more} for some in _some(found)]


def _of_subjects(right: Oracle) -> list[tuple[str, str]]:
    """Each predicate and entity that has subjects, and one that has none."""
    found = {(p, o) for _, o, p in right.edges() if not terms.is_literal(o)}
    return [*sorted(found), (P31, ex("unknown"))]


def _typed(right: Oracle) -> list[Values]:
    every, some, none = _some(_predicates(right))
    asked = ((every, P31), (every, P279), (some, P31), (none, P31))
    return [{"predicates": predicates, "type": type} for predicates, type in asked]


def _composite(right: Oracle) -> list[Values]:
    every, some, _ = _some(_predicates(right))
    kinds = _some(_kinds(right))
    asked = [(every, every, P31, some_kinds) for some_kinds in kinds]
    asked += [(some, every, P31, kinds[0]), (every, some, P31, kinds[0]),
              (every, every, P279, kinds[0])]  # fmt: skip
    names = ("predicates", "first", "type", "types")
    typed = [{**dict(zip(names, one, strict=True)), "second": every, "untyped": ()}
             for one in asked]  # fmt: skip
    typed.append({**typed[0], "second": some})
    all_of_them = {"predicates": every, "first": every, "second": every, "type": NONE, "types": ()}
    return [*typed, *({**all_of_them, "untyped": told} for told in (every, (P279,)))]


def _members(right: Oracle) -> list[Values]:
    entities = _entities(right)
    kinds = entities[0], entities[1]
    every = tuple(
        (one, kind) for place, one in enumerate(entities) for kind in [kinds[place % 3 == 0]]
    )
    tables = [every, every[::2], ()]
    predicates = _some(_predicates(right))
    asked = [(predicates[0], tables[0]), (predicates[1], tables[0]), (predicates[0], tables[1]),
             (predicates[2], tables[0]), (predicates[0], tables[2])]  # fmt: skip
    return [{"predicates": some, "among": table} for some, table in asked]


def _chained(right: Oracle, step: int) -> list[Values]:
    """From every so many entities, by all predicates and by two."""
    starts, predicates = _entities(right)[::step], _predicates(right)
    asked = [(starts, predicates), (starts, predicates[:2]), (starts[:1], predicates),
             (starts, ()), ((), predicates)]  # fmt: skip
    return [{"starts": tuple(some), "predicates": tuple(told)} for some, told in asked]


def _walked(right: Oracle) -> list[Values]:
    """From some entities by all predicates, and from all by some."""
    every = tuple(_predicates(right))
    more = {"starts": tuple(_entities(right)), "predicates": every[1::2]}
    return [*_listed("starts", _entities(right), predicates=every), more]


def _facts(right: Oracle) -> list[tuple[str, str, str]]:
    told = {(m.fact.subject, m.fact.predicate, m.fact.object) for _, m in right.told}
    return [*sorted(told), (ex("unknown"), ex("p"), '"unknown"')]


def _alignment(right: Oracle) -> Iterator[Values]:
    """Relations of two ontologies: each way to want something of either end, and alternatives."""
    classes = (*ENTITIES[:4], ex("h"), ex("unknown"))
    ways = itertools.product(("any", "class"), ("any", "class", "literal"))
    each = [
        (f"o{place % 2}", PREDICATES[place % 3], classes[place % 6], classes[(place + 2) % 6], *way)
        for place, way in enumerate([*ways, *(("class", "class"),) * 6])
    ]
    kinds = tuple(
        (one, other)
        for (place, one), (number, other) in itertools.product(
            enumerate(classes), enumerate(classes[1::3])
        )
        if (place + number) % 2
    )
    for types, often, known in (
        ("open", 2, (P31, P279)), ("strict", 4, (P31,)), ("open", 9, ()), ("open", 3, (KIND,)),
    ):  # fmt: skip
        for relations in (tuple(each), tuple(each[::3])):
            yield {"relations": relations, "kinds": kinds, "type": known, "types": types,
                   "often": often, "predicates": PREDICATES}  # fmt: skip
    yield {"relations": tuple(each), "kinds": (), "type": (P31,), "types": "open", "often": 3,
           "predicates": PREDICATES[1:]}  # fmt: skip


_ASKED: Final[dict[str, Callable[[Oracle], Sequence[Values]]]] = {
    "lookup/statements": lambda right: _listed("predicates", _predicates(right)),
    "lookup/axioms_by": lambda right: _listed(
        "predicates", [*sorted({p for _, p, _ in right.given}), ex("unknown")]
    ),
    "fact": lambda right: _listed("predicates", _predicates(right)),
    "symmetry": lambda right: _listed("predicates", _predicates(right)),
    "symmetry.groups": lambda right: _listed("predicates", _predicates(right)),
    "asymmetry": lambda right: _listed("predicates", _predicates(right)),
    "scaffold/scaffold": lambda right: _listed("predicates", _predicates(right)),
    "asymmetry.groups": lambda right: _listed("predicates", _predicates(right)),
    "entity": lambda right: [
        {"hubs": hubs, "predicates": told}
        for hubs in _some(
            [(one, kind) for one in _entities(right) for kind in _entities(right)[:-1][:2]][1:]
        )
        for told in _some(_predicates(right))[:2]
    ],
    "bias": lambda right: [
        {"closed": some, "degree": degree, "predicates": PREDICATES[degree % 3 == 0 :]}
        for some in _some(
            [
                (p, x, o)
                for p in PREDICATES[::2]
                for x in (*ENTITIES[:2], ex("g"))
                for o in _entities(right)
            ]
        )
        for degree in range(8, 16)
    ],
    "ambiguous": lambda right: [
        {"predicates": some, "type": kind, "language": language, "times": times}
        for some in _some(_predicates(right))[:2]
        for kind, language in itertools.product((P31, P279), ("EN", "de"))
        for times in (0.0, 0.8, 0.85, 0.9, 0.95, 1.0, 1.1, 1.2)
    ],
    "hubs": lambda right: [
        {"thing": THING, "untyped": untyped, "type": type, "least": least}
        for untyped, type, least in (
            ((), P31, 1),
            ((), P31, 6),
            ((), P31, 9),
            ((), P279, 2),
            (PREDICATES, NONE, 1),
            (PREDICATES, NONE, 6),
            ((P279,), NONE, 6),
        )
    ],
    "inverse": _pairs,
    "inverse.groups": _pairs,
    "hierarchy": lambda right: _listed("predicates", _predicates(right)),
    "hierarchy.groups": lambda right: _listed("predicates", _predicates(right)),
    "hierarchies": lambda right: [
        {"known": known, "link": link, "transitive": kind}
        for known in ((), (P279, ex("unknown")))
        for link, kind in sorted(
            {(p, o) for _, p, o in right.given if not terms.is_literal(o)} | {(P31, ex("unknown"))}
        )
    ],
    "composite": _composite,
    "composite.groups": _composite,
    "count": lambda right: [
        {"predicates": some, "from": least, "to": most}
        for some in _some(_predicates(right))
        for least, most in ((1, 9), (2, 3), (3, 4))
    ],
    "single": lambda right: [{"percent": percent} for percent in (100, 101, 130, 200, 1000)],
    "chain2": lambda right: _chained(right, 1),
    "chain3": lambda right: _chained(right, 4),
    "chain4": lambda right: _chained(right, 8),
    "comparison": _members,
    "agreement": _members,
    "path": _walked,
    "path.groups": _walked,
    "frequent_types": lambda right: [{"type": p} for p in _predicates(right)],
    "members": lambda right: [
        *_listed("types", _kinds(right), type=P31, untyped=()),
        {"type": P279, "types": tuple(_kinds(right)), "untyped": ()},
        *_listed("untyped", _predicates(right), type=NONE, types=()),
    ],
    "typing": lambda right: _listed("known", _predicates(right), none=NONE),
    "untyped": lambda right: [{"type": type, "none": NONE} for type in (P31, NONE)],
    "alignment": lambda right: list(_alignment(right)),
    "narrower": lambda right: [
        {"classes": classes, "sub": sub}
        for classes in _some(_entities(right))
        for sub in ((P279,), (P279, ex("p")))
    ],
    "lookup/kinds": lambda right: [
        {"entities": entities, "type": type}
        for entities in _some(_entities(right))
        for type in ((P31,), (P31, ex("p")))
    ],
    "lookup/links": lambda right: [
        {"entities": entities, "predicates": predicates}
        for entities in _some(_entities(right))
        for predicates in _some(_predicates(right))
    ],
    "lookup/degrees": lambda right: _listed("entities", _entities(right)),
    "lookup/tails": lambda right: _listed("predicates", _predicates(right)),
    "lookup/heads": lambda right: _listed("predicates", _predicates(right)),
    "lookup/overlaps": lambda right: _listed("predicates", _predicates(right)),
    "lookup/domains": _typed,
    "lookup/ranges": _typed,
    "lookup/datatypes": lambda right: _listed("predicates", _predicates(right)),
    "lookup/transitivity": lambda right: _listed("predicates", _predicates(right)),
    "lookup/evidence": lambda right: _listed("facts", _facts(right)),
    "lookup/located": lambda right: _listed("facts", _facts(right)),
    "lookup/labels": lambda right: (
        [
            {"entities": tuple({one.entity for one in right.called}), "language": language}
            for language in ("en", "de", "zh-hant", "mul", "fr")
        ]
        + [{"entities": ENTITIES[::2], "language": "en"}, {"entities": (), "language": "en"}]
    ),
    "lookup/negatives": lambda right: [
        {
            "questions": asked,
            "source": _OWL + source,
            "property": _OWL + "assertionProperty",
            "targets": tuple(_OWL + word for word in targets),
        }
        for source in ("sourceIndividual", "other")
        for targets in (("targetIndividual", "targetValue"), ("targetValue",), ())
        for asked in _some(list(itertools.product(ENTITIES[:3], PREDICATES[:2])))
    ],
    "lookup/labelled": lambda right: _tags(),
    "lookup/varieties": lambda right: _tags(),
    "lookup/titles": lambda right: _tags(),
    "lookup/unlabelled": lambda right: _tags(),
    "lookup/objects": lambda right: _listed(
        "questions", [*sorted({(s, p) for s, _, p in right.edges()}), (ex("unknown"), P31)]
    ),
    "lookup/subjects": lambda right: _listed("questions", _of_subjects(right)),
    "lookup/crowds": lambda right: _listed("questions", _of_subjects(right)),
    "lookup/pool": lambda right: [{"predicate": p} for p in _predicates(right)],
    "lookup/literals": lambda right: [{"predicate": p} for p in _predicates(right)],
    "lookup/holders": lambda right: [{"predicate": p} for p in _predicates(right)],
    "lookup/surfaces": lambda right: _listed("entities", _entities(right)),
}
"""How to ask each query that has parameters."""
