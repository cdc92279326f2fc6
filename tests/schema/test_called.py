"""What a benchmark is called after."""

import msgspec
import pytest

from kgforge.schema import GraphId, Manifest, Source


def called(loads: tuple[str, ...], *files: str) -> str:
    made = Manifest(
        format=1,
        name="kgforge-0123456789ab",
        kgforge="0",
        files=(),
        graph=GraphId(None, None),
        sources=tuple(Source(file, "") for file in files),
        patterns=(),
        seed=0,
        languages=("en",),
        templates=(),
        candidates=1,
    )
    return (msgspec.structs.replace(made, loads=loads) if loads else made).called


@pytest.mark.parametrize(
    ("loads", "files", "wanted"),
    [
        (("umls",), ("entity2text.txt", "test.txt", "train.txt", "valid.txt"), "umls"),
        (("webnlg:v3.0_en_train",), ("1triples/A.xml",), "v3.0_en_train"),
        (("triples/codex-s --labels e.tsv.gz",), ("e.tsv.gz", "train.txt"), "codex-s"),
        (("facts.csv --labels labels.tsv",), ("facts.csv", "labels.tsv"), "facts"),
        (("'rdf:my graph.ttl.bz2'", "--ontology o.ttl"), ("my graph.ttl.bz2",), "my graph"),
        (("tsv:a.tsv b.tsv c.tsv d.nt e.nt",), ("a.tsv", "b.tsv", "c.tsv"), "a, b, c and 2 more"),
        (("'*.nt'",), ("x.nt", "y.nt"), "x, y"),
        (("- --columns 1,2,3",), ("stdin",), "stdin"),
        (("set.tar.gz",), ("train.txt",), "set"),
        ((), ("x.tsv", "y.tsv"), "x, y"),
        ((), (), "kgforge-0123456789ab"),
    ],
)
def test_a_benchmark_is_called_after_what_was_loaded(
    loads: tuple[str, ...], files: tuple[str, ...], wanted: str
) -> None:
    assert called(loads, *files) == wanted
