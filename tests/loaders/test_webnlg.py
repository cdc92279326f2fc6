"""The WebNLG loader, on the published English train set and on small files."""

import gzip
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgforge import bounds, loaders, terms
from kgforge.errors import SourceError
from kgforge.schema import Entry, Label, ReadOptions, Skip

webnlg = loaders.load("webnlg")
DBR = "http://dbpedia.org/resource/"
DBP = "http://dbpedia.org/property/"
UNIT = "http://dbpedia.org/datatype/"


def read(path: Path, **options: Any) -> list[Entry]:
    return list(webnlg.read(path, ReadOptions(**options)))


def written(folder: Path, *triples: str, lex: str = "", name: str = "small.xml") -> Path:
    """A file of one entry with these triples and these ``lex`` elements."""
    inside = "".join(f"<mtriple>{triple}</mtriple>" for triple in triples)
    path = folder / name
    path.write_text(
        '<?xml version="1.0" encoding="utf-8"?>\n<benchmark><entries>\n'
        f'<entry category="Town" eid="Id1" size="{len(triples)}">\n'
        f"<modifiedtripleset>{inside}</modifiedtripleset>{lex}</entry>\n"
        "</entries></benchmark>",
        encoding="utf-8",
    )
    return path


def entry(folder: Path, *triples: str, lex: str = "") -> Entry:
    (found,) = read(written(folder, *triples, lex=lex))
    return found


# ── The published train set ─────────────────────────────────────────────────────────────────────
@pytest.fixture(scope="module")
def train(shared: Path) -> list[Path]:
    return sorted((shared / "webnlg" / "v3.0_en_train").rglob("*.xml"))


@pytest.fixture(scope="module")
def loaded(train: list[Path]) -> list[Entry]:
    return [entry for path in train for entry in read(path)]


def by_hand(train: list[Path]) -> Iterator[str]:
    """The facts' texts, by a regular expression over the files."""
    for path in train:
        text = path.read_text(encoding="utf-8")
        for found in re.findall(r"<mtriple>(.*?)</mtriple>", text):
            yield ET.fromstring(f"<t>{found}</t>").text or ""


def test_every_entry_and_triple_of_the_train_set_is_read(
    train: list[Path], loaded: list[Entry]
) -> None:
    texts = list(by_hand(train))
    assert len(train) == 88
    assert sum(entry.documents for entry in loaded) == 13_229
    assert sum(len(entry.triples) for entry in loaded) == len(texts) == 38_464
    facts = {triple for entry in loaded for triple in entry.triples}
    assert len(facts) == len(set(texts)) == 3_853


def test_every_good_text_of_the_train_set_expresses_its_entry(
    train: list[Path], loaded: list[Entry]
) -> None:
    good = unfit = 0
    for path in train:
        for lex in ET.parse(path).iter("lex"):
            good += lex.get("comment") == "good"
            unfit += lex.get("comment") != "good"
    sentences = [sentence for entry in loaded for sentence in entry.sentences]
    assert len(sentences) == len({sentence.id for sentence in sentences}) == good == 35_410
    reasons = [skip.reason for entry in loaded for skip in entry.skipped]
    assert reasons == ["text not marked good"] * unfit
    assert unfit == 5
    for entry in loaded:
        for sentence in entry.sentences:
            assert {mention.fact for mention in sentence.mentions} == set(entry.triples)


def test_spans_of_the_train_set_hold_the_labels(loaded: list[Entry]) -> None:
    found = 0
    for entry in loaded:
        names = {label.entity: label.text for label in entry.labels}
        for sentence in entry.sentences:
            for mention in sentence.mentions:
                fact = mention.fact
                for term, span in (
                    (fact.subject, mention.subject_span),
                    (fact.object, mention.object_span),
                ):
                    if span:
                        name = names.get(term) or terms.text_of(term)
                        assert sentence.text[slice(*span)] == name
                        found += 1
    assert found > 100_000


def test_all_terms_of_the_train_set_are_valid_and_named(loaded: list[Entry]) -> None:
    for entry in loaded:
        named = {label.entity for label in entry.labels}
        for triple in entry.triples:
            for term in (triple.subject, triple.predicate, triple.object):
                assert terms.is_valid(term)
                assert terms.is_literal(term) or term in named or not term.startswith(DBR)
            assert triple.subject.startswith(DBR)
            assert triple.predicate.startswith(DBP)


