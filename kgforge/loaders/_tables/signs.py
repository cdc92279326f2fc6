"""Columns that say which statements of a table are false: 1 and -1, 1 and 0, true and false.

A column of *signs* (``sign``, ``label``, ``truth``) says whether a statement holds. A column of
*denials* (``negated`` in KGX, ``predicate_modifier`` in SSSOM) says whether it is denied: a blank
cell there means that it is not. A word that is neither stops the reading, since a denial that is
overlooked would become a fact. A column of *qualifiers* may hold ``NOT`` among other words, as
Gene Ontology's annotations do (``NOT|involved_in``).

A column of *verdicts* (``verdict``, ``veracity``, ``assertion``, ``evidence_status``) says in words
what was found of a statement: supported, refuted, or neither.

A column of *states* (``active`` in SNOMED CT, ``deprecated``, ``obsolete``, ``status``) says which
rows are in force. The others are neither facts nor false: they are left out. So are rows with a
date or reason in a column that says when they were withdrawn (``deleted_at``, ``replaced_by``).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from msgspec import Struct

from kgforge.errors import UnknownWordError
from kgforge.loaders._tables import cells
from kgforge.loaders._tables.rows import Row, Table
from kgforge.schema import Skip, Triple

_SIGNS: Final = frozenset({
    "label", "true", "truth", "is_true", "sign", "polarity", "asserted", "is_asserted", "holds",
    "valid", "is_valid", "correct", "is_correct", "is_fact",
})  # fmt: skip
_DENIALS: Final = frozenset({
    "negated", "is_negated", "negation", "negate", "negative", "is_negative", "false", "is_false",
    "denied", "is_denied", "not", "is_not", "refuted", "is_refuted", "predicate_modifier",
})  # fmt: skip
_QUALIFIERS: Final = frozenset({"qualifier", "qualifiers", "modifier"})
"""What columns are called whose words may deny a statement, and may say something else."""
_WORDS: Final = (
    ("1", "-1"), ("+1", "-1"), ("1", "0"), ("true", "false"), ("yes", "no"), ("t", "f"),
    ("y", "n"), ("positive", "negative"), ("pos", "neg"), ("+", "-"),
)  # fmt: skip
"""What stands in a column of signs, first for yes, then for no."""
_YES: Final = frozenset({
    "true", "1", "yes", "t", "y", "x", "on", "\u2713", "\u2714", "wahr", "vrai", "verdadero",
    "vero", "ja", "oui", "sí", "si", "sì", "sim", "tak", "ano", "да",
})  # fmt: skip
_NO: Final = frozenset({
    "false", "0", "no", "f", "n", "off", "\u2717", "\u2718", "falsch", "faux", "falso", "nein",
    "non", "não", "nao", "nie", "ne", "nej", "nee", "нет",
})  # fmt: skip
"""What stands in a column of denials; spreadsheets write booleans in the user's language."""
_AFFIRMED: Final = frozenset({"affirmed", "positive", "present", "asserted", "not negated"})
_NEGATED: Final = frozenset({"negated", "denied", "absent", "negative", "neg"})
"""What else stands in a column of denials, in clinical texts for example."""

