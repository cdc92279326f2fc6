"""A benchmark in several languages: paired items, and nothing of one language in another."""

import gzip
import json
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from msgspec.structs import replace

import kgforge
from kgforge import benchmark, probing
from kgforge.benchmark import ExportOptions
from kgforge.errors import BenchmarkError
from kgforge.forms import Mark
from kgforge.graph import LoadOptions
from kgforge.probing import job
from kgforge.reporting import apart
from kgforge.reporting.runs import read_runs
from kgforge.schema import Item, Manifest, ModelOptions, ReadOptions, folders, read_scores
from kgforge.scoring import crosslingual
from kgforge.scoring.asked import AskedItem
from kgforge.scoring.crosslingual import Rankings
from kgforge.scoring.judging import Answered, Judged
from tests.worlds import benches, handmade

CAPITALS: Final = {
    "Q183": ("Germany", "Německo", "Германия", "Q64", "Berlin", "Berlín", "Берлин"),
    "Q142": ("France", "Francie", "Франция", "Q90", "Paris", "Paříž", "Париж"),
    "Q38": ("Italy", "Itálie", "Италия", "Q220", "Rome", "Řím", "Рим"),
    "Q36": ("Poland", "Polsko", "Польша", "Q270", "Warsaw", "Varšava", "Варшава"),
    "Q213": ("Czechia", "Česko", "Чехия", "Q1085", "Prague", "Praha", "Прага"),
    "Q28": ("Hungary", "Maďarsko", "Венгрия", "Q1781", "Budapest", "", "Будапешт"),
}
"""Countries and capitals in three languages; of one capital there is no Czech name."""
LANGUAGES: Final = ("en", "cs", "ru")
WD: Final = "http://www.wikidata.org/entity/"


