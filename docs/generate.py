"""Write what README and docs repeat of the code and of what was measured.

``python -m docs.generate`` fills the text between ``<!-- NAME: begin -->`` and
``<!-- NAME: end -->`` in every page, and names the pages that it changed. The table of the demo
is kept: a test holds it against the demo's own figures.
"""

import importlib
import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from cyclopts import App

from kgforge import cli, metrics, patterns, plugins
from kgforge.benchmark.card import definitions

ROOT: Final = Path(__file__).parents[1]
DOCS: Final = ROOT / "docs"
_MEASURED: Final = ROOT / "benchmarks" / "README.md"
SHELF: Final = ROOT / "examples" / "shelf"
_SAID: Final = re.compile(
    "(?P<what>.+?) Benchmark: (?P<benchmark>.+?); (?P<paper>.+?) Same: (?P<same>.+?)"
    " Differs: (?P<differs>.+)"
)
_MARKED: Final = re.compile(r"(<!-- ([a-z0-9]+): begin -->\n)(.*?)(<!-- \2: end -->)", re.DOTALL)


def main() -> None:
    """Write every page that is stale, and name it."""
    for path, text in made().items():
        if path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
            print(path.relative_to(ROOT))


def made() -> dict[Path, str]:
    """Every page that holds generated text, as it should be."""
    pages = (ROOT / "README.md", *sorted(DOCS.rglob("*.md")))
    texts = {path: path.read_text("utf-8") for path in pages}
    return {path: filled(text) for path, text in texts.items() if _MARKED.search(text)}


def filled(text: str) -> str:
    """A page's text with what stands between its marks made anew."""
    return _MARKED.sub(_fill, text)


def _fill(found: re.Match[str]) -> str:
    begin, name, old, end = found.groups()
    text = f"{TEXTS[name]().strip()}\n" if name in TEXTS else old
    return f"{begin}{text}{end}"


