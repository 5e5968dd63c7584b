"""Rules and filters as requests have them."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.acls import Acl, AclFilter, AclOperation, AclPattern, AclPermission, AclResourceType
from klog.broker.acl_requests import acl_of, check_numbers, filter_of
from klog.broker.handler import CloseConnection
from klog.errors import ErrorCode, KlogError
from klog.wire.messages.create_acls import AclCreation
from klog.wire.messages.describe_acls import DescribeAclsRequest


def creation(**fields: Any) -> AclCreation:
    good = {"resource_type": 2, "resource_name": "t", "principal": "User:a", "host": "*", "operation": 3, "permission_type": 3}
    return AclCreation(**{**good, **fields})


class RuleTests(SynchronousTestCase):
    """Those that are to be made."""

    def test_good_ones(self) -> None:
        self.assertEqual(acl_of(creation()), Acl(AclResourceType.TOPIC, "t", "User:a", AclOperation.READ))
        deny = acl_of(creation(resource_pattern_type=4, permission_type=2, host="1.1.1.1"))
        self.assertEqual((deny.pattern, deny.permission, deny.host), (AclPattern.PREFIXED, AclPermission.DENY, "1.1.1.1"))
        self.assertEqual(acl_of(creation(resource_type=4, resource_name="kafka-cluster")).resource_type, AclResourceType.CLUSTER)

    def test_bad_ones(self) -> None:
        for fields in (
            {"resource_name": ""},
            {"resource_type": 4, "resource_name": "cluster"},
            {"resource_type": 1},
            {"resource_pattern_type": 1},
            {"resource_pattern_type": 2},
            {"permission_type": 1},
            {"operation": 1},
            {"principal": "a"},
            {"principal": ":a"},
            {"principal": "User:"},
            {"principal": ""},
            {"host": ""},
        ):
            error = self.assertRaises(KlogError, acl_of, creation(**fields))
            self.assertIs(error.code, ErrorCode.INVALID_REQUEST, fields)

    def test_numbers_that_mean_nothing(self) -> None:
        for field in ("resource_type", "resource_pattern_type", "permission_type", "operation"):
            for number in (0, 99, -1):
                self.assertRaises(CloseConnection, check_numbers, creation(**{field: number}))
        check_numbers(creation())


class FilterTests(SynchronousTestCase):
    """Those that look for some."""

    def test_filters(self) -> None:
        anything: dict[str, Any] = {"resource_type_filter": 1, "pattern_type_filter": 1, "operation": 1, "permission_type": 1}
        nobody = {"resource_name_filter": None, "principal_filter": None, "host_filter": None}
        self.assertEqual(filter_of(DescribeAclsRequest(**anything, **nobody)), AclFilter())
        self.assertRaises(CloseConnection, filter_of, DescribeAclsRequest(**{**anything, "operation": 0}, **nobody))
