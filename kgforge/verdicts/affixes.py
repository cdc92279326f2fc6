# ruff: noqa: E501
"""What is written at the beginning or end of a word and is a word of its own; and abbreviations."""

from typing import Final

from kgforge.verdicts.spelling import key

ELISIONS: Final = frozenset(
    "l d c n j m t s qu dell nell all sull dall un jusqu lorsqu puisqu quell".split()  # noqa: SIM905
)
"""What stands before an apostrophe, in French and Italian, and is a word of its own."""
SUFFIXES: Final = frozenset(
    """
    dır dir dur dür tır tir tur tür da de ta te dan den tan ten ya ye yı yi yu yü a e ı i u ü ın in un
    ün nın nin nun nün
    """.split()  # noqa: SIM905
)
"""What follows an apostrophe in Turkish: case endings, and *is*."""
ABBREVIATIONS: Final = frozenset(
    "st ste dr mr mrs ms prof jr sr no vs approx ca bzw etc mt ft gen col rev hon sen rep".split()  # noqa: SIM905
)
"""What has a full stop that ends no sentence."""
PARTED: Final = tuple("은 는 을 를 의 에서 에게 으로 께서 입니다 라고".split())  # noqa: SIM905
"""Korean particles by which a word is seen to be no part of the name that follows."""
JOSA: Final = {
    **dict.fromkeys(
        """
        은 는 이 가 을 를 의 에 에서 에게 로 으로 도 만 까지 부터 라고 이라고 인 인데 이고 이며 께서 입니다
        이다 예요 이에요 였다 이었다 였습니다 이었습니다 이라는 라는 이죠 죠 요 다 이란 란 시 일
        """.split(),  # noqa: SIM905
        "COP",
    ),
    **dict.fromkeys("와 과 하고 랑 이랑".split(), "AND"),  # noqa: SIM905
    **dict.fromkeys("나 이나 이거나 거나".split(), "OR"),  # noqa: SIM905
    **dict.fromkeys("인가요 입니까 일까요 인가 일까 인지".split(), "ASK"),  # noqa: SIM905
}
"""What is written at the end of a Korean name, and what it does."""
PROCLITICS: Final = {
    "arab": tuple(map(key, ("ب", "ل", "ك", "ف", "و", "وب", "ول", "فب"))),
    "hebr": tuple(map(key, ("ב", "ל", "מ", "ה", "ש", "כ", "ו", "וב", "ול", "ומ", "שב", "מה"))),
}
"""What is written at the beginning of a name in Arabic and Hebrew script."""
