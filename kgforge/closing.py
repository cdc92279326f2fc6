"""What is closed at the end of a ``with``."""

from typing import Protocol, Self


class Closing(Protocol):
    """Something that is to be closed; as a context manager it closes itself."""

    def close(self) -> None:
        """Release what it holds; it cannot be used afterwards."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()
