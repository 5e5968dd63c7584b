"""Which right the configurations of a resource need."""

from __future__ import annotations

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.acls import CLUSTER_NAME, Acl, AclOperation, AclResourceType
from klog.broker.authorization.audit_log import AuditLog
from klog.broker.authorization.authorizer import Authorizer
from klog.broker.config_rights import denial_of, may_on, require_on
from klog.broker.handler import RequestContext
from klog.errors import ErrorCode, KlogError
from klog.net.connection_info import ConnectionInfo

DESCRIBE = AclOperation.DESCRIBE_CONFIGS
TOPIC, GROUP, CLUSTER = ErrorCode.TOPIC_AUTHORIZATION_FAILED, ErrorCode.GROUP_AUTHORIZATION_FAILED, ErrorCode.CLUSTER_AUTHORIZATION_FAILED


class ConfigRightsTests(SynchronousTestCase):
    """By the type of each resource."""

    def test_types(self) -> None:
        for acl, expected in (
            (Acl(AclResourceType.TOPIC, "x", "User:ANONYMOUS", DESCRIBE), {2}),
            (Acl(AclResourceType.GROUP, "x", "User:ANONYMOUS", DESCRIBE), {32}),
            (Acl(AclResourceType.CLUSTER, CLUSTER_NAME, "User:ANONYMOUS", DESCRIBE), {0, 4, 8, 16, 64}),
        ):
            authorizer = Authorizer([], AuditLog(Clock().seconds))
            authorizer.acls_changed({acl.resource: {acl}})
            info = ConnectionInfo("L", "h", 1, "h", 2)
            info.rights = authorizer.rights_of(info.principal, info.peer_host)
            context = RequestContext(32, 0, 1, None, info)
            self.assertEqual({kind for kind in (0, 2, 4, 8, 16, 32, 64) if may_on(context, DESCRIBE, kind, "x")}, expected)
            denied = min({2, 4, 32} - expected)
            error = self.assertRaises(KlogError, require_on, context, DESCRIBE, denied, "x")
            self.assertIs(error.code, denial_of(denied))

    def test_denials(self) -> None:
        self.assertEqual([denial_of(kind) for kind in (2, 4, 8, 16, 32, 0)], [TOPIC, CLUSTER, CLUSTER, CLUSTER, GROUP, CLUSTER])
