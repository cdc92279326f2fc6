"""``kgforge export``: labels and templates that are missing."""

import json
import os
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Run


def opaque(folder: Path, *words: str) -> None:
    """Give these words of ``facts.tsv`` ids that say nothing."""
    for name in ("facts.tsv", "names.tsv"):
        text = (folder / name).read_text()
        for number, word in enumerate(words, 1):
            text = re.sub(rf"\b{word}\b", f"M{number}", text)
        (folder / name).write_text(text)


def test_a_fallback_is_flagged_and_shown(run: Run, small: Path) -> None:
    os.chdir(small)
    names = Path("names.tsv").read_text().replace("a7\tA 7\n", "")
    Path("names.tsv").write_text(names)
    run("load", "tsv:facts.tsv", "--labels", "names.tsv", "--store", "oxigraph:graph")
    run("mine", "symmetry", "--store", "oxigraph:graph", "--out", "mined")
    status, out, _ = run("export", "mined", "--out", "bench", "--json")
    assert status == 0
    [made] = json.loads(out)["patterns"]
    assert (made["items"], made["skipped"], made["names"]) == (30, {}, {"local name": 1})
    item = json.loads(Path("bench/symmetry.jsonl").read_text().splitlines()[0])
    prompt = item["facts"][0]["prompts"][0]
    assert prompt["generator"] == "fallback"
    _, _, err = run("export", "mined", "--out", "bench", "--force")
    assert "without a template" in err
    assert "60 of symmetry" in err
    assert prompt["text"] in err


def test_a_name_in_brackets_is_printed_as_it_was_given(run: Run, small: Path) -> None:
    os.chdir(small)
    run("load", "tsv:facts.tsv", "--store", "oxigraph:graph")
    run("mine", "symmetry", "--store", "oxigraph:graph", "--out", "mined")
    _, out, _ = run("export", "mined", "--out", "bench", "--name", "codex [s]")
    assert out.startswith("exported bench: codex [s] ")


def test_a_split_without_templates_is_shown_too(run: Run, small: Path) -> None:
    os.chdir(small)
    run("load", "tsv:facts.tsv", "--store", "oxigraph:graph")
    run("mine", "symmetry", "--store", "oxigraph:graph", "--out", "mined")
    _, _, err = run("export", "mined", "--out", "bench", "--split", "random:50/50")
    assert "knows [MASK]." in err


def test_what_has_no_name_is_not_drawn(run: Run, small: Path) -> None:
    os.chdir(small)
    opaque(small, "a7", "b9")
    names = Path("names.tsv").read_text().replace("M1\tA 7\n", "").replace("M2\tB 9\n", "")
    Path("names.tsv").write_text(names)
    _, out, err = run("load", "tsv:facts.tsv", "--labels", "names.tsv", "--store", "oxigraph:graph")
    assert "entities without a name in en, which are in no prompt: 2 " in err
    _, out, err = run("mine", "symmetry", "--store", "oxigraph:graph", "--out", "mined")
    assert "entities without a name in en, which are not drawn: 2 " in err
    mining = json.loads(Path("mined/mining.json").read_text())
    assert (mining["unnamed"], mining["patterns"][0]["instances"]) == (2, 28)
    assert "language" not in mining
    status, out, _ = run("export", "mined", "--out", "bench", "--json")
    assert status == 0
    [made] = json.loads(out)["patterns"]
    assert (made["items"], made["skipped"]) == (28, {})


def test_where_no_instance_was_mined_names_are_not_to_blame(run: Run, small: Path) -> None:
    os.chdir(small)
    run("load", "tsv:facts.tsv", "--store", "oxigraph:graph")
    run("mine", "symmetry", "--store", "oxigraph:graph", "--out", "mined", "--param", "least=9999")
    status, _, err = run("export", "mined", "--out", "bench")
    assert (status, err) == (1, "error: mined holds no instance: kgforge mine says why\n")


def test_a_predicate_without_a_name_gives_no_item(run: Run, small: Path) -> None:
    os.chdir(small)
    opaque(small, "knows")
    Path("names.tsv").write_text("")
    run("load", "tsv:facts.tsv", "--store", "oxigraph:graph")
    _, _, err = run("mine", "symmetry", "path", "--store", "oxigraph:graph", "--out", "mined")
    assert "path: nothing in the graph matches its query" in err
    assert "symmetry: nothing" not in err
    status, _, err = run("export", "mined", "--out", "bench")
    assert status == 1
    assert "gives no items (predicate without a label in en: 30); no name in en for kg:M1: " in err
    assert "(--templates FILE)" in err and "entities" not in err
    assert not Path("bench").exists()
    template = "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> ."
    Path("own.ttl").write_text(
        f'{template} <urn:kgforge:name:M1> rdfs:label "knows"@en ; '
        '<urn:kgforge:ns#template> "[X] has met [Y]."@en .'
    )
    assert run("export", "mined", "--out", "bench", "--templates", "own.ttl")[0] == 0


