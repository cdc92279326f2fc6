# ruff: noqa: E501
"""The words that forms put around a fact, by language, and by which answers call it true or false.

A frame is what a question has besides its statement and its names. There is one for each language
in ``FRAMES``. In a further language of a benchmark that has none, forms with a frame ask nothing;
the first language has the English one then. Which one a prompt has is read from the prompt
(``used``), so that older ones, in English words throughout, are judged by these.
"""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final, Literal

from msgspec import Struct

Part = Literal["judge", "list_all", "answer"]
"""Which words of a frame stand before the slot."""


class Frame(Struct, frozen=True):
    """The words of forms in one language; instructions are for models that chat."""

    true: str
    false: str
    judge: str
    """Behind a statement."""
    say_truth: str
    list_all: str
    """Behind a question for all names."""
    say_all: str
    answer: str
    """Behind lettered choices."""
    say_letter: str
    say_name: str
    """For a question that has no words but its own."""

    @property
    def truths(self) -> tuple[str, str]:
        """The two words, the true one first."""
        return self.true, self.false


ENGLISH: Final = Frame(
    "true",
    "false",
    "True or false?",
    "Is the statement true or false? Answer with one word, true or false.",
    "Name all:",
    "Answer with all names, separated by semicolons, or with none where there is none.",
    "Answer:",
    "Answer with the letter of the right choice, and nothing else.",
    "Answer with the name alone, without a sentence.",
)
FRAMES: Final[Mapping[str, Frame]] = MappingProxyType(
    {
        "en": ENGLISH,
        "cs": Frame(
            "pravda",
            "nepravda",
            "Pravda, nebo nepravda?",
            "Je ten výrok pravda, nebo nepravda? Odpověz jedním slovem, pravda nebo nepravda.",
            "Vyjmenuj všechny:",
            "Odpověz všemi názvy nebo jmény, oddělenými středníkem, nebo slovem nic, pokud žádné není.",
            "Odpověď:",
            "Odpověz písmenem správné možnosti a ničím jiným.",
            "Odpověz jen názvem nebo jménem, bez věty.",
        ),
        "de": Frame(
            "wahr",
            "falsch",
            "Wahr oder falsch?",
            "Ist die Aussage wahr oder falsch? Antworte mit einem Wort, wahr oder falsch.",
            "Nenne alle:",
            "Antworte mit allen Namen, durch Semikolons getrennt, oder mit keine, wenn es keinen "
            "gibt.",
            "Antwort:",
            "Antworte mit dem Buchstaben der richtigen Antwort und mit nichts anderem.",
            "Antworte nur mit dem Namen, ohne Satz.",
        ),
        "fr": Frame(
            "vrai",
            "faux",
            "Vrai ou faux ?",
            "L'énoncé est-il vrai ou faux ? Réponds par un mot, vrai ou faux.",
            "Cite-les tous :",
            "Réponds par tous les noms, séparés par des points-virgules, ou par aucun s'il n'y en a "
            "pas.",
            "Réponse :",
            "Réponds par la lettre du bon choix, et rien d'autre.",
            "Réponds par le nom seul, sans phrase.",
        ),
        "es": Frame(
            "verdadero",
            "falso",
            "¿Verdadero o falso?",
            "¿Es el enunciado verdadero o falso? Responde con una palabra, verdadero o falso.",
            "Nómbralos todos:",
            "Responde con todos los nombres, separados por punto y coma, o con ninguno si no hay.",
            "Respuesta:",
            "Responde con la letra de la opción correcta, y nada más.",
            "Responde solo con el nombre, sin una frase.",
        ),
        "ru": Frame(
            "верно",
            "неверно",
            "Верно или неверно?",
            "Это утверждение верно или неверно? Ответь одним словом: верно или неверно.",
            "Назови все:",
            "Ответь всеми названиями или именами через точку с запятой или словом нет, если их нет.",
            "Ответ:",
            "Ответь буквой правильного варианта и ничем больше.",
            "Ответь только названием или именем, без предложения.",
        ),
        "zh": Frame(
            "对",
            "错",
            "对还是错？",
            "这句话是对还是错？请只用一个字回答：对或错。",
            "请全部列出：",
            "请列出所有名称，用分号隔开；如果没有，请回答“无”。",
            "答案：",
            "请只用正确选项的字母回答。",
            "请只回答名称，不要写完整的句子。",
        ),
        "vi": Frame(
            "đúng",
            "sai",
            "Đúng hay sai?",
            "Câu này đúng hay sai? Hãy trả lời bằng một từ, đúng hoặc sai.",
            "Hãy kể tên tất cả:",
            "Hãy trả lời bằng mọi tên, cách nhau bằng dấu chấm phẩy, hoặc trả lời không có.",
            "Trả lời:",
            "Hãy trả lời bằng chữ cái của lựa chọn đúng, không thêm gì khác.",
            "Hãy chỉ trả lời bằng tên, không viết thành câu.",
        ),
    }
)

