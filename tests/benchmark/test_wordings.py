"""Wordings beyond templates: synonyms from a file, paraphrases by a real, if tiny, model."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kgforge import benchmark, cli, mining, stores, terms
from kgforge.benchmark import ExportOptions, items
from kgforge.benchmark.items import ItemOptions
from kgforge.benchmark.paraphrasing import Paraphraser
from kgforge.benchmark.synonyms import Synonyms, read_synonyms
from kgforge.benchmark.wordings import ANOTHER, NO_SLOTS, REPEATED, Wordings
from kgforge.errors import BenchmarkError, ModelError, OntologyError
from kgforge.ontology import vocabulary
from kgforge.ontology.vocabulary import Vocabulary
from kgforge.schema import (
    SLOT,
    Entry,
    Fact,
    Instance,
    Item,
    ItemFact,
    Label,
    Prompt,
    Triple,
    folders,
)
from tests.models.rewriters import rewriter
from tests.worlds.small import entries, filled, instance, iri, label, memory, said

P = iri("p")


@pytest.fixture
def spoken(tmp_path: Path) -> Vocabulary:
    return said(
        tmp_path / "o.ttl",
        'ex:p kgf:template "[X] is wed to [Y]."@en , "Wed to [X]: [Y]."@en ;'
        ' kgf:paraphrase "[X] has wed [Y]."@en , "[X] is WED  to [Y]"@en ;'
        ' kgf:impliedTemplate "So [X] is wed to [Y]."@en , "[X] is wed to [Y]"@en ;'
        ' kgf:impliedParaphrase "[X] has wed [Y]!"@en , "[X] must be wed to [Y]."@en .\n'
        'ex:q kgf:template "[X] is q of [Y]."@en .',
    )


def listed(file: Path, *lines: str) -> Synonyms:
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return read_synonyms(file)


def worded(prompts: tuple[Prompt, ...]) -> list[tuple[str, str]]:
    return [(prompt.generator, prompt.template) for prompt in prompts]


# ── What a predicate's wordings are ─────────────────────────────────────────────────────────────
def test_templates_come_first_then_synonyms_then_paraphrases_each_text_once(
    spoken: Vocabulary, tmp_path: Path
) -> None:
    words = Wordings(spoken, "en", listed(tmp_path / "s.tsv", "wed\tmarried\tis wed"))
    assert [(one.generator, one.template) for one in words.plain(P, "p")] == [
        ("template", "[X] is wed to [Y]."),
        ("template", "Wed to [X]: [Y]."),
        ("synonym", "[X] is married to [Y]."),
        ("synonym", "[X] is is wed to [Y]."),
        ("synonym", "Married to [X]: [Y]."),
        ("synonym", "Is wed to [X]: [Y]."),
        ("paraphrase", "[X] has wed [Y]."),
    ]


def test_what_is_implied_is_never_in_plain_words(spoken: Vocabulary, tmp_path: Path) -> None:
    words = Wordings(spoken, "en", listed(tmp_path / "s.tsv", "So\tHence"))
    for apart in (False, True):
        assert [(one.generator, one.template) for one in words.implied(P, "p", apart=apart)] == [
            ("template", "So [X] is wed to [Y]."),
            ("synonym", "Hence [X] is wed to [Y]."),
            ("paraphrase", "[X] must be wed to [Y]."),
        ]


def test_a_model_is_asked_once_for_each_template_that_is_used_and_rejects_are_counted(
    spoken: Vocabulary,
) -> None:
    asked: list[str] = []

    def paraphrase(template: str) -> tuple[str, ...]:
        asked.append(template)
        return (
            "[X] took [Y].",
            "[X] took [Y] .",
            template.upper(),
            "So [X] is wed to [Y].",
            "He took [Y].",
            "[X] took [Y], [Y].",
            f"[X] took [Y] {SLOT}.",
        )

    words = Wordings(spoken, "en", paraphrase=paraphrase)
    for _ in range(2):
        assert [one.template for one in words.plain(P, "p")][-2:] == [
            "[X] has wed [Y].",
            "[X] took [Y].",
        ]
    assert asked == ["[X] is wed to [Y].", "Wed to [X]: [Y]."]
    assert words.templates == 2
    assert words.rejected == {NO_SLOTS: 6, REPEATED: 4, ANOTHER: 3}
    assert [one.template for one in words.plain(iri("q"), "q")][1:] == [
        "[X] took [Y].",
        "So [X] is wed to [Y].",
    ]
    assert words.plain(iri("r"), "r")[0].generator == "fallback"
    assert len(asked) == 3
    assert words.made == {
        (P, vocabulary.PARAPHRASE): ["[X] took [Y]."],
        (iri("q"), vocabulary.PARAPHRASE): ["[X] took [Y].", "So [X] is wed to [Y]."],
    }


@pytest.mark.parametrize(
    ("texts", "wanted"),
    [
        (["So\tHence"], "implied a p c: So [X] is wed to [Y]."),
        ([], "implied a q c: [X] q of … q of [Y]."),
        ([], "implied b q c: [X] is q of [Y]."),
    ],
)
def test_a_role_that_follows_is_told_apart_from_the_fact_that_asks_the_same(
    spoken: Vocabulary, texts: list[str], wanted: str
) -> None:
    """Only where the item asks the same in plain words; another subject's is another question."""
    fact, _, template = wanted.partition(": ")
    predicate = fact.split()[2]
    store = memory(entries(["a p b", "b p c", "a q b", "b q c"], [label("q", "q of")]))
    asked = instance("x", {"first": f"a {predicate} b", "composed": fact})
    (found,) = items.build([asked], store, spoken, ItemOptions())
    assert isinstance(found, Item)
    assert found.facts[1].prompts[0].template == template
    assert not {one.template for one in found.facts[0].prompts} & {
        one.template for one in found.facts[1].prompts if fact.split()[1] == "a"
    }
    fallback = "…" in template
    assert (found.facts[1].prompts[0].generator == "fallback") == fallback


