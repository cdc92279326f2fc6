"""An item that nobody could answer is left out and named, and the others are exported."""

import msgspec

from kgforge.benchmark import baselines
from kgforge.schema import Item, Skip
from tests.worlds.handmade import fact, item


def _items() -> list[Item]:
    """One item that is right, and seven whose target is none of the accepted answers."""
    right = fact("r", "Norway", "P36", "Oslo")
    wrong = msgspec.structs.replace(
        right, object=msgspec.structs.replace(right.object, label="Bergen", id="Q2")
    )
    return [
        item("right", "fact", "g", right),
        *(item(f"wrong{n}", "fact", "g", wrong) for n in range(7)),
    ]


def test_an_item_whose_gold_is_wrong_is_left_out_counted_and_named() -> None:
    found = list(baselines.provable(_items()))
    assert [one.id for one in found if isinstance(one, Item)] == ["right"]
    reasons = [one.reason for one in found if isinstance(one, Skip)]
    assert reasons == [
        *(f"{baselines.REFUTED} (item wrong{n})" for n in range(5)),
        *[baselines.REFUTED] * 2,
    ]