_VERDICTS: Final = frozenset({
    "assertion", "veracity", "verdict", "factuality", "truthfulness", "judgement", "judgment",
    "entailment", "correctness",
})  # fmt: skip
"""What the last word is of what columns of verdicts are called; or they are called one of …"""
_VERDICT_NAMES: Final = frozenset({
    "assertion_status", "evidence_status", "verification_status", "verification_result",
    "claim_status", "fact_status", "validation_status", "truth_value", "claim_label", "nli_label",
    "evidence_label", "gold_label", "negation_status", "support_status", "supported",
    "is_supported", "fact_check", "factcheck", "truth_rating", "claim_verdict",
})  # fmt: skip
"""… these."""
_SUPPORTED: Final = frozenset({
    "supports", "supported", "support", "confirmed", "confirms", "accurate", "entailment",
    "entailed", "entails", "verified", "proven", "proved", "accepted", "valid", "correct",
    "present", "affirmed", "asserted", "positive", "established",
})  # fmt: skip
_REFUTED: Final = frozenset({
    "refutes", "refuted", "refute", "contradicts", "contradicted", "contradiction", "disproved",
    "disproven", "debunked", "inaccurate", "incorrect", "wrong", "invalid", "fake", "hoax",
    "rejected", "absent", "negated", "denied", "negative", "pants on fire", "pants-fire",
    "not supported", "unsupported claim", "ruled out", "ruled_out", "excluded",
})  # fmt: skip
_UNDECIDED: Final = frozenset({
    "not enough info", "not_enough_info", "notenoughinfo", "not enough information", "nei",
    "not enough evidence", "insufficient", "insufficient evidence", "inconclusive", "unverified",
    "unproven", "unsupported", "unconfirmed", "disputed", "contested", "neutral", "mixture",
    "mixed", "half true", "half-true", "mostly true", "mostly-true", "mostly false",
    "mostly-false", "barely true", "barely-true", "partly false", "partly true", "possible",
    "probable", "suspected", "hypothetical", "conditional", "uncertain", "conflicting",
    "conflicting evidence", "conflicting evidence/cherrypicking", "pending", "speculative",
    "associated_with_someone_else", "associated with someone else", "family", "historical",
    "ambiguous", "candidate", "proposed", "predicted", "putative", "misleading", "unknown",
})  # fmt: skip
"""What verdicts are in words: for, against, and neither."""
_UNKNOWN: Final = cells.UNKNOWN - {"missing"}
"""What says that nobody knows whether a statement is denied: it is not as good as a blank."""
_STRONG: Final = frozenset({
    "supports", "refutes", "refuted", "contradicts", "contradicted", "disproved", "disproven",
    "debunked", "negated", "not enough info", "not_enough_info",
})  # fmt: skip
"""Words of which one tells a column of verdicts, whatever it is called."""
_NOT: Final = "not"
_DENIED: Final = re.compile(r"not\s*\|\s*(.*\w.*)", re.I)
_PARTS: Final = re.compile(r"[|;,\s_]")


