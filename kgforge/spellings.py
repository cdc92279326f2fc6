"""The one spelling of an identifier that is written in several ways: Wikidata's, DBpedia's, OBO's.

Sources: https://www.wikidata.org/wiki/Wikidata:Data_access (entities, their pages and documents),
https://www.dbpedia.org/resources/linked-data/ (resources, their pages and documents),
https://obofoundry.org/id-policy (PURLs and CURIEs).
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final
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
_CURIE: Final = re.compile(rf"(?:(?i:obo)[:_])?(?P<prefix>{_PREFIX})[:_](?P<number>\d{{4,8}})")
_OBO: Final = "http://purl.obolibrary.org/obo/"

FOUNDRY: Final = rf"(?:obo[:_])?(?:{_PREFIX})[:_][0-9]"
"""How ids of the OBO Foundry's begin in tables, in the syntax of Python, Java and RE2."""
_FORMS: Final = tuple(
    re.compile(form.encode())
    for form in (
        r"purl\.obolibrary\.org/obo/[A-Za-z]+_\d",
        rf"(?<![\w/#:])(?:obo:)?(?:{_PREFIX}):\d{{4}}",
        rf"(?<![\w/#])(?:obo:)?(?:{_PREFIX})_\d{{4}}",
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


def are_mixed(heads: Iterable[bytes]) -> bool:
    r"""Return whether the beginnings of some files write ids of the OBO Foundry in several ways.

    >>> are_mixed([b"GO:0008150\tGO:0003674"]), are_mixed([b"GO:0008150", b"GO_0003674"])
    (False, True)
    """
    forms: set[int] = set()
    for head in heads:
        forms.update(number for number, form in enumerate(_FORMS) if form.search(head))
    return len(forms) > 1


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
    return f"{_OBO}{term['prefix']}_{term['number']}" if term else ""
