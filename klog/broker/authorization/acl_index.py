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
that some prefix has which begins as the name does. Rules are kept by principal first, then by what they are about, then by address: others'
are not looked at, so that a hundred thousand rules about one topic cost no more than one. Only where none of the principal's own and of
everybody's fits it is asked whether anybody has rules about the resource. Whether something is allowed anywhere is asked of the resources
about which the principal itself, or everybody, has rules.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Generic, NamedTuple, TypeVar

from klog.acls import EVERYBODY, WILDCARD, Acl, AclOperation, AclPattern, AclPermission, AclResourceType, ResourcePattern
from klog.net.addresses import shortest_address

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


_T = TypeVar("_T")


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


class _Of:
    """The rules of one principal about one `ResourcePattern`.

    :ivar anywhere: those that hold from every address.
    :ivar by_where: the others, by theirs in its shortest form; None where there are none.
    """

    __slots__ = ("anywhere", "by_where")

    def __init__(self) -> None:
        self.anywhere: list[_Rule] = []
        self.by_where: dict[str, list[_Rule]] | None = None

    def add(self, acl: Acl) -> None:
        if acl.host == WILDCARD:
            self.anywhere.append(_Rule(acl))
            return
        if self.by_where is None:
            self.by_where = {}
        self.by_where.setdefault(shortest_address(acl.host), []).append(_Rule(acl))

    def concerning(self, host: str) -> list[_Rule]:
        """Those that hold from `host`."""
        return self.anywhere if self.by_where is None else [*self.by_where.get(host, ()), *self.anywhere]

    def first(self, permission: AclPermission, host: str, operation: AclOperation) -> Acl | None:
        """A rule that allows or denies just this operation, or all."""
        for rule in self.concerning(host):
            acl = rule.acl
            if acl.permission is permission and acl.operation in (operation, _ALL):
                return acl
        return None


class _Prefixes(Generic[_T]):
    """What is kept of prefixes, of one type of resource.

    All prefixes have as many characters in common with themselves as the shortest has: its *head*. Most names begin with nobody's head, and
    are done with; the others ask for the lengths that some prefix with that head has.
    """

    def __init__(self) -> None:
        self.rules: dict[str, _T] = {}
        #: How many there are of each length.
        self._lengths: dict[int, int] = {}
        #: The same by head; None until somebody asks, for the shortest may be another one with each rule of many.
        self.heads: dict[str, dict[int, int]] | None = None
        self.head_length = 0

    def put(self, prefix: str, rules: _T | None) -> _T | None:
        """This is kept of it from now on, or nothing; what was."""
        before = self.rules.pop(prefix, None)
        if rules is not None:
            self.rules[prefix] = rules
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

    def over(self, name: str) -> list[_T]:
        """What is kept of each prefix that `name` begins with."""
        heads = self.heads
        if heads is None:
            heads = self._find_heads()
        lengths = heads.get(name[: self.head_length])
        if lengths is None:
            return []
        rules, over = self.rules, []
        # No comprehension, which is a call; a name that is shorter than a prefix is none.
        for length in lengths:
            found = rules.get(name[:length])
            if found is not None and length <= len(name):
                over.append(found)
        return over

    def _find_heads(self) -> dict[str, dict[int, int]]:
        heads: dict[str, dict[int, int]] = {}
        self.heads, self.head_length = heads, min(self._lengths, default=0)
        for prefix in self.rules:
            _add(heads.setdefault(prefix[: self.head_length], {}), len(prefix), 1)
        return heads


def _add(counts: dict[int, int], key: int, by: int) -> None:
    count = counts[key] = counts.get(key, 0) + by
    if not count:
        del counts[key]


class _Whose:
    """The rules of one principal, or of everybody, about one type of resource.

    :ivar literal: by name, those about ``*`` among them.
    :ivar everything: these again.
    :ivar prefixed: by prefix; None where there are none.
    """

    __slots__ = ("everything", "literal", "prefixed")

    def __init__(self) -> None:
        self.literal: dict[str, _Of] = {}
        self.everything: _Of | None = None
        self.prefixed: _Prefixes[_Of] | None = None

    def __bool__(self) -> bool:
        return bool(self.literal) or self.prefixed is not None

    def put(self, resource: ResourcePattern, of: _Of | None) -> None:
        """These are the rules about `resource` from now on."""
        name = resource.name
        if resource.pattern is AclPattern.PREFIXED:
            prefixed = self.prefixed = self.prefixed or _Prefixes()
            prefixed.put(name, of)
            if not prefixed.rules:
                self.prefixed = None
            return
        if of is None:
            self.literal.pop(name, None)
        else:
            self.literal[name] = of
        if name == WILDCARD:
            self.everything = of

    def over(self, name: str) -> list[_Of]:
        """Those about each prefix that `name` begins with."""
        return [] if self.prefixed is None else self.prefixed.over(name)

    def resources(self) -> Iterator[tuple[str, bool, _Of]]:
        """Names, whether they are prefixes, and the rules about them."""
        for name, of in self.literal.items():
            yield name, False, of
        for name, of in ({} if self.prefixed is None else self.prefixed.rules).items():
            yield name, True, of


