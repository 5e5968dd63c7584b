"""The audit, with other people's producers and in processes: brokers' counts are what was sent, and the command says so.

Java's producer is in it where Java is; each client is asked for every acknowledgement, and for none.
"""

from __future__ import annotations

import collections
import json
import os
import pathlib
import re
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
            self.check_producer(client, "all")
            self.check_producer(client, "0")

    def test_javas_producer(self) -> None:
        peers.java()
        self.check_producer(clients.Java("4.3.1"), "all")
        self.check_producer(clients.Java("4.3.1"), "0")

    def check_producer(self, client: clients.Client, acks: str) -> None:
        name = "".join(letter if letter.isalnum() else "-" for letter in f"{client.name} {acks}")
        self.broker.create_topic(name, PARTITIONS)
        items = [
            Item(number % PARTITIONS, START_MS + 59_000 + number * 7 if client.chooses_timestamps else None, None, b"%d" % number)
            for number in range(COUNT)
        ]
        client.produce(self.broker.bootstrap, name, items, acks=acks)
        found = self.counts(name, COUNT)
        if acks == "0":
            # Nobody says what became of them: no more than were sent, and on this machine there is no way to lose one.
            self.assertTrue(0 < sum(found.values()) <= COUNT, (client.name, found))
            return
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


class PipelineTests(unittest.TestCase):
    """From a web log over two clusters to files and to Spark's counts: ``docs/examples/audited_pipeline.py``."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="klog-test-", ignore_cleanup_errors=True)
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        [self.log] = [path for path in peers.sample_logs() if path.name == "Apache.log"]
        self.lines = self.log.read_bytes().splitlines()

    def begin(self, lake: str, *arguments: str) -> subprocess.Popen[str]:
        """The program, as a process."""
        command = [sys.executable, str(peers.ROOT / "docs/examples/audited_pipeline.py"), "--log", str(self.log)]
        process = subprocess.Popen(
            [*command, "--to", str(self.folder / lake), "--seconds", "3", *arguments],
            env={**os.environ, "PYTHONPATH": str(peers.ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.addCleanup(process.kill)
        return process

    def ended(self, process: subprocess.Popen[str], code: int) -> str:
        """What it has said, when it has ended with that code."""
        out, errors = process.communicate(timeout=240)
        self.assertEqual(process.returncode, code, out + errors)
        return out

    def tiers(self, said: str) -> dict[str, tuple[str, int | None, int]]:
        """Verdict, records sent and arrived of the status tables, by who has counted what arrived."""
        found = re.findall(r"^clicks\t[^\t]+\t((?:broker|mirror|sink)[^\t]*)\t(\w+)\t\d+\t\d*\t(\d*)\t(\d+)\t", said, re.MULTILINE)
        return {receiver: (verdict, int(sent) if sent else None, int(arrived)) for receiver, verdict, sent, arrived in found}

    def values(self, lake: str) -> list[bytes]:
        """What is in the files."""
        import pyarrow.dataset

        table = pyarrow.dataset.dataset(self.folder / lake, format="parquet", partitioning="hive").to_table(columns=["value"])
        return sorted(table["value"].to_pylist())

    def test_all_of_it_is_complete(self) -> None:
        peers.spark()
        said = self.ended(self.begin("lake"), 0)
        count = len(self.lines)
        complete = ("complete", count, count)
        wanted = {"broker web": complete, "mirror live": complete, "sink lake": complete, "sink spark": complete}
        self.assertEqual(self.tiers(said), {**wanted, "broker": ("counted", None, count)}, said)
        self.assertEqual(self.values("lake"), sorted(self.lines))
        windows = [int(found) for found in re.findall(r"^\d\d:\d\d:\d\d  (\d+) requests$", said, re.MULTILINE)]
        self.assertEqual((sum(windows), len(windows) > 1), (count, True), said)
        self.assertEqual(said.splitlines()[-1], f"complete: all {count} are at every step")

    def test_what_was_lost_is_told_by_number(self) -> None:
        said = self.ended(self.begin("lake", "--no-spark", "--lose", "9"), 1)
        count = len(self.lines)
        found = self.tiers(said)
        self.assertEqual((found["broker web"], found["sink lake"]), (("complete", count, count), ("complete", count - 9, count - 9)), said)
        self.assertEqual(found["mirror live"], ("missing", count, count - 9), said)
        # The first nine went to two partitions in turn.
        told = re.findall(r"^missing\tweb \w+\t(\d)\t(\d+)\t([-\d]+)$", said, re.MULTILINE)
        self.assertEqual({tuple(sorted(numbers for *_, numbers in told))}, {("0-3", "0-4")}, said)
        self.assertEqual(sum(int(missing) for _, missing, _ in told), 9)
        self.assertEqual(self.values("lake"), sorted(self.lines[9:]))


if __name__ == "__main__":
    unittest.main()
