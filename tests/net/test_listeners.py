"""The settings about listeners, as Kafka reads them."""

from __future__ import annotations

import errno

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.internet.error import CannotListenError
from twisted.internet.protocol import Factory
from twisted.trial.unittest import SynchronousTestCase

from klog.config import ConfigError
from klog.net import listeners as module
from klog.net.listeners import EndPoint, Listeners, SecurityProtocol, listen, parse_protocol_map, resolve

PLAINTEXT, SSL = SecurityProtocol.PLAINTEXT, SecurityProtocol.SSL


class ListenersTests(SynchronousTestCase):
    """What is read, and what is refused by name."""

    def test_the_simplest(self) -> None:
        parsed = Listeners.parse("PLAINTEXT://:9092")
        self.assertEqual(parsed.bound, (EndPoint("PLAINTEXT", PLAINTEXT, "", 9092),))
        self.assertEqual(parsed.inter_broker, "PLAINTEXT")
        self.assertEqual(parsed.address_for("PLAINTEXT", "10.0.0.5", 9092), ("10.0.0.5", 9092))

    def test_names_ports_and_addresses(self) -> None:
        parsed = Listeners.parse(
            "client://0.0.0.0:9092, Inside://[::1]:9093,SSL://127.0.0.1:9094,V6://[fe80::1%eth0]:9094",
            protocol_map="CLIENT:PLAINTEXT,inside:ssl,SSL:SSL,V6:PLAINTEXT",
            inter_broker="inside",
        )
        self.assertEqual(
            [str(endpoint) for endpoint in parsed.bound][1:], ["INSIDE://[::1]:9093", "SSL://127.0.0.1:9094", "V6://[fe80::1%eth0]:9094"]
        )
        self.assertEqual([endpoint.protocol for endpoint in parsed.bound], [PLAINTEXT, SSL, SSL, PLAINTEXT])
        self.assertEqual(parsed.inter_broker, "INSIDE")
        self.assertEqual(parsed.warnings, ())

    def test_what_clients_are_told(self) -> None:
        parsed = Listeners.parse(
            "A://:0,B://box.example:9093,C://127.0.0.1:9094",
            advertised="A://public.example:443",
            protocol_map="A:PLAINTEXT,B:PLAINTEXT,C:PLAINTEXT",
        )
        self.assertEqual(parsed.address_for("A", "10.0.0.5", 40123), ("public.example", 443))
        self.assertEqual(parsed.address_for("B", "10.0.0.5", 9093), ("box.example", 9093), "a certificate names the host")
        self.assertEqual(parsed.address_for("C", "127.0.0.1", 9094), ("127.0.0.1", 9094))
        self.assertEqual(parsed.inter_broker, "A")
        same = Listeners.parse("A://:1,B://:2", advertised="A://x:9,B://x:9", protocol_map="A:PLAINTEXT,B:SSL")
        self.assertEqual(same.address_for("B", "", 2), ("x", 9))

    def test_a_file_written_for_kraft(self) -> None:
        parsed = Listeners.parse(
            "PLAINTEXT://:9092,CONTROLLER://:9093",
            advertised="PLAINTEXT://localhost:9092,CONTROLLER://localhost:9093",
            protocol_map="CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,SSL:SSL,SASL_PLAINTEXT:SASL_PLAINTEXT,SASL_SSL:SASL_SSL",
            inter_broker="PLAINTEXT",
            controllers="CONTROLLER",
        )
        self.assertEqual([endpoint.name for endpoint in parsed.bound], ["PLAINTEXT"])
        self.assertEqual(list(parsed.advertised), ["PLAINTEXT"])
        self.assertEqual(len(Listeners.parse("PLAINTEXT://:9092,CTL://:9093", controllers="CTL").bound), 1)

    def test_the_listener_of_brokers(self) -> None:
        """By its name, by its protocol, or the PLAINTEXT one; a broker that is alone needs none."""
        names = "A:SSL,B:PLAINTEXT,C:PLAINTEXT,SSL:SSL,PLAINTEXT:PLAINTEXT"
        text = "A://:1,B://:2,C://:3"
        for expected, arguments in (
            ("B", {"listeners": text}),
            ("A", {"listeners": text, "inter_broker": "a"}),
            ("A", {"listeners": text, "inter_broker_protocol": "SSL"}),
            ("SSL", {"listeners": text + ",SSL://:4", "inter_broker_protocol": "ssl"}),
            ("PLAINTEXT", {"listeners": text + ",PLAINTEXT://:4"}),
            ("C", {"listeners": text, "advertised": "A://h:1,C://h:3"}),
        ):
            for is_alone in (True, False):
                with self.subTest(**arguments):
                    parsed = Listeners.parse(**arguments, protocol_map=names, is_alone=is_alone)
                    self.assertEqual((parsed.inter_broker, parsed.control_plane), (expected, None))
        self.assertIs(parsed.protocol_of("A"), SSL)
        self.assertEqual(Listeners.parse("SSL://:1").inter_broker, "SSL")
        error = self.assertRaises(ConfigError, Listeners.parse, "SSL://:1", is_alone=False)
        self.assertEqual(error.name, "inter.broker.listener.name")
        self.assertIn("no advertised listener does; name one of them: SSL", str(error))

    def test_the_listener_of_the_controller(self) -> None:
        parsed = Listeners.parse("PLAINTEXT://:1,CTL://:2", protocol_map="PLAINTEXT:PLAINTEXT,CTL:SSL", control_plane="ctl")
        self.assertEqual((parsed.inter_broker, parsed.control_plane), ("PLAINTEXT", "CTL"))

    def test_tls_on_every_interface_without_a_name_is_warned_of(self) -> None:
        self.assertEqual(len(Listeners.parse("SSL://:9093").warnings), 1)
        self.assertEqual(Listeners.parse("SSL://:9093", advertised="SSL://box:9093").warnings, ())

    def test_refusals_name_the_setting(self) -> None:
        same = dict.fromkeys("ABC", "PLAINTEXT")
        names = ",".join(f"{name}:{protocol}" for name, protocol in same.items())
        cases: list[tuple[str, str, dict[str, str]]] = [
            ("listeners", "not NAME://host:port", {"listeners": "localhost:9092"}),
            ("listeners", "not NAME://host:port", {"listeners": "PLAINTEXT://host"}),
            ("listeners", "no listener name", {"listeners": "://host:9092"}),
            ("listeners", "outside of 0 to 65535", {"listeners": "PLAINTEXT://host:-1"}),
            ("listeners", "outside of 0 to 65535", {"listeners": "PLAINTEXT://host:65536"}),
            ("listeners", "at least one", {"listeners": " , "}),
            ("listeners", "no protocol for the listener MINE", {"listeners": "mine://:1"}),
            ("listeners", "different name", {"listeners": "PLAINTEXT://:1,plaintext://:2"}),
            ("listeners", "twice", {"listeners": "PLAINTEXT://:1,SSL://:1"}),
            ("listeners", "twice", {"listeners": "A://1.1.1.1:1,B://2.2.2.2:1", "protocol_map": names}),
            ("listeners", "twice", {"listeners": "A://1.1.1.1:1,B://[::1]:1,C://:1", "protocol_map": names}),
            ("listeners", "none is left", {"listeners": "A://:1", "protocol_map": names, "controllers": "a"}),
            ("listener.security.protocol.map", "not NAME:PROTOCOL", {"listeners": "A://:1", "protocol_map": "A"}),
            ("listener.security.protocol.map", "no security protocol", {"listeners": "A://:1", "protocol_map": "A:TLS"}),
            ("listener.security.protocol.map", "two protocols", {"listeners": "A://:1", "protocol_map": "A:SSL,a:PLAINTEXT"}),
            ("advertised.listeners", "not among", {"listeners": "PLAINTEXT://:1", "advertised": "SSL://h:1"}),
            (
                "advertised.listeners",
                "nobody can connect to 0.0.0.0",
                {"listeners": "PLAINTEXT://:1", "advertised": "PLAINTEXT://0.0.0.0:1"},
            ),
            ("advertised.listeners", "nobody can connect to an empty", {"listeners": "PLAINTEXT://:1", "advertised": "PLAINTEXT://:1"}),
            (
                "advertised.listeners",
                "at least one",
                {"listeners": "A://:1,B://:2", "advertised": "B://h:2", "protocol_map": names, "controllers": "B"},
            ),
            ("inter.broker.listener.name", "PLAINTEXT", {"listeners": "PLAINTEXT://:1", "inter_broker": "SSL"}),
            (
                "inter.broker.listener.name",
                "security.inter.broker.protocol is set, too",
                {"listeners": "PLAINTEXT://:1", "inter_broker": "PLAINTEXT", "inter_broker_protocol": "PLAINTEXT"},
            ),
            (
                "security.inter.broker.protocol",
                "no advertised listener speaks it",
                {"listeners": "PLAINTEXT://:1", "inter_broker_protocol": "SSL"},
            ),
            ("control.plane.listener.name", "one of the advertised", {"listeners": "PLAINTEXT://:1", "control_plane": "SSL"}),
            ("control.plane.listener.name", "all that brokers say", {"listeners": "PLAINTEXT://:1", "control_plane": "PLAINTEXT"}),
            (
                "inter.broker.listener.name",
                "one of the advertised",
                {"listeners": "A://:1,B://:2", "advertised": "A://h:1", "protocol_map": names, "inter_broker": "B"},
            ),
        ]
        for setting, words, arguments in cases:
            with self.subTest(**arguments):
                error = self.assertRaises(ConfigError, lambda given=arguments: Listeners.parse(**given))
                self.assertEqual(error.name, setting)
                self.assertIn(words, str(error))

    def test_the_default_map_of_kafka(self) -> None:
        text = "SASL_SSL:SASL_SSL,PLAINTEXT:PLAINTEXT,SSL:SSL,SASL_PLAINTEXT:SASL_PLAINTEXT"
        self.assertEqual(parse_protocol_map(text), {member.value: member for member in SecurityProtocol})

    @settings(deadline=None, max_examples=200)
    @given(st.text(alphabet="AB:/[],.0129 -%", max_size=30), st.text(alphabet="AB:/,.1", max_size=20))
    def test_anything_is_read_or_refused(self, text: str, advertised: str) -> None:
        try:
            parsed = Listeners.parse(text, advertised=advertised, protocol_map="A:PLAINTEXT,B:SSL")
        except ConfigError as error:
            self.assertIn(error.name, ("listeners", "advertised.listeners"))
        else:
            self.assertTrue(parsed.bound)


