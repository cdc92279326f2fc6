"""WebNLG: DBpedia triples and texts that verbalise them, in the XML of its versions 1 to 3.

The facts are those of ``modifiedtripleset``: ``subject | predicate | object``. Subjects become
DBpedia resources, predicates DBpedia properties; their labels are the names without underscores and
camel case. An object is

- a plain string when it stands in quotes (``"Asphalt"``, also ``"1932-03-15"``), or is a list of
  numbers; a tagged or typed one when the quotes are followed by ``@en`` or ``^^<IRI>``,
- xsd:integer, xsd:decimal or xsd:double, a comma between thousands being left out,
- xsd:date when it is a day of the calendar (``1981-04-03``),
- a number typed by its unit, ``"28.0"^^<http://dbpedia.org/datatype/metre>``, for
  ``28.0 (metres)``, ``"52.0"(minutes)`` and ``3.8 m``,
- an IRI when it stands in angle brackets, and a DBpedia resource otherwise.

Each text in a language asked for that is marked good (or not marked) is a Sentence that expresses
all triples of its entry; spans are those of the labels found word for word, longest first, so that
*Aarhus* is not found within *Aarhus Airport*. Names are English; those in other languages are what
the entry's links say is the same (``Denmark | sameAs | Дания``).

A text says its language. One that does not is in that of the innermost folder of three that is
named after English, German or a language asked for, as the German texts lie in
``de/dev/1triples/``, and else in English.
"""

import datetime
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Final

from lxml import etree

from kgforge import bounds, terms
from kgforge.errors import SourceError
from kgforge.files import head, reading
from kgforge.loaders import _years
from kgforge.schema import Entry, Label, Mention, ReadOptions, Sentence, Skip, Triple

SUFFIXES: Final = (".xml",)
LICENCE: Final = "CC-BY-NC-SA-4.0"

_RESOURCE: Final = terms.PREFIXES["dbr"]
_PROPERTY: Final = terms.PREFIXES["dbp"]
_UNIT: Final = "http://dbpedia.org/datatype/"
_ABBREVIATED: Final = {"m": "metre", "km": "kilometre", "g": "gram", "kg": "kilogram"}

# A number is as long as it can be: in a list, 1,111,111 could else be parted in many ways.
_NUMBER: Final = r"[-+]?(?>\d{1,3}(?:,\d{3}(?!\d))++|\d++)(?:\.\d+)?(?:[eE][-+]?\d+)?"
_ONE_NUMBER: Final = re.compile(_NUMBER)
_NUMBERS: Final = re.compile(rf"{_NUMBER}(?:, ?{_NUMBER})+")
_MEASURE: Final = re.compile(
    rf'(?P<quote>"?)(?P<number>{_NUMBER})(?P=quote)'
    r"(?: *\((?P<unit>[^()]+)\)| (?P<short>[a-z][a-z ]*))"
)
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_PLURAL: Final = re.compile(r"(?<=inch)es$|(?<![iu])s$")

_ENGLISH: Final = "en"
_LEAP: Final = "2000"
"""A year in which each day of a calendar exists."""
_SILENT: Final = (_ENGLISH, "de")
"""Languages whose published texts do not say theirs."""
_TAG: Final = re.compile("[a-z]{2}")
_FOLDERS: Final = 3
"""So many folders around a file may say its language: the texts of one lie by split and size."""

_Span = tuple[int, int]
_Said = tuple[str, str, str]
"""A text: its id, itself, its language."""
_Name = tuple[str, str, str]
"""What a term is called: the term, the name, and its language; none of a literal."""
_Facts = dict[Triple, tuple[str, str, str]]
"""Each fact with the three names it was made from."""


def recognises(path: Path) -> bool:
    """Whether a file begins as a WebNLG benchmark."""
    start = head(path, 4096)
    return start.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") and b"<benchmark" in start


def read(path: Path, options: ReadOptions) -> Iterator[Entry]:
    """One entry per WebNLG entry.

    Raises SourceError, with file and line, for XML that is not well-formed; a triple without three
    parts and a text that is not marked good are skipped.
    """
    with reading(path) as stream:
        found = (_entry(element, path, options) for element in _entries(stream, path))
        yield from _years.entries(found, options)


def _entries(stream: IO[bytes], path: Path) -> Iterator[etree._Element]:
    """The ``entry`` elements; each, and whatever else ends outside them, is then forgotten."""
    events = etree.iterparse(stream, resolve_entities=False, load_dtd=False, no_network=True)
    last = 0
    try:
        for _, element in events:
            if stream.tell() - last > bounds.WIDEST:
                raise SourceError(f"{path}, line {element.sourceline}: an entry larger than 4 MB")
            if element.tag == "entry":
                yield element
            elif next(element.iterancestors("entry"), None) is not None:
                continue
            last = stream.tell()
            element.clear()
            parent = element.getparent()  # none of the root, before which comments may stand
            while parent is not None and element.getprevious() is not None:
                del parent[0]
    except etree.XMLSyntaxError as error:
        said = bounds.xml_said(error)
        raise SourceError(f"{path}, line {error.lineno}: malformed XML ({said})") from error


