"""The audit, with other people's producers and in processes: brokers' counts are what was sent, and the command says so.

Java's producer is in it where Java is; each client is asked for every acknowledgement, and, where it can be, for none.
"""

from __future__ import annotations

import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from typing import ClassVar

import pytest

from klog.testing.embedded import Broker
from tests import peers
from tests.integration import clients
from tests.integration.command import environment, piped
from tests.integration.journey import PARTITIONS, Item

COUNT = 500
#: Long ago, in whole windows: over a border, and with records out of order.
START_MS = 1_700_000_000_000 // 60_000 * 60_000

AUDITED = """
import sys
from twisted.internet import task
from klog import Audit, Consumer, Producer, TopicPartition

async def main(reactor):
    audit = Audit(window_ms=60_000, interval_ms=200, numbers=True)
    async with Producer(reactor, sys.argv[1], client_id="web", audit=audit) as producer:
        await producer.send_many("audited", [b"%d" % number for number in range(1000)], timestamp_ms=int(sys.argv[2]))
    reading = Audit(window_ms=60_000, interval_ms=200)
    async with Consumer(reactor, sys.argv[1], client_id="reader", auto_offset_reset="earliest", audit=reading) as consumer:
        await consumer.assign([TopicPartition("audited", 0)])
        count = 0
        while count < int(sys.argv[3]):
            for message_set in await consumer.poll():
                count += len(message_set)

task.react(main)
"""


