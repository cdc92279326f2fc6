"""That a form is one file: none is named elsewhere, and a new one goes the whole way."""

import ast
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kgforge import benchmark, cli, forms, mining, page, plugins, probing, reporting, stores
from kgforge.errors import AddressError, BenchmarkError
from kgforge.schema import Item, folders
from tests.worlds.facts import ROOT
from tests.worlds.small import entries, filled

CODE = ROOT / "kgforge"
MODULES = [
    path
    for path in sorted(CODE.rglob("*.py"))
    if path.relative_to(CODE).parts[0] not in ("forms", "schema")
    and (path.relative_to(CODE).parts[0], path.name) != ("formats", "ways.py")
]
"""Where no form is named. A layout of others' questions is put into forms by one table."""

ECHO = '''
"""A form of tests: a model is to write its fact's object in capitals."""

from kgforge.forms import Card, Mark, Question, Said
from kgforge.schema import Prompt

ASKS = "facts"
PAGE = ("facts",)
WORDS = "wordings"
FRAMED = False
CARD = Card(
    asked="each fact is shouted",
    right="A fact is right when it is *shouted*.",
    limits="- Nobody shouts in $languages.",
    baselines="*gold* shouts.",
    task="question-answering",
    family="causal",
)


def prompts(fact, posing):
    for wording in posing.wordings:
        text = f"Shout {fact.object.label}! ({wording.template})"
        gold = fact.object.label.upper()
        made = wording.generator, text, wording.template, (), gold
        yield Prompt("echo", posing.language, "none", "none", *made)


def lacks(of):
    return "not shouted"


def question(fact, prompt):
    return Question(prompt.text, written=True)


def barred(request, method):
    return "" if method == "open" else "not askable: nobody shouts a rank"


def check_tools():
    pass


def _text(response):
    return response.text or "".join(top.text for top in response.top[:1])


def mark(asked, response):
    right = _text(response) == asked.fact.prompts[asked.prompt].gold
    rank = 1 if right else float("inf")
    return Mark(asked.prompt, rank, rank)


def said(asked, response, marked):
    yield Said(_text(response), None, 2 if marked and marked.rank == 1 else 0)


def gold(fact, prompt):
    return (prompt.gold,)


def options(fact, prompt, candidates):
    return [name.upper() for name in candidates]


def places(facts):
    return ()


def placed(facts, drawn):
    return tuple(facts)


def flaw(fact, prompt):
    return ""


def frequent(prompt, targets):
    return targets


def always(prompt):
    return ()
'''


# ── Nothing outside the folder knows a form ─────────────────────────────────────────────────────
@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(CODE)))
def test_no_module_names_a_form_or_compares_one(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    named = [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value in forms.form_names()
    ]
    assert not named
    compared = [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare)
        and any(_ends(side, "form") for side in (node.left, *node.comparators))
        and not _ends(node.comparators[-1], "forms")  # those that a job asks
    ]
    assert not compared
    names = {"CLOZE", "EXTRACTION", "WRITTEN"}
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id in names]


