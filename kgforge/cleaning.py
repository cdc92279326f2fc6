r"""Mending names that other programs have damaged: invisible marks, markup, escapes, mojibake.

Most texts are sound, and one regular expression tells so. What it doubts is mended here, and by
ftfy, which undoes wrong decodings and foreign widths.

What is left as it is: joiners between letters, which Persian and the languages of India spell
with, and within emoji; angle brackets around anything but the tags of HTML; backslashes before
anything but an escape of JSON.
"""

import html
import re
import unicodedata
from functools import lru_cache
from typing import Final
from urllib.parse import unquote

MENDED: Final = "an invisible mark, markup or mojibake in a name: mended"
"""What is said of a row or label that has one."""

_SUSPECT: Final = re.compile(
    "["
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\xa0\xad"  # control characters, no-break space, soft hyphen
    "\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e"  # joiners and fillers that nothing shows
    "\u200b-\u200f\u2028-\u202f\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb"
    "\uff01-\uff9f"  # wide Latin, narrow katakana
    "\ufffd"
    "]"
    r"|&(?:\w+|#\d+|#[xX][0-9a-fA-F]+);"  # an entity of HTML
    r"|</?[A-Za-z][^<>]*>|<!--"  # a tag
    r"|\\(?:u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|x[0-9a-fA-F]{2}|[nrt/\"'|,;&_#%])"  # an escape
    r"|\[\[|''|\{\{|\[https?:"  # a link, emphasis or template of MediaWiki
    r"|\]\(|\*\*|\A[*`].*[*`]\Z"  # a link or emphasis of Markdown
    r'|\A\s*".*"(?:@[A-Za-z]|\^\^)'  # a literal as Turtle writes it
    r"|\A\s*\[[XY]\]\s*\w"  # a place of a template, or a mark of Read codes
    "|[\ufe0e\ufe0f]"  # how an emoji is shown, and in a word nothing
    r"|%[0-9A-Fa-f]{2}"  # a letter as IRIs may write it
    r"|\[[^\[\]]{1,20}\]\s*\Z"  # the mark of a footnote
    # UTF-8 that was read as Latin-1, Windows-1252 or Mac Roman: a lead byte and what follows it
    "|[\xc2-\xf4\u0192\u2030\u0152\u0160\u017d√][\x80-\xbf\u0152-\u0178\u02c6\u02dc\u2013-\u203a\u20ac\u2122]"
    "|[\xc2-\xf4][\u00a0 ]"
)
"""What may be damage; sound texts have next to none of it."""

