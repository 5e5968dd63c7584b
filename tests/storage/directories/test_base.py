"""The data directory before anything is loaded: lock and identity."""

from __future__ import annotations

from klog.storage.directories.directory import DirectoryInUse, LogDirectory
from klog.storage.directories.meta_properties import BadMetaProperties
from klog.storage.settings import LogSettings
from tests.storage.directory_case import DirectoryCase


class DirectoryBaseTests(DirectoryCase):
    """Whose it is."""

    def test_in_use(self) -> None:
        first = self.loaded()
        with self.assertRaises(DirectoryInUse) as caught:
            self.loaded()
        self.assertIn("/data is in use by another broker", str(caught.exception))
        first.close()
        self.loaded()

    def test_identity(self) -> None:
        directory = self.loaded()
        directory.write_identity("cluster-of-22-letters-")
        directory.close()
        self.loaded().close()
        self.assertEqual(self.report.cluster_id, "cluster-of-22-letters-")
        for broker_id, cluster_id, words in ((2, None, "belongs to broker 1"), (1, "another-cluster-------", "belongs to cluster")):
            other = LogDirectory(self.place.fs, "/data", self.place.clock, LogSettings(), broker_id, cluster_id=cluster_id)
            with self.assertRaisesRegex(BadMetaProperties, words):
                other.load()
        self.assertTrue(self.loaded().close(), "the lock was given back")
