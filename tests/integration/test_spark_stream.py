"""A stream's restart from its checkpoint, after its driver and its JVM were killed: nothing is lost, and nothing is there twice.

The query (`tests.integration.spark_stream_program`) writes with Spark's file sink and is read back by Spark, which goes by the sink's own
log. Each kill is a SIGKILL to the query's whole group of processes at a random moment: while it starts, plans, reads, writes or commits.
"""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from typing import Any

import pytest

from klog.client.blocking.client import BlockingClient
from klog.client.blocking.groups import GroupOffsets
from klog.model import TopicPartition
from klog.spark.options import parse
from klog.testing.embedded import Broker
from tests import peers
from tests.integration.running import kafka_broker

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

PARTITIONS = 3
#: Records of a round, and of a batch at most: a batch takes Spark seconds.
ROUND = 240 if peers.SOAK else 120
MOST = 40
#: For a run of the program, in seconds; a loaded machine needs long to start Java.
LIMIT_S = 240.0


def setUpModule() -> None:
    peers.spark()


class KillTests(unittest.TestCase):
    """See the module."""

    def setUp(self) -> None:
        self.random = random.Random(int(os.environ.get("KLOG_TEST_SEED", "20261122")))
        scratch = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.broker = Broker(topics={"t": PARTITIONS}).start()
        self.addCleanup(self.broker.stop)
        self.expected: list[list[object]] = []
        self.ends = [0] * PARTITIONS

    def put(self) -> None:
        for partition in range(PARTITIONS):
            values = [b"%d/%d" % (partition, self.ends[partition] + number) for number in range(ROUND // PARTITIONS)]
            first = self.broker.put("t", values, partition=partition)
            self.expected += [[partition, first + number, value.decode()] for number, value in enumerate(values)]
            self.ends[partition] += len(values)

    def start(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "tests.integration.spark_stream_program", self.broker.bootstrap, "t", str(self.folder), str(MOST)]
        self.errors = (self.folder / "errors").open("ab")
        self.addCleanup(self.errors.close)
        started = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.errors, cwd=peers.ROOT, start_new_session=True)
        self.addCleanup(self.kill, started)
        return started

    def kill(self, started: subprocess.Popen[bytes]) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(started.pid, signal.SIGKILL)
        started.wait()
        if started.stdout is not None:
            started.stdout.close()

    def batches(self, which: str) -> int:
        """The newest batch in the checkpoint's log of plans (offsets) or of ends (commits); -1 where there is none."""
        place = self.folder / "checkpoint" / which
        return max((int(path.name) for path in place.glob("[0-9]*") if path.name.isdigit()), default=-1) if place.exists() else -1

    def kill_somewhere(self) -> str:
        """Run until a random batch is planned or done, and a little longer; at which moment of the query it was."""
        wanted = self.batches("offsets") + self.random.randint(1, ROUND // MOST - 2)
        which = self.random.choice(["offsets", "commits"])
        started = self.start()
        until = time.monotonic() + LIMIT_S
        while self.batches(which) < wanted and started.poll() is None:
            self.assertLess(time.monotonic(), until, f"the query planned no batch {wanted}: {self.said()}")
            time.sleep(0.005)
        time.sleep(self.random.choice([0, 0.02, 0.1, 0.3]) * self.random.random())
        ended = started.poll() is not None
        self.kill(started)
        self.assertFalse(ended, f"the query ended before it was killed: {self.said()}")
        return f"{which} {wanted}: planned {self.batches('offsets')}, done {self.batches('commits')}"

    def said(self) -> str:
        return (self.folder / "errors").read_text(encoding="utf-8", errors="replace")[-2_000:]

    def test_nothing_is_lost_or_repeated(self) -> None:
        moments = []
        for _ in range(peers.soak_share(20)):
            self.put()
            moments.append(self.kill_somewhere())
        self.put()
        last = self.start()
        out, _ = last.communicate(timeout=LIMIT_S)
        self.assertEqual(last.returncode, 0, self.said())
        found = json.loads(out)
        self.assertEqual(len(found), len(self.expected), moments)
        self.assertEqual(sorted(found), sorted(self.expected), moments)
        with BlockingClient(self.broker.bootstrap) as client:
            committed = GroupOffsets(client, "spark-stream-program").fetch()
        ends = {TopicPartition("t", number): end for number, end in enumerate(self.ends)}
        self.assertEqual({tp: entry.offset for tp, entry in committed.items()}, ends, "the group's lag is nothing")


class TransactionTests(unittest.TestCase):
    """Apache Kafka's transactions, which klog's broker does not have; the reader as Spark calls it, without a JVM of Spark's."""

    def test_read_committed_ends_before_what_is_open(self) -> None:
        from confluent_kafka import Producer

        from klog.spark.stream import KlogStreamReader

        scratch = self.enterContext(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        settings = {
            "transaction.state.log.num.partitions": "1",
            "transaction.state.log.replication.factor": "1",
            "transaction.state.log.min.isr": "1",
        }
        address = self.enterContext(kafka_broker("4.3.1", pathlib.Path(scratch), settings=settings, kill=True))

        def reader(isolation: str) -> KlogStreamReader:
            given = {"kafka.bootstrap.servers": address, "subscribe": "tx", "startingOffsets": "earliest"}
            made = KlogStreamReader(parse({**given, "kafka.isolation.level": isolation}, "stream"))
            self.addCleanup(made.stop)
            return made

        def batch(made: KlogStreamReader, start: dict[str, Any]) -> tuple[dict[str, Any], list[bytes]]:
            end = made.latestOffset(start, made.getDefaultReadLimit())
            rows = [row for part in made.partitions(start, end) for found in made.read(part) for row in found.to_pylist()]
            return end, [row["value"] for row in rows]

        producer: Any = Producer({"bootstrap.servers": address, "transactional.id": "t", "linger.ms": 0, "log_level": 0})
        producer.init_transactions(60)
        for kind, end in ((b"kept", producer.commit_transaction), (b"dropped", producer.abort_transaction), (b"open", None)):
            producer.begin_transaction()
            for number in range(3):
                producer.produce("tx", b"%s %d" % (kind, number))
            producer.flush(60)
            if end is not None:
                end(30)
        strict, loose = reader("read_committed"), reader("read_uncommitted")
        everything = [b"%s %d" % (kind, number) for kind in (b"kept", b"dropped", b"open") for number in range(3)]
        self.assertEqual(batch(loose, loose.initialOffset())[1], everything)
        position, values = batch(strict, strict.initialOffset())
        self.assertEqual((position["tx"]["0"], values), (8, everything[:3]), "up to the last stable offset")
        self.assertEqual(batch(strict, position), (position, []))
        producer.commit_transaction(60)
        # The marker is written a little after the commit is answered.
        until = time.monotonic() + 30
        while not (values := batch(strict, position)[1]) and time.monotonic() < until:
            time.sleep(0.05)
        self.assertEqual(values, everything[6:])


if __name__ == "__main__":
    unittest.main()
