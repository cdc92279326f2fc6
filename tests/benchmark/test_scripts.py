"""No name in a foreign script: an export of Wikidata's entities in five scripts, item by item.

What a name may be is read from the entities' JSON itself. ``--labels`` names each property in each
language, since the files have few of them, and some entities for all languages (``mul``).
"""

import gzip
import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

import kgforge
from kgforge import benchmark, scripts
from kgforge.benchmark import ExportOptions
from kgforge.graph import LoadOptions
from kgforge.schema import Manifest, ReadOptions

FILES: Final = ("dump_sample_49_items.json.gz", "wd_Q42.json", "Q22.json", "dahlia")
LANGUAGES: Final = ("en", "ru", "zh", "he", "ar")
PROPERTY: Final = {"en": "property", "ru": "свойство", "zh": "属性", "he": "מאפיין", "ar": "خاصية"}
PROPERTIES: Final = (
    "P17",
    "P31",
    "P36",
    "P47",
    "P50",
    "P131",
    "P150",
    "P361",
    "P373",
    "P856",
    "P1082",
)
MUL: Final = ("Q31", "Q33", "Q34", "Q35", "Q20", "Q39")
WD: Final = "http://www.wikidata.org/entity/"

Names = dict[tuple[str, str], set[str]]


def entities(folder: Path) -> Iterator[dict[str, Any]]:
    for name in FILES:
        for path in (
            sorted((folder / name).rglob("*.json")) if name == "dahlia" else [folder / name]
        ):
            data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
            try:
                read = json.loads(data)
            except json.JSONDecodeError:
                read = [
                    json.loads(line.rstrip(b",")) for line in data.splitlines() if len(line) > 2
                ]
            for one in read if isinstance(read, list) else [read]:
                yield from one["entities"].values() if "entities" in one else [one]


@pytest.fixture(scope="module")
def own(shared: Path) -> Names:
    """Labels and aliases by entity and primary language."""
    found: Names = defaultdict(set)
    for entity in entities(shared / "wikidata_json"):
        for kind in ("labels", "aliases"):
            for tag, texts in (entity.get(kind) or {}).items():
                for text in texts if isinstance(texts, list) else [texts]:
                    found[entity["id"], tag.partition("-")[0]].add(text["value"])
    return found


@pytest.fixture(scope="module")
def bench(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Manifest]:
    folder = tmp_path_factory.mktemp("scripts")
    rows = [
        f"{one}\t{language}\t{PROPERTY[language]} {one[1:]}"
        for one in PROPERTIES
        for language in LANGUAGES
    ]
    rows += [f"{one}\tmul\tUniversalis {one}" for one in MUL]
    (folder / "names.tsv").write_text("\n".join(["id\tlanguage\tlabel", *rows]) + "\n", "utf-8")
    sources = [f"wikidata:{shared}/wikidata_json/{name}" for name in FILES]
    options = LoadOptions(ReadOptions(languages=LANGUAGES, labels=(str(folder / "names.tsv"),)))
    kgforge.load(sources, f"oxigraph:{folder}/graph", options)
    kgforge.mine(["fact"], f"oxigraph:{folder}/graph", folder / "mined", language="en")
    forms = ("cloze", "short_answer", "true_false", "multiple_choice", "listing")
    export = ExportOptions(language="en", further=LANGUAGES[1:], forms=forms)
    return folder / "bench", kgforge.export(folder / "mined", folder / "bench", export)


def items(folder: Path, pattern: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / f"{pattern}.jsonl").read_text().splitlines()]


def named(fact: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The id and each name of all that a fact names."""
    for one in (fact["subject"], fact["object"], *fact["candidates"], *fact["answers"]):
        for text in (one["label"], *one.get("aliases", ())):
            yield one["id"], text


def is_foreign(text: str) -> bool:
    """Whether all letters of a text are Latin, by Unicode's names, and there are some."""
    letters = [unicodedata.name(one, "") for one in text if one.isalpha()]
    return bool(letters) and all("LATIN" in one for one in letters)


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_latin_name_is_a_label_of_the_language(
    bench: tuple[Path, Manifest], own: Names, language: str
) -> None:
    seen = 0
    for item in items(bench[0], f"fact_{language}"):
        for fact in item["facts"]:
            for id, text in named(fact):
                seen += 1
                if is_foreign(text):
                    assert text in own[id.removeprefix(WD), language], (id, text)
            for prompt in fact["prompts"]:
                said = [fact["subject"]["label"], prompt.get("claimed", {}).get("label", "")]
                text = prompt["text"].replace("[MASK]", "")
                for one in (*said, *prompt.get("choices", ())):
                    text = text.replace(one, "") if one else text
                assert not re.search("[A-Za-z]", re.sub(r"^[A-Z]\) ", "", text, flags=re.M))
    assert seen > 100


def test_what_has_no_name_in_the_script_is_counted(bench: tuple[Path, Manifest]) -> None:
    """Codes in Latin letters are names in English, and in no other script; links are editorial."""
    made = {one.name: one for one in bench[1].patterns}
    # The units of all quantities are named by the graph or by ontologies/units.tsv.
    assert "no label in en" not in made["fact"].skipped
    for language in LANGUAGES[1:]:
        assert made[f"fact_{language}"].skipped[f"no label in {language}"] > 5
        predicates = {
            fact["predicate"]["id"].rpartition("/")[2]
            for item in items(bench[0], f"fact_{language}")
            for fact in item["facts"]
        }
        assert "P1082" in predicates  # figures are of every script
        assert not predicates & {"P373", "P856"}
    assert benchmark.verify(bench[0]) == []


@pytest.mark.parametrize(
    ("text", "fit", "foreign"),
    [
        ("Киев", "ru uk bg", "en el he zh"),
        ("Beograd", "sr cs tr vi", "ru el ka"),
        ("東京", "ja zh yue ko", "ru"),
        ("とうきょう", "ja", "zh"),
        ("서울", "ko", "ja zh"),
        ("القاهرة", "ar fa ur", "he en"),
        ("ירושלים", "he yi", "ar"),
        ("दिल्ली", "hi mr ne", "bn ta"),
        ("กรุงเทพ", "th", "lo km"),
        ("1962-03-11", "en ru zh", ""),
        ("ＮＨＫ", "en", "ru"),
        ("X線", "zh ja en", "ru"),
    ],
)
def test_a_language_is_written_in_its_scripts(text: str, fit: str, foreign: str) -> None:
    assert all(scripts.fits(text, one) for one in fit.split())
    assert not any(scripts.fits(text, one) for one in foreign.split())
