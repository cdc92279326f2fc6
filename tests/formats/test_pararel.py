"""ParaRel read, and its consistency: against its program's formulas, on a model of our own."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, cast

import msgspec
import pytest
from msgspec.structs import replace

from kgforge import benchmark, probing
from kgforge.errors import BenchmarkError
from kgforge.formats import Found, pararel
from kgforge.forms import Mark
from kgforge.reporting import by_wording
from kgforge.schema import (
    ModelOptions,
    Prompt,
    ReadOptions,
    Score,
    Scored,
    Showing,
    folders,
    read_scores,
)
from kgforge.scoring import paraphrased
from kgforge.scoring.asked import AskedItem
from kgforge.scoring.judging import Answered, Judged
from kgforge.scoring.paraphrased import Firsts
from tests.worlds import handmade

BASE: Final = ReadOptions().base
BORN: Final = ("[X] was born in [Y] .", "[Y] is the place where [X] was born.", "In [Y], [X] ")
WORK: Final = ("[X] is a [Y] by profession.", "[X] works as an [Y]", "The [Y] [X]", "A [Y] is [X].")
PLACES: Final = {"Ada": "Lima", "Bo": "Quito", "Cy": "Lima", "Di": "Cusco", "Ed": "Quito"}
JOBS: Final = {"Ada": "actor", "Bo": "singer", "Cy": "singer", "Di": "artist", "Ed": "baker"}


def lines(path: Path, *rows: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


def patterns(path: Path, *texts: str) -> None:
    lines(path, *({"pattern": text, "lemma": "l", "tense": "present"} for text in texts))


def facts(path: Path, *pairs: tuple[str, str]) -> None:
    lines(path, *({"sub_label": one, "obj_label": other, "uuid": "1"} for one, other in pairs))


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two relations, in the folders of the repository."""
    folder = tmp_path_factory.mktemp("pararel")
    for code, wordings, ends in (("P19", BORN, PLACES), ("P106", WORK, JOBS)):
        patterns(folder / f"data/pattern_data/graphs_json/{code}.jsonl", *wordings)
        facts(folder / f"data/trex_lms_vocab/{code}.jsonl", *ends.items())
    return folder


def read(path: Path) -> Found:
    return pararel.read_items(path, BASE)


def test_a_fact_is_asked_in_all_patterns_whose_article_its_object_fits(published: Path) -> None:
    found = read(published)
    asked = {
        (item.group, fact.subject.label): [prompt.text for prompt in fact.prompts]
        for item in found.items
        for fact in item.facts
    }
    assert len(asked) == 10
    assert asked["wdt:P19", "Ada"] == [
        "Ada was born in [MASK] .", "[MASK] is the place where Ada was born.", "In [MASK], Ada ",
    ]  # fmt: skip
    assert asked["wdt:P106", "Ada"] == [
        "Ada works as an [MASK]", "The [MASK] Ada", "A [MASK] is Ada.",
    ]  # fmt: skip
    assert asked["wdt:P106", "Bo"] == [
        "Bo is a [MASK] by profession.", "The [MASK] Bo", "A [MASK] is Bo.",
    ]  # fmt: skip
    assert found.left == {
        "wording whose article does not go with the object (a actor, an singer)": 5
    }
    candidates = {
        item.group: [one.label for one in item.facts[0].candidates] for item in found.items
    }
    assert candidates == {
        "wdt:P106": ["actor", "artist", "baker", "singer"], "wdt:P19": ["Cusco", "Lima", "Quito"],
    }  # fmt: skip


def test_a_benchmark_is_sound_where_a_subject_has_several_objects(tmp_path: Path) -> None:
    """Ada's second object is right, and so no candidate beside her first; as published it is."""
    patterns(tmp_path / "in/p/P106.jsonl", "[X] works as [Y].", "The [Y] [X]")
    facts(tmp_path / "in/f/P106.jsonl", ("Ada", "actor"), ("Ada", "singer"), ("Bo", "baker"))
    for name, legacy in (("ours", False), ("theirs", True)):
        benchmark.adopt(f"pararel:{tmp_path}/in", tmp_path / name, Showing(legacy=legacy))
        assert benchmark.verify(tmp_path / name) == []
    beside = [
        [
            {one.label for one in item.facts[0].candidates}
            for item in folders.read_items(folder, "fact")
        ]
        for folder in (tmp_path / "ours", tmp_path / "theirs")
    ]
    assert beside[0] == [{"actor", "baker"}, {"baker", "singer"}, {"actor", "baker", "singer"}]
    assert beside[1] == [{"actor", "baker", "singer"}] * 3


