"""Compaction beside Apache Kafka's: both compact copies of one directory, and leave the same; each goes on with what the other left.

Kafka 4.3.1 writes the directory: every codec, idempotent and transactional producers of both ends, tombstones, in many small segments.
"""

from __future__ import annotations

import pathlib
import random
import shutil
import tempfile
import threading
import time
import unittest
from typing import Any

import pytest

from klog.records.contract import HAS_DELETE_HORIZON, Entry
from tests import peers
from tests.integration import disk
from tests.integration.running import KlogBroker, kafka_broker
from tests.integration.takeover import CODECS, Folder

VERSION = "4.3.1"
TOPIC = "compacted"
#: Nothing is compacted before the ratio is set to another value, for it cannot be above 1.
CONFIGS = {
    "cleanup.policy": "compact",
    "min.cleanable.dirty.ratio": "1.0",
    "segment.ms": "1000",
    "segment.bytes": str(1 << 20),
    "index.interval.bytes": "300",
    "delete.retention.ms": str(86_400_000),
    "file.delete.delay.ms": "100",
}
KAFKA = {
    "log.cleaner.backoff.ms": "200",
    "transaction.state.log.replication.factor": "1",
    "transaction.state.log.min.isr": "1",
    "offsets.topic.replication.factor": "1",
    "offsets.topic.num.partitions": "1",
    "transaction.state.log.num.partitions": "1",
}
KLOG = {"log.cleaner.backoff.ms": "100"}


class Writer:
    """Keys and values that come and go."""

    def __init__(self, address: str, seed: int) -> None:
        self.address = address
        self.random = random.Random(seed)
        # Records' times are far enough apart that each part rolls a segment, and not in the past: transaction markers carry the present
        # time, and a segment that begins with one would not be rolled by older records.
        self.begin_ms = int(time.time() * 1000)
        self.part = 0
        self.number = 0

    def row(self) -> dict[str, Any]:
        self.number += 1
        value = None if self.random.random() < 0.1 else b"%d " % self.number + self.random.randbytes(self.random.randrange(80))
        key = b"key-%d" % self.random.randrange(60)
        return {"key": key, "value": value, "timestamp": self.begin_ms + self.part * 5000 + self.number % 100, "partition": 0}

    def plain(self, count: int, **settings: object) -> None:
        """One part by a producer of its own."""
        from confluent_kafka import Producer

        producer = Producer({**disk.QUIET, "bootstrap.servers": self.address, "linger.ms": 5, **settings})
        self.part += 1
        for _ in range(count):
            producer.produce(TOPIC, **self.row())
        assert not producer.flush(60)

    def transactions(self, name: str) -> None:
        """Some that commit, some that abort, over several parts."""
        from confluent_kafka import Producer

        producer = Producer({**disk.QUIET, "bootstrap.servers": self.address, "transactional.id": name, "linger.ms": 1})
        producer.init_transactions(60)
        for turn in range(4):
            producer.begin_transaction()
            for _ in range(2):
                self.part += 1
                for _ in range(25):
                    producer.produce(TOPIC, **self.row())
                producer.flush(60)
            if turn % 2:
                producer.abort_transaction(60)
            else:
                producer.commit_transaction(60)

    def everything(self) -> None:
        for number, kind in enumerate(CODECS):
            self.plain(150, **{"compression.codec": kind, "enable.idempotence": number % 2 == 0, "batch.num.messages": 30})
        self.transactions("first")
        self.plain(100)
        self.transactions("second")
        # The last part rolls what came before, and stays in the active segment.
        self.plain(5)
        self.part += 1
        self.plain(1)


def await_markers(address: str) -> None:
    """Until nothing is open: Kafka answers a commit before its marker is in the log."""
    disk.wait_for("the last marker", lambda: disk.ends(address, TOPIC, 1, committed=True) == disk.ends(address, TOPIC, 1))


def first_of_active(data: pathlib.Path) -> int:
    return max(int(path.stem) for path in disk.segment_files(data, TOPIC, ".log"))