# ── One entry ───────────────────────────────────────────────────────────────────────────────────
def _entry(element: etree._Element, path: Path, options: ReadOptions) -> Entry:
    facts: _Facts = {}
    triples: list[Triple] = []
    skipped: list[Skip] = []
    for found in element.iterfind("modifiedtripleset/*"):
        if not str(found.tag).endswith("triple"):  # mtriple, and otriple in some releases
            continue
        parts = tuple(part.strip() for part in _text(found).split(" | "))
        if len(parts) != 3 or not all(parts):
            skipped.append(
                Skip("not subject | predicate | object", f"line {found.sourceline}", triple=True)
            )
            continue
        triple = Triple(resource(parts[0]), _PROPERTY + _local(parts[1]), value(parts[2]))
        triples.append(triple)
        facts[triple] = parts
    if not triples and not skipped:
        skipped.append(Skip("entry without triples", f"line {element.sourceline}"))
    texts, unfit = _texts(element, path, options)
    names = list(_names(element, facts))
    return Entry(
        triples=tuple(triples),
        labels=tuple(_labels(names, options)),
        sentences=tuple(_sentences(element, texts, facts, names, path)) if facts else (),
        skipped=(*skipped, *unfit),
    )


def _folder_language(path: Path, options: ReadOptions) -> str:
    """The language of texts that do not say theirs."""
    near = [part.lower() for part in reversed(path.parent.parts[-_FOLDERS:])]
    return next((part for part in near if _is_told(part, options)), _ENGLISH)


def _is_told(part: str, options: ReadOptions) -> bool:
    """Whether a folder's name is the language of its texts."""
    return part in _SILENT or bool(_TAG.fullmatch(part) and options.wants(part))


def _texts(
    element: etree._Element, path: Path, options: ReadOptions
) -> tuple[list[_Said], list[Skip]]:
    """The good texts in a language asked for, and why the others are left out."""
    good: list[_Said] = []
    unfit: list[Skip] = []
    silent = _folder_language(path, options)
    for found in element.iterfind("lex"):
        where = f"line {found.sourceline}"
        text = (_text(found) or _text(found.find("text"))).strip()
        language = (found.get("lang") or silent).lower()
        if not options.wants(language):
            unfit.append(Skip("text in a language not asked for", where, usual=True))
        elif found.get("comment", "good") not in {"good", ""}:
            unfit.append(Skip("text not marked good", where))
        elif not text:
            unfit.append(Skip("empty text", where))
        else:
            good.append((found.get("lid", str(len(good) + 1)), text, language))
    return good, unfit


def _text(element: etree._Element | None) -> str:
    return ((element.text or "") if element is not None else "").strip()


def _names(element: etree._Element, facts: _Facts) -> Iterator[_Name]:
    """Each term of the facts with what it is called, in each language that the entry knows."""
    for triple, (subject, predicate, object) in facts.items():
        yield triple.subject, spaced(subject), _ENGLISH
        yield triple.predicate, uncamelled(predicate), _ENGLISH
        if triple.object.startswith(_RESOURCE):
            yield triple.object, spaced(object), _ENGLISH
        else:
            yield triple.object, terms.text_of(triple.object), ""
    known = {term for triple in facts for term in (triple.subject, triple.object)}
    for found in element.iterfind(".//*[@direction]"):
        parts = tuple(part.strip() for part in _text(found).split(" | "))
        language = found.get("direction", "").rpartition("2")[2].lower()
        if len(parts) == 3 and parts[1] == "sameAs" and resource(parts[0]) in known:
            yield resource(parts[0]), spaced(parts[2]), language


def _labels(names: Iterable[_Name], options: ReadOptions) -> Iterable[Label]:
    wanted = (name for name in names if not terms.is_literal(name[0]) and options.wants(name[2]))
    return dict.fromkeys(Label(term, "label", text, language) for term, text, language in wanted)


def _sentences(
    element: etree._Element,
    texts: Iterable[_Said],
    facts: _Facts,
    names: Sequence[_Name],
    path: Path,
) -> Iterator[Sentence]:
    category = element.get("category", path.name)
    document = f"{category}/{element.get('size', len(facts))}/{element.get('eid', '')}"
    predicates = {fact.predicate for fact in facts}
    for number, text, language in texts:
        spans = _spans_of_terms(text, language, [one for one in names if one[0] not in predicates])
        mentions = tuple(
            Mention(fact, spans.get(fact.subject), spans.get(fact.object)) for fact in facts
        )
        yield Sentence(terms.sentence_id(document, number, text), text, document, mentions)


