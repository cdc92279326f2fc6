"""How help is laid out: paragraphs fill the terminal's width, example commands stay copyable.

A docstring's lines end where the source's do. Left in, these line breaks stand beside those of the
terminal's width; so paragraphs are joined before they are wrapped.
"""

import textwrap
from typing import TYPE_CHECKING, Final

from cyclopts.help import DefaultFormatter, InlineText
from rich.text import Text

if TYPE_CHECKING:
    from cyclopts.help import HelpPanel
    from rich.console import Console, ConsoleOptions

EXAMPLE: Final = "Example: "
"""A paragraph that begins so is a command."""

_GOES_ON: Final = " \\"
"""The end of a line whose command goes on in the next."""


class Reflowed(DefaultFormatter):
    """The usual help, wrapped anew: by paragraphs, not by the lines of docstrings."""

    def __call__(self, console: "Console", options: "ConsoleOptions", panel: "HelpPanel") -> None:
        """Print a panel of commands or parameters."""
        entries = [one.copy(description=_joined(one.description)) for one in panel.entries]
        super().__call__(console, options, panel.copy(entries=entries))

    def render_description(
        self, console: "Console", options: "ConsoleOptions", description: object
    ) -> None:
        """Print what a command does, and its examples."""
        for paragraph in _paragraphs(description):
            wrap = command if paragraph.startswith(EXAMPLE) else textwrap.fill
            console.print(Text(f"{wrap(paragraph, options.max_width)}\n"), soft_wrap=True)


def _joined(description: object) -> InlineText:
    return InlineText(Text("\n\n".join(_paragraphs(description))))


def _paragraphs(description: object) -> list[str]:
    """The paragraphs of a help text, each on one line."""
    if not isinstance(description, InlineText):
        return []
    paragraphs = str(description.primary_renderable).split("\n\n")
    return [" ".join(paragraph.split()) for paragraph in paragraphs if paragraph.strip()]


def command(text: str, width: int) -> str:
    r"""A command in lines of a width, which a shell takes for one.

    >>> print(command("kgforge mine all --store oxigraph:graph/ --out mined/", 40))
    kgforge mine all --store \
        oxigraph:graph/ --out mined/
    """
    lines = textwrap.wrap(
        text,
        width - len(_GOES_ON),
        subsequent_indent="    ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    return f"{_GOES_ON}\n".join(lines)
