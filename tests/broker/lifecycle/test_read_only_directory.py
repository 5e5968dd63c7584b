"""One of two data directories lies on a read-only mount: it is out of service and the other serves, whether that is found at the start or
while the broker runs."""

from __future__ import annotations

import errno
import os

from twisted.trial.unittest import SynchronousTestCase

from klog.errors import KlogError
from klog.testing.broker import MemoryBroker

CHANGES = ("write", "truncate", "allocate", "sync", "create", "rename", "remove", "remove_directory", "make_directory")
PROPERTIES = {"log.dirs": "/one,/two", "log.flush.interval.messages": "1"}


class ReadOnlyDirectoryTests(SynchronousTestCase):
    """With a file system in memory that refuses changes beneath ``/two`` with EROFS."""

    def read_only(self, name: str, path: str) -> None:
        if path.startswith("/two") and name in CHANGES:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), path)

    def broker(self) -> tuple[MemoryBroker, dict[int, str]]:
        """Two partitions, one in each directory, with a record."""
        memory = MemoryBroker(PROPERTIES).start()
        made: list[object] = []
        memory.broker.coordination.create_topic("t", [[1], [1]], {}).addBoth(made.append)
        memory.advance(0.1)
        homes = {}
        for number in (0, 1):
            memory.put("t", [b"before"], partition=number)
            found = memory.broker.partitions.get("t", number)
            assert found is not None
            homes[number] = found.log.directory.rpartition("/")[0]
        memory.advance(0.5)
        self.assertEqual(sorted(homes.values()), ["/one", "/two"])
        return memory, homes

    def check(self, memory: MemoryBroker, homes: dict[int, str]) -> None:
        (well,) = [number for number, home in homes.items() if home == "/one"]
        memory.put("t", [b"after"], partition=well)
        memory.advance(0.5)
        self.assertEqual([one.value for one in memory.messages("t", well)], [b"before", b"after"])
        offline = [directory.path for directory in memory.broker.directories.offline]
        self.assertEqual(offline, ["/two"])

    def test_at_the_start(self) -> None:
        memory, homes = self.broker()
        memory.stop()
        memory.file_system.before_act = self.read_only
        again = MemoryBroker(PROPERTIES, file_system=memory.file_system).start()
        self.check(again, homes)
        again.stop()
        # Mounted for writing once more: all of it is there.
        memory.file_system.before_act = None
        last = MemoryBroker(PROPERTIES, file_system=memory.file_system).start()
        for number in (0, 1):
            self.assertEqual(last.messages("t", number)[0].value, b"before")
        last.stop()
        self.flushLoggedErrors()

    def test_while_it_runs(self) -> None:
        memory, homes = self.broker()
        memory.file_system.before_act = self.read_only
        (ill,) = [number for number, home in homes.items() if home == "/two"]
        try:
            memory.put("t", [b"refused"], partition=ill)
        except KlogError:
            pass
        memory.advance(1)
        self.check(memory, homes)
        memory.stop()
        self.flushLoggedErrors()
