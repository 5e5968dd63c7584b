"""A data directory in memory, for the tests of its chapters."""

from __future__ import annotations

import errno
import unittest

from klog.model import TopicPartition
from klog.storage.directories.directory import LogDirectory
from klog.storage.settings import LogSettings
from tests.storage.logs import TOPIC_ID, Place, append, batch, create

T1 = TopicPartition("t", 1)
U0 = TopicPartition("u-with-dash", 0)


class DirectoryCase(unittest.TestCase):
    """A data directory in memory."""

    def setUp(self) -> None:
        self.place = Place()

    def loaded(self, settings: LogSettings | None = None) -> LogDirectory:
        directory = self.place.directory(settings)
        self.report = directory.load()
        return directory

    def with_logs(self, *partitions: TopicPartition) -> LogDirectory:
        directory = self.loaded()
        for number, topic_partition in enumerate(partitions):
            log = create(directory, topic_partition, TOPIC_ID if topic_partition.topic == "t" else bytes([number + 1]) * 16, LogSettings())
            append(log, batch(b"in " + str(topic_partition).encode()))
        return directory

    def refuse(self, path: str) -> None:
        """The partition at `path` cannot be opened."""

        def before_act(act: str, its_path: str) -> None:
            if (act, its_path) == ("list", path):
                raise OSError(errno.EMFILE, "Too many open files", path)

        self.place.fs.before_act = before_act

    def paths(self) -> list[str]:
        return sorted(self.place.fs.walk("/data"))
