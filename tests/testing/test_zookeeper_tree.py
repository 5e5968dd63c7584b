"""The data tree: what a ZooKeeper 3.9 does, seen without a wire; and a plain model beside it."""

from __future__ import annotations

import unittest
from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from klog.testing import zookeeper_acl as access
from klog.testing.zookeeper_acl import Acl, Acls
from klog.testing.zookeeper_tree import (
    EPHEMERAL,
    SEQUENCE,
    WATCH_ANY,
    WATCH_CHILDREN,
    WATCH_DATA,
    WATCH_RECURSIVE,
    DataTree,
    EventType,
    Mode,
    Transaction,
)
from klog.zookeeper import errors


class Heard:
    """A watcher that writes down what it is told."""

    def __init__(self) -> None:
        self.events: list[tuple[str, str]] = []

    def process(self, event: EventType, path: str, zxid: int, acls: Acls | None) -> None:
        self.events.append((event.name, path))

    def take(self) -> list[tuple[str, str]]:
        events, self.events = self.events, []
        return events


class TreeCase(unittest.TestCase):
    """A tree and a watcher."""

    def setUp(self) -> None:
        self.now_ms = 1000
        self.tree = DataTree(lambda: self.now_ms)
        self.heard = Heard()

    def refused(self, kind: type[errors.ZookeeperError], call: Callable[[], Any]) -> None:
        with self.assertRaises(kind):
            call()


class NodeTests(TreeCase):
    """Nodes and their stats."""

    def test_an_empty_tree(self) -> None:
        self.assertEqual(self.tree.paths(), [])
        root = self.tree.stat("/")
        self.assertEqual((root["cversion"], root["numChildren"], root["czxid"]), (-1, 1, 0))
        self.assertEqual(self.tree.names("/zookeeper"), ["config", "quota"])

    def test_stat(self) -> None:
        tree = self.tree
        path, made = tree.create("/a", b"xy")
        self.assertEqual((path, made["czxid"], made["mzxid"], made["pzxid"], made["version"]), ("/a", 1, 1, 1, 0))
        self.assertEqual((made["ctime"], made["dataLength"], made["ephemeralOwner"]), (1000, 2, 0))
        self.now_ms = 2000
        changed = tree.set("/a", b"z", 0)
        self.assertEqual(
            (changed["czxid"], changed["mzxid"], changed["version"], changed["mtime"], changed["ctime"]), (1, 2, 1, 2000, 1000)
        )
        tree.create("/a/b")
        tree.create("/a/c")
        tree.delete("/a/b")
        stat = tree.stat("/a")
        self.assertEqual((stat["cversion"], stat["numChildren"], stat["pzxid"], stat["mzxid"]), (3, 1, 5, 2))
        self.assertEqual(tree.paths(), ["/a", "/a/c"])
        self.assertEqual(tree.paths("/a/c"), ["/a/c"])
        self.assertEqual(tree.get("/a"), b"z")

    def test_refusals(self) -> None:
        tree = self.tree
        tree.create("/a")
        tree.create("/a/b")
        tree.create("/e", flags=EPHEMERAL, session_id=7)
        for kind, call in (
            (errors.NodeExistsException, lambda: tree.create("/a")),
            (errors.NodeExistsException, lambda: tree.create("/")),
            (errors.NoNodeException, lambda: tree.create("/x/y")),
            (errors.NoChildrenForEphemeralsException, lambda: tree.create("/e/x")),
            (errors.BadArgumentsException, lambda: tree.create("a")),
            (errors.BadArgumentsException, lambda: tree.create("/a/")),
            (errors.BadArgumentsException, lambda: tree.create("/a/..")),
            (errors.BadArgumentsException, lambda: tree.create("/x", flags=9)),
            (errors.InvalidACLException, lambda: tree.create("/x", acls=[])),
            (errors.NotEmptyException, lambda: tree.delete("/a")),
            (errors.BadVersionException, lambda: tree.delete("/a", 3)),
            (errors.NoNodeException, lambda: tree.delete("/x")),
            (errors.NoNodeException, lambda: tree.delete("/x/y")),
            (errors.BadArgumentsException, lambda: tree.delete("/")),
            (errors.BadArgumentsException, lambda: tree.delete("/zookeeper/quota")),
            (errors.NoNodeException, lambda: tree.set("/x", b"")),
            (errors.BadVersionException, lambda: tree.set("/a", b"", 1)),
            (errors.NoNodeException, lambda: tree.check("/x")),
            (errors.BadVersionException, lambda: tree.check("/a", 1)),
            (errors.NoNodeException, lambda: tree.read("/x")),
            (errors.NoNodeException, lambda: tree.exists("/x")),
            (errors.NoNodeException, lambda: tree.children("/x")),
            (errors.NoNodeException, lambda: tree.acl("/x")),
        ):
            self.refused(kind, call)
        # Writes that fail have numbers too; reads have none.
        self.assertEqual(tree.zxid, 3 + 19)

    def test_sequences_never_repeat(self) -> None:
        tree = self.tree
        tree.create("/q")
        first, _ = tree.create("/q/n-", flags=SEQUENCE)
        tree.delete(first)
        second, _ = tree.create("/q/n-", flags=SEQUENCE)
        third, _ = tree.create("/q/", flags=SEQUENCE)
        self.assertEqual((first, second, third), ("/q/n-0000000000", "/q/n-0000000001", "/q/0000000002"))

    def test_a_session_ends(self) -> None:
        tree = self.tree
        tree.create("/a")
        tree.create("/a/e", flags=EPHEMERAL, session_id=7)
        tree.create("/f", flags=EPHEMERAL, session_id=7)
        tree.create("/g", flags=EPHEMERAL, session_id=8)
        self.assertEqual(tree.ephemerals(7), ["/a/e", "/f"])
        zxid = tree.zxid
        tree.close_session(7)
        self.assertEqual(tree.paths(), ["/a", "/g"])
        self.assertEqual((tree.zxid, tree.ephemerals(7), tree.ephemerals(8)), (zxid + 1, [], ["/g"]))

    def test_put_and_remove(self) -> None:
        tree = self.tree
        tree.put("/a/b/c", b"1")
        tree.put("/a/b/c", b"2")
        self.assertEqual((tree.paths(), tree.get("/a/b/c")), (["/a", "/a/b", "/a/b/c"], b"2"))
        zxid = tree.zxid
        tree.remove("/a")
        tree.remove("/a")
        self.assertEqual((tree.paths(), tree.zxid), ([], zxid + 2))
        self.assertNotIn("/a", tree)


