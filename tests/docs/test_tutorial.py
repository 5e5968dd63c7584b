"""The pages that are sessions in a terminal: every command, every file, and what is printed."""

from __future__ import annotations

import contextlib
import pathlib
import random
import socket

import pytest

from tests.docs.pages import Runner


def four_digits() -> int:
    """A free port that is as long as 9092: columns stay as wide as the page shows them."""
    while True:
        port = random.randrange(2000, 10_000)
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port


@pytest.mark.parametrize("page", ["tutorial.md", "testing.md"])
def test_page_of_commands(page: str, tmp_path: pathlib.Path) -> None:
    """From top to bottom, in an empty folder."""
    assert Runner(page, tmp_path, four_digits()).run() > 3
