"""Questions of others: a table, lines or an array of ours, MQuAKE's cases and PopQA's table."""

import json
from pathlib import Path
from typing import Any

import pytest

from kgforge import benchmark
from kgforge.errors import BenchmarkError
from kgforge.formats import Found, questions
from kgforge.schema import Count, Item, ReadOptions, folders

BASE = ReadOptions().base
WD = "http://www.wikidata.org/entity/"
TABLE = """\
question\tanswer\taliases\tsubject\trelation\tid\tnote
What is the capital of Peru?\tLima\tCity of Kings|La Ciudad\tPeru\tcapital\tq1\tx
What is the capital of Chile?\tSantiago\t["Santiago de Chile"]\tChile\tcapital\tq2\t
The capital of Cuba is [MASK].\tHavana\t\tCuba\tcapital\tq3\t
\tnone\t\t\t\tq4\t
What is the capital of Oz?\t\t\tOz\tcapital\tq5\t
What is the capital of Peru?\tLima\t\tPeru\tcapital\tq6\t
"""
CASE: dict[str, Any] = {
    "case_id": 7,
    "requested_rewrite": [{"subject": "Peru"}],
    "questions": ["Which capital has the country of Ada Roe?", "Where is Ada Roe governed from?"],
    "answer": "Lima",
    "answer_alias": ["City of Kings"],
    "new_answer": "Quito",
    "single_hops": [
        {"question": "Where is Ada Roe from?", "cloze": "Ada Roe is from", "answer": "Peru"},
        {"question": "What is the capital of Peru?", "answer": "Lima", "answer_alias": ["Lma"]},
    ],
    "orig": {
        "triples": [["Q11", "P27", "Q12"], ["Q12", "P36", "Q15"]],
        "triples_labeled": [["Ada Roe", "country", "Peru"], ["Peru", "capital", "Lima"]],
    },
}
POPQA = (
    "id\tsubj\tprop\tobj\ts_uri\to_uri\ts_pop\to_pop\tquestion\tpossible_answers\ts_aliases\n"
    f"4\tAda Roe\tcountry\tPeru\t{WD}Q11\t{WD}Q12\t7\t900\tWhere is Ada Roe from?\t"
    '"[""Peru"", ""Republic of Peru""]"\t[]\n'
    f"5\tBo Lee\tcountry\tChile\t{WD}Q13\t{WD}Q14\t\t901\tWhere is Bo Lee from?\t"
    '"[""Chile""]"\t[]\n'
)


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def lines(path: Path, *rows: Any) -> Path:
    return written(path, "".join(f"{json.dumps(row)}\n" for row in rows))


def names(item: Item) -> list[tuple[str, ...]]:
    return [(one.label, *one.aliases) for one in item.facts[-1].answers]


def read(path: Path) -> Found:
    return questions.read_items(path, BASE)


# ── The general shape ───────────────────────────────────────────────────────────────────────────
def test_a_table_is_asked_row_by_row(tmp_path: Path) -> None:
    found = read(written(tmp_path / "a.tsv", TABLE))
    first, second, third = found.items
    assert [item.facts[0].prompts[0].text for item in found.items] == [
        "What is the capital of Peru? [MASK]",
        "What is the capital of Chile? [MASK]",
        "The capital of Cuba is [MASK].",
    ]
    assert first.facts[0].prompts[0].template == "What is the capital of [X]?"
    assert third.facts[0].prompts[0].template == "The capital of [X] is [Y]."
    assert names(first) == [("Lima", "City of Kings", "La Ciudad")]
    assert names(second) == [("Santiago", "Santiago de Chile")]
    assert {item.group for item in found.items} == {"kg:capital"}
    assert found.left == {
        "column that is not read: note": 1,
        "question that an earlier row asks": 1,
        "row without a question": 1,
        "row without an answer": 1,
    }
    assert json.loads(found.kept)["ids"] == {first.id: "q1", second.id: "q2", third.id: "q3"}


