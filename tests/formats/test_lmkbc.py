"""LM-KBC's layout: read as a benchmark with facts that have no object, scored, and written."""

from pathlib import Path
from typing import Final

import msgspec
import pytest
from msgspec.structs import replace

from kgforge import benchmark, cli, scoring, verdicts
from kgforge.errors import BenchmarkError
from kgforge.formats import lmkbc
from kgforge.formats.lmkbc import evaluators, layout, wordings
from kgforge.formats.lmkbc.evaluators import ALL, Average, Year
from kgforge.formats.lmkbc.layout import Kept
from kgforge.metrics import Listed
from kgforge.schema import (
    NONE,
    Accepted,
    Computed,
    Item,
    Named,
    Prompt,
    ReadOptions,
    Response,
    Score,
    Top,
    folders,
)
from kgforge.scoring import outputs
from tests.worlds import lmkbc as world
from tests.worlds.facts import ROOT
from tests.worlds.handmade import fact, item, ranking, write_benchmark, write_run

BASE = ReadOptions().base
YEARS: Final[tuple[Year, ...]] = (2022, 2023, 2024, 2025)
COMPUTED: Final = Computed("count", ())


def items(path: Path) -> dict[str, Item]:
    """The items of a file, by relation and subject."""
    found = lmkbc.read_items(path, BASE).items
    return {f"{item.group} {item.facts[0].subject.id}": item for item in found}


def adopted(path: Path, out: Path) -> Path:
    benchmark.adopt(f"lmkbc:{path}", out)
    return out


# ── Read ────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("year", YEARS)
def test_the_year_is_told_by_fields_and_relations(year: Year, tmp_path: Path) -> None:
    for path in (
        world.write(tmp_path / "dev.jsonl", world.YEARS[year]),
        world.EXPECTED / f"gold_{year}.jsonl",
    ):
        kept = msgspec.json.decode(lmkbc.read_items(path, BASE).kept, type=Kept)
        assert kept.year == year
        assert list(kept.rows) == world.read(path)


def test_a_fact_without_objects_is_an_item(tmp_path: Path) -> None:
    for year, lines in world.YEARS.items():
        found = items(world.write(tmp_path / f"{year}.jsonl", lines))
        [fact] = next(item for id, item in found.items() if id.endswith("Q233")).facts
        assert (fact.object, fact.answers, fact.holds) == (NONE, (), True)
        assert [prompt.form for prompt in fact.prompts] == ["listing"]
        assert fact.prompts[0].text.endswith("Name all, or say none: [MASK]")


def test_objects_have_ids_names_and_aliases(tmp_path: Path) -> None:
    of_2022 = items(world.write(tmp_path / "2022.jsonl", world.OF_2022))
    [fact] = of_2022["kg:CountryBordersWithCountry http://www.wikidata.org/entity/Q228"].facts
    assert fact.answers[0].aliases == ("république française",)
    assert fact.answers[0].id == f"{BASE}france"
    of_2023 = items(world.write(tmp_path / "2023.jsonl", world.OF_2023))
    [fact] = of_2023["kg:CountryBordersCountry http://www.wikidata.org/entity/Q228"].facts
    assert [(one.id[-4:], one.label) for one in fact.answers] == [
        ("Q142", "France"),
        ("/Q29", "Spain"),
    ]
    assert [prompt.form for prompt in fact.prompts] == ["listing", "short_answer"]
    assert fact.predicate.kind == "1-N"
    [fact] = of_2023["kg:SeriesHasNumberOfEpisodes http://www.wikidata.org/entity/Q900"].facts
    assert fact.object.id == '"62"^^<http://www.w3.org/2001/XMLSchema#decimal>'
    assert (fact.object.label, fact.predicate.kind) == ("62", "1-1")
    rivers = [id for id in of_2023 if id.startswith("kg:RiverBasins")]
    assert len(rivers) == 2  # of one name