class ListenTests(SynchronousTestCase):
    """Opening, with the port played."""

    def setUp(self) -> None:
        self.opened: list[tuple[int, str, int]] = []
        self.errors: dict[str, OSError] = {}
        test = self

        class PlayedPort:
            def __init__(self, port: int, factory: object, backlog: int, interface: str, reactor: object) -> None:
                self.arguments = (port, interface, backlog)

            def startListening(self) -> None:
                port, interface, _ = self.arguments
                if interface in test.errors:
                    raise CannotListenError(interface, port, test.errors[interface])
                test.opened.append(self.arguments)

        self.patch(module, "BrokerPort", PlayedPort)

    def open(self, host: str) -> None:
        listen(None, EndPoint("PLAINTEXT", PLAINTEXT, host, 9092), Factory(), backlog=7, resolve=self.resolve)

    @staticmethod
    def resolve(host: str) -> str:
        if host == "unknown":
            raise OSError(errno.ENOENT, "no such name")
        return {"localhost": "127.0.0.1"}.get(host, host)

    def test_hosts(self) -> None:
        for host in ("", "localhost", "::1"):
            self.open(host)
        self.assertEqual(self.opened, [(9092, "::", 7), (9092, "127.0.0.1", 7), (9092, "::1", 7)])

    def test_without_ipv6(self) -> None:
        self.errors["::"] = OSError(errno.EAFNOSUPPORT, "no IPv6")
        self.open("")
        self.assertEqual(self.opened, [(9092, "", 7)])

    def test_what_cannot_be_opened_is_named(self) -> None:
        self.errors["::"] = self.errors["127.0.0.1"] = OSError(errno.EADDRINUSE, "Address already in use")
        for host in ("", "localhost"):
            error = self.assertRaises(ConfigError, self.open, host)
            self.assertEqual(error.name, "listeners")
            self.assertIn("Address already in use", str(error))
            self.assertIn(":9092", str(error))
        self.assertIn("unknown", str(self.assertRaises(ConfigError, self.open, "unknown")))

    def test_literal_addresses_are_not_looked_up(self) -> None:
        self.assertEqual(resolve("127.0.0.1"), "127.0.0.1")
        self.assertEqual(resolve("fe80::1%eth0"), "fe80::1%eth0")