@pytest.fixture(scope="module")
def mined(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("languages")
    facts, names = [], ["id\tlanguage\tlabel"]
    for country, (*called, capital, english, czech, russian) in CAPITALS.items():
        facts += [f"{country}\tP36\t{capital}", f"{country}\tP9999\t{capital}"]
        for id, labels in ((country, called), (capital, (english, czech, russian))):
            names += [
                f"{id}\t{language}\t{label}"
                for language, label in zip(LANGUAGES, labels, strict=True)
                if label
            ]
    names.append("P9999\ten\tis run from")
    (folder / "facts.tsv").write_text("\n".join(facts) + "\n")
    (folder / "names.tsv").write_text("\n".join(names) + "\n")
    options = LoadOptions(ReadOptions(languages=LANGUAGES, labels=(str(folder / "names.tsv"),)))
    kgforge.load([f"tsv:{folder}/facts.tsv"], f"oxigraph:{folder}/graph", options)
    kgforge.mine(["fact"], f"oxigraph:{folder}/graph", folder / "mined", language="en")
    return folder / "mined"


@pytest.fixture(scope="module")
def bench(mined: Path) -> Path:
    out = mined.parent / "bench"
    exported(mined, out, further=("cs", "ru"))
    return out


def exported(mined: Path, out: Path, **options: Any) -> Manifest:
    return kgforge.export(mined, out, ExportOptions(language="en", **options))


def items(bench: Path, pattern: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (bench / f"{pattern}.jsonl").read_text().splitlines()]


def hashes(bench: Path, pattern: str) -> list[str]:
    return [one["id"].rpartition("-")[2] for one in items(bench, pattern)]


def test_a_variant_has_the_items_of_the_first_language_in_their_order(bench: Path) -> None:
    first = hashes(bench, "fact")
    assert len(first) == 12
    for language, many in (("cs", 5), ("ru", 6)):
        own = hashes(bench, f"fact_{language}")
        assert len(own) == many
        assert own == [one for one in first if one in own]
        assert all(
            one["id"].startswith(f"fact_{language}-") for one in items(bench, f"fact_{language}")
        )
    facts = {
        hash: [fact["object"]["id"] for fact in one["facts"]]
        for hash, one in zip(first, items(bench, "fact"), strict=True)
    }
    for hash, one in zip(hashes(bench, "fact_cs"), items(bench, "fact_cs"), strict=True):
        assert [fact["object"]["id"] for fact in one["facts"]] == facts[hash]


def test_all_names_and_words_are_of_the_language(bench: Path) -> None:
    for place, language in enumerate(LANGUAGES):
        pattern = "fact" if language == "en" else f"fact_{language}"
        known = {
            f"{WD}{id}": label
            for country, (*called, capital, english, czech, russian) in CAPITALS.items()
            for id, labels in ((country, called), (capital, (english, czech, russian)))
            for label in labels[place : place + 1]
        }
        for item in items(bench, pattern):
            for fact in item["facts"]:
                ends = [fact["subject"], fact["object"], *fact["candidates"], *fact["answers"]]
                assert {one["id"]: one["label"] for one in ends}.items() <= known.items()
                assert {prompt["language"] for prompt in fact["prompts"]} == {language}
                assert all(known[fact["subject"]["id"]] in one["text"] for one in fact["prompts"])


def test_the_manifest_names_the_words_of_every_language(bench: Path, mined: Path) -> None:
    named = {one.file for one in folders.read_manifest(bench).templates}
    assert {"languages/wikidata.cs.ttl", "languages/wikidata.ru.ttl"} <= named
    first = exported(mined, mined.parent / "first").templates
    assert not any("languages/" in one.file for one in first)


def test_no_latin_letter_stands_in_a_russian_prompt_or_candidate(bench: Path) -> None:
    for item in items(bench, "fact_ru"):
        for fact in item["facts"]:
            texts = [one["text"].replace("[MASK]", "") for one in fact["prompts"]]
            for text in [*texts, *(one["label"] for one in fact["candidates"])]:
                assert not any(letter.isascii() and letter.isalpha() for letter in text)


def test_what_has_no_name_is_counted_and_falls_back_to_nothing(bench: Path) -> None:
    """A capital without a Czech name, and a predicate with an English label alone."""
    manifest = folders.read_manifest(bench)
    assert manifest.languages == LANGUAGES
    made = {one.name: one for one in manifest.patterns}
    assert made["fact_cs"].variant_of == made["fact_ru"].variant_of == "fact"
    assert sum(made["fact_cs"].skipped.values()) == 7
    assert made["fact_cs"].skipped.keys() == {"no label in cs", "predicate without a label in cs"}
    assert made["fact_ru"].skipped == {"predicate without a label in ru": 6}
    assert benchmark.verify(bench) == []


def test_compressed_languages_are_those_of_the_plain_benchmark(
    mined: Path, bench: Path, tmp_path: Path
) -> None:
    exported(mined, tmp_path / "packed", further=("cs", "ru"), compress="gz")
    assert benchmark.verify(tmp_path / "packed") == []
    plain = {path.name: path.read_bytes() for path in bench.glob("*.jsonl")}
    packed = {path.stem: path.read_bytes() for path in (tmp_path / "packed").glob("*.jsonl.gz")}
    assert {name: gzip.decompress(data) for name, data in packed.items()} == plain


def test_a_name_in_an_iri_is_of_no_further_language(tmp_path: Path) -> None:
    """Names for ids, in English: in Czech nothing is called by them, and that is counted."""
    facts = "".join(f"City {n}\tlocated in\tLand {n}\n" for n in range(4))
    (tmp_path / "facts.tsv").write_text("subject\tpredicate\tobject\n" + facts)
    kgforge.load([f"tsv:{tmp_path}/facts.tsv"], f"oxigraph:{tmp_path}/graph")
    kgforge.mine(["fact"], f"oxigraph:{tmp_path}/graph", tmp_path / "mined")
    made = {
        one.name: one
        for one in exported(tmp_path / "mined", tmp_path / "bench", further=("cs",)).patterns
    }
    assert made["fact"].items == 4
    assert (made["fact_cs"].items, made["fact_cs"].skipped) == (0, {"no label in cs": 4})


def test_a_pattern_without_an_instance_has_one_row(mined: Path, tmp_path: Path) -> None:
    """And each language of one that has some, be they all skipped."""
    store = f"oxigraph:{mined.parent}/graph"
    kgforge.mine(["fact", "symmetry", "path"], store, tmp_path / "mined", language="en")
    manifest = exported(tmp_path / "mined", tmp_path / "bench", further=("cs", "ru"))
    [table] = manifest.sheets()
    assert [str(cell) for cell in table.columns[0].cells] == [
        *("fact", "symmetry", "path"),
        *("fact_cs", "fact_ru"),
    ]
    assert str(table.caption).endswith(": symmetry, path")
    assert len(manifest.records()) == 9


def test_the_first_language_is_as_if_it_were_alone(
    mined: Path, bench: Path, tmp_path: Path
) -> None:
    exported(mined, tmp_path / "alone")
    assert (tmp_path / "alone/fact.jsonl").read_bytes() == (bench / "fact.jsonl").read_bytes()
    exported(mined, tmp_path / "again", further=("cs", "ru"))
    assert (tmp_path / "again/manifest.json").read_bytes() == (bench / "manifest.json").read_bytes()


def test_a_pair_lies_in_one_split(mined: Path, tmp_path: Path) -> None:
    manifest = exported(mined, tmp_path / "parted", further=("ru",), split="random:50/50")
    split = {
        one["id"].rpartition("-")[2]: one["split"]
        for file in manifest.files
        if file.path.startswith("fact.")
        for one in items(tmp_path / "parted", file.path.removesuffix(".jsonl"))
    }
    found = [
        one
        for file in manifest.files
        if file.path.startswith("fact_ru")
        for one in items(tmp_path / "parted", file.path.removesuffix(".jsonl"))
    ]
    assert len(found) == 6 and len({one["split"] for one in found}) == 2
    assert all(one["split"] == split[one["id"].rpartition("-")[2]] for one in found)
    assert benchmark.verify(tmp_path / "parted") == []


def test_a_language_is_given_once(mined: Path, tmp_path: Path) -> None:
    with pytest.raises(BenchmarkError, match="--languages en,cs,cs: give each language once"):
        exported(mined, tmp_path / "bench", further=("cs", "cs"))


def test_a_limit_draws_the_same_facts_in_all_languages(bench: Path) -> None:
    """Whatever the seed: what is drawn in English, and is there in Czech, is drawn in Czech."""
    czech = {*hashes(bench, "fact_cs")}
    for seed in range(8):
        drawn = {
            pattern: {
                request.item.rpartition("-")[2]
                for request in job.requests(bench, job.settle(bench, [pattern], 5, None, seed, ()))
            }
            for pattern in ("fact", "fact_cs", "fact_ru")
        }
        assert [len(found) for found in drawn.values()] == [5, 5, 5]
        assert drawn["fact"] & czech <= drawn["fact_cs"]
        assert drawn["fact"] & {*hashes(bench, "fact_ru")} <= drawn["fact_ru"]


# ── Compared ────────────────────────────────────────────────────────────────────────────────────
def test_languages_are_compared_on_the_facts_that_all_have(bench: Path, tmp_path: Path) -> None:
    """Right in English always, in Czech of two capitals. Five facts are asked in all languages."""
    lines = []
    czech_right = ("Praha", "Řím")
    for pattern in ("fact", "fact_cs", "fact_ru"):
        for item in items(bench, pattern):
            [fact] = item["facts"]
            target, others = (
                fact["object"]["label"],
                [one["label"] for one in fact["candidates"] if one["id"] != fact["object"]["id"]],
            )
            right = pattern != "fact_cs" or target in czech_right
            order = [target, *others] if right else [others[0], target, *others[1:]]
            lines.append({"item": item["id"], "role": fact["role"], "answers": order})
    path = tmp_path / "answers.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in lines))
    ranking = ModelOptions(method="ranking")
    probing.probe(bench, f"table:{path}", tmp_path / "run", ranking)
    scores = [one for one in read_scores(tmp_path / "run/scores.json") if one.group is None]

    def told(metric: str, k: int | None = 1, **by: str) -> tuple[float | None, int]:
        [one] = [
            one
            for one in scores
            if (one.pattern, one.metric, one.k, one.by) == ("fact", metric, k, by)
        ]
        return one.value, one.items

    assert told("hit", language="en", average="macro") == (1, 5)
    assert told("hit", language="cs", average="macro") == (0.4, 5)
    assert told("wording_gain", language="cs", against="en") == (-0.6, 5)
    assert told("languages_agree", language="cs", against="en") == (0.4, 5)
    assert told("languages_agree", language="ru", against="en") == (1, 6)  # all six capitals
    value, facts = told("rankc", None, language="cs", against="en")
    assert value is not None and 0 < value < 1 and facts == 5
    value, _ = told("rankc", None, language="ru", against="en")
    assert value == pytest.approx(1)


def test_languages_without_a_fact_in_common_are_not_compared(tmp_path: Path) -> None:
    """English shares facts with Czech and others with Russian: each pair has its own."""
    items = [handmade.item("fact-1", "fact", "g", handmade.fact("r", "Ulm", "in", "Land"))]
    manifest = in_all(benches.bench(items, tmp_path / "out").manifest)
    judged = {
        "fact": [answered("fact-1", "en", 1), answered("fact-2", "en", 2)],
        "fact_cs": [answered("fact_cs-1", "cs", 1)],
        "fact_ru": [answered("fact_ru-2", "ru", 1)],
    }
    rankings = Rankings(tmp_path, manifest)
    found = list(crosslingual.scores(judged, manifest, rankings, (1,)))
    agree = {
        (one.by["language"], one.by["against"]): (one.value, one.items)
        for one in found
        if one.metric == "languages_agree"
    }
    assert agree == {("cs", "en"): (1, 1), ("ru", "en"): (0, 1)}
    assert not [one for one in found if one.metric == "hit"]


def test_ranks_are_compared_among_the_candidates_of_both(tmp_path: Path) -> None:
    """Bonn has no Czech name, and is what the model says in English: it is in nobody's way."""
    pools = {
        "fact": ("Ulm", "Köln", "Bonn"),
        "fact_cs": ("Ulm", "Köln"),
        "fact_ru": ("Ulm", "Bonn"),
    }
    said = {"fact": (-2.0, -3.0, -1.0), "fact_cs": (-1.0, -2.0), "fact_ru": (-2.0, -1.0)}
    items, rows = [], {}
    for pattern, names in pools.items():
        own = handmade.fact("r", "Land", "in", "Ulm")
        named = tuple(replace(own.object, id=f"urn:{name}", label=name) for name in names)
        own = replace(own, object=named[0], candidates=named)
        items.append(handmade.item(f"{pattern}-1", pattern, "g", own))
        rank = 1 + sum(one > said[pattern][0] for one in said[pattern])
        rows[pattern] = [asked(items[-1], Mark(0, rank, rank, candidates=len(names)))]
    written = benches.bench(items, tmp_path / "out")
    manifest = in_all(written.manifest)
    rankings = Rankings(written.folder, manifest)
    for item in items:
        sums = zip(pools[item.pattern], said[item.pattern], strict=True)
        response = handmade.ranking(item.id, "r", {name: (value,) for name, value in sums})
        [judged] = rows[item.pattern]
        none: Any = None
        rankings.see(Answered(judged.item, 0, 0, response, none, none))
    found = {
        (one.metric, one.by["language"], one.by.get("against")): one.value
        for one in crosslingual.scores(rows, manifest, rankings, (1,))
        if one.group is None
    }
    assert found["wording_gain", "cs", "en"] == 0, "among Ulm and Köln both are right"
    assert found["wording_gain", "ru", "en"] == 0, "among Ulm and Bonn both are wrong"
    assert found["languages_agree", "cs", "en"] == 1
    assert ("languages_agree", "ru", "cs") not in found, "they share no choice"
    assert found["rankc", "ru", "en"] == 1
    assert not [one for one in found if one[2] is None], "all three share no choice"


def test_a_translation_is_not_held_against_a_template(tmp_path: Path) -> None:
    """In Czech the template was not answered. A label's own wording is alike to a template."""
    items = [handmade.item("fact-1", "fact", "g", handmade.fact("r", "Ulm", "in", "Land"))]
    manifest = in_all(benches.bench(items, tmp_path / "out").manifest)
    judged = {
        "fact": [answered("fact-1", "en", 1)],
        "fact_cs": [answered("fact_cs-1", "cs", 2, "translation")],
        "fact_ru": [answered("fact_ru-1", "ru", 2, "fallback")],
    }
    found = crosslingual.scores(judged, manifest, Rankings(tmp_path, manifest), (1,))
    compared = [one.by for one in found if one.metric == "languages_agree"]
    assert compared == [{"language": "ru", "against": "en"}]


def test_languages_are_compared_on_each_fact_once(tmp_path: Path) -> None:
    """Of one fact in six items, wrong in Czech, and another: they agree on 1 of 2, not of 7."""
    items = [handmade.item("path-1", "path", "g", handmade.fact("r", "Ulm", "in", "Land"))]
    own = benches.bench(items, tmp_path / "out").manifest
    variant = replace(own.patterns[0], name="path_cs", variant_of="path")
    manifest = replace(own, languages=("en", "cs"), patterns=(*own.patterns, variant))
    judged = {
        "path": [
            *(answered(f"path-{n}", "en", 1, city="Ulm") for n in range(6)),
            answered("path-9", "en", 1),
        ],
        "path_cs": [
            *(answered(f"path_cs-{n}", "cs", 2, city="Ulm") for n in range(6)),
            answered("path_cs-9", "cs", 1),
        ],
    }
    found = crosslingual.scores(judged, manifest, Rankings(tmp_path, manifest), (1,))
    told = {one.metric: one for one in found if "against" in one.by}
    agree = told["languages_agree"]
    assert (agree.numerator, agree.denominator, agree.items) == (1, 2, 2)
    assert (told["wording_only"].denominator, told["wording_only"].p) == (1, 1)


def in_all(own: Manifest) -> Manifest:
    """The manifest of a benchmark of one pattern in all languages."""
    first = own.patterns[0]
    further = (replace(first, name=f"fact_{one}", variant_of="fact") for one in LANGUAGES[1:])
    return replace(own, languages=LANGUAGES, patterns=(first, *further))


def answered(
    id: str, language: str, rank: float, generator: str = "template", city: str = ""
) -> Judged:
    """A fact that was asked once, of which what is right has a rank."""
    fact = handmade.fact("r", city or id.rpartition("-")[2], "in", "Land")
    prompt = replace(fact.prompts[0], language=language, generator=generator)
    item = handmade.item(id, id.rpartition("-")[0], "g", replace(fact, prompts=(prompt,)))
    return asked(item, Mark(0, rank, rank, candidates=2))


def asked(item: Item, mark: Mark) -> Judged:
    return Judged(msgspec.convert(msgspec.to_builtins(item), AskedItem), ((mark,),), ())


def test_the_page_lists_the_facts_on_which_languages_differ(bench: Path, tmp_path: Path) -> None:
    """Of one fact that is wrong in Czech alone, each version stands in the page with its answer."""
    lines = []
    for pattern in ("fact", "fact_cs", "fact_ru"):
        for item in items(bench, pattern):
            [fact] = item["facts"]
            is_wrong = (pattern, fact["subject"]["label"]) == ("fact_cs", "Polsko")
            said = "Praha" if is_wrong else fact["object"]["label"]
            lines.append({"item": item["id"], "role": fact["role"], "answers": [said]})
    path = tmp_path / "answers.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in lines))
    probing.probe(bench, f"table:{path}", tmp_path / "run")
    read = read_runs([tmp_path / "run"], bench)
    manifest = folders.read_manifest(bench)
    [found] = apart.of_pattern(["run"], read.items, manifest, "fact")
    assert [(one.called, one.said, one.wanted, one.right) for one in found.versions] == [
        ("en", "Warsaw", "Warsaw", True),
        ("cs", "Praha", "Varšava", False),
        ("ru", "Варшава", "Варшава", True),
    ]
    assert [one.pattern for one in found.versions] == ["fact", "fact_cs", "fact_ru"]
    kgforge.report([tmp_path / "run"], tmp_path / "page.html", bench)
    assert "Варшава" in (tmp_path / "page.html").read_text("utf-8")
