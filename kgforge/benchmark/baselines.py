"""The baselines of a pattern (``Made.floors``): measured on its files, and gold proved right."""

from pathlib import Path

import msgspec

from kgforge import ontology
from kgforge.benchmark import splits
from kgforge.schema import EXTRACTION, Floor, Made
from kgforge.scoring import fact_floors, text_floors


def with_floors(made: Made, folder: Path) -> Made:
    """The pattern with what the baselines score. Raises as ``measure``."""
    return msgspec.structs.replace(made, floors=measure(made, folder))


def measure(made: Made, folder: Path) -> tuple[Floor, ...]:
    """What the baselines score on the test items.

    Raises BenchmarkError where gold is not perfect on the items of any split.
    """
    paths = {split: folder / splits.file_name(made.name, split) for split in splits.SPLITS}
    if made.form == EXTRACTION:
        there = [path for path in paths.values() if path.is_file()]
        return text_floors.measure(
            paths[splits.TEST], there, made.metric, ontology.read_all(folder)
        )
    for split, path in paths.items():
        if split != splits.TEST and path.is_file():
            fact_floors.prove(path)
    return fact_floors.measure(paths[splits.TEST], made.name, made.metric)
