"""Upper and lower case in DuckDB as SPARQL, Spark and Neo4j have it: by Unicode's full mappings.

DuckDB's own maps each letter to one letter: *ß* to *ẞ*, where the full mapping is *SS*, and each
*Σ* to *σ*, where one at the end of a word is *ς* (The Unicode Standard, section 3.13).
"""

from functools import cache

_IGNORED = r"[\p{Mn}\p{Me}\p{Cf}\p{Lm}\p{Sk}''’.:·]*"
"""What stands between letters without parting words."""
_CASED = r"[\p{Lu}\p{Ll}\p{Lt}ªº]"


@cache
def macros() -> tuple[str, ...]:
    """``UCASE`` and ``LCASE``, as Spark calls them; they stand before DuckDB's own of that name."""
    growing = [one for one in map(chr, range(0xDF, 0xFB18)) if len(one.upper()) > 1]
    grown = "text"
    for one in growing:
        grown = f"REPLACE({grown}, '{one}', '{one.upper()}')"
    followed = rf"Σ({_IGNORED}{_CASED})"
    inner = rf"REGEXP_REPLACE(text, '{followed}', 'σ\1', 'g')"
    inner = rf"REGEXP_REPLACE({inner}, '{followed}', 'σ\1', 'g')"  # of two in a row it leaves one
    final = rf"REGEXP_REPLACE({inner}, '({_CASED}{_IGNORED})Σ', '\1ς', 'g')"
    dotted = f"REPLACE({final}, 'İ', '{'İ'.lower()}')"
    return (
        _macro("UCASE", "UPPER", "".join(growing), grown),
        _macro("LCASE", "LOWER", "Σİ", dotted),
    )


def _macro(name: str, own: str, odd: str, changed: str) -> str:
    """DuckDB's own function, before which a text with an *odd* letter is *changed*.

    A text of as many bytes as letters has none, which is quickly seen.
    """
    text = (
        f"CASE WHEN STRLEN(text) = LENGTH(text) THEN text WHEN REGEXP_MATCHES(text, '[{odd}]') "
        f"THEN {changed} ELSE text END"
    )
    return f"CREATE TEMP MACRO {name}(text) AS {own}({text})"
