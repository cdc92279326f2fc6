"""A pattern tried out: its questions are those of export, or it says why there are none."""

import io
import re
import sys
from pathlib import Path

import msgspec
import pytest

import kgforge
from kgforge import benchmark, patterns
from kgforge.errors import BenchmarkError, PatternError
from kgforge.graph import LoadOptions, loading
from kgforge.mining import MineOptions, miner
from kgforge.schema import ReadOptions, folders
from tests.worlds.facts import ONTOLOGIES, ROOT, load_town

FACTS = "".join(f"s{n}\tlikes\to{n % 4}\ns{n}\tlikes\to{n % 7}\n" for n in range(12))
PEOPLE = "".join(f"s{n}\tSam {n}\n" for n in range(12))
NAMES = PEOPLE + "".join(f"o{n}\tOz {n}\n" for n in range(7))
LIKES = (
    "{0} What is liked.\n{0} params: $p: iri = kg:likes, $least: int = 1\n"
    "{0} columns: a: iri, b: iri\n{0} group: $p\n{0} keep: matches >= $least\n{0} sample: 9\n"
    "{0} role: likes = a $p b\n{0} metric: facts_known\n"
)
RQ = LIKES.format("#") + "SELECT ?a ?b {{ ?a $p ?b {} }}\n"
SQL = LIKES.format("--") + "SELECT s AS a, o AS b FROM facts WHERE p = $p {}\n"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    (tmp_path / "facts.tsv").write_text(FACTS)
    (tmp_path / "names.tsv").write_text(NAMES + "likes\tlikes\n")
    (tmp_path / "own.rq").write_text(RQ.format(""))
    return tmp_path / "own.rq"


def tried(own: Path, **params: str) -> benchmark.Checked:
    labels = [str(own.with_name("names.tsv"))]
    return benchmark.check(
        own, f"tsv:{own.with_name('facts.tsv')}", labels=labels, options=MineOptions(params)
    )


def test_the_answers_are_all_that_the_file_says(own: Path) -> None:
    found = tried(own)
    lines = {tuple(line.split("\t")) for line in FACTS.splitlines()}
    assert (found.rows, found.groups, found.kept) == (len(lines), 1, 1)
    assert found.instances == 9
    assert len(found.questions) == 5
    assert found.why == ""
    for asked in found.questions:
        number = asked.text.split()[1]
        assert asked.text == f"Sam {number} likes [MASK]."
        right = {f"Oz {o[1:]}" for s, _, o in lines if s == f"s{number}"}
        assert set(asked.answers) == right
        assert (asked.role, asked.holds, asked.template) == ("likes", True, False)


def test_its_questions_are_those_of_the_exported_items(tmp_path: Path) -> None:
    """On the shipped graph: each is, word for word, an item's, with the same answers."""
    examples = ROOT / "examples"
    [file] = patterns.scaffold(tmp_path / "own")
    found = benchmark.check(file)
    graph = f"oxigraph:{tmp_path / 'graph'}"
    labels = tuple(str(examples / name) for name in ("entities.tsv", "properties.tsv"))
    read = LoadOptions(ReadOptions(labels=labels))
    loading.load([f"tsv:{examples / 'wikidata.tsv'}"], graph, read)
    kgforge.mine([file], graph, tmp_path / "mined")
    kgforge.export(tmp_path / "mined", tmp_path / "bench")
    asked = {
        (fact.role, fact.prompts[0].text, tuple(answer.label for answer in fact.answers))
        for item in folders.read_items(tmp_path / "bench", "own")
        for fact in item.facts
    }
    assert len(found.questions) == 5
    assert {(one.role, one.text, one.answers) for one in found.questions} <= asked
    assert {one.holds for one in found.questions} == {True, False}


