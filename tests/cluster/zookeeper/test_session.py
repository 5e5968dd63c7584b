"""One session: it reads, hears of changes, and ends."""

from __future__ import annotations

from klog.cluster.zookeeper.session import ZooKeeperSession
from klog.zookeeper.errors import ConnectionLossException
from klog.zookeeper.znodes import BrokerRegistration, ConfigZnode

from .zookeeper_case import ZooKeeperCase


class SessionTests(ZooKeeperCase):
    """From reading to the end."""

    def test_its_life(self) -> None:
        """Views, changes, the end."""
        heard: list[frozenset[str]] = []
        faults: list[str] = []
        self.tree.put(BrokerRegistration.path(1), b"{")
        self.tree.put("/config/topics/t", ConfigZnode({"a": "b"}).encode())
        session = ZooKeeperSession(self.reactor, self.client, lambda session, paths: heard.append(paths))
        self.assertFalse(session.is_ready)
        self.run_all(session.read(None, faults.append))
        self.assertEqual((session.is_ready, session.view.foreign, dict(session.configs.topic("t"))), (True, {1}, {"a": "b"}))
        self.assertEqual((len(faults), heard), (1, []))
        self.tree.put("/brokers/topics/t", b"{")
        self.tree.put("/elsewhere")
        self.reactor.advance(1)
        self.assertEqual([path for paths in heard for path in sorted(paths)][-1], "/brokers/topics/t")
        session.end()
        heard.clear()
        self.tree.put("/brokers/topics/u", b"{")
        self.reactor.advance(1)
        self.assertEqual((heard, session.is_over, session.is_ready), ([], True, False))

    def test_persistently(self) -> None:
        """Errors of the connection are survived, others are not."""
        session = ZooKeeperSession(self.reactor, self.client, lambda session, paths: None)
        outcomes: list[object] = [ConnectionLossException(), ConnectionLossException(), 7]

        async def once() -> object:
            outcome = outcomes.pop(0)
            if isinstance(outcome, Exception):
                raise outcome
            return outcome

        self.assertEqual(self.run_all(session.persistently(once)), 7)
        outcomes.append(ZeroDivisionError())
        with self.assertRaises(ZeroDivisionError):
            self.run_all(session.persistently(once))

    def test_a_mirror_that_fails(self) -> None:
        """Is told of."""
        failed: list[object] = []
        session = ZooKeeperSession(self.reactor, self.client, lambda session, paths: None, lambda session, why: failed.append(why))
        session.mirror._max_nodes = 15
        self.run_all(session.read(None, lambda sentence: None))
        self.assertEqual(failed, [])
        for name in "abcdefghijklmnopqrstuvw":
            self.tree.put(f"/brokers/topics/{name}", b"{")
        self.reactor.advance(1)
        self.assertEqual(failed, [session.mirror.failure])
        self.assertIn("too many", str(failed[0]))
