"""Files made to do harm, and files broken at random: an answer, in little time and memory.

Each file of the first kind is loaded by a command of its own, whose memory the system measures.
"""

import gzip
import json
import random
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from kgforge import files
from tests import fuzzing
from tests.processes import ended
from tests.sampled import PROOF, SEED
from tests.worlds.facts import ROOT

LIMIT = 500_000
"""Greatest memory of a load, in kB."""
LINE = (300 if PROOF else 60) << 20
RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e.org/"'
NT = b"<http://e.org/a> <http://e.org/p> <http://e.org/b> .\n"


def xml(content: str, *entities: str) -> bytes:
    declared = "".join(f'<!ENTITY e{n} "{value}">' for n, value in enumerate(entities))
    about = f'<rdf:Description rdf:about="http://e.org/a">{content}</rdf:Description>'
    return f"<!DOCTYPE rdf:RDF [{declared}]><rdf:RDF {RDF}>{about}</rdf:RDF>".encode()


TENFOLD = ("lol", *(f"&e{n};" * 10 for n in range(9)))
WEBNLG = (
    f"<!DOCTYPE benchmark [{''.join(f'<!ENTITY e{n} {v!r}>' for n, v in enumerate(TENFOLD))}]>"
    '<benchmark><entries><entry category="&e9;"/></entries></benchmark>'
)
DEEP = b"[" * 200_000
TURTLE = b"@prefix e: <http://e.org/> .\ne:a e:p "
ZEROS = gzip.compress(bytes(1 << 20)) * 500
"""Half a megabyte that unpacks to 500."""

HARM: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "entities": ("rdf:f.rdf", lambda: xml("<e:b>&e9;</e:b>", *TENFOLD), "its entities grow"),
    "entities in an attribute": (
        "rdf:f.owl",
        lambda: xml('<e:b rdf:resource="http://e.org/&e9;"/>', *TENFOLD),
        "its entities grow",
    ),
    "one large entity": (
        "rdf:f.rdf",
        lambda: xml(f"<e:b>{'&e0;' * 20_000}</e:b>", "x" * 50_000),
        "its entities grow",
    ),
    "entities of WebNLG": ("webnlg:f.xml", WEBNLG.encode, "its entities grow"),
    "deep XML": ("rdf:f.rdf", lambda: xml("<e:x><e:y>" * 50_000), "more than 256 deep"),
    "deep JSON as T-REx": ("trex:f.json", lambda: DEEP, "more than 256 deep"),
    "deep JSON as Wikidata": ("wikidata:f.json", lambda: DEEP, "more than 256 deep"),
    "deep JSON as CoDEx": (
        "codex:f.json",
        lambda: b'{"P1":{"label":' + DEEP,
        "more than 256 deep",
    ),
    "deep JSON in one value": (
        "wikidata:f.json",
        lambda: b'{\n"a":' + b'{"a":' * 100_000,
        "more than 256 deep",
    ),
    "deep JSON-LD": (
        "rdf:f.jsonld",
        lambda: b'{"http://e.org/p":' * 100_000,
        "more than 256 deep",
    ),
    "deep brackets": ("rdf:f.ttl", lambda: TURTLE + b"(" * 500_000, "more than 256 deep"),
    "deep blank nodes": ("rdf:f.trig", lambda: TURTLE + b"[ e:p " * 200_000, "more than 256 deep"),
    "deep formulas": ("rdf:f.n3", lambda: TURTLE + b"{ " * 200_000, "more than 256 deep"),
    "deep triples, compressed": (
        "rdf:f.ttl.gz",
        lambda: gzip.compress(b"<<" * 5_000_000 + b"e:a e:b e:c"),
        "more than 256 deep",
    ),
    "a long string": (
        "trex:f.json",
        lambda: b'[{"docid":"1","text":"' + b"x" * LINE + b'"}]',
        "a string longer than 16 MB",
    ),
    "very many arrays": (
        "trex:f.json",
        lambda: b'[{"docid":"1","triples":[' + b"[]," * 4_000_000 + b"1]}]",
        "over 1,000,000 arrays and objects",
    ),
    "very many elements": (
        "webnlg:f.xml",
        lambda: b"<benchmark><entries><entry>" + b"<lex>a</lex>" * 1_000_000,
        "an entry larger than 4 MB",
    ),
    "a long text": ("rdf:f.rdf", lambda: xml(f"<e:b>{'x' * LINE}</e:b>"), "longer than 16 MB"),
    "a long cell": ("tsv:f.tsv", lambda: b"s\tp\to\na\tb\t" + b"x" * LINE, "longer than 16 MB"),
    "zeros as N-Triples": ("rdf:f.nt.gz", lambda: ZEROS, "over 500 times as many"),
    "zeros as JSON lines": ("lama:f.jsonl.gz", lambda: ZEROS, "over 500 times as many"),
}


