"""Roles: the questions of an item as a header writes them, and what is wrong with them."""

import re
from collections.abc import Iterator, Mapping
from typing import Final, cast

from kgforge import terms
from kgforge.patterns.contract import (
    COMPARING,
    COMPUTED,
    Header,
    Kind,
    Question,
    Role,
    parted,
)

NAME: Final = re.compile(r"[A-Za-z_]\w*")
ANSWER: Final = "?"
"""What stands in brackets where the answer of a computed role goes."""
PLACES: Final = re.compile(r"\[(\w+|\?)\]")
"""A column, or the answer, in the text of a question."""
_HOPS: Final = range(2, 5)
"""How many predicates a chain may have."""
_SHAPES: Final[dict[str, tuple[re.Pattern[str], str]]] = {
    "count": (re.compile(r"(\S+) (\S+) (\S+)"), "count subject predicate number"),
    "whether": (re.compile(r"(\S+) (\S+) (\S+) as (\S+)"), "whether subject predicate object as t"),
    **dict.fromkeys(
        COMPARING,
        (
            re.compile(r"(\S+) (\S+) by (\S+) as (\S+) (\S+)"),
            "larger a b by predicate as value_of_a value_of_b",
        ),
    ),
}
"""How a computed role is written, and an example."""


def role(text: str) -> Role:
    """``forward = a p b``, ``composed = implied x $sub z``, ``chain = x r1/r2 z``.

    Computed: ``number = count x p n``, ``truth = whether x p y as t``,
    ``older = smaller a b by p as u v``. Raises ValueError for anything else.
    """
    name, _, fact = (piece.strip() for piece in text.partition("="))
    words = fact.split()
    kind = words[0] if words and words[0] in {"not", "implied", *COMPUTED} else ""
    if kind in COMPUTED:
        return _computed(_name(name), kind, " ".join(words[1:]), text)
    words = words[bool(kind) :]
    if len(words) != 3:
        hint = "; spaces in a name are written %20" if len(words) > 3 and ":" in fact else ""
        raise ValueError(
            f"{text!r} is not 'name = [not|implied] subject predicate object' (nor one that is "
            f"computed: {', '.join(sorted(COMPUTED))}){hint}"
        )
    hops = tuple(term(word) for word in parted(words[1]))
    if len(hops) > 1 and kind:
        raise ValueError(f"{text!r}: a chain of predicates is in the graph, and cannot be {kind}")
    if len(hops) > 1 and len(hops) not in _HOPS:
        raise ValueError(f"{text!r}: a chain has {_HOPS[0]} to {_HOPS[-1]} predicates")
    path = "/".join(_in_path(hop) for hop in hops) if len(hops) > 1 else hops[0]
    found = "chain" if len(hops) > 1 else kind or "holds"
    return Role(_name(name), cast(Kind, found), term(words[0]), path, term(words[2]))


def _computed(name: str, kind: str, rest: str, text: str) -> Role:
    form, example = _SHAPES[kind]
    found = form.fullmatch(rest)
    if found is None:
        written = example.replace("larger", kind) if kind in COMPARING else example
        raise ValueError(f"{text!r} is not 'name = {written}'")
    words = [term(word) for word in found.groups()]
    if kind in COMPARING:
        a, b, predicate, *values = words
    else:
        a, predicate, b, *values = words
    return Role(name, cast(Kind, kind), a, predicate, b, tuple(values))


def _in_path(hop: str) -> str:
    return hop if NAME.fullmatch(hop.removeprefix("$")) else f"<{hop}>"


def term(word: str) -> str:
    """A column or ``$parameter`` as it is, and the IRI that anything else stands for."""
    return word if NAME.fullmatch(word.removeprefix("$")) else terms.expand(word)


def _name(text: str) -> str:
    if not NAME.fullmatch(text):
        raise ValueError(f"{text!r} is not a name")
    return text


_QUESTION: Final = re.compile(r'(\w+)(\s+dates)?\s*=\s*((?:"[^"]*"@[\w-]+\s*)+)')
_TEXT: Final = re.compile(r'"([^"]*)"@([\w-]+)')
_EXAMPLE: Final = "'number = \"How many children has [x]?\"@en'"


def questions(text: str) -> Iterator[Question]:
    """``number = "How many [p] has [x]?"@en "…"@de``; ``older dates = …`` for dates alone."""
    found = _QUESTION.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"{text!r} is not a role's name and texts with their language, as in "
                         f"{_EXAMPLE}")  # fmt: skip
    for said, language in _TEXT.findall(found[3]):
        if not terms.is_language(language):
            raise ValueError(f"{language!r} is no language tag, such as en or pt-BR")
        yield Question(found[1], language.lower(), " ".join(said.split()), dates=bool(found[2]))


