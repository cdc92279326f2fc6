"""The page of questions in scripts that run from right to left, in a real Chromium."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from msgspec.structs import replace

from kgforge import reporting
from kgforge.schema import Item
from tests.browsing import Watched
from tests.worlds.handmade import answers, fact, item, write_benchmark, write_run

if TYPE_CHECKING:
    from playwright.sync_api import Locator

SPAIN, CAPITAL, MADRID, PARIS = "إسبانيا", "عاصمة", "مدريد", "باريس"
ARABIC: Final = ("عاصمة إسبانيا هي [MASK].", "[MASK] هي عاصمة إسبانيا!")
ENGLISH: Final = ("The capital of Italy is [MASK].", "[MASK] is the capital of Italy!")
RIGHT_TO_LEFT, LEFT_TO_RIGHT = "rtl", "ltr"
DIRECTIONS: Final = "found => found.map((one) => getComputedStyle(one).direction)"


def asked(id: str, names: tuple[str, str, str], texts: tuple[str, ...]) -> Item:
    """A fact in two wordings."""
    made = fact("about", *names, aliases=[PARIS], prompts=2)
    prompts = tuple(
        replace(prompt, text=text, template=text)
        for prompt, text in zip(made.prompts, texts, strict=True)
    )
    return item(id, "fact", "wdt:P36", replace(made, prompts=prompts))


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """In one wording each is right, in the other wrong."""
    home = tmp_path_factory.mktemp("directions")
    items = [
        asked("arabic", (SPAIN, CAPITAL, MADRID), ARABIC),
        asked("english", ("Italy", "capital", "Rome"), ENGLISH),
    ]
    bench = write_benchmark(home / "bench", items, {"fact": "hit"})
    said = [
        answers("arabic", "about", [MADRID]),
        answers("arabic", "about", ["قرطبة"], prompt=1),
        answers("english", "about", ["Rome"]),
        answers("english", "about", ["Pisa"], prompt=1),
    ]
    reporting.report([write_run(home / "run", said, bench)], home / "page.html")
    return home / "page.html"


def directions(found: "Locator") -> list[str]:
    drawn: list[str] = found.evaluate_all(DIRECTIONS)
    return drawn


@pytest.mark.parametrize(
    ("id", "names", "direction"),
    [
        ("arabic", [SPAIN, CAPITAL, MADRID], RIGHT_TO_LEFT),
        ("english", ["Italy", "capital", "Rome"], LEFT_TO_RIGHT),
    ],
)
def test_names_questions_and_answers_have_their_own_direction(
    watched: Watched, page: Path, id: str, names: list[str], direction: str
) -> None:
    """Even where the slot's mark, which is English, comes first in a question."""
    opened = watched.open(page)
    opened.locator(f"#open-{id}").click()
    watched.ready()
    heading = opened.locator("#item-title")
    assert heading.locator("bdi").all_text_contents() == names
    assert directions(heading) == [LEFT_TO_RIGHT], "what joins names goes from left to right"
    for place in ("#item-title bdi", ".triple bdi", ".columns td bdi", ".accepted li > bdi"):
        found = directions(opened.get_by_role("dialog").locator(place))
        assert found and {*found} == {direction}, place
    assert directions(opened.locator(".prompt")) == [direction, direction]
    assert watched.complaints == []


def test_names_of_a_fact_stand_from_left_to_right(watched: Watched, page: Path) -> None:
    """Where each is drawn: subject, predicate, object, in Arabic as in English."""
    opened = watched.open(page)
    for id in ("arabic", "english"):
        drawn = opened.locator(f"#open-{id} bdi").evaluate_all(
            "found => found.map((one) => one.getBoundingClientRect().left)"
        )
        assert len(drawn) == 3 and drawn == sorted(drawn)


def test_the_list_of_differences_has_the_right_answer_and_directions(
    watched: Watched, page: Path
) -> None:
    opened = watched.open(page)
    opened.locator("#apart summary").click()
    rows = opened.locator("#apart tbody tr")
    assert "Right answer" in opened.locator("#apart thead").inner_text()
    wrong = rows.filter(has_text="wrong")
    assert [wrong.nth(at).locator("td > bdi").all_text_contents() for at in range(2)] == [
        ["قرطبة", MADRID],
        ["Pisa", "Rome"],
    ]
    arabic = rows.filter(has_text="[MASK] هي")
    assert directions(arabic.locator("td > bdi, td > button > bdi")) == [RIGHT_TO_LEFT] * 3
