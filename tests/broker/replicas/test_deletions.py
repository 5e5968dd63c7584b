"""Many topics deleted at once: what waits for what."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.replicas import deletions as deletions_module
from klog.broker.replicas.deletions import Deletions
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.storage.settings import LogSettings
from klog.testing.coordination import HeldSteps
from tests.broker.rig import SlowThread
from tests.storage.logs import TOPIC_ID, Place, create


class DeletionsTests(SynchronousTestCase):
    """`Deletions` over a thread that waits."""

    def setUp(self) -> None:
        self.place = Place()
        self.directory = self.place.directory()
        self.directory.load()
        self.names = [TopicPartition("t", number) for number in range(5)]
        for name in self.names:
            create(self.directory, name, TOPIC_ID, LogSettings())
        self.thread = SlowThread()
        self.thread.slow = True
        self.deletions = Deletions(self.directory, self.thread)

    def test_what_comes_meanwhile_goes_together(self) -> None:
        gone = [self.deletions.add(self.directory.take_out([name])) for name in self.names]
        self.assertEqual(len(self.thread.waiting), 1)
        self.thread.run()
        self.successResultOf(gone[0])
        for one in gone[1:]:
            self.assertNoResult(one)
        self.assertEqual(len(self.thread.waiting), 1)
        self.thread.run()
        for one in gone[1:]:
            self.successResultOf(one)
        self.assertEqual((self.thread.count, self.directory.work.running), (2, set()))

    def test_who_makes_them_again_does_not_wait_for_others(self) -> None:
        """All that was asked for is in front of what is asked for now."""
        gone = [self.deletions.add(self.directory.take_out([name])) for name in self.names[:2]]
        self.deletions.begin()
        self.assertEqual(len(self.thread.waiting), 2)
        self.deletions.begin()
        self.thread.run_all()
        for one in gone:
            self.successResultOf(one)
        self.assertEqual(self.thread.count, 2)

    def test_many_are_told_in_steps(self) -> None:
        """Who waits until nothing is under way waits for the disk, not for them."""
        self.patch(deletions_module, "TOLD_AT_ONCE", 1)
        steps = HeldSteps()
        self.deletions = Deletions(self.directory, self.thread, steps)
        gone = [self.deletions.add(self.directory.take_out([name])) for name in self.names]
        self.thread.run()
        self.successResultOf(gone[0])
        idle = self.deletions.wait_idle()
        assert idle is not None
        self.thread.run()
        self.successResultOf(idle)
        for number, one in enumerate(gone[1:]):
            self.assertNoResult(one)
            steps.take(1)
            self.successResultOf(one)
            self.assertEqual(steps.taken, number + 1)

    def test_each_is_told_of_its_own(self) -> None:
        def refuse(name: str, path: str) -> None:
            if name == "rename" and "t-2" in path:
                raise OSError(13, "no")

        gone = [self.deletions.add(self.directory.take_out([name])) for name in self.names]
        self.place.fs.on_operation = refuse
        self.thread.run_all()
        for number, one in enumerate(gone):
            if number == 2:
                self.assertIn("t-2 could not be deleted", str(self.failureResultOf(one, KlogError).value))
            else:
                self.successResultOf(one)

    def test_a_disk_that_fails(self) -> None:
        gone = self.deletions.add(self.directory.take_out(self.names))
        self.place.fs.fail_next_sync()
        self.thread.run()
        self.failureResultOf(gone, KlogError)

    def test_the_directory_fails_meanwhile(self) -> None:
        """What has gathered is told, too: the controller's next request waits for it."""
        gone = [self.deletions.add(self.directory.take_out([name])) for name in self.names[:3]]
        self.directory.set_aside(OSError(5, "the disk is broken"))
        self.thread.run_all()
        for one in gone[1:]:
            error = self.failureResultOf(one, KlogError).value
            self.assertEqual(error.code, ErrorCode.KAFKA_STORAGE_ERROR)
            self.assertIn("the disk is broken", str(error))
        self.successResultOf(gone[0])
        self.assertIsNone(self.deletions.wait_idle())
