"""``kgforge patterns``: the patterns that ship, what each asks, and a new one to begin with."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Final, Literal

from cyclopts import Parameter as Option

from kgforge import terms
from kgforge.cli import arguments, console
from kgforge.cli.arguments import Json, Many
from kgforge.patterns import (
    COMMENTS,
    SUFFIXES,
    Parameter,
    Pattern,
    Query,
    fits,
    pattern_names,
    read_pattern,
    scaffold,
)

Language = Literal["sparql", "cypher", "sql"]

_FEW: Final = 3
"""Of more roles than so many the list names the first and the last."""


def patterns(
    name: str | None = None,
    *,
    language: Annotated[tuple[Language, ...], Many] = (),
    new: Annotated[bool, Option(negative="")] = False,
    json: Json = False,
) -> None:
    """List the shipped patterns, show one, or write a new one to begin with.

    Example: kgforge patterns symmetry

    Example: kgforge patterns --new coauthors

    Parameters
    ----------
    name
        A shipped pattern, or your own query file. With --new, the name of a new one.
    language
        Show or write the query in this language. By default it is SPARQL. What is there in SPARQL
        alone is shown as it is compiled.
    new
        Write NAME.rq: a complete pattern to be changed. For stores that are asked in SQL or Cypher
        it is compiled. --language sql or cypher writes it in that language, to be tuned by hand;
        several languages give twins with one header. No file is replaced.
    """
    if new:
        _new(name, language)
    elif name is not None:
        _show(read_pattern(name), language, as_json=json)
    else:
        _shipped(as_json=json)


def _new(name: str | None, languages: Sequence[Language]) -> None:
    """Write the files of a new pattern, and say what to do with them."""
    if name is None:
        arguments.usage("patterns: --new needs a name, as in kgforge patterns --new coauthors")
    made = scaffold(name, languages or ("sparql",))
    for file in made:
        console.say(f"wrote {file}")
    console.say(f"change it, then try it: kgforge check {made[0]}")


def _shipped(*, as_json: bool) -> None:
    """Print all patterns that ship."""
    shipped = [read_pattern(found) for found in pattern_names()]
    if as_json:
        console.summary({found.name: found.header for found in shipped})
    else:
        _list(shipped)


def _show(pattern: Pattern, languages: Sequence[Language], *, as_json: bool) -> None:
    """Print a pattern's header as JSON, or its query files of a language."""
    if as_json:
        console.summary(pattern.header)
        return
    wanted = languages or list(pattern.queries)[:1]
    for language in wanted:
        _print(pattern.query(language), pattern.counter(language))
    others = [found for found in _languages(pattern) if found not in wanted]
    if others:
        options = ", ".join(
            f"--language {found}{' (compiled)' * pattern.is_compiled(found)}" for found in others
        )
        console.out.print(f"{COMMENTS[wanted[-1]]} also: {options}", markup=False)


def _languages(pattern: Pattern) -> Sequence[str]:
    """The languages that a pattern can be asked in, by a file or compiled."""
    return [found for found in SUFFIXES if fits(pattern, found)]


def _print(query: Query, groups: Query | None) -> None:
    """Print a query file, and below it the file that counts its groups."""
    console.out.print(query.text, markup=False)
    if groups is not None:
        marker = COMMENTS[query.language]
        console.out.print(f"{marker} ── {groups.path.name}: counts of its groups", markup=False)
        console.out.print(groups.text, markup=False)


def _list(shipped: Iterable[Pattern]) -> None:
    """Print a table of patterns."""
    console.table(
        "patterns",
        ["name", "what it finds", "roles", "parameters"],
        [
            [
                one.name,
                one.header.description,
                _named([role.name for role in one.header.roles]),
                ", ".join(map(_setting, one.header.params)),
            ]
            for one in shipped
        ],
    )


def _named(roles: Sequence[str]) -> str:
    """The names of roles; of many the first and the last."""
    first, *rest = roles
    return ", ".join(roles if len(roles) <= _FEW else (first, "…", rest[-1]))


def _setting(parameter: Parameter) -> str:
    if parameter.source:
        return f"{parameter.name} (from {parameter.source})"
    if parameter.default is None:
        return f"{parameter.name} (all)" if parameter.many else parameter.name
    if isinstance(parameter.default, tuple):
        return f"{parameter.name} ({len(parameter.default)} given)"
    default = str(parameter.default)
    return f"{parameter.name}={terms.compact(default) if terms.is_iri(default) else default}"
