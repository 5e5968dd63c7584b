"""The pages hold what the code says."""

from __future__ import annotations

import importlib.util
import pathlib
import unittest

DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs"


class DocsTests(unittest.TestCase):
    """Pages that are made from declarations."""

    def check_page(self, page: str, generator: str) -> None:
        spec = importlib.util.spec_from_file_location(generator, DOCS / f"{generator}.py")
        assert spec and spec.loader
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        self.assertEqual((DOCS / page).read_text(encoding="utf-8"), module.text(), f"run: python docs/{generator}.py")

    def test_configuration_page_is_current(self) -> None:
        self.check_page("configuration.md", "generate_configuration")

    def test_table_of_rights_is_current(self) -> None:
        self.check_page("security.md", "generate_rights")

    def test_every_page_is_in_the_table_of_contents(self) -> None:
        index = (DOCS / "index.md").read_text(encoding="utf-8").split()
        for page in DOCS.glob("*.md"):
            if page.stem != "index":
                self.assertIn(page.stem, index, f"{page.name} is not in docs/index.md")
