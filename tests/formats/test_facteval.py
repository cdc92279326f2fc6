"""llm-facteval's layout: read, written, and held against files that are made without kgforge."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from kgforge import terms
from kgforge.errors import BenchmarkError
from kgforge.formats import Carried, facteval
from kgforge.formats.facteval import layout
from kgforge.formats.facteval.layout import Kept
from kgforge.schema import (
    Accepted,
    Evidence,
    Item,
    ItemFact,
    Named,
    Predicate,
    ReadOptions,
    Side,
)
from tests.worlds import facteval as world
from tests.worlds.benches import bench

BASE = ReadOptions().base
WD = "http://www.wikidata.org/entity/"


@pytest.fixture
def every_form(monkeypatch: pytest.MonkeyPatch) -> None:
    """All forms are read, be they in kgforge or not: a layout does not ask them anything."""
    monkeypatch.setattr(layout, "has_form", lambda name: True)


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]


def again(folder: Path, out: Path) -> Carried:
    """A data set read and written again."""
    found = facteval.read_items(folder, BASE)
    out.mkdir()
    return facteval.write_items(bench(found.items, out, found.kept), out)


def unordered(lines: Iterable[Mapping[str, Any]]) -> Counter[str]:
    return Counter(json.dumps(line, sort_keys=True) for line in lines)


def questions(folder: Path) -> dict[str, dict[str, Any]]:
    """The questions of a folder by id, without the field that the published code does not write."""
    found = [line for path in sorted(folder.glob("*.jsonl")) for line in records(path)]
    for line in found:
        told, asked = line.pop("prompts", (None, None))
        if told:
            assert (told["role"], asked["role"]) == ("system", "user")
            assert line["lm_input"] == {"message": asked["content"], "prompt": told["content"]}
    return {line["question_id"]: line for line in found}


# ── There and back ──────────────────────────────────────────────────────────────────────────────
@pytest.mark.usefixtures("every_form")
def test_every_field_comes_back(tmp_path: Path) -> None:
    data = world.write(tmp_path / "data")
    carried = again(data, tmp_path / "out")
    assert carried.written["triples"] == 20
    assert "question" not in str(carried.left)
    for relation in world.RELATIONS:
        lines, summary = f"tuples/{relation}.jsonl", f"tuples/{relation}.summary.json"
        assert records(tmp_path / "out" / lines) == records(data / lines)
        assert records(tmp_path / "out" / summary) == records(data / summary)
    before = questions(data / "questions_template")
    assert questions(tmp_path / "out" / "questions_template") == before
    assert len(before) == 71


@pytest.mark.usefixtures("every_form")
def test_the_types_of_questions_have_files_of_their_own(tmp_path: Path) -> None:
    again(world.write(tmp_path / "data"), tmp_path / "out")
    found = {
        path.name: len(records(path))
        for path in sorted((tmp_path / "out/questions_template").iterdir())
    }
    assert found == {
        "P36.binary_answer.jsonl": 12,
        "P36.multi_choices.jsonl": 6,
        "P36.single_answer.jsonl": 6,
        "P47.binary_answer.jsonl": 28,
        "P47.multi_choices.jsonl": 14,
        "P47.multiple_answer.jsonl": 4,
        "P47.single_answer.jsonl": 1,
    }


def test_what_its_extractor_reads_is_written(tmp_path: Path) -> None:
    """From these files the published extractor makes the triples and summaries (tried by hand)."""
    again(world.write(tmp_path / "data"), tmp_path / "out")
    kg = world.write_kg(tmp_path / "kg")
    for path in kg.iterdir():
        assert records(tmp_path / "out/kg" / path.name) == records(path)


def test_both_forms_of_a_summary_are_read(tmp_path: Path) -> None:
    """That of the code, and that of the description; without any other file."""
    for name, made in (("code", world.summary), ("description", world.described)):
        for relation in world.RELATIONS:
            path = tmp_path / name / f"{relation}.summary.json"
            world.write_lines(path, [made(relation)])
        again(tmp_path / name, tmp_path / f"{name}-out")
        for relation in world.RELATIONS:
            lines = records(tmp_path / f"{name}-out/tuples/{relation}.jsonl")
            assert lines == world.triples(relation)


@pytest.mark.usefixtures("every_form")
def test_questions_in_the_words_of_the_description_are_read(tmp_path: Path) -> None:
    for relation in world.RELATIONS:
        world.write_lines(tmp_path / "data/t" / f"{relation}.jsonl", world.triples(relation))
        asked = map(world.in_words_of_the_description, world.questions(relation))
        world.write_lines(tmp_path / "data/q" / f"{relation}.jsonl", asked)
    again(tmp_path / "data", tmp_path / "out")
    wanted = {one["question_id"]: one for each in world.RELATIONS for one in world.questions(each)}
    assert questions(tmp_path / "out/questions_template") == wanted


def by_fact(items: Iterable[Item]) -> dict[tuple[str, str, str], Item]:
    return {
        (fact.subject.label, fact.predicate.label, fact.object.label): item
        for item in items
        for fact in item.facts
    }


@pytest.mark.usefixtures("every_form")
def test_items_say_what_the_questions_do(tmp_path: Path) -> None:
    found = by_fact(facteval.read_items(world.write(tmp_path), BASE).items)
    assert len(found) == 20
    item = found["Germany", "shares border with", "France"]
    [fact] = item.facts
    assert (item.pattern, item.group, item.split) == ("fact", "wdt:P47", "test")
    assert (fact.subject.id, fact.object.id) == (f"{WD}Q183", f"{WD}Q142")
    assert (fact.predicate.kind, fact.predicate.description[:9]) == ("N-M", "countries")
    assert [one.label for one in fact.answers] == ["France", "Belgium", "Poland", "Austria"]
    cloze, true, false, choice = fact.prompts
    assert (cloze.form, cloze.text) == ("cloze", "Germany shares a border with [MASK].")
    assert cloze.template == "[X] shares a border with [Y]."
    assert (true.gold, false.gold) == ("true", "false")
    assert true.claimed and true.claimed.id == f"{WD}Q142"
    assert false.claimed and (false.claimed.id, false.claimed.label) == (f"{WD}Q29", "Spain")
    assert choice.choices == ("Spain", "Italy", "France", "Germany")
    assert choice.gold == "C"
    other = found["Germany", "shares border with", "Austria"].facts[0]
    assert [one.form for one in other.prompts] == ["true_false", "true_false", "multiple_choice"]
    assert [one.label for one in other.answers] == ["Austria", "France", "Belgium", "Poland"]


@pytest.mark.usefixtures("every_form")
def test_a_choice_may_have_a_comma(tmp_path: Path) -> None:
    data = world.write(tmp_path / "data")
    [fact] = by_fact(facteval.read_items(data, BASE).items)[
        "United States of America", "capital", "Washington, D.C."
    ].facts
    assert fact.prompts[-1].choices == ("Berlin", "Paris", "Washington, D.C.", "Rome")
    carried = again(data, tmp_path / "out")
    assert [*carried.remarks.values()] == [1] and "comma" in str(carried.remarks)


def test_without_questions_each_subject_is_asked_once(tmp_path: Path) -> None:
    found = facteval.read_items(world.write(tmp_path, asked=False), BASE)
    asked = [(fact.prompts[0].text, len(fact.answers)) for one in found.items for fact in one.facts]
    assert len(asked) == 11
    assert ("Germany shares a border with [MASK].", 4) in asked
    assert ("The capital of Italy is [MASK].", 1) in asked


# ── Other generators ────────────────────────────────────────────────────────────────────────────
@pytest.mark.usefixtures("every_form")
def test_questions_of_all_generators_stand_side_by_side(tmp_path: Path) -> None:
    data = world.write(tmp_path / "data")
    asked = world.questions("P36")[0]
    wh = {**asked, "lm_input": {"message": "What is the capital of Germany?", "prompt": "Say it."}}
    world.write_lines(data / "questions_qa/P36.jsonl", [wh])
    id = str(asked["question_id"]).removesuffix("ask_object")
    text = "[MASK] is the seat; yes, [MASK]."
    masked = [
        {**asked, "lm_input": {"message": text, "prompt": "?"}},
        {
            "question_id": f"{id}multi_choices_obj",
            "lm_input": {"message": f"{text}\n\nChoices: Paris, Berlin, Rome", "prompt": "?"},
            "answers": asked["answers"],
            "question_type": "multi_choices",
        },
        {
            "question_id": f"{id}binary_obj_incorrect",
            "lm_input": {"message": "Rome is the seat; yes, Rome.", "prompt": "?"},
            "answers": "incorrect",
            "question_type": "binary_answer",
        },
    ]
    world.write_lines(data / "questions_masking/P36.jsonl", masked)
    found = facteval.read_items(data, BASE)
    assert found.left == {"cloze with several slots": 1}
    prompts = by_fact(found.items)["Germany", "capital", "Berlin"].facts[0].prompts
    assert [(one.form, one.generator) for one in prompts] == [
        ("cloze", "template"),
        ("short_answer", "question"),
        ("true_false", "masking"),
        ("true_false", "template"),
        ("true_false", "template"),
        ("multiple_choice", "masking"),
        ("multiple_choice", "template"),
    ]
    assert prompts[2].claimed and prompts[2].claimed.id == f"{WD}Q220"
    (tmp_path / "out").mkdir()
    facteval.write_items(bench(found.items, tmp_path / "out", found.kept), tmp_path / "out")
    assert questions(tmp_path / "out/questions_qa") == {wh["question_id"]: wh}
    assert questions(tmp_path / "out/questions_masking") == {
        one["question_id"]: one for one in masked[1:]
    }


@pytest.mark.usefixtures("every_form")
def test_the_subject_is_asked_for(tmp_path: Path) -> None:
    """What the published generators can, but are not started to do."""
    data = world.write(tmp_path / "data")
    right = [{"uri": uri, "label": world.LABELS[uri]} for uri in ("Q29", "Q38")]
    asked = {
        "question_id": "Q38:Q142:P47:N-M:ask_subject",
        "lm_input": {"message": "[MASK] shares a border with France.", "prompt": "Who?"},
        "answers": right,
        "question_type": "multiple_answer",
    }
    world.write_lines(data / "questions_masking/P47.jsonl", [asked])
    found = facteval.read_items(data, BASE)
    [fact] = by_fact(found.items)["Italy", "shares border with", "France"].facts
    [prompt] = [one for one in fact.prompts if one.slot == "subject"]
    assert (prompt.form, prompt.template) == ("cloze", "[X] shares a border with [Y].")
    assert fact.subjects and [one.label for one in fact.subjects.answers] == ["Italy", "Spain"]
    (tmp_path / "out").mkdir()
    facteval.write_items(bench(found.items, tmp_path / "out", found.kept), tmp_path / "out")
    [again] = questions(tmp_path / "out/questions_masking").values()
    assert {**again, "answers": sorted(again["answers"], key=str)} == {
        **asked,
        "answers": sorted(right, key=str),
    }


@pytest.mark.usefixtures("every_form")
def test_a_false_object_of_no_triple_has_but_a_name(tmp_path: Path) -> None:
    """As where distractors are of a whole graph, and the triples those of a sample."""
    lines = world.questions("P36")
    lines[2]["lm_input"]["message"] = "The capital of Germany is Port Moresby."
    world.write_lines(tmp_path / "P36.jsonl", world.triples("P36"))
    world.write_lines(tmp_path / "q.jsonl", lines)
    [fact] = by_fact(facteval.read_items(tmp_path, BASE).items)[
        "Germany", "capital", "Berlin"
    ].facts
    claimed = fact.prompts[2].claimed
    assert claimed and (claimed.id, claimed.label) == (f"{BASE}Port%20Moresby", "Port Moresby")


def test_forms_that_kgforge_lacks_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layout, "has_form", lambda name: name == "cloze")
    found = facteval.read_items(world.write(tmp_path), BASE)
    assert found.left == {
        "question of the form multiple_choice": 20,
        "question of the form true_false": 40,
    }
    assert len(found.items) == 11


# ── Ids ─────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("uri", "iri"),
    [
        ("Q64", f"{WD}Q64"),
        ("C0018681", "urn:kgforge:name:C0018681"),
        ("/m/0xyz", "urn:kgforge:name:/m/0xyz"),
        ("Köln 100%25?", "urn:kgforge:name:Köln%20100%25%3F"),
        ("http%3A//example.org/a%2525b", "http://example.org/a%25b"),
        ('"1990"^^<http%3A//www.w3.org/2001/XMLSchema#gYear>', f'"1990"^^<{terms.XSD}gYear>'),
    ],
)
def test_ids_and_terms(uri: str, iri: str) -> None:
    """No id has a colon: the published evaluator parts ids at them."""
    assert layout.iri(uri, Kept()) == iri
    assert layout.uri(iri, Kept()) == uri


NAMES = st.one_of(st.text(min_size=1), st.sampled_from(["Q64", "a:b", '"', '"a"', "%3A", "P7"]))


@given(NAMES)
def test_every_term_comes_back(name: str) -> None:
    for term in (terms.literal(name), BASE + terms.encoded(name), f"http://e.org/{name}"):
        written = layout.uri(term, Kept())
        assert ":" not in written
        if terms.is_iri(term) or terms.is_literal(term):
            assert layout.iri(written, Kept()) == term


@given(NAMES)
def test_every_uri_comes_back(name: str) -> None:
    """As it was, if none of the data set's has to be kept as it is; else so anyway."""
    kept = Kept(plain=not layout.is_stable(name))
    assert layout.uri(layout.iri(name, kept), kept) == name


