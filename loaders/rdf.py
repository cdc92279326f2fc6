"""RDF in any standard syntax: Turtle, N-Triples, N-Quads, TriG, N3, RDF/XML, JSON-LD.

The syntax is told by the file's suffix, and by its content where that says nothing (``.owl``,
``.xml``, ``.json`` and none). Every triple is a fact, the graphs of a data set merged into one,
which is said, except what names things: ``rdfs:label`` and ``skos:prefLabel`` (labels),
``skos:altLabel`` (aliases) and ``schema:description`` (descriptions); Freebase's and GeoNames' own
predicates of names; and, as aliases, which name what has no label, ``foaf:name``, ``schema:name``
and others. Of those the texts in a language asked for, in ``mul`` (which holds in any) or in none
(taken to be in the first one asked for; of ``all``, in ``mul``) become labels and the rest is left
out. A Wikidata property's labels are moved to the predicate ``wdt:P31``.

In Wikidata's RDF (its dumps, truthy or full, and what ``Special:EntityData`` gives) only the
direct statements (``wdt:``) with a value are facts. The units of quantities and the precision of
times are those of the nodes of values (``psv:``), where the file has them; else it is said that
they are not known. The rest is counted by reason: unknown values,
nodes of statements with their ranks, qualifiers and references, sitelinks, names that are said
twice. It is told from other RDF by what its first thousand statements say, not by its name. An
unknown value of a Wikidata entity, what is of Wikibase's ontology and what a sitelink says are no
fact in any RDF. A sitelink is a page of Wikipedia or another site of Wikimedia that is
``schema:about`` an entity; it says its type, name, language and site.

Where a file of Wikidata's has nodes of statements and no direct ones, the values of these nodes
(``ps:``) of the best rank are facts as the direct ones would be, and this is said.

Of nanopublications only the graphs of their assertions are facts; the rest is counted. Graphs that
belong to none are read as any others.

What OWL's negative property assertions say is verified as false, and no fact.

A blank node becomes ``urn:kgforge:blank:HASH:N``: the first 16 digits of the file's SHA-256, and
its place in the order of first appearance. A relative IRI without a base is resolved against
``file:///NAME``, the file's name without its folder, so that it does not depend on the machine;
where several files of a load have this name, as much of their folders stands before it as tells
them apart. It is said where a file's IRIs are relative.
"""

import io
import json
import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import IO, Any, Final, NamedTuple
from urllib.parse import quote

import pyoxigraph as ox
from pyoxigraph import RdfFormat

from kgforge import bounds, charsets, cleaning, licences, negatives, nesting, terms
from kgforge.errors import RereadError, SourceError
from kgforge.files import head, reading, sha256
from kgforge.loaders import (
    _naming,
    _nif,
    _rdf_recovery,
    _rdf_structure,
    _rdf_syntax,
    _value_nodes,
    _wikibase,
    _years,
)
from kgforge.loaders._rdf_recovery import Malformed, UnrecoverableError
from kgforge.loaders._rdf_structure import Structure
from kgforge.loaders._value_nodes import ValueNodes
from kgforge.loaders._wikibase import StatementNodes
from kgforge.negatives import Assertions
from kgforge.schema import Aside, Entry, Label, ReadOptions, Skip, Triple

SUFFIXES: Final = (
    ".ttl", ".turtle", ".nt", ".nq", ".trig", ".n3", ".rdf", ".owl", ".xml", ".jsonld",
)  # fmt: skip
LICENCE: Final = None

_BATCH: Final = 1000
_BLOCK: Final = 1 << 16
_BY_LINE: Final = (RdfFormat.N_TRIPLES, RdfFormat.N_QUADS)
_BY_STATEMENT: Final = (RdfFormat.TURTLE, RdfFormat.TRIG)
"""Syntaxes of which a malformed statement can be passed over."""
_PLACE: Final = re.compile(r"\AParser error (?:at|between) line .*?: ", re.S)
_SAID: Final = 200
_ELSEWHERE: Final = "its @context is at another address, and none is fetched: put it into the file"
_CAUSES: Final = {
    "Invalid UTF-8": "Invalid UTF-8: if it is in another encoding, convert it, as with iconv",
    "LoadDocumentCallback": _ELSEWHERE,
    "variables are not allowed": "rules of N3 with variables are not read: leave them out",
    "already contains one root element": (
        "several documents in one file: put each on a line of its own"
    ),
}
"""What Oxigraph says, among other words, and what a person should know of it."""
_CUT: Final = "it ends within a statement: the file may be cut off, or a quote or bracket is open"
_ASIDE: Final = Aside(
    texts=frozenset(_naming.PREDICATES),
    predicates=_rdf_structure.ASIDE.predicates | {*negatives.PARTS, *_wikibase.WORDS},
    objects=_rdf_structure.ASIDE.objects | {negatives.ASSERTION, *_wikibase.OWN},
    subjects=frozenset(_wikibase.SUBJECTS),
    spaces=_rdf_structure.ASIDE.spaces | {*_wikibase.SPACES},
    besides=_wikibase.DIRECT,
    spellings=_rdf_structure.ASIDE.spellings,
)
_AHEAD: Final = 10
"""How many times more statements than are asked for are looked at for lists and the like."""
_GRAPHS: Final = 10_000
"""So many named graphs are told apart."""
_SHOWN: Final = 5
_FILE: Final = "file:///"
_ADDRESS: Final = b"file:/"
_MARKUP: Final = frozenset(f"{terms.PREFIXES['rdf']}{name}" for name in ("XMLLiteral", "HTML"))
_SAMPLE: Final = 1000
"""Statements by which Wikidata's RDF is known."""
_FAR: Final = 20_000
"""Statements among which are those of values, behind an entity's names in all languages."""


