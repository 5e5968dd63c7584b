"""Clients that are kept: per process, per thread, per settings."""

from __future__ import annotations

import os
import threading
import unittest

from klog.arrow import connections
from klog.arrow.connections import client_for, forget
from klog.client.settings import ClientSettings
from klog.net.security import Security
from klog.testing.embedded import Broker


def settings(name: str = "localhost:1", **more: object) -> ClientSettings:
    """Of a cluster."""
    return ClientSettings(bootstrap_servers=name, **more)  # type: ignore[arg-type]


class KeptTests(unittest.TestCase):
    """`client_for`."""

    def setUp(self) -> None:
        forget()
        self.addCleanup(forget)

    def test_one_for_each_settings(self) -> None:
        first = client_for(settings())
        self.assertIs(client_for(settings()), first)
        secret = Security(security_protocol="SASL_PLAINTEXT", sasl_mechanism="PLAIN", sasl_username="u", sasl_password="p")
        others = [client_for(settings("localhost:2")), client_for(settings(client_id="x")), client_for(settings(security=secret))]
        self.assertEqual(len({id(client) for client in [first, *others]}), 4)

    def test_forgotten_or_closed(self) -> None:
        first = client_for(settings())
        forget(settings())
        self.assertTrue(first.is_closed)
        second = client_for(settings())
        self.assertFalse(second.is_closed)
        second.close()
        self.assertFalse(client_for(settings()).is_closed)
        forget(settings("never:1"))

    def test_not_too_many(self) -> None:
        clients = [client_for(settings(f"host{number}:1")) for number in range(connections.MOST_CLIENTS)]
        self.assertIs(client_for(settings("host0:1")), clients[0])
        client_for(settings("one-more:1"))
        self.assertEqual([client.is_closed for client in clients[:3]], [False, True, False])

    def test_threads_do_not_share(self) -> None:
        found: list[object] = []
        thread = threading.Thread(target=lambda: found.append(client_for(settings())))
        thread.start()
        thread.join()
        self.assertIsNot(found[0], client_for(settings()))

    def test_a_fork_begins_anew_and_leaves_the_parents_connection_alone(self) -> None:
        with Broker(topics={"t": 1}) as broker:
            mine = settings(broker.bootstrap)
            client = client_for(mine)
            client.refresh(["t"])
            reading, writing = os.pipe()
            child = os.fork()
            if not child:
                try:
                    theirs = client_for(mine)
                    theirs.refresh(["t"], timeout_ms=10_000)
                    os.write(writing, b"new" if theirs is not client and client.is_closed else b"old")
                finally:
                    os._exit(0)
            self.assertEqual(os.read(reading, 3), b"new")
            os.waitpid(child, 0)
            os.close(reading)
            os.close(writing)
            self.assertIs(client_for(mine), client)
            connection = client.node(next(iter(client.metadata.nodes)))
            before = connection._socket
            client.refresh(["t"])
            self.assertIs(connection._socket, before)