def test_a_role_that_follows_from_nothing_is_asked_plainly(spoken: Vocabulary) -> None:
    asked = instance("bias", {"attribute": "implied a p b"})
    (found,) = items.build([asked], memory(entries(["a p b"])), spoken, ItemOptions())
    assert isinstance(found, Item)
    assert found.facts[0].prompts[0].text == f"A is wed to {SLOT}."


# ── Synonyms ────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("line", "template", "wanted"),
    [
        ("near\tby", "[X] is nearly near [Y].", ["[X] is nearly by [Y]."]),
        ("born in\tnative to", "Born in [Y] was [X].", ["Native to [Y] was [X]."]),
        ("May\tthe fifth", "In May [X] may [Y].", ["In the fifth [X] may [Y]."]),
        ("a\tone\tsome", "[X], a [Y]", ["[X], one [Y]", "[X], some [Y]"]),
        ("is\twas", "[X] is what is [Y]", ["[X] was what is [Y]", "[X] is what was [Y]"]),
        ("X\tZ", "[X] of X [Y]", ["[X] of Z [Y]"]),
        ("is of\tZ", "[X] is [Y] of", []),
        ("of\t\\1 \\g<0>", "[X] of [Y]", ["[X] \\1 \\g<0> [Y]"]),
        ("U.S.\tUSA", "[X] is a U.S. [Y], not UxSx", ["[X] is a USA [Y], not UxSx"]),
        ("élu\tchoisi", "Élu en [X] : [Y], réélu", ["Choisi en [X] : [Y], réélu"]),
    ],
)
def test_one_whole_phrase_is_replaced_and_never_a_slot(
    tmp_path: Path, line: str, template: str, wanted: list[str]
) -> None:
    assert list(listed(tmp_path / "s.tsv", line).of(template)) == wanted


def test_a_file_of_synonyms_is_read_in_its_order(tmp_path: Path) -> None:
    path = tmp_path / "s.tsv"
    path.write_bytes("\ufeff# ours\r\n\r\nb  c\ta\t\r\na\tß\td e\r\n".encode())
    found = read_synonyms(path)
    assert found.pairs == (("b c", "a"), ("a", "ß"), ("a", "d e"))


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        (b"a\tb\nonly a phrase\n", "s.tsv, line 2: 'only a phrase' is not a phrase and"),
        (b"\tb\n", r"s.tsv, line 1: '\\tb' is not"),
        (b"# x\na\t\tb\n", r"s.tsv, line 2: 'a\\t\\tb' is not"),
        (b"a\tb\n\na\t\xff\n", "s.tsv, line 3: not UTF-8"),
        (b"a\t[X] b\n", r"s.tsv, line 1: .* holds the slot \[X\]"),
        (b"a\tb\n[MASK]\tb\n", r"s.tsv, line 2: .* holds the slot \[MASK\]"),
        (b"# nothing\n", "s.tsv contains no synonyms"),
    ],
)
def test_a_damaged_line_of_synonyms_is_named(tmp_path: Path, data: bytes, wanted: str) -> None:
    path = tmp_path / "s.tsv"
    path.write_bytes(data)
    with pytest.raises(OntologyError, match=wanted):
        read_synonyms(path)
    path.unlink()
    with pytest.raises(OntologyError, match=r"cannot read .*s.tsv"):
        read_synonyms(path)


