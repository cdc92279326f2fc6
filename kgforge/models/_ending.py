"""Where an open answer ends that goes on from a statement."""

import re

from kgforge import stops


def ending(after: str) -> re.Pattern[str]:
    """Where an open answer ends: a newline, or the first word or mark that follows the slot.

    A full stop after a single letter or an abbreviation belongs to a name (``stops``).

    >>> ending(".").search("J. Doe. He").start()
    6
    >>> ending(".").search("St. Petersburg. It").start()
    14
    >>> ending(" is a town").search("This Isle is a").start()
    10
    """
    found = re.search(r"\w+|[^\w\s]\w*", after)
    mark = found[0] if found else "."
    inside = r"(?<!\w)" if mark[0].isalnum() else stops.IN_NAME
    return re.compile(rf"\n|{inside}{re.escape(mark)}(?=\s|$)")