def question_places(text: str) -> list[str]:
    """What stands in brackets in a question: names of columns, and ``ANSWER``."""
    return PLACES.findall(text)


def fill_question(text: str, filled: Mapping[str, str]) -> str:
    """A question with what each place in brackets stands for."""
    return PLACES.sub(lambda place: filled[place[1]], text)


# ── What is wrong ───────────────────────────────────────────────────────────────────────────────
Complaint = tuple[str, str, str]
"""A key, what is wrong with it, and the name that it is about."""


def complaints(header: Header) -> Iterator[Complaint]:
    """What is wrong with roles and questions, all names being declared."""
    for one in header.roles:
        yield from _unfit(one, header)
        if one.kind in COMPUTED:
            yield from _unasked(one, header)
    named = {one.name: one for one in header.roles}
    for asked in header.questions:
        if asked.role not in named:
            there = ", ".join(one.name for one in header.roles if one.kind in COMPUTED)
            yield "question", f"no role {asked.role!r} is computed; available: {there}", asked.role
        else:
            yield from _misworded(asked.text, asked, named[asked.role], header)
    for one in header.roles:
        yield from _for_dates_alone(one, header)


def _unfit(role: Role, header: Header) -> Iterator[Complaint]:
    """Terms of a type that a role cannot have: a fact is of IRIs and literals."""
    types = {column.name: column.type for column in header.columns}
    types |= {f"${param.name}": param.type + "*" * param.many for param in header.params}
    numbers = {"count": (role.object,), "whether": role.values}.get(role.kind, ())
    for name in numbers:
        if types.get(name) != "int":
            what = f"{role.name}: {name} is to be a column of type int, which the query computes"
            yield "role", what, role.name
    object_ = () if role.kind == "count" else (role.object,)
    values = () if role.kind == "whether" else role.values
    for name in (role.subject, *role.hops, *object_, *values):
        found = types.get(name, "iri")
        if found not in {"iri", "term"}:
            what = f"{role.name}: {name} is of type {found}, and a fact is of type iri or term"
            yield "role", what, role.name
    for name in role.values if role.kind in COMPARING else ():
        if name not in types or name.startswith("$"):
            what = f"{role.name}: {name} is no column: the query returns the values to compare"
            yield "role", what, role.name
    if role.kind in COMPARING and role.subject == role.object:
        yield "role", f"{role.name}: compares {role.subject} with itself", role.name


def _unasked(role: Role, header: Header) -> Iterator[Complaint]:
    """A computed role has to be worded; by its predicate's templates it cannot be."""
    own = [one for one in header.questions if one.role == role.name]
    if not own:
        what = f"{role.name} is computed, and no template words it: add 'question: {role.name} = …'"
        yield "role", f"{what} (as in {_EXAMPLE})", role.name


def _for_dates_alone(role: Role, header: Header) -> Iterator[Complaint]:
    """In a language that has a text for dates numbers can be compared as well."""
    own = [one for one in header.questions if one.role == role.name]
    for language in sorted({one.language for one in own}):
        if all(one.dates for one in own if one.language == language):
            what = f"{role.name} has in {language} a text for dates alone: add one for numbers"
            yield "question", what, role.name


def _misworded(text: str, asked: Question, role: Role, header: Header) -> Iterator[Complaint]:
    if role.kind not in COMPUTED:
        what = f"{role.name} is not computed: facts and chains are worded by kgf:template"
        yield "question", what, role.name
        return
    if asked.dates and role.kind not in COMPARING:
        yield "question", f"{role.name} compares nothing, so no text of it is for dates", role.name
    places = question_places(text)
    for name in dict.fromkeys(places):
        if name != ANSWER and name not in header.names:
            there = ", ".join(header.names)
            yield "question", f"no column {name!r} for [{name}]; available: {there}", role.name
        if name in role.values or (role.kind == "count" and name == role.object):
            yield "question", f"[{name}] would tell the answer: write [{ANSWER}]", role.name
    if places.count(ANSWER) > 1:
        yield "question", f"has [{ANSWER}] more than once", role.name
    needed = [role.subject, *([role.object] if role.kind != "count" else [])]
    for name in needed:
        if name in header.names and name not in places:
            yield "question", f"{text!r} does not name [{name}]", role.name
