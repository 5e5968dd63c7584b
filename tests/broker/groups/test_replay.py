"""Reading ``__consumer_offsets`` at start: what stands there, in every shape that Kafka may have left, and what is broken."""

from __future__ import annotations

import random
from typing import Any

from twisted.internet.defer import Deferred
from twisted.internet.task import Clock

from klog.broker.coordinators import loading
from klog.broker.coordinators.loading import CHUNK_BYTES, MOST_NAMED, Loader
from klog.broker.coordinators.partition_writer import PartitionWriter
from klog.broker.coordinators.shard import ShardState
from klog.broker.fetching.cold_reads import LONGEST_LOOK_MS
from klog.broker.groups.offset_values import encode_committed, group_head, partition_key
from klog.broker.groups.shard import Shard
from klog.errors import ErrorCode, KlogError
from klog.model import NO_TOPIC_ID
from klog.records.contract import TRANSACTIONAL, Codec
from klog.records.control import Marker, build_marker
from klog.records.implementations import codec
from klog.storage.log.values import AppendEntry
from klog.storage.producers.transaction_guard import UNVERIFIED
from klog.wire.coordinator_records import encode_key, encode_value
from klog.wire.group_records import GroupMetadataKey, GroupMetadataValue
from tests.broker.groups.offsets_rig import NOW_MS, OffsetsBroker, make_environment
from tests.broker.rig import DataPathTestCase

NAME = "__consumer_offsets"
#: After so long another partition is read.
LATE_S = LONGEST_LOOK_MS / 1000


def value(offset: int) -> bytes:
    """A committed offset."""
    return encode_committed(offset, -1, b"", NOW_MS, -1, NO_TOPIC_ID)


def key(group: str = "g", partition: int = 0) -> bytes:
    """The key of one."""
    return group_head(group.encode()) + partition_key("t", partition)


def metadata(group: str, generation: int) -> tuple[bytes, bytes]:
    """A record of a classic group."""
    written = GroupMetadataValue(protocol_type="consumer", generation=generation, protocol=None, leader=None)
    return encode_key(GroupMetadataKey(group=group)), encode_value(written, 3)


