"""What a graph's texts do in a terminal, an error and a card: nothing."""

import re
import unicodedata
from io import StringIO

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgforge import display
from kgforge.benchmark.card import card
from kgforge.cli import console
from kgforge.errors import AddressError, MissingDriverError, OutputError
from kgforge.schema import GraphId, Made, Manifest, Source

HOSTILE = "\x1b[31mred\x1b]8;;http://x\x07 \x9b2J \u202edlo\u2066 \x00\x7f \ud800 [/] [b]x"
DANGER = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u2028\u2029\ud800-\udfff]"
)


@given(st.text())
def test_nothing_that_is_shown_is_a_control_and_all_else_stays(text: str) -> None:
    shown = display.visible(text)
    assert not any(unicodedata.category(one) in ("Cc", "Zl", "Zp", "Cs") for one in shown)
    assert not DANGER.search(shown)
    if not DANGER.search(text) and "\n" not in text:
        assert shown == text
    shown.encode("utf-8")  # which no half of a surrogate pair can be


def test_names_of_any_script_stay_as_they_are() -> None:
    for name in ("محمد\u200f بن", "שלום\u200e", "नमस्\u200dते", "می\u200cخواهم", "👩\u200d🔬", "Ærø"):
        assert display.visible(name) == name


def test_errors_say_what_was_found_harmlessly() -> None:
    for kind in (AddressError, OutputError, MissingDriverError):
        said = str(kind(f"no source {HOSTILE}\nerror: none"))
        assert not DANGER.search(said)
        assert "\n" not in said
        assert said.startswith("no source \\x1b[31mred")


@pytest.mark.parametrize("terminal", [False, True])
def test_tables_and_lines_in_the_terminal_say_it_harmlessly(
    terminal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = console._Console
    stream = StringIO()
    drawn = kind(file=stream, force_terminal=terminal, width=100, highlight=False, markup=False,
                 color_system=None)  # fmt: skip
    for name in ("out", "err"):
        monkeypatch.setattr(console, name, drawn)
    monkeypatch.setattr(console, "_plain", lambda **options: drawn)
    console.say(f"error: {HOSTILE}")
    console.table(f"about {HOSTILE}", ["what", HOSTILE], [[HOSTILE, 1], ["[red]plain[/red]", 2]])
    told = stream.getvalue()
    own = re.sub("\x1b\\[[0-9;]*m", "", told)  # bold, of the table itself
    assert not DANGER.search(own)
    assert "\x1b[31m" not in told
    assert own.count("\\x1b[31mred") >= 3
    assert "[red]plain[/red]" in own
    assert "[/]" in own


def test_a_card_is_markdown_of_ours_alone() -> None:
    link = "[click](javascript:x) <script>x</script> ![i](http://y) | a_b *c* `d`\n# head\n```"
    made = Made(
        "symmetry", f"facts {link}", "both_given_either", {}, {}, 0, 0, 1,
        {f"no label {HOSTILE}": 1}, 0, {},
    )  # fmt: skip
    manifest = Manifest(
        1, "kgforge-x", "0", (), GraphId("ab", 1), (Source(link + HOSTILE, "c" * 64, link),),
        (made, msgspec.structs.replace(made, name="path", items=3)), 0, ("en",), (), 100,
    )  # fmt: skip
    text = card(manifest)
    assert not DANGER.search(text)
    _, _, body = text.split("---\n", 2)
    body, recipe = body.split("## Rebuild")
    for injected in ("](java", "<script>", "![i]", "*c*", "`d`"):
        assert injected not in body.replace("\\]", "").replace("\\<", ""), injected
    assert "\n# head" not in text
    assert recipe.count("```") == 2 + 1  # the fence, and in a quoted name
    assert sum(line.startswith("```") for line in recipe.splitlines()) == 2
