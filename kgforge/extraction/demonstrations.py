"""Demonstrations: for each sentence, the most similar ones of a training set, as examples to show.

Similarity is the cosine of two vectors: by default of TF-IDF weights, which needs no model; else of
the embeddings of a sentence-transformers model. *Text2KGBench*, section 5.2, takes the nearest one
by embeddings.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final, Protocol

import msgspec
from msgspec import Struct

from kgforge import places, plugins
from kgforge.errors import ModelError
from kgforge.matching import normalised
from kgforge.schema import Showing

TFIDF: Final = "tfidf"
"""The name of the similarity that needs no model."""

_BATCH: Final = 256
_WORD: Final = r"\w+|[^\w\s]"
_DIGITS: Final = 6
"""Similarities are compared at this precision, so that ties are ties on every machine."""


class Neighbour(Struct, frozen=True):
    """A training sentence near to another sentence."""

    place: int
    """Its number in the training set, from 0."""
    similarity: float
    """The cosine, rounded to 6 digits."""


class Similarity(Protocol):
    """A way to say how near sentences are."""

    name: str
    """``tfidf``, or the name or folder of a model."""

    def vectors(self, train: Sequence[str], tests: Sequence[str]) -> tuple[Any, Any]:
        """Two matrices, each with a row of length 1 (or 0) for a sentence."""


def similarity(name: str = TFIDF) -> Similarity:
    """``tfidf``, or a sentence-transformers model by its folder or its name on the hub.

    Raises MissingDriverError, with the install command, when a package is absent, and ModelError
    when the model cannot be loaded.
    """
    try:
        return _Tfidf() if name == TFIDF else _Embeddings(name)
    except ModuleNotFoundError as error:
        raise plugins.missing_driver(f"the similarity {name!r}", error) from error


def published(showing: Showing) -> Showing:
    """Return what prompts show as a manifest says it: a model's folder by its last part."""
    return msgspec.structs.replace(showing, similarity=places.model_name(showing.similarity))


def nearest(
    train: Sequence[str], tests: Sequence[str], similarity: Similarity, *, k: int = 1
) -> Iterator[tuple[Neighbour, ...]]:
    """For each of *tests* the *k* most similar of *train*, the nearest first.

    Ties go by the order of the training set. A sentence whose text is that of the test sentence,
    whatever its case, spaces and Unicode form, is no neighbour of it, nor is a blank one; hence
    there may be fewer than *k*.
    """
    forms = [normalised(text) for text in train]
    indices = [index for index, form in enumerate(forms) if form]
    if not indices or not tests:
        yield from (() for _ in tests)
        return
    known, asked = similarity.vectors([train[index] for index in indices], tests)
    for start in range(0, len(tests), _BATCH):
        scores = cosines(asked[start : start + _BATCH], known)
        for text, row in zip(tests[start : start + _BATCH], scores, strict=True):
            own = normalised(text)
            ranked = (-row).argsort(kind="stable")
            others = (index for index in ranked if forms[indices[index]] != own)
            yield tuple(Neighbour(indices[index], float(row[index])) for index in islice(others, k))


def cosines(some: Any, others: Any) -> Any:
    """The products of all rows with all rows, dense, without a negative zero."""
    product = some @ others.T
    dense = product.toarray() if hasattr(product, "toarray") else product
    return dense.astype(float).round(_DIGITS) + 0.0


class _Tfidf:
    """Words weighted by how often they are in the sentence, and how rare in the training set."""

    name = TFIDF

    def __init__(self) -> None:
        from sklearn.feature_extraction.text import TfidfVectorizer

        self._vectorizer = TfidfVectorizer(token_pattern=_WORD)

    def vectors(self, train: Sequence[str], tests: Sequence[str]) -> tuple[Any, Any]:
        return self._vectorizer.fit_transform(train), self._vectorizer.transform(tests)


class _Embeddings:
    """The embeddings of a sentence-transformers model."""

    def __init__(self, name: str) -> None:
        from sentence_transformers import SentenceTransformer

        self.name = name
        folder = Path(name).expanduser()
        try:
            self._model = SentenceTransformer(str(folder) if folder.exists() else name)
        except (OSError, ValueError) as error:
            reason = str(error).strip().partition("\n")[0]
            raise ModelError(
                f"cannot load the sentence-transformers model {name!r} ({reason}): "
                f"name a folder, a model on the hub, or {TFIDF}"
            ) from error

    def vectors(self, train: Sequence[str], tests: Sequence[str]) -> tuple[Any, Any]:
        """Each distinct sentence is embedded once, so that the same text has the same vector."""
        texts = list(dict.fromkeys([*train, *tests]))
        embedded = self._model.encode(
            texts, normalize_embeddings=True, convert_to_numpy=True, show_progress_bar=False
        )
        row = {text: number for number, text in enumerate(texts)}
        return embedded[[row[text] for text in train]], embedded[[row[text] for text in tests]]
