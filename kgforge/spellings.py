"""The one spelling of an identifier that is written in several ways.

Those of Wikidata and DBpedia have one in any case. Those of the OBO Foundry, Freebase, GeoNames,
Biolink, UMLS, ORCID and ROR are unified where the files of one load write them in several ways: a
graph whose sources write them in one way keeps it.

Sources: https://www.wikidata.org/wiki/Wikidata:Data_access (entities, their pages and documents),
https://www.dbpedia.org/resources/linked-data/ (resources, their pages and documents),
https://obofoundry.org/id-policy (PURLs and CURIEs), https://bioregistry.io (the others).
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final, NamedTuple
from urllib.parse import unquote

from kgforge import terms

_WIKIDATA: Final = r"https?://(?:www\.|m\.)?wikidata\.org/"
_DBPEDIA: Final = r"(?:www\.)?(?P<language>(?:[a-z]{2,3}(?:-[a-z]+)*\.)?)dbpedia\.org/"
_ENDING: Final = r"(?:\.(?:json|jsonld|jsod|ttl|nt|ntriples|n3|rdf|xml|html|atom))?"
"""That of a document about a thing."""
_ENTITY: Final = re.compile(
    rf"{_WIKIDATA}(?:prop/direct/(?P<direct>[Pp][1-9]\d*)|(?:entity/|wiki/"
    r"(?:Special:Entity(?:Data|Page)/|(?i:item|property|lexeme):)?)"
    rf"(?P<id>[PQpq][1-9]\d*|[Ll][1-9]\d*(?:-[FSfs][1-9]\d*)?){_ENDING})/?(?:\?[^#]*)?(?:#.*)?",
    re.A,
)
_RESOURCE: Final = re.compile(
    rf"https?://{_DBPEDIA}(?:(?P<kind>resource|page|data|ontology|property)/)(?P<name>[^?#]+)"
    r"(?:#this)?"
)
_FOUNDRY: Final = (
    "AEO AGRO APO ARO BCO BFO BSPO BTO CARO CDNO CHEBI CHIRO CHMO CIO CL CLO CLYH CMO COB CRO "
    "CTO CVDO DDANAT DDPHENO DOID DRON DUO ECAO ECO ECOCORE ECTO EHDAA2 EMAPA ENVO EUPATH EXO "
    "FAO FBbi FBbt FBcv FBdv FIX FLOPO FOODON FOVT FYPO GAZ GENEPIO GENO GEO GNO GO HANCESTRO "
    "HAO HP HsapDv HTN IAO ICO IDO INO LABO LEPAO MA MAXO MCO MF MFMO MFOEM MFOMD MI MMO MMUSDV "
    "MmusDv MOD MONDO MOP MP MPATH MPIO MRO MS NBO NCBITaxon NCRO OAE OBA OBCS OBI OBIB OGG "
    "OGMS OHD OHMI OHPI OMIABIS OMO OMP OMRSE ONS OOSTT OPL OPMI OVAE PATO PCO PDRO PDUMDV PECO "
    "PHIPO PLANA PO PORO PPO PSDO PSO PW RBO REX RO RXNO SBO SEPIO SO SPD STATO SYMP TAXRANK TO "
    "TRANS TTO TXPO UBERON UO UPHENO VO VSAO VT VTO WBbt WBls WBPhenotype XAO XCO XL XPO ZECO "
    "ZFA ZFS ZP"
)  # fmt: skip
"""The prefixes of the OBO Foundry's ontologies whose ids are numbers."""
_PREFIX: Final = "|".join(_FOUNDRY.split())
_TERM: Final = re.compile(
    r"https?://(?:www\.)?(?:purl\.obolibrary\.org/obo/|purl\.org/obo/owl/\w+#)"
    rf"(?P<prefix>{_PREFIX})[_:](?P<number>\d{{4,}})"
)
_CELL: Final = re.compile(
    r"(?:(?:(?i:wikidata|item|property|wikidata:property)|p|ps|wd|wdt):"
    r"|(?:www\.|m\.)?wikidata\.org/(?:entity|wiki|prop/direct)/(?:(?i:item|property):)?)"
    r"(?P<id>[PQpq][1-9]\d*)/?",
    re.A,
)
_SMALL: Final = {prefix.lower(): prefix for prefix in _FOUNDRY.split()}
"""The prefixes as some tables write them."""
_CURIE: Final = re.compile(
    rf"(?:(?i:obo)[:_])?(?P<prefix>{_PREFIX}|{'|'.join(_SMALL)})[:_](?P<number>\d{{4,8}})"
)
_OBO: Final = "http://purl.obolibrary.org/obo/"

