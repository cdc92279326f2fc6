"""Each metric on every outcome there is, against its formula written out; and its mutants.

The formulas are a table, so that a metric with one thing changed can be held against it, too: some
line of the table notices each change.
"""

import inspect
import itertools
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, cast

import pytest

import kgforge
from kgforge import metrics, patterns, plugins
from kgforge.errors import AddressError, PatternError
from kgforge.extraction.passage import METRICS, Figures
from kgforge.metrics import FactHit, Listed, Outcome, Part
from kgforge.verdicts import Verdict
from tests.proofs import mutants_python

PAIRS: Final = list(itertools.product([False, True], repeat=2))
TRIPLES: Final = list(itertools.product([False, True], repeat=3))
COUNTED: Final = "both_given_either"

Row = tuple[Outcome, list[Part]]
"""An outcome, and what it adds."""


def outcome(
    hits: tuple[bool, ...], roles: str, holds: tuple[bool | None, ...], own: str = COUNTED
) -> Outcome:
    facts = tuple(
        FactHit(role, held, hit, hit)
        for role, held, hit in zip(roles.split(), holds, hits, strict=True)
    )
    return Outcome(facts, own)


def symmetric(hits: tuple[bool, ...]) -> Outcome:
    return outcome(hits, "forward backward", (True, True))


def both_given_either() -> Iterator[Row]:
    for a, b in PAIRS:
        yield symmetric((a, b)), [Part(a and b, a or b)]


def composed_given_premises() -> Iterator[Row]:
    """The composed fact is found by its role, then as implied, then as the last."""
    for a, b, c in TRIPLES:
        for implied in (True, None):
            given = outcome((a, b, c), "first second composed", (True, True, implied))
            yield given, [Part(a and b and c, a and b)]
        by_role = outcome((a, b, c), "composed p q", (True, True, True))
        yield by_role, [Part(a and b and c, b and c)]
        as_implied = outcome((a, b, c), "p q r", (True, None, True))
        yield as_implied, [Part(a and b and c, a and c)]
        as_last = outcome((a, b, c), "p q r", (True, True, True))
        yield as_last, [Part(a and b and c, a and b)]
        premise = FactHit("first", True, hit=a, target=b)
        given = Outcome((premise, FactHit("last", True, hit=c, target=False)), COUNTED)
        yield given, [Part(a and c, a)]
        as_both = outcome((a, b, c), "p composed q", (True, True, None))
        yield as_both, [Part(a and b and c, a)]


def all_roles() -> Iterator[Row]:
    """A fact that must not hold is wanted unhit."""
    for a, b in PAIRS:
        yield symmetric((a, b)), [Part(a and b, 1)]
        yield outcome((a, b), "forward backward", (True, False)), [Part(a and not b, 1)]
        yield outcome((a, b), "forward backward", (True, None)), [Part(a and b, 1)]


def facts_known() -> Iterator[Row]:
    """The share of an item's facts, those left out that must not hold."""
    for a, b, c in TRIPLES:
        yield outcome((a, b, c), "fact fact fact", (True, None, True)), [Part((a + b + c) / 3, 1)]
        yield outcome((a, b, c), "fact fact other", (True, True, False)), [Part((a + b) / 2, 1)]
        yield outcome((a,), "other", (False,)), [Part(0, 0)]


def sensitive_named() -> Iterator[Row]:
    for a, b in PAIRS:
        yield outcome((a,), "attribute", (None,)), [Part(a, 1)]
        yield outcome((a, b), "attribute other", (None, None)), [Part(a and b, 1)]


def hit() -> Iterator[Row]:
    """Over all facts, but those that must not hold, and by role."""
    for a, b in PAIRS:
        each = [Part(a, 1, "forward"), Part(b, 1, "backward")]
        yield symmetric((a, b)), [Part(a + b, 2), *each]
        yield outcome((a, b), "forward backward", (True, None)), [Part(a + b, 2), *each]
        yield outcome((a, b), "forward backward", (True, False)), [Part(a, 1), *each]


