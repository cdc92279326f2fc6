"""The first hour with one's own data: six inputs, each from its file to a report by the commands.

The files are published ones, or made of published facts in the form in which people have them. None
is prepared: options are those that the README or an error names.
"""

import csv
import gzip
import json
import re
import shlex
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec import Struct

from tests.cli.conftest import Run
from tests.sampled import PROOF, some

IDENTIFIER: Final = re.compile(
    r"(?<![\w.])(?:[PQL]\d{2,}|\w+:\S*\w\w|/[mg]/\w+|\w*_\w*|%[0-9A-F]{2}|<?https?://\S+|urn:\S+)"
)
"""An id of Wikidata or Freebase, a compact or whole IRI, an underscore, a percent sign's escape."""


class Input(Struct, frozen=True):
    """What a student has, and the commands that the README names for it."""

    make: Callable[[Path, Path], str]
    """Writes it into a folder, from the published data; gives the words of ``load``."""
    mine: str
    patterns: frozenset[str]
    """Those that have items."""
    facts: int
    literal: frozenset[str] = frozenset()
    """Texts of the data that look like ids, and are what the data has for a name."""


def umls(shared: Path, folder: Path) -> str:
    return str(shared / "kge/umls")


def codex(shared: Path, folder: Path) -> str:
    return f"{shared / 'codex/triples/codex-s'} --labels {shared / 'wikidata/entities.tsv.gz'}"


def webnlg(shared: Path, folder: Path) -> str:
    return f"webnlg:{shared / 'webnlg/v3.0_en_train'}"


def facts(shared: Path, predicates: frozenset[str]) -> Iterator[tuple[str, str, str]]:
    """Published facts of some predicates."""
    with gzip.open(shared / "wikidata/triples.tsv.gz", "rt", encoding="utf-8") as lines:
        rows = csv.reader(lines, delimiter="\t")
        next(rows)
        yield from ((s, p, o) for s, p, o, *_ in rows if p in predicates)


def names(shared: Path) -> dict[str, str]:
    """The published English names of entities and predicates."""
    with gzip.open(shared / "wikidata/entities.tsv.gz", "rt", encoding="utf-8") as lines:
        found = [*lines]
    found += (shared / "wikidata/properties.tsv").read_text("utf-8").splitlines()
    cells = (line.rstrip("\n").split("\t") for line in found)
    return {one: name for one, name, *_ in cells}


KIN: Final = frozenset({"P26", "P22", "P25", "P40", "P3373"})
LANDS: Final = frozenset({"P36", "P1376", "P47", "P17", "P30"})


def hyper_relational(shared: Path, folder: Path) -> str:
    """Comma-separated statements, some with pairs of qualifier and value behind the object."""
    lines = [
        ",".join((*fact, *(("P580", "Q2", "P642", "Q5")[: 2 * (number % 3)])))
        for number, fact in enumerate(facts(shared, KIN))
    ]
    (folder / "statements.txt").write_text("\n".join(lines) + "\n", "utf-8")
    wikidata = shared / "wikidata"
    return (
        f"{folder / 'statements.txt'} --labels {wikidata / 'entities.tsv.gz'} "
        f"--labels {wikidata / 'properties.tsv'}"
    )


def plain_names(shared: Path, folder: Path) -> str:
    """Names in place of ids, under a header that names the columns."""
    called = names(shared)
    rows = [
        "\t".join(called[one] for one in fact)
        for fact in facts(shared, LANDS)
        if called.keys() >= {*fact}
    ]
    text = "\n".join(("head\trelation\ttail", *dict.fromkeys(rows)))
    (folder / "lands.tsv").write_text(f"{text}\n", "utf-8")
    return str(folder / "lands.tsv")


