"""An instance drawn: which one, what the picture says, and what is refused."""

import os
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

import kgforge
from kgforge import cli, patterns, stores
from kgforge.errors import MissingDriverError, PatternError
from kgforge.mining import parameters, picture, relations, settings
from kgforge.ontology import vocabulary
from kgforge.schema import Instance
from tests.worlds import small
from tests.worlds.facts import ONTOLOGIES, load_town
from tests.worlds.small import instance, label

SVG = "{http://www.w3.org/2000/svg}"
FEW = {"least": "1", "share": "0", "times": "1", "degree": "5", "top": "9", "from": "1",
       "closed": "(wdt:P27 kg:land kg:land) (wdt:P31 kg:town kg:human)"}  # fmt: skip
"""Conditions under which each pattern finds something in the town."""


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> str:
    address = f"duckdb:{tmp_path_factory.mktemp('town')}/graph.db"
    load_town(address)
    return address


def chosen(store: str, name: str, key: str = "", seed: int = 0) -> Instance:
    """The instance that would be drawn."""
    pattern = patterns.read_pattern(name)
    with stores.open(store) as opened:
        found = relations.of_files(ONTOLOGIES, opened, vocabulary.shipped()).relations
        query = pattern.query(opened.language)
        given = settings.read(few(name, store), [query])[query.name]
        values = parameters.resolve(query, opened, given, seed, found)
        return picture.choose(pattern, opened, values, seed, key)


def mined(store: str, folder: Path, *names: str, **more: object) -> list[Instance]:
    kgforge.mine(names, store, folder / "mined", force=True, **more)  # type: ignore[arg-type]
    paths = [folder / "mined" / name / "instances.jsonl" for name in names]
    lines = [line for path in paths for line in path.read_bytes().splitlines()]
    return [msgspec.json.decode(line, type=Instance) for line in lines]


# ── which one ───────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("name", patterns.pattern_names())
def test_an_instance_that_was_mined_is_found_by_its_key(
    name: str, town: str, tmp_path: Path
) -> None:
    found = mined(town, tmp_path, name, params=few(name, town), ontologies=ONTOLOGIES)
    assert found
    for one in found:
        assert chosen(town, name, one.key[:40]) == one


def few(name: str, store: str) -> dict[str, str]:
    """Those of ``FEW`` that a pattern or its helpers declare."""
    query = patterns.read_pattern(name).query(store.partition(":")[0].replace("duckdb", "sql"))
    known = {parameter.name for _, parameter in settings._declared(query)}
    return {param: text for param, text in FEW.items() if param in known}


@pytest.mark.parametrize("seed", range(4))
def test_the_first_is_the_one_that_mining_draws_first(seed: int, town: str, tmp_path: Path) -> None:
    params = {"predicates": "P26", "least": "1", "share": "0", "most": "1"}
    [first] = mined(town, tmp_path, "symmetry", params=params, seed=seed)
    pattern = patterns.read_pattern("symmetry")
    with stores.open(town) as opened:
        query = pattern.query("sql")
        given = settings.read({"predicates": "P26"}, [query])["symmetry"]
        values = parameters.resolve(query, opened, given, seed)
        assert picture.choose(pattern, opened, values, seed) == first


def test_what_has_no_instance_is_refused(town: str) -> None:
    with pytest.raises(PatternError, match="hubs has no role, so it has no instance to draw"):
        chosen(town, "hubs")
    with pytest.raises(PatternError, match="no instance whose key begins with nothing"):
        chosen(town, "symmetry", "nothing")
    with pytest.raises(PatternError, match="no instance whose key begins with nothing"):
        chosen(town, "entity", "nothing")


# ── what it looks like ──────────────────────────────────────────────────────────────────────────
ROLES = {"first": "a p b", "second": "not b q a", "third": "implied a r c"}
NAMES = [
    label("a", "Ann & $x$ <b>"),
    label("b", "日本"),
    *(label(name, said) for name, said in {"p": "spouse of", "q": "foe of", "r": "kin of"}.items()),
]


