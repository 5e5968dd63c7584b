"""Small parts between the rooms."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.disk.state_store import StateCopies
from klog.broker.replicas.fittings import DescribedDirectory, LoadedState, SettingsListener
from klog.broker.settings.settings import BrokerSettings
from klog.cluster.local import LocalCoordination
from klog.cluster.state import ClusterState
from klog.storage.directory import LogDirectory
from klog.storage.settings import LogSettings
from klog.testing.coordination import MemoryStore
from klog.testing.filesystem import MemoryFileSystem


class FittingsTests(SynchronousTestCase):
    """All three."""

    def setUp(self) -> None:
        self.fs = MemoryFileSystem(lambda: 0)
        self.fs.make_directory("/data")

    def test_loaded_state(self) -> None:
        store = StateCopies(self.fs, [LogDirectory(self.fs, "/data", lambda: 0, LogSettings(), 1)])
        self.assertIsNone(LoadedState(store).load())
        state = ClusterState(cluster_id="c" * 22, next_producer_id=7, leader_epoch=1, topics={}, deleting=frozenset())
        LoadedState(store).save(state)
        loaded = LoadedState(store)
        self.assertEqual((loaded.state, loaded.load()), (state, state))
        self.fs.write("/data/klog.state", b"nonsense")
        lost = LoadedState(store)
        self.assertIsNone(lost.state)
        self.assertRaises(ValueError, lost.load)

    def test_described_directory(self) -> None:
        directory = LogDirectory(self.fs, "/data", lambda: 0, LogSettings(), 1)
        described = DescribedDirectory(directory)
        self.assertEqual((described.path, described.logs, described.offline), ("/data", {}, None))
        self.assertEqual(len(described.usage()), 2)

    def test_settings_listener(self) -> None:
        settings = BrokerSettings()
        coordination = LocalCoordination(MemoryStore(), 1)
        coordination.subscribe(SettingsListener(settings, coordination))
        self.successResultOf(coordination.set_broker_configs(None, {"log.retention.ms": "5"}))
        self.assertEqual(settings.integer("log.retention.ms"), 5)
        self.successResultOf(coordination.set_broker_configs(1, {"log.retention.ms": "6"}))
        self.assertEqual(settings.integer("log.retention.ms"), 6)
        self.successResultOf(coordination.create_topic("t", [[1]], {}))
        self.successResultOf(coordination.create_partitions("t", [[1]]))
        self.successResultOf(coordination.set_topic_configs("t", {}))
        self.successResultOf(coordination.delete_topic("t"))
