"""The tables of options in ``docs/clients.md`` are those of the code."""

from __future__ import annotations

import importlib.util
import typing
import unittest
from typing import Any

from klog.client.options import OPTIONS
from klog.client.producing.producer_types import ProducerOptions
from tests.docs.pages import DOCS


def generator() -> Any:
    """``docs/generate_clients.py``."""
    spec = importlib.util.spec_from_file_location("generate_clients", DOCS / "generate_clients.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class OptionsTests(unittest.TestCase):
    """Current, and complete."""

    def test_the_page_is_current(self) -> None:
        self.assertEqual((DOCS / "clients.md").read_text(encoding="utf-8"), generator().text(), "run: python docs/generate_clients.py")

    def test_every_option_is_there(self) -> None:
        from klog.client.fetching.consumer_settings import ConsumerOptions
        from klog.client.groups.settings import GroupOptions

        page = (DOCS / "clients.md").read_text(encoding="utf-8")
        for options in (ProducerOptions, ConsumerOptions, GroupOptions):
            for name in typing.get_type_hints(options):
                self.assertIn(f"| `{name}` |", page, f"{options.__name__} has it")

    def test_every_row_and_every_foreign_name_is_there(self) -> None:
        page = (DOCS / "clients.md").read_text(encoding="utf-8")
        for row in OPTIONS:
            self.assertEqual(page.count(f"| `{row.name}` | "), 1 + bool(row.java or row.rdkafka), row.name)
            for foreign in (*([row.java] if row.java else []), *row.rdkafka):
                self.assertIn(f"`{foreign.name}`", page)
