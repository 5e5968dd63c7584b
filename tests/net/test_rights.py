"""What may be done where nobody is asked."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.acls import AclOperation, AclResourceType
from klog.net.rights import ALL_RIGHTS


class AllRightsTests(SynchronousTestCase):
    """Everything."""

    def test_all(self) -> None:
        self.assertTrue(ALL_RIGHTS.may(0, AclOperation.WRITE, AclResourceType.TOPIC, "t"))
        self.assertTrue(ALL_RIGHTS.may_somewhere(0, AclOperation.WRITE, AclResourceType.TOPIC))
        self.assertEqual(ALL_RIGHTS.operations(AclResourceType.DELEGATION_TOKEN, "t"), 1 << AclOperation.DESCRIBE)

    def test_operations_are_kafkas(self) -> None:
        kinds = (AclResourceType.TOPIC, AclResourceType.CLUSTER)
        self.assertEqual([ALL_RIGHTS.operations(kind, "") for kind in kinds], [3576, 8096])