FOUNDRY: Final = rf"(?:obo[:_])?(?:{_PREFIX}|{'|'.join(_SMALL)})[:_][0-9]"
"""How ids of the OBO Foundry's begin in tables, in the syntax of Python, Java and RE2."""
_FORMS: Final = tuple(
    re.compile(form.encode())
    for form in (
        r"purl\.obolibrary\.org/obo/[A-Za-z]+_\d",
        rf"(?<![\w/#:])(?:obo:)?(?:{_PREFIX}):\d{{4}}",
        rf"(?<![\w/#])(?:obo:)?(?:{_PREFIX})_\d{{4}}",
        rf"(?<![\w/#:])(?:{'|'.join(_SMALL)}):\d{{7}}(?!\d)",
    )
)
"""The ways in which files write those ids."""

OTHERS: Final = "|".join((
    r"https://(?:www\.|m\.)?wikidata\.org/(?:entity|wiki|prop/direct)/",
    r"http://(?:m\.)?wikidata\.org/(?:entity|wiki|prop/direct)/",
    r"http://www\.wikidata\.org/(?:wiki/|(?:entity|prop/direct)/(?:[a-z][0-9]|[A-Z][0-9]+[/#?.]))",
    r"https://[a-z.-]*dbpedia\.org/",
    r"http://[a-z.-]*dbpedia\.org/(?:page|data)/",
    r"http://www\.dbpedia\.org/",
    r"http://[a-z.-]*dbpedia\.org/resource/[^>]*%",
    r"https://(?:www\.)?purl\.obolibrary\.org/obo/",
    r"http://(?:www\.purl\.obolibrary\.org/obo/|(?:www\.)?purl\.org/obo/owl/)",
))  # fmt: skip
"""How IRIs begin that may have another usual spelling, in the syntax of Python, Java and RE2."""
_OTHERS: Final = re.compile(OTHERS)


class _Scheme(NamedTuple):
    """How ids of a scheme are written, in the regular expressions of Python, Java and RE2."""

    canonical: tuple[str, str]
    """What stands before and behind an id in its IRI."""
    id: str
    iris: str
    """What stands before an id in any IRI."""
    cells: str
    """What stands before an id elsewhere, and may be nothing."""
    end: str = ""
    signs: tuple[bytes, ...] = ()
    """What a file has that has such ids: a quick test."""

    def pattern(self, before: str) -> re.Pattern[str]:
        """Return the pattern of whole ids behind something."""
        return re.compile(f"(?:{before})({self.id}){self.end}", re.A)

    def unified(self, found: re.Match[str] | None) -> str:
        """Return the IRI of an id that was found; else empty."""
        before, behind = self.canonical
        return f"{before}{found[1].replace('/', '.')}{behind}" if found else ""


