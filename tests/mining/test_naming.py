"""What has no name is counted, and not drawn; on every engine the same."""

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import kgforge
from kgforge import stores
from kgforge.mining import by_store
from kgforge.schema import Entry, Label, Sentence, Triple
from kgforge.schema.graph import Mention
from tests.worlds.facts import ex

PATTERNS = ["symmetry", "asymmetry", "inverse", "composite", "hierarchy", "path", "entity"]
PARAMS = {
    "type": f"<{ex('kind')}>", "sub": f"<{ex('within')}>", "least": "1", "share": "0.01",
    "each": "4", "most": "7", "entities": "3", "facts": "5",
}  # fmt: skip
NAMED = [ex(f"name{n}") for n in range(12)]
OPAQUE = [f"http://www.wikidata.org/entity/Q{n}" for n in range(1, 13)]
UNNAMED = frozenset(OPAQUE[4:]) - {OPAQUE[6]}
"""Of the opaque ids the first are named: by labels, by one for all languages, by a sentence; and
the seventh by its alias."""


def graph(seed: int) -> list[Entry]:
    chance = random.Random(seed)
    every = [*NAMED, *OPAQUE]
    facts = {
        Triple(one, ex(predicate), other)
        for predicate in ("knows", "likes", "within")
        for one, other in (chance.sample(every, 2) for _ in range(70))
    }
    facts |= {Triple(one.object, one.predicate, one.subject) for one in [*facts][::3]}
    facts |= {Triple(one, ex("kind"), ex("person")) for one in every}
    told = Triple(OPAQUE[3], ex("knows"), NAMED[0])
    return [
        Entry(triples=tuple(sorted({*facts, told}))),
        Entry(
            labels=(
                Label(OPAQUE[0], "label", "First", "en"),
                Label(OPAQUE[1], "label", "Second", "en"),
                Label(OPAQUE[2], "label", "Third", "mul"),
                Label(OPAQUE[5], "label", "Sechstens", "de"),
                Label(OPAQUE[6], "alias", "Seventh", "en"),
            ),
            sentences=(
                Sentence(
                    "urn:s", "Fourth knows one.", "a page", (Mention(told, (0, 6), (13, 16)),)
                ),
            ),
        ),
    ]


def mined(entries: list[Entry], address: str, out: Path, **params: str) -> dict[str, bytes]:
    with stores.open(address, stores.WRITE) as store:
        store.add(entries)
    mining = kgforge.mine(PATTERNS, address, out, params=PARAMS | params, seed=3)
    assert mining.unnamed == len(UNNAMED)
    return {str(path.relative_to(out)): path.read_bytes() for path in sorted(out.glob("*/*.jsonl"))}


def instances(found: dict[str, bytes], pattern: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in found[f"{pattern}/instances.jsonl"].splitlines()]


def ends(instance: dict[str, Any]) -> set[str]:
    return {fact[end] for fact in instance["facts"] for end in ("subject", "object")}


