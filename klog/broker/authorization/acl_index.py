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
that some rule has.
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
    """The rules of one `ResourcePattern`, by principal; the address of each in its shortest form."""

    __slots__ = ("_by_principal",)

    def __init__(self, acls: Iterable[Acl]) -> None:
        self._by_principal: dict[str, list[tuple[str, Acl]]] = {}
        for acl in sorted(acls):
            self._by_principal.setdefault(acl.principal, []).append((shortest_address(acl.host), acl))

    def concerning(self, principal: str, host: str) -> Iterator[Acl]:
        for who in (principal, EVERYBODY):
            for address, acl in self._by_principal.get(who, ()):
                if address in (WILDCARD, host):
                    yield acl


class AclIndex:
    """See the module. Brought up to date resource by resource."""

    def __init__(self, table: Mapping[ResourcePattern, Collection[Acl]] | None = None) -> None:
        self._literal: dict[tuple[AclResourceType, str], _ResourceRules] = {}
        self._prefixed: dict[tuple[AclResourceType, str], _ResourceRules] = {}
        #: How many prefixes there are of each length, by type.
        self._lengths: dict[AclResourceType, dict[int, int]] = {}
        for resource, acls in (table or {}).items():
            self.put(resource, acls)

    def put(self, resource: ResourcePattern, acls: Collection[Acl]) -> None:
        """These are the rules about `resource` from now on; none at all where there are none."""
        key = (resource.resource_type, resource.name)
        if resource.pattern is not AclPattern.PREFIXED:
            if acls:
                self._literal[key] = _ResourceRules(acls)
            else:
                self._literal.pop(key, None)
            return
        lengths = self._lengths.setdefault(resource.resource_type, {})
        length = len(resource.name)
        was_there = key in self._prefixed
        if acls:
            self._prefixed[key] = _ResourceRules(acls)
            if not was_there:
                lengths[length] = lengths.get(length, 0) + 1
        elif was_there:
            del self._prefixed[key]
            lengths[length] -= 1
            if not lengths[length]:
                del lengths[length]

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
        denied: dict[AclPattern, set[str]] = {AclPattern.LITERAL: set(), AclPattern.PREFIXED: set()}
        allowed: list[Acl] = []
        for found, pattern in ((self._literal, AclPattern.LITERAL), (self._prefixed, AclPattern.PREFIXED)):
            for (kind, name), rules in found.items():
                if kind is not resource_type:
                    continue
                for acl in rules.concerning(principal, host):
                    if acl.operation not in (operation, _ALL):
                        continue
                    if acl.permission is AclPermission.ALLOW:
                        allowed.append(acl)
                    elif pattern is AclPattern.LITERAL and name == WILDCARD:
                        return Decision(False, acl, True)
                    else:
                        denied[pattern].add(name)
        prefixes = denied[AclPattern.PREFIXED]
        has_acls = (resource_type, WILDCARD) in self._literal
        for acl in allowed:
            if acl.pattern is not AclPattern.PREFIXED:
                if acl.name == WILDCARD:
                    return Decision(True, acl, has_acls)
                if acl.name in denied[AclPattern.LITERAL]:
                    continue
            if not any(acl.name.startswith(prefix) for prefix in prefixes):
                return Decision(True, acl, has_acls)
        return Decision(False, None, has_acls)


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