_IN_FORCE: Final = frozenset({"active", "in_force"})
_MAYBE_IN_FORCE: Final = frozenset({
    "gültig", "aktiv", "aktuell", "actif", "activo", "vigente", "valide", "attivo", "ativo",
    "current", "currently", "enabled", "live", "in_use", "latest", "still_valid", "current_record",
})  # fmt: skip
"""What columns are called, too, but where they may hold something else."""
_ENDED: Final = frozenset({
    "deprecated", "obsolete", "retired", "inactive", "withdrawn", "deleted", "superseded",
})  # fmt: skip
_MAYBE_ENDED: Final = frozenset({
    "removed", "retracted", "revoked", "expired", "discontinued", "disabled", "invalid",
    "invalidated", "outdated", "suppressed", "cancelled", "canceled", "historical", "former",
    "archived", "replaced", "ended", "terminated", "defunct", "gelöscht", "veraltet", "ungültig",
    "obsolète", "supprimé", "eliminado", "obsoleto", "widerlegt",
})  # fmt: skip
_WHEN: Final = (
    "deleted|removed|retired|deprecated|obsoleted|obsolete|withdrawn|superseded|invalidated|revoked"
    "|retracted|discontinued|deactivated|inactivated|cancell?ed|suppressed|disabled"
)
_WITHDRAWN: Final = re.compile(
    rf"(?:{_WHEN})_(?:at|on|in|by|date|time|since|timestamp|datetime|ts|version|year|reason|from)"
    rf"|(?:date|time|reason)_(?:{_WHEN})"
    r"|(?:deletion|removal|retirement|deprecation|obsoletion|withdrawal|retraction|revocation"
    r"|invalidation|deactivation|inactivation)_(?:date|time|reason|timestamp|year)"
    r"|(?:term_|is_)?replaced_by|superseded_by|merged_into"
    r"|(?:gelöscht|ungültig|veraltet|zurückgezogen)_(?:am|seit|ab)|löschdatum|ersetzt_durch"
    r"|(?:supprimé|retiré)_le|date_de_suppression|remplacé_par"
    r"|(?:eliminado|retirado)_(?:en|el)|fecha_de_eliminación|reemplazado_por"
)
"""What columns are called in which only rows that were withdrawn have something."""
_AFFIXES: Final = re.compile(r"^(?:is|was|has_been)_|_(?:flag|ind|indicator|yn|bool)$")
"""What stands beside a word in the name of a column of yes and no."""
_STATES: Final = frozenset({"status", "state", "record_status", "entry_status"})
"""What columns are called that say which rows are in force, in their own words."""
_GOOD: Final = frozenset({
    "active", "current", "valid", "released", "approved", "published", "stable", "in force",
    "in_force", "ok", "final", "aktiv", "gültig", "aktuell", "actif", "en vigueur", "activo",
    "vigente", "attivo", "ativo", "platný", "aktivní", "confirmed", "verified", "accepted",
    "enabled", "live", "in use", "normal", "reviewed",
})  # fmt: skip
_GONE: Final = frozenset({
    "deprecated", "obsolete", "retired", "inactive", "withdrawn", "superseded", "deleted",
    "removed", "replaced", "not in force", "no longer valid", "inaktiv", "veraltet", "ungültig",
    "ersetzt", "gelöscht", "inactif", "obsolète", "remplacé", "supprimé", "inactivo", "obsoleto",
    "derogado", "inattivo", "inativo", "neplatný", "neaktivní", "zastaralý", "zrušený",
    "retracted", "refuted", "rejected", "revoked", "expired", "invalid", "cancelled", "canceled",
    "discontinued", "terminated",
})  # fmt: skip
ENDED: Final = "a row that is not in force, by its column {}"
"""The reason for which a row that was retired is left out."""
_UNSAID: Final = "a row whose column {} does not say whether it is in force"


NEITHER: Final = "neither true nor false"
"""The reason for which a statement is left out whose row leaves open whether it holds."""


class Denied(NamedTuple):
    """A statement that its row says is false."""

    triple: Triple


class Sign(Struct, frozen=True):
    """Where it is said whether a statement is true, and in which words."""

    place: int
    true: frozenset[str]
    false: frozenset[str]
    name: str = ""
    """What the column is called."""
    blank: bool | None = None
    """What a blank cell says; None: nothing."""
    closed: bool = False
    """Whether no other word may stand there."""
    undecided: frozenset[str] = frozenset()
    """What stands there where a statement is neither true nor false."""

    def of(self, row: Sequence[str], where: str) -> bool | None:
        """Return whether a row is true; None where it does not say so.

        Raises UnknownWordError at a word that is not known, where no other word may stand.
        """
        cell = row[self.place] if self.place < len(row) else ""
        word = _word(cell)
        if self.closed and (word in self.undecided or cell.strip().lower() in _UNKNOWN):
            return None
        if not word:
            return self.blank
        if word in self.true:
            return True
        if word in self.false or (_NOT in self.false and _denies(word)):
            return False
        if not self.closed:
            return self.blank
        shown = cell.strip()[:80]
        raise UnknownWordError(
            f"{where}: the column {self.name} says which statements are denied, and {shown!r} "
            f"is no word for that: write {_shown(self.false)} for a denied statement, and "
            f"{_shown(self.true)} or nothing for any other"
        )


class Status(Struct, frozen=True):
    """Where it is said whether a row is in force, and in which words."""

    place: int
    good: frozenset[str]
    gone: frozenset[str]
    name: str
    blank: bool
    """Whether a row is in force where the cell is blank."""
    closed: bool = True
    """Whether no other word may stand there."""
    filled: bool = False
    """Whether any other word, as a date or a reason, ends its row."""

    def of(self, row: Sequence[str], where: str) -> bool:
        """Return whether a row is in force.

        Raises UnknownWordError at a word that is not known, where no other word may stand.
        """
        cell = row[self.place] if self.place < len(row) else ""
        word = _word(cell)
        if not word:
            return self.blank
        if word in self.gone or (self.filled and word not in self.good):
            return False
        if word in self.good or not self.closed:
            return True
        raise UnknownWordError(
            f"{where}: the column {self.name} says which rows are in force, and "
            f"{cell.strip()[:80]!r} is no word for that: write {_shown(self.good)} for a row that "
            f"is, and {_shown(self.gone)} for one that is not; or call the column by another name "
            "if it says something else"
        )


