"""One of two data directories fails under load, on a real disk or one that pretends: the other one's partitions go on without a pause,
everybody is told what happened, and the directory comes back with all that was acknowledged when the broker is started again.

Each partition has a client of its own that writes a record, reads it again, and so on; one more reads from all partitions in each request,
and asks for old records and new ones. Half of the topics go by the flush rule.
"""

from __future__ import annotations

import collections
import contextlib
import itertools
import json
import pathlib
import select
import shutil
import tempfile
import threading
import time
import unittest
from typing import Any, ClassVar, NamedTuple

import pytest

from klog.broker.disk.threads import LIMITS
from klog.records.implementations import codec
from klog.storage.disk_work import WorkKind
from klog.wire.messages.create_topics import CreatableReplicaAssignment, CreatableTopic, CreateTopicsRequest
from klog.wire.messages.describe_log_dirs import DescribeLogDirsRequest
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic
from tests import peers
from tests.integration import disk
from tests.integration.cluster_brokers import ClusterBrokers
from tests.integration.command import piped
from tests.integration.failing_disk import SYNC_S, FailingDisk, MountedDisk, PreloadedDisk, Trouble
from tests.integration.kafka_tools import run_warm
from tests.integration.raw import ConnectionClosed, Raw, produce_request
from tests.integration.running import KlogBroker
from tests.integration.zookeepers import RealZooKeeper

PARTITIONS = 4
TOPICS = {"plain": {"segment.bytes": str(1 << 20)}, "flushed": {"segment.bytes": str(1 << 20), "flush.messages": "1"}}
#: How long the load runs before and after the disk fails.
BEFORE_S, AFTER_S = (2.0, 6.0) if peers.SOAK else (0.7, 1.5)
#: The longest pause of the other directory's partitions, looked at by hand: in CI the machine may stand still by itself.
LONGEST_PAUSE_S = 1.0


class Place(NamedTuple):
    """A partition."""

    topic: str
    partition: int

    @property
    def folder(self) -> str:
        return f"{self.topic}-{self.partition}"


def fetch_of(*places: tuple[Place, int], most_bytes: int = 100_000) -> FetchRequest:
    """From each place, from an offset on; nothing is waited for."""
    by_topic: dict[str, list[FetchPartition]] = collections.defaultdict(list)
    for place, offset in places:
        by_topic[place.topic].append(FetchPartition(partition=place.partition, fetch_offset=offset, partition_max_bytes=most_bytes))
    topics = [FetchTopic(topic=name, partitions=some) for name, some in by_topic.items()]
    return FetchRequest(max_wait_ms=0, min_bytes=1, max_bytes=8 << 20, topics=topics)


class Client(threading.Thread):
    """Asks until it is told to stop, one request at a time, on a connection that is made anew where it was closed."""

    def __init__(self, address: str) -> None:
        super().__init__(daemon=True)
        self.address = address
        self.ending = threading.Event()
        #: When something was answered well, by place.
        self.times: dict[Place, list[float]] = collections.defaultdict(list)
        #: (what, code or name of an exception) by place.
        self.errors: dict[Place, collections.Counter[tuple[str, object]]] = collections.defaultdict(collections.Counter)
        self.closed = 0
        self.problem: BaseException | None = None

    def run(self) -> None:
        try:
            while not self.ending.is_set():
                try:
                    with Raw(self.address) as client:
                        while not self.ending.is_set():
                            self.step(client)
                except (OSError, ConnectionClosed):
                    self.closed += 1
                    time.sleep(0.02)
        except BaseException as problem:  # noqa: BLE001 (told by the test)
            self.problem = problem

    def step(self, client: Raw) -> None:
        raise NotImplementedError

    def worked(self, place: Place) -> None:
        self.times[place].append(time.monotonic())

    def longest_pause_s(self, place: Place, since: float, until: float) -> float:
        """Between two answers, of which the latter one came after `since`."""
        found = [since, *(moment for moment in self.times[place] if since < moment < until), until]
        return max(later - earlier for earlier, later in itertools.pairwise(found))


