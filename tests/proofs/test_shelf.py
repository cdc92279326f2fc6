"""examples/shelf: every published benchmark gives the same bytes on every engine, and reads well.

Held against the triples as they are published, counted without a query.
"""

import gzip
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest

import kgforge
from docs import generate
from kgforge.benchmark import ExportOptions
from kgforge.graph import LoadOptions
from kgforge.schema import ReadOptions, folders
from tests.sampled import PROOF, some
from tests.worlds.facts import ROOT

SHELF: Final = ROOT / "examples" / "shelf"
NAMES: Final = [found.name for found in generate.shelf()]
FILES: Final = [str(SHELF / f"{name}.rq") for name in NAMES]
ENGINES: Final = ("duckdb", "oxigraph")
"""The stores that have to give the same bytes; each is asked in its own language."""
KIN: Final = ("P22", "P25", "P26", "P40", "P451", "P800")
PLACES: Final = ("P17", "P19", "P20", "P27")
"""What chooses the part that an ordinary run asks: families, works that are notable, places."""

Facts = Mapping[str, set[tuple[str, str]]]


# ── What the files say ──────────────────────────────────────────────────────────────────────────
def test_there_are_a_dozen_benchmarks_each_with_what_is_the_same_and_what_differs() -> None:
    said = [generate.told(found) for found in generate.shelf()]
    assert len({one["benchmark"].partition(",")[0] for one in said}) >= 12
    assert all(re.search(r"\b20\d\d\b", one["paper"]) for one in said)


def test_every_file_has_its_count_and_every_count_its_file() -> None:
    assert list(generate.items_of_the_shelf()) == NAMES
    assert all(generate.items_of_the_shelf().values())


@pytest.mark.parametrize(
    ("name", "many"),
    [("popqa", 16), ("entity_questions", 24), ("lama", 41), ("kamel", 234), ("codex_symmetric", 4)],
)
def test_relations_are_as_many_as_published(name: str, many: int) -> None:
    relations = listed(name)
    assert len(set(relations)) == len(relations) == many


def test_lama_and_kamel_have_the_relations_of_their_files(shared: Path) -> None:
    files = {path.stem for path in (shared / "lama_lmvocab").glob("P*.jsonl")}
    assert set(listed("lama")) == files
    templates = (shared / "templates" / "kamel_question-templates.csv").read_text("utf-8")
    asked = set(re.findall(r"^P\d+", templates, re.M))
    assert asked - set(listed("kamel")) == {"P530"}  # which has a template, and no facts there
    assert set(listed("kamel")) < asked


def test_codex_has_the_rules_and_relations_of_its_analysis(shared: Path) -> None:
    analysis = shared / "codex" / "analysis"
    rules = re.findall("^[?]a.*=>.*?\t", (analysis / "codex-s-paths.tsv").read_text("utf-8"), re.M)
    published = {tuple(found) for rule in rules if len(found := re.findall(r"P\d+", rule)) == 3}
    lines = (SHELF / "codex_compositional.rq").read_text("utf-8")
    assert set(re.findall(r"\(wdt:(P\d+) wdt:(P\d+) wdt:(P\d+)\)", lines)) == published
    symmetric = set(re.findall(r"^P\d+", (analysis / "codex-s-symmetry.tsv").read_text(), re.M))
    assert symmetric == set(re.findall(r"wdt:(P\d+)", (SHELF / "codex_symmetric.rq").read_text()))


CLUTRR: Final = {
    "child": "child=grand SO=in-law sibling=child inv-un=sibling inv-grand=inv-child",
    "inv-child": "child=sibling inv-child=inv-grand sibling=inv-un",
    "SO": "inv-child=inv-in-law grand=grand child=child",
    "sibling": "sibling=sibling inv-grand=inv-grand child=un inv-child=inv-child",
    "grand": "sibling=grand",
}
"""The compositional rules of family in CLUTRR's ``clutrr/store/rules_store.yaml``: of each first
premise the second ones, with what follows."""
KINDS: Final = {
    "P22": "inv-child", "P25": "inv-child", "P26": "SO", "P40": "child", "P3373": "sibling",
}  # fmt: skip
"""What relations of Wikidata are among CLUTRR's."""


def test_clutrr_has_the_rules_whose_premises_are_relations_of_wikidata() -> None:
    published = {(one, *rule.split("=")) for one, rules in CLUTRR.items() for rule in rules.split()}
    known = {rule for rule in published if set(rule[:2]) <= set(KINDS.values())}
    kinds = [KINDS[relation] for relation in listed("clutrr")]
    whole = set(zip(*[iter(kinds)] * 3, strict=True))
    kinds = [KINDS[relation] for relation in listed("clutrr_chains")]
    pairs = set(zip(*[iter(kinds)] * 2, strict=True))
    assert (len(published), len(whole), len(pairs)) == (16, 5, 6)  # as their headers say
    assert whole == {rule for rule in known if rule[2] in KINDS.values()}
    assert pairs == {rule[:2] for rule in known - whole}


