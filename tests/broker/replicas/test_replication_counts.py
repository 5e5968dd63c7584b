"""What is counted of in-sync replicas and elections."""

from __future__ import annotations

from klog.broker.replicas.replication_counts import ReplicationCounts
from klog.errors import ErrorCode
from klog.metrics import Metrics
from klog.replication.in_sync import AlterPartitionAnswer
from tests.broker.replicas.controlled_rig import LAG_MS, ControlledCase
from tests.broker.rig import batch


class ReplicationCountsTests(ControlledCase):
    """`ReplicationCounts`, as leaders count."""

    def counts(self) -> dict[str, int]:
        return {name: getattr(self.control._environment.counts, name).value for name in ReplicationCounts.__slots__}

    def answer(self, code: ErrorCode, *in_sync: int, epoch: int = 1) -> None:
        leadership = self.asking.pop()
        leadership.answered(leadership.state, AlterPartitionAnswer(code, leadership.state.leader_epoch, in_sync, epoch))

    def test_in_sync_replicas(self) -> None:
        """Out and in again; what the controller refuses changes nobody."""
        partition = self.lead()
        self.produce(batch(b"a"), acks=1)
        self.clock.advance(LAG_MS / 1000 + 1)
        partition.look_for_stragglers()
        self.answer(ErrorCode.NONE, 1)
        self.assertEqual((self.counts()["isr_shrinks"], self.counts()["isr_expands"]), (1, 0))
        self.follow(2, 1)
        self.answer(ErrorCode.INELIGIBLE_REPLICA)
        self.assertEqual(self.counts()["isr_refusals"], 1)
        self.follow(2, 1)
        self.answer(ErrorCode.NONE, 1, 2, epoch=2)
        self.assertEqual((self.counts()["isr_shrinks"], self.counts()["isr_expands"], self.counts()["isr_refusals"]), (1, 1, 1))

    def test_elections(self) -> None:
        """Not those of a new partition, nor what is said twice."""
        self.lead(leader_epoch=0, is_new=True)
        self.assertEqual(self.counts()["elections"], 0)
        self.say(self.told(2, 1))
        self.say(self.told(1, 2))
        self.say(self.told(1, 2))
        self.assertEqual((self.counts()["elections"], self.counts()["unclean_elections"]), (1, 0))
        self.say(self.told(1, 3, (1,), is_recovering=True))
        self.assertEqual((self.counts()["elections"], self.counts()["unclean_elections"]), (2, 1))

    def test_by_name(self) -> None:
        metrics = Metrics()
        ReplicationCounts(metrics).elections.value += 3
        found = {reading.name: reading.value for reading in metrics}
        self.assertEqual(found["replication.elections.count"], 3)
        self.assertEqual(len(found), len(ReplicationCounts.__slots__))
