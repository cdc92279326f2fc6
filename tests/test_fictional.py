"""Names swapped for invented ones: on small sentences, on random ones, on the published gold."""

import json
import re
import subprocess
import sys
from collections import Counter
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgforge import quantities
from kgforge.extraction.fiction import Fiction, Name, Refused, Statement, Swapped
from kgforge.schema import TextTriple

SENTENCES = (
    "Ulm Airport serves Ulm, where John Mills was born on 5 May 1952; Mills died in 2001.",
    "The University of Ulm has 2,900 staff at 1.5 km from NATO's J. R. Smith School.",
    "Heat is a 1995 film.",
)


@pytest.fixture(scope="module")
def fiction() -> Fiction:
    return Fiction(7, [*SENTENCES, "Ulm_Airport", "Heat (film)"], ["film award", "ComicsCharacter"])


def statement(subject: str | Name, object: str | Name, relation: str = "r") -> Statement:
    named = (Name(each) if isinstance(each, str) else each for each in (subject, object))
    return Statement(next(named), relation, next(named))


def swapped(fiction: Fiction, text: str, *statements: Statement) -> Swapped:
    found = fiction.swap(text, statements)
    assert isinstance(found, Swapped), found
    return found


# ── One name ────────────────────────────────────────────────────────────────────────────────────
def test_a_name_keeps_words_case_marks_and_what_it_is(fiction: Fiction) -> None:
    assert re.fullmatch(r"[A-Z][a-z]+_Airport", fiction.name("Ulm_Airport"))
    assert re.fullmatch(r"The University of [A-Z][a-z]+", fiction.name("The University of Ulm"))
    assert re.fullmatch(r"[A-Z][a-z]+ [A-Z][a-z]+", fiction.name("John Mills"))
    assert re.fullmatch(r"[A-Z]\. [A-Z]\. [A-Z][a-z]+'s", fiction.name("J. R. Smith's"))
    assert re.fullmatch(r"[A-Z]{4,}", fiction.name("NATO"))
    assert re.fullmatch(r"[A-Z][a-z]+_\(comicsCharacter\)", fiction.name("Heat_(comicsCharacter)"))
    assert fiction.name("ulm").title() == fiction.name("Ulm") != "Ulm"
    assert fiction.name("US") != "US"


def test_what_is_part_of_another_name_stays_so(fiction: Fiction) -> None:
    town = fiction.name("Ulm")
    assert fiction.name("Ulm Airport") == f"{town} Airport"
    assert fiction.name("John Mills").split()[1] == fiction.name("Mills")


def test_years_go_back_by_the_same_number(fiction: Fiction) -> None:
    gone = {year - int(fiction.name(str(year))) for year in range(1200, 2100)}
    assert len(gone) == 1
    assert 3 <= gone.pop() <= 17


@pytest.mark.parametrize("number", ["7", "10", "250", "2,900", "418476000000.0", "0.05", "34.0"])
def test_another_number_is_of_the_same_magnitude(fiction: Fiction, number: str) -> None:
    new = fiction.name(number)
    assert new != number
    assert [mark if not mark.isdigit() else mark == "0" for mark in number][-2:] == [
        mark if not mark.isdigit() else mark == "0" for mark in new
    ][-2:]
    old_value, value = float(number.replace(",", "")), float(new.replace(",", ""))
    assert 0.1 < value / old_value < 10
    assert len(new) == len(number)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("1974-08-01", r"19\d\d-\d\d-\d\d"),
        ('"1974-08-01"', r'"19\d\d-\d\d-\d\d"'),
        ("1974-08-01T00:00:00Z", r"19\d\d-\d\d-\d\dT00:00:00Z"),
        ("05 May 1952", r"\d\d [A-Z][a-z]+ 19\d\d"),
        ("May 5, 1952", r"[A-Z][a-z]+ \d+, 19\d\d"),
        ("December 2008", r"[A-Z][a-z]+ \d{4}"),
        ("00  1997", r"00  19\d\d"),
        ("00 May 1997", r"00 [A-Z][a-z]+ 19\d\d"),
        ("2010-11", r"20\d\d-(0\d|1[0-2])"),
        ("20 Jul 2001", r"\d+ [A-Z][a-z]{2} \d{4}"),
        ("Sept. 20th, 2001", r"[A-Z][a-z]{2}\. \d+(st|nd|rd|th), \d{4}"),
        ("20 july 2001", r"\d+ [a-z]{4,} \d{4}"),
        ("JULY 20, 2001", r"[A-Z]{4,} \d+, \d{4}"),
        ("20 July  2001", r"\d+ [A-Z][a-z]{3,}  \d{4}"),
    ],
)
def test_dates_keep_form_and_precision(fiction: Fiction, text: str, form: str) -> None:
    new = fiction.name(text)
    assert re.fullmatch(form, new)
    assert new != text
    assert new[-6:] != text[-6:] or "T00" in text


