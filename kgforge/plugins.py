"""The address rule ``name:rest``: a name is a module in the folder of its kind, and nothing else.

There is no registry and no list to keep: a new file is a new name.
"""

import importlib
import pkgutil
import re
from collections import Counter
from functools import cache
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Final

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
        raise AddressError(f"no {name!r} among {kind}; available: {', '.join(known)}")
    try:
        return importlib.import_module(f"kgforge.{kind}.{name}")
    except ModuleNotFoundError as error:
        raise missing_driver(f"{kind}/{name}", error) from error


def missing_driver(wanted_by: str, error: ModuleNotFoundError) -> MissingDriverError:
    """The error for an absent optional package, with the commands that install it."""
    package = (error.name or "").partition(".")[0]
    extra = _extra(package, wanted_by.rpartition("/")[2])
    what = f"'kgforge[{extra}]' (in a clone: pip install '.[{extra}]')" if extra else package
    return MissingDriverError(
        f"{wanted_by} needs the package {package!r}, which is not installed: pip install {what}"
    )


def _extra(package: str, name: str = "") -> str | None:
    """The extra of ours that installs a package: that of the name, else the smallest one.

    None where there is none.

    >>> _extra("torch"), _extra("sklearn"), _extra("sqlite3")
    ('models', 'text2kg', None)
    """
    wanted = _PROJECTS.get(package, package).lower().replace("_", "-")
    sizes = Counter(extra for _, extra in _requirements())
    found = [extra for project, extra in _requirements() if project == wanted]
    return min(found, key=lambda extra: (extra != name, sizes[extra], extra), default=None)


@cache
def _requirements() -> tuple[tuple[str, str], ...]:
    """The projects that our extras require, each with the extra; nothing where none is known."""
    try:
        said = metadata.requires("kgforge") or []
    except metadata.PackageNotFoundError:
        return ()
    found = map(_REQUIREMENT.match, said)
    return tuple((one[1].lower(), one[2]) for one in found if one)


_REQUIREMENT: Final = re.compile(r"([\w.-]+).*extra == ['\"]([\w-]+)['\"]")
_PROJECTS: Final = {"sklearn": "scikit-learn", "tokenizers": "transformers", "py4j": "pyspark"}
"""The projects of packages that have another name, or come with another project."""
