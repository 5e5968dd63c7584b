"""Every command with an output that nobody reads, or that is full, and those that wait with a terminal that goes away.

All commands in `make soak`, every fourth in the test command: each costs three processes.

``KLOG_INSTEAD=4.3.1`` runs all of it on Apache Kafka.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
import fcntl
import importlib
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import subprocess
import tempfile
import termios
import time
import unittest
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import click
import pytest

from klog.cli.exit_codes import Exit
from klog.cli.main import COMMANDS
from tests import peers
from tests.integration import warm_start
from tests.integration.command import KLOG, Ended, OnBroker, environment
from tests.integration.running import METADATA_OF_NO_TOPIC, exchange

#: How output goes nowhere: all of it is read; nobody reads; the disk is full.
WAYS = ("read", "unread", "full")
#: What those find on standard input that ask for one.
PASSWORD = b"a-long-enough-secret\n"
#: What is not run here, and where it is.
ELSEWHERE = {
    "audit watch": "tests/cli/audit",
    "bench suite": "tests/cli/suite",
    "broker start": "BrokerTests",
    "cluster up": "tests/integration/test_cluster_up.py",
    "pull": "tests/cli/test_output.py, tests/integration/test_pull_command.py",
    "stream count": "tests/cli/stream/test_command.py",
    "zookeeper start": "tests/integration/test_embedded_zookeeper.py",
}
#: A line for each command, of others their --help; N is another number for each way, FOLDER the broker's data, HERE the test's own folder,
#: BROKER its address.
LINES = (
    "cat -C -t orders -e -q",
    "cat -L",
    "topic list",
    "topic describe orders",
    "topic create made-N",
    "topic alter orders -c retention.ms=86400000",
    "topic delete gone-N --yes",
    "topic trim orders --before 1",
    "topic reassign",
    "group list",
    "group describe readers",
    "group reset readers --to-latest",
    "group seek readers orders:0:1",
    "group delete readers",
    "transaction list",
    "transaction describe nix",
    "transaction fence nix-N --yes",
    "transaction find-hanging orders",
    "transaction abort orders:0 --start-offset 0",
    "cluster --dirs --apis",
    "cluster elect orders",
    "cluster reassign",
    "cluster drain 1",
    "cluster rebalance",
    "config list",
    "config describe topic orders",
    "config alter topic orders -c retention.ms=86400000",
    "acl list",
    "acl create --allow User:anna --operation read --topic orders",
    "acl delete --topic orders",
    "user list",
    "user set-password anna",
    "user delete gone-N --yes",
    "mirror verify BROKER BROKER --topics orders",
    "audit status",
    "audit show orders",
    "audit explain orders",
    "audit export",
    "security init HERE/closed-N",
    "security certificate HERE/closed other-N",
    "profile list",
    "profile show here",
    "profile create other-N -b h:1",
    "profile edit here -b host-N:1",
    "profile use here",
    "profile delete old-N --yes",
    "zookeeper status 127.0.0.1:1",
    "log dump FOLDER/orders-0 --records",
    "log verify FOLDER/orders-0",
    "bench produce -n 100",
    "bench consume -t orders -n 10",
    "bench e2e -n 5 --rate 500",
    "doctor",
    "completion bash",
    "--help",
    "--version",
    "topic --help",
)


def every_command() -> Iterator[str]:
    """``topic list``, and so on."""
    for name, (module, attribute, _) in COMMANDS.items():
        command = getattr(importlib.import_module(module), attribute)
        if isinstance(command, click.Group):
            yield from (f"{name} {inner}" for inner in command.commands)
        else:
            yield name


def has_line(command: str) -> bool:
    """Whether there is one of `LINES` for it."""
    return any(f"{line} ".startswith(f"{command} ") for line in LINES)


class StreamTests(OnBroker):
    """What a command did does not depend on who reads of it, and nobody sees a traceback."""

    home: ClassVar[dict[str, str]]

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.home = {"KLOG_BOOTSTRAP": cls.broker.address, "HOME": str(cls.folder), "XDG_CONFIG_HOME": str(cls.folder / "config")}
        gone = [f"gone-{number}" for number in range(len(WAYS))]
        prepared = (
            (f"topic create orders {' '.join(gone)}", b""),
            ("cat -P -t orders", b"1\n2\n3\n" * 10),
            ("group seek readers orders:0:2 --execute", b""),
            ("profile create here -b h:1", b""),
            ("security init HERE/closed", PASSWORD),
            *((f"profile create old-{number} -b h:1", b"") for number in range(len(WAYS))),
            *((f"user set-password gone-{number}", PASSWORD) for number in range(len(WAYS) if peers.SOAK else 0)),
        )
        for line, data in prepared:
            ended = cls.run_line(line, "read", data)
            assert ended.code == 0, ended.remarks

    @classmethod
    def run_line(cls, line: str, way: str, data: bytes = PASSWORD) -> Ended:
        """A command whose standard output is read, unread or full."""
        names = {"FOLDER": str(cls.broker.data), "HERE": str(cls.folder), "BROKER": cls.broker.address, "-N": f"-{WAYS.index(way)}"}
        words = re.sub("|".join(names), lambda found: names[found[0]], line).split()
        with contextlib.ExitStack() as stack:
            out: Any = subprocess.PIPE
            if way == "full":
                out = stack.enter_context(open("/dev/full", "wb"))
            elif way == "unread":
                receiving, sending = os.pipe()
                os.close(receiving)
                out = stack.enter_context(os.fdopen(sending, "wb"))
            pipe = subprocess.PIPE
            process = warm_start.WarmPopen([*KLOG, *words], stdin=pipe, stdout=out, stderr=pipe, env=environment(**cls.home))
            with process:
                try:
                    shown, said = process.communicate(data, 60)
                except BaseException:
                    process.kill()
                    raise
        return Ended(process.returncode, shown or b"", said)

    @pytest.mark.soak
    def test_unread_and_full(self) -> None:
        others = [f"{command} --help" for command in every_command() if command not in ELSEWHERE and not has_line(command)]
        lines = [*LINES, *others] if peers.SOAK else LINES[::4]
        with concurrent.futures.ThreadPoolExecutor(max(2, os.cpu_count() or 2)) as pool:
            all_ended = pool.map(lambda line: [self.run_line(line, way) for way in WAYS], lines)
            for line, (read, unread, full) in zip(lines, all_ended, strict=True):
                with self.subTest(line=line):
                    for ended in (read, unread, full):
                        self.assertNotIn("Traceback", ended.remarks)
                        self.assertNotIn("mistake in klog", ended.remarks)
                    self.assertEqual(unread.code, read.code, unread.remarks)
                    if read.out and read.code == 0:
                        self.assertEqual(full.code, Exit.FAILED)
                        self.assertIn("No space left on device", full.remarks)
                    else:
                        self.assertEqual(full.code, read.code, full.remarks)
                        self.assertTrue(read.code == 0 or full.err.strip(), "no word about it")


def _as_from_a_shell() -> None:
    """In the child, the leader of a session of its own: what is standard input becomes its terminal, and nobody has hang-ups ignored."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class TerminalTests(OnBroker):
    """The terminal goes away."""

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        assert cls.broker.address
        for arguments, data in ((("topic", "create", "orders"), b""), (("cat", "-P", "-t", "orders"), b"1\n2\n3\n")):
            ended = warm_start.run([*KLOG, *arguments], data=data, timeout=60, environment=environment(KLOG_BOOTSTRAP=cls.broker.address))
            assert ended.returncode == 0, ended.stderr

    def closed_when(self, is_so: Callable[[bytes], bool], *arguments: str, keys: bytes = b"") -> int:
        """The exit code of a command whose terminal is closed when what it has shown `is_so`."""
        ours, its = pty.openpty()
        process = subprocess.Popen(
            [*KLOG, *arguments],
            stdin=its,
            stdout=its,
            stderr=its,
            env=environment(KLOG_BOOTSTRAP=self.broker.address, TERM="xterm"),
            start_new_session=True,
            preexec_fn=_as_from_a_shell,
        )
        os.close(its)
        try:
            os.write(ours, keys)
            seen = b""
            deadline = time.monotonic() + 60
            while not is_so(seen):
                self.assertLess(time.monotonic(), deadline, seen)
                if select.select([ours], [], [], 0.1)[0]:
                    seen += os.read(ours, 65536)
        except BaseException:
            process.kill()
            process.wait()
            raise
        finally:
            os.close(ours)
        return process.wait(60)

    def test_a_member_of_a_group_says_good_bye(self) -> None:
        self.assertEqual(self.closed_when(lambda seen: b"assigned" in seen, "cat", "-G", "closed", "orders"), Exit.HUNG_UP)
        described = self.fine(self.klog("group", "describe", "closed", "--members"))
        self.assertNotIn("rdkafka", described.text)
        self.assertEqual(len(described.text.splitlines()), 1, described.text)

    def test_who_waits_ends(self) -> None:
        self.fine(self.klog("group", "seek", "watched", "orders:0:0", "--execute"))
        for mark, arguments in (
            (b"Reached end", ("cat", "-C", "-t", "orders")),
            (b"watched", ("group", "describe", "watched", "--watch", "0.2")),
        ):
            with self.subTest(arguments=arguments):
                code = self.closed_when(lambda seen, mark=mark: mark in seen, *arguments)  # type: ignore[misc]
                # Who writes to it before the signal comes is told that it is gone.
                self.assertIn(code, (Exit.HUNG_UP, Exit.FAILED))

    def test_what_was_typed_is_there(self) -> None:
        def is_there(_: bytes) -> bool:
            return b"typed" in self.fine(self.cat("-C", "-t", "orders", "-e", "-q")).out

        code = self.closed_when(is_there, "cat", "-P", "-t", "orders", keys=b"typed\n")
        self.assertIn(code, (Exit.FINE, Exit.HUNG_UP))


