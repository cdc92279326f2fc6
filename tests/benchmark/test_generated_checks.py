"""Which texts of models word a fact, and which do not: each case was judged by hand."""

import msgspec
import pytest

from kgforge.benchmark.generators import checks
from kgforge.benchmark.generators.checks import Task, question, read, sentence
from kgforge.schema import MASKING, QUESTION, Accepted, Side
from tests.worlds import handmade


def task(
    subject: str, object: str, *names: str, others: tuple[str, ...] = (), relation: str = "p"
) -> Task:
    """A fact whose answers are its object and these names."""
    answers = frozenset({object, *names})
    return Task("i", 0, "r", subject, relation, object, answers, frozenset(others))


CITY = task("Norway", "Oslo", "Christiania", "Bergen", others=("Harald",))
SENTENCES = [
    ("Oslo is the capital of Norway.", "[Y] is the capital of [X]."),
    ("oslo is the capital of NORWAY.", "[Y] is the capital of [X]."),
    ("In “Norway”, the capital is “Oslo”.", "In “[X]”, the capital is “[Y]”."),
    ("The capital of Norway is Oslo!”", "The capital of [X] is [Y]!”"),
    ("", checks.EMPTY),
    ("Oslo is a capital.", checks.NO_SUBJECT),
    ("Norway has a capital.", checks.NO_OBJECT),
    ("Nothing is said.", checks.NO_SUBJECT),
    ("Norway's capital is Oslo, Norway.", checks.SUBJECTS),
    ("Oslo, yes Oslo, is Norway's capital.", checks.OBJECTS),
    ("The Oslo-based state is Norway.", checks.NO_OBJECT),
    ("Norwayan Oslo is a capital.", checks.NO_SUBJECT),
    ("Oslo, once Christiania, is the capital of Norway.", checks.ANSWERED),
    ("Oslo and Bergen are in Norway.", checks.ANSWERED),
    ("Harald lives in Oslo, Norway.", checks.OF_OTHERS),
    ("Oslo is the capital of Norway", checks.UNENDED),
    ("Is Oslo the capital of Norway?", checks.UNENDED),
    ("Oslo is the capital of Norway, which is", checks.UNENDED),
    ("Oslo is the capital of Norway.\nIt is old.", checks.LINES),
    ("Oslo is the capital\x07 of Norway.", checks.CONTROLLED),
    ("[MASK] Oslo is the capital of Norway.", checks.SLOTTED),
    ("Oslo [X] is the capital of Norway.", checks.SLOTTED),
    ("Sure! Oslo is the capital of Norway.", checks.CHATTED),
    ("Here is the sentence: Oslo is the capital of Norway.", checks.CHATTED),
    ("Object: Oslo Subject: Norway.", checks.CHATTED),
    ("- Oslo is the capital of Norway.", checks.CHATTED),
    ("1. Oslo is the capital of Norway.", checks.CHATTED),
    ("<think>x</think> Oslo is the capital of Norway.", checks.CHATTED),
    ("I cannot answer about Oslo and Norway.", checks.CHATTED),
    ("\u202eOslo is the capital of Norway.", checks.CONTROLLED),
    ("Oslo: the capital of Norway.", "[Y]: the capital of [X]."),
    ("In 1814, Norway chose its capital: Oslo.", "In 1814, [X] chose its capital: [Y]."),
]
QUESTIONS = [
    ("What is the capital of Norway?", "What is the capital of [X]?"),
    ("What is the capital of “Norway”?”", "What is the capital of “[X]”?”"),
    ("What is the capital of Norway.", checks.UNASKED),
    ("What is the capital?", checks.NO_SUBJECT),
    ("Is Norway's capital in Norway?", checks.SUBJECTS),
    ("Is Oslo the capital of Norway?", checks.ANSWERED),
    ("What was Christiania in Norway?", checks.ANSWERED),
    ("Where does Harald live in Norway?", checks.OF_OTHERS),
    ("Sure! What is the capital of Norway?", checks.CHATTED),
    ("1) What is the capital of Norway?", checks.CHATTED),
    ("What is the capital\nof Norway?", checks.LINES),
    ("", checks.EMPTY),
]


@pytest.mark.parametrize(("text", "wanted"), SENTENCES)
def test_a_sentence_has_each_name_once_and_no_other_answer(text: str, wanted: str) -> None:
    found = sentence(text, CITY, "en")
    assert wanted == (found.template or found.reason)


@pytest.mark.parametrize(("text", "wanted"), QUESTIONS)
def test_a_question_names_the_subject_and_no_answer(text: str, wanted: str) -> None:
    found = question(text, CITY, "en")
    assert wanted == (found.template or found.reason)


