"""Writing the items of a benchmark: whole, parted into splits, and with their facts invented."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import UNSET, UnsetType

from kgforge.benchmark import splits
from kgforge.benchmark.dealing import LEFT_OUT, Dealer, parted
from kgforge.benchmark.folder import Packed, Written, write_items
from kgforge.benchmark.leaks import Watch
from kgforge.benchmark.making import Maker, is_of_texts
from kgforge.benchmark.tally import Tally
from kgforge.errors import BenchmarkError
from kgforge.extraction import unseen
from kgforge.schema import Item, ItemFile, Made, Mined, Skip, Split, folders

Progress = Callable[[str, int, int | None], None]
"""Called with what is being done, how far it is, and of how many; None: it cannot be counted."""


class Writer:
    """Writes the patterns of a maker into a folder."""

    def __init__(
        self, folder: Path, maker: Maker, progress: Progress, packed: Packed = UNSET
    ) -> None:
        self._folder = folder
        self._maker = maker
        self._progress = progress
        self._packed = packed
        self._seen = 0
        self.predicates: set[str] = set()
        """The predicates that the items written ask about."""
        self.watch: Watch | None = None
        """What sees all items of the splits."""
        self._total = sum(pattern.instances for pattern in maker.patterns)

    def write(self, dealer: Dealer | None) -> list[Written]:
        """Write the items of each pattern. A *dealer* notes them, to part them: so far plain."""
        return [self._whole(pattern, dealer) for pattern in self._maker.patterns]

    def _whole(self, pattern: Mined, dealer: Dealer | None) -> Written:
        tally = Tally(pattern.metric)
        found = self._counted(self._maker.items(pattern))
        built = tally.items(found if dealer else self._maker.placed(pattern, found))
        ready = _noted(built, dealer) if dealer else self._maker.prompted(pattern, built, {})
        packed = UNSET if dealer else self._packed
        written = write_items(self._folder, pattern.name, (splits.TEST,), ready, packed)
        self.predicates |= tally.predicates
        return written, self._maker.made(pattern, tally)

    def _counted(self, built: Iterable[Item | Skip]) -> Iterator[Item | Skip]:
        self._progress("exporting", self._seen, self._total)
        for item in built:
            self._seen += 1
            self._progress("exporting", min(self._seen, self._total), self._total)
            yield item

    def part(
        self, dealer: Dealer, made: Sequence[Written], *, unseen: bool
    ) -> tuple[list[Written], Split]:
        """Part the files of all patterns, and say how, with the leak report."""
        plan, dealt = dealer.plan, dealer.dealt()
        if splits.TEST not in dealt.values():
            raise BenchmarkError(
                f"--split {plan.kind}: the test split is empty: too few items, or they share "
                "entities or wordings with other splits; split by another kind, or mine more"
            )
        self._progress(f"splitting by {plan.kind}", 0, None)
        self.watch = watch = Watch(plan.kind)
        found = [
            self._part(pattern, whole, tuple(plan.shares), dealt, watch)
            for pattern, (_, whole) in zip(self._maker.patterns, made, strict=True)
        ]
        if unseen:
            found += self.unseen(found, tuple(plan.shares), watch)
        counts = {
            one.name: {name: file.lines for name, file in zip(plan.shares, of_split, strict=True)}
            for of_split, one in found
        }
        left_out = {one.name: one.skipped.get(LEFT_OUT, 0) for _, one in found}
        return found, Split(
            plan.kind, plan.shares, counts, left_out, watch.report(), watch.recurring()
        )

    def with_more(self, split: Split | UnsetType, more: Sequence[Written]) -> Split | UnsetType:
        """How all is split, once further patterns are written that were watched."""
        if not split or self.watch is None:
            return split
        counts = {
            one.name: {name: file.lines for name, file in zip(split.shares, files, strict=True)}
            for files, one in more
        }
        return msgspec.structs.replace(
            split,
            items=split.items | counts,
            left_out=split.left_out | dict.fromkeys(counts, 0),
            bonds=self.watch.report(),
            recurring=self.watch.recurring(),
        )

    def _part(
        self,
        pattern: Mined,
        made: Made,
        names: Sequence[str],
        dealt: Mapping[str, str],
        watch: Watch,
    ) -> Written:
        whole = self._set_aside(pattern.name)
        tally = Tally(pattern.metric, made.skipped)
        train = _of_train(whole, dealt) if is_of_texts(pattern) else {}
        ready = self._maker.prompted(pattern, whole.read(), train)
        parts = self._maker.placed(pattern, parted(ready, dealt))
        watched = watch.watched(tally.items(parts))
        found = write_items(self._folder, pattern.name, names, watched, self._packed)
        if whole.path:
            whole.path.unlink()
        return found, self._maker.made(pattern, tally)

    def _set_aside(self, pattern: str) -> ItemFile:
        """The items of a pattern that is to be parted, out of the way of its parts."""
        path = folders.lying(self._folder, pattern).path
        return ItemFile(path.rename(self._folder / ".whole") if path else None)

    def unseen(
        self, made: Sequence[Written], names: Sequence[str], watch: Watch | None = None
    ) -> list[Written]:
        """Write the unseen variant of each pattern of texts: its test items, facts invented."""
        return [
            self._unseen(pattern, one, names, watch)
            for pattern, (_, one) in zip(self._maker.patterns, made, strict=True)
            if is_of_texts(pattern) and one.items
        ]

    def _unseen(
        self, pattern: Mined, made: Made, names: Sequence[str], watch: Watch | None
    ) -> Written:
        every = {
            name: folders.lying(self._folder, folders.item_name(pattern.name, name))
            for name in names
        }
        labels = {label for one in self._maker.ontologies.values() for label in one.concept_labels}
        items = (item for file in every.values() for item in file.read())
        fiction = unseen.fiction(items, labels, self._maker.seed)
        train = every.get(splits.SPLITS[0])
        variant = msgspec.structs.replace(
            pattern,
            name=pattern.name + unseen.NAME,
            description=unseen.DESCRIPTION.format(pattern.name),
        )
        tally = Tally(pattern.metric)
        invented = tally.items(unseen.invented(every[splits.TEST].read(), fiction))
        shown = _by_group(train.read()) if train else {}
        ready = self._maker.prompted(variant, invented, shown)
        watched = watch.watched(ready) if watch else ready
        found = write_items(self._folder, variant.name, names, watched, self._packed)
        again = self._maker.made(variant, tally, flags=made.flags)
        return found, msgspec.structs.replace(again, variant_of=pattern.name)


def _noted(items: Iterable[Item], dealer: Dealer) -> Iterator[Item]:
    for item in items:
        dealer.note(item)
        yield item


def _of_train(file: ItemFile, dealt: Mapping[str, str]) -> dict[str, list[Item]]:
    """The items of a file that are for training, by group."""
    return _by_group(item for item in file.read() if dealt.get(item.id) == splits.SPLITS[0])


def _by_group(items: Iterable[Item]) -> dict[str, list[Item]]:
    found: dict[str, list[Item]] = {}
    for item in items:
        found.setdefault(item.group, []).append(item)
    return found
