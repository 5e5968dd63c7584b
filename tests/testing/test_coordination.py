"""Tests of the stand-ins around a coordination."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.interfaces import TopicInfo
from klog.cluster.state import ClusterState
from klog.model import TopicId
from klog.testing.coordination import MemoryStore, Recorder, SlowDisk

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