@pytest.mark.parametrize("number", range(1, 130))
def test_an_ordinal_stays_one(fiction: Fiction, number: int) -> None:
    new = fiction.name(f"{number}{ordinal(number)} Ulm Street")
    found = re.fullmatch(rf"(\d+)([a-z]+) {fiction.name('Ulm')} Street", new)
    assert found
    assert int(found[1]) != number
    assert found[2] == ordinal(int(found[1]))


def ordinal(number: int) -> str:
    if number % 100 in {11, 12, 13}:
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def test_a_word_of_scale_stays_behind_a_number(fiction: Fiction) -> None:
    number = fiction.name("60")
    assert fiction.name("60 million") == f"{number} million"
    assert fiction.name('"60 million (dollars)"') == f'"{number} million (dollars)"'
    assert "Million" not in fiction.name("Million Ulm")
    found = swapped(fiction, "Ulm cost $60 Million.", statement("Ulm", '"60 million (dollars)"'))
    assert found.text.endswith(f" cost ${number} Million.")


def test_the_first_of_january_stays_so(fiction: Fiction) -> None:
    assert fiction.name("01 January 2010").startswith("01 January ")
    assert fiction.name("01 January 2010").endswith(fiction.name("2010"))


@given(st.integers(1, 99_999), st.integers(1, 99_999))
def test_different_numbers_stay_different(one: int, other: int) -> None:
    fiction = _small()
    if len(str(one)) == len(str(other)) and one != other:
        years = [1083 <= each <= 2100 for each in (one, other)]
        if not any(years):
            assert fiction.name(str(one)) != fiction.name(str(other))


