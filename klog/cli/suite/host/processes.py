"""Brokers and load programs as children of the suite: started, watched, ended; what they print goes into files.

Nothing waits for ever. A broker that does not get ready, a tool that does not end, a broker that dies while a tool works on it: each ends
the step with a sentence (`StepFailed`) that has the end of what was printed in it. Every child runs under a keeper
(`klog.cli.suite.host.keeper`), in no language of the user's, and with what it has been told for Java's
machines, not with what he tells his own.
"""

from __future__ import annotations

import contextlib
import dataclasses
import errno
import os
import pathlib
import re
import shlex
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Self

from klog.cli.suite.host import keeper

#: Between two looks at a child.
LOOK_S = 0.05
#: What a broker gets to end in order.
STOP_S = 60.0
#: Of what a child printed, so much stands in a sentence.
TOLD_BYTES = 600
#: Lines that say what went wrong; of these the last few are told.
_WRONG = re.compile(r"error|exception|cannot|could not|fail", re.IGNORECASE)
MOST_LINES = 3
#: By which programs end that did not mean to.
_ENDING = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGABRT, signal.SIGSEGV, signal.SIGBUS)
#: What the user has set for Java's machines of his own, and the peers' scripts would obey. A broker or a tool with another heap or another
#: collector than the suite gives it is another one. (What Java itself obeys stays: whoever fetches peers through a proxy says so there.)
NOT_INHERITED = frozenset(
    {
        "KAFKA_HEAP_OPTS",
        "KAFKA_JVM_PERFORMANCE_OPTS",
        "KAFKA_OPTS",
        "KAFKA_LOG4J_OPTS",
        "ACTIVEMQ_OPTS_MEMORY",
        "RABBITMQ_PERF_HEAP_OPTS",
    }
)


class StepFailed(Exception):
    """The step has no figures; the sentence says why."""


class Skip(Exception):
    """The step needs something that is not there; the sentence says what."""


def free_ports(count: int) -> list[int]:
    """Different ports of the loopback that were free a moment ago."""
    with contextlib.ExitStack() as held:
        probes = [held.enter_context(socket.socket()) for _ in range(count)]
        for probe in probes:
            probe.bind(("127.0.0.1", 0))
        return [int(probe.getsockname()[1]) for probe in probes]


def is_taken(port: int) -> bool:
    """Whether somebody has this port of the loopback now."""
    with socket.socket() as probe:
        # What a connection of a moment ago has left of itself does not count.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            return error.errno == errno.EADDRINUSE
    return False


def end_of(text: str) -> str:
    """The end of what a program printed, in one line: without colours, and of Java's and Python's traces what they are about."""
    kept: list[str] = []
    in_trace = False
    for line in re.sub(r"\x1b\[[\d;]*m", "", text).splitlines():
        if line.startswith("Traceback (most recent call last)"):
            in_trace = True
        elif not line.startswith((" ", "\t")):
            in_trace = False
            kept.append(line.strip())
        elif not in_trace and not line.strip().startswith("at "):
            kept.append(line.strip())
    lines = list(dict.fromkeys(filter(None, kept)))
    wrong = [line for line in lines if _WRONG.search(line)][-MOST_LINES:]
    # What it reported while all was well does not say why it ended.
    said = " / ".join(dict.fromkeys([*wrong, lines[-1]]) if wrong else lines)
    return said if len(said) <= TOLD_BYTES else f"…{said[-TOLD_BYTES:]}"


def ending(exit_code: int) -> str:
    """How a program ended, for a sentence. Where a signal ended what it runs it says so itself: a shell with 128 and the signal's number,
    Python with the negative of that, of which the system keeps a byte."""
    for number in _ENDING:
        if exit_code in (-number, 128 + number, 256 - number):
            return f"was ended by {number.name}"
    return f"ended with exit code {exit_code}"


def child_environment(own: Mapping[str, str], more: Mapping[str, str]) -> dict[str, str]:
    """What a child has in its environment: the suite's own, without what is `NOT_INHERITED`, and more, whatever that is. It speaks no
    language of the user's: Java's tools print numbers as that has them.

    :param own: of this process. :param more: what is set for this child.
    """
    return {**{name: value for name, value in own.items() if name not in NOT_INHERITED}, "LC_ALL": "C.UTF-8", **more}


