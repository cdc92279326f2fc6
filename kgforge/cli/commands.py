"""The command line: one function per command, which calls one function and prints."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal, NoReturn

from cyclopts import App, CycloptsError, Parameter, validators

import kgforge
from kgforge import patterns, plugins, probing, scoring
from kgforge.cli import arguments, console
from kgforge.cli.arguments import Flag, Force, Json, Many, Seed, Shown, Timeout
from kgforge.errors import BenchmarkError, KgforgeError
from kgforge.graph import LoadOptions, loading
from kgforge.mining import Thresholds, parameters, picture, relations
from kgforge.ontology import vocabulary
from kgforge.reporting import Tally, texts
from kgforge.schema import ModelOptions, ReadOptions, Showing, folders
from kgforge.scoring import ScoredAnswers, written
from kgforge.stores import Access

app = App(
    name="kgforge",
    version=kgforge.__version__,
    help="Turn a knowledge graph into benchmarks for language models, and score models on them.\n\n"
    "The line: load → mine → export → probe → report. Try: kgforge demo",
    help_epilogue="Every command has an example: kgforge COMMAND --help",
    help_format="plaintext",
    suppress_keyboard_interrupt=False,
    default_parameter=Parameter(show_default=False),
)


def main(argv: Sequence[str] | None = None) -> NoReturn:
    """Run a command and exit: 0 done, 1 a clear error, 2 wrong usage, 130 interrupted."""
    tokens = list(sys.argv[1:] if argv is None else argv)
    debug = "--debug" in tokens
    tokens = [token for token in tokens if token != "--debug"]
    try:
        app(tokens, exit_on_error=False, error_console=console.err, result_action="return_value")
    except CycloptsError:
        sys.exit(2)
    except KgforgeError as error:
        if debug:
            raise
        console.say(f"error: {error}")
        sys.exit(1)
    except BrokenPipeError:  # the reader of a pipe has had enough, as head has
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        if debug or error.errno is None:
            raise
        console.say(f"error: {error.filename or 'disk'}: {error.strerror}")
        sys.exit(1)
    except KeyboardInterrupt:
        console.say("interrupted: what can be resumed is kept")
        sys.exit(130)
    sys.exit(0)


@app.command
def load(
    *sources: str,
    store: str | None = None,
    languages: Annotated[str, Shown] = "en",
    predicates: str = "",
    limit: int | None = None,
    labels: Annotated[tuple[Path, ...], Many] = (),
    ontology: Annotated[tuple[Path, ...], Many] = (),
    types_from: Annotated[tuple[str, ...], Many] = (),
    base: Annotated[str, Shown] = ReadOptions().base,
    header: bool | None = None,
    columns: str = "",
    licence: str | None = None,
    strict: Annotated[bool, Flag] = False,
    dry_run: Annotated[bool, Flag] = False,
    update_url: str | None = None,
    json: Json = False,
) -> None:
    """Load sources into a graph store.

    Example: kgforge load tsv:triples.tsv.gz --labels entities.tsv.gz --labels properties.tsv
    --store oxigraph:graph/

    Parameters
    ----------
    sources
        Addresses: trex:, rebel:, lama:, webnlg:, wikidata:, rdf:, tsv: and a file or folder; a
        plain path, which is recognised by its content; or a store, whose graph is copied.
    store
        Where to: oxigraph:DIR, duckdb:FILE, neo4j:bolt://HOST:7687/DB, sparql:URL, spark:DIR.
    languages
        Languages of labels, aliases and descriptions to keep, parted by commas.
    predicates
        Load these alone (P26,P47 or IRIs), parted by commas.
    limit
        Stop after so many triples.
    labels
        Files of labels beside the triples (tsv:).
    ontology
        Files of ontologies (RDF), kept beside the facts for queries to ask; they count as no facts.
    types_from
        Sources (addresses, as above) whose types and classes alone are taken, beside the facts.
    base
        What plain names (tsv:) are put under to become IRIs.
    header
        Whether the first line (tsv:) names columns; without either it is recognised.
    columns
        Columns (tsv:) of subject, predicate, object, by name or number, parted by commas.
    licence
        The sources' licence, for the dataset card (as CC0-1.0).
    strict
        Stop at the first record that cannot be used.
    dry_run
        Read and count, and store nothing.
    update_url
        Where an endpoint (sparql:) takes updates, if that cannot be found out.
    """
    if not (sources or ontology or types_from):
        arguments.usage("load: name a source, as in trex:re-nlg_0.json")
    if store is None and not dry_run:
        arguments.usage("load: say where to with --store, as in --store oxigraph:graph/")
    if store and not dry_run and not plugins.split(store)[1]:
        arguments.usage(f"load: {store} keeps nothing; name a place, as in oxigraph:graph/")
    options = LoadOptions(
        read=ReadOptions(
            languages=arguments.parts(languages),
            base=base,
            header=header,
            columns=arguments.parts(columns),
            labels=tuple(map(str, labels)),
        ),
        predicates=frozenset(map(arguments.iri, arguments.parts(predicates))),
        limit=limit,
        strict=strict,
        licence=licence,
        ontologies=tuple(map(str, ontology)),
        types_from=types_from,
    )
    with console.counting("reading") as progress:
        target = "oxigraph:" if dry_run else str(store)
        access = Access("write", update_url=update_url)
        report = kgforge.load(sources, target, options, progress, access)
    if json:
        console.summary(report)
    else:
        console.loaded(report)


@app.command
def mine(
    *names: str,
    store: str,
    out: Path,
    param: Annotated[tuple[str, ...], Parameter(negative="")] = (),
    ontology: Annotated[tuple[Path, ...], Many] = (),
    seed: Seed = 0,
    timeout: Timeout = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Mine patterns from a graph: which groups qualify, sampled instances, and statistics.

    Example: kgforge mine symmetry ./coauthors.rq --store oxigraph:graph/ --out mined/

    What the graph can support stands in statistics.html there, a page of its own: its predicates
    by kind, degrees, types, and every group examined, kept or not.

    Parameters
    ----------
    names
        Patterns that ship (kgforge patterns lists them), query files of your own, or all.
    store
        The graph: a store's address, or a source's, which is then loaded into memory.
    out
        The folder to write.
    param
        A parameter, as least=20, or of one pattern alone, as path.most=500; may stand several
        times.
    ontology
        Further axioms (RDF), or an ontology of Text2KGBench (JSON); relations, with their domains
        and ranges, fill a pattern's table of them, as alignment wants.
    """
    if not names:
        arguments.usage("mine: name a pattern, as in symmetry, or all")
    with console.mining() as progress:
        mining = kgforge.mine(
            names,
            store,
            out,
            params=dict(map(arguments.pair, param)),
            ontologies=ontology,
            seed=seed,
            timeout=timeout,
            force=force,
            progress=progress,
        )
    if json:
        console.summary(mining)
    else:
        console.mined(mining, out)


