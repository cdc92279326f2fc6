"""Names in varieties of a language, en-gb of en: every source keeps them, as what they are."""

import json
from pathlib import Path
from typing import Any

import pytest

import kgforge
from kgforge import loaders, stores
from kgforge.graph import LoadOptions, coverage, names
from kgforge.schema import Label, ReadOptions

ENTITY = "http://www.wikidata.org/entity/Q1"
TEXTS = {"en-GB": "colour", "zh-hans": "颜色", "pt-br": "cor", "enm": "colur"}
_JSON = {
    "type": "item",
    "id": "Q1",
    "labels": {tag.lower(): {"language": tag, "value": text} for tag, text in TEXTS.items()},
}
SOURCES = {
    "rdf": ("g.nt", "".join(
        f'<{ENTITY}> <http://www.w3.org/2000/01/rdf-schema#label> "{text}"@{tag} .\n'
        for tag, text in TEXTS.items()
    )),
    "tsv": ("columns.tsv", "\t".join(["id", *(f"label_{tag}" for tag in TEXTS)]) + "\n"
            + "\t".join(["Q1", *TEXTS.values()]) + "\n"),
    "tsv by row": ("rows.tsv", "id\tlang\tlabel\n"
                   + "".join(f"Q1\t{tag}\t{text}\n" for tag, text in TEXTS.items())),
    "tsv of KGTK": ("kgtk.tsv", "node1\tlabel\tnode2\n"
                    + "".join(f"Q1\tlabel\t'{text}'@{tag}\n" for tag, text in TEXTS.items())),
    "tsv of literals": ("facts.tsv", "".join(
        f'Q1\trdfs:label\t"{text}"@{tag}\n' for tag, text in TEXTS.items()
    )),
    "wikidata": ("q.json", json.dumps(_JSON)),
}  # fmt: skip


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize(
    ("asked", "kept"),
    [
        (("en",), {"en-GB"}),
        (("EN-gb",), {"en-GB"}),
        (("zh", "pt"), {"zh-hans", "pt-br"}),
        (("en-gb-oed", "zh-hant"), set()),
    ],
)
def test_every_source_keeps_them_as_what_they_are(
    source: str, asked: tuple[str, ...], kept: set[str], tmp_path: Path
) -> None:
    name, text = SOURCES[source]
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    entries = list(loaders.load(source.split(maxsplit=1)[0]).read(path, ReadOptions(asked)))
    assert {label for entry in entries for label in entry.labels} == {
        Label(ENTITY, "label", TEXTS[tag], tag.lower()) for tag in kept
    }
    left = {language for entry in entries for _, language in entry.unasked}
    assert left == ({tag.lower() for tag in set(TEXTS) - kept} if source != "wikidata" or not kept
                    else set())  # fmt: skip


NAMES = "id,label_en,label_en-gb,label_mul,label_en-ca\n" + "".join(
    f"{row}\n"
    for row in ("Q1,color,colour,,", "Q2,,grey,gris,gray", "Q3,,,trois,", "P26,,spouse,,")
)


@pytest.mark.parametrize("engine", ["oxigraph:g", "duckdb:g.db"])
def test_load_counts_what_they_alone_name(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("f.csv").write_text("Q1,P26,Q2\nQ2,P26,Q3\nQ3,P999,Q4\n")
    Path("n.csv").write_text(NAMES)
    options = LoadOptions(ReadOptions(labels=("n.csv",)))
    report = kgforge.load(["tsv:f.csv"], engine, options)
    entities, predicates = report.coverage
    found: Any = (entities.labelled, entities.varieties, entities.multilingual, entities.unnamed)
    assert found == (1, 1, 1, 1)
    assert (predicates.labelled, predicates.varieties, predicates.unnamed) == (1, 0, 1)
    [table] = report.sheets()
    assert "  with one in a variety of it (en-…)" in map(str, table.columns[0].cells)
    with stores.open(engine) as store:
        assert coverage.languages(store)[0] == ("en-gb", 3)
        wd = ENTITY[:-2]
        assert {one: found.label for one, found in names.labelled(
            store, (f"{wd}Q1", f"{wd}Q2", f"{wd}Q3"), "en"
        ).items()} == {f"{wd}Q1": "color", f"{wd}Q2": "gray", f"{wd}Q3": "trois"}  # fmt: skip
        assert names.unnamed(store, "en") == {f"{wd}Q4"}