# ── What they find ──────────────────────────────────────────────────────────────────────────────
@pytest.fixture(scope="module")
def facts(shared: Path) -> Facts:
    """The published graph by predicate; in an ordinary run the part of it that is asked."""
    found: dict[str, set[tuple[str, str]]] = defaultdict(set)
    with gzip.open(shared / "wikidata" / "triples.tsv.gz", "rt", encoding="utf-8") as stream:
        next(stream)
        for line in stream:
            s, p, o = line.split("\t")[:3]
            found[p].add((s, o))
    return found if PROOF else _part(found)


def _part(facts: Facts) -> Facts:
    """All facts about families and notable works, about their places, the classes of all."""
    chosen = {end for p in KIN for fact in facts[p] for end in fact}
    chosen |= {o for p in PLACES for s, o in facts[p] if s in chosen}
    chosen |= {o for s, o in facts["P31"] if s in chosen}
    return {p: {fact for fact in found if fact[0] in chosen} for p, found in facts.items()}


@pytest.fixture(scope="module")
def mined(
    facts: Facts, shared: Path, tmp_path_factory: pytest.TempPathFactory
) -> Mapping[str, Path]:
    """What each engine mines with every file of the shelf, Oxigraph in an ordinary run some."""
    folder = tmp_path_factory.mktemp("shelf")
    lines = (f"{s}\t{p}\t{o}" for p, found in facts.items() for s, o in sorted(found))
    triples = folder / "triples.tsv"
    triples.write_text("\n".join(["subject\tpredicate\tobject", *lines]) + "\n")
    data = shared / "wikidata"
    labels = tuple(str(data / name) for name in ("entities.tsv.gz", "properties.tsv"))
    for engine in ENGINES:
        store = f"{engine}:{folder}/{engine}"
        kgforge.load([f"tsv:{triples}"], store, LoadOptions(ReadOptions(labels=labels)))
        asked = FILES if engine == "duckdb" else some(3, FILES)
        kgforge.mine(asked, store, folder / f"mined-{engine}", engine="native")
    return {engine: folder / f"mined-{engine}" for engine in ENGINES}


def test_every_engine_gives_the_same_bytes(mined: Mapping[str, Path]) -> None:
    for name in NAMES:
        for file in ("groups.jsonl", "instances.jsonl"):
            paths = [mined[engine] / name / file for engine in ENGINES]
            found = [path.read_bytes() for path in paths if path.exists()]
            assert len(found) == 2 or not PROOF
            assert all(found) and len(set(found)) == 1, (name, file)


def chains(facts: Facts, *path: str) -> Iterator[tuple[str, ...]]:
    """All walks over these predicates between distinct entities."""
    steps: list[dict[str, set[str]]] = [defaultdict(set) for _ in path]
    for step, p in zip(steps, path, strict=True):
        for s, o in facts.get(p, ()):
            step[s].add(o)
    walks: Iterable[tuple[str, ...]] = ((s,) for s in steps[0])
    for step in steps:
        walks = _longer(walks, step)
    return iter(walks)


def _longer(
    walks: Iterable[tuple[str, ...]], step: Mapping[str, set[str]]
) -> Iterator[tuple[str, ...]]:
    """Each walk with one more step, to an entity that it does not have."""
    for walk in walks:
        yield from ((*walk, o) for o in step.get(walk[-1], ()) if o not in walk)


def listed(name: str) -> list[str]:
    """The relations that a file lists, in order."""
    return re.findall(r"wdt:(P\d+)", _text(name))


def of_facts(name: str, facts: Facts) -> int:
    return sum(s != o for p in listed(name) for s, o in facts.get(p, ()))


def of_symmetric(name: str, facts: Facts) -> int:
    return sum(s != o and (o, s) in facts[p] for p in listed(name) for s, o in facts[p])


def of_rules(name: str, facts: Facts) -> int:
    rules = zip(*[iter(listed(name))] * 3, strict=True)
    return sum((x, z) in facts[r3] for r1, r2, r3 in rules for x, _, z in chains(facts, r1, r2))


def of_pairs(name: str, facts: Facts) -> int:
    rules = zip(*[iter(listed(name))] * 2, strict=True)
    return sum(1 for r1, r2 in rules for _ in chains(facts, r1, r2))


def of_reversals(name: str, facts: Facts) -> int:
    return sum(s != o and (o, s) in facts["P40"] for p in ("P22", "P25") for s, o in facts[p])


def of_celebrities(name: str, facts: Facts) -> int:
    born, country, *things = listed(name)
    return sum(1 for p in things for _ in chains(facts, born, country, p))


def of_works(name: str, facts: Facts) -> int:
    text = _text(name)
    lists = re.findall(r"iri\* = (wdt:P[^=]*?)\n# params", text)
    first, second = (re.findall(r"P\d+", found) for found in lists)
    return sum(1 for r1 in first for r2 in second for _ in chains(facts, r1, r2))


def of_counts(name: str, facts: Facts) -> int:
    many: dict[tuple[str, str], int] = defaultdict(int)
    for p in listed(name):
        for s, o in facts.get(p, ()):
            many[p, s] += s != o
    return sum(2 <= n <= 20 for n in many.values())


