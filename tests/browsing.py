"""A page in a real browser, watched: what it asks for, and what it complains of."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

CHROMIUM: Final = Path("/usr/bin/chromium")
WIDE: Final = (1280, 900)
PHONE: Final = (390, 844)
EACH_SIZE: Final = pytest.mark.parametrize(
    "watched", [WIDE, PHONE], ids=["wide", "phone"], indirect=True
)
"""Marks a test of layout: it is run in a wide window and in one of a phone's size."""


class Watched:
    """A page whose every request and complaint is kept."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.requests: list[str] = []
        self.complaints: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(error.stack or str(error)))

    def open(self, path: Path) -> "Page":
        self.page.goto(path.as_uri())
        self.ready()
        return self.page

    def ready(self) -> None:
        """Wait until what the address says is drawn."""
        self.until("document.documentElement.dataset.ready === location.hash")

    def until(self, condition: str) -> None:
        """Wait for a condition, asked from outside: the page's policy allows no evaluation."""
        for _ in range(400):
            if self.page.evaluate(condition):
                return
            self.page.wait_for_timeout(25)
        pytest.fail(f"never: {condition}; complaints: {self.complaints}")
