"""Text of a graph where it leaves for a person: its control characters are shown, and do nothing.

Labels come from anyone. An escape sequence would write on a terminal what it likes, and an override
of direction would show a text as another. Data files keep every character.
"""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Final

_NO_CHARACTERS: Final = "\ufffe\uffff"
"""What no XML, and so no notebook, may hold."""
_OVERRIDES: Final = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""What embeds, overrides or isolates a direction of writing. Marks of direction alone stay: names
in Arabic and Hebrew have them."""
_CATEGORIES: Final = ("Cc", "Cs", "Zl", "Zp")
"""Controls, halves of surrogate pairs, and separators of lines and paragraphs."""
_MARKDOWN: Final = re.compile(r"[\\`*\[\]<>|~]|(?<![^\W_])_|_(?![^\W_])")


def visible(text: str, keep: str = "") -> str:
    r"""A text with each control character as its escape, but for those to *keep*.

    >>> visible("\x1b[2Jred\nline \u202edlo"), visible("two\nlines", keep="\n")
    ('\\x1b[2Jred\\nline \\u202edlo', 'two\nlines')
    """
    if text.isascii() and text.isprintable():
        return text
    return text.translate(_shown(keep))


@cache
def _shown(keep: str) -> Mapping[int, str]:
    """What stands for each hidden character."""
    every = (chr(code) for code in range(0x10000))  # beyond it there is none
    listed = _OVERRIDES + _NO_CHARACTERS
    hidden = (one for one in every if unicodedata.category(one) in _CATEGORIES or one in listed)
    return {ord(one): one.encode("unicode_escape").decode() for one in hidden if one not in keep}


def markdown(text: str) -> str:
    r"""A text in one line, as Markdown shows it: nothing in it is a link, a tag or an emphasis.

    >>> markdown("[here](http://x) <b> a_b *c*")
    '\\[here\\](http://x) \\<b\\> a_b \\*c\\*'
    """
    return _MARKDOWN.sub(r"\\\g<0>", visible(" ".join(text.split())))
