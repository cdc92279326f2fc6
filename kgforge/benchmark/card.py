"""The dataset card of a benchmark: ``README.md`` with the YAML header that ``datasets`` reads."""

import hashlib
import json
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from statistics import median
from typing import Any, Final

import msgspec
from msgspec import inspect

from kgforge import metrics, patterns, terms
from kgforge.benchmark import splits
from kgforge.benchmark.distractors import OTHER_CLASS, SHORT
from kgforge.errors import PatternError
from kgforge.extraction import METRICS, fiction
from kgforge.schema import (
    CLOZE,
    EXTRACTION,
    Floor,
    GraphId,
    Item,
    ItemFact,
    Made,
    Manifest,
    Paraphrases,
    Showing,
    Sizes,
    Split,
)

BESIDE: Final = (OTHER_CLASS, SHORT)
"""What is counted with the guards and removes nothing."""

_TASKS: Final = {CLOZE: "fill-mask", EXTRACTION: "text-generation"}

_DTYPES = {
    inspect.StrType: "string",
    inspect.BoolType: "bool",
    inspect.IntType: "int64",
    inspect.FloatType: "float64",
    inspect.LiteralType: "string",
}


def card(manifest: Manifest) -> str:
    """The card's text: what the benchmark holds, where it comes from, how to use and rebuild it."""
    parts = (
        "---",
        *_yaml(_header(manifest)),
        *_infos(manifest),
        "---",
        "",
        f"# {manifest.name}",
        "",
        _summary(manifest),
        "",
        *_patterns(manifest),
        *(_splits(manifest.split) if manifest.split else ()),
        *_floors(manifest),
        *_sizes(manifest),
        *_use(manifest),
        *_sources(manifest),
        *_rebuild(manifest),
        *_limits(manifest),
    )
    return "\n".join(parts) + "\n"


def definitions() -> Iterator[str]:
    """The table of the metrics of written triples, a line at a time."""
    yield "| metric | `strict` | `legacy` |"
    yield "|---|---|---|"
    for name in METRICS:
        found = metrics.definition(name)
        yield f"| `{name}` | {found.formula} | {found.legacy} |"


# ── The header ──────────────────────────────────────────────────────────────────────────────────
def features(kind: type[Any]) -> list[dict[str, Any]]:
    """The fields of a record as ``dataset_info.features`` has them.

    >>> from kgforge.schema import Accepted
    >>> features(Accepted)[2]
    {'name': 'aliases', 'list': 'string'}
    """
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    return [_feature(field.encode_name, field.type) for field in described.fields]


def _feature(name: str, type_: inspect.Type) -> dict[str, Any]:
    if isinstance(type_, inspect.UnionType):
        (type_,) = (part for part in type_.types if not isinstance(part, inspect.NoneType))
    if isinstance(type_, inspect.StructType):
        return {"name": name, "struct": features(type_.cls)}
    if isinstance(type_, inspect.VarTupleType):
        inner = _feature("", type_.item_type)
        return {"name": name, "list": inner.get("struct") or inner["dtype"]}
    return {"name": name, "dtype": _DTYPES[type(type_)]}


def _header(manifest: Manifest) -> dict[str, Any]:
    licences = sorted({source.licence for source in manifest.sources if source.licence})
    known = len(licences) == 1 and all(source.licence for source in manifest.sources)
    return {
        "pretty_name": manifest.name,
        "language": list(manifest.languages),
        "license": licences[0].lower() if known else "other",
        "task_categories": list(dict.fromkeys(_TASKS[made.form] for made in manifest.patterns)),
        "size_categories": [_category(sum(made.items for made in manifest.patterns))],
        "tags": ["knowledge-graph", "kgforge"],
        "configs": [
            {
                "config_name": pattern,
                "data_files": [{"split": split, "path": path} for split, path in paths.items()],
            }
            for pattern, paths in _filled(manifest).items()
        ],
    }


def _infos(manifest: Manifest) -> Iterator[str]:
    """``dataset_info``: the fields stand once, and every further pattern names them."""
    yield "dataset_info:"
    for number, pattern in enumerate(_filled(manifest)):
        yield f"  - config_name: {json.dumps(pattern, ensure_ascii=False)}"
        if number:
            yield "    features: *item"
        else:
            yield "    features: &item"
            yield from _yaml(features(Item), "      ")