def test_a_predicate_without_a_name_beside_others_is_told_with_what_would_do(
    run: Run, small: Path
) -> None:
    """In each step: the benchmark has fewer items than were mined, and nothing else says so."""
    os.chdir(small)
    lines = Path("facts.tsv").read_text()
    Path("facts.tsv").write_text(lines + lines.replace("knows", "likes"))
    opaque(small, "likes")
    told = "predicates without a name in en, of which no question can be told: 1"
    _, _, err = run("load", "tsv:facts.tsv", "--labels", "names.tsv", "--store", "oxigraph:graph")
    assert f"{told} (give labels with --labels" in " ".join(err.split())
    _, _, err = run("mine", "symmetry", "--store", "oxigraph:graph", "--out", "mined")
    assert f"{told}: kg:M1 (load labels: kgforge load … --labels FILE" in " ".join(err.split())
    mined = json.loads(Path("mined/mining.json").read_text())["patterns"][0]["instances"]
    status, _, err = run("export", "mined", "--out", "bench")
    [made] = json.loads(Path("bench/manifest.json").read_text())["patterns"]
    lost = mined - made["items"]
    assert status == 0
    assert lost
    words = f"symmetry: {lost} instances are left out, since a predicate has no name in en: load"
    assert f"{words} a label (--labels FILE), or give one in an ontology" in " ".join(err.split())
    # with a name nothing is said
    (small / "more.tsv").write_text(Path("names.tsv").read_text() + "M1\tlikes\n")
    said = [
        run("load", "tsv:facts.tsv", "--labels", "more.tsv", "--store", "oxigraph:named")[2],
        run("mine", "symmetry", "--store", "oxigraph:named", "--out", "mined", "--force")[2],
        run("export", "mined", "--out", "bench", "--force")[2],
    ]
    assert not any("without a name in en, of" in one or "no name" in one for one in said)


def test_the_language_of_mining_is_that_of_the_export(run: Run, small: Path) -> None:
    os.chdir(small)
    opaque(small, *(f"{name}{n}" for n in range(30) for name in "ab"))
    run("load", "tsv:facts.tsv", "--labels", "names.tsv", "--store", "oxigraph:graph",
        "--languages", "cs")  # fmt: skip
    run("mine", "symmetry", "--store", "oxigraph:graph", "--out", "english")
    english = json.loads(Path("english/mining.json").read_text())
    assert (english["unnamed"], english["patterns"][0]["instances"]) == (60, 0)
    assert english["patterns"][0]["rows"] == 60  # counts are of all facts
    run("mine", "symmetry", "--store", "oxigraph:graph", "--out", "czech", "--language", "cs")
    czech = json.loads(Path("czech/mining.json").read_text())
    assert (czech["language"], czech["patterns"][0]["instances"]) == ("cs", 30)
    assert "unnamed" not in czech
    status, out, _ = run("export", "czech", "--out", "bench", "--json")
    manifest = json.loads(out)
    assert (status, manifest["languages"], manifest["mined_in"]) == (0, ["cs"], "cs")
    assert "--language cs" in Path("bench/README.md").read_text()


def test_templates_that_hold_none_are_refused(run: Run, small: Path) -> None:
    os.chdir(small)
    run("load", "tsv:facts.tsv", "--labels", "names.tsv", "--store", "oxigraph:graph")
    run("mine", "symmetry", "--store", "oxigraph:graph", "--out", "mined")
    Path("own.ttl").write_text('<urn:kgforge:name:knows> <http://guess/template> "[X] [Y]."@en .')
    status, _, err = run("export", "mined", "--out", "bench", "--templates", "own.ttl")
    assert status == 1
    assert "own.ttl contains no template: write one as <urn:kgforge:ns#template>" in err
    Path("own.ttl").write_text(
        "@prefix kgf: <urn:kgforge:ns#> .\n<urn:kgforge:name:knows> "
        'kgf:template "[X] has met [Y]."@en .'
    )
    assert run("export", "mined", "--out", "bench", "--templates", "own.ttl")[0] == 0
    assert "has met [MASK]." in Path("bench/symmetry.jsonl").read_text()


