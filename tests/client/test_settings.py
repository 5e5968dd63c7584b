"""What clients are told: options become settings, and mistakes become sentences."""

from __future__ import annotations

import subprocess
import sys
import unittest

from hypothesis import given, settings
from hypothesis import strategies as st

from klog.client.settings import CLIENT_OPTION_NAMES, ClientSettings, parse_bootstrap, split_options
from klog.config import ConfigError


class BootstrapTests(unittest.TestCase):
    """host:port, in all its forms."""

    def test_what_is_read(self) -> None:
        cases = {
            "a:1": [("a", 1)],
            "a": [("a", 9092)],
            " a:1 , b:2,": [("a", 1), ("b", 2)],
            "a:1,a:1": [("a", 1)],
            "[::1]:9093": [("::1", 9093)],
            "[fe80::1]": [("fe80::1", 9092)],
            "10.0.0.1:65535": [("10.0.0.1", 65535)],
        }
        for text, expected in cases.items():
            self.assertEqual(parse_bootstrap(text), expected, text)

    def test_what_is_refused(self) -> None:
        for text in (
            "", " , ", "a:", "a:0", "a:65536", "a:b", ":9092", "::1", "[::1", "[::1]9092", "http://a:1", "PLAINTEXT://a:1", "a b:1", "a:١",
            "u@h:1", "a:-1",
        ):  # fmt: skip
            with self.assertRaises(ConfigError, msg=text) as caught:
                parse_bootstrap(text)
            self.assertNotIn("\n", str(caught.exception))
        with self.assertRaises(ConfigError):
            parse_bootstrap(None)  # type: ignore[arg-type]

    @given(st.text(max_size=30))
    @settings(deadline=None, max_examples=300)
    def test_anything_is_read_or_refused(self, text: str) -> None:
        try:
            for host, port in parse_bootstrap(text):
                self.assertTrue(host)
                self.assertTrue(0 < port < 65536)
        except ConfigError:
            pass


class OptionsTests(unittest.TestCase):
    """Keyword arguments."""

    def test_options_find_their_places(self) -> None:
        found, rest = split_options(
            "a:1",
            {
                "client_id": "shop", "request_timeout_ms": 5, "security_protocol": "SASL_PLAINTEXT", "sasl_mechanism": "PLAIN",
                "sasl_username": "u", "sasl_password": "secret", "acks": 1,
            },
            own=("acks", "linger_ms"),
        )  # fmt: skip
        self.assertEqual((found.client_id, found.request_timeout_ms, found.servers), ("shop", 5, (("a", 1),)))
        self.assertEqual(found.security.sasl_username, "u")
        self.assertEqual(rest, {"acks": 1})
        self.assertNotIn("secret", repr(found))

    def test_a_mistyped_name_is_told_with_the_nearest(self) -> None:
        with self.assertRaises(ConfigError) as caught:
            split_options("a:1", {"sasl_pasword": "x"})
        self.assertIn("did you mean sasl_password?", str(caught.exception))
        with self.assertRaises(ConfigError) as caught:
            split_options("a:1", {"lingerms": 1}, own=("linger_ms",))
        self.assertIn("did you mean linger_ms?", str(caught.exception))
        with self.assertRaises(ConfigError) as caught:
            split_options("a:1", {"xyzzy": 1})
        self.assertIn("there is no such option", str(caught.exception))

    def test_values_that_cannot_be(self) -> None:
        bad: dict[str, object] = {
            "request_timeout_ms": 0,
            "connect_timeout_ms": "10",
            "max_response_bytes": 3,
            "max_in_flight": True,
            "metadata_max_age_ms": 1 << 40,
            "retry_backoff_ms": 2_000,
            "reconnect_backoff_ms": 20_000,
            "client_id": 7,
            "security_protocol": "TLS",
        }
        for name, value in bad.items():
            with self.assertRaises(ConfigError, msg=name):
                split_options("a:1", {name: value})
        with self.assertRaises(ConfigError):
            ClientSettings(bootstrap_servers="a:b")

    def test_every_name_is_declared_once(self) -> None:
        self.assertIn("ssl_ca_file", CLIENT_OPTION_NAMES)
        self.assertNotIn("bootstrap_servers", CLIENT_OPTION_NAMES)

    def test_no_reactor_is_loaded(self) -> None:
        code = "import sys, klog, klog.client.settings, klog.client.metadata, klog.client.retry; sys.exit('twisted' in sys.modules)"
        self.assertEqual(subprocess.run([sys.executable, "-c", code]).returncode, 0)