def test_ids_without_names_are_labels(tmp_path: Path) -> None:
    found = lmkbc.read_items(world.EXPECTED / "gold_2024.jsonl", BASE).items
    answer = found[0].facts[0].answers[0]
    assert (answer.label, answer.by) == ("Q142", "local name")


def test_names_that_do_not_fit_ids_are_left_out_where_ids_are_compared(tmp_path: Path) -> None:
    found = lmkbc.read_items(world.write(tmp_path / "val.jsonl", world.OF_2024), BASE)
    assert found.left == {layout.UNEVEN: 1}
    by_name = lmkbc.read_items(world.write(tmp_path / "val.jsonl", world.OF_2025), BASE)
    assert by_name.left == {}
    uneven = next(item for item in by_name.items if item.facts[0].subject.label == "Another prize")
    assert [one.label for one in uneven.facts[0].answers] == ["Ann", "Jr."]
    assert uneven.facts[0].answers[0].id == f"{BASE}Ann"


def test_of_a_folder_the_file_with_answers_for_testing_is_read(tmp_path: Path) -> None:
    withheld = [{**line, "ObjectEntities": [], "ObjectEntitiesID": []} for line in world.OF_2024]
    world.write(tmp_path / "data" / "test.jsonl", withheld)
    world.write(tmp_path / "data" / "val.jsonl", world.OF_2024)
    world.write(tmp_path / "data" / "train.jsonl", world.OF_2024[:2])
    world.write(tmp_path / "data" / "val.pred.jsonl", world.OF_2024)
    found = lmkbc.read_items(tmp_path, BASE)
    assert [path.name for path in found.files] == ["val.jsonl"]
    assert len(found.items) == 4
    assert sorted(found.left.values()) == [1, 2, 5]
    assert found.left["row of train.jsonl, beside val.jsonl"] == 2
    (tmp_path / "data" / "val.jsonl").unlink()
    (tmp_path / "data" / "train.jsonl").unlink()
    with pytest.raises(BenchmarkError, match=r"no file of LM-KBC with objects .*: name one"):
        lmkbc.read_items(tmp_path, BASE)


def test_withheld_answers_are_no_empty_sets(tmp_path: Path) -> None:
    path = world.write(tmp_path / "test.jsonl", [{**world.OF_2024[0], "ObjectEntities": [],
                                                 "ObjectEntitiesID": []}])  # fmt: skip
    with pytest.raises(BenchmarkError, match="its answers are withheld: 1"):
        adopted(path, tmp_path / "bench")


def test_of_two_rows_of_one_subject_the_later_counts(tmp_path: Path) -> None:
    again = {**world.OF_2024[0], "ObjectEntities": ["Peru"], "ObjectEntitiesID": ["Q419"]}
    found = lmkbc.read_items(world.write(tmp_path / "val.jsonl", [*world.OF_2024[:2], again]), BASE)
    assert [one.label for one in found.items[0].facts[0].answers] == ["Peru"]
    assert found.left == {"row of a subject and relation that a later row has again": 1}


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("[]", r"val\.jsonl:2: no JSON object"),
        ('{"Relation": "hasArea"}', r"val\.jsonl:2: no line of LM-KBC: .*SubjectEntity"),
        ('{"Relation": "a", "SubjectEntity": "b"}', r"val\.jsonl:2: .*neither ObjectEntities nor"),
        ('{"Relation": "a", "SubjectEntity": "b", "ObjectEntities": 4}', r"val\.jsonl:2: no line"),
    ],
)
def test_what_is_damaged_is_named(line: str, problem: str, tmp_path: Path) -> None:
    path = world.write(tmp_path / "val.jsonl", world.OF_2024[:1])
    path.write_text(path.read_text() + line + "\n")
    with pytest.raises(BenchmarkError, match=problem):
        lmkbc.read_items(path, BASE)


