"""PyKEEN's composition patterns, in an environment of its own that has PyKEEN.

``PYTHON -m benchmarks.rules.compositions triples.tsv`` prints of each pattern that holds somewhere
the relation r3 of r1(x, y), r2(y, z) ⇒ r3(x, z), PyKEEN's support, which is the body's distinct
(x, z), and of how many of those r3 holds. PyKEEN says neither r1 nor r2, and lets entities be the
same. It imports nothing of kgforge.
"""

import json
import sys
from pathlib import Path


def main(path: Path) -> None:
    from pykeen.triples import analysis

    triples = [line.split("\t") for line in path.read_text().splitlines()[1:]]
    terms = {term for s, _, o in triples for term in (s, o)}
    entities = {term: number for number, term in enumerate(terms)}
    names = list({p for _, p, _ in triples})
    relations = {name: number for number, name in enumerate(names)}
    mapped = [(entities[s], relations[p], entities[o]) for s, p, o in triples]
    found = analysis.iter_ternary_patterns(mapped, analysis.index_pairs(mapped))
    rules = [
        [names[one.relation_id], one.support, round(one.support * one.confidence)]
        for one in found
        if one.confidence
    ]
    json.dump({"rules": rules}, sys.stdout)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