def recognises(path: Path) -> bool:
    """Whether a file begins as RDF in one of its syntaxes, but not as T-REx's annotations."""
    start = head(path)
    return _rdf_syntax.may_be(path, start) and not _nif.begins(start)


def licence(path: Path) -> str | None:
    """The licence that a file states of the ontology or data set that it holds."""
    return licences.stated(head(path))


def read(path: Path, options: ReadOptions) -> Iterator[Entry]:
    """The file's triples, a thousand to an entry; the file is one document.

    A term that is malformed is skipped with its statement, and so are a line of N-Triples or
    N-Quads and a statement of Turtle or TriG, where it is certain at which place that ends. Another
    error of syntax raises SourceError with file and line. So does T-REx's form of annotations,
    which are no facts.
    """
    _refuse_annotations(path)
    structure = _structure(path, options)
    found = _statements(path, options.place)
    entries = _entries(path, _numbered(found) if structure else found, options, structure)
    yield from _years.entries(entries, options)


def _refuse_annotations(path: Path) -> None:
    if _nif.begins(head(path)):
        raise SourceError(
            f"{path} is T-REx in RDF (NIF), whose statements are annotations of texts and no "
            f"facts: read it as trex:{path}"
        )


def is_lines(path: Path) -> bool:
    """Whether a file is N-Triples, or Turtle that begins so; not one with nodes of values."""
    syntax = _rdf_syntax.of(path)
    is_lines = syntax is RdfFormat.N_TRIPLES or _begins_by_line(path, syntax)
    return is_lines and not (_has_value_nodes(path) or _has_statement_nodes(path))


def _has_value_nodes(path: Path) -> bool:
    """Whether a file is Wikidata's, and says of which units and how precise its values are."""
    return _is_wikidata(path) and _value_nodes.has_nodes(islice(quads(path), _FAR))


def _has_statement_nodes(path: Path) -> bool:
    """Whether a file is Wikidata's, and has nodes of statements in place of direct ones."""
    return _is_wikidata(path) and _wikibase.has_nodes_alone(islice(quads(path), _FAR))


def _nodes(path: Path, options: ReadOptions) -> ValueNodes:
    """The nodes of values of a file of Wikidata's; none where it has no such."""
    return ValueNodes(_ahead(path, options) if _has_value_nodes(path) else ())


def _statement_nodes(path: Path, options: ReadOptions) -> StatementNodes:
    """The nodes of statements that stand for direct ones; none where a file has those."""
    return StatementNodes(_ahead(path, options) if _has_statement_nodes(path) else ())


def _ahead(path: Path, options: ReadOptions) -> Iterator[ox.Quad]:
    """The statements among which the nodes are that the asked ones need."""
    end = None if options.limit is None else _FAR + _AHEAD * options.limit
    return islice(quads(path), end)


def _begins_by_line(path: Path, syntax: RdfFormat) -> bool:
    return syntax is RdfFormat.TURTLE and _rdf_syntax.begins_by_line(head(path))


def aside(path: Path) -> Aside:
    """What of a file of N-Triples has to be read by ``read_rest``."""
    _refuse_annotations(path)
    return _wikibase.ASIDE if _is_wikidata(path) else _ASIDE


def _is_wikidata(path: Path) -> bool:
    return _wikibase.is_wikidata(islice(quads(path), _SAMPLE))


def read_rest(path: Path, rests: Iterable[Path], options: ReadOptions) -> Iterator[Entry]:
    """As ``read``, of those lines of an N-Triples file that are in the files *rests*.

    Raises RereadError where these show that the file has to be read as a whole.
    """
    base = _base(path, options.place) if _begins_by_line(path, _rdf_syntax.of(path)) else ""
    every = (found for rest in rests for found in _lines(rest, RdfFormat.N_TRIPLES, base))
    left = every if _is_wikidata(path) else _plain(every, path)
    yield from _years.entries(_entries(path, _placed(left, path), options, Structure()), options)


