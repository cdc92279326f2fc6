"""What a file of text may ask of memory: each bound, just within it and just beyond."""

import io
import itertools
import json
import random
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import Struct

from kgforge import bounds, files, loaders, nesting
from kgforge.errors import SourceError
from kgforge.schema import ReadOptions


class Id(Struct):
    id: str


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bounds that small files reach."""
    monkeypatch.setattr(bounds, "LONGEST", 20)
    monkeypatch.setattr(bounds, "LARGEST", 2000)


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("end", [b"", b"\n"])
@pytest.mark.parametrize("size", [1, 7, 20])
def test_lines_and_blocks_tell_each_lines_place(end: bytes, size: int) -> None:
    order = random.Random(size)
    given = [b"x" * order.choice((0, 1, 5, 18, 19, 20, 21, 22, 40, 41, 42, 90)) for _ in range(300)]
    data = b"\n".join(given) + end
    offset, right = 0, []
    for number, line in enumerate(data.splitlines(keepends=True), 1):
        right.append((number, offset, line[:21], len(line) > 20))
        offset += len(line)
    found = [(*one, one.too_long) for one in bounds.lines(io.BytesIO(data))]
    assert found == right
    parted = []
    for block in bounds.blocks(io.BytesIO(data), size):
        place = block.offset
        for number, line in enumerate(block.data.splitlines(keepends=True), block.number):
            parted.append((number, place, line, block.too_long))
            place += len(line)
    assert parted == right
    assert any(long for *_, long in right) and not all(long for *_, long in right)


def passed(data: bytes, size: int = 64, *, parts: bool = False) -> bytes:
    stream = bounds.Json(io.BytesIO(data), "f.json", parts=parts)
    return b"".join(iter(lambda: stream.read(size), b""))


@pytest.mark.parametrize("size", [1, 3, 64, 1 << 16])
def test_json_is_measured_where_it_is_json(size: int) -> None:
    order = random.Random(size)
    texts = ["[" * 300, '"' * 3, "\\" * 5, '\\"[{', "]}", "\n", "é"]
    value = [{text: [text, order.random()]} for text in texts * 5]
    data = json.dumps(value, ensure_ascii=order.random() < 0.5).encode()
    assert passed(data, size) == data
    deep = b"[" * (bounds.DEEPEST - 3) + data + b"]" * (bounds.DEEPEST - 3)
    assert passed(deep, size) == deep
    with pytest.raises(SourceError, match=r"f\.json: arrays and objects more than 256 deep"):
        passed(b"[" + deep + b"]", size)


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("size", [1, 8])
def test_long_strings_and_large_items_are_refused(size: int) -> None:
    assert passed(b'["' + b"x" * 20 + b'"]', size)
    with pytest.raises(SourceError, match="a string longer than 16 MB"):
        passed(b'["' + b"x" * 40 + b'"]', size)
    items = b"[" + b"[1]," * 1000 + b"[2]]"
    assert passed(items, size, parts=True) == items
    large = b"[[" + b"1," * 1500 + b"2]]"
    assert passed(large, size) == large
    with pytest.raises(SourceError, match="an item or member larger than 16 MB"):
        passed(large, size, parts=True)


def test_a_value_of_very_many_arrays_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(bounds, "MOST", 100_000)
    crowded = b'{"id":"Q1","x":[' + b"[]," * 200_000 + b"1]}"
    inside = b"[" + crowded.replace(b"[]", b'"[["') + b"," + b"{}," * 200_000 + b"1]"
    assert passed(inside, 1 << 16, parts=True) == inside
    with pytest.raises(SourceError, match=r"an item or member of over [\d,]+ arrays and objects"):
        passed(b"[" + crowded + b"]", 1 << 16, parts=True)
    path = tmp_path / "f.jsonl"
    path.write_bytes(crowded + b'\n{"id":"Q2"}\n')
    wikidata = loaders.load("wikidata")
    skipped = [skip for entry in wikidata.read(path, ReadOptions()) for skip in entry.skipped]
    assert [skip.where for skip in skipped] == ["line 1"]
    found = [record for _, record in files.json_lines(path, Id)]
    assert found == ["a line of over 1,000,000 arrays and objects", Id("Q2")]
    path.write_bytes(b"{\n" + crowded[1:])
    with pytest.raises(SourceError, match="one JSON value of over"):
        list(wikidata.read(path, ReadOptions()))


def peak(work: Callable[[], object]) -> int:
    """The most bytes of Python's own memory that are in use while it raises SourceError."""
    tracemalloc.start()
    try:
        with pytest.raises(SourceError):
            work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_deep_json_is_refused_before_it_is_measured_as_a_whole() -> None:
    deep = io.BytesIO(b"[" * 1_000_000)
    assert peak(lambda: bounds.Json(deep, "f.json").read(1_000_000)) < 4_000_000


def entities(*declared: str) -> bytes:
    """A document whose content is the last entity."""
    found = "".join(f"<!ENTITY e{n} '{value}'>" for n, value in enumerate(declared))
    return f"<!DOCTYPE a [{found}]><a>&e{len(declared) - 1};</a>".encode()


