"""Watches: whom an event is for, and how they are told to a server again."""

from __future__ import annotations

from collections.abc import Callable

from twisted.trial.unittest import SynchronousTestCase

from klog.zookeeper.protocol import CHANGED_EVENT, CHILD_EVENT, CONNECTED_STATE, CREATED_EVENT, DELETED_EVENT
from klog.zookeeper.requests import SetWatches, SetWatches2
from klog.zookeeper.watches import ClientEvent, Watches, WatchKind


class WatchesTests(SynchronousTestCase):
    """`Watches`."""

    def setUp(self) -> None:
        self.watches = Watches()
        self.told: list[str] = []

    def _named(self, name: str) -> Callable[[ClientEvent], None]:
        return lambda event: self.told.append(name)

    def _fire(self, type_: int, path: str) -> list[str]:
        self.told = []
        for watcher in self.watches.take(type_, path):
            watcher(ClientEvent(type_, CONNECTED_STATE, path))
        return sorted(self.told)

    def _add_all(self, path: str) -> None:
        for kind in WatchKind:
            self.watches.add(kind, path, self._named(f"{kind.value} {path}"))

    def test_whom_events_are_for(self) -> None:
        for type_, kinds in (
            (CREATED_EVENT, {"data", "exist", "persistent", "recursive"}),
            (CHANGED_EVENT, {"data", "exist", "persistent", "recursive"}),
            (DELETED_EVENT, {"data", "exist", "child", "persistent", "recursive"}),
            (CHILD_EVENT, {"child", "persistent"}),
        ):
            self.watches = Watches()
            self._add_all("/a")
            self.assertEqual(set(self._fire(type_, "/a")), {f"{kind} /a" for kind in kinds})
            # Once each, but for those that stay.
            self.assertEqual(set(self._fire(type_, "/a")), {f"{kind} /a" for kind in kinds & {"persistent", "recursive"}})

    def test_recursive_hears_of_all_below(self) -> None:
        self._add_all("/a")
        self.watches.add(WatchKind.RECURSIVE, "/", self._named("root"))
        self.assertEqual(self._fire(CREATED_EVENT, "/a/b/c"), ["recursive /a", "root"])
        self.assertEqual(self._fire(CREATED_EVENT, "/ab"), ["root"])
        self.assertEqual(self._fire(CHILD_EVENT, "/a/b"), [])
        self.assertEqual(self._fire(99, "/ab"), ["root"])

    def test_forgotten_of_whatever_kind(self) -> None:
        mine, others = self._named("mine"), self._named("others")
        for kind in (WatchKind.DATA, WatchKind.EXIST, WatchKind.CHILD):
            self.watches.add(kind, "/a", mine)
            self.watches.add(kind, "/a", others)
        self.watches.forget("/a", mine)
        self.watches.forget("/b", mine)
        self.assertEqual(len(self.watches), 3)
        self.assertEqual(self._fire(DELETED_EVENT, "/a"), ["others"] * 3)

    def test_several_and_removal(self) -> None:
        first, second = self._named("first"), self._named("second")
        self.watches.add(WatchKind.PERSISTENT, "/a", first)
        self.watches.add(WatchKind.PERSISTENT, "/a", second)
        self.assertEqual(len(self.watches), 2)
        self.assertTrue(self.watches.remove(WatchKind.PERSISTENT, "/a", first))
        self.assertFalse(self.watches.remove(WatchKind.PERSISTENT, "/a", first))
        self.assertEqual(self._fire(CHANGED_EVENT, "/a"), ["second"])
        self.assertTrue(self.watches.is_watched("/a"))
        self.watches.remove(WatchKind.PERSISTENT, "/a", second)
        self.assertFalse(self.watches.is_watched("/a"))

    def test_take_all(self) -> None:
        self._add_all("/a")
        both = self._named("both")
        self.watches.add(WatchKind.RECURSIVE, "/x", both)
        self.watches.add(WatchKind.PERSISTENT, "/x", both)
        for watcher in self.watches.take_all():
            watcher(ClientEvent(-1, -112, ""))
        self.assertEqual(sorted(self.told), ["both", "child /a", "data /a", "exist /a", "persistent /a", "recursive /a"])
        self.assertEqual(len(self.watches), 0)

    def test_restore(self) -> None:
        self.assertEqual(list(self.watches.restore(5)), [])
        self.watches.add(WatchKind.DATA, "/a", self._named(""))
        self.watches.add(WatchKind.EXIST, "/b", self._named(""))
        self.watches.add(WatchKind.CHILD, "/", self._named(""))
        self.assertEqual(list(self.watches.restore(5, "/x")), [SetWatches(5, ["/x/a"], ["/x/b"], ["/x"])])
        self.watches.add(WatchKind.RECURSIVE, "/", self._named(""))
        self.assertEqual(list(self.watches.restore(5)), [SetWatches2(5, ["/a"], ["/b"], ["/"], (), ["/"])])

    def test_restore_in_pieces(self) -> None:
        for index in range(9_000):
            self.watches.add(WatchKind.DATA, f"/some/longer/path/ä{index:06}", self._named(""))
        self.watches.add(WatchKind.PERSISTENT, "/p", self._named(""))
        pieces = list(self.watches.restore(7))
        self.assertGreater(len(pieces), 1)
        for piece in pieces:
            self.assertIsInstance(piece, SetWatches2)
            self.assertLess(len(piece.encode()), 128 << 10)
        self.assertEqual(len({path for piece in pieces for path in piece.data}), 9_000)
        self.assertEqual([path for piece in pieces if isinstance(piece, SetWatches2) for path in piece.persistent], ["/p"])

    def test_event_names(self) -> None:
        event = ClientEvent(CHANGED_EVENT, CONNECTED_STATE, "/a")
        self.assertEqual((event.type_name, event.state_name), ("changed", "connected"))
        self.assertEqual(repr(event), "<ClientEvent changed at '/a' state: connected>")
        self.assertEqual(ClientEvent(77, 88, "").type_name, "type 77")
        self.assertEqual(ClientEvent(77, 88, "").state_name, "state 88")
