"""The shipped wordings in other languages: whole, in their script, each once."""

import gzip
import re
from collections import Counter
from pathlib import Path

import pytest

from kgforge import terms
from kgforge.matching import normalised
from kgforge.ontology import vocabulary

LANGUAGES = ("cs", "de", "es", "fr", "ru", "vi", "zh")
SCRIPTS = {"ru": "[а-яё]", "zh": "[\u4e00-\u9fff]"}
FOREIGN = {"ru": "[a-z\u4e00-\u9fff]", "zh": "[a-zа-яё]"}
ENDS = {"zh": ("。", "？")}
MARKS = {
    "cs": "[ěščřžýíéůú]",
    "vi": "[ăâđêôơưủởợảịộ]",
    "de": "[äöüß]",
    "es": "[ñáéíóú¿]",
    "fr": "[éèàê]",
}
FLUENT = (
    "P36 P101 P103 P108 P127 P1376 P131 P159 P19 P20 P264 P364 P37 P39 P407 P449 P463 P495 P740"
)


def test_each_language_has_its_file() -> None:
    files = [path.name for path in vocabulary.language_files()]
    assert files == [f"wikidata.{one}.ttl" for one in LANGUAGES]
    assert [path.name for path in vocabulary.language_files("zh-Hans")] == ["wikidata.zh.ttl"]
    assert vocabulary.language_files("en") == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_templates_are_whole_in_their_script_and_each_once(language: str) -> None:
    own = vocabulary.read_only(vocabulary.language_files(language))
    kinds = Counter(predicate for _, predicate, _ in own.texts)
    assert {tag for _, _, tag in own.texts} == {language}
    assert len(set(kinds.values())) == 1, "a label, a template and a question each"
    said = Counter(
        normalised(text)
        for (_, predicate, _), texts in own.texts.items()
        if predicate in vocabulary.GIVEN
        for text in texts
    )
    assert max(said.values()) == 1
    end, asked = ENDS.get(language, (".", "?"))
    for (_, predicate, _), texts in own.texts.items():
        for text in texts:
            assert text.count("[X]") == (predicate in vocabulary.GIVEN)
            assert text.count("[Y]") == (predicate == vocabulary.TEMPLATE)
            if predicate in vocabulary.GIVEN:
                assert text.endswith(end if predicate == vocabulary.TEMPLATE else asked), text
            bare = re.sub(r"\[[XY]\]", "", text).lower()
            assert re.search(SCRIPTS.get(language, "[a-z]"), bare), text
            assert not re.search(FOREIGN.get(language, "[а-яё\u4e00-\u9fff]"), bare), text
            assert "  " not in text.strip() == text
    every = " ".join(text for texts in own.texts.values() for text in texts).lower()
    assert re.search(MARKS.get(language, SCRIPTS.get(language, "")), every)


def test_the_most_used_predicates_are_worded_in_every_language(shared: Path) -> None:
    with gzip.open(shared / "wikidata" / "triples.tsv.gz", "rt", encoding="utf-8") as lines:
        used = Counter(line.split("\t", 2)[1] for line in lines)
    wanted = {name for name, _ in used.most_common(25)} | {*FLUENT.split()}
    spoken = vocabulary.spoken()
    for language in LANGUAGES:
        for name in wanted:
            predicate = terms.wikidata_predicate(name)
            assert spoken.label(predicate, language), (language, name)
            assert spoken.templates(predicate, language), (language, name)
            assert spoken.questions(predicate, language), (language, name)
