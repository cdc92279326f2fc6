"""The counts in ``guards`` of a record, taken apart and put together."""

from hypothesis import given
from hypothesis import strategies as some

from kgforge.benchmark.guards import GUARDS, SHORT, UNLABELLED, UNLIKE, VERIFIED, Guards
from kgforge.extraction import fiction
from kgforge.schema import Count

NAMES = (
    *GUARDS,
    UNLABELLED,
    UNLIKE,
    SHORT,
    fiction.INVENTED,
    fiction.KEPT,
    VERIFIED,
    "type_unknown",
)
RECORDS = some.dictionaries(some.sampled_from(NAMES), some.integers(1, 9))


def test_each_count_has_its_field() -> None:
    record = {name: place for place, name in enumerate(NAMES, 1)}
    assert Guards.of(record) == Guards(
        removed={name: place for place, name in enumerate(GUARDS, 1)},
        unlabelled=11,
        unlike=12,
        short=13,
        invented=14,
        common=15,
        verified=16,
        ends={"type_unknown": 17},
    )


@given(RECORDS, RECORDS)
def test_a_record_is_read_as_it_was_written_and_records_add_up(
    one: dict[str, int], other: dict[str, int]
) -> None:
    assert Guards.of(one).named() == one
    assert list(Guards.of(one).named()) == sorted(one)
    both = {name: one.get(name, 0) + other.get(name, 0) for name in sorted({*one, *other})}
    found = Guards.of(one) + Guards.of(other)
    assert found.record() == tuple(Count(name, count) for name, count in both.items())


def test_what_did_not_happen_is_not_recorded() -> None:
    assert Guards({"subject": 0}, short=0).record() == ()
