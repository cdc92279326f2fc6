"""Scores and comparisons by form, language, context and wording, against a plain count."""

import itertools
import random
from collections.abc import Iterator, Sequence, Set
from pathlib import Path

import msgspec
import pytest

from kgforge import reporting, scoring
from kgforge.reporting.comparing import compare
from kgforge.reporting.formatting import signed
from kgforge.reporting.slices import wordings
from kgforge.reporting.tables import differences
from kgforge.schema import Item, Prompt, Response, Score
from tests.worlds.handmade import answers, fact, item, judged, write_benchmark, write_run

KINDS = list(itertools.product(("de", "en"), ("none", "relevant")))
"""Language and context of each prompt of a fact, in order."""
OWN = {"symmetry": "both_given_either"}
KS = (1, 3)
PLAIN = {one for one in KINDS if one[1] == "none"}
Known = dict[tuple[str, str, int], int]
"""At which place the right answer stands; 0: nowhere. By item, role and prompt."""


def _prompts(of: str) -> tuple[Prompt, ...]:
    return tuple(
        Prompt("cloze", language, "object", context, "template", f"{of} {language} [MASK].", "")
        for language, context in KINDS
    )


def _item(number: int) -> Item:
    one, other = f"{number} a", f"{number} b"
    facts = (fact("forward", one, "P26", other), fact("backward", other, "P26", one))
    worded = (msgspec.structs.replace(each, prompts=_prompts(each.role)) for each in facts)
    return item(f"i{number}", "symmetry", f"g{number % 2}", *worded)


ITEMS = [_item(number) for number in range(40)]


def _known(seed: int) -> Known:
    drawn = random.Random(seed)
    return {
        (each.id, of.role, prompt): drawn.choice((0, 1, 1 + prompt, 3))
        for each in ITEMS
        for of in each.facts
        for prompt in range(len(KINDS))
    }


def _responses(known: Known) -> Iterator[Response]:
    right = {(each.id, of.role): of.object.label for each in ITEMS for of in each.facts}
    for (id, role, prompt), place in known.items():
        texts = [
            right[id, role] if place == number else f"wrong {number}" for number in (1, 2, 3, 4)
        ]
        yield answers(id, role, texts, prompt=prompt)


def _plain(known: Known, k: int, wanted: Set[tuple[str, str]]) -> tuple[int, int]:
    """Both given either, counted without anything of kgforge."""
    both = either = 0
    for each, (prompt, kind) in itertools.product(ITEMS, enumerate(KINDS)):
        if kind in wanted:
            hits = [0 < known[each.id, role, prompt] <= k for role in ("forward", "backward")]
            both, either = both + all(hits), either + any(hits)
    return both, either


def _found(scores: Sequence[Score], k: int, **by: str) -> Score:
    [found] = [
        each
        for each in scores
        if (each.metric, each.k, each.group, each.by) == (OWN["symmetry"], k, None, by)
    ]
    return found


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[scoring.Run]:
    """Two runs on items that are asked in two languages and two contexts."""
    home = tmp_path_factory.mktemp("kinds")
    bench = write_benchmark(home / "bench", ITEMS, OWN)
    made = [
        write_run(home / f"run{seed}", _responses(_known(seed)), ks=list(KS)) for seed in (1, 2)
    ]
    return judged(bench, *made)


@pytest.mark.parametrize("k", KS)
def test_each_language_context_and_wording_against_a_plain_count(
    runs: list[scoring.Run], k: int
) -> None:
    scores, known = runs[0].scores(), _known(1)
    for value in ("de", "en"):
        found = _found(scores, k, language=value)
        expected = _plain(known, k, {(value, "none")})
        assert (found.numerator, found.denominator) == expected
        assert "pooled:" not in found.note
    for value in ("none", "relevant"):
        found = _found(scores, k, context=value)
        expected = _plain(known, k, {(language, value) for language in ("de", "en")})
        assert (found.numerator, found.denominator, found.items) == (*expected, len(ITEMS))
    for number, kind in enumerate(one for one in KINDS if one[1] == "none"):
        found = _found(scores, k, prompt=str(number))
        expected = _plain(known, k, {kind})
        assert (found.numerator, found.denominator) == expected
        assert "pooled" not in found.note


def test_what_pools_several_says_so(runs: list[scoring.Run]) -> None:
    scores = runs[0].scores()
    whole = _found(scores, 1)
    assert (whole.numerator, whole.denominator) == _plain(_known(1), 1, PLAIN)
    for by in ({}, {"prompts": "best"}):
        note = _found(scores, 1, **by).note
        assert note.endswith("languages pooled: de, en"), by
    of_forms = [each for each in scores if "form" in each.by or "forms pooled" in each.note]
    assert {each.metric.partition("_")[0] for each in of_forms} == {"context"}


def test_one_kind_alone_has_no_slice(tmp_path: Path) -> None:
    only = [
        msgspec.structs.replace(
            each,
            facts=tuple(msgspec.structs.replace(of, prompts=of.prompts[:1]) for of in each.facts),
        )
        for each in ITEMS
    ]
    bench = write_benchmark(tmp_path / "bench", only, OWN)
    responses = [one for one in _responses(_known(1)) if one.prompt == 0]
    scores = scoring.score_run(write_run(tmp_path / "run", responses), bench)
    assert not {kind for each in scores for kind in each.by} & set(scoring.KINDS)
    assert not any("pooled" in each.note for each in scores)


def test_runs_are_compared_in_each(runs: list[scoring.Run]) -> None:
    known = [_known(1), _known(2)]
    found = compare(runs, KS, kinds=(*scoring.KINDS, "prompt"))
    by = {(tuple(each.by.items()), each.k): each for each in found}
    assert len(by) == len(found) == len(KS) * (1 + 2 + 2 + 2)
    for (what, k), each in by.items():
        wanted = {"context": "none"} | dict(what)
        chosen = {
            (language, context)
            for number, (language, context) in enumerate(KINDS)
            if wanted.items()
            <= {"language": language, "context": context, "prompt": str(number)}.items()
        }
        assert k is not None
        one, other = (_plain(each, k, chosen) for each in known)
        assert each.difference == pytest.approx(one[0] / one[1] - other[0] / other[1])
        assert each.paired


def test_a_report_has_the_slices_in_its_tables(runs: list[scoring.Run], tmp_path: Path) -> None:
    made = reporting.report([run.folder for run in runs], tmp_path / "report.html")
    names = list(map(str, wordings(made.runs, OWN).columns[1].cells))
    assert {"language: de", "language: en", "context: none", "context: relevant"} < set(names)
    assert {"language", "context"} == {kind for each in made.comparisons for kind in each.by}
    pair = " − ".join(run.name for run in made.runs)
    table = differences(made, {("symmetry", "both_given_either"): "symmetry"}, 1, "differences")
    cells = (map(str, column.cells) for column in table.columns)
    rows = dict(zip(*cells, strict=True))
    assert list(rows) == [
        pair,
        f"{pair}, context none",
        f"{pair}, context relevant",
        f"{pair}, language de",
        f"{pair}, language en",
    ]
    of_german = next(each for each in made.comparisons if each.by == {"language": "de"})
    assert signed(of_german.difference) in str(rows[f"{pair}, language de"])