def test_the_published_accuracies_want_all_patterns_and_the_own_object(tmp_path: Path) -> None:
    patterns(tmp_path / "p/P106.jsonl", "[X] is a [Y].", "The [Y] [X]")
    facts(tmp_path / "f/P106.jsonl", ("Ada", "actor"), ("Ada", "singer"), ("Ada", "singer"))
    by_us, by_them = read(tmp_path), pararel.read_legacy(tmp_path, BASE)
    answers = [
        [[one.label for one in item.facts[0].answers] for item in found.items]
        for found in (by_us, by_them)
    ]
    assert answers == [[["actor", "singer"], ["singer", "actor"]], [["actor"], ["singer"]]]
    assert [len(item.facts[0].prompts) for item in by_us.items] == [1, 2]
    assert [len(item.facts[0].prompts) for item in by_them.items] == [2, 2]
    assert by_them.left == {"fact that an earlier line has": 1}


def test_what_cannot_be_asked_is_counted(tmp_path: Path) -> None:
    lines(
        tmp_path / "p/P19.jsonl",
        *({"pattern": one} for one in ("[X] in [Y].", "[X] in.", "[Y] by [X], [X]", "[X] in [Y].")),
        {"lemma": "no pattern"},
    )
    patterns(tmp_path / "p/P106.jsonl", "[X] is a [Y].")
    patterns(tmp_path / "p/P20.jsonl", "[X] died in [Y].")
    facts(tmp_path / "f/P19.jsonl", ("Ada", "Lima"), ("Bo", ""))
    facts(tmp_path / "f/P106.jsonl", ("Ada", "actor"))
    facts(tmp_path / "f/P31.jsonl", ("Ada", "cat"))
    found = read(tmp_path)
    assert [item.facts[0].prompts[0].text for item in found.items] == ["Ada in [MASK]."]
    assert found.left == {
        "fact with no wording whose article goes with its object": 1,
        "fact without the label of its subject or object": 1,
        "line that is no pattern": 1,
        "pattern that an earlier line has": 1,
        "pattern that has not each of [X] and [Y] once": 2,
        "relation with facts and without patterns": 1,
        "relation with patterns and without facts": 1,
        "wording whose article does not go with the object (a actor, an singer)": 1,
    }


def test_folders_that_lie_elsewhere_are_linked_into_one(published: Path, tmp_path: Path) -> None:
    (tmp_path / "wordings").symlink_to(published / "data/pattern_data/graphs_json")
    (tmp_path / "triples").symlink_to(published / "data/trex_lms_vocab")
    assert read(tmp_path).items == read(published).items


def test_facts_with_ids_keep_them_and_their_sentences(tmp_path: Path) -> None:
    patterns(tmp_path / "p/P19.jsonl", *BORN)
    said = {"sub_surface": "Ada", "obj_surface": "Lima", "masked_sentence": "Ada is of [MASK]."}
    ids = {"predicate_id": "P19", "sub_uri": "Q1", "obj_uri": "Q2", "evidences": [said]}
    lines(tmp_path / "TREx/P19.jsonl", {"sub_label": "Ada", "obj_label": "Lima", **ids})
    [item] = read(tmp_path).items
    [fact] = item.facts
    assert [one.id for one in (fact.subject, *fact.candidates)] == [
        f"http://www.wikidata.org/entity/{id}" for id in ("Q1", "Q2")
    ]
    assert [each.text for each in fact.evidence] == ["Ada is of Lima."]


@pytest.mark.parametrize(
    ("made", "said"),
    [
        ({}, r"has no patterns: .* whose lines have \"pattern\", such as the repository's graphs_"),
        ({"p": "pattern"}, 'has no facts: .* whose lines have "sub_label" and "obj_label"'),
        (
            {"f": "fact", "p": "pattern", "q": "pattern"},
            r"has patterns in several folders \(p, q\): .* or call the one that is meant graphs_",
        ),
    ],
)
def test_folders_that_do_not_serve_are_named(
    made: dict[str, str], said: str, tmp_path: Path
) -> None:
    for name, kind in made.items():
        if kind == "pattern":
            patterns(tmp_path / f"{name}/P19.jsonl", *BORN)
        else:
            facts(tmp_path / f"{name}/P19.jsonl", *PLACES.items())
    with pytest.raises(BenchmarkError, match=said):
        read(tmp_path)