def test_what_is_no_utf_8_is_named(tmp_path: Path) -> None:
    path = tmp_path / "val.jsonl"
    path.write_bytes(b'{"SubjectEntity": "\xff"}\n')
    with pytest.raises(BenchmarkError, match=r"val\.jsonl:1: no JSON object"):
        lmkbc.read_items(path, BASE)


def test_a_folder_that_is_called_as_a_file_is_none(tmp_path: Path) -> None:
    (tmp_path / "dev.jsonl").mkdir()
    with pytest.raises(BenchmarkError, match="has no file of LM-KBC with objects"):
        lmkbc.read_items(tmp_path, BASE)


@pytest.mark.parametrize("objects", [[["5"]], [None]])
def test_predictions_that_the_evaluator_does_not_read_are_refused(
    objects: list[object], tmp_path: Path
) -> None:
    line = {"SubjectEntity": "A", "Relation": "hasArea", "ObjectEntities": ["5"]}
    kept = lmkbc.read_items(world.write(tmp_path / "val.jsonl", [line]), BASE).kept
    said = world.write(tmp_path / "said.jsonl", [{**line, "ObjectEntities": objects}])
    with pytest.raises(BenchmarkError, match=r"said\.jsonl:1: ObjectEntities has .*reads texts"):
        list(lmkbc.published(said, kept))


def test_known_relations_have_questions_and_others_their_name_in_words() -> None:
    assert all(text.count("[X]") == 1 for text in wordings.QUESTIONS.values())
    known, other = wordings.wording("PersonHasSpouse"), wordings.wording("moonOrbitsPlanet")
    assert (known.generator, other.generator) == ("template", "fallback")
    assert "moon orbits planet" in other.template and other.template.count("[X]") == 1
    assert wordings.label("hasURLOf") == "has URL of"


# ── The benchmark ───────────────────────────────────────────────────────────────────────────────
def test_the_benchmark_verifies_and_gold_is_perfect_with_empty_sets(tmp_path: Path) -> None:
    path = world.write(tmp_path / "val.jsonl", world.OF_2024)
    bench = adopted(path, tmp_path / "bench")
    assert benchmark.verify(bench) == []
    manifest = folders.read_manifest(bench)
    assert manifest.format == 2
    [made] = manifest.patterns
    floors = {(one.answerer, one.k): one.value for one in made.floors}
    assert floors["gold", 1] == 1
    assert floors["empty", 1] == 2 / 4  # Malta and Iceland
    assert floors["frequent", 1] == 3 / 4  # of borders: none; of prizes: Ann
    assert made.forms
    lists, short = made.forms
    assert (lists.facts, lists.lacking) == (4, {})
    assert (short.facts, short.lacking) == (2, {"no object": 2})
    assert made.sizes and made.sizes.triples == 2


def test_a_target_that_no_answer_is_is_told(tmp_path: Path) -> None:
    bench = adopted(world.write(tmp_path / "val.jsonl", world.OF_2024), tmp_path / "bench")
    lines = (bench / "fact.jsonl").read_text().splitlines()
    lines[1] = lines[1].replace(
        '"object":{"id":"","label":"none"}', '"object":{"id":"x","label":"y"}'
    )
    (bench / "fact.jsonl").write_text("\n".join(lines) + "\n")
    assert "fact.jsonl:2: fact: the first answer is not the target" in benchmark.verify(bench)


# ── A model's answers ───────────────────────────────────────────────────────────────────────────
def marked(response: Response, bench: Path) -> tuple[bool, tuple[int, int, int] | None, str | None]:
    """Whether a response is right, its list, and its verdict."""
    read = scoring.read_benchmark(bench)
    [judged] = [
        one for one in scoring.judging.judge([response], read.desks) if one.item.id == response.item
    ]
    [mark] = judged.marks[0]
    return mark.rank == 1, mark.listed, mark.verdict


