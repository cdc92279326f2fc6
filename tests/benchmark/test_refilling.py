"""Items in the place of instances that become none, from what mining draws in reserve."""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import kgforge
from kgforge.benchmark import ExportOptions, refilling, verify
from kgforge.benchmark.refilling import Refill
from kgforge.graph import LoadOptions
from kgforge.schema import Computed, Fact, Instance, Item, Provenance, ReadOptions, Skip, folders


def instances(text: str) -> list[Instance]:
    """``a1 a2 b1``: each with its group."""
    return [Instance("x", name[0], name, ()) for name in text.split()]


def build(some: Iterable[Instance]) -> Iterator[Item | Skip]:
    """Items of what has an even number."""
    for one in some:
        if int(one.key[1:]) % 2:
            yield Skip("odd", one.key)
        else:
            yield Item(one.key, "x", one.group, "test", None, (), (), Provenance("", "", 0))


def refilled(asked: str, reserve: str) -> tuple[list[str], int]:
    refill = Refill(build, instances(reserve))
    return [one.id for one in refill.items(instances(asked)) if isinstance(one, Item)], refill.count


def test_a_group_is_filled_from_its_own_reserve_in_its_order() -> None:
    assert refilled("a1 a2 a3 b2", "a5 a8 a4 a6 b4") == (["a2", "a4", "a8", "b2"], 2)


def test_the_rest_comes_from_groups_that_nothing_was_drawn_from() -> None:
    found, count = refilled("b1 b3 b5 d2", "a1 a2 a4 b7 c2 c4 e1")
    assert (found, count) == (["d2", "a2", "c2", "c4"], 3)


def test_without_a_reserve_nothing_is_filled() -> None:
    assert refilled("a1 a2 b3", "") == (["a2"], 0)


def test_a_question_of_yes_gives_its_place_to_one_of_yes() -> None:
    def asked(text: str) -> list[Instance]:
        whether = Computed("whether")
        return [
            Instance("x", "g", name, (Fact("r", "s", "p", name[0], None, computed=whether),))
            for name in text.split()
        ]

    refill = Refill(build, asked("n2 n4 n6 n8 y10"))
    found = refill.items(asked("n12 n14 y1 y3"))
    assert [one.id for one in found if isinstance(one, Item)] == ["n12", "n14", "y10"]


def test_groups_stand_together_over_chunks() -> None:
    many = [f"{group}{number}" for group in "abc" for number in range(refilling.SIZE)]
    more = [f"{group}{number}" for group in "abc" for number in range(refilling.SIZE, 9_000)]
    found, count = refilled(" ".join(many), " ".join(more))
    assert count == 3 * refilling.SIZE // 2
    assert Counter(one[0] for one in found) == dict.fromkeys("abc", refilling.SIZE)
    assert [one[0] for one in found] == sorted(one[0] for one in found)


def test_export_fills_up_from_what_mining_draws_in_reserve(tmp_path: Path) -> None:
    """Of eight towns that lie beside one another two share names with others."""
    pairs = [(f"Town{n}", "twin", f"Burg{n}") for n in range(40)]
    (tmp_path / "facts.tsv").write_text(
        "".join(f"{a}\t{p}\t{b}\n{b}\t{p}\t{a}\n" for a, p, b in pairs)
    )
    names = {f"Town{n}": f"Oslo {'x' * (n % 2)}" for n in range(8)}
    (tmp_path / "names.tsv").write_text("".join(f"{a}\t{name}\n" for a, name in names.items()))
    store = f"oxigraph:{tmp_path / 'graph'}"
    labels = (str(tmp_path / "names.tsv"),)
    kgforge.load([f"tsv:{tmp_path / 'facts.tsv'}"], store, LoadOptions(ReadOptions(labels=labels)))
    mined = tmp_path / "mined"
    kgforge.mine(["symmetry"], store, mined, params={"most": "20", "least": "2"})
    drawn = list(folders.read_instances(mined, "symmetry"))
    reserve = list(folders.read_reserve(mined, "symmetry"))
    assert (len(drawn), len(reserve)) == (20, 20)
    assert not {one.key for one in drawn} & {one.key for one in reserve}
    made = kgforge.export(mined, tmp_path / "bench").patterns[0]
    left_out = sum(made.skipped.values())
    assert left_out
    assert (made.items, made.refilled) == (20, left_out)
    kept = kgforge.export(mined, tmp_path / "kept", ExportOptions(keep_flagged=True)).patterns[0]
    assert (kept.items, kept.refilled or 0) == (20, 0)
    assert verify(tmp_path / "bench") == []