def table(rows: list[disk.Row]) -> dict[bytes | None, bytes | None]:
    """The newest value of each key."""
    newest = {row.key: row.value for row in rows}
    return {key: value for key, value in newest.items() if value is not None}


def compact(address: str, data: pathlib.Path) -> None:
    """Let the broker at `address` compact, and wait until it has written down that it did."""
    end = first_of_active(data)
    disk.set_topic_config(address, TOPIC, "min.cleanable.dirty.ratio", "0.01")

    def done() -> bool:
        try:
            return f"{TOPIC} 0 {end}\n" in (data / "cleaner-offset-checkpoint").read_text()
        except FileNotFoundError:
            return False

    disk.wait_for(f"compaction up to {end} in {data}", done)
    disk.set_topic_config(address, TOPIC, "min.cleanable.dirty.ratio", "1.0")


def sealed(data: pathlib.Path) -> list[Entry]:
    """The batches of all segments but the active one."""
    return [entry for path in disk.segment_files(data, TOPIC, ".log")[:-1] for entry in disk.valid_entries(path)[0]]


def described(entries: list[Entry]) -> list[tuple[int, ...]]:
    """What of a batch does not hang on the moment of its compaction. Batches without records are the producers' and segments' own."""
    return [
        (
            entry.base_offset,
            entry.last_offset,
            entry.record_count,
            entry.attributes,
            entry.max_timestamp,
            entry.producer_id,
            entry.base_sequence,
        )
        for entry in entries
        if entry.record_count
    ]


class BesideKafkaTests(Folder):
    """One directory, two copies."""

    def write(self) -> tuple[pathlib.Path, pathlib.Path]:
        """Kafka's directory, and a copy of it."""
        kafka, klog = self.folder / "kafka", self.folder / "klog"
        with kafka_broker(VERSION, kafka, settings=KAFKA) as address:
            disk.create_topic(address, TOPIC, 1, CONFIGS)
            Writer(address, self.random.randrange(1 << 30)).everything()
            await_markers(address)
            self.before = disk.read_topic(address, TOPIC, 1, committed=True)[0]
        shutil.copytree(kafka, klog)
        return kafka, klog

    def data_of(self, folder: pathlib.Path) -> pathlib.Path:
        """Where the logs lie."""
        return next(path.parent for path in folder.rglob(f"{TOPIC}-0"))

    def test_the_same_is_left(self) -> None:
        kafka, klog = self.write()
        theirs, ours = self.data_of(kafka), self.data_of(klog)
        before = sealed(ours)
        self.assertEqual(before, sealed(theirs))
        with kafka_broker(VERSION, kafka, settings=KAFKA) as address:
            compact(address, theirs)
            their_rows = disk.read_topic(address, TOPIC, 1)[0]
            their_committed = disk.read_topic(address, TOPIC, 1, committed=True)[0]
        broker = self.broker(ours, **{name.replace(".", "_"): value for name, value in KLOG.items()})
        with broker:
            compact(broker.address, ours)
            our_rows = disk.read_topic(broker.address, TOPIC, 1)[0]
            our_committed = disk.read_topic(broker.address, TOPIC, 1, committed=True)[0]
        self.assertEqual(our_rows, their_rows)
        self.assertEqual(our_committed, their_committed)
        self.assertEqual(table(our_committed), table(self.before))
        self.assertLess(len(our_rows), len(self.before) / 3)
        ours_left, theirs_left = sealed(ours), sealed(theirs)
        self.assertEqual(described(ours_left), described(theirs_left))
        self.assertTrue([entry for entry in ours_left if entry.attributes & HAS_DELETE_HORIZON])
        self.assertTrue([entry for entry in ours_left if entry.attributes & 0x20], "markers that wait")
        # Without records stay producers' last batches, in Kafka as in klog, and in klog the last batch of every segment.
        bare = {entry.last_offset for entry in ours_left if not entry.record_count}
        self.assertLessEqual({entry.last_offset for entry in theirs_left if not entry.record_count}, bare)
        # Kafka's own tool reads what klog made.
        files = disk.segment_files(ours, TOPIC, ".log", ".index", ".timeindex", ".txnindex", ".snapshot")
        for flags in (("--deep-iteration",), ("--verify-index-only",), ("--index-sanity-check",)):
            chosen = [path for path in files if flags[0] == "--deep-iteration" or path.suffix in (".index", ".timeindex")]
            if flags[0] == "--deep-iteration":
                chosen = [path for path in chosen if path.suffix in (".log", ".snapshot")]
            dump = disk.dump_log(VERSION, chosen, *flags)
            # Offsets that are missing are what compaction is about.
            self.assertEqual([line for line in dump.complaints if "Non-consecutive offsets" not in line], [], flags)
        # Kafka goes on with it: the same records, more of them, another compaction.
        with kafka_broker(VERSION, klog, settings=KAFKA) as address:
            self.assertEqual(disk.read_topic(address, TOPIC, 1)[0], our_rows)
            self.assertEqual(disk.read_topic(address, TOPIC, 1, committed=True)[0], our_committed)
            writer = Writer(address, 77)
            writer.part = 100
            writer.plain(200)
            writer.transactions("first")
            writer.plain(5)
            await_markers(address)
            more = disk.read_topic(address, TOPIC, 1, committed=True)[0]
            compact(address, ours)
            self.assertEqual(table(disk.read_topic(address, TOPIC, 1, committed=True)[0]), table(more))
        # And klog once more, from Kafka's checkpoint.
        with self.broker(ours, log_cleaner_backoff_ms="100") as again:
            last = disk.read_topic(again.address, TOPIC, 1, committed=True)[0]
            self.assertEqual(table(last), table(more))
            time.sleep(0.5)
            self.assertEqual(disk.read_topic(again.address, TOPIC, 1, committed=True)[0], last)


