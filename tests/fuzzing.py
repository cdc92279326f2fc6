"""Every parser against broken bytes: it yields what it can, or says in one line what is wrong.

``python -m tests.fuzzing PARSER FOLDER SEED COUNT`` changes the parser's samples in so many ways,
in a process of its own. It ends with a status at the first change by which the parser raises
anything but kgforge's own error, or takes too long or too much memory; the case then lies in the
folder. In place of a count, ``600s`` lets atheris look for paths through our code for that long.
"""

import faulthandler
import random
import re
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Final

from msgspec import Struct

from kgforge import ontology, patterns
from kgforge.benchmark import synonyms
from kgforge.errors import KgforgeError
from kgforge.extraction import parsing
from kgforge.graph.loading import open_graph
from kgforge.ontology import vocabulary
from kgforge.schema import folders

SECONDS: Final = 30
"""How long one case may take, which needs some milliseconds: the machine may be busy."""
MEMORY: Final = 500_000
"""Greatest memory of the process, in kB."""
_ADDRESSES: Final = 4 << 30

_ROOT: Final = Path(__file__).resolve().parent.parent
_KEPT: Final = _ROOT / "tests" / "kept" / "0.4"


class Parser(Struct, frozen=True):
    """A parser, and small files that it reads."""

    read: Callable[[Path], object]
    name: str
    """What the file is called: its suffix says the format."""
    samples: tuple[bytes, ...]


# ── Samples ─────────────────────────────────────────────────────────────────────────────────────
_TREX: Final = b"""[{"docid": "http://www.wikidata.org/entity/Q42", "title": "Douglas Adams", "uri":
 "http://www.wikidata.org/entity/Q42", "text": "Adams was born in Cambridge. He wrote.",
 "sentences_boundaries": [[0, 28], [29, 38]], "words_boundaries": [[0, 5]], "entities": [{"uri":
 "http://www.wikidata.org/entity/Q350", "boundaries": [18, 27], "surfaceform": "Cambridge",
 "annotator": "x"}], "triples": [{"subject": {"uri": "http://www.wikidata.org/entity/Q42",
 "boundaries": [0, 5], "surfaceform": "Adams"}, "predicate": {"uri":
 "http://www.wikidata.org/prop/direct/P19", "boundaries": null, "surfaceform": null}, "object":
 {"uri": "http://www.wikidata.org/entity/Q350", "boundaries": [18, 27], "surfaceform":
 "Cambridge"}, "sentence_id": 0, "confidence": 0.5}, {"subject": {"uri": "Q42"}, "predicate":
 {"uri": "P569"}, "object": {"uri": "1952-03-11T00:00:00Z^^http://www.w3.org/2001/XMLSchema#dateTime",
 "boundaries": [1, 2], "surfaceform": "d"}, "sentence_id": 1}]}]"""
