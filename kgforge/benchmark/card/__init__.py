"""The dataset card of a benchmark: ``README.md`` with the YAML header that ``datasets`` reads.

The words of the card are in ``card.md``, part by part, and what is said of a form of questions in
``kgforge.forms``; the modules here fill in the figures, and say which parts are shown.
"""

from collections.abc import Iterator, Sequence

from kgforge import display
from kgforge.benchmark.card import contexts, frames
from kgforge.benchmark.card.baselines import baselines
from kgforge.benchmark.card.distractors import distractors
from kgforge.benchmark.card.forms import forms
from kgforge.benchmark.card.generated import generated, limits
from kgforge.benchmark.card.header import header
from kgforge.benchmark.card.patterns import definitions, pattern_table, summary
from kgforge.benchmark.card.rebuild import rebuild, use
from kgforge.benchmark.card.sizes import sizes
from kgforge.benchmark.card.sources import sources
from kgforge.benchmark.card.splits import split_tables
from kgforge.benchmark.card.wording import cards, filled, say
from kgforge.schema import Manifest

__all__ = ["card", "definitions"]


def card(manifest: Manifest) -> str:
    """The card's text: what the benchmark holds, where it comes from, how to use and rebuild it."""
    text = f"---\n{header(manifest)}\n---\n\n" + "\n\n".join(_text(manifest)) + "\n"
    return display.visible(text, keep="\n")


def _text(manifest: Manifest) -> Iterator[str]:
    yield summary(manifest)
    yield from pattern_table(manifest)
    yield from distractors(manifest)
    yield from forms(manifest)
    yield from contexts.contexts(manifest)
    if manifest.split:
        yield from split_tables(manifest.split)
    yield from baselines(manifest)
    yield from sizes(manifest)
    yield from use(manifest)
    yield from sources(manifest)
    yield from generated(manifest)
    yield rebuild(manifest)
    yield say("limits")
    yield "\n".join(
        [
            *filled(
                (one.limits for one in cards(manifest.patterns)),
                languages=", ".join(manifest.languages),
                spoken=_spoken(manifest.languages),
            ),
            *limits(manifest),
            *contexts.limits(manifest),
            *frames.limits(manifest),
            say("limits of any graph"),
        ]
    )


def _spoken(languages: Sequence[str]) -> str:
    """The languages, and how many there are."""
    listed = ", ".join(languages)
    if len(languages) == 1:
        return f"one language ({listed})"
    return f"several languages ({listed}), those of a prompt in one"