# ── Terms ───────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("Aarhus_Airport", f"{DBR}Aarhus_Airport"),
        ("City Council", f"{DBR}City_Council"),
        ("Deșteaptă-te,_române!", f"{DBR}Deșteaptă-te,_române!"),
        ("Officer's_Star_\"Parasol\"", f"{DBR}Officer's_Star_%22Parasol%22"),
        ("Who_Is_It?", f"{DBR}Who_Is_It%3F"),
        ("100%_Wool", f"{DBR}100%25_Wool"),
        ("HIV/AIDS", f"{DBR}HIV/AIDS"),
        ("1634:_The_Baltic_War", f"{DBR}1634:_The_Baltic_War"),
        ("2014–15_Serie_A", f"{DBR}2014–15_Serie_A"),
        ("3XN", f"{DBR}3XN"),
        ("<http://www.ghampara.gov.lk/>", "http://www.ghampara.gov.lk/"),
        ('"Asphalt"', '"Asphalt"'),
        ('"1932-03-15"', '"1932-03-15"'),
        ('"Squeezed" or "smashed" chicken', '"\\"Squeezed\\" or \\"smashed\\" chicken"'),
        ('"Bună"@ro', '"Bună"@ro'),
        ('"7"^^<http://www.w3.org/2001/XMLSchema#integer>', f'"7"^^<{terms.XSD}integer>'),
        ("1418", f'"1418"^^<{terms.XSD}integer>'),
        ("-3.3528", f'"-3.3528"^^<{terms.XSD}decimal>'),
        ("1,234.5", f'"1234.5"^^<{terms.XSD}decimal>'),
        ("1.5E9", f'"1.5E9"^^<{terms.XSD}double>'),
        ("234, 330", '"234, 330"'),
        ("1981-04-03", f'"1981-04-03"^^<{terms.XSD}date>'),
        ("1981-02-30", f"{DBR}1981-02-30"),
        ("1,234.5 (metres)", f'"1234.5"^^<{UNIT}metre>'),
        ("8514837.14  (square kilometres)", f'"8514837.14"^^<{UNIT}squareKilometre>'),
        ("1299.0 (inhabitants per square kilometre)",
         f'"1299.0"^^<{UNIT}inhabitantsPerSquareKilometre>'),
        ("-71.0 (degreeCelsius)", f'"-71.0"^^<{UNIT}degreeCelsius>'),
        ("120.0 (inches)", f'"120.0"^^<{UNIT}inch>'),
        ('"52.0"(minutes)', f'"52.0"^^<{UNIT}minute>'),
        ("18.0 g", f'"18.0"^^<{UNIT}gram>'),
        ("31.48 tax horsepower", f'"31.48"^^<{UNIT}taxHorsepower>'),
        ('"42 m"', '"42 m"'),
    ],
)  # fmt: skip
def test_objects_are_resources_or_literals(tmp_path: Path, text: str, term: str) -> None:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    (triple,) = entry(tmp_path, f"Town | fact | {escaped}").triples
    assert triple.object == term
    assert terms.is_valid(term)


@given(st.text(min_size=1))
def test_an_encoded_name_is_a_valid_iri_and_no_other_names(name: str) -> None:
    iri = DBR + terms.encoded(name)
    assert terms.is_valid(iri)
    from urllib.parse import unquote

    if not any("\ud800" <= letter <= "\udfff" for letter in name):
        assert unquote(iri) == DBR + name


def test_labels_are_names_without_underscores_and_camel_case(tmp_path: Path) -> None:
    found = entry(tmp_path, "New_York | heightAboveSea_(in_metres) | 10", "A | isIn | B_C")
    assert found.labels == (
        Label(f"{DBR}New_York", "label", "New York", "en"),
        Label(f"{DBP}heightAboveSea_(in_metres)", "label",
              "height above sea (in metres)", "en"),
        Label(f"{DBR}A", "label", "A", "en"),
        Label(f"{DBP}isIn", "label", "is in", "en"),
        Label(f"{DBR}B_C", "label", "B C", "en"),
    )  # fmt: skip


def test_labels_are_english_only(tmp_path: Path) -> None:
    (found,) = read(written(tmp_path, "A | b | C"), languages=("de",))
    assert found.labels == ()
    assert len(found.triples) == 1


def test_a_remark_may_stand_before_the_first_element(tmp_path: Path) -> None:
    path = written(tmp_path, "Ulm | country | Germany")
    head, _, rest = path.read_text("utf-8").partition("\n")
    path.write_text(f"{head}\n<!-- made by hand -->\n{rest}", "utf-8")
    (found,) = read(path)
    assert len(found.triples) == 1


