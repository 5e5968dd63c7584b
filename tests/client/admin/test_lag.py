"""Lag: which record is the next one, when it was written, and how few questions that takes."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.client.admin.lag import PARTITION_BYTES, FirstRecord, PositionsFound, first_visible, group_lag, lag_at
from klog.client.admin.types import Lag, Outcomes
from klog.client.offsets import OffsetAt
from klog.errors import ErrorCode, KlogError
from klog.model import EARLIEST_TIMESTAMP, TopicPartition
from klog.records.contract import TRANSACTIONAL, Codec, RecordsError
from klog.records.control import Marker, build_marker
from klog.records.implementations import codec
from klog.wire.messages.consumer_group_describe import ConsumerGroupDescribeRequest
from klog.wire.messages.describe_groups import DescribedGroup, DescribeGroupsRequest, DescribeGroupsResponse
from klog.wire.messages.fetch import AbortedTransaction, FetchableTopicResponse, FetchRequest, FetchResponse, PartitionData
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.messages.list_groups import ListedGroup, ListGroupsRequest, ListGroupsResponse
from klog.wire.messages.list_offsets import (
    ListOffsetsPartitionResponse,
    ListOffsetsRequest,
    ListOffsetsResponse,
    ListOffsetsTopicResponse,
)
from klog.wire.messages.offset_fetch import (
    OffsetFetchRequest,
    OffsetFetchResponse,
    OffsetFetchResponseGroup,
    OffsetFetchResponsePartition,
    OffsetFetchResponsePartitions,
    OffsetFetchResponseTopic,
    OffsetFetchResponseTopics,
)
from tests.client.admin.admin_rig import FakeCase, MemoryCase, Server, code_of

A = TopicPartition("a", 0)


def batch(base: int, stamps: list[int], *, deltas: list[int] | None = None, size: int = 3, **more: Any) -> bytes:
    """Records from offset `base` on with these timestamps."""
    return codec.build_batch([(stamp, None, b"v" * size, ()) for stamp in stamps], base_offset=base, offset_deltas=deltas, **more)


def marker(base: int, producer_id: int, commit: bool) -> bytes:
    """The end of a transaction."""
    return build_marker(codec, Marker(commit, 0), producer_id=producer_id, producer_epoch=0, timestamp_ms=1, base_offset=base)


#: Batches of a log: how many records are kept out of how many, whose they are, and how the producer's transaction ends with it.
BATCHES = st.lists(
    st.tuples(
        st.lists(st.booleans(), min_size=1, max_size=5).filter(any),
        st.sampled_from(["plain", "packed", "mine", "yours", "commit mine", "abort mine", "abort yours"]),
    ),
    max_size=8,
)


class WalkTests(SynchronousTestCase):
    """`first_visible`."""

    @settings(deadline=None, max_examples=150)
    @given(BATCHES, st.lists(st.integers(0, 40), min_size=1, max_size=5, unique=True), st.booleans())
    def test_as_a_plain_model(self, rows: list[tuple[list[bool], str]], positions: list[int], committed_only: bool) -> None:
        producers = {"mine": 1, "yours": 2}
        data, offset = b"", 0
        records: list[tuple[int, int, int]] = []  # offset, timestamp, transaction (0: none)
        begun: dict[int, int] = {}
        aborted: list[AbortedTransaction] = []
        dead: set[int] = set()
        number = 0
        open_: dict[int, int] = {}
        for kept, kind in rows:
            if kind in ("plain", "packed", "mine", "yours"):
                deltas = [index for index, keep in enumerate(kept) if keep]
                producer = producers.get(kind, 0)
                if producer and producer not in open_:
                    number += 1
                    open_[producer] = number
                    begun[number] = offset
                more: dict[str, Any] = {"codec": Codec.LZ4} if kind == "packed" else {}
                if producer:
                    more = {"attributes": TRANSACTIONAL, "producer_id": producer, "producer_epoch": 0, "base_sequence": 0}
                data += batch(offset, [1000 + offset + each for each in deltas], deltas=deltas, **more)
                records += [(offset + each, 1000 + offset + each, open_.get(producer, 0)) for each in deltas]
                offset += deltas[-1] + 1
            else:
                how, _, whose = kind.partition(" ")
                producer = producers[whose]
                data += marker(offset, producer, how == "commit")
                if how == "abort" and producer in open_:
                    aborted.append(AbortedTransaction(producer_id=producer, first_offset=begun[open_[producer]]))
                    dead.add(open_[producer])
                open_.pop(producer, None)
                offset += 1
        visible = [(at, stamp) for at, stamp, transaction in records if not committed_only or transaction not in dead]
        expected = {}
        for position in positions:
            found = [stamp for at, stamp in visible if at >= position]
            if found:
                expected[position] = found[0]
        walked = first_visible(data, sorted(positions), aborted if committed_only else [])
        self.assertEqual(walked.found, expected)
        if len(expected) < len(positions):
            self.assertEqual(walked.end, offset if data else None)

    def test_a_torn_end(self) -> None:
        data = batch(0, [5, 6]) + batch(2, [7])
        self.assertEqual(first_visible(data[:-1], [1, 2]), PositionsFound({1: 6}, 2))
        self.assertEqual(first_visible(data[:20], [0]), PositionsFound({}, None))
        self.assertEqual(first_visible(b"", [0]), PositionsFound({}, None))

    def test_damage(self) -> None:
        data = bytearray(batch(0, [5, 6]))
        data[-1] ^= 1
        self.assertRaises(RecordsError, first_visible, bytes(data), [0])
        # What nobody wants to know is not looked at.
        self.assertEqual(first_visible(bytes(data) + batch(2, [7]), [2]).found, {2: 7})

    def test_log_append_time(self) -> None:
        data = codec.stamp(batch(0, [5, 6]), 0, 0, 99, True) + batch(0, [5, 6])[61:]
        self.assertEqual(first_visible(data, [1]).found, {1: 99})


class FigureTests(SynchronousTestCase):
    """`lag_at`."""

    def lag(self, committed: int | None, first: FirstRecord | KlogError | None = None, now_ms: int = 10_000) -> Lag:
        ends = Outcomes({A: OffsetAt(10)})
        found = {} if first is None or committed is None else {(A, committed): first}
        return lag_at(committed, A, ends, found, now_ms)

    def test_figures(self) -> None:
        self.assertEqual(self.lag(3, FirstRecord(3, 4_000)), Lag(3, 10, 7, 6.0, 4_000))
        # The partition begins behind what was committed; the record is from the future; it has no time.
        self.assertEqual(self.lag(3, FirstRecord(5, 4_000)), Lag(3, 10, 5, 6.0, 4_000))
        self.assertEqual(self.lag(3, FirstRecord(3, 14_000)), Lag(3, 10, 7, 0.0, 14_000))
        self.assertEqual(self.lag(3, FirstRecord(3, -1)), Lag(3, 10, 7))
        # Nothing is left: at the end, behind it, or but for markers.
        for lag in (self.lag(10), self.lag(12), self.lag(8, FirstRecord(8, None))):
            self.assertEqual((lag.records_behind, lag.seconds_behind, lag.timestamp_ms), (0, 0.0, None))
        self.assertEqual(self.lag(None), Lag(None, 10))
        error = KlogError(ErrorCode.CORRUPT_MESSAGE)
        self.assertEqual(self.lag(3, error), Lag(3, 10, 7, error=error))
        self.assertEqual(lag_at(3, A, Outcomes({}, {A: error}), {}, 0), Lag(3, error=error))


class KlogTests(MemoryCase):
    """On klog, in virtual time."""

    def test_seconds(self) -> None:
        admin, until = self.admin, self.until
        until(admin.create_topic("a", 2))
        for value in (b"x", b"y", b"z"):
            self.broker.put("a", [value])
            self.broker.advance(10)
        self.commit("g", a=1)
        self.commit("done", a=3)
        lag = until(admin.lag())
        first = lag["g"][A]
        self.assertEqual((first.committed, first.end, first.records_behind, lag["done"][A]), (1, 3, 2, Lag(3, 3, 0, 0.0)))
        assert first.seconds_behind is not None and first.timestamp_ms is not None
        self.assertTrue(20 <= first.seconds_behind < 25, first)
        self.broker.advance(100)
        later = until(group_lag(admin.routing, ["g"]))["g"][A]
        assert later.seconds_behind is not None
        self.assertTrue(99.9 < later.seconds_behind - first.seconds_behind < 101, later)
        self.assertEqual(code_of(until(admin.lag(["no"])), "no"), ErrorCode.GROUP_ID_NOT_FOUND)
        until(admin.delete_records({A: 2})).check()
        self.assertEqual(until(admin.lag())["g"][A].records_behind, 1)
        until(admin.delete_topic("a"))
        self.assertEqual(until(admin.lag()).check(), {"done": {}, "g": {}})

    def test_no_groups(self) -> None:
        self.assertEqual(self.until(self.admin.lag()).check(), {})
        self.assertEqual(self.until(self.admin.lag([])).check(), {})


class LogWorld(FakeCase):
    """Brokers of dicts with logs of real batches, which fetch as Kafka does."""

    def setUp(self) -> None:
        super().setUp()
        self.logs: dict[TopicPartition, list[bytes]] = {}
        self.starts: dict[TopicPartition, int] = {}
        self.offsets: dict[str, dict[TopicPartition, int]] = {}
        self.aborted: dict[TopicPartition, list[AbortedTransaction]] = {}
        self.stable: dict[TopicPartition, int] = {}
        #: Errors to answer with, one for each request.
        self.wrong: dict[TopicPartition, list[int]] = {}
        for kind, how in (
            (ListGroupsRequest, self.list_groups),
            (OffsetFetchRequest, self.fetch_offsets),
            (ListOffsetsRequest, self.list_offsets),
            (FetchRequest, self.fetch),
            (DescribeGroupsRequest, self.describe),
        ):
            self.answer(kind, how)
        self.limit(ConsumerGroupDescribe=-1)

    def describe(self, server: Server, request: DescribeGroupsRequest) -> DescribeGroupsResponse:
        rows = [DescribedGroup(group_id=each, group_state="Empty" if each in self.offsets else "Dead") for each in request.groups]
        return DescribeGroupsResponse(groups=rows)

    def write(self, where: TopicPartition, *batches: bytes) -> None:
        topic = self.cluster.topics.setdefault(where.topic, [])
        while len(topic) <= where.partition:
            topic.append((len(topic) % 3 + 1, 1))
        self.logs.setdefault(where, []).extend(batches)

    def end(self, where: TopicPartition) -> int:
        entries = [entry for each in self.logs[where] for entry in codec.scan(each)]
        return entries[-1].last_offset + 1 if entries else 0

    def list_groups(self, server: Server, request: ListGroupsRequest) -> ListGroupsResponse:
        groups = (
            [ListedGroup(group_id=each, protocol_type="", group_state="Empty") for each in self.offsets] if server[0] == "host1" else []
        )
        return ListGroupsResponse(groups=groups)

    def fetch_offsets(self, server: Server, request: OffsetFetchRequest) -> OffsetFetchResponse:
        if request.groups:
            return OffsetFetchResponse(groups=[
                OffsetFetchResponseGroup(group_id=group.group_id, topics=[
                    OffsetFetchResponseTopics(name=where.topic, partitions=[
                        OffsetFetchResponsePartitions(partition_index=where.partition, committed_offset=offset)
                    ]) for where, offset in self.offsets.get(group.group_id, {}).items()
                ]) for group in request.groups
            ])  # fmt: skip
        return OffsetFetchResponse(topics=[
            OffsetFetchResponseTopic(name=where.topic, partitions=[
                OffsetFetchResponsePartition(partition_index=where.partition, committed_offset=offset)
            ]) for where, offset in self.offsets.get(request.group_id, {}).items()
        ])  # fmt: skip

    def list_offsets(self, server: Server, request: ListOffsetsRequest) -> ListOffsetsResponse:
        topics = []
        for topic in request.topics:
            rows = []
            for one in topic.partitions:
                where = TopicPartition(topic.name, one.partition_index)
                latest = self.stable.get(where, self.end(where)) if request.isolation_level else self.end(where)
                offset = self.starts.get(where, 0) if one.timestamp == EARLIEST_TIMESTAMP else latest
                rows.append(ListOffsetsPartitionResponse(partition_index=one.partition_index, offset=offset))
            topics.append(ListOffsetsTopicResponse(name=topic.name, partitions=rows))
        return ListOffsetsResponse(topics=topics)

    def fetch(self, server: Server, request: FetchRequest) -> FetchResponse:
        topics, first = [], True
        self.assertEqual((request.max_wait_ms, request.session_id, request.session_epoch), (0, 0, -1))
        for topic in request.topics:
            rows = []
            self.assertEqual(len(topic.partitions), len({one.partition for one in topic.partitions}))
            for one in topic.partitions:
                where = TopicPartition(topic.topic, one.partition)
                end = self.end(where)
                row = PartitionData(partition_index=one.partition, high_watermark=end, last_stable_offset=self.stable.get(where, end))
                rows.append(row)
                if self.wrong.get(where):
                    row.error_code = self.wrong[where].pop()
                    continue
                if not self.starts.get(where, 0) <= one.fetch_offset <= end:
                    row.error_code = ErrorCode.OFFSET_OUT_OF_RANGE
                    continue
                limit = self.stable.get(where, end) if request.isolation_level else end
                after = [each for each in self.logs[where] if one.fetch_offset <= codec.scan(each)[0].last_offset < limit]
                data = b"".join(after)
                if after and first:
                    data = data[: max(len(after[0]), one.partition_max_bytes)]
                elif after:
                    data = data[: one.partition_max_bytes] if len(after[0]) <= one.partition_max_bytes else b""
                first = first and not data
                row.records = memoryview(data)
                row.aborted_transactions = self.aborted.get(where) if request.isolation_level else None
            topics.append(FetchableTopicResponse(topic=topic.topic, partitions=rows))
        return FetchResponse(responses=topics)

    def lag(self, *groups: str, **more: Any) -> Outcomes[str, dict[TopicPartition, Lag]]:
        now = int(self.clock.seconds() * 1000)
        self.clock.advance((1_000_000 - now) / 1000)
        return self.until(self.admin.lag(groups or None, **more))

    def stamps(self, *groups: str, **more: Any) -> dict[str, dict[int, int | None]]:
        """Timestamps of the first unread records, by group and partition."""
        found = self.lag(*groups, **more).check()
        return {group: {where.partition: each.timestamp_ms for where, each in lags.items()} for group, lags in found.items()}

    def count(self, kind: Any) -> int:
        return len(self.asked(kind))


class FetchTests(LogWorld):
    """How the first records are found."""

    def test_a_thousand_groups(self) -> None:
        """One question of each kind to each broker, those that coordinate or lead nothing left out."""
        for number in range(1000):
            where = TopicPartition(f"t{number % 10}", number // 10)
            self.write(where, batch(0, [number, number + 1]))
            self.offsets[f"g{number}"] = {where: 1}
        found = self.stamps()
        self.assertEqual(len(found), 1000)
        self.assertEqual(found["g7"], {0: 8})
        self.assertEqual((self.count(ListGroupsRequest), self.count(OffsetFetchRequest), self.count(ListOffsetsRequest)), (3, 1, 3))
        self.assertEqual((self.count(FetchRequest), self.count(FindCoordinatorRequest)), (3, 0))

    def test_named_groups(self) -> None:
        for number in range(20):
            self.write(TopicPartition("t", number), batch(0, [number]))
            self.offsets[f"g{number}"] = {TopicPartition("t", number): 0}
            self.cluster.groups[f"g{number}"] = number % 3 + 1
        found = self.lag(*self.offsets, "none")
        self.assertEqual((len(found.done), code_of(found, "none")), (20, ErrorCode.GROUP_ID_NOT_FOUND))
        # One for the offsets, one for the members.
        self.assertEqual((self.count(FindCoordinatorRequest), self.count(OffsetFetchRequest)), (2, 3))

    def test_old_brokers(self) -> None:
        self.limit(OffsetFetch=7, FindCoordinator=3, ConsumerGroupDescribe=-1, ListGroups=3)
        for number in range(20):
            self.write(TopicPartition("t", number), batch(0, [number]))
            self.offsets[f"g{number}"] = {TopicPartition("t", number): 0}
        self.assertEqual(len(self.stamps()), 20)
        self.assertEqual(self.count(OffsetFetchRequest), 20)

    def test_large_batches(self) -> None:
        """What does not fit is asked for with more room, and at last alone."""
        sizes = [10, PARTITION_BYTES[0], PARTITION_BYTES[0] + 100, PARTITION_BYTES[1] + 100, 2 * PARTITION_BYTES[1]]
        for number, size in enumerate(sizes * 3):
            where = TopicPartition("t", number)
            self.write(where, batch(0, [number], size=size))
            self.offsets[f"g{number}"] = {where: 0}
        found = self.stamps()
        self.assertEqual([found[f"g{number}"] for number in range(15)], [{number: number} for number in range(15)])
        asked = [one.partition_max_bytes for _, request in self.asked(FetchRequest) for topic in request.topics for one in topic.partitions]
        self.assertEqual(set(asked), {1, *PARTITION_BYTES})

    def test_many_places_in_one_partition(self) -> None:
        """What is fetched for one place answers its neighbours."""
        self.write(A, *(batch(10 * number, [10 * number + each for each in range(10)]) for number in range(100)))
        for number in range(1000):
            self.offsets[f"g{number}"] = {A: number}
        found = self.stamps()
        self.assertEqual([found[f"g{number}"][0] for number in range(1000)], list(range(1000)))
        self.assertLess(self.count(FetchRequest), 30)

    def test_a_group_with_several_partitions(self) -> None:
        for number in range(5):
            self.write(TopicPartition("t", number), batch(0, [number, number + 10]))
        self.offsets["g"] = {TopicPartition("t", number): number % 3 for number in range(5)}
        self.assertEqual(self.stamps(), {"g": {0: 0, 1: 11, 2: None, 3: 3, 4: 14}})

    def test_gaps_and_markers(self) -> None:
        """Emptied offsets, control batches, and a log that ends with them."""
        self.write(A, batch(0, [5]), batch(7, [6, 7], deltas=[0, 4]), marker(12, 1, True), *[marker(13 + n, 1, True) for n in range(300)])
        for position in (0, 1, 8, 11, 12, 100):
            self.offsets[f"g{position}"] = {A: position}
        found = self.lag().check()
        stamps = {group: lags[A].timestamp_ms for group, lags in found.items()}
        self.assertEqual(stamps, {"g0": 5, "g1": 6, "g8": 7, "g11": 7, "g12": None, "g100": None})
        self.assertEqual((found["g12"][A].records_behind, found["g12"][A].seconds_behind), (0, 0.0))
        self.assertEqual(found["g1"][A].records_behind, 312)

    def test_before_the_start_and_behind_the_end(self) -> None:
        self.write(A, batch(10, [5, 6]))
        self.starts[A] = 10
        self.offsets = {"before": {A: 3}, "behind": {A: 50}, "at": {A: 11}}
        found = self.lag().check()
        self.assertEqual(
            [(found[name][A].records_behind, found[name][A].timestamp_ms) for name in self.offsets], [(2, 5), (0, None), (1, 6)]
        )

    def test_isolation(self) -> None:
        """Aborted records are none, and what is open does not wait for a reader of what is committed."""
        tx = {"attributes": TRANSACTIONAL, "producer_epoch": 0, "base_sequence": 0}
        self.write(A, batch(0, [5, 6], producer_id=1, **tx), marker(2, 1, False), batch(3, [7]), batch(4, [8], producer_id=2, **tx))
        self.aborted[A] = [AbortedTransaction(producer_id=1, first_offset=0)]
        self.stable[A] = 4
        self.offsets = {"g0": {A: 1}, "g3": {A: 4}}
        committed = self.lag(isolation_level="read_committed").check()
        self.assertEqual((committed["g0"][A].timestamp_ms, committed["g0"][A].end), (7, 4))
        self.assertEqual((committed["g3"][A].seconds_behind, committed["g3"][A].records_behind), (0.0, 0))
        self.assertEqual(self.stamps(), {"g0": {0: 6}, "g3": {0: 8}})

    def test_errors_that_pass(self) -> None:
        self.write(A, batch(0, [5]))
        self.offsets = {"g": {A: 0}}
        self.wrong[A] = [ErrorCode.NOT_LEADER_OR_FOLLOWER, ErrorCode.UNKNOWN_LEADER_EPOCH]
        self.assertEqual(self.stamps(), {"g": {0: 5}})
        self.assertEqual(self.count(FetchRequest), 3)

    def test_errors_that_do_not(self) -> None:
        """They cost their partition, and nothing else."""
        other = TopicPartition("a", 1)
        self.write(A, batch(0, [5]))
        self.write(other, batch(0, [6]))
        self.offsets = {"g": {A: 0, other: 0}}
        self.wrong[A] = [ErrorCode.TOPIC_AUTHORIZATION_FAILED]
        found = self.lag()["g"]
        self.assertEqual((found[A].records_behind, found[A].seconds_behind, found[other].timestamp_ms), (1, None, 6))
        assert found[A].error is not None
        self.assertEqual(found[A].error.code, ErrorCode.TOPIC_AUTHORIZATION_FAILED)

    def test_a_topic_that_is_gone(self) -> None:
        self.write(A, batch(0, [5]))
        gone = TopicPartition("gone", 0)
        self.offsets = {"g": {A: 0, gone: 3}}
        found = self.lag()["g"]
        error = found[gone].error
        assert error is not None
        self.assertEqual((error.code, found[gone].records_behind, found[A].timestamp_ms), (ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, None, 5))

    def test_damaged_records(self) -> None:
        damaged = bytearray(batch(0, [5]))
        damaged[-1] ^= 1
        self.write(A, bytes(damaged))
        self.offsets = {"g": {A: 0}}
        error = self.lag()["g"][A].error
        assert error is not None
        self.assertEqual(error.code, ErrorCode.CORRUPT_MESSAGE)
        self.assertIn("partition a-0: records from offset 0 on", str(error))

    def test_a_broker_that_sends_nothing(self) -> None:
        """Though there is something, or says that an offset inside is outside: the call ends, with an error."""
        for code in (0, ErrorCode.OFFSET_OUT_OF_RANGE):
            self.logs.clear()
            self.write(A, batch(0, [5, 6]))
            self.offsets = {"g": {A: 1}}

            def nothing(server: Server, request: FetchRequest, code: int = code) -> FetchResponse:
                row = PartitionData(partition_index=0, high_watermark=2, error_code=code)
                return FetchResponse(responses=[FetchableTopicResponse(topic="a", partitions=[row])])

            self.answer(FetchRequest, nothing)
            error = self.lag()["g"][A].error
            assert error is not None
            self.assertIn(error.code, (ErrorCode.UNKNOWN_SERVER_ERROR, ErrorCode.OFFSET_OUT_OF_RANGE))

    def test_a_broker_that_sends_old_records(self) -> None:
        """For ever the same ones, before the place asked for."""
        self.write(A, batch(0, [5, 6]), batch(2, [7]))
        self.offsets = {"g": {A: 2}}

        def old(server: Server, request: FetchRequest) -> FetchResponse:
            row = PartitionData(partition_index=0, high_watermark=3, records=memoryview(self.logs[A][0]))
            return FetchResponse(responses=[FetchableTopicResponse(topic="a", partitions=[row])])

        self.answer(FetchRequest, old)
        self.assertIsNotNone(self.lag()["g"][A].error)
        self.assertLess(self.count(FetchRequest), 20)

    def test_time_is_up(self) -> None:
        self.write(A, batch(0, [5]))
        self.offsets = {"g": {A: 0}}
        self.wrong[A] = [int(ErrorCode.NOT_LEADER_OR_FOLLOWER)] * 1000
        error = self.lag(timeout_ms=2000)["g"][A].error
        assert error is not None
        self.assertEqual(error.code, ErrorCode.NOT_LEADER_OR_FOLLOWER)

    def test_members_without_offsets(self) -> None:
        """What somebody owns and nobody committed has no figure."""
        from klog.wire.consumer_protocol import ConsumerProtocolAssignment, encode_assignment
        from klog.wire.consumer_protocol import TopicPartition as Owned
        from klog.wire.messages.describe_groups import DescribedGroupMember

        self.write(A, batch(0, [5]))
        self.offsets = {"g": {}}
        given = encode_assignment(ConsumerProtocolAssignment(assigned_partitions=[Owned(topic="a", partitions=[0])]))

        def describe(server: Server, request: DescribeGroupsRequest) -> DescribeGroupsResponse:
            member = DescribedGroupMember(member_id="m", member_assignment=given)
            return DescribeGroupsResponse(
                groups=[DescribedGroup(group_id="g", group_state="Stable", protocol_type="consumer", members=[member])]
            )

        self.answer(DescribeGroupsRequest, describe)
        self.assertEqual(self.lag("g")["g"], {A: Lag(None, 1)})
        self.assertEqual(self.count(FetchRequest), 0)
        self.assertEqual(self.count(ConsumerGroupDescribeRequest), 0)
