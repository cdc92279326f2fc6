"""Answers in the scripts of the world: compared whole, found in sentences, and told by tokens."""

import unicodedata
from typing import Any

import pytest
from tokenizers import Tokenizer
from tokenizers.models import BPE
from tokenizers.pre_tokenizers import ByteLevel
from tokenizers.processors import ByteLevel as ByteLevelProcessor

from kgforge import matching, mentions, verdicts
from kgforge.forms import _choosing


def nfd(text: str) -> str:
    return unicodedata.normalize("NFD", text)


SAME = [
    ("İSTANBUL", "İstanbul"),
    ("ISTANBUL", "İstanbul"),  # written without the dot, as foreign keyboards do
    ("istanbul", "İstanbul"),
    ("IĞDIR", "Iğdır"),
    ("ığdır", "Iğdır"),
    ("DİYARBAKIR", "Diyarbakır"),
    (nfd("İstanbul"), "İstanbul"),
    ("STRASSE", "Straße"),
    ("GIEẞEN", "Gießen"),
    (nfd("Hà Nội"), "Hà Nội"),
    (nfd("Đà Nẵng"), "Đà Nẵng"),
    ("ＮＨＫ", "NHK"),
    ("ﾄﾖﾀ", "トヨタ"),
    ("「東京」。", "東京"),
    ("יְרוּשָׁלַיִם", "ירושלים"),
    ("القَاهِرَة", "القاهرة"),
    ("الـقـاهـرة", "القاهرة"),
    ("می\u200cخوش", "میخوش"),
    ("दिल्ली।", "दिल्ली"),
    ("\u0958\u0932\u092e", "\u0915\u093c\u0932\u092e"),  # the nukta in one code point and in two
]
"""A response and the answer that it is."""
APART = [
    ("Da Nang", "Đà Nẵng"),  # marks of Vietnamese make other words
    ("ma", "mã"),
    ("कमल", "कमला"),
    ("सरोवर", "सरोवरी"),
    ("بيروت", "بيروتي"),
    ("北京大学", "北京"),
    ("أب", "آب"),  # the hamza and the madda are letters
    ("Diyarbakir", "Diyarbakur"),
    ("กรุง", "กรุงเทพ"),
]


@pytest.mark.parametrize(("said", "answer"), SAME)
def test_one_name_in_two_writings(said: str, answer: str) -> None:
    assert matching.matches(said, [answer]) and matching.matches(answer, [said])
    assert verdicts.judge(said, [answer]) == "correct"


@pytest.mark.parametrize(("said", "answer"), APART)
def test_two_names_that_look_alike(said: str, answer: str) -> None:
    assert not matching.matches(said, [answer]) and not matching.matches(answer, [said])


SENTENCES = [
    ("首都是北京。", "北京", "correct"),
    ("北京是中国的首都。", "北京", "correct"),
    ("答案是上海。", "北京", "incorrect"),
    ("เมืองหลวงคือกรุงเทพมหานครครับ", "กรุงเทพมหานคร", "correct"),
    ("เมืองหลวงคือเชียงใหม่ครับ", "กรุงเทพมหานคร", "incorrect"),
    ("答えは東京です。", "東京", "correct"),
    ("答えは京都です。", "東京", "incorrect"),
    ("Thủ đô là Hà Nội.", "Hà Nội", "correct"),
    (nfd("Thủ đô là Hà Nội."), "Hà Nội", "correct"),
    ("Thủ đô là Huế.", "Hà Nội", "incorrect"),
    ("הבירה היא ירושלים.", "ירושלים", "correct"),
    ("הוא נולד בירושלים.", "ירושלים", "correct"),  # *in* is written on
    ("הוא נולד בתל אביב.", "ירושלים", "incorrect"),
    ("العاصمة هي القاهرة.", "القاهرة", "correct"),
    ("ولد بالقاهرة.", "القاهرة", "correct"),
    ("ذهب للقاهرة.", "القاهرة", "correct"),  # *to* and the article are one
    ("הוא גר בירושלים.", "ירושלים", "correct"),
    ("דרומית לירושלים.", "ירושלים", "incorrect"),
    ("العاصمة هي بيروت.", "القاهرة", "incorrect"),
    ("राजधानी दिल्ली है।", "दिल्ली", "correct"),
    ("राजधानी मुंबई है।", "दिल्ली", "incorrect"),
    ("Başkent İSTANBUL'dur.", "İstanbul", "correct"),
    ("IĞDIR'da doğdu.", "Iğdır", "correct"),
    ("Başkent Ankara'dır.", "İstanbul", "incorrect"),
    ("Es liegt in GIESSEN.", "Gießen", "correct"),
    ("Es liegt in Weißenfels.", "Weiß", "incorrect"),
]


@pytest.mark.parametrize(("text", "answer", "verdict"), SENTENCES)
def test_a_sentence_is_judged(text: str, answer: str, verdict: str) -> None:
    assert verdicts.judge(text, [answer]) == verdict