_REBEL: Final = re.sub(rb"\s*\n\s*", b" ", _TREX[1:-1]) + b"\n"
_LAMA: Final = (
    b'{"predicate_id": "P19", "sub_uri": "Q42", "obj_uri": "Q350", "sub_label": "Douglas Adams", '
    b'"obj_label": "Cambridge", "evidences": [{"sub_surface": "Adams", "obj_surface": "Cambridge", '
    b'"masked_sentence": "Adams was born in [MASK]."}]}\n'
) * 2
_ITEM: Final = (
    b'{"type":"item","id":"Q42","labels":{"en":{"language":"en","value":"Adams"},"mul":{"language":'
    b'"mul","value":"DA"}},"aliases":{"en":[{"language":"en","value":"DNA"}]},"claims":{"P569":[{'
    b'"mainsnak":{"snaktype":"value","property":"P569","datavalue":{"type":"time","value":{"time":'
    b'"+1952-03-11T00:00:00Z","precision":11,"calendarmodel":"http://www.wikidata.org/entity/'
    b'Q1985727"}}},"rank":"normal"}],"P26":[{"mainsnak":{"snaktype":"value","property":"P26",'
    b'"datavalue":{"type":"wikibase-entityid","value":{"entity-type":"item","numeric-id":14623681,'
    b'"id":"Q14623681"}}},"rank":"preferred"}],"P625":[{"mainsnak":{"snaktype":"value","property":'
    b'"P625","datavalue":{"type":"globecoordinate","value":{"latitude":52.2,"longitude":0.1,'
    b'"globe":"http://www.wikidata.org/entity/Q2"}}},"rank":"normal"}],"P2048":[{"mainsnak":{'
    b'"snaktype":"value","property":"P2048","datavalue":{"type":"quantity","value":{"amount":'
    b'"+1.96","unit":"1"}}},"rank":"normal"}],"P1477":[{"mainsnak":{"snaktype":"value","property":'
    b'"P1477","datavalue":{"type":"monolingualtext","value":{"text":"D","language":"en"}}}}]}}'
)
_WEBNLG: Final = b"""<?xml version="1.0" encoding="utf-8"?>
<benchmark><entries><entry category="Airport" eid="Id1" size="1"><originaltripleset><otriple>
Aarhus_Airport | cityServed | Aarhus</otriple></originaltripleset><modifiedtripleset><mtriple>
Aarhus_Airport | cityServed | "Aarhus, Denmark"</mtriple><mtriple>Aarhus_Airport | runwayLength |
2,777.0 (metres)</mtriple></modifiedtripleset><lex comment="good" lid="Id1" lang="en">The Aarhus
Airport serves Aarhus &amp; more.</lex></entry></entries></benchmark>"""
_TURTLE: Final = b"""@prefix e: <http://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
e:A a owl:Class ; rdfs:label "A"@en, "Ah"@de ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty
 e:p ; owl:someValuesFrom [ owl:unionOf ( e:B _:u ) ] ] ; owl:equivalentClass _:u .
_:u owl:intersectionOf ( e:A _:v ) . _:v owl:unionOf ( e:B _:w ) . _:w owl:complementOf e:B .
e:p a owl:ObjectProperty, owl:SymmetricProperty ; rdfs:domain e:A ; rdfs:range _:v ;
 owl:inverseOf e:q . e:q a owl:DatatypeProperty ; rdfs:range [ owl:onDatatype e:d ] .
e:a e:p e:b, "7"^^<http://www.w3.org/2001/XMLSchema#integer>, 1.5, true ; e:q '''long
text''' ."""
_NT: Final = b"""<http://example.org/a> <http://example.org/p> <http://example.org/b> .
_:x <http://example.org/p> "text \\u00e9 \\"q\\""@en .
# a comment
<http://example.org/a> <http://example.org/q> "7"^^<http://www.w3.org/2001/XMLSchema#integer> .
<http://example.org/a> <http://www.w3.org/2000/01/rdf-schema#label> "A" .
"""
_RDF: Final = b"""<?xml version="1.0"?>
<!DOCTYPE rdf:RDF [<!ENTITY xsd "http://www.w3.org/2001/XMLSchema#"><!ENTITY e "http://e.org/">]>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e.org/"
 xmlns:owl="http://www.w3.org/2002/07/owl#" xml:base="http://e.org/">
<owl:Class rdf:about="&e;a"><e:b rdf:resource="c"/><e:d rdf:datatype="&xsd;integer">7</e:d>
<e:e xml:lang="en">text &amp; more</e:e><owl:unionOf rdf:parseType="Collection"><owl:Class
 rdf:about="&e;f"/></owl:unionOf></owl:Class></rdf:RDF>"""
_JSON_LD: Final = b"""{"@context": {"e": "http://example.org/", "name": {"@id": "e:name",
 "@language": "en"}, "list": {"@id": "e:list", "@container": "@list"}}, "@graph": [{"@id": "e:a",
 "@type": "e:T", "name": "A", "e:p": [{"@id": "e:b"}, {"@value": "7", "@type": "e:int"}], "list":
 [1, 2.5, true, null]}]}"""
_COMPACT: Final = b"""{"title": "Zoo", "id": "ont_1", "concepts": [{"qid": "Q1", "label": "cat"},
 {"qid": "xsd:date", "label": "date"}], "relations": [{"pid": "P1", "label": "eats", "domain":
 "Q1", "range": ""}]}"""