def _category(number: int) -> str:
    """How large a data set is, in the words of Hugging Face.

    >>> _category(999), _category(1_000), _category(2_500_000)
    ('n<1K', '1K<n<10K', '1M<n<10M')
    """
    ends = ("1K", "10K", "100K", "1M", "10M", "100M", "1B", "10B", "100B", "1T")
    place = max(0, len(str(number)) - 3)
    least = f"{ends[place - 1]}<" if place else ""
    return f"{least}n<{ends[place]}"


def _filled(manifest: Manifest) -> dict[str, dict[str, str]]:
    """Of each pattern the splits that have items, and the file of each."""
    lines = {file.path: file.lines for file in manifest.files}
    names = manifest.split.shares if manifest.split else (splits.TEST,)
    found: dict[str, dict[str, str]] = {}
    for made in manifest.patterns:
        for split in names:
            path = splits.file_name(made.name, split)
            if lines.get(path):
                found.setdefault(made.name, {})[split] = path
    return found


def _yaml(value: Any, indent: str = "") -> Iterator[str]:
    """Plain maps, lists and texts as YAML, a line at a time; texts are quoted as in JSON."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _entry(f"{indent}{key}:", inner, indent)
    else:
        for inner in value:
            if isinstance(inner, dict):
                first, *rest = _yaml(inner, f"{indent}  ")
                yield f"{indent}- {first[len(indent) + 2 :]}"
                yield from rest
            else:
                yield f"{indent}- {json.dumps(inner, ensure_ascii=False)}"


def _entry(key: str, inner: Any, indent: str) -> Iterator[str]:
    if isinstance(inner, str):
        yield f"{key} {json.dumps(inner, ensure_ascii=False)}"
    elif not inner:
        yield f"{key} []"
    else:
        yield key
        yield from _yaml(inner, f"{indent}  ")


# ── The text ────────────────────────────────────────────────────────────────────────────────────
def _summary(manifest: Manifest) -> str:
    items = sum(pattern.items for pattern in manifest.patterns)
    asked = {made.form: _ASKED[made.form] for made in manifest.patterns if made.items}
    return (
        f"{_count(items, 'item')} for language models, made by kgforge {manifest.kgforge} from "
        f"a knowledge graph{_size(manifest.graph)}. An item is one match of a "
        f"graph pattern: {'; '.join(asked.values())}."
    )


_ASKED: Final = {
    CLOZE: "each of its facts is asked as a statement with `[MASK]` in place of the object, with "
    "all answers that the graph accepts and with candidates to rank",
    EXTRACTION: "a sentence, of which a model is to write down the triples, by an ontology whose "
    "concepts and relations stand in the prompt",
}


def _patterns(manifest: Manifest) -> Iterator[str]:
    yield "## Patterns"
    yield ""
    yield "| pattern | what it asks | metric | items | groups | skipped | without a template |"
    yield "|---|---|---|--:|--:|---|--:|"
    filled = [made for made in manifest.patterns if made.items]
    for made in filled:
        cells = (
            f"`{made.name}`",
            _cell(made.description),
            f"`{made.metric}`",
            str(made.items),
            str(made.groups),
            _counts(made.skipped) or "none",
            str(made.fallback),
        )
        yield f"| {' | '.join(cells)} |"
    yield ""
    yield from _itemless(manifest)
    yield "*Skipped* are matches that became no item. *Without a template* counts facts whose"
    yield "predicate has no template for them and took a generic wording (`generator` is"
    yield "`fallback`)."
    yield ""
    for made in filled:
        if made.form == EXTRACTION:
            yield from _ends(made)
    if any(made.form == CLOZE for made in filled):
        yield "A fact is *right* at k when one of its accepted answers is among the first k that"
        yield "are given."
    if any(made.form == EXTRACTION for made in filled):
        yield from _twice()
    yield "The metrics:"
    yield ""
    for metric in dict.fromkeys(made.metric for made in filled):
        yield f"- `{metric}`: {metrics.definition(metric).formula}"
    twice = {made.name: made.twice for made in manifest.patterns if made.twice}
    if twice:
        yield ""
        yield "Items that ask two facts in the same words, with no answer in common:"
        yield f"{_counts(twice)}. At one answer, nobody who says the same to the same words can be"
        yield "right about both."
    yield ""
    yield from _distractors(manifest)


def _ends(made: Made) -> Iterator[str]:
    """What is known of the subjects and objects of a pattern of texts."""
    swapped = {fiction.INVENTED, fiction.KEPT}
    if known := {name: count for name, count in made.guards.items() if name not in swapped}:
        yield f"Of the subjects and objects in `{made.name}`: {_counts(known)}; they are"
        yield "kept, since nothing speaks against them."
        yield ""
    if fiction.INVENTED in made.guards:
        yield f"Of the names in the triples of `{made.name}`, counted item by item,"
        yield f"{made.guards[fiction.INVENTED]} are invented; {made.guards[fiction.KEPT]} are"
        yield "common nouns, and stay. What else its sentences name is not invented."
        yield ""


def _itemless(manifest: Manifest) -> Iterator[str]:
    """The patterns that gave nothing, and why."""
    found = [
        f"`{made.name}` ({_counts(made.skipped) or 'nothing was mined'})"
        for made in manifest.patterns
        if not made.items
    ]
    if found:
        yield f"Without any item: {', '.join(found)}."
        yield ""


def _twice() -> Iterator[str]:
    """How triples that were written are scored."""
    yield "What is written is scored twice (`matching`): strictly, where names, dates and numbers"
    yield "are compared by what they mean and a repeated triple counts once, and by the rules of"
    yield "Text2KGBench's published evaluator (`legacy`), which compares letters:"
    yield ""
    yield from definitions()
    yield ""
    yield "Each is a mean over sentences, with a 95 % interval by bootstrap over sentences; the"
    yield "mean over ontologies has one by bootstrap over ontologies, where there are several."
    yield "Where no triple was written, precision, recall and F1 of the sentence are 0; the other"
    yield "four are strictly undefined and left out of the mean, where `legacy` takes 1, 0, 0 and 0"
    yield "(and 0 throughout where there is no answer at all)."
    yield ""


def _distractors(manifest: Manifest) -> Iterator[str]:
    removed = {
        made.name: {name: count for name, count in made.guards.items() if name not in BESIDE}
        for made in manifest.patterns
        if made.form == CLOZE
    }
    if any(removed.values()):
        yield "Candidates that the guards removed, because they could be true or could not be told"
        yield "from an answer:"
        yield ""
        yield from (f"- `{name}`: {_counts(found)}" for name, found in removed.items() if found)
        yield ""
    if manifest.rules:
        yield "Rules that were mined beside, by which what follows is no distractor either:"
        yield f"the facts of {', '.join(map(_rule, manifest.rules))} are each other's reverse."
        yield ""
    if not any(made.candidates for made in manifest.patterns):
        return
    alike = " and of its popularity (degree, doubling)" if manifest.match else ""
    yield f"Distractors are of the target's class{alike} as far as there are enough; the others are"
    yield "objects of the same predicate. Where a pattern lists the options, they are of its list."
    yield ""
    counted = [(made, made.candidates) for made in manifest.patterns if made.candidates]
    if not counted:
        return
    yield "Candidates of a fact, its target among them; fewer than wanted where the graph has no"
    yield "more. *Unlike* is the share of distractors that have no class in common with the target,"
    yield "as far as the graph says; *chance* that of a right guess at one answer, over facts:"
    yield ""
    yield "| pattern | facts | wanted | mean | median | least | unlike | chance |"
    yield "|---|--:|--:|--:|--:|--:|--:|--:|"
    for made, numbers in counted:
        unlike = made.guards.get(OTHER_CLASS, 0)
        cells = " | ".join(_candidates(numbers, manifest.candidates, unlike))
        yield f"| `{made.name}` | {cells} |"
    yield ""


def _candidates(numbers: Mapping[int, int], wanted: int, unlike: int) -> Iterator[str]:
    """How many there are over a pattern's facts, and how hard to tell from the target."""
    facts = sum(numbers.values())
    total = sum(number * count for number, count in numbers.items())
    others = total - facts
    chance = sum(count / number for number, count in numbers.items()) / facts
    yield str(facts)
    yield str(wanted)
    yield f"{total / facts:.1f}"
    yield f"{median(Counter(numbers).elements()):g}"
    yield str(min(numbers))
    yield f"{unlike / others:.1%}" if others else "–"
    yield f"{chance:.3f}"


