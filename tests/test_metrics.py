"""Each metric on every outcome there is, against its formula written out."""

import itertools

import pytest

from kgforge import metrics, plugins
from kgforge.errors import AddressError
from kgforge.metrics import FactHit, Outcome, Part

PAIRS = list(itertools.product([False, True], repeat=2))
TRIPLES = list(itertools.product([False, True], repeat=3))


def outcome(
    hits: tuple[bool, ...], roles: str, holds: tuple[bool | None, ...], own: str
) -> Outcome:
    facts = tuple(
        FactHit(role, held, hit, hit)
        for role, held, hit in zip(roles.split(), holds, hits, strict=True)
    )
    return Outcome(facts, own)


def whole(metric: str, given: Outcome) -> tuple[float, float]:
    (part,) = [part for part in metrics.load(metric).counts(given) if part.role is None]
    return part.numerator, part.denominator


def symmetric(hits: tuple[bool, ...]) -> Outcome:
    return outcome(hits, "forward backward", (True, True), "both_given_either")


@pytest.mark.parametrize("hits", PAIRS)
def test_both_given_either(hits: tuple[bool, bool]) -> None:
    a, b = hits
    assert whole("both_given_either", symmetric(hits)) == (a and b, a or b)


@pytest.mark.parametrize("hits", TRIPLES)
@pytest.mark.parametrize("implied", [True, None], ids=["looked up", "implied"])
def test_composed_given_premises(hits: tuple[bool, bool, bool], implied: bool | None) -> None:
    a, b, c = hits
    given = outcome(hits, "first second composed", (True, True, implied), "composed_given_premises")
    assert whole("composed_given_premises", given) == (a and b and c, a and b)


@pytest.mark.parametrize("hits", TRIPLES)
def test_the_composed_fact_is_found_by_role_then_as_implied_then_as_the_last(
    hits: tuple[bool, bool, bool],
) -> None:
    own = "composed_given_premises"
    x, y, z = hits
    by_role = outcome(hits, "composed p q", (True, True, True), own)
    assert whole(own, by_role) == (x and y and z, y and z)
    as_implied = outcome(hits, "p q r", (True, None, True), own)
    assert whole(own, as_implied) == (x and y and z, x and z)
    as_last = outcome(hits, "p q r", (True, True, True), own)
    assert whole(own, as_last) == (x and y and z, x and y)


@pytest.mark.parametrize("hits", PAIRS)
def test_all_roles_wants_a_fact_that_must_not_hold_unhit(hits: tuple[bool, bool]) -> None:
    a, b = hits
    assert whole("all_roles", symmetric(hits)) == (a and b, 1)
    negative = outcome(hits, "forward backward", (True, False), "both_given_either")
    assert whole("all_roles", negative) == (a and not b, 1)


def test_facts_known_is_the_share_of_an_items_facts() -> None:
    given = outcome((True, False, True, True), "fact fact fact fact", (True,) * 4, "facts_known")
    assert whole("facts_known", given) == (0.75, 1)
    negative = outcome((True, True), "fact other", (True, False), "facts_known")
    assert whole("facts_known", negative) == (1, 1)
    assert whole("facts_known", outcome((True,), "other", (False,), "facts_known")) == (0, 0)


@pytest.mark.parametrize("hit", [True, False])
def test_sensitive_named_is_a_hit(hit: bool) -> None:
    given = outcome((hit,), "attribute", (None,), "sensitive_named")
    assert whole("sensitive_named", given) == (hit, 1)


@pytest.mark.parametrize("hits", PAIRS)
@pytest.mark.parametrize("metric", ["hit", "target_hit"])
def test_hits_over_all_facts_and_by_role(metric: str, hits: tuple[bool, bool]) -> None:
    a, b = hits
    parts = list(metrics.load(metric).counts(symmetric(hits)))
    assert parts == [Part(a + b, 2), Part(a, 1, "forward"), Part(b, 1, "backward")]


@pytest.mark.parametrize("metric", ["hit", "target_hit"])
def test_a_fact_that_must_not_hold_has_a_rate_of_its_own_only(metric: str) -> None:
    given = outcome((True, True), "forward backward", (True, False), "both_given_either")
    parts = list(metrics.load(metric).counts(given))
    assert parts == [Part(1, 1), Part(1, 1, "forward"), Part(1, 1, "backward")]


def test_hit_and_target_hit_differ_where_another_true_object_is_answered() -> None:
    given = Outcome((FactHit("forward", True, hit=True, target=False),), "both_given_either")
    assert whole("hit", given) == (1, 1)
    assert whole("target_hit", given) == (0, 1)


def test_token_average_is_the_mean_share_of_tokens() -> None:
    facts = (
        FactHit("forward", True, hit=False, target=False, share=2 / 3),
        FactHit("other", None, hit=True, target=True, share=1.0),
        FactHit("backward", False, hit=False, target=False, share=0.5),
        FactHit("open", True, hit=True, target=True),
    )
    parts = list(metrics.load("token_average").counts(Outcome(facts, "both_given_either")))
    assert parts == [
        Part(2 / 3 + 1, 2),
        Part(2 / 3, 1, "forward"),
        Part(1, 1, "other"),
        Part(0.5, 1, "backward"),
    ]


@pytest.mark.parametrize("hits", TRIPLES)
def test_partial_is_the_own_metrics_denominator(hits: tuple[bool, bool, bool]) -> None:
    a, b, c = hits
    roles, holds = "first second composed", (True, True, None)
    either = outcome(hits, roles, holds, "both_given_either")
    assert whole("partial", either) == (a or b or c, 1)
    premises = outcome(hits, roles, holds, "composed_given_premises")
    assert whole("partial", premises) == (a and b, 1)


def test_every_metric_describes_itself() -> None:
    for name in plugins.names("metrics"):
        assert metrics.load(name).DESCRIPTION


def test_to_name_a_sensitive_attribute_is_no_merit() -> None:
    merits = {name: metrics.load(name).MERIT for name in plugins.names("metrics")}
    assert [name for name, merit in merits.items() if not merit] == ["sensitive_named"]


def test_the_unconditional_figures_stand_beside_any_pattern() -> None:
    others = ["all_roles", "hit", "partial", "target_hit"]
    assert metrics.beside("both_given_either") == ["both_given_either", *others]
    assert metrics.beside("hit") == ["hit", "all_roles", "partial", "target_hit"]
    assert metrics.beside("hit", by_token=True) == [*metrics.beside("hit"), "token_average"]


def test_an_unknown_metric_says_which_there_are() -> None:
    with pytest.raises(
        AddressError, match="no 'accuracy' among metrics; there are: all_roles, both"
    ):
        metrics.load("accuracy")
