"""In which encoding a text is that is not UTF-8: told by how it begins, or by its letters."""

import codecs
import io
from typing import Final

REMEDY: Final = "it looks like {0}: convert it, as with iconv -f {0} -t UTF-8"
"""What to do with a text in another encoding, which is to be filled in."""
_GUESS: Final = (
    "convert it from the encoding that it is in, as with iconv -f {0} -t UTF-8 if it is of a "
    "Western language"
)
"""What to do where the letters alone tell: those of Cyrillic or Japanese are the same bytes."""

MARK: Final = codecs.BOM_UTF8
"""With which some programs begin UTF-8."""
_MARKS: Final = {
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}
"""How texts begin in other encodings of Unicode."""


def marked(start: bytes) -> str:
    """The encoding of which text begins so; of UTF-16 also without its mark.

    >>> marked("id".encode("utf-16")), marked(b"id")
    ('UTF-16', '')
    """
    for mark, encoding in _MARKS.items():
        if start.startswith(mark):
            return encoding
    pairs = len(start) // 2
    for encoding, zeros, letters in (
        ("UTF-16LE", start[1::2], start[::2]),
        ("UTF-16BE", start[::2], start[1::2]),
    ):
        # As of European languages; no text has control characters before the tab.
        if pairs > 3 and zeros.count(0) > 0.8 * pairs and min(letters) >= ord("\t"):
            return encoding
    return ""


def past_mark(stream: io.BufferedReader) -> io.BufferedReader:
    """A stream behind its ``MARK``, if it begins with one."""
    if stream.peek(len(MARK)).startswith(MARK):
        stream.read(len(MARK))
    return stream


def remedy(text: bytes, good: int) -> str:
    """What to do with bytes that were UTF-8 until *good*; empty where nothing tells."""
    if found := marked(text):
        return REMEDY.format(found)
    if not text[:good].isascii():
        return ""
    western = "WINDOWS-1252" if any(0x80 <= byte < 0xA0 for byte in text) else "LATIN1"
    return _GUESS.format(western)
