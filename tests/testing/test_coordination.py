"""Tests of the stand-ins around a coordination."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.interfaces import TopicInfo
from klog.cluster.state import ClusterState
from klog.model import TopicId
from klog.testing.coordination import MemoryStore, Recorder, SlowDisk, UncontrolledCluster
from klog.testing.coordination_suite import check_cluster, check_coordination

TOPIC = TopicInfo("t", TopicId(b"i" * 16), (), {})


class MemoryStoreTests(SynchronousTestCase):
    def test_it_keeps_what_was_saved_last(self) -> None:
        store = MemoryStore()
        self.assertIsNone(store.load())
        store.save(ClusterState("c"))
        store.fail_next_save = OSError("full")
        with self.assertRaises(OSError):
            store.save(ClusterState("d"))
        self.assertEqual(store.load(), ClusterState("c"))
        store.save(ClusterState("d"))
        self.assertEqual((store.load(), store.saves), (ClusterState("d"), 2))


class RecorderTests(SynchronousTestCase):
    def test_it_writes_down_what_it_hears(self) -> None:
        recorder = Recorder()
        recorder.topic_created(TOPIC)
        recorder.fail_next = ZeroDivisionError()
        with self.assertRaises(ZeroDivisionError):
            recorder.topic_deleted(TOPIC)
        self.assertEqual(recorder.topics, {"t": TOPIC})
        recorder.topic_deleted(TOPIC)
        self.assertEqual((recorder.heard, recorder.topics), ([("created", "t"), ("deleted", "t")], {}))


class SlowDiskTests(SynchronousTestCase):
    def test_work_is_done_when_the_test_says_so(self) -> None:
        disk, done = SlowDisk(), []
        good, bad = disk(lambda: done.append(1)), disk(lambda: done[7])
        self.assertNoResult(good)
        disk.finish()
        self.assertIsNone(self.successResultOf(good))
        self.assertEqual(done, [1])
        disk.finish()
        self.failureResultOf(bad, IndexError)


class _Three:
    """`klog.testing.coordination_suite.Cluster`."""

    def __init__(self) -> None:
        self.cluster = UncontrolledCluster()
        self.coordinations = [self.cluster.join(broker_id) for broker_id in (1, 2, 3)]

    def settle(self) -> None:
        """Everything is done at once."""

    def doubt(self, index: int) -> None:
        self.cluster.doubt(index + 1)

    def trust(self, index: int) -> None:
        self.cluster.trust(index + 1)

    def expire(self, index: int) -> None:
        self.cluster.expire(index + 1)

    def crash(self, index: int) -> None:
        self.cluster.leave(index + 1)


class UncontrolledClusterTests(SynchronousTestCase):
    def test_it_passes_the_suites_of_the_real_ones(self) -> None:
        check_coordination(lambda: UncontrolledCluster().join(1))
        check_cluster(_Three)

    def test_the_suite_sees_what_is_wrong(self) -> None:
        class Brave(_Three):
            def doubt(self, index: int) -> None:
                """It goes on leading."""

        class Undying(_Three):
            def crash(self, index: int) -> None:
                """Nobody notices."""

        class Unchanged(_Three):
            def expire(self, index: int) -> None:
                """As if nothing had happened."""
                self.doubt(index)
                self.trust(index)

        class Apart(_Three):
            def __init__(self) -> None:
                super().__init__()
                self.coordinations[2] = UncontrolledCluster().join(3)

        for kind in (Brave, Undying, Unchanged, Apart):
            with self.assertRaises(AssertionError, msg=kind.__name__):
                check_cluster(kind)

    def test_a_broker_comes_back(self) -> None:
        cluster = UncontrolledCluster()
        one, two = cluster.join(1), cluster.join(2)
        before = self.successResultOf(one.create_topic("t", [[1], [2]], {}))
        cluster.leave(1)
        self.assertEqual([each.leader for each in two.topics()["t"].partitions], [-1, 2])
        back = cluster.join(1)
        self.assertEqual(back.topics(), two.topics())
        after = back.topics()["t"].partitions
        self.assertEqual([each.leader for each in after], [1, 2])
        self.assertGreater(after[0].leader_epoch, before.partitions[0].leader_epoch)