def _spans_of_terms(text: str, language: str, names: Sequence[_Name]) -> dict[str, _Span]:
    """Where a text has a term by its name in the text's language, or else by another."""
    spans = _spans(text, {name for _, name, _ in names})
    own = {
        term: spans[name] for term, name, tongue in names if name in spans and tongue == language
    }
    return {term: spans[name] for term, name, _ in names if name in spans} | own


def _spans(text: str, names: set[str]) -> dict[str, _Span]:
    """Where each name stands first as whole words and not within a longer one."""
    taken: list[_Span] = []
    first: dict[str, _Span] = {}
    for name in sorted(names - {""}, key=lambda name: (-len(name), name)):
        for found in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text):
            span = found.span()
            if all(span[1] <= start or end <= span[0] for start, end in taken):
                taken.append(span)
                first.setdefault(name, span)
    return first


# ── Terms ───────────────────────────────────────────────────────────────────────────────────────
def resource(name: str) -> str:
    """The DBpedia resource of a name, with spaces as underscores and percent-encoding."""
    return _RESOURCE + _local(name)


def _local(name: str) -> str:
    return terms.encoded(re.sub(r"\s+", "_", name))


def spaced(name: str) -> str:
    """A resource's label.

    >>> spaced("Aarhus_Airport")
    'Aarhus Airport'
    """
    return name.replace("_", " ").strip()


def uncamelled(name: str) -> str:
    """A property's label.

    >>> uncamelled("elevationAboveTheSeaLevel_(in_metres)"), uncamelled("ICAO_Location_Identifier")
    ('elevation above the sea level (in metres)', 'ICAO Location Identifier')
    >>> uncamelled("UTCOffset"), uncamelled("1st_runway_LengthFeet")
    ('UTC offset', '1st runway length feet')
    """
    return re.sub(r"[A-Za-z]+", _words, spaced(name))


def _words(found: re.Match[str]) -> str:
    parts = _CAMEL.split(found.group())
    if len(parts) == 1:
        return parts[0]
    return " ".join(part if len(part) > 1 and part.isupper() else part.lower() for part in parts)


def value(text: str) -> str:
    """An object as a term: see the module's list.

    >>> value("1,234.5 (metres)")
    '"1234.5"^^<http://dbpedia.org/datatype/metre>'
    >>> value("Aarhus_Airport")
    'http://dbpedia.org/resource/Aarhus_Airport'
    """
    if measure := _MEASURE.fullmatch(text):
        unit = measure["unit"] or _ABBREVIATED.get(measure["short"], measure["short"])
        return terms.literal(_digits(measure["number"]), datatype=_UNIT + _unit_name(unit))
    if text.startswith('"'):
        return _quoted(text)
    if text.startswith("<") and text.endswith(">") and terms.is_valid(text[1:-1]):
        return text[1:-1]
    return _bare(text)


def _bare(text: str) -> str:
    if _ONE_NUMBER.fullmatch(text):
        return _number(_digits(text))
    if _is_day(text):
        return terms.literal(text, datatype=terms.XSD + "date")
    if _NUMBERS.fullmatch(text):
        return terms.literal(text)
    return resource(text)


def _quoted(text: str) -> str:
    inner = text[1:-1]
    if len(text) > 1 and text.endswith('"') and '"' not in inner:
        return terms.literal(inner)
    try:
        parts = terms.parse_literal(text)
    except ValueError:
        return terms.literal(text)
    return terms.literal(parts.value, datatype=parts.datatype, language=parts.language)


def _digits(number: str) -> str:
    return number.replace(",", "").removeprefix("+")


def _number(digits: str) -> str:
    kind = "double" if "e" in digits.lower() else "decimal" if "." in digits else "integer"
    return terms.literal(digits, datatype=terms.XSD + kind)


def _is_day(text: str) -> bool:
    if not re.fullmatch(r"-?\d{4}-\d\d-\d\d", text):
        return False
    if text[0] == "-":
        text = f"{_LEAP}{text[5:]}"  # whether February had 29 days then is open
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _unit_name(unit: str) -> str:
    """DBpedia's name of a unit: ``square metres`` is squareMetre, ``cubic inches`` cubicInch."""
    first, *rest = _PLURAL.sub("", unit.strip()).split()
    return terms.encoded(first + "".join(word[:1].upper() + word[1:] for word in rest))
