"""What the cells of a table mean: terms, and what tells an id from a name."""

import ast
import csv
import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

from kgforge import cleaning, naming, spellings, terms
from kgforge.loaders._naming import PREDICATES, WORDS, Kind
from kgforge.loaders._tables import literals
from kgforge.schema import ReadOptions

_ID: Final = re.compile(r"[PQ][1-9][0-9]*")
_LOWERED: Final = re.compile(r"[pq][1-9][0-9]*")
_STATED: Final = re.compile(r"https?://www\.wikidata\.org/prop/(P[1-9][0-9]*)")
"""A property as the predicate of nodes of statements, of which a table has none."""
_ITEM: Final = re.compile(r"Q[1-9][0-9]*")
_PATH: Final = re.compile(r"/[^\s/]+(?:/[^\s/]+)+")
"""Ids of Freebase and ConceptNet: ``/m/027rn``, ``/location/country/capital``, ``/c/en/dog``."""

_SCHEME: Final = re.compile(r"<[A-Za-z][A-Za-z0-9+.-]*:(?![_\s])")
"""How an IRI begins in angle brackets; ``<Halo:_Reach>`` is none, but a name of YAGO's."""
_BRACKETED: Final = re.compile(r"<([^<>]*)>")

_QUOTED: Final = re.compile(r'"(.*)"(?:@([A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*))?', re.S)

UNKNOWN: Final = cleaning.UNKNOWN
MISSING: Final = cleaning.MISSING
NOTHING: Final = "a missing value (NULL, NaN, n/a, None)"
"""The reason for which such a cell is skipped."""
ERROR: Final = "an error value of a spreadsheet (#N/A, #REF!, #NV; if it is a name here: --missing)"
"""The reason for which a formula without a result is skipped."""
_DOUBTFUL: Final = "{}, read as a missing value (if it is a name or code here: --missing)"
"""The reason where a mark may also be a name, as NA is Namibia's code."""
_SURE: Final = frozenset({"NULL", "null", "NaN", "nan", "N/A", "n/a", "<NA>", r"\N"})
_ERROR: Final = re.compile(
    r"#(?:[¡¿]?(?=[^\W\d_])[^\W\d_a-z]+(?:[ _/][^\W\d_a-z]+|/0)*[!?]"
    r"|N/A|NA|NV|N/D|N/B|I/T|Н/Д|YOK|HIÁNYZIK|NENÍ_K_DISPOZICI|NIE_JE_K_DISPOZÍCII|GETTING_DATA"
    r"|#{2,})"
    r"|Err:5\d\d"
)
"""What Excel, LibreOffice and others show for a formula without a result, in any language:
``#REF!``, ``#¿NOMBRE?``, ``#DIV/0!``, ``#NV``; and for a column that is too narrow: ``####``."""

EMPTY: Final = "an empty list or record ([], {})"
"""The reason for which such a cell is skipped."""
_EMPTY: Final = re.compile(
    r"(?:[A-Za-z]*Array|[A-Za-z]*Buffer|List|Set|Map|set|frozenset|list|dict|tuple|c)?"
    r"(?:\[\s*\]|\{\s*\}|\(\s*\)|\[(?:null|None|nan|NaN|\"\"|'')\])"
    r"|(?:[A-Za-z]*Array|[A-Za-z]*Buffer|List|Set|Map|set|frozenset|list|dict|tuple|c)\(\)"
)
NO_DATE: Final = "a date that stands for none (9999-12-31, 0000-00-00)"
"""The reason for which such a cell is skipped."""
_NO_DATE: Final = re.compile(
    r"(?:9999-12-31|0000-00-00|1900-01-00)(?:[T ].*)?|0001-01-01[T ]00:00:00.*"
    r"|31[./]12[./]9999|12/31/9999|00[./-]00[./-]0000"
)
FORMULA: Final = "a formula of a spreadsheet (=A1)"
"""The reason for which such a cell is skipped."""
_FORMULA: Final = re.compile(r"=\s*(?:[A-ZÄÖÜ][A-ZÄÖÜ0-9.]*\(.*\)|\$?[A-Z]{1,3}\$?\d+.*)", re.S)
_HYPERLINK: Final = re.compile(
    r"=\s*HYPERLINK\(\s*\"[^\"]*\"\s*[,;]\s*\"(?P<text>(?:[^\"]|\"\")*)\"\s*\)", re.I
)
"""A link of a spreadsheet, and the text that it shows."""