def test_relations_without_both_are_named_and_a_file_is_refused(tmp_path: Path) -> None:
    patterns(tmp_path / "p/P19.jsonl", *BORN)
    facts(tmp_path / "f/P20.jsonl", ("Ada", "Lima"))
    with pytest.raises(BenchmarkError, match="patterns of P19 and facts of P20: no relation has b"):
        read(tmp_path)
    with pytest.raises(BenchmarkError, match="is no folder"):
        read(tmp_path / "p/P19.jsonl")
    (tmp_path / "p/P20.jsonl.gz").write_bytes(b"no archive")
    with pytest.raises(BenchmarkError, match=r"P20\.jsonl\.gz"):
        read(tmp_path)


def test_the_known_folder_goes_before_others(published: Path, tmp_path: Path) -> None:
    """Who made the facts anew from LAMA has its whole files beside those that are wanted."""
    patterns(tmp_path / "graphs_json/P19.jsonl", *BORN)
    facts(tmp_path / "trex_lms_vocab/P19.jsonl", ("Ada", "Lima"))
    facts(tmp_path / "trex/data/TREx/P19.jsonl", ("Bo", "Quito"))
    [item] = read(tmp_path).items
    assert item.facts[0].subject.label == "Ada"


def test_the_published_relations_are_read(shared: Path, tmp_path: Path) -> None:
    """The paper has 38 relations and 328 patterns: P1001 has but one, and two have no patterns."""
    (tmp_path / "patterns").symlink_to(shared / "templates/pararel_patterns")
    (tmp_path / "facts").symlink_to(shared / "lama_lmvocab")
    found = pararel.read_legacy(tmp_path, BASE)
    of_group = {item.group: len(item.facts[0].prompts) for item in found.items}
    several = [count for count in of_group.values() if count > 1]
    assert (len(of_group), len(several), sum(several)) == (39, 38, 328)
    assert of_group["wdt:P1001"] == 1
    assert len(found.items) + found.left["fact that an earlier line has"] == 27610
    assert found.left["relation with facts and without patterns"] == 2


# ── The figures ─────────────────────────────────────────────────────────────────────────────────
SPECIAL: Final = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")


