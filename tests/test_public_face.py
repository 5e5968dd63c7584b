"""``from klog import Producer, Consumer, ConsumerGroup, Admin``: there, loaded only when used, and enough for every example."""

from __future__ import annotations

import ast
import pathlib
import subprocess
import sys
import unittest

import klog
import klog.testing
from klog import version
from tests.docs.pages import blocks

DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs"
#: For those who need more than clients.
OTHER_FACES = {"klog.testing", "klog.zookeeper", "klog.spark", "klog.pull", "klog.audit"}


def examples() -> list[tuple[str, str]]:
    """Every Python listing of the pages and every example: (where, its text)."""
    found = [(path.name, path.read_text(encoding="utf-8")) for path in sorted((DOCS / "examples").glob("*.py"))]
    for path in [DOCS.parent / "README.md", *sorted(DOCS.rglob("*.md"))]:
        if not {"_build", "newsfragments"} & set(path.parts):
            listings = [block.text for block in blocks(path.read_text(encoding="utf-8")) if block.language == "python"]
            found += [(path.name, text) for text in listings]
    return found


class PublicFaceTests(unittest.TestCase):
    """The package itself."""

    def test_importing_it_loads_nothing(self) -> None:
        code = "import sys, klog; sys.exit(bool({'twisted', 'klog.client', 'klog.errors', 'importlib.resources'} & set(sys.modules)))"
        self.assertEqual(subprocess.run([sys.executable, "-c", code]).returncode, 0)

    def test_small_words_load_no_reactor(self) -> None:
        code = "import sys; from klog import TopicPartition, KlogError; sys.exit('twisted' in sys.modules)"
        self.assertEqual(subprocess.run([sys.executable, "-c", code]).returncode, 0)

    def test_no_name_installs_a_reactor(self) -> None:
        code = "import sys; from klog import Producer, Consumer, ConsumerGroup, Admin; sys.exit('twisted.internet.reactor' in sys.modules)"
        self.assertEqual(subprocess.run([sys.executable, "-c", code]).returncode, 0)

    def test_every_name_is_there(self) -> None:
        for face in (klog, klog.testing):
            for name in face.__all__:
                if not name.isupper():
                    self.assertEqual(getattr(face, name).__name__.removeprefix("Plain"), name)
                self.assertIn(name, dir(face))
            self.assertEqual(sorted(face.__all__), sorted(face._HOMES))
        self.assertEqual((klog.EARLIEST_TIMESTAMP, klog.LATEST_TIMESTAMP), (-2, -1))

    def test_the_reference_has_every_name(self) -> None:
        text = (DOCS / "reference.md").read_text(encoding="utf-8")
        for name in klog.__all__:
            self.assertRegex(text, rf"(?:klog\.|views\.Plain){name}\b", "docs/reference.md lacks a public name")

    def test_every_example_uses_only_these(self) -> None:
        """And the other faces, which have tests of their own; where an example needs more, the face lacks something."""
        wrong = []
        for where, code in examples():
            try:
                tree = ast.parse(code)
            except SyntaxError:
                # Top-level `await` in some listings, and "…" for what is left out.
                tree = ast.parse("\n".join(line for line in code.splitlines() if line.startswith(("from ", "import "))))
            for node in ast.walk(tree):
                modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                if isinstance(node, ast.Import):
                    modules = [alias.name for alias in node.names]
                for module in modules:
                    is_inner = module.startswith("klog.") and ".".join(module.split(".")[:2]) not in OTHER_FACES
                    if is_inner:
                        wrong.append(f"{where} imports {module}")
                if isinstance(node, ast.ImportFrom) and node.module == "klog":
                    wrong += [f"{where}: klog has no {alias.name}" for alias in node.names if alias.name not in klog.__all__]
        self.assertEqual(wrong, [])

    def test_what_is_for_tests_loads_nothing_either(self) -> None:
        code = "import sys, klog.testing; sys.exit('twisted' in sys.modules)"
        self.assertEqual(subprocess.run([sys.executable, "-c", code]).returncode, 0)
        with self.assertRaises(AttributeError):
            _ = klog.testing.Brokre

    def test_the_version(self) -> None:
        self.assertEqual(klog.__version__, version.__version__)

    def test_a_client_without_a_reactor(self) -> None:
        for make in (klog.Producer, klog.Consumer, klog.Admin):
            with self.assertRaises(TypeError) as caught:
                make(None, "127.0.0.1:9092")
            self.assertIn("reactor", str(caught.exception))

    def test_others_are_not(self) -> None:
        with self.assertRaises(AttributeError) as caught:
            _ = klog.Produzer
        self.assertIn("Produzer", str(caught.exception))
        with self.assertRaises(ImportError):
            exec("from klog import Konsumer")
