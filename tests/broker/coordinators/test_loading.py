"""Reading a coordinator's topic: made-up records, and all that may be in the way.

What is the same for every coordinator is tested here; that the log of groups goes a faster way and has transactions, in
``tests/broker/groups/test_replay.py``, where the same misfortunes meet committed offsets.
"""

from __future__ import annotations

from typing import Any

from klog.broker.coordinators.environment import CoordinatorEnvironment
from klog.broker.coordinators.loading import LATE_S, MOST_NAMED, Loader
from klog.broker.coordinators.partition_writer import PartitionWriter
from klog.broker.coordinators.records import CoordinatorRecord, encoded
from klog.broker.coordinators.shard import ShardState
from klog.records.contract import TRANSACTIONAL, Codec
from klog.records.control import Marker, build_marker
from klog.records.implementations import codec
from klog.storage.log.values import AppendEntry
from klog.storage.producers.transaction_guard import UNVERIFIED
from tests.broker.coordinators.counters import TOPIC, CounterKey, CounterShard, CounterValue, OwnerKey, OwnerValue
from tests.broker.groups.offsets_rig import make_environment
from tests.broker.rig import DataPathTestCase


def count(name: str, number: int) -> tuple[bytes, bytes | None]:
    """A counter's record."""
    return encoded(CoordinatorRecord(CounterKey(name=name), CounterValue(count=number), 1))


def owner(name: str, who: str) -> tuple[bytes, bytes | None]:
    """Its owner's."""
    return encoded(CoordinatorRecord(OwnerKey(name=name), OwnerValue(owner=who)))


