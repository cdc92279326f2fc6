"""RDF in any standard syntax: Turtle, N-Triples, N-Quads, TriG, N3, RDF/XML, JSON-LD.

The syntax is told by the file's suffix, and by its content where that says nothing (``.owl``,
``.xml``, ``.json`` and none). Every triple is a fact, the graphs of a data set merged into one,
except what names things: ``rdfs:label`` and ``skos:prefLabel`` (labels), ``skos:altLabel``
(aliases) and ``schema:description`` (descriptions). Of those the texts in a language asked for, in
``mul`` (which holds in any) or in none (taken to be in the first one asked for; of ``all``, in
``mul``) become labels and the rest is left out. A Wikidata
property's labels are moved to the predicate ``wdt:P31``.

In Wikidata's RDF (its dumps, truthy or full, and what ``Special:EntityData`` gives) only the
direct statements (``wdt:``) with a value are facts. The rest is counted by reason: unknown values,
nodes of statements with their ranks, qualifiers and references, sitelinks, names that are said
twice. It is told from other RDF by what its first thousand statements say, not by its name. An
unknown value of a Wikidata entity, what is of Wikibase's ontology and what a sitelink says are no
fact in any RDF. A sitelink is a page of Wikipedia or another site of Wikimedia that is
``schema:about`` an entity; it says its type, name, language and site.

What OWL's negative property assertions say is verified as false, and no fact.

A blank node becomes ``urn:kgforge:blank:HASH:N``: the first 16 digits of the file's SHA-256, and
its place in the order of first appearance. A relative IRI without a base is resolved against
``file:///NAME``, the file's name without its folder, so that it does not depend on the machine.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import IO, Any, Final, NamedTuple
from urllib.parse import quote

import pyoxigraph as ox
from pyoxigraph import RdfFormat

from kgforge import bounds, charsets, negatives, nesting, terms
from kgforge.errors import SourceError
from kgforge.files import head, reading, sha256
from kgforge.loaders import _naming, _nif, _rdf_syntax, _wikibase
from kgforge.negatives import Assertions
from kgforge.schema import Aside, Entry, Label, ReadOptions, Skip, Triple

SUFFIXES: Final = (
    ".ttl", ".turtle", ".nt", ".nq", ".trig", ".n3", ".rdf", ".owl", ".xml", ".jsonld",
)  # fmt: skip
LICENCE: Final = None

_BATCH: Final = 1000
_BLOCK: Final = 1 << 16
_BY_LINE: Final = (RdfFormat.N_TRIPLES, RdfFormat.N_QUADS)
_PLACE: Final = re.compile(r"\AParser error (?:at|between) line .*?: ", re.S)
_SAID: Final = 200
_ASIDE: Final = Aside(
    texts=frozenset(_naming.PREDICATES),
    predicates=frozenset({*negatives.PARTS, *_wikibase.WORDS}),
    objects=frozenset({negatives.ASSERTION, *_wikibase.OWN}),
    subjects=frozenset(_wikibase.SUBJECTS),
    spaces=frozenset(_wikibase.SPACES),
    besides=_wikibase.DIRECT,
)
_SAMPLE: Final = 1000
"""Statements by which Wikidata's RDF is known."""


def recognises(path: Path) -> bool:
    """Whether a file begins as RDF in one of its syntaxes, but not as T-REx's annotations."""
    start = head(path)
    return _rdf_syntax.by_content(start) is not None and not _nif.begins(start)


def read(path: Path, options: ReadOptions) -> Iterator[Entry]:
    """The file's triples, a thousand to an entry; the file is one document.

    A line of N-Triples or N-Quads that is malformed is skipped; in other syntaxes an error has no
    such end, and raises SourceError with file and line. So does T-REx's form of annotations, which
    are no facts.
    """
    _refuse_annotations(path)
    yield from _entries(path, _statements(path), options)


def _refuse_annotations(path: Path) -> None:
    if _nif.begins(head(path)):
        raise SourceError(
            f"{path} is T-REx in RDF (NIF), whose statements are annotations of texts and no "
            f"facts: read it as trex:{path}"
        )


def is_lines(path: Path) -> bool:
    """Whether a file is N-Triples."""
    return _rdf_syntax.of(path) is RdfFormat.N_TRIPLES