class RestartTests(Folder):
    """klog alone: a compacted topic over orderly stops and kills, judged by Kafka's tool."""

    def test_what_is_compacted_stays_so(self) -> None:
        with KlogBroker(self.folder, settings=KLOG) as broker:
            disk.create_topic(broker.address, TOPIC, 1, {**CONFIGS, "min.cleanable.dirty.ratio": "0.01"})
            writer = Writer(broker.address, 3)
            for turn in range(3):
                for kind in CODECS:
                    writer.plain(100, **{"compression.codec": kind, "enable.idempotence": True})
                writer.plain(1)
                rows = disk.read_topic(broker.address, TOPIC, 1)[0]
                expected = table(rows)
                end = first_of_active(broker.data)

                def done(end: int = end) -> bool:
                    path = broker.data / "cleaner-offset-checkpoint"
                    return path.exists() and f"{TOPIC} 0 {end}\n" in path.read_text()

                disk.wait_for("compaction", done)
                if turn == 1:
                    broker.kill()
                    broker.start()
                else:
                    broker.restart()
                rows = disk.read_topic(broker.address, TOPIC, 1)[0]
                self.assertEqual(table(rows), expected)
            entries = sealed(broker.data)
            self.assertLess(sum(max(entry.record_count, 0) for entry in entries), 65)
            files = disk.segment_files(broker.data, TOPIC, ".log")
            dump = disk.dump_log(VERSION, files, "--deep-iteration")
            self.assertEqual([line for line in dump.complaints if "Non-consecutive offsets" not in line], [])


class ProducerThread(threading.Thread):
    """Sends numbers under few keys until told to stop; remembers the highest that was acknowledged of each."""

    KEYS = 300

    def __init__(self, address: str) -> None:
        super().__init__(daemon=True)
        from confluent_kafka import Producer

        self.ending = threading.Event()
        self.acknowledged: dict[bytes, int] = {}
        self.failures: list[str] = []
        self.sent = 0
        self.client: Any = Producer(
            {
                **disk.QUIET,
                "bootstrap.servers": address,
                "enable.idempotence": True,
                "linger.ms": 5,
                "reconnect.backoff.ms": 20,
                "reconnect.backoff.max.ms": 100,
                "retry.backoff.ms": 20,
                "message.timeout.ms": 120_000,
                "batch.num.messages": 40,
            }
        )

    def run(self) -> None:
        while not self.ending.is_set():
            for _ in range(20):
                key = b"%d" % (self.sent % self.KEYS)
                try:
                    self.client.produce(TOPIC, b"%d %s" % (self.sent, b"x" * 200), key, 0, on_delivery=self.told)
                except BufferError:
                    break
                self.sent += 1
            self.client.poll(0)
            time.sleep(0.02)

    def told(self, error: Any, message: Any) -> None:
        if error:
            self.failures.append(str(error))
        else:
            self.acknowledged[message.key()] = int(message.value().split()[0])

    def finish(self) -> None:
        """Everything that was sent is answered when this returns."""
        self.ending.set()
        self.join()
        assert not self.client.flush(60), "records that were never answered"


