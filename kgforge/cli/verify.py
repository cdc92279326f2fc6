"""``kgforge verify``: what is wrong with a benchmark or a published data set."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from kgforge import plugins
from kgforge.benchmark import CHANGES, Change, Check, audit, clean, remarks
from kgforge.benchmark import verify as problems_of
from kgforge.cli import arguments, console
from kgforge.cli.arguments import Force, Json
from kgforge.errors import BenchmarkError


def verify(
    benchmark: str, *, out: Path | None = None, force: Force = False, json: Json = False
) -> None:
    """Verify a benchmark: hashes, records, counts, baselines, card, and leaks between splits.

    Example: kgforge verify bench/

    Example: kgforge verify text2kgbench:wikidata_tekgen/ --out cleaned/

    In a published data set of texts it looks for leaks, duplicates, garbled characters and
    contradictions in the ontologies. The exit status is 1 if there is any problem, else 0. What you
    have added to the card is told, and is no problem.

    Parameters
    ----------
    benchmark
        The output folder of kgforge export, or text2kgbench: and a folder.
    out
        Write a cleaned version of a data set here. Its changes.jsonl lists every change.
    """
    if plugins.split(benchmark)[0] and not Path(benchmark).exists():
        _audit(benchmark, out, force=force, as_json=json)
        return
    if out is not None:
        arguments.usage("verify: --out writes a cleaned version of a data set, as text2kgbench:DIR")
    problems, noted = problems_of(Path(benchmark)), remarks(Path(benchmark))
    if json:
        console.summary({"problems": problems, "remarks": noted})
    for line in (*problems, *noted) if not json else ():
        console.say(line)
    if problems:
        raise BenchmarkError(f"{benchmark}: {len(problems)} problem(s)")
    if not json:
        console.say(f"{benchmark}: as its manifest says")


def _audit(address: str, out: Path | None, *, force: bool, as_json: bool) -> None:
    """Check a published data set, and write its cleaned version if one is wanted."""
    checks = audit(address)
    changes = clean(address, out, force=force) if out else []
    if as_json:
        console.summary({"checks": checks, "changes": changes})
    else:
        _audited(address, checks)
        if out:
            _cleaned(out, changes)
    if problems := sum(len(check.findings) for check in checks):
        raise BenchmarkError(f"{address}: {problems} problem(s)")
    if not as_json:
        console.say(f"{address}: nothing found")


def _audited(address: str, checks: Sequence[Check]) -> None:
    """Print what was looked for in a data set, how often it was found, and where first."""
    console.table(
        address,
        ["what", "found", "of", "first"],
        [
            [
                check.name,
                len(check.findings),
                check.of,
                check.findings[0].where if check.findings else "",
            ]
            for check in checks
        ],
    )
    console.say("each of these: --json")


def _cleaned(folder: Path, changes: Sequence[Change]) -> None:
    """Print how many lines cleaning removed and mended, by split."""
    counts = Counter((Path(change.file).parts[0], change.action) for change in changes)
    console.table(
        f"cleaned: {folder}",
        ["split", "lines removed", "lines mended"],
        [
            [split, counts[split, "removed"], counts[split, "mended"]]
            for split in dict.fromkeys(split for split, _ in counts)
        ],
    )
    console.say(f"each change, with its reason: {folder / CHANGES}")