class Writer(Client):
    """Writes to one partition and reads what it has written."""

    def __init__(self, address: str, place: Place) -> None:
        super().__init__(address)
        self.place = place
        self.acknowledged: dict[int, bytes] = {}
        self.number = 0

    def step(self, client: Raw) -> None:
        self.number += 1
        value = b"%s %d " % (self.place.folder.encode(), self.number) + bytes(self.number % 3000)
        answer = client.ask(produce_request(self.place.topic, value, self.place.partition), 9).responses[0].partition_responses[0]
        if answer.error_code:
            self.errors[self.place]["produce", answer.error_code] += 1
            time.sleep(0.01)
            return
        assert answer.base_offset not in self.acknowledged, "an offset was given out twice"
        self.acknowledged[answer.base_offset] = value
        found = client.ask(fetch_of((self.place, answer.base_offset)), 11).responses[0].partitions[0]
        if found.error_code:
            self.errors[self.place]["fetch", found.error_code] += 1
            time.sleep(0.01)
            return
        assert value in bytes(found.records), f"{self.place} {answer.base_offset}: another record"
        self.worked(self.place)


class Reader(Client):
    """Reads all partitions in one request, a little of each, from their beginning to their end and again."""

    def __init__(self, address: str, places: list[Place]) -> None:
        super().__init__(address)
        self.positions = dict.fromkeys(places, 0)

    def step(self, client: Raw) -> None:
        answer = client.ask(fetch_of(*self.positions.items(), most_bytes=20_000), 11)
        for topic in answer.responses:
            for one in topic.partitions:
                place = Place(topic.topic, one.partition_index)
                if one.error_code:
                    self.errors[place]["fetch", one.error_code] += 1
                elif one.records:
                    self.worked(place)
                    self.positions[place] = codec.scan(bytes(one.records))[-1].last_offset + 1
                else:
                    self.positions[place] = 0
        time.sleep(0.005)


