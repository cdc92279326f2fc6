"""Fluent-mLAMA's layout: published ranks give the published tables; facts in their wordings."""

import csv
import hashlib
import json
import zipfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec import UNSET
from transformers import AutoModelForCausalLM, AutoTokenizer

from kgforge import benchmark, cli, compression, probing, reporting, scoring
from kgforge.benchmark import guards
from kgforge.errors import BenchmarkError, KgforgeError
from kgforge.formats import fluent_mlama
from kgforge.formats.fluent_mlama import importing, layout, located, pools
from kgforge.schema import Count, Item, ModelOptions, Score, Showing, folders
from tests.models import tiny
from tests.sampled import PROOF

DATA: Final = "fluent_mlama"
PUBLISHED: Final = {
    ("cs", "template"): (0.579, 4.17), ("cs", "translation"): (0.670, 3.16),
    ("cs", "llm_translation"): (0.615, 3.53),
    ("da", "template"): (0.568, 4.16), ("da", "translation"): (0.640, 3.84),
}  # fmt: skip
"""R@1 and mean rank, as printed."""


# ── Published ranks ─────────────────────────────────────────────────────────────────────────────
@pytest.fixture(scope="module")
def scored(shared: Path) -> scoring.ScoredAnswers:
    return scoring.score_answers(f"fluent_mlama:{shared / DATA / 'stats'}", None)


def macro(scores: Iterable[Score]) -> dict[tuple[str, str], tuple[float, float]]:
    """R@1 and mean rank of each language and wording."""
    found: dict[tuple[str, str], dict[str, float]] = {}
    for one in scores:
        if one.group is None and "average" in one.by and one.k in (1, None):
            place = one.by["language"], one.by["generator"]
            found.setdefault(place, {})[one.metric] = one.value or 0
    return {key: (of["hit"], of["mean_rank"]) for key, of in found.items()}


def test_published_ranks_give_the_published_tables(scored: scoring.ScoredAnswers) -> None:
    found = macro(scored.scores)
    assert {key: (round(hit, 3), round(mean, 2)) for key, (hit, mean) in found.items()} == PUBLISHED


def test_it_is_said_what_the_tables_are_of(scored: scoring.ScoredAnswers) -> None:
    assert scored.ranks
    whose, cs, da = scored.ranks.said
    assert "50 other names" in whose and "R@1" in whose and "Llama-2-7b-chat" in whose
    assert cs.startswith("cs (template, translation, llm_translation): ")
    assert "15 relations" in cs and cs.endswith("left out: P264")
    assert "8 relations" in da and "left out" not in da
    assert scored.ranks.left == {
        "fact of a relation that is in no table (P264)": 55, layout.SHORT: 43,
    }  # fmt: skip


def test_wordings_differ_as_the_published_flags_say(
    scored: scoring.ScoredAnswers, shared: Path
) -> None:
    """The files tell by themselves which facts are right at 1: counted without our reader."""
    pairs: Counter[tuple[str, str]] = Counter()
    for path in (shared / DATA / "stats").glob("da_*.tsv"):
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file, delimiter="\t"):
                if len(row["gt_prompt"]) >= len(row["template_prompt"]) / 3:
                    pairs[row["template_top1_correct"], row["gt_top1_correct"]] += 1
    [only] = [
        one for one in scored.scores
        if (one.metric, one.k, one.by["language"]) == ("wording_only", 1, "da")
    ]  # fmt: skip
    assert (only.numerator, only.denominator) == (
        pairs["0", "1"],
        pairs["0", "1"] + pairs["1", "0"],
    )


COLUMNS: Final = (
    "sub_uri", "sub_label", "obj_uri", "en_obj_label", "obj_label", "template", "template_prompt",
    "gt_translation", "gt_prompt", "gt_infl_object", "aliases",
)  # fmt: skip