def test_names_are_the_same_on_every_machine() -> None:
    """Pinned: what a benchmark was made of is made again by later versions."""
    code = (
        "from kgforge.extraction.fiction import Fiction;"
        "f = Fiction(7, ['John Mills', 'Ulm Airport']);"
        "print(f.name('John Mills'), f.name('Ulm Airport'), f.name('5 May 1952'), f.name('2,900'))"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert runs == {"Sairgles Lorpar Burax Airport 12 August 1945 8,500"}


def test_another_seed_gives_other_names() -> None:
    names = {Fiction(seed, SENTENCES).name("John Mills") for seed in range(50)}
    assert len(names) == 50


# ── One sentence ────────────────────────────────────────────────────────────────────────────────
def test_sentence_and_triples_are_swapped_alike(fiction: Fiction) -> None:
    found = swapped(
        fiction,
        SENTENCES[0],
        statement("Ulm_Airport", "Ulm", "city"),
        statement("John Mills", "1952-05-05", "born"),
        statement("John Mills", "2001", "died"),
    )
    town, man = fiction.name("Ulm"), fiction.name("John Mills")
    died = fiction.name("2001")
    born = re.search(r"born on (\d+ [A-Z][a-z]+ \d+);", found.text)
    assert born
    assert born[1].endswith(fiction.name("1952"))
    assert found.text == (
        f"{town} Airport serves {town}, where {man} was born on {born[1]}; "
        f"{man.split()[1]} died in {died}."
    )
    assert found.triples == (
        TextTriple(f"{town}_Airport", "city", town),
        TextTriple(man, "born", fiction.name("1952-05-05")),
        TextTriple(man, "died", died),
    )


@pytest.mark.parametrize(
    "there", ["20 JULY 2001", "20 Jul. 2001", "July 20th, 2001", "20th of  July 2001"]
)
@pytest.mark.parametrize("label", ["20 july 2001", "20 Jul 2001", "2001-07-20", "July 20, 2001"])
def test_a_date_is_one_in_sentence_and_triple(fiction: Fiction, there: str, label: str) -> None:
    """Whatever form and case either has."""
    found = swapped(fiction, f"Ulm, on {there}.", statement("Ulm", label))
    assert found.text == f"{fiction.name('Ulm')}, on {fiction.name(there)}."
    [said] = quantities.dates(found.text.replace("of  ", "of "))
    assert said == quantities.date(found.triples[0].object)
    assert said.day


@pytest.mark.parametrize("day", range(1, 32))
@pytest.mark.parametrize("name", ["{} {} 2010", "2010-{1:02}-{0:02}"])
def test_a_day_of_a_month_that_is_named_is_one_of_the_new_month(
    fiction: Fiction, name: str, day: int
) -> None:
    """The 31st does not become that of a month without one."""
    for month in ("January", "October"):
        place = quantities.MONTHS.index(month) + 1
        text = name.format(day, place if "-" in name else month)
        found = swapped(fiction, f"Ulm, {text}", statement("Ulm", f"{month} 2010"))
        [said] = quantities.dates(found.text)
        [told] = quantities.dates(found.triples[0].object)
        assert date(*said)
        assert said.covers(told)
        first = swapped(fiction, f"Ulm, {month} 2010", statement("Ulm", f"2010-{place:02}-01"))
        assert first.text.split(" ", 1)[1] == fiction.name(f"{month} 2010")


def test_numbers_are_found_whatever_their_commas_and_zeros(fiction: Fiction) -> None:
    found = swapped(fiction, SENTENCES[1], statement("University of Ulm", "2900.0"))
    assert f"has {fiction.name('2,900')} staff" in found.text
    assert found.triples[0].object == fiction.name("2900.0")
    assert fiction.swap("Ulm has 12,900 staff, or 2900.5.", [statement("Ulm", "2900")]) == Refused(
        "the object is not in the sentence"
    )


def test_a_year_is_a_number_too_and_a_unit_stays(fiction: Fiction) -> None:
    found = swapped(
        fiction, "Ulm weighs 1,850 tonnes since 1850.", statement("Ulm", "1850.0 (tonnes)")
    )
    year = fiction.name("1850")
    assert found.text.endswith(f" weighs {year[0]},{year[1:]} tonnes since {year}.")
    assert found.triples[0].object == f"{year}.0 (tonnes)"


def test_case_tells_initials_and_acronyms_from_words(fiction: Fiction) -> None:
    assert fiction.swap("Ulm told us.", [statement("Ulm", "US")]) == Refused(
        "the object is not in the sentence"
    )


def test_a_bracket_in_a_name_may_be_missing_in_the_sentence(fiction: Fiction) -> None:
    found = swapped(fiction, SENTENCES[2], statement("Heat (film)", "01 January 1995"))
    assert found.text == f"{fiction.name('Heat')} is a {fiction.name('1995')} film."
    assert found.triples[0].subject == f"{fiction.name('Heat')} (film)"


def test_aliases_and_spans_find_what_the_label_does_not(fiction: Fiction) -> None:
    text = "The Alster flows; Elbians love Mr Mills."
    river = Name("Elbe River", aliases=("The Alster",))
    found = swapped(fiction, text, statement(river, Name("John Mills", spans=((31, 39),))))
    assert found.text.endswith(f"{fiction.name('John Mills')}.")
    assert fiction.name("Alster") in found.text
    plain = swapped(fiction, text, statement(river, Name("John Mills", spans=((34, 39),))))
    assert plain.text.endswith(f"Mr {fiction.name('Mills')}.")


@pytest.mark.parametrize(
    ("text", "subject", "object", "reason"),
    [
        ("Ulmer lies there.", "Ulm", "there", "the subject is not in the sentence"),
        ("Ulm lies there.", "Ulm", "Bavaria", "the object is not in the sentence"),
        ("Ulm has a Film Award.", "Ulm", "Film Award", "the object's name has no word of its own"),
        ("A poet sings jazz.", "poet", "jazz", "its triples name nothing"),
        ("Ulm has a Jazz Band.", "Jazz Band", "jazz", "a common noun stands in a name alone"),
        ("It is Ulm.", "It", "Ulm", "the subject's name has no word of its own"),
    ],
)
def test_what_cannot_be_swapped_is_refused_with_its_reason(
    fiction: Fiction, text: str, subject: str, object: str, reason: str
) -> None:
    assert fiction.swap(text, [statement(subject, object)]) == Refused(reason)


def test_common_nouns_stay(fiction: Fiction) -> None:
    """Written small in the label, or said to be common; also where the sentence has another."""
    found = swapped(
        fiction, "Ulm sings heat rock.", statement("Ulm", "heat rock"), statement("Ulm", "bands")
    )
    assert found.text == f"{fiction.name('Ulm')} sings heat rock."
    assert [triple.object for triple in found.triples] == ["heat rock", "bands"]
    told = Fiction(7, ["Ulm sings Heat rock."], common=["Heat rock"])
    both = swapped(told, "Ulm sings Heat rock.", statement("Ulm", "Heat rock"))
    assert both.text == f"{told.name('Ulm')} sings Heat rock."


def test_an_article_is_no_initial(fiction: Fiction) -> None:
    for name, form in (
        ("A Song", r"A [A-Z][a-z]+"),
        ("What A Day", r"What A [A-Z][a-z]+"),
        ("I Robot", r"I [A-Z][a-z]+"),
        ("A. A. Milne", r"([B-Z])\. \1\. [A-Z][a-z]+"),
        ("Vitamin A", r"[A-Z][a-z]+ [B-Z]"),
        ("Elizabeth I", r"[A-Z][a-z]+ [A-HJ-Z]"),
    ):
        other = Fiction(7, [name], ["what song"] if name.startswith("What") else ())
        assert re.fullmatch(form, other.name(name)), other.name(name)
    found = swapped(fiction, "A Heat of A. Ulm: A Heat.", statement("A Heat", "A. Ulm"))
    heat, man = fiction.name("Heat"), fiction.name("A. Ulm")
    assert found.text == f"A {heat} of {man}: A {heat}."
    assert not man.startswith("A")


def test_an_invented_year_that_stands_there_already_is_refused(fiction: Fiction) -> None:
    text = f"Ulm grew from {fiction.name('1990')} to 1990."
    assert fiction.swap(text, [statement("Ulm", "1990")]) == Refused(
        "an invented name stands in the sentence already"
    )
    assert fiction.swap(text, []) == Refused("no triples")


def test_a_letter_that_becomes_a_real_name_is_refused() -> None:
    real = Fiction(7, []).name("A 4")
    fiction = Fiction(7, ["A 4", real])
    assert fiction.swap("Ulm lies by A 4.", [statement("A 4", "Ulm")]) == Refused(
        "an invented name is a real one"
    )


# ── Random sentences ────────────────────────────────────────────────────────────────────────────
WORDS = ["Ulm", "Bonn", "Mills", "Heat", "Neu", "Airport", "of", "the", "river", "B", "12", "1990"]


@cache
def _small() -> Fiction:
    return Fiction(3, WORDS)


NAMES = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)