class LoadingTests(DataPathTestCase):
    """One partition in memory, written in all ways."""

    def setUp(self) -> None:
        super().setUp()
        self.create(NAME, 3, cleanup_policy="compact")
        self.environment = make_environment(self.clock)
        self.environment.in_thread = self.thread
        self.warned: list[str] = []
        self.environment.warn = self.warned.append
        self.applied: list[Any] = []
        self.loader = Loader(self.environment, NAME)

    def put_records(self, *records: tuple[bytes | None, bytes | None], index: int = 0, **fields: Any) -> None:
        self.put_raw(codec.build_batch([(NOW_MS, one, two, ()) for one, two in records], **fields), index)

    def put_raw(self, data: bytes, index: int = 0) -> None:
        (result,) = self.partition(NAME, index).append([AppendEntry(data, 9, internal=True, guard=UNVERIFIED)])
        self.assertEqual(result.code, 0, result.message)

    def shard(self, index: int = 0) -> Shard:
        partition = self.partition(NAME, index)
        shard = Shard(index, self.environment, PartitionWriter(partition, codec, self.partitions.produces, self.now_ms))
        shard.on(GroupMetadataKey, lambda *record: self.applied.append(record))
        self.loader.load(shard, partition.log)
        return shard

    def load(self) -> Shard:
        shard = self.shard()
        self.loader.begin()
        self.assertIs(shard.state, ShardState.ACTIVE)
        return shard

    def offsets(self, shard: Shard, group: str = "g") -> dict[int, int]:
        found = shard.offsets.fetch_all(group, None, -1)
        return {one.partition: one.offset for _, offsets in found for one in offsets}

    def test_one_that_waits_is_not_read(self) -> None:
        self.thread.slow = True
        for index in (0, 1, 2):
            self.put_records((key(), value(1)), metadata("g", 1), index=index)
        shards = [self.shard(index) for index in (0, 1, 2)]
        self.loader.begin()
        for shard in shards[:2]:
            self.loader.forget(shard)
            shard.close()
        # The same partition again, as large as before.
        again = self.shard(1)
        self.thread.run_all()
        self.assertEqual([shard.state for shard in (*shards, again)], [ShardState.FAILED] * 2 + [ShardState.ACTIVE] * 2)
        self.assertEqual((len(self.applied), shards[0].groups), (2, {}))

    def test_nothing_is_loaded_at_once(self) -> None:
        self.assertIs(self.shard().state, ShardState.ACTIVE)

    def test_the_newest_of_everything(self) -> None:
        self.put_records((key(), value(1)), (key(partition=1), value(2)), metadata("g", 1), metadata("h", 1))
        self.put_records((key(), value(3)), (key("h"), value(4)), metadata("g", 2))
        self.put_records((key("h"), None), (metadata("h", 1)[0], None))
        shard = self.load()
        self.assertEqual((self.offsets(shard), self.offsets(shard, "h")), ({0: 3, 1: 2}, {}))
        self.assertEqual([(one.group, two.generation, producer) for one, two, producer in self.applied], [("g", 2, -1)])
        self.assertEqual(self.warned, [])

    def test_many_chunks_and_segments(self) -> None:
        self.configure(NAME, internal_segment_bytes="40000")
        for first in range(0, 6000, 50):
            self.put_records(
                *((key(partition=index), value(index * 2)) for index in range(first, first + 50)), codec=Codec(first // 50 % 5)
            )
        log = self.partition(NAME).log
        self.assertGreater(log.segment_count, 1)
        self.assertEqual(self.offsets(self.load()), {index: index * 2 for index in range(6000)})

    def test_transactions(self) -> None:
        txn = {"attributes": TRANSACTIONAL, "producer_epoch": 0, "base_sequence": 0}

        def end(producer_id: int, *, commit: bool) -> None:
            self.put_raw(build_marker(codec, Marker(commit, 0), producer_id=producer_id, producer_epoch=0, timestamp_ms=NOW_MS))

        self.put_records((key(partition=0), value(1)), (key(partition=1), value(1)), producer_id=7, **txn)
        self.put_records((key(partition=2), value(2)), producer_id=8, **txn)
        self.put_records((key(partition=1), value(3)), metadata("g", 5))
        end(7, commit=True)
        end(8, commit=False)
        self.put_records((key(partition=3), value(4)), producer_id=9, **txn)
        self.put_records((key(partition=4), value(5)))
        shard = self.load()
        self.assertEqual(self.offsets(shard), {0: 1, 1: 3, 4: 5})
        self.assertEqual(shard.offsets.open_producers, [9])
        self.assertEqual(len(self.applied), 1)
        ((one,),) = shard.offsets.fetch("g", None, -1, [("t", NO_TOPIC_ID, [3])], require_stable=True)
        self.assertEqual(one.code, ErrorCode.UNSTABLE_OFFSET_COMMIT)
        self.assertIn("transactions of 1 producers have no end (9)", self.warned[0])

    def test_a_group_that_was_deleted_while_a_transaction_was_open(self) -> None:
        """It is gone, as it is where none was open."""
        self.put_records((key("a"), value(1)), producer_id=7, attributes=TRANSACTIONAL, producer_epoch=0, base_sequence=0)
        self.put_records((key("h"), value(4)))
        self.put_records((key("h"), None), (metadata("h", 1)[0], None))
        store = self.load().offsets
        self.assertIsNone(store.group_of("h"))
        self.assertEqual([group.group_id for group in store.all_groups()], ["a"])

    def test_kinds_that_klog_does_not_know_are_left_alone(self) -> None:
        self.put_records((b"\0\x0b\0\1g", b"\0\0share"), (key(), value(1)), (b"\x7f\xff", None))
        self.assertEqual(self.offsets(self.load()), {0: 1})
        self.assertEqual(self.warned, [])
        self.assertEqual(self.partition(NAME).log.end_offset, 3)

    def test_records_that_make_no_sense_are_named(self) -> None:
        self.put_records(
            (key(), value(1)), (key(), b"\0\x09"), (b"\0\1x", value(2)), (metadata("g", 1)[0], b"\0\3\0"), (key(partition=1), value(3))
        )
        self.assertEqual(self.offsets(self.load()), {0: 1, 1: 3})
        self.assertEqual(len(self.warned), 3)
        self.assertIn("__consumer_offsets-0 at offset 1:", self.warned[0])
        self.assertIn("__consumer_offsets-0 at offset 2:", self.warned[1])
        self.assertIn("the newest record with key", self.warned[2])

    def test_a_record_that_its_keeper_cannot_apply(self) -> None:
        def fail(*record: Any) -> None:
            raise ValueError("x")

        self.put_records(metadata("g", 1), (key(), value(1)))
        shard = self.shard()
        shard.on(GroupMetadataKey, fail)
        self.loader.begin()
        self.assertEqual(len(self.flushLoggedErrors(ValueError)), 1)
        self.assertEqual(self.offsets(shard), {0: 1})

    def test_not_too_many_are_named(self) -> None:
        self.put_records(*((key(), b"\0\x09") for _ in range(MOST_NAMED + 5)), (key(), value(1)))
        self.assertEqual(self.offsets(self.load()), {0: 1})
        self.assertEqual(len(self.warned), MOST_NAMED + 1)
        self.assertIn("5 more", self.warned[-1])

    # What is broken

    def spoil(self, position: int, *data: int) -> None:
        handle = self.fs.open(f"/data/{NAME}-0/00000000000000000000.log", write=True)
        handle.write_at(position, [bytes(data)])

    def test_a_batch_with_a_wrong_checksum(self) -> None:
        for index in range(3):
            self.put_records((key(partition=index), value(index)))
        size = self.partition(NAME).log.size_bytes // 3
        self.spoil(2 * size - 1, 0x55)
        self.assertEqual(self.offsets(self.load()), {0: 0, 2: 2})
        self.assertEqual(len(self.warned), 1)
        self.assertIn("__consumer_offsets-0 at offset 1:", self.warned[0])

    def test_a_batch_without_a_sensible_header(self) -> None:
        """What stands behind it is found all the same."""
        for place in (8, 9, 10, 11, 16):
            for junk in (0xFF, 0x00, 0x09):
                name = f"{NAME}{place}{junk}"
                self.create(name, cleanup_policy="compact")
                for index in range(6):
                    batch = codec.build_batch([(NOW_MS, key(partition=index), value(index), ())], codec=Codec(index % 3))
                    self.partition(name).append([AppendEntry(batch, 9, internal=True)])
                path = f"/data/{name}-0/00000000000000000000.log"
                file = self.fs.open(path, write=True)
                entries = codec.scan(file.read_at(0, file.size()))
                start = entries[3].position
                if file.read_at(start + place, 1) == bytes([junk]):
                    continue
                file.write_at(start + place, [bytes([junk])])
                self.warned.clear()
                partition = self.partition(name)
                shard = Shard(0, self.environment, PartitionWriter(partition, codec, self.partitions.produces, self.now_ms))
                self.loader.load(shard, partition.log)
                self.loader.begin()
                self.assertEqual(self.offsets(shard), {index: index for index in range(6) if index != 3}, (place, junk))
                self.assertGreaterEqual(len(self.warned), 1, (place, junk))

    def test_segments_behind_a_broken_one(self) -> None:
        self.configure(NAME, internal_segment_bytes="250")
        for index in range(6):
            self.put_records((key(partition=index), value(index)))
        log = self.partition(NAME).log
        bases = log._segments.bases()
        self.assertGreater(len(bases), 2)
        size = log._segments.first.size // bases[1]
        self.spoil(size + 16, 9)
        self.assertEqual(self.offsets(self.load()), {index: index for index in range(6) if index != 1})

    def test_the_file_cannot_be_read(self) -> None:
        self.put_records((key(), value(1)))
        self.fs.fail_reads(5)
        shard = self.load()
        self.fs.fail_reads(None)
        self.assertEqual(self.offsets(shard), {})
        self.assertIn("cannot be read", self.warned[0])

    # Others meanwhile

    def test_small_ones_first_and_nobody_waits_for_others(self) -> None:
        for index in range(50):
            self.put_records((key(partition=index), value(1)), index=1)
        self.put_records((key(), value(1)), index=2)
        self.thread.slow = True
        shards = [self.shard(index) for index in range(3)]
        self.loader.begin()
        states = [[shard.state for shard in shards]]
        for _ in range(2):
            self.thread.run()
            states.append([shard.state for shard in shards])
        ready, waits = ShardState.ACTIVE, ShardState.LOADING
        self.assertEqual(states, [[ready, waits, waits], [ready, waits, ready], [ready, ready, ready]])
        refusal = self.assertRaises(KlogError, Shard(0, self.environment, shards[0].log).check_active)
        self.assertEqual(refusal.code, ErrorCode.COORDINATOR_LOAD_IN_PROGRESS)

    def test_a_disk_that_hangs(self) -> None:
        """With one file: partitions in others are loaded all the same, and that one when the disk has answered."""
        self.thread.slow = True
        for index in (0, 1, 2):
            self.put_records(*[(key(), value(1))] * (index + 1), index=index)
        shards = [self.shard(index) for index in (0, 1, 2)]
        self.loader.begin()
        self.clock.advance(LATE_S - 0.1)
        self.assertEqual(len(self.thread.waiting), 1)
        self.clock.advance(0.1)
        self.assertEqual(len(self.warned), 1)
        while len(self.thread.waiting) > 1:
            self.thread.run(-1)
        self.assertEqual([shard.state for shard in shards], [ShardState.LOADING, ShardState.ACTIVE, ShardState.ACTIVE])
        # One that comes later.
        self.put_records((key(), value(7)), index=1)
        shards[1].close()
        again = self.shard(1)
        self.loader.begin()
        while len(self.thread.waiting) > 1:
            self.thread.run(-1)
        self.assertIs(again.state, ShardState.ACTIVE)
        self.thread.run_all()
        self.assertIs(shards[0].state, ShardState.ACTIVE)
        self.assertEqual(self.offsets(shards[0]), {0: 1})
        self.assertEqual((len(self.loader.reads), self.clock.getDelayedCalls()), (0, []))

    def test_a_disk_that_hangs_with_everything(self) -> None:
        """Only so many threads hang; what waits is loaded in the end."""
        self.thread.slow = True
        for index in (0, 1, 2):
            self.put_records((key(), value(1)), index=index)
        shards = [self.shard(index) for index in (0, 1, 2)]
        self.patch(loading, "MOST_LATE", 1)
        self.loader.begin()
        for _ in range(5):
            self.clock.advance(LATE_S)
        self.assertEqual(len(self.thread.waiting), 2)
        self.thread.run_all()
        self.assertEqual([shard.state for shard in shards], [ShardState.ACTIVE] * 3)
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_closed_while_it_loads(self) -> None:
        self.put_records((key(), value(1)))
        self.put_records((key(), value(1)), index=1)
        self.thread.slow = True
        first, second = self.shard(0), self.shard(1)
        self.loader.begin()
        first.close()
        second.close()
        self.loader.close()
        self.thread.run_all()
        self.assertEqual([first.state, second.state], [ShardState.FAILED] * 2)
        self.loader.begin()

    def test_a_topic_deleted_while_it_loads(self) -> None:
        self.put_records((key(), value(1)), (group_head(b"g") + partition_key("u", 0), value(2)))
        self.thread.slow = True
        shard = self.shard()
        self.loader.begin()
        shard.offsets.postponed.append(("t", b"t" * 16))
        self.thread.run_all()
        self.assertEqual(shard.offsets.fetch_all("g", None, -1)[0][0], "u")
        self.assertEqual(len(shard.offsets.fetch_all("g", None, -1)), 1)


class InABrokerTests(DataPathTestCase):
    """From start to start."""

    def test_requests_while_it_loads(self) -> None:
        broker = OffsetsBroker(partitions=4)
        broker.commit("a", 0, 5)
        broker.memory.stop()
        broker.memory.hold_threads = True
        broker.memory.start()
        broker.client = broker.memory.connect()
        from klog.wire.messages.list_groups import ListGroupsRequest

        self.assertEqual(broker.commit("a", 0, 6), ErrorCode.COORDINATOR_LOAD_IN_PROGRESS)
        self.assertEqual(broker.commit("b", 0, 6), 0)
        self.assertEqual(broker.ask(ListGroupsRequest(), 4).error_code, ErrorCode.COORDINATOR_LOAD_IN_PROGRESS)
        broker.memory.run_threads()
        broker.memory.hold_threads = False
        self.assertEqual((broker.offsets("a"), broker.offsets("b")), ({("t", 0): 5}, {("t", 0): 6}))
        self.assertEqual(len(broker.ask(ListGroupsRequest(), 4).groups), 2)
        broker.memory.stop()

    def test_offsets_outlive_crashes(self) -> None:
        broker = OffsetsBroker({"log.flush.interval.messages": "1"})
        rng = random.Random(3)
        expected: dict[tuple[str, int], int] = {}
        for round_number in range(5):
            for _ in range(20):
                group, partition, offset = rng.choice("abc"), rng.randrange(3), rng.randrange(1000)
                self.assertEqual(broker.commit(group, partition, offset), 0)
                expected[group, partition] = offset
            broker.crash() if round_number % 2 else broker.restart()
            for group in "abc":
                self.assertEqual(
                    broker.offsets(group), {("t", partition): offset for (one, partition), offset in expected.items() if one == group}
                )


class SlicesTests(DataPathTestCase):
    """The reactor is never held for long: each chunk is a turn of its own."""

    def test_turns(self) -> None:
        self.create(NAME, 1, cleanup_policy="compact")
        entries = []
        for first in range(0, 20_000, 1000):
            records = [(NOW_MS, key(partition=index), value(1), ()) for index in range(first, first + 1000)]
            entries.append(AppendEntry(codec.build_batch(records), 9, internal=True))
        self.partition(NAME).append(entries)
        environment = make_environment(Clock())
        turns: list[Deferred[Any]] = []

        def in_thread(function: Any) -> Deferred[Any]:
            turns.append(Deferred())
            turns[-1].addCallback(lambda _: function())
            return turns[-1]

        environment.in_thread = in_thread
        loader = Loader(environment, NAME)
        shard = Shard(0, environment, PartitionWriter(self.partition(NAME), codec, self.partitions.produces, self.now_ms))
        loader.load(shard, self.partition(NAME).log)
        loader.begin()
        count = 0
        while shard.state is ShardState.LOADING:
            turns[-1].callback(None)
            count += 1
            self.assertLess(count, 200)
        self.assertGreater(count, self.partition(NAME).log.size_bytes // CHUNK_BYTES)
        self.assertEqual(len(shard.offsets.groups[b"g"]), 20_000)
