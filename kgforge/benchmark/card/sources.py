"""The card on what a benchmark was made from."""

from collections.abc import Iterator

from kgforge.benchmark.card.wording import cell, count, counts, row, say
from kgforge.schema import Manifest, Paraphrases


def sources(manifest: Manifest) -> Iterator[str]:
    """The graph, the files it was loaded from, and what worded its facts."""
    yield say("sources")
    yield _graph(manifest)
    if manifest.sources:
        rows = [
            row(cell(one.file), f"`{one.sha256}`", cell(one.licence or "unknown"))
            for one in manifest.sources
        ]
        yield say("source files", rows=rows)
    else:
        yield say("no source files")
    if manifest.templates:
        files = [f"- {cell(one.file)} (SHA-256 `{one.sha256}`)" for one in manifest.templates]
        yield say("templates", files=files)
    if alike := manifest.synonyms:
        wordings = count(alike.wordings, "wording")
        yield say("synonyms", file=cell(alike.file), sha256=alike.sha256, wordings=wordings)
    if manifest.paraphrases:
        yield _paraphrases(manifest.paraphrases)


def _graph(manifest: Manifest) -> str:
    if manifest.converted:
        return say("data set", layout=manifest.converted)
    if manifest.graph.hash:
        facts = count(manifest.graph.facts or 0, "fact")
        return say("graph", facts=facts, hash=manifest.graph.hash)
    return say("graph without a hash")


def _paraphrases(made: Paraphrases) -> str:
    return say(
        "paraphrases",
        templates=count(made.templates, "template"),
        candidates=made.candidates,
        seed=made.seed,
        model=cell(made.model) + (f" at revision {cell(made.revision)}" if made.revision else ""),
        weights=made.weights,
        kept=made.kept,
        file=made.file.path,
        sha256=made.file.sha256,
        rejected=counts(made.rejected) or "none",
    )