class AclIndex:
    """See the module. Brought up to date resource by resource."""

    def __init__(self, table: Mapping[ResourcePattern, Collection[Acl]] | None = None) -> None:
        #: Who has rules about what.
        self._literal: dict[AclResourceType, dict[str, frozenset[str]]] = {kind: {} for kind in AclResourceType}
        self._prefixed: dict[AclResourceType, _Prefixes[frozenset[str]]] = {kind: _Prefixes() for kind in AclResourceType}
        #: The rules, by type and principal.
        self._whose: dict[AclResourceType, dict[str, _Whose]] = {kind: {} for kind in AclResourceType}
        for resource, acls in (table or {}).items():
            self.put(resource, acls)

    def put(self, resource: ResourcePattern, acls: Collection[Acl]) -> None:
        """These are the rules about `resource` from now on; none at all where there are none."""
        kind, name = resource.resource_type, resource.name
        after: dict[str, _Of] = {}
        for acl in sorted(acls):
            of = after.get(acl.principal)
            if of is None:
                of = after[acl.principal] = _Of()
            of.add(acl)
        who = frozenset(after) or None
        if resource.pattern is AclPattern.PREFIXED:
            before = self._prefixed[kind].put(name, who)
        else:
            before = self._literal[kind].pop(name, None)
            if who is not None:
                self._literal[kind][name] = who
        whose = self._whose[kind]
        for principal in (before or frozenset()) - after.keys():
            theirs = whose[principal]
            theirs.put(resource, None)
            if not theirs:
                del whose[principal]
        for principal, of in after.items():
            whose.setdefault(principal, _Whose()).put(resource, of)

    def decide(self, principal: str, host: str, operation: AclOperation, resource_type: AclResourceType, name: str) -> Decision:
        """What the rules say about one operation.

        :param principal: ``User:name``.
        :param host: the address that it comes from, in its shortest form.
        :param name: of the resource.
        """
        # Asked for each name by which somebody comes, and again when any rule changes.
        whose = self._whose[resource_type]
        allowing: _Rule | None = None
        for who in (principal, EVERYBODY):
            theirs = whose.get(who)
            if theirs is None:
                continue
            of = theirs.literal.get(name)
            if of is not None:
                for rule in of.anywhere if of.by_where is None else of.concerning(host):
                    if operation in rule.operations:
                        if rule.denies:
                            return rule.decision
                        if allowing is None:
                            allowing = rule
            more: Iterable[_Of] = () if theirs.prefixed is None else theirs.prefixed.over(name)
            if theirs.everything is not None:
                more = (theirs.everything, *more)
            for of in more:
                for rule in of.anywhere if of.by_where is None else of.concerning(host):
                    if operation in rule.operations:
                        if rule.denies:
                            return rule.decision
                        if allowing is None:
                            allowing = rule
        if allowing is not None:
            return allowing.decision
        return _NONE_FITS if self._concern(resource_type, name) else _NO_RULES

    def _concern(self, resource_type: AclResourceType, name: str) -> bool:
        """Whether any rule is about it."""
        literal = self._literal[resource_type]
        return name in literal or WILDCARD in literal or bool(self._prefixed[resource_type].over(name))

    def decide_somewhere(self, principal: str, host: str, operation: AclOperation, resource_type: AclResourceType) -> Decision:
        """Whether the rules allow an operation on any resource of a type (``Authorizer.authorizeByResourceType``): some name or prefix is
        allowed, of which no rule denies all. What a rule implies does not count. `Decision.has_acls` is whether a rule about ``*`` exists:
        without one, what everybody may where no rule is found holds for some name."""
        has_acls = WILDCARD in self._literal[resource_type]
        both = [theirs for who in (principal, EVERYBODY) if (theirs := self._whose[resource_type].get(who)) is not None]
        for permission in (AclPermission.DENY, AclPermission.ALLOW):
            for theirs in both:
                acl = None if theirs.everything is None else theirs.everything.first(permission, host, operation)
                if acl is not None:
                    return Decision(permission is AclPermission.ALLOW, acl, has_acls)
        for theirs in both:
            for name, is_prefix, of in theirs.resources():
                acl = of.first(AclPermission.ALLOW, host, operation)
                if acl is not None and not _is_denied_whole(both, host, operation, name, is_prefix=is_prefix):
                    return Decision(True, acl, has_acls)
        return Decision(False, None, has_acls)


def _is_denied_whole(whose: Iterable[_Whose], host: str, operation: AclOperation, name: str, *, is_prefix: bool) -> bool:
    """Whether one rule denies all that has this name, or begins with it where that is a prefix."""
    for theirs in whose:
        over = theirs.over(name)
        if not is_prefix and name in theirs.literal:
            over.append(theirs.literal[name])
        if any(of.first(AclPermission.DENY, host, operation) is not None for of in over):
            return True
    return False