@pytest.mark.parametrize(
    ("one", "text", "wanted"),
    [
        # one name within the other
        (task("New York City", "New York"), "New York City lies in New York.", "[X] lies in [Y]."),
        (task("New York City", "New York"), "New York City is here.", checks.NO_OBJECT),
        (task("Luxembourg", "Luxembourg City"), "Luxembourg City is the seat of Luxembourg.",
         "[Y] is the seat of [X]."),
        (task("Oxford", "University of Oxford"), "The University of Oxford is in Oxford.",
         "The [Y] is in [X]."),
        # marks in names
        (task("the U.S.", "Washington, D.C."), "The seat of the U.S. is Washington, D.C.",
         "The seat of [X] is [Y]"),
        (task("Ada [X]", "Bo"), "Ada [X] knows Bo.", "[X] knows [Y]."),
        # scripts without spaces, and from right to left
        (task("日本", "東京"), "東京は日本の首都です。", "[Y]は[X]の首都です。"),
        (task("ไทย", "กรุงเทพ"), "กรุงเทพเป็นเมืองหลวงของไทย", "[Y]เป็นเมืองหลวงของ[X]"),
        (task("فرنسا", "باريس"), "عاصمة فرنسا هي باريس.", "عاصمة [X] هي [Y]."),
        (task("한국", "서울"), "서울은 한국의 수도이다.", "[Y]은 [X]의 수도이다."),
        # an alias that is a little word
        (task("Ada", "United States", "US"), "Ada told us about the United States.",
         "[X] told us about the [Y]."),
    ],
)  # fmt: skip
def test_names_of_all_kinds_become_slots(one: Task, text: str, wanted: str) -> None:
    found = sentence(text, one, "en")
    assert wanted == (found.template or found.reason)


@pytest.mark.parametrize(
    ("one", "language", "text", "wanted"),
    [
        (task("New York City", "New York"), "en", "In which state is New York City?",
         "In which state is [X]?"),
        (task("New York City", "New York"), "en", "Is New York City in New York?",
         checks.ANSWERED),
        (task("Brazil", "São Paulo"), "en", "Is Sao Paulo or Rio in Brazil?", checks.ANSWERED),
        (task("France", "Saint-Denis"), "en", "Is Saint Denis in France?", checks.ANSWERED),
        (task("日本", "東京"), "ja", "日本の首都はどこですか？", "[X]の首都はどこですか？"),
        (task("日本", "東京"), "ja", "日本の首都は東京ですか？", checks.ANSWERED),
        (task("فرنسا", "باريس"), "ar", "ما هي عاصمة فرنسا؟", "ما هي عاصمة [X]؟"),
        (task("Ελλάδα", "Αθήνα"), "el", "Ποια είναι η πρωτεύουσα της Ελλάδα;",
         "Ποια είναι η πρωτεύουσα της [X];"),
        (task("Norway", "Oslo"), "en", "What is the capital of Norway;", checks.UNASKED),
        (task("Ֆրանսիա", "Փարիզ"), "hy", "Ո՞րն է Ֆրանսիա մայրաքաղաքը։",
         "Ո՞րն է [X] մայրաքաղաքը։"),
    ],
)  # fmt: skip
def test_questions_end_as_their_language_has_it(
    one: Task, language: str, text: str, wanted: str
) -> None:
    found = question(text, one, language)
    assert wanted == (found.template or found.reason)


@pytest.mark.parametrize(
    ("raw", "goes_on", "wanted"),
    [
        (" Oslo is here. \n", False, "Oslo is here."),
        ('"Oslo is here."', False, "Oslo is here."),
        ("“Oslo is here.”", False, "Oslo is here."),
        ('"Oslo" is "here"', False, '"Oslo" is "here"'),
        ("Sentence: Oslo is here.", False, "Oslo is here."),
        ("One.\nTwo.", False, "One.\nTwo."),
        (" One.\nSubject: Two", True, "One."),
        ("", True, ""),
        ("Sa\u0303o Paulo.", False, "São Paulo."),
    ],
)
def test_what_stands_around_a_text_is_taken_away(raw: str, goes_on: bool, wanted: str) -> None:
    assert read(raw, goes_on=goes_on) == wanted


def test_a_task_knows_what_all_questions_of_its_item_accept() -> None:
    facts = [
        handmade.fact("one", "Ada", "P26", "Bo"),
        handmade.fact("other", "Bo", "P36", "Cy"),
        handmade.fact("not", "Cy", "P36", "Di", holds=False),
    ]
    found = Task.of("i", facts, 0)
    assert (found.subject, found.object, found.predicate) == ("Ada", "Bo", "spouse")
    assert "Bo" in found.answers
    assert "Cy" in found.others
    assert "Di" not in found.others, "it is no answer"
    ada = Accepted("ada", "Ada", ("Countess",))
    sided = msgspec.structs.replace(facts[0], subjects=Side((ada,), ()))
    assert {"Ada", "Countess"} <= Task.of("i", [sided], 0).others, "it may be asked for its subject"
    assert set(checks.CHECKS) == {MASKING, QUESTION}