def templates(**wordings: str) -> str:
    """Turtle with a template for each predicate that is named by its name."""
    statements = [
        f'<urn:kgforge:name:{name}> <urn:kgforge:ns#template> "{text}"@en .\n'
        for name, text in wordings.items()
    ]
    return "".join(statements)


def test_templates_of_no_item_are_named_with_what_is_probably_meant(run: Run, small: Path) -> None:
    os.chdir(small)
    run("load", "tsv:facts.tsv", "--labels", "names.tsv", "--store", "oxigraph:graph")
    run("mine", "symmetry", "--store", "oxigraph:graph", "--out", "mined")
    export = ("export", "mined", "--out", "bench", "--force", "--templates", "own.ttl")
    Path("own.ttl").write_text(
        templates(knosw="[X] has met [Y].", capital="[X] is the capital of [Y].")
        + templates(knows="[X] knows [Y].").replace("urn:kgforge:name:", "http://example.org/")
    )
    status, _, err = run(*export)
    assert status == 0
    said = next(line for line in err.splitlines() if line.startswith("--templates"))
    assert said.startswith("--templates has wordings for 3 predicates that no item has: ")
    meant = "(is kg:knows meant?)"
    assert f"<http://example.org/knows> {meant}" in said
    assert f"kg:knosw {meant}" in said
    assert said.count("meant?") == 2
    assert json.loads(run(*export, "--json")[1])["unused_templates"] == {
        "http://example.org/knows": "urn:kgforge:name:knows",
        "urn:kgforge:name:capital": "",
        "urn:kgforge:name:knosw": "urn:kgforge:name:knows",
    }
    assert run("verify", "bench")[0] == 0
    Path("own.ttl").write_text(templates(knows="[X] has met [Y]."))
    assert "--templates" not in run(*export)[2]
    assert "unused_templates" not in json.loads(run(*export, "--json")[1])


def test_templates_of_the_hops_of_a_chain_are_of_its_items(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = [f"Ada{n}\tbornIn\tTown {n}\nTown {n}\tlocatedIn\tLand {n % 3}\n" for n in range(30)]
    Path("facts.tsv").write_text("subject\tpredicate\tobject\n" + "".join(lines))
    run("load", "tsv:facts.tsv", "--store", "oxigraph:graph")
    chains = ("bornIn", "locatedIn")
    mined = run("mine", "chain2", "--store", "oxigraph:graph", "--out", "mined")
    assert mined[0] == 0, mined
    wordings = {name: f"[X] {name} [Y]." for name in (*chains, "locatdIn")}
    Path("own.ttl").write_text(templates(**wordings))
    status, _, err = run("export", "mined", "--out", "bench", "--templates", "own.ttl")
    assert status == 0, err
    assert "--templates has wordings for 1 predicate that no item has: " in err
    assert "kg:locatdIn" in err


def test_facts_that_a_ranking_cannot_ask_are_counted(run: Run, small: Path) -> None:
    os.chdir(small)
    run("load", "tsv:facts.tsv", "--labels", "names.tsv", "--store", "oxigraph:graph")
    run("mine", "symmetry", "--store", "oxigraph:graph", "--out", "mined")
    _, _, err = run("export", "mined", "--out", "bench")
    assert "fewer than two" not in err + Path("bench/README.md").read_text()
    _, _, err = run("export", "mined", "--out", "alone", "--candidates", 1)
    assert "symmetry: 60 of 60 facts have fewer than two candidates" in err
    card = Path("alone/README.md").read_text()
    assert "Facts with fewer than two candidates" in card
    assert run("verify", "alone")[0] == 0


def test_names_of_entities_without_facts_are_told_where_they_cost_items(
    run: Run, tmp_path: Path
) -> None:
    os.chdir(tmp_path)
    Path("facts.tsv").write_text("subject\tpredicate\tobject\nX1\tis in\tY1\nX2\tis in\tY2\n")
    Path("names.tsv").write_text("id\tlabel\nX1\tUlm\nX2\tBonn\nY1\tGermany\nY2\tSpain\nZ9\tUlm\n")
    for options, items in (((), 1), (("--predicates", "kg:is%20in"), 2)):
        store = f"oxigraph:graph{items}"
        run("load", "tsv:facts.tsv", "--labels", "names.tsv", "--store", store, *options)
        run("mine", "fact", "--store", store, "--out", f"mined{items}")
        status, _, err = run("export", f"mined{items}", "--out", f"bench{items}")
        assert status == 0, err
        assert len(Path(f"bench{items}/fact.jsonl").read_text().splitlines()) == items
        assert ("also of entities without facts" in err) is (items == 1)
