"""The Wikidata loader, on published entities, dumps and malformed replies, and on small ones."""

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyoxigraph
import pytest

from kgforge import loaders, terms
from kgforge.errors import SourceError
from kgforge.loaders._wikidata.entities import BOUNDED, QUALIFIED
from kgforge.schema import Entry, Label, ReadOptions, Skip, Triple

wikidata = loaders.load("wikidata")
WD = "http://www.wikidata.org/entity/"
WDT = "http://www.wikidata.org/prop/direct/"
XSD = terms.XSD


def read(path: Path, **options: Any) -> list[Entry]:
    return list(wikidata.read(path, ReadOptions(**options)))


def written(folder: Path, text: str, name: str = "dump.json") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def triples(entries: list[Entry]) -> list[Triple]:
    return [triple for entry in entries for triple in entry.triples]


def skips(entries: list[Entry]) -> list[Skip]:
    return [skip for entry in entries for skip in entry.skipped]


def claim(kind: str, value: Any, rank: str = "normal", number: str = "P1") -> dict[str, Any]:
    snak = {"snaktype": "value", "property": number, "datavalue": {"type": kind, "value": value}}
    return {"mainsnak": snak, "rank": rank, "type": "statement"}


def item(*claims: dict[str, Any], number: str = "Q1", **more: Any) -> dict[str, Any]:
    return {"type": "item", "id": number, "claims": {"P1": list(claims)}, **more}


def only(folder: Path, *claims: dict[str, Any]) -> Entry:
    (entry,) = read(written(folder, json.dumps(item(*claims))))
    return entry


# ── Published files ─────────────────────────────────────────────────────────────────────────────
def walk(path: Path) -> Iterator[dict[str, Any]]:
    """The entities of a file, by plain means."""
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as stream:
        text = stream.read()
    if text.startswith("[\n"):
        for line in text.splitlines()[1:]:
            if line != "]":
                yield json.loads(line.rstrip(","))
        return
    record = json.loads(text)
    yield from record["entities"].values() if "entities" in record else [record]


WORST = "a statement of deprecated rank"
LESSER = "a statement of normal rank beside a preferred one"


def is_too_coarse(snak: Any) -> bool:
    """Whether a value is a time of which not even the millennium is known."""
    value = snak.get("datavalue", {})
    return bool(value.get("type") == "time" and value["value"]["precision"] < 6)


def counted(path: Path) -> tuple[int, Counter[str]]:
    """How many best-rank statements have a value, and why how many others are left out."""
    valued, without = 0, Counter[str]()
    for entity in walk(path):
        claims = entity.get("claims", {})
        for statements in claims.values():
            ranks = {statement["rank"] for statement in statements}
            best = "preferred" if "preferred" in ranks else "normal"
            for statement in statements:
                if statement["rank"] == best:
                    kind = statement["mainsnak"]["snaktype"]
                    if kind == "value" and is_too_coarse(statement["mainsnak"]):
                        kind = "a time known to ten thousand years or less precisely"
                    valued += kind == "value"
                    without.update([kind] if kind != "value" else [])
                elif statement["rank"] == "deprecated":
                    without.update([WORST])
                else:
                    without.update([LESSER])
    return valued, without


def test_the_dump_sample_is_read_whole(shared: Path) -> None:
    path = shared / "wikidata_json" / "dump_sample_49_items.json.gz"
    entries = read(path)
    valued, without = counted(path)
    assert sum(entry.documents for entry in entries) == 49
    assert len(triples(entries)) == valued == 3_566
    assert Counter(skip.reason for skip in skips(entries)) == without
    coarse = "a time known to ten thousand years or less precisely"
    assert without == {"novalue": 4, "somevalue": 1, WORST: 12, LESSER: 698, coarse: 1}
    in_english = Counter(
        language
        for entity in walk(path)
        for names in (entity["labels"], entity["descriptions"], entity["aliases"])
        for language, found in names.items()
        for _ in (found if isinstance(found, list) else [found])
        if language == "en" or language.startswith("en-")
    )
    assert Counter(label.language for entry in entries for label in entry.labels) == in_english
    assert (in_english["en"], in_english.total()) == (263, 263 + 156)