@pytest.mark.parametrize(
    ("said", "right", "listed"),
    [
        ("None.", True, (0, 0, 0)),
        ("There are none.", True, (0, 0, 0)),
        ("[]", True, (0, 0, 0)),
        ("Keine", True, (0, 0, 0)),
        ("无", True, (0, 0, 0)),
        ("Malta does not share a land border with any country.", True, (0, 0, 0)),
        ("Malta does not share a land border with Italy.", False, (0, 2, 0)),
        ("Italy", False, (0, 1, 0)),
        ("I don't know.", False, (0, 0, 0)),
        ("", False, (0, 0, 0)),
    ],
)
def test_where_nothing_is_right_none_is(
    said: str, right: bool, listed: tuple[int, int, int], tmp_path: Path
) -> None:  # fmt: skip
    """Who abstains says nothing wrong, as LM-KBC has it, but not that there is none."""
    bench = adopted(world.write(tmp_path / "val.jsonl", world.OF_2024), tmp_path / "bench")
    empty = next(one for one in folders.read_items(bench, "fact") if not one.facts[0].answers)
    of_text = Response(empty.id, "fact", "listing", 0, "m", "open", text=said, ended="stop")
    assert marked(of_text, bench) == (right, listed, None)


def test_a_list_whose_best_answer_is_none_is_empty(tmp_path: Path) -> None:
    bench = adopted(world.write(tmp_path / "val.jsonl", world.OF_2024), tmp_path / "bench")
    empty = next(one for one in folders.read_items(bench, "fact") if not one.facts[0].answers)
    for texts, right in ((("none", "Italy"), True), (("Italy", "none"), False), ((), True)):
        top = tuple(Top(text, -float(at)) for at, text in enumerate(texts))
        response = Response(empty.id, "fact", "listing", 0, "m", "open", top)
        assert marked(response, bench)[0] is right


def test_a_name_like_none_is_a_name() -> None:
    assert verdicts.without_none(["Nada", "Rome"], ["Nada"]) == ["Nada", "Rome"]
    assert verdicts.without_none(["Nada", "Rome"]) == []


# ── A system's predictions ──────────────────────────────────────────────────────────────────────
def figures(scores: list[Score], by: dict[str, str]) -> dict[tuple[str | None, str], float | None]:
    return {
        (one.group, one.metric): one.value
        for one in scores
        if one.by == by and one.metric.startswith("set_")
    }


def scored(year: Year, tmp_path: Path) -> list[Score]:
    bench = adopted(world.EXPECTED / f"gold_{year}.jsonl", tmp_path / "bench")
    predicted = world.EXPECTED / f"pred_{year}.jsonl"
    return scoring.score(f"lmkbc:{predicted}", bench, tmp_path / "scores.json")


@pytest.mark.parametrize("year", YEARS)
def test_the_published_figures_stand_beside_ours(year: Year, tmp_path: Path) -> None:
    """Those of ``test_lmkbc_evaluators``, which were recorded from the evaluators themselves."""
    gold, predicted = (
        evaluators.read(world.EXPECTED / f"{what}_{year}.jsonl") for what in ("gold", "pred")
    )
    of_each = evaluators.score(gold, predicted, year)
    means = evaluators.macro(of_each, year)
    wanted = dict(_flat(means, ""))
    if year in {2024, 2025}:
        wanted |= dict(_flat(evaluators.micro(of_each), "micro_"))
    by = {"matching": f"LM-KBC {year}"}
    found = scored(year, tmp_path)
    told = figures(found, by) | figures(found, {**by, "average": "macro"})
    assert {(named or "kg:").removeprefix("kg:") + metric: value
            for (named, metric), value in told.items()} == wanted  # fmt: skip


def _flat(found: dict[str, Average], prefix: str) -> list[tuple[str, float]]:
    return [
        (("" if name == ALL else name.replace(" ", "%20")) + f"set_{prefix}{what}", value)
        for name, one in found.items()
        for what, value in zip(
            ("precision", "recall", "f1"), (one.precision, one.recall, one.f1), strict=True
        )
    ]