@given(st.lists(NAMES, min_size=1, max_size=6), st.data())
def test_every_name_is_swapped_in_both_and_none_is_left(names: list[str], data: Any) -> None:
    text = ", ".join(names) + "."
    pairs = data.draw(
        st.lists(st.tuples(st.sampled_from(names), st.sampled_from(names)), min_size=1, max_size=3)
    )
    fiction = _small()
    found = fiction.swap(text, [statement(*pair) for pair in pairs])
    assert found == fiction.swap(text, [statement(*pair) for pair in pairs])
    if isinstance(found, Refused):
        return
    for (subject, object), triple in zip(pairs, found.triples, strict=True):
        for old, new in ((subject, triple.subject), (object, triple.object)):
            assert re.search(rf"(?<!\w){re.escape(new)}(?!\w)", found.text)
            if _is_common(old):
                assert new == old
                continue
            assert new == fiction.name(old) != old
            assert new not in WORDS or new.isdigit()
            assert not re.search(rf"(?<!\w){re.escape(old)}(?!\w)", found.text)
            assert len(new.split()) == len(old.split())


@given(st.text(max_size=30), st.text(max_size=12), st.text("0123456789 -.,(May)²٣", max_size=12))
def test_no_text_breaks_it(text: str, subject: str, object: str) -> None:
    sentence = f"{text} {subject}, {object}"
    found = _small().swap(sentence, [statement(subject, object)])
    if isinstance(found, Swapped):
        new = found.triples[0].subject
        assert new == subject if _is_common(subject) else new == _small().name(subject) != subject


