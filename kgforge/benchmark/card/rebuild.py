"""The card on commands: how to use a benchmark, and how to make it again."""

import shlex
from collections.abc import Iterator

import msgspec

from kgforge import display, forms, patterns, terms
from kgforge.benchmark import splits
from kgforge.benchmark.card.header import filled
from kgforge.benchmark.card.wording import say
from kgforge.errors import PatternError
from kgforge.ontology import vocabulary
from kgforge.schema import Generated, Made, Manifest, Showing


def use(manifest: Manifest) -> Iterator[str]:
    """How to load the items, and how to probe a model with them."""
    name = next((name for name, paths in filled(manifest).items() if splits.TEST in paths), None)
    if name is not None:
        first = min(made.form for made in manifest.patterns)
        yield say("use", pattern=name, family=forms.load(first).CARD.family)


def rebuild(manifest: Manifest) -> str:
    """The commands that make the same benchmark again."""
    if manifest.converted:
        shown = []
        if manifest.showing:
            shown = [*_showing(msgspec.structs.replace(manifest.showing, unseen=False))]
        shown += _packed(manifest)
        return say(
            "rebuild from a data set",
            version=manifest.kgforge,
            layout=manifest.converted,
            showing=" ".join(["--out benchmark", *shown]),
        )
    made = [_asked(one) for one in manifest.patterns if not one.variant_of]
    return say(
        "rebuild",
        version=manifest.kgforge,
        loads=_loads(manifest),
        told=say("load options are told" if manifest.loads else "load options are not told"),
        patterns=" ".join(made),
        mine=" ".join(_mine(manifest)),
        export=" ".join(_export(manifest)),
    )


def _loads(manifest: Manifest) -> Iterator[str]:
    """Each load of the graph."""
    sources = shlex.join(source.file for source in manifest.sources) or "SOURCE"
    for command in manifest.loads or (sources,):
        yield f"kgforge load {display.visible(command)} --store oxigraph:graph"


def _mine(manifest: Manifest) -> Iterator[str]:
    """The options of ``mine``."""
    for name, value in manifest.given.items():
        yield f"--param {shlex.quote(f'{name}={value}')}"
    for file in manifest.ontologies or ():
        yield f"--ontology PATH-OF-THIS-FOLDER/{file.path}"
    if manifest.exclude:
        yield f"--exclude {shlex.quote(','.join(map(terms.compact, manifest.exclude)))}"
    if manifest.mined_in:
        yield f"--language {manifest.mined_in}"
    yield f"--seed {max((made.seed for made in manifest.patterns), default=0)}"


def _export(manifest: Manifest) -> Iterator[str]:
    """The options of ``export``."""
    yield f"--languages {','.join(manifest.languages)} --candidates {manifest.candidates}"
    yield from _posed(manifest)
    for file in _own_templates(manifest):
        yield f"--templates {shlex.quote(display.visible(file))}"
    if manifest.match:
        yield f"--match {manifest.match}"
    if manifest.synonyms:
        yield f"--synonyms {shlex.quote(manifest.synonyms.file)}"
    if manifest.paraphrases and manifest.paraphrases.kept:
        yield f"--templates PATH-OF-THIS-FOLDER/{manifest.paraphrases.file.path}"
    if manifest.generated:
        yield from _generated(manifest.generated)
    if manifest.showing:
        yield from _showing(manifest.showing)
    if manifest.split:
        shares = "/".join(map(str, manifest.split.shares.values()))
        yield f"--split {manifest.split.kind}:{shares}"
    if manifest.popularity:
        yield f"--popularity {shlex.quote(manifest.popularity.file)}"
    if manifest.strata:
        yield f"--strata {manifest.strata}"
    if manifest.keep_flagged:
        yield "--keep-flagged"
    yield f"--seed {manifest.seed}"
    if manifest.title:
        yield f"--name {shlex.quote(manifest.title)}"
    yield from _packed(manifest)


def _packed(manifest: Manifest) -> Iterator[str]:
    """The option that says how items are compressed."""
    if manifest.compression:
        yield f"--compress {manifest.compression}"


def _posed(manifest: Manifest) -> Iterator[str]:
    """The options that say in which forms facts are asked."""
    if manifest.forms:
        yield f"--forms {','.join(manifest.forms)}"
    if manifest.choices:
        yield f"--choices {manifest.choices}"
    if manifest.slots:
        yield f"--slots {','.join(manifest.slots)}"
    if manifest.contexts:
        yield f"--context {','.join(manifest.contexts)}"


def _generated(made: Generated) -> Iterator[str]:
    """The options by which texts that models wrote are taken from their file."""
    yield f"--generators {','.join(made.names)} --tries {made.tries}"
    if made.fluency:
        yield f"--fluency {made.fluency.model.family}"
    yield f"--generated PATH-OF-THIS-FOLDER/{made.file.path}"


def _own_templates(manifest: Manifest) -> Iterator[str]:
    """The files of templates that do not ship, but for ontologies, which are mined by."""
    known = (
        *vocabulary.shipped().sources,
        *vocabulary.read_only(vocabulary.question_files()).sources,
        *vocabulary.read_only(vocabulary.noun_files()).sources,
        *vocabulary.read_only(vocabulary.language_files()).sources,
    )
    shipped = {source.sha256 for source in known}
    mined_by = {file.sha256 for file in manifest.ontologies or ()}
    for one in manifest.templates:
        if one.sha256 not in shipped | mined_by:
            yield one.file


def _showing(shown: Showing) -> Iterator[str]:
    """The options that say what prompts of texts show."""
    yield f"--demonstrations {shown.demonstrations} --similarity {shlex.quote(shown.similarity)}"
    if shown.legacy:
        yield "--legacy"
    if shown.unseen:
        yield "--unseen"


def _asked(made: Made) -> str:
    """A pattern as the command line names it: one that does not ship, by a file."""
    try:
        found = patterns.read_pattern(made.name)
    except PatternError:
        return f"./{made.name}.rq"
    now = found.hashes  # in fewer languages or more than before: what both have tells
    both = made.queries.keys() & now.keys()
    same = bool(both) and all(made.queries[one] == now[one] for one in both)
    return made.name if same else f"./{made.name}.rq"
