"""One id for each topic, whatever its partitions say."""

from __future__ import annotations

import os
import unittest

from klog.model import NO_TOPIC_ID, TopicPartition, topic_id_to_text
from klog.storage.directories.partition_metadata import read_partition_metadata
from klog.storage.directories.topic_ids import TopicIds, new_topic_id
from klog.storage.log.log import Log
from klog.storage.settings import LogSettings
from tests.storage.logs import Place, create

ONE, OTHER, DRAWN = b"1" * 16, b"2" * 16, b"3" * 16


class TopicIdsTests(unittest.TestCase):
    """Over logs in memory."""

    def setUp(self) -> None:
        self.place = Place()
        self.directory = self.place.directory()
        self.directory.load()
        self.names = [TopicPartition("t", number) for number in range(3)]
        for name in self.names:
            create(self.directory, name, ONE, LogSettings())
        self.dropped: list[tuple[Log, bytes]] = []
        self.warnings: list[str] = []

    def settle(self, *found: bytes | None, remembered: bytes | None = None, keep_odd: bool = False) -> bytes:
        """The topic's id, where its partitions have these."""
        for name, topic_id in zip(self.names, found, strict=True):
            self.directory.logs[name].topic_id = topic_id or NO_TOPIC_ID
            if topic_id is None:
                self.place.fs.remove(f"/data/{name.topic}-{name.partition}/partition.metadata")
        ids = TopicIds(
            self.place.fs,
            {} if remembered is None else {"t": remembered},
            lambda topic: DRAWN,
            keep_odd=keep_odd,
            drop=lambda log, topic_id: self.dropped.append((log, topic_id)),
            warn=self.warnings.append,
        )
        settled = ids.settle(self.directory.logs, dict(zip(self.names, found, strict=True)))
        return settled["t"]

    def on_disk(self) -> list[bytes | None]:
        return [read_partition_metadata(self.place.fs, f"/data/t-{name.partition}") for name in self.names]

    def test_most_have_it(self) -> None:
        self.assertEqual(self.settle(OTHER, ONE, ONE), ONE)
        self.assertEqual(self.dropped, [(self.directory.logs[self.names[0]], ONE)])

    def test_one_is_remembered(self) -> None:
        self.assertEqual(self.settle(OTHER, ONE, ONE, remembered=OTHER), OTHER)
        self.assertEqual([log.topic_partition.partition for log, _ in self.dropped], [1, 2])

    def test_what_is_remembered_and_nowhere_here(self) -> None:
        self.assertEqual(self.settle(ONE, ONE, ONE, remembered=OTHER), ONE)

    def test_each_keeps_its_own_where_somebody_else_compares(self) -> None:
        self.assertEqual(self.settle(OTHER, ONE, ONE, keep_odd=True), ONE)
        self.assertEqual((self.dropped, self.directory.logs[self.names[0]].topic_id), ([], OTHER))

    def test_none_has_one(self) -> None:
        self.assertEqual(self.settle(None, None, None), DRAWN)
        self.assertEqual(self.on_disk(), [DRAWN] * 3)

    def test_one_lacks_it(self) -> None:
        self.assertEqual(self.settle(ONE, None, ONE), ONE)
        self.assertEqual((self.on_disk(), self.directory.logs[self.names[1]].topic_id), ([ONE] * 3, ONE))

    def test_a_character_is_damaged(self) -> None:
        self.assertEqual(self.settle(ONE[:-1] + b"0", ONE, ONE, remembered=ONE), ONE)
        self.assertEqual((self.dropped, self.on_disk(), len(self.warnings)), ([], [ONE] * 3, 1))

    def test_a_disk_that_does_not_take_it(self) -> None:
        def before_act(act: str, path: str) -> None:
            if act == "open" and path.endswith("partition.metadata.tmp"):
                raise OSError(28, "full", path)

        self.place.fs.before_act = before_act
        self.assertEqual(self.settle(None, ONE, ONE), ONE)
        self.assertIn("the topic's id cannot be written", self.warnings[0])
        self.assertEqual(self.directory.logs[self.names[0]].topic_id, ONE)


class NewTopicIdTests(unittest.TestCase):
    """Kafka draws them so."""

    def test_drawn_ids(self) -> None:
        ids = {new_topic_id(os.urandom) for _ in range(500)}
        self.assertEqual(len(ids), 500)
        self.assertFalse([one for one in ids if topic_id_to_text(one).startswith("-")])

    def test_no_dash_in_front(self) -> None:
        draws = iter([b"\xf8" + bytes(15), b"\x01" + bytes(15)])
        self.assertEqual(new_topic_id(lambda count: next(draws))[0], 1)