def test_tables_lines_and_arrays_give_the_same_items(tmp_path: Path) -> None:
    rows = [
        {"Question": "¿Capital de Perú?", "answers": [["Lima", "La Ciudad"], "Callao"]},
        {"Question": "¿Capital de Cuba?", "answers": ["La Habana"]},
    ]
    table = 'question;answers\n¿Capital de Perú?;[[""Lima""]]\n'
    quoted = table.replace('[[""Lima""]]', '"[[""Lima"", ""La Ciudad""], ""Callao""]"')
    of_table = read(written(tmp_path / "a.csv", f"\ufeff{quoted}¿Capital de Cuba?;La Habana\n"))
    of_array = read(written(tmp_path / "a.json", json.dumps(rows)))
    assert of_table.items == of_array.items == read(lines(tmp_path / "a.jsonl", *rows)).items
    assert names(of_array.items[0]) == [("Lima", "La Ciudad"), ("Callao",)]


def test_answers_that_are_called_alike_are_one_with_all_names(tmp_path: Path) -> None:
    several = [["Paris", "Ville"], ["Paris", "City of Light"], ["Lyon"]]
    found = read(lines(tmp_path / "a.jsonl", {"question": "Where?", "answers": several}))
    assert names(found.items[0]) == [("Paris", "Ville", "City of Light"), ("Lyon",)]


def test_a_question_with_several_slots_is_left_out(tmp_path: Path) -> None:
    one = {"question": "[MASK] borders [MASK].", "answer": "Peru"}
    found = read(lines(tmp_path / "a.jsonl", one, {"question": "Who?", "answer": "Ada"}))
    assert len(found.items) == 1
    assert found.left == {"question with several slots": 1}


def test_the_answer_of_another_row_about_the_same_is_no_distractor(tmp_path: Path) -> None:
    row = {"subject": "S", "relation": "child", "answer": "C", "question": "Who is S?"}
    rows = [{**row, "question": "Who is a child of S?", "answer": "A"},
            {**row, "question": "Name a child of S!", "answer": "B"},
            {**row, "subject": "T", "question": "Who is a child of T?"}]  # fmt: skip
    benchmark.adopt(f"questions:{lines(tmp_path / 'a.jsonl', *rows)}", tmp_path / "out")
    candidates = {
        item.facts[0].object.label: {one.label for one in item.facts[0].candidates}
        for item in folders.read_items(tmp_path / "out", "fact")
    }
    assert candidates == {"A": {"A", "C"}, "B": {"B", "C"}, "C": {"A", "B", "C"}}


def test_what_it_asks_about_has_ids_language_and_group(tmp_path: Path) -> None:
    row = {
        "question": "Jaké je hlavní město Peru?",
        "object": "Lima",
        "answer": "Lima (Peru)",
        "answer_id": "Q2868",
        "subject": "Peru",
        "subject_id": "Q419",
        "relation_id": "P36",
        "language": "cs",
        "group": "capitals",
        "split": "dev",
    }
    found = read(lines(tmp_path / "a.jsonl", row))
    [item] = found.items
    [fact] = item.facts
    assert (item.pattern, item.group, item.split) == ("fact_cs", "capitals", "validation")
    assert (fact.subject.id, fact.object.id) == (f"{WD}Q419", f"{WD}Q2868")
    assert fact.predicate.id == "http://www.wikidata.org/prop/direct/P36"
    assert names(item) == [("Lima", "Lima (Peru)")]
    assert found.languages == ("cs",)
    assert fact.prompts[0].language == "cs"


def test_a_folder_has_a_file_for_each_split(tmp_path: Path) -> None:
    lines(tmp_path / "in/test.jsonl", {"question": "A?", "answer": "a"})
    lines(tmp_path / "in/train.jsonl", {"question": "B?", "answer": 7})
    written(tmp_path / "in/README.md", "of others")
    found = read(tmp_path / "in")
    assert [(item.split, names(item)) for item in found.items] == [
        ("train", [("7",)]),
        ("test", [("a",)]),
    ]
    manifest = benchmark.adopt(f"questions:{tmp_path / 'in'}", tmp_path / "out")
    assert sorted(file.path for file in manifest.files) == ["fact.jsonl", "fact.train.jsonl"]
    assert benchmark.verify(tmp_path / "out") == []


