"""How a graph was loaded stays in it, and is enough to load it again."""

import inspect
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

import kgforge
from kgforge import cli, graph, stores
from kgforge.cli.load import load
from kgforge.graph import LoadOptions, loading, recipe
from kgforge.schema import ReadOptions

SOURCE = "tsv:here/my facts.tsv"


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Sources in a folder ``here``."""
    monkeypatch.chdir(tmp_path)
    here = tmp_path / "here"
    here.mkdir()
    rows = [f"e{n}\tx\ttwin\te{n + 1 - 2 * (n % 2)}" for n in range(12)]
    rows += [f"e{n}\tx\tother\te{n + 2}" for n in range(6)]
    (here / "my facts.tsv").write_text("\n".join(["a\tb\tc\td", *rows]) + "\n", "utf-8")
    names = [f"e{n}\tName {n}" for n in range(14)] + ["twin\ttwin of"]
    (here / "names.tsv").write_text("\n".join(names) + "\n", "utf-8")
    (here / "types.nt").write_text(
        "".join(
            f"<urn:n:e{n}> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <urn:n:Thing> .\n"
            for n in range(12)
        ),
        "utf-8",
    )
    (here / "rules.ttl").write_text(
        "<urn:n:twin> a <http://www.w3.org/2002/07/owl#SymmetricProperty> .\n", "utf-8"
    )
    (here / "my words.ttl").write_text(
        '<urn:n:twin> <urn:kgforge:ns#template> "[X] is twin to [Y]."@en .\n', "utf-8"
    )
    return here


LOAD = (
    f"load {shlex.quote(SOURCE)} --labels here/names.tsv --languages en,de --base urn:n: "
    "--header --columns a,c,d --predicates urn:n:twin --licence cc-by-4.0 "
    "--types-from rdf:here/types.nt --ontology here/rules.ttl --strict"
)


def run(command: str) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(shlex.split(command))
    assert not ended.value.code, command


def test_sources_of_one_name_are_told_by_what_parts_them(tmp_path: Path) -> None:
    addresses = [f"tsv:{tmp_path}/one/x.tsv", f"tsv:{tmp_path}/two/deep/x.tsv", "http://a.org/x"]
    assert recipe.command(addresses) == "tsv:one/x.tsv tsv:two/deep/x.tsv http://a.org/x"
    assert recipe.command([f"{tmp_path}/x.tsv", f"{tmp_path}/x.tsv"]) == "x.tsv x.tsv"


def recipe_of(bench: Path) -> Iterator[str]:
    """The commands under *Rebuild* in a card."""
    _, _, rest = (bench / "README.md").read_text("utf-8").partition("## Rebuild")
    _, _, rest = rest.partition("```sh\n")
    return (
        line.removeprefix("kgforge ").replace("PATH-OF-THIS-FOLDER", str(bench))
        for line in rest.partition("```")[0].splitlines()
    )


@pytest.mark.parametrize("store", ["oxigraph:g", "duckdb:g.db"])
def test_the_card_s_recipe_makes_the_same_bytes(
    files: Path, store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(f"{LOAD} --store {store}")
    run(f"load {shlex.quote(SOURCE)} --base urn:n: --header --columns 1,3,4 --limit 14 "
        f"--store {store}")  # fmt: skip
    run(f"mine symmetry asymmetry --store {store} --out mined --param least=1 --param share=0.1 "
        "--seed 3")  # fmt: skip
    run("export mined --out bench --templates 'here/my words.ttl' --candidates 7 --seed 5")
    bench = Path("bench").resolve()
    install, *commands = recipe_of(bench)
    assert install == f"pip install kgforge=={kgforge.__version__}"
    assert [command.split()[0] for command in commands] == ["load", "load", "mine", "export"]
    monkeypatch.chdir(files)
    for command in commands:
        run(command)
    made = {path.name: path.read_bytes() for path in (files / "benchmark").iterdir()}
    assert made == {path.name: path.read_bytes() for path in bench.iterdir()}
    assert b"CC-BY-4.0" in made["manifest.json"]
    assert b"is twin to" in made["symmetry.jsonl"]


def test_a_graph_says_how_it_was_loaded_and_so_do_its_copies(files: Path) -> None:
    run(f"{LOAD} --store oxigraph:g")
    told = (
        "'tsv:my facts.tsv' --languages en,de --base urn:n: --header --columns a,c,d "
        "--labels names.tsv --predicates '<urn:n:twin>' --strict --licence CC-BY-4.0 "
        "--ontology rules.ttl --types-from rdf:types.nt"
    )
    kgforge.load(["oxigraph:g"], "duckdb:g.db")
    kgforge.load(["duckdb:g.db"], "oxigraph:part", LoadOptions(limit=3))
    for address, wanted in (
        ("oxigraph:g", told),
        ("duckdb:g.db", told),
        ("oxigraph:part", "duckdb:g.db --limit 3"),
    ):
        with stores.open(address) as store:
            assert graph.loads(store) == (wanted,)


def test_loading_the_same_again_says_it_once(files: Path) -> None:
    for _ in range(2):
        run(f"{LOAD} --store duckdb:g.db")
    with stores.open("duckdb:g.db") as store:
        assert len(graph.loads(store)) == 1


def test_a_source_that_is_mined_as_it_is_says_so(files: Path) -> None:
    Path("here/my facts.tsv").write_text("e0\ttwin\te1\ne1\ttwin\te0\n", "utf-8")
    with loading.open_graph(SOURCE) as store:
        assert graph.loads(store) == ("'tsv:my facts.tsv'",)


def test_every_option_that_can_change_a_graph_is_told() -> None:
    """Each field's flag is one of ``kgforge load``, and no option of its is forgotten."""
    fields = {*LoadOptions.__struct_fields__, *ReadOptions.__struct_fields__} - {"read"}
    fields -= recipe.INTERNAL
    flags = {recipe.flag(field).removeprefix("--").replace("-", "_") for field in fields}
    options = {
        name
        for name, parameter in inspect.signature(load).parameters.items()
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY
    } | {"store"}
    assert flags <= options
    assert options - flags <= {"store", "dry_run", "update_url", "json", "verbose"}