class Child:
    """A process under a keeper.

    :param log: the file that takes what it prints. :param name: for sentences. :param environment: see `child_environment`.
    """

    def __init__(
        self, name: str, words: Sequence[object], log: pathlib.Path, *, environment: Mapping[str, str] | None = None, cwd: str | None = None
    ) -> None:
        self.name = name
        self.words = [str(word) for word in words]
        self.log = log
        self.started = time.monotonic()
        self.exit_code: int | None = None
        #: User and system time of all of it, known when it has ended.
        self.cpu_s = 0.0
        with log.open("wb") as output:
            self._process = subprocess.Popen(
                keeper.command(self.words),
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=subprocess.STDOUT,
                cwd=cwd or str(log.parent),
                env=child_environment(os.environ, environment or {}),
            )

    @property
    def ending(self) -> str:
        """How it ended, for a sentence; see `ending`."""
        assert self.exit_code is not None
        return ending(self.exit_code)

    @property
    def command(self) -> str:
        """As one would type it."""
        return shlex.join(self.words)

    @property
    def keeper_pid(self) -> int:
        """Everything of this child descends from it."""
        return self._process.pid

    @property
    def seconds(self) -> float:
        """Since its start."""
        return time.monotonic() - self.started

    def output(self) -> str:
        """All that it printed so far."""
        return self.log.read_text(errors="replace")

    def told(self) -> str:
        """The end of it, for a sentence; without the colours and the traces that programs print."""
        return end_of(self.output()) or "it printed nothing"

    def has_ended(self) -> bool:
        """Whether it has; then `exit_code` and `cpu_s` are known."""
        if self.exit_code is None:
            pid, status, usage = os.wait4(self._process.pid, os.WNOHANG)
            if pid:
                self.exit_code = os.waitstatus_to_exitcode(status)
                self.cpu_s = usage.ru_utime + usage.ru_stime
                self._process.returncode = self.exit_code
                if self._process.stdin is not None:
                    self._process.stdin.close()
        return self.exit_code is not None

    def wait_for(self, pattern: str, limit_s: float) -> re.Match[str]:
        """What it prints once it is ready.

        :raises StepFailed: it ended, or was not ready in time.
        """
        while True:
            ended = self.has_ended()
            found = re.search(pattern, self.output())
            if found is not None:
                return found
            if ended:
                raise StepFailed(f"{self.name} {self.ending} before it was ready: {self.told()}")
            if self.seconds > limit_s:
                raise StepFailed(f"{self.name} was not ready within {limit_s:g} s: {self.told()}")
            time.sleep(0.002)

    def stop(self, limit_s: float = STOP_S) -> bool:
        """Ask it to end, and end it where it does not; whether it ended by itself."""
        if self.has_ended():
            return True
        # Not by Popen, which may bury it meanwhile: then nobody tells its exit code and its time.
        os.kill(self._process.pid, signal.SIGTERM)
        until = time.monotonic() + limit_s
        while not self.has_ended() and time.monotonic() < until:
            time.sleep(LOOK_S)
        in_time = self.has_ended()
        self.kill()
        return in_time

    def kill(self) -> None:
        """End it without a word to it, as when its machine goes down."""
        if not self.has_ended() and self._process.stdin is not None:
            with contextlib.suppress(BrokenPipeError):  # it has ended just now
                self._process.stdin.write(keeper.NOW)
                self._process.stdin.flush()
        self.end()

    def end(self) -> None:
        """End it, whatever it says to that."""
        if self.has_ended():
            return
        assert self._process.stdin is not None
        self._process.stdin.close()
        until = time.monotonic() + 2 * keeper.GRACE_S
        while not self.has_ended():
            if time.monotonic() > until:
                os.kill(self._process.pid, signal.SIGKILL)
            time.sleep(LOOK_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.end()


@dataclasses.dataclass(frozen=True)
class Done:
    """A tool that has ended well.

    :param cpu_s: user and system time of all its processes. :param told_at_s: when it printed last, in seconds by the machine's clock.
    """

    text: str
    seconds: float
    cpu_s: float
    told_at_s: float = 0.0


class Tools:
    """Runs load programs in a folder, and keeps what was run.

    :param check: called while a tool works; raises StepFailed where its broker has died. :param environment: more of it.
    """

    def __init__(
        self, folder: pathlib.Path, check: Callable[[], None] = lambda: None, environment: Mapping[str, str] | None = None
    ) -> None:
        self.commands: list[str] = []
        self._folder = folder
        self._check = check
        self._environment = dict(environment or {})

    def run(self, name: str, words: Sequence[object], limit_s: float) -> Done:
        """One tool.

        :raises StepFailed: it failed, took too long, or its broker died meanwhile.
        """
        return self.run_together([(name, words)], limit_s)[0]

    def start(self, name: str, words: Sequence[object]) -> Child:
        """One that goes on beside others; `finish` waits for it."""
        log = self._folder / f"tool-{len(self.commands)}.log"
        child = Child(name, words, log, environment=self._environment)
        self.commands.append(child.command)
        return child

    def run_together(
        self,
        tools: Sequence[tuple[str, Sequence[object]]],
        limit_s: float,
        meanwhile: Callable[[Sequence[Child]], None] = lambda children: None,
    ) -> list[Done]:
        """Several at the same time.

        :param meanwhile: called once they run; looks itself whether they have ended.
        :raises StepFailed: see `run`; then none is left.
        """
        children: list[Child] = []
        try:
            for name, words in tools:
                children.append(self.start(name, words))
            meanwhile(children)
            return [self.finish(child, limit_s) for child in children]
        finally:
            for child in children:
                child.end()

    def finish(self, child: Child, limit_s: float) -> Done:
        """Wait for its end.

        :raises StepFailed: see `run`.
        """
        while not child.has_ended():
            if child.seconds > limit_s:
                child.end()
                raise StepFailed(f"{child.name} did not end within {limit_s:g} s: {child.told()}")
            try:
                self._check()
            except StepFailed:
                child.end()
                raise
            time.sleep(LOOK_S)
        self._check()
        if child.exit_code:
            raise StepFailed(f"{child.name} {child.ending}: {child.told()}")
        return Done(child.output(), child.seconds, child.cpu_s, child.log.stat().st_mtime)
