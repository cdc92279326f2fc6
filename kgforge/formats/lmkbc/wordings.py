"""Questions for the relations of LM-KBC's years, and what a relation without one is asked by."""

import re
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from kgforge.schema import SLOT

_BORDERS: Final = "Which countries does [X] share a border with?"
_REGIONS: Final = "Which states or regions does the region [X] border?"
_PARTS: Final = "Which chemical elements is [X] made of?"
_OWNER: Final = "Which organization is the parent of the company [X]?"
_SPOKEN: Final = "Which official languages does [X] have?"
_CAUSE: Final = "What did [X] die of?"
_DIED: Final = "In which place did [X] die?"
_WORK: Final = "Who has employed [X]?"
_PLAYS: Final = "Which instruments does [X] play?"
_TONGUES: Final = "Which languages does [X] speak?"
_TRADE: Final = "Which professions does [X] have?"
_BASIN: Final = "Which countries does the basin of the river [X] lie in?"
_EPISODES: Final = "How many episodes does the series [X] have?"

QUESTIONS: Final[Mapping[str, str]] = {
    # 2022
    "ChemicalCompoundElement": _PARTS,
    "CompanyParentOrganization": _OWNER,
    "CountryBordersWithCountry": _BORDERS,
    "CountryOfficialLanguage": _SPOKEN,
    "PersonCauseOfDeath": _CAUSE,
    "PersonEmployer": _WORK,
    "PersonInstrument": _PLAYS,
    "PersonLanguage": _TONGUES,
    "PersonPlaceOfDeath": _DIED,
    "PersonProfession": _TRADE,
    "RiverBasinsCountry": _BASIN,
    "StateSharesBorderState": _REGIONS,
    # 2023
    "BandHasMember": "Who is or was a member of the band [X]?",
    "CityLocatedAtRiver": "Which rivers does the city [X] lie on?",
    "CompanyHasParentOrganisation": _OWNER,
    "CompoundHasParts": _PARTS,
    "CountryBordersCountry": _BORDERS,
    "CountryHasOfficialLanguage": _SPOKEN,
    "CountryHasStates": "Which states, provinces or regions is [X] divided into?",
    "FootballerPlaysPosition": "In which positions does the footballer [X] play?",
    "PersonHasAutobiography": "What is the autobiography of [X] called?",
    "PersonHasEmployer": _WORK,
    "PersonHasNoblePrize": "Which Nobel Prizes has [X] received?",
    "PersonHasNumberOfChildren": "How many children does [X] have?",
    "PersonHasPlaceOfDeath": _DIED,
    "PersonHasProfession": _TRADE,
    "PersonHasSpouse": "Who is or was married to [X]?",
    "PersonPlaysInstrument": _PLAYS,
    "PersonSpeaksLanguage": _TONGUES,
    "SeriesHasNumberOfEpisodes": _EPISODES,
    "StateBordersState": _REGIONS,
    # 2024 and 2025
    "awardWonBy": "Who has received the award [X]?",
    "companyTradesAtStockExchange": "On which stock exchanges are shares of [X] traded?",
    "countryLandBordersCountry": "Which countries does [X] share a land border with?",
    "hasArea": "How many square kilometres does [X] cover?",
    "hasCapacity": "How many people does [X] hold?",
    "personHasCityOfDeath": "In which city did [X] die?",
    "seriesHasNumberOfEpisodes": _EPISODES,
}
"""What is asked of a subject, by relation."""
_FALLBACK: Final = "Of which does it hold: [X], {label}?"
_ALL: Final = " Name all, or say none:"
_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_\s]+")


class Wording(Struct, frozen=True):
    """How a relation is asked."""

    template: str
    generator: str


def label(relation: str) -> str:
    """A relation's name in words.

    >>> label("CountryBordersCountry"), label("hasArea"), label("made of")
    ('country borders country', 'has area', 'made of')
    """
    words = [word for word in _HUMP.split(relation) if word]
    return " ".join(word if word.isupper() and len(word) > 1 else word.lower() for word in words)


def wording(relation: str) -> Wording:
    """The question of a relation; without one of its own its name in words is asked."""
    if own := QUESTIONS.get(relation):
        return Wording(own, "template")
    return Wording(_FALLBACK.format(label=label(relation)), "fallback")


def asked(wording: Wording, subject: str) -> str:
    """The text of a question for one answer."""
    return f"{wording.template.replace('[X]', subject)} {SLOT}"


def all_asked(wording: Wording, subject: str) -> str:
    """The text of a question for all answers."""
    return f"{wording.template.replace('[X]', subject)}{_ALL} {SLOT}"


def message(text: str) -> str:
    """What is asked by a text that ends in a slot."""
    return text.removesuffix(SLOT).rstrip()
