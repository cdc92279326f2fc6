"""A new pattern to begin with: a complete query file, whose header says what each line is for."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from kgforge import resources
from kgforge.errors import OutputError, PatternError
from kgforge.patterns.queries import SUFFIXES
from kgforge.patterns.reading import pattern_names
from kgforge.patterns.roles import NAME

_FILE: Final = "scaffold"


def scaffold(path: str | Path, languages: Sequence[str] = ("sparql",)) -> list[Path]:
    """Write a pattern that fits any graph, one file for each language; return the files.

    *path* is its name, with or without a folder before it. Raises PatternError for what cannot be a
    pattern's name, or is that of a shipped one, and OutputError where a file exists or cannot be
    written; no file is written then.
    """
    base = Path(path)
    if base.suffix in SUFFIXES.values():
        base = base.with_suffix("")
    if not NAME.fullmatch(base.name):
        raise PatternError(
            f"{base.name!r} cannot be a pattern's name: use letters, digits and _, as in co_members"
        )
    if base.name in pattern_names():  # mined together, the two would write into one folder
        raise PatternError(
            f"{base.name!r} is the name of a shipped pattern: choose another, as in my_{base.name} "
            f"(kgforge patterns {base.name} prints the shipped one)"
        )
    files = {language: base.with_name(base.name + SUFFIXES[language]) for language in languages}
    for file in files.values():
        if file.exists():
            raise OutputError(f"{file} exists: choose another name, or remove the file first")
    for language, file in files.items():
        _write(file, resources.folder(language) / _FILE / f"{_FILE}{SUFFIXES[language]}")
    return list(files.values())


def _write(file: Path, shipped: Path) -> None:
    text = shipped.read_text(encoding="utf-8")
    try:
        with file.open("x", encoding="utf-8", newline="\n") as new:
            new.write(text)
    except OSError as error:
        raise OutputError(f"cannot write {file}: {error.strerror}") from error
