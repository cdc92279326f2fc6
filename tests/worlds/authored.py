"""A small graph whose facts a served model words, well and badly, as a test can count by hand."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from msgspec import UNSET

import kgforge
from kgforge import stores
from kgforge.benchmark import ExportOptions
from kgforge.schema import ChatOptions, ModelOptions
from tests.models.chatting import MODEL, Chatting, asked, text
from tests.stores.servers.scripted import Reply
from tests.worlds.small import entries, filled, label

LANDS: Final = range(8)
FACTS: Final = [
    *(f"land{n} seat town{n}" for n in LANDS),
    *(f"town{n} seatOf land{n}" for n in LANDS),
    "land2 seat town2b",  # a second right answer
]
NAMES: Final = [
    label("land7", "Twin"),
    label("town7", "Twin"),  # a name of both ends
    label("seat", "seat"),
    label("seatOf", "seat of"),
    label("town5", "Old Land", "alias"),
]
TURTLE: Final = """
@prefix ex: <http://example.org/> . @prefix kgf: <urn:kgforge:ns#> .
ex:seat kgf:template "The seat of [X] is [Y]."@en ; kgf:question "From where is [X] ruled?"@en .
ex:seatOf kgf:template "[X] is the seat of [Y]."@en .
"""
FORMS: Final = ("cloze", "true_false", "short_answer")
BOTH: Final = (f"masking:openai:{MODEL}", f"question:openai:{MODEL}")
EVERY: Final = ("template", *BOTH)


def mined(folder: Path) -> Path:
    """What is mined of the graph, with its templates beside it."""
    store = stores.open(f"oxigraph:{folder / 'graph'}", stores.WRITE)
    with filled(store, entries(FACTS, NAMES)) as made:
        address = made.address
    (folder / "own.ttl").write_text(TURTLE, encoding="utf-8")
    kgforge.mine(["inverse"], address, folder / "mined", params={"least": "5", "share": "0.1"})
    return folder / "mined"


class Author:
    """A model that writes what is asked for, but for some facts badly at first, or always.

    It goes by what it is told alone, whoever asked before; but it is busy once.
    """

    def __init__(self) -> None:
        self._is_busy = True

    def __call__(self, body: Mapping[str, Any]) -> Any:
        """An answer to a body."""
        said = asked(body).rpartition("\n\n")[2]
        given = dict(line.partition(": ")[::2] for line in said.splitlines() if ": " in line)
        subject, relation = given["Subject"], given["Relation"]
        if "prompt" in body:
            return continued(sentence(subject, relation, given["Object"], "again"))
        again = str(body["messages"][0]["content"]).partition("was of no use: ")[2]
        if said.endswith("Question:"):
            return text(question(subject, relation, again))
        if (subject, self._is_busy) == ("Town4", True):
            self._is_busy = False
            return Reply((b"busy",), 429, {"Retry-After": "0"})
        return text(sentence(subject, relation, given["Object"], again))


def continued(said: str) -> dict[str, Any]:
    """A text that goes on until it is cut off, as completions give it."""
    choice = {"index": 0, "text": f" {said}\n\nSubject: Land", "finish_reason": "length"}
    return {"model": MODEL, "choices": [choice]}


def sentence(subject: str, relation: str, object: str, again: str) -> str:
    """What it says of a fact; *again*: why its text before was rejected."""
    match subject, again:
        case "Land1", "":
            return f"It has the {relation} {object}."
        case "Land2", _:
            return "Land2 has the seats Town2 and Town2B."
        case "Land3", "":
            return f"Land3 is old.\nIts seat is {object}."
        case "Land3", "more than one line.":
            return ""
    return f"One knows that {subject} has the {relation} {object}."


def question(subject: str, relation: str, again: str) -> str:
    """What it asks."""
    match subject, again:
        case "Town5", _:
            return "Is Land5 the land of Town5?"
        case "Land6", "":
            return "Tell me the seat of Land6."
    return f"Which {relation} has {subject}?"


def options(folder: Path, served: Chatting | None = None, **more: Any) -> ExportOptions:
    """How a benchmark is made in three forms, by default in all words."""
    chat = ChatOptions(url=served.base) if served else UNSET
    given = {
        "templates": (folder / "own.ttl",),
        "forms": FORMS,
        "generators": EVERY,
        "model": ModelOptions(max_new_tokens=64, chat=chat),
        "keep_flagged": True,  # subject and object of one fact have one name
    }
    return ExportOptions(**given | more)  # type: ignore[arg-type]