_INVISIBLE: Final = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f"
    "\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]"
)
_JOINER: Final = re.compile("[\u200c\u200d]+")
_BROKEN: Final = re.compile("[\x85\u2028\u2029]")
_TAG: Final = re.compile(
    r"</?(?:a|abbr|acronym|address|b|bdi|bdo|big|br|center|cite|code|dd|del|dfn|div|dl|dt|em|font|"
    r"h[1-6]|hr|i|img|ins|kbd|li|mark|nobr|nowiki|ol|p|pre|q|ref|rp|rt|ruby|s|samp|small|span|"
    r"strike|strong|sub|sup|table|tbody|td|th|tr|tt|u|ul|var|wbr)(?:\s[^<>]*=[^<>]*)?\s*/?\s*>",
    re.IGNORECASE,
)
_ANY_TAG: Final = re.compile(r"</?[A-Za-z_](?:[^<>\"']|\"[^\"]*\"|'[^']*')*>|<[?!][^<>]*>")
_COMMENT: Final = re.compile(r"<!--.*?-->", re.DOTALL)
_BREAK: Final = re.compile(r"<(?:br|p|div|li|hr|td|tr)\b[^<>]*>", re.IGNORECASE)
_ENTITY: Final = re.compile(r"&(?:[A-Za-z]\w*|#\d+|#[xX][0-9a-fA-F]+);")
_LINK: Final = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]+)\]\]")
_EMPHASIS: Final = re.compile(r"(?<!')('{2,3}|'{5})(?!')(.+?)(?<!')\1(?!')")
_ESCAPE: Final = re.compile(r"(?:\\u[0-9a-fA-F]{4})+|\\U[0-9a-fA-F]{8}|\\x[0-9a-fA-F]{2}")
_LINE_END: Final = re.compile(r"\\[nrt](?=[A-Z\d\s(]|$)")
"""A line end or tab as JSON writes it. Before a small letter it may begin a command of TeX."""
_QUOTE: Final = re.compile(r"\\([/\"'|,;&_#%])")
"""A sign that an exporter has escaped, for JSON, CSV, Markdown or LaTeX."""
_NOTE: Final = re.compile(r"<ref\b[^<>]*/>|<ref\b[^<>]*>.*?</ref\s*>", re.I | re.S)
"""A reference of MediaWiki, with its text."""
_ICON: Final = re.compile(
    r"\s*\{\{\s*(?:flag ?icon|flagdeco|coat of arms|icon|ref|efn|sfn|cn|citation needed|dagger)"
    r"(?: image)?\s*(?:\|[^{}]*)?\}\}",
    re.I,
)
"""A template of MediaWiki that shows a picture or a note beside a name."""
_WRAPPER: Final = re.compile(
    r"\{\{\s*(?:nowrap|nobr|nobold|small|big|smaller|unicode|transl?\|[a-z-]+|lang\|[a-z-]+)\s*"
    r"\|([^{}|]*)\}\}",
    re.I,
)
"""One that shows its text as it is."""
_FILE: Final = (
    r"(?:File|Image|Datei|Bild|Fichier|Archivo|Imagen|Immagine|Ficheiro|Bestand|Plik|Файл)"
)
_FILE_LINK: Final = re.compile(rf"\s*\[\[\s*{_FILE}:[^\[\]]*\]\]", re.I)
_WIKI_MARKUP: Final = re.compile(
    rf"\{{\{{[^{{}}]*\}}\}}|\{{\||{_FILE}:[^|]*\.(?:svg|png|jpe?g|gif|tiff?|webp|og[gv]|pdf)\s*\|",
    re.I,
)
_EXTERNAL: Final = re.compile(r"\[https?://[^\s\[\]]+\s+([^\[\]]+)\]")
"""A link of MediaWiki to another site, with its text."""
_MARKDOWN_LINK: Final = re.compile(
    r"!?\[([^\[\]]+)\]\((?:https?://|mailto:|/|#|\./)[^()\s]*(?:\([^()\s]*\)[^()\s]*)*"
    r"(?:\s+\"[^\"]*\")?\)"
)
_BOLD: Final = re.compile(r"(?<![\w*])\*\*(?=[^\s*])([^*]+)(?<=[^\s*])\*\*(?![\w*])")
_WHOLLY: Final = re.compile(r"\A(?:\*([^*\s][^*]*[^*\s])\*|`([^`]+)`)\Z")
"""A name that is emphasised as a whole, in Markdown."""

_LITERAL: Final = re.compile(
    r'\s*"(?P<text>[^"]*)"(?:@[A-Za-z]{2,3}(?:-[A-Za-z\d]{1,8})*|\^\^\S+)\s*'
)
"""A literal of RDF that was read as a text."""

_PLACE: Final = re.compile(r"\A\s*\[[XY]\]\s*(?=\w)")

_WIDE: Final = re.compile("[\uff01-\uff9f]+")
_EAST_ASIAN: Final = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uff66-\uff9f]")
"""Kana, narrow kana, Chinese characters and Hangul, among which wide punctuation is usual."""
_LOST: Final = re.compile(r"\?\?\?|\ufffd|.*(?:\ufffd|[^\W\d_]\?+[^\W\d_A-Z])", re.DOTALL)
LOST: Final = "a name whose letters are lost (????, M?nchen, or U+FFFD in it)"
"""The reason for which such a name is none."""

