"""``kgforge patterns``: the patterns that ship, and what each asks."""

from collections.abc import Iterable

from kgforge import terms
from kgforge.cli import console
from kgforge.cli.arguments import Json
from kgforge.patterns import Parameter, Pattern, pattern_names, read_pattern


def patterns(name: str | None = None, *, json: Json = False) -> None:
    """List the shipped patterns, or show one: its header and its query in each language.

    Example: kgforge patterns symmetry

    Parameters
    ----------
    name
        A shipped pattern, or your own query file.
    """
    if name is not None:
        _show(read_pattern(name), as_json=json)
        return
    shipped = [read_pattern(found) for found in pattern_names()]
    if json:
        console.summary({found.name: found.header for found in shipped})
    else:
        _list(shipped)


def _show(pattern: Pattern, *, as_json: bool) -> None:
    """Print a pattern's header as JSON, or all its query files."""
    if as_json:
        console.summary(pattern.header)
        return
    for query in (*pattern.queries.values(), *pattern.groups.values()):
        console.say(f"── {query.path.name} ({query.language})")
        console.out.print(query.text, markup=False)


def _list(shipped: Iterable[Pattern]) -> None:
    """Print a table of patterns."""
    console.table(
        "patterns",
        ["name", "what it finds", "roles", "parameters", "query languages"],
        [
            [
                one.name,
                one.header.description,
                ", ".join(role.name for role in one.header.roles),
                ", ".join(map(_setting, one.header.params)),
                ", ".join(one.queries),
            ]
            for one in shipped
        ],
    )


def _setting(parameter: Parameter) -> str:
    if parameter.source:
        return f"{parameter.name} (from {parameter.source})"
    if parameter.default is None:
        return f"{parameter.name} (all)" if parameter.many else parameter.name
    default = str(parameter.default)
    return f"{parameter.name}={terms.compact(default) if terms.is_iri(default) else default}"
