"""Clients as services."""

from __future__ import annotations

from typing import Any

from twisted.application.service import MultiService
from twisted.internet.defer import Deferred
from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.client.retry import ClientStopped
from klog.client.service import ClientService
from klog.client.settings import ClientSettings
from klog.config import ConfigError
from tests.client.fake_cluster import FakeCluster


class Noting(ClientService):
    """Notes what is done to it."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self.notes: list[str] = []
        self.finishing: Deferred[None] | None = None
        super().__init__(*arguments, **options)

    def starting(self) -> None:
        self.notes.append("starting")

    def stopping(self) -> Deferred[None] | None:
        self.notes.append("stopping")
        return self.finishing


class ServiceTests(SynchronousTestCase):
    """Start and stop."""

    def setUp(self) -> None:
        self.clock = Clock()
        self.cluster = FakeCluster(self.clock)
        self.client = Noting(self.clock, "host1", connect=self.cluster.connect, client_id="c")

    def test_it_starts_and_stops_with_its_parent(self) -> None:
        parent = MultiService()
        self.client.setServiceParent(parent)
        parent.startService()
        self.assertEqual(self.client.notes, ["starting"])
        self.successResultOf(parent.stopService())
        self.assertTrue(self.client.routing.stopped)

    def test_the_first_use_starts_it_once(self) -> None:
        self.client.ensure_started()
        self.client.ensure_started()
        self.client.startService()
        self.assertEqual(self.client.notes, ["starting"])

    def test_stopping_finishes_first_and_may_be_asked_for_twice(self) -> None:
        self.client.ensure_started()
        self.client.finishing = Deferred()
        stops = [self.client.stopService(), self.client.stopService()]
        self.assertFalse(self.client.routing.stopped)
        self.client.finishing.callback(None)
        for stop in [*stops, self.client.stopService()]:
            self.successResultOf(stop)
        self.assertEqual(self.client.notes, ["starting", "stopping"])
        for again in (self.client.startService, self.client.ensure_started):
            self.assertRaises(ClientStopped, again)

    def test_one_that_never_ran_stops_quietly(self) -> None:
        self.successResultOf(self.client.stopService())
        self.assertEqual(self.client.notes, [])

    def test_stopping_never_fails(self) -> None:
        self.client.ensure_started()
        self.client.finishing = Deferred()
        stop = self.client.stopService()
        self.client.finishing.errback(ZeroDivisionError())
        self.successResultOf(stop)
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)
        self.assertTrue(self.client.routing.stopped)

    def test_as_a_context(self) -> None:
        async def use() -> int:
            async with self.client as client:
                return len(client.notes)

        self.assertEqual(self.successResultOf(Deferred.fromCoroutine(use())), 1)
        self.assertTrue(self.client.routing.stopped)

    def test_options(self) -> None:
        self.assertEqual(self.client.settings.client_id, "c")
        given = ClientSettings(bootstrap_servers="x:1")
        self.assertIs(ClientService(self.clock, given, connect=self.cluster.connect).settings, given)
        with self.assertRaises(ConfigError):
            ClientService(self.clock, "host1", klient_id="x")
        for other in ("client_id", "sasl_username", "klient_id"):
            with self.assertRaisesRegex(ConfigError, other):
                ClientService(self.clock, given, **{other: "x"})
