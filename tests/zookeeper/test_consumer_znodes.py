"""The old consumer's znodes."""

from __future__ import annotations

import json

from twisted.trial.unittest import SynchronousTestCase

from klog.errors import ErrorCode, KlogError
from klog.zookeeper import consumer_znodes as znodes
from klog.zookeeper.consumer_znodes import ConsumerRegistration, Pattern
from klog.zookeeper.znode_json import BadZnode


class Paths(SynchronousTestCase):
    """Where they lie."""

    def test_paths(self) -> None:
        """As Kafka's."""
        self.assertEqual(ConsumerRegistration.path("g", "g_h-1-0a"), "/consumers/g/ids/g_h-1-0a")
        self.assertEqual(znodes.owner_path("g", "t", 3), "/consumers/g/owners/t/3")
        self.assertEqual(znodes.offset_path("g", "t", 3), "/consumers/g/offsets/t/3")
        self.assertEqual((znodes.owners_path("g"), znodes.offsets_path("g", "t")), ("/consumers/g/owners", "/consumers/g/offsets/t"))
        self.assertEqual(znodes.partition_of("/consumers/g/owners/t/3"), 3)
        self.assertRaises(BadZnode, znodes.partition_of, "/consumers/g/owners/t/x")

    def test_group_ids(self) -> None:
        """Those that are no name in a path are refused."""
        for group in ("", "a/b", ".", "..", "a\n", "a\x00", "\ud800", "\uf000"):
            error = self.assertRaises(KlogError, znodes.ids_path, group)
            self.assertEqual(error.code, ErrorCode.INVALID_GROUP_ID)
            self.assertTrue(error.message)
        self.assertEqual(znodes.check_group_id("a group, ünsafe."), "a group, ünsafe.")
        self.assertIn("slash", self.assertRaises(KlogError, znodes.check_group_id, "a/b").message)


class Values(SynchronousTestCase):
    """What stands there."""

    def test_registrations(self) -> None:
        """Kafka's and ours."""
        path = "/consumers/g/ids/c"
        kafka = ConsumerRegistration.decode(path, b'{"version":1,"subscription":{"t":2,"u":1},"pattern":"static","timestamp":"1416"}')
        self.assertEqual(kafka, ConsumerRegistration({"t": 2, "u": 1}, Pattern.STATIC, 1416))
        ours = ConsumerRegistration({"a|b.*": 1}, Pattern.WHITE_LIST, 5)
        self.assertEqual(json.loads(ours.encode()), {"version": 1, "subscription": {"a|b.*": 1}, "pattern": "white_list", "timestamp": "5"})
        self.assertEqual(ConsumerRegistration.decode(path, ours.encode()), ours)
        for data in (
            b"",
            b"x",
            b"{}",
            b'{"subscription":{"t":"1"}}',
            b'{"subscription":{"t":-1}}',
            b'{"subscription":{"t":2000000000}}',
            b'{"subscription":{"t":1},"pattern":"grey_list"}',
            b'{"subscription":{"t":1,"u":1},"pattern":"white_list"}',
        ):
            self.assertRaises(BadZnode, ConsumerRegistration.decode, path, data)

    def test_texts(self) -> None:
        """Owners and offsets."""
        self.assertEqual(znodes.encode_owner("c-0"), b"c-0")
        self.assertEqual(znodes.decode_offset("/p", znodes.encode_offset(2**40)), 2**40)
        for data in (b"", b"\xff"):
            self.assertRaises(BadZnode, znodes.decode_offset, "/p", data)