def _rule(pair: tuple[str, str]) -> str:
    one, other = map(terms.compact, pair)
    return f"`{one}` (symmetric)" if one == other else f"`{one}` and `{other}`"


def _splits(split: Split) -> Iterator[str]:
    names = list(split.shares)
    if split.kind == splits.PUBLISHED:
        yield from _as_published(split)
        return
    shares = ", ".join(f"{share} % {name}" for name, share in split.shares.items())
    yield "## Splits"
    yield ""
    yield f"By {split.kind}: of each pattern {shares}, as near as what must not cross allows."
    if split.kind == "popularity":
        yield "A pattern's items stand by the mean degree of their entities in the graph: the most"
        yield f"popular are in {names[0]}, the least in {names[-1]}."
    yield ""
    wanted = (f"{name} ({share} % wanted)" for name, share in split.shares.items())
    yield f"| pattern | {' | '.join(wanted)} | left out |"
    yield f"|---|{'--:|' * len(names)}--:|"
    for pattern, counts in split.items.items():
        kept, left_out = sum(counts.values()), split.left_out[pattern]
        if not kept + left_out:
            continue
        cells = [*(_reached(counts[name], kept) for name in names)]
        yield f"| `{pattern}` | {' | '.join(cells)} | {_reached(left_out, kept + left_out)} |"
    yield ""
    yield "In brackets stand the shares reached, of the items in a split. *Left out* are items that"
    yield "share with two splits what must stand in one alone; in brackets, of all items. Leak"
    yield "report, counted in the files; `kgforge verify` counts again:"
    yield ""
    yield "| must not cross | how many | in more than one split |"
    yield "|---|--:|--:|"
    for name, bond in split.bonds.items():
        yield f"| {name} | {bond.keys} | {bond.crossing} |"
    yield ""
    yield "*Text* is a wording without case, accents, spaces and punctuation. Nothing else is kept"
    yield "apart: an answer may recur in several splits, and be learnt as a frequent one."
    if found := split.recurring:
        yield f"Of {_count(found.keys, 'answer')} of test {found.crossing:,} are also subject or"
        yield "object of a fact in train."
    yield ""