@pytest.mark.parametrize(
    "name",
    [
        "Q22.json", "wd_P279.json", "wd_Q42.json", "dahlia/P2003.json", "dahlia/P434.json",
        "dahlia/Q1299.json", "dahlia/Q16231742.json", "dahlia/Q20145.json", "dahlia/Q33281.json",
        "dahlia/Q494290.json", "dahlia/Q8646.json", "wdtk/item.json", "wdtk/property.json",
        "wdtk/mock-dump-for-long-testing.json", "wdtk/sample-dump-20150815.json.gz",
        "wdtk/wbgetentites-Oliver-Kahn.json", "wdtk/wbgetentities-Douglas-Adams.json",
        "wdtk/wbgetentities-Q1.json", "wdtk/wbgetentities-Q32063953.json",
    ],
)  # fmt: skip
def test_published_entities_are_read_whole(shared: Path, name: str) -> None:
    path = shared / "wikidata_json" / name
    entries = read(path)
    valued, without = counted(path)
    assert len(entries) == len(list(walk(path)))
    assert len(triples(entries)) == valued > 0
    assert Counter(skip.reason for skip in skips(entries)) == without
    for triple in triples(entries):
        assert all(map(terms.is_valid, (triple.subject, triple.predicate, triple.object)))
        if terms.is_literal(triple.object):
            parts = terms.parse_literal(terms.canonical(triple.object))
            assert parts.datatype.startswith((WD, terms.KGF)) or parts.datatype in {
                "", f"{XSD}date", f"{XSD}gYear", f"{XSD}dateTime", f"{XSD}decimal",
                "http://www.opengis.net/ont/geosparql#wktLiteral",
            }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "reasons", "labels"),
    [
        ("wbgetentities-1234567890-missing.json", ["missing entity"], 0),
        ("wbgetentities-missing-mid.json", ["missing entity"], 0),
        ("wbgetentities-virtual-Test.jpg.json", ["missing entity"], 0),
        ("wbgetentities-bogus.json", ["an error reply instead of entities"], 0),
        ("wbgetentities-RandomImage.jpg.json", [], 1),
        ("wbgetentities-titles.json", [], 2),
    ],
)
def test_replies_without_statements_are_counted(
    shared: Path, name: str, reasons: list[str], labels: int
) -> None:
    entries = read(shared / "wikidata_json" / "wdtk" / name)
    assert triples(entries) == []
    assert [skip.reason for skip in skips(entries)] == reasons
    assert sum(len(entry.labels) for entry in entries) == labels


def test_a_missing_entity_does_not_hide_the_others(shared: Path) -> None:
    entries = read(shared / "wikidata_json" / "wdtk" / "wbgetentities-Q6-Q42-P31.json")
    assert [one for one in skips(entries) if not one.usual] == [
        Skip("missing entity", "line 1, Q6")
    ]
    subjects = {triple.subject for triple in triples(entries)}
    assert subjects == {f"{WD}Q42", f"{WD}P31"}


def test_a_file_on_commons_has_the_iri_of_commons(shared: Path) -> None:
    entries = read(shared / "wikidata_json" / "wdtk" / "wbgetentities-RandomImage.jpg.json")
    assert entries[0].labels[0].entity == "https://commons.wikimedia.org/entity/M65057"


def test_a_propertys_labels_lie_on_its_predicate(shared: Path) -> None:
    (entry,) = read(shared / "wikidata_json" / "wd_P279.json")
    assert Label(f"{WDT}P279", "label", "subclass of", "en") in entry.labels
    assert {label.entity for label in entry.labels} == {f"{WDT}P279"}
    assert {triple.subject for triple in entry.triples} == {f"{WD}P279"}


def as_claim(number: str, object: Any) -> tuple[dict[str, Any], str]:
    """A Turtle object as Wikidata's JSON has it, and as the term that is wanted back."""
    if isinstance(object, pyoxigraph.NamedNode):
        value = {"id": object.value.removeprefix(WD)}
        return claim("wikibase-entityid", value, number=number), object.value
    if object.datatype.value == f"{XSD}dateTime":
        time = {"time": f"+{object.value}Z", "precision": 14}
        term = f'"{object.value}Z"^^<{XSD}dateTime>'
        return claim("time", time, number=number), term
    if object.language:
        tagged = {"text": object.value, "language": object.language}
        term = f'"{object.value}"@{object.language}'
        return claim("monolingualtext", tagged, number=number), term
    return claim("string", object.value, number=number), f'"{object.value}"'


