"""The command ``klog`` on a real broker: in a terminal of 80 columns and through pipes.

``KLOG_INSTEAD=4.3.1`` runs all of it on Apache Kafka.
"""

from __future__ import annotations

import json
import re
import signal
import subprocess
import time
from typing import ClassVar

from tests.integration.command import KLOG, OnBroker, environment, in_terminal, piped
from tests.integration.warm_start import WarmPopen

_OURS = re.compile(rb"\x1b\[(?:K|H|2J|[0-9;]*m)|\r")


class NewUserTests(OnBroker):
    """What somebody types who has never used it, in a terminal of 80 columns and through a pipe."""

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.long = "a-topic-with-" + "quite-a-long-name-" * 8
        for arguments in (("topic", "create", "orders", "-p", "3"), ("topic", "create", cls.long)):
            assert piped(*arguments, bootstrap=cls.broker.address).code == 0
        data = b"".join(b"%d\n" % number for number in range(1000))
        assert piped("cat", "-P", "-t", "orders", data=data, bootstrap=cls.broker.address).code == 0
        ended = piped("cat", "-G", "readers", "-c", "10", "-q", "-o", "beginning", "orders", bootstrap=cls.broker.address)
        assert ended.code == 0, ended.remarks

    long: ClassVar[str]

    COMMANDS: ClassVar[tuple[tuple[str, ...], ...]] = (
        (),
        ("--help",),
        ("cat", "--help"),
        ("topic", "--help"),
        ("topic", "create", "--help"),
        ("group", "reset", "--help"),
        ("bench", "e2e", "--help"),
        ("doctor", "--help"),
        ("topic", "list"),
        ("topic", "list", "--internal"),
        ("topic", "describe", "orders"),
        ("topic", "describe", "orders", "--all-configs"),
        ("topic", "trim", "orders", "--before", "5"),
        ("group", "list"),
        ("group", "describe", "readers"),
        ("group", "describe", "readers", "--members"),
        ("group", "reset", "readers", "--to-latest"),
        ("group", "delete", "readers"),
        ("cluster",),
        ("cluster", "--dirs", "--apis"),
        ("doctor",),
        ("doctor", "--write"),
        ("cat", "-L"),
        ("cat", "-C", "-t", "orders", "-e", "-c", "5"),
        ("bench", "produce", "-n", "2000", "--plot"),
        ("bench", "consume", "-n", "2000"),
        ("bench", "e2e", "-n", "50", "--rate", "500"),
        ("completion", "bash"),
    )

    def test_in_a_terminal(self) -> None:
        for arguments in self.COMMANDS:
            with self.subTest(arguments=arguments):
                ended = in_terminal(*arguments, bootstrap=self.broker.address)
                self.assertEqual(ended.code, 0, ended.text)
                self.assertNotIn("Traceback", ended.text)
                shown = _OURS.sub(b"", ended.out)
                self.assertNotIn(b"\x1b", shown)
                if arguments[:1] not in (("cat",), ("completion",)) or "--help" in arguments:
                    # A progress line is drawn over itself: what stays is behind the last return.
                    for raw in ended.text.splitlines():
                        line = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", raw.rpartition("\r")[2])
                        self.assertLessEqual(len(line), 80, line)

    def test_through_a_pipe(self) -> None:
        for arguments in self.COMMANDS:
            if "--help" in arguments or arguments[:1] == ("bench",) or len(arguments) > 3:
                continue
            with self.subTest(arguments=arguments):
                ended = self.fine(self.klog(*arguments))
                self.assertNotIn(b"\x1b", ended.out + ended.err)
                self.assertNotIn(b"\r", ended.out + ended.err)

    def test_as_json(self) -> None:
        for arguments in self.COMMANDS:
            if "--help" in arguments or arguments[:1] not in (("bench",), ("cluster",), ("doctor",)):
                continue
            with self.subTest(arguments=arguments):
                ended = self.fine(self.klog(*arguments, "-o", "json"))
                self.assertIsInstance(json.loads(ended.text), dict)
        ended = self.fine(self.klog("topic", "describe", "orders", "-o", "json"))
        (topic,) = json.loads(ended.text)["topics"]
        self.assertEqual(sum(one["end_offset"] for one in topic["partitions"]), 1000)
        ended = self.fine(self.klog("group", "describe", "readers", "-o", "json"))
        (group,) = json.loads(ended.text)["groups"]
        self.assertEqual(group["records_behind"], 990)
        self.assertGreater(group["seconds_behind"], 0)

    def test_tables_can_be_cut(self) -> None:
        lines = self.fine(self.klog("topic", "list")).text.splitlines()
        self.assertEqual(lines[0].split("\t")[:2], ["topic", "partitions"])
        self.assertIn(["orders", "3"], [line.split("\t")[:2] for line in lines])

    def test_a_plan_and_its_execution(self) -> None:
        self.fine(self.klog("group", "reset", "movers", "-t", "orders", "--to-latest", "--execute"))
        before = self.klog("group", "describe", "movers").out
        plan = self.fine(self.klog("group", "reset", "movers", "--to-earliest"))
        self.assertIn("--execute", plan.remarks)
        self.assertEqual(self.klog("group", "describe", "movers").out, before)
        self.fine(self.klog("group", "reset", "movers", "--to-earliest", "--execute"))
        ended = self.klog("group", "describe", "movers", "-o", "json")
        self.assertEqual(json.loads(ended.text)["groups"][0]["records_behind"], 1000)
        self.fine(self.klog("group", "seek", "movers", "orders:0:1", "--execute"))
        self.fine(self.klog("group", "delete", "movers", "--execute"))
        self.assertEqual(self.klog("group", "describe", "movers").code, 4)

    def test_topics_come_and_go(self) -> None:
        self.fine(self.klog("topic", "create", "passing", "-p", "2", "-c", "retention.ms=1000"))
        self.fine(self.klog("topic", "create", "passing", "--if-not-exists"))
        self.fine(self.klog("topic", "alter", "passing", "-p", "4", "-c", "retention.ms=2000"))
        found = json.loads(self.fine(self.klog("topic", "describe", "passing", "-o", "json")).text)["topics"][0]
        self.assertEqual((len(found["partitions"]), found["configs"]["retention.ms"]), (4, "2000"))
        self.fine(self.klog("topic", "alter", "passing", "--unset", "retention.ms"))
        self.fine(self.cat("-P", "-t", "passing", "-p", "0", data=b"1\n2\n3\n"))
        self.fine(self.klog("topic", "trim", "passing:0", "--before", "2", "--execute"))
        self.assertEqual(self.fine(self.cat("-C", "-t", "passing", "-e", "-q")).out, b"3\n")
        refused = in_terminal("topic", "delete", "passing", bootstrap=self.broker.address, keys=b"n\n")
        self.assertEqual(refused.code, 1)
        self.fine(self.klog("topic", "delete", "passing", "--yes"))
        self.assertEqual(self.klog("topic", "describe", "passing").code, 4)

    def test_a_reader_that_has_enough(self) -> None:
        for arguments in (("cat", "-C", "-t", "orders", "-e"), ("topic", "list"), ("topic", "describe", "orders", "--all-configs")):
            command = " ".join([*KLOG, *arguments]) + " | head -n 1; exit ${PIPESTATUS[0]}"
            done = subprocess.run(
                ["bash", "-c", command], capture_output=True, env=environment(KLOG_BOOTSTRAP=self.broker.address), timeout=60
            )
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertNotIn(b"Traceback", done.stderr)
            self.assertNotIn(b"rror", done.stderr)

    def test_an_interruption(self) -> None:
        for arguments, mark in (
            (("cat", "-C", "-t", "orders"), b"Reached end"),
            (("cat", "-G", "interrupted", "orders"), b"assigned"),
            (("group", "describe", "readers", "--watch", "0.2"), b"readers"),
        ):
            process = WarmPopen(
                [*KLOG, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment(KLOG_BOOTSTRAP=self.broker.address)
            )
            assert process.stdout is not None
            with process:
                for line in process.stdout:
                    if mark in line:
                        break
                process.send_signal(signal.SIGINT)
                rest = process.stdout.read()
                self.assertEqual(process.wait(60), 130, rest)
                self.assertNotIn(b"Traceback", rest)

    def test_typing_is_sent_at_once(self) -> None:
        process = WarmPopen(
            [*KLOG, "cat", "-P", "-t", "orders", "-p", "2"], stdin=subprocess.PIPE, env=environment(KLOG_BOOTSTRAP=self.broker.address)
        )
        assert process.stdin is not None
        with process:
            process.stdin.write(b"typed\n")
            process.stdin.flush()
            deadline = time.monotonic() + 60
            while time.monotonic() < deadline:
                if self.cat("-C", "-t", "orders", "-p", "2", "-e", "-q", "-o", "-1").out == b"typed\n":
                    break
            else:
                self.fail("what was typed did not arrive while the input was open")
            process.stdin.close()
            self.assertEqual(process.wait(60), 0)
