"""The words around questions (*True or false?*, *Answer:*): of each language, or no question."""

import json
import re
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

import kgforge
from kgforge import benchmark, forms, framing, probing
from kgforge.benchmark import ExportOptions
from kgforge.cli import exported
from kgforge.errors import BenchmarkError
from kgforge.graph import LoadOptions
from kgforge.schema import SLOT, Manifest, Prompt, ReadOptions, Response, read_scores
from tests.worlds import handmade

LANGUAGES: Final = ("en", "cs", "zh", "fi")
CAPITALS: Final = {
    "Q183": ("Germany", "Německo", "德国", "Saksa"),
    "Q64": ("Berlin", "Berlín", "柏林", "Berliini"),
    "Q142": ("France", "Francie", "法国", "Ranska"),
    "Q90": ("Paris", "Paříž", "巴黎", "Pariisi"),
    "Q38": ("Italy", "Itálie", "意大利", "Italia"),
    "Q220": ("Rome", "Řím", "罗马", "Rooma"),
    "Q36": ("Poland", "Polsko", "波兰", "Puola"),
    "Q270": ("Warsaw", "Varšava", "华沙", "Varsova"),
    "Q586": ("Bonn", "Bonn", "波恩", "Bonn"),
    "P36": ("capital", "hlavní město", "首都", "pääkaupunki"),
}
FORMS: Final = ("cloze", "true_false", "multiple_choice", "listing", "short_answer")
FRAMED: Final = ("true_false", "multiple_choice", "listing")