def _plain(found: Iterator["_Found"], path: Path) -> Iterator["_Found"]:
    """Statements that each tell by themselves what they say."""
    for one in found:
        if isinstance(one, ox.Quad) and _rdf_structure.shows(one):
            raise RereadError(f"{path} holds lists, reified statements or labels that are nodes")
        yield one


def _structure(path: Path, options: ReadOptions) -> Structure:
    """The claims, lists and labels of a file."""
    syntax = _rdf_syntax.of(path)
    if options.limit is None and not _rdf_structure.is_likely(path, by_line=syntax in _BY_LINE):
        return Structure()
    if _is_wikidata(path):
        return Structure()
    end = None if options.limit is None else _SAMPLE + _AHEAD * options.limit
    known = islice(_numbered(quads(path, options.place)), end)
    every = (one for one in known if not isinstance(one, _Fault))
    return Structure(every, formulas=syntax is RdfFormat.N3)


def _entries(
    path: Path, found: Iterator["_Found"], options: ReadOptions, structure: Structure
) -> Iterator[Entry]:
    nodes, statements = _nodes(path, options), _statement_nodes(path, options)
    reader = _Reader(path, options, structure, nodes, statements)
    relative = _Relative(path, _base(path, options.place))
    documents = 1
    if doubts := tuple(_doubts(path)):
        yield Entry(documents=0, doubts=doubts)
    graphs = _Graphs(structure)
    for batch in _batches(reader.in_order(graphs.counted(found))):
        entry = reader.entry(batch, documents)
        relative.look(entry)
        yield entry
        documents = 0
    false, skipped = reader.ended()
    if documents or false or skipped:
        yield Entry(negatives=false, skipped=skipped, documents=documents)
    said = ("" if structure.formulas else graphs.merged(), relative.resolved())
    if doubts := tuple(filter(None, said)):
        yield Entry(documents=0, doubts=doubts, graphs=graphs.names())


class _Graphs:
    """Counts the statements of each graph of a data set; of too many graphs those of the first."""

    def __init__(self, structure: Structure) -> None:
        """Count none of those that are of a nanopublication, but what it asserts."""
        self._is_left_out = structure.is_of_publication
        self._counts: Counter[str] = Counter()

    def counted(self, found: Iterable["_Found"]) -> Iterator["_Found"]:
        """Yield the same, counted."""
        counts = self._counts
        for one in found:
            if isinstance(one, ox.Quad) and self._is_named(one.graph_name):
                name = str(one.graph_name)
                counts[name if name in counts or len(counts) < _GRAPHS else ""] += 1
            yield one

    def _is_named(self, graph: object) -> bool:
        return not isinstance(graph, ox.DefaultGraph) and not self._is_left_out(graph)

    def names(self) -> tuple[str, ...]:
        """The IRIs of the graphs."""
        return tuple(name[1:-1] for name in self._counts if name.startswith("<"))

    def merged(self) -> str:
        """Say which named graphs were merged; nothing where there is none."""
        names = [name for name in self._counts if name]
        if not names:
            return ""
        more = "…" if len(names) > _SHOWN or "" in self._counts else ""
        first = [f"{_short(name)} ({self._counts[name]:,})" for name in names[:_SHOWN]]
        many = f"{len(names):,}{' or more' if '' in self._counts else ''}"
        listed = ", ".join([*first, more] if more else first)
        return (
            f"its named graphs ({many}) were merged with one another and with what stands in none; "
            f"statements of each: {listed}"
        )


class _Relative:
    """Looks for what was relative in a file, and says against what it was resolved."""

    def __init__(self, path: Path, base: str) -> None:
        self._path, self._base = path, base
        self._first = ""
        self._is_over = _rdf_syntax.of(path) in _BY_LINE

    def look(self, entry: Entry) -> None:
        """Keep the first IRI that may have been relative."""
        if self._is_over:
            return
        statements = (*entry.triples, *entry.negatives, *entry.axioms)
        every = chain(
            (term for one in statements for term in (one.subject, one.object, one.predicate)),
            (label.entity for label in entry.labels),
        )
        self._first = next((term for term in every if term.startswith(_FILE)), "")
        self._is_over = bool(self._first)

    def resolved(self) -> str:
        """Say what was resolved; nothing where the file itself writes such addresses."""
        if not self._first or self._writes_addresses():
            return ""
        return (
            f"it declares no base: its relative IRIs were resolved against <{self._base}>, as in "
            f"<{self._first}>"
        )

    def _writes_addresses(self) -> bool:
        with reading(self._path) as stream:
            left = b""
            while block := stream.read(_BLOCK):
                if _ADDRESS in left + block:
                    return True
                left = block[-len(_ADDRESS) :]
        return False


