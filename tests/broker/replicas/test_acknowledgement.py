"""Who waits until all replicas in sync have what was appended."""

from __future__ import annotations

from twisted.internet.defer import CancelledError, Deferred

from klog.broker.replicas.acknowledgement import when_acknowledged
from klog.errors import ErrorCode
from tests.broker.rig import DataPathTestCase, key


class AcknowledgementTests(DataPathTestCase):
    """Of a partition with the flush rule."""

    def wait(self) -> Deferred[ErrorCode]:
        self.create(flush_messages="1")
        self.thread.slow = True
        self.put(b"v")
        partition = self.partition()
        partition.request_flush()
        waiting = when_acknowledged(partition, partition.log.end_offset, self.partitions.produces, 5000)
        self.assertNoResult(waiting)
        return waiting

    def test_flushed(self) -> None:
        waiting = self.wait()
        self.thread.run_all()
        self.assertEqual(self.successResultOf(waiting), ErrorCode.NONE)

    def test_a_flush_that_fails(self) -> None:
        waiting = self.wait()
        self.fs.fail_next_sync()
        self.thread.run_all()
        self.assertEqual(self.successResultOf(waiting), ErrorCode.KAFKA_STORAGE_ERROR)

    def test_not_in_time(self) -> None:
        waiting = self.wait()
        self.clock.advance(5)
        self.assertEqual(self.successResultOf(waiting), ErrorCode.REQUEST_TIMED_OUT)

    def test_the_partition_ends(self) -> None:
        waiting = self.wait()
        self.partition().resign()
        self.assertEqual(self.successResultOf(waiting), ErrorCode.NOT_LEADER_OR_FOLLOWER)

    def test_nobody_wants_it(self) -> None:
        waiting = self.wait()
        waiting.cancel()
        self.failureResultOf(waiting, CancelledError)
        self.assertEqual(self.partitions.produces.waiting_for(key()), 0)