def test_a_language_may_lack_a_split(tmp_path: Path) -> None:
    lines(tmp_path / "in/test.jsonl", {"question": "A?", "answer": "a"})
    lines(tmp_path / "in/train.jsonl", {"question": "Co?", "answer": "b", "language": "cs"})
    manifest = benchmark.adopt(f"questions:{tmp_path / 'in'}", tmp_path / "out")
    assert manifest.split
    assert [held["train"] for held in manifest.split.items.values()].count(1) == 1
    assert benchmark.verify(tmp_path / "out") == []


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.csv", "pregunta;respuesta\n¿x?;y\n", "the columns pregunta, respuesta, and none is"),
        ("a.jsonl", '{"q": "x?", "answer": "y"}', "a.jsonl:1 has the fields q, answer, and none"),
        ("a.jsonl", '{"question": "x?", "answer": "y"}\n{"que', "a.jsonl:2: no object in JSON"),
        ("a.json", '{"question": "x?"}', "is one array of objects"),
        ("a.json", '["x?"]', "element 1: no object"),
        ("a.tsv", "question\tanswer\nx?\ty\tz\n", "a.tsv:2: 3 cells under 2 columns"),
        ("a.tsv", 'question\tanswer\na?\tb\nx?\t"y\n', "a.tsv:3: a quotation mark is not closed"),
        ("a.tsv", "question\tanswer\tanswer\n", "two columns answer"),
        ("a.tsv", 'question\tanswer\taliases\nx?\ty\t["z\n', "a.tsv:2: aliases begins as a list"),
        ("a.tsv", "question\tanswer\tsplit\nx?\ty\tgold\n", "a.tsv:2: the split 'gold' is unknown"),
        ("a.tsv", "question\tanswer\tlanguage\nx?\ty\tin Czech\n", "'in Czech' is no tag"),
        ("a.jsonl", '{"question": "x?", "answer": {"a": 1}}', "answer has an object where a text"),
        ("a.xlsx", "", "is no file of questions"),
    ],
)
def test_what_is_damaged_is_named(name: str, text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(BenchmarkError) as error:
        read(written(tmp_path / name, text))
    assert said in str(error.value)
    assert name in str(error.value)


def test_another_encoding_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes("question;answer\n¿Perú?;Lima\n".encode("latin-1"))
    with pytest.raises(BenchmarkError, match="not UTF-8"):
        read(path)


def test_a_folder_or_path_without_files_is_named(tmp_path: Path) -> None:
    with pytest.raises(BenchmarkError, match="no file of a split"):
        read(tmp_path)
    with pytest.raises(BenchmarkError, match="is no file and no folder"):
        read(tmp_path / "none")


# ── MQuAKE and PopQA ────────────────────────────────────────────────────────────────────────────
def test_a_case_is_a_chain_with_its_steps(tmp_path: Path) -> None:
    path = written(tmp_path / "cases.json", json.dumps([CASE]))
    manifest = benchmark.adopt(f"questions:{path}", tmp_path / "out")
    [item] = folders.read_items(tmp_path / "out", "chain2")
    first, second, chain = item.facts
    assert [fact.role for fact in item.facts] == ["first", "second", "chain"]
    assert [one.text for one in chain.prompts] == [f"{one} [MASK]" for one in CASE["questions"]]
    assert chain.subject == first.subject
    assert first.object == second.subject
    assert chain.via == (first.object,)
    assert chain.object.id == second.object.id == f"{WD}Q15"
    assert names(item) == [("Lima", "City of Kings")]
    assert item.group == "wdt:P27+wdt:P36"
    [made] = manifest.patterns
    assert made.metric == "chain_given_hops"
    assert made.skipped == {
        "beginning of a sentence, beside the question of a step": 1,
        "edit of a fact, and what would be right by it": 1,
    }


def test_cases_that_are_no_chain_are_counted_and_damaged_ones_named(tmp_path: Path) -> None:
    apart = {"triples": [["Q1", "P1", "Q2"], ["Q3", "P1", "Q4"]]} | {
        "triples_labeled": CASE["orig"]["triples_labeled"]
    }
    short = {name: triples[:1] for name, triples in CASE["orig"].items()}
    cases = [CASE | {"orig": apart}, CASE | {"orig": short}]
    found = read(written(tmp_path / "cases.json", json.dumps(cases)))
    assert found.items == ()
    assert found.left == {
        "chain whose steps do not follow each other": 1,
        "edit of a fact, and what would be right by it": 2,
        "question over fewer than two steps or more than four": 1,
    }
    bad = written(tmp_path / "bad.json", json.dumps([CASE, CASE | {"answer": None}]))
    with pytest.raises(BenchmarkError, match=r"bad\.json, element 2: not a case of MQuAKE"):
        read(bad)


def test_popqa_has_aliases_and_how_popular_both_ends_are(tmp_path: Path) -> None:
    path = written(tmp_path / "popQA.tsv", POPQA)
    benchmark.adopt(f"questions:{path}", tmp_path / "out")
    first, second = folders.read_items(tmp_path / "out", "fact")
    assert names(first) == [("Peru", "Republic of Peru")]
    assert first.facts[0].prompts[0].template == "Where is [X] from?"
    assert [one.id for one in first.facts[0].candidates] == [f"{WD}Q12", f"{WD}Q14"]
    assert first.provenance.popularity == (Count(f"{WD}Q11", 7), Count(f"{WD}Q12", 900))
    assert [one.count for one in second.provenance.popularity or ()] == [901]
    assert read(path).left == {"column that is not read: s_aliases": 1}
    with pytest.raises(BenchmarkError, match=r"popQA\.tsv:2: s_pop has 'many', and is a number"):
        read(written(path, POPQA.replace("\t7\t", "\tmany\t")))


# ── Several languages ───────────────────────────────────────────────────────────────────────────
MIXED = """\
question\tanswer\tanswer_id\tsubject\trelation\tlanguage
What is the capital of Austria?\tVienna\tQ1741\tAustria\tcapital\ten
What is the capital of Czechia?\tPrague\tQ1085\tCzechia\tcapital\ten
Jaké je hlavní město Česka?\tPraha\tQ1085\tČesko\tcapital\tcs
ما هي عاصمة النمسا؟\tفيينا\tQ1741\tالنمسا\tcapital\tar
ما هي عاصمة التشيك؟\tبراغ\tQ1085\tالتشيك\tcapital\tar
"""


def test_candidates_are_named_in_the_language_of_the_question(tmp_path: Path) -> None:
    table = written(tmp_path / "capitals.tsv", MIXED)
    manifest = benchmark.adopt(f"questions:{table}", tmp_path / "bench")
    named = {
        made.name: {
            one.label
            for item in folders.read_items(tmp_path / "bench", made.name)
            for one in item.facts[0].candidates
        }
        for made in manifest.patterns
    }
    assert named == {
        "fact": {"Vienna", "Prague"},
        "fact_cs": {"Praha"},
        "fact_ar": {"فيينا", "براغ"},
    }
    lacking = {made.name: made.guards["fewer than wanted"] for made in manifest.patterns}
    assert lacking["fact_cs"] == manifest.candidates - 1  # its only item has no other candidate


def test_the_card_says_that_there_are_several_languages(tmp_path: Path) -> None:
    table = written(tmp_path / "capitals.tsv", MIXED.replace("?\t", " [MASK]?\t"))
    benchmark.adopt(f"questions:{table}", tmp_path / "bench")
    card = (tmp_path / "bench/README.md").read_text("utf-8")
    assert "in several languages (en, cs, ar), those of a prompt in one." in card
    assert "the `--base` that was first given, if one was" in card


def test_a_language_is_no_name_of_one(tmp_path: Path) -> None:
    """BCP 47 allows tags of five to eight letters, of which none is registered."""
    path = written(tmp_path / "a.tsv", "question\tanswer\tlanguage\nWer?\tAda\tdeutsch\n")
    with pytest.raises(BenchmarkError, match=r"a\.tsv:2: the language 'deutsch' is no tag"):
        read(path)
