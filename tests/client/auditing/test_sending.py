"""`klog.client.auditing.sending`."""

from __future__ import annotations

import unittest

from klog.client.auditing.sending import host_name, new_incarnation, principal_of
from klog.client.settings import ClientSettings, split_options


class SendingTests(unittest.TestCase):
    def test_incarnations_differ(self) -> None:
        self.assertNotEqual(new_incarnation(), new_incarnation())
        self.assertEqual(len(new_incarnation()), 16)
        self.assertIsInstance(host_name(), str)

    def test_as_whom(self) -> None:
        self.assertEqual(principal_of(ClientSettings(bootstrap_servers="b:1")), "")
        settings = split_options(
            "b:1", {"security_protocol": "SASL_PLAINTEXT", "sasl_mechanism": "PLAIN", "sasl_username": "anna", "sasl_password": "x"}
        )[0]
        self.assertEqual(principal_of(settings), "User:anna")
