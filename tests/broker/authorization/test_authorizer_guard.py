"""What a request needs of the cluster, whatever it names."""

from __future__ import annotations

from twisted.internet.task import Clock
from twisted.trial.unittest import SynchronousTestCase

from klog.acls import CLUSTER_NAME, Acl, AclOperation, AclPermission, AclResourceType
from klog.broker.authorization.audit_log import AuditLog
from klog.broker.authorization.authorizer import Authorizer
from klog.broker.authorization.authorizer_guard import AuthorizerGuard
from klog.net.connection_info import ConnectionInfo
from klog.net.principal import ANONYMOUS

CLUSTER = AclResourceType.CLUSTER
METADATA, WRITE_TXN_MARKERS, CREATE_ACLS = 3, 27, 30


def make(*acls: Acl, allows_everyone: bool = False) -> Authorizer:
    authorizer = Authorizer([], AuditLog(Clock().seconds), allows_everyone=allows_everyone)
    authorizer.acls_changed({acl.resource: frozenset({acl}) for acl in acls})
    return authorizer


class GuardTests(SynchronousTestCase):
    """What a request needs whatever it names."""

    def admits(self, operation: AclOperation | None, api_key: int) -> bool:
        acls = [] if operation is None else [Acl(CLUSTER, CLUSTER_NAME, "User:ANONYMOUS", operation)]
        authorizer = make(*acls)
        info = ConnectionInfo("L", "h", 1, "h", 2)
        info.rights = authorizer.rights_of(info.principal, info.peer_host)
        guard = AuthorizerGuard(authorizer)
        self.assertEqual(guard.generation, authorizer.generation)
        return guard.admits(info, api_key)

    def test_rights_to_the_cluster(self) -> None:
        alter, action = AclOperation.ALTER, AclOperation.CLUSTER_ACTION
        self.assertEqual([self.admits(each, CREATE_ACLS) for each in (None, alter, action)], [False, True, False])
        self.assertEqual([self.admits(each, WRITE_TXN_MARKERS) for each in (None, alter, action)], [False, True, True])
        self.assertEqual([self.admits(each, METADATA) for each in (None, alter)], [True, True])

    def test_a_denial_in_a_rule(self) -> None:
        deny = Acl(CLUSTER, CLUSTER_NAME, "User:*", AclOperation.ALL, AclPermission.DENY)
        info = ConnectionInfo("L", "h", 1, "h", 2)
        authorizer = make(deny, allows_everyone=True)
        info.rights = authorizer.rights_of(ANONYMOUS, "h")
        self.assertFalse(AuthorizerGuard(authorizer).admits(info, CREATE_ACLS))
