"""The flush rule on a real disk, watched from outside: ``fdatasync`` of the segment has returned before the answer leaves.

`strace` reports the system calls of all of the broker's threads in the order in which they happen. One client sends one request at a time,
so whatever leaves on a socket answers what came before, and at that moment no segment may hold bytes that no ``fdatasync`` covers.
"""

from __future__ import annotations

import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
from typing import NamedTuple

from tests import peers
from tests.integration import disk
from tests.integration.running import KlogBroker, Process

CALLS = "pwritev,pwritev2,pwrite64,write,writev,sendto,sendmsg,fdatasync,fsync,sendfile"
MESSAGES = 40


class Call(NamedTuple):
    """One end of a system call: where it begins (`result` None) or returns."""

    name: str
    file: str
    result: int | None


_WHOLE = re.compile(r"(?P<pid>\d+) +(?P<name>\w+)\(\d+<(?P<file>(?:->|[^>])*)>.*\) += (?P<result>-?\d+)")
_BEGUN = re.compile(r"(?P<pid>\d+) +(?P<name>\w+)\(\d+<(?P<file>(?:->|[^>])*)>.*<unfinished")
_RESUMED = re.compile(r"(?P<pid>\d+) +<\.\.\. (?P<name>\w+) resumed>.* = (?P<result>-?\d+)")


def calls(text: str) -> list[Call]:
    """The calls of an strace log made with -f -yy, both ends of those that others interrupt."""
    found: list[Call] = []
    begun: dict[str, str] = {}
    for line in text.splitlines():
        if match := _BEGUN.match(line):
            begun[match["pid"]] = match["file"]
            found.append(Call(match["name"], match["file"], None))
        elif match := _WHOLE.match(line):
            found += [Call(match["name"], match["file"], None), Call(match["name"], match["file"], int(match["result"]))]
        elif match := _RESUMED.match(line):
            found.append(Call(match["name"], begun.pop(match["pid"], ""), int(match["result"])))
    return found


class ParserTests(unittest.TestCase):
    """What strace prints."""

    def test_both_forms(self) -> None:
        text = (
            "7 pwritev(9</d/t-0/00000000000000000000.log>, [{...}], 1, 0) = 120\n"
            "8 fdatasync(9</d/t-0/00000000000000000000.log> <unfinished ...>\n"
            '7 sendto(11<TCP:[127.0.0.1:9092->127.0.0.1:4000]>, "..."..., 62, 0, NULL, 0) = 62\n'
            "8 <... fdatasync resumed>)        = 0\n"
        )
        log = "/d/t-0/00000000000000000000.log"
        self.assertEqual(
            calls(text),
            [
                Call("pwritev", log, None),
                Call("pwritev", log, 120),
                Call("fdatasync", log, None),
                Call("sendto", "TCP:[127.0.0.1:9092->127.0.0.1:4000]", None),
                Call("sendto", "TCP:[127.0.0.1:9092->127.0.0.1:4000]", 62),
                Call("fdatasync", log, 0),
            ],
        )


class FlushBeforeAnswerTests(unittest.TestCase):
    """flush.messages=1, acks 1 and all."""

    def setUp(self) -> None:
        self.strace = peers.program("strace")
        probe = subprocess.run([self.strace, "-f", "-o", "/dev/null", "true"], stderr=subprocess.PIPE, text=True)
        if probe.returncode:
            peers.missing("ptrace", f"strace may not trace: {probe.stderr.strip()[:200]}")
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-strace-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def traced(self, configs: dict[str, str], acks: str) -> list[Call]:
        """What the broker did while one client sent messages one by one, and read them."""
        log = self.folder / f"trace-{acks}"
        with KlogBroker(self.folder / "broker") as broker:
            disk.create_topic(broker.address, f"t{acks}", 1, configs)
            disk.produce(broker.address, f"t{acks}", 0, [b"warm"])
            tracer = Process(
                ["sh", "-c", f'exec "$0" -f -yy -s 16 -e trace={CALLS} -o "$1" -p "$2" 2>&1', self.strace, str(log), str(broker.pid)],
                "attached",
            )
            try:
                self.one_by_one(broker.address, f"t{acks}", acks)
                rows = disk.read_topic(broker.address, f"t{acks}", 1)
            finally:
                tracer.terminate()
            self.assertEqual(len(rows[0]), MESSAGES + 1)
            return calls(log.read_text(errors="replace"))

    def one_by_one(self, address: str, topic: str, acks: str) -> None:
        from confluent_kafka import Producer

        producer = Producer({**disk.QUIET, "bootstrap.servers": address, "acks": acks, "linger.ms": 0})
        for number in range(MESSAGES):
            producer.produce(topic, b"message %d" % number, partition=0)
            self.assertEqual(producer.flush(60), 0)

    def judge(self, found: list[Call], topic: str) -> tuple[int, int, int]:
        """(appends, flushes, answers sent with bytes that no flush covered)."""
        appends = flushes = early = covered = 0
        begun: list[int] = []
        for call in found:
            if f"/{topic}-0/" in call.file and call.file.endswith(".log"):
                if call.name.startswith("pwrite") and call.result is not None and call.result > 0:
                    appends += 1
                elif call.name in ("fdatasync", "fsync"):
                    if call.result is None:
                        begun.append(appends)
                    elif call.result == 0:
                        flushes += 1
                        covered = max(covered, begun.pop(0))
            elif call.file.startswith("TCP") and call.result is None and covered < appends:
                early += 1
        return appends, flushes, early

    def test_fdatasync_returns_before_the_answer(self) -> None:
        for acks in ("1", "all"):
            with self.subTest(acks=acks):
                appends, flushes, early = self.judge(self.traced({"flush.messages": "1"}, acks), f"t{acks}")
                self.assertEqual(appends, MESSAGES)
                self.assertEqual(flushes, MESSAGES)
                self.assertEqual(early, 0)

    def test_the_judge_sees_a_broker_without_the_rule(self) -> None:
        appends, flushes, early = self.judge(self.traced({}, "1"), "t1")
        self.assertEqual(appends, MESSAGES)
        self.assertEqual(flushes, 0)
        self.assertGreaterEqual(early, MESSAGES)
