"""One query by itself, as a library offers it: rows as they come, a graph that is closed after."""

from pathlib import Path

import pytest

from kgforge import mining
from kgforge.errors import PatternError

FACTS = "".join(f"a{n}\tknows\tb{n}\nb{n}\tknows\ta{n}\n" for n in range(3))


@pytest.fixture
def address(tmp_path: Path) -> str:
    (tmp_path / "facts.tsv").write_text(FACTS)
    return f"tsv:{tmp_path / 'facts.tsv'}"


def test_rows_of_a_query_come_with_their_columns(address: str, tmp_path: Path) -> None:
    own = tmp_path / "after.rq"
    own.write_text(
        "# Who knows someone.\n# params: $who: iri\n# columns: s: iri, o: iri\n"
        "SELECT ?s ?o { ?s ?p ?o FILTER (?s = $who) }\n"
    )
    who = {"who": "<urn:kgforge:name:a1>"}
    with mining.query(str(own), address, params=who) as found:
        assert found.names == ("s", "o")
        assert list(found.rows) == [("urn:kgforge:name:a1", "urn:kgforge:name:b1")]


def test_what_is_wrong_is_said_before_the_first_row(address: str) -> None:
    with pytest.raises(PatternError, match="no parameter 'lest'"):
        mining.query("symmetry", address, params={"lest": "3"}).__enter__()


def test_the_instance_drawn_is_the_one_whose_key_was_given(address: str, tmp_path: Path) -> None:
    first = mining.draw("symmetry", address, tmp_path / "first.svg")
    again = mining.draw("symmetry", address, tmp_path / "again.svg", key=first.key[:12], seed=7)
    assert again == first
    assert (tmp_path / "first.svg").read_bytes() == (tmp_path / "again.svg").read_bytes()
