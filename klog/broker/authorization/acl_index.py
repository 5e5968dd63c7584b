"""Which rules decide: all ACLs of a cluster, arranged so that a decision looks at few of them. Pure.

A decision is about one operation of one principal, from one address, on one resource. It gathers the rules that concern the resource:

* those of its name, of the name ``*``, and of every prefix that its name begins with;
* among them those of the principal and of ``User:*``, from this address and from ``*``, about the operation and about ALL.

and then (``AclAuthorizer``, ``StandardAuthorizerData``):

============================================= ===================================================================================
one of them denies                            denied, whatever allows
one of them allows                            allowed; DESCRIBE also by what allows READ, WRITE, DELETE or ALTER, and DESCRIBE_CONFIGS
                                              by what allows ALTER_CONFIGS. What *denies* READ does not deny DESCRIBE
none, and no rule at all concerns it          left to ``allow.everyone.if.no.acl.found``
none, though there are rules                  denied
============================================= ===================================================================================

Principals and names are compared by their characters. Addresses are numbers: of IPv6 every way to write the same one counts as the same
(Kafka's compares texts, so that a denial of ``::1`` never holds there).

A prefix is found by its length: however many rules there are, a name of n characters asks for at most n prefixes, and only for lengths
that some rule has. Rules about one resource are found by principal and address, of which two each count, so that a hundred thousand
rules about one topic cost no more than one. Whether something is allowed anywhere is asked of the resources about which the principal
itself, or everybody, has rules.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from klog.acls import EVERYBODY, WILDCARD, Acl, AclOperation, AclPattern, AclPermission, AclResourceType, ResourcePattern

_ALL = AclOperation.ALL
_DESCRIBED_BY = frozenset({AclOperation.DESCRIBE, AclOperation.READ, AclOperation.WRITE, AclOperation.DELETE, AclOperation.ALTER, _ALL})
_CONFIGS_DESCRIBED_BY = frozenset({AclOperation.DESCRIBE_CONFIGS, AclOperation.ALTER_CONFIGS, _ALL})
#: By what an operation is allowed.
_ALLOWED_BY: Mapping[AclOperation, frozenset[AclOperation]] = {operation: frozenset({operation, _ALL}) for operation in AclOperation} | {
    AclOperation.DESCRIBE: _DESCRIBED_BY,
    AclOperation.DESCRIBE_CONFIGS: _CONFIGS_DESCRIBED_BY,
}


class Decision(NamedTuple):
    """What the rules say.

    :ivar is_allowed: False where no rule allows it.
    :ivar acl: the rule that decided; None where none fits.
    :ivar has_acls: whether any rule concerns the resource.
    """

    is_allowed: bool
    acl: Acl | None
    has_acls: bool


class _ResourceRules:
    """The rules of one `ResourcePattern`, by principal and address, that in its shortest form."""

    __slots__ = ("_by_who_and_where",)

    def __init__(self, acls: Iterable[Acl]) -> None:
        self._by_who_and_where: dict[tuple[str, str], list[Acl]] = {}
        for acl in sorted(acls):
            self._by_who_and_where.setdefault((acl.principal, shortest_address(acl.host)), []).append(acl)

    @property
    def principals(self) -> set[str]:
        """Those whom some rule names."""
        return {principal for principal, _ in self._by_who_and_where}

    def concerning(self, principal: str, host: str) -> Iterator[Acl]:
        find = self._by_who_and_where.get
        for who in (principal, EVERYBODY):
            yield from find((who, host), ())
            yield from find((who, WILDCARD), ())

    def first(self, permission: AclPermission, principal: str, host: str, operation: AclOperation) -> Acl | None:
        """A rule that allows or denies just this operation, or all."""
        for acl in self.concerning(principal, host):
            if acl.permission is permission and acl.operation in (operation, _ALL):
                return acl
        return None


class AclIndex:
    """See the module. Brought up to date resource by resource."""

    def __init__(self, table: Mapping[ResourcePattern, Collection[Acl]] | None = None) -> None:
        self._literal: dict[tuple[AclResourceType, str], _ResourceRules] = {}
        self._prefixed: dict[tuple[AclResourceType, str], _ResourceRules] = {}
        #: How many prefixes there are of each length, by type.
        self._lengths: dict[AclResourceType, dict[int, int]] = {}
        #: About what a principal has rules, by type.
        self._resources_of: dict[tuple[AclResourceType, str], set[ResourcePattern]] = {}
        for resource, acls in (table or {}).items():
            self.put(resource, acls)

    def put(self, resource: ResourcePattern, acls: Collection[Acl]) -> None:
        """These are the rules about `resource` from now on; none at all where there are none."""
        key = (resource.resource_type, resource.name)
        is_prefix = resource.pattern is AclPattern.PREFIXED
        kept = self._prefixed if is_prefix else self._literal
        before = kept.pop(key, None)
        if before is not None:
            for principal in before.principals:
                self._forget(principal, resource)
        if acls:
            after = kept[key] = _ResourceRules(acls)
            for principal in after.principals:
                self._resources_of.setdefault((resource.resource_type, principal), set()).add(resource)
        if is_prefix and (before is None) != (not acls):
            lengths = self._lengths.setdefault(resource.resource_type, {})
            length = len(resource.name)
            count = lengths[length] = lengths.get(length, 0) + (1 if acls else -1)
            if not count:
                del lengths[length]

    def _forget(self, principal: str, resource: ResourcePattern) -> None:
        key = (resource.resource_type, principal)
        resources = self._resources_of[key]
        resources.discard(resource)
        if not resources:
            del self._resources_of[key]

    def decide(self, principal: str, host: str, operation: AclOperation, resource_type: AclResourceType, name: str) -> Decision:
        """What the rules say about one operation.

        :param principal: ``User:name``.
        :param host: the address that it comes from, in its shortest form.
        :param name: of the resource.
        """
        rules = self._rules(resource_type, name)
        allowed_by = _ALLOWED_BY[operation]
        allowing: Acl | None = None
        for each in rules:
            for acl in each.concerning(principal, host):
                if acl.permission is AclPermission.DENY:
                    if acl.operation is operation or acl.operation is _ALL:
                        return Decision(False, acl, True)
                elif allowing is None and acl.operation in allowed_by:
                    allowing = acl
        return Decision(allowing is not None, allowing, bool(rules))

    def _rules(self, resource_type: AclResourceType, name: str) -> list[_ResourceRules]:
        literal, prefixed = self._literal, self._prefixed
        found = [literal.get((resource_type, name)), literal.get((resource_type, WILDCARD)) if name != WILDCARD else None]
        found += [prefixed.get((resource_type, name[:length])) for length in self._lengths.get(resource_type, ()) if length <= len(name)]
        return [each for each in found if each is not None]

    def decide_somewhere(self, principal: str, host: str, operation: AclOperation, resource_type: AclResourceType) -> Decision:
        """Whether the rules allow an operation on any resource of a type (``Authorizer.authorizeByResourceType``): some name or prefix is
        allowed, of which no rule denies all. What a rule implies does not count. `Decision.has_acls` is whether a rule about ``*`` exists:
        without one, what everybody may where no rule is found holds for some name."""
        everything = self._literal.get((resource_type, WILDCARD))
        has_acls = everything is not None
        if everything is not None:
            for permission in (AclPermission.DENY, AclPermission.ALLOW):
                acl = everything.first(permission, principal, host, operation)
                if acl is not None:
                    return Decision(permission is AclPermission.ALLOW, acl, has_acls)
        for who in (principal, EVERYBODY):
            for resource in self._resources_of.get((resource_type, who), ()):
                kept = self._prefixed if resource.pattern is AclPattern.PREFIXED else self._literal
                acl = kept[resource_type, resource.name].first(AclPermission.ALLOW, principal, host, operation)
                if acl is not None and not self._is_denied_whole(principal, host, operation, resource):
                    return Decision(True, acl, has_acls)
        return Decision(False, None, has_acls)

    def _is_denied_whole(self, principal: str, host: str, operation: AclOperation, resource: ResourcePattern) -> bool:
        """Whether one rule denies all that has `resource`'s name, or begins with it where that is a prefix."""
        kind, name = resource.resource_type, resource.name
        over = [self._prefixed.get((kind, name[:length])) for length in self._lengths.get(kind, ()) if length <= len(name)]
        if resource.pattern is not AclPattern.PREFIXED:
            over.append(self._literal.get((kind, name)))
        return any(rules is not None and rules.first(AclPermission.DENY, principal, host, operation) is not None for rules in over)


def shortest_address(host: str) -> str:
    """An address as the same one is always written; what is none stays as it is.

    >>> shortest_address("0:0:0:0:0:0:0:1"), shortest_address("::ffff:10.0.0.1"), shortest_address("10.0.0.1")
    ('::1', '10.0.0.1', '10.0.0.1')
    """
    if ":" not in host:
        return host
    try:
        address = ipaddress.IPv6Address(host)
    except ValueError:
        return host
    return str(address.ipv4_mapped or address)