_RULE: Final = re.compile(r":?(?:-{4,}|={4,}|_{4,}):?|:-{3}:?|---:")
RULE: Final = "a rule between rows (----)"
"""The reason for which a row of dashes is skipped, as Markdown and the shells of SQL draw it."""

_MONTH: Final = (
    "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Mrz|Mai|Okt|Dez|janv|févr?|mars|avr|juin"
    "|juil|août|déc|ene|abr|ago|dic|gen|mag|giu|lug|set|ott|fev|out|dez|mrt|mei|maa)"
)
"""Months as spreadsheets show them, in several languages."""
_CHANGED: Final = re.compile(rf"\d{{1,2}}(?:-|\. ?){_MONTH}\.?|{_MONTH}-\d\d", re.I)
_NUMBER: Final = re.compile(r"[+-]?[\d.,' \u00a0\u202f]*\d(?:E[+-]?\d+)?\s*%?", re.I)
_ROUNDED: Final = re.compile(r"\d(?:[.,]\d+)?E\+\d{2,}")
DAYS: Final = "a day without a year (2-Sep), as most objects of its predicate are: kept as a name"
"""What is said of such a cell."""
CHANGED: Final = (
    "a cell that a spreadsheet seems to have changed (SEPT2 into 2-Sep, an id into 2E+13)"
)
"""The reason for which such a row is skipped."""
_PIPE: Final = re.compile(r"(?<!\\)\|")
_OF_WIKIDATA: Final = (terms.PREFIXES["wd"], terms.PREFIXES["wdt"])
_CURIE: Final = re.compile(r"[A-Za-z][\w.-]*:[\w.-]*\d[\w.-]*")
"""An id with the prefix of its vocabulary, as KGX has them: ``HP:0001252``."""
_ARRAY: Final = re.compile(
    r"\{(?P<text>[^{}]*,[^{}]*)\}|\[(?P<bare>[^\[\]\"'{}]+(?:, [^\[\]\"'{}]+)+)\]"
)
"""A list as PostgreSQL and as Java write it: ``{Ann,"Bob C"}``, ``[Ann, Bob C]``."""
_SCALA: Final = re.compile(
    r"(?:mutable\.|immutable\.|scala\.[\w.]*)?"
    r"(?:WrappedArray|ArrayBuffer|ArraySeq|ListBuffer|List|Vector|Set|HashSet|Seq|Array|Stream)"
    r"\((?P<inner>[^()\[\]]*(?:\([^()]*\)[^()\[\]]*)*)\)"
)
"""A list as Scala prints one, and so Spark: ``WrappedArray(Ann, Bob)``."""
_MAP: Final = re.compile(r"(?:Map|HashMap|Row|Record)\(.*(?:->|=).*\)")
"""A record as Scala or Spark print one."""
_CALL: Final = re.compile(r"(?:frozenset|set|list|tuple|array|deque|c)\((?P<inner>.*)\)", re.S)
"""A list as Python prints its own kinds of them, and as R writes one: ``c("Ann", "Bob")``."""
_SPACED: Final = re.compile(r"\[\s*(?:'[^']*'|\"[^\"]*\")(?:\s+(?:'[^']*'|\"[^\"]*\"))+\s*\]")
"""A list as NumPy prints one, without commas: ``['Ann' 'Bob']``."""
_PRINTED: Final = re.compile(r"Array\s*\(\s*(?P<text>\[\w+\]\s*=>.*)\)", re.S)
"""A list as PHP prints one: ``Array ( [0] => Ann [1] => Bob )``."""
_KEY: Final = re.compile(r"\[(\w+)\]\s*=>")
_LINES: Final = re.compile(r"\s*<br\s*/?>\s*", re.I)
"""What separates values that a page shows below one another."""
_QUOTED_PART: Final = re.compile(r"'([^']*)'|\"([^\"]*)\"")
LIST: Final = "a list in one cell: each of its values is read by itself"
"""What is said of a row with such a cell."""
SEMICOLONS: Final = "names between semicolons, kept as one name"
"""What is said of a row with what is probably a list, but may be a title."""
_SEMICOLONS: Final = re.compile(r"[^;&]+(?:; (?!or\b)[^;&]+)+")
_UNSPACED: Final = re.compile(
    r"[^\W\d_][^;&:]*[^\W\d_]{2}[^;&:]*(?:;[^\W\d_][^;&:]*[^\W\d_]{2}[^;&:]*)+"
)
"""Names between semicolons without blanks, which codes may have, too."""
_BREAK: Final = re.compile(r"\s*(?:[\r\n\v\f\x85\u2028\u2029]|\\[nr](?=[A-Z\d\s(-]|\\[nr]))+\s*")
"""A line end in a cell, also as JSON writes it. Before a small letter it may be TeX."""
_BULLET: Final = re.compile(r"(?:[-*+•·‣▪–]|\d{1,2}[.)])\s+")
_UNFINISHED: Final = re.compile(r"[,;:/&(–-]\Z|\b(?:of|the|and|de|la|le|von|der|und|of the)\Z")
_SHORTEST: Final = 3
"""So many letters has a line at least that may be a name by itself."""
LINES: Final = (
    "a cell of several lines, which may be a list or a name (write each value to its own row, or "
    "the name in one line)"
)
"""The reason for which such a row is skipped."""
MARKUP: Final = "a template or file link of MediaWiki in a cell"
"""The reason for which such a row is skipped."""
NESTED: Final = "a cell with a record, or a list within a list"
"""The reason for which such a row is skipped."""