@given(NAMES)
def test_a_name_of_a_relation_can_be_a_file(name: str) -> None:
    for iri in (BASE + terms.encoded(name), f"http://e.org/{name}", f"{terms.PREFIXES['wdt']}Q5"):
        written = layout.relation(iri, Kept())
        assert not {":", "/", "."} & set(written)
        if terms.is_iri(iri):
            assert layout.predicate(written, Kept()) == iri


def test_uris_with_a_colon_are_kept_as_they_are(tmp_path: Path) -> None:
    """Though the published evaluator cannot read them: they are the data set's own."""
    lines = [
        {**line, "subject_uri": f"MESH:{line['subject_uri']}", "object_uri": "http://e.org/a b"}
        for line in world.triples("P36")
    ]
    world.write_lines(tmp_path / "data/P36.jsonl", lines)
    again(tmp_path / "data", tmp_path / "out")
    assert records(tmp_path / "out/tuples/P36.jsonl") == lines


def test_a_relation_says_what_it_said(tmp_path: Path) -> None:
    """Fields that nobody knows come back, and symbols of its own word the questions."""
    info = {
        **world.info("P36"),
        "template": "<S> has the capital <O>",
        "subject_symbol": "<S>",
        "object_symbol": "<O>",
        "property": "seat",
    }
    lines = [{**line, "relation_info": info} for line in world.triples("P36")]
    world.write_lines(tmp_path / "data/P36.jsonl", lines)
    found = facteval.read_items(tmp_path / "data", BASE)
    assert found.items[0].facts[0].prompts[0].text == "Germany has the capital [MASK]"
    again(tmp_path / "data", tmp_path / "out")
    assert records(tmp_path / "out/tuples/P36.jsonl") == lines


