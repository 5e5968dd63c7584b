"""Makes the authorizer that a broker's settings ask for, and has it follow the cluster's ACLs."""

from __future__ import annotations

from collections.abc import Callable

from klog.broker.authorization.audit_log import AuditLog
from klog.broker.authorization.authorizer import Authorizer
from klog.broker.security.super_users import super_users
from klog.broker.settings.settings import BrokerSettings
from klog.cluster.interfaces import ICoordination
from klog.net.listeners import Listeners
from klog.net.principal import ANONYMOUS


def make_authorizer(
    settings: BrokerSettings,
    coordination: ICoordination,
    listeners: Listeners,
    seconds: Callable[[], float],
    *,
    tells_allowed: bool = True,
) -> Authorizer:
    """The authorizer. What a start should say of it is in `Authorizer.warnings`.

    :param seconds: a clock.
    :param tells_allowed: whether the audit log tells what is allowed.
    :raises ConfigError: ``super.users`` names nobody.
    """
    named = super_users(settings)
    allows_everyone = settings.boolean("allow.everyone.if.no.acl.found")
    authorizer = Authorizer(named, AuditLog(seconds, tells_allowed=tells_allowed), allows_everyone=allows_everyone)
    coordination.subscribe_acls(authorizer.acls_changed)
    authorizer.warnings = tuple(_warnings(authorizer, coordination, listeners))
    return authorizer


def _warnings(authorizer: Authorizer, coordination: ICoordination, listeners: Listeners) -> list[str]:
    found = []
    open_to_all = [endpoint.name for endpoint in listeners.bound if not endpoint.protocol.uses_sasl and not endpoint.protocol.uses_tls]
    if authorizer.is_super_user(ANONYMOUS) and open_to_all:
        found.append(
            f"{ANONYMOUS} is one of super.users: whoever reaches the listener {', '.join(open_to_all)} may do everything without a password"
        )
    if not authorizer.knows_acls and not coordination.is_controlled:
        found.append("the ACLs were lost with klog.state: nobody but super.users may do anything until somebody sets ACLs again")
    if not authorizer.has_super_users and not coordination.acls():
        found.append("super.users names nobody, and there are no ACLs: nobody may do anything, nor make the first ACL")
    return found
