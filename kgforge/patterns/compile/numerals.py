"""How literals of numbers are spelt (XML Schema 1.1 Part 2, sections 3.3 and 3.4).

One that is spelt otherwise, as *1e5* of a decimal, has no value. A decimal has at most 18 digits
that count behind its point, as Oxigraph's: with more it has no value either. The regular
expressions mean the same to all engines, and are written without a backslash or a quote.
"""

from typing import Final

INTEGER: Final = "[+-]?[0-9]+"
DECIMAL: Final = "[+-]?([0-9]+([.][0-9]{0,18}0*)?|[.][0-9]{1,18}0*)"
FINITE: Final = "[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][+-]?[0-9]+)?"
"""A double, but for the infinite ones and NaN."""
DOUBLE: Final = f"({FINITE}|[+-]?INF|NaN)"
