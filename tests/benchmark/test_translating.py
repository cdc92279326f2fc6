"""Facts translated whole by a served model and a tiny T5; located, counted and made again."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

import kgforge
from kgforge import benchmark, cli, stores
from kgforge.benchmark import ExportOptions, generators
from kgforge.benchmark.generators import checks, translating
from kgforge.cli import exported
from kgforge.errors import BenchmarkError
from kgforge.schema import (
    LLM_TRANSLATION,
    SLOT,
    TRANSLATION,
    ChatOptions,
    ItemFact,
    Manifest,
    ModelOptions,
    Named,
    folders,
)
from tests.models import authors
from tests.models.chatting import MODEL, Chatting, asked, text
from tests.worlds import handmade
from tests.worlds.small import entries, filled, label

LANDS = range(7)
FORMS = {
    "land0": ("Orlanda", "Orlandia", "Orlandy"), "town0": ("Fennick", "Fennick", "Fennick"),
    "land1": ("Veska", "Veska", "Vesky"), "town1": ("Talhov", "Talham", "Talhov"),
    "land2": ("Morana", "Morania", "Morany"), "town2": ("Kresna", "Kresna", "Kresna"),
    "land3": ("Tirsko", "Tirsk", "Tirska"), "town3": ("Ulmava", "Ulmava", "Ulmava"),
    "land4": ("Zelna", "Zelna", "Zelny"), "town4": ("Borek", "Borek", "Borek"),
    "land5": ("Dravsko", "Dravia", "Dravska"), "town5": ("Hlinov", "Hlinov", "Hlinov"),
    "land6": ("Nemec", "Nemec", "Nemce"), "town6": ("Nemec", "Nemec", "Nemec"),
}  # fmt: skip
"""By thing: its name in Czech and in English, and its Czech genitive."""
AT = {name: name[:-1] + "e" if name.endswith("a") else name + "u" for name, _, _ in FORMS.values()}
"""By Czech name: how it stands behind *v*."""
TURTLE = """
@prefix ex: <http://example.org/> . @prefix kgf: <urn:kgforge:ns#> .
ex:seat kgf:template "[X] is ruled from [Y]."@en , "Sídlem země [X] je [Y]."@cs .
ex:seatOf kgf:template "Zemí, které vládne [X], je [Y]."@cs .
"""
ENGLISH = {english: czech for czech, english, _ in FORMS.values()}


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a graph in two languages, what is mined of it in Czech, and templates."""
    folder = tmp_path_factory.mktemp("translated")
    facts = [f"land{n} seat town{n}" for n in LANDS] + [f"town{n} seatOf land{n}" for n in LANDS]
    names = [label("seat", "sídlo", language="cs"), label("seatOf", "sídlo země", language="cs")]
    for thing, (czech, english, _) in FORMS.items():
        names += [label(thing, czech, language="cs"), label(thing, english)]
    store = stores.open(f"oxigraph:{folder / 'graph'}", stores.WRITE)
    with filled(store, entries(facts, names)) as made:
        address = made.address
    (folder / "own.ttl").write_text(TURTLE, encoding="utf-8")
    kgforge.mine(
        ["inverse"], address, folder / "mined",
        params={"least": "5", "share": "0.1"}, language="cs",
    )  # fmt: skip
    return folder


def translate(english: str) -> str:
    """What a translator says, well but for some facts."""
    subject, _, object = english.removesuffix(".").partition(" is ruled from ")
    genitive = {one: other for _, one, other in FORMS.values()}[subject]
    match subject:
        case "Tirsk":
            return f"Z tohoto města se vládne zemi {genitive}."
        case "Zelna":
            return "Zemi Zelny se vládne z města, kterým je Borek, čili z Borku, čili Borek."
        case "Dravia":
            return f"Vládne se tam v {AT[ENGLISH[object]]}."
    return f"Vláda {genitive} sídlí v {AT[ENGLISH[object]]}."


def served(body: Mapping[str, Any]) -> Any:
    said = asked(body).rpartition("\n\n")[2]
    given = dict(line.partition(": ")[::2] for line in said.splitlines() if ": " in line)
    return text(f"Translation: {translate(given['English'])}")


