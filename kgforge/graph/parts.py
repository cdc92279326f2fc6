"""Lines of N-Triples as plain files of a bounded size, for a store that reads these by itself."""

import threading
from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Final

from kgforge import bounds, files, temporaries

SIZE: Final = 128 << 20
"""Bytes of a part, rounded up to a whole line. Two of them lie on the disk at once."""
_BLOCK: Final = 1 << 20


def unpacked(path: Path) -> Iterator[Path]:
    """The lines of a compressed file as files of whole lines, each until the next is asked for.

    While one is read, a thread unpacks the next one: decompressors work beside Python. They lie
    among the system's temporary files. Raises SourceError as ``files.reading`` does, where a part
    would reach behind what can be read.
    """
    stopped = threading.Event()
    blocks = _blocks(path)
    with temporaries.Folder() as folder, closing(blocks), ThreadPoolExecutor(1) as thread:
        names = (folder / f"{number}.nt" for number in count())
        coming = thread.submit(_write, blocks, next(names), stopped)
        try:
            while (part := coming.result()).stat().st_size:
                coming = thread.submit(_write, blocks, next(names), stopped)
                yield part
                part.unlink()
        finally:
            stopped.set()  # so that nobody waits for a part that is not read


def _blocks(path: Path) -> Generator[bytes]:
    """Whole lines; of one that is too long the beginning, which is too long as well."""
    with files.reading(path) as stream:
        for block in bounds.blocks(stream, _BLOCK):
            yield block.data + b"\n" if block.too_long else block.data


def _write(blocks: Iterator[bytes], part: Path, stopped: threading.Event) -> Path:
    with files.as_output_error(part), part.open("wb") as out:
        while out.tell() < SIZE and not stopped.is_set() and (block := next(blocks, b"")):
            out.write(block)
    return part