# ── Texts ───────────────────────────────────────────────────────────────────────────────────────
def test_a_name_within_a_longer_one_is_not_its_span(tmp_path: Path) -> None:
    lex = '<lex comment="good" lid="Id1">Ulm Airport, near the Ulmer Alb, serves Ulm.</lex>'
    (sentence,) = entry(tmp_path, "Ulm_Airport | city | Ulm", lex=lex).sentences
    (mention,) = sentence.mentions
    assert mention.subject_span == (0, 11)
    assert mention.object_span == (40, 43)


def test_a_name_that_is_not_there_has_no_span(tmp_path: Path) -> None:
    lex = '<lex comment="good" lid="Id1">It has 7 floors.</lex>'
    (sentence,) = entry(tmp_path, "Tower | floors | 7", lex=lex).sentences
    assert sentence.mentions[0].subject_span is None
    assert sentence.mentions[0].object_span == (7, 8)


def test_texts_that_are_not_good_and_english_are_counted(tmp_path: Path) -> None:
    lex = (
        "<lex>Unmarked.</lex>"
        '<lex comment="" lang="en" lid="a">Empty mark.</lex>'
        '<lex comment="good" lang="ru" lid="b">Хорошо.</lex>'
        '<lex comment="bad" lid="c">Bad.</lex>'
        '<lex comment="good" lid="d"> </lex>'
        '<lex comment="good" lid="e"><text>Nested.</text></lex>'
    )
    found = entry(tmp_path, "A | b | C", lex=lex)
    texts = [sentence.text for sentence in found.sentences]
    assert texts == ["Unmarked.", "Empty mark.", "Nested."]
    assert [skip.reason for skip in found.skipped] == [
        "text in a language not asked for",
        "text not marked good",
        "empty text",
    ]


RUSSIAN = """<?xml version='1.0' encoding='utf-8'?>
<benchmark>
  <entries>
    <entry category="City" eid="Id1" shape="(X (X (X)))" shape_type="chain" size="2">
      <modifiedtripleset>
        <mtriple>Ulm | country | Germany</mtriple>
        <mtriple>Germany | areaCode | "49"</mtriple>
      </modifiedtripleset>
      <lex lang="en" lid="Id1">Ulm lies in Germany (49).</lex>
      <lex lang="ru" lid="Id1">Ульм - это город, страна Германия, 49.</lex>
      <lex lang="en" lid="Id2">Ulm is in Germany.</lex>
      <lex lang="ru" lid="Id2">Ulm лежит в Германии.</lex>
      <dbpedialinks>
        <dbpedialink direction="en2ru">Germany | sameAs | Германия</dbpedialink>
        <dbpedialink direction="en2ru">Berlin | sameAs | Берлин</dbpedialink>
      </dbpedialinks>
      <links>
        <link direction="en2ru">Ulm | sameAs | Ульм</link>
        <link direction="en2ru">Ulm | includes | Ул</link>
      </links>
    </entry>
  </entries>
</benchmark>
"""
"""An entry in the shape of WebNLG 3.0 in Russian: English texts and links stand beside."""


def test_of_a_file_in_two_languages_come_the_texts_and_names_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "City.xml"
    path.write_text(RUSSIAN, encoding="utf-8")
    (russian,) = read(path, languages=("RU",))
    ulm, germany = (DBR + name for name in ("Ulm", "Germany"))
    assert [sentence.text for sentence in russian.sentences] == [
        "Ульм - это город, страна Германия, 49.",
        "Ulm лежит в Германии.",
    ]
    assert set(russian.labels) == {
        Label(germany, "label", "Германия", "ru"),
        Label(ulm, "label", "Ульм", "ru"),
    }
    first, second = (sentence.mentions for sentence in russian.sentences)
    assert (first[0].subject_span, first[0].object_span) == ((0, 4), (25, 33))
    assert first[1].object_span == (35, 37)
    # named in English in the midst of a Russian text, and inflected
    assert (second[0].subject_span, second[0].object_span) == ((0, 3), None)
    assert [(skip.reason, skip.usual) for skip in russian.skipped] == [
        ("text in a language not asked for", True)
    ] * 2
    (english,) = read(path)
    assert [sentence.text[:6] for sentence in english.sentences] == ["Ulm li", "Ulm is"]
    assert {label.language for label in english.labels} == {"en"}
    assert english.triples == russian.triples
    (both,) = read(path, languages=("en", "ru"))
    assert len(both.sentences) == 4
    assert both.labels == (*english.labels, *russian.labels)


