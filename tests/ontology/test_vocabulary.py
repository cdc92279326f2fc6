"""Ontologies: what ships is sound and our own wording; files of others are read or refused."""

import csv
import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import rdflib

from kgforge import resources, terms
from kgforge.errors import OntologyError
from kgforge.ontology import vocabulary
from kgforge.ontology.vocabulary import Vocabulary

FOLDER = resources.folder("ontologies")
WDT = terms.PREFIXES["wdt"]
SYMMETRIC = ("P190", "P26", "P3373", "P451", "P47", "P530")
INVERSE = (
    "P127|P1830",
    "P1344|P1923",
    "P1376|P36",
    "P155|P156",
    "P22|P40",
    "P2341|P2936",
    "P355|P749",
)
TRANSITIVE = ("P279", "P361", "P527", "P131", "P150", "P171")


@pytest.fixture(scope="module")
def wikidata() -> Vocabulary:
    return vocabulary.read_only([FOLDER / "wikidata.ttl"])


def predicates_of(found: Vocabulary) -> list[str]:
    return [subject for subject, link, _ in found.texts if link == vocabulary.TEMPLATE]


def wordings(found: Vocabulary) -> list[tuple[str, str]]:
    return [
        (subject, text)
        for (subject, link, _), all_texts in found.texts.items()
        if link in {vocabulary.TEMPLATE, vocabulary.IMPLIED_TEMPLATE}
        for text in all_texts
    ]


# ── What ships ──────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("name", ["wikidata.ttl", "dbpedia.ttl", "kgforge.ttl"])
def test_another_parser_reads_the_same_texts(name: str) -> None:
    graph = rdflib.Graph().parse(FOLDER / name, format="turtle")
    theirs = {
        (str(s), str(p), o.language or "", str(o))
        for s, p, o in graph
        if isinstance(o, rdflib.Literal) and not o.datatype
    }
    found = vocabulary.read_only([FOLDER / name])
    ours = {(*key, text) for key, all_texts in found.texts.items() for text in all_texts}
    assert ours == theirs


@pytest.mark.parametrize(
    ("name", "predicates", "least"), [("wikidata.ttl", 200, 2), ("dbpedia.ttl", 120, 2)]
)
def test_there_are_enough_templates(name: str, predicates: int, least: int) -> None:
    found = vocabulary.read_only([FOLDER / name])
    rich = [p for p in predicates_of(found) if len(found.templates(p, "en")) >= least]
    assert len(rich) >= predicates
    assert len(rich) == len(predicates_of(found))


@pytest.mark.parametrize("name", ["wikidata.ttl", "dbpedia.ttl"])
def test_every_wording_is_a_sentence_with_both_slots(name: str) -> None:
    for predicate, text in wordings(vocabulary.read_only([FOLDER / name])):
        assert (text.count("[X]"), text.count("[Y]")) == (1, 1), (predicate, text)
        assert text.endswith(".") and not text.endswith("..") and " ." not in text, (
            predicate,
            text,
        )
        assert text.startswith("[X] ") or text[0].isupper(), (predicate, text)
        assert text.isascii() and "  " not in text and text == text.strip(), (predicate, text)


@pytest.mark.parametrize("name", ["wikidata.ttl", "dbpedia.ttl"])
def test_every_predicate_can_be_asked_from_left_to_right(name: str) -> None:
    found = vocabulary.read_only([FOLDER / name])
    for predicate in predicates_of(found):
        assert found.templates(predicate, "en")[0].endswith(" [Y]."), predicate
        implied = found.implied_templates(predicate, "en")
        assert not implied or any(text.endswith(" [Y].") for text in implied), predicate


@pytest.mark.parametrize("name", ["wikidata.ttl", "dbpedia.ttl"])
def test_no_predicate_is_described_twice(name: str) -> None:
    subjects = re.findall(r"^((?:wdt|dbp):\w+) ", (FOLDER / name).read_text("utf-8"), re.M)
    assert (
        len(subjects)
        == len(set(subjects))
        == len(predicates_of(vocabulary.read_only([FOLDER / name])))
    )