def drawn(path: Path) -> Path:
    facts = ["a p b", "a p c", "d p a"]
    with small.memory(small.entries(facts, NAMES, unnamed=["c", "d"])) as store:
        picture.draw(instance("mine", ROLES), store, path)
    return path


def texts(path: Path) -> list[str]:
    return [text.text or "" for text in ElementTree.parse(path).iter(f"{SVG}text")]


def test_the_picture_names_entities_predicates_and_roles(tmp_path: Path) -> None:
    said = texts(drawn(tmp_path / "a.svg"))
    assert said.count("Ann & $x$ <b>") == said.count("日本") == 1
    assert {"spouse of", "(first)", "(second)", "(third)", "not foe of"} <= set(said)
    assert {"implied kin of", "<http://example.org/c>"} <= set(said)
    assert not any(small.EX + "d" in one for one in said)


def test_implied_facts_are_dashed_and_absent_ones_red_and_dotted(tmp_path: Path) -> None:
    lines = [
        path.get("style", "")
        for path in ElementTree.parse(drawn(tmp_path / "a.svg")).iter(f"{SVG}path")
        if re.match("fill: none; stroke-dasharray", path.get("style", ""))
    ]
    dashes = {"red" if "#a03322" in line else "ink": gaps(line) for line in lines}
    assert len(lines) == len(dashes) == 2
    assert dashes["red"][0] < dashes["ink"][0], "dots are shorter than dashes"


def gaps(style: str) -> list[float]:
    [found] = re.findall(r"stroke-dasharray: ([\d., ]+)", style)
    return [float(part) for part in found.split(",")]


def test_the_same_instance_gives_the_same_bytes(tmp_path: Path) -> None:
    for ending in picture.FORMATS:
        one, other = (drawn(tmp_path / f"{name}{ending}").read_bytes() for name in "ab")
        assert one == other
        assert len(one) > 2000


def test_arrows_between_the_same_two_lie_apart(tmp_path: Path) -> None:
    with small.memory(small.entries(["a p b", "b p a"])) as store:
        both = instance("mine", {"one": "a p b", "other": "b p a"})
        picture.draw(both, store, tmp_path / "a.svg")
    places = {
        text.text: float(re.findall(r"[\d.]+", text.get("transform", ""))[-1])
        for text in ElementTree.parse(tmp_path / "a.svg").iter(f"{SVG}text")
    }
    assert abs(places["(one)"] - places["(other)"]) > 20


def test_without_the_libraries_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for absent in ("networkx", "matplotlib"):
        monkeypatch.setitem(sys.modules, absent, None)
        with pytest.raises(MissingDriverError, match=re.escape("'kgforge[plots]'")):
            drawn(tmp_path / "a.svg")
    assert list(tmp_path.iterdir()) == []


# ── the command ─────────────────────────────────────────────────────────────────────────────────
def query(*arguments: object) -> int:
    with pytest.raises(SystemExit) as left:
        cli.main(["query", *map(str, arguments)])
    return int(left.value.code or 0)


def test_the_command_draws_and_prints_no_rows(
    town: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    os.chdir(tmp_path)
    assert query("symmetry", "--store", town, "--draw", "a.svg", "--param", "predicates=P26") == 0
    said = capsys.readouterr()
    key = re.findall(r"^a\.svg: symmetry wdt:P26, key ([0-9a-f]{64})$", said.err, re.M)[0]
    assert said.out == ""
    assert query("symmetry", "--store", town, "--draw", "b.svg", "--key", key[:9]) == 0
    assert Path("a.svg").read_bytes() == Path("b.svg").read_bytes()
    assert query("symmetry", "--store", town, "--draw", "a.gif") == 2
    assert query("symmetry", "--store", town, "--key", "ab") == 2
    assert query("members", "--store", town, "--draw", "c.svg") == 1
    assert not Path("c.svg").exists()