def test_values_look_as_in_the_truthy_turtle(shared: Path, tmp_path: Path) -> None:
    """The statements of a published truthy Turtle file, written as JSON, come back as they are."""
    text = (shared / "wikidata_rdf" / "Q57160439_truthy.ttl").read_bytes()
    claims: dict[str, list[Any]] = {}
    wanted = set()
    for quad in pyoxigraph.parse(input=text, format=pyoxigraph.RdfFormat.TURTLE):
        predicate = quad.predicate.value
        if predicate.startswith(WDT):
            number = predicate.removeprefix(WDT)
            statement, term = as_claim(number, quad.object)
            claims.setdefault(number, []).append(statement)
            wanted.add((predicate, term))
    entity = {"type": "item", "id": "Q57160439", "claims": claims}
    found = triples(read(written(tmp_path, json.dumps(entity))))
    assert {(triple.predicate, triple.object) for triple in found} == wanted
    assert len(wanted) == 24


# ── Ranks, values, labels ───────────────────────────────────────────────────────────────────────
def test_only_the_best_rank_counts(tmp_path: Path) -> None:
    normal, best = claim("string", "normal"), claim("string", "best", "preferred")
    worst = claim("string", "worst", "deprecated")
    assert [t.object for t in only(tmp_path, normal, best, worst).triples] == ['"best"']
    assert [t.object for t in only(tmp_path, normal, worst).triples] == ['"normal"']
    assert only(tmp_path, worst).triples == ()


def test_what_its_rank_leaves_out_is_counted(tmp_path: Path) -> None:
    ranks = ("normal", "preferred", "deprecated", "odd")
    entry = only(tmp_path, *(claim("string", rank, rank) for rank in ranks))
    assert [triple.object for triple in entry.triples] == ['"preferred"']
    assert entry.skipped == tuple(
        Skip(reason, "line 1, Q1, P1", usual=True)
        for reason in (LESSER, WORST, "a statement of a rank that is not known")
    )


def test_what_facts_do_not_tell_of_their_statements_is_counted(tmp_path: Path) -> None:
    amount = {"amount": "+30", "unit": "1"}
    since = {"P580": [{"snaktype": "value", "property": "P580"}]}
    found = only(
        tmp_path,
        claim("quantity", amount),
        claim("quantity", {**amount, "lowerBound": "+29", "upperBound": "+31"}),
        {**claim("string", "a"), "qualifiers": since},
        {**claim("string", "b"), "qualifiers": since},
    )
    assert Counter(one.reason for one in found.remarks) == {QUALIFIED: 1, BOUNDED: 1}
    assert len(found.triples) == 4
    assert not only(tmp_path, claim("quantity", amount), claim("string", "a")).remarks


def test_qualifiers_and_bounds_of_the_rest_interface_are_counted(tmp_path: Path) -> None:
    one = {"property": {"id": "P1", "data_type": "quantity"}, "rank": "normal", "qualifiers": []}
    content = {"amount": "+30", "unit": "1", "lowerBound": "+29", "upperBound": "+31"}
    several = [
        {**one, "value": {"type": "value", "content": content}},
        {**one, "value": {"type": "value", "content": content}, "qualifiers": [{"property": {}}]},
    ]
    for statements, reasons in ((several[:1], [BOUNDED]), (several, [BOUNDED, QUALIFIED])):
        text = json.dumps({"type": "item", "id": "Q1", "statements": {"P1": statements}})
        (found,) = read(written(tmp_path, text))
        assert [one.reason for one in found.remarks] == reasons


def test_a_preferred_statement_without_a_value_hides_the_normal_ones(tmp_path: Path) -> None:
    unknown = claim("string", "", "preferred")
    unknown["mainsnak"] = {"snaktype": "somevalue", "property": "P1"}
    entry = only(tmp_path, claim("string", "normal"), unknown)
    assert entry.triples == ()
    assert [skip for skip in entry.skipped if skip.triple] == [
        Skip("somevalue", "line 1, Q1, P1", triple=True)
    ]