# ── The published gold ──────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("data", "counts"),
    [
        (
            "wikidata_tekgen",
            {
                "swapped": 2644,
                "the subject is not in the sentence": 1106,
                "no triples": 142,
                "the object is not in the sentence": 69,
                "a common noun stands in a name alone": 53,
                "the object's name has no word of its own": 39,
                "the subject's name has no word of its own": 6,
                "an invented name stands in the sentence already": 3,
            },
        ),
        (
            "dbpedia_webnlg",
            {
                "swapped": 1217,
                "the object is not in the sentence": 577,
                "the subject is not in the sentence": 208,
                "a common noun stands in a name alone": 1,
                "the object's name has no word of its own": 11,
            },
        ),
    ],
)
def test_the_published_gold_is_swapped_or_refused(
    shared: Path, data: str, counts: dict[str, int]
) -> None:
    folder = shared / "text2kgbench" / data
    gold = [json.loads(line) for path in sorted((folder / "ground_truth").iterdir())
            for line in path.read_text(encoding="utf-8").splitlines()]  # fmt: skip
    types = [
        concept["label"]
        for path in sorted((folder / "ontologies").glob("*.json"))
        for concept in json.loads(path.read_text(encoding="utf-8"))["concepts"]
    ]
    names = {each[part] for item in gold for each in item["triples"] for part in ("sub", "obj")}
    fiction = Fiction(7, [*names, *(item["sent"] for item in gold)], types)
    outcomes: Counter[str] = Counter()
    checked = common = 0
    for item in gold:
        facts = [statement(each["sub"], each["obj"], each["rel"]) for each in item["triples"]]
        found = fiction.swap(item["sent"], facts)
        outcomes[found.reason if isinstance(found, Refused) else "swapped"] += 1
        if isinstance(found, Swapped):
            assert len(found.triples) == len(facts)
            for each, triple in zip(item["triples"], found.triples, strict=True):
                assert triple.relation == each["rel"]
                for old, new in ((each["sub"], triple.subject), (each["obj"], triple.object)):
                    if _is_common(old):
                        assert new == old
                        common += 1
                    elif re.search(r"[a-z]{3}", re.sub(MONTHS, "", old)) and "(" not in old:
                        assert new not in names
                        assert _said(new, found.text)
                        assert not _said(old, found.text)
                        checked += 1
    assert outcomes == counts
    assert checked > 5000 and common > 1


MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"


def _is_common(name: str) -> bool:
    """Whether a name has small letters, and neither capital ones nor digits."""
    return name.islower() and not re.search(r"\d", name)


def _said(name: str, text: str) -> bool:
    """Whether a text has a name's words next to one another, its last bracket left out."""
    return _plain(re.sub(r"[\s_]*\([^()]*\)$", "", name)) in _plain(text)


def _plain(text: str) -> str:
    return f" {' '.join(re.findall('[^_ ]+', re.sub('[^0-9a-zà-ÿ]', ' ', text.lower())))} "