# ── What the layout has no place for ────────────────────────────────────────────────────────────
def test_what_has_no_place_is_counted(tmp_path: Path) -> None:
    """One item for each reason, the prompts of the others as they were."""
    whole = facteval.read_items(world.write(tmp_path, asked=False), BASE).items[:8]
    chosen = Named(f"{WD}Q1", "x")

    def changed(number: int, worded: Mapping[str, Any] | None = None, **of: Any) -> Item:
        [fact] = whole[number].facts
        [prompt] = fact.prompts
        own = (replace(prompt, **worded),) if worded else fact.prompts
        return replace(whole[number], facts=(replace(fact, **{"prompts": own, **of}),))

    twice = whole[7].facts[0].prompts * 2
    items = [
        changed(0, holds=False),
        changed(1, via=(chosen,)),
        changed(2, {"context": "relevant"}),
        changed(3, {"slot": "subject"}),
        changed(4, {"form": "extraction"}),
        changed(5, prompts=()),
        changed(6, {"slot": "subject"}, subjects=Side((Accepted(f"{WD}Q1", "x"),), ())),
        changed(7, prompts=twice, candidates=(chosen, chosen), evidence=(Evidence("A", "b"),)),
        replace(whole[0], id="again", prompts=whole[0].facts[0].prompts),
        replace(whole[0], id="once more"),
    ]
    out = tmp_path / "out"
    out.mkdir()
    carried = facteval.write_items(bench(items, out), out)
    assert carried.left == {
        "candidate to be ranked": 1,
        "chain of facts": 1,
        "evidence sentence": 1,
        "fact that must not hold": 1,
        "fact without a prompt": 1,
        "further wording of a question": 1,
        "prompt of a whole text": 1,
        "question for the subject of the form cloze": 1,
        "question that another item asks, too": 1,
        "question of the form extraction": 1,
        "question with the context relevant": 1,
    }
    found = questions(out / "questions_template")
    assert sorted(id.rpartition(":")[2] for id in found) == [
        "ask_object",
        "ask_object",
        "ask_subject",
    ]
    [asked] = [line for id, line in found.items() if id.endswith("ask_subject")]
    assert asked["answers"] == [{"uri": "Q1", "label": "x"}]