Reader = Callable[[str], str]


def readers(base: str) -> tuple[Reader, Reader]:
    """Two functions from a cell to its term: for subjects and objects, and for predicates."""

    @lru_cache(maxsize=1 << 18)
    def node(cell: str) -> str:
        return term(cell.strip(), base)

    @lru_cache(maxsize=1 << 14)
    def predicate(cell: str) -> str:
        return predicate_term(cell.strip(), base)

    return node, predicate


def predicate_term(text: str, base: str) -> str:
    """Return a cell of predicates as a term; an empty one stays empty.

    >>> predicate_term("http://www.wikidata.org/prop/P17", "") == predicate_term("P17", "")
    True
    """
    if stated := _STATED.fullmatch(text.strip("<>")):
        return terms.wikidata_predicate(stated[1])
    return terms.named(term(text, base))


def term(text: str, base: str) -> str:
    """A cell as a term; an empty one stays empty. Any white space in a name is one blank."""
    return known(text) or said(text, base)


def bare(text: str) -> str:
    """A cell without the angle brackets that AMIE and YAGO put around names; around IRIs they stay.

    >>> bare("<U2>"), bare("<Halo:_Reach>"), bare("<http://e.org/a>"), bare("a < b")
    ('U2', 'Halo:_Reach', '<http://e.org/a>', 'a < b')
    """
    if text.startswith('="') and text.endswith('"') and len(text) > 3:
        return text[2:-1].strip()  # as Excel keeps text that looks like a number
    if text[:1] == "=" and (link := _HYPERLINK.fullmatch(text)):
        return link["text"].replace('""', '"').strip()
    if not text.startswith("<") or _SCHEME.match(text):
        return text
    found = _BRACKETED.fullmatch(text)
    return found[1].strip() if found else text


def marks(options: ReadOptions) -> frozenset[str]:
    """Return what stands for a missing value in the tables of a source."""
    return MISSING if options.missing is None else frozenset(options.missing)


def is_missing(text: str, missing: frozenset[str] = MISSING) -> bool:
    """Whether a cell says that nothing is known, or no longer says what is."""
    return (
        text in missing
        or bare(text) in missing
        or _is_error(text, missing)
        or _is_lost(text, missing)
        or _is_rule(text, missing)
        or bool(_stands_for_nothing(text, missing))
    )


def _stands_for_nothing(text: str, missing: frozenset[str]) -> str:
    """Return why a cell is an empty list, or a date that is none; empty for any other.

    >>> _stands_for_nothing("[]", MISSING), _stands_for_nothing("0000-00-00 00:00:00", MISSING)
    ('an empty list or record ([], {})', 'a date that stands for none (9999-12-31, 0000-00-00)')
    >>> _stands_for_nothing("Set", MISSING), _stands_for_nothing("[]", frozenset())
    ('', '')
    """
    if missing is not MISSING or not text:
        return ""
    if text[-1] in "])}" and _EMPTY.fullmatch(text):
        return EMPTY
    return NO_DATE if text[0] in "0139" and _NO_DATE.fullmatch(text) else ""


