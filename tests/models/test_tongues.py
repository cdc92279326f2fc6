"""Translators that are told their languages by codes, as NLLB and mBART are."""

from pathlib import Path
from typing import Any

import pytest
import torch
import transformers
from transformers.models.mbart.tokenization_mbart import FAIRSEQ_LANGUAGE_CODES as OF_MBART
from transformers.models.nllb.tokenization_nllb import FAIRSEQ_LANGUAGE_CODES as OF_NLLB

from kgforge import models as doors
from kgforge.benchmark.generators.checks import Task
from kgforge.benchmark.generators.requests import Asking
from kgforge.errors import ModelError
from kgforge.models import _tongues
from kgforge.schema import TRANSLATION, ModelOptions, Request
from tests.models import rewriters

SAID = {
    "cs": {"Rome is big.": "Řím je velký.", "Oslo is cold.": "Oslo je studené."},
    "de": {"Rome is big.": "Rom ist groß.", "Oslo is cold.": "Oslo ist kalt."},
}
KINDS = {
    "nllb": ("NllbTokenizer", {"en": "eng_Latn", "cs": "ces_Latn", "de": "deu_Latn"}),
    "mbart": ("MBartTokenizer", {"en": "en_XX", "cs": "cs_CZ", "de": "de_DE"}),
}


@pytest.fixture(scope="module", params=KINDS)
def translator(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A network that says a sentence in the language whose code it is given first."""
    folder = tmp_path_factory.mktemp(request.param)
    name, codes = KINDS[request.param]
    tokenizer = of_kind(name)
    torch.manual_seed(0)
    make: Any = transformers.MBartConfig
    config = make(
        vocab_size=len(tokenizer), d_model=48, encoder_layers=1, decoder_layers=1,
        encoder_attention_heads=4, decoder_attention_heads=4, encoder_ffn_dim=96,
        decoder_ffn_dim=96, max_position_embeddings=64, dropout=0.0, pad_token_id=1,
        bos_token_id=0, eos_token_id=2, decoder_start_token_id=2, forced_eos_token_id=None,
        init_std=0.1,
    )  # fmt: skip
    model: Any = transformers.MBartForConditionalGeneration(config)
    with rewriters.one_thread():
        train(model, tokenizer, codes)
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return f"seq2seq:{folder}"


def of_kind(name: str) -> Any:
    """A tokenizer of that kind whose words are letters."""
    texts = {text for pairs in SAID.values() for pair in pairs.items() for text in pair}
    letters = sorted(set("".join(texts).replace(" ", "▁")) | {"▁"})
    special = ["<s>", "<pad>", "</s>", "<unk>"]
    every = [*special, *letters]
    if name == "NllbTokenizer":
        return transformers.NllbTokenizer(
            vocab={one: at for at, one in enumerate(every)}, merges=[]
        )
    return transformers.MBartTokenizer(vocab=[(one, -1.0) for one in every])


def train(model: Any, tokenizer: Any, codes: dict[str, str]) -> None:
    tokenizer.src_lang = codes["en"]
    rows = [(said, codes[to], text) for to, pairs in SAID.items() for said, text in pairs.items()]
    asked = tokenizer([said for said, _, _ in rows], return_tensors="pt", padding=True)
    encode = tokenizer.backend_tokenizer.encode
    code_of = tokenizer.convert_tokens_to_ids
    wanted = [
        [code_of(code), *encode(text, add_special_tokens=False).ids, 2] for _, code, text in rows
    ]
    width = max(map(len, wanted))
    labels = torch.tensor([[*one, *[-100] * (width - len(one))] for one in wanted])
    begun = torch.tensor([[2, *one[:-1], *[1] * (width - len(one))] for one in wanted])
    optimiser = torch.optim.AdamW(model.parameters(), lr=5e-3)
    for _ in range(120):
        loss = model(**asked, decoder_input_ids=begun, labels=labels).loss
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()


def request(before: str, into: str) -> Request:
    return Request("i", "r", 0, 0, before, "", "", (), written=True, into=into)


def test_a_sentence_is_translated_into_the_language_asked_for(translator: str) -> None:
    """One model, two languages, by turns; the sentence's own language is English for it."""
    model = doors.open(translator, ModelOptions(max_new_tokens=24, device="cpu"))
    asked = [(said, into) for said in SAID["cs"] for into in ("cs", "de", "de-AT")]
    told = model.answer([request(*one) for one in asked])
    assert [one.text for one in told] == [SAID[into[:2]][said] for said, into in asked]


def test_a_language_without_a_code_is_an_error(translator: str) -> None:
    model = doors.open(translator, ModelOptions(max_new_tokens=24, device="cpu"))
    with pytest.raises(ModelError, match=r"codes of languages .* none is of 'tlh': translate by"):
        model.answer([request("Rome is big.", "tlh")])


def test_a_model_without_codes_is_told_nothing(tmp_path: Path) -> None:
    """As Marian is: it translates into one language, whatever it is called."""
    rewriters.rewriter(tmp_path / "one", {"Rome is big.": ["Roma"]}, prefix="")
    model = doors.open(f"seq2seq:{tmp_path}/one", ModelOptions(max_new_tokens=8, device="cpu"))
    assert [one.text for one in model.answer([request("Rome is big.", "tlh")])] == ["Roma"]


@pytest.mark.parametrize(
    ("language", "nllb", "mbart"),
    [
        ("cs", "ces_Latn", "cs_CZ"),
        ("zh", "zho_Hans", "zh_CN"),
        ("zh-TW", "zho_Hant", None),
        ("ar", "arb_Arab", "ar_AR"),
        ("fa", "pes_Arab", None),
        ("no", "nob_Latn", None),
        ("sr", "srp_Cyrl", None),
        ("ko", "kor_Hang", "ko_KR"),
        ("he", "heb_Hebr", None),
        ("vi", "vie_Latn", "vi_VN"),
        ("uk", "ukr_Cyrl", None),
        ("pt-br", "por_Latn", None),
        ("gsw", None, None),  # German is another language
    ],
)
def test_a_tag_means_a_code(language: str, nllb: str | None, mbart: str | None) -> None:
    assert _tongues.code(language, OF_NLLB) == nllb
    assert _tongues.code(language, OF_MBART) == mbart


def test_a_translator_is_told_the_benchmark_s_language() -> None:
    task = Task("i", 0, "r", "Řím", "", "", frozenset(), frozenset(), english="Rome is big.")
    assert Asking(TRANSLATION, "cs", 0, bare=True).request(task, 0, "").into == "cs"
    assert not Asking(TRANSLATION, "cs", 0).request(task, 0, "").into
