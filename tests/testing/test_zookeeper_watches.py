"""The watch tables: who is told what, and how often."""

from __future__ import annotations

import unittest

from klog.testing.zookeeper_acl import Acls
from klog.testing.zookeeper_watches import EventType, Mode, WatchTable


class Heard:
    """A watcher that writes down what it is told."""

    def __init__(self) -> None:
        self.events: list[tuple[EventType, str]] = []

    def process(self, event: EventType, path: str, zxid: int, acls: Acls | None) -> None:
        self.events.append((event, path))


class WatchTableTests(unittest.TestCase):
    """One table."""

    def setUp(self) -> None:
        self.table = WatchTable()
        self.one, self.other = Heard(), Heard()

    def trigger(self, path: str, event: EventType = EventType.CHANGED) -> None:
        self.table.trigger(event, path, 1, None)

    def test_once(self) -> None:
        self.table.add("/a", self.one)
        self.table.add("/a", self.one)
        self.table.add("/a", self.other)
        self.trigger("/a/b")
        self.trigger("/a")
        self.trigger("/a")
        self.assertEqual(self.one.events, [(EventType.CHANGED, "/a")])
        self.assertEqual(self.other.events, self.one.events)
        self.assertEqual(len(self.table), 0)

    def test_persistent(self) -> None:
        self.table.add("/a", self.one, Mode.PERSISTENT)
        for path in ("/a", "/a/b", "/a"):
            self.trigger(path)
        self.assertEqual(self.one.events, [(EventType.CHANGED, "/a")] * 2)

    def test_recursive_reaches_down_and_not_sideways(self) -> None:
        self.table.add("/a", self.one, Mode.RECURSIVE)
        self.table.add("/", self.other, Mode.RECURSIVE)
        for path in ("/a", "/a/b/c", "/ab", "/"):
            self.trigger(path)
        self.assertEqual([path for _, path in self.one.events], ["/a", "/a/b/c"])
        self.assertEqual([path for _, path in self.other.events], ["/a", "/a/b/c", "/ab", "/"])

    def test_modes_live_side_by_side(self) -> None:
        self.table.add("/a", self.one, Mode.RECURSIVE)
        self.table.add("/a", self.one)
        self.trigger("/a")
        self.trigger("/a")
        self.assertEqual(len(self.one.events), 2)
        self.assertTrue(self.table.has("/a", self.one, Mode.RECURSIVE))
        self.assertFalse(self.table.has("/a", self.one, Mode.STANDARD))

    def test_remove(self) -> None:
        self.table.add("/a", self.one, Mode.RECURSIVE | Mode.STANDARD)
        self.assertFalse(self.table.remove("/a", self.one, Mode.PERSISTENT))
        self.assertTrue(self.table.remove("/a", self.one, Mode.RECURSIVE))
        self.trigger("/a/b")
        self.assertTrue(self.table.remove("/a", self.one))
        self.assertFalse(self.table.remove("/a", self.one))
        self.trigger("/a")
        self.assertEqual(self.one.events, [])
        self.assertFalse(self.table.has("/a", self.one))

    def test_forget(self) -> None:
        for path in ("/a", "/b"):
            self.table.add(path, self.one, Mode.RECURSIVE)
            self.table.add(path, self.other)
        self.table.forget(self.one)
        self.table.forget(self.one)
        self.trigger("/a")
        self.assertEqual((self.one.events, len(self.other.events), len(self.table)), ([], 1, 1))

    def test_who_was_told_already_is_not_told_again(self) -> None:
        children = WatchTable()
        self.table.add("/a", self.one)
        children.add("/a", self.one)
        children.add("/a", self.other)
        told = self.table.trigger(EventType.DELETED, "/a", 1, None)
        children.trigger(EventType.DELETED, "/a", 1, None, told)
        self.assertEqual((len(self.one.events), len(self.other.events), len(children)), (1, 1, 0))