GREGORIAN, JULIAN = f"{WD}Q1985727", f"{WD}Q1985786"


@pytest.mark.parametrize(
    ("time", "precision", "calendar", "term"),
    [
        ("+1952-03-11T00:00:00Z", 11, GREGORIAN, f'"1952-03-11"^^<{XSD}date>'),
        ("+00000001952-03-11T00:00:00Z", 11, GREGORIAN, f'"1952-03-11"^^<{XSD}date>'),
        ("+1952-03-00T00:00:00Z", 10, GREGORIAN, f'"1952-03"^^<{XSD}gYearMonth>'),
        ("+1952-00-00T00:00:00Z", 9, GREGORIAN, f'"1952"^^<{XSD}gYear>'),
        ("+0800-12-25T00:00:00Z", 9, JULIAN, f'"0800"^^<{XSD}gYear>'),
        ("+1988-07-13T00:00:00Z", 8, GREGORIAN, f'"1980"^^<{terms.KGF}decade>'),
        ("+2000-00-00T00:00:00Z", 7, GREGORIAN, f'"20"^^<{terms.KGF}century>'),
        ("+1801-00-00T00:00:00Z", 7, GREGORIAN, f'"19"^^<{terms.KGF}century>'),
        ("-0500-00-00T00:00:00Z", 7, JULIAN, f'"-5"^^<{terms.KGF}century>'),
        ("+1000-00-00T00:00:00Z", 6, GREGORIAN, f'"1"^^<{terms.KGF}millennium>'),
        ("+2020-02-29T13:05:00Z", 13, GREGORIAN, f'"2020-02-29T13:05:00Z"^^<{XSD}dateTime>'),
        # Years before Christ: 44 BC is the year -43.
        ("-0044-00-00T00:00:00Z", 9, JULIAN, f'"-0043"^^<{XSD}gYear>'),
        ("-0001-00-00T00:00:00Z", 9, JULIAN, f'"0000"^^<{XSD}gYear>'),
        # Julian days, with what historians and astronomers give for them; since the Gregorian
        # calendar was made, as they are.
        ("+1564-04-26T00:00:00Z", 11, JULIAN, f'"1564-05-06"^^<{XSD}date>'),
        ("+1917-10-25T00:00:00Z", 11, JULIAN, f'"1917-10-25"^^<{terms.KGF}julianDate>'),
        ("+1582-10-04T00:00:00Z", 11, JULIAN, f'"1582-10-14"^^<{XSD}date>'),
        ("+1900-02-29T00:00:00Z", 11, JULIAN, f'"1900-02-29"^^<{terms.KGF}julianDate>'),
        ("-0044-03-15T00:00:00Z", 11, JULIAN, f'"-0043-03-13"^^<{XSD}date>'),
        ("-4713-01-01T00:00:00Z", 11, JULIAN, f'"-4713-11-24"^^<{XSD}date>'),
    ],
)  # fmt: skip
def test_times_become_dates_by_their_precision(
    tmp_path: Path, time: str, precision: int, calendar: str, term: str
) -> None:
    value = {"time": time, "precision": precision, "calendarmodel": calendar, "timezone": 0}
    (triple,) = only(tmp_path, claim("time", value)).triples
    assert triple == Triple(f"{WD}Q1", f"{WDT}P1", term)
    assert terms.canonical(term).startswith(term[: term.index("^^")])


