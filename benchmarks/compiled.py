"""Compile every query that ships, so that its texts are kept as after a user's first commands.

``python -m benchmarks.compiled`` prints how many there are. They lie in the cache of kgforge.
"""

import json
import sys
from contextlib import suppress

from kgforge import resources
from kgforge.errors import PatternError
from kgforge.patterns import read_query
from kgforge.patterns.compile import compiled


def main() -> int:
    """How many texts are compiled; what a language cannot say is left out."""
    count = 0
    for path in sorted(resources.folder("sparql").rglob("*.rq")):
        query = read_query(path, "sparql")
        for language in ("sql", "cypher"):
            with suppress(PatternError):
                compiled(query, language)
                count += 1
    return count


if __name__ == "__main__":
    json.dump({"compiled": main()}, sys.stdout)
