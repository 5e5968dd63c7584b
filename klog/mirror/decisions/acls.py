"""Which of the source's rules about who may do what a link carries, and what of them: pure decisions.

A link that was told to (``--acls``) carries rules about the topics that it mirrors, and about the groups that it copies; none about the
cluster, its users or its transactional ids. Nothing that is carried reaches further than the link does:

* **Topics.** A rule about all topics, or about all whose names begin alike, becomes one for each mirrored topic that it concerns. For that
  topic the same follows, and for no other topic here anything.
* **Groups.** Such a rule comes as it is where the link copies all the groups that it concerns; else one for each of them that is known.
* **Who.** Rules that allow something come for the principals that the link names. Those that deny something come for all: to leave one out
  would allow what the source denies.

While a topic is a mirror it takes nothing from clients, and nobody shall change it in another way either. So of rules that allow:

===================================  =========================================================================================
READ, DESCRIBE, DESCRIBE_CONFIGS     are here
ALL                                  is here as READ (which gives DESCRIBE) and DESCRIBE_CONFIGS, and held back itself
WRITE                                is held back
ALTER_CONFIGS                        is held back: ``klog.mirror.link`` is a configuration, and without it the topic takes records
CREATE, ALTER, DELETE                are held back: what becomes of the topic is decided at the source
===================================  =========================================================================================

What is held back comes when the topic is promoted or failed over (`acls_of_writable`), also where the source is lost by then; from that
time on all its rules are this cluster's own. Rules that deny are never held back.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from klog.acls import WILDCARD, Acl, AclOperation, AclPattern, AclPermission, AclResourceType
from klog.mirror.decisions.carried import CarriedAcls
from klog.mirror.decisions.topics import is_internal, matches

#: So many rules are carried about one topic, or about all groups, and so many by a link: whoever has more has to give them himself.
MOST_OF_TOPIC, MOST_OF_LINK = 1_000, 10_000
#: With so many about one topic, or about groups, it is looked no further: what is known then is not all.
MOST_SEEN = 5 * MOST_OF_TOPIC

_HERE = frozenset({AclOperation.READ, AclOperation.DESCRIBE, AclOperation.DESCRIBE_CONFIGS})
_OF_ALL = (AclOperation.READ, AclOperation.DESCRIBE_CONFIGS)


def _concerns(acl: Acl, name: str) -> bool:
    if acl.pattern is AclPattern.PREFIXED:
        return name.startswith(acl.name)
    return acl.name in (name, WILDCARD)


def _is_wanted(acl: Acl, principals: Collection[str]) -> bool:
    """Whether the rule is about somebody whom the link names; and one of which somebody here knows what it says."""
    if AclOperation.UNKNOWN in (acl.operation, acl.permission) or acl.pattern is AclPattern.UNKNOWN:
        return False
    return acl.permission is AclPermission.DENY or matches(acl.principal, principals)


class RulesByName:
    """Rules about topics, or about groups, found by a name that they concern: of a hundred thousand most are about other topics.

    :param rules: all of a cluster's; only those of `kind` count that a link wants.
    :param principals: as `acls_of_topic`.
    """

    def __init__(self, rules: Iterable[Acl], kind: AclResourceType, principals: Collection[str]) -> None:
        self._literal: dict[str, list[Acl]] = {}
        self._prefixed: dict[str, list[Acl]] = {}
        for rule in rules:
            if rule.resource_type is kind and _is_wanted(rule, principals):
                found = self._prefixed if rule.pattern is AclPattern.PREFIXED else self._literal
                found.setdefault(rule.name, []).append(rule)
        self._lengths = sorted({len(prefix) for prefix in self._prefixed})

    def about(self, name: str) -> Iterator[Acl]:
        """Those that concern `name`."""
        yield from self._literal.get(name, ())
        yield from self.about_more(name)

    def about_more(self, name: str) -> Iterator[Acl]:
        """Those that concern `name`, and others besides."""
        if name != WILDCARD:
            yield from self._literal.get(WILDCARD, ())
        for length in self._lengths:
            if length > len(name):
                return
            yield from self._prefixed.get(name[:length], ())


def acls_of_topic(topic: str, rules: Iterable[Acl], principals: Collection[str]) -> CarriedAcls:
    """What of the source's rules is to be here for a mirrored topic, and what is held back.

    :param rules: at least those that concern the topic (`RulesByName.about`).
    :param principals: names and patterns (`klog.mirror.decisions.topics.matches`).
    """
    here: set[Acl] = set()
    held: set[Acl] = set()
    for rule in rules:
        if rule.resource_type is not AclResourceType.TOPIC or not _concerns(rule, topic) or not _is_wanted(rule, principals):
            continue
        if len(here) + len(held) > MOST_SEEN:
            break
        rule = dataclasses.replace(rule, name=topic, pattern=AclPattern.LITERAL)
        if rule.permission is AclPermission.DENY or rule.operation in _HERE:
            here.add(rule)
            continue
        held.add(rule)
        if rule.operation is AclOperation.ALL:
            here.update(dataclasses.replace(rule, operation=operation) for operation in _OF_ALL)
    return CarriedAcls(frozenset(here), frozenset(held))


def _covers(patterns: Collection[str], rule: Acl) -> bool:
    """Whether a link copies all groups that a rule is about."""
    if any(one.startswith("!") for one in patterns):
        return False
    prefix = rule.name if rule.pattern is AclPattern.PREFIXED else ""
    return any(one.endswith("*") and not any(sign in one[:-1] for sign in "*?[") and prefix.startswith(one[:-1]) for one in patterns)


def acls_of_groups(rules: Iterable[Acl], groups: Collection[str], known: Iterable[str], principals: Collection[str]) -> CarriedAcls:
    """What of the source's rules about groups is to be here.

    :param groups: which the link copies, as names and patterns.
    :param known: groups that there are.
    :param principals: as `acls_of_topic`.
    """
    wanted = [rule for rule in rules if rule.resource_type is AclResourceType.GROUP and _is_wanted(rule, principals)]
    one_group = [rule for rule in wanted if rule.pattern is AclPattern.LITERAL and rule.name != WILDCARD]
    names = {name for name in {*known, *(rule.name for rule in one_group)} if matches(name, groups)}
    here = {rule for rule in one_group if rule.name in names or _denies_in_between(groups, rule)}
    for_each: list[Acl] = []
    for rule in wanted:
        if rule.pattern is AclPattern.PREFIXED or rule.name == WILDCARD:
            if _covers(groups, rule):
                here.add(rule)
            else:
                for_each.append(rule)
    wide = RulesByName(for_each, AclResourceType.GROUP, principals)
    for name in sorted(names):
        for rule in wide.about_more(name):
            if len(here) > MOST_SEEN:
                return CarriedAcls(frozenset(here))
            here.add(dataclasses.replace(rule, name=name, pattern=AclPattern.LITERAL))
    return CarriedAcls(frozenset(here))


def _denies_in_between(groups: Collection[str], rule: Acl) -> bool:
    """Whether the rule denies something of a group that no link copies, but that a rule about many, which comes as it is, allows."""
    return (
        rule.permission is AclPermission.DENY
        and is_internal(rule.name)
        and _covers(groups, dataclasses.replace(rule, pattern=AclPattern.PREFIXED))
    )


def without_more(wanted: CarriedAcls, before: CarriedAcls) -> CarriedAcls:
    """What is to be here where there are more rules than are carried: what was carried and is wanted still. What the source takes back
    goes; nothing new comes."""
    return CarriedAcls(before.carried & wanted.carried, before.held & wanted.held)


def record_bytes(acls: CarriedAcls) -> int:
    """About how long these are in the state topic, and not less."""
    return sum(_length_of(rule) for rules in (acls.carried, acls.held) for rule in rules)


def _length_of(rule: Acl) -> int:
    text = rule.name + rule.principal + rule.host
    # As JSON has them; what is around them, and the longest of each word.
    return 170 + (len(text) if text.isascii() and text.isprintable() and not {'"', "\\"} & set(text) else 12 * len(text))


class AclChanges(NamedTuple):
    """What is to be done, in this order: at no time is anybody allowed what neither was allowed before nor shall be.

    :ivar record: what of the rules is the link's, when that is done.
    """

    delete_allowing: list[Acl]
    create_denying: list[Acl]
    create_allowing: list[Acl]
    delete_denying: list[Acl]
    record: CarriedAcls

    @property
    def is_nothing(self) -> bool:
        """Whether nothing is to be done with any rule."""
        return not any(self[:4])


def acls_to_change(wanted: CarriedAcls, here: Collection[Acl], before: CarriedAcls) -> AclChanges:
    """What follows for a topic, or for groups: rules that the source has are here, also where somebody took them away here; those that the
    source has no longer go where they came from it. All others that are here are the operator's.

    :param here: the rules of our cluster, at least those about the same.
    :param before: what the link has carried.
    """
    there = set(here)
    create = sorted(wanted.carried - there)
    delete = sorted((before.carried - wanted.carried) & there)
    allow, deny = AclPermission.ALLOW, AclPermission.DENY
    return AclChanges(
        [one for one in delete if one.permission is allow],
        [one for one in create if one.permission is deny],
        [one for one in create if one.permission is allow],
        [one for one in delete if one.permission is deny],
        CarriedAcls((before.carried & wanted.carried) | frozenset(create), wanted.held),
    )


def acls_of_writable(record: CarriedAcls, here: Collection[Acl]) -> list[Acl]:
    """What is to be made when the topic takes records of clients: what was held back."""
    return sorted(record.held - set(here))