@pytest.mark.parametrize(
    ("kind", "value", "term"),
    [
        ("wikibase-entityid", {"entity-type": "item", "numeric-id": 5, "id": "Q5"}, f"{WD}Q5"),
        ("wikibase-entityid", {"entity-type": "item", "numeric-id": 5}, f"{WD}Q5"),
        ("wikibase-entityid", {"entity-type": "property", "id": "P31"}, f"{WD}P31"),
        ("wikibase-entityid", {"entity-type": "form", "id": "L7-F1"}, f"{WD}L7-F1"),
        ("string", 'say "hi"\n', '"say \\"hi\\"\\n"'),
        ("monolingualtext", {"text": "Köln", "language": "de-AT"}, '"Köln"@de-at'),
        ("quantity", {"amount": "+1.96", "unit": f"{WD}Q11573"}, f'"1.96"^^<{WD}Q11573>'),
        ("quantity", {"amount": "-40", "unit": "1"}, f'"-40"^^<{XSD}decimal>'),
        ("quantity", {"amount": "+1.5E+3", "unit": "1"}, f'"1500"^^<{XSD}decimal>'),
        ("globecoordinate", {"latitude": 57, "longitude": -5.25, "globe": f"{WD}Q2"},
         '"Point(-5.25 57)"^^<http://www.opengis.net/ont/geosparql#wktLiteral>'),
        ("globecoordinate", {"latitude": 1e-05, "longitude": 2, "globe": f"{WD}Q405"},
         f'"<{WD}Q405> Point(2 0.00001)"^^<http://www.opengis.net/ont/geosparql#wktLiteral>'),
    ],
)  # fmt: skip
def test_values_become_terms(tmp_path: Path, kind: str, value: Any, term: str) -> None:
    (triple,) = only(tmp_path, claim(kind, value)).triples
    assert triple.object == term


@pytest.mark.parametrize(
    ("kind", "value", "reason"),
    [
        ("hologram", {"x": 1}, "unknown type of value 'hologram'"),
        ("wikibase-entityid", {"id": "42"}, "malformed value"),
        ("quantity", {"amount": "many"}, "malformed value"),
        ("quantity", {"amount": "Infinity"}, "malformed value"),
        ("globecoordinate", {"latitude": None, "longitude": 1}, "malformed value"),
        ("string", 7, "malformed value"),
        ("monolingualtext", {"text": "x", "language": "not a tag"},
         "language tag is not well-formed"),
        ("time", {"time": "+0000-01-01T00:00:00Z", "precision": 11}, "time without a year"),
        ("time", {"time": "+2021-02-29T00:00:00Z", "precision": 11}, "a day that no calendar has"),
        ("time", {"time": "+2021-00-00T00:00:00Z", "precision": 10}, "a day that no calendar has"),
        ("quantity", {"amount": "+1", "unit": "metre"}, "a unit that is no entity of Wikidata"),
        ("time", {"time": "-13798000000-00-00T00:00:00Z", "precision": 3},
         "a time known to ten thousand years or less precisely"),
        ("time", {"time": "yesterday", "precision": 11}, "malformed value"),
    ],
)  # fmt: skip
def test_values_that_cannot_be_used_are_counted(
    tmp_path: Path, kind: str, value: Any, reason: str
) -> None:
    entry = only(tmp_path, claim(kind, value), claim("string", "beside"))
    assert [triple.object for triple in entry.triples] == ['"beside"']
    assert entry.skipped == (Skip(reason, "line 1, Q1, P1", triple=True),)


def test_malformed_statements_are_counted(tmp_path: Path) -> None:
    entry = only(tmp_path, {"rank": "normal"}, {"mainsnak": {"property": "P1"}, "rank": "normal"})
    assert entry.skipped == (
        Skip("malformed statement", "line 1, Q1, statement", triple=True),
        Skip("malformed statement", "line 1, Q1, P1", triple=True),
    )


def text(language: str, value: str) -> dict[str, str]:
    return {"language": language, "value": value}


def test_labels_aliases_and_descriptions_of_the_languages_asked_for(tmp_path: Path) -> None:
    entity = item(
        labels={"de": text("de", "Köln"), "en": text("en", "Cologne"), "fr": text("fr", "Cologne")},
        aliases={"en": [text("en", "Koeln"), text("en", "Cöln")]},
        descriptions=[],
    )
    (entry,) = read(written(tmp_path, json.dumps(entity)), languages=("en", "de"))
    assert entry.labels == (
        Label(f"{WD}Q1", "label", "Köln", "de"),
        Label(f"{WD}Q1", "label", "Cologne", "en"),
        Label(f"{WD}Q1", "alias", "Koeln", "en"),
        Label(f"{WD}Q1", "alias", "Cöln", "en"),
    )


