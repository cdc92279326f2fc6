"""Triples that runs wrote of sentences, in the report: counted by hand, and clicked to."""

import io
import re
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from kgforge import reporting, scoring
from kgforge.extraction.passage import METRICS
from kgforge.reporting import comparing, tables, texts
from kgforge.reporting.texts import JUDGED, MISSED, RIGHT, UNANSWERED, UNPARSED
from kgforge.schema import Entity, Item, Prompt, Response, folders
from kgforge.statistics import detectable_paired
from tests.browsing import Watched
from tests.worlds import handmade

EX = "http://example.org/"
HEADER = f"""
@prefix : <{EX}> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""
ONTOLOGIES = {
    "music": """
:Album a owl:Class . :Artist a owl:Class .
:performer a owl:ObjectProperty ; rdfs:domain :Album ; rdfs:range :Artist .
:releaseYear a owl:DatatypeProperty ; rdfs:domain :Album ; rdfs:range xsd:integer .
""",
    "film": """
:Film a owl:Class . :Person a owl:Class .
:director a owl:ObjectProperty ; rdfs:domain :Film ; rdfs:range :Person .
""",
}
SENTENCES = (
    ("music", "Blue Train is an album by John Coltrane.", "Blue Train", "performer",
     "John Coltrane", ("Album", "Artist")),
    ("music", "Kind of Blue came out in 1959.", "Kind of Blue", "releaseYear", "1959", ("Album",)),
    ("film", "Heat was directed by Michael Mann.", "Heat", "director", "Michael Mann",
     ("Film", "Person")),
    ("film", "Alien is by Ridley Scott.", "Alien", "director", "Ridley Scott", ("Film", "Person")),
)  # fmt: skip
CARELESS = (
    "Here they are:\nperformer(John Coltrane, Blue Train)\nplays(John Coltrane, saxophone)\n"
    "performer(Blue Train",
    "releaseYear(Kind of Blue, summer)",
    "director(Heat, Michael Mann)\ndirector(Heat, Michael Mann)",
)
"""The last sentence could not be asked."""
COUNTED = {
    RIGHT: (1, 1),
    "not in the gold": (3, 2),
    "relation not of the ontology": (1, 1),
    "object not in the sentence": (2, 2),
    "breaks: domain": (1, 1),
    "breaks: range": (1, 1),
    "breaks: datatype": (1, 1),
    "hallucinated by the published rules": (2, 2),
    "domain judged": (3, 3),
    "range judged": (3, 3),
    MISSED: (3, 3),
    UNPARSED: (1, 1),
    UNANSWERED: (1, 1),
}
"""What is to be found in them: how many, in how many sentences. Of four triples."""


def sentence(number: int) -> Item:
    group, text, subject, relation, object, types = SENTENCES[number]
    fact = handmade.fact("fact", subject, relation, object, prompts=0)
    asked = f"Ontology Relations: {relation}\n\nTest Sentence: {text}\nTest Output:"
    prompt = Prompt("extraction", "en", "none", "none", "instruction", asked, "")
    entities = tuple(
        Entity(EX + name, name, (), (EX + kind,))
        for name, kind in zip((subject, object), types, strict=False)
    )
    made = handmade.item(f"alignment-{number:016x}", "alignment", group, fact)
    return msgspec.structs.replace(made, text=text, prompts=(prompt,), entities=entities)


def said(number: int, text: str, error: str = "") -> Response:
    name = f"alignment-{number:016x}"
    return Response(name, "", "extraction", 0, "a-model", "open", text=text, error=error)


def careful() -> list[Response]:
    return [
        said(number, f"{relation}({subject}, {object})")
        for number, (_, _, subject, relation, object, _) in enumerate(SENTENCES)
    ]


def careless() -> list[Response]:
    return [*map(said, range(3), CARELESS), said(3, "", "not askable: the prompt is too long")]


def with_ontologies(bench: Path) -> Path:
    (bench / "ontologies").mkdir()
    for name, text in ONTOLOGIES.items():
        (bench / "ontologies" / f"{name}.ttl").write_text(HEADER + text)
    return bench


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> reporting.Report:
    """Two runs that wrote triples, and nothing else."""
    home = tmp_path_factory.mktemp("texts")
    bench = handmade.write_benchmark(home / "bench", map(sentence, range(4)), {"alignment": "f1"})
    with_ontologies(bench)
    manifest = msgspec.json.decode((bench / "manifest.json").read_bytes())
    floors = [
        {"answerer": name, "k": 1, "numerator": value, "denominator": 1, "value": value}
        for name, value in (("gold", 1.0), ("random", 0.125))
    ]
    manifest["patterns"][0]["floors"] = floors
    (bench / "manifest.json").write_bytes(msgspec.json.encode(manifest))
    runs = [
        handmade.write_run(home / name, responses, benchmark=bench, requests=4)
        for name, responses in (("careless", careless()), ("careful", careful()))
    ]
    return reporting.report(runs, home / "report.html")


def right(number: int) -> str:
    _, _, subject, relation, object, _ = SENTENCES[number % 4]
    return f"{relation}({subject}, {object})"


def test_runs_are_compared_sentence_by_sentence(tmp_path: Path) -> None:
    """The one is right of 30 sentences in 40, the other of 12 in the 36 that it was asked."""
    items = [
        msgspec.structs.replace(sentence(number % 4), id=f"alignment-{number:016x}")
        for number in range(40)
    ]
    bench = handmade.write_benchmark(tmp_path / "bench", items, {"alignment": "f1"})
    with_ontologies(bench)
    first = [said(n, right(n) if n < 30 else "plays(Blue Train, jazz)") for n in range(40)]
    second = [said(n, right(n) if n % 3 == 0 else "") for n in range(4, 40)]
    runs = [
        handmade.write_run(tmp_path / name, responses)
        for name, responses in (("first", first), ("second", second))
    ]
    judged = handmade.judged(bench, *runs[::-1])
    written = texts.collect(judged)
    found = {each.metric: each for each in comparing.compare(judged, (1, 3), written)}
    assert tuple(found) == METRICS
    f1, invented = found["f1"], found["relation_hallucination"]
    assert (f1.k, f1.first, f1.second, f1.paired, f1.sizes) == (None, 0, 1, True, (36, 36))
    apart = [float(n % 3 == 0) - (n < 30) for n in range(4, 40)]
    assert f1.difference == pytest.approx(sum(apart) / 36) == pytest.approx(12 / 36 - 26 / 36)
    assert f1.detectable == pytest.approx(detectable_paired(apart))
    assert invented.difference == pytest.approx(-10 / 36) and not invented.below


def drawn(made: reporting.Report) -> str:
    own = folders.read_manifest(made.benchmark).metrics
    console = Console(width=200, record=True, file=io.StringIO())
    for table in tables.report_tables(made, own):
        console.print(table)
    return console.export_text()


def test_kinds_are_counted_by_triple_and_by_sentence(made: reporting.Report) -> None:
    runs = [run.path for run in made.runs]
    written = texts.collect(handmade.judged(made.benchmark, *runs))
    assert [text.text for text in written["alignment"]] == [text for _, text, *_ in SENTENCES]
    found = list(texts.tallies(written))
    assert tuple(found) == made.tallies
    of_first = [each for each in found if each.run == 0]
    assert [(each.group, each.sentences, each.triples, each.gold) for each in of_first] == [
        ("music", 2, 3, 2), ("film", 2, 1, 2),
    ]  # fmt: skip
    for kind in texts.KINDS:
        counts = [each.kinds.get(kind, (0, 0)) for each in of_first]
        assert tuple(map(sum, zip(*counts, strict=True))) == COUNTED.get(kind, (0, 0)), kind
    right = {RIGHT: (2, 2), "domain judged": (2, 2), "range judged": (2, 2)}
    assert [each.kinds for each in found if each.run == 1] == [right] * 2


def test_the_terminal_has_the_seven_metrics_twice_and_the_kinds(made: reporting.Report) -> None:
    text = drawn(made)
    assert "top 1" not in text and "models by benchmarks" not in text
    assert "alignment: differences, strict, and the least detectable difference" in text
    rows = [[cell.strip() for cell in line.split("│")] for line in text.splitlines()]
    strict = [row for row in rows if row[2:4] == ["careless", "strict"]]
    legacy = [row for row in rows if row[2:4] == ["careless", "legacy"]]
    assert [row[4] for row in strict] == ["4", "4", "2", "2"]
    for of_mode in (strict, legacy):
        assert [row[7] for row in of_mode] == ["0.250", "0.250", "0.500", "0.000"]
    assert [row[8] for row in strict] == ["0.333", "0.500", "1.000", "0.000"]  # axioms count
    assert [row[8] for row in legacy] == ["0.625", "0.625", "0.500", "0.750"]  # relations alone
    (apart,) = [row for row in rows if row[1:2] == ["careless − careful"]]
    assert apart[2:5] == ["-0.750~", "-0.750~", "-0.750~"]
    shown = {row[1]: row[2:4] for row in rows if len(row) == 5}
    for kind, (many, sentences) in COUNTED.items():
        [(number, within)] = re.findall(r"(\d+) \(.*in (\d+) sentences", shown[kind][0])
        assert (int(number), int(within)) == (many, sentences)
    assert shown[RIGHT][1] == "4 (100.0 % of triples, in 4 sentences)"
    assert shown[MISSED][1] == "0"
    assert "1 of 4 sentences without an answer" in " ".join(text.split())


def test_the_page_has_strict_beside_legacy_and_the_floors(
    watched: Watched, made: reporting.Report
) -> None:
    page = watched.open(made.out)
    rows = [row.inner_text() for row in page.locator("#headline tbody tr").all()]
    assert [row.split("\n")[0] for row in rows] == ["all sentences"] * 2 + [
        "mean over ontologies"
    ] * 2
    for row, (run, by) in zip(
        rows, [(run, by) for by in ({}, {"average": "macro"}) for run in made.runs], strict=True
    ):
        figures = re.findall(r"(\d\.\d{3})", row)
        expected = [
            reporting.number(score.value)
            for metric in METRICS
            for matching in ("strict", "legacy")
            for score in run.scores
            if (score.group, score.metric, score.by) == (None, metric, {**by, "matching": matching})
        ]
        assert figures == expected
    assert "gold 1.000, random 0.125" in page.locator("#headline").inner_text()
    names = page.locator("#groups tbody button").all_inner_texts()
    assert names == [*["all sentences"] * 2, *["film"] * 2, *["music"] * 2]
    labels = page.locator("#plot svg text").all_text_contents()
    assert {"precision", "recall", "F1"} <= set(labels)
    assert not page.locator("#switch").is_visible() and page.locator("#side table").count() == 0
    apart = page.locator("#differences-alignment tbody tr td").all_inner_texts()
    assert apart[2].startswith("−0.750") and "too small to tell" in apart[2]
    for width in (1400, 400):
        page.set_viewport_size({"width": width, "height": 900})
        # the plot follows the width a moment later
        watched.until("document.documentElement.scrollWidth <= innerWidth")
    assert watched.complaints == []
    assert watched.requests == [made.out.as_uri()]


APART = """(() => {
    const box = (one) => one.getBoundingClientRect();
    const whole = box(document.querySelector("#plot svg"));
    const texts = [...document.querySelectorAll("#plot svg text")].map(box);
    const apart = (one, other) => one.right <= other.left + 3 || one.bottom <= other.top + 3;
    return texts.length > 40 && texts.every((one, place) =>
        one.left >= whole.left && one.right <= whole.right && texts.slice(0, place).every(
            (other) => apart(one, other) || apart(other, one)));
})()"""


def test_labels_of_the_plot_are_whole_and_stay_apart(watched: Watched, tmp_path: Path) -> None:
    """Of two patterns, one of a long name, and one run, whose rows are the lowest."""
    items = [sentence(0), msgspec.structs.replace(sentence(1), pattern="alignment_of_long_ago")]
    own = {"alignment": "f1", "alignment_of_long_ago": "f1"}
    bench = with_ontologies(handmade.write_benchmark(tmp_path / "bench", items, own))
    run = handmade.write_run(tmp_path / "run", careless()[:2])
    page = watched.open(reporting.report([run], tmp_path / "report.html", bench).out)
    for width in (1400, 400):
        page.set_viewport_size({"width": width, "height": 900})
        watched.until(APART)


def test_a_violation_is_clicked_to(watched: Watched, made: reporting.Report) -> None:
    page = watched.open(made.out)
    for kind, (many, sentences) in COUNTED.items():
        button = page.get_by_role("button", name=f"{kind}, careless: {many}", exact=True)
        button.click()
        shown = f"{sentences} item" + "s" * (sentences > 1)
        watched.until(f"document.querySelector('[role=status]').textContent === '{shown}'")
        assert page.locator("#filter").input_value() == kind
        assert page.locator("#items tbody tr").count() == sentences
    page.get_by_role("button", name="breaks: domain, careless: 1").click()
    watched.until("document.getElementById('filter').value === 'breaks: domain'")
    page.locator("#items").get_by_role("button", name=SENTENCES[0][1]).click()
    watched.ready()
    sheet = page.get_by_role("dialog")
    text = sheet.inner_text()
    assert CARELESS[0] in text
    [turned, unknown] = sheet.locator(".judged").first.locator("tbody tr").all()
    broken = turned.locator(".violation").all_inner_texts()
    assert [one.split()[0] for one in broken] == ["domain", "range"]
    assert f"domain: the subject of <{EX}performer> is a <{EX}Album>" in broken[0]
    assert "relation not in the ontology" in unknown.inner_text()
    assert [cell.inner_text() for cell in unknown.locator("td").all()][1:3] == [
        "the sentence names it", "not in the sentence",
    ]  # fmt: skip
    missed, unparsed, around = (one.inner_text() for one in sheet.locator("ul").all())
    assert missed == "− Blue Train performer John Coltrane"
    assert unparsed == "? performer(Blue Train" and around == "Here they are:"
    assert not sheet.locator("pre", has_text="Ontology Relations").is_visible()
    sheet.locator("summary", has_text="The prompt").click()
    assert "Test Sentence: Blue Train" in sheet.locator("details pre").inner_text()
    page.keyboard.press("Escape")
    watched.ready()
    assert page.evaluate("document.activeElement.textContent") == SENTENCES[0][1]
    assert watched.complaints == []


def test_a_group_narrows_kinds_and_sentences(watched: Watched, made: reporting.Report) -> None:
    page = watched.open(made.out)
    page.locator("#groups tbody").get_by_role("button", name="film").first.click()
    watched.ready()
    assert page.locator("#items-title").inner_text() == "Items of film"
    kinds = page.locator("#kinds tbody th").all_inner_texts()
    assert [kind.split("\n")[0] for kind in kinds] == [RIGHT, *JUDGED.values(), MISSED, UNANSWERED]
    marks = page.locator("#items .mark").all()
    assert [mark.get_attribute("aria-label") for mark in marks] == [
        "director(Heat, Michael Mann): in the gold",
        "director(Heat, Michael Mann): in the gold",
        "not askable: the prompt is too long",
        "missed: director(Alien, Ridley Scott)",
        "director(Alien, Ridley Scott): in the gold",
    ]
    page.locator("#filter").select_option("differ")
    watched.until("document.querySelector('[role=status]').textContent === '1 item'")
    assert watched.complaints == []


def test_another_way_of_matching_stands_below(
    watched: Watched, made: reporting.Report, tmp_path: Path
) -> None:
    run = handmade.write_run(tmp_path / "run", careless(), made.benchmark)
    scores = scoring.score_run(run, made.benchmark, semantic="tfidf")
    scoring.write_scores(scores, run / "scores.json")
    again = reporting.report([run], tmp_path / "report.html", made.benchmark)
    page = watched.open(again.out)
    lines = page.locator("#headline tbody tr").first.locator("td").first.locator(".line")
    labels = lines.all_inner_texts()
    assert labels[:2] == ["strict", "legacy"] and labels[2].startswith("alike by tfidf")
    assert drawn(again).count("alike by tfidf") == 4
    assert watched.complaints == []


def test_facts_and_texts_stand_in_one_report(watched: Watched, tmp_path: Path) -> None:
    """What was filtered of the ones says nothing of the others."""
    spouse = handmade.item("symmetry-1", "symmetry", "g", handmade.fact("forward", "a", "P26", "b"))
    bench = handmade.write_benchmark(
        tmp_path / "bench",
        [spouse, *map(sentence, range(4))],
        {"symmetry": "both_given_either", "alignment": "f1"},
    )
    with_ontologies(bench)
    answered = [handmade.answers("symmetry-1", "forward", ["b"]), *careless()]
    run = handmade.write_run(tmp_path / "run", answered, benchmark=bench)
    made = reporting.report([run], tmp_path / "report.html")
    page = watched.open(made.out)
    assert page.locator("#headline tbody").first.inner_text().startswith("symmetry")
    assert page.locator("#side thead th").all_inner_texts() == ["Answers", "Run", "symmetry"]
    page.locator("#tabs").get_by_role("link", name="alignment").click()
    watched.ready()
    page.get_by_role("button", name="missed, run: 3").click()
    watched.until("document.querySelector('[role=status]').textContent === '3 items'")
    page.locator("#tabs").get_by_role("link", name="symmetry").click()
    watched.ready()
    assert page.locator("[role=status]").inner_text() == "1 item"
    assert page.locator("#items .mark").get_attribute("aria-label") == "forward: target hit"
    assert watched.complaints == []
    text = drawn(made)
    assert text.count("models by benchmarks") == text.count("alignment: triples written, by") == 1
