"""Triples of a text that are to be written: prompts, the request, and what the baselines write."""

from pathlib import Path

import msgspec
import pytest

from kgforge import forms, ontology
from kgforge.extraction import triples
from kgforge.forms import Question
from kgforge.schema import Item, Request, Showing
from tests.worlds.handmade import fact, item

EXTRACTION = forms.of_items("extraction")


def text(number: int, land: str, group: str = "geo") -> Item:
    made = item(f"i{number}", "alignment", group, fact("fact", f"City {number}", "P17", land))
    return msgspec.structs.replace(made, text=f"City {number} lies in {land}.")


TEXTS = [text(number, land) for number, land in enumerate(["Peru", "Chad", "Peru", "Mali"])]


def test_a_prompt_shows_items_of_train() -> None:
    train = {"geo": [text(8, "Laos"), text(9, "Fiji")]}
    found = list(EXTRACTION.prompted(TEXTS, train, {}, Showing(demonstrations=2), "en"))
    assert [one.id for one in found] == ["i0", "i1", "i2", "i3"]
    [prompt] = found[0].prompts
    assert (prompt.form, prompt.slot, prompt.context) == (
        "extraction", "none", "demonstrations: 2",
    )  # fmt: skip
    assert prompt.gold == "P17(City 0, Peru)"
    assert "City 8 lies in Laos." in prompt.text
    assert prompt.text.endswith("Test Sentence: City 0 lies in Peru.\nTest Output:")


def test_without_train_it_shows_none() -> None:
    [found] = EXTRACTION.prompted(TEXTS[:1], {}, {}, Showing(), "en")
    assert [prompt.context for prompt in found.prompts] == ["none"]
    assert EXTRACTION.question(found.prompts[0]) == Question(found.prompts[0].text, written=True)


@pytest.mark.parametrize(("method", "barred"), [("open", False), ("ranking", True)])
def test_a_text_is_not_ranked(method: str, barred: bool) -> None:
    asked = Request("i", "", 0, 0, "a prompt", "", "", (), "extraction", True)
    why = "not askable: a text is written by the method open alone"
    assert EXTRACTION.barred(asked, method) == (why if barred else "")


def test_what_the_baselines_write() -> None:
    four = EXTRACTION.baselines(TEXTS)
    assert list(four) == ["gold", "empty", "random", "frequent"]
    twice = [*TEXTS, text(0, "Peru")]
    most = EXTRACTION.baselines([msgspec.structs.replace(one, id=one.text) for one in twice])
    for one in TEXTS:
        assert four["gold"](one) == triples(one)
        assert four["empty"](one) == ()
        drawn = four["random"](one)
        assert drawn != triples(one)
        assert drawn in map(triples, TEXTS)
        assert four["random"](one) == drawn
        assert most["frequent"](one) == triples(TEXTS[0])


def test_the_only_text_of_a_group_is_its_own_random() -> None:
    assert EXTRACTION.baselines(TEXTS[:1])["random"](TEXTS[0]) == triples(TEXTS[0])
    assert list(EXTRACTION.baselines(())) == ["gold", "empty", "random", "frequent"]


# The relations of two published ontologies, as its authors' prompts list them
# (baselines/prompts/unseen/ont_3_sport_unseen_prompts.jsonl, ont_4_book_unseen_prompts.jsonl).
SPORT = (
    "occupation(human,athlete), sport(sports competition,sport), "
    "member_of_sports_team(human,sports club), country_for_sport(human,country), "
    "sports_season_of_league_or_competition(sports team season,), "
    "coach_of_sports_team(human,sports club), league(human,professional sports league), "
    "home_venue(sports club,), country_of_origin_(sport,country), league(human,), "
    "competition_class(sports organization,)"
)
BOOK = (
    "illustrator(,human), followed_by(,), publication_date(book,), author(book,human), "
    "publisher(book,publisher), characters(literary work,fictional character), "
    "editor(trade magazine,human), place_of_publication(,), "
    "narrative_location(literary work,territory), genre(literary work,literary genre), "
    "language_of_work_or_name(literary work,language), depicts(,)"
)


@pytest.mark.parametrize(("name", "listed"), [("3_sport", SPORT), ("4_book", BOOK)])
def test_relations_stand_as_in_the_published_prompts(shared: Path, name: str, listed: str) -> None:
    """Once for each entry, and without a domain or range of which only an id is known."""
    folder = shared / "text2kgbench" / "wikidata_tekgen" / "ontologies"
    known = ontology.read(folder / f"{name}_ontology.json")
    for legacy, comma in ((True, ","), (False, ", ")):
        showing = Showing(legacy=legacy)
        [found] = EXTRACTION.prompted(TEXTS[:1], {}, {"geo": known}, showing, "en")
        [line] = [
            one for one in found.prompts[0].text.splitlines() if one.startswith("Ontology Rel")
        ]
        spelt = ", ".join(
            part.replace(",", comma, 1) for part in listed.replace("), ", ")\n").split("\n")
        )
        assert line == f"Ontology Relations: {spelt}"


def test_no_prompt_holds_an_id_of_a_class(tmp_path: Path) -> None:
    """Nor the relation of which nothing but an id is known; classes of Turtle alike."""
    path = tmp_path / "books.ttl"
    path.write_text(
        "@prefix owl: <http://www.w3.org/2002/07/owl#> .\n"
        "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
        "@prefix wd: <http://www.wikidata.org/entity/> .\n"
        "@prefix wdt: <http://www.wikidata.org/prop/direct/> .\n"
        "@prefix ex: <http://example.org/> .\n"
        'wd:Q5 a owl:Class ; rdfs:label "human"@en .\n'
        'wdt:P110 a owl:ObjectProperty ; rdfs:label "illustrator"@en ;\n'
        "  rdfs:domain wd:Q47461344 ; rdfs:range wd:Q5 .\n"
        "wdt:P50 a owl:ObjectProperty .\n"
        "ex:hero a owl:ObjectProperty ; rdfs:range ex:Hero .\n"
    )
    [found] = EXTRACTION.prompted(TEXTS[:1], {}, {"geo": ontology.read(path)}, Showing(), "en")
    assert "Ontology Relations: hero(, Hero), illustrator(, human)\n" in found.prompts[0].text