def test_labels_are_wikidatas(wikidata: Vocabulary, shared: Path) -> None:
    """The graph's own; of predicates that it lacks those of a table of all properties."""
    with (shared / "wikidata" / "properties.tsv").open(encoding="utf-8", newline="") as stream:
        labels = {
            WDT + row["pid"]: row["label_en"] for row in csv.DictReader(stream, delimiter="\t")
        }
    others = (shared / "templates" / "wikidata-properties.csv").read_text("utf-8")
    labels = dict(re.findall(r'^(\S+/P\d+)\t\S+#label\t"(.*)"$', others, re.M)) | labels
    ours = {p: wikidata.label(p, "en") for p in predicates_of(wikidata) if p in labels}
    assert ours == {p: labels[p] for p in ours}
    assert len(ours) > 270


def test_the_frequent_predicates_are_covered(wikidata: Vocabulary, shared: Path) -> None:
    with (shared / "wikidata" / "properties.tsv").open(encoding="utf-8", newline="") as stream:
        frequent = [
            WDT + row["pid"]
            for row in csv.DictReader(stream, delimiter="\t")
            if int(row["triples"]) >= 100
        ]
    assert len(frequent) > 150
    assert set(frequent) <= set(predicates_of(wikidata))


def test_dbpedia_covers_what_webnlg_uses_most(shared: Path) -> None:
    counts: dict[str, int] = {}
    for path in (shared / "webnlg").rglob("*.xml"):
        for found in re.findall(r"<mtriple>[^<|]* \| ([^<|]*) \| ", path.read_text("utf-8")):
            counts[found] = counts.get(found, 0) + 1
    plain = [
        name
        for name, _ in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
        if re.fullmatch(r"\w+", name)
    ]
    covered = vocabulary.read_only([FOLDER / "dbpedia.ttl"])
    assert [n for n in plain[:60] if not covered.templates(terms.PREFIXES["dbp"] + n, "en")] == []


def published_templates(data: Path) -> dict[str, set[str]]:
    """Templates of LAMA, BEAR and ParaRel by property id."""
    found: dict[str, set[str]] = {}
    for path in (data / "lama" / "relations.jsonl", data / "templates" / "lama_relations.jsonl"):
        for line in path.read_text("utf-8").splitlines():
            record = json.loads(line)
            found.setdefault(record["relation"], set()).add(record["template"])
    for path in (
        data / "bear" / "metadata_relations.json",
        data / "templates" / "bear_big_metadata_relations.json",
    ):
        for name, record in json.loads(path.read_text("utf-8")).items():
            found.setdefault(name, set()).update(record["templates"])
    for path in (data / "templates" / "pararel_patterns").glob("*.jsonl"):
        for line in path.read_text("utf-8").split("\n"):
            if line.strip():
                found.setdefault(path.stem, set()).add(json.loads(line)["pattern"])
    return found


def plain_words(template: str) -> str:
    return " ".join(re.sub(r"[^\w\[\] ]", " ", template.lower()).split())


def test_templates_are_nobody_elses(wikidata: Vocabulary, shared: Path) -> None:
    published = published_templates(shared)
    assert len(published) > 60
    theirs = {plain_words(text) for texts in published.values() for text in texts}
    assert [text for _, text in wordings(wikidata) if plain_words(text) in theirs] == []


@pytest.mark.parametrize("name", SYMMETRIC)
def test_symmetric_predicates_are_declared(name: str) -> None:
    assert vocabulary.shipped().symmetric(WDT + name)


@pytest.mark.parametrize("pair", INVERSE)
def test_inverse_pairs_are_declared_both_ways(pair: str) -> None:
    one, other = (WDT + name for name in pair.split("|"))
    assert other in vocabulary.shipped().inverses(one)
    assert one in vocabulary.shipped().inverses(other)


def test_axioms_say_no_more_than_they_should() -> None:
    found = vocabulary.shipped()
    assert all(found.transitive(WDT + name) for name in TRANSITIVE)
    assert found.functional(WDT + "P22")
    for name in ("P22", "P36", "P279", "P31", "P17"):
        assert not found.symmetric(WDT + name)
    assert not found.transitive(WDT + "P31")
    assert not found.functional(WDT + "P47")
    assert found.inverses(WDT + "P279") == frozenset()