def truthy(shared: Path, folder: Path) -> str:
    """Lines as those of Wikidata's truthy dump, with all that the dump has besides facts."""
    called = names(shared)
    wd, wdt = "<http://www.wikidata.org/entity/{}>", "<http://www.wikidata.org/prop/direct/{}>"
    label = "<http://www.w3.org/2000/01/rdf-schema#label>"
    found = list(facts(shared, KIN))
    with (folder / "truthy.nt").open("w", encoding="utf-8") as lines:
        for s, p, o in found:
            print(wd.format(s), wdt.format(p), wd.format(o), ".", file=lines)
        for one in dict.fromkeys(chain.from_iterable(found)):
            text = json.dumps(called.get(one, ""), ensure_ascii=False)
            if one in called:
                print(wd.format(one), label, f"{text}@en .", file=lines)
                print(wd.format(one), "<http://schema.org/name>", f"{text}@en .", file=lines)
            kind = (
                "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://wikiba.se/ontology#Item>"
            )
            print(wd.format(one), kind, ".", file=lines)
            unknown = "<http://www.wikidata.org/.well-known/genid/0123456789abcdef>"
            print(wd.format(one), wdt.format("P509"), unknown, ".", file=lines)
            link = f"<https://en.wikipedia.org/wiki/{one}> <http://schema.org/about>"
            print(link, wd.format(one), ".", file=lines)
    return str(folder / "truthy.nt")


BACKGROUNDS: Final = frozenset(
    {"solo_singer", "non_performing_personnel", "non_vocal_instrumentalist"}
)
"""Literals of WebNLG: ``backgroundVocalist``'s values in DBpedia."""
_ALL: Final = frozenset({"asymmetry", "composite", "entity", "inverse", "path", "symmetry"})
FEW: Final = "" if PROOF else " --param most=30 --param asymmetry.most=3"
"""An ordinary run asks little of each input."""
INPUTS: Final = {
    "UMLS": Input(umls, "all --param least=10", _ALL, 6529),
    "CoDEx-S": Input(codex, "all", _ALL - {"inverse"}, 36_543),
    "WebNLG": Input(webnlg, "all --param least=5", _ALL - {"symmetry"}, 3853, BACKGROUNDS),
    "hyper-relational CSV": Input(hyper_relational, "all", _ALL - {"entity"}, 1734),
    "plain names": Input(plain_names, "all", _ALL, 55_125),
    "truthy N-Triples": Input(truthy, "all", _ALL - {"entity"}, 1734),
}


def texts(item: dict[str, Any]) -> Iterator[str]:
    """All that a model reads of an item, or is to answer."""
    for fact in item["facts"]:
        for prompt in fact["prompts"]:
            yield prompt["text"]
        for answer in fact["answers"]:
            yield answer["label"]
        for candidate in fact["candidates"] or ():
            yield candidate["label"]


@pytest.mark.parametrize("name", some(3, list(INPUTS)))
def test_from_a_file_to_a_report_without_an_identifier(
    name: str, run: Run, shared: Path, tmp_path: Path
) -> None:
    given = INPUTS[name]
    load = shlex.split(given.make(shared, tmp_path))
    graph, mined, bench, run_ = (tmp_path / each for each in ("graph", "mined", "bench", "run"))
    status, out, err = run("load", *load, "--store", f"duckdb:{graph}", "--json")
    assert status == 0, err
    assert json.loads(out)["facts"] == given.facts
    where = ("--store", f"duckdb:{graph}", "--out", mined)
    for command in (
        ("mine", *f"{given.mine}{FEW}".split(), *where),
        ("export", mined, "--out", bench),
        ("probe", bench, "--model", f"table:{tmp_path / 'answers.jsonl'}", "--out", run_),
        ("report", run_, "--out", tmp_path / "report.html"),
    ):
        status, _, err = run(*command)
        assert status == 0, err
        (tmp_path / "answers.jsonl").touch()  # a model that says nothing
    items = {
        path.stem: [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        for path in bench.glob("*.jsonl")
    }
    assert {pattern for pattern, found in items.items() if found} == given.patterns
    found = {text for item in chain(*items.values()) for text in texts(item)}
    told = {text for text in found if IDENTIFIER.search(text)}
    assert told - {text for text in told if any(word in text for word in given.literal)} == set()