def token_average() -> Iterator[Row]:
    """The shares of tokens, in no part of it what was not asked token by token."""
    facts = (
        FactHit("forward", True, hit=False, target=False, share=2 / 3),
        FactHit("other", None, hit=True, target=True, share=1.0),
        FactHit("backward", False, hit=False, target=False, share=0.5),
        FactHit("open", True, hit=True, target=True),
    )
    each = [Part(2 / 3, 1, "forward"), Part(1, 1, "other"), Part(0.5, 1, "backward")]
    yield Outcome(facts, COUNTED), [Part(2 / 3 + 1, 2), *each]
    yield Outcome(facts[:1], COUNTED), [Part(2 / 3, 1), each[0]]
    yield Outcome(facts[2:], COUNTED), [Part(0, 0), each[2]]


RIGHT, ANOTHER, MISSED = (
    FactHit("r", True, hit=hit, target=target)
    for hit, target in ((True, True), (True, False), (False, False))
)
"""A fact of which the target is named, another right object, and none."""


def in_two_rankings() -> Iterator[Row]:
    """RankC as its paper writes it, with the softmax of N - j; over what both rank alone."""
    for one, other, both in (
        ("abcde", "abcde", ("abcde", "abcde")),
        ("abcde", "badce", ("abcde", "badce")),
        ("abcde", "edcba", ("abcde", "edcba")),
        ("ab", "ba", ("ab", "ba")),
        ("xabc", "cayb", ("abc", "cab")),
        ("bzca", "abc", ("bca", "abc")),
        ("aab", "aab", ("ab", "ab")),
        ("abab", "ba", ("ab", "ba")),
    ):
        many = len(both[0])
        whole = math.fsum(math.exp(many - place) for place in range(1, many + 1))
        value = math.fsum(
            math.exp(many - place) / whole * len({*both[0][:place]} & {*both[1][:place]}) / place
            for place in range(1, many + 1)
        )
        yield (
            Outcome((), COUNTED, rankings=(tuple(one), tuple(other))),
            [Part(cast("float", pytest.approx(value)), 1)],
        )
    yield Outcome((), COUNTED, rankings=(tuple("ab"), tuple("bc"))), []


def partial() -> Iterator[Row]:
    """The own metric's denominator, whatever it has by role."""
    roles, holds = "first second composed", (True, True, None)
    for a, b, c in TRIPLES:
        yield outcome((a, b, c), roles, holds), [Part(a or b or c, 1)]
        premises = outcome((a, b, c), roles, holds, "composed_given_premises")
        yield premises, [Part(a and b, 1)]
        yield outcome((a, b, c), roles, holds, "hit"), [Part(True, 1)]


def chained(missed: bool) -> Iterator[Row]:
    """The chain beside its hops; where there is no chain, nothing."""
    for a, b, c in TRIPLES:
        given = outcome((a, b, c), "first second chain", (True, True, True))
        yield given, [Part(a and b and c is not missed, a and b)]
        in_front = outcome((c, a, b), "chain first second", (True, True, True))
        yield in_front, [Part(a and b and c is not missed, a and b)]
        yield outcome((a, b, c), "first second third", (True, True, True)), []
    by_another = FactHit("chain", True, hit=True, target=False)
    given = Outcome((FactHit("first", True, hit=True, target=False), by_another), COUNTED)
    yield given, [Part(not missed, 1)]


def told_apart(metric: str) -> Iterator[Row]:
    """A hit by another true object than the target."""
    given = Outcome((FactHit("fact", True, hit=True, target=False),), COUNTED)
    hits = metric != "target_hit"
    by_role = [Part(hits, 1, "fact")] if metric in ("hit", "target_hit") else []
    yield given, [Part(hits, 1), *by_role]


def all_forms() -> Iterator[Row]:
    for hits in (*PAIRS, *TRIPLES):
        facts = " ".join("fact" for _ in hits)
        yield outcome(hits, facts, (True,) * len(hits)), [Part(all(hits), any(hits))]


def forms_agree() -> Iterator[Row]:
    """The share of pairs that are alike; nothing where there is no pair."""
    for a, b in PAIRS:
        yield symmetric((a, b)), [Part(a == b, 1)]
    for a, b, c in TRIPLES:
        alike = ((a == b) + (a == c) + (b == c)) / 3
        yield outcome((a, b, c), "fact fact fact", (True,) * 3), [Part(alike, 1)]
    yield outcome((True,), "fact", (True,)), []
    by_another = FactHit("fact", True, hit=True, target=False)
    yield Outcome((by_another, *symmetric((True, True)).facts[:1]), COUNTED), [Part(1, 1)]


SAID: Final[tuple[Verdict, ...]] = ("correct", "incorrect", "abstained", "unreadable")


