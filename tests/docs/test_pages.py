"""The reader of pages, and the pages whose Python is one program."""

from __future__ import annotations

import pathlib
import subprocess
import sys
import unittest

import pytest

from klog.testing.embedded import Broker
from tests.docs.pages import DOCS, Runner, blocks, commands, matches
from tests.docs.test_spark_pages import PAGES as SPARK_PAGES
from tests.peers import ROOT

PAGE = """
Words.

```console
$ echo one \\
  two
one two
$ true
```

<!-- test: skip -->
```python
nonsense(
```

<!-- test: background there until up -->
```console
$ sh -c 'echo up; sleep 60'
up
```

<!-- test: stop there -->

<!-- test: background there until up -->
```console
$ sh -c 'trap "" INT TERM; echo up 1881; sleep 60'
up …
```

<!-- test: kill there -->

```python
# a.py
print(9092)
```
"""
#: Pages whose Python blocks are run against a broker with nothing on it.
LIVE = [
    "audit.md",
    "clients.md",
    "tutorials/each-once.md",
    *(f"migrating/{name}.md" for name in ("kafka-python", "aiokafka", "confluent-kafka", "afkak")),
]


class ReaderTests(unittest.TestCase):
    """`tests.docs.pages`."""

    def test_blocks(self) -> None:
        found = list(blocks(PAGE))
        self.assertEqual([block.language for block in found], ["console", "python", "console", "", "console", "", "python"])
        self.assertEqual(
            [block.directive for block in found],
            ["", "skip", "background there until up", "stop there", "background there until up", "kill there", ""],
        )
        self.assertEqual([block.file_name for block in found][-1], "a.py")
        self.assertEqual(list(commands(found[0].text)), [("echo one two", ["one two"]), ("true", [])])
        self.assertRaises(ValueError, list, blocks("```\nx"))

    def test_matches(self) -> None:
        for shown, printed, fine in (
            (["a…c"], "abbc\n", True),
            (["a…c"], "abbd\n", False),
            (["a", "…", "z"], "a\nb\nc\nz", True),
            (["a", "…", "z"], "a\nz", True),
            (["a"], "a\nb\n", False),
            ([""], "anything", True),
        ):
            self.assertIs(matches(shown, printed), fine, (shown, printed))

    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = tmp_path
        self.monkeypatch = monkeypatch

    def test_a_page_is_run(self) -> None:
        (self.folder / "page.md").write_text(PAGE)
        self.monkeypatch.setattr("tests.docs.pages.DOCS", self.folder)
        self.assertEqual(Runner("page.md", self.folder, 1234, {1881: 1882}).run(), 4)
        self.assertIn("1234", (self.folder / "a.py").read_text())
        (self.folder / "page.md").write_text("\n\n```console\n$ echo one\ntwo\n```\n")
        with self.assertRaisesRegex(AssertionError, "line 4"):
            Runner("page.md", self.folder, 1234).run()
        (self.folder / "page.md").write_text("```console\n$ false\n```\n")
        with self.assertRaisesRegex(AssertionError, "exit code 1"):
            Runner("page.md", self.folder, 1234).run()


@pytest.mark.parametrize("page", LIVE)
def test_live_page(page: str, tmp_path: pathlib.Path) -> None:
    """All Python blocks of a page, in one program, and its files and commands."""
    with Broker() as broker:
        if page != "clients.md":
            broker.create_topic("orders", 3)
            for partition in range(3):
                broker.put("orders", [b"%d" % number for number in range(100)], partition=partition)
        Runner(page, tmp_path, int(broker.bootstrap.rpartition(":")[2])).run()
        done = subprocess.run(
            [sys.executable, "-m", "tests.docs.live", page, broker.bootstrap], cwd=ROOT, capture_output=True, text=True, timeout=400
        )
    assert done.returncode == 0, done.stdout + done.stderr
    assert not done.stderr, done.stderr


def test_pages_that_show_python_are_run() -> None:
    """Nobody adds a page of listings that is not run."""
    ran = {*LIVE, *SPARK_PAGES, "other_reactors.md", "tutorial.md", "testing.md", "pull.md", "migrating/txzookeeper.md"}
    for path in DOCS.rglob("*.md"):
        name = path.relative_to(DOCS).as_posix()
        if name.split("/")[0] in ("_build", "newsfragments") or name in ran:
            continue
        shown = [block.line for block in blocks(path.read_text(encoding="utf-8")) if block.language == "python"]
        assert not shown, f"docs/{name} shows Python in lines {shown}; add it to tests/docs/test_pages.py"
