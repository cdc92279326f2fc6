"""Facts said in English and translated whole, with slots where their names stand then.

A template in another language leaves names as they are; a translated sentence inflects them. Its
object is located by its form (``kgforge.alignment``), which is kept, and accepted as an answer.
What cannot be located is no wording, and is counted. Examples are of people and places that nobody
is, as in ``requests``.
"""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

import msgspec

from kgforge import alignment, mentions
from kgforge.alignment import SEVERAL, likeness, located
from kgforge.benchmark.generators import checks
from kgforge.benchmark.generators.checks import Checked, Task
from kgforge.benchmark.predicates import Predicates
from kgforge.benchmark.wordings import Wordings
from kgforge.graph import Book
from kgforge.ontology import SLOTS, Vocabulary
from kgforge.schema import ItemFact, Prompt
from kgforge.spans import Span
from kgforge.stores import Store

ENGLISH: Final = "en"
UNNAMED: Final = "subject or object has no English name"
UNWORDED: Final = "the predicate has no English template"
"""Why no translation is asked for."""

_ECHO: Final = re.compile(r"Translation:\s*")
_WORD: Final = re.compile(r"[^\W\d_]{3,}")

Example = tuple[str, str, str, str]
"""An English sentence, subject and object in the other language, the translation."""

_BORN, _CAPITAL, _WORKS = (
    "Mira Voss was born in Talheim.",
    "The capital of Orlanda is Fennick.",
    "Ilse Karron works as a cartographer.",
)
EXAMPLES: Final[Mapping[str, Sequence[Example]]] = MappingProxyType(
    {
        "cs": (
            (_BORN, "Mira Vossová", "Talheim", "Mira Vossová se narodila v Talheimu."),
            (_CAPITAL, "Orlanda", "Fennick", "Hlavním městem Orlandy je Fennick."),
            (_WORKS, "Ilse Karronová", "kartograf", "Ilse Karronová pracuje jako kartografka."),
        ),
        "da": (
            (_BORN, "Mira Voss", "Talheim", "Mira Voss blev født i Talheim."),
            (_CAPITAL, "Orlanda", "Fennick", "Orlandas hovedstad er Fennick."),
            (_WORKS, "Ilse Karron", "kartograf", "Ilse Karron arbejder som kartograf."),
        ),
        "de": (
            (_BORN, "Mira Voss", "Talheim", "Mira Voss wurde in Talheim geboren."),
            (_CAPITAL, "Orlanda", "Fennick", "Die Hauptstadt von Orlanda ist Fennick."),
            (_WORKS, "Ilse Karron", "Kartograf", "Ilse Karron arbeitet als Kartografin."),
        ),
        "es": (
            (_BORN, "Mira Voss", "Talheim", "Mira Voss nació en Talheim."),
            (_CAPITAL, "Orlanda", "Fennick", "La capital de Orlanda es Fennick."),
            (_WORKS, "Ilse Karron", "cartógrafo", "Ilse Karron trabaja de cartógrafa."),
        ),
        "fr": (
            (_BORN, "Mira Voss", "Talheim", "Mira Voss est née à Talheim."),
            (_CAPITAL, "Orlanda", "Fennick", "La capitale de l'Orlanda est Fennick."),
            (_WORKS, "Ilse Karron", "cartographe", "Ilse Karron est cartographe de métier."),
        ),
        "hr": (
            (_BORN, "Mira Voss", "Talheim", "Mira Voss rođena je u Talheimu."),
            (_CAPITAL, "Orlanda", "Fennick", "Glavni grad Orlande je Fennick."),
            (_WORKS, "Ilse Karron", "kartograf", "Ilse Karron radi kao kartograf."),
        ),
        "id": (
            (_BORN, "Mira Voss", "Talheim", "Mira Voss lahir di Talheim."),
            (_CAPITAL, "Orlanda", "Fennick", "Ibu kota Orlanda adalah Fennick."),
            (_WORKS, "Ilse Karron", "kartografer", "Ilse Karron bekerja sebagai kartografer."),
        ),
        "ru": (
            (_BORN, "Мира Восс", "Тальхайм", "Мира Восс родилась в Тальхайме."),
            (_CAPITAL, "Орланда", "Фенник", "Столица Орланды — Фенник."),
            (_WORKS, "Ильза Каррон", "картограф", "Ильза Каррон работает картографом."),
        ),
        "uk": (
            (_BORN, "Міра Восс", "Тальгайм", "Міра Восс народилася в Тальгаймі."),
            (_CAPITAL, "Орланда", "Феннік", "Столицею Орланди є Феннік."),
            (_WORKS, "Ільза Каррон", "картограф", "Ільза Каррон працює картографом."),
        ),
        "vi": (
            (_BORN, "Mira Voss", "Talheim", "Mira Voss sinh ra ở Talheim."),
            (_CAPITAL, "Orlanda", "Fennick", "Thủ đô của Orlanda là Fennick."),
            (_WORKS, "Ilse Karron", "nhà bản đồ học", "Ilse Karron làm nghề nhà bản đồ học."),
        ),
        "zh": (
            (_BORN, "米拉·沃斯", "塔尔海姆", "米拉·沃斯出生于塔尔海姆。"),
            (_CAPITAL, "奥兰达", "芬尼克", "奥兰达的首都是芬尼克。"),
            (_WORKS, "伊尔丝·卡伦", "制图师", "伊尔丝·卡伦的职业是制图师。"),
        ),
    }
)  # fmt: skip
"""By language; where a language has none, none are shown."""