def aside(path: Path) -> Aside:
    """What of a file of N-Triples has to be read by ``read_rest``."""
    _refuse_annotations(path)
    return _wikibase.ASIDE if _is_wikidata(path) else _ASIDE


def _is_wikidata(path: Path) -> bool:
    return _wikibase.is_wikidata(islice(quads(path), _SAMPLE))


def read_rest(path: Path, rests: Iterable[Path], options: ReadOptions) -> Iterator[Entry]:
    """As ``read``, of those lines of an N-Triples file that are in the files *rests*."""
    left = (found for rest in rests for found in _lines(rest, RdfFormat.N_TRIPLES))
    yield from _entries(path, _placed(left, path), options)


def _entries(path: Path, found: Iterator["_Found"], options: ReadOptions) -> Iterator[Entry]:
    reader = _Reader(path, options)
    documents = 1
    for batch in _batches(reader.in_order(found)):
        yield reader.entry(batch, documents)
        documents = 0
    false, skipped = reader.ended()
    if documents or false or skipped:
        yield Entry(negatives=false, skipped=skipped, documents=documents)


def _batches(found: Iterator["_Found"]) -> Iterator[list["_Found"]]:
    while batch := list(islice(found, _BATCH)):
        yield batch


def quads(path: Path) -> Iterator[ox.Quad]:
    """The statements of a file, in their order, without lines that are none. Raises as ``read``."""
    return (one for one in _statements(path) if not isinstance(one, _Fault))


def _statements(path: Path) -> Iterator["_Found"]:
    syntax = _rdf_syntax.of(path)
    if syntax in _BY_LINE:
        return _lines(path, syntax)
    return _quads(path, syntax)


def _quads(path: Path, syntax: RdfFormat) -> Iterator[ox.Quad]:
    base = f"file:///{quote(path.name)}"
    if syntax is RdfFormat.RDF_XML:
        _check_xml(path)
    with reading(path) as stream:
        try:
            bounded = _bounded(charsets.past_mark(stream), path, syntax)
            yield from ox.parse(bounded, syntax, base_iri=base)
        except SyntaxError as error:
            line = f", line {error.lineno}" if error.lineno else ""
            raise SourceError(f"{path}{line}: malformed {syntax.name} ({_said(error)})") from error
        except MemoryError as error:  # its parser's own, of some megabytes
            raise SourceError(
                f"{path}: holds a term longer than the RDF parser takes ({error}): leave it out"
            ) from error


def _bounded(stream: IO[bytes], path: Path, syntax: RdfFormat) -> Any:
    """The stream, read on only where its parser needs little memory."""
    if syntax is RdfFormat.RDF_XML:
        return stream
    if syntax is RdfFormat.JSON_LD:
        return bounds.Json(stream, path)
    return nesting.bounded(stream, path, n3=syntax is RdfFormat.N3)


def _check_xml(path: Path) -> None:
    """Raise SourceError for XML that is not well-formed, or grows to much more than it is."""
    with reading(path) as stream:
        if fault := bounds.xml_fault(stream):
            line = f", line {fault[0]}" if fault[0] else ""
            raise SourceError(f"{path}{line}: malformed RDF/XML ({fault[1]})")


def _said(error: SyntaxError) -> str:
    """What Oxigraph says of an error, without its place and without most of what it found."""
    said = " ".join(_PLACE.sub("", error.msg).split())
    if "LoadDocumentCallback" in said:
        return "its @context is at another address, and none is fetched: put it into the file"
    return said if len(said) <= _SAID else f"{said[:_SAID]} …"


# ── Line by line ────────────────────────────────────────────────────────────────────────────────
class _Fault(NamedTuple):
    """A line that is no statement."""

    line: bytes
    number: int
    offset: int
    reason: str
    said: str

    def skip(self) -> Skip:
        said = f" ({self.said})" if self.said else ""
        return Skip(self.reason, f"line {self.number}, byte {self.offset}{said}", triple=True)


_Found = ox.Quad | _Fault


