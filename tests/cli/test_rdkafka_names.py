"""librdkafka's names: each goes to an option that exists, wrong ones are told apart."""

from __future__ import annotations

import subprocess
import typing
import unittest

from klog.cli import rdkafka_names
from klog.cli.rdkafka_names import NAMES, REFUSED, WITHOUT_EFFECT, is_secret, listing, parse_file, split_pair, translate
from klog.client.fetching.consumer_settings import ConsumerOptions
from klog.client.groups.settings import GroupOptions
from klog.client.producing.producer_types import ProducerOptions
from klog.client.settings import ClientOptions
from klog.config import ConfigError


class NamesTests(unittest.TestCase):
    """`translate`."""

    def test_every_name_goes_to_an_option_that_exists(self) -> None:
        known = {
            "client": set(typing.get_type_hints(ClientOptions)),
            "producer": set(typing.get_type_hints(ProducerOptions)),
            "consumer": set(typing.get_type_hints(ConsumerOptions)),
            "group": set(typing.get_type_hints(GroupOptions)),
        }
        for name, found in NAMES.items():
            if found.target in known:
                self.assertIn(found.option, known[found.target], name)
            else:
                self.assertIn(found.target, ("", "other"), name)

    def test_no_name_is_of_two_kinds(self) -> None:
        self.assertEqual(set(NAMES) & set(WITHOUT_EFFECT), set())
        self.assertEqual(set(NAMES) & set(REFUSED), set())
        self.assertEqual(set(WITHOUT_EFFECT) & set(REFUSED), set())

    def test_values_are_read(self) -> None:
        found = translate(
            [
                ("bootstrap.servers", "a:1,b:2"),
                ("security.protocol", "sasl_ssl"),
                ("sasl.mechanisms", "scram-sha-512"),
                ("sasl.username", "u"),
                ("sasl.password", "p=1"),
                ("ssl.ca.location", "/ca.pem"),
                ("ssl.endpoint.identification.algorithm", "none"),
                ("enable.ssl.certificate.verification", "true"),
                ("topic.acks", "-1"),
                ("linger.ms", " 7 "),
                ("compression.codec", "LZ4"),
                ("queue.buffering.max.kbytes", "64"),
                ("auto.offset.reset", "smallest"),
                ("isolation.level", "read_uncommitted"),
                ("partition.assignment.strategy", "roundrobin, cooperative-sticky"),
                ("group.protocol", "consumer"),
                ("group.id", "g"),
                ("enable.auto.commit", "false"),
                ("socket.keepalive.enable", "true"),
            ]
        )
        self.assertEqual(found.bootstrap, "a:1,b:2")
        self.assertEqual(
            found.client,
            {
                "security_protocol": "SASL_SSL",
                "sasl_mechanism": "SCRAM-SHA-512",
                "sasl_username": "u",
                "sasl_password": "p=1",
                "ssl_ca_file": "/ca.pem",
                "ssl_check_hostname": False,
            },
        )
        self.assertEqual(found.producer, {"acks": "all", "linger_ms": 7, "compression": "lz4", "backlog_bytes": 65536})
        self.assertEqual(found.consumer, {"auto_offset_reset": "earliest", "isolation_level": "read_uncommitted"})
        self.assertEqual(found.group, {"assignors": ("roundrobin", "cooperative-sticky"), "group_protocol": "consumer"})
        self.assertEqual(found.other, {"ssl_verification": True, "group_id": "g", "auto_commit": False})
        self.assertEqual(len(found.remarks), 1)

    def test_stores_and_lists(self) -> None:
        pairs = [("ssl.keystore.location", "/k.p12"), ("ssl.keystore.password", "hush"), ("ssl.crl.location", "/revoked.pem")]
        found = translate([*pairs, ("ssl.truststore.location", "/t.p12"), ("ssl.truststore.password", "psst")])
        expected = {"ssl_keystore_file": "/k.p12", "ssl_keystore_password": "hush", "ssl_crl_file": "/revoked.pem"}
        self.assertEqual(found.client, {**expected, "ssl_truststore_file": "/t.p12", "ssl_truststore_password": "psst"})

    def test_what_is_secret(self) -> None:
        secret = {name for name in NAMES if is_secret(name)}
        self.assertEqual(secret, {"sasl.password", "ssl.key.password", "ssl.keystore.password", "ssl.truststore.password"})

    def test_the_last_one_counts(self) -> None:
        self.assertEqual(translate([("acks", "0"), ("acks", "1")]).producer, {"acks": 1})

    def test_wrong_ones_are_told(self) -> None:
        for name, value, words in (
            ("ackss", "1", "did you mean acks?"),
            ("completely.different", "1", "there is no such property"),
            ("acks", "7", "0, 1 or all"),
            ("linger.ms", "soon", "a whole number"),
            ("linger.ms", "-1", "from 0 to"),
            ("compression.codec", "lz5", "did you mean lz4"),
            ("security.protocol", "tls", "PLAINTEXT, SSL"),
            ("enable.idempotence", "perhaps", "true or false"),
            ("enable.ssl.certificate.verification", "false", "always checks"),
            ("ssl.ca.pem", "-----BEGIN", "ssl.ca.location"),
            ("sasl.kerberos.keytab", "k", "SCRAM"),
            ("sasl.mechanism", "GSSAPI", "PLAIN"),
            ("partition.assignment.strategy", "range,best", "'best'"),
        ):
            with self.assertRaises(ConfigError, msg=name) as caught:
                translate([(name, value)])
            self.assertIn(words, str(caught.exception))

    def test_pairs(self) -> None:
        self.assertEqual(split_pair("a.b=c=d"), ("a.b", "c=d"))
        for text in ("acks", "=1", ""):
            with self.assertRaises(ConfigError):
                split_pair(text)

    def test_files(self) -> None:
        text = "# of ours\n\n  bootstrap.servers = a\\:1 \nsasl.password=x\\=y\n"
        self.assertEqual(parse_file("f", text), [("bootstrap.servers", "a:1"), ("sasl.password", "x=y")])
        with self.assertRaises(ConfigError) as caught:
            parse_file("f.conf", "acks=1\nnonsense\n")
        self.assertIn("f.conf, line 2", str(caught.exception))

    def test_listing(self) -> None:
        self.assertIn(("acks", NAMES["acks"].meaning), listing())

    def test_nothing_of_it_needs_twisted(self) -> None:
        import sys

        code = f"import sys, {rdkafka_names.__name__}; sys.exit('twisted' in sys.modules)"
        self.assertEqual(subprocess.run([sys.executable, "-c", code]).returncode, 0)
