"""Which groups a store is asked to draw from, where it draws by itself."""

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from kgforge import terms
from kgforge.mining import by_store
from kgforge.patterns import sampling
from kgforge.patterns.conditions import parse
from kgforge.patterns.contract import Keep, Order, Sample
from kgforge.patterns.sampling import Drawn, Level


@given(
    sizes=st.dictionaries(st.text("abcdef", min_size=1, max_size=2), st.integers(1, 6)),
    each=st.integers(1, 3),
    most=st.integers(1, 12),
)
def test_groups_that_are_not_asked_would_not_be_drawn_from(
    sizes: dict[str, int], each: int, most: int
) -> None:
    first, second = Sample(each, per=("group",)), Sample(most, by=(Order("matches", True),))
    levels = [sampling.level(step, (), step.count, "0") for step in (first, second)]  # type: ignore[arg-type]
    few, expected = by_store.candidates(sizes, [first, second], levels)
    rows = [drawn(group, number) for group, size in sizes.items() for number in range(size)]
    counts = {group: {"matches": size} for group, size in sizes.items()}
    right = draw(levels, rows, counts)
    assert draw(levels, [row for row in rows if row.group in few], counts) == right
    assert expected == sum(min(each, sizes[group]) for group in few)


def drawn(group: str, number: int) -> Drawn:
    rank = terms.digest(group, str(number))
    return Drawn(rank, rank, group, ())


def draw(
    levels: list[Level], rows: list[Drawn], counts: Mapping[str, sampling.Counts]
) -> list[Drawn]:
    for level in levels:
        rows = sampling.draw(level, rows, counts)
    return rows


def test_all_groups_are_asked_where_another_step_follows() -> None:
    sizes, first = {"a": 9, "b": 1}, Sample(1, per=("group",))
    level = sampling.level(first, (), 1, "0")
    assert by_store.candidates(sizes, [first, Keep(parse("matches > 0"))], [level])[0] == ["a", "b"]
    assert by_store.candidates(sizes, [first, Sample(1)], [level, level])[0] == ["a", "b"]