def _short(name: str) -> str:
    return name if name.startswith("_:") else terms.shown(name[1:-1])


def _doubts(path: Path) -> Iterator[str]:
    if misnamed := _rdf_syntax.misnamed(path):
        yield misnamed
    start = list(islice(quads(path), _SAMPLE))
    if _value_nodes.has_times(start) and not _has_value_nodes(path):
        yield _value_nodes.NO_PRECISION


def _batches(found: Iterator["_Found"]) -> Iterator[list["_Found"]]:
    while batch := list(islice(found, _BATCH)):
        yield batch


def quads(path: Path, place: str = "") -> Iterator[ox.Quad]:
    """The statements of a file, in their order, without lines that are none. Raises as ``read``."""
    return (one for one in _statements(path, place) if not isinstance(one, _Fault))


def _statements(path: Path, place: str = "") -> Iterator["_Found"]:
    syntax = _rdf_syntax.of(path)
    if syntax in _BY_LINE:
        return _lines(path, syntax)
    if _begins_by_line(path, syntax) and _is_by_line(path):
        return _lines(path, RdfFormat.N_TRIPLES, _base(path, place))
    return _quads(path, syntax, _base(path, place))


def _base(path: Path, place: str) -> str:
    """The IRI against which a file's relative IRIs are resolved, by its *place* or its name."""
    return f"file:///{quote(place or path.name)}"


def _is_by_line(path: Path) -> bool:
    """Whether all of a file's lines may be statements of their own."""
    with reading(path) as stream:
        return all(
            block.too_long or all(map(_rdf_syntax.may_be_line, block.data.splitlines()))
            for block in bounds.blocks(stream, _BLOCK)
        )


def _numbered(found: Iterable["_Found"]) -> Iterator["_Found"]:
    """Statements whose blank nodes are called alike each time that a file is read."""
    names: dict[ox.BlankNode, ox.BlankNode] = {}

    def name(node: Any) -> Any:
        if not isinstance(node, ox.BlankNode):
            return node
        known = names.get(node)
        if known is None:
            known = names[node] = ox.BlankNode(f"b{len(names)}")
        return known

    for one in found:
        if isinstance(one, _Fault):
            yield one
        else:
            subject, value, graph = map(name, (one.subject, one.object, one.graph_name))
            yield ox.Quad(subject, one.predicate, value, graph)


def _quads(path: Path, syntax: RdfFormat, base: str) -> Iterator["_Found"]:
    if syntax is RdfFormat.JSON_LD and _has_documents(path):
        yield from _of_documents(path, syntax, _json_documents(path, base))
        return
    if syntax is RdfFormat.RDF_XML and _rdf_syntax.is_geonames(head(path)):
        yield from _of_documents(path, syntax, _geonames_documents(path, base))
        return
    if syntax is RdfFormat.RDF_XML:
        _check_xml(path)
    with reading(path) as stream:
        bounded = _bounded(charsets.past_mark(stream), path, syntax)
        yield from _parsed_whole(bounded, path, syntax, base)


def _parsed_whole(data: Any, path: Path, syntax: RdfFormat, base: str) -> Iterator["_Found"]:
    """The statements of a file, malformed terms among them (``_flaw`` tells them).

    The last ones are held back: where the file is malformed they may be of the same statement.
    """
    given, held = 0, deque[ox.Quad]()
    try:
        for quad in ox.parse(data, syntax, base_iri=base, lenient=True):
            held.append(quad)
            if len(held) > _BATCH:
                given += 1
                yield held.popleft()
    except SyntaxError as error:
        is_cut = _is_cut(path, error.lineno or 0)
        refusal = _refusal(path, error.lineno, _CUT if is_cut else _said(error, syntax), syntax)
        if is_cut or syntax not in _BY_STATEMENT:
            raise refusal from error
        yield from _resumed(_recovered(path, syntax, base, refusal), given, held, refusal)
    except MemoryError as error:  # its parser's own, of some megabytes; or a quote is open
        refusal = SourceError(
            f"{path}: holds a term longer than the RDF parser takes ({error}): leave it out"
        )
        if syntax not in _BY_STATEMENT:
            raise refusal from error
        yield from _resumed(_recovered(path, syntax, base, refusal), given, held, refusal)
    else:
        yield from held


def _refusal(path: Path, line: int | None, said: str, syntax: RdfFormat) -> SourceError:
    place = f", line {line}" if line else ""
    return SourceError(f"{path}{place}: malformed {syntax.name} ({said})")


