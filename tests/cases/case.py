"""One case: its inputs, and what the commands make of them."""

import json
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pyoxigraph as ox
from msgspec import Struct

from kgforge import cli, graph, stores


class Result(Struct, frozen=True):
    """What a command left: its exit status and both of its outputs."""

    status: int
    out: str
    err: str


def run(*arguments: object) -> Result:
    """Run a command line in this process."""
    out, err, status = _stream(), _stream(), 0
    with redirect_stdout(out), redirect_stderr(err):
        try:
            cli.main([str(argument) for argument in arguments])
        except SystemExit as left:
            status = int(left.code or 0)
    return Result(status, _written_to(out), _written_to(err))


def _stream() -> TextIOWrapper:
    """Return an output that takes bytes, too, as JSON is written."""
    return TextIOWrapper(BytesIO(), encoding="utf-8", write_through=True)


def _written_to(stream: TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


class Case:
    """The inputs of a case, loaded into a graph of its own, mined and exported."""

    def __init__(self, inputs: Path, folder: Path) -> None:
        """Take a folder of inputs, and an empty one to work in."""
        self.inputs = inputs
        self.store = f"oxigraph:{folder}/graph"
        self._folder = folder

    def load(self, *sources: str, options: tuple[str, ...] = ()) -> Any:
        """Load files of the case, ``KIND:FILE`` or ``FILE``; return the report of ``--json``."""
        result = self.try_load(*sources, options=options)
        assert result.status == 0, result.err
        return json.loads(result.out)

    def try_load(self, *sources: str, options: tuple[str, ...] = ()) -> Result:
        """Load files of the case, whatever the outcome."""
        addresses = []
        for source in sources:
            kind, colon, file = source.rpartition(":")
            addresses.append(f"{kind}{colon}{self.inputs / file}")
        return run("load", *addresses, "--store", self.store, "--json", *options)

    def facts(self) -> set[tuple[str, str, str]]:
        """Return the facts of the graph: IRIs as they are, literals as in N-Triples."""
        folder = self.store.removeprefix("oxigraph:")
        return {
            (_written(quad.subject), _written(quad.predicate), _written(quad.object))
            for quad in ox.Store.read_only(folder).quads_for_pattern(
                None, None, None, ox.DefaultGraph()
            )
        }

    def label(self, entity: str, language: str = "en") -> str:
        """Return the name of an entity in a language; empty where it has none."""
        with stores.open(self.store) as store:
            book = graph.Book(store, language)
            book.ask([entity])
            names = book.get(entity)
        return names.label if names else ""

    def prompts(self, *patterns: str, options: tuple[str, ...] = ()) -> list[str]:
        """Mine patterns (``fact`` where none is named), export them, and return all prompts."""
        mined, bench = self._folder / "mined", self._folder / "bench"
        asked = patterns or ("fact",)
        mining = run("mine", *asked, "--store", self.store, "--out", mined, "--force")
        assert mining.status == 0, mining.err
        exported = run("export", mined, "--out", bench, "--force", *options)
        assert exported.status == 0, exported.err
        return [
            prompt["text"]
            for path in sorted(bench.glob("*.jsonl"))
            for line in path.read_text("utf-8").splitlines()
            for fact in json.loads(line)["facts"]
            for prompt in fact["prompts"]
        ]


def _written(term: Any) -> str:
    return term.value if isinstance(term, ox.NamedNode) else str(term)