_SCHEMES: Final = {
    "Freebase": _Scheme(
        ("http://rdf.freebase.com/ns/", ""),
        r"[mg][./][01][0-9a-z_]{1,10}",
        r"https?://(?:rdf\.|www\.)?freebase\.com/(?:ns/)?",
        r"(?:(?i:fb|ns|freebase):)?/?",
        signs=(b"freebase.com/", b"/m/0", b"m.0"),
    ),
    "GeoNames": _Scheme(
        ("https://sws.geonames.org/", "/"),
        r"[0-9]{1,9}",
        r"https?://(?:sws\.|www\.)?geonames\.org/",
        r"(?i:gn|geonames):|(?:sws\.|www\.)?geonames\.org/",
        end="/?",
        signs=(b"geonames",),
    ),
    "Biolink": _Scheme(
        ("https://w3id.org/biolink/vocab/", ""),
        r"[A-Za-z][0-9A-Za-z_]*",
        r"https?://(?:www\.)?w3id\.org/biolink/vocab/",
        r"(?i:biolink):",
        signs=(b"w3id.org/biolink/",),
    ),
    "UMLS": _Scheme(
        ("http://linkedlifedata.com/resource/umls/id/", ""),
        r"C[0-9]{7}",
        r"https?://(?:linkedlifedata\.com/resource/umls/id/|identifiers\.org/umls[:/]"
        r"|uts\.nlm\.nih\.gov/uts/umls/concept/)",
        r"(?:(?i:umls):)?",
        signs=(b"UMLS:", b"umls:", b"umls/"),
    ),
    "ORCID": _Scheme(
        ("https://orcid.org/", ""),
        r"[0-9]{4}-[0-9]{4}-[0-9]{4}-[0-9]{3}[0-9X]",
        r"https?://(?:www\.)?orcid\.org/",
        r"(?:(?i:orcid):|(?:www\.)?orcid\.org/)?",
        end="/?",
        signs=(b"orcid", b"ORCID"),
    ),
    "ROR": _Scheme(
        ("https://ror.org/", ""),
        r"0[0-9a-z]{6}[0-9]{2}",
        r"https?://(?:www\.)?ror\.org/",
        r"(?i:ror):|ror\.org/",
        signs=(b"ror.org/",),
    ),
}
_OBO_FOUNDRY: Final = "OBO"
_WAYS: Final = {
    name: re.compile(
        rf"(?:(?<=[\t\n\r,;|\"<])|\A)({scheme.iris}|{scheme.cells})(?:{scheme.id})({scheme.end})"
        r"(?=[\t\n\r,;|\">]|\Z)".encode(),
        re.A,
    )
    for name, scheme in _SCHEMES.items()
}
"""How a cell of a table, or a term of RDF, is such an id."""
_CELLS: Final = {name: scheme.pattern(scheme.cells) for name, scheme in _SCHEMES.items()}
_IRIS: Final = {name: scheme.pattern(scheme.iris) for name, scheme in _SCHEMES.items()}
_WEB: Final = ("http://", "https://")


class Mixture(NamedTuple):
    """Which schemes' ids the files of a load write in several ways."""

    base: str = ""
    """Below what names stand."""
    schemes: tuple[str, ...] = ()

    def may_unify(self, term: str) -> bool:
        """Return whether a term may be such an id: a quick test."""
        return bool(self.schemes) and term.startswith((self.base, *_WEB))

    def unified(self, term: str) -> str:
        """Return the one spelling of a term that is such an id; empty for any other.

        >>> mixture = Mixture("urn:x:", ("Freebase", "OBO"))
        >>> mixture.unified("urn:x:/m/0k2m6"), mixture.unified("urn:x:go:0008150")
        ('http://rdf.freebase.com/ns/m.0k2m6', 'http://purl.obolibrary.org/obo/GO_0008150')
        >>> mixture.unified("http://example.org/m.0k2m6")
        ''
        """
        is_name = term.startswith(self.base)
        own = term[len(self.base) :] if is_name else term
        patterns = _CELLS if is_name else _IRIS
        for name in self.schemes:
            if name == _OBO_FOUNDRY:
                iri = of_foundry(own) if is_name else ""
            else:
                iri = _SCHEMES[name].unified(patterns[name].fullmatch(own))
            if iri:
                return iri
        return ""

    def beginnings(self) -> list[str]:
        """Return how IRIs begin of such ids, in the syntax of Python, Java and RE2."""
        before = re.escape(self.base)
        found: list[str] = []
        for name in self.schemes:
            if name == _OBO_FOUNDRY:
                found.append(f"{before}{FOUNDRY}")
            else:
                scheme = _SCHEMES[name]
                found += (f"{scheme.iris}", f"{before}(?:{scheme.cells})(?:{scheme.id})")
        return found


def mixture(heads: Iterable[bytes], base: str) -> Mixture:
    r"""Return whose ids the beginnings of some files write in several ways.

    >>> mixture([b"GO:0008150\tGO:0003674\t/m/0k2m6"], "urn:x:").schemes
    ()
    >>> mixture([b"GO:0008150\tfb:m.0k2m6", b"GO_0003674\tm.0k2m6"], "urn:x:").schemes
    ('OBO', 'Freebase')
    """
    foundry: set[int] = set()
    ways: dict[str, set[object]] = {name: set() for name in _SCHEMES}
    for head in heads:
        foundry.update(number for number, form in enumerate(_FORMS) if form.search(head))
        for name, scheme in _SCHEMES.items():
            if any(sign in head for sign in scheme.signs) or ways[name]:
                ways[name].update(_WAYS[name].findall(head))
    mixed = [_OBO_FOUNDRY] if len(foundry) > 1 else []
    return Mixture(base, (*mixed, *(name for name, found in ways.items() if len(found) > 1)))