def test_predicates_with_a_meaning_for_mining() -> None:
    found = vocabulary.shipped()
    assert set(found.type_predicates) == {WDT + "P31", terms.PREFIXES["rdf"] + "type"}
    assert set(found.subclass_predicates) == {WDT + "P279", terms.PREFIXES["rdfs"] + "subClassOf"}
    sensitive = {
        subject for subject, link in found.links if link == terms.KGF + "sensitiveAttribute"
    }
    assert sensitive == {WDT + name for name in ("P21", "P30", "P91", "P140")}


def test_the_hierarchy_pattern_has_its_wording() -> None:
    main, *_ = vocabulary.shipped().implied_templates(WDT + "P279", "en")
    assert main == "[X] is a kind of [Y], more generally."
    assert vocabulary.shipped().implied_templates(WDT + "P26", "en") == ()


def test_our_vocabulary_is_documented_and_complete() -> None:
    ours = vocabulary.read_only([FOLDER / "kgforge.ttl"])
    used = set()
    for folder, pattern in (("ontologies", "*.ttl"), ("sparql", "**/*.rq")):
        for path in resources.folder(folder).glob(pattern):
            used |= set(re.findall(r"\bkgf:(\w+)", path.read_text("utf-8")))
    assert {"template", "Mention", "Sentence", "Source", "text", "expressedIn"} <= used
    for name in sorted(used):
        assert ours.label(terms.KGF + name, "en"), f"kgf:{name} is used and not defined"
        assert ours.description(terms.KGF + name, "en"), f"kgf:{name} has no comment"


# ── A user's own files ──────────────────────────────────────────────────────────────────────────
MINE = """@prefix wdt: <http://www.wikidata.org/prop/direct/> .
@prefix kgf: <urn:kgforge:ns#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
wdt:P26 kgf:template "Zoe says that [X] wed [Y]."@en , "[X] ist verheiratet mit [Y]."@de ,
    "A wedding: [X] and [Y]."@en .
<http://example.org/p> owl:inverseOf <http://example.org/q> ; kgf:template "[X] is p of [Y]."@EN .
[] owl:inverseOf wdt:P19 .
"""


def test_a_users_file_adds_templates(tmp_path: Path) -> None:
    mine = tmp_path / "mine.ttl"
    mine.write_text(MINE, encoding="utf-8")
    found = vocabulary.read([mine])
    shipped = vocabulary.shipped().templates(WDT + "P26", "en")
    assert found.templates(WDT + "P26", "en") == (
        *shipped,
        "Zoe says that [X] wed [Y].",
        "A wedding: [X] and [Y].",
    )
    assert found.templates(WDT + "P26", "de") == ("[X] ist verheiratet mit [Y].",)
    assert found.templates("http://example.org/p", "en") == ("[X] is p of [Y].",)
    assert found.inverses("http://example.org/q") == {"http://example.org/p"}
    assert found.inverses(WDT + "P19") == frozenset()
    assert (found.sources[-1].file, found.sources[-1].sha256) == (
        "mine.ttl",
        hashlib.sha256(MINE.encode()).hexdigest(),
    )


def test_the_same_file_twice_changes_nothing(tmp_path: Path) -> None:
    mine = tmp_path / "mine.ttl"
    mine.write_text(MINE, encoding="utf-8")
    assert vocabulary.read([mine, mine]) == vocabulary.read([mine])


def test_other_rdf_syntaxes_are_read(tmp_path: Path) -> None:
    graph = rdflib.Graph().parse(data=MINE, format="turtle")
    lines = graph.serialize(format="nt")
    (tmp_path / "mine.nq").write_text(lines.replace(" .\n", " <urn:g> .\n"), encoding="utf-8")
    (tmp_path / "bom.ttl").write_text("\ufeff" + MINE, encoding="utf-8")
    graph.serialize(tmp_path / "mine.nt", format="nt", encoding="utf-8")
    graph.serialize(tmp_path / "mine.rdf", format="xml", encoding="utf-8")
    for path in tmp_path.iterdir():
        found = vocabulary.read([path])
        assert "[X] ist verheiratet mit [Y]." in found.templates(WDT + "P26", "de")


def test_nothing_is_known_of_an_unknown_predicate() -> None:
    found = vocabulary.shipped()
    assert found.templates("http://example.org/unknown", "en") == ()
    assert found.templates(WDT + "P26", "de") == ()
    assert found.label("http://example.org/unknown", "en") is None
    assert found.description("http://example.org/unknown", "en") is None


