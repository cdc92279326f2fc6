"""Verifying a benchmark: its files against its manifest, and both against one another."""

from collections.abc import Iterable, Iterator, Mapping, Set
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET

from kgforge import __version__, display, files, forms
from kgforge.benchmark import generators, passages, splits
from kgforge.benchmark.baselines import by_form, measure
from kgforge.benchmark.card import card
from kgforge.benchmark.dealing import LEFT_OUT
from kgforge.benchmark.folder import CARD, name_of
from kgforge.benchmark.leaks import Watch
from kgforge.benchmark.tally import Tally
from kgforge.errors import BenchmarkError, KgforgeError, SourceError
from kgforge.schema import NONE, DataFile, Floor, Item, Made, Manifest, Posed, Split, folders


def verify(folder: Path) -> list[str]:
    """What is wrong with a benchmark, a line each; empty when nothing is.

    Hashes, line counts, records, answers among the distractors and leaks between splits are checked
    first. If there is no problem, the benchmark's name, the manifest's counts of each pattern's
    items and the baselines are computed again. If these are right too, the card is compared. What
    an older manifest lacks is passed over. Two things cannot be told from the items: how many were
    ``skipped``, and, after a split, which example of ``sizes`` came first. Raises BenchmarkError
    when there is no manifest.
    """
    manifest = folders.read_manifest(folder)
    problems = [one for file in manifest.named for one in _check_file(folder, file, manifest)]
    leaks = list(_leaks(folder, manifest))
    if not problems and (not leaks or _is_published(manifest)):
        problems = [*_otherwise({"name": name_of(manifest.files)}, {"name": manifest.name})]
        for made in manifest.patterns:
            problems += _check_made(folder, manifest, made)
            problems += () if manifest.converted else _uneven(made)
        problems += _miscounted(folder, manifest)
        problems = problems or list(_check_card(folder, manifest))
    listed = {file.path for file in manifest.named}
    others = sorted(name for name in folders.named_as_items(folder) if name not in listed)
    return problems + leaks + [f"{name}: not in the manifest" for name in others]


def _miscounted(folder: Path, manifest: Manifest) -> list[str]:
    """Where the file of generated texts says otherwise than the manifest."""
    try:
        return list(generators.miscounted(folder, manifest.generated)) if manifest.generated else []
    except BenchmarkError as error:
        return [str(error).removeprefix(f"{folder}/")]


def _is_published(manifest: Manifest) -> bool:
    """Whether the items came parted, so that a leak is a finding about them, and no damage."""
    return manifest.split is not UNSET and manifest.split.kind == splits.PUBLISHED


def _check_file(folder: Path, file: DataFile, manifest: Manifest) -> Iterator[str]:
    has_items = file in manifest.files
    try:
        found, lines = _content(folder / file.path, has_items=has_items, wanted=file.lines)
    except SourceError as error:
        told = str(error).removeprefix(f"cannot read {folder / file.path}: ")
        yield f"{file.path}: cannot be read: {told}"
        return
    if found != file.sha256:
        of_lines = " of its lines" if file.compression else ""
        yield f"{file.path}: SHA-256{of_lines} is {found}, the manifest says {file.sha256}"
    if lines != file.lines:
        yield f"{file.path}: {lines} lines, the manifest says {file.lines}"
    if has_items and lines:
        yield from _check_items(folder, file, manifest)


def _content(path: Path, *, has_items: bool, wanted: int) -> tuple[str, int]:
    """SHA-256 and number of lines of a file, as the manifest has them. Raises SourceError."""
    if not has_items:
        return files.sha256(path), path.read_bytes().count(b"\n")
    if not wanted and not path.exists():  # for a file without items is not written
        return folders.NOTHING, 0
    return files.content(path)


def _check_items(folder: Path, file: DataFile, manifest: Manifest) -> Iterator[str]:
    path = folder / file.path
    seen: set[str] = set()
    try:
        for number, item in enumerate(files.read_lines(path, Item, folders.EXPORT), 1):
            yield from (
                f"{file.path}:{number}: {problem}" for problem in _check(item, seen, manifest)
            )
            if file.path != splits.file_name(item.pattern, item.split, file.compression):
                yield f"{file.path}:{number}: an item of {item.pattern}, split {item.split}"
            seen.add(item.id)
    except BenchmarkError as error:
        yield str(error).removeprefix(f"{folder}/")


