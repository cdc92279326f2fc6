"""Chains: one question over two to four facts, in nested words, with all ends as answers."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import kgforge
from kgforge import benchmark, stores
from kgforge.benchmark import ExportOptions, items, nouns
from kgforge.benchmark.chains import WIDE
from kgforge.benchmark.items import ItemOptions
from kgforge.benchmark.wordings import Wording, Wordings
from kgforge.errors import OntologyError, PatternError
from kgforge.graph import chains
from kgforge.ontology import Vocabulary
from kgforge.schema import Fact, Instance, Item, ItemFact, Skip
from tests.worlds.small import EX, entries, filled, iri, label, memory, said

TURTLE = """
ex:born rdfs:label "birthplace"@en ; kgf:template "[X] was born in [Y]."@en ;
  kgf:nounTemplate "the place where [X] was born"@en , "the birthplace of [X]"@en .
ex:land rdfs:label "country"@en ;
  kgf:template "[X] lies in [Y]."@en , "The land of [X] is [Y]."@en ;
  kgf:nounTemplate "the country of [X]"@en .
ex:head rdfs:label "capital"@en ;
  kgf:template "The capital of [X] is [Y]."@en , "[X] has [Y]."@en ;
  kgf:nounTemplate "the capital of [X]"@en .
ex:odd rdfs:label "odd"@en .
"""
FACTS = [
    "ann born ulm", "ulm land baden", "ulm land german", "baden head karl", "german head bonn",
    "german head berlin", "eve born paris", "paris land gaul", "gaul head paris", "rome land italy",
    "italy head rome", "oslo land norge", "norge head oslo",
]  # fmt: skip
OWN = f"""# The capital of the country where somebody was born.
# columns: x: iri, y: iri, z: iri, w: iri
# group:   <{EX}head>
# role:    first = x <{EX}born> y
# role:    second = y <{EX}land> z
# role:    third = z <{EX}head> w
# role:    chain = x <{EX}born>/<{EX}land>/<{EX}head> w
# metric:  chain_given_hops
SELECT ?x ?y ?z ?w {{ ?x <{EX}born> ?y . ?y <{EX}land> ?z . ?z <{EX}head> ?w }}
"""
ALONE = f"""# The same, by the question over the chain alone.
# columns: x: iri, w: iri
# group:   <{EX}head>
# role:    chain = x <{EX}born>/<{EX}land>/<{EX}head> w
# metric:  hit
SELECT DISTINCT ?x ?w {{ ?x <{EX}born>/<{EX}land>/<{EX}head> ?w }}
"""


@pytest.fixture
def spoken(tmp_path: Path) -> Vocabulary:
    return said(tmp_path / "o.ttl", TURTLE)


def path(*hops: str) -> str:
    return "/".join(f"<{iri(hop)}>" for hop in hops)


def chain(*hops: str, subject: str = "ann", object: str = "karl") -> Instance:
    fact = Fact("chain", iri(subject), path(*hops), iri(object), holds=True)
    return Instance("x", "a group", "x".ljust(64, "0"), (fact,))


def worded_in(language: str, spoken: Vocabulary, hops: list[tuple[str, str]]) -> Sequence[Wording]:
    """The statements of a chain."""
    *inner, (last, label) = hops
    plain = nouns.stated(Wordings(spoken, language).plain(last, label), label, language)
    return nouns.phrase(inner, spoken, language).around(plain)


def exported(folder: Path, query: str, facts: list[str] = FACTS, **given: Any) -> list[Any]:
    folder.mkdir(exist_ok=True)
    graph = f"oxigraph:{folder}/graph"
    with stores.open(graph, stores.WRITE) as store:
        labels = [label("born", "birthplace"), label("land", "country"), label("head", "capital")]
        filled(store, entries(facts, labels, **given))
    (folder / "own.rq").write_text(query)
    said(folder / "o.ttl", TURTLE)
    kgforge.mine([folder / "own.rq"], graph, folder / "m")
    kgforge.export(folder / "m", folder / "b", ExportOptions(templates=(folder / "o.ttl",)))
    return list(map(json.loads, (folder / "b/own.jsonl").read_text().splitlines()))


def told(fact: dict[str, Any]) -> tuple[str, set[str], list[str]]:
    """The question, the right answers, and what lies between."""
    answers = {one["label"] for one in fact["answers"]}
    return fact["prompts"][0]["text"], answers, [one["label"] for one in fact.get("via", ())]


def test_a_chain_stands_beside_its_hops_with_all_its_ends(tmp_path: Path) -> None:
    found = exported(tmp_path, OWN)
    assert len(found) == 4
    for item in found:
        *hops, last = item["facts"]
        assert [fact["role"] for fact in hops] == ["first", "second", "third"]
        text, answers, via = told(last)
        name = item["facts"][0]["subject"]["label"]
        assert text == f"The capital of the country of the place where {name} was born is [MASK]."
        assert answers == ({"Karl", "Bonn", "Berlin"} if name == "Ann" else {"Paris"})
        assert last["answers"][0]["label"] == last["object"]["label"] == hops[-1]["object"]["label"]
        assert via == [hop["object"]["label"] for hop in hops[:-1]]
        assert last["holds"] is True
        assert last["predicate"]["id"] == path("born", "land", "head")
        assert last["predicate"]["label"] == "birthplace / country / capital"


def test_no_distractor_of_a_chain_is_an_end_that_is_reached(tmp_path: Path) -> None:
    for item in exported(tmp_path, OWN):
        last = item["facts"][-1]
        right = {one["id"] for one in last["answers"]}
        others = {one["id"] for one in last["candidates"]} - {last["object"]["id"]}
        assert others and others.isdisjoint(right)
        assert others <= {iri(one) for one in ("rome", "oslo", "paris", "karl", "bonn", "berlin")}


def test_what_is_true_of_another_chain_in_the_same_words_is_no_distractor(
    spoken: Vocabulary,
) -> None:
    """Two of one name: what either reaches is right about both, as far as the question tells."""
    facts = ["ann born ulm", "ulm land baden", "eve born paris", "paris land gaul"]
    facts += ["paris land corsica", "oslo land norge"]
    store = memory(entries(facts, [label("eve", "Ann")]))
    ends = {"one": ("ann", "baden"), "other": ("eve", "gaul")}
    told = tuple(
        Fact(role, iri(subject), path("born", "land"), iri(object), holds=True)
        for role, (subject, object) in ends.items()
    )
    asked, options = Instance("x", "g", "x" * 64, told), ItemOptions(keep_flagged=True)
    [item] = items.build([asked], store, spoken, options)
    assert isinstance(item, Item)
    assert [offered(fact) for fact in item.facts] == [{"baden", "norge"}, {"gaul", "norge"}]


@pytest.mark.parametrize(
    ("turtle", "fact"),
    [
        ("ex:born owl:inverseOf ex:natives .", "bonn natives ann\nbonn land wrong"),
        ("ex:land owl:inverseOf ex:towns .", "wrong towns ulm"),
        ("ex:land a owl:SymmetricProperty .", "wrong land ulm"),
        (
            "ex:land owl:inverseOf ex:towns . ex:within a owl:TransitiveProperty .",
            "far towns ulm\nfar within wrong",
        ),
    ],
)
def test_what_follows_by_the_axioms_of_a_hop_is_no_distractor(
    tmp_path: Path, turtle: str, fact: str
) -> None:
    store = memory(entries(["ann born ulm", "ulm land baden", "e land wrong", *fact.split("\n")]))
    asked = chain("born", "land", object="baden")

    def others(vocabulary: Vocabulary) -> tuple[set[str], int]:
        [item] = items.build([asked], store, vocabulary, ItemOptions())
        assert isinstance(item, Item)
        [target, *accepted] = item.facts[0].answers
        assert target.id == iri("baden")
        assert all(one.entailed for one in accepted)
        assert {one.id for one in accepted} <= {iri("wrong"), iri("far")}
        counts = {one.name: one.count for one in item.provenance.guards}
        return offered(item.facts[0]), counts.get("entailed", 0)

    there, none = others(said(tmp_path / "o.ttl", TURTLE))
    assert "wrong" in there
    assert none == 0
    assert others(said(tmp_path / "o.ttl", TURTLE + turtle)) == (there - {"wrong"}, 1)


def offered(fact: ItemFact) -> set[str]:
    """The names of its candidates."""
    return {one.id.removeprefix(EX) for one in fact.candidates}


def test_what_lies_between_needs_no_name_where_no_question_names_it(tmp_path: Path) -> None:
    found = exported(tmp_path, ALONE, unnamed=["ulm", "german"])
    ann = [item for item in found if item["facts"][0]["subject"]["label"] == "Ann"]
    assert {told(item["facts"][0])[0] for item in ann} == {
        "The capital of the country of the place where Ann was born is [MASK]."
    }
    [bonn] = [one for one in ann if one["facts"][0]["object"]["label"] == "Bonn"]
    assert [one["id"] for one in bonn["facts"][0]["via"]] == [iri("ulm"), iri("german")]
    text = json.dumps([fact["prompts"] for item in found for fact in item["facts"]])
    assert EX not in text


@pytest.mark.parametrize(("hops", "worded"), [
    (("born", "land"), [("The place where [X] was born lies in [Y].", "template"),
                        ("The land of the place where [X] was born is [Y].", "template")]),
    (("land", "head"), [("The capital of the country of [X] is [Y].", "template"),
                        ("The country of [X] has [Y].", "template")]),
    (("born", "land", "head", "land"), [
        ("The capital of the country of the place where [X] was born lies in [Y].", "template"),
        ("The land of the capital of the country of the place where [X] was born is [Y].",
         "template")]),
    (("odd", "head"), [("The capital of the odd of [X] is [Y].", "fallback"),
                       ("The odd of [X] has [Y].", "fallback")]),
    (("born", "odd"), [("The odd of the place where [X] was born is [Y].", "fallback")]),
])  # fmt: skip
def test_noun_phrases_are_nested_from_the_inside_out(
    hops: tuple[str, ...], worded: list[tuple[str, str]], spoken: Vocabulary
) -> None:
    labels = {"born": "birthplace", "land": "country", "head": "capital", "odd": "odd"}
    found = worded_in("en", spoken, [(iri(hop), labels[hop]) for hop in hops])
    assert [(one.template, one.generator) for one in found] == worded


def test_in_another_language_a_label_makes_the_phrase(spoken: Vocabulary) -> None:
    found = worded_in("de", spoken, [(iri("born"), "Ort"), (iri("head"), "Hauptstadt")])
    assert [(one.template, one.generator) for one in found] == [
        ("Ort ([X]) Hauptstadt [Y].", "fallback")
    ]


@pytest.mark.parametrize(("told", "given", "gap"), [
    ({"first", "second", "third"}, 0.0, 1.0),
    ({"first", "second", "third", "chain"}, 1.0, 0.0),
    ({"first", "chain"}, None, None),
])  # fmt: skip
def test_who_is_told_the_hops_alone_misses_the_chain(
    told: set[str], given: float | None, gap: float | None, tmp_path: Path
) -> None:
    found = exported(tmp_path, OWN)
    lines = [
        {"item": item["id"], "role": fact["role"], "answers": [fact["object"]["label"]]}
        for item in found
        for fact in item["facts"]
        if fact["role"] in told
    ]
    (tmp_path / "said.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    kgforge.probe(tmp_path / "b", f"table:{tmp_path}/said.jsonl", tmp_path / "run")
    scores = json.loads((tmp_path / "run/scores.json").read_text())
    rows = scores if isinstance(scores, list) else scores["scores"]
    pooled = {
        one["metric"]: one["value"]
        for one in rows
        if (one["k"], one["group"], one["by"]) == (1, None, {})
    }
    assert pooled["chain_given_hops"] == given
    assert pooled["compositionality_gap"] == gap


def test_a_chain_is_asked_in_every_form(tmp_path: Path) -> None:
    exported(tmp_path, OWN)
    names = ("cloze", "short_answer", "multiple_choice", "true_false", "listing")
    options = ExportOptions(
        templates=(tmp_path / "o.ttl",), forms=names, slots=("object", "subject")
    )
    kgforge.export(tmp_path / "m", tmp_path / "f", options)
    for line in (tmp_path / "f/own.jsonl").read_text().splitlines():
        chain = json.loads(line)["facts"][-1]
        name = chain["subject"]["label"]
        of = f"the country of the place where {name} was born"
        asked: dict[str, list[dict[str, Any]]] = {form: [] for form in names}
        for prompt in chain["prompts"]:
            asked[prompt["form"]].append(prompt)
        assert (
            f"{of[0].upper()}{of[1:]} – capital – what? [MASK]" in asked["short_answer"][0]["text"]
        )
        assert asked["listing"][0]["text"].endswith("Name all: [MASK]")
        assert asked["true_false"][0]["text"].startswith(f"The capital of {of} is ")
        right = {one["label"] for one in chain["answers"]}
        for prompt in asked["multiple_choice"]:
            assert len(right.intersection(prompt["choices"])) == 1
        assert {one["slot"] for one in asked["cloze"]} == {"object"}  # nobody knows all subjects
    benchmark.verify(tmp_path / "f")


def test_an_end_that_the_chain_does_not_reach_is_not_asked(spoken: Vocabulary) -> None:
    store = memory(entries(FACTS))
    [found] = items.build([chain("born", "land", object="italy")], store, spoken, ItemOptions())
    assert isinstance(found, Skip)
    assert found.reason == "a fact that should hold is not in the graph"


def test_a_chain_that_reaches_too_much_is_not_asked(
    spoken: Vocabulary, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = memory(entries(FACTS))
    asked = chain("born", "land", object="baden")
    [found] = items.build([asked], store, spoken, ItemOptions())
    assert isinstance(found, Item)
    monkeypatch.setattr(chains, "MOST", 1)
    [found] = items.build([asked], store, spoken, ItemOptions())
    assert isinstance(found, Skip)
    assert found.reason == WIDE


def test_a_subject_that_is_reached_again_is_right(spoken: Vocabulary) -> None:
    """The capital of the country of Paris is Paris, and no distractor."""
    store = memory(entries([*FACTS, "gaul head lyon"]))
    asked = chain("land", "head", subject="paris", object="lyon")
    [found] = items.build([asked], store, spoken, ItemOptions(keep_flagged=True))
    assert isinstance(found, Item)
    [fact] = found.facts
    assert {one.id for one in fact.answers} == {iri("paris"), iri("lyon")}
    assert iri("paris") not in {one.id for one in fact.candidates}


def test_a_query_whose_rows_are_no_chain_is_refused(tmp_path: Path) -> None:
    query = ALONE.replace(f"?x <{EX}born>/<{EX}land>/<{EX}head> ?w", f"?x <{EX}born> ?w")
    with pytest.raises(PatternError, match=r"own\.rq:4: role: chain: .* is no fact of this graph"):
        exported(tmp_path, query)


def test_a_noun_template_has_one_place_alone(tmp_path: Path) -> None:
    with pytest.raises(OntologyError, match=r"1 \[Y\]: as a noun it needs one \[X\] alone"):
        said(tmp_path / "o.ttl", 'ex:p kgf:nounTemplate "the [Y] of [X]"@en .')