def line(number: int, gt: str = "Osla", **cells: str) -> dict[str, str]:
    """A fact: a subject born in Oslo, as the template has it and as it is inflected."""
    found = {
        "sub_uri": f"Q{number}", "sub_label": f"A{number}", "obj_uri": "Q585",
        "en_obj_label": "Oslo", "obj_label": "Oslo", "template": f"A{number} je z Oslo.",
        "template_prompt": f"A{number} je z ", "gt_translation": f" A{number} je z {gt}.",
        "gt_prompt": f" A{number} je z ", "gt_infl_object": gt, "aliases": "Oslo|||Kristiania",
        "template_true_ranks": "{'Oslo': 2, 'Osla': 3}", "gt_true_ranks": "{'Oslo': 4, 'Osla': 1}",
    }  # fmt: skip
    return found | cells


def table(path: Path, rows: Sequence[Mapping[str, str]]) -> Path:
    path.parent.mkdir(exist_ok=True, parents=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), delimiter="\t")
        writer.writeheader()
        writer.writerows(rows)
    return path


def test_languages_share_a_table_by_their_wordings(tmp_path: Path) -> None:
    """Of unpublished languages a table is of what all have; P264 is in none."""
    for name in ("xx_P19", "xx_P36", "xx_P264", "yy_P19", "yy_P264", "yy_P40"):
        table(tmp_path / f"{name}_template_gt.tsv", [line(1)])
    found = fluent_mlama.ranks(tmp_path)
    assert {one.group for one in found.ranks} == {"wdt:P19"}
    assert {(one.pattern, one.language) for one in found.ranks} == {
        ("fact", "xx"),
        ("fact_yy", "yy"),
    }
    _, said = found.said
    assert said.endswith("P19; left out: P36, P40, P264")
    assert sum(found.left.values()) == 4
    by = {one.generator: one.rank for one in found.ranks if one.language == "xx"}
    assert by == {"template": 2, "translation": 1}, "of the best form"


def test_a_language_alone_has_the_relations_of_its_published_table(tmp_path: Path) -> None:
    for relation in ("P19", "P39", "P264"):
        table(tmp_path / f"ru_{relation}_template_gt.tsv", [line(1)])
    assert {one.group for one in fluent_mlama.ranks(tmp_path).ranks} == {"wdt:P19"}


@pytest.mark.parametrize(
    ("prompt", "kept"),
    [(" A1 je z ", True), ("A1 ", True), ("A1", False), ("", True), ("nan", True), ("xy", False)],
)
def test_cut_translations_are_left_out(prompt: str, kept: bool, tmp_path: Path) -> None:
    """A template's 8 characters want at least 8/3; what is missing counts as 3."""
    path = table(tmp_path / "xx_P19_template_gt.tsv", [line(1, gt_prompt=prompt), line(2)])
    assert len(fluent_mlama.ranks(path).ranks) == (4 if kept else 2)


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"notes.txt": [line(1)]}, "has no table"),
        ({"xx_P264_template_gt.tsv": [line(1)]}, "share no relation"),
        ({"xx_P1_template_gt.tsv": [line(1, gt_true_ranks="{}")]}, "has no ranks of forms in gt"),
        ({"xx_P1_template_gt.tsv": [line(1, gt_true_ranks="[1]")]}, "has no ranks of forms in gt"),
        ({"xx_P1_a.tsv": [line(1)], "xx_P1_b.tsv": [line(1)]}, "P1 in xx twice"),
        ({"xx_P1_a.tsv": [{"sub_uri": "Q1"}]}, "has no column sub_label"),
        (
            {"xx_P1_a.tsv": [line(1)],
             "xx_P2_b.tsv": [{key: value for key, value in line(1).items() if key[:2] != "gt"}]},
            "several sets of wordings",
        ),
        (
            {"xx_P1_a.tsv": [{key: value for key, value in line(1).items() if "ranks" not in key}]},
            "no column template_true_ranks",
        ),
    ],
)  # fmt: skip
def test_what_has_no_ranks_says_so(
    files: Mapping[str, Sequence[Mapping[str, str]]], said: str, tmp_path: Path
) -> None:
    for name, rows in files.items():
        table(tmp_path / name, rows)
    with pytest.raises(BenchmarkError, match=said):
        fluent_mlama.ranks(tmp_path)