def _check(item: Item, seen: set[str], manifest: Manifest) -> Iterator[str]:
    plain = not manifest.forms  # of one form alone: every fact has a prompt
    if item.id in seen:
        yield f"the id {item.id} occurs twice"
    for at, fact in enumerate(item.facts):
        answers = [answer.id for answer in fact.answers]
        candidates = [candidate.id for candidate in fact.candidates]
        if answers[:1] != ([] if fact.object == NONE else [fact.object.id]):
            yield f"{fact.role}: the first answer is not the target"
        for answer in fact.answers:
            for form in sorted(set(answer.forms or ()) - {answer.label, *answer.aliases}):
                yield f"{fact.role}: the form {form!r} is not among the aliases"
        if item.prompts:
            continue  # which ask for all facts of the item together
        if not fact.prompts and plain and not fact.unworded:
            yield f"{fact.role}: there is no prompt"
        for number, prompt in enumerate(fact.prompts):
            flaw = forms.of_facts(prompt.form).flaw(fact, prompt)
            flaw = flaw or passages.flaw(fact, prompt)
            if manifest.generated:
                flaw = flaw or generators.flaw(item, at, prompt)
            if flaw:
                yield f"{fact.role}, prompt {number}: {flaw}"
        if answers and fact.object.id not in candidates:
            yield f"{fact.role}: the target is not among the candidates"
        for leaked in sorted(set(candidates) & set(answers[1:])):
            yield f"{fact.role}: the accepted answer {leaked} is among the candidates"


def _leaks(folder: Path, manifest: Manifest) -> Iterator[str]:
    """What crosses from one split into another, by the files as they lie there.

    Where nothing does, what the manifest counts otherwise.
    """
    if not manifest.split:
        return
    split = manifest.split
    watch = Watch(split.kind)
    counts = {made.name: dict.fromkeys(split.shares, 0) for made in manifest.patterns}
    leaks: list[str] = []
    for pattern, held in counts.items():
        for name in held:
            file = folders.lying(folder, folders.item_name(pattern, name))
            called = file.path.name if file.path else ""
            try:
                for number, item in enumerate(file.read(), 1):
                    leaks += watch.see(item, name, f"{called}:{number}")
                    held[name] = number
            except BenchmarkError:
                continue  # which the check of the file tells
    leaks += watch.strata(tuple(split.shares))
    left_out = {made.name: made.skipped.get(LEFT_OUT, 0) for made in manifest.patterns}
    found = msgspec.structs.replace(split, items=counts, left_out=left_out, bonds=watch.report())
    yield from leaks
    if not leaks or _is_published(manifest):
        yield from _otherwise(_counts(found), _counts(split))


def _counts(split: Split) -> dict[str, int]:
    """All that is counted of a split, by what it is."""
    counts: dict[str, int] = {}
    for pattern, held in split.items.items():
        counts |= {f"{pattern}: items in {name}": number for name, number in held.items()}
    counts |= {f"{pattern}: items left out": number for pattern, number in split.left_out.items()}
    for name, bond in split.bonds.items():
        counts[f"{name}: how many there are"] = bond.keys
        counts[f"{name}: how many cross"] = bond.crossing
    return counts


def _otherwise(found: Mapping[str, object], said: Mapping[str, object]) -> Iterator[str]:
    for what in dict.fromkeys((*found, *said)):
        ours, theirs = (str(each.get(what, "nothing")) for each in (found, said))
        if ours != theirs:
            yield f"{what}: {ours}, the manifest says {theirs}"


def _check_made(folder: Path, manifest: Manifest, made: Made) -> Iterator[str]:
    """Where a pattern's counts or baselines differ from what the manifest says."""
    try:
        found, measured = _counted(folder, manifest, made), measure(made, folder)
    except KgforgeError as error:
        yield str(error)
        return
    said = {field: getattr(made, field) for field in found}
    lacking = {field for field, value in said.items() if value is None}
    yield from _otherwise(*(_figures(made.name, each, lacking) for each in (found, said)))
    yield from _other_floors(made.name, measured, made.floors)
    floors = by_form(made, folder)
    for one in made.forms or ():
        where = f"{made.name}, {one.form} of the {one.slot}"
        yield from _other_floors(where, floors[one.form, one.slot], one.floors)


def _uneven(made: Made) -> Iterator[str]:
    """Where what is right is not spread evenly over what can be said."""
    for one in made.forms or ():
        if one.uneven > 1:
            yield (
                f"{made.name}: of {one.form}, one answer is right {one.uneven} times more often "
                "than another within a group"
            )