_WIDE: Final = tuple("。？！：")
"""Marks behind which no space stands."""
_READ: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "en": (
            r"\b(?:true|yes|correct|right)\b",
            r"\b(?:false|no|incorrect|wrong|untrue|(?:not|isn't)(?: \w+)? (?:true|correct|right))\b",
        ),
        "cs": (
            r"\b(?:pravda|pravdiv[éýá]|ano|správn[ěéá]|platí)\b",
            r"\b(?:nepravda|nepravdiv[éýá]|ne|nesprávn[ěéá]|neplatí|lež"
            r"|není(?: \w+)? (?:pravda|pravdiv[éýá]|správn[ěéá]))\b",
        ),
        "de": (
            r"\b(?:wahr|richtig|ja|korrekt|stimmt)\b",
            r"\b(?:falsch|nein|unwahr|unrichtig|inkorrekt|stimmt(?: \w+)? nicht"
            r"|nicht(?: \w+)? (?:wahr|richtig|korrekt))\b",
        ),
        "fr": (
            r"\b(?:vraie?|oui|correcte?|exacte?)\b",
            r"\b(?:faux|fausse|non|incorrecte?|inexacte?|pas(?: \w+)? (?:vraie?|correcte?|exacte?))\b",
        ),
        "es": (
            r"\b(?:verdader[oa]|ciert[oa]|sí|si|correct[oa]|verdad)\b",
            r"\b(?:fals[oa]|incorrect[oa]|no(?: \w+)? (?:verdader[oa]|ciert[oa]|correct[oa]|verdad)"
            r"|no)\b",
        ),
        "it": (
            r"\b(?:ver[oa]|sì|corrett[oa]|giust[oa])\b",
            r"\b(?:fals[oa]|no|non(?: \w+)? ver[oa])\b",
        ),
        "pt": (
            r"\b(?:verdadeir[oa]|verdade|sim|corret[oa]|cert[oa])\b",
            r"\b(?:fals[oa]|incorret[oa]|errad[oa]|não(?: \w+)? (?:verdadeir[oa]|verdade|cert[oa])|não)\b",
        ),
        "ru": (
            r"\b(?:верно|правда|да|истина|истинно|правильно)\b",
            r"\b(?:неверно|неправда|нет|ложь|ложно|неправильно|не так|не(?: \w+)? (?:верно|правда|правильно))\b",
        ),
        "uk": (
            r"\b(?:правда|так|істина|істинно|правильно|вірно)\b",
            r"\b(?:неправда|ні|хибно|неправильно|невірно|не(?: \w+)? (?:правда|правильно|вірно))\b",
        ),
        "tr": (
            r"\b(?:doğru|evet)\b",
            r"\b(?:yanlış|hayır|doğru değil|değil)\b",
        ),
        "vi": (r"\b(?:đúng|phải|có)\b", r"\b(?:sai|không(?: (?:đúng|phải|có))?)\b"),
        "id": (r"\b(?:benar|ya|betul)\b", r"\b(?:salah|tidak(?: (?:benar|betul))?)\b"),
        "he": (r"\b(?:נכון|כן|אמת)\b", r"\b(?:שגוי|שקר|(?:לא|אינו) (?:נכון|אמת)|לא)\b"),
        "ar": (
            r"\b(?:صحيح|صحيحة|نعم|صواب)\b",
            r"\b(?:خطأ|خاطئ|خاطئة|غير صحيح|غير صحيحة|ليس صحيحا|لا)\b",
        ),
        "hi": (r"(?:सही|सत्य|सच|हाँ|हां)", r"(?:ग़लत|गलत|असत्य|झूठ|(?:सही|सत्य|सच) नहीं|नहीं)"),
        "th": (r"(?:ถูกต้อง|ถูก|ใช่|จริง)", r"(?:ผิด|เท็จ|ไม่(?:ถูกต้อง|ถูก|ใช่|จริง))"),
        "zh": (
            r"(?:没错|沒錯|不假|对|對|正确|正確|真|^是(?![错錯假]))",
            r"(?:不[对對]|不正[确確]|不是(?:[对對真]|正[确確])?|不真|(?<![没沒])[错錯][误誤]?|(?<!不)假|否)",
        ),
        "ja": (
            r"(?:正しい|はい|真|本当)",
            r"(?:正しくない|正しくありません|誤り|間違い|いいえ|偽|嘘)",
        ),
    }
)
"""By language what calls a statement true, and what calls it false: the latter counts first."""