def test_a_kind_that_is_not_known_is_counted_out(tmp_path: Path) -> None:
    """By what is written of the relation: several subjects of an object, objects of a subject."""
    found = facteval.read_items(world.write(tmp_path, asked=False), BASE).items
    by_relation = {
        name: [one for one in found if one.group == f"wdt:{name}"] for name in world.RELATIONS
    }
    for name, kind in {"P36": "1-1", "P47": "N-M"}.items():
        items = [
            replace(one, facts=tuple(replace(f, predicate=_unknown(f)) for f in one.facts))
            for one in by_relation[name]
        ]
        out = tmp_path / name
        out.mkdir()
        facteval.write_items(bench(items, out), out)
        [info] = records(out / "kg/relations.jsonl")
        assert (info["relation"], info["type"]) == (name, kind)
        assert info["template"] == world.RELATIONS[name]["template"]


def _unknown(fact: ItemFact) -> Predicate:
    return replace(fact.predicate, kind="")


def test_a_relation_that_stops_its_generator_is_told(tmp_path: Path) -> None:
    """It draws three wrong objects at once: with one or two it raises an error."""
    lines = [one for one in world.triples("P36") if one["subject_uri"] in {"Q183", "Q142", "Q38"}]
    world.write_lines(tmp_path / "data/P36.jsonl", lines)
    assert [*again(tmp_path / "data", tmp_path / "out").remarks.values()] == [1]