def _is_rule(text: str, missing: frozenset[str]) -> bool:
    return missing is MISSING and _RULE.fullmatch(text) is not None


def _is_lost(text: str, missing: frozenset[str]) -> bool:
    """Return whether a cell's letters are lost; of question marks unless other marks are given."""
    return cleaning.is_lost(text) and ("\ufffd" in text or missing is MISSING)


def _is_error(text: str, missing: frozenset[str]) -> bool:
    """Return whether a cell is an error of a spreadsheet, and no user's marks are asked for.

    >>> [cell for cell in ("#REF!", "#¿NOMBRE?", "#ZAHL!", "#NV", "#1", "#MeToo!", "#BB")
    ...  if _is_error(cell, MISSING)]
    ['#REF!', '#¿NOMBRE?', '#ZAHL!', '#NV']
    """
    if missing is not MISSING or text[:1] not in {"#", "E"}:
        return False
    return _ERROR.fullmatch(text) is not None and (text[0] == "E" or text == text.upper())


def lack(text: str, missing: frozenset[str]) -> str:
    """Return the reason for which a cell is skipped as a missing value; empty for any other."""
    if not is_missing(text, missing):
        return ""
    if _is_error(text, missing):
        return ERROR
    if _is_lost(text, missing):
        return cleaning.LOST
    if _is_rule(text, missing):
        return RULE
    if reason := _stands_for_nothing(text, missing):
        return reason
    return NOTHING if text in _SURE else _DOUBTFUL.format(text)


def fault(text: str) -> str:
    """Return why a text is code rather than a name; empty for one that may be a name.

    >>> fault("=SUM(A1:A3)"), fault("=A1&B1") == FORMULA, fault("=) (band)")
    ('a formula of a spreadsheet (=A1)', True, '')
    >>> fault("St. Louis, {{flag|US}}"), fault("File:Ulm.svg|thumb|200px") == MARKUP
    ('a template or file link of MediaWiki in a cell', True)
    """
    if text[:1] == "=" and _FORMULA.fullmatch(text) and not _HYPERLINK.fullmatch(text):
        return FORMULA
    return MARKUP if cleaning.has_wiki_markup(text) else ""


def are_lines(text: str) -> bool:
    r"""Return whether a cell has lines that may be names, or parts of one.

    >>> are_lines("Germany\nAustria"), are_lines("The long\nroad"), are_lines("- Ann\n- Bob")
    (True, False, False)
    """
    if ("\n" not in text and "\r" not in text and "\\" not in text) or is_literal(text):
        return False
    parts = [part for part in _BREAK.split(text.strip()) if part]
    if len(parts) < 2 or all(map(_BULLET.match, parts)):
        return False
    are_of_one = any(map(_UNFINISHED.search, parts[:-1]))
    are_alike = all(part[0].isupper() for part in parts) or all(part[0].islower() for part in parts)
    return are_alike and not are_of_one and min(map(len, parts)) >= _SHORTEST


def is_changed(text: str) -> bool:
    """Return whether a cell looks like a name that a spreadsheet took for a date.

    >>> is_changed("2-Sep"), is_changed("Mar-01"), is_changed("01. Mrz"), is_changed("SEPT2")
    (True, True, True, False)
    """
    return _CHANGED.fullmatch(text) is not None


def is_rounded(text: str) -> bool:
    """Return whether a cell looks like an id that a spreadsheet took for a number.

    >>> is_rounded("2.31E+19"), is_rounded("2310009E13")
    (True, False)
    """
    return _ROUNDED.fullmatch(text) is not None


def is_number(text: str) -> bool:
    """Return whether a cell is a number, with a point or a comma in it."""
    return _NUMBER.fullmatch(text) is not None


def may_be_list(text: str) -> bool:
    """Return whether a cell may hold several values: a quick test."""
    return (
        text[:1] in {"[", "{"}
        or "|" in text
        or ";" in text
        or "," in text
        or text[-1:] == ")"
        or "<" in text
        or "\n" in text
        or "\\n" in text
    )


