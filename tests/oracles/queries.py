"""The right rows of every query that ships, found with networkx and sets instead of queries.

A fact is an edge from subject to object whose key is the predicate; a literal is a node like any
other, which no edge leaves. Each method has the name of a query file and gives its rows.
"""

import hashlib
import itertools
import struct
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

import networkx as nx

from kgforge import terms
from kgforge.patterns.queries import Row
from kgforge.schema import Entry, Label, Mention, Sentence, Source, Triple

Values = Mapping[str, Any]
Bag = Counter[Row]
"""Rows with how often each comes."""


class Oracle:
    """What a graph of these entries must answer."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.graph = nx.MultiDiGraph()
        self.called: set[Label] = set()
        self.said: set[tuple[str, str, str]] = set()
        self.told: set[tuple[str, Mention]] = set()
        self.read: set[Source] = set()
        self.given: set[tuple[str, str, str]] = set()
        self.commands: set[str] = set()
        for entry in entries:
            for fact in entry.triples:
                self.graph.add_edge(fact.subject, terms.canonical(fact.object), fact.predicate)
            self.called.update(map(_as_kept, entry.labels))
            self.read.update(entry.sources)
            self.commands.update(entry.loads)
            self.given.update(
                (one.subject, one.predicate, terms.canonical(one.object)) for one in entry.axioms
            )
            for sentence in entry.sentences:
                self._hear(sentence)

    def _hear(self, sentence: Sentence) -> None:
        self.said.add((sentence.id, sentence.text, sentence.source))
        for mention in sentence.mentions:
            kept = Triple(*_fact(mention))
            told = Mention(kept, mention.subject_span, mention.object_span)
            self.told.add((sentence.id, told))

    def rows(self, name: str, values: Values) -> Bag:
        """The rows of the query of that name (``inverse.groups``, ``lookup/labels``)."""
        asked: Callable[[Values], Iterable[Row]] = getattr(
            self, name.rpartition("/")[2].replace(".", "_")
        )
        return Counter(asked(values))

    def edges(self) -> Iterator[tuple[str, str, str]]:
        """Each fact as subject, object, predicate."""
        return iter(self.graph.edges(keys=True))

    def between(self, subject: str, object: str) -> set[str]:
        """The predicates that lead from one node to another."""
        return set(self.graph.get_edge_data(subject, object, default={}))

    def hash(self) -> tuple[str, int]:
        """The hash of the facts and their number, as ``graph.graph_hash`` tells them."""
        digests = self._digests()
        total = sum(int.from_bytes(digest, "big") for digest in digests)
        return f"{total % (1 << 256):064x}", len(digests)

    def beside(self) -> str:
        """The hash of names, sentences, mentions and axioms, as ``graph.beside_hash`` tells it."""
        of_kind = {
            "names": self.names({}),
            "passages": self.passages({}),
            "mentions": self.spans(),
            "axioms": self.axioms({}),
        }
        digests = (digest for kind, rows in of_kind.items() for digest in _hashes(kind, rows))
        return f"{sum(int.from_bytes(digest, 'big') for digest in digests) % (1 << 256):064x}"

    def _digests(self) -> list[bytes]:
        """SHA-256 of each fact's line of N-Triples."""
        lines = (
            f"<{s}> <{p}> {o if terms.is_literal(o) else f'<{o}>'} .\n" for s, o, p in self.edges()
        )
        return [hashlib.sha256(line.encode()).digest() for line in lines]

    # ── patterns ────────────────────────────────────────────────────────────────────────────────
    def symmetry(self, values: Values) -> Iterator[Row]:
        for a, b, p in self.edges():
            if a != b and p in values["predicates"] and p in self.between(b, a):
                yield p, a, b

    def symmetry_groups(self, values: Values) -> Iterator[Row]:
        matches = Counter(p for p, _, _ in self.symmetry(values))
        for p in {p for _, _, p in self.edges()} & set(values["predicates"]):
            triples, loops = self._triples(p), self._loops(p)
            yield p, triples, loops, matches[p], triples, self._reaching(p, p), triples

    def asymmetry(self, values: Values) -> Iterator[Row]:
        for a, b, p in self.edges():
            entities = a != b and not terms.is_literal(b)
            if entities and p in values["predicates"] and p not in self.between(b, a):
                yield p, a, b

    scaffold = asymmetry

    def asymmetry_groups(self, values: Values) -> Iterator[Row]:
        matches = Counter(p for p, _, _ in self.asymmetry(values))
        for p in {p for _, _, p in self.edges()} & set(values["predicates"]):
            body = sum(p == q and a != b and not terms.is_literal(b) for a, b, q in self.edges())
            yield p, self._triples(p), self._loops(p), matches[p], body

    def inverse(self, values: Values) -> Iterator[Row]:
        for a, b, p in self.edges():
            if a != b and p in values["predicates"]:
                for q in self.between(b, a) & set(values["others"]) - {p}:
                    yield p, q, a, b

    def inverse_groups(self, values: Values) -> Iterator[Row]:
        for (p, q), matches in Counter(row[:2] for row in self.inverse(values)).items():
            triples, other = self._triples(str(p)), self._triples(str(q))
            rule = (str(q), str(p)) if triples > other else (str(p), str(q))
            body, head = map(self._triples, rule)
            yield p, q, triples, other, matches, body, self._reaching(*rule), head

    def hierarchy(self, values: Values) -> Iterator[Row]:
        for r1, r2, x, y, z in self._walks():
            if r1 == r2 and r1 in values["predicates"]:
                yield r1, x, y, z

    def hierarchy_groups(self, values: Values) -> Iterator[Row]:
        for p, matches in Counter(str(row[0]) for row in self.hierarchy(values)).items():
            yield p, self._triples(p), self._loops(p), matches

    def hierarchies(self, values: Values) -> set[Row]:
        """Predicates of facts that are known, or said to be transitive among or beside facts."""
        kind = values["link"], values["transitive"]
        said = {s for s, p, o in self._said() if (p, o) == kind}
        return {(p,) for _, _, p in self.edges() if p in values["known"] or p in said}

    def composite(self, values: Values) -> Iterator[Row]:
        for r1, r2, x, y, z in self._walks():
            listed = r1 in values["first"] and r2 in values["second"]
            if self._has_type(x, values) and listed:
                for r3 in self.between(x, z) & set(values["predicates"]):
                    yield r1, r2, r3, x, y, z

    def composite_groups(self, values: Values) -> Iterator[Row]:
        walks = [walk for walk in self._walks() if self._has_type(walk[2], values)]
        ends = {(r1, r2, x, z) for r1, r2, x, _, z in walks}
        for rule, matches in Counter(row[:3] for row in self.composite(values)).items():
            r1, r2, r3 = map(str, rule)
            body = [(x, z) for p, q, x, z in ends if (p, q) == (r1, r2)]
            support = sum(r3 in self.between(x, z) for x, z in body)
            subjects = {a for a, b, p in self.edges() if p == r3 and a != b}
            reached = sum(x in subjects for x, _ in body)
            counts = (self._triples(r1), matches, support, len(body), reached, self._triples(r3))
            yield (*rule, *counts)

    def path(self, values: Values) -> Iterator[Row]:
        for r1, r2, x, y, z in self._walks():
            if x in values["starts"] and {r1, r2} <= {*values["predicates"]}:
                yield r1, r2, x, y, z

    def path_groups(self, values: Values) -> Iterator[Row]:
        for (r1, r2), matches in Counter(row[:2] for row in self.path(values)).items():
            yield r1, r2, self._triples(str(r1)), matches

    def single(self, values: Values) -> Iterator[Row]:
        """Predicates with few objects for each subject, literals and loops left out."""
        subjects: dict[str, list[str]] = defaultdict(list)
        for s, o, p in self.edges():
            if s != o and not terms.is_literal(o):
                subjects[p].append(s)
        for p, found in subjects.items():
            if 100 * len(found) < values["percent"] * len({*found}):
                yield p, len(found)

    def chain2(self, values: Values) -> Iterator[Row]:
        return self._chains(values, 2)

    def chain3(self, values: Values) -> Iterator[Row]:
        return self._chains(values, 3)

    def chain4(self, values: Values) -> Iterator[Row]:
        return self._chains(values, 4)

    def _chains(self, values: Values, hops: int) -> Iterator[Row]:
        """Walks of so many facts over different entities, which end at none but entities."""
        walks: list[tuple[list[str], list[str]]] = [([], [x]) for x in {*values["starts"]}]
        for _ in range(hops):
            walks = [
                ([*predicates, p], [*nodes, o])
                for predicates, nodes in walks
                if nodes[-1] in self.graph
                for _, o, p in self.graph.out_edges(nodes[-1], keys=True)
                if p in values["predicates"] and o not in nodes
            ]
        for predicates, nodes in walks:
            if not terms.is_literal(nodes[-1]):
                yield *predicates, *nodes

    def count(self, values: Values) -> Iterator[Row]:
        """Distinct objects that are other entities, of those that have some number of them."""
        found = Counter(
            (p, x)
            for x, o, p in self.edges()
            if p in values["predicates"] and x != o and not terms.is_literal(o)
        )
        for (p, x), n in found.items():
            if values["from"] <= n <= values["to"]:
                yield p, x, n

    def comparison(self, values: Values) -> Iterator[Row]:
        for p, a, b, u, v, _ in self._compared(values):
            if terms.is_literal(u) and terms.is_literal(v):
                yield p, a, b, u, v

    def agreement(self, values: Values) -> Iterator[Row]:
        for p, a, b, u, v, kind in self._compared(values):
            ends = {u, v}
            if not any(map(terms.is_literal, ends)) and a != u and b != v and kind not in ends:
                yield p, a, b, int(u == v)

    def _compared(self, values: Values) -> Iterator[tuple[str, str, str, str, str, str]]:
        """Two members of one type, the only object that each has of one predicate, the type."""
        only: dict[tuple[str, str], list[str]] = defaultdict(list)
        for x, o, p in self.edges():
            only[p, x].append(o)
        for (a, one), (b, other) in itertools.permutations(values["among"], 2):
            for p in values["predicates"]:
                u, v = only.get((p, a), ()), only.get((p, b), ())
                if a != b and one == other and len(u) == len(v) == 1:
                    yield p, a, b, u[0], v[0], one

    def entity(self, values: Values) -> Iterator[Row]:
        for x, kind in values["hubs"]:
            told = ((p, o) for p, o in self._told(x) if p in values["predicates"])
            yield from ((kind, x, p, o) for p, o in told)

    def fact(self, values: Values) -> Iterator[Row]:
        return ((p, s, o) for s, o, p in self.edges() if s != o and p in values["predicates"])

    def bias(self, values: Values) -> set[Row]:
        return {
            (p, s, o)
            for s, found, p in self.edges()
            for o in {o for q, one, o in values["closed"] if (q, one) == (p, found)}
            if self._degree(s) <= values["degree"]
            and p in values["predicates"]
            and s not in (found, o)
            and any(p in self.between(x, o) for x in self.graph)
        }

    def ambiguous(self, values: Values) -> Iterator[Row]:
        for a, b in self._namesakes(values):
            if self._degree(a) >= values["times"] * self._degree(b):
                for p, x in self._told(a):
                    for q, y in self._told(b):
                        says = p == q and p in values["predicates"] and p != values["type"]
                        if says and x != y and x != b and y != a:
                            yield p, a, b, x, y

    def _namesakes(self, values: Values) -> Iterator[tuple[str, str]]:
        """Each two entities that share a label and a type."""
        names: dict[str, set[str]] = defaultdict(set)
        for one in self.called:
            if (one.kind, one.language) == ("label", values["language"].lower()):
                names[one.entity].add(one.text)
        for a, b in itertools.permutations(names.keys() & set(self.graph), 2):
            kinds = [{o for _, o, p in self.graph.out_edges([one], keys=True)
                      if p == values["type"]} for one in (a, b)]  # fmt: skip
            if names[a] & names[b] and kinds[0] & kinds[1]:
                yield a, b

    def _degree(self, entity: str) -> int:
        loops: int = self.graph.number_of_edges(entity, entity)
        return len(self.graph.in_edges([entity])) + len(self.graph.out_edges([entity])) - loops

    def _told(self, entity: str) -> list[tuple[str, str]]:
        """The facts about an entity, but for literals and itself."""
        return [
            (p, o)
            for _, o, p in self.graph.out_edges([entity], keys=True)
            if o != entity and not terms.is_literal(o)
        ]

    def _walks(self) -> Iterator[tuple[str, str, str, str, str]]:
        """Two facts in a row over three different entities, which end at no literal."""
        for x, y, r1 in self.edges():
            for _, z, r2 in self.graph.out_edges(y, keys=True):
                if len({x, y, z}) == 3 and not terms.is_literal(z):
                    yield r1, r2, x, y, z

    def _triples(self, predicate: str) -> int:
        return sum(p == predicate and a != b for a, b, p in self.edges())

    def _reaching(self, predicate: str, other: str) -> int:
        """The triples of a predicate whose object is a subject of the other."""
        subjects = {a for a, b, p in self.edges() if p == other and a != b}
        return sum(p == predicate and a != b and b in subjects for a, b, p in self.edges())

    def _loops(self, predicate: str) -> int:
        return sum(p == predicate for _, _, p in nx.selfloop_edges(self.graph, keys=True))

    # ── helpers ─────────────────────────────────────────────────────────────────────────────────
    def frequent_types(self, values: Values) -> Iterable[Row]:
        kinds = [o for _, o, p in self.edges() if p == values["type"] and not terms.is_literal(o)]
        return Counter(kinds).items()

    def typing(self, values: Values) -> Iterator[Row]:
        counts = Counter(p for _, o, p in self.edges() if not terms.is_literal(o))
        yield from ((p, counts[p]) for p in set(values["known"]) & counts.keys())
        yield values["none"], 0

    def untyped(self, values: Values) -> Iterator[Row]:
        if values["type"] == values["none"]:
            yield from self.predicates(values)

    def members(self, values: Values) -> Iterator[Row]:
        typed = [(x, kind) for x, kind, p in self.edges() if p == values["type"]]
        sizes = Counter(kind for _, kind in typed)
        for x, kind in typed:
            if kind in values["types"]:
                yield kind, sizes[kind], x
        yield from ((x, 0, x) for x in self._subjects(values["untyped"]))

    def hubs(self, values: Values) -> Iterator[Row]:
        kinds = {str(kind): members for kind, members in self.frequent_types(values)}
        for x, kind, p in self.edges():
            facts = len(self._told(x))
            if p == values["type"] and kind in kinds and facts >= values["least"]:
                yield kind, kinds[kind], x, facts
        for x in self._subjects(values["untyped"]):
            if (facts := len(self._told(x))) >= values["least"]:
                yield values["thing"], 0, x, facts

    def narrower(self, values: Values) -> set[Row]:
        return {(o, s) for s, p, o in self._said() if p in values["sub"] and o in values["classes"]}

    def kinds(self, values: Values) -> set[Row]:
        return {
            (s, o)
            for s, p, o in self._said()
            if p in values["type"] and s in values["entities"] and not terms.is_literal(o)
        }

    # ── sentences ───────────────────────────────────────────────────────────────────────────────
    def alignment(self, values: Values) -> Iterator[Row]:
        kinds = defaultdict(set)
        for s, p, o in self._said():
            if p in values["type"]:
                kinds[s].add(o)
        found: dict[tuple[str, str, str, str], int] = {}
        for name, p, domain, range, subjects, objects in values["relations"]:
            for s, o, q in self.edges():
                ends = [(s, domain, subjects), (o, range, objects)]
                unknown = [
                    self._unknown(kinds[term], wanted, how, values) for term, wanted, how in ends
                ]
                if objects == "literal":
                    unknown[1] = 0 if terms.is_literal(o) else None
                if p == q and p in values["predicates"] and None not in unknown:
                    missing = sum(filter(None, unknown))
                    found[name, p, s, o] = min(missing, found.get((name, p, s, o), missing))
        texts = {id: text for id, text, _ in self.said}
        told = {(id, _fact(mention)) for id, mention in self.told}
        for (name, p, s, o), missing in found.items():
            if missing == 0 or values["types"] == "open":
                often = self._is_often(p, s, o, values["often"])
                for id in {id for id, fact in told if fact == (s, p, o)}:
                    yield name, p, s, o, id, texts[id], often, missing

    def _unknown(self, kinds: set[str], wanted: str, how: str, values: Values) -> int | None:
        """Whether it is not known that something is of a class; None where it is of another."""
        if how == "any" or any((wanted, kind) in values["kinds"] for kind in kinds):
            return 0
        return None if kinds else 1

    def _is_often(self, predicate: str, subject: str, object: str, often: int) -> int:
        edges = [(s, o) for s, o, p in self.edges() if p == predicate]
        ends = (sum(s == subject for s, _ in edges), sum(o == object for _, o in edges))
        return int(max(ends) > often)

    def _said(self) -> set[tuple[str, str, str]]:
        """What facts say, and what is said beside them."""
        return {*((s, p, o) for s, o, p in self.edges()), *self.given}

    def _has_type(self, entity: str, values: Values) -> bool:
        typed = any(values["type"] in self.between(entity, kind) for kind in values["types"])
        return typed or entity in self._subjects(values["untyped"])

    def _subjects(self, predicates: Collection[str]) -> set[str]:
        return {s for s, _, p in self.edges() if p in predicates}

    # ── lookups ─────────────────────────────────────────────────────────────────────────────────
    def facts(self, _: Values) -> Iterator[Row]:
        return ((s, p, o) for s, o, p in self.edges())

    def predicates(self, _: Values) -> Iterator[Row]:
        return ((p,) for p in {p for _, _, p in self.edges()})

    def objects(self, values: Values) -> Iterator[Row]:
        return ((s, p, o) for s, o, p in self.edges() if (s, p) in values["questions"])

    def links(self, values: Values) -> Iterator[Row]:
        said = ((s, p, o) for s, o, p in self.edges() if p in values["predicates"])
        return (row for row in said if row[0] in values["entities"])

    def subjects(self, values: Values) -> Iterator[Row]:
        return ((p, o, s) for s, o, p in self.edges() if (p, o) in values["questions"])

    def crowds(self, values: Values) -> Iterator[Row]:
        found = Counter((p, o) for _, o, p in self.edges() if (p, o) in values["questions"])
        return ((*one, count) for one, count in found.items())

    def pool(self, values: Values) -> Iterator[Row]:
        return ((o,) for o in self._objects(values) if not terms.is_literal(o))

    def literals(self, values: Values) -> Iterator[Row]:
        return ((o,) for o in self._objects(values) if terms.is_literal(o))

    def _objects(self, values: Values) -> set[str]:
        return {o for _, o, p in self.edges() if p == values["predicate"]}

    def holders(self, values: Values) -> Iterator[Row]:
        return ((s,) for s in {s for s, _, p in self.edges() if p == values["predicate"]})

    def degrees(self, values: Values) -> Iterator[Row]:
        for entity in set(values["entities"]) & set(self.graph):
            yield entity, self._degree(entity)

    def tails(self, values: Values) -> Iterator[Row]:
        edges = [edge for edge in self.edges() if edge[0] != edge[1]]
        objects = Counter((p, s) for s, _, p in edges if p in values["predicates"])
        spread = Counter((p, count) for (p, _), count in objects.items())
        return ((p, count, subjects) for (p, count), subjects in spread.items())

    def heads(self, values: Values) -> Iterator[Row]:
        edges = [edge for edge in self.edges() if edge[0] != edge[1]]
        subjects = Counter((p, o) for _, o, p in edges if p in values["predicates"])
        literals = Counter((p, count) for (p, o), count in subjects.items() if terms.is_literal(o))
        spread = Counter((p, count) for (p, _), count in subjects.items())
        return ((*one, objects, literals[one]) for one, objects in spread.items())

    def overlaps(self, values: Values) -> Iterator[Row]:
        pairs = Counter(
            (p, q)
            for s, o, p in self.edges()
            if s != o and p in values["predicates"]
            for q in self.between(s, o) - {p}
        )
        return ((*pair, both) for pair, both in pairs.items())

    def domains(self, values: Values) -> Iterator[Row]:
        ends = {(p, s) for s, o, p in self.edges() if s != o and p in values["predicates"]}
        return self._typed(ends, values["type"])

    def ranges(self, values: Values) -> Iterator[Row]:
        ends = {(p, o) for s, o, p in self.edges() if s != o and p in values["predicates"]}
        return self._typed(ends, values["type"])

    def _typed(self, ends: set[tuple[str, str]], type: str) -> Iterator[Row]:
        kinds = defaultdict(list)
        for entity, kind, p in self.edges():
            if p == type and not terms.is_literal(kind):
                kinds[entity].append(kind)
        found = Counter((p, " ".join(sorted(kinds[end]))) for p, end in ends if end in kinds)
        return ((*one, count) for one, count in found.items())

    def datatypes(self, values: Values) -> Iterator[Row]:
        ends = {(p, o) for _, o, p in self.edges() if p in values["predicates"]}
        literals = [(p, terms.parse_literal(o)) for p, o in ends if terms.is_literal(o)]
        tagged = terms.PREFIXES["rdf"] + "langString"
        found = Counter(
            (p, tagged if one.language else one.datatype or terms.XSD + "string")
            for p, one in literals
        )
        return ((*one, count) for one, count in found.items())

    def transitivity(self, values: Values) -> Iterator[Row]:
        pairs = {(r1, x, z) for r1, r2, x, _, z in self._walks() if r1 == r2}
        for p in {p for p, _, _ in pairs} & set(values["predicates"]):
            body = [(x, z) for q, x, z in pairs if q == p]
            yield p, len(body), sum(p in self.between(x, z) for x, z in body)

    def spread(self, _: Values) -> Iterator[Row]:
        entities: Counter[int] = Counter()
        literals: Counter[int] = Counter()
        for term in self.graph:
            (literals if terms.is_literal(term) else entities)[self._degree(term)] += 1
        return ((degree, entities[degree], literals[degree]) for degree in {*entities, *literals})

    def labels(self, values: Values) -> Iterator[Row]:
        for label in self.called:
            wanted = values["language"] == label.language.partition("-")[0] or label.language in (
                values["language"],
                "mul",
            )
            if label.entity in values["entities"] and wanted:
                yield label.entity, label.language, label.kind, label.text

    def titles(self, values: Values) -> Iterator[Row]:
        rows = self.labels({**values, "entities": {label.entity for label in self.called}})
        return ((entity, tag, text) for entity, tag, kind, text in rows if kind == "label")

    def labelled(self, values: Values) -> set[Row]:
        return {(one,) for one, language in self._tagged() if language == values["language"]}

    def varieties(self, values: Values) -> set[Row]:
        """A language of two parts or more is one of its first, the only one asked here."""
        own = ((one, language.partition("-")) for one, language in self._tagged())
        return {(one,) for one, (of, dash, _) in own if dash and of == values["language"]}

    def unlabelled(self, values: Values) -> set[Row]:
        """An alias names what has no label."""
        named = {
            one.entity
            for one in self.called
            if one.kind in {"label", "alias"} and one.language == values["language"]
        }
        return {(entity,) for entity in self._ends() - named}

    def languages(self, _: Values) -> Iterable[Row]:
        return Counter(language for _, language in self._tagged()).items()

    def _tagged(self) -> set[tuple[str, str]]:
        return {(one.entity, one.language) for one in self.called if one.kind == "label"}

    def ends(self, _: Values) -> list[Row]:
        return [(len(self._ends()),)]

    def _ends(self) -> set[str]:
        return {node for node in self.graph if not terms.is_literal(node)}

    def evidence(self, values: Values) -> set[Row]:
        texts = {id: (text, source) for id, text, source in self.said}
        return {
            (*fact, *texts[id])
            for id, mention in self.told
            if (fact := _fact(mention)) in values["facts"]
        }

    def located(self, values: Values) -> set[Row]:
        texts = {id: text for id, text, _ in self.said}
        return {
            (
                *fact,
                texts[id],
                *(mention.subject_span or unknown),
                *(mention.object_span or unknown),
            )
            for unknown in [(-1, -1)]
            for id, mention in self.told
            if (fact := _fact(mention)) in values["facts"]
        }

    def surfaces(self, values: Values) -> set[Row]:
        texts = {id: text for id, text, _ in self.said}
        return {
            (entity, id, texts[id], *span)
            for id, mention in self.told
            for entity, span in (
                (mention.fact.subject, mention.subject_span),
                (mention.fact.object, mention.object_span),
            )
            if span and entity in values["entities"]
        }

    def sources(self, _: Values) -> set[Row]:
        """Files of one content share their licence, which one of them may know."""
        known = [(source.sha256, source.licence) for source in self.read if source.licence]
        return {
            (source.file, source.sha256, licence)
            for source in self.read
            for licence in [one for sha256, one in known if sha256 == source.sha256] or [""]
        }

    def loads(self, _: Values) -> set[Row]:
        return {(command,) for command in self.commands}

    def counts(self, _: Values) -> Iterable[Row]:
        return {
            "facts": self.graph.number_of_edges(),
            "labels": len(self.called),
            "sentences": len(self.said),
            "mentions": len(self.told),
            "pairs": len({(id, _fact(mention)) for id, mention in self.told}),
            "axioms": len(self.given),
            "negatives": sum(
                p == terms.PREFIXES["rdf"] + "type"
                and o == terms.PREFIXES["owl"] + "NegativePropertyAssertion"
                for _, p, o in self.given
            ),
        }.items()

    def negatives(self, values: Values) -> Iterator[Row]:
        for node, p, s in self.given:
            for other, q, o in self.given:
                if node == other and p == values["source"] and q == values["property"]:
                    for third, word, target in self.given:
                        if (
                            third == node
                            and word in values["targets"]
                            and (s, o) in set(values["questions"])
                        ):
                            yield s, o, target

    def digest(self, _: Values) -> Iterator[Row]:
        yield _in_parts(self._digests())

    def digest_names(self, _: Values) -> Iterator[Row]:
        yield _in_parts(_hashes("names", self.names({})))

    # ── what copying reads ──────────────────────────────────────────────────────────────────────
    def names(self, _: Values) -> Iterator[Row]:
        return ((one.entity, one.language, one.kind, one.text) for one in self.called)

    def axioms(self, _: Values) -> Iterable[Row]:
        return self.given

    def axioms_by(self, values: Values) -> Iterator[Row]:
        return (row for row in self.given if row[1] in values["predicates"])

    def passages(self, _: Values) -> Iterable[Row]:
        return self.said

    def mentions(self, _: Values) -> Iterator[Row]:
        texts = {id: (text, source) for id, text, source in self.said}
        for id, *told in self.spans():
            yield id, *texts[str(id)], *told

    def spans(self) -> Iterator[Row]:
        """Each mention: sentence, fact, and four offsets, -1 for none."""
        for id, mention in self.told:
            spans = (*(mention.subject_span or (-1, -1)), *(mention.object_span or (-1, -1)))
            yield id, *_fact(mention), *spans

    def statements(self, values: Values) -> Iterator[Row]:
        return ((s, p, o) for s, o, p in self.edges() if p in values["predicates"])


def _as_kept(label: Label) -> Label:
    return Label(label.entity, label.kind, label.text, label.language.lower())


def _fact(mention: Mention) -> tuple[str, str, str]:
    fact = mention.fact
    return fact.subject, fact.predicate, terms.canonical(fact.object)


def _hashes(kind: str, rows: Iterable[Row]) -> list[bytes]:
    """SHA-256 of the line of each row that is there, with the kind of row first."""
    lines = {"\x1f".join((kind, *map(str, row))) + "\n" for row in rows}
    return [hashlib.sha256(line.encode()).digest() for line in lines]


def _in_parts(digests: Collection[bytes]) -> Row:
    """The sums of the four words of these hashes, and how many there are."""
    words = [struct.unpack(">4Q", digest) for digest in digests]
    sums = [sum(column) for column in zip(*words, strict=True)] or [0] * 4
    return *sums, len(digests)
