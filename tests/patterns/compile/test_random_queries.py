"""Random queries on random small graphs: compiled to SQL they give the rows that Oxigraph gives."""

from collections import Counter
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

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


def test_random_queries_give_the_same_rows(tmp_path: Path) -> None:
    seen: Counter[str] = Counter()

    @settings(
        max_examples=1500 if PROOF else 25,
        deadline=None,
        derandomize=not PROOF,
        suppress_health_check=list(HealthCheck),
        print_blob=False,
    )
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
