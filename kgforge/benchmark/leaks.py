"""Leaks: what stands in more than one split of a benchmark."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from kgforge.benchmark.splits import TEST, WATCHED, digest, mean_degree
from kgforge.schema import Bond, Item


class Watch:
    """Looks at the items of all splits, one after another, for what crosses."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._seen: dict[str, dict[bytes, tuple[str, str]]] = {name: {} for name in WATCHED[kind]}
        self._crossing: dict[str, set[bytes]] = {name: set() for name in WATCHED[kind]}
        self._ranges: dict[tuple[str, str], list[tuple[float, str]]] = {}
        self._named: dict[str, set[bytes]] = defaultdict(set)
        self._answers: dict[str, set[bytes]] = defaultdict(set)

    def watched(self, items: Iterable[Item]) -> Iterator[Item]:
        """Let items through, and count what crosses."""
        for item in items:
            for _ in self.see(item, item.split, item.id):
                pass
            yield item

    def see(self, item: Item, split: str, where: str) -> Iterator[str]:
        """Take in an item of a split; what it shares with another, one line for each bond."""
        here = split, where
        for name, keys_of in WATCHED[self._kind].items():
            crossing = [*self._cross(name, sorted(set(keys_of(item))), here)]
            yield from crossing[:1]
        for fact in item.facts:
            subject, object = (digest("", node.id) for node in (fact.subject, fact.object))
            self._named[split].update((subject, object))
            if fact.holds is not False:
                self._answers[split].add(object)
        if self._kind == "popularity":
            own = mean_degree(item), where
            least, most = self._ranges.get((item.pattern, split), (own, own))
            self._ranges[item.pattern, split] = [min(least, own), max(most, own)]

    def _cross(self, name: str, keys: Iterable[str], here: tuple[str, str]) -> Iterator[str]:
        split, where = here
        for key in keys:
            hashed = digest(name, key)
            first, place = self._seen[name].setdefault(hashed, here)
            if first != split:
                self._crossing[name].add(hashed)
                yield f"{where}: the {name} {key} also stands in {first}, at {place}"

    def strata(self, splits: Sequence[str]) -> Iterator[str]:
        """Where a split has an item that is less popular than one of a split after it."""
        for (pattern, split), (least, _) in self._ranges.items():
            for after in splits[splits.index(split) + 1 :]:
                _, most = self._ranges.get((pattern, after), (least, least))
                if most[0] > least[0]:
                    yield (
                        f"{most[1]}: mean degree {most[0]:g}, in {after}, is above that of "
                        f"{least[1]} ({least[0]:g}), in {split}"
                    )

    def report(self) -> dict[str, Bond]:
        """For each bond how many keys were seen, and how many of them in more than one split."""
        return {
            name: Bond(len(seen), len(self._crossing[name])) for name, seen in self._seen.items()
        }

    def recurring(self) -> Bond:
        """How many answers test has, and how many of them train names, as subject or object."""
        answers = self._answers[TEST]
        return Bond(len(answers), len(answers & self._named["train"]))
