"""What is printed to be copied runs as it is copied: the README's programs, and every ``klog`` line of all pages."""

from __future__ import annotations

import os
import pathlib
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator

import click
import pytest

from klog.cli.exit_codes import CommandFailed
from klog.cli.main import cli
from klog.cli.suite.report import comparisons
from klog.cli.suite.results.results_file import read_results
from klog.testing.embedded import Broker
from tests.docs.pages import DOCS, Block, blocks
from tests.peers import ROOT

README = ROOT / "README.md"
#: What each kind of program is run with.
_HOW = {True: ["-m", "pytest", "-q", "-p", "no:cacheprovider"], False: []}
_ENDS = re.compile(r"\s*(?:[|;&]|>|2>|#).*$")


def lines_of(path: pathlib.Path) -> Iterator[tuple[int, str]]:
    """Commands that begin with ``klog``, as they stand in a page's blocks, with their lines."""
    for block in blocks(path.read_text(encoding="utf-8")):
        if block.language not in ("", "console", "sh", "bash"):
            continue
        for number, line in enumerate(block.text.splitlines()):
            for piece in re.split(r"\s\|\s", line.removeprefix("$ ")):
                if piece.startswith("klog ") and not line.rstrip().endswith("\\"):
                    yield block.line + number, piece


def parsed(line: str) -> None:
    """Read a command line as klog would, and stop before it acts.

    :raises click.UsageError: it is none.
    """
    words = shlex.split(re.sub(r"\s+(?:#|>|2>|&&|;|\|).*$", "", line))[1:]
    context, command = None, cli
    name = "klog"
    while True:
        made = command.make_context(name, words, parent=context)
        if not isinstance(command, click.Group):
            return
        rest = [*made._protected_args, *made.args] if hasattr(made, "_protected_args") else list(made.args)
        if not rest:
            return
        found_name, found, words = command.resolve_command(made, rest)
        assert found is not None and found_name is not None
        context, command, name = made, found, found_name


def test_every_klog_line_is_one() -> None:
    wrong, count = [], 0
    for path in [README, *sorted(DOCS.rglob("*.md"))]:
        if "_build" in path.parts or "newsfragments" in path.parts:
            continue
        for number, line in lines_of(path):
            count += 1
            try:
                parsed(line)
            except click.exceptions.Exit:
                continue
            except (click.UsageError, CommandFailed) as error:
                wrong.append(f"{path.relative_to(ROOT)}, line {number}: {line}: {error}")
    assert count > 50
    assert not wrong, "\n".join(wrong)


PROGRAMS = [
    (page, one)
    for page in (README, DOCS / "other_reactors.md")
    for one in blocks(page.read_text(encoding="utf-8"))
    if one.language == "python"
]


@pytest.mark.parametrize(("page", "block"), PROGRAMS, ids=[f"{page.stem}-{block.line}" for page, block in PROGRAMS])
def test_programs(page: pathlib.Path, block: Block, tmp_path: pathlib.Path) -> None:
    """Each is a file of its own, and runs."""
    if block.directive == "skip":
        pytest.skip("it shows a line of another program")
    name = block.file_name or "program.py"
    with Broker(topics={"orders": 3}) as broker:
        (tmp_path / name).write_text(block.text.replace("127.0.0.1:9092", broker.bootstrap))
        done = subprocess.run(
            [sys.executable, *_HOW[name.startswith("test_")], name],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            timeout=60,
        )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stderr and "Unhandled" not in done.stderr, done.stderr


def test_nothing_is_installed_that_is_not_published() -> None:
    """Until there is a release, ``pip install klog`` brings nobody this. ``klog[zookeeper]`` works where klog is installed already."""
    for path in [README, *sorted(DOCS.rglob("*.md"))]:
        if "_build" not in path.parts:
            found = re.findall(r"pip install klog\b(?!\[)", path.read_text(encoding="utf-8"))
            assert not found, (path, found)


def test_the_readme_quotes_the_experiments_means() -> None:
    found = comparisons.compare(read_results(str(DOCS / "experiments.jsonl")))
    rate, cpu = (comparisons.overall(found, kind, "kafka") for kind in ("rate", "cpu"))
    readme = " ".join(README.read_text(encoding="utf-8").split())
    assert f"that is {rate:.1f} × Apache Kafka's records a second for {cpu:.2f} of its processor time" in readme
