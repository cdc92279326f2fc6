"""Names of licences: SPDX expressions, and what Hugging Face calls those that it knows.

A graph keeps SPDX, since its list is the one that other tools read, and an expression can say that
sources of several licences went in. A card's header wants a name of the Hub's own list
(https://huggingface.co/docs/hub/repositories-licenses), which is SPDX in lower case but for a few.
"""

import difflib
import re
from typing import Final

from kgforge.errors import AddressError

_OWN: Final = re.compile(r"(DocumentRef-[A-Za-z0-9.-]+:)?LicenseRef-[A-Za-z0-9.-]+")
"""How SPDX names a licence that its list lacks."""

_HUB: Final = """
    afl-3.0 agpl-3.0 apache-2.0 artistic-2.0 bsd-2-clause bsd-3-clause bsd-3-clause-clear bsl-1.0
    cc-by-2.0 cc-by-2.5 cc-by-3.0 cc-by-4.0 cc-by-nc-2.0 cc-by-nc-3.0 cc-by-nc-4.0 cc-by-nc-nd-3.0
    cc-by-nc-nd-4.0 cc-by-nc-sa-2.0 cc-by-nc-sa-3.0 cc-by-nc-sa-4.0 cc-by-nd-4.0 cc-by-sa-3.0
    cc-by-sa-4.0 cc0-1.0 cdla-permissive-1.0 cdla-permissive-2.0 cdla-sharing-1.0 ecl-2.0 epl-1.0
    epl-2.0 etalab-2.0 eupl-1.1 gpl-2.0 gpl-3.0 isc lgpl-2.1 lgpl-3.0 lppl-1.3c mit mpl-2.0 ms-pl
    ncsa ofl-1.1 osl-3.0 postgresql unlicense wtfpl zlib
"""
"""The Hub's names that are SPDX in lower case."""
_RENAMED: Final = {
    "agpl-3.0-only": "agpl-3.0",
    "c-uda-1.0": "c-uda",
    "gpl-2.0-only": "gpl-2.0",
    "gpl-3.0-only": "gpl-3.0",
    "lgpl-2.1-only": "lgpl-2.1",
    "lgpl-3.0-only": "lgpl-3.0",
    "lgpllr": "lgpl-lr",
    "odbl-1.0": "odbl",
    "odc-by-1.0": "odc-by",
    "pddl-1.0": "pddl",
}
"""The others."""


_STATED: Final = re.compile(
    rb"[:/#<\"](?:licen[sc]e|rights)\b.{0,80}?https?://(?:www\.)?"
    rb"(creativecommons\.org/(?:licenses|publicdomain)/[a-z-]+/\d\.\d"
    rb"|opendatacommons\.org/licenses/(?:odbl|by|pddl))\b",
    re.S,
)
"""A licence as RDF states it: by ``dcterms:license``, ``cc:license``, ``schema:license``, …"""
_HEADER: Final = re.compile(rb"[#:/\"](?:Ontology|Dataset|Dump|ConceptScheme|LinkSet)\b")
"""What has the licence of its file: other things, such as pictures, have theirs."""
_OPEN_DATA: Final = {"odbl": "ODbL-1.0", "by": "ODC-By-1.0", "pddl": "PDDL-1.0"}


def stated(start: bytes) -> str | None:
    """Return the licence that the beginning of a file of RDF states of it, as SPDX; None for none.

    It is one of Creative Commons or of Open Data Commons, and the only one that is stated there.

    >>> stated(b"<> a owl:Ontology ; dct:license <https://creativecommons.org/licenses/by/4.0/> .")
    'CC-BY-4.0'
    """
    found = {match.decode() for match in _STATED.findall(start)}
    if len(found) != 1 or not _HEADER.search(start):
        return None
    return _of_address(found.pop())


_REMARK: Final = re.compile(
    r"^[#!%]+\s*(?:[\w:]*[:_])?licen[sc]e\s*[:=]\s*[\"'<]?(.+?)[\"'>]?[\s,;]*$", re.I | re.M
)
_ADDRESS: Final = re.compile(
    r"https?://(?:www\.)?(creativecommons\.org/(?:licenses|publicdomain)/[a-z-]+/\d\.\d"
    r"|opendatacommons\.org/licenses/(?:odbl|by|pddl))\b.*"
)


def remarked(remarks: str) -> str | None:
    """Return the licence that remarks before a table state of it, as SPDX; None for none.

    >>> remarked("#license: https://creativecommons.org/licenses/by/4.0/"), remarked("# by Ann")
    ('CC-BY-4.0', None)
    >>> remarked("! License: CC BY-SA 4.0"), remarked("# licence: CC0"), remarked("#license: mine")
    ('CC-BY-SA-4.0', 'CC0-1.0', None)
    """
    found = {match.strip() for match in _REMARK.findall(remarks)}
    if len(found) != 1:
        return None
    name = found.pop()
    if address := _ADDRESS.fullmatch(name):
        return _of_address(address[1])
    name = "CC0-1.0" if name.upper() in {"CC0", "CC-0"} else name.replace(" ", "-")
    try:
        return canonical(name)
    except AddressError:
        return None


def _of_address(address: str) -> str | None:
    """Return the licence at an address of Creative Commons or Open Data Commons, as SPDX."""
    _, kind, name, *version = address.split("/")
    if kind == "licenses" and version:
        return f"CC-{name.upper()}-{version[0]}"
    if kind == "publicdomain":
        return "CC0-1.0" if name == "zero" else None
    return _OPEN_DATA[name]


def canonical(text: str) -> str:
    """An SPDX expression in the list's own case. Raises AddressError, with the nearest, for others.

    >>> canonical("cc0-1.0"), canonical("mit or (cc-by-4.0 and LicenseRef-mine)")
    ('CC0-1.0', 'MIT OR (CC-BY-4.0 AND LicenseRef-mine)')
    """
    from license_expression import ExpressionError, get_spdx_licensing

    spdx = get_spdx_licensing()
    try:
        found = spdx.parse(text, strict=True)
        unknown = [] if found is None else spdx.unknown_license_keys(found)
    except ExpressionError:
        found, unknown = None, []
    unknown = [key for key in unknown if not _OWN.fullmatch(key)]
    if found is None or unknown:
        names = {name.lower(): name for name in spdx.known_symbols if not _OWN.fullmatch(name)}
        near = difflib.get_close_matches((unknown or [text])[0].lower(), names, 3)
        meant = f" (did you mean {' or '.join(map(names.__getitem__, near))}?)" if near else ""
        raise AddressError(
            f"--licence {text!r} is no SPDX expression{meant}: name one of spdx.org/licenses, as "
            "in CC0-1.0, or LicenseRef-NAME for a licence of your own"
        )
    return str(found.render())


def hub(licence: str) -> str | None:
    """What the Hugging Face Hub calls a licence; None for one that its list lacks.

    >>> hub("CC0-1.0"), hub("ODC-By-1.0"), hub("CC-BY-4")
    ('cc0-1.0', 'odc-by', None)
    """
    name = licence.lower()
    return _RENAMED.get(name, name if name in _HUB.split() else None)
