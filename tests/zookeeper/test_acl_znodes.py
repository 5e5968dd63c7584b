"""Kafka's znodes of access control lists."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.acls import Acl, AclOperation, AclPattern, AclPermission, AclResourceType, ResourcePattern
from klog.zookeeper.acl_znodes import PATHS, AclZnode, change_of, path_of, resource_at
from klog.zookeeper.znode_json import BadZnode

TOPIC, CLUSTER = AclResourceType.TOPIC, AclResourceType.CLUSTER
READ = AclOperation.READ
ORDERS = ResourcePattern(TOPIC, "orders")
#: As Kafka 3.9.2 writes it.
WRITTEN = b'{"version":1,"acls":[{"principal":"User:alice","permissionType":"Allow","operation":"Read","host":"*"}]}'


class PathTests(SynchronousTestCase):
    """Where rules lie."""

    def test_paths(self) -> None:
        for resource, path in (
            (ORDERS, "/kafka-acl/Topic/orders"),
            (ResourcePattern(TOPIC, "*"), "/kafka-acl/Topic/*"),
            (ResourcePattern(AclResourceType.TRANSACTIONAL_ID, "t", AclPattern.PREFIXED), "/kafka-acl-extended/prefixed/TransactionalId/t"),
        ):
            self.assertEqual((path_of(resource), resource_at(path)), (path, resource))
        self.assertIn("/kafka-acl-extended/prefixed/DelegationToken", PATHS)

    def test_names_that_have_no_place(self) -> None:
        for name in ("", "a/b", ".", "..", "a\0", "a\n", "a\x85", "\ud800", "\ufff1"):
            self.assertIsNone(path_of(ResourcePattern(TOPIC, name)), repr(name))
        for path in ("/kafka-acl", "/kafka-acl/Topic", "/kafka-acl/Planet/x", "/kafka-acl/Topic/x/y", "/kafka-acl-extended/other/Topic/x"):
            self.assertIsNone(resource_at(path), path)


class ValueTests(SynchronousTestCase):
    """What is written there."""

    def test_it_is_written_as_kafka_writes_it(self) -> None:
        acl = Acl(TOPIC, "orders", "User:alice", READ)
        self.assertEqual(AclZnode(()).altered("/p", ORDERS, {acl}, ()).encode(), WRITTEN)
        self.assertEqual(AclZnode.decode("/p", WRITTEN).acls("/p", ORDERS), {acl})
        self.assertEqual(AclZnode.decode("/p", b'{"version":1,"acls":[]}').acls("/p", ORDERS), frozenset())

    def test_names_of_operations(self) -> None:
        names = {
            json.loads(AclZnode(()).altered("/p", ORDERS, {Acl(CLUSTER, "c", "User:a", each)}, ()).encode())["acls"][0]["operation"]
            for each in AclOperation
            if each > AclOperation.ANY
        }
        self.assertLessEqual({"All", "ClusterAction", "DescribeConfigs", "AlterConfigs", "IdempotentWrite", "DescribeTokens"}, names)

    def test_names_in_any_case(self) -> None:
        """As Kafka reads them: a denial that somebody wrote by hand denies."""
        for operation in ("Read", "READ", "read"):
            for permission in ("Deny", "DENY", "deny"):
                entry = {"principal": "User:a", "permissionType": permission, "operation": operation, "host": "*"}
                znode = AclZnode.decode("/p", json.dumps({"version": 1, "acls": [entry]}).encode())
                (acl,) = znode.acls("/p", ORDERS)
                self.assertEqual((acl.operation, acl.permission), (READ, AclPermission.DENY), entry)

    def test_what_others_wrote_stays(self) -> None:
        """Keys and operations that nobody knows here."""
        entry = {"principal": "User:a", "permissionType": "Deny", "operation": "Teleport", "host": "*", "note": 1}
        znode = AclZnode.decode("/p", json.dumps({"version": 1, "acls": [entry]}).encode())
        (read,) = znode.acls("/p", ORDERS)
        self.assertEqual((read.operation, read.permission), (AclOperation.UNKNOWN, AclPermission.DENY))
        added = znode.altered("/p", ORDERS, {Acl(TOPIC, "orders", "User:b", READ)}, ())
        self.assertEqual(added.entries[0], entry)
        self.assertEqual(len(added.altered("/p", ORDERS, (), {read}).entries), 1)

    def test_changes(self) -> None:
        self.assertEqual(change_of(ORDERS), ("/kafka-acl-changes/acl_changes_", b"TOPIC:orders"))
        path, value = change_of(ORDERS._replace(pattern=AclPattern.PREFIXED))
        self.assertEqual(path, "/kafka-acl-extended-changes/acl_changes_")
        self.assertEqual(json.loads(value), {"version": 1, "resourceType": "TOPIC", "name": "orders", "patternType": "PREFIXED"})

    def test_what_cannot_be_read(self) -> None:
        for value in (
            None,
            b"",
            b"nonsense",
            b"[]",
            b'{"version":2,"acls":[]}',
            b'{"version":1}',
            b'{"version":1,"acls":{}}',
            b'{"version":1,"acls":["x"]}',
            b'{"version":1,"acls":[{"principal":"User:a"}]}',
            b'{"version":1,"acls":[{"principal":"User:a","permissionType":"Maybe","operation":"Read","host":"*"}]}',
        ):
            self.assertRaises(BadZnode, lambda data: AclZnode.decode("/p", data).acls("/p", ORDERS), value)

    @given(
        data=st.binary(max_size=60)
        | st.builds(
            lambda value: json.dumps(value).encode(),
            st.recursive(
                st.none() | st.text(max_size=5) | st.integers(),
                lambda inner: (
                    st.lists(inner, max_size=3)
                    | st.dictionaries(
                        st.sampled_from(("version", "acls", "principal", "permissionType", "operation", "host")), inner, max_size=4
                    )
                ),
                max_leaves=8,
            ),
        )
    )
    @settings(max_examples=60, deadline=None)
    def test_anything(self, data: bytes) -> None:
        """Is read, or is a `BadZnode`."""
        try:
            AclZnode.decode("/p", data).acls("/p", ORDERS)
        except BadZnode:
            pass