_TSV: Final = b'subject\tpredicate\tobject\nQ42\tP19\tQ350\nUlm\tis in\t"x"@en\n'
_CSV: Final = b'subject,predicate,object\nQ42,P19,"Cam\nbridge"\n"Ulm","is ""in""",x\n'
_KGTK: Final = b"""id\tnode1\tlabel\tnode2
e1\tQ42\tP569\t^1952-03-11T00:00:00Z/11
q1\tQ42-P69-Q691283-0\tP580\t^1971-01-01T00:00:00Z/9
q2\te1\tP1480\tQ5727902
e2\tQ513\tP2044\t+8848.5[+8848,+8849]Q11573
e3\tQ42\tlabel\t'Ad\\'ams'@en
"""
_CODEX: Final = b"""{"P19": {"label": "place of birth", "description": "where", "wiki": null},
 "Q42": {"label": "Douglas Adams", "description": "writer"}}"""
_TEMPLATES: Final = b"""@prefix kgf: <urn:kgforge:ns#> .
@prefix wdt: <http://www.wikidata.org/prop/direct/> .
wdt:P19 kgf:template "[X] was born in [Y]."@en ; kgf:paraphrase "[Y] bore [X]."@en ."""
_RELATIONS: Final = (
    b'{"relation": "P19", "template": "[X] was born in [Y] .", "label": "place of birth", '
    b'"description": "where", "type": "N-1"}\n'
)
_BEAR: Final = b'{"P19": {"templates": ["[X] was born in [Y]."], "name": "x"}}'
_ANSWERS: Final = b"""1. based_on(Heat, L.A. Takedown)
city(Abilene (Texas), "Paris, Texas")
[["a", "b", "c"]]
- birth date | Ann | 1999

Note: (no, more)"""


def _loaded(name: str) -> Callable[[Path], object]:
    def load(path: Path) -> None:
        with open_graph(f"{name}:{path}"):
            pass

    return load


def _sql(path: Path) -> object:
    return patterns.read_query(str(path), "sql")


def _kept(*parts: str) -> bytes:
    """What a released version wrote, a few lines of it."""
    return b"".join((_KEPT.joinpath(*parts)).read_bytes().splitlines(keepends=True)[:400])


def _folder(read: Callable[[Path], object]) -> Callable[[Path], object]:
    """A reader of folders, of the one in which the file lies."""

    def whole(path: Path) -> None:
        found = read(path.parent)
        if isinstance(found, Iterator):
            for _ in found:
                pass

    return whole


def _parsers() -> Iterator[tuple[str, Parser]]:
    dump = b"[\n" + _ITEM + b",\n" + _ITEM.replace(b"Q42", b"Q43") + b"\n]\n"
    lines = _NT.replace(b" .\n", b" <http://example.org/g> .\n")
    trig = b"@prefix e: <http://e.org/> .\ne:g { e:a e:p e:b } GRAPH _:x { e:a e:q ( 1 e:c ) }"
    for loader, name, *samples in (
        ("trex", "t.json", _TREX),
        ("rebel", "t.jsonl", _REBEL),
        ("lama", "t.jsonl", _LAMA),
        ("wikidata", "t.json", dump, b'{"entities": {"Q42": %s}}' % _ITEM, b"{\n" + _ITEM[1:]),
        ("webnlg", "t.xml", _WEBNLG),
        ("codex", "t.json", _CODEX, b'{"Q42": ["Q5", "Q36180"], "Q43": []}'),
        ("tsv", "t.tsv", _TSV, _KGTK, b"id\tlabel_en\talias\nQ42\tAdams\tDNA\n"),
        ("tsv", "t.csv", _CSV),
        ("rdf", "t.ttl", _TURTLE),
        ("rdf", "t.nt", _NT),
        ("rdf", "t.nq", lines),
        ("rdf", "t.trig", trig),
        ("rdf", "t.n3", _TURTLE),
        ("rdf", "t.rdf", _RDF),
        ("rdf", "t.jsonld", _JSON_LD),
    ):
        key = f"{loader} {name.partition('.')[2]}"
        yield key, Parser(_loaded(loader), name, tuple(samples))
    yield "ontology ttl", Parser(ontology.read, "t.ttl", (_TURTLE,))
    yield "ontology owl", Parser(ontology.read, "t.owl", (_RDF,))
    yield "ontology json", Parser(ontology.read, "t.json", (_COMPACT, _JSON_LD))
    for name, sample in (("t.ttl", _TEMPLATES), ("t.jsonl", _RELATIONS), ("t.json", _BEAR)):
        read = Parser(lambda path: vocabulary.read_only([path]), name, (sample,))
        yield f"templates {name.partition('.')[2]}", read
    said = (b"is married to\tis wed to\n# no\nborn in\tfrom\tof\n",)
    yield "synonyms", Parser(synonyms.read_synonyms, "t.tsv", said)
    queries = [
        (_ROOT / "sql" / f"{name}.sql").read_bytes() for name in ("composite.groups", "path")
    ]
    yield "header", Parser(_sql, "t.sql", tuple(queries))
    yield (
        "answers",
        Parser(
            lambda path: parsing.parse(path.read_text("utf-8", "replace")), "t.txt", (_ANSWERS,)
        ),
    )
    yield from _of_folders()