def _resumed(
    found: Iterator["_Found"], given: int, held: deque[ox.Quad], refusal: SourceError
) -> Iterator["_Found"]:
    """Go on after the first malformed statement, before which some were *given* and some *held*.

    Raises *refusal* where it cannot be known which these are.
    """
    before = 0
    for one in found:
        if not isinstance(one, _Fault):
            before += 1
            continue
        if not given <= before <= given + len(held):
            break
        yield from islice(held, before - given)
        yield one
        yield from found
        return
    raise refusal


def _recovered(
    path: Path, syntax: RdfFormat, base: str, refusal: SourceError
) -> Iterator["_Found"]:
    """The statements of a file, and those that are malformed.

    Raises SourceError where it is not certain at which place one of these ends, and *refusal* where
    the file has a line that is too long.
    """

    def parse(text: bytes) -> list[ox.Quad]:
        data = _bounded(io.BytesIO(text), path, syntax)
        try:
            return list(ox.parse(data, syntax, base_iri=base, lenient=True))
        except MemoryError as error:
            raise SyntaxError(f"a term longer than the RDF parser takes: {error}") from error

    try:
        with reading(path) as stream:
            lines = bounds.lines(charsets.past_mark(stream))
            for one in _rdf_recovery.read(lines, parse):
                yield one if isinstance(one, ox.Quad) else _malformed(one, syntax)
    except UnrecoverableError as error:
        if error.error is None:
            raise refusal from error
        said = _said(error.error, syntax)
        if said != _CUT:
            said = f"{said}; the statement cannot be skipped: {error}"
        raise _refusal(path, error.line, said, syntax) from error


def _malformed(found: Malformed, syntax: RdfFormat) -> "_Fault":
    said = _said(found.error)
    if said.startswith("Unexpected end"):
        said = "a quote or bracket is open"
    if found.line != found.number:
        said = f"line {found.line}: {said}"
    reason = f"malformed {syntax.name}"
    return _Fault(found.data, found.number, found.offset, reason, said, found.last)


def _is_cut(path: Path, line: int) -> bool:
    """Whether a line at which a parser stopped is the last one, and ends as no statement does."""
    count, last = 1, b""
    with reading(path) as stream:
        while block := stream.read(_BLOCK):
            count += block.count(b"\n")
            last = (last + block)[-_BLOCK:]
    is_last = line >= count - (len(last) - len(last.rstrip(b"\r\n")) > 0)
    return is_last and not last.rstrip().endswith((b".", b"}", b"]", b">"))


def _bounded(stream: IO[bytes], path: Path, syntax: RdfFormat) -> Any:
    """The stream, read on only where its parser needs little memory."""
    if syntax is RdfFormat.RDF_XML:
        return stream
    if syntax is RdfFormat.JSON_LD:
        return bounds.Json(stream, path)
    tolerant = io.BufferedReader(_rdf_syntax.Tags(stream), _BLOCK)
    return nesting.bounded(tolerant, path, n3=syntax is RdfFormat.N3)


# ── Several documents in a file ─────────────────────────────────────────────────────────────────
_Document = tuple[bounds.Lines, str]
"""The line that holds a document, and its base IRI."""


def _has_documents(path: Path) -> bool:
    """Whether a file of JSON-LD has a document on each line, rather than one."""
    with reading(path) as stream:
        lines = (line.data.strip() for line in bounds.lines(charsets.past_mark(stream)))
        first = list(islice(filter(None, lines), 2))
    if len(first) < 2 or not all(line.startswith((b"{", b"[")) for line in first):
        return False
    try:
        json.loads(first[0])
    except (ValueError, RecursionError):
        return False
    return True


def _json_documents(path: Path, base: str) -> Iterator[_Document]:
    with reading(path) as stream:
        for line in bounds.lines(charsets.past_mark(stream)):
            if line.data.strip():
                yield line, base


def _geonames_documents(path: Path, base: str) -> Iterator[_Document]:
    """The documents of GeoNames' dump: the line before each is its address."""
    address = base
    with reading(path) as stream:
        for line in bounds.lines(charsets.past_mark(stream)):
            text = line.data.strip()
            if terms.is_iri(text.decode(errors="replace")):
                address = text.decode()
            elif text:
                yield line, address


def _of_documents(
    path: Path, syntax: RdfFormat, documents: Iterable[_Document]
) -> Iterator["_Found"]:
    """The statements of documents, and those documents that are malformed.

    Raises SourceError for one whose context is elsewhere, as others are likely to be.
    """
    for line, base in documents:
        fault = _Fault(line.data, line.number, line.offset, f"malformed {syntax.name}", "")
        try:
            quads = _of_document(path, syntax, line, base)
        except SyntaxError as error:
            said = _said(error)
            if said == _ELSEWHERE:
                raise SourceError(f"{path}, line {line.number}: {said}") from error
            yield fault._replace(said=said)
        except (SourceError, MemoryError):  # too deep, or too large
            yield fault._replace(reason=bounds.TOO_LONG)
        else:
            yield from (_within(quad, line.number) for quad in quads)