def _lines(path: Path, syntax: RdfFormat) -> Iterator[_Found]:
    """The statements of a file that has one on each line, and the lines that are none."""
    with reading(path) as stream:
        for block in bounds.blocks(stream, _BLOCK):
            try:
                found = [] if block.too_long else _parsed(block.data, syntax)
            except (SyntaxError, MemoryError):
                yield from _one_by_one(block, syntax)
            else:
                yield from found
                if block.too_long:
                    yield _Fault(block.data, block.number, block.offset, bounds.TOO_LONG, "")


def _parsed(lines: bytes, syntax: RdfFormat) -> list[ox.Quad]:
    """Their statements. Raises SyntaxError where one is none, or too deep in others."""
    nesting.check_lines(lines)
    return list(ox.parse(lines, syntax))


def _one_by_one(block: bounds.Lines, syntax: RdfFormat) -> Iterator[_Found]:
    number, offset = block.number, block.offset
    for line in block.data.splitlines(keepends=True):
        try:
            yield from _parsed(line.removeprefix(charsets.MARK), syntax)
        except SyntaxError as error:
            yield _Fault(line, number, offset, f"malformed {syntax.name}", _said(error))
        except MemoryError:  # its parser's own, of some megabytes
            yield _Fault(line, number, offset, bounds.TOO_LONG, "")
        number, offset = number + line.endswith(b"\n"), offset + len(line)


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

    def __init__(self, path: Path, options: ReadOptions) -> None:
        self._name = _Names(path).iri
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
        unasked: list[tuple[str, str]] = []
        for quad in read:
            if isinstance(quad, _Fault):
                skipped.append(quad.skip())
                continue
            subject, predicate, value = quad.subject, quad.predicate.value, quad.object
            if isinstance(subject, ox.Triple) or isinstance(value, ox.Triple):
                skipped.append(Skip("a triple about a triple", str(quad.predicate), triple=True))
            elif isinstance(value, ox.Literal) and predicate in _naming.PREDICATES:
                name = self._named(subject, predicate, value)
                if isinstance(name, Label):
                    labels.append(name)
                else:
                    skipped.append(name)
                    if value.language and _naming.is_label(predicate, value.value):
                        unasked.append((_place(subject), value.language.lower()))
            elif reason := self._left_out(quad):
                where = f"{_place(subject)} {predicate}"
                skipped.append(Skip(reason, where, triple=True, usual=True))
            else:
                # In the order of the statement: blank nodes are numbered as they appear.
                iri, object = self._name(subject), _object(value, self._name)
                if negatives.belongs(predicate, object):
                    self._false.add(iri, predicate, object)
                else:
                    triples.append(Triple(iri, predicate, object))
        return Entry(
            tuple(triples),
            tuple(labels),
            skipped=tuple(skipped),
            documents=documents,
            unasked=tuple(unasked),
        )

    def _named(self, subject: _Node, predicate: str, value: ox.Literal) -> Label | Skip:
        """A name, or why it is none."""
        language = _language(value, self._options)
        if language and value.value:
            entity = terms.named(self._name(subject))
            return Label(entity, _naming.PREDICATES[predicate], value.value, language)
        reason = _naming.UNASKED if value.value else "an empty name"
        tag = f" @{value.language}" if value.language else ""
        return Skip(reason, f"{_place(subject)}{tag}", usual=True)

    def ended(self) -> tuple[tuple[Triple, ...], tuple[Skip, ...]]:
        """What is verified as false, and the assertions that do not say what."""
        skipped = (
            Skip("a negative property assertion without one source, property and target", node)
            for node in self._false.broken()
        )
        return tuple(Triple(*one) for one in self._false.found()), tuple(skipped)


def _place(node: _Node) -> str:
    return node.value if isinstance(node, ox.NamedNode) else "a blank node"


def _object(value: ox.NamedNode | ox.BlankNode | ox.Literal, name: _Namer) -> str:
    if not isinstance(value, ox.Literal):
        return name(value)
    if value.language:
        return terms.literal(value.value, language=value.language)
    return terms.literal(value.value, datatype=value.datatype.value)


def _language(value: ox.Literal, options: ReadOptions) -> str:
    """The language of a label that is wanted, or nothing."""
    if not value.language:
        return options.untagged
    return value.language.lower() if options.wants(value.language) else ""