@pytest.fixture(scope="module")
def mined(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("frames")
    ids = [id for id in CAPITALS if id.startswith("Q")]
    facts = [f"{one}\tP36\t{other}" for one, other in zip(ids[:-1:2], ids[1::2], strict=True)]
    facts += [f"{one}\tP36\tQ586" for one in ids[:-1:2]]  # several objects, so that it is listed
    (folder / "facts.tsv").write_text("\n".join(facts) + "\n")
    names = [
        f"{id}\t{language}\t{label}"
        for id, labels in CAPITALS.items()
        for language, label in zip(LANGUAGES, labels, strict=True)
    ]
    (folder / "names.tsv").write_text("\n".join(["id\tlanguage\tlabel", *names]) + "\n")
    options = LoadOptions(ReadOptions(languages=LANGUAGES, labels=(str(folder / "names.tsv"),)))
    kgforge.load([f"tsv:{folder}/facts.tsv"], f"oxigraph:{folder}/graph", options)
    kgforge.mine(["fact"], f"oxigraph:{folder}/graph", folder / "mined", language="en")
    return folder / "mined"


@pytest.fixture(scope="module")
def bench(mined: Path) -> tuple[Path, Manifest]:
    out = mined.parent / "bench"
    options = ExportOptions(language="en", further=("cs", "zh", "fi"), forms=FORMS)
    return out, kgforge.export(mined, out, options)


def prompts(folder: Path, pattern: str) -> list[dict[str, Any]]:
    lines = (folder / f"{pattern}.jsonl").read_text("utf-8").splitlines()
    return [
        prompt for line in lines for fact in json.loads(line)["facts"] for prompt in fact["prompts"]
    ]


def test_words_are_of_the_language(bench: tuple[Path, Manifest]) -> None:
    ends = {
        ("en", "true_false"): " True or false? [MASK]",
        ("en", "multiple_choice"): "\nAnswer: [MASK]",
        ("en", "listing"): "? Name all: [MASK]",
        ("cs", "true_false"): " Pravda, nebo nepravda? [MASK]",
        ("cs", "multiple_choice"): "\nOdpověď: [MASK]",
        ("cs", "listing"): "? Vyjmenuj všechny: [MASK]",
        ("zh", "true_false"): "。对还是错？[MASK]",
        ("zh", "multiple_choice"): "\n答案：[MASK]",
        ("zh", "listing"): "？请全部列出：[MASK]",
        ("zh", "short_answer"): "？[MASK]",
    }
    for language in ("en", "cs", "zh"):
        found = prompts(bench[0], "fact" if language == "en" else f"fact_{language}")
        assert {one["form"] for one in found} == set(FORMS)
        for one in found:
            assert one["text"].endswith(ends.get((language, one["form"]), ""))
            if one["form"] == "true_false":
                words = {"en": {"true", "false"}, "cs": {"pravda", "nepravda"}, "zh": {"对", "错"}}
                assert one["gold"] in words[language]
            if language == "zh":
                own = re.sub(r"^[A-D]\) ", "", one["text"].replace(SLOT, ""), flags=re.M)
                assert not re.search("[A-Za-z]", own)
    assert benchmark.verify(bench[0]) == []


def test_without_words_there_is_no_question_and_that_is_told(
    bench: tuple[Path, Manifest], capsys: pytest.CaptureFixture[str]
) -> None:
    folder, manifest = bench
    assert {one["form"] for one in prompts(folder, "fact_fi")} == {"cloze", "short_answer"}
    made = {one.name: one.wordless for one in manifest.patterns}
    assert made["fact_fi"] == dict.fromkeys(FRAMED, 4)
    assert not any(made[name] for name in ("fact", "fact_cs", "fact_zh"))
    assert manifest.format == 2
    exported.tell(manifest, folder)
    told = " ".join(capsys.readouterr().err.split())
    assert "fact_fi, true_false: 4 facts without (no words for it in the language)" in told
    assert "`fact_fi` has no questions of some forms" in (folder / "README.md").read_text("utf-8")


def test_a_language_in_which_nothing_can_be_asked_has_no_items(mined: Path, tmp_path: Path) -> None:
    options = ExportOptions(language="en", further=("fi",), forms=("true_false",))
    made = {one.name: one for one in kgforge.export(mined, tmp_path / "b", options).patterns}
    assert made["fact"].items == 4
    assert made["fact_fi"].skipped == {"no words for true_false in fi": 4}
    assert benchmark.verify(tmp_path / "b") == []


def test_a_first_language_without_words_has_english_ones_and_says_so(
    mined: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ExportOptions(language="fi", forms=("cloze", "true_false"))
    manifest = kgforge.export(mined, tmp_path / "b", options)
    stated = [one for one in prompts(tmp_path / "b", "fact") if one["form"] == "true_false"]
    assert stated and all(one["text"].endswith("True or false? [MASK]") for one in stated)
    exported.tell(manifest, tmp_path / "b")
    assert "true_false: words around questions are English" in capsys.readouterr().err
    card = (tmp_path / "b/README.md").read_text("utf-8")
    assert "(true_false) are English, since kgforge has none in `fi`" in card


def test_a_first_language_has_its_own_words(mined: Path, tmp_path: Path) -> None:
    options = ExportOptions(language="cs", forms=("true_false",))
    kgforge.export(mined, tmp_path / "b", options)
    assert {one["gold"] for one in prompts(tmp_path / "b", "fact")} == {"pravda", "nepravda"}
    assert "English" not in (tmp_path / "b/README.md").read_text("utf-8")


@pytest.mark.parametrize(("right", "wrong"), [("Ano, je to pravda.", "Ne."), ("True", "False")])
def test_answers_in_the_language_or_in_english_are_scored(
    bench: tuple[Path, Manifest], tmp_path: Path, right: str, wrong: str
) -> None:
    """Whoever calls every Czech statement true is right about half of them, whatever the words."""
    lines = []
    for said, name in ((right, "yes"), (wrong, "no")):
        lines = [
            {"item": item["id"], "role": fact["role"], "answers": [said]}
            for item in map(json.loads, (bench[0] / "fact_cs.jsonl").read_text().splitlines())
            for fact in item["facts"]
        ]
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines))
        probing.probe(bench[0], f"table:{tmp_path}/{name}.jsonl", tmp_path / name)
        found = [
            one
            for one in read_scores(tmp_path / name / "scores.json")
            if (one.pattern, one.group, one.k) == ("fact_cs", None, 1)
            and one.by.get("form") == "true_false"
            and one.metric == "hit"
        ]
        assert found and all(one.value == 0.5 for one in found)