def test_a_damaged_archive_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xx_P1_a.tsv", "sub_uri\n" * 100)
    whole = path.read_bytes()
    path.write_bytes(whole[:40] + b"\x00\xff\x00" + whole[43:])
    with pytest.raises(BenchmarkError, match="damaged"):
        fluent_mlama.read_items(path, "")
    (tmp_path / "xx_P1_a.tsv").write_bytes(b"\xff\xfe")
    with pytest.raises(BenchmarkError, match=r"not UTF-8.*UTF-16"):
        fluent_mlama.read_items(tmp_path / "xx_P1_a.tsv", "")


def test_the_command_prints_tables_and_what_is_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stats, out = tmp_path / "stats", tmp_path / "scores.json"
    for at, relation in enumerate(("P19", "P20", "P36")):
        rows = [line(n, gt_true_ranks=f"{{'Osla': {1 + (n > at + 1)}}}") for n in range(1, 6)]
        table(stats / f"xx_{relation}_template_gt.tsv", rows)
    table(stats / "xx_P264_template_gt.tsv", [line(1)])
    quality = tmp_path / "qe.tsv"
    quality.write_text(
        "relation\twording\tscore\n"
        + "".join(f"{p}\ttemplate\t0.5\n" for p in ("P19", "P20", "P36"))
        + "P19\ttranslation\t0.6\nP20\ttranslation\t0.7\nP36\ttranslation\t0.8\n"
    )
    with pytest.raises(SystemExit, match="0"):
        cli.main(["score", f"fluent_mlama:{stats}", "--out", str(out), "--fluency", str(quality)])
    said = capsys.readouterr()
    assert "3 relations" in said.err + said.out
    assert "P264" in said.out
    found = folders.read_scores(out)
    [fluent] = [one for one in found if (one.metric, one.k) == ("fluency_pearson", 1)]
    assert fluent.value == pytest.approx(1), "each relation gains as it is more fluent"
    assert "+1.000" in said.out
    assert "languages" not in said.out, "each language is by itself"


def test_what_needs_a_benchmark_asks_for_it(tmp_path: Path) -> None:
    table(tmp_path / "xx_P1_a.tsv", [line(1)])
    for answers in (str(tmp_path), f"lmkbc:{tmp_path}/xx_P1_a.tsv"):
        with pytest.raises(KgforgeError, match="--benchmark"):
            scoring.score_answers(answers, None)


# ── Items ───────────────────────────────────────────────────────────────────────────────────────
PLACES: Final = {"Q585": ("Oslo", "Osla"), "Q64": ("Berlín", "Berlína"), "Q90": ("Paříž", "Paříže"),
                 "Q1085": ("Praha", "Prahy"), "Q220": ("Řím", "Říma")}  # fmt: skip


def born(number: int, place: str, **cells: str) -> dict[str, str]:
    label, form = PLACES[place]
    of_place = {
        "obj_uri": place, "obj_label": label, "template": f"A{number} je z {label}.",
        "aliases": f"{label}|||Город|||English {label}", "en_obj_label": f"English {label}",
    }  # fmt: skip
    return line(number, form, **of_place) | cells


def made(folder: Path, out: Path, *, legacy: bool = False) -> dict[str, Item]:
    benchmark.adopt(f"fluent_mlama:{folder}", out, Showing(legacy=legacy))
    assert benchmark.verify(out) == []
    manifest = folders.read_manifest(out)
    return {
        f"{item.pattern} {item.facts[0].subject.label} {item.facts[0].object.label}": item
        for pattern in manifest.patterns
        for item in folders.read_items(out, pattern.name)
    }


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """Five facts in Czech, of which one subject has two places, and the first in Danish."""
    folder = tmp_path / "data"
    rows = [born(1, "Q585"), born(2, "Q64"), born(3, "Q90"), born(3, "Q1085"), born(4, "Q220")]
    rows += [born(5, "Q64", gt_prompt="ERROR", gt_infl_object="ERROR")]
    rows += [born(6, "Q64", sub_uri="nobody"), born(1, "Q585")]
    table(folder / "cs_P19_a.tsv", [{key: row[key] for key in COLUMNS} for row in rows])
    table(folder / "da_P19_a.tsv", [{key: rows[0][key] for key in COLUMNS}])
    (folder / "notes.txt").write_text("no table")
    return folder