def values(text: str) -> list[str]:
    r"""Return the values of a cell that holds a list; any other cell by itself.

    Lists are JSON's, Python's, NumPy's, PostgreSQL's, Java's, R's and PHP's, values between bars,
    and values between line breaks of HTML. Between semicolons and commas, which names have too,
    only ids are values, unless brackets are around them. Empty for a record or a nested list.

    >>> values('["Ann", "Bob"]'), values("Ann|Bob"), values("Q5;Q6"), values("HP:1|HP:2")
    (['Ann', 'Bob'], ['Ann', 'Bob'], ['Q5', 'Q6'], ['HP:1', 'HP:2'])
    >>> values("Home | News"), values("[REC]"), values("Lock, Stock"), values('{"a": 1}')
    (['Home | News'], ['[REC]'], ['Lock, Stock'], [])
    >>> values("['Ann' 'Bob']"), values('c("Ann", "Bob")'), values("Ann<br/>Bob"), values("[A, B]")
    (['Ann', 'Bob'], ['Ann', 'Bob'], ['Ann', 'Bob'], ['A', 'B'])
    """
    if not may_be_list(text) or is_literal(text) or literals.is_literal(text):
        return [text]
    if cleaning.has_wiki_markup(text):
        return [text]
    if text[0] in "[{" or text[-1] == ")":
        return [] if _MAP.fullmatch(text) else _listed(text)
    if found := _lines(text):
        return list(dict.fromkeys(found))
    return _between_signs(text)


def _lines(text: str) -> list[str]:
    """Return what stands between line breaks of HTML, or behind the bullets of lines."""
    bullets = [part for part in _BREAK.split(text) if part]
    if len(bullets) > 1 and all(map(_BULLET.match, bullets)):
        return [_BULLET.sub("", bullet, count=1) for bullet in bullets]
    found = [part for part in _LINES.split(text) if part]
    return found if len(found) > 1 else []


def _between_signs(text: str) -> list[str]:
    """Return what stands between bars, or ids between semicolons or commas; else the cell."""
    if "{{" in text or "[[" in text:  # whose bars part no values
        return [text]
    bars = _PIPE.split(text)
    for parts in (bars, text.split(";"), text.split(",")):
        found = [part.strip() for part in parts]
        if len(found) > 1 and all(found):
            is_between_bars = parts is bars and parts == found
            if all(map(_is_id_or_curie, found)) or is_between_bars:
                return list(dict.fromkeys(part.replace(r"\|", "|") for part in found))
    return [text]


def may_be_names(text: str) -> bool:
    """Return whether a cell that is one name seems to hold several.

    >>> may_be_names("French; German"), may_be_names("Dracula; or, the Undead"), may_be_names("a;b")
    (True, False, False)
    >>> may_be_names("Jinotega;Nablus"), may_be_names("Gene::1;2"), may_be_names("AT&amp;T")
    (True, False, False)
    """
    if ";" not in text or is_literal(text):
        return False
    return any(form.fullmatch(text) for form in (_SEMICOLONS, _UNSPACED))


def _is_id_or_curie(text: str) -> bool:
    return is_id(text) or _CURIE.fullmatch(text) is not None


def _listed(text: str) -> list[str]:
    """Return the values of a cell in brackets; the cell by itself where it is no list."""
    if printed := _PRINTED.fullmatch(text):
        _, *parts = _KEY.split(printed["text"])
        keys, found = parts[::2], [value.strip() for value in parts[1::2]]
        return list(dict.fromkeys(found)) if all(map(str.isdecimal, keys)) else []
    if _SPACED.fullmatch(text):
        return list(dict.fromkeys(map("".join, _QUOTED_PART.findall(text))))
    if scala := _SCALA.fullmatch(text):
        return [*dict.fromkeys(scala["inner"].strip().split(", "))]
    if call := _CALL.fullmatch(text):
        inner = call["inner"].strip()
        listed = _listed(inner if inner[:1] in set("[({") else f"[{inner}]")
        return listed if listed != [f"[{inner}]"] else [text]
    if text[0] == "(" and ";" in text and "(" not in text[1:]:
        found = [part.strip() for part in text[1:-1].split(";")]
        return list(dict.fromkeys(found)) if all(found) else [text]
    return _bracketed(text)