def lists(year: Year, tmp_path: Path) -> dict[str, tuple[int, int, int]]:
    """By subject what is right, given and wanted, as kgforge counts it."""
    bench = adopted(world.EXPECTED / f"gold_{year}.jsonl", tmp_path / "bench")
    path = world.EXPECTED / f"pred_{year}.jsonl"
    read = scoring.read_benchmark(bench)
    finder = outputs.Finder("lmkbc", read)
    responses = list(finder.responses(lmkbc.responses(path, finder.kept)))
    desks = finder.desks(legacy=False)
    return {
        one.item.facts[0].subject.label: mark.listed
        for one in scoring.judging.judge(responses, desks)
        for mark in one.marks[0]
        if mark.listed
    }


Counts = tuple[int, int, int]
DIFFERING: Final[dict[Year, dict[str, tuple[Counts, Counts]]]] = {
    2022: {
        # an answer in whatever of its names is one answer …
        "Andorra": ((1, 3, 2), (1, 2, 2)),
        "U2": ((2, 4, 3), (2, 3, 3)),
        # … and a word for nothing, or no text, is none
        "Malta": ((0, 1, 0), (0, 0, 0)),
        "Water": ((2, 7, 2), (2, 6, 2)),
    },
    2023: {
        # what is predicted twice counts once
        "Andorra": ((3, 4, 2), (2, 3, 2)),
        # an empty text is no object
        "Iceland": ((0, 1, 1), (0, 1, 0)),
        "Malta": ((1, 1, 1), (0, 0, 0)),
    },
    2024: {"Cyprus": ((0, 1, 0), (0, 0, 0))},  # an empty text is no object
    2025: {
        # names are compared without case, and numbers by their value, not within 5 %
        "Andorra": ((1, 3, 2), (2, 3, 2)),
        "San Siro": ((3, 7, 2), (0, 7, 2)),
    },
}
"""By year and subject what is right, given and wanted: as published, and by kgforge."""


@pytest.mark.parametrize("year", YEARS)
def test_each_difference_of_convention_is_known(year: Year, tmp_path: Path) -> None:
    """What is not predicted is no answer for kgforge; the evaluators of 2022 and 2025 take it for
    an empty one.
    """
    gold, predicted = (
        evaluators.read(world.EXPECTED / f"{what}_{year}.jsonl") for what in ("gold", "pred")
    )
    published = {
        one.subject: (one.right, one.given, one.wanted)
        for one in evaluators.score(gold, predicted, year)
    }
    ours = lists(year, tmp_path)
    differing = {
        name: (published[name], found) for name, found in ours.items() if found != published[name]
    }
    assert differing == DIFFERING[year]
    unpredicted = {2022: {"Sade"}, 2025: {"Marie Curie"}}
    assert published.keys() - ours.keys() == unpredicted.get(year, set())


@pytest.mark.parametrize("year", YEARS)
def test_our_figures_are_the_means_of_these_lists(year: Year, tmp_path: Path) -> None:
    shares = [Listed(*one) for one in lists(year, tmp_path).values()]
    found = figures(scored(year, tmp_path / "again"), {})
    for metric, values in (
        ("set_precision", [one.precision for one in shares]),
        ("set_recall", [one.recall for one in shares]),
        ("set_f1", [one.f1 for one in shares]),
    ):
        assert found[None, metric] == pytest.approx(sum(values) / len(values))


