"""What a text says to a question: the four classes of an answer."""

from typing import Literal

Verdict = Literal["correct", "incorrect", "abstained", "unreadable"]
"""Luo et al. 2023, *Systematic Assessment of Factual Knowledge in Large Language Models*, has the
first three; a text of which none can be told is in a class of its own."""