UNKNOWN: Final = frozenset({
    "unknown", "missing", "unbekannt", "inconnu", "desconocido", "sconosciuto", "neznámo",
})  # fmt: skip
"""Words that stand in a fact where nothing is known, and are names in a table of names."""
MISSING: Final = UNKNOWN | frozenset({
    "NULL", "null", "NaN", "nan", "-NaN", "-nan", "NaT", "NA", "N/A", "n/a", "<NA>", "None",
    "<null>", "<NULL>", "(null)", "(NULL)", "[null]", "[NULL]", "undefined", "UNDEF", r"\N",
    "1.#IND", "1.#QNAN", "-1.#IND", "-1.#QNAN", "n.a.", "N.A.",
    "sssom:NoTermFound", "?", "-", "--", "---", "–", "—", ".", "..", "...", "…",
    "N/D", "n/d", "N.D.", "n.d.", "S/D", "s/d", "s.d.", "N/B", "n/b", "b/d", "B/D", "b.d.",
    "k.A.", "k. A.", "k.a.", "k. a.", "n. d.", "n. a.", "s. d.", "b. d.", "н/д", "Н/Д", "н.д.",
    "н. д.", "keine Angabe", "keine Angaben", "nicht verfügbar", "sin datos",
    "sin dato", "no disponible", "non disponible", "não disponível",
    "sem dados", "brak danych", "neuvedeno", "nezjištěno",
    "není k dispozici", "нет данных", "не указано", "no data", "not available", "not applicable",
    "none", "NONE", "__HIVE_DEFAULT_PARTITION__", "NA_character_", "NA_integer_", "NA_real_",
    "NA_complex_", "Not Specified", "Not specified", "not specified", "NOT SPECIFIED",
    "unspecified", "Unspecified", "Not Available", "Not available", "NOT AVAILABLE",
    "Not Applicable", "Not applicable", "NOT APPLICABLE", "Not Known", "Not known", "Not Provided",
    "Not provided", "not provided", "Not Given", "Not Reported", "not reported", "Not Recorded",
    "not recorded", "No Data", "No data", "NO DATA", "No Value", "No value", "no value",
    "[unknown]", "[Unknown]", "<unknown>", "<Unknown>", "{unknown}", "[none]", "[None]", "<none>",
    "<None>", "[N/A]", "[n/a]", "<N/A>", "(n/a)", "(N/A)", "[missing]", "<missing>", "[blank]",
    "<blank>", "<empty>", "[empty]", "<Null>", "[Null]", "(Null)", "<nil>", "(nil)",
    "@NULL@", "@NA", "#NULL", "$null$", "\\NULL", "NaNs", "''", '""', "``", "s.n.", "s. n.",
    "Sin datos", "Sin dato", "sin especificar", "Sin especificar", "No disponible", "No aplica",
    "no aplica", "Non disponible", "non renseigné", "Non renseigné", "Keine Angabe",
    "Keine Angaben", "Nicht verfügbar", "nicht angegeben", "Nicht angegeben", "Não disponível",
    "Sem dados", "Brak danych", "Neuvedeno", "non specificato", "Non specificato", "onbekend",
    "nieznany", "неизвестно", "Нет данных", "不明", "未知", "*", "**", "***", "****",
    "nil", "TBD", "tbd", "TBA", "tba", "none given", "None given", "not given", "not known",
    "(blank)", "(Blank)", "(empty)", "(none)", "(None)", "(missing)",
    "(unknown)", "(Leer)", "(leer)", "(vide)", "(vacío)", "(Vacío)", "(vacio)", "(en blanco)",
    "(em branco)", "(vazio)", "(vuoto)", "(vuota)", "(leeg)", "(puste)", "(prázdné)", "(tom)",
    "(пусто)",
})  # fmt: skip
"""What tables have where nothing is known: as pandas, R, SQL dumps, Weka, pivot tables and people
in several languages write.

``Null``, ``Nan`` and ``Na`` are names, and no tool writes a missing value so.
"""
_DOUBTFUL: Final = frozenset({"NA", "None", "nil", "undefined"})
"""Of these the ones that a literal of RDF may mean: the code of Namibia, a concept of logic."""
_UNNAMED: Final = frozenset({
    "NULL", "null", "NaN", "nan", "N/A", "n/a", "<NA>", r"\N", "<null>", "<NULL>", "(null)",
    "(NULL)", "[null]", "[NULL]",
    "#N/A", "#REF!", "#NAME?", "#VALUE!", "n.a.", "N.A.", "k.A.", "k. A.", "(blank)", "(empty)",
})  # fmt: skip
"""What a database or spreadsheet leaves in place of a name; *Null* is a name."""