def test_predictions_are_found_by_id_where_two_subjects_have_one_name(tmp_path: Path) -> None:
    bench = adopted(world.write(tmp_path / "val.jsonl", world.OF_2023), tmp_path / "bench")
    path = world.write(tmp_path / "pred.jsonl", world.OF_2023)
    found = figures(scoring.score(f"lmkbc:{path}", bench, tmp_path / "scores.json"), {})
    assert found[None, "set_f1"] == 1
    assert found["kg:RiverBasinsCountry", "set_f1"] == 1
    # the evaluator keeps the last of both
    published = {"matching": "LM-KBC 2023"}
    scores = scoring.score(f"lmkbc:{path}", bench, tmp_path / "scores.json")
    [rivers] = [one for one in scores if (one.by, one.group, one.metric)
                == (published, "kg:RiverBasinsCountry", "set_f1")]  # fmt: skip
    assert (rivers.value, rivers.items) == (1, 1)


def test_answers_to_other_questions_are_counted(tmp_path: Path) -> None:
    bench = adopted(world.write(tmp_path / "val.jsonl", world.OF_2024), tmp_path / "bench")
    path = world.write(tmp_path / "pred.jsonl", world.OF_2024)
    scores = scoring.score(f"lmkbc:{path}", bench, tmp_path / "scores.json")
    assert "1 answers to no question of the benchmark" in scores[0].note
    with pytest.raises(BenchmarkError, match="name the file of a system's predictions"):
        scoring.score(f"lmkbc:{tmp_path}", bench, tmp_path / "scores.json")
    bare = [{"SubjectEntity": one["SubjectEntity"], "Relation": one["Relation"],
             "ObjectEntities": one["ObjectEntities"]} for one in world.OF_2024]  # fmt: skip
    path = world.write(tmp_path / "bare.jsonl", bare)
    with pytest.raises(BenchmarkError, match=r"bare.jsonl:1: the evaluator reads ObjectEntitiesID"):
        scoring.score(f"lmkbc:{path}", bench, tmp_path / "scores.json")


