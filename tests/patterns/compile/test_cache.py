"""What becomes of a text is kept between runs, and made anew when what makes it changes."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path

import msgspec
import pytest

from kgforge import patterns
from kgforge.errors import PatternError
from kgforge.patterns import Query
from kgforge.patterns.compile import algebra, cache, compiled, outcome, reading
from tests.patterns.compile.test_shipped import shipped
from tests.worlds.facts import ROOT

OWN = "# Own.\n#\n# columns: x: iri, y: iri\n\nSELECT ?x ?y {{ ?x <urn:p>{} ?y }}\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("KGFORGE_CACHE", str(tmp_path / "cache"))
    outcome.cache_clear()
    yield tmp_path / "cache" / "compiled"
    outcome.cache_clear()


def again(query: Query, language: str) -> Query:
    """The query as another process compiles it."""
    outcome.cache_clear()
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
def test_a_text_is_compiled_once(name: str, language: str, once: list[str], folder: Path) -> None:
    query = shipped(name)
    assert compiled(query, language) == again(query, language)
    assert once == [query.name]
    assert len(list(folder.iterdir())) == 1


def test_the_walks_of_a_text_are_kept(once: list[str], tmp_path: Path) -> None:
    query = own("+", tmp_path)
    found = compiled(query, "sql")
    assert found.walks and again(query, "sql") == found
    assert len(once) == 1


def test_another_text_and_another_language_are_another(once: list[str], tmp_path: Path) -> None:
    texts = {compiled(own(sign, tmp_path), "sql").text for sign in ("", "/<urn:q>")}
    texts.add(compiled(own("", tmp_path), "cypher").text)
    assert len(texts) == len(once) == 3


def changed_version(monkeypatch: pytest.MonkeyPatch, copy: Path) -> None:
    monkeypatch.setattr(cache, "__version__", "another")


def changed_reader(monkeypatch: pytest.MonkeyPatch, copy: Path) -> None:
    versions = {"rdflib": "0", "pyparsing": "0", "sqlglot": "0"}
    monkeypatch.setattr(metadata, "version", versions.__getitem__)


def changed(name: str) -> Callable[[pytest.MonkeyPatch, Path], None]:
    def change(monkeypatch: pytest.MonkeyPatch, copy: Path) -> None:
        file = copy / name
        file.write_text(f"{file.read_text(encoding='utf-8')}\n", encoding="utf-8")

    return change


@pytest.mark.parametrize(
    "change",
    [
        changed_version,
        changed_reader,
        *map(changed, ("terms.py", "patterns/values.py", "patterns/compile/sql/values.py")),
    ],
)
def test_a_changed_compiler_makes_texts_anew(
    change: Callable[[pytest.MonkeyPatch, Path], None],
    once: list[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    copy = tmp_path / "kgforge"
    shutil.copytree(ROOT / "kgforge", copy, ignore=shutil.ignore_patterns("__pycache__"))
    plain = cache.sources
    monkeypatch.setattr(cache, "sources", lambda: plain(copy))
    query = own("", tmp_path)
    compiled(query, "sql")
    with monkeypatch.context() as patched:
        cache.compiler.cache_clear()
        again(query, "sql")
        assert len(once) == 1  # another copy of the same files is the same compiler
        change(patched, copy)
        cache.compiler.cache_clear()
        again(query, "sql")
    cache.compiler.cache_clear()
    assert len(once) == 2


def test_all_that_compiling_imports_is_hashed() -> None:
    told = (
        "import sys\nfrom kgforge.patterns.compile import cache, cypher, reading, sql\n"
        "files = {one.__file__ for name, one in sys.modules.items() if name[:7] == 'kgforge'}\n"
        "print(len(files), *files - set(map(str, cache.sources())))"
    )
    line = [sys.executable, "-c", told]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=True)
    number, *left = done.stdout.split()
    assert int(number) > 40 and left == []


def test_a_damaged_text_is_made_again(once: list[str], folder: Path, tmp_path: Path) -> None:
    query = own("", tmp_path)
    found = compiled(query, "sql")
    [kept] = folder.iterdir()
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


def test_a_refusal_is_kept_with_its_line_and_reason(
    once: list[str], folder: Path, tmp_path: Path
) -> None:
    query = own("|<urn:q>", tmp_path)
    moved = msgspec.structs.replace(query, path=tmp_path / "moved.rq")
    said = r": cannot be put into SQL: .*engines differ.*; otherwise write .*own\.sql by hand"
    for _ in range(2):
        with pytest.raises(PatternError, match=rf"own\.rq:5{said}"):
            again(query, "sql")
    with pytest.raises(PatternError, match=rf"moved\.rq:5{said.replace('own', 'moved')}"):
        again(moved, "sql")
    assert len(list(folder.iterdir())) == len(once) == 1


def test_a_refusal_is_kept_in_a_process_that_can_keep_nothing_else(
    once: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KGFORGE_CACHE", str(tmp_path / "file" / "cache"))
    for _ in range(2):
        with pytest.raises(PatternError, match="engines differ"):
            compiled(own("|<urn:q>", tmp_path), "sql")
    assert len(once) == 1


def test_the_texts_longest_unused_are_removed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Three texts are made, the first is used again: a fourth takes the place of the second."""
    texts = [own(sign, tmp_path) for sign in ("", "?", "*")]
    files: list[Path] = []
    for number, query in enumerate(texts):
        compiled(query, "sql")
        files += set(folder.iterdir()) - set(files)
        os.utime(files[-1], (number, number))
    again(texts[0], "sql")
    monkeypatch.setattr(cache, "MOST", sum(one.stat().st_size for one in files))
    compiled(own("/<urn:q>", tmp_path), "sql")
    assert [one.exists() for one in files] == [True, False, True]
    assert len(list(folder.iterdir())) == 3


@pytest.mark.parametrize("sign", ["", "|<urn:q>"])
def test_what_is_kept_needs_no_compiler(sign: str, tmp_path: Path) -> None:
    """Another process imports neither the parser nor the writer, for a refusal either."""
    told = (
        "import sys\nfrom contextlib import suppress\nfrom kgforge import errors, patterns\n"
        f"query = patterns.read_query({str(own(sign, tmp_path).path)!r}, 'sparql')\n"
        "from kgforge.patterns.compile import compiled\n"
        "with suppress(errors.PatternError): compiled(query, 'sql')\n"
        "print(*(name for name in ('rdflib', 'sqlglot') if name in sys.modules))"
    )
    for wanted in ("rdflib sqlglot", ""):
        line = [sys.executable, "-c", told]
        done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=True)
        assert done.stdout.strip() == wanted


def own(sign: str, place: Path) -> Query:
    (place / "own.rq").write_text(OWN.format(sign))
    return patterns.read_query(place / "own.rq", "sparql")
