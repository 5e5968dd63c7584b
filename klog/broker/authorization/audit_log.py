"""The audit log of access: who was denied what, from where; and who was allowed what.

Lines like those of Kafka's ``kafka.authorizer.logger``, with the subsystem ``audit`` in front::

    User:anna is denied READ on Topic:LITERAL:orders from 10.1.2.3 for Fetch: no rule allows it
    User:anna is allowed READ on Topic:LITERAL:orders from 10.1.2.3 for Fetch by rule: allow User:anna from * to read topic orders

What is denied is told at the level *info*, and what is allowed at *debug*. Whoever asks a thousand times a second from one address for the
same that he may not is told of once in `INTERVAL_S`, with how often it was in between; of more than `MOST_KINDS` different refusals within
one interval, or `MOST_OF_ONE` of one principal, only the number is told: nobody hides what others try behind what he tries himself.
What is allowed is told when it is decided: once for each principal and address, as long as it is connected from there and no rule changes.
Names come from clients, and are written so that no line can begin in one.

Where there is a file for it (`klog.broker.authorization.audit_file`), each line that is told goes there as well, as JSON.
"""

from __future__ import annotations

from collections.abc import Callable

from twisted.logger import Logger

from klog.acls import Acl, AclOperation, AclResourceType
from klog.broker.authorization.audit_file import AuditFile
from klog.log_rate_limit import LogKindLimit
from klog.wire.apis import APIS

#: Between two lines about the same refusal, in seconds.
INTERVAL_S = 10.0
#: Different refusals that are told of within one interval.
MOST_KINDS = 1000
#: The same of one principal.
MOST_OF_ONE = 200
#: Characters of a name that stand in a line.
MOST_CHARACTERS = 300

_TYPES = {
    AclResourceType.TOPIC: "Topic",
    AclResourceType.GROUP: "Group",
    AclResourceType.CLUSTER: "Cluster",
    AclResourceType.TRANSACTIONAL_ID: "TransactionalId",
    AclResourceType.DELEGATION_TOKEN: "DelegationToken",
    AclResourceType.USER: "User",
}


class AuditLog:
    """See the module.

    :param seconds: a clock.
    :param tells_allowed: whether anybody wants to hear what is allowed: ten thousand lines that nobody reads take a tenth of a second.
    :param file: gets each line, too.
    """

    log = Logger()

    def __init__(self, seconds: Callable[[], float], *, tells_allowed: bool = True, file: AuditFile | None = None) -> None:
        self.tells_allowed = tells_allowed or (file is not None and file.has_allowed)
        self.file = file
        self._logs_allowed = tells_allowed
        self._limit = LogKindLimit(seconds, INTERVAL_S, MOST_KINDS, MOST_OF_ONE)

    def allowed(
        self,
        principal: str,
        host: str,
        api_key: int,
        operation: AclOperation,
        kind: AclResourceType,
        name: str,
        acl: Acl | None,
        why: str = "",
    ) -> None:
        """It is allowed.

        :param acl: the rule that allows it; None where it is allowed without one.
        :param why: why it is, without one.
        """
        if not self.tells_allowed:
            return
        if self._logs_allowed:
            self.log.debug(
                "{who} is allowed {operation} on {resource} from {host} for {api} {by}",
                by=why if acl is None else _by_rule(acl),
                **_facts(principal, host, api_key, operation, kind, name),
            )
        if self.file is not None and self.file.has_allowed:
            more = {"reason": why} if acl is None else {}
            row = _row(principal, host, api_key, operation, kind, name, acl)
            self.file.tell({"decision": "allowed", **row, **more}, leaves_room=True)

    def denied(
        self, principal: str, host: str, api_key: int, operation: AclOperation, kind: AclResourceType, name: str, acl: Acl | None
    ) -> None:
        """It is denied.

        :param acl: the rule that denies; None where there is none that allows.
        """
        for who, others in self._limit.take_others().items():
            self.log.info("{who}: {count} other requests were denied something", who=_shown(who) if who else "many", count=others)
            if self.file is not None:
                self.file.tell({"decision": "denied", "principal": who or None, "others": others})
        # Nothing longer is kept than what is told.
        whose = principal[:MOST_CHARACTERS]
        untold = self._limit.begin((whose, host, operation, kind, name[:MOST_CHARACTERS]), whose)
        if untold is None:
            return
        self.log.info(
            "{who} is denied {operation} on {resource} from {host} for {api}{by}{more}",
            by=": no rule allows it" if acl is None else f" {_by_rule(acl)}",
            more=f" (and {untold} times before)" if untold else "",
            **_facts(principal, host, api_key, operation, kind, name),
        )
        if self.file is not None:
            row = _row(principal, host, api_key, operation, kind, name, acl)
            self.file.tell({"decision": "denied", **row, "times_before": untold})


def _by_rule(acl: Acl) -> str:
    """Names a rule in a line of the log."""
    return f"by rule: {_shown(str(acl))}"


def cut(text: str) -> str:
    """As much of `text` as stands in a line."""
    return text if len(text) <= MOST_CHARACTERS else text[:MOST_CHARACTERS] + "…"


def _shown(text: str) -> str:
    """`text`, cut short, without anything that could begin a line or colour it."""
    text = cut(text)
    return text if text.isprintable() else repr(text)


def _facts(principal: str, host: str, api_key: int, operation: AclOperation, kind: AclResourceType, name: str) -> dict[str, str]:
    """What each line says of what was asked."""
    return {
        "who": _shown(principal),
        "operation": operation.name,
        "resource": f"{_TYPES[kind]}:LITERAL:{_shown(name)}",
        "host": host,
        "api": _api_name(api_key),
    }


def _row(
    principal: str, host: str, api_key: int, operation: AclOperation, kind: AclResourceType, name: str, acl: Acl | None
) -> dict[str, object]:
    """The same for the file, with the rule that decided; null where there was none."""
    rule = None
    if acl is not None:
        rule = {
            "principal": cut(acl.principal),
            "host": cut(acl.host),
            "permission": acl.permission.name,
            "operation": acl.operation.name,
            "resource_type": acl.resource_type.name,
            "resource": cut(acl.name),
            "pattern": acl.pattern.name,
        }
    return {
        "principal": cut(principal),
        "host": host,
        "api": _api_name(api_key),
        "operation": operation.name,
        "resource_type": kind.name,
        "resource": cut(name),
        "rule": rule,
    }


def _api_name(api_key: int) -> str:
    api = APIS.get(api_key)
    return f"API {api_key}" if api is None else api.name