def test_what_is_left_out_of_a_language_without_items_is_counted(
    small: Path, tmp_path: Path
) -> None:
    wrong = dict.fromkeys(("gt_prompt", "gt_infl_object", "chatgpt_prompt"), "ERROR")
    row = born(1, "Q585", **wrong, chatgpt_infl_object="ERROR", template="")
    table(small / "ru_P19_a.tsv", [{key: row[key] for key in COLUMNS}])
    manifest = benchmark.adopt(f"fluent_mlama:{small}", tmp_path / "out")
    assert manifest.languages == ("cs", "da")
    told = {reason for made in manifest.patterns for reason in made.skipped}
    assert [one for one in told if one.startswith("fact_ru: ")]


def test_a_fact_has_its_wordings_forms_and_candidates(small: Path, tmp_path: Path) -> None:
    found = made(small, tmp_path / "out")
    item = found["fact A1 Oslo"]
    [fact] = item.facts
    assert [prompt.generator for prompt in fact.prompts] == ["template", "translation"]
    assert {prompt.text for prompt in fact.prompts} == {"A1 je z [MASK]."}
    [answer] = fact.answers
    assert (answer.label, answer.forms, answer.aliases) == ("Oslo", ("Osla",), ("Osla",))
    assert {one.label for one in fact.candidates} == {"Oslo", "Berlín", "Paříž", "Praha", "Řím"}
    plain, inflected = fact.prompts
    forms = dict(PLACES.values())
    assert not plain.forms
    assert inflected.forms == tuple(forms[one.label] for one in fact.candidates)
    danish = found["fact_da A1 Oslo"]
    assert danish.id.removeprefix("fact_da-") == item.id.removeprefix("fact-")
    assert folders.read_manifest(tmp_path / "out").languages == ("cs", "da")
    called = [one.facts[0].predicate for one in (item, danish)]
    assert [(one.label, one.by) for one in called] == [
        ("místo narození", UNSET),  # as it ships
        ("P19", "local name"),  # none in Danish
    ]


def test_a_template_has_the_subject_as_a_word_of_its_own(tmp_path: Path) -> None:
    """*A1u* is an inflected form: it is no slot for a name and an ending."""
    sentence = {"gt_prompt": "Z A1u je ", "gt_translation": "Z A1u je Osla."}
    table(tmp_path / "cs_P19_a.tsv", [line(1, **sentence)])
    [item] = fluent_mlama.read_items(tmp_path, "").items
    templates = [prompt.template for prompt in item.facts[0].prompts]
    assert templates == ["[X] je z [Y].", "Z A1u je [Y]."]


def test_another_true_object_is_right_and_no_candidate(small: Path, tmp_path: Path) -> None:
    [fact] = made(small, tmp_path / "out")["fact A3 Praha"].facts
    assert [one.label for one in fact.answers] == ["Praha", "Paříž"]
    assert "Paříž" not in {one.label for one in fact.candidates}


def test_a_true_object_that_cannot_be_asked_is_no_candidate(tmp_path: Path) -> None:
    """Of A1, Berlin was not found in its translated sentence, and is right all the same."""
    rows = [born(n, place) for n, place in enumerate(PLACES, 1)]
    table(tmp_path / "cs_P19_a.tsv", [*rows, born(1, "Q64", gt_infl_object="ERROR")])
    [fact] = next(
        item.facts
        for item in fluent_mlama.read_items(tmp_path, "").items
        if item.facts[0].subject.label == "A1"
    )
    assert {one.label for one in fact.answers} == {"Oslo", "Berlín"}
    assert "Berlín" not in {one.label for one in fact.candidates}