def said(count: Callable[..., tuple[float, float]]) -> Iterator[Row]:
    """Two facts in words, and one that must be false: *count* takes C, I, A and U."""
    for one, other in itertools.product((*SAID, None), repeat=2):
        facts = tuple(
            FactHit(role, held, hit=False, target=True, verdict=verdict)
            for role, held, verdict in (
                ("first", True, one),
                ("second", None, other),
                ("false", False, SAID[0]),
            )
        )
        told = [("first", one), ("second", other), ("false", SAID[0])]
        parts = [Part(*count(*([one, other].count(each) for each in SAID)))]
        for role, verdict in told:
            if verdict is not None:
                parts.append(Part(*count(*(int(verdict == each) for each in SAID)), role))
        yield Outcome(facts, COUNTED), parts


LISTS: Final = [(1, 3, 2), (0, 2, 1), (0, 0, 2), (0, 2, 0), (0, 0, 0)]
"""Right, given and wanted; the last three are empty sets."""
SHARES: Final = [(1 / 3, 1 / 2, 2 / 5), (0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 1)]
"""Precision, recall and F1 of each, as LM-KBC's evaluators have them."""


def in_sets(count: Callable[[int], tuple[float, float]]) -> Iterator[Row]:
    """Two lists, one of a fact that must be false; *count* takes the place of a list."""
    for first, second in itertools.product(range(len(LISTS)), repeat=2):
        facts = tuple(
            FactHit(role, held, hit=False, target=True, listed=Listed(*LISTS[at]))
            for role, held, at in (("a", True, first), ("b", None, second), ("c", False, 0))
        )
        parts = [count(first), count(second), count(0)]
        whole = Part(parts[0][0] + parts[1][0], parts[0][1] + parts[1][1])
        each = [Part(*part, role) for part, role in zip(parts, "abc", strict=True)]
        yield Outcome(facts, COUNTED), [whole, *each]
    yield outcome((True,), "fact", (True,)), [Part(0, 0)]


def written(metric: str) -> Iterator[Row]:
    """A sentence by its own figure; nothing where that is undefined, or nothing to be written."""
    figures = Figures(*(number / 10 for number in range(1, 8)))
    yield Outcome((), "f1", figures), [Part(getattr(figures, metric), 1)]
    if metric not in METRICS[:3]:
        nothing = Figures(0, 0, 0, None, None, None, None)
        yield Outcome((), "f1", nothing), []
    yield outcome((True,), "fact", (True,)), []


def in_texts(hits: tuple[bool, ...]) -> Outcome:
    """A fact without a text before it, with one, and as the text has it; by any answer."""
    facts = (FactHit("fact", True, hit=hit, target=not hit) for hit in hits)
    return Outcome(tuple(facts), COUNTED)


def told(add: Callable[[bool, bool], tuple[bool, bool]]) -> Iterator[Row]:
    for hits in (*PAIRS, *TRIPLES):
        yield in_texts(hits), [Part(*add(hits[0], hits[1]))]


def misled() -> Iterator[Row]:
    for hits in (*PAIRS, *TRIPLES):
        yield in_texts(hits), [Part(hit, 1) for hit in hits[2:]]


def in_two_wordings(add: Callable[[bool, bool], tuple[float, float]]) -> Iterator[Row]:
    """A fact in another wording, and in this one; by any answer."""
    for other, this in PAIRS:
        yield in_texts((other, this)), [Part(*add(other, this))]


def in_several_wordings() -> Iterator[Row]:
    """The first candidate of each wording, whatever follows it, in all pairs of wordings."""
    for firsts in itertools.product("abc", repeat=3):
        rankings = tuple((first, *"cba"[: place + 1]) for place, first in enumerate(firsts))
        a, b, c = firsts
        yield Outcome((), COUNTED, rankings=rankings), [Part((a == b) + (a == c) + (b == c), 3)]
        yield Outcome((), COUNTED, rankings=rankings[:2]), [Part(a == b, 1)]


def all_wordings() -> Iterator[Row]:
    for hits in (*PAIRS, *TRIPLES):
        yield in_texts(hits), [Part(all(hits), 1)]