@pytest.mark.parametrize("name", HARM)
def test_harm_is_refused_in_one_line_and_little_memory(name: str, tmp_path: Path) -> None:
    address, made, right = HARM[name]
    loader, file = address.split(":")
    (tmp_path / file).write_bytes(made())
    found = ended("load", f"{loader}:{tmp_path / file}", "--store", f"oxigraph:{tmp_path}/graph")
    assert found.status == 1
    [said] = found.said.splitlines()
    assert said.startswith("error: ") and str(tmp_path / file) in said and right in said
    assert found.peak < LIMIT
    assert [path.name for path in tmp_path.iterdir()] == [file]


@pytest.mark.parametrize("store", ["oxigraph:{}/graph", "duckdb:{}/graph"])
def test_a_long_line_of_triples_is_skipped(store: str, tmp_path: Path) -> None:
    path = tmp_path / "f.nt"
    path.write_bytes(NT + b'<http://e.org/a> <http://e.org/p> "' + b"x" * LINE + b'" .\n' + NT)
    address = store.format(tmp_path)
    command = ("load", f"rdf:{path}", "--store", address)
    assert "a line longer than 16 MB" in ended(*command, "--strict").said
    assert [path.name for path in tmp_path.iterdir()] == ["f.nt"]
    found = ended(*command)
    assert (found.status, found.peak < LIMIT) == (0, True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["f.nt", "graph"]
    again = [sys.executable, "-m", "kgforge.cli", *command, "--json"]
    report = json.loads(subprocess.run(again, check=True, capture_output=True).stdout)
    assert (report["read"], report["duplicate"], report["skipped_triples"]) == (3, 2, 1)
    [skipped] = report["skipped"]
    assert skipped["first"] == [f"f.nt, line 2, byte {len(NT)}"]


@pytest.mark.parametrize("suffix", ["nt", "nq"])
def test_a_line_of_deep_triples_is_skipped(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"f.{suffix}"
    path.write_bytes(NT + b"<<( <http://e.org/a> <http://e.org/p> " * 300_000 + b"\n" + NT)
    found = ended("load", f"rdf:{path}", "--store", f"oxigraph:{tmp_path}/graph", "--strict")
    assert "line 2" in found.said and "more than 256 deep" in found.said
    assert found.peak < LIMIT


@pytest.mark.parametrize("suffix", ["ttl", "owl", "n3"])
def test_a_deep_ontology_is_refused(suffix: str, tmp_path: Path) -> None:
    (tmp_path / "g.tsv").write_text("s\tp\to\na\tp\tb\n")
    path = tmp_path / f"o.{suffix}"
    path.write_bytes(TURTLE + b"[ e:p " * 200_000)
    mine = ("mine", "symmetry", "--store", f"tsv:{tmp_path}/g.tsv", "--out", f"{tmp_path}/mined")
    found = ended(*mine, "--ontology", str(path))
    [said] = found.said.splitlines()
    assert said.startswith(f"error: {path}, line") and "more than 256 deep" in said
    assert (found.status, found.peak < LIMIT) == (1, True)


def test_lines_that_repeat_may_be_compressed_well(tmp_path: Path) -> None:
    """What people have is no bomb, though it is a hundred times its compressed bytes."""
    path = tmp_path / "f.nt.gz"
    data = NT * 1_300_000
    path.write_bytes(gzip.compress(data))
    assert len(data) > 64 << 20 and len(data) / path.stat().st_size > 100
    with files.reading(path) as stream:
        assert stream.read() == data


# ── Broken at random ────────────────────────────────────────────────────────────────────────────
def fuzzed(parser: str, folder: Path, much: str) -> None:
    command = [sys.executable, "-m", "tests.fuzzing", parser, str(folder), SEED, much]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    case = folder / fuzzing.PARSERS[parser].name
    broken = case.read_bytes()[:2000] if found.returncode and case.exists() else b""
    assert found.returncode == 0, f"{broken!r}\n{found.stderr[-3000:]}"


@pytest.mark.parametrize("parser", fuzzing.PARSERS)
def test_broken_files_are_read_or_refused(parser: str, tmp_path: Path) -> None:
    fuzzed(parser, tmp_path, "2000" if PROOF else "60")


@pytest.mark.skipif(not PROOF, reason="in make proof")
@pytest.mark.skipif(find_spec("atheris") is None, reason="atheris is not installed")
@pytest.mark.parametrize("parser", fuzzing.PARSERS)
def test_a_minute_of_looking_for_new_paths(parser: str, tmp_path: Path) -> None:
    fuzzed(parser, tmp_path, "60s")


def test_the_process_tells_a_parser_that_breaks(tmp_path: Path) -> None:
    """The fuzzer itself: an error that is none of ours, and one of two lines, are found."""
    broken = fuzzing.Parser(lambda path: path.read_text("ascii"), "f.txt", ())
    with pytest.raises(UnicodeDecodeError):
        fuzzing.tried(broken, b"\xff", tmp_path)
    fuzzing.tried(broken, b"x", tmp_path)
    shown = {fuzzing.changed(random.Random(n), (b'{"a": [1, 2]}',)) for n in range(200)}
    assert len(shown) > 100
