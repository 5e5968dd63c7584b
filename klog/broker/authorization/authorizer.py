"""The authorizer: what a principal may do, by the cluster's ACLs, ``super.users`` and ``allow.everyone.if.no.acl.found``.

::

    is it one of super.users?                               allowed, whatever the rules say
    are the cluster's rules known?                          denied while they are not (a start that still reads them)
    what do the rules say (`AclIndex.decide`)?              allowed or denied; where no rule concerns the resource, by the setting

An `Authorizer` hands out `PrincipalRights`, one for each principal and address, which all its connections from there share. They remember
what was decided, so that asking again costs one look into a dictionary, and forget it when any rule changes. The `generation` goes up with
each such change; whatever rests on an answer (a plan for repeated Produce requests, a parked Fetch) is bound to it.
"""

from __future__ import annotations

import weakref
from collections.abc import Collection, Iterable, Mapping

from klog.acls import CLUSTER_NAME, OPERATIONS_OF, WILDCARD, Acl, AclOperation, AclResourceType, ResourcePattern, operation_bits
from klog.broker.authorization.acl_index import AclIndex, Decision
from klog.broker.authorization.api_rights import API_RIGHTS
from klog.broker.authorization.audit_log import AuditLog
from klog.net.addresses import shortest_address
from klog.net.principal import Principal

#: Decisions that are remembered of one principal from one address,
MOST_REMEMBERED = 5_000
#: and the longest name that is: a topic's. Those of groups and transactional ids may have 32,767 characters.
LONGEST_REMEMBERED = 249

_AS_SUPER_USER = Decision(True, None, False)
_SUPER_USER = "as a super user"
_EVERYBODY = "as everybody, for no rule concerns it"


class Authorizer:
    """See the module.

    :param super_users: who may do everything.
    :param allows_everyone: whether everybody may do what no rule concerns.
    :ivar generation: how often the rules have changed.
    :ivar knows_acls: whether it has been told of the cluster's rules; only super users pass where it has not.
    :ivar index: the rules.
    """

    def __init__(self, super_users: Iterable[Principal], audit: AuditLog, *, allows_everyone: bool = False) -> None:
        self._super_users = frozenset(super_users)
        self._allows_everyone = allows_everyone
        self.audit = audit
        self.generation = 1
        self.index = AclIndex()
        self.knows_acls = False
        #: As long as any connection has them.
        self._rights: weakref.WeakValueDictionary[tuple[Principal, str], PrincipalRights] = weakref.WeakValueDictionary()
        #: What a start should say, one line each.
        self.warnings: tuple[str, ...] = ()

    def acls_changed(self, changed: Mapping[ResourcePattern, Collection[Acl]]) -> None:
        """The rules about these resources from now on (see `ICoordination.subscribe_acls`); the first call has all."""
        for resource, acls in changed.items():
            self.index.put(resource, acls)
        self.knows_acls = True
        self.generation += 1

    def rights_of(self, principal: Principal, host: str) -> PrincipalRights:
        """What `principal` may do.

        :param host: the address that it comes from.
        """
        key = principal, shortest_address(host)
        rights = self._rights.get(key)
        if rights is None:
            rights = self._rights[key] = PrincipalRights(self, *key)
        return rights

    @property
    def has_super_users(self) -> bool:
        """Whether there are any."""
        return bool(self._super_users)

    def is_super_user(self, principal: Principal) -> bool:
        """Whether it may do everything."""
        return principal in self._super_users

    def may_act_for_cluster(self, principal: Principal) -> bool:
        """Whether it may say what brokers say to each other, from anywhere."""
        if self.is_super_user(principal):
            return True
        return self.decide(str(principal), WILDCARD, AclOperation.CLUSTER_ACTION, AclResourceType.CLUSTER, CLUSTER_NAME).is_allowed

    def decide(self, principal: str, host: str, operation: AclOperation, resource_type: AclResourceType, name: str) -> Decision:
        """For who is no super user. `Decision.is_allowed` is what counts."""
        decision = self.index.decide(principal, host, operation, resource_type, name)
        return decision if self.knows_acls and decision.has_acls else self.where_nothing_is_said(decision)

    def where_nothing_is_said(self, decision: Decision) -> Decision:
        """What counts instead of `decision`, where no rule concerns the resource, or the rules are not known."""
        if not self.knows_acls:
            return Decision(False, None, True)
        return decision._replace(is_allowed=self._allows_everyone)

    def decide_somewhere(self, principal: str, host: str, operation: AclOperation, resource_type: AclResourceType) -> Decision:
        """The same for any resource of a type."""
        if not self.knows_acls:
            return Decision(False, None, True)
        decision = self.index.decide_somewhere(principal, host, operation, resource_type)
        if decision.is_allowed or decision.has_acls or not self._allows_everyone:
            return decision
        return decision._replace(is_allowed=True)


