"""Lists that texts give, and how many of their answers are accepted."""

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgforge.verdicts.listings import listed, read_list

KEPT: Final = ("Washington, D.C.", "Trinidad and Tobago", "Crosby, Stills & Nash", "Saint-Denis")
LISTS: Final[list[tuple[str, list[str]]]] = [
    ("Paris", ["Paris"]),
    ("Germany, Italy and Spain", ["Germany", "Italy", "Spain"]),
    ("Germany, Italy, and Spain.", ["Germany", "Italy", "Spain"]),
    ("The neighbours are Germany, Italy and Spain.", ["Germany", "Italy", "Spain"]),
    ("The answers are: Germany; Italy", ["Germany", "Italy"]),
    ("- Paris (the capital)\n- Lyon: the second\n* Marseille", ["Paris", "Lyon", "Marseille"]),
    ("Here you are:\n1. Paris\n2) Lyon\n(3) Nice", ["Paris", "Lyon", "Nice"]),
    ("Sure!\n\n• Paris, the capital\n• Lyon", ["Paris", "Lyon"]),
    ("1. Washington, D.C.\n2. Trinidad and Tobago", ["Washington, D.C.", "Trinidad and Tobago"]),
    ("Trinidad and Tobago, Washington, D.C. and Rome",
     ["Trinidad and Tobago", "Washington, D.C.", "Rome"]),
    ("Crosby, Stills & Nash; Saint-Denis", ["Crosby, Stills & Nash", "Saint-Denis"]),
    ("Paris\nLyon", ["Paris", "Lyon"]),
    ('["Paris", "Lyon"]', ["Paris", "Lyon"]),
    ('```json\n["Paris", "a, b"]\n```', ["Paris", "a, b"]),
    ('The list: ["Paris"]', ["Paris"]),
    ('{"answers": [{"name": "Rome", "id": "Q220"}, "Oslo", null, 3]}', ["Rome", "Oslo", "3"]),
    ('{"answer": "Rome"}', ["Rome"]),
    ("Paris [1]", ["Paris [1]"]),
    ("[Paris", ["[Paris"]),
    ("1,000 and 2,000", ["1,000", "2,000"]),
    ("Deutschland und Italien", ["Deutschland", "Italien"]),
    ("Alemania, Italia y España", ["Alemania", "Italia", "España"]),
    ("Германия, Италия и Испания", ["Германия", "Италия", "Испания"]),
    ("Γερμανία και Ιταλία", ["Γερμανία", "Ιταλία"]),
    ("ألمانيا وفرنسا", ["ألمانيا", "فرنسا"]),
    ("ألمانيا، فرنسا", ["ألمانيا", "فرنسا"]),
    ("גרמניה וצרפת", ["גרמניה", "צרפת"]),
    ("जर्मनी, इटली और स्पेन", ["जर्मनी", "इटली", "स्पेन"]),
    ("เยอรมนีและอิตาลี", ["เยอรมนี", "อิตาลี"]),
    ("德国、法国和意大利", ["德国", "法国", "意大利"]),
    ("ドイツ、フランス", ["ドイツ", "フランス"]),
    ("독일, 프랑스 및 이탈리아", ["독일", "프랑스", "이탈리아"]),
    ("<think>Lyon, too?</think>Paris", ["Paris"]),
]  # fmt: skip
SENTENCES: Final[list[tuple[str, list[str]]]] = [
    ("France and Spain are the neighbours of Andorra.", ["France", "Spain"]),
    ("Italy and Portugal are the neighbours of Andorra.", ["Italy", "Portugal"]),
    ("The neighbours of Andorra are France and Spain.", ["France", "Spain"]),
    ("The neighbours of Italy and Malta are France and Spain.", ["France", "Spain"]),
    ("France, Spain are its neighbours.", ["France", "Spain"]),
    ("France and Spain border Andorra.", ["France", "Spain"]),
    ("Both France and Spain border Andorra.", ["France", "Spain"]),
    ("It borders France, Spain.", ["France", "Spain"]),
    ("It borders France, not Spain.", ["France"]),
    ("It borders Italy rather than Spain.", ["It borders Italy rather than Spain"]),
    ("South France, University of Spain", ["South France", "University of Spain"]),
    ("France or Italy", ["France or Italy"]),
    ("1) France 2) Spain", ["France", "Spain"]),
    ("The answers: 1. France, 2. Spain and 3. Italy", ["France", "Spain", "Italy"]),
    ("1. Apollo 11. A ship", ["Apollo 11. A ship"]),
]


