"""The pages about Spark, run from top to bottom: their Python in this process and its one session, their commands as commands.

What a ``python`` block prints is shown in a ``text`` block below it. Each page has a broker of its own; the sample logs lie in ``logs``.
"""

from __future__ import annotations

import contextlib
import io
import pathlib
import re
from typing import Any

import pytest

from klog.spark.options import KNOWN
from klog.testing.embedded import Broker
from tests import peers
from tests.docs.pages import DOCS, Block, Runner, blocks, matches
from tests.spark import spark_session

PAGES = ["spark.md", "tutorials/loading-logs.md", "tutorials/errors-per-minute.md", "migrating/spark-sql-kafka.md"]


class SparkRunner(Runner):
    """A runner of pages whose Python blocks that are no files are one program."""

    def __init__(self, page: str, folder: pathlib.Path, port: int) -> None:
        super().__init__(page, folder, port)
        self.names: dict[str, Any] = {"__name__": "docs"}
        self.printed = ""

    def _run(self, block: Block) -> int:
        if block.language == "text":
            shown = [self._here(line) for line in block.text.splitlines()]
            if not matches(shown, self.printed):
                raise AssertionError(f"printed:\n{self.printed}\nand not:\n{block.text}")
            return 1
        if block.language != "python" or block.file_name is not None:
            return super()._run(block)
        code = compile("\n" * block.line + self._here(block.text), f"docs/{self.page}", "exec")
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(code, self.names)
        self.printed = printed.getvalue()
        return 1


@pytest.mark.parametrize("page", PAGES)
def test_page(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As its reader would go through it."""
    spark = spark_session.get()
    # A command of Spark's takes seconds before it begins, and on a busy machine minutes.
    monkeypatch.setattr("tests.docs.pages.COMMAND_SECONDS", 300)
    # Spark's relative paths are those of its JVM's working directory, so that the page's folder is that one.
    folder = pathlib.Path(spark._jvm.System.getProperty("user.dir"))
    monkeypatch.chdir(folder)
    topics = {"errors-per-minute": 2}
    if "tutorials" in page:
        (folder / "logs").mkdir(exist_ok=True)
        for log in peers.sample_logs():
            (folder / "logs" / log.name).unlink(missing_ok=True)
            (folder / "logs" / log.name).symlink_to(log)
    else:
        topics = {"orders": 3, "results": 2, "copies": 2}
    with Broker(topics=topics) as broker:
        for partition in range(topics.get("orders", 0)):
            broker.put("orders", [b"%d" % number for number in range(100)], partition=partition)
        assert SparkRunner(page, folder, int(broker.bootstrap.rpartition(":")[2])).run() >= 4


def test_the_table_of_options_is_that_of_the_source() -> None:
    """Names, where each means something, and what it does."""
    expected = [f"| `{known.name}` | {_kinds(known.kinds)} | {known.meaning} |" for known in KNOWN.values()]
    found = [line for line in (DOCS / "spark.md").read_text(encoding="utf-8").splitlines() if re.match(r"\| `\w", line)]
    assert found == expected, "docs/spark.md should have:\n" + "\n".join(expected)


def _kinds(kinds: frozenset[str]) -> str:
    return ", ".join(kind for kind in ("batch", "stream", "sink") if kind in kinds)


def test_every_page_prints_what_it_shows() -> None:
    """A text block without Python above it would be compared with nothing."""
    for page in PAGES:
        before = ""
        for block in blocks((DOCS / page).read_text(encoding="utf-8")):
            assert block.language != "text" or before == "python", f"docs/{page}, line {block.line}"
            before = block.language
