"""Tests of klog.broker.following.followed_partition. (Its states: test_fetcher.)"""

from __future__ import annotations

from klog.broker.following.followed_partition import FollowedPartition, State
from klog.replication.follower import Asked
from tests.broker.following.replica_pair import ReplicaPairCase


class FollowedPartitionTests(ReplicaPairCase):
    """What is asked for."""

    def test_from_the_end_of_its_log_as_long_as_it_is_followed(self) -> None:
        replica = self.both()
        followed = FollowedPartition(replica, 0)
        self.assertEqual((followed.state, followed.key, followed.now), (State.READY, ("t", 0), Asked(0, 0)))
        self.put(b"a")
        self.run_for(0.1)
        self.assertEqual(followed.now, Asked(1, 0))
        self.assertIsNone(FollowedPartition(replica, 1).now, "another epoch of its leader")

    def test_not_while_its_log_is_cut(self) -> None:
        replica = self.both()
        followed = FollowedPartition(replica, 0)
        self.put(b"a")
        self.run_for(0.1)
        self.copying.leave(replica)
        work = self.second.home(replica).prepare_truncation(replica.topic_partition, 0)
        assert work is not None
        self.assertIsNone(followed.now)
        work.settle(work.run())
        self.assertEqual(followed.now, Asked(0, 0))
