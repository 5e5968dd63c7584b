"""What an unclean stop may have cost is here again when a replica has all that its leader had."""

from __future__ import annotations

import dataclasses
from typing import Any, ClassVar

from klog.broker.replicas.partition import Partition
from klog.errors import ErrorCode
from klog.storage.log.start_kind import StartKind
from klog.storage.log.values import AppendEntry
from klog.wire.messages.fetch import FetchResponse
from klog.wire.messages.list_offsets import ListOffsetsRequest, ListOffsetsResponse
from tests.broker.following.replica_pair import ReplicaPairCase
from tests.broker.rig import batch


class DoubtTests(ReplicaPairCase):
    """What an unclean stop may have cost is here again when the replica has all that its leader had."""

    def in_doubt(self, leader_epoch: int = 1, **more: Any) -> Partition:
        """Broker 2 follows from now on, with a log that may lack something."""
        replica = self.second.replica("t", 0)
        assert replica is not None
        replica.log.start_kind = StartKind.LOST
        self.lead(leader_epoch, isr=(1,), replicas=(1, 2))
        return self.tell_second(self.told(1, leader_epoch, (1,), replicas=(1, 2), **more))

    def test_it_ends_where_the_leader_ended(self) -> None:
        """Though more comes all the time, and not before; one question is enough."""
        self.both(isr=(1,))
        self.is_reachable = False
        self.put(b"a")
        self.put(b"b")
        kinds: list[tuple[int, StartKind]] = []
        replica = self.in_doubt()

        def see(answer: Any) -> Any:
            kinds.append((replica.end_offset, replica.log.start_kind))
            if isinstance(answer, FetchResponse) and len(kinds) < 20:
                self.put(b"c")
            return answer

        self.seen = see
        self.is_reachable = True
        self.copying.close_idle()
        self.run_for(2)
        self.assertEqual([kind for end, kind in kinds if end < 2 and kind is not StartKind.LOST], [])
        self.assertIn((3, StartKind.CLEAN), kinds)
        questions = [sent for link in self.links for sent in link.sent if isinstance(sent, ListOffsetsRequest)]
        self.assertEqual([one.replica_id for one in questions], [2])

    def test_nothing_is_missing(self) -> None:
        self.both(isr=(1,))
        self.put(b"a")
        self.run_for(0.1)
        replica = self.in_doubt()
        # The answer that there is nothing new takes as long as the leader may wait.
        self.run_for(0.7)
        self.assertIs(replica.log.start_kind, StartKind.CLEAN)

    def test_a_log_that_parts_from_the_leader_s(self) -> None:
        """It reaches as far, with what nobody committed."""
        self.both(isr=(1,))
        self.put(b"a")
        self.run_for(0.1)
        replica = self.second.replica("t", 0)
        assert replica is not None
        self.tell_second(self.told(2, 1, (1, 2), replicas=(1, 2)))
        replica.append([AppendEntry(batch(b"x"), 9)])
        self.put(b"b")
        kinds: list[tuple[Any, StartKind]] = []

        def see(answer: Any) -> Any:
            kinds.append((type(answer).__name__, replica.log.start_kind))
            return answer

        self.seen = see
        self.second_thread.slow = True
        self.in_doubt(2)
        self.run_for(0.2)
        self.assertTrue(replica.log.is_being_truncated)
        self.assertIs(replica.log.start_kind, StartKind.LOST)
        self.second_thread.slow = False
        self.second_thread.run_all()
        self.run_for(1)
        self.assertIs(replica.log.start_kind, StartKind.CLEAN)
        self.assert_equal_logs()

    def test_a_question_without_an_answer(self) -> None:
        """It is asked again, after a pause."""
        self.both(isr=(1,))
        self.put(b"a")
        codes = iter((ErrorCode.UNKNOWN_LEADER_EPOCH, ErrorCode.KAFKA_STORAGE_ERROR))

        def see(answer: Any) -> Any:
            if isinstance(answer, ListOffsetsResponse):
                answer.topics[0].partitions[0].error_code = next(codes, 0)
            return answer

        self.seen = see
        replica = self.in_doubt()
        self.run_for(1)
        self.assertEqual((replica.end_offset, replica.log.start_kind), (1, StartKind.LOST))
        self.run_for(3)
        self.assertIs(replica.log.start_kind, StartKind.CLEAN)

    def test_under_the_flush_rule(self) -> None:
        """What is not on the disk yet may be lost once more."""
        self.coordination.configs["t"] = {"flush.messages": "1000"}
        self.both(isr=(1,))
        self.put(b"a")
        self.second_thread.slow = True
        replica = self.in_doubt()
        self.run_for(1.5)
        self.assertEqual((replica.end_offset, replica.log.start_kind), (1, StartKind.LOST))
        self.second_thread.slow = False
        self.second_thread.run_all()
        self.run_for(0.6)
        self.assertIs(replica.log.start_kind, StartKind.CLEAN)


class NoRoomTests(ReplicaPairCase):
    """Answers that have no room for every partition's batches."""

    second_properties: ClassVar[dict[str, str]] = {"replica.fetch.max.bytes": "100"}

    def test_a_doubt_goes_on_where_there_was_no_room(self) -> None:
        """A batch that does not fit beside another partition's is left out without an error, however large the answer may be."""
        self.is_reachable = False
        self.both()
        other = self.follow_another()
        other.log.start_kind = StartKind.LOST
        assert other.told is not None
        self.say(dataclasses.replace(other.told, leader_epoch=1, partition_epoch=1))
        self.tell_second(dataclasses.replace(other.told, leader_epoch=1, partition_epoch=1))
        self.put(b"a")
        self.put(b"b" * 500, topic="u")
        kinds: list[tuple[int, StartKind]] = []

        def see(answer: Any) -> Any:
            kinds.append((other.end_offset, other.log.start_kind))
            return answer

        self.seen = see
        self.is_reachable = True
        self.run_for(2)
        self.assertEqual([kind for end, kind in kinds if end == 0 and kind is not StartKind.LOST], [])
        self.assertIs(other.log.start_kind, StartKind.CLEAN)
