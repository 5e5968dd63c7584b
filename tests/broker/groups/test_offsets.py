"""Committed offsets of one shard, over a log that is a list, and against a plain dictionary over a broker that stops and crashes."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from twisted.internet.defer import Deferred
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.coordinators.expiration import TOMBSTONES_PER_BATCH
from klog.broker.coordinators.records import CoordinatorRecord
from klog.broker.groups.offset_values import decode_committed, encode_committed, partition_key
from klog.broker.groups.offsets import FetchedOffset
from klog.broker.groups.shard import Shard
from klog.broker.groups.simple_group import SimpleGroup
from klog.errors import ErrorCode, KlogError
from klog.model import NO_TOPIC_ID
from klog.wire.group_records import GroupMetadataKey, LegacyOffsetCommitKey, OffsetCommitKey, OffsetCommitValue, decode_key
from tests.broker.groups.offsets_rig import NOW_MS, TOPIC_ID, OffsetsBroker, entry, make_environment, make_shard

DAY_MS = 24 * 3600 * 1000


class _Group(SimpleGroup):
    """A group with members, as told."""

    __slots__ = ("checked", "empty", "expires", "forgotten", "refuse", "subscribed")

    def __init__(self, group_id: str, shard: Shard) -> None:
        super().__init__(group_id, shard)
        self.refuse: ErrorCode | None = None
        self.subscribed: set[str] = set()
        self.empty = False
        self.expires = True
        self.forgotten = False
        self.checked: Any = None

    @property
    def is_empty(self) -> bool:
        return self.empty

    def _check(self) -> None:
        if self.refuse is not None:
            raise KlogError(self.refuse)

    def check_commit(self, *arguments: Any, **more: Any) -> Any:
        self._check()
        return self.checked

    def check_fetch(self, member_id: str | None, member_epoch: int) -> None:
        self._check()

    def check_delete(self) -> None:
        self._check()

    def check_offset_delete(self) -> None:
        self._check()

    def is_subscribed_to(self, topic: str) -> bool:
        return topic in self.subscribed

    def offsets_expire_from_ms(self, commit_ms: int) -> int | None:
        return commit_ms if self.expires else None

    def forget(self) -> None:
        self.forgotten = True


class OffsetStoreTests(SynchronousTestCase):
    """One store."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.environment = make_environment(self.clock, offset_metadata_max_bytes=4)
        self.shard, self.store, self.log = make_shard(self.environment)

    def commit(
        self, *entries: Any, group: str = "g", member: str = "", generation: int = -1, version: int = 8, **more: Any
    ) -> list[ErrorCode]:
        codes, acknowledged = self.store.commit(group, member, None, generation, entries, api_version=version, **more)
        self.assertIsNone(acknowledged)
        return codes

    def refusal(self, function: Any, *arguments: Any, **more: Any) -> ErrorCode:
        return self.assertRaises(KlogError, function, *arguments, **more).code

    def fetched(
        self, partition: int = 0, *, topic: str = "t", topic_id: bytes = NO_TOPIC_ID, group: str = "g", stable: bool = False
    ) -> FetchedOffset:
        ((one,),) = self.store.fetch(group, None, -1, [(topic, topic_id, [partition])], require_stable=stable)
        return one

    def group(self, name: str = "g") -> _Group:
        group = self.shard.groups[name] = _Group(name, self.shard)
        return group

    # Committing and fetching

    def test_committed_and_fetched(self) -> None:
        self.assertEqual(self.commit(entry(0, 5, metadata="m", leader_epoch=3), entry(1, 6)), [ErrorCode.NONE] * 2)
        self.assertEqual(len(self.log.batches), 1)
        self.assertEqual(self.fetched(0), FetchedOffset(0, 5, 3, "m"))
        self.assertEqual(self.fetched(1), FetchedOffset(1, 6))
        self.assertEqual(self.fetched(2), FetchedOffset(2))
        self.assertEqual(self.fetched(0, group="h"), FetchedOffset(0))
        self.assertEqual(self.store.fetch_all("g", None, -1), [("t", [FetchedOffset(0, 5, 3, "m"), FetchedOffset(1, 6)])])
        self.assertEqual(self.store.fetch_all("h", None, -1), [])

    def test_what_is_written(self) -> None:
        self.commit(entry(1, 5, topic_id=TOPIC_ID))
        self.commit(entry(1, 6), retention_ms=1000)
        self.commit(entry(1, 7, commit_ms=9))
        (first, one), (_, two), (_, three) = self.log.records
        self.assertEqual(decode_key(first), OffsetCommitKey(group="g", topic="t", partition=1))
        assert one is not None and two is not None and three is not None
        self.assertEqual((one[:2], decode_committed(one)), (b"\0\4", (5, -1, "", NOW_MS, -1, TOPIC_ID)))
        self.assertEqual((two[:2], decode_committed(two)), (b"\0\1", (6, -1, "", NOW_MS, NOW_MS + 1000, NO_TOPIC_ID)))
        self.assertEqual(decode_committed(three).commit_ms, 9)

    def test_kept_for_longer_than_there_are_numbers(self) -> None:
        """An old client that wants its offsets for ever says the largest number."""
        for number, retention_ms in enumerate(((1 << 63) - 1, (1 << 63) - 1 - NOW_MS, -(1 << 63))):
            self.commit(entry(1, number), retention_ms=retention_ms)
        expire_ms = [decode_committed(value).expire_ms for _, value in self.log.records if value is not None]
        self.assertEqual(expire_ms, [(1 << 63) - 1, (1 << 63) - 1, NOW_MS - (1 << 63)])

    def test_metadata_is_bounded(self) -> None:
        codes = self.commit(
            entry(0, 1, metadata="12345"),
            entry(1, 2, metadata="1234"),
            entry(2, 3, metadata="ääää"),
            entry(3, 4, metadata="\U0001f600" * 3),
        )
        bad = ErrorCode.OFFSET_METADATA_TOO_LARGE
        self.assertEqual(codes, [bad, ErrorCode.NONE, ErrorCode.NONE, bad])
        self.assertEqual([self.fetched(index).offset for index in range(4)], [-1, 2, 3, -1])
        self.assertEqual(self.commit(entry(0, 1, metadata="12345")), [bad])
        self.assertEqual(len(self.log.batches), 1)

    def test_nobody_may_claim_to_be_a_member(self) -> None:
        for version, code in ((8, ErrorCode.ILLEGAL_GENERATION), (9, ErrorCode.GROUP_ID_NOT_FOUND)):
            self.assertEqual(self.refusal(self.commit, entry(), generation=0, version=version), code)
        self.commit(entry())
        self.assertEqual(self.refusal(self.commit, entry(), generation=0, version=9), ErrorCode.UNKNOWN_MEMBER_ID)

    def test_a_refused_commit_changes_nothing(self) -> None:
        self.commit(entry(0, 5))
        self.log.fail_next = ErrorCode.NOT_COORDINATOR
        self.assertEqual(self.refusal(self.commit, entry(0, 6)), ErrorCode.NOT_COORDINATOR)
        self.assertEqual(self.fetched().offset, 5)

    def test_the_group_is_asked(self) -> None:
        group = self.group()
        group.refuse = ErrorCode.ILLEGAL_GENERATION
        self.assertEqual(self.refusal(self.commit, entry()), ErrorCode.ILLEGAL_GENERATION)
        self.assertEqual(self.refusal(self.store.fetch_all, "g", "m", 3), ErrorCode.ILLEGAL_GENERATION)
        group.refuse = ErrorCode.GROUP_ID_NOT_FOUND
        self.assertEqual(self.store.fetch_all("g", "m", 3), [])
        group.refuse = None
        asked = []

        def check(topic: str, topic_id: bytes, partition: int) -> None:
            asked.append((topic, topic_id, partition))
            if partition:
                raise KlogError(ErrorCode.STALE_MEMBER_EPOCH)

        group.checked = check
        self.assertEqual(self.commit(entry(0, topic_id=TOPIC_ID)), [ErrorCode.NONE])
        self.assertEqual(self.refusal(self.commit, entry(0, 9), entry(1, 9)), ErrorCode.STALE_MEMBER_EPOCH)
        self.assertEqual((asked[0], self.fetched().offset), (("t", TOPIC_ID, 0), 5))

    def test_another_topic_of_the_name_has_no_offset(self) -> None:
        self.commit(entry(0, 5, topic_id=TOPIC_ID), entry(1, 6))
        self.assertEqual(self.fetched(0, topic_id=TOPIC_ID).offset, 5)
        self.assertEqual(self.fetched(0, topic_id=b"x" * 16).offset, -1)
        self.assertEqual(self.fetched(1, topic_id=b"x" * 16).offset, 6)

    def test_acknowledged_later(self) -> None:
        self.log.acknowledge = Deferred()
        codes, acknowledged = self.store.commit("g", "", None, -1, [entry()], api_version=8)
        self.assertIs(acknowledged, self.log.acknowledge)
        self.assertEqual((codes, self.fetched().offset, self.fetched(stable=True).offset), ([ErrorCode.NONE], -1, 5))
        self.log.acknowledge.callback(None)
        self.assertEqual(self.fetched().offset, 5)

    # Groups

    def test_groups_of_offsets_alone(self) -> None:
        self.assertIsNone(self.store.group_of("g"))
        self.assertEqual(self.refusal(self.store.existing, "g"), ErrorCode.GROUP_ID_NOT_FOUND)
        self.commit(entry())
        self.assertIsInstance(self.store.group_of("g"), SimpleGroup)
        member = self.group("m")
        self.assertIs(self.store.existing("m"), member)
        self.assertEqual([one.group_id for one in self.store.all_groups()], ["m", "g"])
        self.commit(entry(), group="m")
        self.assertEqual(len(self.store.all_groups()), 2)
        # Without its last offset the group is there until it expires, as in Kafka.
        self.store.delete("g", [("t", [0])])
        self.assertEqual(len(self.store.all_groups()), 2)

    def test_deleting_offsets(self) -> None:
        self.assertEqual(self.refusal(self.store.delete, "g", []), ErrorCode.GROUP_ID_NOT_FOUND)
        self.commit(entry(0), entry(1), entry(0, topic="u"))
        group = self.group()
        group.subscribed = {"u"}
        codes, acknowledged = self.store.delete("g", [("t", [0, 0, 7]), ("u", [0])])
        self.assertEqual((codes, acknowledged), ([[ErrorCode.NONE] * 3, [ErrorCode.GROUP_SUBSCRIBED_TO_TOPIC]], None))
        self.assertEqual([value for _, value in self.log.batches[-1]], [None])
        self.assertEqual(self.store.fetch_all("g", None, -1), [("t", [FetchedOffset(1, 5)]), ("u", [FetchedOffset(0, 5)])])
        group.refuse = ErrorCode.NON_EMPTY_GROUP
        self.assertEqual(self.refusal(self.store.delete, "g", []), ErrorCode.NON_EMPTY_GROUP)

    def test_deleting_groups(self) -> None:
        self.assertEqual(self.refusal(self.store.delete_group, "g"), ErrorCode.GROUP_ID_NOT_FOUND)
        count = TOMBSTONES_PER_BATCH + 5
        for first in range(0, count, 500):
            self.commit(*(entry(index) for index in range(first, min(first + 500, count))))
        group = self.group()
        group.refuse = ErrorCode.NON_EMPTY_GROUP
        self.assertEqual(self.refusal(self.store.delete_group, "g"), ErrorCode.NON_EMPTY_GROUP)
        group.refuse = None
        self.log.batches.clear()
        self.assertIsNone(self.store.delete_group("g"))
        self.assertEqual([len(batch) for batch in self.log.batches], [TOMBSTONES_PER_BATCH, 6])
        self.assertEqual(decode_key(self.log.records[-1][0]), GroupMetadataKey(group="g"))
        self.assertEqual((self.shard.groups, self.store.groups, group.forgotten), ({}, {}, True))
        self.assertEqual(self.refusal(self.store.delete_group, "g"), ErrorCode.GROUP_ID_NOT_FOUND)

    def test_a_group_whose_deletion_the_log_refuses_stays(self) -> None:
        self.commit(entry())
        self.log.fail_next = ErrorCode.NOT_COORDINATOR
        self.assertEqual(self.refusal(self.store.delete_group, "g"), ErrorCode.NOT_COORDINATOR)
        self.assertEqual(self.fetched().offset, 5)

    def test_a_deleted_topic(self) -> None:
        self.commit(entry(0, topic_id=TOPIC_ID), entry(1), entry(0, topic="tt"), entry(2, topic_id=b"x" * 16))
        self.commit(entry(0), group="h")
        list(self.store.forget_topic("t", TOPIC_ID))
        self.assertEqual(dict(self.store.fetch_all("g", None, -1)), {"tt": [FetchedOffset(0, 5)], "t": [FetchedOffset(2, 5)]})
        self.assertEqual(self.store.fetch_all("h", None, -1), [])
        self.assertEqual(sum(value is None for _, value in self.log.records), 3)
        self.log.fail_next = ErrorCode.NOT_COORDINATOR
        list(self.store.forget_topic("tt", TOPIC_ID))
        self.assertEqual(self.fetched(topic="tt").offset, 5)

    # Expiry

    def test_expiry(self) -> None:
        self.commit(entry(0))
        self.commit(entry(1), retention_ms=1000)
        self.clock.advance(2)
        list(self.store.expire())
        self.assertEqual([self.fetched(index).offset for index in (0, 1)], [5, -1])
        self.clock.advance(7 * 24 * 3600)
        list(self.store.expire())
        self.assertIsNone(self.store.group_of("g"))
        self.assertEqual(decode_key(self.log.records[-1][0]), GroupMetadataKey(group="g"))
        before = len(self.log.batches)
        list(self.store.expire())
        self.assertEqual(len(self.log.batches), before)

    def test_expiry_asks_the_group(self) -> None:
        group = self.group()
        group.subscribed = {"t"}
        self.commit(entry(0), entry(0, topic="u"))
        self.clock.advance(8 * 24 * 3600)
        group.expires = False
        list(self.store.expire())
        self.assertEqual(len(self.store.fetch_all("g", None, -1)), 2)
        group.expires = True
        list(self.store.expire())
        self.assertEqual([topic for topic, _ in self.store.fetch_all("g", None, -1)], ["t"])
        group.subscribed = set()
        list(self.store.expire())
        self.assertEqual(self.store.fetch_all("g", None, -1), [])
        self.assertIn("g", self.shard.groups)
        group.empty = True
        list(self.store.expire())
        self.assertEqual((self.shard.groups, group.forgotten), ({}, True))

    def test_beside_brokers_of_kafka_all_of_them_can_read_it(self) -> None:
        for version in (3, 4):
            _, store, log = make_shard(make_environment(self.clock, offset_value_version=version))
            store.commit("g", "", None, -1, [("t", TOPIC_ID, 0, 5, 2, "note", -1)], api_version=8)
            ((_, value),) = log.records
            assert value is not None
            self.assertEqual(value[:2], bytes((0, version)))
            ((one,),) = store.fetch("g", None, -1, [("t", NO_TOPIC_ID, [0])], require_stable=False)
            self.assertEqual((one.offset, one.leader_epoch, one.metadata), (5, 2, "note"))

    # Transactions

    def pend(self, producer_id: int, offset: int, *, record_offset: int, partition: int = 0, group: str = "g") -> None:
        value = encode_committed(offset, -1, b"", NOW_MS, -1, NO_TOPIC_ID)
        self.store.replay(record_offset, producer_id, group.encode(), partition_key("t", partition), value)

    def test_pending_until_the_marker(self) -> None:
        self.pend(7, 9, record_offset=0)
        self.assertEqual(self.fetched(), FetchedOffset(0))
        self.assertEqual(self.fetched(stable=True).code, ErrorCode.UNSTABLE_OFFSET_COMMIT)
        self.assertEqual(self.fetched(1, stable=True).code, ErrorCode.NONE)
        self.assertIsNotNone(self.store.group_of("g"))
        self.assertEqual((self.store.has_open_transactions, self.store.open_producers), (True, [7]))
        self.store.end_transaction(8, commit=True)
        self.assertEqual(self.fetched().offset, -1)
        self.store.end_transaction(7, commit=True)
        self.assertEqual(self.fetched(stable=True), FetchedOffset(0, 9))
        self.assertFalse(self.store.has_open_transactions)

    def test_aborted_ones_vanish(self) -> None:
        self.commit(entry(0, 5))
        self.pend(7, 9, record_offset=1)
        self.assertEqual(self.store.fetch_all("g", None, -1, require_stable=True)[0][1][0].code, ErrorCode.UNSTABLE_OFFSET_COMMIT)
        self.store.end_transaction(7, commit=False)
        self.assertEqual(self.fetched(stable=True).offset, 5)

    def test_a_newer_ordinary_commit_wins(self) -> None:
        self.pend(7, 9, record_offset=1)
        self.commit(entry(0, 5))
        self.assertEqual(self.fetched(stable=True).code, ErrorCode.UNSTABLE_OFFSET_COMMIT)
        self.store.end_transaction(7, commit=True)
        self.assertEqual(self.fetched().offset, 5)

    def test_the_newest_transaction_wins(self) -> None:
        self.pend(7, 1, record_offset=1)
        self.pend(8, 2, record_offset=2)
        self.store.end_transaction(8, commit=True)
        self.assertEqual(self.fetched(stable=True).code, ErrorCode.UNSTABLE_OFFSET_COMMIT)
        self.store.end_transaction(7, commit=True)
        self.assertEqual(self.fetched(stable=True).offset, 2)
        self.pend(7, 3, record_offset=3)
        self.pend(8, 4, record_offset=4)
        self.store.end_transaction(7, commit=True)
        self.store.end_transaction(8, commit=True)
        self.assertEqual(self.fetched(stable=True).offset, 4)

    def test_tombstones_end_what_is_pending(self) -> None:
        self.pend(7, 9, record_offset=1)
        self.pend(7, 9, record_offset=2, partition=1)
        self.assertEqual(self.store.delete("g", [("t", [0])])[0], [[ErrorCode.NONE]])
        self.store.end_transaction(7, commit=True)
        self.assertEqual([self.fetched(index).offset for index in (0, 1)], [-1, 9])
        self.pend(7, 9, record_offset=3)
        self.store.delete_group("g")
        self.store.end_transaction(7, commit=True)
        self.assertEqual(self.store.fetch_all("g", None, -1), [])
        self.assertFalse(self.store.has_open_transactions)

    def test_nothing_expires_under_a_transaction(self) -> None:
        self.commit(entry(0))
        self.pend(7, 9, record_offset=1)
        self.pend(7, 9, record_offset=1, group="h")
        self.clock.advance(8 * 24 * 3600)
        list(self.store.expire())
        self.assertEqual(self.fetched().offset, 5)
        self.assertIsNotNone(self.store.group_of("h"))
        list(self.store.forget_topic("t", TOPIC_ID))
        self.assertFalse(self.store.has_open_transactions)

    # Records

    def test_records_are_applied(self) -> None:
        value = OffsetCommitValue(offset=5, metadata="m", commit_timestamp=7, leader_epoch=2)
        self.shard.write([CoordinatorRecord(OffsetCommitKey(group="g", topic="t", partition=0), value, 3)])
        self.assertEqual(self.fetched(), FetchedOffset(0, 5, 2, "m"))
        self.shard.write([CoordinatorRecord(LegacyOffsetCommitKey(group="g", topic="t", partition=0), None)])
        self.assertEqual(self.fetched().offset, -1)

    def test_a_value_that_cannot_be_read(self) -> None:
        self.store.groups[b"g"] = {partition_key("t", 0): b"\0\x09"}
        self.assertEqual(self.fetched(), FetchedOffset(0))
        self.assertEqual(self.store.fetch_all("g", None, -1), [("t", [FetchedOffset(0)])])
        list(self.store.expire())
        self.assertEqual(self.store.groups, {})