@pytest.mark.parametrize("seed", range(3))
def test_every_engine_draws_the_same_and_names_it_all(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = graph(seed)
    streamed = mined(entries, f"oxigraph:{tmp_path}/graph", tmp_path / "streamed")
    drawn = mined(entries, f"duckdb:{tmp_path}/graph.db", tmp_path / "drawn")
    assert drawn == streamed
    monkeypatch.setattr(by_store, "MOST", 0)  # too many to be listed in a query
    assert mined(entries, f"duckdb:{tmp_path}/graph.db", tmp_path / "read") == streamed
    every = [one for pattern in PATTERNS for one in instances(streamed, pattern)]
    assert len(every) > 30
    assert {end for one in every for end in ends(one)}.isdisjoint(UNNAMED)
    assert {end for one in every for end in ends(one)} >= set(OPAQUE[:4])


def test_what_is_left_out_is_what_cannot_be_named(tmp_path: Path) -> None:
    """Where all is drawn: the instances of the same graph with every entity named, less some."""
    entries = graph(0)
    called = tuple(Label(one, "label", one, "en") for one in UNNAMED)
    without = mined(entries, f"oxigraph:{tmp_path}/g", tmp_path / "m", each="99999", most="99999")
    with stores.open(f"oxigraph:{tmp_path}/g", stores.WRITE) as store:
        store.add([Entry(labels=called)])
    out = tmp_path / "named"
    given = {name: PARAMS[name] for name in ("least", "share", "type")}
    given |= {"each": "99999", "most": "99999"}
    named = kgforge.mine(
        ["symmetry", "inverse", "composite"], f"oxigraph:{tmp_path}/g", out, seed=3,
        params=given,
    )  # fmt: skip
    assert not named.unnamed
    for pattern in ("symmetry", "inverse", "composite"):
        every = [
            json.loads(line)
            for line in (out / pattern / "instances.jsonl").read_bytes().splitlines()
        ]
        wanted = [one for one in every if UNNAMED.isdisjoint(ends(one))]
        assert instances(without, pattern) == wanted
        assert 0 < len(wanted) < len(every)
        groups = [
            json.loads(line) for line in (out / pattern / "groups.jsonl").read_bytes().splitlines()
        ]
        counted = [json.loads(line) for line in without[f"{pattern}/groups.jsonl"].splitlines()]
        assert [(one["group"], one["matches"]) for one in counted] == [
            (one["group"], one["matches"]) for one in groups
        ]


def test_hubs_are_entities_with_a_name(tmp_path: Path) -> None:
    """Three are drawn, though those of most facts have no name."""
    facts = [Triple(hub, ex("knows"), other) for hub in OPAQUE[4:] for other in NAMED]
    facts += [Triple(hub, ex("likes"), other) for hub in NAMED[:4] for other in NAMED[5:9]]
    facts += [Triple(one, ex("kind"), ex("person")) for one in (*NAMED, *OPAQUE)]
    with stores.open(f"duckdb:{tmp_path}/g.db", stores.WRITE) as store:
        store.add([Entry(triples=tuple(facts))])
    given = {name: PARAMS[name] for name in ("type", "entities", "facts")} | {"least": "1"}
    mining = kgforge.mine(["entity"], f"duckdb:{tmp_path}/g.db", tmp_path / "m", params=given)
    assert mining.patterns[0].instances == 3


def test_a_text_of_which_one_fact_has_no_name_is_left_out_whole(
    shared: Path, tmp_path: Path
) -> None:
    """Else its gold would lack what the text says."""
    source = shared / "webnlg/v3.0_en_train/7triples"
    ontology = shared / "text2kgbench/dbpedia_webnlg/ontologies/1_university_ontology.json"
    store = f"duckdb:{tmp_path}/g.db"
    kgforge.load([f"webnlg:{source}"], store)
    given = {"ontologies": [ontology], "params": {"most": "9999"}}
    whole = kgforge.mine(["alignment"], store, tmp_path / "whole", **given)  # type: ignore[arg-type]
    assert not whole.unnamed
    texts = [
        json.loads(line)
        for line in (tmp_path / "whole/alignment/instances.jsonl").read_bytes().splitlines()
    ]
    used = Counter(end for one in texts for end in ends(one) if not end.startswith('"'))
    lost, _ = used.most_common()[-1]
    renamed = tmp_path / "renamed.db"
    opaque = "http://www.wikidata.org/entity/Q1"
    entries = list(_copied(store, lost, opaque))
    with stores.open(f"duckdb:{renamed}", stores.WRITE) as copy:
        copy.add(entries)
    kgforge.mine(["alignment"], f"duckdb:{renamed}", tmp_path / "less", **given)  # type: ignore[arg-type]
    less = [
        json.loads(line)
        for line in (tmp_path / "less/alignment/instances.jsonl").read_bytes().splitlines()
    ]
    kept = [one["text"] for one in texts if lost not in ends(one)]
    assert sorted(one["text"] for one in less) == sorted(kept)
    assert len(kept) < len(texts)


def _copied(address: str, lost: str, opaque: str) -> Any:
    """A graph, one of its entities under an id without a label or a place in a sentence."""
    from kgforge.graph import copying

    def turned(fact: Triple) -> Triple:
        return Triple(
            *(opaque if one == lost else one for one in (fact.subject, fact.predicate, fact.object))
        )

    with stores.open(address) as store:
        for entry in copying.entries(store):
            sentences = tuple(
                Sentence(one.id, one.text, one.source,
                         tuple(Mention(turned(each.fact), None, None) for each in one.mentions))
                for one in entry.sentences
            )  # fmt: skip
            yield Entry(
                triples=tuple(map(turned, entry.triples)),
                labels=tuple(label for label in entry.labels if label.entity != lost),
                sentences=sentences,
                documents=0,
            )
