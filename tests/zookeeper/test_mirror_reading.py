"""The two ways of reading; the rest of them is seen through `test_mirror`."""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import Deferred, fail, succeed
from twisted.trial.unittest import SynchronousTestCase

from klog.zookeeper.errors import ConnectionLossException, NoAuthException, NoNodeException
from klog.zookeeper.mirror_reading import ALL, CHILDREN, DATA, OneShotReader, RecursiveReader
from klog.zookeeper.protocol import CHANGED_EVENT, CHILD_EVENT, CONNECTED_STATE, DELETED_EVENT, SESSION_EVENT
from klog.zookeeper.watches import ClientEvent


def stat(children: int = 0, owner: int = 0) -> dict[str, int]:
    """What the readers look at."""
    return {"numChildren": children, "ephemeralOwner": owner}


class Client:
    """Answers out of a dict of path -> (data, names of children), and keeps the watches."""

    def __init__(self, nodes: dict[str, Any]) -> None:
        self.nodes = nodes
        self.asked: list[tuple[str, str]] = []
        self.watches: dict[tuple[str, str], Deferred[ClientEvent]] = {}

    def _result(self, path: str, convert: Any) -> Any:
        found = self.nodes.get(path, NoNodeException(path=path))
        return found if isinstance(found, Exception) else convert(found)

    def _ask(self, what: str, path: str, convert: Any) -> Deferred[Any]:
        self.asked.append((what, path))
        result = self._result(path, convert)
        return fail(result) if isinstance(result, Exception) else succeed(result)

    def _watched(self, what: str, path: str, convert: Any) -> tuple[Deferred[Any], Deferred[ClientEvent]]:
        watch = self.watches[what, path] = Deferred()
        return self._ask(what + " and watch", path, convert), watch

    @staticmethod
    def _data(found: Any) -> Any:
        return found[0], stat(len(found[1]), *found[2:])

    def get_many(self, paths: list[str]) -> Deferred[Any]:
        self.asked.append(("get", " ".join(paths)))
        return succeed([self._result(path, self._data) for path in paths])

    def children_of_many(self, paths: list[str]) -> Deferred[Any]:
        self.asked.append(("list", " ".join(paths)))
        return succeed([self._result(path, lambda found: found[1]) for path in paths])

    def get(self, path: str) -> Deferred[Any]:
        return self._ask("get", path, self._data)

    def get_children(self, path: str) -> Deferred[Any]:
        return self._ask("list", path, lambda found: found[1])

    def get_and_watch(self, path: str) -> Any:
        return self._watched("get", path, self._data)

    def exists_and_watch(self, path: str) -> Any:
        watch = self.watches["get", path] = Deferred()
        return succeed(None), watch

    def get_children_and_watch(self, path: str) -> Any:
        return self._watched("list", path, lambda found: found[1])


class RecursiveReaderTests(SynchronousTestCase):
    """Level by level, in batches."""

    def test_levels(self) -> None:
        client = Client({"/a": (b"", ["y", "x"]), "/a/x": (b"1", ["z"]), "/a/y": NoAuthException(), "/a/x/z": (b"", [])})
        sizes: list[int] = []
        reading = RecursiveReader(client).read_all(["/a", "/b"], sizes.append)  # type: ignore[arg-type]
        found = self.successResultOf(Deferred.fromCoroutine(reading))
        self.assertEqual(sorted(found), ["/a", "/a/x", "/a/x/z"])
        self.assertEqual(client.asked, [("get", "/a /b"), ("list", "/a"), ("get", "/a/x /a/y"), ("list", "/a/x"), ("get", "/a/x/z")])
        self.assertEqual(sizes, [2, 3, 3])

    def test_marked(self) -> None:
        client = Client({"/a": (b"1", [])})
        reader = RecursiveReader(client)  # type: ignore[arg-type]
        found = self.successResultOf(Deferred.fromCoroutine(reader.read({"/a": ALL, "/b": DATA}, {}, {})))
        self.assertEqual(found, {"/a": (b"1", stat()), "/b": None})
        self.assertEqual(self.successResultOf(Deferred.fromCoroutine(reader.read({}, {}, {}))), {})

    def test_a_value_that_is_no_answer(self) -> None:
        client = Client({"/a": ConnectionLossException(path="/a")})
        reading = RecursiveReader(client).read({"/a": ALL}, {}, {})  # type: ignore[arg-type]
        self.failureResultOf(Deferred.fromCoroutine(reading), ConnectionLossException)


class OneShotReaderTests(SynchronousTestCase):
    """Each watch once."""

    def setUp(self) -> None:
        self.client = Client({"/a": (b"", ["e", "x"]), "/a/x": (b"1", []), "/a/e": (b"", [], 5)})
        self.marked: list[tuple[str, int]] = []
        self.reader = OneShotReader(self.client, ["/a"], lambda path, what: self.marked.append((path, what)))  # type: ignore[arg-type]

    def read(self, marked: dict[str, int], nodes: Any = None, children: Any = None) -> dict[str, Any]:
        return self.successResultOf(Deferred.fromCoroutine(self.reader.read(marked, nodes or {}, children or {})))

    def read_all(self) -> dict[str, Any]:
        return self.successResultOf(Deferred.fromCoroutine(self.reader.read_all(["/a"], lambda _: None)))

    def test_everything_is_watched_once(self) -> None:
        self.assertEqual(sorted(self.read_all()), ["/a", "/a/e", "/a/x"])
        first = dict(self.client.watches)
        self.assertEqual(sorted(self.read_all()), ["/a", "/a/e", "/a/x"])
        self.assertEqual({key: id(watch) for key, watch in self.client.watches.items()}, {key: id(watch) for key, watch in first.items()})

    def test_events_mark(self) -> None:
        self.read_all()
        for key, event in ((("get", "/a/x"), CHANGED_EVENT), (("list", "/a"), CHILD_EVENT), (("list", "/a/x"), DELETED_EVENT)):
            self.client.watches[key].callback(ClientEvent(event, CONNECTED_STATE, key[1]))
        self.client.watches["get", "/a"].callback(ClientEvent(SESSION_EVENT, -112, ""))
        self.assertEqual(self.marked, [("/a/x", DATA), ("/a", CHILDREN), ("/a/x", ALL), ("/a", DATA)])
        self.client.asked.clear()
        self.read({"/a/x": DATA})
        self.assertEqual(self.client.asked, [("get and watch", "/a/x")])

    def test_children_that_came_and_went(self) -> None:
        nodes = self.read_all()
        self.client.nodes.update({"/a": (b"", ["x", "n"]), "/a/n": (b"", ["m"]), "/a/n/m": (b"2", [])})
        found = self.read({"/a": CHILDREN}, nodes, {"/a": {"e", "x"}})
        self.assertEqual(found, {"/a/e": None, "/a/n": (b"", stat(1)), "/a/n/m": (b"2", stat())})

    def test_a_read_that_fails_watches_nothing(self) -> None:
        self.client.nodes["/a/x"] = ConnectionLossException(path="/a/x")
        failing = Deferred.fromCoroutine(self.reader.read({"/a/x": ALL}, {}, {}))
        self.failureResultOf(failing, ConnectionLossException)
        self.client.nodes["/a/x"] = (b"", [])
        self.client.asked.clear()
        self.read({"/a/x": ALL})
        self.assertEqual(self.client.asked, [("get and watch", "/a/x"), ("list and watch", "/a/x")])
