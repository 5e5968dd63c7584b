"""A client and a mirror on a `FakeTree`, for what stands on both; every answer waits until the test lets it come."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from twisted.internet.defer import Deferred, fail, succeed

from klog.cluster.zookeeper.view import Changes, ClusterView
from klog.zookeeper.errors import NodeExistsException, NoNodeException, ZookeeperError
from klog.zookeeper.requests import Delete, Operation, Set
from tests.cluster.zookeeper.tree import FakeTree, do


class FakeClient:
    """What a controller uses of `ZookeeperClient`.

    :ivar asked: names of the operations, in order; multis as their operations.
    :ivar before: called before the next operations, one for each.
    :ivar held: answers that wait while `is_holding`.
    """

    def __init__(self, tree: FakeTree, session_id: int) -> None:
        self.tree = tree
        self.session_id = session_id
        self.asked: list[Any] = []
        self.before: list[Callable[[], object]] = []
        self.is_holding = False
        self.held: list[Callable[[], None]] = []

    def _answer(self, what: object, work: Callable[[], Any]) -> Deferred[Any]:
        self.asked.append(what)
        try:
            if self.before:
                self.before.pop(0)()
            value = work()
        except ZookeeperError as error:
            answer: Deferred[Any] = fail(error)
        else:
            answer = succeed(value)
        if not self.is_holding:
            return answer
        later: Deferred[Any] = Deferred()
        self.held.append(lambda: answer.chainDeferred(later) and None)
        return later

    def let_go(self) -> None:
        """What is held comes now."""
        held, self.held = self.held, []
        for each in held:
            each()

    def _node(self, path: str) -> Any:
        node = self.tree.nodes.get(path)
        if node is None:
            raise NoNodeException(operation="get", path=path)
        return node

    def get(self, path: str) -> Deferred[Any]:
        return self._answer("get", lambda: (self._node(path).data, self._node(path).stat))

    def exists(self, path: str) -> Deferred[Any]:
        return self._answer("exists", lambda: self.tree.stat(path))

    def create(self, path: str, data: bytes = b"") -> Deferred[Any]:
        def work() -> str:
            if path in self.tree.nodes:
                raise NodeExistsException(path=path)
            self.tree.write(path, data)
            return path

        return self._answer("create", work)

    def set(self, path: str, data: bytes, version: int = -1) -> Deferred[Any]:
        return self._answer("set", lambda: do(self.tree, [Set(path, data, version)])[0])

    def delete(self, path: str, version: int = -1) -> Deferred[Any]:
        return self._answer("delete", lambda: do(self.tree, [Delete(path, version)]))

    def multi(self, operations: Sequence[Operation]) -> Deferred[Any]:
        return self._answer(list(operations), lambda: do(self.tree, operations, self.session_id))


class FakeMirror:
    """Tells its view what changed in the tree, when asked."""

    def __init__(self, tree: FakeTree) -> None:
        self.tree = tree
        self.view = ClusterView(tree)
        self.changed: Callable[[Changes], None] = lambda changes: None
        self.told: set[str] = set()
        tree.told.append(self.told)

    def deliver(self) -> None:
        """What changed since the last time."""
        paths = frozenset(self.told)
        self.told.clear()
        if paths:
            self.changed(self.view.apply(paths))

    def sync(self) -> Deferred[None]:
        self.deliver()
        return succeed(None)