EXAMPLES = ROOT / "examples"
NAMED = dict(line.split("\t")[:2] for line in (EXAMPLES / "entities.tsv").read_text().splitlines())
PLACES = [line.split("\t") for line in (EXAMPLES / "wikidata.tsv").read_text().splitlines()]
LEAKING = [
    f"(wd:{s} wdt:{p} wd:{o})"
    for s, p, o in PLACES
    if NAMED.get(o, " ") in NAMED.get(s, "") or NAMED.get(s, " ") in NAMED.get(o, "")
]


@pytest.mark.parametrize(
    ("roles", "metric", "where", "reason", "most"),
    [
        (
            ["is = a p b"],
            "facts_known",
            f"VALUES (?a ?p ?b) {{ {' '.join(LEAKING)} }} ?a ?p ?b",
            "its prompt holds an answer, or a word that tells it",
            1,
        ),
        (
            ["is = a p b", "never = not a p c"],
            "all_roles",
            "VALUES ?p { wdt:P279 } ?a ?p ?b . ?b ?p ?c FILTER(?a != ?c && !EXISTS { ?a ?p ?c })",
            "the false answer follows from the graph",
            0,
        ),
        (
            ["is = a p b"],
            "facts_known",
            "VALUES ?p { wdt:P36 wdt:P37 } ?a ?p ?b",
            "its subject shares its name with another entity",
            0.5,
        ),
    ],
)
def test_its_counts_are_those_of_export(
    roles: list[str], metric: str, where: str, reason: str, most: float, tmp_path: Path
) -> None:
    """On the shipped graph, two in three of whose countries have one name; most becomes no item."""
    file = tmp_path / "own.rq"
    columns = ", ".join(f"{name}: iri" for name in ("p", "a", "b", *("c" * (len(roles) - 1))))
    header = ["Own.", f"columns: {columns}", "group: p", "sample: 60 per group"]
    header += [*(f"role: {role}" for role in roles), f"metric: {metric}"]
    file.write_text("".join(f"# {line}\n" for line in header) + f"SELECT * {{ {where} }}\n")
    countries = sorted({s for s, p, _ in PLACES if p in {"P36", "P37"}})
    alike = {country for place, country in enumerate(countries) if place % 3}
    names = tmp_path / "entities.tsv"
    names.write_text(
        "".join(f"{q}\t{'Ruritania' if q in alike else name}\n" for q, name in NAMED.items())
    )
    labels = (str(names), str(EXAMPLES / "properties.tsv"))
    graph = f"duckdb:{tmp_path / 'graph.db'}"
    read = LoadOptions(ReadOptions(labels=labels))
    loading.load([f"tsv:{EXAMPLES / 'wikidata.tsv'}"], graph, read)
    found = benchmark.check(file, graph)
    assert found.tried == found.instances > 0
    assert found.skipped[reason] > 0
    assert found.items <= most * found.tried
    kgforge.mine([file], graph, tmp_path / "mined")
    if not found.items:
        counts = "; ".join(f"{why}: {count}" for why, count in found.skipped.items())
        with pytest.raises(BenchmarkError, match=re.escape(f"gives no items ({counts})")):
            kgforge.export(tmp_path / "mined", tmp_path / "bench")
        return
    kgforge.export(tmp_path / "mined", tmp_path / "bench")
    [made] = folders.read_manifest(tmp_path / "bench").patterns
    assert (found.items, found.skipped) == (made.items, made.skipped)
    assert found.refilled == (made.refilled or 0)


def test_standard_input_is_read_once_for_all_languages(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own.with_suffix(".sql").write_text(SQL.format(""))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(FACTS.encode())))
    found = benchmark.check(own, "tsv:-", labels=[str(own.with_name("names.tsv"))])
    assert (found.languages["sparql"], found.languages["sql"]) == ("asked", "asked")
    assert len(found.questions) == 5


def test_every_language_is_read_and_asked_where_it_can_be(own: Path) -> None:
    own.with_suffix(".sql").write_text(SQL.format(""))
    own.with_suffix(".cypher").write_text(LIKES.format("//") + "MATCH nonsense\n")
    said = tried(own).languages
    assert (said["sparql"], said["sql"]) == ("asked", "asked")
    assert "only a server reads the query" in said["cypher"]


