"""Connect strings."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.config import ConfigError
from klog.zookeeper.connect_string import ConnectString, address, parse


class ParseTests(SynchronousTestCase):
    """`parse`."""

    def test_good(self) -> None:
        for text, hosts, chroot in (
            ("a", (("a", 2181),), ""),
            ("a:1", (("a", 1),), ""),
            ("a:1,b:2/x/y", (("a", 1), ("b", 2)), "/x/y"),
            (" a:1 , b ", (("a", 1), ("b", 2181)), ""),
            ("a:1/", (("a", 1),), ""),
            ("[::1]:3,::2/x", (("::1", 3), ("::2", 2181)), "/x"),
            ("[::1]", (("::1", 2181),), ""),
            ("127.0.0.1:2181,127.0.0.1:2181", (("127.0.0.1", 2181),), ""),
        ):
            self.assertEqual(parse(text), ConnectString(hosts, chroot), text)
            self.assertEqual(parse(str(parse(text))), parse(text))

    def test_bad(self) -> None:
        for text, why in (
            ("", "names no server"),
            ("/x", "names no server"),
            ("a,,b", "nothing between"),
            (":1", "host is missing"),
            ("a:0", "port of a:0"),
            ("a:65536", "1 to 65535"),
            ("a:x", "number"),
            ("a:", "number"),
            ("a:1/x/", "chroot"),
            ("a:1/x//y", "chroot"),
            ("a:1/x,b:2/x", "behind the last host"),
            ("[::1", "no address"),
            ("[x]:1", "IPv6"),
            ("a b:1", "no name of a host"),
            ("::g", "IPv6"),
            (",".join(f"h{i}" for i in range(300)), "300 servers"),
        ):
            with self.assertRaises(ConfigError) as caught:
                parse(text)
            self.assertIn(why, str(caught.exception))
            self.assertNotIn("\n", str(caught.exception))

    def test_addresses(self) -> None:
        self.assertEqual((address("a", 1), address("::1", 2)), ("a:1", "[::1]:2"))
