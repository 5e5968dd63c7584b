"""The settings of a closed cluster: what they open, and to whom."""

from __future__ import annotations

import dataclasses
import unittest

from klog.broker.settings.settings import BrokerSettings
from klog.cli.doctor.checks import Status
from klog.cli.doctor.security import SecurityFacts, security_findings
from klog.cli.security.closed_cluster import Plan, client_properties, librdkafka_conf, server_properties
from klog.config import parse_properties
from klog.net.listeners import Listeners, SecurityProtocol

ALONE = Plan("/etc/closed", ["127.0.0.1"], 9093, "admin")
THREE = Plan("/etc/closed", ["a.example", "b.example", "::2"], 9093, "admin", "zk:2181/k")


class SettingsTests(unittest.TestCase):
    """Of each broker."""

    def test_no_broker_passes_anything_over(self) -> None:
        for plan in (ALONE, THREE):
            for number in range(1, len(plan.hosts) + 1):
                values = parse_properties(server_properties(plan, number))
                settings = BrokerSettings(values)
                self.assertEqual(settings.warnings, [])
                listeners = Listeners.parse(
                    values["listeners"],
                    advertised=values["advertised.listeners"],
                    inter_broker_protocol=values["security.inter.broker.protocol"],
                    is_alone=plan.zookeeper is None,
                )
                self.assertEqual([each.protocol for each in listeners.bound], [SecurityProtocol.SASL_SSL, SecurityProtocol.SSL])
                self.assertEqual(listeners.inter_broker, "SSL")
                facts = SecurityFacts(whose="it", settings=values, acls=(), users=("admin",))
                worse = [one.check for one in security_findings(facts) if one.status in (Status.PROBLEM, Status.WARNING)]
                self.assertEqual(worse, ["ZooKeeper"] if plan.zookeeper else [])

    def test_several(self) -> None:
        values = parse_properties(server_properties(THREE, 3))
        self.assertEqual(values["super.users"], "User:admin;User:broker-1;User:broker-2;User:broker-3")
        self.assertEqual(values["listeners"], "SASL_SSL://[::2]:9093,SSL://[::2]:9094")
        self.assertEqual((values["broker.id"], values["ssl.keystore.location"]), ("3", "/etc/closed/broker-3.pem"))

    def test_clients(self) -> None:
        java = parse_properties(client_properties(THREE, "p"))
        self.assertIn('username="admin" password="p";', java["sasl.jaas.config"])
        self.assertEqual(java["bootstrap.servers"], "a.example:9093,b.example:9093,[::2]:9093")
        self.assertEqual(parse_properties(librdkafka_conf(ALONE, "p"))["ssl.ca.location"], "/etc/closed/ca.pem")

    def test_folders_that_java_would_misread(self) -> None:
        """``Properties.load`` takes bytes for ISO 8859-1."""
        plan = dataclasses.replace(ALONE, folder="/srv/schlüssel/🔑")
        for text in (client_properties(plan, 'a"\\b'), server_properties(plan, 1)):
            self.assertTrue(text.isascii())
            self.assertEqual(parse_properties(text)["ssl.truststore.location"], "/srv/schlüssel/🔑/ca.pem")
        self.assertIn('password="a\\"\\\\b";', parse_properties(client_properties(plan, 'a"\\b'))["sasl.jaas.config"])
        self.assertIn("ssl.ca.location=/srv/schlüssel/🔑/ca.pem", librdkafka_conf(plan, "p"))
