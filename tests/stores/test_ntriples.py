"""N-Triples that Oxigraph's own loader reads: graph and counts are those of reading in Python."""

import io
import re
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kgforge.graph import LoadReport, reading
from kgforge.schema import Aside
from kgforge.stores import _ntriples
from kgforge.terms import PREFIXES, XSD
from tests.sampled import PROOF
from tests.stores.backdoors import bolt
from tests.stores.servers import Servers
from tests.stores.test_lines import contents, engine, iris, is_sure, literals, load, nasty
from tests.worlds.facts import ex

__all__ = ["engine"]

RDFS = PREFIXES["rdfs"]


def through_python(path: Path, store: str, **options: Any) -> LoadReport | str:
    """As ``load``, of a store that takes no line by itself."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "LineLoader", type("NoLoader", (), {}))
        return load(path, store, **options)


@settings(max_examples=1000, deadline=None)
@given(term=iris.map(lambda iri: f"<{iri}>") | literals)
@example(term="<http://a.org:80/b/%C3%B6/日?d=/e#?f>")
def test_one_rule_in_both_syntaxes(engine: duckdb.DuckDBPyConnection, term: str) -> None:
    ours = re.fullmatch(f"{_ntriples.IRI}|{_ntriples.LITERAL}", term)
    assert (ours is not None) == is_sure(engine, term)


@settings(max_examples=2000 if PROOF else 20, deadline=None)
@given(data=nasty(), strict=st.booleans(), twice=st.booleans())
def test_any_file_is_loaded_as_through_python(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, strict: bool, twice: bool
) -> None:
    folder = tmp_path_factory.mktemp("nasty")
    path = folder / "graph.nt"
    path.write_bytes(data)
    for _ in range(1 + twice):
        right = through_python(path, f"oxigraph:{folder}/slow", strict=strict)
        assert load(path, f"oxigraph:{folder}/graph", strict=strict) == right
    if isinstance(right, LoadReport):
        assert contents(f"oxigraph:{folder}/graph") == contents(f"oxigraph:{folder}/slow")
    else:
        assert not (folder / "graph").exists()


def test_neo4j_parts_plain_lines_by_their_spaces(servers: Servers, tmp_path: Path) -> None:
    a, p = f"<{ex('a')}> <{ex('p')}>", f"<{ex('p')}>"
    said = [f"{a} <{ex('b')}>", f'{a} "two words ."', f'{a} " "@en', f'<{ex("é")}> {p} _:x',
            f'{a} "1952"^^<{XSD}gYear>', f'{a} "\\u0061"', f'{a} "007"^^<{XSD}integer>',
            f'<{ex("a")}> <{RDFS}label> "A"@en', f"{a} <{ex('b')}>"]  # fmt: skip
    path = tmp_path / "graph.nt"
    path.write_text("".join(f"{line} .\n" for line in said))
    server = servers.get("neo4j")
    bolt.clear(server.url)
    right = through_python(path, f"oxigraph:{tmp_path}/slow")
    assert load(path, server.address) == right
    assert contents(server.address) == contents(f"oxigraph:{tmp_path}/slow")


def test_a_file_is_parted_in_order_across_blocks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_ntriples, "_BLOCK", 64)
    facts = [f"<{ex(f'é{number}')}> <{ex('p')}> <{ex('o')}> ." for number in range(20)]
    odd = {3: "# said", 9: f"_:b <{ex('p')}> <{ex('o')}> .", 19: facts[19]}
    given_lines = [odd.get(number, fact) for number, fact in enumerate(facts)]
    path, others = tmp_path / "graph.nt", io.BytesIO()
    path.write_text("\n".join(given_lines))  # the last line has no end
    found = list(_ntriples.plain_runs(path, others, Aside()))
    assert others.getvalue().decode() == "\n".join(odd.values())
    left = [line for number, line in enumerate(facts) if number not in odd]
    assert b"".join(found).decode() == "".join(f"{line}\n" for line in left)


def test_literals_of_some_predicates_are_left_aside(tmp_path: Path) -> None:
    path, others = tmp_path / "graph.nt", io.BytesIO()
    path.write_text(f'<{ex("a")}> <{ex("p")}> "text"@en .\n')
    assert b"".join(_ntriples.plain_runs(path, others, Aside())) == path.read_bytes()
    assert b"".join(_ntriples.plain_runs(path, others, Aside(texts=frozenset({ex("p")})))) == b""
    assert others.getvalue() == path.read_bytes()