@app.command
def induce(
    *,
    store: str,
    out: Path,
    least: Annotated[int, Shown] = Thresholds().least,
    share: Annotated[float, Shown] = Thresholds().share,
    union: Annotated[int, Shown] = Thresholds().union,
    type: str = "",
    sub: str = "",
    timeout: Timeout = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Induce an ontology from a graph: classes, domains, ranges, axioms, each with its support.

    Example: kgforge induce --store oxigraph:graph/ --out induced/

    OUT/ontology.ttl is in OWL 2 DL, and --ontology of kgforge mine reads it; OUT/shapes.ttl has
    SHACL shapes, whose violations in the graph are the exceptions that were counted.

    Parameters
    ----------
    store
        The graph: a store's address, or a source's, which is then loaded into memory.
    out
        The folder to write.
    least
        The least support of an axiom, triples of a property, and entities of a class.
    share
        The least confidence of an axiom: which share of its cases are no exceptions. A domain or
        range is the most specific class that covers this share of the subjects or objects.
    union
        Of how many classes a domain or range may be the union, where none covers them alone.
    type
        The predicate by which entities have types (P31), if not the known one most in use.
    sub
        The predicate between a class and a broader one (P279), if not the known one most in use.
    """
    thresholds = Thresholds(
        least, share, union, *(arguments.iri(one) if one else "" for one in (type, sub))
    )
    with console.mining() as progress:
        found = kgforge.induce(
            store, out, thresholds, timeout=timeout, force=force, progress=progress
        )
    if json:
        console.summary(found)
    else:
        console.induced(found, out)


@app.command
def export(
    mined: Path,
    *,
    out: Path,
    store: str | None = None,
    templates: Annotated[tuple[Path, ...], Many] = (),
    synonyms: Path | None = None,
    paraphraser: str | None = None,
    paraphrases: Annotated[int, Shown] = 10,
    languages: Annotated[str, Shown] = "en",
    candidates: Annotated[int, Shown] = 100,
    match: Literal["popularity"] | None = None,
    split: str | None = None,
    demonstrations: Annotated[int, Shown] = Showing().demonstrations,
    similarity: Annotated[str, Shown] = Showing().similarity,
    legacy: Annotated[bool, Flag] = False,
    unseen: Annotated[bool, Flag] = False,
    seed: Seed = 0,
    force: Force = False,
    json: Json = False,
) -> None:
    """Export mined instances as a benchmark: items as JSONL, a manifest, a dataset card.

    Example: kgforge export mined/ --out bench/ --templates mine.ttl

    Parameters
    ----------
    mined
        The folder that kgforge mine has written.
    out
        The folder to write.
    store
        The graph, if it lies elsewhere than when it was mined.
    templates
        Turtle with further templates (or LAMA's relations.jsonl, BEAR's metadata_relations.json).
    synonyms
        A file of further wordings: a line is a phrase and what may stand in its place, parted by
        tabs (lines that begin with # say nothing); each gives templates with that phrase replaced.
    paraphraser
        A sequence-to-sequence model (hub name or folder) that paraphrases the templates. What it
        made is in OUT/paraphrases.ttl; with that file as --templates it need not be asked again.
    paraphrases
        How many paraphrases of each template the paraphraser is asked for; fewer are kept.
    languages
        The language of labels, aliases and templates.
    candidates
        How many candidate answers a fact has at most, the right one among them; those beside it
        are of its class where there are enough.
    match
        Popularity: distractors are those of about the same degree as the right answer.
    split
        Part the items by random, entity, predicate or popularity, so that no pair of entities and
        no wording is in two parts, nor an entity asked about (entity) or a predicate (predicate);
        answers may recur. With percents of train, validation and test, or of train and test, as in
        entity:80/10/10.
    demonstrations
        How many training items the prompt of a text shows: those that are most similar to it.
    similarity
        By what: tfidf, or a sentence-transformers model (hub name or folder).
    legacy
        Prompts of texts as they were first published, with one triple of a demonstration.
    unseen
        Add to each pattern of texts its test items once more, their names swapped for invented
        ones throughout.
    """
    [language, *more] = arguments.parts(languages) or ("",)
    if more or not language:
        arguments.usage("export: one language makes one benchmark, as in --languages en")
    with console.counting("exporting") as progress:
        manifest = kgforge.export(
            mined,
            out,
            store=store,
            templates=templates,
            synonyms=synonyms,
            paraphraser=paraphraser,
            paraphrases=paraphrases,
            language=language,
            candidates=candidates,
            match=match or "",
            split=split,
            demonstrations=demonstrations,
            similarity=similarity,
            legacy=legacy,
            unseen=unseen,
            seed=seed,
            force=force,
            progress=progress,
        )
    if json:
        console.summary(manifest)
    else:
        console.exported(manifest, out)


@app.command
def probe(
    benchmark: Path,
    *,
    model: str,
    out: Path,
    patterns: str = "",
    forms: str = "",
    k: Annotated[str, Shown] = "1,3,5",
    method: Annotated[str, Shown] = "open",
    limit: int | None = None,
    prompts: int | None = None,
    batch_tokens: Annotated[int, Shown] = ModelOptions().batch_tokens,
    max_new_tokens: Annotated[
        int, Parameter(show_default=True, validator=validators.Number(gt=0))
    ] = ModelOptions().max_new_tokens,
    device: Annotated[str, Shown] = "auto",
    dtype: Annotated[str, Shown] = "float32",
    revision: str | None = None,
    seed: Seed = 0,
    dry_run: Annotated[bool, Flag] = False,
    force: Force = False,
    json: Json = False,
) -> None:
    """Ask a model the benchmark's questions, and score its answers; an unfinished run goes on.

    Example: kgforge probe bench/ --model masked:bert-base-cased --out run/

    Parameters
    ----------
    benchmark
        The folder that kgforge export has written.
    model
        masked:, causal: or seq2seq: and a hub name or folder, hf: (picks one by its config), or
        table:FILE (canned answers).
    out
        The run's folder; an existing one is resumed.
    patterns
        Ask these alone, parted by commas.
    forms
        Ask prompts of these forms alone, parted by commas: cloze (fill the slot), extraction (write
        the facts of a text: causal: and seq2seq:).
    k
        How many open answers count, parted by commas.
    method
        open, gold_length, ranking; masked: original, within_word_l2r, answer_l2r, mask_average,
        token_average; causal: conditional.
    limit
        Ask so many items of each pattern at most.
    prompts
        Ask so many wordings of each fact, sampled by the seed.
    batch_tokens
        How many tokens are computed at once.
    max_new_tokens
        How many tokens a text that is written has at most.
    device
        auto, cpu, cuda, …
    dtype
        float32, float16 or bfloat16.
    revision
        A revision of a model on the hub.
    dry_run
        Count what would be asked, and ask nothing.
    """
    if dry_run:
        found = probing.plan(
            benchmark,
            patterns=arguments.parts(patterns),
            limit=limit,
            prompts=prompts,
            seed=seed,
            forms=arguments.parts(forms),
        )
        console.planned(found, as_json=json)
        return
    options = ModelOptions(
        method=method,
        k=max(arguments.numbers(k)),
        batch_tokens=batch_tokens,
        device=device,
        dtype=dtype,
        revision=revision,
        max_new_tokens=max_new_tokens,
    )
    with console.advancing("probing") as progress:
        run = kgforge.probe(
            benchmark,
            model,
            out,
            options,
            patterns=arguments.parts(patterns),
            ks=arguments.numbers(k),
            limit=limit,
            prompts=prompts,
            seed=seed,
            forms=arguments.parts(forms),
            force=force,
            progress=progress,
        )
    if json:
        console.summary(run)
    else:
        console.scored(out, benchmark)


@app.command
def report(*runs: Path, out: Path, benchmark: Path | None = None, json: Json = False) -> None:
    """Report runs: tables here, and one self-contained HTML page.

    Example: kgforge report run-bert/ run-gpt2/ --out report.html

    Parameters
    ----------
    runs
        Folders that kgforge probe has written.
    out
        The page to write.
    benchmark
        The benchmark, if it lies elsewhere than when it was probed.
    """
    if not runs:
        arguments.usage("report: name a run, the folder that kgforge probe has written")
    made = kgforge.report(runs, out, benchmark)
    if json:
        console.summary({"out": str(out), "runs": [run.name for run in made.runs]})
    else:
        console.reported(made)


@app.command
def score(
    responses: str,
    *,
    benchmark: str,
    out: Path,
    legacy: Annotated[bool, Flag] = False,
    semantic: str | None = None,
    sentences: Path | None = None,
    json: Json = False,
) -> None:
    """Score answers without the model: those of a run, or a system's outputs.

    Example: kgforge score run/ --benchmark bench/ --out scores.json

    Example: kgforge score text2kgbench:llm_responses/ --benchmark wikidata_tekgen/
    --out scores.json --legacy

    Of written triples it counts kinds of error. The published gold is scored as if a system had
    written it by text2kgbench:wikidata_tekgen/ground_truth.

    Parameters
    ----------
    responses
        A run's folder; or text2kgbench: and a file or a folder of a system's outputs.
    benchmark
        The benchmark that was asked, or the data set, a folder of Text2KGBench's layout.
    out
        The file of scores to write.
    legacy
        Match answers as published evaluations do: substrings, either way; written triples by the
        rules of Text2KGBench's evaluator.
    semantic
        Match written triples by likeness besides: tfidf, or a sentence-transformers model (hub name
        or folder); a cosine of 0.9 counts.
    sentences
        A file to write besides (JSONL): each sentence with its figures, and the triples written of
        it, each with what supports it and the axioms that it breaks.
    """
    answers = scoring.score_answers(responses, benchmark, legacy=legacy, semantic=semantic)
    scores = answers.scores
    scoring.write_scores(scores, out)
    tallies = _kinds(answers, sentences)
    if json:
        console.summary({"out": str(out), "scores": len(scores), "kinds": tallies})
        return
    if tallies:
        console.graded(scores)
        console.kinds(tallies)
    console.say(f"{len(scores):,} scores in {out}")


def _kinds(answers: ScoredAnswers, sentences: Path | None) -> list[Tally]:
    """Kinds of what was written, where triples were; *sentences* is the file of each sentence."""
    if not any(score.metric == written.OWN for score in answers.scores):
        if sentences:
            arguments.usage("score: --sentences tells of written triples, and there are none")
        return []
    found = texts.of_answers(answers)
    if sentences:
        texts.write(found, sentences)
    return list(texts.tallies(found))


@app.command
def demo(*, out: Annotated[Path, Shown] = Path("kgforge-demo"), force: Force = False) -> None:
    """Walk the whole line on the shipped graphs: no server, no download, no GPU.

    Example: kgforge demo --out kgforge-demo/

    Parameters
    ----------
    out
        The folder to write.
    """
    try:
        from kgforge.cli import demo as walk
    except ModuleNotFoundError as error:
        raise plugins.missing_driver("the demo", error) from error
    walk.demo(out, force=force)


@app.command
def verify(
    benchmark: str, *, out: Path | None = None, force: Force = False, json: Json = False
) -> None:
    """Check a benchmark's hashes, records, counts, floors and card, and that no split leaks.

    Example: kgforge verify bench/

    Example: kgforge verify text2kgbench:wikidata_tekgen/ --out cleaned/

    Of a published data set: leaks, what stands again, mojibake, and how its ontologies contradict
    themselves. Of either, the exit status is 1 where anything is found, else 0.

    Parameters
    ----------
    benchmark
        The folder that kgforge export has written; or text2kgbench: and a folder.
    out
        Where to write a cleaned version of a data set: changes.jsonl there tells all that was done.
    """
    if plugins.split(benchmark)[0] and not Path(benchmark).exists():
        _audit(benchmark, out, force=force, as_json=json)
        return
    if out is not None:
        arguments.usage("verify: --out writes a cleaned version of a data set, as text2kgbench:DIR")
    from kgforge import benchmark as benchmarks

    problems = benchmarks.verify(Path(benchmark))
    if json:
        console.summary({"problems": problems})
    for problem in problems if not json else ():
        console.say(problem)
    if problems:
        raise BenchmarkError(f"{benchmark}: {len(problems)} problem(s)")
    if not json:
        console.say(f"{benchmark}: as its manifest says")


def _audit(address: str, out: Path | None, *, force: bool, as_json: bool) -> None:
    """Check a published data set, and write its cleaned version where one is wanted."""
    from kgforge.benchmark import auditing, cleaning

    checks = auditing.audit(address)
    changes = cleaning.clean(address, out, force=force) if out else []
    if as_json:
        console.summary({"checks": checks, "changes": changes})
    else:
        console.audited(address, checks)
        if out:
            console.cleaned(out, changes)
    if problems := sum(len(check.findings) for check in checks):
        raise BenchmarkError(f"{address}: {problems} problem(s)")
    if not as_json:
        console.say(f"{address}: nothing found")


@app.command
def convert(
    source: str,
    *,
    out: Path,
    to: str | None = None,
    run: Path | None = None,
    ids: Path | None = None,
    demonstrations: Annotated[int, Shown] = Showing().demonstrations,
    similarity: Annotated[str, Shown] = Showing().similarity,
    legacy: Annotated[bool, Flag] = False,
    base: Annotated[str, Shown] = ReadOptions().base,
    force: Force = False,
    json: Json = False,
) -> None:
    """Convert a benchmark of texts into a published layout, or a published data set into one.

    Example: kgforge convert bench/ --to text2kgbench --out converted/

    Example: kgforge convert text2kgbench:wikidata_tekgen/ --out bench/

    Parameters
    ----------
    source
        The folder of a benchmark; or text2kgbench: and a folder, which becomes a benchmark, in the
        splits that it has.
    out
        The folder to write.
    to
        The layout to convert a benchmark into: text2kgbench.
    run
        With --to: a run, whose responses are written as a system's.
    ids
        With --to: a file with the ids of test items that were verified by hand, a line each, in
        place of those that the benchmark's selected.txt lists.
    demonstrations
        Without --to: how many training sentences a prompt shows.
    similarity
        By what similar training sentences are found: tfidf, or a sentence-transformers model.
    legacy
        Without --to: prompts as they were first published, with one triple of a demonstration.
    base
        Without --to: what names without an id are put under to become IRIs.
    """
    from kgforge.benchmark import converting

    if to is None:
        if run or ids or not plugins.split(source)[0]:
            arguments.usage("convert: say --to LAYOUT, or name a data set as text2kgbench:DIR")
        showing = Showing(demonstrations, similarity, legacy=legacy)
        manifest = converting.adopt(source, out, showing, base=base, force=force)
        if json:
            console.summary(manifest)
        else:
            console.exported(manifest, out)
        return
    data = converting.write(
        Path(source), to, out, run=run, ids=ids, similarity=similarity, force=force
    )
    if json:
        console.summary({"out": str(out), "sentences": console.sentences(data)})
    else:
        console.converted(data)


@app.command(name="patterns")
def list_patterns(name: str | None = None, *, json: Json = False) -> None:
    """List the patterns, or show one: its contract and its text per language.

    Example: kgforge patterns symmetry
    """
    if name is not None:
        found = patterns.read_pattern(name)
        if json:
            console.summary(found.header)
            return
        for query in (*found.queries.values(), *found.groups.values()):
            console.say(f"── {query.path.name} ({query.language})")
            console.out.print(query.text, markup=False)
        return
    shipped = [patterns.read_pattern(found) for found in patterns.pattern_names()]
    if json:
        console.summary({found.name: found.header for found in shipped})
    else:
        console.listed(shipped)


@app.command
def query(
    name: str,
    *,
    store: str,
    param: Annotated[tuple[str, ...], Parameter(negative="")] = (),
    format: Literal["jsonl", "csv", "table"] = "jsonl",
    draw: Path | None = None,
    key: str = "",
    ontology: Annotated[tuple[Path, ...], Many] = (),
    seed: Seed = 0,
    timeout: Timeout = None,
) -> None:
    """Ask a query file, and print all its rows, or draw one instance of it.

    Example: kgforge query symmetry --store oxigraph:graph/ --param predicates=P26 --format table

    Keeping and sampling are kgforge mine's.

    Parameters
    ----------
    name
        A query that ships, or a file of your own.
    store
        The graph: a store's address, or a source's, which is then loaded into memory.
    param
        A parameter, as predicates=P26; may stand several times.
    ontology
        Ontologies whose relations fill a table of them, as for kgforge mine.
    draw
        Draw the first instance by the seed into this file (.svg or .png), instead of the rows.
    key
        Draw the instance whose key (as in instances.jsonl) begins so.
    """
    if draw is not None and draw.suffix not in picture.FORMATS:
        arguments.usage(f"query: --draw {draw}: name a file that ends in .svg or .png")
    if key and draw is None:
        arguments.usage("query: --key chooses what is drawn: say into which file with --draw")
    with loading.open_graph(store, Access(timeout=timeout)) as graph:
        pattern = patterns.read_pattern(name)
        asked = pattern.query(graph.language)
        given = dict(map(arguments.pair, param))
        parameters.refuse(given, [asked])
        own = parameters.of_pattern(given, pattern.name)
        found = relations.of_files(ontology, graph, vocabulary.shipped())
        values = parameters.resolve(asked, graph, own, seed, found.relations)
        if draw is None:
            console.rows(asked.header.names, graph.query(asked, values), format)
            return
        instance = picture.choose(pattern, graph, values, seed, key)
        picture.draw(instance, graph, draw)
        console.say(f"{draw}: {instance.pattern} {instance.group}, key {instance.key}")


@app.command
def schema(
    name: Literal[
        "item", "response", "score", "group", "instance", "manifest", "mining", "statistics"
    ],
) -> None:
    """Print the JSON Schema of a record.

    Example: kgforge schema item
    """
    console.summary(folders.json_schema(name))