@pytest.mark.parametrize(("text", "says"), [
    (SQL.format("AND o <> s AND s > 9"), r"own\.sql: finds other matches than .*own\.rq: "),
    (SQL.format("AND"), r"own\.sql:9: SQL: syntax error"),
    (SQL.replace("o AS b", "o AS c").format(""), r"own\.sql:3: columns: .*not return b"),
    (SQL.replace("sample: 9", "sample: 8").format(""), r"own\.sql:5: keep: its header differs"),
])  # fmt: skip
def test_a_twin_that_asks_something_else_is_refused(text: str, says: str, own: Path) -> None:
    own.with_suffix(".sql").write_text(text)
    with pytest.raises(PatternError, match=says):
        tried(own)


def test_what_is_compiled_wrongly_is_no_fault_of_its_author(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = patterns.Pattern.query

    def wrong(pattern: patterns.Pattern, language: str) -> patterns.Query:
        query = right(pattern, language)
        text = f"SELECT * FROM ({query.text}) AS found LIMIT 3" if language == "sql" else query.text
        return msgspec.structs.replace(query, text=text)

    monkeypatch.setattr(patterns.Pattern, "query", wrong)
    said = r"own\.rq, compiled to SQL: finds other matches than .*own\.rq: 3 rows and 20, .*report"
    with pytest.raises(PatternError, match=said):
        tried(own)


def test_it_says_why_there_is_no_question(own: Path) -> None:
    absent = tried(own, p="kg:hates")
    assert absent.why == (
        "nothing in the graph matches its query: the graph has no kg:hates (p): "
        "name its own with --param p=…"
    )
    facts = own.with_name("facts.tsv")
    facts.write_text(FACTS + FACTS.replace("likes", "P9"))
    of_ids = tried(own, p="wdt:P9").why
    assert of_ids == "of the instances tried none can be asked (predicate without a label in en: 9)"
    few = tried(own, least="100")
    assert few.why == "no group has 100 instances; the largest, kg:likes, has 20"
    of_file = benchmark.check("symmetry", options=MineOptions({"symmetry.least": "1000"}))
    assert of_file.why.startswith("no group has 1,000 triples and a share of 0.5")
    own.write_text(RQ.format("").replace("sample: 9", "sample: 0"))
    assert tried(own).why == "its sample draws none"


def test_it_gives_the_reason_of_mine_where_names_are_missing(own: Path) -> None:
    """Every answer has but an id, and no sample is to blame."""
    facts = own.with_name("facts.tsv")
    facts.write_text(FACTS.replace("\to", "\tQ"))
    wanted = (
        "every instance of the groups that were kept has an entity without a name in en: load "
        "labels, or name another language with --language"
    )
    assert tried(own).why == wanted
    found = miner.find([own], f"tsv:{facts}", own.with_name("mined"))
    assert found.nothing == {"own": wanted}


def test_a_groups_file_is_read_too(own: Path) -> None:
    own.with_name("own.groups.rq").write_text(
        "# Its facts.\n# params: $p: iri\n# columns: matches: int\n"
        "SELECT (COUNT(*) AS ?matches { ?a $p ?b }\n"
    )
    with pytest.raises(PatternError, match=r"own\.groups\.rq:4:30: SPARQL: after '\?matches'"):
        tried(own)


def test_a_text_is_shown_with_its_triples(tmp_path: Path) -> None:
    address = f"oxigraph:{tmp_path / 'graph'}"
    load_town(address)
    found = benchmark.check("alignment", address, options=MineOptions(ontologies=ONTOLOGIES))
    texts = {asked.text: asked.answers for asked in found.questions}
    assert all(asked.role == "text" for asked in found.questions)
    [born] = texts["Ann was born in Springfield, Land, in 1970."]
    assert "Ann" in born
    assert "1970" in born