def ranked() -> Iterator[Row]:
    """The ranks of what holds, without what was not ranked."""
    facts = (
        FactHit("first", True, hit=False, target=True, rank=4.0),
        FactHit("second", None, hit=True, target=False, rank=1.5),
        FactHit("false", False, hit=True, target=True, rank=1.0),
        FactHit("open", True, hit=True, target=True),
    )
    yield Outcome(facts, COUNTED), [Part(5.5, 2)]
    yield Outcome(facts[2:], COUNTED), [Part(0, 0)]


TABLE: Final = {
    "all_forms": [*all_forms(), *told_apart("all_forms")],
    "all_roles": [*all_roles(), *told_apart("all_roles")],
    "all_wordings": [*all_wordings()],
    "answer_f1": [*said(lambda c, i, a, u: (2 * c, 2 * c + 2 * i + a))],
    "answer_precision": [*said(lambda c, i, a, u: (c, c + i))],
    "answer_recall": [*said(lambda c, i, a, u: (c, c + i + a))],
    "answer_unreadable": [*said(lambda c, i, a, u: (u, c + i + a + u))],
    "both_given_either": [*both_given_either(), *told_apart("both_given_either")],
    "context_gained": [*told(lambda without, text: (text and not without, not without))],
    "context_lost": [*told(lambda without, text: (without and not text, without))],
    "context_misled": [*misled()],
    "context_with": [*told(lambda without, text: (text, True))],
    "context_without": [*told(lambda without, text: (without, True))],
    "chain_given_hops": [*chained(missed=False)],
    "compositionality_gap": [*chained(missed=True)],
    "composed_given_premises": [
        *composed_given_premises(), *told_apart("composed_given_premises"),
    ],
    "facts_known": [*facts_known(), *told_apart("facts_known")],
    "forms_agree": [*forms_agree()],
    "kept_precision": [*in_sets(lambda at: (LISTS[at][0], LISTS[at][1]))],
    "kept_recall": [*in_sets(lambda at: (LISTS[at][0], LISTS[at][2]))],
    "kept_risk": [*in_sets(lambda at: (LISTS[at][1] - LISTS[at][0], LISTS[at][1]))],
    "fluency_pearson": [*in_two_wordings(lambda other, this: (this - other, 1))],
    "hit": [*hit(), *told_apart("hit")],
    "languages_agree": [
        *in_two_wordings(lambda other, this: (other == this, 1)),
        (Outcome((RIGHT, ANOTHER), COUNTED), [Part(1, 1)]),
        (Outcome((MISSED, ANOTHER), COUNTED), [Part(0, 1)]),
    ],
    "mean_rank": [*ranked()],
    "partial": [*partial()],
    "sensitive_named": [*sensitive_named(), *told_apart("sensitive_named")],
    "set_f1": [*in_sets(lambda at: (SHARES[at][2], 1))],
    "set_micro_f1": [*in_sets(lambda at: (2 * LISTS[at][0], LISTS[at][1] + LISTS[at][2]))],
    "set_micro_precision": [*in_sets(lambda at: (LISTS[at][0], LISTS[at][1]))],
    "set_micro_recall": [*in_sets(lambda at: (LISTS[at][0], LISTS[at][2]))],
    "set_precision": [*in_sets(lambda at: (SHARES[at][0], 1))],
    "set_recall": [*in_sets(lambda at: (SHARES[at][1], 1))],
    "rankc": [*in_two_rankings()],
    "target_hit": [*hit(), *told_apart("target_hit")],
    "token_average": [*token_average()],
    "wording_gain": [*in_two_wordings(lambda other, this: (this - other, 1))],
    "wordings_agree": [*in_several_wordings()],
    "wording_only": [*in_two_wordings(lambda other, this: (this > other, this != other))],
    **{name: [*written(name)] for name in METRICS},
}  # fmt: skip
"""For each metric outcomes, and what they add by its formula."""


@pytest.mark.parametrize("metric", plugins.names("metrics"))
def test_a_metric_is_its_formula(metric: str) -> None:
    for given, parts in TABLE[metric]:
        assert list(metrics.load(metric).counts(given)) == parts


# ── Mutants ─────────────────────────────────────────────────────────────────────────────────────
ALIKE: Final = {"hit": "target", "target": "hit", "numerator": "denominator",
                "denominator": "numerator"}  # fmt: skip
"""Attributes that are easily taken for one another."""


def counting(text: str, **changed: object) -> Callable[[Outcome], Iterator[Part]]:
    """``counts`` of a module's text, in which names may be changed."""
    module: dict[str, Any] = {"__name__": "a mutant"}
    exec(compile(text, "a mutant", "exec"), module)
    module.update(changed)
    found: Callable[[Outcome], Iterator[Part]] = module["counts"]
    return found


