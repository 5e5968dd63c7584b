"""How the parts of a broker are put together."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.storage.settings import LogSettings
from klog.testing.broker import MemoryBroker
from klog.wire.messages.describe_log_dirs import DescribeLogDirsRequest
from tests.broker.lifecycle.test_service import make_topic


class AssemblyTests(SynchronousTestCase):
    """`Broker`."""

    def broker(self, **properties: str) -> MemoryBroker:
        broker = MemoryBroker({name.replace("_", "."): value for name, value in properties.items()}).start()
        self.addCleanup(broker.stop)
        return broker

    def test_settings_reach_the_logs(self) -> None:
        broker = self.broker(log_segment_bytes="2097152", log_retention_minutes="3")
        make_topic(broker.connect(), "t", max_message_bytes="77")
        assert broker.broker.partitions is not None
        partition = broker.broker.partitions.get("t", 0)
        assert partition is not None
        settings = partition.log.settings
        self.assertEqual((settings.segment_bytes, settings.retention_ms, settings.max_message_bytes), (2097152, 180_000, 77))
        self.assertEqual(settings.index_interval_bytes, LogSettings().index_interval_bytes)

    def test_settings_of_logs_that_change_while_the_broker_runs(self) -> None:
        """Also where they are asked for in threads: how long a silent producer is remembered."""
        broker = self.broker()
        coordination, directories = broker.broker.coordination, broker.broker.directories
        assert coordination is not None and directories is not None
        self.successResultOf(coordination.set_broker_configs(None, {"producer.id.expiration.ms": "5000"}))
        self.assertEqual([directory.context.expiration_ms_now() for directory in directories], [5000])
        broker.stop()
        broker.start()
        directories = broker.broker.directories
        assert directories is not None
        self.assertEqual([directory.context.expiration_ms_now() for directory in directories], [5000])

    def test_data_directory_is_described(self) -> None:
        broker = self.broker()
        make_topic(broker.connect(), "t", 2)
        answer = broker.connect().ask(DescribeLogDirsRequest(topics=None), 4)
        [directory] = answer.results
        self.assertEqual((directory.log_dir, [topic.name for topic in directory.topics]), ("/data", ["t"]))
        self.assertGreater(directory.total_bytes, 0)
