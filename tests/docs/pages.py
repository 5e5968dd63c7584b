"""Reads a page of documentation and does what it says, in order, from top to bottom.

* A ``console`` block has commands behind ``$`` and what they print below them. ``…`` stands for anything within a line; a line that is
``…`` stands
  for any lines. Nothing below a command: it may print what it likes.
* A ``python`` block that begins with ``# name.py`` is a file of that name; other languages likewise (``# name.ini``).
* Other ``python`` blocks are run by `tests.docs.live`, all of a page in one program, and may ``await``.
* Before a block, a comment that readers do not see::

      <!-- test: skip -->                              not run: it is another library's, or only shows something
      <!-- test: background broker until READY -->     runs on until stopped; goes on when it has printed READY
      <!-- test: stop broker -->                       ends it as ^C does (may stand alone)
      <!-- test: kill broker -->                       ends it at once, as ``kill -9`` does (may stand alone)
      <!-- test: for 2 s -->                           a block that would never end

Every 9092 is another port, so that pages run beside each other.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from tests.peers import ROOT

DOCS = ROOT / "docs"
#: How long a command may take, in seconds.
COMMAND_SECONDS = 90
_SCRIPTS = (
    ("klog", "klog.cli.main", "main"),
    ("pytest", "pytest", "main"),
    ("trial", "twisted.scripts.trial", "run"),
    ("twistd", "twisted.scripts.twistd", "run"),
)
_FENCE = re.compile(r"^(`{3,}|:{3,})\s*(\S*)\s*$")
_DIRECTIVE = re.compile(r"^<!--\s*test:\s*(.*?)\s*-->$")
_FILE = re.compile(r"^# ([\w./-]+\.\w+)$")


@dataclasses.dataclass(frozen=True)
class Block:
    """One fenced block, or a directive that stands alone (no language)."""

    language: str
    text: str
    line: int
    directive: str = ""

    @property
    def file_name(self) -> str | None:
        """The file that it is, if any."""
        found = _FILE.match(self.text.partition("\n")[0])
        return found[1] if found else None


def blocks(text: str) -> Iterator[Block]:
    """The blocks of a page, in order.

    :raises ValueError: a fence without an end.
    """
    lines = text.splitlines()
    number, directive = 0, ""
    while number < len(lines):
        line = lines[number]
        number += 1
        if found := _DIRECTIVE.match(line.strip()):
            if found[1].startswith(("stop ", "kill ")):
                yield Block("", "", number, found[1])
            else:
                directive = found[1]
            continue
        fence = _FENCE.match(line)
        if fence is None:
            if line.strip():
                directive = ""
            continue
        begin = number
        while number < len(lines) and lines[number].strip() != fence[1]:
            number += 1
        if number == len(lines):
            raise ValueError(f"line {begin}: a block without an end")
        yield Block(fence[2], "\n".join(lines[begin:number]), begin + 1, directive)
        directive = ""
        number += 1


def commands(text: str) -> Iterator[tuple[str, list[str]]]:
    """(command, lines that it should print) of a console block."""
    command: str | None = None
    shown: list[str] = []
    lines = iter(text.splitlines())
    for line in lines:
        if line.startswith("$ "):
            if command is not None:
                yield command, shown
            command, shown = line[2:], []
            while command.endswith("\\"):
                command = command[:-1] + next(lines).strip()
        else:
            shown.append(line)
    if command is not None:
        yield command, shown


def matches(shown: list[str], printed: str) -> bool:
    """Whether what was printed is what the page shows."""
    if not any(shown):
        return True
    pattern = ""
    for line in shown:
        if line.strip() == "…":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*".join(re.escape(part) for part in line.rstrip().split("…")) + r"[ \t]*\n"
    text = printed if printed.endswith("\n") else printed + "\n"
    return re.fullmatch(r"\n*" + pattern + r"\n*", text) is not None


class _Background:
    """A command that runs on."""

    def __init__(self, command: str, folder: pathlib.Path, environment: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            f"exec {command}",
            shell=True,
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            executable=shutil.which("bash"),
            # ^C goes to all of its processes.
            start_new_session=True,
        )
        self.printed = ""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.printed += line

    def wait_for(self, text: str) -> None:
        end_s = time.monotonic() + COMMAND_SECONDS
        while text not in self.printed:
            if self.process.poll() is not None or time.monotonic() > end_s:
                raise AssertionError(f"it never printed {text!r}, but:\n{self.printed}")
            time.sleep(0.02)

    def kill(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(60)
        self.stop()

    def stop(self) -> None:
        # Who was started in the background may have been told to ignore ^C.
        for number, seconds in ((signal.SIGINT, 3), (signal.SIGTERM, 30), (signal.SIGKILL, 30)):
            if self.process.poll() is None:
                os.killpg(self.process.pid, number)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self.process.wait(seconds)
        self._reader.join(10)
        if self.process.stdout is not None:
            self.process.stdout.close()


class Runner:
    """Does what a page says.

    :param page: its path below ``docs``.
    :param folder: where commands run, empty at the beginning.
    :param port: what stands for 9092.
    :param others: what stands for other ports of the page.
    """

    def __init__(self, page: str, folder: pathlib.Path, port: int, others: Mapping[int, int] = MappingProxyType({})) -> None:
        self.page = page
        self.text = (DOCS / page).read_text(encoding="utf-8")
        self.folder = folder
        self._ports = {"9092": str(port), **{str(shown): str(used) for shown, used in others.items()}}
        self._background: dict[str, _Background] = {}
        bin_folder = folder / ".bin"
        bin_folder.mkdir(parents=True, exist_ok=True)
        # The checkout's own, installed or not, as pip would write these scripts: their own folder, and not the current one, is on the path.
        (bin_folder / "python").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
        for name, module, function in _SCRIPTS:
            (bin_folder / name).write_text(f"#!{sys.executable}\nimport sys\nfrom {module} import {function}\nsys.exit({function}())\n")
        for script in bin_folder.iterdir():
            script.chmod(0o755)
        self.environment = {
            **os.environ,
            "PATH": f"{bin_folder}:{os.path.dirname(sys.executable)}:{os.environ.get('PATH', '')}",
            "PYTHONPATH": str(ROOT),
            "COLUMNS": "100",
            "NO_COLOR": "1",
            "TERM": "dumb",
            "PYTHONUNBUFFERED": "1",
        }

    def _here(self, text: str) -> str:
        return re.sub("|".join(self._ports), lambda found: self._ports[found[0]], text)

    def run(self) -> int:
        """All blocks; how many there were.

        :raises AssertionError: something is not as the page says; names the line.
        """
        count = 0
        try:
            for block in blocks(self.text):
                if block.directive == "skip":
                    continue
                try:
                    count += self._run(block)
                except AssertionError as error:
                    told = "".join(f"\n--- {name}:\n{one.printed[-3000:]}" for name, one in self._background.items())
                    raise AssertionError(f"docs/{self.page}, line {block.line}: {error}{told}") from None
        finally:
            for background in self._background.values():
                background.stop()
        return count

    def _run(self, block: Block) -> int:
        if block.directive.startswith(("stop ", "kill ")):
            how, _, name = block.directive.partition(" ")
            background = self._background.pop(name.strip())
            background.kill() if how == "kill" else background.stop()
            return 0
        if block.file_name is not None:
            path = self.folder / block.file_name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(self._here(block.text) + "\n", encoding="utf-8")
            return 1
        if block.language != "console":
            return 0
        for command, shown in commands(block.text):
            self._run_command(self._here(command), [self._here(line) for line in shown], block.directive)
        return 1

    def _run_command(self, command: str, shown: list[str], directive: str) -> None:
        if command.startswith("export "):
            name, _, value = command.removeprefix("export ").partition("=")
            self.environment[name] = value
            return
        if directive.startswith("background "):
            name, _, text = directive.removeprefix("background ").partition(" until ")
            self._background[name.strip()] = background = _Background(command, self.folder, self.environment)
            background.wait_for(self._here(text) if text else "")
            if any(shown) and not matches([*shown, "…"], background.printed):
                raise AssertionError(f"$ {command}\nprinted:\n{background.printed}\nand not:\n" + "\n".join(shown))
            return
        done = subprocess.run(
            command,
            shell=True,
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=COMMAND_SECONDS,
            executable=shutil.which("bash"),
        )
        printed = done.stdout + done.stderr
        if not matches(shown, printed):
            raise AssertionError(f"$ {command}\nprinted (exit code {done.returncode}):\n{printed}\nand not:\n" + "\n".join(shown))
        if done.returncode and not any(shown):
            raise AssertionError(f"$ {command}\nended with exit code {done.returncode}:\n{printed}")
