"""A follower's log is cut behind whatever else is done for it."""

from __future__ import annotations

from klog.broker.disk.threads import do_in_thread
from klog.broker.following.log_truncator import LogTruncator
from tests.broker.following.replica_pair import ReplicaPairCase


class LogTruncatorTests(ReplicaPairCase):
    """With a thread that takes its time."""

    def setUp(self) -> None:
        super().setUp()
        self.truncator = LogTruncator(self.second_thread, self.second.home)
        self.replica = self.both()
        self.put(b"a")
        self.put(b"b")
        self.run_for(0.1)
        self.copying.leave(self.replica)

    def is_followed(self) -> bool:
        return self.replica.is_following(0)

    def test_behind_a_flush(self) -> None:
        self.second_thread.slow = True
        flush = self.replica.log.prepare_flush()
        assert flush is not None
        do_in_thread(self.second_thread, flush)
        cut = self.truncator.truncate(self.replica, 1, self.is_followed)
        self.assertEqual(self.replica.end_offset, 2)
        self.second_thread.run()
        self.assertEqual(self.replica.end_offset, 1)
        self.assertNoResult(cut)
        self.second_thread.run_all()
        self.assertTrue(self.successResultOf(cut))

    def test_not_followed_any_more(self) -> None:
        """It is left as it is."""
        self.tell_second(self.told(1, 4, (1, 2), replicas=(1, 2)))
        self.copying.leave(self.replica)
        self.assertFalse(self.successResultOf(self.truncator.truncate(self.replica, 1, self.is_followed)))
        self.assertEqual(self.replica.end_offset, 2)

    def test_nothing_to_cut_and_anew(self) -> None:
        self.assertTrue(self.successResultOf(self.truncator.truncate(self.replica, 2, self.is_followed)))
        self.assertTrue(self.successResultOf(self.truncator.truncate(self.replica, 9, self.is_followed, anew=True)))
        self.assertEqual((self.replica.start_offset, self.replica.end_offset), (9, 9))
