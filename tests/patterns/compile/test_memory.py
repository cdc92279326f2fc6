"""Compiled texts are kept between runs, and made anew when anything that makes them changes."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kgforge import patterns
from kgforge.errors import PatternError
from kgforge.patterns import Query
from kgforge.patterns.compile import algebra, compiled, memory, reading
from tests.patterns.compile.test_shipped import shipped
from tests.worlds.facts import ROOT

OWN = "# Own.\n#\n# columns: x: iri, y: iri\n\nSELECT ?x ?y {{ ?x <urn:p>{} ?y }}\n"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("KGFORGE_CACHE", str(tmp_path / "cache"))
    compiled.cache_clear()
    yield tmp_path / "cache" / "compiled"
    compiled.cache_clear()


def again(query: Query, language: str) -> Query:
    """The query as another process compiles it."""
    compiled.cache_clear()
    return compiled(query, language)


@pytest.fixture
def once(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of queries, as often as they are compiled."""
    read: list[str] = []
    plain = reading.read

    def reads(query: Query) -> algebra.Project:
        read.append(query.name)
        return plain(query)

    monkeypatch.setattr(reading, "read", reads)
    return read


@pytest.mark.parametrize("name", ["symmetry", "lookup/labels"])
@pytest.mark.parametrize("language", ["sql", "cypher"])
def test_a_text_is_compiled_once(name: str, language: str, once: list[str], cache: Path) -> None:
    query = shipped(name)
    assert compiled(query, language) == again(query, language)
    assert once == [query.name]
    assert len(list(cache.iterdir())) == 1


def test_the_walks_of_a_text_are_kept(once: list[str], tmp_path: Path) -> None:
    query = own("+", tmp_path)
    found = compiled(query, "sql")
    assert found.walks and again(query, "sql") == found
    assert len(once) == 1


def test_another_text_and_another_language_are_another(once: list[str], tmp_path: Path) -> None:
    texts = {compiled(own(sign, tmp_path), "sql").text for sign in ("", "/<urn:q>")}
    texts.add(compiled(own("", tmp_path), "cypher").text)
    assert len(texts) == len(once) == 3


def test_a_new_compiler_makes_texts_anew(
    once: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    query = own("", tmp_path)
    compiled(query, "sql")
    before = memory.compiler()
    with monkeypatch.context() as patched:
        patched.setattr(memory, "__version__", "another")
        memory.compiler.cache_clear()
        assert memory.compiler() != before
        again(query, "sql")
    memory.compiler.cache_clear()
    again(query, "sql")
    assert len(once) == 2


def test_a_damaged_text_is_made_again(once: list[str], cache: Path, tmp_path: Path) -> None:
    query = own("", tmp_path)
    found = compiled(query, "sql")
    [kept] = cache.iterdir()
    kept.write_text('{"text": 3}')
    assert again(query, "sql") == again(query, "sql") == found
    assert len(once) == 2


def test_where_nothing_can_be_kept_texts_are_made_each_time(
    once: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KGFORGE_CACHE", str(tmp_path / "file" / "cache"))
    query = own("", tmp_path)
    assert compiled(query, "sql") == again(query, "sql")
    assert len(once) == 2


def test_what_is_refused_is_not_kept(once: list[str], cache: Path, tmp_path: Path) -> None:
    query = own("|<urn:q>", tmp_path)
    for _ in range(2):
        with pytest.raises(PatternError, match="engines differ"):
            again(query, "sql")
    assert list(cache.iterdir()) == []
    assert len(once) == 2


def test_the_texts_longest_unused_are_removed(
    cache: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(memory, "MOST", 2)
    kept: list[set[str]] = []
    for number, sign in enumerate(("", "?", "*", "+")):
        compiled(own(sign, tmp_path), "sql")
        kept.append({one.name for one in cache.iterdir()})
        for one in kept[-1] - set().union(*kept[:-1]):
            os.utime(cache / one, (number, number))
    assert [len(one) for one in kept] == [1, 2, 2, 2]
    assert kept[1] & kept[2] and not kept[1] & kept[3]


def test_a_kept_text_needs_no_compiler(cache: Path) -> None:
    """Another process imports neither the parser nor the writer."""
    told = (
        "import sys\nfrom kgforge import patterns\n"
        "query = patterns.read_query({!r}, 'sparql')\n"
        "from kgforge.patterns.compile import compiled\ncompiled(query, 'sql')\n"
        "print(*(name for name in ('rdflib', 'sqlglot') if name in sys.modules))"
    ).format(str(shipped("symmetry").path))
    for wanted in ("rdflib sqlglot", ""):
        line = [sys.executable, "-c", told]
        done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=True)
        assert done.stdout.strip() == wanted


def own(sign: str, folder: Path) -> Query:
    (folder / "own.rq").write_text(OWN.format(sign))
    return patterns.read_query(folder / "own.rq", "sparql")