def _counted(folder: Path, manifest: Manifest, made: Made) -> dict[str, Any]:
    """What ``Made`` counts of a pattern's items, by the files as they lie there."""
    tally = Tally(made.metric)
    for split in manifest.split.shares if manifest.split else (splits.TEST,):
        for _ in tally.items(folders.read_items(folder, folders.item_name(made.name, split))):
            pass
    counts = tally.counts()
    if counts["forms"]:
        counts["forms"] = _with_floors_of(made, counts["forms"])
    if manifest.split and made.sizes:
        counts["sizes"] = msgspec.structs.replace(counts["sizes"], example=made.sizes.example)
    return counts


def _with_floors_of(made: Made, counted: tuple[Posed, ...]) -> tuple[Posed, ...]:
    """Counts by form with the floors that a manifest says, which are compared by themselves."""
    floors = {(one.form, one.slot): one.floors for one in made.forms or ()}
    return tuple(
        msgspec.structs.replace(one, floors=floors.get((one.form, one.slot), ())) for one in counted
    )


def _figures(pattern: str, counts: Mapping[str, Any], lacking: Set[str]) -> dict[str, object]:
    """The counts one by one, by what is counted, without those of the fields that are lacking."""
    figures: dict[str, object] = {}
    known = {field: value for field, value in counts.items() if value is not UNSET}
    for field, value in msgspec.to_builtins(known).items():
        inner = value if isinstance(value, dict) else {"": value}
        if field not in lacking:
            figures |= {f"{pattern}: {field} {key}".rstrip(): each for key, each in inner.items()}
    return figures


def _check_card(folder: Path, manifest: Manifest) -> Iterator[str]:
    """Whether all that the card says of this manifest stands in ``README.md``, in its order.

    What a user adds between is the user's. Another version's card is not held against this one's.
    """
    path = folders.inside(folder, CARD)
    if manifest.kgforge != __version__:
        return
    try:
        lacking, _ = _compared(path, manifest)
    except OSError as error:
        yield f"README.md: cannot be read: {error.strerror}"
        return
    if lacking is not None:
        yield f"README.md is not the card of this manifest, for it lacks: {lacking}"


def remarks(folder: Path) -> list[str]:
    """Return what is worth saying of a benchmark, and is no problem.

    Of another version's, by which version it is made again; of this version's, what stands in the
    card beside what was generated, unless ``verify`` finds the card wrong.
    """
    manifest, path = folders.read_manifest(folder), folders.inside(folder, CARD)
    if manifest.kgforge != __version__:
        made_by = display.visible(manifest.kgforge)
        return [
            f"made by kgforge {made_by}, and this is {__version__}: making it again byte "
            f"for byte needs that version (pip install kgforge=={made_by})"
        ]
    try:
        lacking, added = _compared(path, manifest)
    except OSError:
        return []
    if lacking is not None or not added:
        return []
    (number, first), *more = added
    others = f", and {len(more):,} more" if more else ""
    what = "added to the generated card, and not verified"
    return [f"README.md:{number}: {what}: {display.visible(first)}{others}"]


def _compared(path: Path, manifest: Manifest) -> tuple[str | None, list[tuple[int, str]]]:
    """The first line that the card lacks, and those that were added, with their numbers."""
    text = path.read_text(encoding="utf-8", errors="replace")
    there, added = enumerate(text.splitlines(), 1), []
    for line in card(manifest).splitlines():
        for number, found in there:
            if found == line:
                break
            added.append((number, found))
        else:
            return line, []
    return None, [(number, found) for number, found in [*added, *there] if found.strip()]


def _other_floors(where: str, measured: Iterable[Floor], stated: Iterable[Floor]) -> Iterator[str]:
    """Where baselines differ from what the manifest says; an older one says nothing."""
    found, said = (
        {(one.answerer, one.k, one.metric or ""): one for one in each}
        for each in (measured, stated)
    )
    for key in sorted(found.keys() | said.keys()) if said else ():
        ours, theirs = found.get(key), said.get(key)
        if ours != theirs:
            answerer, k, metric = key
            by = f" by {metric}" if metric else ""
            yield (
                f"{where}: {answerer} at {k}{by} is {_ratio(ours)}, "
                f"the manifest says {_ratio(theirs)}"
            )


def _ratio(floor: Floor | None) -> str:
    return f"{floor.numerator}/{floor.denominator} = {floor.value}" if floor else "nothing"