@pytest.mark.soak
class KillTests(unittest.TestCase):
    """``kill -9`` while segments are compacted and swapped: of every key the newest acknowledged value is there, each time."""

    ROUNDS = 50

    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-compaction-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        seed = peers.seed()
        print(f"KLOG_SEED={seed}")
        self.random = random.Random(seed)

    def test_kill(self) -> None:
        settings = {
            "log.cleaner.backoff.ms": "20",
            # Slow enough to be met at work, and quick enough to catch up between two kills.
            "log.cleaner.io.max.bytes.per.second": "20000000",
            # Only what is flushed is compacted, so each life should know what the one before had flushed.
            "log.flush.offset.checkpoint.interval.ms": "300",
        }
        configs = {"cleanup.policy": "compact", "min.cleanable.dirty.ratio": "0.01", "internal.segment.bytes": "150000"}
        met = kills = 0
        rounds = peers.soak_share(self.ROUNDS)
        with KlogBroker(self.folder, settings=settings) as broker:
            disk.create_topic(broker.address, TOPIC, 1, {**configs, "file.delete.delay.ms": "100"})
            producer = ProducerThread(broker.address)
            producer.start()
            # A few more where too many met it idle, so that every run has what it is about.
            while kills < rounds or (met <= rounds // 3 and kills < rounds + 20):
                time.sleep(self.random.uniform(0.2, 1))
                self.await_work(broker)
                broker.kill()
                kills += 1
                acknowledged = dict(producer.acknowledged)
                met += self.at_work(broker)
                broker.start()
                self.check(broker, acknowledged, producer)
            producer.finish()
            self.assertEqual(producer.failures, [])
            self.check(broker, producer.acknowledged, producer)
            broker.restart()
            self.check(broker, producer.acknowledged, producer)

            def held() -> float:
                try:
                    return sum(path.stat().st_size for path in disk.segment_files(broker.data, TOPIC, ".log"))
                except FileNotFoundError:
                    return float("inf")

            disk.wait_for("it was compacted on the way", lambda: held() < producer.sent * 210 / 2, state=held)
        print(f"{kills} kills, {met} of them at work; {producer.sent} records in {held()} bytes")
        self.assertGreater(met, rounds // 3)

    def at_work(self, broker: KlogBroker) -> bool:
        """Whether there is something that is neither begun nor done."""
        return any(path.suffix in (".cleaned", ".swap") for path in (broker.data / f"{TOPIC}-0").iterdir())

    def await_work(self, broker: KlogBroker) -> None:
        """A moment at which segments are being compacted, or any other where none comes."""
        for _ in range(2000):
            if self.at_work(broker):
                break
            time.sleep(0.001)
        time.sleep(self.random.choice([0, 0, 0.002, 0.01, 0.05]))

    def check(self, broker: KlogBroker, acknowledged: dict[bytes, int], producer: ProducerThread) -> None:
        found: dict[bytes, int] = {}
        last = -1
        for row in disk.read_topic(broker.address, TOPIC, 1)[0]:
            self.assertGreater(row.offset, last)
            last = row.offset
            assert row.key is not None and row.value is not None
            number = int(row.value.split()[0])
            self.assertEqual(b"%d" % (number % producer.KEYS), row.key)
            self.assertGreater(number, found.get(row.key, -1), "in order, each once")
            found[row.key] = number
        for key, number in acknowledged.items():
            self.assertGreaterEqual(found.get(key, -1), number, f"key {key!r} is older than what was acknowledged")
