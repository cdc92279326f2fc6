"""What is counted of items as they stream past."""

from pathlib import Path

from kgforge.benchmark.tally import Sizing
from kgforge.schema import folders


def test_the_example_of_what_is_no_merit_names_nobody(bench: Path) -> None:
    item = next(folders.read_items(bench, "symmetry"))
    one, other = (fact.subject.label for fact in item.facts)
    for metric, named in (("both_given_either", True), ("sensitive_named", False)):
        sizing = Sizing(metric)
        sizing.add(item)
        example = sizing.counted().example
        assert (one in example, other in example) == (named, named)
        assert "twin of" in example
