"""Produce requests that are recognised are answered, stored and counted as if they had been decoded, whatever happens meanwhile."""

from __future__ import annotations

import errno
import random
from collections.abc import Callable
from typing import Any

from klog.audit.counting import CellBook, writer_of_brokers
from klog.broker.audit.produce_counts import ProduceCounts
from klog.broker.dispatch import Dispatcher
from klog.broker.handlers.produce import ProduceHandler
from klog.broker.producing import plan as produce_plan
from klog.broker.replicas.leadership import LeaderEnvironment, Leadership
from klog.cluster.interfaces import TopicInfo
from klog.errors import ErrorCode
from klog.net.rights import ALL_RIGHTS
from klog.records.implementations import codec
from klog.replication.control import PartitionTold
from klog.span import join_parts
from klog.wire.client import ClientConnection
from klog.wire.messages.produce import ProduceRequest
from klog.wire.produce_repeat import PARTITIONS
from klog.wire.server import Request
from tests.broker.handlers.test_produce import WireConnection
from tests.broker.rig import DataPathTestCase, NoCoordinator, answers_of, batch, go_on_leading, produce_request, stop_leading

_PARTITIONS = 3
#: What may happen.
_STEPS = [*["send"] * 12, *["follow"] * 4, "flush", "time", "wait", "start", "start", "leader", "minimum", "disk", "room"]
#: Its windows are so short that some batches lie on a border.
_WINDOW_MS = 1000


class ParkingConnection(WireConnection):
    """One whose answers may come later, and which lets frames go as a real one does."""

    def __init__(self, learns: bool) -> None:
        super().__init__(learns)
        self.parked: list[tuple[Request, int]] = []

    def park(self, request: Request, held_bytes: int) -> None:
        request.let_go()
        self.parked.append((request, held_bytes))

    def withdraw(self, is_refused: Callable[[Request], bool]) -> Request | None:
        return self.server.withdraw(is_refused)


class ReplicatedCase(DataPathTestCase):
    """Of topic t this broker leads all partitions, and broker 2 follows; broker 3 does not."""

    topic: TopicInfo

    def begin_life(self, learns: bool, **configs: str) -> None:
        self.setUp()
        self.learns = learns
        self.book = CellBook(writer_of_brokers("c", "i"), "h", _WINDOW_MS, begun_ms=0, interval_ms=1000)
        self.counts = ProduceCounts(self.book, codec, self.now_ms)
        self.producing = ProduceHandler(self.partitions, NoCoordinator(), counts=self.counts)
        self.topic = self.create("t", _PARTITIONS, **configs)
        self.replicate()
        self.dispatcher = Dispatcher([self.producing])
        self.connect()

    def replicate(self) -> None:
        environment = LeaderEnvironment(us=1, now_ms=self.now_ms, is_alive=lambda number: True, lag_ms=60_000, ask=lambda leadership: None)
        self.replicas = [self.partition("t", index) for index in range(_PARTITIONS)]
        for index, partition in enumerate(self.replicas):
            told = PartitionTold("t", self.topic.topic_id, index, 1, 1, 1, (1, 2), 0, (1, 2, 3))
            partition.become_leader(told, environment)

    def connect(self) -> None:
        self.connection = ParkingConnection(self.learns)
        self.client = ClientConnection("me")

    def send(self, *requests: tuple[ProduceRequest, int]) -> None:
        """In one read."""
        data = b""
        for request, version in requests:
            if version >= 13:
                request.topic_data[0].topic_id, request.topic_data[0].name = self.topic.topic_id, ""
            data += join_parts(self.client.request(request, version, expects_answer=request.acks != 0)[1])
        self.dispatcher(self.connection, self.connection.receive(data))

    def follow(self, index: int) -> None:
        """The other replica has all, and asks for more."""
        partition = self.replicas[index]
        end = partition.log.end_offset
        partition.follower_fetched(2, end, 0, end)

    def told(self) -> list[list[tuple[int, ErrorCode, int]]]:
        """What was answered since it was asked last: index, error and offset of each partition."""
        sent, self.connection.sent = self.connection.sent, b""
        return [
            [(one.index, ErrorCode(one.error_code), one.base_offset) for one in answers_of(answer)]
            for _, answer in self.client.receive(sent)
        ]