def noticed(counts: Callable[[Outcome], Iterator[Part]], metric: str) -> bool:
    """Whether some line of the table is not what a metric says."""
    try:
        return any(list(counts(given) or ()) != parts for given, parts in TABLE[metric])
    except (ArithmeticError, AttributeError, LookupError, TypeError, UnboundLocalError):
        return True


@pytest.mark.parametrize("metric", plugins.names("metrics"))
def test_a_metric_with_any_one_thing_changed_is_noticed(metric: str) -> None:
    text = Path(str(inspect.getsourcefile(metrics.load(metric)))).read_text()  # type: ignore[arg-type]
    assert not noticed(counting(text), metric)
    mutants = list(mutants_python.python(text, ALIKE, "Part"))
    assert len(mutants) > 2
    assert [one.change for one in mutants if not noticed(counting(one.text), metric)] == []


def test_what_is_right_is_noticed_when_changed() -> None:
    text = inspect.getsource(metrics.right)
    of_all = Path(str(inspect.getsourcefile(metrics.load("all_roles")))).read_text()  # type: ignore[arg-type]
    living = []
    for one in mutants_python.python(text, ALIKE, "Part"):
        names: dict[str, Any] = {"FactHit": FactHit}
        exec(one.text, names)
        if not noticed(counting(of_all, right=names["right"]), "all_roles"):
            living.append(one.change)
    assert living == []


def test_mutants_change_what_they_should() -> None:
    body = "'Said.'\n    return Part(all(b for b in a if b), 1, a.hit) and a is not None"
    text = f"def f(a):\n    {body}\n"
    changes = [one.change.split(" → ")[1] for one in mutants_python.python(text, ALIKE, "Part")]
    assert changes == [
        "Part(all((b for b in a if b)), 1, a.hit) or a is not None",
        "a is not None",
        "Part(all((b for b in a if b)), 1, a.hit)",
        "Part(1, all((b for b in a if b)), a.hit)",
        "Part(all((b for b in a if b)), 1)",
        "a is None",
        "2",
        "a.target",
        "False",
        "any",
        " for b in a",
    ]


def test_every_metric_is_defined_in_words() -> None:
    found = metrics.definitions()
    assert list(found) == plugins.names("metrics")
    for name, each in found.items():
        assert each.title and each.formula and each.source, name
        assert bool(each.legacy) == each.triples_written == (name in METRICS), name
    assert len({each.title for each in found.values()}) == len(found)


def test_to_name_a_sensitive_attribute_or_what_is_invented_is_no_merit() -> None:
    lower = {name for name, each in metrics.definitions().items() if each.better == "lower"}
    wrong = {name for name in METRICS if name.endswith("hallucination")}
    by_text = {"context_lost", "context_misled"}
    assert lower == {
        *wrong, *by_text, "answer_unreadable", "compositionality_gap", "kept_risk", "mean_rank",
    }  # fmt: skip
    no_merit = {name for name, each in metrics.definitions().items() if not each.is_merit}
    of_wordings = {"fluency_pearson", "languages_agree", "rankc", "wording_gain", "wording_only"}
    of_wordings.add("wordings_agree")
    assert no_merit == {"context_gained", "forms_agree", "sensitive_named", *of_wordings, *lower}


def test_the_unconditional_figures_stand_beside_any_pattern() -> None:
    others = ["all_roles", "hit", "partial", "target_hit"]
    assert metrics.beside("both_given_either") == ["both_given_either", *others]
    assert metrics.beside("hit") == ["hit", "all_roles", "partial", "target_hit"]
    assert metrics.beside("hit", by_token=True) == [*metrics.beside("hit"), "token_average"]
    words = [f"answer_{what}" for what in ("f1", "precision", "recall", "unreadable")]
    assert metrics.beside("hit", judged=True) == [*_around(metrics.beside("hit"), words)]
    sets = [f"set_{what}" for what in ("f1", "micro_f1", "micro_precision", "micro_recall")]
    sets += ["set_precision", "set_recall"]
    assert set(metrics.beside("hit", listed=True)) == {*metrics.beside("hit"), *sets}
    own = "chain_given_hops"
    assert metrics.beside(own) == [own, "all_roles", "compositionality_gap", *others[1:]]
    assert metrics.beside("f1") == ["f1", *sorted(set(METRICS) - {"f1"})]