def _as_published(split: Split) -> Iterator[str]:
    names = list(split.shares)
    yield "## Splits"
    yield ""
    yield "As they were published: nothing was dealt or left out here, so that they may leak."
    yield ""
    yield f"| pattern | {' | '.join(names)} |"
    yield f"|---|{'--:|' * len(names)}"
    for pattern, counts in split.items.items():
        cells = (_reached(counts[name], sum(counts.values())) for name in names)
        yield f"| `{pattern}` | {' | '.join(cells)} |"
    yield ""
    yield "Leak report, of texts that differ in white space, case and forms of Unicode alone;"
    yield "`kgforge verify` names each:"
    yield ""
    yield "| what | how many | in more than one split |"
    yield "|---|--:|--:|"
    for name, bond in split.bonds.items():
        yield f"| {name} | {bond.keys} | {bond.crossing} |"
    yield ""


def _reached(count: int, whole: int) -> str:
    return f"{count} ({count / whole:.1%})" if whole else f"{count}"


def _floors(manifest: Manifest) -> Iterator[str]:
    measured = [made for made in manifest.patterns if made.items and made.floors]
    if not measured:
        return
    names = dict.fromkeys(floor.answerer for made in measured for floor in made.floors)
    yield "## Floors"
    yield ""
    yield "What answerers that are no models score, by each pattern's metric, at k answers: *gold*"
    yield "gives the right ones, *empty* none, *random* candidates of the fact, *frequent* what is"
    yield "most often the target of its predicate in the pattern. – is undefined: the metric's"
    yield "condition is never met. A model has to be held against the last two."
    if any(made.form == EXTRACTION for made in measured):
        yield "Of a text *gold* writes its triples, *random* those of another text of the group,"
        yield "*frequent* the group's most frequent triple; scored strictly."
    yield ""
    yield "Where a metric is of some items alone, each floor has a denominator of its own: the"
    yield "items on which that answerer meets the condition, which are others than those on which"
    yield "a model does. A small one tells little. Where *frequent* is near 1, what is asked is"
    yield "common knowledge of the predicate: what most of its subjects have is right, and naming"
    yield "it is no sign of reasoning."
    yield ""
    yield f"| pattern | k | {' | '.join(names)} |"
    yield f"|---|--:|{'--:|' * len(names)}"
    for made in measured:
        for k in dict.fromkeys(floor.k for floor in made.floors):
            cells = " | ".join(_ratio(floor) for floor in made.floors if floor.k == k)
            yield f"| `{made.name}` | {k} | {cells} |"
    yield ""
    yield from _flags(measured)


