"""Triples of a text that are to be written: prompts, the request, and what the baselines write."""

import msgspec
import pytest

from kgforge import forms
from kgforge.extraction import triples
from kgforge.forms import Question
from kgforge.schema import Item, Request, Showing
from tests.worlds.handmade import fact, item

EXTRACTION = forms.of_items("extraction")


def text(number: int, land: str, group: str = "geo") -> Item:
    made = item(f"i{number}", "alignment", group, fact("fact", f"City {number}", "P17", land))
    return msgspec.structs.replace(made, text=f"City {number} lies in {land}.")


TEXTS = [text(number, land) for number, land in enumerate(["Peru", "Chad", "Peru", "Mali"])]


def test_a_prompt_shows_items_of_train() -> None:
    train = {"geo": [text(8, "Laos"), text(9, "Fiji")]}
    found = list(EXTRACTION.prompted(TEXTS, train, {}, Showing(demonstrations=2), "en"))
    assert [one.id for one in found] == ["i0", "i1", "i2", "i3"]
    [prompt] = found[0].prompts
    assert (prompt.form, prompt.slot, prompt.context) == (
        "extraction", "none", "demonstrations: 2",
    )  # fmt: skip
    assert prompt.gold == "P17(City 0, Peru)"
    assert "City 8 lies in Laos." in prompt.text
    assert prompt.text.endswith("Test Sentence: City 0 lies in Peru.\nTest Output:")


def test_without_train_it_shows_none() -> None:
    [found] = EXTRACTION.prompted(TEXTS[:1], {}, {}, Showing(), "en")
    assert [prompt.context for prompt in found.prompts] == ["none"]
    assert EXTRACTION.question(found.prompts[0]) == Question(found.prompts[0].text, written=True)


@pytest.mark.parametrize(("method", "barred"), [("open", False), ("ranking", True)])
def test_a_text_is_not_ranked(method: str, barred: bool) -> None:
    asked = Request("i", "", 0, 0, "a prompt", "", "", (), "extraction", True)
    why = "not askable: a text is written by the method open alone"
    assert EXTRACTION.barred(asked, method) == (why if barred else "")


def test_what_the_baselines_write() -> None:
    four = EXTRACTION.baselines(TEXTS)
    assert list(four) == ["gold", "empty", "random", "frequent"]
    twice = [*TEXTS, text(0, "Peru")]
    most = EXTRACTION.baselines([msgspec.structs.replace(one, id=one.text) for one in twice])
    for one in TEXTS:
        assert four["gold"](one) == triples(one)
        assert four["empty"](one) == ()
        drawn = four["random"](one)
        assert drawn != triples(one)
        assert drawn in map(triples, TEXTS)
        assert four["random"](one) == drawn
        assert most["frequent"](one) == triples(TEXTS[0])


def test_the_only_text_of_a_group_is_its_own_random() -> None:
    assert EXTRACTION.baselines(TEXTS[:1])["random"](TEXTS[0]) == triples(TEXTS[0])
    assert list(EXTRACTION.baselines(())) == ["gold", "empty", "random", "frequent"]
