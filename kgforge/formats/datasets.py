"""Hugging Face ``datasets``: a folder of JSON lines, one for each prompt, and a README.

The README's header declares a configuration for each pattern, one for all of them, and the features
of the rows, so that ``datasets.load_dataset(FOLDER)`` opens it without a connection.
"""

from collections import Counter
from pathlib import Path

from kgforge.formats import Bench, Carried, Lacks
from kgforge.formats._rows import asking, lines, readme


def write_items(bench: Bench, out: Path) -> Carried:
    """Write the rows of each pattern and split, and the README; see ``formats``."""
    asking.refuse_answers(bench)
    left, written = Lacks(), Counter[str]()
    files: dict[str, dict[str, str]] = {}
    for pattern, split, rows in lines.parts(bench, left):
        path = f"data/{pattern}.{split}.jsonl"
        written["rows"] += lines.write(out / path, rows)
        files.setdefault(pattern, {})[split] = path
    if written:
        readme.write(bench, out, files, written["rows"])
    return Carried(dict(written), lacks=left.listed())
