"""One of two data directories refuses any single act on the disk, or every one from some act on: the other serves all the time, nothing
that was acknowledged is lost, and the next start finds all of it."""

from __future__ import annotations

import contextlib
import errno
import os

import pytest
from twisted.trial.unittest import SynchronousTestCase

from klog.errors import KlogError
from klog.testing.broker import MemoryBroker
from klog.testing.filesystem import MemoryFileSystem
from tests import peers

#: Acts that change something.
CHANGES = ("write", "truncate", "sync", "sync_directory", "create", "rename", "remove", "remove_directory", "make_directory")
PROPERTIES = {
    "log.dirs": "/one,/two",
    "log.flush.interval.messages": "1",
    "log.retention.check.interval.ms": "1000",
    "log.initial.task.delay.ms": "1000",
    "log.segment.delete.delay.ms": "1000",
    "log.cleaner.backoff.ms": "1000",
    "log.flush.offset.checkpoint.interval.ms": "1000",
}
#: Of topics: few records fill a segment.
SMALL = {"internal.segment.bytes": "300"}


@pytest.mark.soak
class DirectoryFaultsTests(SynchronousTestCase):
    """A broker's life, short and eventful."""

    def setUp(self) -> None:
        self.acts = 0
        self.point = -1
        self.number = errno.EIO
        self.is_for_ever = False
        #: What was acknowledged, by topic and partition.
        self.acknowledged: dict[tuple[str, int], list[bytes]] = {}
        self.is_faulty = True

    def before_act(self, name: str, path: str) -> None:
        if not self.is_faulty or not path.startswith("/two") or name not in CHANGES:
            return
        self.acts += 1
        if self.acts == self.point or (self.is_for_ever and self.acts > self.point):
            raise OSError(self.number, os.strerror(self.number), path)

    def put(self, topic: str, partition: int) -> bool:
        """Whether it was acknowledged: appended, and flushed."""
        values = self.acknowledged.setdefault((topic, partition), [])
        value = b"%s-%d %d" % (topic.encode(), partition, len(values))
        try:
            offset = self.memory.put(topic, [value + b"x" * 40], partition=partition)
        except KlogError:
            return False
        self.memory.advance(0.1)
        found = self.memory.broker.partitions.get(topic, partition)
        if found is None or found.log.high_watermark <= offset:
            return False
        values.append(value)
        return True

    def create(self, topic: str, **configs: str) -> bool:
        made = self.memory.broker.coordination.create_topic(topic, [[1], [1]], {**SMALL, **configs})
        result: list[object] = []
        made.addBoth(result.append)
        self.memory.advance(0.1)
        return not hasattr(result[0], "value")

    def live(self, point: int, number: int, for_ever: bool) -> bool:
        """Whether the life came so far."""
        self.setUp()
        self.point, self.number, self.is_for_ever = point, number, for_ever
        self.memory = memory = MemoryBroker(PROPERTIES)
        memory.file_system.before_act = self.before_act
        try:
            memory.start()
        except Exception as error:  # noqa: BLE001
            self.fail(f"the start was refused at {point}: {error}")
        where = f"act {point}, errno {number}, {'for ever' if for_ever else 'once'}"
        topics = [topic for topic in ("a", "b") if self.create(topic)]
        for count in range(6):
            for topic in topics:
                for partition in (0, 1):
                    home = self.home(topic, partition)
                    done = self.put(topic, partition)
                    if home == "/one":
                        self.assertTrue(done, f"{where}: {topic}-{partition} in the directory that is well, record {count}")
        memory.advance(3)
        if "b" in topics:
            memory.broker.coordination.delete_topic("b").addErrback(lambda failure: failure.trap(KlogError))
            memory.advance(3)
            self.acknowledged = {place: values for place, values in self.acknowledged.items() if place[0] != "b"}
        came = self.acts >= point
        with contextlib.suppress(KlogError):
            self.put("c", 0)
        for topic in set(topics) - {"b"}:
            for partition in (0, 1):
                if self.home(topic, partition) == "/one":
                    self.assertTrue(self.put(topic, partition), where)
        memory.stop()
        came = came or self.acts >= point
        # The disk was mended, and the broker is started again.
        self.is_faulty = False
        self.memory = MemoryBroker(PROPERTIES, file_system=self.disk(memory.file_system))
        self.memory.start()
        for (topic, partition), values in self.acknowledged.items():
            if values:
                found = [one.value.rstrip(b"x") for one in self.memory.messages(topic, partition)]
                self.assertEqual([value for value in found if value in values], values, where)
        self.assertNotIn("b", self.memory.broker.coordination.topics() if "b" in topics else {}, where)
        for topic in self.memory.broker.coordination.topics():
            self.memory.put(topic, [b"after"])
        self.memory.stop()
        self.flushLoggedErrors()
        return came

    @staticmethod
    def disk(file_system: MemoryFileSystem) -> MemoryFileSystem:
        file_system.before_act = None
        return file_system

    def home(self, topic: str, partition: int) -> str | None:
        found = self.memory.broker.partitions.get(topic, partition)
        return None if found is None else found.log.directory.rpartition("/")[0]

    def all_points(self, number: int, for_ever: bool, step: int) -> None:
        """Every act in the soak; otherwise each `step`-th, from a drawn one on."""
        seed = peers.seed()
        print(f"KLOG_SEED={seed}")
        step = 1 if peers.SOAK else step
        point = 1 + seed % step
        while self.live(point, number, for_ever):
            point += step
        self.assertGreater(point, 60)

    def test_an_error_once(self) -> None:
        self.all_points(errno.EIO, False, 3)

    def test_a_disk_that_is_dead_from_some_moment_on(self) -> None:
        self.all_points(errno.EIO, True, 5)

    def test_a_full_disk_once(self) -> None:
        self.all_points(errno.ENOSPC, False, 5)

    def test_a_disk_that_is_full_from_some_moment_on(self) -> None:
        self.all_points(errno.ENOSPC, True, 7)
