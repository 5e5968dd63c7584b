"""The page of ``klog pull``: every command, every file, and what is printed."""

from __future__ import annotations

import pathlib

from tests.docs.pages import Runner
from tests.docs.test_tutorial import four_digits


def test_page(tmp_path: pathlib.Path) -> None:
    """From top to bottom, in an empty folder."""
    assert Runner("pull.md", tmp_path, four_digits()).run() > 10