# ── Read from the prompt ────────────────────────────────────────────────────────────────────────
def statement(language: str, text: str, gold: str) -> Prompt:
    return Prompt("true_false", language, "object", "none", "template", text, "[X] [Y]", gold=gold)


@pytest.mark.parametrize(
    ("text", "gold"),
    [
        ("Rom ist rund. True or false? [MASK]", "true"),
        ("Rom ist rund. Wahr oder falsch? [MASK]", "wahr"),
    ],
)
@pytest.mark.parametrize(
    ("said", "hit"),
    [
        ("Wahr.", True),
        ("true", True),
        ("Das ist nicht wahr.", False),
        ("false", False),
        ("?", False),
    ],
)
def test_a_german_statement_is_judged_by_whichever_words_it_has(
    text: str, gold: str, said: str, *, hit: bool
) -> None:
    """Until 0.7 all statements had the English words; those of old folders still do."""
    prompt = statement("de", text, gold)
    assert framing.truths(prompt.text, prompt.language)[0] == gold
    fact = handmade.fact("r", "Rom", "ist", "rund")
    fact = msgspec.structs.replace(fact, prompts=(prompt,))
    asked = forms.Asked(fact, 0, legacy=False, names=lambda: forms.names(fact, legacy=False))
    response = Response("fact-1", "r", "true_false", 0, "m", "open", text=said)
    assert (forms.of_facts("true_false").mark(asked, response).rank == 1) is hit


@pytest.mark.parametrize(
    ("language", "true", "false"),
    [
        ("cs", "Ano, to je pravda.", "To není pravda."),
        ("de-AT", "Ja, das stimmt.", "Das stimmt nicht."),
        ("fr", "C'est vrai.", "Ce n'est pas vrai."),
        ("es", "Sí, es cierto.", "No es cierto."),
        ("ru", "Да, верно.", "Нет, это не так."),
        ("zh", "这句话是对的。", "这句话是错的。"),
        ("zh", "没错。", "不对。"),
        ("vi", "Câu này đúng.", "Không đúng."),
        ("ja", "はい、正しいです。", "いいえ、正しくない。"),
        ("he", "נכון", "לא נכון"),
        ("ar", "صحيح", "غير صحيح"),
        ("hi", "यह सही है", "यह गलत है"),
        ("th", "ถูกต้อง", "ไม่ถูกต้อง"),
        ("tr", "Evet, doğru.", "Hayır, yanlış."),
        ("uk", "Так, правда", "Ні, неправда"),
        ("tlh", "Yes", "No"),
    ],
)
def test_a_statement_is_called_true_or_false_in_its_language(
    language: str, true: str, false: str
) -> None:
    assert (framing.truth(true, language), framing.truth(false, language)) == (True, False)


@pytest.mark.parametrize("language", framing.FRAMES)
def test_the_words_of_a_frame_are_read_as_what_they_say(language: str) -> None:
    """Both words by themselves, the question neither, and the word for no answer as none."""
    frame = framing.FRAMES[language]
    assert [framing.truth(word, language) for word in frame.truths] == [True, False]
    assert framing.truth(frame.judge, language) is None
    nothing = {"en": "none", "cs": "nic", "de": "keine", "fr": "aucun", "es": "ninguno"}
    word = (nothing | {"ru": "нет", "zh": "无", "vi": "không có"})[language]
    assert word in frame.say_all
    assert kgforge.verdicts.says_none(word) and not kgforge.verdicts.without_none([word])


def test_no_form_at_all_in_the_only_language_is_an_error(mined: Path, tmp_path: Path) -> None:
    with pytest.raises(BenchmarkError):
        kgforge.export(mined, tmp_path / "b", ExportOptions(language="xx", forms=("true_false",)))