def test_paths_are_told_by_their_last_part_and_urls_whole() -> None:
    options = ReadOptions(labels=("/home/me/a b.tsv",), header=False)
    said = recipe.command(["/data/x.nt", "trex:/data/set/", "sparql:https://x.org/sparql"], options)
    assert said == ("x.nt trex:set sparql:https://x.org/sparql --no-header --labels 'a b.tsv'")


@pytest.mark.parametrize("engine", ["oxigraph:", "duckdb:"])
def test_what_is_loaded_beside_a_graph_is_told_too(
    files: Path, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An ontology on its own, and one with the copy of a graph: the recipe gives the same graph."""
    run(f"load {shlex.quote(SOURCE)} --columns 1,3,4 --no-header --store {engine}one")
    run(f"load --ontology here/rules.ttl --types-from here/types.nt --store {engine}one")
    run(f"load {engine}one --ontology 'here/my words.ttl' --store {engine}two")
    told = ["'tsv:my facts.tsv' --no-header --columns 1,3,4",
            "--ontology rules.ttl --types-from types.nt"]  # fmt: skip
    with stores.open(f"{engine}one") as one, stores.open(f"{engine}two") as two:
        assert graph.loads(one) == tuple(sorted(told))
        assert graph.loads(two) == tuple(sorted([*told, "--ontology 'my words.ttl'"]))
        right = graph.graph_hash(two), graph.beside_hash(two)
        commands = graph.loads(two)
    monkeypatch.chdir(files)
    for command in commands:
        run(f"load {command} --store {engine}again")
    with stores.open(f"{engine}again") as again:
        assert (graph.graph_hash(again), graph.beside_hash(again)) == right


def test_the_recipe_finds_what_lies_beside_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CoDEx, loaded within ``triples``: the recipe, run beside it, makes the same bytes."""
    splits, names = tmp_path / "triples/codex-s", tmp_path / "relations/en"
    for folder in (splits, names, names.with_name("de")):
        folder.mkdir(parents=True)
    rows = [f"Q{n}\tP26\tQ{n + 1 - 2 * (n % 2)}" for n in range(40)]
    for place, split in enumerate(("train", "valid", "test")):
        part = rows[place * 12 : 40 if place == 2 else place * 12 + 12]
        (splits / f"{split}.txt").write_text("\n".join(part) + "\n", "utf-8")
    labels = "\n".join(f"Q{n}\tName {n}" for n in range(40))
    (tmp_path / "names.tsv").write_text(labels + "\n", "utf-8")
    (names / "relations.json").write_text('{"P26": {"label": "spouse"}}', "utf-8")
    (names.with_name("de") / "relations.json").write_text('{"P26": {"label": "Ehe"}}', "utf-8")
    monkeypatch.chdir(splits.parent)
    run("load codex-s --labels ../names.tsv --languages en,de --store oxigraph:../g")
    monkeypatch.chdir(tmp_path)
    run("mine symmetry --store oxigraph:g --out m --param least=1")
    run("export m --out bench")
    bench = Path("bench").resolve()
    _, *commands = recipe_of(bench)  # behind the installation
    assert "load triples/codex-s " in commands[0]
    for command in commands:
        run(command)
    made = {path.name: path.read_bytes() for path in Path("benchmark").iterdir()}
    assert made == {path.name: path.read_bytes() for path in bench.iterdir()}
    card = made["README.md"].decode()
    assert "pretty_name: codex-s\n" in card
    assert "# codex-s\n" in card
    assert "| de/relations.json |" in card
    assert "| en/relations.json |" in card
