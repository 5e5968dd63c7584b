"""What is not acknowledged yet is not told: committed offsets, and groups, under the flush rule."""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.groups import unacknowledged_offsets
from klog.broker.groups.unacknowledged_offsets import UnacknowledgedOffsets
from klog.errors import ErrorCode, KlogError
from klog.wire.messages.consumer_group_describe import ConsumerGroupDescribeRequest
from klog.wire.messages.consumer_group_heartbeat import ConsumerGroupHeartbeatRequest
from klog.wire.messages.delete_groups import DeleteGroupsRequest
from klog.wire.messages.describe_groups import DescribeGroupsRequest
from klog.wire.messages.list_groups import ListGroupsRequest
from klog.wire.messages.offset_commit import OffsetCommitRequest, OffsetCommitRequestPartition, OffsetCommitRequestTopic
from klog.wire.messages.offset_delete import OffsetDeleteRequest, OffsetDeleteRequestPartition, OffsetDeleteRequestTopic
from klog.wire.messages.offset_fetch import (
    OffsetFetchRequest,
    OffsetFetchRequestGroup,
    OffsetFetchRequestTopic,
    OffsetFetchRequestTopics,
)
from tests.broker.groups.offsets_rig import OffsetsBroker, entry, make_shard


def stable(group: str = "g") -> OffsetFetchRequest:
    """What a client asks that insists on stable offsets."""
    wanted = [OffsetFetchRequestTopics(name="t", partition_indexes=[0])]
    return OffsetFetchRequest(groups=[OffsetFetchRequestGroup(group_id=group, topics=wanted)], require_stable=True)


class UnacknowledgedTests(SynchronousTestCase):
    """What is written down."""

    def setUp(self) -> None:
        self.unacknowledged = UnacknowledgedOffsets()

    def told(self, key: bytes = b"k", name: bytes = b"g") -> bytes | str | None:
        of = self.unacknowledged.of(name)
        return of[key][0][1] if key in of else "the newest"

    def test_each_end_has_its_value(self) -> None:
        """The module's drawing."""
        self.unacknowledged.note(7, b"g", b"k", b"100")
        self.unacknowledged.note(9, b"g", b"k", b"120")
        self.unacknowledged.note(9, b"g", b"new", None)
        self.unacknowledged.note(9, b"h", b"k", b"1")
        for settled, told in ((6, b"100"), (7, b"120"), (8, b"120")):
            self.unacknowledged.settle(settled)
            self.assertEqual((self.told(), self.told(b"new"), self.told(name=b"h")), (told, None, b"1"))
        self.unacknowledged.settle(9)
        self.assertEqual((self.told(), self.told(b"new"), self.told(name=b"h")), ("the newest",) * 3)
        self.assertEqual((len(self.unacknowledged), self.unacknowledged._before), (0, {}))

    def test_it_is_bounded(self) -> None:
        self.patch(unacknowledged_offsets, "MOST_UNACKNOWLEDGED", 3)
        _, store, log = make_shard()
        log.acknowledge = Deferred()
        log.acknowledge.addErrback(lambda failure: None)
        for number in range(3):
            store.commit("g", "", None, -1, [entry(number)], api_version=8)
        refusal = self.assertRaises(KlogError, store.commit, "g", "", None, -1, [entry(3)], api_version=8)
        self.assertEqual((refusal.code, len(log.batches)), (ErrorCode.COORDINATOR_NOT_AVAILABLE, 3))
        list(store.expire())
        self.assertEqual(len(log.batches), 3)
        log.acknowledge.callback(None)
        log.acknowledge = None
        store.commit("g", "", None, -1, [entry(3)], api_version=8)
        self.assertEqual(len(log.batches), 4)