# ── A model, from graph to benchmark ────────────────────────────────────────────────────────────
TWINS = "Xavier is the twin of Yvonne."
KIND = "Xavier is a kind of Yvonne."
FURTHER = "Xavier is a kind of Yvonne, more generally."
SHOWN = {
    TWINS: ["Yvonne has the twin Xavier.", "Xavier looks like Yvonne.", TWINS, "He has a twin."],
    KIND: ["Every Xavier is a Yvonne.", "Yvonne is said of every Xavier."],
    FURTHER: ["Generally speaking, Xavier is a kind of Yvonne.", KIND],
}
BROKEN = {one: ["He has one.", "Xavier and Xavier and Yvonne."] for one in SHOWN}
TURTLE = (
    "@prefix ex: <http://example.org/> . @prefix kgf: <urn:kgforge:ns#> .\n"
    'ex:twin kgf:template "[X] is the twin of [Y]."@en .\n'
    'ex:kind kgf:template "[X] is a kind of [Y]."@en ;'
    ' kgf:impliedTemplate "[X] is a kind of [Y], more generally."@en .\n'
)
MANY = 40


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return rewriter(tmp_path_factory.mktemp("models") / "good", SHOWN)


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return rewriter(tmp_path_factory.mktemp("models") / "broken", BROKEN)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Mined instances, their graph, templates and synonyms."""
    folder = tmp_path_factory.mktemp("line")
    pairs = [(f"e{n}", f"e{n + 1}") for n in range(0, 24, 2)]
    facts = [f"{a} twin {b}" for one in pairs for a, b in (one, one[::-1])]
    facts += [f"k{n} kind k{n + 1}" for n in range(4)]
    address = f"oxigraph:{folder / 'graph'}"
    with filled(stores.open(address, stores.WRITE), entries(facts)):
        pass
    params = {"least": "5", "sub": f"<{iri('kind')}>"}
    mining.mine(["symmetry", "hierarchy"], address, folder / "mined", params=params)
    (folder / "mine.ttl").write_text(TURTLE, encoding="utf-8")
    (folder / "alike.tsv").write_text("twin\tlookalike\nkind\tsort\n", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def bench(folder: Path, good: Path) -> Path:
    benchmark.export(
        folder / "mined",
        folder / "bench",
        ExportOptions(
            templates=(folder / "mine.ttl",),
            synonyms=folder / "alike.tsv",
            paraphraser=str(good),
            paraphrases=MANY,
        ),
    )
    return folder / "bench"


def facts_of(bench: Path) -> Iterator[ItemFact]:
    for made in folders.read_manifest(bench).patterns:
        for item in folders.read_items(bench, made.name):
            yield from item.facts


def test_the_models_wordings_are_prompts_and_say_so(bench: Path) -> None:
    wanted = {
        (iri("twin"), True): ["[Y] has the twin [X].", "[X] looks like [Y]."],
        (iri("kind"), True): ["Every [X] is a [Y].", "[Y] is said of every [X]."],
        (iri("kind"), None): ["Generally speaking, [X] is a kind of [Y]."],
    }
    asked = set()
    for fact in facts_of(bench):
        asked.add((fact.predicate.id, fact.holds))
        found = wanted[fact.predicate.id, fact.holds]
        generators = [prompt.generator for prompt in fact.prompts]
        assert generators[:2] == ["template", "synonym"]
        assert set(generators[2:]) == {"paraphrase"}
        made = [prompt.template for prompt in fact.prompts[2:]]
        assert set(found) <= set(made)
        for prompt in fact.prompts:
            assert prompt.text.count(SLOT) == prompt.text.count(fact.subject.label) == 1
    assert asked == set(wanted)
    assert benchmark.verify(bench) == []


def test_every_candidate_is_kept_or_counted_among_the_rejects(bench: Path) -> None:
    made = folders.read_manifest(bench).paraphrases
    assert made
    assert (made.templates, made.candidates) == (3, MANY)
    assert made.kept + sum(made.rejected.values()) == 3 * MANY
    assert set(made.rejected) == {NO_SLOTS, REPEATED, ANOTHER}
    found = {
        (fact.predicate.id, fact.holds, prompt.template)
        for fact in facts_of(bench)
        for prompt in fact.prompts
        if prompt.generator == "paraphrase"
    }
    assert len(found) == made.kept
    alike = {
        (fact.predicate.id, fact.holds, prompt.template)
        for fact in facts_of(bench)
        for prompt in fact.prompts
        if prompt.generator == "synonym"
    }
    synonyms = folders.read_manifest(bench).synonyms
    assert synonyms
    assert synonyms.wordings == len(alike) == 3
    assert (made.model, made.revision, made.asked["prefix"]) == ("good", None, "paraphrase: ")
    readme = (bench / "README.md").read_text(encoding="utf-8")
    for text in (
        f"by the model good, weights\n`{made.weights}`: {made.kept} are kept",
        f"{NO_SLOTS}: {made.rejected[NO_SLOTS]}",
        f"`), which gave {len(alike)} wordings (`generator` is `synonym`).",
        "Synonyms: alike.tsv (SHA-256",
        "--synonyms alike.tsv --templates PATH-OF-THIS-FOLDER/paraphrases.ttl",
    ):
        assert text in readme, text
    assert str(bench.parent) not in readme + (bench / "manifest.json").read_text("utf-8")


def test_the_file_of_paraphrases_words_the_same_without_the_model(
    bench: Path, folder: Path, tmp_path: Path
) -> None:
    manifest = benchmark.export(
        folder / "mined",
        tmp_path / "again",
        ExportOptions(
            templates=(folder / "mine.ttl", bench / "paraphrases.ttl"),
            synonyms=folder / "alike.tsv",
        ),
    )
    assert not manifest.paraphrases
    assert (manifest.templates[-1].file, manifest.name) == (
        "paraphrases.ttl",
        folders.read_manifest(bench).name,
    )
    for file in manifest.files:
        assert (tmp_path / "again" / file.path).read_bytes() == (bench / file.path).read_bytes()


def test_the_same_model_and_seed_give_the_same_bytes(
    bench: Path, folder: Path, good: Path, tmp_path: Path
) -> None:
    os.chdir(tmp_path)
    command = (
        f"export {folder}/mined --out again --templates {folder}/mine.ttl --synonyms "
        f"{folder}/alike.tsv --paraphraser {good} --paraphrases {MANY} --json"
    )
    with pytest.raises(SystemExit) as left:
        cli.main(shlex.split(command))
    assert not left.value.code
    for path in bench.iterdir():
        assert Path("again", path.name).read_bytes() == path.read_bytes(), path.name


def test_what_a_model_makes_of_a_template_depends_on_it_and_the_seed_alone(good: Path) -> None:
    templates = ["[X] is the twin of [Y].", "[X] is a kind of [Y]."]
    one, other = (Paraphraser(str(good), 12, 0) for _ in range(2))
    assert [one(template) for template in templates] == [
        other(template) for template in reversed(templates)
    ][::-1]
    assert Paraphraser(str(good), 12, 1)(templates[0]) != one(templates[0])


def test_a_name_that_a_template_holds_is_no_placeholder_in_it(good: Path) -> None:
    found = Paraphraser(str(good), 12, 0)("[X] is the twin of Xavier and [Y].")
    assert not any(name in text for text in found for name in ("Quentin", "Ursula"))


def test_a_model_that_breaks_slots_gives_rejects_alone(
    folder: Path, broken: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    manifest = benchmark.export(
        folder / "mined",
        out,
        ExportOptions(templates=(folder / "mine.ttl",), paraphraser=str(broken), paraphrases=5),
    )
    made = manifest.paraphrases
    assert made
    assert (made.kept, made.rejected) == (0, {NO_SLOTS: 15})
    assert {prompt.generator for fact in facts_of(out) for prompt in fact.prompts} == {"template"}
    assert vocabulary.read_only([out / "paraphrases.ttl"]).texts == {}
    assert "/paraphrases.ttl" not in (out / "README.md").read_text(encoding="utf-8")
    assert benchmark.verify(out) == []


def test_a_file_of_paraphrases_that_changed_or_is_gone_is_told(bench: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    for path in bench.iterdir():
        (copy / path.name).write_bytes(path.read_bytes())
    path = copy / "paraphrases.ttl"
    path.write_bytes(path.read_bytes().replace(b"looks like", b"resembles"))
    (problem,) = benchmark.verify(copy)
    assert re.match(r"paraphrases\.ttl: SHA-256 is \w+, the manifest says", problem)
    path.unlink()
    assert benchmark.verify(copy) == ["paraphrases.ttl: cannot be read: No such file or directory"]


# ── Refusals ────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("text", ["wed to\tmarried to\n", "twin\ttwin\n", "win\tlose\n"])
def test_synonyms_that_word_nothing_are_refused(folder: Path, tmp_path: Path, text: str) -> None:
    """No phrase stands in a template as whole words, or what it makes is there already."""
    alike = tmp_path / "none.tsv"
    alike.write_text(text, encoding="utf-8")
    out, templates = tmp_path / "out", (folder / "mine.ttl",)
    with pytest.raises(OntologyError, match=r"no phrase of none\.tsv gives a new wording"):
        benchmark.export(folder / "mined", out, ExportOptions(templates=templates, synonyms=alike))
    assert not out.exists()


def test_what_is_no_paraphraser_is_refused(folder: Path, good: Path, tmp_path: Path) -> None:
    mined, out = folder / "mined", tmp_path / "out"
    with pytest.raises(BenchmarkError, match="--paraphrases 0"):
        benchmark.export(mined, out, ExportOptions(paraphraser=str(good), paraphrases=0))
    with pytest.raises(ModelError, match="no model folder"):
        benchmark.export(mined, out, ExportOptions(paraphraser=str(tmp_path / "absent")))
    masked = tmp_path / "masked"
    masked.mkdir()
    config = {"model_type": "bert", "architectures": ["BertForMaskedLM"]}
    (masked / "config.json").write_text(json.dumps(config))
    with pytest.raises(ModelError, match=r"masked is a masked model, but a paraphraser is"):
        benchmark.export(mined, out, ExportOptions(paraphraser=str(masked)))
    assert not out.exists()


def test_without_torch_the_install_command_is_told(folder: Path, tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['torch'] = None\nfrom kgforge import cli\n"
        f"cli.main(['export', {str(folder / 'mined')!r}, '--out', {str(tmp_path / 'out')!r}, "
        "'--paraphraser', 'any'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "pip install 'kgforge[models]'" in done.stderr


def test_the_shipped_continents_are_asked_plainly_where_nothing_else_is_asked() -> None:
    """The pattern bias has one implied role: P30's words for derived facts are not for it."""
    place, africa = (terms.wikidata_entity(name) for name in ("Q1", "Q15"))
    fact = Triple(place, terms.wikidata_predicate("P30"), africa)
    named = [Label(place, "label", "Ulm", "en"), Label(africa, "label", "Africa", "en")]
    store = memory([Entry(triples=(fact,), labels=tuple(named))])
    shipped = vocabulary.shipped()
    role = Fact("attribute", fact.subject, fact.predicate, fact.object, None)
    asked = Instance("bias", "a group", "0" * 64, (role,))
    (found,) = items.build([asked], store, shipped, ItemOptions())
    assert isinstance(found, Item)
    assert worded(found.facts[0].prompts) == [
        ("template", text) for text in shipped.templates(fact.predicate, "en")
    ]