FOUND = [
    ("北京是首都", "北京", "北京"),
    ("ฉันรักกรุงเทพมาก", "กรุงเทพ", "กรุงเทพ"),
    ("ＮＨＫは", "NHK", "ＮＨＫ"),
    ("הוא בירושלים", "ירושלים", "ירושלים"),
    ("הוא בִּירוּשָׁלַיִם.", "ירושלים", "ירוּשָׁלַיִם"),
    ("في بَيْرُوت.", "بيروت", "بَيْرُوت"),
    ("دَخَلَ رُومَا", "روما", "رُومَا"),
    ("in Istanbul", "İstanbul", "Istanbul"),
    ("IĞDIR ve", "Iğdır", "IĞDIR"),
    ("दिल्ली में", "दिल्ली", "दिल्ली"),
    (nfd("ở Hà Nội."), "Hà Nội", nfd("Hà Nội")),
    ("GIESSEN liegt", "Gießen", "GIESSEN"),
]
WITHIN = [
    ("ฉันรักกรุงเทพ์มาก", "กรุงเทพ"),  # a mark belongs to its letter
    ("किला", "क"),
    ("दिल्लीवाला", "दिल्ली"),
    ("Weißenfels", "Weiß"),
    ("Iğdırlı", "Iğdır"),
    ("ירושלמי", "ירוש"),
    ("بيروتي", "بيروت"),
    ("Hà Nộii", "Hà Nội"),
    ("ジャパンエア", "ジャパン"),
]


@pytest.mark.parametrize(("text", "name", "wanted"), FOUND)
def test_a_name_stands_in_a_text(text: str, name: str, wanted: str) -> None:
    assert [text[slice(*span)] for span in mentions.found(text, name)] == [wanted]


@pytest.mark.parametrize(("text", "name"), WITHIN)
def test_a_part_of_a_word_is_no_name(text: str, name: str) -> None:
    assert mentions.found(text, name) == []


# ── Letters ─────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    "text",
    [
        "Odpověď: B",
        "Správná odpověď je B.",
        "Die richtige Antwort ist B.",
        "Réponse : B",
        "La respuesta correcta es B.",
        "Правильный ответ: B",
        "正确答案是B。",
        "答案：Ｂ",
        "选B",
        "Đáp án đúng là B.",
        "B、罗马",
    ],
)
def test_a_letter_is_read_in_the_languages_of_frames(text: str) -> None:
    assert _choosing.letter(text, ("米兰", "罗马", "都灵")) == "B"


@pytest.mark.parametrize("text", ["İ", "ı", "答案", "Ответ", "Ж"])
def test_what_is_no_letter_of_a_choice_chooses_nothing(text: str) -> None:
    assert _choosing.letter(text, ("a1", "b1")) is None


# ── Tokens ──────────────────────────────────────────────────────────────────────────────────────
def of_bytes() -> Tokenizer:
    """A tokenizer whose tokens are bytes, so that a letter of most scripts is several."""
    letters = sorted(ByteLevel.alphabet())
    made = Tokenizer(BPE({letter: place for place, letter in enumerate(letters)}, []))
    made.pre_tokenizer = ByteLevel(add_prefix_space=False, use_regex=False)
    made.post_processor = ByteLevelProcessor(trim_offsets=False)
    return made


def of_letters(text: str) -> Tokenizer:
    """A tokenizer whose tokens are code points."""
    return Tokenizer(BPE({letter: place for place, letter in enumerate(sorted(set(text)))}, []))


SLOTS = [
    ("法国的首都是", "巴黎", "。"),
    ("เมืองหลวงคือ", "กรุงเทพ", "ครับ"),
    ("עיר הבירה היא ", "ירושלים", "."),
    ("العاصمة هي ", "القَاهِرَة", "."),
    ("राजधानी ", "दिल्ली", " है।"),
    ("Başkent ", "İstanbul", "'dur."),
    ("Thủ đô là ", nfd("Hà Nội"), "."),
    ("", "東京", "は首都です。"),
]


@pytest.mark.parametrize(("before", "answer", "after"), SLOTS)
def test_the_tokens_of_an_answer_are_its_letters(before: str, answer: str, after: str) -> None:
    """Byte by byte and letter by letter: the answer, with the space that joins it, no more."""
    network = pytest.importorskip("kgforge.models._network")
    text = before + answer + after
    joined = before[len(before.rstrip()) :] + answer
    encoding: Any = of_bytes().encode(text)
    places = network.answer_tokens(encoding, before, answer)
    table = {letter: place for place, letter in enumerate(sorted(ByteLevel.alphabet()))}
    [(whole, _)] = ByteLevel(add_prefix_space=False, use_regex=False).pre_tokenize_str(joined)
    assert [encoding.ids[place] for place in places] == [table[letter] for letter in whole]
    encoding = of_letters(text).encode(text)
    tokens = [encoding.tokens[place] for place in network.answer_tokens(encoding, before, answer)]
    assert "".join(tokens) == joined