class FailingDiskTests(unittest.TestCase):
    """With a disk of either kind."""

    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-failing-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.well = self.folder / "well"

    def broker(self, failing: FailingDisk) -> KlogBroker:
        settings = {"log.flush.offset.checkpoint.interval.ms": "500", "auto.create.topics.enable": "false"}
        broker = KlogBroker(self.folder, settings=settings, prefix=failing.prefix())
        broker.data = pathlib.Path(f"{self.well},{failing.directory}")
        return broker

    def places(self, directory: pathlib.Path) -> list[Place]:
        """The partitions in it."""
        return [Place(topic, n) for topic in TOPICS for n in range(PARTITIONS) if (directory / f"{topic}-{n}").is_dir()]

    def go(self, failing: FailingDisk, trouble: Trouble, *, stays: bool, keeps: bool = True) -> None:
        """
        :param stays: whether the directory stays in service, and all goes on as soon as the disk is well again.
        :param keeps: whether the disk keeps what was written and not synced.
        """
        self.addCleanup(failing.close)
        with self.broker(failing) as broker:
            for topic, configs in TOPICS.items():
                disk.create_topic(broker.address, topic, PARTITIONS, configs)
            well, broken = self.places(self.well), self.places(failing.directory)
            self.assertEqual((len(well), len(broken)), (4, 4), "each directory has half of them")
            writers = [Writer(broker.address, place) for place in (*well, *broken)]
            reader = Reader(broker.address, [*well, *broken])
            clients = [*writers, reader]
            for client in clients:
                client.start()
            time.sleep(BEFORE_S)
            failing.fail(trouble)
            failed_at = time.monotonic()
            time.sleep(AFTER_S + (SYNC_S if trouble is Trouble.SLOW_SYNC else 0))
            # On a busy machine it takes longer until everybody has had his turn.
            disk.wait_for("everybody notices, or goes on", lambda: self.is_noticed(writers, reader, well, failed_at))
            until = time.monotonic()
            self.tell_what_happened(broker, failing.directory, stays=stays)
            if stays:
                failing.heal()
                healed_at = time.monotonic()
                disk.wait_for("all partitions to be served again", lambda: all(one.times[one.place][-1:] > [healed_at] for one in writers))
            for client in clients:
                client.ending.set()
            for client in clients:
                client.join(30)
                self.assertIsNone(client.problem)
            self.judge(trouble, writers, reader, well, failed_at, until)
            if not stays:
                # On a broken disk an end in order is none.
                broker.kill()
                failing.heal()
                broker.start()
            else:
                broker.restart()
            self.hold(broker, writers, well, keeps=keeps)
            again = [Writer(broker.address, place) for place in (*well, *broken)]
            for writer in again:
                writer.start()
            disk.wait_for("records in all partitions", lambda: all(writer.times[writer.place] for writer in again))
            for writer in again:
                writer.ending.set()
                writer.join(30)
                self.assertFalse(writer.errors)

    @staticmethod
    def is_noticed(writers: list[Writer], reader: Reader, well: list[Place], failed_at: float) -> bool:
        """Whether the disk's failure has been told to the clients of its partitions, and the others were answered since."""
        for writer in writers:
            if writer.place not in well:
                if not (writer.errors[writer.place] or writer.closed):
                    return False
            elif not all(client.times[writer.place][-1:] > [failed_at] for client in (writer, reader)):
                return False
        return True

    def judge(self, trouble: Trouble, writers: list[Writer], reader: Reader, well: list[Place], failed_at: float, until: float) -> None:
        pauses: dict[str, float] = {}
        for writer in writers:
            if writer.place in well:
                self.assertEqual((dict(writer.errors), writer.closed), ({}, 0), writer.place)
                pauses[f"write {writer.place.folder}"] = writer.longest_pause_s(writer.place, failed_at, until)
                pauses[f"read {writer.place.folder}"] = reader.longest_pause_s(writer.place, failed_at, until)
        told = {writer.place.folder: dict(writer.errors[writer.place]) for writer in writers if writer.place not in well}
        longest = max(pauses, key=lambda name: pauses[name])
        closed = sum(writer.closed for writer in writers), reader.closed
        told_reader = {place.folder: dict(some) for place, some in reader.errors.items()}
        print(f"{trouble.name}: longest pause {pauses[longest]:.3f} s ({longest}); connections closed {closed}; told {told}, {told_reader}")
        # What is promised already can only end with the connection; then the client is told. A request that was on its way ends so, or two.
        self.assertLessEqual(reader.closed, 2 * len(writers))
        for writer in writers:
            if writer.place in well:
                for client in (writer, reader):
                    self.assertTrue(any(failed_at < moment < until for moment in client.times[writer.place]), (client, writer.place))
            else:
                self.assertTrue(writer.errors[writer.place] or writer.closed, f"nobody noticed {trouble.name} in {writer.place}")
        if peers.SOAK:
            self.assertLessEqual(pauses[longest], LONGEST_PAUSE_S, pauses)

    def tell_what_happened(self, broker: KlogBroker, directory: pathlib.Path, *, stays: bool, at_start: bool = False) -> None:
        """By DescribeLogDirs, `klog doctor`, `klog cluster --dirs`, Kafka's tool and the log."""
        with Raw(broker.address) as client:
            found = {one.log_dir: one.error_code for one in client.ask(DescribeLogDirsRequest(topics=None), 4).results}
        self.assertEqual(set(found), {str(self.well), str(directory)})
        self.assertEqual(found[str(self.well)], 0)
        ended = piped("doctor", bootstrap=broker.address)
        if stays:
            return
        self.assertEqual(found[str(directory)], 56)
        self.assertIn(f"{directory} is out of service, and its partitions with it: KAFKA_STORAGE_ERROR", ended.text)
        self.assertEqual(ended.code, 1)
        shown = json.loads(piped("cluster", "--dirs", "-o", "json", bootstrap=broker.address).text)
        told = {one["path"]: one["error"] for one in shown["dirs"]}
        self.assertIsNone(told[str(self.well)])
        self.assertIn("disk failed", told[str(directory)])
        sentence = "this data directory is out of service" if at_start else "is out of service with its"
        self.assertTrue(list(disk.lines(broker.output(), str(directory), sentence)), broker.output()[-3000:])

    def hold(self, broker: KlogBroker, writers: list[Writer], well: list[Place], *, keeps: bool) -> None:
        """What was acknowledged is there."""
        rows = disk.read_topics(broker.address, dict.fromkeys(TOPICS, PARTITIONS))
        for writer in writers:
            there = {row.offset: row.value for row in rows[writer.place.topic][writer.place.partition]}
            self.assertEqual(sorted(there), list(range(len(there))), "no gap")
            kept = keeps or writer.place in well or writer.place.topic == "flushed"
            for offset, value in writer.acknowledged.items():
                if kept or offset in there:
                    self.assertEqual(there.get(offset), value, (writer.place, offset))