# ── Strangers' files ────────────────────────────────────────────────────────────────────────────
def triple(**changed: Any) -> dict[str, Any]:
    return {**world.triples("P36")[0], **changed}


def question(**changed: Any) -> dict[str, Any]:
    return {**world.questions("P36")[0], **changed}


def without(record: dict[str, Any], field: str) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name != field}


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (without(triple(), "subject_label"), "missing required field `subject_label`"),
        (triple(object_label=7), "Expected `str`, got `int` - at `$.object_label`"),
        (triple(object_uri=""), "a URI is empty"),
        (triple(relation_info="P36"), "Expected `object`, got `str`"),
        (triple(relation_info={"relation": "P36"}), "missing required field `template`"),
        (triple(relation_info={**world.info("P36"), "object_symbol": ""}), "length >= 1"),
        ([1, 2], "Expected `object`, got `array`"),
        ("torn", "damaged"),
    ],
)
def test_a_damaged_triple_is_told_by_file_and_line(
    tmp_path: Path, record: object, said: str
) -> None:
    path = world.write_lines(tmp_path / "tuples/P36.jsonl", [triple()])
    line = '{"subject_label": "Ger' if record == "torn" else json.dumps(record)
    path.write_text(path.read_text("utf-8") + "\n" + line + "\n", encoding="utf-8")
    with pytest.raises(BenchmarkError) as error:
        facteval.read_items(tmp_path, BASE)
    assert str(error.value).startswith(f"{path}:3: ")
    assert said in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (question(answers=[]), "answers is empty"),
        (question(answers=""), "answers is empty"),
        (question(answers="correct"), "does not fit question_id"),
        (question(answers=[{"uri": "Q64"}]), "missing required field `label`"),
        (question(answers=3), "Expected `str | array`, got `int`"),
        (question(question_id="Q1:Q2:P36"), "is not SUBJECT:OBJECT:RELATION"),
        (question(question_id="a:b:P36:1-1:binary_correct"), "does not fit question_id"),
        (question(question_id="a:b:P36:1-1:binary_correct", answers="yes"), "neither correct nor"),
        (question(lm_input={"prompt": "?"}), "missing required field `message`"),
        (without(question(), "lm_input"), "neither lm_input nor prompts"),
    ],
)
def test_a_damaged_question_is_told_by_file_and_line(
    tmp_path: Path, record: dict[str, Any], said: str
) -> None:
    world.write(tmp_path)
    path = tmp_path / "questions_template/P36.jsonl"
    number = len(records(path)) + 1
    path.write_text(path.read_text("utf-8") + json.dumps(record) + "\n", encoding="utf-8")
    with pytest.raises(BenchmarkError) as error:
        facteval.read_items(tmp_path, BASE)
    assert str(error.value).startswith(f"{path}:{number}: damaged: ")
    assert said in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"relation_info": 3}, "has no relation_info"),
        ({"node_summary": {"subjects": {"Q1": {"subject_label": "a"}}}}, "`subject_uri`"),
        ({"node_summary": []}, "Expected `object`, got `array`"),
        (
            {"subjects": {"Q1": {"subject_label": "a", "subject_uri": "Q1", "objects": ["Q9"]}}},
            "no object has the URI 'Q9'",
        ),
    ],
)
def test_a_damaged_summary_is_told(tmp_path: Path, changed: dict[str, Any], said: str) -> None:
    path = tmp_path / "P36.summary.json"
    world.write_lines(path, [{**world.summary("P36"), **changed}])
    with pytest.raises(BenchmarkError) as error:
        facteval.read_items(tmp_path, BASE)
    assert str(path) in str(error.value) and said in str(error.value)


