"""What is wrong with a file of a layout before it is read: its encoding, or that it is empty."""

from pathlib import Path

from kgforge import files
from kgforge.errors import BenchmarkError, SourceError


def text(path: Path) -> Path:
    """The path of a file that holds text in UTF-8.

    Raises BenchmarkError, with line and remedy, for one in another encoding, and for an empty one:
    else each of its lines would be no record, or none would be missed.
    """
    is_blank = True
    try:
        files.must_be_utf8(path)
        with files.reading_text(path) as stream:
            while block := stream.read(1 << 20):
                is_blank = is_blank and not block.strip()
    except SourceError as error:
        raise BenchmarkError(str(error)) from error
    if is_blank:
        raise BenchmarkError(f"{path} is empty: get it again, or leave it out")
    return path


def decoded(name: str, data: bytes) -> str:
    """The text of a file that was read. Raises likewise."""
    try:
        found = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = 1 + data.count(b"\n", 0, error.start)
        raise BenchmarkError(str(files.not_utf8(name, error, line, error.start))) from error
    if not found.strip():
        raise BenchmarkError(f"{name} is empty: get it again, or leave it out")
    return found
