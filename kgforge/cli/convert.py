"""``kgforge convert``: a benchmark into a published layout, and back."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from kgforge import benchmark, formats, plugins
from kgforge.cli import arguments, console, exported
from kgforge.cli.arguments import Flag, Force, Json, Shown
from kgforge.formats import Carried
from kgforge.schema import Compression, ReadOptions, Showing

_READ = ", ".join(f"{name}:" for name in formats.offering(formats.ItemReader))
_WRITTEN = ", ".join(formats.offering(formats.ItemWriter))


def convert(
    source: Annotated[
        str,
        Parameter(
            help="The folder of a benchmark; or a data set that becomes one, the name of its "
            f"layout before its folder or file ({_READ}). Splits of texts are kept."
        ),
    ],
    *,
    out: Path,
    to: Annotated[str | None, Parameter(help=f"The layout to write: {_WRITTEN}.")] = None,
    run: Path | None = None,
    ids: Path | None = None,
    demonstrations: Annotated[int, Shown] = Showing().demonstrations,
    similarity: Annotated[str, Shown] = Showing().similarity,
    legacy: Annotated[bool, Flag] = False,
    base: Annotated[str, Shown] = ReadOptions().base,
    compress: Compression | None = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Convert a benchmark into a published layout, or a data set into a benchmark.

    Example: kgforge convert bench/ --to text2kgbench --out converted/

    Example: kgforge convert text2kgbench:wikidata_tekgen/ --out bench/

    Example: kgforge convert facteval:output/ --out bench/

    Example: kgforge convert lmkbc:dataset2024/ --out bench/

    Example: kgforge convert fluent_mlama:fixed_data.zip --out bench/

    Example: kgforge convert questions:quiz.tsv --out bench/

    Example: kgforge convert codex:triples/codex-s --out bench/

    Example: kgforge convert bench/ --to lm_eval --out tasks/

    Text2KGBench has texts with ontologies, llm-facteval questions about facts, LM-KBC subjects and
    relations with all their objects, Fluent-mLAMA facts in several wordings and languages.
    questions is a table, or JSON, of questions and answers, MQuAKE's and PopQA's among them;
    codex has true and false statements,
    lama facts with a template for each relation, pararel with several patterns.
    lm_eval and inspect_ai are harnesses of language models, bear and lama statements about facts;
    datasets, parquet and croissant have a row for each prompt. What a layout has no place for is
    counted by reason and printed, and listed item by item in OUT/left_out.jsonl.

    Parameters
    ----------
    out
        The output folder.
    run
        With --to: a run. Its responses are written as the output of a system.
    ids
        With --to text2kgbench: a file with the ids of test items that were verified by hand, one
        per line. It replaces the benchmark's selected.txt.
    demonstrations
        Of text2kgbench: how many training sentences a prompt shows.
    similarity
        Of text2kgbench: how similar training sentences are found: tfidf, or a
        sentence-transformers model.
    legacy
        Of text2kgbench: write prompts as first published, where each demonstration shows one
        triple. Of fluent_mlama: give facts the published candidates, whose languages are mixed.
        Of pararel: ask all patterns, with one right object each.
    base
        Without --to: the prefix that makes an IRI of a name without an id.
    compress
        Without --to: compress the files of items, with gzip or Zstandard.
    """
    if to is None:
        if run or ids or not plugins.split(source)[0]:
            arguments.usage(f"convert: {_meant(source)}")
        showing = Showing(demonstrations, similarity, legacy=legacy)
        manifest = benchmark.adopt(source, out, showing, base=base, compress=compress, force=force)
        if json:
            console.summary(manifest)
        else:
            exported.tell(manifest, out)
    else:
        if plugins.split(source)[0] in formats.offering(formats.ItemReader):
            arguments.usage(
                f"convert: {source} is a data set, and --to writes a benchmark. In two steps: "
                f"kgforge convert {source} --out BENCH, then kgforge convert BENCH --to {to}"
            )
        if compress:
            arguments.usage("convert: --compress is of benchmarks, and --to writes another layout")
        if ids and not formats.of_texts(to):
            arguments.usage(f"convert: --ids are of texts, and {to} has questions about facts")
        carried = benchmark.convert(
            Path(source), to, out, run=run, ids=ids, similarity=similarity, force=force
        )
        if json:
            console.summary({"out": str(out), **_parts(carried)})
        else:
            _carried(carried, source, out)


def _meant(source: str) -> str:
    """What would do for a source that is named without a layout."""
    found = formats.recognising(Path(source))
    if found:
        return f"name the layout of {source}, as {found[0]}:{source}"
    return "give --to LAYOUT, or a data set as text2kgbench:DIR"


def _parts(carried: Carried) -> dict[str, dict[str, int]]:
    return {
        "written": dict(carried.written),
        "not carried": dict(carried.left),
        "remarks": dict(carried.remarks),
    }


def _carried(carried: Carried, source: str, out: Path) -> None:
    """Print what was written, and what the layout has no place for."""
    rows = [[what, *row] for what, found in _parts(carried).items() for row in found.items()]
    console.table(f"converted {source} into {out}", ["", "what", "how many"], rows)