class LifeTests(ReplicatedCase):
    """Lives drawn by chance, once with a connection that recognises and once with one that decodes everything."""

    def life(self, seed: int, learns: bool) -> tuple[list[Any], int]:
        draw = random.Random(seed)
        self.patch(produce_plan, "WORTH_A_PATTERN", seed % 3)
        configs = draw.choice([{}, {}, {"flush_messages": "1"}, {"flush_messages": "9"}, {"message_timestamp_type": "LogAppendTime"}])
        self.begin_life(learns, **configs)
        slow = self.thread.slow = draw.random() < 0.7
        seen: list[Any] = []
        recognised = 0
        self.sequences: dict[int, int] = {}
        resigned: set[int] = set()
        version = draw.choice([3, 4, 8, 9, 12, 13])
        self.warm_up(version)
        for _ in range(40):
            step = draw.choice(_STEPS)
            index = draw.randrange(_PARTITIONS)
            if step == "send":
                requests = [self.draw_request(draw) for _ in range(draw.choice([1, 1, 2, 4]))]
                # What was never seen before is decoded, in a run of its own.
                quiet = [request for request in requests if request.acks == 0]
                self.send(*[(request, version) for request in quiet[:1] or requests])
            elif step == "follow":
                self.follow(index)
            elif step == "flush":
                if draw.random() < 0.05:
                    self.fs.fail_next_sync()
                self.thread.run_all()
                # One that found nothing to do must not wait for the next.
                self.fs.fail_next_sync(count=0)
            elif step == "time":
                self.clock.advance(draw.choice([0.01, 0.3]))
            elif step == "wait":
                self.clock.advance(1.1)
            elif step == "start":
                partition = self.replicas[index]
                if partition.high_watermark > partition.start_offset:
                    partition.delete_records(partition.start_offset + 1)
            elif step == "leader":
                if index in resigned:
                    resigned.remove(index)
                    replica = self.replicas[index]
                    go_on_leading(self.partitions, replica, replica.leader_epoch + 1)
                else:
                    resigned.add(index)
                    stop_leading(self.partitions, self.replicas[index])
            elif step == "minimum":
                self.configure("t", **configs, **draw.choice([{}, {"min_insync_replicas": "3"}]))
            elif step == "room":
                room = self.replicas[index].room
                room.is_low = draw.random() < 0.25
            else:
                self.fs.fail_writes(draw.choice([None, None, None, None, None, errno.ENOSPC]))
            logs = [(one.log.end_offset, one.log.high_watermark) for one in self.replicas]
            seen.append((step, logs, self.connection.sent.replace(self.topic.topic_id, b"?" * 16), self.connection.closed))
            self.connection.sent = b""
            if self.connection.closed is not None:
                recognised += self.connection.recognised
                self.connect()
                self.warm_up(version)
        self.fs.fail_writes(None)
        for index in range(_PARTITIONS):
            self.follow(index)
        self.thread.run_all()
        self.clock.advance(2)
        self.thread.slow = False
        logs = [(one.log.end_offset, one.log.high_watermark) for one in self.replicas]
        self.counts.settle()
        cells = sorted((cell.key.window, cell.count, cell.transactional) for cell in self.book)
        seen.append((slow, self.connection.sent.replace(self.topic.topic_id, b"?" * 16), self.connection.closed, logs, cells))
        seen.append(self.dispatcher.parked)
        return seen, recognised + self.connection.recognised

    def warm_up(self, version: int) -> None:
        """One of each kind, so that all of a read are one run in either life."""
        for acks in (-1, 1):
            for timeout_ms in (500, 30_000):
                self.send((produce_request([("t", 0, batch(b"w"))], acks=acks, timeout_ms=timeout_ms), version))

    def draw_request(self, draw: random.Random) -> ProduceRequest:
        indexes = draw.choice([[0], [1], [0, 1], [1, 0], [2, 0, 1], [2, 1], draw.sample(range(_PARTITIONS + 1), 2)])
        acks = draw.choice([-1, -1, -1, -1, 1, 1, 0])
        batches = [("t", index, self.draw_records(draw, index)) for index in indexes]
        return produce_request(batches, acks=acks, timeout_ms=draw.choice([500, 500, 30_000]))

    def draw_records(self, draw: random.Random, index: int) -> bytes:
        kind = draw.choice(["good"] * 8 + ["idempotent"] * 6 + ["again", "gap", "flipped", "short", "two", "border", "marked"])
        now_ms = self.now_ms()
        good = batch(*[b"v"] * draw.choice([1, 1, 5]), timestamp_ms=now_ms)
        if kind == "idempotent":
            self.sequences[index] = self.sequences.get(index, -1) + 1
        if kind in ("idempotent", "again", "gap"):
            sequence = max(self.sequences.get(index, 0) + 3 * (kind == "gap"), 0)
            return batch(b"i", timestamp_ms=now_ms, producer_id=4, producer_epoch=0, base_sequence=sequence)
        if kind == "border":
            return codec.build_batch([(now_ms - now_ms % _WINDOW_MS + ahead, None, b"b", ()) for ahead in (-1, 0, _WINDOW_MS)])
        if kind == "marked":
            return batch(b"m", timestamp_ms=now_ms, attributes=0x10, producer_id=5, producer_epoch=0, base_sequence=0)
        return {"good": good, "flipped": good[:-1] + bytes([good[-1] ^ 1]), "short": good[:30], "two": good + good}[kind]

    def test_as_decoded(self) -> None:
        """Byte for byte, at each step."""
        recognised = 0
        for seed in range(200):
            plain, none = self.life(seed, False)
            fast, some = self.life(seed, True)
            for number, (one, other) in enumerate(zip(plain, fast, strict=True)):
                self.assertEqual(one, other, f"life {seed}, step {number}")
            self.assertEqual(none, 0)
            recognised += some
        self.assertGreater(recognised, 2000)