def statuses(table: Table, names: Sequence[str], places: Iterable[int]) -> tuple[Status, ...]:
    """Return the columns of a header that say which rows are in force, but those at *places*."""
    read = {*places}
    found = (_status(table, name, place) for place, name in enumerate(names) if place not in read)
    return tuple(status for status in found if status)


def _status(table: Table, name: str, place: int) -> Status | None:
    shown = table.sample[0][place].strip()
    words = _said(table.sample[1:], place)
    if _WITHDRAWN.fullmatch(name):
        return Status(place, _NO, frozenset(), shown, blank=True, filled=True)
    plain = _AFFIXES.sub("", _AFFIXES.sub("", name))
    if plain in _IN_FORCE | _MAYBE_IN_FORCE:
        status = Status(place, _YES | {plain, "active"}, _NO | {"inactive"}, shown, blank=False)
        return status if plain in _IN_FORCE or _is_of(words, status) else None
    if plain in _ENDED | _MAYBE_ENDED:
        status = Status(place, _NO | {"active", "current"}, _YES | {plain}, shown, blank=True)
        return status if plain in _ENDED or _is_of(words, status) else None
    if name in _STATES:
        # Other states are something else unless one of them is an end.
        closed = bool(words & _GONE)
        return Status(place, _GOOD, _GONE, shown, blank=True, closed=closed)
    return None


def _is_of(words: set[str], status: Status) -> bool:
    """Return whether a column has no other words than those that say what is in force."""
    return bool(words) and words <= status.good | status.gone


def in_force(
    found: Iterable[Row | Skip], statuses: Sequence[Status], path: Path, *, facts: bool = True
) -> Iterator[Row | Skip]:
    """Yield what is found, with a word in place of each row that is not in force."""
    for row in found:
        ended = isinstance(row, Row) and next(
            (one for one in statuses if not one.of(row.cells, f"{path}, {row.where}")), None
        )
        if isinstance(row, Row) and ended:
            reason = ENDED if _said([row.cells], ended.place) else _UNSAID
            yield Skip(reason.format(ended.name), row.where, triple=facts, usual=True)
        else:
            yield row


def column(table: Table, names: Sequence[str], places: Sequence[int]) -> Sign | None:
    """Return the column of a header that says which statements are false, if there is one.

    Raises RefusedError where a column says it of some statements, and of others something else; or
    where two columns say it.
    """
    signs = [sign for place, name in enumerate(names) if place not in places
             if (sign := _sign(table, name, place))]  # fmt: skip
    if len(signs) > 1:
        shown = " and ".join(f"{sign.name} ({sign.place + 1})" for sign in signs)
        table.refuse(
            f"two columns that say which statements are false: {shown}",
            "leave one of them out, or call it something else",
        )
    return signs[0] if signs else None


def _sign(table: Table, name: str, place: int) -> Sign | None:
    shown = table.sample[0][place].strip() if place < len(table.sample[0]) else name
    words = _said(table.sample[1:], place)
    denial = _denial(table, name, place, shown, words)
    return denial or _verdict(table, name, place, shown, words)