class UnderTheFlushRuleTests(SynchronousTestCase):
    """A whole broker whose disk takes its time, or fails. One client writes and waits, others read."""

    def setUp(self) -> None:
        self.broker = OffsetsBroker({"log.flush.interval.messages": "1"}, partitions=1)
        self.memory = self.broker.memory
        self.assertEqual(self.broker.commit("g", 0, 5), 0)
        self.memory.hold_threads = True
        self.writer = self.memory.connect()

    def commit(self, offset: int, *, partition: int = 0, group: str = "g") -> None:
        """Sent, and not acknowledged."""
        entry = OffsetCommitRequestPartition(partition_index=partition, committed_offset=offset, committed_metadata="")
        self.writer.send((OffsetCommitRequest(group_id=group, topics=[OffsetCommitRequestTopic(name="t", partitions=[entry])]), 8))

    def codes(self) -> list[int]:
        """How the commits that were answered since were answered."""
        answers, self.writer.answers = self.writer.receive(), []
        return [answer.topics[0].partitions[0].error_code for answer in answers]

    def fetched(self, group: str = "g", partition: int = 0) -> int:
        wanted = [OffsetFetchRequestTopic(name="t", partition_indexes=[partition])]
        answer = self.broker.ask(OffsetFetchRequest(group_id=group, topics=wanted), 7)
        return int(answer.topics[0].partitions[0].committed_offset)

    def stably(self, version: int = 9) -> Any:
        """Ask for what is stable; the client that waits for it."""
        client = self.memory.connect()
        client.send((stable(), version))
        return client

    @staticmethod
    def told(client: Any) -> list[tuple[int, list[int]]]:
        return [
            (group.error_code, [one.committed_offset for topic in group.topics for one in topic.partitions])
            for answer in client.receive()
            for group in answer.groups
        ]

    def test_the_last_acknowledged_value_is_told(self) -> None:
        self.commit(6)
        self.commit(7)
        self.assertEqual((self.codes(), self.fetched(), self.broker.offsets()), ([], 5, {("t", 0): 5}))
        self.commit(8, partition=1)
        self.assertEqual((self.fetched(partition=1), self.broker.offsets()), (-1, {("t", 0): 5}))
        self.memory.run_threads()
        self.assertEqual((self.codes(), self.broker.offsets()), ([0, 0, 0], {("t", 0): 7, ("t", 1): 8}))

    def test_each_flush_lets_its_own_be_told(self) -> None:
        """The first flush covers what came before it began, the second one the rest."""
        self.commit(6)
        self.commit(7)
        function, deferred = self.memory._held.popleft()
        deferred.callback(function())
        self.memory.run()
        self.assertEqual((self.codes(), self.fetched()), ([0], 6))
        self.memory.run_threads()
        self.assertEqual((self.codes(), self.fetched()), ([0], 7))

    def test_who_insists_waits_for_the_newest(self) -> None:
        self.assertEqual(self.told(self.stably()), [(0, [5])])
        self.commit(6)
        client = self.stably()
        self.assertEqual(self.told(client), [])
        self.memory.run_threads()
        self.assertEqual(self.told(client), [(0, [6])])

    def test_a_flush_that_takes_too_long(self) -> None:
        self.commit(6)
        client = self.stably()
        self.memory.advance(5)
        # As Kafka says it here: clients before 3.9 do not know what to do with COORDINATOR_NOT_AVAILABLE.
        self.assertEqual(self.told(client), [(ErrorCode.NOT_COORDINATOR, [])])
        self.assertEqual((self.codes(), self.fetched()), ([ErrorCode.COORDINATOR_NOT_AVAILABLE], 5))
        self.memory.run_threads()
        self.assertEqual(self.fetched(), 6)

    def test_a_flush_that_fails(self) -> None:
        """Nobody can say whether it is on the disk, so that the value from before stays."""
        self.commit(6)
        client = self.stably()
        self.memory.file_system.fail_next_sync()
        self.memory.run_threads()
        self.assertEqual((self.told(client), self.codes()), ([(ErrorCode.NOT_COORDINATOR, [])], [ErrorCode.NOT_COORDINATOR]))
        self.flushLoggedErrors()
        for seconds in (0, 10):
            self.memory.advance(seconds)
            answer = self.broker.ask(OffsetFetchRequest(group_id="g", topics=None), 7)
            found = [one.committed_offset for topic in answer.topics for one in topic.partitions]
            self.assertIn((answer.error_code, found), [(0, [5]), (ErrorCode.NOT_COORDINATOR, [])])

    def test_what_is_deleted_is_told_until_that_is_acknowledged(self) -> None:
        topics = [OffsetDeleteRequestTopic(name="t", partitions=[OffsetDeleteRequestPartition(partition_index=0)])]
        for request, version in ((OffsetDeleteRequest(group_id="g", topics=topics), 0), (DeleteGroupsRequest(groups_names=["g"]), 2)):
            self.setUp()
            self.writer.send((request, version))
            self.assertEqual((self.writer.receive(), self.broker.offsets()), ([], {("t", 0): 5}))
            client = self.stably()
            self.assertEqual(self.told(client), [])
            self.memory.run_threads()
            self.assertEqual((len(self.writer.receive()), self.broker.offsets()), (1, {}))
            self.assertEqual(self.told(client), [(0, [-1])])

    def test_what_was_told_is_there_after_a_power_cut(self) -> None:
        for _ in range(20):
            self.setUp()
            self.commit(6)
            before = self.fetched()
            self.broker.crash()
            self.assertGreaterEqual(self.fetched(), before)

    def test_a_leadership_that_comes_back(self) -> None:
        """What the one before had appended is read and not flushed: nobody is told it before it is."""
        self.commit(6)
        coordinator = self.broker.coordinator
        coordinator._close_shards()
        coordinator.open()
        self.assertEqual([shard.state.value for shard in coordinator.shards.values()], ["loading"])
        # The thread that reads is held, too.
        flushes = list(self.memory._held)
        while self.memory._held and self.memory._held[0] in flushes[:1]:
            flush = self.memory._held.popleft()
        while self.memory._held:
            function, deferred = self.memory._held.popleft()
            deferred.callback(function())
            self.memory.run()
        self.assertEqual([shard.state.value for shard in coordinator.shards.values()], ["active"])
        client = self.memory.connect()
        client.send((OffsetFetchRequest(groups=stable().groups), 9))
        self.assertEqual(self.told(client), [])
        function, deferred = flush
        deferred.callback(function())
        self.memory.run_threads()
        self.assertEqual(self.told(client), [(0, [6])])

    # Groups

    def asked(self, request: Any, version: int) -> Any:
        client = self.memory.connect()
        client.send((request, version))
        return client

    def test_groups_are_told_when_they_are_acknowledged(self) -> None:
        self.commit(6, group="h")
        heartbeat = ConsumerGroupHeartbeatRequest(
            group_id="k", member_id="m", member_epoch=0, rebalance_timeout_ms=1000, subscribed_topic_names=["t"], topic_partitions=[]
        )
        self.writer.send((heartbeat, 1))
        asked = [
            self.asked(ListGroupsRequest(), 5),
            self.asked(DescribeGroupsRequest(groups=["h", "g"]), 6),
            self.asked(ConsumerGroupDescribeRequest(group_ids=["k"]), 1),
        ]
        self.assertEqual([client.receive() for client in asked], [[], [], []])
        self.memory.run_threads()
        [listed], [described], [of_consumers] = (client.receive() for client in asked)
        self.assertEqual(sorted(group.group_id for group in listed.groups), ["g", "h", "k"])
        self.assertEqual([group.group_state for group in described.groups], ["Empty", "Empty"])
        self.assertEqual([len(group.members) for group in of_consumers.groups], [1])

    def test_a_disk_that_hangs_is_told_to_who_asks_for_groups(self) -> None:
        self.commit(6)
        asked = [
            self.asked(ListGroupsRequest(), 5),
            self.asked(DescribeGroupsRequest(groups=["g"]), 6),
            self.asked(ConsumerGroupDescribeRequest(group_ids=["k"]), 1),
        ]
        self.memory.advance(5)
        [listed], [described], [of_consumers] = (client.receive() for client in asked)
        code = ErrorCode.COORDINATOR_NOT_AVAILABLE
        self.assertEqual((listed.error_code, listed.groups), (code, []))
        self.assertEqual([group.error_code for group in described.groups], [code])
        self.assertEqual([group.error_code for group in of_consumers.groups], [code])