class AuditTests(unittest.TestCase):
    """One broker for all of it."""

    broker: ClassVar[Broker]
    folder: ClassVar[pathlib.Path]

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-audit-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        counting = {"klog.audit.counts": "true", "klog.audit.counts.window.ms": "60000", "klog.audit.counts.interval.ms": "2000"}
        cls.broker = Broker({**counting, "log.message.timestamp.before.max.ms": str(1 << 60)}, data_directory=cls.folder)
        cls.broker.start()
        cls.addClassCleanup(cls.broker.stop)

    def counts(self, topic: str, total: int) -> collections.Counter[int]:
        """Records by window, as the broker has told them, once there are `total`."""
        deadline = time.monotonic() + 60
        while True:
            ended = piped("audit", "explain", topic, "--output", "json", bootstrap=self.broker.bootstrap)
            found: collections.Counter[int] = collections.Counter()
            if ended.code == 0:
                for row in json.loads(ended.out)["cells"]:
                    self.assertEqual(row["tier"], "broker")
                    found[row["window"]] += row["count"]
            if sum(found.values()) >= total or time.monotonic() > deadline:
                return found
            time.sleep(0.2)

    def test_foreign_producers(self) -> None:
        for client in (clients.Kcat(), clients.Confluent(), clients.AioKafka(), clients.KafkaPython()):
            self.check_producer(client)

    def test_javas_producer(self) -> None:
        peers.java()
        self.check_producer(clients.Java("4.3.1"))

    def check_producer(self, client: clients.Client) -> None:
        name = "".join(letter if letter.isalnum() else "-" for letter in client.name)
        self.broker.create_topic(name, PARTITIONS)
        items = [
            Item(number % PARTITIONS, START_MS + 59_000 + number * 7 if client.chooses_timestamps else None, None, b"%d" % number)
            for number in range(COUNT)
        ]
        client.produce(self.broker.bootstrap, name, items)
        found = self.counts(name, COUNT)
        self.assertEqual(sum(found.values()), COUNT, client.name)
        if client.chooses_timestamps:
            windows = collections.Counter((item.timestamp_ms or 0) // 60_000 for item in items)
            self.assertEqual(sorted(found.values()), sorted(windows.values()), client.name)

    def test_from_a_producer_to_a_reader_and_what_the_command_says(self) -> None:
        self.broker.create_topic("audited", 1)
        program = self.folder / "audited.py"
        program.write_text(AUDITED, encoding="utf-8")
        # In a window that begins after the broker did.
        soon_ms = (time.time_ns() // 60_000_000_000 + 2) * 60_000
        run = [sys.executable, str(program), self.broker.bootstrap, str(soon_ms), "1000"]
        done = subprocess.run(run, capture_output=True, timeout=60, env=environment())
        self.assertEqual(done.returncode, 0, done.stderr)
        wanted = {"broker web": (1000, 1000, "open"), "consumer reader": (1000, 1000, "open")}
        found: dict[str, tuple[int, int, str]] = {}
        deadline = time.monotonic() + 60
        while found != wanted and time.monotonic() < deadline:
            ended = piped("audit", "show", "audited", "--output", "json", bootstrap=self.broker.bootstrap)
            # No window is over yet.
            self.assertEqual(ended.code, 2, ended.remarks)
            found = {row["to"]: (row["sent"], row["arrived"], row["verdict"]) for row in json.loads(ended.out)["windows"]}
        self.assertEqual(found, wanted)
        ended = piped("audit", "explain", "audited", "--read", "--output", "table", bootstrap=self.broker.bootstrap)
        self.assertEqual(ended.code, 0, ended.remarks)
        self.assertIn("All 1000 numbered records are where they were sent, once.", ended.remarks)

    def test_kcat_reads_it_and_may_not_write_it(self) -> None:
        kcat = peers.program("kcat")
        self.broker.create_topic("seen", 1)
        run = [kcat, "-b", self.broker.bootstrap]
        subprocess.run([*run, "-P", "-t", "seen"], input=b"a\nb\nc\n", check=True, timeout=60)
        self.counts("seen", 3)
        out = subprocess.run(
            [*run, "-C", "-e", "-q", "-t", "__klog_audit", "-f", "%k\t%s\n"], capture_output=True, check=True, timeout=60
        ).stdout
        pairs = [[json.loads(part) for part in line.split(b"\t")] for line in out.splitlines()]
        cells = [value for key, value in pairs if key.get("topic") == "seen"]
        self.assertEqual((cells[-1]["application"], cells[-1]["count"], cells[-1]["tier"]), ("rdkafka", 3, "broker"))
        key = json.dumps({**next(key for key, _ in pairs if key.get("topic") == "seen"), "tier": "producer", "application": "web"})
        forged = subprocess.run(
            [*run, "-P", "-t", "__klog_audit", "-K\t"], input=f"{key}\t{{}}\n".encode(), capture_output=True, timeout=60
        )
        self.assertNotIn(b"web", forged.stdout)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            ended = piped("audit", "status", bootstrap=self.broker.bootstrap)
            if b"has tried to write" in ended.err:
                return
            time.sleep(0.3)
        self.fail(ended.remarks)


@pytest.mark.soak
class TopicExampleTests(unittest.TestCase):
    """From a producer to a reader, and what the command says: ``docs/examples/audited_topic.py``."""

    def example(self, broker: Broker, *arguments: str) -> str:
        command = [sys.executable, str(peers.ROOT / "docs/examples/audited_topic.py"), *arguments]
        done = subprocess.run(
            [*command, "--kafka", broker.bootstrap, "--window-ms", "1000"],
            env={**os.environ, "PYTHONPATH": str(peers.ROOT)},
            capture_output=True,
            text=True,
            timeout=120,
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.strip()

    def judged(self, broker: Broker, wanted: set[str]) -> tuple[int, dict[tuple[str, str], tuple[str, int]]]:
        """How the command ended; verdict and what is missing, by sender and receiver."""
        deadline = time.monotonic() + 90
        while True:
            ended = piped("audit", "status", "hits", "--grace", "1s", "--output", "json", bootstrap=broker.bootstrap)
            rows = json.loads(ended.out)["audit"] if ended.out else []
            found = {(row["from"], row["to"]): (row["verdict"], row["missing"]) for row in rows}
            if {verdict for verdict, _ in found.values()} == wanted or time.monotonic() > deadline:
                return ended.code, found
            time.sleep(0.5)

    def test_from_a_producer_to_a_reader(self) -> None:
        counting = {"klog.audit.counts": "true", "klog.audit.counts.window.ms": "1000", "klog.audit.counts.interval.ms": "200"}
        with Broker(counting) as broker:
            broker.create_topics({"hits": 2})
            broker.messages("__klog_audit", at_least=1)
            self.assertEqual(self.example(broker, "send", "--seconds", "2"), "sent 1000")
            self.assertEqual(self.example(broker, "read"), "read 1000")
            code, found = self.judged(broker, {"complete"})
            self.assertEqual((code, set(found.values())), (0, {("complete", 0)}), found)
            self.assertEqual(set(found), {("producer web", "broker web"), ("broker", "consumer billing")})

    @unittest.skipUnless(peers.SOAK, "KLOG_SOAK=1 waits until the graces are over")
    def test_what_was_left_is_missing(self) -> None:
        counting = {"klog.audit.counts": "true", "klog.audit.counts.window.ms": "1000", "klog.audit.counts.interval.ms": "200"}
        with Broker(counting) as broker:
            broker.create_topics({"hits": 2})
            broker.messages("__klog_audit", at_least=1)
            self.example(broker, "send", "--seconds", "2")
            self.assertEqual(self.example(broker, "read", "--leave", "3"), "read 994")
            code, found = self.judged(broker, {"complete", "missing"})
            self.assertEqual((code, found["broker", "consumer billing"]), (1, ("missing", 6)), found)


class ExampleTests(unittest.TestCase):
    """From a log to files, each step judged: ``docs/examples/audited_load.py``."""

    def test_from_a_log_to_files(self) -> None:
        counting = {"klog.audit.counts": "true", "klog.audit.counts.window.ms": "1000", "klog.audit.counts.interval.ms": "200"}
        with Broker(counting) as broker, tempfile.TemporaryDirectory(prefix="klog-test-") as folder:
            broker.create_topics({"clicks": 2})
            broker.messages("__klog_audit", at_least=1)
            log = pathlib.Path(folder) / "access.log"
            # Four windows that the broker counts from their beginnings.
            begun_s = int(time.time()) + 1
            log.write_text("".join(f"{begun_s + number // 250} GET /{number}\n" for number in range(1_000)))
            command = [sys.executable, str(peers.ROOT / "docs/examples/audited_load.py"), "--kafka", broker.bootstrap]
            done = subprocess.run(
                [*command, "--log", str(log), "--to", f"{folder}/lake", "--window-ms", "1000"],
                env={**os.environ, "PYTHONPATH": str(peers.ROOT)},
                capture_output=True,
                text=True,
                timeout=120,
            )
        told = ["sent 1000", "loaded 1000", "broker -> sink lake: complete", "producer web -> broker web: complete"]
        self.assertEqual((done.stdout.splitlines(), done.returncode), (told, 0), done.stderr)


if __name__ == "__main__":
    unittest.main()