TOLD: Final = (
    "Translate the last English sentence. Call the subject and the object as they are given, in "
    "the form that the sentence needs."
)


def shown(language: str, tried: int) -> Sequence[Example]:
    """The examples for a language, at each try in another order."""
    every = EXAMPLES.get(language.partition("-")[0], ())
    at = tried % len(every) if every else 0
    return (*every[at:], *every[:at])


def put(english: str, subject: str, object: str, translation: str = "") -> str:
    """A sentence with what is wanted behind it."""
    lines = (f"English: {english}", f"Subject: {subject}", f"Object: {object}")
    return "\n".join((*lines, f"Translation: {translation}")).rstrip()


class Sources:
    """The English sentences of facts."""

    def __init__(self, store: Store, vocabulary: Vocabulary) -> None:
        self._book = Book(store, ENGLISH)
        self._words = Wordings(vocabulary, ENGLISH)
        self._predicates = Predicates(store, vocabulary, ENGLISH, {})

    def given(self, tasks: Sequence[Task]) -> list[Task]:
        """The tasks with the sentences to translate, or why there is none."""
        facts = [task.fact for task in tasks if task.fact]
        self._book.ask(end.id for fact in facts for end in (fact.subject, fact.object))
        self._predicates.learn(fact.predicate.id for fact in facts)
        return [self._given(task, task.fact) if task.fact else task for task in tasks]

    def _given(self, task: Task, fact: ItemFact) -> Task:
        subject, object = (self._book.get(end.id) for end in (fact.subject, fact.object))
        if subject is None or object is None:
            return msgspec.structs.replace(task, barred=UNNAMED)
        predicate = fact.predicate.id
        known = self._predicates.known.get(predicate)
        main = self._words.plain(predicate, known.label if known else "")[0]
        if main.generator != "template":
            return msgspec.structs.replace(task, barred=UNWORDED)
        labels = {SLOTS[0]: subject.label, SLOTS[1]: object.label}
        said = re.sub(r"\[[XY]\]", lambda slot: labels[slot[0]], main.template)
        return msgspec.structs.replace(
            task,
            english=said,
            subjects=(task.subject, subject.label),
            closing=not re.search(r"\w", main.template.rpartition(SLOTS[1])[2]),
        )


def translated(text: str, task: Task, language: str) -> Checked:
    """A translation, with slots where the object stands, and the subject as it is called."""
    text = _ECHO.sub("", text, count=1) if _ECHO.match(text) else text
    if reason := checks.line_flaw(text):
        return Checked(reason=reason)
    subjects = task.subjects or (task.subject,)
    names = (task.object, *task.names)
    place = located(text, names, language, apart=subjects, rivals=task.rivals, closing=task.closing)
    if not place:
        return Checked(reason=checks.OBJECTS if place.reason == SEVERAL else checks.NO_OBJECT)
    if not _tells(text, place.span, subjects, language):
        return Checked(reason=checks.NO_SUBJECT)
    kept: dict[Span, str] = {place.span: SLOTS[1]}
    said = mentions.found(text, task.subject, hyphened=False)
    if len(said) == 1 and not _meet(said[0], place.span):
        kept[said[0]] = SLOTS[0]
    found = checks.slotted(text, dict(sorted(kept.items())), task)
    if found.reason:
        return found
    return msgspec.structs.replace(found, said=text[slice(*place.span)])


def flaw(fact: ItemFact, task: Task, prompt: Prompt) -> str:
    """What is wrong with a prompt that was translated; empty where nothing is."""
    said = prompt.said or ""
    names = {name for one in fact.answers[:1] for name in (one.label, *one.aliases)}
    if prompt.template.count(SLOTS[1]) != 1 or said not in names:
        return f"{prompt.generator}: its object is not named in a form that is accepted"
    labels = {SLOTS[0]: fact.subject.label, SLOTS[1]: said}
    kept: dict[Span, str] = {}
    text = ""
    for part in re.split(r"(\[[XY]\])", prompt.template):
        filled = labels.get(part, part)
        if part in labels:
            kept[len(text), len(text) + len(filled)] = part
        text += filled
    found = checks.slotted(text, kept, task)
    return f"{prompt.generator}: {found.reason}" if found.reason else ""


def _tells(text: str, object: Span, subjects: Sequence[str], language: str) -> bool:
    """Whether a text has a subject, be it called by a part of its name."""
    rest = f"{text[: object[0]]} {text[object[1] :]}"
    if any(located(rest, [name], language, closing=True) for name in subjects):
        return True
    said = _WORD.findall(rest)
    words = (word for name in subjects for word in _WORD.findall(name))
    return any(likeness(word, one) >= alignment.NEAR for word in words for one in said)


def _meet(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]
