"""Access control lists as ZooKeeper's servers read them."""

from __future__ import annotations

import unittest

from klog.testing.zookeeper_acl import ALL, OPEN, READ, READ_ONLY, WRITE, Acl, digest_id, fixed, hidden, is_allowed

ALICE = ("digest", digest_id("alice:secret"))
HERE = ("ip", "192.0.2.17")


class AclTests(unittest.TestCase):
    """Pure."""

    def test_digest_is_that_of_the_server(self) -> None:
        # From ZooKeeper's own guide: super:test.
        self.assertEqual(digest_id("super:test"), "super:D/InIHSb7yEEbrWz8b9l71RjZJU=")

    def test_world(self) -> None:
        self.assertTrue(is_allowed(OPEN, WRITE, ()))
        self.assertTrue(is_allowed(READ_ONLY, READ, ()))
        self.assertFalse(is_allowed(READ_ONLY, WRITE, (ALICE,)))

    def test_identities(self) -> None:
        mine = (Acl(ALL, *ALICE), Acl(READ, "ip", "192.0.2.0/24"))
        self.assertTrue(is_allowed(mine, WRITE, (HERE, ALICE)))
        self.assertTrue(is_allowed(mine, READ, (HERE,)))
        self.assertFalse(is_allowed(mine, WRITE, (HERE,)))
        self.assertFalse(is_allowed(mine, READ, (("ip", "198.51.100.1"), ("digest", "bob:x"))))
        self.assertTrue(is_allowed(mine, WRITE, (("super", ""),)))

    def test_what_may_be_set(self) -> None:
        self.assertIs(fixed([Acl(ALL, "world", "anyone")], ()), OPEN)
        self.assertEqual(fixed([Acl(READ, "auth", "")], (HERE, ALICE)), (Acl(READ, *ALICE),))
        twice = Acl(READ, "ip", "192.0.2.1")
        self.assertEqual(fixed([twice, twice], ()), (twice,))
        for wrong in (
            [],
            None,
            [Acl(1, "auth", "")],
            [Acl(1, "world", "me")],
            [Acl(1, "ip", "x")],
            [Acl(1, "digest", "x")],
            [Acl(1, "y", "x")],
        ):
            self.assertIsNone(fixed(wrong, (HERE,)), wrong)

    def test_hashes_are_hidden(self) -> None:
        self.assertEqual(hidden((Acl(1, *ALICE), OPEN[0])), (Acl(1, "digest", "alice:x"), OPEN[0]))
