"""Where a text has a name, in several scripts; the right places were read off by hand."""

import unicodedata

import pytest

from kgforge.mentions import found

HERE = [
    ("Oslo is a city.", "Oslo", ["Oslo"]),
    ("Oslo's mayor left (Oslo).", "Oslo", ["Oslo", "Oslo"]),
    ("OSLO", "Oslo", ["OSLO"]),
    ("In New York City and New York.", "New York", ["New York", "New York"]),
    ("He lives in Washington, D.C.", "Washington, D.C.", ["Washington, D.C."]),
    ("In Saint‐Denis.", "Saint-Denis", ["Saint‐Denis"]),
    ("L’Aquila est ici.", "L'Aquila", ["L’Aquila"]),
    ("The Straße here", "strasse", ["Straße"]),
    ("New \u00a0 York", "New York", ["New \u00a0 York"]),
    (unicodedata.normalize("NFD", "São Paulo grew."), "São Paulo",
     [unicodedata.normalize("NFD", "São Paulo")]),
    ("東京は日本の首都です。", "日本", ["日本"]),
    ("北京是中国的首都", "中国", ["中国"]),
    ("ローマはイタリアの首都", "イタリア", ["イタリア"]),
    ("กรุงเทพเป็นเมืองหลวงของไทย", "ไทย", ["ไทย"]),
    ("서울은 한국의 수도이다.", "서울", ["서울"]),
    ("עיר הבירה של צרפת היא פריז.", "פריז", ["פריז"]),
    ("עיר הבירה היא בפריז.", "פריז", ["פריז"]),
    ("عاصمة فرنسا هي باريس.", "فرنسا", ["فرنسا"]),
    ("وُلد بباريس", "باريس", ["باريس"]),
    ("Ankara'da doğdu", "Ankara", ["Ankara"]),
    ("दिल्ली भारत की राजधानी है", "भारत", ["भारत"]),
    ("In the US it is so.", "US", ["US"]),
    ("Cat is a kind.", "cat", ["Cat"]),
    ("in 1952, he", "1952", ["1952"]),
    ("C++ is a language", "C++", ["C++"]),
]  # fmt: skip
NOT = [
    ("Yorkshire", "York"),
    ("Oslos", "Oslo"),
    ("He told us so", "US"),
    ("in 1,952 years", "952"),
    ("3.14", "14"),
    ("19521", "1952"),
    ("1952.5 metres", "1952"),
    ("นี", "น"),  # a letter without the sign that stands on it
    ("ﬁnest", "inest"),
    ("アメリカ", "アメ"),
    ("서울시의", "서울"),
    ("भारतीय", "भारत"),
    ("São Paulo", "Sao Paulo"),
    ("", "Oslo"),
    ("Oslo", ""),
    ("Oslo", "  "),
    ("ﬁne", "f"),  # half of a letter is no name
]


@pytest.mark.parametrize(("text", "name", "wanted"), HERE)
def test_a_name_is_found_as_it_is_written(text: str, name: str, wanted: list[str]) -> None:
    assert [text[start:end] for start, end in found(text, name)] == wanted


@pytest.mark.parametrize(("text", "name"), NOT)
def test_a_part_of_another_word_is_no_name(text: str, name: str) -> None:
    assert found(text, name) == []


def test_what_a_hyphen_joins_is_a_name_only_where_it_may_be() -> None:
    for text in ("Rhine-Westphalia", "North-Rhine", "the Rhine‐based"):
        assert len(found(text, "Rhine")) == 1
        assert found(text, "Rhine", hyphened=False) == []
    assert len(found("the Rhine - a river", "Rhine", hyphened=False)) == 1
