"""What is told of what may be done with the cluster."""

from __future__ import annotations

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.acls import CLUSTER_NAME, Acl, AclOperation, AclResourceType
from klog.broker.authorization.audit_log import AuditLog
from klog.broker.authorization.authorizer import Authorizer
from klog.broker.cluster_operations import cluster_operations
from klog.broker.handler import RequestContext
from klog.net.connection_info import ConnectionInfo


class ClusterOperationsTests(SynchronousTestCase):
    """To who may describe it."""

    def test_operations(self) -> None:
        info = ConnectionInfo("L", "h", 1, "h", 2)
        context = RequestContext(60, 0, 1, None, info)
        self.assertEqual(cluster_operations(context), 8096)
        for operation, expected in ((AclOperation.DESCRIBE, 256), (AclOperation.ALTER, 384), (AclOperation.CREATE, 0)):
            authorizer = Authorizer([], AuditLog(Clock().seconds))
            acl = Acl(AclResourceType.CLUSTER, CLUSTER_NAME, "User:ANONYMOUS", operation)
            authorizer.acls_changed({acl.resource: {acl}})
            info.rights = authorizer.rights_of(info.principal, info.peer_host)
            self.assertEqual(cluster_operations(context), expected)