def test_what_was_located_badly_is_no_wording_and_no_name(tmp_path: Path) -> None:
    """With its verb, with the full stop, or a quotation mark alone; *z Osla* where *z* stands."""
    rows = [
        born(1, "Q585"),
        born(2, "Q64"),
        born(3, "Q90", gt_prompt=" A3 je ", gt_infl_object="z Paříže"),
        born(4, "Q1085", gt_prompt=" A4 je z ", gt_infl_object="Prahy."),
        born(5, "Q220", gt_prompt=" A5 je z Říma", gt_infl_object="»",
             gt_translation=" A5 je z Říma»."),
    ]  # fmt: skip
    table(tmp_path / "cs_P19_a.tsv", rows)
    found = fluent_mlama.read_items(tmp_path, "")
    assert [item.facts[0].subject.label for item in found.items] == ["A1", "A2"]
    assert {
        form for item in found.items for one in item.facts[0].prompts for form in one.forms or ()
    } == {"Osla", "Berlína"}
    left = found.of_patterns["fact"]
    for why in (located.WIDE, located.STOPPED, located.PUNCTUATION):
        assert left[why.format("translation")] == 1
    assert left[importing.ALONE] == 3
    assert len(fluent_mlama.read_legacy(tmp_path, "").items) == 5, "as published"


def test_a_name_that_says_what_stands_there_is_no_candidate(tmp_path: Path) -> None:
    """A language that is called *jazyk x*, where *jazyk* stands before the slot."""
    rows = [born(1, "Q585"), born(2, "Q64"), born(3, "Q90", obj_label="z Paříže")]
    rows[2]["template"] = "A3 je z z Paříže."
    table(tmp_path / "cs_P19_a.tsv", rows)
    first, *_ = fluent_mlama.read_items(tmp_path, "").items
    assert [one.label for one in first.facts[0].candidates] == ["Oslo", "Berlín"]
    assert Count(pools.REPEATS, 1) in first.provenance.guards


def test_a_distractor_has_no_form_of_a_right_answer(tmp_path: Path) -> None:
    """*fyziky* is of *fyzika*, which is right, and in another fact of *fyzik*."""
    rows = [
        born(1, "Q585", obj_label="fyzika", template="A1 je z fyzika.", gt_infl_object="fyziky",
             gt_translation=" A1 je z fyziky."),
        born(2, "Q64", obj_label="fyzik", template="A2 je z fyzik.", gt_infl_object="fyziků",
             gt_translation=" A2 je z fyziků."),
        born(3, "Q64", obj_label="fyzik", template="A3 je z fyzik.", gt_infl_object="Fyziky",
             gt_translation=" A3 je z Fyziky."),
        born(4, "Q90"),
    ]  # fmt: skip
    table(tmp_path / "cs_P19_a.tsv", rows)
    first, *_ = fluent_mlama.read_items(tmp_path, "").items
    assert [one.label for one in first.facts[0].candidates] == ["fyzika", "Paříž"]
    assert Count(pools.SAME_NAME, 1) in first.provenance.guards


def test_what_is_left_out_is_counted(small: Path, tmp_path: Path) -> None:
    made(small, tmp_path / "out")
    manifest = folders.read_manifest(tmp_path / "out")
    skipped = {one.name: one.skipped for one in manifest.patterns}
    assert skipped["fact"] == {
        layout.STRANGE: 1, layout.UNNAMED: 1, importing.AGAIN: 1, importing.ALONE: 1,
        importing.UNLOCATED.format("translation", "ERROR"): 1,
        importing.ALIAS: 5, importing.ENGLISH: 5,
    }  # fmt: skip
    assert skipped["fact_da"] == {importing.ALIAS: 1, importing.ENGLISH: 1}
    assert manifest.format == 2, "older versions know no forms"
    assert b"ERROR" not in (tmp_path / "out" / "fact.jsonl").read_bytes()


def test_the_guards_are_called_as_everywhere() -> None:
    for name in ("TRUE", "SUBJECT", "SAME_NAME", "SAME_LABEL", "SHORT", "REPEATS"):
        assert getattr(pools, name) == getattr(guards, name)


