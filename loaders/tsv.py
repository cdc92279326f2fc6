"""Tables of triples: text between tabs, commas or other delimiters, or Parquet.

A table is facts only where it is known what its columns hold; else it is refused, and its first
lines are shown. Known are

- a header that names ``subject``, ``predicate`` and ``object`` (or head, relation, tail; h, r, t;
  s, p, o; source, relation, target) in any case; further columns are left alone, and told,
- the tables of UMLS, SNOMED CT and Gene Ontology (``_tables/published.py``),
- KGTK's header ``node1``, ``label``, ``node2``: its labels, aliases and descriptions are names,
- a header of labels: a first column that is called as ids are (``id``, ``qid``, ``entity``), no
  end of an edge besides (``source``, ``target``, as Gephi has them), and columns ``label``,
  ``alias`` and ``description``, each with a language (``label_en``) or in the first one asked for,
- the splits of a data set in one folder (``train``, ``valid``, ``test``), the names beside them
  (``entity2text``, ``relation2text``), and verified negatives (``test_negatives``, ``neg``), which
  are no facts; nor are rows of which a column with a header (``sign``, ``truth``) says -1 or false,
- OpenKE's splits (``train2id.txt``), LibKGE's (``train.del``) and others whose numbers stand for
  the names beside them,
- ids throughout: Wikidata's, IRIs, CURIEs, paths as of Freebase. Pairs of a qualifier and its
  value may follow, which are left out and counted,
- ``--columns``; and three columns of names where the table was named (``tsv:FILE``), unless the
  first line seems to be a header or none of its cells occurs again (``--no-header`` where it is a
  fact), or the second column seems to hold no predicates.

Cells become terms:

- Wikidata's ids are its IRIs: ``Q42`` and ``P31`` are entities, ``P31`` in the predicate's place is
  ``wdt:P31``,
- IRIs (with ``//`` or ``urn:``, also in angle brackets) and CURIEs of a shared prefix (``dbr:Ulm``)
  are what they say,
- literals in N-Triples form (``"x"@en``) stay; one as a subject or predicate is skipped,
- the object of ``rdfs:label`` and other predicates of names is a name; so is that of ``label``,
  ``name``, ``alias`` and ``description`` where the subject is an id,
- all else is a name, percent-encoded under ``base``. In a table of names a short number and a
  letter with digits (``1984``, ``K2``) get a label for all languages: alone they may be ids.

In a file of labels an id is read as in a triple; that of a Wikidata property names the predicate. A
column ``language`` says in which language the names of its row are. A label without a language is
in the first one asked for (of ``all``: ``mul``, which holds in any).

Lines that begin with ``#`` or ``!`` are remarks before the first row, and later where they have one
cell.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from kgforge.loaders import _tables
from kgforge.schema import Entry, ReadOptions

SUFFIXES: Final = (
    ".tsv", ".csv", ".tab", ".txt", ".del", ".parquet", ".srj", ".srx", ".rrf", ".gaf", ".gpad",
)  # fmt: skip
LICENCE: Final = None


def recognises(path: Path) -> bool:
    """Whether a file is a table; what its columns hold, reading tells."""
    return _tables.is_table(path)


def licence(path: Path) -> str | None:
    """The licence that remarks before the first row state (SSSOM's ``#license:``)."""
    return _tables.licence(path)


def read(path: Path, options: ReadOptions) -> Iterator[Entry]:
    """The file's statements and labels, then the labels of the files beside it.

    Raises RefusedError where it is not known what the columns hold, SourceError for columns that
    are not there; a line that cannot be used is skipped.
    """
    yield from _tables.read(path, options)


def written(path: Path, options: ReadOptions) -> Iterator[Entry | bytes]:
    """As ``read``, plain facts as lines of N-Triples, which a store reads by itself."""
    yield from _tables.written(path, options)


def names(options: ReadOptions) -> Iterator[Entry]:
    """The labels of the files beside a source (``ReadOptions.labels``)."""
    yield from _tables.names(options)
