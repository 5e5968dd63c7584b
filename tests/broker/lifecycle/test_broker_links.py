"""Connections to other brokers, one kind for each purpose."""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import Deferred, succeed
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.lifecycle.broker_links import BrokerLinks, ControlSender
from klog.net.connection_settings import ConnectionSettings
from klog.replication.inter_broker_versions import RequestVersions
from klog.wire.messages.update_metadata import UpdateMetadataRequest


class Client:
    """Remembers what it was asked to connect to."""

    def __init__(self, listener: str) -> None:
        self.listener = listener
        self.made: list[tuple[str, int, dict[str, Any]]] = []

    def connect(self, reactor: object, host: str, port: int, **options: Any) -> Any:
        self.made.append((host, port, options))
        return Connection()


class Connection:
    """Remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, dict[str, Any]]] = []
        self.is_closed = False

    def request(self, message: Any, **options: Any) -> Deferred[Any]:
        self.asked.append((message, options))
        return succeed("answer")

    def close(self) -> Deferred[None]:
        self.is_closed = True
        return succeed(None)


class BrokerLinksTests(SynchronousTestCase):
    """Client ids, versions and listeners."""

    def setUp(self) -> None:
        self.brokers, self.control = Client("REPLICATION"), Client("CONTROL")
        self.versions = RequestVersions.of("3.9")

    def links(self, *, control: bool = True) -> BrokerLinks:
        clients: Any = (self.brokers, self.control if control else None)
        return BrokerLinks(
            None, 7, self.versions, *clients, controller_timeout_ms=1_000, replica_timeout_ms=2_000, most_fetched_bytes=300 << 20
        )

    def test_each_purpose(self) -> None:
        links = self.links()
        links.to_peer("c", 1)
        links.to_broker(3, "b", 2)
        links.to_leader("l", 3, "broker-7-fetcher-0")
        [(host, _, options), (leader, _, following)] = self.brokers.made
        self.assertEqual((host, options["client_id"]), ("c", "7"))
        assumed = self.versions.by_api_key()
        settings = ConnectionSettings(connect_timeout_ms=2_000, request_timeout_ms=2_000, max_response_bytes=300 << 20, max_in_flight=1)
        self.assertEqual(
            (leader, following),
            ("l", {"client_id": "broker-7-fetcher-0", "assumed_versions": assumed, "settings": settings, "random": None}),
        )
        settings = ConnectionSettings(request_timeout_ms=1_000, max_in_flight=1)
        self.assertEqual(
            self.control.made, [("b", 2, {"client_id": "7", "assumed_versions": assumed, "settings": settings, "random": None})]
        )

    def test_an_attempt_to_reach_a_leader_is_no_longer_than_others(self) -> None:
        """However long its answers may take: what the first packet of it has lost is not waited for."""
        clients: Any = (self.brokers, None)
        BrokerLinks(None, 7, self.versions, *clients, replica_timeout_ms=30_000).to_leader("l", 3, "broker-7-fetcher-0")
        [(_, _, following)] = self.brokers.made
        settings = following["settings"]
        self.assertEqual((settings.connect_timeout_ms, settings.request_timeout_ms), (10_000, 30_000))

    def test_one_listener_for_all(self) -> None:
        links = self.links(control=False)
        links.to_broker(3, "b", 2)
        self.assertEqual((links.listener, links.control_listener, len(self.brokers.made)), ("REPLICATION", "REPLICATION", 1))

    def test_sender(self) -> None:
        """In just that version, and no waiting for a broker that is away: the controller asks again by itself."""
        connection: Any = Connection()
        sender = ControlSender(connection)
        message = UpdateMetadataRequest()
        self.assertEqual(self.successResultOf(sender.send(message, 8)), "answer")
        self.assertEqual(connection.asked, [(message, {"version": 8, "patient": False})])
        sender.close()
        self.assertTrue(connection.is_closed)
