"""The page for those who come from txzookeeper: its listings are run, as one program, against a ZooKeeper in memory."""

from __future__ import annotations

import ast
import unittest
from typing import Any

from klog.testing.reactor import MemoryReactor
from klog.testing.zookeeper import MemoryZooKeeper
from klog.zookeeper.client import ZookeeperClient
from tests.docs.pages import DOCS, blocks


class PageTests(unittest.TestCase):
    """docs/migrating/txzookeeper.md."""

    def test_listings(self) -> None:
        page = DOCS / "migrating/txzookeeper.md"
        reactor = MemoryReactor()
        zookeeper = MemoryZooKeeper(reactor)
        names: dict[str, Any] = {"reactor": reactor, "servers": f"{zookeeper.connect}/app"}
        zookeeper.tree.put("/app", b"")
        count = 0
        for block in blocks(page.read_text(encoding="utf-8")):
            if block.language == "python":
                count += 1
                code = compile("\n" * block.line + block.text, str(page), "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
                running = eval(code, names)
                if running is not None:
                    reactor.until(running)
        self.assertGreaterEqual(count, 6)
        self.assertEqual(zookeeper.session_ids, [])

    def test_names_of_the_tables(self) -> None:
        for name in (
            "create",
            "delete",
            "exists",
            "get",
            "get_children",
            "set",
            "get_acl",
            "set_acl",
            "sync",
            "add_auth",
            "close",
            "connect",
        ):
            self.assertTrue(callable(getattr(ZookeeperClient, name)))
        for name in ("connected", "state", "client_id", "session_timeout", "unrecoverable"):
            self.assertIsInstance(getattr(ZookeeperClient, name), property)