def test_lamas_templates_are_read(shared: Path) -> None:
    path = shared / "lama" / "relations.jsonl"
    records = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    found = vocabulary.read_only([path])
    assert len(predicates_of(found)) == len(records)
    for record in records:
        predicate = WDT + record["relation"]
        assert found.templates(predicate, "en") == (record["template"],)
        assert found.label(predicate, "en") == record["label"]
        assert found.description(predicate, "en") == (record["description"] or None)


def test_bears_templates_are_read(shared: Path) -> None:
    path = shared / "bear" / "metadata_relations.json"
    records = json.loads(path.read_text("utf-8"))
    found = vocabulary.read_only([path])
    assert len(predicates_of(found)) == 60
    for name, record in records.items():
        assert found.templates(WDT + name, "en") == tuple(dict.fromkeys(record["templates"]))


# ── Bad files ───────────────────────────────────────────────────────────────────────────────────
PREFIX = "@prefix kgf: <urn:kgforge:ns#> .\n\n"
TURTLE = [
    ('kgf:template "[X] is [Y]."@en\n<urn:q> kgf:template 1 .', 4, "dot"),
    ("wdt:P26 <urn:q> .", 3, "prefix"),
    ('kgf:template "[X] is [Y].', 3, "end of file"),
    ('kgf:template\n  "[X] is."@en .', 4, "1 [X] and 0 [Y]"),
    ('kgf:template\n\n  "[Y] is [X] or [X]."@en .', 5, "2 [X] and 1 [Y]"),
    ('kgf:impliedTemplate\n "it is \\"so\\""@en .', 4, "0 [X] and 0 [Y]"),
    ('kgf:template "[X] is [Y]." .', 3, "no language"),
    ("kgf:template <urn:q> .", 3, "IRI"),
]
GOOD_LINE = '{"relation": "P1", "template": "[X] is [Y]"}\n'
LAMA = [
    ('{"relation": "P2"', 2, "not JSON"),
    ('\n{"relation": "P2"}', 3, "template"),
    ('{"relation": "no id", "template": "[X] [Y]"}', 2, "CURIE"),
    ('{"relation": "P2", "template": "[X] a"}', 2, "0 [Y]"),
]
GOOD_PART = '{"P1": {"templates": ["[X] is [Y]"]},\n '
BAD = [
    *(("a.ttl", PREFIX + "<urn:p> " + text, line, says) for text, line, says in TURTLE),
    *(("a.jsonl", GOOD_LINE + text, line, says) for text, line, says in LAMA),
    ("a.json", GOOD_PART + '"P2": {"templates": "[X]"}}', 2, "list"),
    ("a.json", GOOD_PART + '"P2": ', 2, "not JSON"),
    ("a.json", "[]", 1, "list"),
]


@pytest.mark.parametrize(("name", "text", "line", "says"), BAD)
def test_a_bad_file_is_named_with_its_line(
    tmp_path: Path, name: str, text: str, line: int, says: str
) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(OntologyError) as caught:
        vocabulary.read([path])
    assert str(caught.value).startswith(f"{path}, line {line}: ")
    assert says.lower() in str(caught.value).lower()
    assert "\n" not in str(caught.value)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(OntologyError, match="No such file"):
        vocabulary.read([tmp_path / "absent.ttl"])
    with pytest.raises(OntologyError, match=r"a\.xyz, line 1: malformed Turtle"):
        other = tmp_path / "a.xyz"
        other.write_text("subject, template\n", encoding="utf-8")
        vocabulary.read([other])
    with pytest.raises(OntologyError, match="UTF-8"):
        wrong = tmp_path / "a.ttl"
        wrong.write_bytes(b'<urn:a> <urn:b> "\xff" .')
        vocabulary.read([wrong])
    with pytest.raises(OntologyError, match="UTF-8"):
        wrong = tmp_path / "a.jsonl"
        wrong.write_bytes(b'{"relation": "\xff"}')
        vocabulary.read([wrong])


def test_importing_kgforge_stays_light() -> None:
    code = (
        "import sys, kgforge.ontology.vocabulary; "
        "print({'rdflib', 'pyoxigraph', 'torch'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