@pytest.mark.soak
class PretendedTests(FailingDiskTests):
    """A library in front of the C library says what a broken disk would say."""

    def test_reads_fail(self) -> None:
        self.go(PreloadedDisk(self.folder), Trouble.READ, stays=True)

    def test_writes_fail(self) -> None:
        self.go(PreloadedDisk(self.folder), Trouble.WRITE, stays=False)

    @unittest.skipUnless(peers.SOAK, "a disk that fails in other ways: make soak")
    def test_syncs_fail(self) -> None:
        self.go(PreloadedDisk(self.folder), Trouble.SYNC, stays=False)

    @unittest.skipUnless(peers.SOAK, "a disk that fails in other ways: make soak")
    def test_syncs_hang_and_fail(self) -> None:
        self.go(PreloadedDisk(self.folder), Trouble.SLOW_SYNC, stays=False)

    def test_syncs_hang(self) -> None:
        """In more partitions than there are threads for flushes. The other disk's go on; when the disk goes on, so does all that waits."""
        failing = PreloadedDisk(self.folder)
        self.addCleanup(failing.close)
        count = 2 * (LIMITS[WorkKind.FLUSH] + 4)
        with self.broker(failing) as broker, contextlib.ExitStack() as stack:
            disk.create_topic(broker.address, "flushed", count, TOPICS["flushed"])
            places = [Place("flushed", number) for number in range(count)]
            well = [place for place in places if (self.well / place.folder).is_dir()]
            broken = [place for place in places if place not in well]
            self.assertEqual(len(broken), count // 2)
            writers = [Writer(broker.address, place) for place in well[:PARTITIONS]]
            for writer in writers:
                writer.start()
            time.sleep(BEFORE_S)
            failing.fail(Trouble.HUNG_SYNC)
            failed_at = time.monotonic()
            waiting = [stack.enter_context(Raw(broker.address)) for _ in broken]
            for client, place in zip(waiting, broken, strict=True):
                client.send(produce_request("flushed", b"waits", place.partition), 9)
            time.sleep(AFTER_S)
            disk.wait_for("the others go on", lambda: all(writer.times[writer.place][-1:] > [failed_at] for writer in writers))
            until = time.monotonic()
            self.assertEqual(select.select([client.socket for client in waiting], [], [], 0)[0], [], "nobody is told too soon")
            failing.heal()
            for client in waiting:
                self.assertEqual(client.answer().responses[0].partition_responses[0].error_code, 0)
            for writer in writers:
                writer.ending.set()
                writer.join(30)
                self.assertIsNone(writer.problem)
                self.assertEqual((dict(writer.errors), writer.closed), ({}, 0), writer.place)
                self.assertTrue(any(failed_at < moment < until for moment in writer.times[writer.place]), writer.place)
            pause_s = max(writer.longest_pause_s(writer.place, failed_at, until) for writer in writers)
            print(f"HUNG_SYNC of {len(broken)} partitions: longest pause of the others {pause_s:.3f} s")
            if peers.SOAK:
                self.assertLessEqual(pause_s, LONGEST_PAUSE_S)
            broker.stop()

    @unittest.skipUnless(peers.SOAK, "a disk that fails in other ways: make soak")
    def test_full(self) -> None:
        self.go(PreloadedDisk(self.folder), Trouble.FULL, stays=True)

    @unittest.skipUnless(peers.SOAK, "a disk that fails in other ways: make soak")
    def test_unplugged(self) -> None:
        self.go(PreloadedDisk(self.folder), Trouble.UNPLUGGED, stays=False)

    def test_kafkas_tool_says_it(self) -> None:
        peers.kafka("3.9.2")
        failing = PreloadedDisk(self.folder)
        self.addCleanup(failing.close)
        with self.broker(failing) as broker:
            disk.create_topic(broker.address, "plain", 2)
            failing.fail(Trouble.UNPLUGGED)
            with Raw(broker.address) as client:
                for partition in range(2):
                    client.ask(produce_request("plain", b"value", partition), 9)
            told = run_warm("3.9.2", "log-dirs", "--bootstrap-server", broker.address, "--describe")
            described = json.loads(next(line for line in told.splitlines() if line.startswith("{")))
            found: dict[str, Any] = {one["logDir"]: one for one in described["brokers"][0]["logDirs"]}
            self.assertIsNone(found[str(self.well)]["error"])
            self.assertEqual([one["partition"] for one in found[str(self.well)]["partitions"]], ["plain-0"])
            self.assertIn("KafkaStorageException", found[str(failing.directory)]["error"])
            broker.kill()


@pytest.mark.soak
class MountedTests(FailingDiskTests):
    """A file system of its own, in which the kernel says it."""

    def test_unplugged(self) -> None:
        self.go(MountedDisk(self.folder), Trouble.UNPLUGGED, stays=False, keeps=False)

    @unittest.skipUnless(peers.SOAK, "test_full_disk.py fills a disk: make soak")
    def test_full(self) -> None:
        self.go(MountedDisk(self.folder), Trouble.FULL, stays=True)

    @unittest.skipUnless(peers.SOAK, "a start on a disk that is mounted read-only: make soak")
    def test_read_only_at_the_start(self) -> None:
        failing = MountedDisk(self.folder)
        self.addCleanup(failing.close)
        values = {partition: [b"%d %d" % (partition, number) for number in range(100)] for partition in range(2)}
        with self.broker(failing) as broker:
            disk.create_topic(broker.address, "plain", 2)
            disk.produce_all(broker.address, "plain", values)
            broker.stop()
            failing.make_read_only()
            broker.start()
            self.tell_what_happened(broker, failing.directory, stays=False, at_start=True)
            self.assertEqual(disk.produce(broker.address, "plain", 0, [b"more"]), [100])
            with Raw(broker.address) as client:
                answer = client.ask(produce_request("plain", b"value", 1), 9).responses[0].partition_responses[0]
                self.assertEqual(answer.error_code, 56)
            broker.stop()
            failing.make_writable()
            broker.start()
            rows = disk.read_topic(broker.address, "plain", 2)
            self.assertEqual({n: [row.value for row in some] for n, some in rows.items()}, {0: [*values[0], b"more"], 1: values[1]})
            self.assertEqual(disk.produce(broker.address, "plain", 1, [b"more"]), [100])


@pytest.mark.soak
class LastDiskTests(unittest.TestCase):
    """The only disk of one of two brokers that share a cluster."""

    zookeeper: ClassVar[RealZooKeeper]

    @classmethod
    def setUpClass(cls) -> None:
        cls.zookeeper = RealZooKeeper.of_class(cls)

    def test_the_other_one_leads(self) -> None:
        """The broker says what is the matter and ends, long before its session would; nothing that was acknowledged is missing."""
        for trouble in (Trouble.SYNC, Trouble.WRITE) if peers.SOAK else (Trouble.SYNC,):
            with self.subTest(trouble.name):
                self.go(trouble)

    def go(self, trouble: Trouble) -> None:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-failing-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        failing = PreloadedDisk(folder)
        settings = {
            "zookeeper.session.timeout.ms": "30000",
            "default.replication.factor": "2",
            "offsets.topic.replication.factor": "1",
            "log.flush.interval.messages": "1",
        }
        connect = f"{self.zookeeper.connect}/last{trouble.name}"
        cluster = ClusterBrokers(connect, 2, settings=settings)
        first, second = cluster.brokers[1], cluster.brokers[2]
        first.prefix, first.data = failing.prefix(), failing.directory
        with cluster:
            assert first.server is not None
            both = CreatableTopic(
                name="t",
                num_partitions=-1,
                replication_factor=-1,
                assignments=[CreatableReplicaAssignment(partition_index=0, broker_ids=[1, 2])],
            )
            with Raw(second.address) as client:
                [made] = client.ask(CreateTopicsRequest(topics=[both], timeout_ms=20_000), 7).topics
            self.assertEqual(made.error_code, 0)
            disk.wait_for("it is led", lambda: self.produce(first, b"before") == 0)
            failing.fail(trouble)
            began = time.monotonic()
            with Raw(first.address) as client:
                client.ask(produce_request("t", b"refused", 0), 9)
            self.assertEqual(first.server.wait(25), 1)
            print(f"{trouble.name}: it ended after {time.monotonic() - began:.1f} s")
            self.assertTrue(list(disk.lines(first.output(), str(failing.directory), "the broker ends, so that others lead")))
            first.past_output += first.server.output()
            first.server = None
            disk.wait_for("the other one leads", lambda: self.produce(second, b"after") == 0, 20)
            self.assertLess(time.monotonic() - began, 25, "its session would have gone on")
            rows = disk.read_topics(second.address, {"t": 1})["t"][0]
            self.assertEqual((rows[0].value, rows[-1].value), (b"before", b"after"))
            failing.heal()
            cluster.start(1)

    def produce(self, broker: KlogBroker, value: bytes) -> int:
        with Raw(broker.address) as client:
            code: int = client.ask(produce_request("t", value, 0), 9).responses[0].partition_responses[0].error_code
            return code