@pytest.mark.parametrize(("text", "found"), SENTENCES)
def test_a_sentence_lists_its_names(text: str, found: list[str]) -> None:
    assert read_list(text, ["France", "Spain"]) == found


EMPTY: Final = (
    *(
        "",
        " \n",
        "None",
        "none.",
        "There are none.",
        "No one",
        "[]",
        "null",
        "{}",
        "Keiner",
        "niemand",
    ),
    *(
        "Aucun",
        "Ninguno",
        "Nessuno",
        "нет",
        "κανένας",
        "لا أحد",
        "אף אחד",
        "कोई नहीं",
        "ไม่มี",
        "没有",
    ),
    *("なし", "없음", "I don't know.", "...", "- none"),
)


@pytest.mark.parametrize(("text", "found"), LISTS)
def test_a_list_is_read(text: str, found: list[str]) -> None:
    assert read_list(text, KEPT) == found


@pytest.mark.parametrize("text", EMPTY)
def test_nothing_is_the_empty_list(text: str) -> None:
    assert read_list(text) == []
    assert listed(text, [["Paris"]]) == (0, 0, 1)
    assert listed(text, []) == (0, 0, 0)


def test_a_name_that_says_none_is_kept_where_it_is_accepted() -> None:
    assert read_list("None, Paris", ["None"]) == ["None", "Paris"]


NEIGHBOURS: Final = [
    ["Germany", "Deutschland", "Federal Republic of Germany"],
    ["Trinidad and Tobago", "T&T"],
    ["Washington, D.C."],
]


@pytest.mark.parametrize(
    ("given", "counts"),
    [
        ("Germany", (1, 1, 3)),
        ("Germany, Deutschland and Rome", (1, 2, 3)),
        ("germany; GERMANY; Rome; rome.", (1, 2, 3)),
        ("Trinidad and Tobago, Washington, D.C.", (2, 2, 3)),
        ("Washington DC", (1, 1, 3)),
        ("- Germany, in the north\n- York", (1, 2, 3)),
        ("East Germany", (0, 1, 3)),
        ("none", (0, 0, 3)),
        (["Rome", "Germany, I think", "not Washington, D.C."], (1, 3, 3)),
        ([], (0, 0, 3)),
    ],
)
def test_each_accepted_answer_counts_once(
    given: str | list[str], counts: tuple[int, int, int]
) -> None:
    assert listed(given, NEIGHBOURS) == counts


def test_twins_are_two_answers() -> None:
    twins = [["Congo", "DR Congo"], ["Congo", "Congo-Brazzaville"]]
    assert listed("Congo", twins) == (1, 1, 2)
    assert listed(["Congo", "DR Congo"], twins) == (1, 1, 2)
    assert listed(["DR Congo", "Congo"], twins) == (2, 2, 2)


def test_dates_and_numbers_count_by_value() -> None:
    assert listed("1,000; 3 March 1952", [["1000"], ["1952-03-03"], ["7"]]) == (2, 2, 3)


@given(st.text(), st.lists(st.lists(st.text(), max_size=2), max_size=3))
def test_any_text_is_a_list(text: str, answers: list[list[str]]) -> None:
    right, given_, wanted = listed(text, answers)
    assert 0 <= right <= min(given_, wanted)
    assert wanted == len(answers)
    assert listed(text, []) == (0, listed(text, [])[1], 0)


def test_a_deep_value_is_no_list() -> None:
    assert read_list("[" * 100_000 + "]" * 100_000) == []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Andorra has two neighbours, France and Spain.", ["France", "Spain"]),
        ("Andorra borders 2 countries, France and Spain", ["France", "Spain"]),
        ("Andorra hat zwei Nachbarn, Frankreich und Spanien.", ["Frankreich", "Spanien"]),
        ("It has three neighbours, France, Spain and Italy.", ["France", "Spain", "Italy"]),
        ("Andorra has two neighbours: France and Spain.", ["France", "Spain"]),
        ("France, Spain and Italy are its neighbours.", ["France", "Spain", "Italy"]),
        # a name that begins with a number is one of the list, and so is what is not counted
        ("Two Rivers, France and Spain", ["Two Rivers", "France", "Spain"]),
        ("two lakes, France, Spain and Italy", ["two lakes", "France", "Spain", "Italy"]),
    ],
)
def test_a_sentence_that_counts_what_it_lists_is_no_answer(text: str, wanted: list[str]) -> None:
    assert read_list(text, ["France", "Spain", "Frankreich", "Spanien"]) == wanted


def test_a_name_with_a_number_that_is_accepted_stays() -> None:
    names = ["Seven Sisters", "two brothers"]
    assert read_list("two brothers, Seven Sisters and Rome", names)[0] == "two brothers"
