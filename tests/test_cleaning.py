"""Damaged names are mended, and sound ones stay as they are."""

import time

import ftfy
import pytest

from kgforge.cleaning import clean_text, is_lost, is_suspect

DAMAGED = {
    "Ulm\u200e": "Ulm",
    "\u200fUlm": "Ulm",
    "\ufeffUlm": "Ulm",
    "Ul\u00adm": "Ulm",
    "Zoe\u200dy": "Zoey",
    "J.\u00a0R.\u00a0R. Tolkien": "J. R. R. Tolkien",
    "Procter &amp; Gamble": "Procter & Gamble",
    "&amp;eacute;t&amp;eacute;": "été",
    "&lt;i&gt;Homo&lt;/i&gt;": "Homo",
    "H<sub>2</sub>O": "H2O",
    "Ulm<br/>Donau": "Ulm Donau",
    '<a href="x">Ulm</a>': "Ulm",
    "''Mozartiana''": "Mozartiana",
    "[[Ulm]]": "Ulm",
    "\\ud83d\\ude00": "😀",
    "AC\\/DC": "AC/DC",
    'Medal \\"For Courage\\"': 'Medal "For Courage"',
    "KÃ¶ln â€“ Bonn": "Köln – Bonn",
    "æ—¥æœ¬": "日本",
    "caf√©": "café",
    "ｶﾀｶﾅ": "カタカナ",
    "ｶﾞｰﾅ": "ガーナ",
    "ＮＨＫ": "NHK",
    "Ｕｌｍ！": "Ulm!",
    "ＮＨＫ＝日本": "NHK＝日本",
    "K%C3%B6ln": "Köln",
    "New%20York": "New York",
    "Washington%2C%20D.C.": "Washington, D.C.",
    "Reykjavík\ufe0f": "Reykjavík",
    "Ulm [1]": "Ulm",
    "Ulm[2][3]": "Ulm",
    "Paris[a]": "Paris",
    "Ulm (Donau)[note 1]": "Ulm (Donau)",
    "Cura\x87ao": "Curaçao",
    "M\x81nchen": "München",
    "O\x92Brien": "O’Brien",
    "x\\, y": "x, y",
    "Jazz<ref name='a'>See p. 3</ref>": "Jazz",
    "Jazz<ref name='a' /> and Rock": "Jazz and Rock",
    "Steppenwolf \\| Demian": "Steppenwolf | Demian",
    "Procter \\& Gamble": "Procter & Gamble",
    "New\\_York": "New_York",
    "[Kiel](https://kiel.de)": "Kiel",
    "the [Kiel Canal](https://en.wikipedia.org/wiki/Kiel_(city)) region": "the Kiel Canal region",
    "**Duluth**": "Duluth",
    "*Homo sapiens*": "Homo sapiens",
    "`numpy`": "numpy",
    "[https://wien.gv.at Wien]": "Wien",
    "York, {{flagicon|England}} England": "York, England",
    "{{nowrap|New York}}": "New York",
    "{{lang|de|München}}": "München",
    "[[File:Flag of Ulm.svg|20px]] Ulm": "Ulm",
}
SOUND = (
    "São Paulo", "È possibile", "naïve", "‘Abd", "L''Aquila", "Rock 'n' Roll", "x < y > z", "<3",
    "R&D", "AT&T", "A&B; C", "<Halo:_Reach>", "$\\nu$ meson", "C:\\new", "می\u200cخواهم",
    "イル＝ド＝フランス", "愛！", "北京（市）",
    "100%", "50%20 off", "R%C3", "%E4", "F[x]", "Z[i]", "[REC]", "Bicyclo[2.2.1]heptane", "❤\ufe0f",
    "1\ufe0f\u20e3", "Who?", "Q&A [live]",
    "2**3**4", "*NSYNC", "M*A*S*H", "f(x)[y](z)", "[sic](!)", "AC\\DC",
    "नमस्\u200dते", "👨\u200d👩\u200d👧", "½", "a <b c> d", "Ω", "$\\mathbb{R}$",
)  # fmt: skip


@pytest.mark.parametrize("text", DAMAGED)
def test_damage_is_undone(text: str) -> None:
    assert clean_text(text) == DAMAGED[text]
    assert clean_text(DAMAGED[text]) == DAMAGED[text]


@pytest.mark.parametrize("text", SOUND)
def test_sound_names_stay(text: str) -> None:
    assert clean_text(text) == text


@pytest.mark.parametrize(
    "text", ["????", "?? ??", "M\ufffdnchen", "M??nchen", "S?o Paulo", "\ufffd"]
)
def test_a_name_whose_letters_are_lost_is_known(text: str) -> None:
    assert is_lost(text)


@pytest.mark.parametrize("text", [*SOUND, "?", "Therapy?", "Who? Me!", "e.org/?q=Ulm", "¿Qué?", ""])
def test_a_name_with_its_letters_is_not_lost(text: str) -> None:
    assert not is_lost(text)


@pytest.mark.parametrize("name", ["Žižek", "schön", "Ærø", "Москва", "日本", "Ελλάδα", "Łódź"])
def test_what_ftfy_can_mend_is_suspect(name: str) -> None:
    """Decode UTF-8 wrongly in both usual ways: ftfy is the judge of what can be undone."""
    for encoding in ("latin-1", "cp1252"):
        damaged = name.encode().decode(encoding, errors="ignore")
        if ftfy.fix_encoding(damaged) == name:
            assert is_suspect(damaged)
            assert clean_text(damaged) == name


def test_sound_names_cost_next_to_nothing() -> None:
    names = [f"New York {number}" for number in range(100_000)]
    started = time.process_time()
    assert [clean_text(name) for name in names] == names
    assert time.process_time() - started < 1