def _bracketed(text: str) -> list[str]:
    """Return the values of a list of JSON, Python, PostgreSQL or Java; else the cell by itself."""
    try:
        found = json.loads(text) if text[-1] in "]}" else _of_python(text)
    except (ValueError, RecursionError):
        found = _of_python(text)
        if isinstance(found, str) and (array := _ARRAY.fullmatch(text)):
            listed = next(csv.reader([array["text"] or array["bare"]]))
            return [cell.strip() for cell in listed if cell.strip()]
    if isinstance(found, str):
        return [text]
    if isinstance(found, dict) or not all(isinstance(value, str | int | float) for value in found):
        return []
    return list(dict.fromkeys(str(value).strip() for value in found if str(value).strip()))


def _of_python(text: str) -> Any:
    """Return what a cell is as a literal of Python, which pandas writes; else the cell.

    A set's values come in the order in which they are written.
    """
    if not text.startswith(("['", '["', "{'", '{"', "('", '("')):
        return text
    try:
        written = ast.parse(text, mode="eval").body
        if isinstance(written, ast.Set):
            return [ast.literal_eval(value) for value in written.elts]
        found = ast.literal_eval(written)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text
    return list(found) if isinstance(found, list | tuple) else found


def raised(cell: str) -> str:
    """Return an id of Wikidata's with its capital, in a table of such ids; any other cell as it is.

    >>> raised(" q64"), raised("Q64"), raised("quartz")
    ('Q64', 'Q64', 'quartz')
    """
    text = cell.strip()
    return text.upper() if _LOWERED.fullmatch(text) else text


def spelling(cell: str) -> str:
    """Return what is the same for all spellings of an id of Wikidata's; other cells as they are.

    >>> spelling("https://www.wikidata.org/wiki/Property:P17") == spelling("p17") == spelling("P17")
    True
    """
    return terms.named(known(raised(cell))) or cell


def are_of_wikidata(cells: Iterable[str]) -> bool:
    """Return whether most of some cells are ids of Wikidata's."""
    texts = [text for cell in cells if (text := cell.strip())]
    return 2 * sum(known(text).startswith(_OF_WIKIDATA) for text in texts) > len(texts) > 0


def known(text: str) -> str:
    """What a cell that is an id of Wikidata's, an IRI or a CURIE stands for; else empty."""
    text = bare(text.strip(cleaning.MARKS))
    return terms.wikidata_entity(text) if _ID.fullmatch(text) else iri(text)


def said(text: str, base: str) -> str:
    """What any other cell stands for: a literal for itself, a name for an IRI below *base*."""
    text = bare(text)
    return text if not text or is_literal(text) else base + terms.encoded(plain(text))


def plain(cell: str) -> str:
    """Return a cell with one blank for any white space, mended where other programs damaged it.

    Its letters are composed (NFC), as most programs write them: *é* is one letter, however it is
    put together.
    """
    return unicodedata.normalize("NFC", " ".join(cleaning.clean_text(cell).split()))


def is_damaged(cell: str) -> bool:
    """Return whether the name in a cell is another than was written there."""
    if not cleaning.is_suspect(cell) or known(cell.strip()) or is_literal(cell.strip()):
        return False
    return cleaning.clean_text(cell) != " ".join(cell.split(" "))


def iri(text: str) -> str:
    """What a cell that is an IRI or a CURIE stands for; empty for any other."""
    if text.startswith("<") and text.endswith(">"):
        return spellings.unified(text[1:-1]) if _SCHEME.match(text) else ""
    if ("//" in text or text.startswith("urn:")) and terms.is_iri(text):
        return spellings.unified(text)
    if entity := spellings.of_wikidata(text):
        return entity
    prefix, colon, rest = text.partition(":")
    return terms.PREFIXES[prefix] + rest if colon and prefix in terms.PREFIXES else ""


def is_literal(text: str) -> bool:
    """Whether a cell is a literal in N-Triples form."""
    if not text.startswith('"'):
        return False
    try:
        parts = terms.parse_literal(text)
    except ValueError:
        return False
    return (not parts.datatype or terms.is_valid(parts.datatype)) and (
        not parts.language or terms.is_language(parts.language)
    )