def _of_document(path: Path, syntax: RdfFormat, line: bounds.Lines, base: str) -> list[ox.Quad]:
    """The statements of one document. Raises SyntaxError where it is malformed."""
    if reason := bounds.unheld(line):
        raise SourceError(f"{path}, line {line.number}: {reason}")
    data = line.data.strip()
    if syntax is RdfFormat.JSON_LD:
        bounded: Any = bounds.Json(io.BytesIO(data), path)
        return list(ox.parse(bounded, syntax, base_iri=base, lenient=True))
    if len(data) > bounds.WIDEST:
        raise SourceError(f"{path}, line {line.number}: {bounds.TOO_LONG}")
    if fault := bounds.xml_fault(io.BytesIO(data)):
        raise SyntaxError(fault[1])
    return list(ox.parse(data, syntax, base_iri=base, lenient=True))


def _within(quad: ox.Quad, document: int) -> ox.Quad:
    """A statement whose blank nodes are of one document alone."""

    def name(node: Any) -> Any:
        blank = isinstance(node, ox.BlankNode)
        return ox.BlankNode(f"d{document}-{node.value}") if blank else node

    return ox.Quad(name(quad.subject), quad.predicate, name(quad.object), name(quad.graph_name))


def _check_xml(path: Path) -> None:
    """Raise SourceError for XML that is not well-formed, or grows to much more than it is."""
    with reading(path) as stream:
        if fault := bounds.xml_fault(stream):
            line = f", line {fault[0]}" if fault[0] else ""
            raise SourceError(f"{path}{line}: malformed RDF/XML ({fault[1]})")


def _said(error: SyntaxError, syntax: RdfFormat | None = None) -> str:
    """What Oxigraph says of an error, without its place and without most of what it found."""
    said = " ".join(_PLACE.sub("", error.msg).split())
    for words, cause in _CAUSES.items():
        if words in said:
            return cause
    if said.startswith("Unexpected end") and syntax is not None:
        return _CUT
    if syntax is RdfFormat.TURTLE and said.startswith("{ is not a valid subject"):
        return "graphs in braces are TriG, and rules N3: name the file .trig or .n3"
    return said if len(said) <= _SAID else f"{said[:_SAID]} …"


# ── Line by line ────────────────────────────────────────────────────────────────────────────────
class _Fault(NamedTuple):
    """A line, or some lines, that are no statement."""

    line: bytes
    number: int
    offset: int
    reason: str
    said: str
    last: int = 0
    """The last line of a statement of several."""

    def skip(self) -> Skip:
        said = f" ({self.said})" if self.said else ""
        is_long = self.last > self.number
        lines = f"lines {self.number} to {self.last}" if is_long else f"line {self.number}"
        return Skip(self.reason, f"{lines}, byte {self.offset}{said}", triple=True)


_Found = ox.Quad | _Fault


def _lines(path: Path, syntax: RdfFormat, base: str = "") -> Iterator[_Found]:
    """The statements of a file that has one on each line, and the lines that are none.

    With a *base* the file is Turtle. Raises RereadError where a statement is on several lines.
    """
    with reading(path) as stream:
        for block in bounds.blocks(stream, _BLOCK):
            try:
                found = [] if block.too_long else _parsed(block.data, syntax)
            except (SyntaxError, MemoryError):
                yield from _one_by_one(block, syntax, base)
            else:
                yield from found
                if block.too_long:
                    yield _Fault(block.data, block.number, block.offset, bounds.TOO_LONG, "")


def _parsed(lines: bytes, syntax: RdfFormat) -> list[ox.Quad]:
    """Their statements. Raises SyntaxError where one is none, or too deep in others."""
    nesting.check_lines(lines)
    return list(ox.parse(lines, syntax))


def _one_by_one(block: bounds.Lines, syntax: RdfFormat, base: str) -> Iterator[_Found]:
    number, offset = block.number, block.offset
    for line in block.data.splitlines(keepends=True):
        try:
            yield from _parsed(line.removeprefix(charsets.MARK), syntax)
        except SyntaxError as error:
            if _rdf_syntax.is_version(line):
                pass
            elif quads := _of_turtle(line, base):
                yield from quads
            else:
                yield _fault(line, number, offset, "Turtle" if base else syntax.name, error)
        except MemoryError:  # its parser's own, of some megabytes
            yield _Fault(line, number, offset, bounds.TOO_LONG, "")
        number, offset = number + line.endswith(b"\n"), offset + len(line)