def test_what_is_no_data_set_says_what_would_do(tmp_path: Path) -> None:
    def told(write: Callable[[Path], object], name: str) -> str:
        (tmp_path / name).mkdir()
        write(tmp_path / name)
        with pytest.raises(BenchmarkError) as error:
            facteval.read_items(tmp_path / name, BASE)
        return str(error.value)

    assert "neither triples" in told(lambda folder: None, "empty")
    assert "run its step extract" in told(world.write_kg, "kg")
    asked = world.questions("P36")
    alone = told(lambda folder: world.write_lines(folder / "q.jsonl", asked), "asked")
    assert "has questions, but no triples" in alone
    with pytest.raises(BenchmarkError, match="is no folder"):
        facteval.read_items(tmp_path / "none", BASE)


def test_a_line_too_long_is_refused_before_it_is_held(tmp_path: Path) -> None:
    path = world.write_lines(tmp_path / "P36.jsonl", [triple()])
    with path.open("a", encoding="utf-8") as stream:
        stream.write('{"subject_label": "' + "x" * 17_000_000)
    with pytest.raises(BenchmarkError, match=r"P36\.jsonl:2: a line longer than 16 MB"):
        facteval.read_items(tmp_path, BASE)


def test_odd_labels(tmp_path: Path) -> None:
    """One with a newline is kept as it is; a blank one cannot be asked; a second one is counted."""
    lines = [
        triple(object_label="Ber\nlin"),
        triple(subject_uri="Q1", subject_label="  "),
        triple(subject_label="Deutschland", object_uri="Q2"),
        triple(object_label="Ber\nlin"),
        triple(subject_uri="Q3", subject_label="Land of [MASK]"),
    ]
    world.write_lines(tmp_path / "data/P36.jsonl", lines)
    found = facteval.read_items(tmp_path / "data", BASE)
    assert found.left == {
        "another label of a subject": 1,
        "cloze with several slots": 1,
        "triple that stands twice": 1,
        "triple without a label": 1,
        "triple without a question": 1,
    }
    [item] = found.items
    assert [one.label for one in item.facts[0].answers] == ["Ber\nlin", "Berlin"]
    again(tmp_path / "data", tmp_path / "out")
    assert records(tmp_path / "out/tuples/P36.jsonl")[0] == lines[0]


def test_questions_that_no_item_can_have_are_counted(tmp_path: Path) -> None:
    world.write(tmp_path)
    asked = question()
    text = asked["lm_input"]
    world.write_lines(
        tmp_path / "questions_template/more.jsonl",
        [
            asked,
            question(question_id="Q183:Q90:P36:1-1:ask_object"),
            question(question_id="Q183:Q64:P99:1-1:ask_object"),
            question(question_id="Q183:Q64:P36:1-1:ask_subject"),
            question(question_id="Q183:Q64:P36:1-1:binary_sub_incorrect", answers="incorrect"),
            question(question_id="Q183:Q64:P36:1-1:ask_mother"),
        ],
    )
    world.write_lines(
        tmp_path / "questions_masking/more.jsonl",
        [
            question(lm_input={**text, "message": "Germany has a capital."}),
            question(
                question_id="Q142:Q90:P36:1-1:ask_object",
                answers=[{"uri": "Q64", "label": "Berlin"}],
            ),
            question(
                question_id="Q38:Q220:P36:1-1:ask_object",
                answers=[{"uri": "Q220", "label": " "}],
            ),
            question(question_id="Q29:Q2807:P36:1-1:ask_object", contexts={"relevance": {}}),
        ],
    )
    left = dict(facteval.read_items(tmp_path, BASE).left)
    left.pop("question of the form multiple_choice", None)
    left.pop("question of the form true_false", None)
    assert left == {
        "cloze without a slot": 1,
        "contexts of a question": 1,
        "question about no triple of the data set": 2,
        "question of the kind binary_sub_incorrect": 1,
        "question of the kind unknown": 1,
        "question that stands twice": 1,
        "question whose own subject or object is not among its answers": 3,
        "question with an answer without a label": 1,
    }