class AclTests(TreeCase):
    """Lists of nodes."""

    def test_may_and_may_not(self) -> None:
        tree = self.tree
        alice = (("digest", access.digest_id("alice:x")),)
        tree.create("/a", acls=[Acl(access.ALL, "auth", "")], identities=alice)
        self.refused(errors.NoAuthException, lambda: tree.read("/a"))
        self.refused(errors.NoAuthException, lambda: tree.exists("/a"))
        self.refused(errors.NoAuthException, lambda: tree.children("/a"))
        self.refused(errors.NoAuthException, lambda: tree.acl("/a"))
        self.refused(errors.NoAuthException, lambda: tree.set("/a", b""))
        self.refused(errors.NoAuthException, lambda: tree.create("/a/b"))
        self.refused(errors.NoAuthException, lambda: tree.set_acl("/a", access.OPEN))
        tree.create("/a/b", identities=alice)
        self.refused(errors.NoAuthException, lambda: tree.delete("/a/b"))
        self.assertEqual(tree.acl("/a", alice)[0], (Acl(access.ALL, *alice[0]),))
        stat = tree.set_acl("/a", [Acl(access.READ, "world", "anyone"), Acl(access.ADMIN, *alice[0])], 0, alice)
        self.assertEqual((stat["aversion"], stat["version"]), (1, 0))
        self.assertEqual(tree.acl("/a")[0][1].id, "alice:x")
        self.refused(errors.BadVersionException, lambda: tree.set_acl("/a", access.OPEN, 0, alice))
        tree.read("/a")