def test_a_label_for_all_languages_is_kept_as_what_it_is(tmp_path: Path) -> None:
    entity = item(
        labels={"mul": text("mul", "Ada"), "de": text("de", "Ada L.")},
        aliases={"mul": [text("mul", "A. L.")]},
    )
    (entry,) = read(written(tmp_path, json.dumps(entity)), languages=("en", "de"))
    assert entry.labels == (
        Label(f"{WD}Q1", "label", "Ada", "mul"),
        Label(f"{WD}Q1", "label", "Ada L.", "de"),
        Label(f"{WD}Q1", "alias", "A. L.", "mul"),
    )


def test_all_languages_are_kept_but_those_without_a_tag(tmp_path: Path) -> None:
    said = {"cs": text("cs", "Ada"), "zh-hant": text("zh-hant", "阿達"), "a b": text("a b", "?")}
    (entry,) = read(written(tmp_path, json.dumps(item(labels=said))), languages=("all",))
    assert [(one.text, one.language) for one in entry.labels] == [
        ("Ada", "cs"),
        ("阿達", "zh-hant"),
    ]


def test_the_dump_sample_has_the_labels_of_every_language(shared: Path) -> None:
    """The counts are those of the JSON itself, read without the loader."""
    path = shared / "wikidata_json/dump_sample_49_items.json.gz"
    with gzip.open(path, "rt") as lines:
        entities = [json.loads(line.strip(",\n")) for line in lines if len(line) > 3]
    wanted = Counter(tag for one in entities for tag in one.get("labels", {}))
    found = Counter(
        label.language
        for entry in read(path, languages=("all",))
        for label in entry.labels
        if label.kind == "label"
    )
    assert found == wanted
    assert len(found) > 200


def test_a_lexeme_has_lemmas_forms_and_senses(tmp_path: Path) -> None:
    lexeme = {
        "type": "lexeme", "id": "L7", "lemmas": {"en": text("en", "cat")}, "claims": [],
        "forms": [{"id": "L7-F1", "representations": {"en": text("en", "cats")},
                   "claims": {"P1": [claim("string", "kæts")]}}],
        "senses": [{"id": "L7-S1", "glosses": {"en": text("en", "an animal")}, "claims": []}],
    }  # fmt: skip
    (entry,) = read(written(tmp_path, json.dumps(lexeme)))
    assert entry.triples == (Triple(f"{WD}L7-F1", f"{WDT}P1", '"kæts"'),)
    assert [(label.entity, label.kind, label.text) for label in entry.labels] == [
        (f"{WD}L7", "label", "cat"),
        (f"{WD}L7-F1", "label", "cats"),
        (f"{WD}L7-S1", "description", "an animal"),
    ]


# ── Forms of files ──────────────────────────────────────────────────────────────────────────────
ONE, TWO = item(claim("string", "a")), item(claim("string", "b"), number="Q2")


@pytest.mark.parametrize(
    "text",
    [
        f"[\n{json.dumps(ONE)},\n{json.dumps(TWO)}\n]\n",
        f"[\r\n{json.dumps(ONE)},\r\n{json.dumps(TWO)}\r\n]",
        f"[\n{json.dumps(ONE)},\n{json.dumps(TWO)},\n",  # the head of a dump
        f"{json.dumps(ONE)}\n{json.dumps(TWO)}\n",
        json.dumps([ONE, TWO]),
        json.dumps([ONE, TWO], indent=2),
        "[\n" + json.dumps([ONE, TWO])[1:].replace(', "claims"', ',\n"claims"'),
        "[" + json.dumps([ONE, TWO])[1:].replace(', "claims"', ',\n"claims"'),
        json.dumps([ONE, TWO], indent=0),
        json.dumps([ONE, TWO], indent="\t"),
        '{"entities":\n{"Q1": ' + json.dumps(ONE) + ',\n"Q2":' + json.dumps(TWO) + "}}",
        json.dumps({"entities": {"Q1": ONE, "Q2": TWO}}),
        json.dumps({"entities": {"Q1": ONE, "Q2": TWO}}, indent=2),
        json.dumps({"entities": [ONE, TWO]}, indent=2),
        "\ufeff" + json.dumps({"entities": {"Q1": ONE, "Q2": TWO}}, indent=2),
        "\ufeff" + json.dumps([ONE, TWO]),
    ],
)
def test_every_form_of_a_file_is_read(tmp_path: Path, text: str) -> None:
    path = written(tmp_path, text)
    entries = read(path)
    assert [triple.object for triple in triples(entries)] == ['"a"', '"b"']
    assert len(entries) == 2
    assert skips(entries) == []
    assert wikidata.recognises(path)