def test_entities_may_abbreviate_and_not_grow() -> None:
    whole = entities("http://www.w3.org/2001/XMLSchema#", "&e0;integer", "&e1;, &e1;")
    assert bounds.xml_fault(io.BytesIO(whole)) is None
    bomb = entities("lol", *(f"&e{n - 1};" * 10 for n in range(1, 10)))
    assert len(bomb) < 800
    _, said = bounds.xml_fault(io.BytesIO(bomb)) or (None, "")
    assert said == "its entities grow to many times the file: write them out"
    loop = entities("&e1;", "&e0;")
    assert bounds.xml_fault(io.BytesIO(loop)) is not None


def test_no_file_is_read_for_an_entity(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    declared = f'<!DOCTYPE a [<!ENTITY e SYSTEM "{tmp_path}/secret">]><a>&e;</a>'
    fault = bounds.xml_fault(io.BytesIO(declared.encode()))
    assert fault is not None and "Entity 'e' not defined" in fault[1]


@pytest.mark.parametrize(
    ("data", "right"),
    [
        (b"<a><b/></a>", None),
        (b"<a>" * 256 + b"</a>" * 256, None),
        (b"<a>" * 257 + b"</a>" * 257, (None, "elements more than 256 deep in one another")),
        (b"<a>" + b"x" * 16_100_000 + b"</a>", (None, "a text or tag longer than 16 MB")),
        (
            b"<a>\n<b>\n</a>",
            (3, "Opening and ending tag mismatch: b line 2 and a, line 3, column 5"),
        ),
        (b"", (None, "no content")),
    ],
)
def test_xml_is_measured(data: bytes, right: object) -> None:
    found = bounds.xml_fault(io.BytesIO(data))
    assert found == right or (right == (None, "no content") and found is not None)


def turtle(data: bytes, size: int = 64, *, n3: bool = False) -> bytes:
    stream = nesting.Turtle(io.BytesIO(data), "f.ttl", n3=n3)
    return b"".join(iter(lambda: stream.read(size), b""))


TOKENS = (
    '"(["',
    "'<<'",
    '"""a"b""(\n"""',
    "'''it's ((\n'''",
    '"\\"("',
    '"a\\\\"',
    '""',
    "''",
    "<http://e/a'(b>",
    "<=((>",
    "# it's \"(( <<\n",
    "e:it\\'s\\(",
    "e:a",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    "<<",
    ">>",
    ",",
)
OPENING, CLOSING = ("[", "(", "{", "<<"), ("]", ")", "}", ">>")


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64, 1 << 16])
def test_turtle_is_measured_outside_of_texts(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "DEEPEST", 10)
    order, refused = random.Random(size), 0
    for _ in range(300):
        tokens = order.choices(TOKENS, k=80)
        steps = [1 if one in OPENING else -1 for one in tokens if one in OPENING + CLOSING]
        data = " ".join(tokens).encode()
        if max(itertools.accumulate(steps, initial=0)) <= 10:
            assert turtle(data, size) == data
        else:
            refused += 1
            with pytest.raises(
                SourceError, match=r"f\.ttl, lines? .*: brackets more than 256 deep"
            ):
                turtle(data, size)
    assert 3 < refused < 297


@pytest.mark.parametrize("size", [1, 5, 1 << 16])
def test_n3_has_arrows_that_are_no_iris(size: int) -> None:
    deep = b"e:a <= " + b"(" * 300
    assert turtle(b"<=a> <-b> e:a <= e:b => <c> (", size, n3=True)
    with pytest.raises(SourceError, match="more than 256 deep"):
        turtle(deep + b" >", size, n3=True)
    with pytest.raises(SourceError, match="write a space behind <= and <-"):
        turtle(b"<=b'> e:a <= '" + b"(" * 300, size, n3=True)


@pytest.mark.parametrize("size", [1, 4, 1 << 16])
def test_adjacent_strings_and_runs_of_quoted_triples(size: int) -> None:
    assert turtle(b'("a""(""b"\'\'""' + b'"""(""" ' * 300 + b")", size)
    assert turtle(b"<<<a> <b> <c>>>" * 300, size)
    for deep in (b"<<" * 257, b"<<<http://e/a#(> <b> " * 257, b'["(",' * 257):
        assert turtle(deep[: len(deep) // 257 * 256], size)
        with pytest.raises(SourceError, match="line 1: brackets more than 256 deep"):
            turtle(deep, size)


@pytest.mark.parametrize("name", ["rebel", "lama", "wikidata"])
def test_a_long_line_is_told_as_one(name: str, tmp_path: Path) -> None:
    path = tmp_path / "f.jsonl"
    path.write_bytes(b'{"a":"' + b"x" * (bounds.LONGEST + 9) + b'"}\n{"a":1}\n')
    entries = loaders.load(name).read(path, ReadOptions())
    assert next(skip for one in entries for skip in one.skipped).reason == bounds.TOO_LONG
