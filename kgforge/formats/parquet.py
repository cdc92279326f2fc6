"""Parquet: the rows of ``datasets``, one for each prompt, in columns.

The README is that of ``datasets``, which opens the folder, too. DuckDB, pandas and Spark read the
files by themselves.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

import msgspec

from kgforge import hub, plugins
from kgforge.formats import Bench, Carried, Lacks
from kgforge.formats._rows import asking, lines, readme
from kgforge.formats._rows.flat import Row

_GROUP: Final = 10_000
"""So many rows stand in one group of a file; as many are held at once."""


def write_items(bench: Bench, out: Path) -> Carried:
    """Write the rows of each pattern and split, and the README; see ``formats``.

    Raises MissingDriverError where pyarrow is not installed.
    """
    asking.refuse_answers(bench)
    arrow = _arrow()
    left, written = Lacks(), Counter[str]()
    files: dict[str, dict[str, str]] = {}
    for pattern, split, rows in lines.parts(bench, left):
        path = f"data/{pattern}.{split}.parquet"
        written["rows"] += _write(arrow, out / path, rows)
        files.setdefault(pattern, {})[split] = path
    if written:
        readme.write(bench, out, files, written["rows"])
    return Carried(dict(written), lacks=left.listed())


def _arrow() -> Any:
    try:
        import pyarrow
        import pyarrow.parquet
    except ModuleNotFoundError as error:
        raise plugins.missing_driver("formats/parquet", error) from error
    return pyarrow


def _write(arrow: Any, path: Path, rows: Iterator[Row]) -> int:
    path.parent.mkdir(parents=True, exist_ok=True)
    fields = hub.features(Row)
    schema = arrow.schema([(one["name"], _type(arrow, one)) for one in fields])
    many = 0
    with arrow.parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        while group := [msgspec.structs.asdict(row) for row in islice(rows, _GROUP)]:
            writer.write_table(arrow.Table.from_pylist(group, schema))
            many += len(group)
    return many


def _type(arrow: Any, feature: dict[str, Any]) -> Any:
    """A column's type, by the feature that the README declares."""
    if "dtype" in feature:
        return getattr(arrow, {"bool": "bool_"}.get(feature["dtype"], feature["dtype"]))()
    inner = feature["list"]
    return arrow.list_(_type(arrow, inner if isinstance(inner, dict) else {"dtype": inner}))
