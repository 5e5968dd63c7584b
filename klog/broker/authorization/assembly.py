"""Makes the authorizer that a broker's settings ask for, and has it follow the cluster's ACLs."""

from __future__ import annotations

import os
from collections.abc import Callable

from klog.broker.authorization.audit_file import SETTING as AUDIT_LOG
from klog.broker.authorization.audit_file import AuditFile
from klog.broker.authorization.audit_log import AuditLog
from klog.broker.authorization.authorizer import Authorizer
from klog.broker.disk.threads import of_kind
from klog.broker.lifecycle.environment import Environment
from klog.broker.security.certificates import asks_who
from klog.broker.security.super_users import super_users
from klog.broker.settings.settings import BrokerSettings
from klog.cluster.interfaces import ICoordination
from klog.net.listeners import Listeners
from klog.net.principal import ANONYMOUS
from klog.storage.disk_work import WorkKind


def make_authorizer(
    settings: BrokerSettings,
    coordination: ICoordination,
    listeners: Listeners,
    seconds: Callable[[], float],
    *,
    tells_allowed: bool = True,
    audit_file: AuditFile | None = None,
) -> Authorizer:
    """The authorizer. What a start should say of it is in `Authorizer.warnings`.

    :param seconds: a clock.
    :param tells_allowed: whether the audit log tells what is allowed.
    :param audit_file: gets its lines, too.
    :raises ConfigError: ``super.users`` names nobody.
    """
    named = super_users(settings)
    allows_everyone = settings.boolean("allow.everyone.if.no.acl.found")
    authorizer = Authorizer(named, AuditLog(seconds, tells_allowed=tells_allowed, file=audit_file), allows_everyone=allows_everyone)
    coordination.subscribe_acls(authorizer.acls_changed)
    authorizer.warnings = tuple(_warnings(settings, authorizer, coordination, listeners))
    return authorizer


def make_audit_file(settings: BrokerSettings, environment: Environment, warn: Callable[[str], None]) -> AuditFile | None:
    """The file of the audit log; None where the settings ask for none.

    :raises ConfigError: it cannot be written, or another broker writes it.
    """
    path = (settings.string(AUDIT_LOG) or "").strip()
    if not path:
        return None
    return AuditFile(
        environment.file_system,
        # By the one name that it has for all.
        os.path.realpath(path),
        most_bytes=settings.integer("klog.audit.log.bytes"),
        most_files=settings.integer("klog.audit.log.files"),
        has_allowed=settings.boolean("klog.audit.log.allowed"),
        clock=environment.reactor,
        now_ms=environment.now_ms,
        # A place of its own: a data directory's disk that hangs is no reason to write nothing.
        run_in_thread=of_kind(environment.run_in_thread, WorkKind.CHECKPOINT, AUDIT_LOG),
        warn=warn,
    )


def _warnings(settings: BrokerSettings, authorizer: Authorizer, coordination: ICoordination, listeners: Listeners) -> list[str]:
    found = []
    open_to_all = [endpoint.name for endpoint in listeners.bound if not asks_who(settings, endpoint)]
    if authorizer.is_super_user(ANONYMOUS) and open_to_all:
        found.append(
            f"{ANONYMOUS} is one of super.users: whoever reaches the listener {', '.join(open_to_all)} may do everything without a password"
        )
    if not authorizer.knows_acls and not coordination.is_controlled:
        found.append("the ACLs were lost with klog.state: nobody but super.users may do anything until somebody sets ACLs again")
    if not authorizer.has_super_users and not coordination.acls():
        found.append("super.users names nobody, and there are no ACLs: nobody may do anything, nor make the first ACL")
    return found