_SELECTOR: Final = re.compile("(?<=[^\\W_])(?<![\u2100-\u214f])[\ufe0e\ufe0f](?!\u20e3)")
_ENCODED: Final = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_OF_WORDS: Final = re.compile(r"(?<=\w)%(?:20|27|28|29|2C)(?=\w)", re.I)
"""What stands for a blank or a mark in a name that has no blank."""
_FOOTNOTE: Final = re.compile(
    r"(?:(?<=\w\w\w)|(?<=\w\w\w[\s)]))(?:\[(?:\d{1,3}|[a-z]|(?:note|nb|lower-alpha|Anm\.)\s?\d{1,3}"
    r"|citation needed|clarification needed|update|edit)\]\s*)+\Z"
)
"""The marks of footnotes, as tables that were copied from Wikipedia have them."""
_CONTROL: Final = re.compile("(?<=[A-Za-z])[\x80-\x9f](?=[A-Za-z]|\\Z)")
"""A letter of an old code page, which was read as Latin-1."""
_OLD: Final = "cp850"
_EMOJI: Final = ("\U0001f000", "\U0001faff")


def is_lost(text: str) -> bool:
    r"""Return whether letters of a name were lost, so that nobody can mend it.

    >>> [is_lost(text) for text in ("????", "?? (??)", "M\ufffdnchen", "M?nchen", "Hawai?i")]
    [True, True, True, True, True]
    >>> [is_lost(text) for text in ("?", "Who?", "Ulm ???", "(?)", "What? No", "http://e.org/?q")]
    [False, False, False, False, False, False]
    """
    if "?" not in text and "\ufffd" not in text:
        return False
    is_bare = text.count("?") > 1 and not any(map(str.isalnum, text))
    return is_bare or ("//" not in text and _LOST.match(text) is not None)


def is_no_label(text: str) -> bool:
    """Return whether a label says that there is none.

    >>> [text for text in ("N/A", "NULL", "Null", "unknown", "Namibia") if is_no_label(text)]
    ['N/A', 'NULL']
    """
    return text in _UNNAMED


def is_no_value(text: str) -> bool:
    """Return whether a literal of text says that nothing is known.

    >>> [text for text in ("N/A", "NULL", "NA", "unknown", "Unknown") if is_no_value(text)]
    ['N/A', 'NULL', 'unknown']
    """
    return text in _UNNAMED or (text in MISSING and text not in _DOUBTFUL)


def difference(before: str, after: str) -> str:
    """Return what became of a name, for a message.

    >>> difference("AT&amp;T", "AT&T")
    "'AT&amp;T' is now 'AT&T'"
    """
    return f"{before[:40]!r} is now {after[:40]!r}"


def has_wiki_markup(text: str) -> bool:
    """Return whether a text has a template or file of MediaWiki, of which no name can be made.

    >>> has_wiki_markup("St. Louis, {{flag|US}}"), has_wiki_markup("York, {{flagicon|England}}")
    (True, False)
    """
    if "{" not in text and "|" not in text:
        return False
    return _WIKI_MARKUP.search(_without_templates(text)) is not None


def _without_templates(text: str) -> str:
    """Return a text without links to files and icons; what templates leave as it is stays."""
    return _WRAPPER.sub(r"\1", _ICON.sub("", _FILE_LINK.sub("", text)))


MARKS: Final = (
    "\xad\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\ufeff"
)
"""Marks that are not printed: around an id they are no part of it."""


def is_suspect(text: str) -> bool:
    """Return whether a text may be damaged: a quick test, which sound texts hardly ever fail."""
    return _SUSPECT.search(text) is not None


def clean_text(text: str) -> str:
    r"""Return a name as it was before other programs damaged it; a sound one as it is.

    Invisible marks go; tags and entities of HTML, links and emphasis of MediaWiki, and escapes of
    JSON become what they stand for, and so do percent-encoded letters; marks of footnotes at the
    end go; UTF-8 that was decoded wrongly is decoded rightly; wide Latin letters and narrow
    katakana get their usual width. Letters are then composed (NFC), and any white space is one
    blank.

    >>> clean_text("Ul\u00adm\u200b"), clean_text("AT&amp;T"), clean_text("<i>Homo sapiens</i>")
    ('Ulm', 'AT&T', 'Homo sapiens')
    >>> clean_text("M\u00c3\u00bcnchen"), clean_text(r"Caf\u00e9 Ulm"), clean_text(r"Ulm\nCity")
    ('München', 'Café Ulm', 'Ulm City')
    >>> clean_text("[[Berlin|the capital]]"), clean_text("\uff35\uff4c\uff4d")
    ('the capital', 'Ulm')
    >>> clean_text('"Ulm"@de'), clean_text('"Heroes"'), clean_text("[X] Ulm")
    ('Ulm', '"Heroes"', 'Ulm')
    >>> clean_text("a <b c> d"), clean_text("AC/DC & Co"), clean_text("می\u200cخواهم")
    ('a <b c> d', 'AC/DC & Co', 'می\u200cخواهم')
    """
    return _cleaned(text) if _SUSPECT.search(text) else text


