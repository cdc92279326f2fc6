"""Random queries on random small graphs: compiled to SQL they give the rows that Oxigraph gives."""

import re
import tempfile
from collections import Counter
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import kgforge
from kgforge import loaders, patterns, stores
from kgforge.errors import PatternError
from kgforge.schema import Entry, Label, ReadOptions
from kgforge.stores import WRITE, Store
from tests.patterns.compile.random_queries import Asked, E, graphs, queries
from tests.sampled import PROOF

LABELS = Entry(
    labels=(
        Label(f"{E}a", "label", "one", "en"),
        Label(f"{E}a", "label", "eins", "de"),
        Label(f"{E}b", "label", "one", "en"),
    )
)
REFUSED = "cannot be put into"
Lines = list[tuple[str, str, str]]


def read(lines: Lines, path: Path) -> list[Entry]:
    path.write_text("".join(f"{s} {p} {o} .\n" for s, p, o in lines), encoding="utf-8")
    return [*loaders.load("rdf").read(path, ReadOptions()), LABELS]


def rows(store: Store, asked: Asked, folder: Path) -> Counter[patterns.Row] | str:
    file = folder / "own.rq"
    file.write_text(f"# Own.\n#\n# columns: {asked.columns}\n\n{asked.text}\n", encoding="utf-8")
    try:
        query = patterns.read_query("own", store.language, folder)
    except PatternError as error:
        if REFUSED not in str(error):
            raise
        return REFUSED
    return Counter(store.query(query, {}))


def tried(graphs: int) -> settings:
    """So many random graphs, in an ordinary run the same each time."""
    return settings(
        max_examples=graphs,
        deadline=None,
        derandomize=not PROOF,
        suppress_health_check=list(HealthCheck),
        print_blob=False,
    )


def test_random_queries_give_the_same_rows(tmp_path: Path) -> None:
    seen: Counter[str] = Counter()

    @tried(1500 if PROOF else 25)
    @given(graphs, st.lists(queries(), min_size=4, max_size=4))
    def check(lines: Lines, asked: list[Asked]) -> None:
        entries = read(lines, tmp_path / "graph.nt")
        with stores.open("oxigraph:", WRITE) as right, stores.open("duckdb:", WRITE) as store:
            right.add(entries)
            store.add(entries)
            for one in asked:
                found = rows(store, one, tmp_path)
                seen["refused" if found == REFUSED else "answered"] += 1
                if found != REFUSED:
                    wanted = rows(right, one, tmp_path)
                    seen["with rows"] += bool(wanted)
                    assert found == wanted, one.text

    check()
    assert seen["answered"] > seen["refused"]
    assert seen["with rows"] > seen["answered"] / 5


def drawn(address: str, asked: Asked, folder: Path) -> tuple[bytes, ...] | str:
    """What is mined by a query of terms, each in a role with the next; or why nothing is."""
    names = re.findall(r"\w+(?=:)", asked.columns)
    pairs = zip(names, names[1:] + names[:1], strict=True)
    roles = "".join(f"# role: of_{one} = implied {one} $p {other}\n" for one, other in pairs)
    (folder / "drawn.rq").write_text(
        f"# Own.\n#\n# params: $p: iri = <{E}p>\n# columns: {asked.columns}\n# group: $p\n"
        f"# sample: 3\n{roles}# metric: hit\n\n{asked.text}\n",
        encoding="utf-8",
    )
    try:
        kgforge.mine([folder / "drawn.rq"], address, folder / "mined", engine="native", force=True)
    except PatternError as error:
        return REFUSED if REFUSED in str(error) else "another error"
    files = folder / "mined" / "drawn"
    return tuple((files / name).read_bytes() for name in ("groups.jsonl", "instances.jsonl"))


def test_rows_of_random_queries_are_drawn_alike(tmp_path: Path) -> None:
    """Also those with terms that a query brings in, as of VALUES, and the graph lacks."""
    seen: Counter[str] = Counter()

    @tried(400 if PROOF else 15)
    @given(graphs, st.lists(queries(), min_size=4, max_size=4))
    def check(lines: Lines, asked: list[Asked]) -> None:
        entries = read(lines, tmp_path / "graph.nt")
        with tempfile.TemporaryDirectory(dir=tmp_path) as folder:
            addresses = [f"{store}:{folder}/{store}" for store in ("oxigraph", "duckdb")]
            for address in addresses:
                with stores.open(address, WRITE) as store:
                    store.add(entries)
            for one in asked:
                if set(re.findall(r": (\w+)", one.columns)) != {"term"}:
                    continue
                text = re.sub("^SELECT (DISTINCT )?", "SELECT DISTINCT ", one.text)
                right, found = (drawn(place, Asked(one.columns, text), tmp_path)
                                for place in addresses)  # fmt: skip
                seen[found if isinstance(found, str) else "drawn"] += 1
                assert found in (REFUSED, right), text

    check()
    assert seen["drawn"] > 12, seen