def _of_turtle(line: bytes, base: str) -> list[ox.Quad]:
    """The statements of a line in a file of Turtle, where N-Triples has no such; else none."""
    if not base:
        return []
    if not _rdf_syntax.may_be_line(line):
        raise RereadError("a statement of Turtle on several lines")
    try:
        nesting.check_lines(line)
        return list(ox.parse(line, RdfFormat.TURTLE, base_iri=base))
    except SyntaxError:
        return []


def _fault(line: bytes, number: int, offset: int, syntax: str, error: SyntaxError) -> "_Fault":
    about = line.lstrip().startswith(b"<<") and nesting.NESTED not in str(error)
    reason = "a triple about a triple" if about else f"malformed {syntax}"
    return _Fault(line, number, offset, reason, "" if about else _said(error))


def _placed(found: Iterator[_Found], path: Path) -> Iterator[_Found]:
    """Lines that are none with their place in *path*, of which *found* are some in its order."""
    with reading(path) as stream:
        places = _places(stream)
        for one in found:
            if not isinstance(one, _Fault):
                yield one
                continue
            wanted = _bare(one.line)
            place = next((at for line, *at in places if _bare(line) == wanted), None)
            if place is None:
                raise SourceError(f"{path} was changed while it was read: load it again")
            number, offset = place
            yield one._replace(number=number, offset=offset)


def _places(stream: IO[bytes]) -> Iterator[tuple[bytes, int, int]]:
    for block in bounds.lines(stream):
        offset = block.offset
        for line in [block.data] if block.too_long else block.data.splitlines(keepends=True):
            yield line, block.number, offset
            offset += len(line)


def _bare(line: bytes) -> bytes:
    return line.removeprefix(charsets.MARK).rstrip(b"\r\n")


