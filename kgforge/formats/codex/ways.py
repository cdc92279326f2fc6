"""The form of a statement that is true or false, the one name of ours that the layout knows."""

from typing import Final

from kgforge.schema import SLOT, Named, Prompt

_TRUTH: Final = "true_false"
_GOLD: Final = ("false", "true")


def prompt(template: str, subject: Named, claimed: Named, language: str, *, holds: bool) -> Prompt:
    """The question whether a statement is true, made of a template with ``[X]`` and ``[Y]``."""
    before, _, after = template.partition("[X]")
    parts = [part.replace("[Y]", claimed.label) for part in (before, after)]
    stated = f"{parts[0]}{subject.label}{parts[1]}"
    return Prompt(
        _TRUTH,
        language,
        "object",
        "none",
        "template",
        f"{stated} True or false? {SLOT}",
        template,
        gold=_GOLD[holds],
        claimed=claimed,
    )