UNTYPED: Final = "untyped"
"""The flag of an ontology no subject or object of whose triples has a known type."""
_FLAGS: Final = {
    "transitive": "what follows repeats a predicate that it follows from, through a transitive one",
    "functional": "no subject has two objects of a predicate of the group: one answer to each fact",
    "literal": "some objects are literals",
    "duplicate": "nearly the same is stated under another predicate, too",
    UNTYPED: "no subject or object has a known type, so that domains and ranges were not checked",
}
"""``Group.flags``, in words."""


def _flags(measured: Iterable[Made]) -> Iterator[str]:
    flagged = [made for made in measured if made.flags]
    if not flagged:
        return
    names = [name for name in _FLAGS if any(name in made.flags for made in flagged)]
    yield "What is known of the predicates of a pattern's groups tells, too, how much there is to"
    yield "know. So many groups carry a flag:"
    yield ""
    yield f"| pattern | groups | {' | '.join(names)} |"
    yield f"|---|--:|{'--:|' * len(names)}"
    for made in flagged:
        cells = (made.groups, *(made.flags.get(name, 0) for name in names))
        yield f"| `{made.name}` | {' | '.join(map(str, cells))} |"
    yield ""
    yield from (f"- *{name}*: {_FLAGS[name]}" for name in names)
    yield ""


def _ratio(floor: Floor) -> str:
    value = "–" if floor.value is None else f"{floor.value:.3f}"
    return f"{value} ({floor.numerator:.6g}/{floor.denominator:g})"


def _sizes(manifest: Manifest) -> Iterator[str]:
    counted = [(made.name, made.sizes) for made in manifest.patterns if made.sizes and made.items]
    if not counted:
        return
    yield "## Sizes"
    yield ""
    yield "| pattern | triples | predicates | entities | triples per predicate | example |"
    yield "|---|--:|--:|--:|--:|---|"
    for name, sizes in counted:
        each = sizes.triples / sizes.predicates if sizes.predicates else 0
        figures = f"{sizes.triples} | {sizes.predicates} | {sizes.entities} | {each:.2f}"
        yield f"| `{name}` | {figures} | {_cell(sizes.example)} |"
    yield ""
    yield "Triples are the distinct facts of the items, also what follows from others (`holds` is"
    yield "null), without what must not hold. The example is of the group with most items."
    yield ""


class Sizing:
    """Counts, as items stream past, what the table of sizes says.

    Of a triple and of an entity a short hash is kept. Where a pattern's score is no merit, since it
    asks for what should not be told of anybody, the example names nobody: it is the predicates
    alone.
    """

    def __init__(self, metric: str) -> None:
        self._telling = metrics.definition(metric).is_merit
        self._triples: set[bytes] = set()
        self._predicates: set[str] = set()
        self._entities: set[bytes] = set()
        self._groups: Counter[str] = Counter()
        self._examples: dict[str, str] = {}

    def add(self, item: Item) -> None:
        """Count one more item."""
        self._groups[item.group] += 1
        self._examples.setdefault(item.group, _example(item, self._telling))
        for fact in item.facts:
            if fact.holds is not False:
                self._count(fact.subject.id, fact.predicate.id, fact.object.id)

    def _count(self, subject: str, predicate: str, object: str) -> None:
        self._triples.add(_digest(subject, predicate, object))
        self._predicates.add(predicate)
        self._entities.update(
            _digest(node) for node in (subject, object) if not terms.is_literal(node)
        )

    def counted(self) -> Sizes:
        """The figures of all items so far."""
        most = min(self._groups, key=lambda group: (-self._groups[group], group), default="")
        return Sizes(
            len(self._triples),
            len(self._predicates),
            len(self._entities),
            self._examples.get(most, ""),
        )