def _around(others: list[str], more: list[str]) -> list[str]:
    """The pattern's own first, then all by name."""
    return [others[0], *sorted([*others[1:], *more])]


def test_an_unknown_metric_says_which_there_are() -> None:
    with pytest.raises(
        AddressError, match="no 'accuracy' among metrics; available: all_forms, all_roles"
    ):
        metrics.load("accuracy")


# ── which patterns a metric fits ────────────────────────────────────────────────────────────────
OWN: Final = """# Facts.
# columns: p: iri, a: iri, b: iri, text: str
# group: p
{lines}
# metric: {metric}
SELECT ?p ?a ?b ?text {{ ?a ?p ?b BIND("x" AS ?text) }}
"""
ONE, TWO = "# role: one = a p b", "# role: one = a p b\n# role: two = b p a"
FALSE: Final = "# role: one = a p b\n# role: two = not b p a"
IMPLIED: Final = "# role: one = a p b\n# role: two = implied b p a"


@pytest.mark.parametrize(("metric", "lines", "says"), [
    ("composed_given_premises", ONE, "5: metric: .* needs a fact that follows: write 'implied'"),
    ("composed_given_premises", TWO, "6: metric: .* needs a fact that follows: write 'implied'"),
    ("composed_given_premises", "# role: one = implied a p b", "needs 2 facts that hold or follow"),
    ("composed_given_premises", IMPLIED.replace("= a", "= implied a"), "a premise beside one"),
    ("composed_given_premises", f"{IMPLIED}\n# role: three = not a p a", "three must be false"),
    ("composed_given_premises", IMPLIED, ""),
    ("composed_given_premises", TWO.replace("two", "composed"), ""),
    ("both_given_either", ONE, "5: metric: both_given_either needs 2 facts .* and there are 1"),
    ("both_given_either", FALSE, "takes a hit for right, but two must be false: use all_roles"),
    ("both_given_either", f"{ONE}\n# item: a", ""),
    ("chain_given_hops", TWO, "needs a chain: add one, as in 'role: chain = x r1/r2 z'"),
    ("chain_given_hops", f"{ONE}\n# role: chain = a p/p b", ""),
    ("chain_given_hops", "# role: chain = a p/p b", "needs 2 facts"),
    ("compositionality_gap", f"{ONE}\n# role: chain = a p/p b", "cannot be one's own"),
    ("sensitive_named", FALSE, "two must be false"),
    ("all_roles", FALSE, ""),
    ("all_roles", "# role: one = not a p b", ""),
    ("hit", "# role: one = not a p b", "needs 1 facts that hold or follow, and there are 0"),
    ("facts_known", FALSE, ""),
    ("partial", ONE, "stands beside the metric of each pattern, and cannot be one's own"),
    ("f1", ONE, "is of triples written from a text: name its column"),
    ("hit", f"{ONE}\n# text: text", "is of facts, and with 'text' triples are asked for: use f1"),
    ("recall", f"{ONE}\n# item: text\n# text: text", ""),
])  # fmt: skip
def test_a_pattern_whose_roles_do_not_fit_its_metric_is_refused_with_the_line(
    metric: str, lines: str, says: str, tmp_path: Path
) -> None:
    (tmp_path / "own.rq").write_text(OWN.format(metric=metric, lines=lines))
    pattern = patterns.read_pattern(tmp_path / "own.rq")
    if not says:
        metrics.check(pattern)
        return
    with pytest.raises(PatternError, match=rf"own\.rq:.*{says}"):
        metrics.check(pattern)


def test_every_pattern_that_ships_fits_its_metric() -> None:
    for name in patterns.pattern_names():
        metrics.check(patterns.read_pattern(name))


def test_mining_refuses_a_metric_that_does_not_fit(tmp_path: Path) -> None:
    (tmp_path / "own.rq").write_text(OWN.format(metric="composed_given_premises", lines=ONE))
    (tmp_path / "g.tsv").write_text("subject\tpredicate\tobject\na\tp\tb\n")
    with pytest.raises(PatternError, match=r"own\.rq:5: metric: composed_given_premises needs"):
        kgforge.mine([tmp_path / "own.rq"], f"tsv:{tmp_path}/g.tsv", tmp_path / "m")
