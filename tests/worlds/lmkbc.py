"""Small files in the layouts of LM-KBC's years, in words of our own."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from tests.worlds.facts import ROOT

EXPECTED: Final = ROOT / "tests" / "expected" / "lmkbc"
"""Gold and predictions of each year, of which the published evaluators' figures are known."""

Line = Mapping[str, Any]
OF_2022: Final[tuple[Line, ...]] = (
    {
        "SubjectEntity": "Andorra",
        "Relation": "CountryBordersWithCountry",
        "ObjectEntities": [["france", "république française"], ["spain"]],
        "WikidataID": 228,
    },
    {
        "SubjectEntity": "Malta",
        "Relation": "CountryBordersWithCountry",
        "ObjectEntities": [],
        "WikidataID": 233,
    },
)


def _named(
    id: str, subject: str, relation: str, objects: Mapping[str, str], *, blank: bool = False
) -> Line:
    return {
        "SubjectEntityID": id,
        "SubjectEntity": subject,
        "ObjectEntitiesID": list(objects) or ([""] if blank else []),
        "ObjectEntities": list(objects.values()) or ([""] if blank else []),
        "Relation": relation,
    }


OF_2023: Final = (
    _named("Q228", "Andorra", "CountryBordersCountry", {"Q142": "France", "Q29": "Spain"}),
    _named("Q233", "Malta", "CountryBordersCountry", {}, blank=True),
    _named("Q206850", "Red River", "RiverBasinsCountry", {"Q148": "China", "Q881": "Vietnam"}),
    _named("Q156032", "Red River", "RiverBasinsCountry", {"Q30": "United States"}),
    _named("Q900", "A series", "SeriesHasNumberOfEpisodes", {"62": "62"}),
)
"""Two rivers have one name."""
OF_2024: Final = (
    _named("Q228", "Andorra", "countryLandBordersCountry", {"Q142": "France", "Q29": "Spain"}),
    _named("Q233", "Malta", "countryLandBordersCountry", {}),
    _named("Q189", "Iceland", "countryLandBordersCountry", {}),
    _named("Q901", "A prize", "awardWonBy", {"Q1": "Ann", "Q2": "Ben"}),
    {
        **_named("Q902", "Another prize", "awardWonBy", {"Q1": "Ann"}),
        "ObjectEntities": ["Ann", "Jr."],
    },
)
"""The last line has more names than ids."""
OF_2025: Final = (
    *OF_2024,
    _named("Q903", "An island", "hasArea", {"74.36": "74.36"}),
)
YEARS: Final[Mapping[int, tuple[Line, ...]]] = {
    2022: OF_2022, 2023: OF_2023, 2024: OF_2024, 2025: OF_2025,
}  # fmt: skip


def write(path: Path, lines: Iterable[Line]) -> Path:
    """A file of lines, in a folder that need not be there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def read(path: Path) -> list[dict[str, Any]]:
    """The lines of a file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
