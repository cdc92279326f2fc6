"""What a level draws, held against sorting all rows; and that few are held while they stream."""

import hashlib
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from kgforge.patterns import Drawn, Reservoir, Units, sampling
from kgforge.patterns.contract import Order, Sample

COLUMNS = ("p", "s", "o")
ROWS = st.lists(
    st.tuples(*(st.sampled_from(letters) for letters in ("pq", "abcdefgh", "xyz"))), max_size=60
)


def sha256(*texts: str) -> str:
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()


def rows(found: Sequence[tuple[str, ...]]) -> list[Drawn]:
    return [Drawn(sha256(*row), sha256("0", *row), row[0], row) for row in found]


def level(count: int, unit: str = "") -> sampling.Level:
    sample = Sample(count, unit=tuple(unit.split()), per=("group",))
    return sampling.level(sample, COLUMNS, count, "0")


@given(ROWS, st.integers(0, 5))
def test_units_are_the_first_by_their_hash_with_all_their_rows(
    found: list[tuple[str, ...]], count: int
) -> None:
    wanted = []
    for p in "pq":
        subjects = {s for q, s, _ in found if q == p}
        first = sorted(subjects, key=lambda s: sha256("0", p, s))[:count]
        wanted += [row for row in found if row[0] == p and row[1] in first]
    units = Units(level(count, "p s"))
    for row in rows(found):
        units.add(row)
    drawn = units.drawn()
    assert sorted(one.row for one in drawn) == sorted(wanted)
    assert [one.rank for one in drawn] == sorted(one.rank for one in drawn)
    assert sampling.draw(level(count, "p s"), rows(found), {}) == drawn


SAMPLES = (
    Sample(3, per=("p",)),
    Sample(2, unit=("s",)),
    Sample(2, unit=("s",), by=(Order("o", descending=False),)),
    Sample(4, per=("s",), by=(Order("o", descending=True),)),
)


@given(ROWS, st.sampled_from(SAMPLES), st.integers(0, 5))
def test_what_is_held_for_a_level_gives_the_same_as_all_rows(
    found: list[tuple[str, ...]], sample: Sample, count: int
) -> None:
    asked = sampling.level(sample, COLUMNS, count, "0")
    held = sampling.holder(asked)
    for row in rows(found):
        held.add(row)
    assert sampling.draw(asked, held.drawn(), {}) == sampling.draw(asked, rows(found), {})


def test_few_rows_are_held_while_many_stream_past() -> None:
    many = rows([("p", f"subject {number}", "o") for number in range(5000)])
    for holder in (Units(level(3, "p s")), Reservoir(level(3))):
        most = 0
        for row in many:
            holder.add(row)
            most = max(most, sum(map(len, holder._buckets.values())))
        assert most < 100
        assert len(holder.drawn()) == 3


def test_a_unit_that_is_sorted_by_a_column_waits_for_its_last_row() -> None:
    by = Sample(1, unit=("s",), by=(Order("o", descending=False),))
    assert not sampling.level(by, COLUMNS, 1, "0").streams
    assert level(1, "s").streams
