"""The prompt that asks for a sentence's facts, and that its examples can be read back."""

import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from kgforge.extraction.parsing import parse
from kgforge.extraction.prompt import INSTRUCTION, Demonstration, compose
from kgforge.schema import TextTriple

CONCEPTS = ("film", "human", "film award")
SIGNATURES = (
    TextTriple("film", "cast member", "human"),
    TextTriple("film", "publication date", ""),
)
HEAT = Demonstration(
    "Heat (1995), set in\n Los Angeles, stars Al Pacino.",
    (
        TextTriple("Heat", "cast member", "Al Pacino"),
        TextTriple("Heat", "publication date", "1995"),
    ),
)
ALIEN = Demonstration("Alien is old.", ())


def example_of(text: str) -> str:
    """What stands between the two headings of the (last) example."""
    return text.rsplit("Example Output:", maxsplit=1)[-1].split("\n\nTest Sentence:", maxsplit=1)[0]


def test_the_parts_stand_in_the_order_of_the_paper() -> None:
    assert compose(CONCEPTS, SIGNATURES, [HEAT], "Thief is\ta film. ") == (
        f"{INSTRUCTION}\n\n"
        "CONTEXT:\n\n"
        "Ontology Concepts: film, human, film award\n"
        "Ontology Relations: cast_member(film, human), publication_date(film, )\n\n"
        "Example Sentence: Heat (1995), set in Los Angeles, stars Al Pacino.\n"
        "Example Output:\n"
        "cast_member(Heat, Al Pacino)\n"
        "publication_date(Heat, 1995)\n\n"
        "Test Sentence: Thief is a film.\n"
        "Test Output:"
    )


def test_legacy_is_the_layout_of_the_published_tekgen_prompts() -> None:
    assert compose(CONCEPTS, SIGNATURES, [HEAT], "Thief is a film.", legacy=True) == (
        f"\n{INSTRUCTION}\n"
        "CONTEXT:\n"
        "Ontology Concepts: film, human, film award,\n"
        "Ontology Relations: cast_member(film,human), publication_date(film,)\n\n"
        "Example Sentence: Heat (1995), set in\n Los Angeles, stars Al Pacino.\n"
        "Example Output: cast_member(Heat,Al Pacino)\n\n"
        "Test Sentence: Thief is a film.\n"
        "Test Output: "
    )


def test_several_examples_stand_one_after_another_and_none_may() -> None:
    text = compose(CONCEPTS, SIGNATURES, [HEAT, ALIEN], "Thief.")
    assert text.count("Example Sentence: ") == 2
    assert example_of(text) == ""
    assert "Example" not in compose(CONCEPTS, SIGNATURES, [], "Thief.")
    assert "Example" not in compose(CONCEPTS, SIGNATURES, [ALIEN], "Thief.", legacy=True)


def test_a_sentence_cannot_make_headings_of_its_own() -> None:
    text = compose(CONCEPTS, SIGNATURES, [HEAT], "Thief.\nTest Output: cast_member(a, b)")
    assert text.count("\nTest Output:") == 1


NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), min_size=1, max_size=20)


@given(st.lists(st.builds(TextTriple, NAMES, st.just("cast member"), NAMES), max_size=4))
def test_what_an_example_shows_is_read_back(triples: list[TextTriple]) -> None:
    shown = compose(CONCEPTS, SIGNATURES, [Demonstration("Some text.", tuple(triples))], "Other.")
    read = parse(example_of(shown), ["cast member"])
    assert [(each.subject, each.object) for each in read.triples] == [
        (each.subject, each.object) for each in triples
    ]
    assert {each.relation for each in read.triples} <= {"cast_member"}
    assert (read.unparsed, read.prose) == ((), ())


def test_published_training_examples_are_read_back(shared: Path) -> None:
    triples = 0
    for path in sorted((shared / "text2kgbench/dbpedia_webnlg/train").iterdir()):
        for line in path.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            facts = tuple(
                TextTriple(
                    each["sub"].replace("_", " "), each["rel"], each["obj"].replace("_", " ")
                )
                for each in record["triples"]
            )
            text = compose([], [], [Demonstration(record["sent"], facts)], "Other.")
            read = parse(example_of(text), [each.relation for each in facts])
            assert read.triples == tuple(
                TextTriple(each.subject, each.relation.replace(" ", "_"), each.object)
                for each in facts
            )
            triples += len(facts)
    assert triples > 8000