class PrincipalRights:
    """`klog.net.rights.Rights` of one principal from one address.

    :param host: in its shortest form.
    """

    def __init__(self, authorizer: Authorizer, principal: Principal, host: str) -> None:
        self._authorizer = authorizer
        self._principal = str(principal)
        self._is_super_user = authorizer.is_super_user(principal)
        self._host = host
        self._decided: dict[tuple[AclOperation, AclResourceType, str], bool] = {}
        self._decided_somewhere: dict[tuple[AclOperation, AclResourceType], Decision] = {}
        self._decided_in = authorizer.generation

    @property
    def generation(self) -> int:
        """The authorizer's."""
        return self._authorizer.generation

    def may(self, api_key: int, operation: AclOperation, resource_type: AclResourceType, name: str, *, tells: bool = True) -> bool:
        """Whether the operation is allowed on the resource; a denial is written into the audit log where it `tells`.

        :raises ValueError: the API needs no such right (`API_RIGHTS`): a mistake in its handler.
        """
        if self._decided_in != self._authorizer.generation:
            self._forget()
        key = (operation, resource_type, name)
        known = self._decided.get(key)
        if known or (known is False and not tells):
            return known
        if (api_key, operation, resource_type) not in _DECLARED:
            _check_declared(api_key, operation, resource_type)
        authorizer = self._authorizer
        audit = authorizer.audit
        if self._is_super_user:
            decision = _AS_SUPER_USER
        else:
            # As `Authorizer.decide`, without another call: names that are asked for the first time come by the thousand.
            decision = authorizer.index.decide(self._principal, self._host, operation, resource_type, name)
            if not (authorizer.knows_acls and decision.has_acls):
                decision = authorizer.where_nothing_is_said(decision)
        is_allowed, acl, _ = decision
        if known is None and len(name) <= LONGEST_REMEMBERED:
            decided = self._decided
            if len(decided) >= MOST_REMEMBERED:
                decided.clear()
            decided[key] = is_allowed
        if not is_allowed:
            if tells:
                audit.denied(self._principal, self._host, api_key, operation, resource_type, name, acl)
            return False
        if audit.tells_allowed:
            why = _SUPER_USER if self._is_super_user else _EVERYBODY
            audit.allowed(self._principal, self._host, api_key, operation, resource_type, name, acl, why)
        return True

    def may_somewhere(self, api_key: int, operation: AclOperation, resource_type: AclResourceType) -> bool:
        """Whether the operation is allowed on any resource of a type.

        :raises ValueError: as `may`.
        """
        _check_declared(api_key, operation, resource_type)
        if self._is_super_user:
            return True
        if self._decided_in != self._authorizer.generation:
            self._forget()
        key = (operation, resource_type)
        decision = self._decided_somewhere.get(key)
        if decision is None:
            # Where everybody has rules about very many resources and may use none, all of them are looked at.
            decision = self._decided_somewhere[key] = self._authorizer.decide_somewhere(self._principal, self._host, *key)
        if not decision.is_allowed:
            self._authorizer.audit.denied(self._principal, self._host, api_key, operation, resource_type, WILDCARD, decision.acl)
        return decision.is_allowed

    def _forget(self) -> None:
        self._decided_in = self._authorizer.generation
        self._decided.clear()
        self._decided_somewhere.clear()

    def operations(self, resource_type: AclResourceType, name: str) -> int:
        """All that is allowed on the resource, as bits; not written into the audit log."""
        operations = OPERATIONS_OF[resource_type]
        if self._is_super_user:
            return operation_bits(operations)
        decide = self._authorizer.decide
        return operation_bits(
            operation for operation in operations if decide(self._principal, self._host, operation, resource_type, name).is_allowed
        )


#: All that may be asked, with API key, operation and type.
_DECLARED = {(api_key, *right) for api_key, rights in API_RIGHTS.items() for right in rights.of_named}


def _check_declared(api_key: int, operation: AclOperation, resource_type: AclResourceType) -> None:
    rights = API_RIGHTS[api_key]
    if (operation, resource_type) in rights.of_named:
        return
    if resource_type is AclResourceType.CLUSTER and operation in rights.of_request:
        return
    raise ValueError(f"API {api_key} needs no right to {operation.name} a {resource_type.name}")
