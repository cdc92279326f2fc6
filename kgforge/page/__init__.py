"""One self-contained HTML page: scripts, style and data inside it, nothing asked of any machine.

Its Content-Security-Policy allows its own scripts by their hash and nothing else (no
``unsafe-eval``, no ``unsafe-inline``). Plots are drawn by Apache ECharts as SVG: a top-level
project of the Apache foundation since 2018, one file, no dependencies, no evaluation of text as
code, themes, keyboard and screen-reader support of its own; its official build lies in
``echarts/`` with its licence.
"""

import base64
import hashlib
import html
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from kgforge import display

PAGE: Final = Path(__file__).parent


def assemble(
    template: str, scripts: Sequence[str], title: str, head: object, blocks: Sequence[str] = ()
) -> str:
    """The text of a page: the same parts give the same text.

    *template* is a file of this folder; *scripts* name others there, joined in this order into one
    module; *head* is the data it reads at first, as JSON, and *blocks* are texts it reads later,
    for which the template's scripts know the ids ``pattern-0``, ``pattern-1``, …
    """
    style = _part("report.css")
    chart = _part("echarts/echarts.min.js")
    script = "\n".join(_part(f"{name}.js") for name in scripts)
    safe = msgspec.json.encode(head).decode().replace("<", "\\u003c")
    data = [f'<script type="application/json" id="head">{safe}</script>']
    data += [
        f'<script type="text/plain" id="pattern-{number}">{block}</script>'
        for number, block in enumerate(blocks)
    ]
    return _fill(
        _part(template),
        policy=_policy(style, (chart, script)),
        title=html.escape(display.visible(title)),
        style=style,
        data="\n".join(data),
        chart=chart,
        script=script,
    )


def _part(name: str) -> str:
    return (PAGE / name).read_text(encoding="utf-8").replace("\r\n", "\n")


def _policy(style: str, scripts: Sequence[str]) -> str:
    return (
        f"default-src 'none'; script-src {' '.join(map(_source, scripts))}; "
        f"style-src {_source(style)}; img-src data:; base-uri 'none'; form-action 'none'"
    )


def _source(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
    return f"'sha256-{digest}'"


def _fill(template: str, **parts: str) -> str:
    """Put parts at their marks ``{{name}}``, each once, without looking into what was put there."""
    pieces = []
    for name, part in parts.items():
        before, mark, template = template.partition("{{" + name + "}}")
        assert mark, name
        pieces += [before, part]
    return "".join([*pieces, template])