@pytest.fixture(scope="module")
def bert(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A masked model with random weights, to which every word is one token."""
    import torch
    import transformers
    from tokenizers import Tokenizer, models, pre_tokenizers, processors

    folder = tmp_path_factory.mktemp("bert")
    said = " ".join((*BORN, *WORK, *PLACES, *PLACES.values(), *JOBS.values()))
    words = sorted(set(re.findall(r"\w+|[.,]", re.sub(r"\[[XY]\]", "", said))))
    vocabulary = {word: number for number, word in enumerate((*SPECIAL, *words))}
    tokenizer: Any = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    names = {f"{name[1:-1].lower()}_token": name for name in SPECIAL}
    wrap: Any = transformers.PreTrainedTokenizerFast
    wrap(tokenizer_object=tokenizer, model_max_length=64, **names).save_pretrained(folder)
    torch.manual_seed(13)
    config = transformers.BertConfig(
        vocab_size=len(vocabulary), hidden_size=32, num_hidden_layers=2, num_attention_heads=4,
        intermediate_size=64, max_position_embeddings=64, initializer_range=0.5,
    )  # fmt: skip
    model: Any = transformers.BertForMaskedLM(config)
    model.save_pretrained(folder)
    return folder


def answered(bert: Path, wordings: Sequence[str], ends: dict[str, str]) -> list[list[str]]:
    """What ParaRel's program has as answers: by transformers' pipeline, among all objects."""
    import transformers

    pipeline: Any = transformers.pipeline
    fill = pipeline("fill-mask", model=str(bert), tokenizer=str(bert), device="cpu")
    targets = sorted(set(ends.values()))
    return [
        [
            fill(one.replace("[X]", subject).replace("[Y]", "[MASK]"), targets=targets)[0][
                "token_str"
            ]
            for subject in ends
        ]
        for one in wordings
    ]


def mismatched(wording: str, right: str) -> bool:
    """Whether ParaRel's program leaves a pattern out for a fact."""
    words = wording.split(" ")
    [at] = [at for at, word in enumerate(words) if "[Y]" in word]
    begins = right[0].lower() in "aeiou"
    before = words[at - 1] if at else ""
    return (before == "a" and begins) or (before == "an" and not begins)


def consistency(answers: list[list[str]], wordings: Sequence[str], ends: dict[str, str]) -> float:
    """As ParaRel's program counts it: over directed edges between all patterns of a relation."""
    points = []
    for at, right in enumerate(ends.values()):
        of_fact = [
            said[at] for said, one in zip(answers, wordings, strict=True)
            if not mismatched(one, right)
        ]  # fmt: skip
        points += [
            one == other
            for i, one in enumerate(of_fact)
            for j, other in enumerate(of_fact)
            if i != j
        ]
    return sum(points) / len(points)


def scored(published: Path, bert: Path, out: Path, *, legacy: bool) -> list[Score]:
    benchmark.adopt(f"pararel:{published}", out / "bench", Showing(legacy=legacy))
    options = ModelOptions(method="mask_average")
    probing.probe(out / "bench", f"masked:{bert}", out / "run", options, ks=(1,))
    return read_scores(out / "run/scores.json")


def value(scores: Sequence[Score], metric: str, group: str | None, **by: str) -> float:
    [found] = [
        one.value for one in scores if (one.metric, one.group, one.by) == (metric, group, by)
    ]
    assert found is not None
    return found


def test_one_candidate_by_two_names_is_one_answer(tmp_path: Path) -> None:
    """And where fewer were ranked than there are, nobody knows which is the first."""
    fact = {"object": {"id": "q"}, "candidates": [{"id": one} for one in "qqr"]}
    made = {"id": "i", "facts": [fact]}
    (tmp_path / "fact.jsonl").write_text(json.dumps(made) + "\n")
    asked = [Prompt("cloze", "en", "object", "none", "template", "", one) for one in "abc"]
    item = SimpleNamespace(id="i", pattern="fact", facts=[SimpleNamespace(prompts=asked)])
    firsts = Firsts(tmp_path)
    for prompt, values in enumerate(([-1.0, -2.0, -3.0], [-2.0, -1.0, -3.0], [-1.0, -2.0])):
        ranked = tuple(Scored(str(one), ("x",), (one,)) for one in values)
        response = SimpleNamespace(method="mask_average", candidates=ranked)
        said = SimpleNamespace(item=item, fact=0, prompt=prompt, response=response)
        firsts.see(cast("Answered", said))
    assert firsts.of("fact") == {("i", 0): {0: "q", 1: "q"}}
    assert firsts.of("other") == {}


def test_a_fact_that_recurs_counts_once() -> None:
    """Two items ask the same fact, and a third another one: two facts, not three."""
    items, firsts = [], {}
    for at, (subject, first) in enumerate((("Ulm", "q"), ("Ulm", "q"), ("Bonn", "r"))):
        fact = handmade.fact("r", subject, "in", "Land")
        made = handmade.item(f"path-{at}", "path", "g", replace(fact, prompts=fact.prompts[:1] * 2))
        asked = msgspec.convert(msgspec.to_builtins(made), AskedItem)
        marks = tuple(Mark(prompt, 1, 1, candidates=2) for prompt in range(2))
        items.append(Judged(asked, (marks,), ()))
        firsts[made.id, 0] = {0: "q", 1: first}
    known = cast("Firsts", SimpleNamespace(of=lambda pattern: firsts))
    scores = list(paraphrased.scores("path", items, known, (1,)))
    [agree] = [one for one in scores if (one.metric, one.group) == ("wordings_agree", "g")]
    assert (agree.numerator, agree.denominator, agree.items) == (1, 2, 2)


RELATIONS: Final = {"wdt:P19": (BORN, PLACES), "wdt:P106": (WORK, JOBS)}


def test_consistency_is_that_of_pararels_program(
    published: Path, bert: Path, tmp_path: Path
) -> None:
    scores = scored(published, bert, tmp_path, legacy=False)
    wanted = {
        group: consistency(answered(bert, wordings, ends), wordings, ends)
        for group, (wordings, ends) in RELATIONS.items()
    }
    assert {0.0, 1.0}.isdisjoint(wanted.values())
    found = {group: value(scores, "wordings_agree", group) for group in wanted}
    assert found == pytest.approx(wanted)
    macro = value(scores, "wordings_agree", None, average="macro")
    assert macro == pytest.approx(sum(wanted.values()) / 2)


def test_accuracies_are_those_of_pararels_program(
    published: Path, bert: Path, tmp_path: Path
) -> None:
    scores = scored(published, bert, tmp_path, legacy=True)
    for group, (wordings, ends) in RELATIONS.items():
        answers = answered(bert, wordings, ends)
        right = [[one == own for one, own in zip(said, ends.values(), strict=True)]
                 for said in answers]  # fmt: skip
        assert value(scores, "hit", group, wording="first") == sum(right[0]) / len(ends)
        all_right = sum(map(all, zip(*right, strict=True))) / len(ends)
        assert value(scores, "all_wordings", group) == all_right
    [table] = by_wording.sheets([("run", scores)])
    assert table.title == "patterns in several wordings, top 1"
