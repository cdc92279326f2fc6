"""The house as ``docs/house.md`` plans it: rooms with faces, imports by face."""

import ast
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tests.worlds.facts import ROOT

PACKAGE: Final = ROOT / "kgforge"
MODULES: Final = sorted([*PACKAGE.rglob("*.py"), *(ROOT / "loaders").glob("*.py")])
ROOMS: Final = sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py"))


def room(path: Path) -> str:
    """The room of a module; empty for one at the root."""
    parts = path.relative_to(ROOT).parts
    return "loaders" if parts[0] == "loaders" else parts[1] if len(parts) > 2 else ""


@cache
def imported(path: Path) -> tuple[tuple[str, str, int], ...]:
    """What a file imports of kgforge: the package, the name, and the line."""
    return tuple(
        (str(node.module), alias.name, node.lineno)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("kgforge")
        for alias in node.names
    )


def listed(name: str) -> set[str] | None:
    """What stands in a face's ``__all__``; None where there is none, as in folders of choices."""
    for node in ast.parse((PACKAGE / name / "__init__.py").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return set(ast.literal_eval(node.value))
    return None


def offered(name: str) -> set[str]:
    """What the face of a room offers: its ``__all__``; of choices all that the face defines."""
    if (every := listed(name)) is not None:
        return every
    tree = ast.parse((PACKAGE / name / "__init__.py").read_text(encoding="utf-8"))
    defined: set[str] = set()
    for node in tree.body:
        match node:
            case ast.ClassDef(name=found) | ast.FunctionDef(name=found):
                defined.add(found)
            case ast.Assign(targets=[ast.Name(id=found)]):
                defined.add(found)
            case ast.AnnAssign(target=ast.Name(id=found)):
                defined.add(found)
    return defined


def submodules(name: str) -> set[str]:
    """The modules of a room that others may import as a whole, by their names."""
    folders = [PACKAGE / name, *([ROOT / "loaders"] if name == "loaders" else [])]
    found = {path.stem for folder in folders for path in folder.glob("*.py")}
    found |= {path.parent.name for path in (PACKAGE / name).glob("*/__init__.py")}
    return {one for one in found if not one.startswith("_")}


@pytest.mark.parametrize("name", ROOMS)
def test_other_rooms_import_a_room_by_its_face(name: str) -> None:
    known = offered(name) | submodules(name)
    strange = [
        f"{path.relative_to(ROOT)}:{line} imports {what} from {package}"
        for path in MODULES
        if room(path) != name
        for package, what, line in imported(path)
        if package.startswith(f"kgforge.{name}.")
        or (package == f"kgforge.{name}" and what not in known)
    ]
    # What several sources share lies beside the door of loaders, since the folder is the user's.
    assert [one for one in strange if "kgforge.loaders._documents" not in one] == []


@pytest.mark.parametrize("name", [name for name in ROOMS if listed(name) is not None])
def test_a_face_offers_what_somebody_wants(name: str) -> None:
    outside = [
        path
        for folder in ("kgforge", "loaders", "tests", "benchmarks", "docs", "examples")
        for path in (ROOT / folder).rglob("*.py")
        if room(path) != name or path.parts[len(ROOT.parts)] != "kgforge"
    ]
    text = "\n".join(path.read_text(encoding="utf-8") for path in outside)
    pages = [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md"]
    text += "\n".join(path.read_text(encoding="utf-8") for path in pages)
    assert sorted(one for one in offered(name) if one not in text) == []


def test_no_module_is_imported_under_another_name() -> None:
    """But for a function whose name says too little where it is used."""
    renamed = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {alias.name} as {alias.asname}"
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("kgforge")
        for alias in node.names
        if alias.asname and _is_module(f"{node.module}.{alias.name}")
    ]
    assert renamed == []


def _is_module(name: str) -> bool:
    path = ROOT / name.replace(".", "/")
    return path.is_dir() or path.with_suffix(".py").is_file()


def test_tests_lie_as_the_rooms_do() -> None:
    beside = {"proofs", "cases", "worlds", "oracles", "expected", "schemas", "kept"}
    folders = {path.name for path in (ROOT / "tests").iterdir() if path.is_dir()} - {"__pycache__"}
    assert folders - beside <= set(ROOMS)
