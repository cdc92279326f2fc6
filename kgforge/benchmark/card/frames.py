"""The card on the words around questions (*True or false?*, *Answer:*), by language."""

from collections.abc import Iterator

from kgforge import forms
from kgforge.benchmark.card.wording import counts
from kgforge.schema import Manifest


def limits(manifest: Manifest) -> Iterator[str]:
    """Where these words are not of the language, or the language has none, and so no question."""
    first = manifest.languages[0]
    asked = {name for made in manifest.patterns for name in made.asks if not forms.asks_items(name)}
    english = forms.wordless(sorted(asked), first, further=True)
    if english:
        yield (
            f"- The words around questions ({', '.join(english)}) are English, since kgforge has "
            f"none in `{first}`."
        )
    for made in manifest.patterns:
        if made.wordless:
            yield (
                f"- `{made.name}` has no questions of some forms, since kgforge has no words for "
                f"them in its language (facts): {counts(made.wordless)}."
            )