def test_a_text_that_does_not_say_its_language_is_in_that_of_its_folder(tmp_path: Path) -> None:
    """As the German texts of the enriched WebNLG 1.5, which lie in ``de/`` beside ``en/``."""
    lex = "<lex comment='good' lid='Id1'><text>Ulm liegt in Bayern. </text><template/></lex>"
    for folder in ("de/train/1triples", "de/old/en/train", "de/too/far/away", "other"):
        place = tmp_path / "german" / folder
        place.mkdir(parents=True)
        written(place, "Ulm | state | Bavaria", lex=lex)

    def texts(folder: str, *languages: str) -> list[str]:
        path = next((tmp_path / "german" / folder).glob("*.xml"))
        return [one.text for entry in read(path, languages=languages) for one in entry.sentences]

    german = ["Ulm liegt in Bayern."]
    assert texts("de/train/1triples", "de") == german
    assert texts("de/train/1triples", "de", "en") == german
    assert texts("other", "de") == []
    assert texts("other", "en") == german
    assert texts("de/old/en/train", "en", "de") == german
    assert texts("de/old/en/train", "de") == []
    assert texts("de/too/far/away", "de") == []
    assert texts("de/train/1triples", "fr") == texts("de/train/1triples", "en") == []


def test_entities_are_read_and_external_ones_left_alone(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret", encoding="utf-8")
    path = written(tmp_path, "P&amp;O | is | &outside;X")
    text = path.read_text(encoding="utf-8").replace(
        "<benchmark>", f'<!DOCTYPE b [<!ENTITY outside SYSTEM "{secret.as_uri()}">]><benchmark>'
    )
    path.write_text(text, encoding="utf-8")
    (found,) = read(path)
    assert "secret" not in str(found)


# ── Bad input ───────────────────────────────────────────────────────────────────────────────────
def test_a_triple_without_three_parts_is_skipped(tmp_path: Path) -> None:
    found = entry(tmp_path, "A | b | C", "A | b", "A | b | C | d", "A |  | C")
    assert len(found.triples) == 1
    assert found.skipped == (Skip("not subject | predicate | object", "line 4", triple=True),) * 3


def test_an_entry_without_triples_is_skipped(tmp_path: Path) -> None:
    found = entry(tmp_path, lex="<lex>Some text.</lex>")
    assert found.skipped == (Skip("entry without triples", "line 3"),)
    assert found.sentences == ()


def test_malformed_xml_names_file_and_line(tmp_path: Path) -> None:
    path = written(tmp_path, "A | b | C")
    path.write_text(path.read_text(encoding="utf-8").replace("</entry>", "</entries>"), "utf-8")
    with pytest.raises(SourceError, match=r"small\.xml, line 4: malformed XML \(.+\)"):
        read(path)


def test_an_entry_without_end_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "WIDEST", 100_000)
    path = written(tmp_path, "A | b | C")
    whole = path.read_text(encoding="utf-8")
    start, end = whole.index("<entry"), whole.index("</entry>") + len("</entry>")
    path.write_text(whole[:start] + whole[start:end] * 2000 + whole[end:], "utf-8")
    assert len(list(webnlg.read(path, ReadOptions()))) == 2000
    path.write_text(whole[: end - len("</entry>")] + "<lex>a</lex>\n" * 20_000, "utf-8")
    with pytest.raises(SourceError, match=r"small\.xml, line \d+: an entry larger than 4 MB"):
        list(webnlg.read(path, ReadOptions()))


def test_a_truncated_gzip_names_file_and_offset(tmp_path: Path, train: list[Path]) -> None:
    whole = gzip.compress(train[0].read_bytes())
    packed = tmp_path / "cut.xml.gz"
    packed.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(SourceError, match=r"cut\.xml\.gz: truncated or damaged after \d+ bytes"):
        read(packed)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"absent\.xml: No such file"):
        read(tmp_path / "absent.xml")


def test_recognises_its_own_files_only(shared: Path, train: list[Path]) -> None:
    assert all(webnlg.recognises(path) for path in train)
    for other in ("ontologies/pizza.owl", "trex/sample-output.json", "wikidata/properties.tsv"):
        assert not webnlg.recognises(shared / other)
