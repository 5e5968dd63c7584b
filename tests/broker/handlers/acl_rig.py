"""A broker in memory with an authorizer, and who may make and see its rules."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.acls import Acl
from klog.cluster.interfaces import ICoordination
from klog.testing.broker import MemoryBroker
from klog.wire.messages.create_acls import AclCreation
from klog.wire.messages.delete_acls import DeleteAclsFilter
from klog.wire.messages.describe_acls import DescribeAclsRequest

AUTHORIZED = {"authorizer.class.name": "kafka.security.authorizer.AclAuthorizer", "super.users": "User:ANONYMOUS"}


def creation(**fields: Any) -> AclCreation:
    """By default: anna may read the topic t."""
    good = {"resource_type": 2, "resource_name": "t", "principal": "User:anna", "host": "*", "operation": 3, "permission_type": 3}
    return AclCreation(**{**good, **fields})


ANYTHING: dict[str, Any] = {
    "resource_type_filter": 1,
    "resource_name_filter": None,
    "pattern_type_filter": 1,
    "principal_filter": None,
    "host_filter": None,
    "operation": 1,
    "permission_type": 1,
}


def ask(**fields: Any) -> DescribeAclsRequest:
    """By default for all rules."""
    return DescribeAclsRequest(**{**ANYTHING, **fields})


def wanted(**fields: Any) -> DeleteAclsFilter:
    """By default all rules."""
    return DeleteAclsFilter(**{**ANYTHING, **fields})


class AclFixture(SynchronousTestCase):
    """Who connects may do everything."""

    def setUp(self) -> None:
        self.broker = MemoryBroker(AUTHORIZED).start()
        self.addCleanup(lambda: self.broker.stop())
        self.client = self.broker.connect()

    @property
    def coordination(self) -> ICoordination:
        found = self.broker.broker.coordination
        assert found is not None
        return found

    def all_acls(self) -> set[Acl]:
        return {acl for acls in self.coordination.acls().values() for acl in acls}

    def without_authorizer(self) -> Any:
        """A client of a broker that has none."""
        broker = MemoryBroker().start()
        self.addCleanup(broker.stop)
        return broker.connect()