# ── Terms ───────────────────────────────────────────────────────────────────────────────────────
class _Names:
    """The IRIs of a file's nodes; its hash is taken at the first blank one."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._prefix = ""
        self._blank: dict[ox.BlankNode, str] = {}

    def iri(self, node: ox.NamedNode | ox.BlankNode) -> str:
        if isinstance(node, ox.NamedNode):
            return node.value
        found = self._blank.get(node)
        if found is None:
            self._prefix = self._prefix or f"{terms.BLANK}{sha256(self._path)[:16]}:"
            found = self._blank[node] = f"{self._prefix}{len(self._blank) + 1}"
        return found


_Node = ox.NamedNode | ox.BlankNode
_Namer = Callable[[_Node], str]


class _Reader:
    """Makes entries of statements; what is verified as false it gathers until their end."""

    def __init__(
        self,
        path: Path,
        options: ReadOptions,
        structure: Structure,
        nodes: ValueNodes,
        statements: StatementNodes,
    ) -> None:
        self._name = _Names(path).iri
        self._nodes = nodes
        self._statements = statements
        self._structure = structure
        self._options = options
        self._sitelinks = None if _is_wikidata(path) else _wikibase.Sitelinks()
        self._left_out = self._sitelinks.left_out if self._sitelinks else _wikibase.left_out
        self._false = Assertions()

    def in_order(self, found: Iterator[_Found]) -> Iterator[_Found]:
        """Statements in the order in which they can be understood."""
        return self._sitelinks.in_order(found) if self._sitelinks else found

    def entry(self, read: Iterable[_Found], documents: int) -> Entry:
        """What a batch of statements says."""
        triples: list[Triple] = []
        labels: list[Label] = []
        skipped: list[Skip] = []
        axioms: list[Triple] = []
        unasked: list[tuple[str, str]] = []
        remarks: list[Skip] = []
        for quad in self._resolved(read):
            if isinstance(quad, tuple):
                faults = [_unusable(axiom) for axiom in quad]
                skipped.extend(filter(None, faults))
                sound = zip(quad, faults, strict=True)
                axioms.extend(self._triple(axiom) for axiom, fault in sound if fault is None)
                continue
            if not isinstance(quad, ox.Quad):
                (remarks if quad.reason == _wikibase.OF_NODE else skipped).append(quad)
                continue
            if fault := _unusable(quad):
                skipped.append(fault)
                continue
            subject, predicate, value = quad.subject, quad.predicate.value, quad.object
            assert not isinstance(subject, ox.Triple)
            if predicate in _naming.OTHERS and (reason := self._left_out(quad)):
                where = f"{_place(subject)} {predicate}"
                skipped.append(Skip(reason, where, triple=True, usual=True))
            elif isinstance(value, ox.Literal) and predicate in _naming.PREDICATES:
                names, nameless, others = self._named(subject, predicate, value)
                labels.extend(names)
                skipped.extend(nameless)
                unasked.extend(others)
            elif reason := self._left_out(quad):
                where = f"{_place(subject)} {predicate}"
                skipped.append(Skip(reason, where, triple=True, usual=True))
            else:
                # In the order of the statement: blank nodes are numbered as they appear.
                triple = self._triple(quad)
                if negatives.belongs(predicate, triple.object):
                    self._false.add(triple.subject, predicate, triple.object)
                else:
                    facts, said = self._nodes.of(triple)
                    triples.extend(facts)
                    remarks.extend(one for one in said if not one.triple)
                    skipped.extend(one for one in said if one.triple)
        return Entry(
            tuple(triples),
            tuple(labels),
            skipped=tuple(skipped),
            axioms=tuple(axioms),
            documents=documents,
            unasked=tuple(unasked),
            remarks=tuple(remarks),
        )

    def _resolved(self, read: Iterable[_Found]) -> Iterator[ox.Quad | Skip | tuple[ox.Quad, ...]]:
        """Statements by what they say, axioms together, and what is left out."""
        for one in read:
            if isinstance(one, _Fault):
                yield one.skip()
            elif self._statements and (found := self._statements.direct(one)):
                yield from found
            elif self._structure and not isinstance(one.subject, ox.Triple):
                yield from self._structure.resolved(one)
            else:
                yield one

    def _triple(self, quad: ox.Quad) -> Triple:
        assert not isinstance(quad.subject, ox.Triple) and not isinstance(quad.object, ox.Triple)
        subject = self._name(quad.subject)
        return Triple(subject, quad.predicate.value, _object(quad.object, self._name))

    def _named(
        self, subject: _Node, predicate: str, value: ox.Literal
    ) -> tuple[list[Label], list[Skip], list[tuple[str, str]]]:
        """A name; or why it is none, and of whom it is a label in which other language."""
        language = _language(value, self._options)
        if language and value.value:
            entity = terms.named(self._name(subject))
            text, where = _text(value), f"{_place(subject)} {predicate}"
            is_foreign = not value.language and _naming.is_foreign(text, language)
            remarks = [Skip(_naming.FOREIGN, where, usual=True)] if is_foreign else []
            return [Label(entity, _naming.PREDICATES[predicate], text, language)], remarks, []
        reason = _naming.UNASKED if value.value else "an empty name"
        tag = f" @{value.language}" if value.language else ""
        is_label = value.language and _naming.is_label(predicate, value.value)
        others = [(_place(subject), value.language.lower())] if value.language and is_label else []
        return [], [Skip(reason, f"{_place(subject)}{tag}", usual=True)], others

    def ended(self) -> tuple[tuple[Triple, ...], tuple[Skip, ...]]:
        """What is verified as false, and the assertions that do not say what."""
        skipped = (
            Skip("a negative property assertion without one source, property and target", node)
            for node in self._false.broken()
        )
        return tuple(Triple(*one) for one in self._false.found()), tuple(skipped)


def _place(node: _Node) -> str:
    return node.value if isinstance(node, ox.NamedNode) else "a blank node"


def _unusable(quad: ox.Quad) -> Skip | None:
    """Return why a statement is skipped whatever it says; None for a sound one."""
    subject, predicate, value = quad.subject, quad.predicate.value, quad.object
    if isinstance(subject, ox.Triple) or isinstance(value, ox.Triple):
        return Skip("a triple about a triple", str(quad.predicate), triple=True)
    if isinstance(value, ox.Literal) and (flaw := _flaw(value)):
        return Skip(flaw, f"{_place(subject)} {predicate} {_shown(value)}", triple=True)
    return None


def _flaw(value: ox.Literal) -> str:
    """What is malformed in a literal; empty for a sound one."""
    if value.language and not terms.is_language(value.language):
        return "a malformed language tag"
    if value.language or terms.is_valid(value.datatype.value):
        return ""
    return "a datatype that is no valid IRI"


def _text(value: ox.Literal) -> str:
    """A literal's text as its file has it, where it holds what looks like a tag."""
    if value.datatype.value in _MARKUP:
        return cleaning.text_of_markup(value.value)
    return value.value.replace(_rdf_syntax.UNDERSCORE, "_")


def _shown(value: ox.Literal) -> str:
    """A malformed literal, as its file has it."""
    return str(value).replace(_rdf_syntax.UNDERSCORE, "_")[:_SAID]


def _object(value: ox.NamedNode | ox.BlankNode | ox.Literal, name: _Namer) -> str:
    if not isinstance(value, ox.Literal):
        return name(value)
    if value.language:
        return terms.literal(_text(value), language=value.language)
    text = value.value.replace(_rdf_syntax.UNDERSCORE, "_")
    return terms.literal(text, datatype=value.datatype.value)


def _language(value: ox.Literal, options: ReadOptions) -> str:
    """The language of a label that is wanted, or nothing."""
    if not value.language:
        return options.untagged
    return value.language.lower() if options.wants(value.language) else ""