@pytest.mark.parametrize(
    ("object", "texts"),
    [
        (f'"1950-05-02"^^<{terms.XSD}date>', ["[X] was on [Y].", "[X]: [Y]."]),
        (f'"1950"^^<{terms.XSD}gYear>', ["[X]: [Y].", "[X] is of [Y]."]),
        (f'"1923-05"^^<{terms.XSD}gYearMonth>', ["[X]: [Y].", "[X] is of [Y]."]),
        (f'"13"^^<{terms.KGF}century>', ["[X]: [Y].", "[X] is of [Y]."]),
    ],
)
def test_a_template_of_days_words_no_year(tmp_path: Path, object: str, texts: list[str]) -> None:
    spoken = said(
        tmp_path / "o.ttl",
        'ex:p kgf:template "[X] was on [Y]."@en , "[X]: [Y]."@en ;'
        ' kgf:dayTemplate "[X] was on [Y]."@en ; kgf:periodTemplate "[X] is of [Y]."@en .',
    )
    fact = Triple(iri("a"), P, object)
    store = memory([Entry(triples=(fact,), labels=(label("a", "A"), label("p", "p")))])
    found = Instance("x", "g", "x" * 64, (Fact("f", fact.subject, P, object, True),))
    [item] = items.build([found], store, spoken, ItemOptions())
    assert isinstance(item, Item)
    assert [prompt.template for prompt in item.facts[0].prompts] == texts


def test_each_template_of_days_is_a_template() -> None:
    """A date of Wikidata that is less precise than a day is worded by another one."""
    known = vocabulary.read(())
    marked = [key for key in known.texts if key[1] == vocabulary.DAY_TEMPLATE]
    assert len(marked) > 15
    for predicate, _, language in marked:
        days = known.day_templates(predicate, language)
        assert set(days) <= set(known.templates(predicate, language))
        assert known.period_templates(predicate, language)
