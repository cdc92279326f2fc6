"""The address rule ``name:rest``: a name is a module in the folder of its kind, and nothing else.

There is no registry and no list to keep: a new file is a new name.
"""

import importlib
import pkgutil
from pathlib import Path
from types import ModuleType

from kgforge import resources
from kgforge.errors import AddressError, MissingDriverError


def names(kind: str) -> list[str]:
    """The names that a folder (``stores``, ``loaders``, …) offers, in code-point order.

    The folder is listed, not imported. A name that begins with ``_`` is code that its modules
    share.
    """
    folder = resources.folder(kind) if kind == "loaders" else Path(__file__).parent / kind
    found = (module.name for module in pkgutil.iter_modules([str(folder)]))
    return sorted(name for name in found if not name.startswith("_"))


def split(address: str) -> tuple[str, str]:
    """Part an address into name and rest; the name is empty when there is no colon.

    >>> split("oxigraph:graph/")
    ('oxigraph', 'graph/')
    >>> split("graph/data.nt")
    ('', 'graph/data.nt')
    """
    name, colon, rest = address.partition(":")
    return (name, rest) if colon else ("", address)


def load(kind: str, name: str) -> ModuleType:
    """The module *name* of a folder.

    Raises AddressError, with the names there are, when there is none; MissingDriverError, with the
    install command, when a package that it imports is absent.
    """
    known = names(kind)
    if name not in known:
        raise AddressError(f"no {name!r} among {kind}; there are: {', '.join(known)}")
    try:
        return importlib.import_module(f"kgforge.{kind}.{name}")
    except ModuleNotFoundError as error:
        raise missing_driver(f"{kind}/{name}", error) from error


def missing_driver(wanted_by: str, error: ModuleNotFoundError) -> MissingDriverError:
    """The error for an absent optional package, with the command that installs it."""
    package = (error.name or "").partition(".")[0]
    extra = EXTRAS.get(package)
    what = f"'kgforge[{extra}]'" if extra else package
    return MissingDriverError(
        f"{wanted_by} needs the package {package!r}, which is not installed: pip install {what}"
    )


EXTRAS = {
    "torch": "models",
    "transformers": "models",
    "tokenizers": "models",
    "neo4j": "neo4j",
    "httpx2": "sparql",
    "duckdb": "duckdb",
    "pyspark": "spark",
    "py4j": "spark",
    "openai": "openai",
    "matplotlib": "plots",
    "networkx": "plots",
    "nltk": "text2kg",
    "sklearn": "text2kg",
    "sentence_transformers": "embeddings",
}
"""Which extra of ours installs a package."""