def options(world: Path, url: str = "", **more: Any) -> ExportOptions:
    chat = ChatOptions(url=url) if url else msgspec.UNSET
    given = {
        "templates": (world / "own.ttl",), "language": "cs",
        "model": ModelOptions(max_new_tokens=64, chat=chat), "keep_flagged": True,
    }  # fmt: skip
    return ExportOptions(**given | more)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A T5 that translates the sentences of the graph."""
    said = {
        f"{FORMS[f'land{n}'][1]} is ruled from {FORMS[f'town{n}'][1]}." for n in LANDS if n != 6
    }
    folder = tmp_path_factory.mktemp("t5")
    return authors.seq2seq(folder, {one: translate(one).lower() for one in sorted(said)})


@pytest.fixture(scope="module")
def made(world: Path, small: str) -> Manifest:
    """A benchmark of three wordings."""
    with Chatting(served) as server:
        names = ("template", f"translation:{small}", f"translation:openai:{MODEL}")
        return kgforge.export(
            world / "mined", world / "bench", options(world, server.base, generators=names)
        )


def facts(bench: Path) -> Iterator[ItemFact]:
    for item in folders.read_items(bench, "inverse"):
        yield from item.facts


def test_three_wordings_of_a_fact_stand_side_by_side(world: Path, made: Manifest) -> None:
    [fact] = [
        one for one in facts(world / "bench")
        if (one.subject.label, one.predicate.label) == ("Morana", "sídlo")
    ]  # fmt: skip
    by = {one.generator: one for one in fact.prompts}
    assert list(by) == ["template", TRANSLATION, LLM_TRANSLATION]
    assert by["template"].text == f"Sídlem země Morana je {SLOT}."
    assert by[LLM_TRANSLATION].text == f"Vláda Morany sídlí v {SLOT}."
    assert by[LLM_TRANSLATION].template == "Vláda Morany sídlí v [Y]."
    assert by[LLM_TRANSLATION].said == "Kresne"
    assert fact.answers[0].label == "Kresna"
    assert "Kresne" in fact.answers[0].aliases
    assert "Kresne" in (fact.answers[0].forms or ())
    assert by["template"].said is msgspec.UNSET
    assert made.format == 2
    assert benchmark.verify(world / "bench") == []


def test_what_cannot_be_located_is_counted_by_reason(world: Path, made: Manifest) -> None:
    assert made.generated
    small, chat = made.generated.generators
    assert (chat.facts, chat.kept) == (14, 3)
    assert chat.without == {
        checks.NO_OBJECT: 1,
        checks.ANSWERED: 1,
        checks.NO_SUBJECT: 1,
        checks.SAME: 1,
        translating.UNWORDED: 7,
    }
    assert (small.generator, small.model.family) == (TRANSLATION, "seq2seq")
    assert small.kept >= 1
    texts = (world / "bench" / "generated.jsonl").read_text("utf-8")
    assert "ERROR" not in texts
    for fact in facts(world / "bench"):
        if fact.subject.label in ("Tirsko", "Zelna", "Nemec", "Dravsko"):
            assert LLM_TRANSLATION not in {one.generator for one in fact.prompts}


def test_the_terminal_tells_both_translators(
    world: Path, made: Manifest, capsys: pytest.CaptureFixture[str]
) -> None:
    exported.tell(made, world / "bench")
    said = " ".join(capsys.readouterr().err.split())
    assert f"llm_translation by {MODEL} words 3 of 14 facts" in said
    assert f"not asked for: {checks.SAME}: 1, {translating.UNWORDED}: 7" in said
    card = (world / "bench" / "README.md").read_text("utf-8")
    assert "--generators template,translation,llm_translation" in card


def test_the_same_bytes_come_without_the_models(world: Path, made: Manifest) -> None:
    earlier = world / "bench" / "generated.jsonl"
    for second in ("translation", "llm_translation"):
        names = ("template", "translation", second)
        kgforge.export(
            world / "mined", world / "again",
            options(world, generators=names, generated=earlier), force=True,
        )  # fmt: skip
        for path in (world / "bench").iterdir():
            assert (world / "again" / path.name).read_bytes() == path.read_bytes(), path.name


def test_a_translated_sentence_has_no_slot_for_its_subject(world: Path, made: Manifest) -> None:
    kgforge.export(
        world / "mined", world / "both",
        options(
            world, generators=("template", "translation", "translation"),
            generated=world / "bench" / "generated.jsonl", slots=("object", "subject"),
        ),
    )  # fmt: skip
    for fact in facts(world / "both"):
        for prompt in fact.prompts:
            assert prompt.text.count(SLOT) == 1
            if prompt.slot == "subject":
                assert "[X]" in prompt.template
    assert benchmark.verify(world / "both") == []


def test_a_prompt_whose_form_is_changed_is_found(world: Path, made: Manifest) -> None:
    for item in folders.read_items(world / "bench", "inverse"):
        for at, fact in enumerate(item.facts):
            for prompt in fact.prompts:
                if prompt.generator != LLM_TRANSLATION:
                    continue
                assert generators.flaw(item, at, prompt) == ""
                other = msgspec.structs.replace(prompt, said="Kdesi")
                assert "accepted" in generators.flaw(item, at, other)
                told = msgspec.structs.replace(
                    prompt, template=f"{fact.object.label} a {prompt.template}"
                )
                assert checks.ANSWERED in generators.flaw(item, at, told)


def test_translators_are_of_other_languages_and_one_of_a_kind(world: Path, tmp_path: Path) -> None:
    with pytest.raises(BenchmarkError, match="in English, from which it translates"):
        kgforge.export(
            world / "mined", tmp_path / "out",
            options(world, language="en", generators=("translation:causal:x",)),
        )  # fmt: skip
    with pytest.raises(BenchmarkError, match="named twice"):
        generators.named(("translation:openai:a", "translation:causal:b"))
    named = generators.named(("translation:openai:a", "translation:seq2seq:b"))
    assert named == {LLM_TRANSLATION: "openai:a", TRANSLATION: "seq2seq:b"}
    assert [*generators.named(("translation", "translation"))] == [TRANSLATION, LLM_TRANSLATION]


def test_examples_are_rotated_and_none_are_of_another_language() -> None:
    first, second = translating.shown("cs-CZ", 0), translating.shown("cs", 1)
    assert set(first) == set(second)
    assert first != second
    assert translating.shown("th", 2) == ()
    for language, every in translating.EXAMPLES.items():
        for english, _, object, said in every:
            task = checks.Task("i", 0, "r", every[0][1], "p", object, frozenset({object}),
                               frozenset(), english=english, subjects=("Mira", "Orlanda", "Ilse",
                               *(one[1] for one in every)), closing=True)  # fmt: skip
            assert translating.translated(said, task, language).said, (language, said)


def test_the_command_line_takes_two_translators(
    world: Path, made: Manifest, tmp_path: Path
) -> None:
    call = [
        "export", str(world / "mined"), "--out", str(tmp_path / "out"), "--languages", "cs",
        "--templates", str(world / "own.ttl"), "--generators", "template,translation,translation",
        "--generated", str(world / "bench" / "generated.jsonl"), "--max-new-tokens", "64",
        "--keep-flagged",
    ]  # fmt: skip
    with pytest.raises(SystemExit) as ended:
        cli.main(call)
    assert ended.value.code == 0
    assert (tmp_path / "out" / "generated.jsonl").is_file()


def test_two_places_that_are_alike_are_not_guessed_at() -> None:
    task = checks.Task(
        "i", 0, "r", "Mira", "p", "Brno", frozenset({"Brno"}), frozenset(), subjects=("Mira",)
    )
    found = translating.translated("Mira jede z Brna do Brna vlakem.", task, "cs")
    assert found == checks.Checked(reason=checks.OBJECTS)
    assert translating.translated("Mira\njede.", task, "cs").reason == checks.LINES
    found = translating.translated("Translation: Mira jede do Brna vlakem.", task, "cs")
    assert found == checks.Checked("[X] jede do [Y] vlakem.", said="Brna")


def test_a_translation_that_names_a_distractor_is_none() -> None:
    ends = [Named("e:1", "Slovensko"), Named("e:2", "Slovinsko")]
    fact = msgspec.structs.replace(
        handmade.fact("r", "Lublaň", "in", "Slovensko"), object=ends[0], candidates=tuple(ends)
    )
    task = msgspec.structs.replace(checks.Task.of("i", [fact], 0), subjects=("Lublaň",))
    said = "Lublaň leží ve {}."
    assert translating.translated(said.format("Slovinsku"), task, "cs").reason == checks.NO_OBJECT
    assert translating.translated(said.format("Slovensku"), task, "cs").said == "Slovensku"