def table(columns: Sequence[str], rows: Iterator[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = (columns, ["---"] * len(columns), *rows)
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _markdown(text: str) -> str:
    """A docstring's text for a cell: reST's double backquotes become single."""
    return _cell(text.replace("``", "`"))


# ── Tables of the code ──────────────────────────────────────────────────────────────────────────
def pattern_table() -> str:
    """The patterns, from their headers."""
    return table(("pattern", "what it finds", "roles", "metric"), map(_pattern, _patterns()))


def _patterns() -> Iterator[patterns.Pattern]:
    return map(patterns.read_pattern, patterns.pattern_names())


def _pattern(found: patterns.Pattern) -> Sequence[str]:
    header = found.header
    roles = ", ".join(role.name for role in header.roles)
    return f"[`{found.name}`](#{found.name})", header.description, roles, f"`{header.metric}`"


def _metric_table() -> str:
    return table(
        ("metric", "title", "formula", "better"),
        (
            (f"[`{name}`](#{name})", found.title, _cell(found.formula), found.better)
            for name, found in metrics.definitions().items()
        ),
    )


def _choices(kind: str) -> Callable[[], str]:
    """The table of a folder of choices: each by the first line of its module's docstring."""

    def rows() -> Iterator[Sequence[str]]:
        for name in plugins.names(kind):
            said = inspect.getdoc(importlib.import_module(f"kgforge.{kind}.{name}")) or ""
            yield f"`{name}:`", _markdown(said.partition("\n\n")[0])

    return lambda: table(("name", "what"), rows())


# ── The shelf of published benchmarks ───────────────────────────────────────────────────────────
def shelf() -> Iterator[patterns.Pattern]:
    """The patterns of examples/shelf, by name: its helpers and groups files aside."""
    for path in sorted(SHELF.glob("*.rq")):
        if (
            not path.name.endswith(".groups.rq")
            and (found := patterns.read_pattern(path)).header.roles
        ):
            yield found


def told(found: patterns.Pattern) -> Mapping[str, str]:
    """What a pattern of the shelf says of itself: what, benchmark, paper, same, differs."""
    said = _SAID.fullmatch(found.header.description)
    if said is None:
        raise SystemExit(f"{found.name}: its description does not say Benchmark, Same and Differs")
    return said.groupdict()


def items_of_the_shelf() -> Mapping[str, int]:
    """How many items each pattern of the shelf has on the published Wikidata graph."""
    _, *lines = (SHELF / "items.tsv").read_text("utf-8").splitlines()
    return {name: int(items) for name, items in (line.split("\t") for line in lines)}


def _shelf_table() -> str:
    items = items_of_the_shelf()
    columns = ("benchmark", "file", "items", "what is the same", "what differs")
    return table(columns, (_of_shelf(found, items[found.name]) for found in shelf()))


def _of_shelf(found: patterns.Pattern, items: int) -> Sequence[str]:
    said = told(found)
    paper = re.sub(r"arXiv:([\d.]+\d)", r"[arXiv:\1](https://arxiv.org/abs/\1)", said["paper"])
    benchmark = f"**{said['benchmark']}**<br>{paper}"
    return (
        benchmark,
        f"`{found.name}.rq`",
        f"{items:,}",
        _cell(said["same"]),
        _cell(said["differs"]),
    )


# ── Tables of what was measured ─────────────────────────────────────────────────────────────────
def _measured(mark: str) -> Callable[[], str]:
    """What stands between a mark of benchmarks/README.md."""

    def found() -> str:
        text = _MEASURED.read_text("utf-8")
        return text.partition(f"<!-- {mark} -->\n")[2].partition(f"<!-- /{mark} -->")[0]

    return found


def _peers() -> str:
    """The table of candidate ranking in short: statements per processor second."""
    text = _measured("probe")()
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    contestants = dict.fromkeys(row[1] for row in rows[2:])
    modes = {row[0]: {one[1]: one for one in rows[2:] if one[0] == row[0]} for row in rows[2:]}
    return table(
        ("mode", *contestants, "largest difference of a sum"),
        (
            (
                mode,
                *(found[one][4] if one in found else "–" for one in contestants),
                max((row[2] for row in found.values() if _is_number(row[2])), key=float),
            )
            for mode, found in modes.items()
        ),
    )


def _growing() -> str:
    """The seconds that mining takes, by engine and graph."""
    lines = _measured("stores")().splitlines()
    if not any(line.startswith("| ") for line in lines):
        return "\n".join(lines)
    rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("| ")][2:]
    graphs = dict.fromkeys(row[0] for row in rows)
    found = {(row[1], row[0]): row[3].removeprefix("mine ") for row in rows}
    shown = table(
        ("seconds of `mine`", *graphs),
        (
            (engine, *(found.get((engine, graph), "–") for graph in graphs))
            for engine in dict.fromkeys(row[1] for row in rows)
        ),
    )
    return f"{lines[0]}\n\n{shown}"  # the first line says by which version


def _plotted(name: str, what: str) -> Callable[[], str]:
    """A plot of what was measured; where there is none, what the table in its place says."""

    def found() -> str:
        if (ROOT / "docs" / name).is_file():
            return f"![{what}]({name})"
        return _measured("stores export")()

    return found


def _is_number(text: str) -> bool:
    return re.fullmatch(r"[\d.e+-]+", text) is not None


# ── The page of commands ────────────────────────────────────────────────────────────────────────
def commands() -> str:
    """Every command with its arguments, from the command line itself."""
    names = [name for name in cli.app if not name.startswith("-")]
    listed = (f"- [`kgforge {name}`](#{name}): {_title(cli.app[name])}" for name in names)
    sections = (_command(name, cli.app[name]) for name in names)
    return "\n".join((*listed, "", *sections))


def _title(app: App) -> str:
    return inspect.cleandoc(app.help).partition("\n")[0]


def _command(name: str, app: App) -> str:
    text = inspect.cleandoc(app.help).partition("\nParameters\n---")[0].strip()
    rows = (_argument(one) for one in app.assemble_argument_collection(parse_docstring=True))
    said = "\n\n".join(map(_paragraph, text.split("\n\n")))
    return f"## {name}\n\n{said}\n\n{table(('argument', 'what', 'default'), rows)}\n"


def _paragraph(text: str) -> str:
    if not text.startswith("Example: "):
        return text
    return f"```console\n$ {' '.join(text.removeprefix('Example: ').split())}\n```"


def _argument(one: Any) -> Sequence[str]:
    names = ", ".join(f"`{name}`" for name in one.names)
    choices = one.get_choices()
    said = _cell(one.parameter.help or "")
    if choices:
        said += f" One of: {', '.join(f'`{choice}`' for choice in choices)}."
    given = one.field_info.default
    shown = f"`{given}`" if one.show_default and given not in (None, "", (), False) else ""
    return names, said, "required" if one.required else shown


TEXTS: Final[dict[str, Callable[[], str]]] = {
    "commands": commands,
    "patterns": pattern_table,
    "shelf": _shelf_table,
    "metrics": _metric_table,
    "written": definitions,
    "sources": _choices("loaders"),
    "stores": _choices("stores"),
    "models": _choices("models"),
    "peers": _peers,
    "probe": _measured("probe"),
    "line": _measured("line"),
    "compact": _measured("compact"),
    "rules": _measured("rules"),
    "identity": _measured("identity"),
    "growth": _measured("stores"),
    "growing": _growing,
    "exponents": _measured("stores exponents"),
    "items": _measured("stores export"),
    "plotted": _plotted("export.svg", "Seconds and memory of export over the number of items"),
    "ends": _measured("stores ends"),
    "spark": _measured("stores spark"),
    "overhead": _measured("stores overhead"),
    "script": _measured("stores script"),
    "bulk": _measured("stores bulk"),
    "neo4j": _measured("stores neo4j"),
}
"""What makes the text between marks, by their name."""


if __name__ == "__main__":
    main()