def _denial(table: Table, name: str, place: int, shown: str, words: set[str]) -> Sign | None:
    """Return a column of denials; None for any other."""
    # In SSSOM "Not" is the only value; a column of nothing else denies, whatever it is called.
    if name == "predicate_modifier" or (words == {_NOT} and name not in _DENIALS | _QUALIFIERS):
        return Sign(place, frozenset(), frozenset({_NOT}), shown, blank=True, closed=True)
    if name in _QUALIFIERS:
        return Sign(place, frozenset(), frozenset({_NOT}), shown, blank=True)
    if name in _DENIALS and "-1" in words:
        # A column of -1 and 1 is one of signs, whatever it is called.
        table.refuse(_UNSURE.format(shown), "say it in true and false")
    if name in _DENIALS or (name.startswith("not_") and words and words <= _YES | _NO):
        denied = _YES | _NEGATED | {_NOT, name}
        return Sign(place, _NO | _AFFIRMED, denied, shown, blank=True, closed=True)
    return None


def _verdict(table: Table, name: str, place: int, shown: str, words: set[str]) -> Sign | None:
    """Return a column of signs or verdicts; None for any other."""
    pairs = _WORDS if name in _SIGNS else ()
    for yes, no in pairs:
        if words and words <= {yes, no}:
            return Sign(place, frozenset({yes}), frozenset({no}), shown)
    if _is_verdict(name, words):
        true, false = _SUPPORTED | _YES, _REFUTED | _NO | {"-1"}
        return Sign(place, true, false, shown, blank=True, closed=True, undecided=_UNDECIDED)
    if name in _SIGNS and words & {"-1", "false"}:
        table.refuse(_UNSURE.format(shown), "say it in 1 and -1, or in true and false")
    return None


def _is_verdict(name: str, words: set[str]) -> bool:
    """Return whether a column says what was found of statements.

    A word of its own tells it by any name, and any word of verdicts by a name of theirs.
    """
    verdicts = _SUPPORTED | _REFUTED | _UNDECIDED
    plain = _YES | _NO | {"-1"}
    if words & _STRONG and words <= verdicts | plain:
        return True
    if name not in _VERDICT_NAMES and name.rpartition("_")[2] not in _VERDICTS:
        return False
    return bool(words & verdicts) or (bool(words) and words <= plain)


_UNSURE: Final = "the column {} may say which statements are false, in words not known"


def refuse(table: Table, places: Sequence[int]) -> None:
    """Raise RefusedError for a table without a header that has a column of 1 and -1, or of true and
    false.
    """
    for place in range(3, max(map(len, table.sample), default=0)):
        words = _said(table.sample, place)
        if place not in places and words and words <= {"1", "-1"} and "-1" in words:
            shown = "1 and -1"
        elif place not in places and words and words <= {"true", "false"}:
            shown = "true and false"
        else:
            shown = ""
        if shown:
            table.refuse(
                f"column {place + 1} holds {shown}, and may say which statements are false",
                "give the table a header, with a column that is called sign; or write what is "
                "false into a file of its own, which is called negatives",
            )


def affirmed(predicate: str) -> str:
    """Return the predicate that one of Gene Ontology denies; empty for one that denies none.

    >>> affirmed("NOT|involved_in"), affirmed("involved_in")
    ('involved_in', '')
    """
    denial = _DENIED.fullmatch(predicate.strip())
    return denial[1] if denial else ""


def _said(rows: Sequence[Sequence[str]], place: int) -> set[str]:
    return {_word(row[place]) for row in rows if place < len(row)} - {""}


def _denies(word: str) -> bool:
    """Return whether one of a cell's words is *not* (``NOT|involved_in``, ``not located_in``)."""
    return _NOT in map(str.strip, _PARTS.split(word))


def _word(cell: str) -> str:
    """Return a cell in lower case, without quotes, a datatype, or the zeros of a number.

    A mark of a missing value is no word.
    """
    text = cell.strip()
    if cells.is_missing(text):
        return ""
    quoted = cells.spoken(text)
    return (quoted.value if quoted else text).strip().lower().removesuffix(".0").removesuffix(",0")


def _shown(words: frozenset[str]) -> str:
    usual = ("true", "false", "1", "0", "yes", "no", _NOT, "active", "deprecated", "obsolete",
             "supported", "refuted", "present", "absent")  # fmt: skip
    common = [word for word in usual if word in words]
    return ", ".join(common) or "no word"