@lru_cache(maxsize=1 << 14)
def _cleaned(text: str) -> str:
    import ftfy

    if literal := _LITERAL.fullmatch(text):
        text = literal["text"]
    text = _PLACE.sub("", text)
    text = _decoded(_CONTROL.sub(_of_code_page, _ESCAPE.sub(_unescaped, text)))
    text = _QUOTE.sub(r"\1", _LINE_END.sub(" ", text))
    # Twice: what was escaped for XML and for HTML is &amp;eacute;
    text = _ENTITY.sub(_of_entity, _ENTITY.sub(_of_entity, text))
    text = _TAG.sub("", _BREAK.sub(" ", _NOTE.sub("", _COMMENT.sub("", text))))
    text = _EMPHASIS.sub(r"\2", _LINK.sub(r"\1", _without_templates(text)))
    text = _BOLD.sub(r"\1", _MARKDOWN_LINK.sub(r"\1", _EXTERNAL.sub(r"\1", text)))
    text = _WHOLLY.sub(lambda whole: whole[1] or whole[2], text.strip())
    text = ftfy.fix_text(
        text,
        unescape_html=False,
        remove_terminal_escapes=True,
        fix_character_width=False,
        fix_latin_ligatures=False,
        uncurl_quotes=False,
        normalization="NFC",
    )
    text = _WIDE.sub(_of_usual_width, text)
    text = _JOINER.sub(_joined, _INVISIBLE.sub("", _BROKEN.sub(" ", text)))
    text = _FOOTNOTE.sub("", _SELECTOR.sub("", text))
    return unicodedata.normalize("NFC", " ".join(text.split()))


_MARKS_OF_LISTS: Final = re.compile(r"\s*[*#•]\s*(?=\S)")
_DOCUMENT: Final = re.compile(
    r"\s*<(?:\?xml|!DOCTYPE|(?:\w+:)?(?:math|svg|html|body|script)\b)", re.I
)
_ADDRESS: Final = re.compile(
    r"\s*(?:[A-Za-z][A-Za-z\d+.-]*://\S+|(?:mailto:)?[\w.+-]+@[\w-]+(?:\.[\w-]+)+)\s*"
)
_FILE_NAME: Final = re.compile(
    r"(?:[A-Za-z]:|file:|/|\.\.?/)\S*[\\/]\S+\.?\S*"
    r"|[^\n]+\.(?:jpe?g|png|gif|svgz?|tiff?|webp|bmp|ico|og[gav]|mp[34]|webm|wav|flac|pdf|djvu|stl|docx?|xlsx?)",
    re.I,
)
"""A path of a computer's, or the name of a file of pictures, sound or film."""
_HASH: Final = re.compile(
    r"(?:(?:md5|sha-?\d+)[:-])?(?:[0-9a-f]{32,}|(?=.*\d)[0-9a-f]{40,})|(?:md5|sha-?\d+):\S+"
    r"|[{(]?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}[)}]?",
    re.I,
)


