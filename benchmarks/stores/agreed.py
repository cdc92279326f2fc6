"""That the script over dictionaries finds what kgforge finds: each group's counts, and the rows."""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from kgforge import files, patterns, stores, terms
from kgforge.mining import parameters, relations
from kgforge.schema import Group
from kgforge.stores import Store

_SPELT: Final = {
    "ambiguous": "{}",
    "asymmetry": "{}",
    "bias": "{}",
    "composite": "{}+{}>{}",
    "entity": "{}",
    "hierarchy": "wdt:P279",
    "inverse": "{}|{}",
    "path": "{}+{}",
    "symmetry": "{}",
}
"""How a pattern spells a group's name."""
_RULE: Final = ("body", "pca_body", "head")
_COUNTS: Final = {
    "ambiguous": ("matches",),
    "asymmetry": ("triples", "self_loops", "matches", "body"),
    "bias": ("matches",),
    "composite": ("triples", "matches", "support", *_RULE),
    "entity": ("matches",),
    "hierarchy": ("triples", "self_loops", "matches"),
    "inverse": ("triples", "matches", *_RULE),
    "path": ("triples", "matches"),
    "symmetry": ("triples", "self_loops", "matches", *_RULE),
}
"""What the script counts of a group, in its order."""
_WHOLE: Final = frozenset({"bias", "entity", "hierarchy"})
"""Patterns whose rows are asked of all predicates, whichever groups are kept."""
PATTERNS: Final = tuple(
    name for name in patterns.names_of_all() if name not in relations.without_ontology(["all"], {})
)
"""What ``mine all`` looks for where there is no ontology: it is measured of each engine."""

Found = Mapping[str, Any]
"""What the script prints: of each pattern ``rows``, ``groups`` and, where asked, ``digest``."""


def check(found: Found, mined: Path, address: str) -> None:
    """Hold the script's groups, number of rows and digests against a folder that mine wrote.

    Exits with what differs. Digests are compared where there are any: the rows are asked again.
    """
    summary = msgspec.json.decode((mined / "mining.json").read_bytes())
    rows = {pattern["name"]: pattern["rows"] for pattern in summary["patterns"]}
    if missing := rows.keys() ^ found.keys():
        raise SystemExit(f"mined or found by the script alone: {', '.join(sorted(missing))}")
    with stores.open(address) as store:
        for name, own in found.items():
            groups = list(files.read_lines(mined / name / "groups.jsonl", Group, "mine again"))
            theirs = {_SPELT[name].format(*map(terms.spelt, _names(line))): _counts(line)
                      for line in own["groups"]}  # fmt: skip
            ours = {group.group: tuple(getattr(group, count) for count in _COUNTS[name])
                    for group in groups}  # fmt: skip
            if rows[name] != own["rows"] or ours != theirs:
                unlike = {key for key in ours | theirs if ours.get(key) != theirs.get(key)}
                counts = f"{rows[name]} rows, the script {own['rows']}"
                raise SystemExit(f"{name}: {counts}; unlike groups: {sorted(unlike)[:3]}")
            if "digest" in own and _digest(store, name, groups) != own["digest"]:
                raise SystemExit(f"{name}: the script's rows are others")


def _names(line: list[Any]) -> list[str]:
    return [part for part in line if isinstance(part, str)]


def _counts(line: list[Any]) -> tuple[int, ...]:
    return tuple(part for part in line if isinstance(part, int))


def _digest(store: Store, name: str, groups: list[Group]) -> str:
    """The sum of the SHA-256 of all rows that mining has asked for."""
    query = patterns.read_pattern(name).query(store.language)
    values = parameters.resolve(query, store)
    kept = {iri for group in groups if group.kept for iri in group.predicates}
    listed = frozenset[str]() if name in _WHOLE else {"predicates", "others", "first"}
    narrowed = listed & values.keys()
    values |= dict.fromkeys(narrowed, tuple(sorted(kept)))
    total = 0
    for row in store.query(query, values):
        total += int.from_bytes(hashlib.sha256(" ".join(map(str, row)).encode()).digest())
    return f"{total % 2**256:064x}"
