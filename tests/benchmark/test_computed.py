"""Items whose answer a query computes: patterns of one's own, from the graph to the prompt."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import kgforge
from kgforge import benchmark, matching, stores, terms
from kgforge.benchmark import ExportOptions
from kgforge.benchmark.computed import ALIKE, AROUND, BRACKETED
from kgforge.errors import KgforgeError
from kgforge.schema import Label, folders
from tests.worlds.small import EX, entries, filled, iri, label, said

TOWNS = {"ulm": 450, "bonn": 340, "kiel": 246, "jena": 108, "gera": 95}
CHILDREN = {"ann": ("bob", "cid", "dan"), "eve": ("fay", "gus"), "hal": ("ida",)}
DATES = {"ann": "1920-03-05", "eve": "1930-06-07", "hal": "1930", "bob": "1950-02-02"}
XSD = terms.XSD


def facts() -> list[str]:
    found = [f"{one} child {other}" for one, all in CHILDREN.items() for other in all]
    found += [f'{town} size "{size}"^^<{XSD}integer>' for town, size in TOWNS.items()]
    found += [
        f'{one} born "{day}"^^<{XSD}{"date" if "-" in day else "gYear"}>'
        for one, day in DATES.items()
    ]
    return found


LABELS = [label("child", "child"), label("size", "number of inhabitants"), label("born", "birth")]

COUNT = f"""# How many children somebody has.
# params:   $child: iri = <{EX}child>
# columns:  x: iri, n: int
# group:    $child
# role:     number = count x $child n
# question: number = "How many children has [x]?"@en "[x] has [?] children."@en
#           "Wie viele Kinder hat [x]?"@de
# metric:   hit
SELECT ?x (COUNT(*) AS ?n) {{ ?x $child ?y }} GROUP BY ?x
"""
LARGER = f"""# Which of two things has more, or was later.
# params:    $of: iri = <{EX}size>
# columns:   p: iri, a: iri, b: iri, u: term, v: term
# unordered: p a b u v = p b a v u
# group:     p
# role:      more = larger a b by p as u v
# role:      less = smaller a b by p as u v
# question:  more = "Which has the larger [p], [a] or [b]?"@en
# question:  less = "Which has the smaller [p], [a] or [b]?"@en
# question:  more dates = "Of [a] and [b], [?] has the later [p]."@en
# metric:    both_given_either
SELECT ?p ?a ?b ?u ?v {{ BIND($of AS ?p) ?a ?p ?u . ?b ?p ?v FILTER(?a != ?b) }}
"""
WHETHER = f"""# Whether somebody is a child of somebody.
# columns:  x: iri, y: iri, t: int
# group:    <{EX}child>
# role:     truth = whether x <{EX}child> y as t
# question: truth = "Is [y] a child of [x]?"@en
# question: truth = "Ist [y] ein Kind von [x]?"@de
# metric:   hit
SELECT ?x ?y (IF(EXISTS {{ ?x <{EX}child> ?y }}, 1, 0) AS ?t) {{
  ?x <{EX}born> ?u . ?z <{EX}child> ?y FILTER(?x != ?y)
}}
"""


def items(
    folder: Path,
    query: str,
    labels: list[Label] = LABELS,
    told: list[str] | None = None,
    mined: dict[str, str] | None = None,
    **options: Any,
) -> list[dict[str, Any]]:
    """The items of a pattern of one's own, from a graph of these facts."""
    folder.mkdir(exist_ok=True, parents=True)
    graph = f"oxigraph:{folder}/graph"
    with stores.open(graph, stores.WRITE) as store:
        filled(store, entries(told or facts(), labels))
    (folder / "own.rq").write_text(query)
    kgforge.mine(
        [folder / "own.rq"],
        graph,
        folder / "m",
        params=mined or {},
        **({"language": options["language"]} if "language" in options else {}),
    )
    kgforge.export(folder / "m", folder / "b", ExportOptions(**options))
    lines = (folder / "b/own.jsonl").read_text(encoding="utf-8").splitlines()
    return sorted(map(json.loads, lines), key=lambda item: item["facts"][0]["subject"]["label"])


