"""The errors that kgforge raises on purpose.

Each is one line that says what was asked, what was found and what would do; the command line
prints that line and exits with status 1. Each is also a builtin, for callers who know only those.

KgforgeError (Exception)
├── AddressError (ValueError)          an address that names nothing we have
├── MissingDriverError (ImportError)   an optional dependency that is not installed
├── SourceError (ValueError)           a source file that cannot be read
│   ├── RefusedError                   one of which it is not known what it holds
│   ├── UnknownWordError               a word that may deny a statement, and is not known
│   └── RereadError                    one that has to be read by its loader alone
├── PatternError (ValueError)          a query file whose header or text is wrong
├── StoreError (RuntimeError)          a graph store that cannot be opened, written or asked
│   └── QueryTimeoutError (TimeoutError)   a query that was stopped at its time limit
├── OntologyError (ValueError)         a file of Turtle, templates or synonyms that cannot be read
├── BenchmarkError (ValueError)        a mined folder, benchmark or run that does not fit
├── ModelError (RuntimeError)          a model that cannot be loaded or asked
└── OutputError (OSError)              a file or folder that cannot be written
"""

from kgforge import display


class KgforgeError(Exception):
    """Everything that kgforge raises on purpose; its text is one line for a person."""

    def __str__(self) -> str:
        """The text, in which nothing of what was found moves a terminal's cursor (``display``)."""
        return display.visible(super().__str__())


class AddressError(KgforgeError, ValueError):
    """An address whose name, or whose rest, names nothing that we have."""


class MissingDriverError(KgforgeError, ImportError):
    """An optional dependency is absent; the text holds the command that installs it."""


class SourceError(KgforgeError, ValueError):
    """A source file that is missing, truncated, wrongly encoded or not of its format."""


class RefusedError(SourceError):
    """A source file that can be read, but of which it is not known what it holds.

    ``reason`` says so in a few words without particulars, by which such files are counted.
    """

    def __init__(self, text: str, reason: str) -> None:
        super().__init__(text)
        self.reason = reason


class UnknownWordError(SourceError):
    """A word in a column that says which statements are denied, and that is not known.

    It ends the whole load, of a folder too: what it denies might become a fact.
    """


class RereadError(SourceError):
    """A source file that a store began to read by itself, and that its loader has to read whole."""


class PatternError(KgforgeError, ValueError):
    """A query file whose header or text breaks the contract; the text names file and line."""


class StoreError(KgforgeError, RuntimeError):
    """A graph store that cannot be opened, written or asked."""

    @classmethod
    def no_graph(cls, address: str, found: str) -> "StoreError":
        """The error for an address where *found* is, and no graph."""
        return cls(
            f"{address} holds no graph (found {found} there): "
            f"make one with kgforge load SOURCE --store {address}"
        )


class QueryTimeoutError(StoreError, TimeoutError):
    """A query that was stopped because its time limit ran out."""


class OntologyError(KgforgeError, ValueError):
    """A file of Turtle, templates or synonyms that cannot be read; the text names file and line."""


class BenchmarkError(KgforgeError, ValueError):
    """A mined folder, a benchmark or a run that is damaged or does not fit what was asked."""


class ModelError(KgforgeError, RuntimeError):
    """A model that cannot be loaded or asked, or that answers with NaN or infinity."""


class OutputError(KgforgeError, OSError):
    """A file or folder that cannot be written, or that exists and would be overwritten."""