def test_a_bad_line_of_a_dump_is_skipped(tmp_path: Path) -> None:
    lines = ["[", json.dumps(ONE) + ",", '{"type": "item", "id": ,', "7,", json.dumps(TWO), "]"]
    entries = read(written(tmp_path, "\n".join(lines)))
    assert len(triples(entries)) == 2
    assert skips(entries) == [Skip("malformed JSON", "line 3"), Skip("not an entity", "line 4")]


def test_redirects_and_other_records_are_counted(tmp_path: Path) -> None:
    records = [{"entity": "Q5", "redirect": "Q6"}, {"id": "Berlin"}, {}]
    entries = read(written(tmp_path, "\n".join(map(json.dumps, records))))
    assert skips(entries) == [
        Skip("redirect", "line 1, Q5"),
        Skip("not an entity", "line 2"),
        Skip("not an entity", "line 3"),
    ]


# ── Bad files ───────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"not Wikidata's entity JSON"),
        ("Q1\tP31\tQ5\n", r"not Wikidata's entity JSON"),
        (f"[\n{json.dumps(ONE)},\n{json.dumps(TWO)[:-9]}", r"ends within a record, line 3"),
        (json.dumps(ONE)[:-9], r"ends within a record, line 1"),
        (json.dumps(ONE, indent=2)[:-9], r"malformed JSON \(.+\)"),
        (json.dumps([ONE, TWO])[:-9], r"malformed JSON after item 1 of the array"),
    ],
)
def test_a_file_that_breaks_off_is_an_error(tmp_path: Path, text: str, message: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(SourceError, match=rf"dump\.json.*{message}"):
        read(path)


def test_bytes_that_are_not_utf8_are_an_error(tmp_path: Path) -> None:
    path = tmp_path / "latin.json"
    one = json.dumps(item(claim("string", "Köln")), ensure_ascii=False)
    path.write_bytes(f"[\n{one}\n]".encode("latin-1"))
    with pytest.raises(SourceError, match=r"latin\.json, line 2: not UTF-8"):
        read(path)


def test_a_truncated_gzip_names_file_and_offset(shared: Path, tmp_path: Path) -> None:
    whole = (shared / "wikidata_json" / "dump_sample_49_items.json.gz").read_bytes()
    path = tmp_path / "cut.json.gz"
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(SourceError, match=r"cut\.json\.gz: truncated or damaged after \d{6,} byt"):
        read(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"absent\.json: No such file"):
        read(tmp_path / "absent.json")


def test_recognises_its_own_files_only(shared: Path) -> None:
    own = (shared / "wikidata_json").rglob("*.json*")
    unknown = [path.name for path in own if not wikidata.recognises(path)]
    assert unknown == ["wbgetentities-bogus.json"]
    for other in (
        "trex/sample-output.json",
        "rebel/sample.jsonl.gz",
        "wikidata_rdf/P10_truthy.ttl",
        "wikidata/triples.tsv.gz",
        "templates/wiki27k_relation2template.json",
    ):
        assert not wikidata.recognises(shared / other)


def test_labels_in_other_languages_alone_are_told(tmp_path: Path) -> None:
    path = tmp_path / "items.json"
    names = {"cs": {"language": "cs", "value": "Ulm"}}
    both = {**names, "en": {"language": "en", "value": "Ulm"}}
    items = [
        {"id": "Q1", "labels": names},
        {"id": "Q2", "labels": both},
        {"id": "Q3", "labels": []},
    ]
    path.write_text("\n".join(map(json.dumps, items)))
    found = [one for entry in wikidata.read(path, ReadOptions()) for one in entry.unasked]
    assert found == [(terms.wikidata_entity("Q1"), "cs")]