def published_pools(path: Path) -> dict[tuple[str, str], set[str]]:
    """The distractors of each fact of a file, by the published rule, written down once more."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = [
            row for row in csv.DictReader(file, delimiter="\t")
            if row["gt_infl_object"] != "ERROR" and row["gt_prompt"]
        ]  # fmt: skip
    columns = ("obj_label", "gt_infl_object", "chatgpt_infl_object")

    def names(row: Mapping[str, str]) -> set[str]:
        return {row[one] for one in columns if row.get(one)} | set(row["aliases"].split("|||"))

    pool = {name for row in rows for name in names(row) if name}
    return {
        (row["sub_uri"], row["obj_uri"]): set(
            sorted(pool - names(row), key=lambda name: hashlib.sha256(name.encode()).digest())[:50]
        )
        for row in rows
    }


@pytest.mark.parametrize("name", ["cs_P449_20prompt", "ru_P159_20prompt", "zh_P108_nogpt"])
def test_legacy_pools_are_the_published_ones(name: str, shared: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(shared / DATA / "fixed_data.zip") as archive:
        path = Path(archive.extract(f"fixed_data/{name}.tsv", tmp_path))
    wanted = published_pools(path)
    found = made(path, tmp_path / "out", legacy=True)
    assert found
    for item in found.values():
        [fact] = item.facts
        ends = tuple(end.id.rpartition("/")[2] for end in (fact.subject, fact.object))
        [answer] = fact.answers
        own = {answer.label, *(answer.forms or ())}
        assert {one.label for one in fact.candidates} - own == wanted[ends[0], ends[1]]


def test_sixteen_pools_are_smaller_than_published_fifty(shared: Path) -> None:
    found = fluent_mlama.read_legacy(shared / DATA / "fixed_data.zip", "")
    few = sum(left.get(importing.FEW, 0) for left in found.of_patterns.values())
    assert (few, len(found.of_patterns)) == (16, 9)
    assert sum(left.get(importing.ERRORS, 0) for left in found.of_patterns.values()) > 0


FILES: Final = ("cs_P19_20prompt", "ru_P159_20prompt", "uk_P449_20prompt", "zh_P108_nogpt")
CYRILLIC: Final = ("\u0400", "\u04ff")
SCRIPTS: Final = {"ru": CYRILLIC, "uk": CYRILLIC, "zh": ("\u4e00", "\u9fff")}


def test_fixed_pools_are_of_one_language(shared: Path, tmp_path: Path) -> None:
    """No candidate of a language with a script of its own is in Latin letters; none is ERROR."""
    with zipfile.ZipFile(shared / DATA / "fixed_data.zip") as archive:
        names = archive.namelist() if PROOF else [f"fixed_data/{one}.tsv" for one in FILES]
        for one in names:
            if one.startswith("fixed_data/"):
                archive.extract(one, tmp_path)
    found = fluent_mlama.read_items(tmp_path / "fixed_data", "")
    assert len(found.items) > 700
    for item in found.items:
        [fact] = item.facts
        named = [one.label for one in fact.candidates]
        named += [form for prompt in fact.prompts for form in prompt.forms or ()]
        assert "ERROR" not in named
        assert len({one.id for one in fact.candidates}) == len(fact.candidates)
        assert {fact.object.label, *(fact.answers[0].forms or ())}.issuperset(
            form for prompt in fact.prompts
            for one, form in zip(fact.candidates, prompt.forms or named, strict=False)
            if one.id == fact.object.id
        )  # fmt: skip
        language = fact.prompts[0].language
        if language in SCRIPTS:
            low, high = SCRIPTS[language]
            for name in named:
                letters = [one for one in name if one.isalpha()]
                assert not letters or any(low <= one <= high for one in letters), (item.id, name)


def test_a_layout_that_is_read_in_one_way_has_no_legacy(tmp_path: Path) -> None:
    with pytest.raises(KgforgeError, match=r"--legacy is for .*fluent_mlama"):
        benchmark.adopt(f"lmkbc:{tmp_path}", tmp_path / "out", Showing(legacy=True))


# ── A run ───────────────────────────────────────────────────────────────────────────────────────
def test_a_model_is_asked_in_each_wording_and_they_are_compared(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What the scores say of the mean rank, against the log-probabilities as they lie there."""
    for at, relation in enumerate(("P20", "P36")):
        rows = [born(n + 10 * at, place) for n, place in enumerate(PLACES, 10)]
        table(small / f"cs_{relation}_a.tsv", [{key: row[key] for key in COLUMNS} for row in rows])
    bench, model = tmp_path / "bench", f"causal:{tiny.make(tmp_path / 'model')}"
    items = made(small, bench).values()
    asked = {item.id: item.facts[0] for item in items if item.pattern == "fact"}
    run, out = tmp_path / "run", tmp_path / "scores.json"
    options = ModelOptions(method="conditional_apart")
    probing.probe(bench, model, run, patterns=["fact"], options=options)
    with pytest.raises(SystemExit, match="0"):
        cli.main(
            ["score", str(run), "--benchmark", str(bench), "--out", str(out), "--fluency", model]
        )
    assert "fluency r" in capsys.readouterr().out
    ranks: dict[str, dict[str, list[float]]] = {}
    for response in folders.read_responses(run):
        fact, sums = asked[response.item], {}
        prompt = fact.prompts[response.prompt]
        own = prompt.forms or tuple(one.label for one in fact.candidates)
        assert tuple(one.text for one in response.candidates) == own
        for one in response.candidates:
            sums[one.text] = sum(one.logprobs)
        gold = own[[one.id for one in fact.candidates].index(fact.object.id)]
        rank = 1 + sum(value > sums[gold] for value in sums.values())
        relation = fact.predicate.label
        ranks.setdefault(prompt.generator, {}).setdefault(relation, []).append(rank)
    scores = folders.read_scores(out)
    for generator, of_relations in ranks.items():
        [mean] = [
            one for one in scores
            if (one.metric, one.by) == ("mean_rank", {"generator": generator, "average": "macro"})
        ]  # fmt: skip
        means = [sum(each) / len(each) for each in of_relations.values()]
        assert mean.value == pytest.approx(sum(means) / 3)
    fluent = [one for one in scores if one.metric == "fluency_pearson"]
    assert {one.by["against"] for one in fluent} == {"template"}
    report = reporting.report([run], tmp_path / "report.html")
    shown = [str(one.title) for one in reporting.tables.report_tables(report, report.metrics)]
    assert "wordings, mean over groups" in shown
    assert "wordings against one another, hit@1" in shown


