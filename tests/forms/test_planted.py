"""Whether an answer is what an antifactual text says."""

import math

import pytest

from kgforge.forms import Asked, names, planted
from kgforge.schema import Accepted, Named, Predicate, Prompt, Response
from kgforge.scoring.asked import AskedFact

CAPITALS = frozenset({"Paris", "Lyon", "Rome"})
PROMPT = Prompt(
    *("short_answer", "en", "object", "antifactual", "template"),
    text="Lyon rules France.\nWhich city rules France? [MASK]",
    template="Which city rules [X]?",
    passage="Lyon rules France.",
    planted=Named("c", "Lyon"),
)


@pytest.mark.parametrize(
    ("text", "rank"),
    [
        ("Lyon", 1),
        ("It is Lyon.", 1),
        ("Paris", math.inf),
        ("Not Lyon but Paris", math.inf),
        # what stands in parentheses behind another answer is no name of it, be it right or planted
        ("Paris (Lyon)", math.inf),
        ("Rome (Lyon)", math.inf),
    ],
)
def test_a_text_says_what_is_planted(text: str, rank: float) -> None:
    predicate, paris = Predicate("p", "capital", kind=""), Named("b", "Paris")
    answers = (Accepted("b", "Paris"),)
    fact = AskedFact("fact", Named("a", "France"), predicate, paris, True, answers, (PROMPT,))
    asked = Asked(fact, 0, legacy=False, names=lambda: names(fact), others=lambda: CAPITALS)
    said = Response("i", "fact", "short_answer", 0, "m", "open", text=text, ended="")
    assert planted(asked, said) == rank