def of(language: str) -> Frame | None:
    """The frame of a language, or of that which it is a variety of; None where there is none.

    >>> of("de-AT").judge, of("tlh")
    ('Wahr oder falsch?', None)
    """
    return FRAMES.get(_primary(language))


def led(*parts: str) -> str:
    """Words one behind the other, the slot last, with spaces but behind Chinese marks.

    >>> led("Rome is a city.", "True or false?", "[MASK]"), led("罗马是城市。", "对还是错？", "[MASK]")
    ('Rome is a city. True or false? [MASK]', '罗马是城市。对还是错？[MASK]')
    """
    return "".join(part if part[-1:] in _WIDE else f"{part} " for part in parts).rstrip()


def framed(language: str, *, further: bool) -> Frame | None:
    """The frame of a benchmark's language: of the first one the English one, where it has none.

    >>> framed("tlh", further=True), framed("tlh", further=False) is ENGLISH
    (None, True)
    """
    return of(language) or (None if further else ENGLISH)


def used(text: str, language: str, part: Part) -> Frame:
    """The frame by which a prompt was made, whose slot is its end: its language's, or English.

    >>> used("Rom ist rund. True or false? [MASK]", "de", "judge") is ENGLISH
    True
    """
    frame = of(language)
    return frame if frame and _stands(getattr(frame, part), text) else ENGLISH


def _stands(words: str, text: str) -> bool:
    """Whether words stand right before the slot."""
    return re.search(rf"{re.escape(words)} ?\[[A-Z]+\]$", text) is not None


def truths(text: str, language: str) -> tuple[str, str]:
    """The words by which a prompt's statement can be called true or false, in this order."""
    return used(text, language, "judge").truths


def truth(text: str, language: str = "en") -> bool | None:
    """Whether a text calls a statement true or false: in the language's words, else in English.

    >>> [truth(one) for one in ("True.", "No, it is not.", "not true", "true or false?", "maybe")]
    [True, False, False, None, None]
    >>> truth("Nein, nicht wahr.", "de"), truth("不对", "zh"), truth("没错", "zh"), truth("ja")
    (False, False, True, None)
    """
    line = unicodedata.normalize("NFC", text).strip().partition("\n")[0]
    own = _truth(line, _primary(language))
    if own is None and not _says_both(line, _primary(language)):
        return _truth(line, "en")
    return own


def _truth(line: str, language: str) -> bool | None:
    yes, no = _said(line, language)
    return None if yes == no else yes


def _says_both(line: str, language: str) -> bool:
    return all(_said(line, language))


def _said(line: str, language: str) -> tuple[bool, bool]:
    """Whether words for true stand in a line, and words for false."""
    if language not in _READ:
        return False, False
    true, false = _reading(language)
    return bool(true.search(false.sub(" ", line))), bool(false.search(line))


@cache
def _reading(language: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    true, false = _READ[language]
    return re.compile(true, re.IGNORECASE), re.compile(false, re.IGNORECASE)


def _primary(language: str) -> str:
    return language.lower().partition("-")[0]
