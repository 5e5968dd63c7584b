"""Addresses of hosts."""

from __future__ import annotations

import unittest

from klog.net.addresses import shortest_address


class ShortestAddressTests(unittest.TestCase):
    """`shortest_address`."""

    def test_the_same_one_is_written_in_the_same_way(self) -> None:
        for host, shortest in (
            ("10.0.0.1", "10.0.0.1"),
            ("::ffff:10.0.0.1", "10.0.0.1"),
            ("0:0:0:0:0:0:0:1", "::1"),
            ("fe80:0::1", "fe80::1"),
            ("fe80::1%eth0", "fe80::1%eth0"),
            ("no:address", "no:address"),
            ("broker.example", "broker.example"),
            ("*", "*"),
            ("", ""),
        ):
            self.assertEqual(shortest_address(host), shortest)

    def test_a_wrapped_one_with_a_zone(self) -> None:
        self.assertEqual(shortest_address("::ffff:192.0.2.1%1"), "192.0.2.1")