class WatchTests(TreeCase):
    """What is told, and in which order."""

    def test_one_shot(self) -> None:
        tree, heard = self.tree, self.heard
        self.refused(errors.NoNodeException, lambda: tree.exists("/a", heard))
        self.refused(errors.NoNodeException, lambda: tree.read("/b", heard))
        tree.children("/", heard)
        tree.create("/b")
        tree.create("/a")
        tree.create("/c")
        self.assertEqual(heard.take(), [("CHILD", "/"), ("CREATED", "/a")])
        tree.read("/a", heard)
        tree.children("/a", heard)
        tree.set("/a", b"")
        tree.set("/a", b"")
        tree.create("/a/b")
        self.assertEqual(heard.take(), [("CHANGED", "/a"), ("CHILD", "/a")])
        tree.read("/b", heard)
        tree.children("/b", heard)
        tree.children("/", heard)
        tree.delete("/b")
        self.assertEqual(heard.take(), [("DELETED", "/b"), ("CHILD", "/")])
        self.assertEqual(tree.watches, 0)

    def test_staying(self) -> None:
        tree, heard = self.tree, self.heard
        tree.add_watch("/a", heard, Mode.PERSISTENT)
        self.assertTrue(tree.has_watch("/a", heard))
        for step in (
            lambda: tree.create("/a"),
            lambda: tree.create("/a/b"),
            lambda: tree.set("/a/b", b""),
            lambda: tree.delete("/a/b"),
            lambda: tree.delete("/a"),
        ):
            step()
        self.assertEqual(heard.take(), [("CREATED", "/a"), ("CHILD", "/a"), ("CHILD", "/a"), ("DELETED", "/a")])
        tree.remove_watch("/a", heard, WATCH_ANY)
        tree.add_watch("/a", heard, Mode.RECURSIVE)
        tree.put("/a/b/c", b"1")
        tree.remove("/a/b")
        self.assertEqual(
            heard.take(), [("CREATED", "/a"), ("CREATED", "/a/b"), ("CREATED", "/a/b/c"), ("DELETED", "/a/b/c"), ("DELETED", "/a/b")]
        )
        tree.remove_watch("/a", heard, WATCH_RECURSIVE)
        self.refused(errors.NoWatcherException, lambda: tree.remove_watch("/a", heard, WATCH_RECURSIVE))
        tree.read("/a", heard)
        self.refused(errors.NoWatcherException, lambda: tree.remove_watch("/a", heard, WATCH_CHILDREN))
        tree.remove_watch("/a", heard, WATCH_DATA)
        self.assertEqual(tree.watches, 0)

    def test_after_a_reconnection(self) -> None:
        tree, heard = self.tree, self.heard
        for path in ("/same", "/changed", "/gone", "/parent"):
            tree.create(path)
        since = tree.zxid
        tree.set("/changed", b"")
        tree.delete("/gone")
        tree.create("/parent/child")
        tree.create("/made")
        tree.restore_watches(
            heard, since, ["/same", "/changed", "/gone"], ["/made", "/unmade"], ["/same", "/parent", "/gone"], ["/p"], ["/r"]
        )
        self.assertEqual(
            heard.take(), [("CHANGED", "/changed"), ("DELETED", "/gone"), ("CREATED", "/made"), ("CHILD", "/parent"), ("DELETED", "/gone")]
        )
        tree.set("/same", b"")
        tree.create("/unmade")
        tree.create("/same/x")
        tree.put("/r/x")
        self.assertEqual(
            heard.take(),
            [("CHANGED", "/same"), ("CREATED", "/unmade"), ("CHILD", "/same"), ("CREATED", "/r"), ("CREATED", "/r/x")],
        )
        tree.forget(heard)
        self.assertEqual(tree.watches, 0)


class TransactionTests(TreeCase):
    """All or nothing."""

    def test_together(self) -> None:
        tree, heard = self.tree, self.heard
        tree.add_watch("/", heard, Mode.RECURSIVE)

        def work() -> None:
            tree.create("/a")
            tree.create("/a/b", flags=EPHEMERAL, session_id=3)
            tree.set("/a", b"1")
            self.assertEqual(heard.events, [])

        tree.transact(work)
        self.assertEqual({tree.stat(path)["mzxid"] for path in tree.paths()}, {1})
        self.assertEqual(heard.take(), [("CREATED", "/a"), ("CREATED", "/a/b"), ("CHANGED", "/a")])

    def test_taken_back(self) -> None:
        tree, heard = self.tree, self.heard
        tree.create("/a", b"x")
        tree.create("/a/old", flags=EPHEMERAL, session_id=3)
        tree.add_watch("/", heard, Mode.RECURSIVE)
        before = {path: (tree.get(path), tree.stat(path)) for path in ["/", *tree.paths()]}

        def work() -> None:
            tree.create("/b")
            tree.create("/b/c", flags=EPHEMERAL, session_id=4)
            tree.set("/a", b"y")
            tree.delete("/a/old")
            tree.create("/a/new", flags=EPHEMERAL, session_id=3)
            tree.check("/a", 7)

        self.refused(errors.BadVersionException, lambda: tree.transact(work))
        self.assertEqual({path: (tree.get(path), tree.stat(path)) for path in ["/", *tree.paths()]}, before)
        self.assertEqual((heard.events, tree.ephemerals(3), tree.ephemerals(4), tree.zxid), ([], ["/a/old"], [], 3))
        tree.create("/z")
        self.assertEqual(heard.take(), [("CREATED", "/z")])