class BrokersApartTests(SynchronousTestCase):
    """Whether a client that claims to be a replica can be told from one."""

    def test_apart(self) -> None:
        told = [Listeners.parse(text).tells_brokers_apart for text in ("PLAINTEXT://h:1", "SSL://h:1")]
        self.assertEqual(told, [False, False])
        two = Listeners.parse("PLAINTEXT://h:1,OTHER://h:2", protocol_map="PLAINTEXT:PLAINTEXT,OTHER:PLAINTEXT")
        self.assertTrue(two.tells_brokers_apart)

    def test_listeners_that_clients_do_not_share(self) -> None:
        """The brokers' one where clients have another; the controller's in any case, for nobody else has it."""
        names = "A://h:1,B://h:2,C://h:3"
        for text, more, expected in (
            ("A://h:1", {}, []),
            (names, {"inter_broker": "B"}, ["B"]),
            (names, {"inter_broker": "B", "control_plane": "C"}, ["B", "C"]),
            ("A://h:1,C://h:3", {"inter_broker": "A", "control_plane": "C"}, ["C"]),
            ("A://h:1,C://h:3", {"inter_broker": "A", "controllers": "C"}, []),
        ):
            made = Listeners.parse(text, protocol_map="A:PLAINTEXT,B:PLAINTEXT,C:PLAINTEXT", is_alone=False, **more)
            self.assertEqual(sorted(made.without_clients), expected, (text, more))