def is_other(term: str) -> bool:
    """Return whether a term may be an IRI in another than its usual spelling: a quick test."""
    return _OTHERS.match(term) is not None


def unified(iri: str) -> str:
    """Return the one spelling of an IRI of Wikidata's, DBpedia's or the OBO Foundry's.

    Entities of Wikidata are also written with ``https``, as pages and as documents; direct
    properties with ``https``. Of DBpedia's resources letters may be percent-encoded besides.

    >>> unified("https://www.wikidata.org/wiki/Q64"), unified("https://www.wikidata.org/entity/Q64/")
    ('http://www.wikidata.org/entity/Q64', 'http://www.wikidata.org/entity/Q64')
    >>> unified("https://www.wikidata.org/wiki/Property:P17"), unified("http://example.org/Q64")
    ('http://www.wikidata.org/prop/direct/P17', 'http://example.org/Q64')
    >>> unified("https://dbpedia.org/page/K%C3%B6ln"), unified("http://dbpedia.org/resource/AC/DC")
    ('http://dbpedia.org/resource/Köln', 'http://dbpedia.org/resource/AC/DC')
    >>> unified("https://purl.obolibrary.org/obo/GO_0008150")
    'http://purl.obolibrary.org/obo/GO_0008150'
    """
    if "wikidata.org/" in iri and (entity := _ENTITY.fullmatch(iri)):
        if entity["direct"]:
            return terms.wikidata_predicate(entity["direct"].upper())
        return terms.named(terms.wikidata_entity(entity["id"].upper()))
    if "dbpedia.org/" in iri and (resource := _RESOURCE.fullmatch(iri)):
        return _of_dbpedia(resource)
    if "/obo/" in iri and (term := _TERM.fullmatch(iri)):
        return f"{_OBO}{term['prefix']}_{term['number']}"
    return iri


def _of_dbpedia(resource: re.Match[str]) -> str:
    kind, name = resource["kind"], resource["name"]
    if kind in {"ontology", "property"}:
        return f"http://{resource['language']}dbpedia.org/{kind}/{name}"
    if kind == "data":
        name = re.sub(rf"{_ENDING}\Z", "", name)
    if "%" in name:
        try:
            letters = unquote(name, errors="strict").replace(" ", "_")
        except UnicodeDecodeError:
            letters = ""
        if letters.isprintable() and letters:
            name = terms.encoded(unicodedata.normalize("NFC", letters))
    return f"http://{resource['language']}dbpedia.org/resource/{name}"


def of_wikidata(text: str) -> str:
    """Return the IRI of a Wikidata id behind a prefix, or of its page without a scheme; else empty.

    >>> of_wikidata("Wikidata:Q42"), of_wikidata("p:P40"), of_wikidata("wikidata.org/wiki/Q64")
    ('http://www.wikidata.org/entity/Q42', 'http://www.wikidata.org/prop/direct/P40', \
'http://www.wikidata.org/entity/Q64')
    >>> of_wikidata("Q: 42")
    ''
    """
    if ":" not in text and "/" not in text:
        return ""
    cell = _CELL.fullmatch(text)
    if not cell:
        return ""
    entity = terms.wikidata_entity(cell["id"].upper())
    return entity if text.startswith("wd:") else terms.named(entity)


def of_foundry(text: str) -> str:
    """Return the IRI of an OBO Foundry's id that a table has without its address; else empty.

    >>> of_foundry("GO:0008150"), of_foundry("obo:GO_0008150"), of_foundry("MGI:0008150")
    ('http://purl.obolibrary.org/obo/GO_0008150', 'http://purl.obolibrary.org/obo/GO_0008150', '')
    """
    term = _CURIE.fullmatch(text)
    if not term:
        return ""
    return f"{_OBO}{_SMALL.get(term['prefix'], term['prefix'])}_{term['number']}"
