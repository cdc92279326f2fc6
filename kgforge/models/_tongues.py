"""Codes by which a translator is told its languages: ``ces_Latn`` of NLLB, ``cs_CZ`` of mBART.

A model has the codes that its tokenizer has among its special tokens; one without any translates
between the languages that it was made for. Which of them a language tag means is for CLDR's data on
languages to say (``langcodes``), which knows that *cs* and *ces*, *ar* and *arb*, *zh* and
*zho_Hans* are the same: transformers has the lists of codes, and no tags for them.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

import langcodes

from kgforge.errors import ModelError
from kgforge.models._network import Network

ENGLISH: Final = "en"
"""What is translated."""
_CODE: Final = re.compile(r"_{0,2}[a-z]{2,3}(?:_[A-Z][a-z]{3}|_[A-Z]{2})?_{0,2}")
_NEAR: Final = 4
"""Not farther may a language be, as CLDR counts it: a variety of one language, and no other."""
_SHOWN: Final = 6


class Tongues:
    """The languages of a translator."""

    def __init__(self, address: str, network: Network) -> None:
        self._address, self._network = address, network
        every = network.tokenizer.all_special_tokens
        found = [one for one in every if "_" in one and _CODE.fullmatch(one)]
        self.codes: Sequence[str] = found if len(found) > 1 else ()

    def translate(self, language: str) -> None:
        """Have what is written from now on be a translation from English into a language.

        Nothing to do where the model has no codes. Raises ModelError where none fits.
        """
        if not self.codes:
            return
        self._network.tokenizer.src_lang = self._code(ENGLISH)
        into = self._network.tokenizer.convert_tokens_to_ids(self._code(language))
        self._network.model.generation_config.forced_bos_token_id = into

    def _code(self, language: str) -> str:
        found = code(language, self.codes)
        if found is None:
            some = ", ".join(self.codes[:_SHOWN])
            raise ModelError(
                f"{self._address} has {len(self.codes)} codes of languages ({some}, …), and none "
                f"is of {language!r}: translate by a model that knows the language"
            )
        return found


def code(language: str, codes: Iterable[str]) -> str | None:
    """The code of a language tag; None where none is of that language.

    >>> [code(one, ["ces_Latn", "zho_Hant", "zho_Hans", "arb_Arab"]) for one in ("cs", "zh", "ar")]
    ['ces_Latn', 'zho_Hans', 'arb_Arab']
    >>> code("de-AT", ["cs_CZ", "de_DE"]), code("sk", ["cs_CZ", "de_DE"]), code("ko", ["kor_Hang"])
    ('de_DE', None, 'kor_Hang')
    """
    own = list(codes)
    for tags in ([_tag(one) for one in own], [_tag(one).partition("-")[0] for one in own]):
        nearest, _ = langcodes.closest_match(language, tags, max_distance=_NEAR)
        if nearest in tags:
            return own[tags.index(nearest)]
    return None


def _tag(code: str) -> str:
    """A code as a language tag; mBART's ``XX`` is no country."""
    return code.strip("_").replace("_", "-").removesuffix("-XX")