def _digest(*parts: str) -> bytes:
    return hashlib.sha256("\n".join(parts).encode()).digest()[:16]


SHOWN: Final = 3
"""So many facts of an item make an example."""


def _example(item: Item, telling: bool) -> str:  # noqa: FBT001 - one private caller
    told = item.facts[:SHOWN]
    facts = [_statement(fact) if telling else fact.predicate.label for fact in told]
    return "; ".join([*facts, "…"] if len(item.facts) > SHOWN else facts)


def _statement(fact: ItemFact) -> str:
    said = f"{fact.subject.label} → {fact.predicate.label} → {fact.object.label}"
    return f"not: {said}" if fact.holds is False else said


def _use(manifest: Manifest) -> Iterator[str]:
    filled = _filled(manifest)
    name = next((name for name, paths in filled.items() if splits.TEST in paths), None)
    if name is None:
        return
    yield "## Use"
    yield ""
    yield "```python"
    yield "import datasets"
    yield f'datasets.load_dataset("PATH-OF-THIS-FOLDER", "{name}", split="test")'
    yield "```"
    yield ""
    yield "```sh"
    family = "seq2seq" if {made.form for made in manifest.patterns} == {EXTRACTION} else "masked"
    yield f"kgforge probe PATH-OF-THIS-FOLDER --model {family}:NAME-OR-FOLDER --out run"
    yield "```"
    yield ""


def _size(of: GraphId) -> str:
    return "" if of.facts is None else f" of {_count(of.facts, 'fact')}"


def _sources(manifest: Manifest) -> Iterator[str]:
    yield "## Sources"
    yield ""
    if manifest.converted:
        yield f"A data set of the layout `{manifest.converted}`: no graph."
    elif manifest.graph.hash:
        yield f"Graph:{_size(manifest.graph).removeprefix(' of')}, hash `{manifest.graph.hash}`."
    else:
        yield "Graph: an endpoint of someone else's, which has no hash."
    yield ""
    if manifest.sources:
        yield "| file | SHA-256 | licence |"
        yield "|---|---|---|"
        for source in manifest.sources:
            yield f"| {_cell(source.file)} | `{source.sha256}` | {source.licence or 'unknown'} |"
    else:
        yield "The graph names no source files."
    yield ""
    if manifest.templates:
        yield "Labels, templates and axioms of predicates:"
        yield ""
    for template in manifest.templates:
        yield f"- {template.file} (SHA-256 `{template.sha256}`)"
    yield ""
    if manifest.synonyms:
        yield f"Synonyms: {manifest.synonyms.file} (SHA-256 `{manifest.synonyms.sha256}`), of which"
        yield f"{_count(manifest.synonyms.wordings, 'wording')} came (`generator` is `synonym`)."
        yield ""
    if manifest.paraphrases:
        yield from _paraphrases(manifest.paraphrases)


def _paraphrases(made: Paraphrases) -> Iterator[str]:
    at = f" at revision {made.revision}" if made.revision else ""
    yield f"Paraphrases of {_count(made.templates, 'template')}, {made.candidates} candidates each"
    yield f"(seed {made.seed}), by the model {_cell(made.model)}{at}, weights"
    yield f"`{made.weights}`: {made.kept} are kept as wordings (`generator` is"
    yield f"`paraphrase`) and stand in {made.file.path} (SHA-256 `{made.file.sha256}`);"
    yield f"rejected: {_counts(made.rejected) or 'none'}."
    yield ""


