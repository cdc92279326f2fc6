"""The scaffold of a new pattern: complete, in three languages, and it replaces nothing."""

from pathlib import Path

import pytest

import kgforge
from kgforge import patterns, resources
from kgforge.errors import OutputError, PatternError
from kgforge.graph import LoadOptions
from kgforge.schema import ReadOptions, folders


def test_it_runs_on_a_graph_as_it_is_written(tmp_path: Path) -> None:
    """Its rows are the facts without their twin, counted in the file of the graph."""
    [file] = patterns.scaffold(tmp_path / "own")
    assert file == tmp_path / "own.rq"
    folder = resources.folder("examples")
    graph = folder / "wikidata.tsv"
    facts = {tuple(line.split("\t")) for line in graph.read_text().splitlines()[1:]}
    one_way = {(s, p, o) for s, p, o in facts if (o, p, s) not in facts}
    names = tuple(str(folder / name) for name in ("entities.tsv", "properties.tsv"))
    store = f"oxigraph:{tmp_path}/graph"
    kgforge.load([f"tsv:{graph}"], store, LoadOptions(ReadOptions(labels=names)))
    mining = kgforge.mine([file], store, tmp_path / "mined")
    [mined] = mining.patterns
    assert mined.rows == len(one_way)
    assert mined.kept == len({p for _, p, _ in one_way})
    assert 0 < len(list(folders.read_instances(tmp_path / "mined", "own"))) < mined.rows


def test_its_twins_have_one_header(tmp_path: Path) -> None:
    made = patterns.scaffold(tmp_path / "own", ("sparql", "cypher", "sql"))
    assert [file.suffix for file in made] == [".rq", ".cypher", ".sql"]
    read = patterns.read_pattern(made[0])
    assert list(read.queries) == ["sparql", "cypher", "sql"]
    assert [role.kind for role in read.header.roles] == ["holds", "not"]


def test_no_file_is_replaced_and_none_is_written_then(tmp_path: Path) -> None:
    (tmp_path / "own.sql").write_text("-- mine\n")
    with pytest.raises(OutputError, match=r"own\.sql exists: choose another name"):
        patterns.scaffold(tmp_path / "own.rq", ("sparql", "sql"))
    assert [file.name for file in tmp_path.iterdir()] == ["own.sql"]
    assert (tmp_path / "own.sql").read_text() == "-- mine\n"


def test_what_cannot_be_named_or_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(PatternError, match="'my own' cannot be a pattern's name"):
        patterns.scaffold(tmp_path / "my own")
    with pytest.raises(OutputError, match="No such file or directory"):
        patterns.scaffold(tmp_path / "absent/own")


def test_the_name_of_a_shipped_pattern_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PatternError, match=r"'symmetry' is the name of a shipped.*my_symmetry"):
        patterns.scaffold(tmp_path / "symmetry.rq", ("sparql", "sql"))
    assert not list(tmp_path.iterdir())


def test_a_text_that_a_store_wants_and_what_would_do_are_told(tmp_path: Path) -> None:
    [file] = patterns.scaffold(tmp_path / "own", ["sql"])
    wanted = rf"has no cypher text: write {tmp_path}/own\.cypher with the header of {file}, or "
    with pytest.raises(PatternError, match=wanted + r"load .*\(duckdb:FILE\)"):
        patterns.read_pattern(file).query("cypher")


def test_a_pattern_in_sparql_alone_is_asked_of_sql_engines(tmp_path: Path) -> None:
    [file] = patterns.scaffold(tmp_path / "own")
    pattern = patterns.read_pattern(file)
    assert pattern.is_compiled("sql")
    assert pattern.query("sql").header == pattern.header
    assert list(pattern.hashes) == ["sparql"]
