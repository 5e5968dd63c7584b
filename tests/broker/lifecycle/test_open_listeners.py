"""The listeners of one broker: what is opened, and how many may come in."""

from __future__ import annotations

from typing import Any

from twisted.logger import capturedLogs
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.lifecycle.assembly import Broker
from klog.broker.settings.settings import BrokerSettings
from klog.cluster.interfaces import Endpoint
from klog.testing.broker import MemoryBroker
from klog.testing.reactor import MemoryReactor
from klog.testing.zookeeper import MemoryZooKeeper
from klog.wire.messages.metadata import MetadataRequest


class OpenListenersTests(SynchronousTestCase):
    """`OpenListeners`."""

    def broker(self, **properties: str) -> MemoryBroker:
        broker = MemoryBroker({name.replace("_", "."): value for name, value in properties.items()}).start()
        self.addCleanup(broker.stop)
        return broker

    def test_advertised_addresses(self) -> None:
        for properties, endpoints in (
            ({}, [Endpoint("PLAINTEXT", "", 9092)]),
            ({"listeners": "PLAINTEXT://127.0.0.1:0"}, [Endpoint("PLAINTEXT", "", 9092)]),
            ({"listeners": "PLAINTEXT://klog.example:7"}, [Endpoint("PLAINTEXT", "klog.example", 7)]),
            ({"advertised_listeners": "PLAINTEXT://a.example:1"}, [Endpoint("PLAINTEXT", "a.example", 1)]),
            (
                {"listeners": "A://:1,B://:2,CONTROLLER://:3", "listener_security_protocol_map": "A:PLAINTEXT,B:PLAINTEXT",
                 "controller_listener_names": "CONTROLLER", "advertised_listeners": "A://x:11,B://y:22"},
                [Endpoint("A", "x", 11), Endpoint("B", "y", 22)],
            ),
        ):  # fmt: skip
            with self.subTest(properties):
                broker = self.broker(**properties)
                assert broker.broker.coordination is not None
                self.assertEqual(list(broker.broker.coordination.brokers()[0].endpoints), endpoints)

    def test_texts(self) -> None:
        self.assertEqual(self.broker(listeners="PLAINTEXT://[::1]:5").broker.open_listeners.texts(), ["PLAINTEXT://[::1]:5"])

    def test_replicas_that_cannot_be_told_from_clients(self) -> None:
        """CVE-2018-1288: where nothing tells a client from a broker of the cluster, it is said."""
        apart = {
            "listeners": "A://:1,B://:2",
            "listener.security.protocol.map": "A:PLAINTEXT,B:PLAINTEXT",
            "inter.broker.listener.name": "B",
        }
        cluster = {"zookeeper.connect": "z:2181"}
        for settings, count in (
            ({**cluster, "listeners": "PLAINTEXT://:1"}, 1),
            ({**cluster, **apart}, 0),
            ({"listeners": "PLAINTEXT://:1"}, 0),
        ):
            with self.subTest(settings), capturedLogs() as told:
                Broker(BrokerSettings(settings), MemoryBroker().service.environment).open_listeners.read()
                found = [event for event in told if "share the listener" in event["log_format"]]
                self.assertEqual(len(found), count)

    def test_a_listener_that_asks_nobody_beside_one_with_sasl(self) -> None:
        """One that asks for a certificate is none."""
        told: list[str] = []
        self.patch(Broker, "warn", lambda _, sentence: told.append(sentence))
        settings = {"sasl.enabled.mechanisms": "SCRAM-SHA-256"}
        for other, more, count in (
            ("PLAINTEXT://:2", {}, 1),
            ("SSL://:2", {}, 1),
            ("SSL://:2", {"listener.name.ssl.ssl.client.auth": "required"}, 0),
        ):
            listeners = {"listeners": f"SASL_PLAINTEXT://:1,{other}", "inter.broker.listener.name": "SASL_PLAINTEXT"}
            Broker(BrokerSettings({**settings, **listeners, **more}), MemoryBroker().service.environment).open_listeners.read()
            self.assertEqual(len([sentence for sentence in told if "asks nobody who it is" in sentence]), count)
            told.clear()

    def spared(self, **properties: str) -> list[str]:
        """Names of listeners by which brokers come in above ``max.connections``."""
        memory = MemoryBroker()
        settings = BrokerSettings({name.replace("_", "."): value for name, value in properties.items()})
        listeners = Broker(settings, memory.service.environment).open_listeners
        listeners.read()
        dispatcher: Any = None
        listeners.open(dispatcher, 100, None)
        return [port.endpoint.name for port in memory.ports if port.factory.policy.is_for_brokers]  # type: ignore[attr-defined]

    def test_brokers_find_room_by_a_listener_of_their_own(self) -> None:
        """KIP-402; nobody can tell them from clients by one that they share, and a broker that is alone has no others."""
        protocols = "A:PLAINTEXT,B:PLAINTEXT,C:PLAINTEXT"
        two = {"listeners": "A://:1,B://:2", "listener_security_protocol_map": protocols, "inter_broker_listener_name": "B"}
        cluster = {"zookeeper_connect": "z:2181"}
        self.assertEqual(self.spared(**cluster, **two), ["B"])
        self.assertEqual(self.spared(**two), [])
        self.assertEqual(self.spared(**cluster, listeners="PLAINTEXT://:1"), [])
        three = {**two, "listeners": "A://:1,B://:2,C://:3", "control_plane_listener_name": "C"}
        self.assertEqual(self.spared(**cluster, **three), ["B", "C"])

    def test_a_broker_that_comes_when_there_are_as_many_as_may_be(self) -> None:
        """In a cluster: a client goes for it."""
        reactor = MemoryReactor()
        zookeeper = MemoryZooKeeper(reactor)
        properties = {
            "listeners": "CLIENTS://:9092,BROKERS://:9095",
            "advertised.listeners": "CLIENTS://192.0.2.101:9092,BROKERS://192.0.2.101:9095",
            "listener.security.protocol.map": "CLIENTS:PLAINTEXT,BROKERS:PLAINTEXT",
            "inter.broker.listener.name": "BROKERS",
            "max.connections": "4",
        }
        broker = MemoryBroker(properties, zookeeper=zookeeper, reactor=reactor, broker_id=1).start().until_ready()
        self.addCleanup(broker.stop)
        connections = broker.broker.open_listeners.connections
        assert connections is not None
        # The controller has one to itself.
        clients = [broker.connect("CLIENTS") for _ in range(4 - len(connections))]
        self.assertRaises(ConnectionRefusedError, broker.connect, "CLIENTS")
        one = broker.connect("BROKERS")
        self.assertEqual(len(one.ask(MetadataRequest(topics=None), 9).brokers), 1)
        self.assertEqual((len(connections), sum(client.scripted.disconnected for client in clients)), (4, 1))

    def test_limits_reach_the_connections(self) -> None:
        broker = self.broker(socket_request_max_bytes="5000", max_connections_per_ip="2", queued_max_request_bytes="700000")
        assert broker.broker.open_listeners.connections is not None
        self.assertEqual(broker.broker.open_listeners.connections.limits.max_frame_bytes, 5000)
        self.assertEqual(broker.broker.open_listeners.connections.memory.limit_bytes, 700_000)
        clients = [broker.connect(), broker.connect()]
        self.assertRaises(ConnectionRefusedError, broker.connect)
        clients[0].hang_up()
        broker.connect()

    def test_limits_that_change_while_the_broker_runs(self) -> None:
        """Who comes from then on is counted against them; who is there may stay."""
        broker = self.broker(max_connections_per_ip="1")
        first = broker.connect()
        self.assertRaises(ConnectionRefusedError, broker.connect)
        coordination = broker.broker.coordination
        assert coordination is not None
        self.successResultOf(coordination.set_broker_configs(None, {"max.connections.per.ip": "3"}))
        others = [broker.connect(), broker.connect()]
        self.assertRaises(ConnectionRefusedError, broker.connect)
        self.successResultOf(coordination.set_broker_configs(None, {"max.connections": "2"}))
        self.assertRaises(ConnectionRefusedError, broker.connect)
        for client in (first, *others):
            self.assertFalse(client.scripted.disconnected)
