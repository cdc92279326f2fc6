"""Paths of predicates: several, one after the other, stand in a fact where one else does."""

import re
from collections.abc import Iterable
from functools import lru_cache


def joined(hops: Iterable[str]) -> str:
    """Several predicates one after the other, as SPARQL writes them; one alone as it is.

    >>> joined(["urn:a", "urn:b"]), joined(["urn:a"])
    ('<urn:a>/<urn:b>', 'urn:a')
    """
    one, *more = hops
    return "/".join(f"<{hop}>" for hop in (one, *more)) if more else one


@lru_cache(maxsize=1 << 12)
def hops(predicate: str) -> tuple[str, ...]:
    """The predicates of a path; a predicate by itself is one.

    >>> hops("<urn:a>/<urn:b>"), hops("urn:a")
    (('urn:a', 'urn:b'), ('urn:a',))
    """
    return tuple(re.findall(r"<([^>]*)>", predicate)) or (predicate,)
