"""Licences as SPDX writes them, and as the Hub does: what is none is refused with the nearest."""

import re

import pytest
import yaml
from huggingface_hub import DatasetCardData

from kgforge import licences
from kgforge.errors import AddressError
from kgforge.plugins import load, names


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("CC0-1.0", "CC0-1.0"),
        ("cc-by-sa-4.0", "CC-BY-SA-4.0"),
        ("mit or apache-2.0", "MIT OR Apache-2.0"),
        ("CC-BY-4.0 and (odbl-1.0 OR LicenseRef-My.own-1)",
         "CC-BY-4.0 AND (ODbL-1.0 OR LicenseRef-My.own-1)"),
        ("gpl-2.0-or-later with classpath-exception-2.0",
         "GPL-2.0-or-later WITH Classpath-exception-2.0"),
    ],
)  # fmt: skip
def test_an_expression_takes_the_list_s_own_case(given: str, wanted: str) -> None:
    assert licences.canonical(given) == wanted
    assert licences.canonical(wanted) == wanted


@pytest.mark.parametrize(
    ("given", "nearest"),
    [
        ("CC-BY-4", "did you mean CC-BY-4.0 or"),
        ("CC BY-SA 4.0", "did you mean CC-BY-SA-4.0 or"),
        ("cc0", "did you mean CC0-1.0?"),
        ("my licence", "LicenseRef-NAME for a licence of your own"),
        ("MIT AND", "is no SPDX expression"),
        ("(MIT", "is no SPDX expression"),
        ("MIT: [x", "is no SPDX expression"),
        ("", "is no SPDX expression"),
        ("LicenseRef-my own", "is no SPDX expression"),
    ],
)
def test_what_is_none_is_refused_with_the_nearest(given: str, nearest: str) -> None:
    with pytest.raises(AddressError, match=re.escape(nearest)) as error:
        licences.canonical(given)
    assert "\n" not in str(error.value)


def test_what_loaders_say_is_canonical_and_known_to_the_hub() -> None:
    said = {found for name in names("loaders") if (found := load("loaders", name).LICENCE)}
    assert said
    for licence in said:
        assert licences.canonical(licence) == licence
        name = licences.hub(licence)
        assert name
        written = yaml.safe_load(str(DatasetCardData(license=name)))
        assert written == {"license": name}


@pytest.mark.parametrize(
    ("licence", "name"),
    [("ODbL-1.0", "odbl"), ("PDDL-1.0", "pddl"), ("GPL-3.0-only", "gpl-3.0"), ("MIT", "mit"),
     ("MIT AND CC0-1.0", None), ("CC-BY-4", None), ("LicenseRef-mine", None)],
)  # fmt: skip
def test_the_hub_has_names_of_its_own(licence: str, name: str | None) -> None:
    assert licences.hub(licence) == name
