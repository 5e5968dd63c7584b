"""klog.broker.following.followed_partitions: which partitions a request has to name, and when those that wait are asked for again."""

from __future__ import annotations

from klog.broker.following.fetch_rules import FetchRules
from klog.broker.following.followed_partition import State
from klog.broker.following.followed_partitions import FollowedPartitions
from klog.replication.fetch_session import FollowerFetchSession, Wanted
from tests.broker.following.replica_pair import ReplicaPairCase

KEY = ("t", 0)


class FollowedPartitionsTests(ReplicaPairCase):
    """By what they wait for."""

    def setUp(self) -> None:
        super().setUp()
        self.session = FollowerFetchSession(12, 1 << 20)
        #: How often something was ready again.
        self.times_ready = 0
        self.copied = FollowedPartitions(self.clock, 1, FetchRules(self.second_settings), self.session, self.note_ready)
        self.addCleanup(self.copied.close)

    def note_ready(self) -> None:
        self.times_ready += 1

    def follow(self) -> None:
        """Nobody else copies it meanwhile."""
        self.replica = self.both()
        self.copying.leave(self.replica)
        self.followed = self.copied.add(self.replica, 0)
        self.copied.make_ready(self.followed)

    def name_it(self) -> None:
        """As a request does."""
        self.session.request([Wanted("t", bytes(16), 0, 0, 0, -1, 0)], [])
        self.session.answered(1)
        self.copied.changed.clear()

    def test_who_is_to_be_named(self) -> None:
        """What is ready, once; what waits is taken out of the session, where it is in one."""
        self.follow()
        self.assertEqual((self.copied.changed, self.copied.gone), ({KEY: None}, {}))
        self.copied.wait(self.followed)
        self.assertEqual((self.copied.changed, self.copied.gone), ({}, {}))
        self.copied.make_ready(self.followed)
        self.name_it()
        self.copied.wait(self.followed)
        self.assertEqual((self.copied.changed, self.copied.gone), ({}, {KEY: None}))
        self.copied.ask_for_all()
        self.assertEqual(self.copied.changed, {})
        self.copied.make_ready(self.followed)
        self.assertEqual((self.copied.changed, self.copied.gone), ({KEY: None}, {}))
        self.copied.changed.clear()
        self.copied.ask_for_all()
        self.assertEqual(self.copied.changed, {KEY: None})

    def test_pauses(self) -> None:
        """Each twice as long as the one before, up to the longest."""
        self.follow()
        pauses = []
        for _ in range(9):
            self.copied.wait(self.followed)
            pauses.append(round(self.copied.next_due_s(10) * 1000))
            self.clock.advance(pauses[-1] / 1000)
            self.assertIs(self.followed.state, State.READY)
        self.assertEqual(pauses, [20, 40, 80, 160, 320, 640, 1000, 1000, 1000])
        self.assertEqual((self.times_ready, self.copied.next_due_s(10)), (9, 10))

    def test_a_flush_is_waited_for(self) -> None:
        self.coordination.configs["t"] = {"flush.messages": "1000"}
        self.follow()
        self.copied.remove(self.replica)
        self.put(b"a")
        self.copying.follow(self.replica, 1, 0)
        self.second_thread.slow = True
        self.run_for(0.1)
        self.copying.leave(self.replica)
        self.assertTrue(self.replica.owes_flush)
        self.followed = self.copied.add(self.replica, 0)
        self.copied.make_ready(self.followed)
        self.assertEqual((self.followed.state, self.copied.flushing), (State.FLUSHING, {KEY}))
        self.second_thread.run_all()
        self.assertEqual((self.followed.state, self.copied.flushing, self.times_ready), (State.READY, set(), 1))

    def test_removed(self) -> None:
        """The leader is told, and no timer is left."""
        self.follow()
        self.name_it()
        self.copied.wait(self.followed)
        self.assertTrue(self.copied.remove(self.replica))
        self.assertFalse(self.copied.remove(self.replica))
        self.assertEqual((self.copied.gone, self.copied.is_current(self.followed)), ({KEY: None}, False))
        self.run_for(2)
        self.assertEqual(self.times_ready, 0)

    def test_closed(self) -> None:
        self.follow()
        self.copied.wait(self.followed)
        self.copied.close()
        self.run_for(2)
        self.assertEqual((self.copied.by_key, self.copied.is_current(self.followed), self.times_ready), ({}, False, 0))