def films(facts: Facts) -> set[str]:
    """What is of the class of films, or of one below it."""
    below, found = defaultdict(set), {"Q11424"}
    for s, o in facts["P279"]:
        below[o].add(s)
    todo = ["Q11424"]
    while todo:
        new = below[todo.pop()] - found
        found |= new
        todo += new
    return {s for s, o in facts["P31"] if o in found}


def of_films(name: str, facts: Facts) -> int:
    there = films(facts)
    return sum(s in there and s != o for p in _tables(name) for s, o in facts.get(p, ()))


def of_two_hops(name: str, facts: Facts) -> int:
    there, rows = films(facts), 0
    for part, p in re.findall(r'to_movie_to_\w+" wdt:(P\d+) wdt:(P\d+)\)', _text(name)):
        walks = chains(facts, "P800", p)
        rows += sum(y in there and (y, x) in facts[part] for x, y, _ in walks)
    for part in re.findall(r'\("movie_to_\w+_to_movie" wdt:(P\d+)\)', _text(name)):
        rows += sum(x in there and z in there for x, _, z in chains(facts, part, "P800"))
    return rows


def of_three_hops(name: str, facts: Facts) -> int:
    there = films(facts)
    hops = re.findall(r'" wdt:(P\d+) wdt:(P\d+)\)', _text(name))
    walks = (walk for r1, r3 in hops for walk in chains(facts, r1, "P800", r3))
    return sum(x in there and z in there for x, _, z, _ in walks)


def _text(name: str) -> str:
    return (SHELF / f"{name}.rq").read_text("utf-8")


def _tables(name: str) -> list[str]:
    """The relations of the first list alone: what gives types is a parameter, too."""
    return re.findall(r"wdt:(P\d+)", _text(name).partition("$film")[0])


ROWS: Final[Mapping[str, Callable[[str, Facts], int]]] = {
    **dict.fromkeys(("popqa", "entity_questions", "lama", "kamel", "lm_kbc"), of_facts),
    "head_to_tail": of_facts,
    "codex_symmetric": of_symmetric,
    "codex_compositional": of_rules,
    "clutrr": of_rules,
    "clutrr_chains": of_pairs,
    "reversal_curse": of_reversals,
    "compositional_celebrities": of_celebrities,
    "wikimultihop_compositional": of_works,
    "qald_count": of_counts,
    "metaqa_1hop": of_films,
    "metaqa_2hop": of_two_hops,
    "metaqa_3hop": of_three_hops,
}
"""How many rows a file has, counted from the triples."""


@pytest.mark.parametrize("name", ROWS)
def test_rows_are_those_of_the_triples(name: str, mined: Mapping[str, Path], facts: Facts) -> None:
    rows = {one.name: one.rows for one in folders.read_mining(mined["duckdb"]).patterns}
    assert rows[name] == ROWS[name](name, facts) > 0


def test_what_follows_is_kept_by_its_confidence(mined: Mapping[str, Path], facts: Facts) -> None:
    """InferWiki's rules, of symmetry and inversion: which, and by which counts."""
    loose = {p: {(s, o) for s, o in found if s != o} for p, found in facts.items()}
    for name, pairs in (
        ("inferwiki_symmetric", [(p, p) for p in loose]),
        ("inferwiki_inverse", [(p, q) for p in loose for q in loose if p != q]),
    ):
        wanted = set()
        for p, q in pairs:
            turned = sum((o, s) in loose[q] for s, o in loose[p]) if len(loose[p]) >= 50 else 0
            if turned and turned / len(loose[p]) >= 0.6:
                wanted.add(f"wdt:{p}" if p == q else f"wdt:{p}>wdt:{q}")
        groups = folders.read_groups(mined["duckdb"], name)
        assert {group.group for group in groups if group.kept} == wanted != set()


# ── What is asked ───────────────────────────────────────────────────────────────────────────────
@pytest.fixture(scope="module")
def bench(mined: Mapping[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All items in a proof, else of every file a few."""
    source, out = mined["duckdb"], tmp_path_factory.mktemp("shelf") / "bench"
    if not PROOF:
        store, source = f"duckdb:{source.parent}/duckdb", out.with_name("few")
        kgforge.mine(FILES, store, source, params={"most": "3"})
    kgforge.export(source, out, ExportOptions(candidates=20))
    return out


def test_no_prompt_has_an_identifier_or_lacks_a_template(bench: Path) -> None:
    manifest = folders.read_manifest(bench)
    asked = [made.name for made in manifest.patterns if made.items]
    if PROOF:
        assert asked == NAMES
    assert len(asked) > len(NAMES) / 2  # of a few instances the checks may leave none
    for made in manifest.patterns:
        for item in folders.read_items(bench, made.name):
            for fact in item.facts:
                for prompt in fact.prompts:
                    assert not re.search(r"\b[PQ]\d\d+\b|https?:", prompt.text), prompt.text
                    assert prompt.generator == "template", prompt.text


@pytest.mark.skipif(not PROOF, reason="all items of the whole graph: in make proof")
def test_items_are_as_many_as_the_page_says(bench: Path) -> None:
    made = {one.name: one.items for one in folders.read_manifest(bench).patterns}
    assert made == dict(generate.items_of_the_shelf())
