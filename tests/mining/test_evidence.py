"""What speaks for a rule: its measures, conditions on them, and what is drawn if none holds."""

import json
import math
from pathlib import Path
from typing import Any

import pytest

import kgforge
from kgforge.errors import PatternError
from kgforge.mining import evidence
from kgforge.patterns import conditions
from tests.proofs.test_codex import groups_of, published, typed
from tests.worlds.facts import Fact, ex, write_ntriples

RULES = """# Rules by what speaks for them.
# params:    $predicates: iri*, $share: float = 0.5
# columns:   p: iri, q: iri, a: iri, b: iri
# group:     p ">" q
# keep:      {keep}
# otherwise: {otherwise}
# role:      one   = a p b
# role:      other = a q b
# metric:    both_given_either
SELECT ?p ?q ?a ?b {{
  VALUES ?p {{ $predicates }} VALUES ?q {{ $predicates }}
  ?a ?p ?b . ?a ?q ?b FILTER(?p != ?q)
}}
"""
COUNTS = """# Of each two predicates: how often the first implies the second.
# params:  $predicates: iri*
# columns: p: iri, q: iri, matches: int, body: int
SELECT ?p ?q ?matches ?body {
  { SELECT ?p ?q (COUNT(*) AS ?matches) {
      VALUES ?p { $predicates } VALUES ?q { $predicates }
      ?a ?p ?b . ?a ?q ?b FILTER(?p != ?q) } GROUP BY ?p ?q }
  { SELECT ?p (COUNT(*) AS ?body) { ?a ?p ?b } GROUP BY ?p }
}
"""


def world() -> list[Fact]:
    """Every q is p, and one p in four is q: q>p has confidence 1, p>q 0.25."""
    pairs = [(ex(f"aa{n}"), ex(f"bb{n}")) for n in range(8)]
    return [(a, ex("p"), b) for a, b in pairs] + [(a, ex("q"), b) for a, b in pairs[:2]]


def mined(
    folder: Path, keep: str, otherwise: str = "3", counts: str = COUNTS, **params: str
) -> dict[str, dict[str, Any]]:
    (folder / "rules.rq").write_text(RULES.format(keep=keep, otherwise=otherwise))
    if counts:
        (folder / "rules.groups.rq").write_text(counts)
    source = write_ntriples(world(), folder / "graph.nt")
    kgforge.mine([folder / "rules.rq"], source, folder / "mined", params=params, force=True)
    return groups_of(folder / "mined/rules")


P_Q, Q_P = (f"<{ex(one)}>><{ex(other)}>" for one, other in ("pq", "qp"))


def test_a_group_is_kept_by_its_confidence(tmp_path: Path) -> None:
    found = mined(tmp_path, "confidence >= $share")
    assert {name: (one["confidence"], one["kept"]) for name, one in found.items()} == {
        P_Q: (0.25, False),
        Q_P: (1.0, True),
    }
    assert found[P_Q]["reason"] == ("not confidence >= $share (confidence = 0.25, $share = 0.5)")
    assert mined(tmp_path, "confidence >= $share", share="0.25")[P_Q]["kept"]
    assert mined(tmp_path, "support >= 2 and wilson_low > $share / 2")[Q_P]["kept"]


def test_a_measure_of_what_is_not_counted_is_refused_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(PatternError, match=r"rules\.rq:5: keep: nothing counts pca_body"):
        mined(tmp_path, "pca_confidence >= $share")
    (tmp_path / "rules.groups.rq").unlink()
    says = r"rules\.rq:5: keep: nothing counts body: write rules\.groups\.rq"
    with pytest.raises(PatternError, match=says):
        mined(tmp_path, "confidence >= $share", counts="")
    with pytest.raises(PatternError, match=r"rules\.rq:5: keep: no count trust; available: .*conf"):
        mined(tmp_path, "trust >= $share")


@pytest.mark.parametrize("counts", [COUNTS, ""])
def test_otherwise_draws_from_the_groups_that_meet_its_condition(
    counts: str, tmp_path: Path
) -> None:
    """No group has 9 matches. With a condition on matches, rows are counted first."""
    weak = "matches >= 2" if not counts else "confidence >= $share"
    found = mined(tmp_path, "matches >= 9 * $share * 2", f"3 where {weak}", counts)
    drawn = {name: one["instances"] for name, one in found.items()}
    assert sum(drawn.values()) == 3 if not counts else drawn == {P_Q: 0, Q_P: 2}
    found = mined(tmp_path, "matches >= 9 * $share * 2", "3 where matches > 2", counts)
    assert [one["instances"] for one in found.values()] == [0, 0]


def test_the_condition_of_otherwise_is_checked_as_others_are(tmp_path: Path) -> None:
    for otherwise, says in (
        ("3 where trust > 1", "otherwise: no count trust; available: "),
        ("3 where matches > $no", r"otherwise: no parameter \$no; available: "),
        ("3 where matches > $predicates", r"otherwise: \$predicates is not of type int or float"),
        ("3 where", "otherwise: cannot read ''"),
    ):
        with pytest.raises(PatternError, match=rf"rules\.rq:6: {says}"):
            mined(tmp_path, "confidence >= $share", otherwise)


def test_undefined_measures_meet_no_bound() -> None:
    found = evidence.measures({"support": 0, "body": 0, "pca_body": 4, "head": 8})
    assert found == {"confidence": None, "wilson_low": None, "pca_confidence": 0.0,
                     "head_coverage": 0.0}  # fmt: skip
    condition = conditions.parse("confidence >= 0 or confidence < 0")
    assert condition.value({"confidence": math.nan}, {}) is False


def test_the_threshold_of_composite_keeps_every_published_rule_of_codex_s(
    shared: Path, tmp_path: Path
) -> None:
    """It is the least one decimal can say that keeps all; 0.2 would lose four of them."""
    source, params = typed(shared, "s", tmp_path)
    store = f"duckdb:{tmp_path}/graph.db"
    kgforge.load([source], store)
    kgforge.mine(["composite"], store, tmp_path / "m", params=params)
    found = groups_of(tmp_path / "m/composite")
    rules = published(shared, 2)
    assert [rule for rule in rules if not found[rule]["kept"]] == []
    assert min(found[rule]["confidence"] for rule in rules) == pytest.approx(16 / 158)
    weak = [one for one in found.values() if one["confidence"] < 0.1]
    assert weak
    assert not any(one["kept"] or one["instances"] for one in weak)
    [told] = json.loads((tmp_path / "m/mining.json").read_text())["patterns"]
    assert told["params"]["confidence"] == 0.1
    params["composite.confidence"] = "0.2"
    kgforge.mine(["composite"], store, tmp_path / "m", params=params, force=True)
    found = groups_of(tmp_path / "m/composite")
    assert sum(not found[rule]["kept"] for rule in rules) == sum(
        float(row["Std Confidence"]) < 0.2 for row in rules.values()
    ) == 4  # fmt: skip