def _rebuild(manifest: Manifest) -> Iterator[str]:
    if manifest.converted:
        yield "## Rebuild"
        yield ""
        yield f"With kgforge {manifest.kgforge}, and with the `--base` that was first given:"
        yield ""
        yield "```sh"
        showing = msgspec.structs.replace(manifest.showing or Showing(), unseen=False)
        data = f"{manifest.converted}:PATH-OF-THE-DATA-SET"
        yield f"kgforge convert {data} --out benchmark{_showing(showing)}"
        yield "```"
        yield ""
        return
    names = " ".join(_asked(made) for made in manifest.patterns if not made.variant_of)
    sources = " ".join(shlex.quote(source.file) for source in manifest.sources) or "SOURCE"
    mined = {made.seed for made in manifest.patterns}
    given = "".join(
        f" --param {shlex.quote(f'{name}={value}')}" for name, value in manifest.given.items()
    )
    given += "".join(
        f" --ontology PATH-OF-THIS-FOLDER/{file.path}" for file in manifest.ontologies or ()
    )
    export = f"--languages {','.join(manifest.languages)} --candidates {manifest.candidates}"
    if manifest.match:
        export += f" --match {manifest.match}"
    if manifest.synonyms:
        export += f" --synonyms {shlex.quote(manifest.synonyms.file)}"
    if manifest.paraphrases and manifest.paraphrases.kept:
        export += f" --templates PATH-OF-THIS-FOLDER/{manifest.paraphrases.file.path}"
    if manifest.showing:
        export += _showing(manifest.showing)
    if manifest.split:
        shares = "/".join(map(str, manifest.split.shares.values()))
        export += f" --split {manifest.split.kind}:{shares}"
    yield "## Rebuild"
    yield ""
    yield f"With kgforge {manifest.kgforge}. Files of wordings and axioms that are not its own are"
    yield "named by `--templates` and `--ontology`; `load` takes the options it was first given:"
    yield ""
    yield "```sh"
    yield f"kgforge load {sources} --store oxigraph:graph"
    yield (
        f"kgforge mine {names} --store oxigraph:graph --out mined"
        f"{given} --seed {max(mined, default=0)}"
    )
    yield f"kgforge export mined --out benchmark {export} --seed {manifest.seed}"
    yield "```"
    yield ""
    yield "The same graph gives the same bytes; `kgforge verify` checks them against the manifest."
    yield ""


def _showing(shown: Showing) -> str:
    """The options of the command line."""
    whom = shlex.quote(shown.similarity)
    flags = " --legacy" * shown.legacy + " --unseen" * shown.unseen
    return f" --demonstrations {shown.demonstrations} --similarity {whom}{flags}"


def _asked(made: Made) -> str:
    """A pattern as the command line names it: one that does not ship, by a file."""
    try:
        found = patterns.read_pattern(made.name)
    except PatternError:
        return f"./{made.name}.rq"
    return made.name if made.queries.items() <= found.hashes.items() else f"./{made.name}.rq"


def _limits(manifest: Manifest) -> Iterator[str]:
    yield "## Limits"
    yield ""
    forms = {made.form for made in manifest.patterns}
    if EXTRACTION in forms:
        yield "- A sentence may say more than its triples do: what a model writes of that counts as"
        yield "  wrong, even if it is true, so that precision is the least it could be."
        yield "- Of a name without a known type nobody can say whether it fits a domain or range:"
        yield "  its triples are kept, and some may be none of the ontology's."
        yield "- That a sentence expresses a triple is as its source has it, who may have guessed."
    if CLOZE in forms:
        yield "- The graph is incomplete: an answer that is true but not in it counts as wrong, and"
        yield "  a candidate may be true outside it, most of all one that is narrower than the"
        yield "  answer (a city beside its country, a denomination beside its religion)."
        yield f"- Names and wordings are in one language ({', '.join(manifest.languages)});"
        yield "  templates do not inflect, and put labels as they are, also where a sentence"
        yield "  begins."
        yield "- A fact that must not hold (`backward` of asymmetry) is asked by itself, and passed"
        yield "  by any answer but one: a score over such items is mostly that of their facts that"
        yield "  hold (`forward`). The hit rates by role are in the report."
    yield "- Facts are as old as their sources; some have changed since."
    yield "- Frequent entities are over-represented, as they are in the graph."


def _counts(counted: dict[str, int]) -> str:
    return ", ".join(f"{name}: {count}" for name, count in counted.items())


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