ACTS = st.lists(
    st.one_of(
        st.tuples(st.just("commit"), st.sampled_from("ghi"), st.integers(0, 2), st.integers(0, 10**6)),
        st.tuples(st.just("delete"), st.sampled_from("ghi"), st.integers(0, 2)),
        st.tuples(st.just("delete group"), st.sampled_from("ghi")),
        st.tuples(st.just("expire")),
        st.tuples(st.just("stop")),
        st.tuples(st.just("crash")),
    ),
    max_size=25,
)


class AgainstADictionary(SynchronousTestCase):
    """A whole broker, with restarts and crashes, on the flush rule: what was acknowledged is there."""

    @given(ACTS)
    @settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
    def test_it_is_one(self, acts: list[tuple[Any, ...]]) -> None:
        from klog.wire.messages.delete_groups import DeleteGroupsRequest
        from klog.wire.messages.offset_delete import OffsetDeleteRequest, OffsetDeleteRequestPartition, OffsetDeleteRequestTopic

        broker = OffsetsBroker({"log.flush.interval.messages": "1"}, partitions=2)
        model: dict[str, dict[int, int]] = {}
        for what, *details in acts:
            if what == "commit":
                group, partition, offset = details
                self.assertEqual(broker.commit(group, partition, offset), 0)
                model.setdefault(group, {})[partition] = offset
            elif what == "delete":
                group, partition = details
                topics = [OffsetDeleteRequestTopic(name="t", partitions=[OffsetDeleteRequestPartition(partition_index=partition)])]
                broker.ask(OffsetDeleteRequest(group_id=group, topics=topics), 0)
                model.get(group, {}).pop(partition, None)
            elif what == "delete group":
                broker.ask(DeleteGroupsRequest(groups_names=details), 2)
                model.pop(details[0], None)
            elif what == "expire":
                broker.coordinator.expire()
            elif what == "stop":
                broker.restart()
            else:
                broker.crash()
            for group in "ghi":
                self.assertEqual(broker.offsets(group), {("t", index): offset for index, offset in model.get(group, {}).items()})
        broker.memory.stop()
