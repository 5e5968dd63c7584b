"""Who leads no more says who does (KIP-951)."""

from __future__ import annotations

import dataclasses
from typing import Any

from klog.broker.current_leader import CurrentLeader, current_leader
from klog.cluster.interfaces import PartitionInfo
from klog.errors import ErrorCode
from tests.broker.replicas.controlled_rig import ControlledCase
from tests.broker.rig import answers_of, batch, partitions_of

#: What clients hear: a leader with its epoch, and where brokers are.
Heard = tuple[tuple[int, int], list[tuple[int, str, int]]]


class CurrentLeaderTests(ControlledCase):
    """Broker 1 led."""

    def setUp(self) -> None:
        super().setUp()
        self.show("t")
        self.lead()

    def heard(self, response: Any, one: Any) -> Heard:
        self.assertIn(one.error_code, (ErrorCode.NOT_LEADER_OR_FOLLOWER, ErrorCode.FENCED_LEADER_EPOCH))
        endpoints = [(node.node_id, node.host, node.port) for node in response.node_endpoints]
        return (one.current_leader.leader_id, one.current_leader.leader_epoch), endpoints

    def produced(self, answer: Any) -> Heard:
        response = self.outcome(answer)
        return self.heard(response, answers_of(response)[0])

    def fetched(self, version: int = 16) -> Heard:
        # Without an epoch a follower would be read.
        response = self.outcome(self.fetch(("t", 0, 0), max_wait_ms=0, version=version, partition_fields={"current_leader_epoch": 0}))
        return self.heard(response, partitions_of(response)[0])

    def test_who_waits_and_who_comes(self) -> None:
        """Before anybody else could have told them; older versions have no room for it."""
        [waiting] = self.produce(batch(b"a"), acks=-1, version=10)
        [older] = self.produce(batch(b"a"), acks=-1, version=9)
        self.assertNoResult(waiting)
        self.say(self.told(3, 1))
        there: Heard = ((3, 1), [(3, "h3", 9092)])
        self.assertEqual(self.produced(waiting), there)
        self.assertEqual(self.produced(older), ((-1, -1), []))
        [coming] = self.produce(batch(b"b"), acks=1, version=10)
        self.assertEqual(self.produced(coming), there)
        self.assertEqual((self.fetched(), self.fetched(15)), (there, ((-1, -1), [])))

    def test_what_all_are_told(self) -> None:
        """It counts where it is newer, or we have no replica."""
        self.say(self.told(3, 1))
        shown = self.coordination.shown["t"]
        info = PartitionInfo(2, 5, (1, 2, 3), (2, 3))
        self.coordination.shown["t"] = dataclasses.replace(shown, partitions=(info, info))
        self.assertEqual(current_leader(self.partitions, "t", 0), CurrentLeader(2, 5))
        self.assertEqual(current_leader(self.partitions, "t", 1), CurrentLeader(2, 5))
        self.assertEqual(current_leader(self.partitions, "u", 0), CurrentLeader())

    def test_nobody_that_we_know_of(self) -> None:
        """We are not allowed to lead, or have heard of nobody else; a leader that is not live is named, and nothing said of where it is."""
        self.control.leading_suspended()
        self.assertEqual(self.fetched(), ((-1, -1), []))
        self.control.leading_resumed()
        self.say(self.told(-1, 1))
        self.assertEqual(self.fetched(), ((-1, -1), []))
        self.coordination.live = self.coordination.live[:2]
        self.say(self.told(3, 2))
        self.assertEqual(self.fetched(), ((3, 2), []))