class BrokerTests(unittest.TestCase):
    """``klog broker start``: serving does not depend on who reads its READY line and its log."""

    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-cli-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.port = peers.free_port()

    def start(self, out: int, **more: Any) -> subprocess.Popen[bytes]:
        words = ("broker", "start", "--port", str(self.port), "--log-dir", str(self.folder / "data"), "--log-level", "debug")
        process = subprocess.Popen([*KLOG, *words], stdin=out, stdout=out, stderr=out, env=environment(), **more)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError):
                if exchange(f"127.0.0.1:{self.port}", METADATA_OF_NO_TOPIC) is not None:
                    return process
            self.assertIsNone(process.poll(), "it has ended")
            time.sleep(0.05)
        self.fail("it serves nobody")

    def ended_in_order(self, process: subprocess.Popen[bytes]) -> None:
        self.assertEqual(process.wait(60), 0)
        self.assertTrue((self.folder / "data" / ".kafka_cleanshutdown").exists())

    def test_nobody_reads(self) -> None:
        receiving, sending = os.pipe()
        os.close(receiving)
        process = self.start(sending)
        os.close(sending)
        process.send_signal(signal.SIGTERM)
        self.ended_in_order(process)

    def test_a_full_disk(self) -> None:
        with open("/dev/full", "r+b", buffering=0) as full:
            process = self.start(full.fileno())
        process.send_signal(signal.SIGTERM)
        self.ended_in_order(process)

    def test_the_terminal_is_closed(self) -> None:
        ours, its = pty.openpty()
        process = self.start(its, start_new_session=True, preexec_fn=_as_from_a_shell)
        os.close(its)
        os.close(ours)
        self.ended_in_order(process)


if __name__ == "__main__":
    unittest.main()