def texts(fact: dict[str, Any]) -> list[str]:
    return [prompt["text"] for prompt in fact["prompts"]]


def test_a_count_is_asked_in_the_words_of_its_header(tmp_path: Path) -> None:
    found = items(tmp_path, COUNT)
    told = {one["facts"][0]["subject"]["label"]: one["facts"][0] for one in found}
    assert {name: fact["object"]["label"] for name, fact in told.items()} == {
        name.capitalize(): str(len(all)) for name, all in CHILDREN.items()
    }
    assert texts(told["Ann"]) == ["How many children has Ann? [MASK]", "Ann has [MASK] children."]
    assert {prompt["generator"] for prompt in told["Ann"]["prompts"]} == {"template"}
    assert told["Ann"]["holds"] is None
    assert told["Ann"]["object"]["id"] == f'"3"^^<{XSD}integer>'
    assert told["Ann"]["answers"] == [{"id": f'"3"^^<{XSD}integer>', "label": "3",
                                       "aliases": ["three"]}]  # fmt: skip
    assert told["Ann"]["computed"]["how"] == "count"


def test_the_candidates_of_a_count_are_numbers_in_a_row_and_the_right_one_anywhere(
    tmp_path: Path,
) -> None:
    many = [f"p{n} child c{n}.{m}" for n in range(60) for m in range(30)]
    found = items(tmp_path, COUNT, told=many)
    places = []
    for item in found:
        [fact] = item["facts"]
        numbers = sorted(int(one["label"]) for one in fact["candidates"])
        assert numbers == list(range(numbers[0], numbers[0] + AROUND))
        places.append(numbers.index(30))
    assert len({*places}) > AROUND / 2
    assert [*map(places.count, range(AROUND))] != [60 // AROUND] * AROUND
    few = items(tmp_path / "few", COUNT)
    assert min(int(one["label"]) for item in few for one in item["facts"][0]["candidates"]) >= 0


def test_the_same_seed_gives_the_same_candidates_and_another_others(tmp_path: Path) -> None:
    def candidates(folder: str, seed: int) -> list[Any]:
        found = items(tmp_path / folder, COUNT, told=many, seed=seed)
        return [item["facts"][0]["candidates"] for item in found]

    many = [f"p{n} child c{n}.{m}" for n in range(9) for m in range(30)]

    assert candidates("a", 1) == candidates("b", 1) != candidates("c", 2)


def test_another_language_has_its_own_texts(tmp_path: Path) -> None:
    german = [
        *(
            label(name, name.title(), language="de")
            for name in {*CHILDREN, *(one for all in CHILDREN.values() for one in all)}
        ),
        label("child", "Kind", language="de"),
        label("born", "geboren", language="de"),
    ]
    found = items(tmp_path, COUNT, LABELS + german, language="de")
    assert texts(found[0]["facts"][0]) == ["Wie viele Kinder hat Ann? [MASK]"]
    assert found[0]["facts"][0]["answers"][0]["aliases"] == []
    truth = items(tmp_path / "t", WHETHER, LABELS + german, language="de")
    assert {one["facts"][0]["object"]["label"] for one in truth} == {"ja", "nein"}
    with pytest.raises(KgforgeError, match="question"):
        items(tmp_path / "x", LARGER, LABELS + german, language="de")


def test_the_larger_is_told_by_value_and_ties_are_left_out(tmp_path: Path) -> None:
    told = [*facts(), f'hof size "340.0"^^<{XSD}decimal>', 'xx size "9999"']
    found = items(tmp_path, LARGER, told=told)
    sizes = {**TOWNS, "hof": 340}
    pairs = {
        tuple(sorted((one, other)))
        for one in sizes
        for other in sizes
        if sizes[one] != sizes[other]
    }
    assert len(found) == len(pairs)
    for item in found:
        more, less = item["facts"]
        names = [one.removeprefix(EX) for one in more["computed"]["compared"]]
        assert tuple(names) in pairs
        assert more["object"]["id"] == iri(max(names, key=sizes.__getitem__))
        assert less["object"]["id"] == iri(min(names, key=sizes.__getitem__))
        assert [one["id"] for one in more["candidates"]] == list(map(iri, names))
        assert [one["label"] for one in more["answers"]] == [more["object"]["label"]]


def test_to_name_the_first_is_right_as_often_as_not_and_never_in_both_roles(tmp_path: Path) -> None:
    found = items(tmp_path, LARGER)
    first: Counter[bool] = Counter()
    for item in found:
        more, less = (
            fact["prompts"][0]["text"].split(", ")[1].startswith(fact["object"]["label"])
            for fact in item["facts"]
        )
        assert more is not less
        first[more] += 1
    assert abs(first[True] - first[False]) <= 1


def test_dates_have_words_of_their_own_and_a_coarse_one_is_not_compared(tmp_path: Path) -> None:
    found = items(tmp_path, LARGER, mined={"of": f"<{EX}born>"})
    compared = {tuple(item["facts"][0]["computed"]["compared"]) for item in found}
    pairs = ("ann bob", "ann eve", "ann hal", "bob eve", "bob hal")
    assert compared == {tuple(map(iri, pair.split())) for pair in pairs}
    for item in found:
        more, less = item["facts"]
        assert texts(more)[0].endswith("[MASK] has the later birth.")
        assert texts(less)[0].startswith("Which has the smaller birth")
        assert less["object"]["label"] == (
            "Ann"
            if "Ann" in texts(less)[0]
            else min(less["computed"]["compared"], key=lambda one: DATES[one.removeprefix(EX)])
            .removeprefix(EX)
            .capitalize()
        )


def test_yes_and_no_are_the_candidates_of_a_truth(tmp_path: Path) -> None:
    found = items(tmp_path, WHETHER)
    for item in found:
        [fact] = item["facts"]
        parent, child = fact["computed"]["cells"][0]["term"], fact["computed"]["cells"][1]["term"]
        right = child.removeprefix(EX) in CHILDREN.get(parent.removeprefix(EX), ())
        assert fact["object"]["label"] == ("yes" if right else "no")
        assert {one["label"] for one in fact["candidates"]} == {"yes", "no"}
        assert fact["answers"][0]["aliases"] == ["true" if right else "false"]
    assert {item["facts"][0]["object"]["label"] for item in found} == {"yes", "no"}


def test_a_truth_that_is_neither_is_told(tmp_path: Path) -> None:
    with pytest.raises(KgforgeError, match="truth: t is 7, and is to be 1 or 0"):
        items(tmp_path, WHETHER.replace("1, 0)", "7, 0)"))


def test_two_of_one_name_are_not_compared_nor_a_name_with_a_slot(tmp_path: Path) -> None:
    labels = [*LABELS, label("ulm", "Bonn"), label("kiel", "[Y]")]
    found = items(tmp_path, LARGER, labels, keep_flagged=True)
    manifest = json.loads((tmp_path / "b/manifest.json").read_text())
    assert len(found) == 5
    skipped = manifest["patterns"][0]["skipped"]
    assert skipped[ALIKE] == 1
    assert sum(skipped.values()) == 5
    assert skipped[BRACKETED] == 4
    shown = {one for item in found for one in texts(item["facts"][0])}
    assert not any("[Y]" in one for one in shown)


def test_what_is_computed_is_asked_in_every_form(tmp_path: Path) -> None:
    names = ("cloze", "short_answer", "multiple_choice", "true_false", "listing")
    for folder, query in (("c", COUNT), ("l", LARGER), ("w", WHETHER)):
        for item in items(tmp_path / folder, query, forms=names, slots=("object", "subject")):
            for fact in item["facts"]:
                asked: dict[str, list[dict[str, Any]]] = {form: [] for form in names}
                for prompt in fact["prompts"]:
                    asked[prompt["form"]].append(prompt)
                assert not asked["listing"]  # there is one answer
                assert {one["slot"] for one in asked["cloze"]} == {"object"}
                assert asked["short_answer"][0]["text"].endswith("? [MASK]")
                right = fact["object"]["label"]
                wanted = 4 if folder == "c" else 2
                for prompt in asked["multiple_choice"]:
                    assert len({*prompt["choices"]}) == len(prompt["choices"]) == wanted
                    assert prompt["choices"]["ABCD".index(prompt["gold"])] == right
                for prompt in asked["true_false"]:
                    assert (prompt["claimed"]["label"] == right) is (prompt["gold"] == "true")
        benchmark.verify(tmp_path / folder / "b")


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        ("en", "Is Bob a child of Ann? The answer is: {}. True or false? [MASK]"),
        ("de", "Ist Bob ein Kind von Ann? Die Antwort ist: {}. Wahr oder falsch? [MASK]"),
    ],
)
def test_true_or_false_is_asked_of_a_sentence(tmp_path: Path, language: str, wanted: str) -> None:
    """A question alone, with a yes behind it, is no statement."""
    names = [
        label(one, one.capitalize(), language=language) for one in (*CHILDREN, "bob", "cid", "dan")
    ]
    found = items(
        tmp_path, WHETHER, [*LABELS, *names], forms=("cloze", "true_false"), language=language
    )
    [fact] = [
        item["facts"][0]
        for item in found
        if item["facts"][0]["subject"]["label"] == "Ann"
        and item["facts"][0]["computed"]["cells"][1]["term"] == iri("bob")
    ]
    said = {one["gold"]: one["text"] for one in fact["prompts"] if one["form"] == "true_false"}
    true, yes, false, no = {
        "en": ("true", "yes", "false", "no"),
        "de": ("wahr", "ja", "falsch", "nein"),
    }[language]
    assert said == {true: wanted.format(yes), false: wanted.format(no)}