def test_a_model_measures_published_sentences(tmp_path: Path) -> None:
    """By the perplexity of each sentence, as the model's own loss has it."""
    path = table(tmp_path / "stats" / "xx_P19_template_gt.tsv", [line(1), line(2, "Oslu")])
    model = tiny.make(tmp_path / "model")
    ranks = scoring.read_ranks(f"fluent_mlama:{path.parent}")
    found = benchmark.fluent.of_ranks(f"causal:{model}", ranks)
    assert len(found.of_items) == len(ranks.ranks) == 4
    network: Any = AutoModelForCausalLM.from_pretrained(model)
    tokenizer: Any = AutoTokenizer.from_pretrained(model)
    for one in ranks.ranks:
        ids = tokenizer(tokenizer.bos_token + one.text, return_tensors="pt")["input_ids"]
        wanted = -network(ids, labels=ids).loss.item()
        assert found.of_items[one.item, one.generator] == pytest.approx(wanted, abs=1e-4)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--fluency", "seq2seq:x"], "measured by"),
        (["--fluency", "nothing"], "no such file"),
        (["--legacy"], "give the --benchmark"),
    ],
)
def test_what_measures_nothing_says_so(
    given: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = table(tmp_path / "stats" / "xx_P19_template_gt.tsv", [line(1)])
    out = str(tmp_path / "scores.json")
    with pytest.raises(SystemExit, match=r"[12]"):
        cli.main(["score", f"fluent_mlama:{path}", "--out", out, *given])
    assert said in capsys.readouterr().err


def test_fluency_of_other_wordings_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The publication calls wordings otherwise than the benchmark does."""
    path = table(tmp_path / "stats" / "xx_P19_template_gt.tsv", [line(1)])
    quality, out = tmp_path / "qe.tsv", tmp_path / "scores.json"
    quality.write_text("relation\twording\tscore\nP19\ttemplate\t0.5\nP19\tgt\t0.6\n")
    with pytest.raises(SystemExit, match="1"):
        cli.main(["score", f"fluent_mlama:{path}", "--out", str(out), "--fluency", str(quality)])
    told = " ".join(capsys.readouterr().err.split())
    assert "has scores of gt, template for wdt:P19: no two wordings here are of these" in told
    assert not out.exists()


def test_the_summary_says_what_ranks_are_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = table(tmp_path / "stats" / "xx_P19_template_gt.tsv", [line(1), line(2, gt_prompt="A")])
    out = str(tmp_path / "scores.json")
    with pytest.raises(SystemExit, match="0"):
        cli.main(["score", f"fluent_mlama:{path}", "--out", out, "--json"])
    summary = json.loads(capsys.readouterr().out)
    assert summary["left"] == {layout.SHORT: 1}
    assert "1 relations" in summary["said"][1]


def test_an_archive_that_would_fill_a_memory_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compression, "_LARGE", 1000)
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xx_P1_a.tsv", b" " * 1_000_000)
    with pytest.raises(BenchmarkError, match="over 500 times"):
        fluent_mlama.read_items(path, "")


def test_a_wording_that_does_not_fit_is_left_out(tmp_path: Path) -> None:
    """A sentence that goes on otherwise, one without its object, one with a mark; uneven lines."""
    rows = [
        born(1, "Q64", gt_translation="Something else."),
        born(2, "Q64", gt_infl_object="Берлин", gt_translation=" A2 je z Берлин."),
        born(3, "Q64", template="A3 je z Berlín a [MASK]."),
        born(4, "Q64", obj_label="Берлин"),
        born(5, "Q64", gt_infl_object=""),
        born(6, "Q64", gt_prompt="A6", gt_translation="A6Berlína"),
        born(7, "Q64"),
    ]
    path = table(tmp_path / "cs_P19_a.tsv", rows)
    path.write_text(path.read_text("utf-8") + "Q1\tA\n", "utf-8")
    found = fluent_mlama.read_items(path, "")
    assert [item.facts[0].subject.label for item in found.items] == ["A7"]
    left = {**found.left, **found.of_patterns["fact"]}
    assert left[layout.UNEVEN] == left[importing.FOREIGN] == 1
    assert left[importing.ALONE] == 5
    assert left[importing.ELSEWHERE.format("translation")] == 1
    assert left[importing.UNLOCATED.format("translation", "empty")] == 1
    assert left[layout.SHORT.replace("fact", "wording")] == 1
    assert sum(count for why, count in left.items() if "does not have its object" in why) == 2


def test_aliases_of_tables_of_ranks_are_read(tmp_path: Path) -> None:
    table(tmp_path / "cs_P19_a.tsv", [line(1, aliases="['Oslo', \"Kristi'ania\"]")])
    table(tmp_path / "cs_P36_a.tsv", [line(1, aliases="['Oslo")])
    names = [
        item.facts[0].answers[0].aliases for item in fluent_mlama.read_items(tmp_path, "").items
    ]
    assert names == [("Osla", "Kristi'ania"), ("Osla", "['Oslo")]


def test_without_translations_nothing_was_published(tmp_path: Path) -> None:
    rows = [{key: value for key, value in line(1).items() if not key.startswith("gt_")}]
    table(tmp_path / "cs_P19_a.tsv", rows)
    found = fluent_mlama.read_legacy(tmp_path, "")
    assert (found.items, found.of_patterns["fact"]) == (
        (), {"fact without a translation (P19)": 1},
    )  # fmt: skip