class WaitingTests(ReplicatedCase):
    """What waits for other replicas, step by step."""

    def begin_recognising(self, version: int = 9) -> None:
        """The first of each kind is decoded, what is asked after this is recognised."""
        self.begin_life(True)
        self.version = version
        for acks, timeout_ms in ((-1, 30_000), (-1, 500), (1, 30_000)):
            self.produce(0, acks=acks, timeout_ms=timeout_ms)
        self.follow(0)
        self.assertEqual(len(self.told()), 3)

    def produce(self, *indexes: int, timeout_ms: int = 30_000, acks: int = -1) -> None:
        self.send((produce_request([("t", index, batch(b"v")) for index in indexes], acks=acks, timeout_ms=timeout_ms), self.version))

    def test_when_all_partitions_have_it(self) -> None:
        """And no object of an answer is made, where nothing went wrong."""
        for version in (3, 9, 13):
            self.begin_recognising(version=version)
            self.produce(1, 0)
            for make in ("_unusual", "_plan"):
                self.patch(ProduceHandler, make, None)
            self.produce(0, 1)
            self.produce(0)
            self.follow(0)
            self.assertEqual(self.told(), [])
            self.follow(1)
            none = ErrorCode.NONE
            self.assertEqual(self.told(), [[(1, none, 0), (0, none, 3)], [(0, none, 4), (1, none, 1)], [(0, none, 5)]])
            self.assertEqual((self.dispatcher.parked, self.connection.recognised), (0, 3))
            self.doCleanups()

    def test_not_in_time(self) -> None:
        """Of what was acknowledged before its offset is told, and no error."""
        self.begin_recognising()
        self.produce(1, 0, timeout_ms=500)
        self.follow(0)
        self.clock.advance(0.6)
        self.assertEqual(self.told(), [[(1, ErrorCode.REQUEST_TIMED_OUT, 0), (0, ErrorCode.NONE, 3)]])

    def test_led_elsewhere(self) -> None:
        self.begin_recognising()
        self.produce(1, 0)
        stop_leading(self.partitions, self.partition("t", 1))
        self.partitions.produces.check(self.partition("t", 0).topic_partition)
        self.follow(0)
        self.assertEqual(self.told(), [[(1, ErrorCode.NOT_LEADER_OR_FOLLOWER, 0), (0, ErrorCode.NONE, 3)]])

    def test_what_waits_is_bounded(self) -> None:
        """More partitions are more that is held, and without the records."""
        self.begin_recognising()
        self.produce(0)
        self.produce(0, 1, 2)
        (_, one), (request, three) = self.connection.parked[-2:]
        self.assertGreater(three, one)
        self.assertEqual((request.size, list(request.batches.values())), (0, [None] * 3))

    def test_a_mistake(self) -> None:
        """What waits is answered with an error for each partition."""
        self.begin_recognising()
        self.produce(1, 0)

        def mistaken(leadership: Leadership, required_offset: int) -> ErrorCode:
            raise ZeroDivisionError

        self.patch(Leadership, "enough_replicas", mistaken)
        self.follow(1)
        self.assertEqual(self.told(), [[(1, ErrorCode.UNKNOWN_SERVER_ERROR, -1), (0, ErrorCode.UNKNOWN_SERVER_ERROR, -1)]])
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)

    def test_one_write_for_each_partition(self) -> None:
        """Of all requests of a read."""
        self.begin_recognising()
        calls: list[tuple[int, int]] = []
        for index in range(2):
            log = self.partition("t", index).log

            def counted(entries: Any, index: int = index, append: Any = log.append) -> Any:
                calls.append((index, len(entries)))
                return append(entries)

            log.append = counted  # type: ignore[method-assign]
        requests = [
            (produce_request([("t", index, batch(b"v")) for index in indexes]), 9) for indexes in ([1, 0], [0, 1], [0], [1], [1, 0])
        ]
        self.send(*requests)
        self.assertEqual(calls, [(1, 4), (0, 4)])
        self.assertEqual(self.connection.recognised, 5)

    def test_who_is_decoded_is_counted_once(self) -> None:
        """And not remembered for the next report: that would be an object for each batch of ten seconds."""
        self.begin_life(False)
        self.version = 9
        for _ in range(100):
            self.produce(0, 1, acks=1)
        self.assertEqual(self.counts._active, [])
        self.counts.settle()
        self.assertEqual(sum(cell.count for cell in self.book), 200)

    def test_more_partitions_than_are_remembered(self) -> None:
        """A plan begins anew, also in the midst of a run."""
        for name in ("REMEMBERED_PLACES", "REMEMBERED_ANSWERS"):
            self.patch(produce_plan, name, 1)
        self.begin_recognising()
        requests = [(produce_request([("t", index, batch(b"v")) for index in indexes], acks=1), 9) for indexes in ([0, 1, 2], [2, 1], [0])]
        self.send(*requests, *requests)
        found = [[(index, offset) for index, _, offset in answer] for answer in self.told()]
        self.assertEqual(
            found, [[(0, 3), (1, 0), (2, 0)], [(2, 1), (1, 1)], [(0, 4)], [(0, 5), (1, 2), (2, 2)], [(2, 3), (1, 3)], [(0, 6)]]
        )

    def test_rights_are_asked_for_each_plan(self) -> None:
        """What the client may not write to goes the long way."""
        self.begin_recognising()

        class NoRights:
            def may(self, *asked: Any, tells: bool = True) -> bool:
                return False

        self.connection.info.rights = NoRights()  # type: ignore[assignment]
        self.produce(1, 0)
        denied = ErrorCode.TOPIC_AUTHORIZATION_FAILED
        self.assertEqual(self.told(), [[(1, denied, -1), (0, denied, -1)]])
        self.connection.info.rights = ALL_RIGHTS
        self.produce(1, 0, acks=1)
        self.assertEqual(self.told(), [[(1, 0, 0), (0, 0, 3)]])

    def test_so_many_partitions(self) -> None:
        """As many as are recognised in one request."""
        self.begin_recognising()
        self.create("w", PARTITIONS + 1)
        for count in (1, PARTITIONS, PARTITIONS + 1):
            self.send((produce_request([("w", index, batch(b"v")) for index in range(count)], acks=1), 9))
        self.assertEqual([len(answer) for answer in self.told()], [1, PARTITIONS, PARTITIONS + 1])
        self.assertEqual(self.connection.recognised, 1)