def _of_folders() -> Iterator[tuple[str, Parser]]:
    readers: tuple[tuple[str, str, Callable[[Path], object], bytes], ...] = (
        ("mining", "mining.json", folders.read_mining, _kept("mined", "mining.json")),
        ("manifest", "manifest.json", folders.read_manifest, _kept("bench", "manifest.json")),
        ("run", "run.json", folders.read_run, _kept("run", "run.json")),
        (
            "items",
            "t.jsonl",
            lambda folder: folders.read_items(folder, "t"),
            _kept("bench", "inverse.jsonl"),
        ),
        ("responses", "responses.jsonl", folders.read_responses, _kept("run", "responses.jsonl")),
        (
            "scores",
            "scores.json",
            lambda folder: folders.read_scores(folder / "scores.json"),
            _kept("run", "scores.json"),
        ),
    )
    for key, name, read, sample in readers:
        yield key, Parser(_folder(read), name, (sample,))


PARSERS: Final = dict(_parsers())
"""Every parser by name."""

# ── Changes ─────────────────────────────────────────────────────────────────────────────────────
_NASTY: Final = (
    *(b"\x00", b"\x01", b"\x1b[31m", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\r"),
    *(b"\n", b"\t", b"\\", b'"', b"'", b"\\ud800", b"\\u0000", b"\\U00110000", b"\xe2\x80\xa8"),
    *(b"9" * 5000, b"-1", b"0", b"1e999999", b"+1E999999999", b"NaN", b"-0", b"1.5", b"null"),
    *(b"true", b"{}", b"[]", b'""', b"[" * 3000, b'{"a":' * 3000, b"(" * 3000, b"-" * 3000),
    *(b"[ <x:p> " * 3000, b"not " * 3000, b"<a>" * 3000, b"]]>", b"<!--", b"&x;", b"&#0;", b"&"),
    *(
        b"<!ENTITY y '&y;'>",
        b"^^<",
        b"@en-",
        b"<x y>",
        b"<http://[::1]/%zz>",
        b"_:b",
        b"P31",
        b"Q0",
    ),
    *(b" | ", b"$x", b"#", b"--", b"<<( <x:a> <x:b> <x:c> )>>", b"+9999999999999999-00-00T"),
    *(b"1" + b",111" * 40 + b"x", b"a " * 300, b"<!x>" * 40),
)
_TOKENS: Final = re.compile(rb'"(?:[^"\\]|\\.)*"|[\w.+:/-]+|\s+|.', re.S)


def changed(chance: random.Random, samples: tuple[bytes, ...]) -> bytes:
    """A sample with some of its bytes or words replaced, repeated, moved or taken away."""
    data = chance.choice(samples)
    for _ in range(chance.choice((0, 1, 1, 1, 2, 3, 8))):
        data = chance.choice(_CHANGES)(chance, data)
    return data


def _place(chance: random.Random, data: bytes) -> int:
    return chance.randint(0, len(data))


def _insert(chance: random.Random, data: bytes) -> bytes:
    place = _place(chance, data)
    return data[:place] + chance.choice(_NASTY) + data[place:]


def _cut(chance: random.Random, data: bytes) -> bytes:
    return data[: _place(chance, data)]


def _flip(chance: random.Random, data: bytes) -> bytes:
    place = _place(chance, data)
    return data[:place] + bytes([chance.randrange(256)]) + data[place + 1 :]


def _replace_word(chance: random.Random, data: bytes) -> bytes:
    words = _TOKENS.findall(data) or [b""]
    by = chance.choice(_NASTY if chance.random() < 0.6 else words)
    words[chance.randrange(len(words))] = by if chance.random() < 0.8 else b'"%s"' % by
    return b"".join(words)


def _drop_words(chance: random.Random, data: bytes) -> bytes:
    words = _TOKENS.findall(data)
    start = chance.randint(0, len(words))
    del words[start : start + chance.choice((1, 1, 2, 5, 20))]
    return b"".join(words)


def _repeat(chance: random.Random, data: bytes) -> bytes:
    start, end = sorted((_place(chance, data), _place(chance, data)))
    piece = data[start : min(end, start + 200)] * chance.choice((1, 2, 50))
    return data[:end] + piece + data[end:]


_CHANGES: Final = (_insert, _cut, _flip, _replace_word, _replace_word, _drop_words, _repeat)


# ── The process ─────────────────────────────────────────────────────────────────────────────────
def tried(parser: Parser, data: bytes, folder: Path) -> None:
    """Let a parser read bytes. Whatever it raises but kgforge's error, of one line, is raised."""
    path = folder / parser.name
    path.write_bytes(data)
    try:
        parser.read(path)
    except KgforgeError as error:
        assert len(str(error).splitlines()) == 1, repr(str(error))


def _peak() -> int:
    """The most memory that this process has taken, in kB.

    The count of ``getrusage`` would begin with what the process that started this one had.
    """
    status = Path("/proc/self/status").read_text()
    return int(re.findall(r"VmHWM:\s+(\d+) kB", status)[0])


def _main(name: str, folder: Path, seed: str, much: str) -> None:
    faulthandler.enable()
    resource.setrlimit(resource.RLIMIT_AS, (_ADDRESSES, _ADDRESSES))
    parser = PARSERS[name]
    if much.endswith("s"):
        _explore(parser, folder, seed, int(much[:-1]))
        return
    for sample in parser.samples:  # which also imports what the parser needs
        tried(parser, sample, folder)
    for number in range(int(much)):
        signal.alarm(SECONDS)
        tried(parser, changed(random.Random(f"{seed} {name} {number}"), parser.samples), folder)
    signal.alarm(0)
    peak = _peak()
    assert peak < MEMORY, f"{peak} kB"


def _ours() -> Iterator[Callable[..., object]]:
    """The functions of kgforge's modules, as far as they are loaded."""
    for name, module in sorted(sys.modules.items()):
        if name.startswith("kgforge"):
            yield from (
                value
                for value in vars(module).values()
                if isinstance(value, FunctionType) and value.__module__ == name
            )


def _explore(parser: Parser, folder: Path, seed: str, seconds: int) -> None:
    """Let atheris change the samples, guided by the paths that it finds through our code."""
    import atheris

    for sample in parser.samples:  # which imports what is then instrumented
        tried(parser, sample, folder)
    for function in list(_ours()):
        atheris.instrument_func(function)
    corpus = folder / "corpus"
    corpus.mkdir()
    for number, sample in enumerate(parser.samples):
        (corpus / str(number)).write_bytes(sample)

    def custom(data: bytes, size: int, chance: int) -> bytes:
        found = changed(random.Random(chance), (bytes(data),))
        return bytes(atheris.Mutate(found[:size], size)) if chance % 2 else found[:size]

    number = random.Random(seed).randrange(1, 1 << 31)
    limits = [f"-max_total_time={seconds}", f"-timeout={SECONDS}", f"-seed={number}"]
    # Its own limit holds what the parent had when it made this process against the process.
    more = ["-rss_limit_mb=0", "-max_len=50000", f"-artifact_prefix={folder}/"]

    def within(data: bytes) -> None:
        tried(parser, data, folder)
        assert _peak() < MEMORY, f"{_peak()} kB"

    atheris.Setup(
        [sys.argv[0], *limits, *more, str(corpus)],
        within,
        custom_mutator=custom,
    )
    atheris.Fuzz()


if __name__ == "__main__":
    _main(sys.argv[1], Path(sys.argv[2]), sys.argv[3], sys.argv[4])