class LoadingTests(DataPathTestCase):
    """Partitions in memory, written in all ways."""

    def setUp(self) -> None:
        super().setUp()
        self.create(TOPIC, 3, cleanup_policy="compact")
        self.environment: CoordinatorEnvironment = make_environment(self.clock)
        self.environment.in_thread = self.thread
        self.warned: list[str] = []
        self.environment.warn = self.warned.append
        self.loader = Loader(self.environment, TOPIC)

    def put_records(self, *records: tuple[bytes | None, bytes | None], index: int = 0, **fields: Any) -> None:
        self.put_raw(codec.build_batch([(self.now_ms(), one, two, ()) for one, two in records], **fields), index)

    def put_raw(self, data: bytes, index: int = 0) -> None:
        (result,) = self.partition(TOPIC, index).append([AppendEntry(data, 9, internal=True, guard=UNVERIFIED)])
        self.assertEqual(result.code, 0, result.message)

    def shard(self, index: int = 0) -> CounterShard:
        partition = self.partition(TOPIC, index)
        shard = CounterShard(index, self.environment, PartitionWriter(partition, codec, self.partitions.produces, self.now_ms))
        self.loader.load(shard, partition.log)
        return shard

    def load(self) -> CounterShard:
        shard = self.shard()
        self.loader.begin()
        self.assertIs(shard.state, ShardState.ACTIVE)
        return shard

    def counts(self, shard: CounterShard) -> dict[str, int]:
        return {name: number for name, (number, _) in shard.counts.items()}

    def test_nothing_is_loaded_at_once(self) -> None:
        shard = self.shard()
        self.assertEqual((shard.state, shard.heard), (ShardState.ACTIVE, ["loaded"]))

    def test_the_newest_of_everything(self) -> None:
        self.put_records(count("a", 1), owner("a", "x"), count("b", 1))
        self.put_records(count("a", 2), owner("a", "y"), (count("b", 1)[0], None))
        shard = self.load()
        self.assertEqual((self.counts(shard), shard.owners, self.warned), ({"a": 2}, {"a": "y"}, []))

    def test_compressed(self) -> None:
        for number in range(1, 5):
            self.put_records(count("a", number), count(f"b{number}", number), codec=Codec(number))
        self.assertEqual(self.counts(self.load()), {"a": 4, **{f"b{number}": number for number in range(1, 5)}})

    def test_what_was_written_is_read(self) -> None:
        shard = self.load()
        for _ in range(3):
            shard.add("a", "x")
        shard.close()
        self.assertEqual(self.counts(self.load()), {"a": 3})

    def test_many_segments(self) -> None:
        self.configure(TOPIC, internal_segment_bytes="20000")
        for first in range(0, 3000, 50):
            self.put_records(*(count(f"c{number % 1000}", number) for number in range(first, first + 50)))
        self.assertGreater(self.partition(TOPIC).log.segment_count, 1)
        self.assertEqual(self.counts(self.load()), {f"c{number % 1000}": number for number in range(2000, 3000)})

    def test_kinds_that_are_not_known_are_left_alone(self) -> None:
        """That of a committed offset's key in ``__consumer_offsets`` among them."""
        self.put_records((b"\0\1\0\1g\0\1t\0\0\0\0", b"\0\3"), count("a", 1), (b"\x7f\xff", None))
        self.assertEqual((self.counts(self.load()), self.warned), ({"a": 1}, []))

    def test_records_that_make_no_sense_are_named(self) -> None:
        self.put_records((count("a", 1)[0], b"\0\x09"), (b"", b"x"), (b"\0", b"x"), count("b", 1))
        self.assertEqual(self.counts(self.load()), {"b": 1})
        self.assertEqual(len(self.warned), 3)
        self.assertIn(f"{TOPIC}-0 at offset 1:", self.warned[0])
        self.assertIn("the newest record with key", self.warned[2])

    def test_not_too_many_are_named(self) -> None:
        self.put_records(*((b"\0", b"x") for _ in range(MOST_NAMED + 5)), count("a", 1))
        self.assertEqual(self.counts(self.load()), {"a": 1})
        self.assertEqual(len(self.warned), MOST_NAMED + 1)
        self.assertIn("5 more", self.warned[-1])

    def test_transactions_are_nobodys(self) -> None:
        self.put_records(count("a", 1))
        self.put_records(count("a", 9), attributes=TRANSACTIONAL, producer_id=7, producer_epoch=0, base_sequence=0)
        self.put_raw(build_marker(codec, Marker(True, 0), producer_id=7, producer_epoch=0, timestamp_ms=self.now_ms()))
        self.assertEqual(self.counts(self.load()), {"a": 1})
        self.assertIn("part of a transaction", self.warned[0])

    def test_a_batch_with_a_wrong_checksum(self) -> None:
        for number in range(3):
            self.put_records(count(f"c{number}", 1))
        size = self.partition(TOPIC).log.size_bytes // 3
        self.fs.open(f"/data/{TOPIC}-0/00000000000000000000.log", write=True).write_at(2 * size - 1, [b"\x55"])
        self.assertEqual(self.counts(self.load()), {"c0": 1, "c2": 1})
        self.assertIn(f"{TOPIC}-0 at offset 1:", self.warned[0])

    def test_a_batch_without_a_sensible_header(self) -> None:
        for number in range(3):
            self.put_records(count(f"c{number}", 1))
        size = self.partition(TOPIC).log.size_bytes // 3
        self.fs.open(f"/data/{TOPIC}-0/00000000000000000000.log", write=True).write_at(size + 16, [b"\x09"])
        self.assertEqual(self.counts(self.load()), {"c0": 1, "c2": 1})

    def test_the_file_cannot_be_read(self) -> None:
        self.put_records(count("a", 1))
        self.fs.fail_reads(5)
        shard = self.load()
        self.fs.fail_reads(None)
        self.assertEqual(self.counts(shard), {})
        self.assertIn("cannot be read", self.warned[0])

    def test_a_disk_that_hangs_with_one_partition(self) -> None:
        self.thread.slow = True
        for index in (0, 1):
            self.put_records(*[count("a", 1)] * (index + 1), index=index)
        shards = [self.shard(index) for index in (0, 1)]
        self.loader.begin()
        self.clock.advance(LATE_S)
        self.assertEqual(len(self.warned), 1)
        while len(self.thread.waiting) > 1:
            self.thread.run(-1)
        self.assertEqual([shard.state for shard in shards], [ShardState.LOADING, ShardState.ACTIVE])
        self.thread.run_all()
        self.assertIs(shards[0].state, ShardState.ACTIVE)
        self.assertEqual(self.clock.getDelayedCalls(), [])

    def test_closed_while_it_is_read(self) -> None:
        self.put_records(count("a", 1))
        self.put_records(count("a", 1), index=1)
        self.thread.slow = True
        first, second = self.shard(0), self.shard(1)
        self.loader.begin()
        first.close()
        self.loader.forget(second)
        second.close()
        again = self.shard(0)
        self.thread.run_all()
        self.assertEqual([one.heard for one in (first, second, again)], [["unloaded"], ["unloaded"], ["loaded"]])
        self.loader.close()
        self.loader.begin()