def spoken(text: str) -> terms.Literal | None:
    """The parts of a cell in quotes, with or without a language; None for any other.

    Quotes within may be escaped as in N-Triples, doubled as in CSV, or neither.

    >>> spoken('"Ulm"@de'), spoken('"the "Sparrow""@en')
    (Literal(value='Ulm', datatype='', language='de'), \
Literal(value='the "Sparrow"', datatype='', language='en'))
    """
    text = literals.rewritten(text).cell
    if is_literal(text):
        return terms.parse_literal(text)
    found = _QUOTED.fullmatch(text)
    return terms.Literal(found[1].replace('""', '"'), language=found[2] or "") if found else None


def is_item(cell: str) -> bool:
    """Whether a cell is the id of a Wikidata entity that is no property."""
    return _ITEM.fullmatch(cell.strip()) is not None


@lru_cache(maxsize=1 << 16)
def is_id(cell: str) -> bool:
    """Whether a cell is an id rather than a name: Wikidata's, an IRI, a CURIE, or a path."""
    text = cell.strip()
    return bool(known(text) or _PATH.fullmatch(text))


def is_opaque(cell: str) -> bool:
    """Whether a cell is an id, or a code that nobody can read (``C0027051``)."""
    return is_id(cell) or not naming.readable(term(cell.strip(), naming.NAMES))


def naming_kind(row: Sequence[str]) -> Kind | None:
    """What a statement gives its subject by a predicate of names, rather than being a fact.

    A bare word is such a predicate where the subject is an id, and the object none.

    >>> naming_kind(["Q1", "label", "Ulm"]), naming_kind(["Ulm", "rdfs:label", "Ulm an der Donau"])
    ('label', 'label')
    >>> naming_kind(["Ulla", "label", "Sony"]), naming_kind(["Q1", "label", "Q2"])
    (None, None)
    """
    if len(row) < 3:
        return None
    subject, predicate, object = map(str.strip, row[:3])
    word, known = _naming(predicate)
    if word:
        return word if subject and object and is_opaque(subject) and not is_id(object) else None
    return known if known and not is_id(object) else None


@lru_cache(maxsize=1 << 14)
def _naming(predicate: str) -> tuple[Kind | None, Kind | None]:
    """What a predicate gives as a bare word, and what as an IRI."""
    word = re.sub("[_ -]", "", predicate.lower())
    return WORDS.get(word), PREDICATES.get(iri(predicate))


def may_name(predicate: str) -> bool:
    """Whether a predicate's statements may give names rather than being facts."""
    return any(_naming(predicate))


def are_ids(cells: Sequence[str]) -> bool:
    """Whether a row is a statement in ids: a triple, and pairs of a qualifier and its value.

    >>> are_ids(["Q1", "P31", "Q5"]), are_ids(["Q1", "P31", "Q5", "P580", "1952"])
    (True, True)
    >>> are_ids(["Q1", "Q2", "P31"]), are_ids(["Q1", "P31", "Q5", "0.7"])
    (False, False)
    """
    if len(cells) < 3 or len(cells) % 2 == 0 or not is_id(cells[0]):
        return False
    value = cells[2].strip()
    return (
        is_literal(value) or literals.is_literal(value) or all(map(is_id, values(value) or [value]))
    ) and all(is_id(cell) and not is_item(cell) for cell in cells[1::2])


def are_statements(rows: Sequence[Sequence[str]]) -> bool:
    """Whether all rows are statements in ids, their qualifiers no ids as entities have.

    ConceptNet's lines begin with an id of their own, behind which all columns are one further:

    >>> are_statements([["/a/1", "/r/IsA", "/c/en/dog", "/c/en/animal", "{}"]])
    False
    """
    if not rows or not all(map(are_ids, rows)):
        return False
    ends = {_family(row[place]) for row in rows for place in (0, 2) if is_id(row[place])}
    links = {_family(row[1]) for row in rows}
    return not ends & {_family(cell) for row in rows for cell in row[3::2]} - links


def _family(cell: str) -> str:
    """What ids of one kind share: a namespace, the first part of a path, Wikidata's letter."""
    text = cell.strip()
    if _PATH.fullmatch(text):
        return text.split("/", 2)[1]
    return text[0] if _ID.fullmatch(text) else re.split(r"[^/#:]*$", iri(text))[0]