def test_yes_and_no_are_of_the_further_language_or_there_is_no_question(tmp_path: Path) -> None:
    """In Russian they are *да* and *нет*; in Finnish there are none, and no *true* stands in."""
    told = '# question: truth = "{} [x] [y]?"@{}\n# metric:'
    query = WHETHER
    for text, language in (("Правда ли, что", "ru"), ("Onko", "fi")):
        query = query.replace("# metric:", told.format(text, language), 1)
    people = [*CHILDREN, *(one for many in CHILDREN.values() for one in many)]
    names = [label(one, f"Имя {number}", language="ru") for number, one in enumerate(people)]
    names += [label(one, one.upper(), language="fi") for one in people]
    predicates = [label("child", "ребёнок", language="ru"), label("child", "lapsi", language="fi")]
    first = items(
        tmp_path, query, [*LABELS, *names, *predicates], language="en", further=("ru", "fi")
    )
    lines = (tmp_path / "b/own_ru.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(first)
    said = {json.loads(line)["facts"][0]["object"]["label"] for line in lines}
    assert said == {"да", "нет"}
    made = {one.name: one for one in folders.read_manifest(tmp_path / "b").patterns}
    assert made["own_fi"].skipped == {"no words for yes and no in fi": len(first)}


def test_a_header_with_a_statement_is_stated_in_its_words(tmp_path: Path) -> None:
    [ann, *_] = items(tmp_path, COUNT, forms=("true_false",))
    texts = [one["text"] for one in ann["facts"][0]["prompts"]]
    assert len(texts) == 2
    assert "Ann has 3 children. True or false? [MASK]" in texts


def test_what_older_versions_would_misread_has_a_format_that_they_refuse(tmp_path: Path) -> None:
    items(tmp_path / "computed", COUNT)
    plain = f"# Who is a child.\n# columns: x: iri, y: iri\n# group: <{EX}child>\n"
    plain += f"# role: child = x <{EX}child> y\n# metric: hit\nSELECT ?x ?y {{ ?x <{EX}child> ?y }}"
    items(tmp_path / "plain", plain)
    found = {
        name: json.loads((tmp_path / name).read_text())["format"]
        for one in ("computed", "plain")
        for name in (f"{one}/m/mining.json", f"{one}/b/manifest.json")
    }
    assert found == {
        "computed/m/mining.json": 2,
        "computed/b/manifest.json": 2,
        "plain/m/mining.json": 1,
        "plain/b/manifest.json": 1,
    }


def test_a_right_answer_is_a_hit(tmp_path: Path) -> None:
    """As text, by the name in words, and by rank among the candidates."""
    [ann, *_] = items(tmp_path, COUNT)
    names = [ann["facts"][0]["answers"][0]["label"], *ann["facts"][0]["answers"][0]["aliases"]]
    for spoken in ("3", "3.", "Three", "three."):
        assert matching.matches(spoken, names)
    assert not matching.matches("13", names)


def test_what_no_form_that_is_wanted_can_ask_is_told(tmp_path: Path) -> None:
    items(tmp_path, COUNT)
    for wanted in ({"forms": ("listing",)}, {"slots": ("subject",)}):
        with pytest.raises(KgforgeError, match=r"no fact of own can be asked so, .*: add the form"):
            kgforge.export(tmp_path / "m", tmp_path / "x", ExportOptions(**wanted))  # type: ignore[arg-type]
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("layout", ["facteval", "lmkbc"])
def test_a_computed_answer_is_no_fact_of_its_predicate_in_another_layout(
    tmp_path: Path, layout: str
) -> None:
    items(tmp_path, COUNT)
    with pytest.raises(KgforgeError, match=r"has a place for \(answer that is computed: 3\)"):
        benchmark.convert(tmp_path / "b", layout, tmp_path / "out")


@pytest.mark.parametrize(
    ("fact", "axiom", "alias"),
    [
        ("bob child ann", "ex:child a owl:SymmetricProperty .", ""),
        ("bob parent ann", "ex:parent owl:inverseOf ex:child .", ""),
        ("cid part bob", "ex:part a owl:TransitiveProperty .", ""),
        ("bob size bob", "", "CID"),
    ],
)
def test_no_is_not_right_about_what_follows_or_has_a_true_one_s_name(
    tmp_path: Path, fact: str, axiom: str, alias: str
) -> None:
    """Ann's child is Cid, and Eve's is Bob: is Bob a child of Ann? No, unless that follows."""
    template = 'ex:part kgf:template "[X] is a part of [Y]."@en . '
    own, bare = tmp_path / "axiom.ttl", tmp_path / "bare.ttl"
    said(own, template + axiom)
    said(bare, template)
    told = ["ann child cid", "eve child bob", 'ann born "1920"', 'eve born "1930"', fact]
    named = [*LABELS, *([label("bob", alias, "alias")] if alias else ())]

    def answers(folder: str, templates: Path, labels: list[Label]) -> set[tuple[str, str]]:
        found = items(tmp_path / folder, WHETHER, labels, told, templates=(templates,))
        facts = [one["facts"][0] for one in found]
        card = (tmp_path / folder / "b/README.md").read_text(encoding="utf-8")
        assert "denied" not in card  # what is mined alone is no field of items
        return {(texts(one)[0].removesuffix(" [MASK]"), one["object"]["label"]) for one in facts}

    without = answers("without", bare, LABELS)
    no = ("Is Bob a child of Ann?", "no")
    assert no in without
    assert answers("with", own, named) == without - {no} - (
        {("Is Cid a child of Eve?", "no")} if alias else set()
    )


def test_a_no_beside_a_fact_of_the_graph_answers_another_question(tmp_path: Path) -> None:
    """Whether somebody is the only child, say."""
    asked = f"IF(EXISTS {{ ?x <{EX}child> ?y }}, 1, 0)"
    assert asked in WHETHER
    only = WHETHER.replace(asked, "0")
    found = items(tmp_path, only, told=["ann child cid", 'ann born "1920"'])
    assert [one["facts"][0]["object"]["label"] for one in found] == ["no"]
