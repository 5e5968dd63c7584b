"""What a broker does with its disk from time to time. (Room for retention: tests/broker/lifecycle/test_several_directories.py and
tests/storage; high watermarks: tests/broker/cluster_lives.)"""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.errors import ErrorCode
from klog.testing.broker import DATA_DIRECTORY, MemoryBroker
from tests.broker.lifecycle.test_service import batch, fetch, make_topic, produce


class DiskJobsTests(SynchronousTestCase):
    """`DiskJobs`."""

    def test_jobs_run(self) -> None:
        broker = MemoryBroker({"log.retention.check.interval.ms": "1000", "log.initial.task.delay.ms": "1000"}).start()
        client = broker.connect()
        make_topic(client, "t", retention_ms="60000", segment_ms="1000", file_delete_delay_ms="1000")
        client.ask(*produce("t", batch(b"a")))
        broker.advance(120, step=1)
        answer = client.ask(*fetch("t"))
        self.assertEqual(answer.responses[0].partitions[0].error_code, ErrorCode.OFFSET_OUT_OF_RANGE)
        names = broker.file_system.list(f"{DATA_DIRECTORY}/t-0")
        self.assertNotIn("00000000000000000000.log", names)
        self.assertFalse(any(name.endswith(".deleted") for name in names), names)
        points = broker.file_system.open(f"{DATA_DIRECTORY}/recovery-point-offset-checkpoint")
        self.assertIn(b"t 0 ", points.read_at(0, points.size()))
        broker.stop()
