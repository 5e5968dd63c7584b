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
that some prefix has which begins as the name does. Rules about one resource are found by principal and address, of which two each count,
so that a hundred thousand rules about one topic cost no more than one. Whether something is allowed anywhere is asked of the resources
about which the principal itself, or everybody, has rules.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from klog.acls import EVERYBODY, WILDCARD, Acl, AclOperation, AclPattern, AclPermission, AclResourceType, ResourcePattern

_ALL = AclOperation.ALL
_DENY = AclPermission.DENY
#: What a rule about an operation denies,
_DENIED_BY: Mapping[AclOperation, frozenset[AclOperation]] = {
    operation: frozenset(AclOperation) if operation is _ALL else frozenset({operation}) for operation in AclOperation
}
_DESCRIBING = frozenset({AclOperation.READ, AclOperation.WRITE, AclOperation.DELETE, AclOperation.ALTER})
#: and what it allows.
_ALLOWS: Mapping[AclOperation, frozenset[AclOperation]] = {
    **_DENIED_BY,
    **{operation: frozenset({operation, AclOperation.DESCRIBE}) for operation in _DESCRIBING},
    AclOperation.ALTER_CONFIGS: frozenset({AclOperation.ALTER_CONFIGS, AclOperation.DESCRIBE_CONFIGS}),
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


_DECIDES = {_DENY: _DENIED_BY, AclPermission.ALLOW: _ALLOWS}
_NOTHING: Mapping[AclOperation, frozenset[AclOperation]] = dict.fromkeys(AclOperation, frozenset())
_NONE_FITS = Decision(False, None, True)
_NO_RULES = Decision(False, None, False)


class _Rule:
    """One rule, made ready to be asked.

    :ivar operations: those that it decides; :ivar denies: how. :ivar decision: where it does.
    """

    __slots__ = ("acl", "decision", "denies", "operations")

    def __init__(self, acl: Acl) -> None:
        self.acl = acl
        self.denies = acl.permission is _DENY
        # What is neither a denial nor a permission is none.
        self.operations = _DECIDES.get(acl.permission, _NOTHING)[acl.operation]
        self.decision = Decision(not self.denies, acl, True)


class _ResourceRules:
    """The rules of one `ResourcePattern`, by principal and address, that in its shortest form."""

    __slots__ = ("by_who",)

    def __init__(self, acls: Iterable[Acl]) -> None:
        #: By principal, and by address then.
        self.by_who: dict[str, dict[str, list[_Rule]]] = {}
        for acl in sorted(acls):
            self.by_who.setdefault(acl.principal, {}).setdefault(shortest_address(acl.host), []).append(_Rule(acl))

    def concerning(self, principal: str, host: str) -> Iterator[_Rule]:
        for who in (principal, EVERYBODY):
            by_where = self.by_who.get(who)
            if by_where is not None:
                yield from by_where.get(host, ())
                yield from by_where.get(WILDCARD, ())

    def first(self, permission: AclPermission, principal: str, host: str, operation: AclOperation) -> Acl | None:
        """A rule that allows or denies just this operation, or all."""
        for rule in self.concerning(principal, host):
            acl = rule.acl
            if acl.permission is permission and acl.operation in (operation, _ALL):
                return acl
        return None


class _Prefixes:
    """The rules about prefixes, of one type of resource.

    All prefixes have as many characters in common with themselves as the shortest has: its *head*. Most names begin with nobody's head, and
    are done with; the others ask for the lengths that some prefix with that head has.
    """

    def __init__(self) -> None:
        self._rules: dict[str, _ResourceRules] = {}
        #: How many there are of each length.
        self._lengths: dict[int, int] = {}
        #: The same by head; None until somebody asks, for the shortest may be another one with each rule of many.
        self.heads: dict[str, dict[int, int]] | None = None
        self.head_length = 0

    def get(self, prefix: str) -> _ResourceRules | None:
        return self._rules.get(prefix)

    def put(self, prefix: str, rules: _ResourceRules | None) -> _ResourceRules | None:
        """These are its rules from now on; those that were."""
        before = self._rules.pop(prefix, None)
        if rules is not None:
            self._rules[prefix] = rules
        if (before is None) != (rules is None):
            self._count(prefix, -1 if rules is None else 1)
        return before

    def _count(self, prefix: str, by: int) -> None:
        _add(self._lengths, len(prefix), by)
        if self.heads is None:
            return
        if min(self._lengths, default=0) != self.head_length:
            self.heads = None
            return
        head = prefix[: self.head_length]
        lengths = self.heads.setdefault(head, {})
        _add(lengths, len(prefix), by)
        if not lengths:
            del self.heads[head]

    def over(self, name: str) -> list[_ResourceRules]:
        """Those of each prefix that `name` begins with."""
        heads = self.heads
        if heads is None:
            heads = self._find_heads()
        lengths = heads.get(name[: self.head_length])
        if lengths is None:
            return []
        rules, most = self._rules, len(name)
        return [found for length in lengths if length <= most and (found := rules.get(name[:length])) is not None]

    def _find_heads(self) -> dict[str, dict[int, int]]:
        heads: dict[str, dict[int, int]] = {}
        self.heads, self.head_length = heads, min(self._lengths, default=0)
        for prefix in self._rules:
            _add(heads.setdefault(prefix[: self.head_length], {}), len(prefix), 1)
        return heads


def _add(counts: dict[int, int], key: int, by: int) -> None:
    count = counts[key] = counts.get(key, 0) + by
    if not count:
        del counts[key]


class AclIndex:
    """See the module. Brought up to date resource by resource."""

    def __init__(self, table: Mapping[ResourcePattern, Collection[Acl]] | None = None) -> None:
        self._literal: dict[AclResourceType, dict[str, _ResourceRules]] = {kind: {} for kind in AclResourceType}
        self._prefixed = {kind: _Prefixes() for kind in AclResourceType}
        #: About what a principal has rules, by type.
        self._resources_of: dict[tuple[AclResourceType, str], set[ResourcePattern]] = {}
        for resource, acls in (table or {}).items():
            self.put(resource, acls)

    def put(self, resource: ResourcePattern, acls: Collection[Acl]) -> None:
        """These are the rules about `resource` from now on; none at all where there are none."""
        kind, name = resource.resource_type, resource.name
        after = _ResourceRules(acls) if acls else None
        if resource.pattern is AclPattern.PREFIXED:
            before = self._prefixed[kind].put(name, after)
        else:
            before = self._literal[kind].pop(name, None)
            if after is not None:
                self._literal[kind][name] = after
        if before is not None:
            for principal in before.by_who:
                self._forget(principal, resource)
        if after is not None:
            for principal in after.by_who:
                self._resources_of.setdefault((kind, principal), set()).add(resource)

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
        # All in one place, without calls, as it is asked for each name by which somebody comes, and again when any rule changes.
        literal, prefixed = self._literal[resource_type], self._prefixed[resource_type]
        rules: list[_ResourceRules] = []
        if name in literal:
            rules.append(literal[name])
        if WILDCARD in literal and name != WILDCARD:
            rules.append(literal[WILDCARD])
        if prefixed.heads is None or name[: prefixed.head_length] in prefixed.heads:
            rules += prefixed.over(name)
        allowing: _Rule | None = None
        for each in rules:
            by_who = each.by_who
            # As `concerning`: most rules are of others.
            for who in (principal, EVERYBODY):
                if who not in by_who:
                    continue
                by_where = by_who[who]
                for where in (host, WILDCARD):
                    if where not in by_where:
                        continue
                    for rule in by_where[where]:
                        if operation in rule.operations:
                            if rule.denies:
                                return rule.decision
                            if allowing is None:
                                allowing = rule
        if allowing is not None:
            return allowing.decision
        return _NONE_FITS if rules else _NO_RULES

    def decide_somewhere(self, principal: str, host: str, operation: AclOperation, resource_type: AclResourceType) -> Decision:
        """Whether the rules allow an operation on any resource of a type (``Authorizer.authorizeByResourceType``): some name or prefix is
        allowed, of which no rule denies all. What a rule implies does not count. `Decision.has_acls` is whether a rule about ``*`` exists:
        without one, what everybody may where no rule is found holds for some name."""
        everything = self._literal[resource_type].get(WILDCARD)
        has_acls = everything is not None
        if everything is not None:
            for permission in (AclPermission.DENY, AclPermission.ALLOW):
                acl = everything.first(permission, principal, host, operation)
                if acl is not None:
                    return Decision(permission is AclPermission.ALLOW, acl, has_acls)
        for who in (principal, EVERYBODY):
            for resource in self._resources_of.get((resource_type, who), ()):
                rules = self._kept(resource)
                acl = None if rules is None else rules.first(AclPermission.ALLOW, principal, host, operation)
                if acl is not None and not self._is_denied_whole(principal, host, operation, resource):
                    return Decision(True, acl, has_acls)
        return Decision(False, None, has_acls)

    def _is_denied_whole(self, principal: str, host: str, operation: AclOperation, resource: ResourcePattern) -> bool:
        """Whether one rule denies all that has `resource`'s name, or begins with it where that is a prefix."""
        kind, name = resource.resource_type, resource.name
        over: list[_ResourceRules | None] = [*self._prefixed[kind].over(name)]
        if resource.pattern is not AclPattern.PREFIXED:
            over.append(self._literal[kind].get(name))
        return any(rules is not None and rules.first(AclPermission.DENY, principal, host, operation) is not None for rules in over)

    def _kept(self, resource: ResourcePattern) -> _ResourceRules | None:
        kept = self._prefixed if resource.pattern is AclPattern.PREFIXED else self._literal
        return kept[resource.resource_type].get(resource.name)


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