def text_of_value(text: str) -> str:
    r"""Return what a literal of text says, mended as names are; empty where nobody can read it.

    So it is where it says that nothing is known, is a list or template of MediaWiki's, a document
    of XML, an address on the web, a file or a hash.

    >>> text_of_value('<a href="http://e.org">Best Caf\u00e9</a>'), text_of_value("K&#246;ln\u00a0")
    ('Best Café', 'Köln')
    >>> [text_of_value(text) for text in ("N/A", "* Big Smoke\n* Great Wen", "<math></math>")]
    ['', '', '']
    >>> [text_of_value(text) for text in ("M.jpg", r"C:\Users\ben", "ann@e.org", "AC/DC", "m/ Ulm")]
    ['', '', '', 'AC/DC', 'm/ Ulm']
    >>> text_of_value("* Big Smoke"), text_of_value("Domine dirige nos\n(Latin)")
    ('Big Smoke', 'Domine dirige nos (Latin)')
    """
    if any(form.fullmatch(text.strip()) for form in (_ADDRESS, _FILE_NAME, _HASH)):
        return ""
    if _DOCUMENT.match(text):
        return ""
    lines = [line for line in text.splitlines() if line.strip()]
    if "*" in text or "#" in text or "•" in text:
        count = sum(_MARKS_OF_LISTS.match(line) is not None for line in lines)
        if count > 1:
            return ""
        if count == len(lines) == 1 and lines[0].lstrip()[0] in "*•":
            text = _MARKS_OF_LISTS.sub("", lines[0], count=1)
    mended = " ".join(clean_text(text).split())
    is_unreadable = is_no_value(mended) or is_lost(mended) or has_wiki_markup(text)
    return "" if is_unreadable else mended


def text_of_markup(markup: str) -> str:
    """Return the text of XML or HTML, without its tags and comments.

    >>> text_of_markup('<b xmlns:x="http://e.org/">old</b> town'), text_of_markup("<p>R&amp;D</p>")
    ('old town', 'R&D')
    """
    text = _ANY_TAG.sub("", _BREAK.sub(" ", _COMMENT.sub("", markup)))
    return " ".join(html.unescape(text).split())


def _decoded(text: str) -> str:
    """Return a text whose letters are percent-encoded with these letters; any other as it is."""
    if "%" not in text:
        return text
    try:
        plain = unquote(text, errors="strict")
    except UnicodeDecodeError:
        return text
    is_of_letters = any(not unquote(code).isascii() for code in _ENCODED.findall(text))
    return plain if is_of_letters or (" " not in text and _OF_WORDS.search(text)) else text


def _of_code_page(control: re.Match[str]) -> str:
    """Return a control character as the letter or mark of Windows or else of DOS that it was."""
    byte = control[0].encode("latin-1")
    letter = byte.decode("cp1252", errors="replace")
    if letter.isalpha() or letter in "‘’–—":
        return control[0]  # as ftfy reads it
    letter = byte.decode(_OLD)
    return letter if letter.isalpha() else control[0]


def _of_usual_width(wide: re.Match[str]) -> str:
    """Return wide Latin and narrow kana in their usual width; punctuation of East Asia stays."""
    is_east_asian = _EAST_ASIAN.search(wide.string) is not None
    return "".join(
        char if is_east_asian and not char.isalnum() and char < "\uff61"
        else unicodedata.normalize("NFKC", char)
        for char in wide[0]
    )  # fmt: skip


def _unescaped(escape: re.Match[str]) -> str:
    """Return the characters of an escape; the escape where they are none that can be stored."""
    digits = re.split(r"\\[uUx]", escape[0])[1:]
    units = [int(unit, 16) for unit in digits]
    if any(unit > 0x10FFFF for unit in units):
        return escape[0]
    text = "".join(map(chr, units)).encode("utf-16", "surrogatepass")
    try:
        return text.decode("utf-16")
    except UnicodeDecodeError:
        return escape[0]


def _of_entity(entity: re.Match[str]) -> str:
    return html.unescape(entity[0])


def _joined(joiner: re.Match[str]) -> str:
    """Return a joiner where spelling needs it: between letters or marks that it shapes."""
    text, start, end = joiner.string, joiner.start(), joiner.end()
    before, after = text[start - 1 : start], text[end : end + 1]
    return joiner[0][0] if before and after and _shapes(before) and _shapes(after) else ""


def _shapes(char: str) -> bool:
    """Return whether a character joins others: no Latin, Greek or Cyrillic letter, nor a blank."""
    is_emoji = _EMOJI[0] <= char <= _EMOJI[1] or "\u2190" <= char <= "\u2bff" or char == "\ufe0f"
    category = unicodedata.category(char)
    return (
        is_emoji
        or ("\u0600" <= char < "\u1100" and category in {"Lo", "Mn", "Mc", "Lm"})
        or ("\u1780" <= char <= "\u18af" and category in {"Lo", "Mn", "Mc"})
    )