def _ends(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == name


def test_no_script_of_the_page_names_a_form() -> None:
    for path in page.PAGE.glob("*.js"):
        text = path.read_text(encoding="utf-8")
        assert not [name for name in forms.form_names() if f'"{name}"' in text], path.name


def test_each_form_has_its_scripts() -> None:
    for name in forms.form_names():
        first, *others = forms.load(name).PAGE
        assert f"VIEWS.{first} = " in (page.PAGE / f"{first}.js").read_text(encoding="utf-8")
        assert all((page.PAGE / f"{other}.js").is_file() for other in others)


def test_every_form_has_all_that_its_protocol_wants() -> None:
    for name in forms.form_names():
        wanted = {"ASKS", "CARD", "PAGE", "barred", "check_tools", "question"}
        of_facts = {"prompts", "mark", "said", "gold", "options"}
        of_facts |= {"places", "placed", "flaw", "frequent", "always"}
        wanted |= {"prompted", "baselines"} if forms.asks_items(name) else of_facts
        assert wanted <= set(dir(forms.load(name)))


def test_an_unknown_form_is_refused_with_those_there_are() -> None:
    with pytest.raises(AddressError, match="no 'opera' among forms; available: cloze, extraction"):
        forms.load("opera")


def test_a_form_stands_where_it_asks() -> None:
    with pytest.raises(BenchmarkError, match="'extraction' ask for items, not for facts"):
        forms.of_facts("extraction")
    with pytest.raises(BenchmarkError, match="'cloze' ask for facts, not for items"):
        forms.of_items("cloze")


# ── A form of one file ──────────────────────────────────────────────────────────────────────────
@pytest.fixture
def echo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A further module in the folder of forms."""
    folder = tmp_path / "forms"
    folder.mkdir()
    (folder / "echo.py").write_text(ECHO, encoding="utf-8")
    names = plugins.names

    def with_echo(kind: str) -> list[str]:
        return sorted([*names(kind), "echo"]) if kind == "forms" else names(kind)

    monkeypatch.setattr(plugins, "names", with_echo)
    monkeypatch.setattr(forms, "__path__", [*forms.__path__, str(folder)])
    yield
    sys.modules.pop("kgforge.forms.echo", None)
    for cached in (forms.load, forms.of_facts, forms.of_items):
        cached.cache_clear()


@pytest.mark.usefixtures("echo")
def test_a_new_form_goes_the_whole_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    facts = [f"e{n} twin e{n ^ 1}" for n in range(24)]
    with filled(stores.open(f"oxigraph:{tmp_path / 'graph'}", stores.WRITE), entries(facts)) as one:
        address = one.address
    mining.mine(["symmetry"], address, tmp_path / "mined", params={"least": "5"})
    head = tmp_path / "mined" / "mining.json"
    told = json.loads(head.read_bytes())
    told["patterns"][0]["form"] = "echo"
    head.write_text(json.dumps(told), encoding="utf-8")

    bench = tmp_path / "bench"
    options = benchmark.ExportOptions(keep_flagged=True)
    manifest = benchmark.export(tmp_path / "mined", bench, options)
    [made] = manifest.patterns
    floors = {(floor.answerer, floor.k): floor.value for floor in made.floors}
    assert (made.form, made.items, floors["gold", 1], floors["empty", 1]) == ("echo", 12, 1, None)
    card = (bench / "README.md").read_text(encoding="utf-8")
    for words in ("each fact is shouted", "*shouted*", "shouts in en", "*gold* shouts", "causal:"):
        assert words in card
    assert "question-answering" in card

    answers = tmp_path / "canned.jsonl"
    answers.write_text("".join(_shouted(item, bench) for item in _items(bench)), encoding="utf-8")
    run = tmp_path / "run"
    probing.probe(bench, f"table:{answers}", run, forms=["echo"])
    assert {(one.form, one.top) for one in folders.read_responses(run)} == {("echo", ())}
    scores = {
        (one.metric, one.k): (one.numerator, one.denominator)
        for one in folders.read_scores(run / "scores.json")
        if not one.by and one.group is None
    }
    assert scores["both_given_either", 1] == (6, 12)
    assert scores["hit", 1] == (18, 24)

    made_report = reporting.report([run], tmp_path / "report.html")
    assert made_report.runs[0].scores
    ranked = tmp_path / "ranked"
    command = ["probe", str(bench), "--model", f"table:{answers}", "--out", str(ranked)]
    with pytest.raises(SystemExit) as ended:
        cli.main([*command, "--method", "ranking"])
    assert ended.value.code == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "24 of 24 prompts could not be asked (nobody shouts a rank: 24)" in told
    assert folders.read_run(ranked).why_unaskable == {"nobody shouts a rank": 24}
    assert {one.error for one in folders.read_responses(ranked)} == {
        "not askable: nobody shouts a rank"
    }


def _items(bench: Path) -> list[Item]:
    return list(folders.read_items(bench, "symmetry"))


def _shouted(item: Item, bench: Path) -> str:
    """Each first fact is right, and each second one of every other item."""
    even = _items(bench).index(item) % 2 == 0
    lines = []
    for number, fact in enumerate(item.facts):
        right = number == 0 or even
        said = fact.object.label.upper() if right else "hush"
        lines.append({"item": item.id, "role": fact.role, "text": said})
    return "".join(json.dumps(line) + "\n" for line in lines)
