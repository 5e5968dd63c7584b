"""Logs that are made before they are wanted; what becomes of them, see ``test_partitions``."""

from __future__ import annotations

from klog.broker.replicas.deletions import Deletions
from klog.broker.replicas.prepared_logs import PreparedLogs
from klog.cluster.interfaces import PartitionInfo, TopicInfo
from klog.model import TopicId
from klog.storage.disk_work import do_now
from klog.storage.parallel_io import one_by_one
from tests.broker.rig import DataPathTestCase


def topic(name: str, partitions: int, topic_id: bytes = b"i" * 16) -> TopicInfo:
    return TopicInfo(name, TopicId(topic_id), (PartitionInfo(1, 0, (1,), (1,)),) * partitions, {})


class PreparedLogsTests(DataPathTestCase):
    """In two data directories."""

    def setUp(self) -> None:
        super().setUp()
        self.directories.append(self.directory("/more"))
        self.thread.slow = True
        deletions = {directory: Deletions(directory, self.thread) for directory in self.directories}
        self.prepared = PreparedLogs(deletions, self.settings_of, clock=self.clock, run_in_thread=self.thread, run_all=one_by_one)

    def made(self) -> list[str]:
        """Directories of partitions."""
        paths = [f"{one.path}/{name}" for one in self.directories for name in self.fs.list(one.path)]
        return sorted(path for path in paths if self.fs.is_directory(path))

    def test_made_in_one_piece_for_each_directory(self) -> None:
        t, u = topic("t", 3), topic("u", 1, b"u" * 16)
        ready = self.prepared.make_ready([(t, range(3)), (u, [0])])
        assert ready is not None
        self.assertEqual(len(self.thread.waiting), 2)
        one = self.prepared.get(t, 2)
        assert one is not None
        self.assertEqual((one.made.log, self.made()), (None, []))
        self.assertIsNone(self.prepared.make_ready([(t, [1, 2])]), "they are being made")
        self.thread.run()
        self.assertNoResult(ready)
        self.thread.run()
        self.successResultOf(ready)
        self.assertEqual(self.made(), ["/data/t-0", "/data/t-2", "/more/t-1", "/more/u-0"])
        self.assertIsNotNone(one.made.log)

    def test_one_is_taken_once_and_by_its_topic(self) -> None:
        for creation in self.prepared.prepare([(topic("t", 1), [0])]):
            do_now(creation)
        other = topic("t", 1, b"o" * 16)
        self.assertEqual((self.prepared.get(other, 0), self.prepared.take(other, 0)), (None, None))
        taken = self.prepared.take(topic("t", 1), 0)
        assert taken is not None
        self.assertIsNone(taken.made.error)
        self.assertIsNone(self.prepared.take(topic("t", 1), 0))

    def test_what_cannot_be_made_says_so_when_it_is_taken(self) -> None:
        self.fs.make_directory("/data/t-0")
        for creation in self.prepared.prepare([(topic("t", 1), [0])]):
            do_now(creation)
        taken = self.prepared.take(topic("t", 1), 0)
        assert taken is not None
        self.assertIsInstance(taken.made.error, FileExistsError)

    def test_nowhere(self) -> None:
        self.directories[0].context.offline = OSError("gone")
        self.assertIs(self.prepared.fewest(), self.directories[1])
        self.directories[1].context.offline = OSError("gone")
        self.assertRaises(OSError, self.prepared.fewest)
        self.assertIsNone(self.prepared.make_ready([(topic("t", 1), [0])]))
        self.assertEqual(self.thread.waiting, [])

    def test_a_stop_waits_until_the_topics_are_told_of(self) -> None:
        ready = self.prepared.make_ready([(topic("t", 1), [0])])
        assert ready is not None
        self.prepared.close()
        (under_way,) = self.prepared.under_way
        told: list[bool] = []
        ready.addCallback(lambda _: told.append(under_way.called))
        self.thread.run()
        self.assertEqual((told, under_way.called, self.prepared.under_way), ([False], False, []))
        self.clock.advance(0)
        self.successResultOf(under_way)
        self.assertIsNone(self.prepared.make_ready([(topic("u", 1, b"u" * 16), [0])]))