class CopyTests(TreeCase):
    """A tree that is behind another."""

    def test_told_when_it_learns(self) -> None:
        tree, heard = self.tree, self.heard
        tree.put("/a/b", b"1")
        copy = tree.copy()
        done: list[Transaction] = []
        tree.on_transaction = done.append
        copy.add_watch("/", heard, Mode.RECURSIVE)
        self.now_ms = 5000
        tree.set("/a/b", b"2")
        self.refused(errors.NoNodeException, lambda: tree.delete("/x"))
        tree.set_acl("/a", access.READ_ONLY)
        tree.create("/e", flags=EPHEMERAL, session_id=4)
        tree.close_session(4)
        self.assertEqual((copy.get("/a/b"), heard.events), (b"1", []))
        self.now_ms = 9000
        for transaction in done:
            copy.apply(transaction)
        self.assertEqual(heard.take(), [("CHANGED", "/a/b"), ("CREATED", "/e"), ("DELETED", "/e")])
        self.assertEqual((copy.stat("/a/b"), copy.acl("/a"), copy.zxid), (tree.stat("/a/b"), tree.acl("/a"), tree.zxid))
        self.assertEqual(copy.stat("/a/b")["mtime"], 5000)


NAMES = st.sampled_from(["/a", "/b", "/a/a", "/a/b", "/b/a", "/a/a/a"])
STEPS = st.one_of(
    st.tuples(st.just("create"), NAMES, st.sampled_from([0, EPHEMERAL]), st.sampled_from([1, 2])),
    st.tuples(st.just("set"), NAMES, st.sampled_from([-1, 0, 1]), st.just(0)),
    st.tuples(st.just("delete"), NAMES, st.sampled_from([-1, 0, 1]), st.just(0)),
    st.tuples(st.just("close"), st.just(""), st.just(0), st.sampled_from([1, 2])),
)


class ModelTests(unittest.TestCase):
    """A dict of path -> (version, owner) does the same."""

    @settings(deadline=None, max_examples=150)
    @given(st.lists(st.lists(STEPS, min_size=1, max_size=4), max_size=12))
    def test_like_the_model(self, transactions: list[list[tuple[str, str, int, int]]]) -> None:
        tree = DataTree()
        heard = Heard()
        tree.add_watch("/", heard, Mode.RECURSIVE)
        transactions_done: list[Transaction] = []
        tree.on_transaction = transactions_done.append
        behind = tree.copy()
        model: dict[str, tuple[int, int]] = {}
        shown: set[str] = set()
        for steps in transactions:
            if any(step[0] == "close" for step in steps):
                steps = [next(step for step in steps if step[0] == "close")]
            after: dict[str, tuple[int, int]] | None = dict(model)
            for step in steps:
                after = after if after is None else _model_step(after, step)

            def work(steps: list[tuple[str, str, int, int]] = steps) -> None:
                for name, path, number, session in steps:
                    if name == "create":
                        tree.create(path, flags=number, session_id=session)
                    elif name == "set":
                        tree.set(path, b"x", number)
                    elif name == "delete":
                        tree.delete(path, number)
                    else:
                        tree.close_session(session)

            try:
                tree.transact(work)
            except errors.ZookeeperError:
                self.assertIsNone(after)
            else:
                assert after is not None
                model = after
            self.assertEqual({path: (tree.stat(path)["version"], tree.stat(path)["ephemeralOwner"]) for path in tree.paths()}, model)
            for event, path in heard.take():
                (shown.add if event == "CREATED" else shown.discard if event == "DELETED" else lambda _: None)(path)
            self.assertEqual(shown, set(model))
        for transaction in transactions_done:
            behind.apply(transaction)
        for path in ["/", *tree.paths()]:
            self.assertEqual((behind.get(path), behind.stat(path), behind.names(path)), (tree.get(path), tree.stat(path), tree.names(path)))
        self.assertEqual((behind.zxid, behind.paths(), behind.ephemerals(1)), (tree.zxid, tree.paths(), tree.ephemerals(1)))


def _model_step(model: dict[str, tuple[int, int]], step: tuple[str, str, int, int]) -> dict[str, tuple[int, int]] | None:
    name, path, number, session = step
    if name == "close":
        return {node: value for node, value in model.items() if value[1] != session}
    if name == "create":
        parent = path.rpartition("/")[0]
        if path in model or (parent and (parent not in model or model[parent][1])):
            return None
        return {**model, path: (0, session if number else 0)}
    if path not in model or number not in (-1, model[path][0]):
        return None
    if name == "set":
        return {**model, path: (model[path][0] + 1, model[path][1])}
    if any(node.startswith(path + "/") for node in model):
        return None
    return {node: value for node, value in model.items() if node != path}
