"""Dates and numbers of many languages, as the one reader of English reads them then."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgforge import quantities
from kgforge.quantities import Date, Quantity
from kgforge.verdicts import spelling
from kgforge.verdicts.calendars import english

DAY = Date(1952, 3, 3)


@pytest.mark.parametrize(
    "text",
    [
        "3 March 1952",
        "March 3rd, 1952",
        "1952-03-03",
        "3. März 1952",
        "3 mars 1952",
        "3 de marzo de 1952",
        "3 marzo 1952",
        "3 de março de 1952",
        "3 maart 1952",
        "3 marca 1952",
        "3. března 1952",
        "3 Mart 1952",
        "ngày 3 tháng 3 năm 1952",
        "3 марта 1952 г.",
        "3 березня 1952",
        "3 март 1952",
        "3 Μαρτίου 1952",
        "٣ مارس ١٩٥٢",
        "3 במרץ 1952",
        "३ मार्च १९५२",
        "๓ มีนาคม พ.ศ. ๒๔๙๕",
        "1952年3月3日",
        "昭和27年3月3日",
        "1952년 3월 3일",
    ],
)
def test_a_day_is_the_same_in_any_language(text: str) -> None:
    assert list(quantities.dates(english(text))) == [DAY]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,000", 1000),
        ("1 000", 1000),
        ("1.000.000", 1e6),
        ("1,00,000", 1e5),
        ("3,14", 3.14),
        ("١٬٠٠٠", 1000),
        ("๑,๐๐๐", 1000),
        ("2万", 20000),
        ("1億", 1e8),
        ("3만", 30000),
        ("2,5 Millionen", 2.5e6),
        ("2 миллиона", 2e6),
        ("5 लाख", 5e5),
        ("2 million", 2e6),
        ("twenty-one", 21),
        ("seven", 7),
        ("-5", -5),
    ],
)
def test_a_number_is_the_same_in_any_language(text: str, value: float) -> None:
    assert list(quantities.numbers(english(text))) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "one of them",
        "eight-episode",
        "3.142",
        "1,2,3",
        "Mars",
        "Mai",
        "the 90s",
        "1914-1918",
        "C3PO",
    ],
)
def test_what_may_be_something_else_stays(text: str) -> None:
    assert english(text) == text


def test_values_stand_where_they_are() -> None:
    text = "98 minutes, 12 Monkeys and 8 Mile on 3 March 1952 or in 300 km2"
    found = {text[start:end]: value for (start, end), value in quantities.values(text).items()}
    assert found == {
        "3 March 1952": DAY,
        "98 minutes": Quantity(98.0, "minute"),
        "12": Quantity(12.0),
        "8": Quantity(8.0),
        "300 km2": Quantity(300.0, "squarekilometre"),
    }


@given(st.text())
def test_any_text_can_be_read(text: str) -> None:
    read = english(text)
    assert all(read[start:end] for start, end in quantities.values(read))


# ── Letters ─────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("STRASSE", "Straße"),
        ("Київ", "КИЇВ"),
        ("Королёв", "Королев"),
        ("بَارِيس", "بـاريس"),
        ("أحمد", "احمد"),
        ("القاهرة", "القاهره"),
        ("یوسف", "يوسف"),
        ("פָּרִיז", "פריז"),
        ("फ़्रांस", "फ्रांस"),
        ("ﾊﾟﾘ", "パリ"),
        ("İstanbul", "istanbul"),
        ("Ὀδυσσεύς", "ὀδυσσεύσ"),
    ],
)
def test_one_word_in_two_writings(one: str, other: str) -> None:
    assert spelling.spoken(one) == spelling.spoken(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Peña", "Pena"), ("й", "и"), ("が", "か"), ("Ї", "І"), ("C", "C#"), ("लड़का", "लरका")],
)
def test_two_words(one: str, other: str) -> None:
    assert spelling.spoken(one) != spelling.spoken(other)


def test_a_name_without_its_accents_is_another_writing_of_it() -> None:
    assert "diyarbakir" in spelling.variants("Diyarbakır")
    assert "koeln" in spelling.variants("Köln")
    assert "αθηνα" in spelling.variants("Αθήνα")
    assert spelling.variants("The Beatles") == ("thebeatles", "beatles")
    assert spelling.variants("The Who") == ("thewho",)
    assert spelling.variants("й") == ("й",)