def test_the_terminal_shows_both(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bench = adopted(world.EXPECTED / "gold_2024.jsonl", tmp_path / "bench")
    path = world.EXPECTED / "pred_2024.jsonl"
    run = ["score", f"lmkbc:{path}", "--benchmark", str(bench), "--out", str(tmp_path / "s.json")]
    with pytest.raises(SystemExit) as ended:
        cli.main(run)
    assert ended.value.code == 0
    told = capsys.readouterr().out
    assert "the evaluator of LM-KBC 2024" in " ".join(told.split())
    assert [row.split("│")[2].strip() for row in told.splitlines() if "kg:borders" in row] == [
        "LM-KBC 2024", "kgforge",
    ]  # fmt: skip


def test_facts_with_and_without_objects_have_their_own_scores(tmp_path: Path) -> None:
    """A system that finds nothing anywhere is right about all empty sets, and about no other."""
    bench = adopted(world.write(tmp_path / "val.jsonl", world.OF_2024), tmp_path / "bench")
    nothing = [{**line, "ObjectEntitiesID": [], "ObjectEntities": []} for line in world.OF_2024]
    path = world.write(tmp_path / "pred.jsonl", nothing)
    scores = scoring.score(f"lmkbc:{path}", bench, tmp_path / "scores.json")
    found = {
        one.by["answers"]: (one.value, one.items)
        for one in scores
        if one.metric == "set_recall" and "answers" in one.by
    }
    assert found == {"none": (1, 2), "some": (0, 2)}
    whole = world.write(tmp_path / "some.jsonl", world.OF_2024[:1])
    only = adopted(whole, tmp_path / "only")
    again = scoring.score(f"lmkbc:{whole}", only, tmp_path / "scores.json")
    assert not [one for one in again if "answers" in one.by]


# ── Written ─────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("year", YEARS)
def test_rows_come_back_as_they_were(year: Year, tmp_path: Path) -> None:
    bench = adopted(world.write(tmp_path / "val.jsonl", world.YEARS[year]), tmp_path / "bench")
    carried = benchmark.convert(bench, "lmkbc", tmp_path / "out")
    rows = list(world.YEARS[year])
    if year == 2024:
        rows.pop()  # which has other names than ids
    assert world.read(tmp_path / "out" / "gold.jsonl") == rows
    empty = sum(not layout.objects(layout.row(row, ""), year) for row in rows)
    assert carried.written == {"rows": len(rows), "rows without objects": empty}
    assert carried.left == {"prompt of another form or wording": len(rows) - empty}
    twins = {2023: 1}.get(year)
    assert list(carried.remarks.values()) == ([twins] if twins else [])


def test_a_benchmark_of_ours_is_written_and_its_run_scored_alike(tmp_path: Path) -> None:
    """Facts of a graph, chains of facts, what is implied, and a model's lists."""
    listing = Prompt("listing", "en", "object", "none", "template", "Which? [MASK]", "[X]?")
    borders = fact("fact", "Andorra", "P47", "France", others=["Spain"], aliases=["FR"])
    same = replace(borders, prompts=(*borders.prompts, listing))
    size = replace(
        borders,
        subject=replace(borders.subject, id="urn:kgforge:name:Peru%20%231", label="Peru #1"),
        predicate=replace(borders.predicate, id="urn:kgforge:name:has%20area"),
        object=Named('"5.5"', "5.5"),
        answers=(Accepted('"5.5"', "5.5"),),
        prompts=(listing,),
    )
    not_asked = replace(borders, prompts=())
    made = [
        item("i1", "fact", "g", same),
        item("i3", "fact", "g", borders, replace(same, holds=False), replace(same, holds=None)),
        item("i2", "fact", "g", size, not_asked, replace(size, via=(Named("x", "x"),)),
             replace(size, computed=COMPUTED)),
    ]  # fmt: skip
    bench = write_benchmark(tmp_path / "bench", made, {"fact": "hit"})
    said = [
        Response("i1", "fact", "listing", 1, "m", "open", text="France, FR and Rome"),
        Response("i2", "fact", "listing", 0, "m", "open", error="no"),
    ]
    run = write_run(tmp_path / "run", said, benchmark=bench)
    carried = benchmark.convert(bench, "lmkbc", tmp_path / "out", run=run)
    assert {reason: count for reason, count in carried.left.items() if count > 0} == {
        "alias of an object": 1,
        "answer that is computed": 1,
        "chain of facts": 1,
        "fact of a subject and predicate that have a line": 1,
        "fact that is implied": 1,
        "fact that must not hold": 1,
        "fact without a question for its object": 1,
        "prompt of another form or wording": 1,
        "question that could not be answered": 1,
    }
    area = {"SubjectEntityID": "Peru #1", "SubjectEntity": "Peru #1", "ObjectEntitiesID": ["5.5"],
            "ObjectEntities": ["5.5"], "Relation": "has area"}  # fmt: skip
    gold = world.read(tmp_path / "out" / "gold.jsonl")
    assert gold[1] == area
    assert (gold[0]["Relation"], gold[0]["ObjectEntities"]) == ("P47", ["France", "Spain"])
    [predicted] = world.read(tmp_path / "out" / "predictions.jsonl")
    assert predicted["ObjectEntities"] == ["France", "France", "Rome"]
    assert predicted["ObjectEntitiesID"] == [gold[0]["ObjectEntitiesID"][0]] * 2 + ["Rome"]
    back = scoring.score(
        f"lmkbc:{tmp_path / 'out' / 'predictions.jsonl'}", bench, tmp_path / "s.json"
    )
    assert figures(back, {})[None, "set_precision"] == 1 / 2
    assert not [one for one in back if one.by.get("matching")]  # it is of no year


def test_a_run_that_ranks_or_was_not_asked_is_counted(tmp_path: Path) -> None:
    bench = adopted(world.write(tmp_path / "val.jsonl", world.OF_2024), tmp_path / "bench")
    first, second, *_ = folders.read_items(bench, "fact")
    ranked = ranking(first.id, "fact", {"France": [-1.0], "x": [-2.0]})
    said = [
        replace(ranked, form="short_answer", prompt=1),
        Response(second.id, "fact", "listing", 0, "m", "open", (Top("none", 0.0),)),
    ]  # fmt: skip
    run = write_run(tmp_path / "run", said, benchmark=bench)
    carried = benchmark.convert(bench, "lmkbc", tmp_path / "out", run=run)
    assert carried.left["question that the run was not asked"] == 3
    [row] = world.read(tmp_path / "out" / "predictions.jsonl")
    assert (row["SubjectEntity"], row["ObjectEntities"]) == ("Malta", [])


def test_a_benchmark_without_facts_is_refused(tmp_path: Path) -> None:
    lone = replace(fact("fact", "a", "P47", "b"), holds=False)
    bench = write_benchmark(tmp_path / "bench", [item("i", "fact", "g", lone)], {"fact": "hit"})
    with pytest.raises(BenchmarkError, match=r"no question that lmkbc has a place for \(fact that"):
        benchmark.convert(bench, "lmkbc", tmp_path / "out")


def test_what_lies_beside_items_may_be_damaged(tmp_path: Path) -> None:
    bench = adopted(world.write(tmp_path / "val.jsonl", world.OF_2024), tmp_path / "bench")
    path = bench / "lmkbc.json"
    kept = msgspec.json.decode(path.read_bytes())
    away = [{**kept, "places": dict.fromkeys(kept["places"], at)} for at in (-1, len(kept["rows"]))]
    for damaged in ("{", *(msgspec.json.encode(one).decode() for one in away)):
        path.write_text(damaged)
        with pytest.raises(BenchmarkError, match=r"lmkbc\.json is damaged"):
            benchmark.convert(bench, "lmkbc", tmp_path / "out")


def test_llm_facteval_has_no_place_for_what_has_no_object(tmp_path: Path) -> None:
    bench = adopted(world.write(tmp_path / "val.jsonl", world.OF_2024), tmp_path / "bench")
    carried = benchmark.convert(bench, "facteval", tmp_path / "out")
    assert carried.left["fact without an object, where none is right"] == 2


def test_the_card_tells_of_lists_alone(tmp_path: Path) -> None:
    """And a baseline that says what is most frequent names an object where one is asked for."""
    bench = adopted(world.write(tmp_path / "val.jsonl", world.OF_2024), tmp_path / "bench")
    card = (bench / "README.md").read_text(encoding="utf-8")
    assert "put as a question for all of them" in card
    assert "statement with" not in card
    [made] = folders.read_manifest(bench).patterns
    assert made.forms
    short = next(one for one in made.forms if one.form == "short_answer")
    assert {one.answerer: one.value for one in short.floors if one.k == 1}["frequent"] == 1


def test_the_example_is_as_its_how_to_says(tmp_path: Path) -> None:
    """Sixteen countries, four of which have no border; by hand, of what is predicted of them."""
    bench = adopted(ROOT / "examples" / "borders", tmp_path / "bench")
    assert len(list(folders.read_items(bench, "fact"))) == 16
    path = ROOT / "examples" / "borders" / "dev.pred.jsonl"
    scores = scoring.score(f"lmkbc:{path}", bench, tmp_path / "scores.json")
    ours, published = figures(scores, {}), figures(scores, {"matching": "LM-KBC 2024"})
    # Malta, Japan, Madagascar: 0; Monaco: 1/2; Uruguay: 2/3; the other eleven: 1
    assert ours[None, "set_precision"] == pytest.approx((1 / 2 + 2 / 3 + 11) / 16)
    # Ireland: 0; Nepal: 1/2; Luxembourg: 2/3
    assert ours[None, "set_recall"] == pytest.approx((1 / 2 + 2 / 3 + 13) / 16)
    assert published[None, "set_micro_precision"] == 17 / 22
    assert published[None, "set_f1"] == pytest.approx(ours[None, "set_f1"])
