"""Carries who may do what with mirrored topics and copied groups (`klog.mirror.decisions.acls`), and gives what was held back.

What is to be made is written down before it is made, and what is taken away after that: what stands here and is not written down is an
operator's, and stays. The source is asked for all its rules in one request, which needs the right to describe it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from klog.acls import Acl, AclFilter, AclPattern, AclResourceType
from klog.client.admin.admin import Admin
from klog.client.retry import ClientStopped
from klog.errors import ErrorCode, KlogError
from klog.mirror.copies import Host
from klog.mirror.decisions.acls import (
    MOST_OF_LINK,
    MOST_OF_TOPIC,
    MOST_SEEN,
    RulesByName,
    acls_of_groups,
    acls_of_topic,
    acls_of_writable,
    acls_to_change,
    record_bytes,
    without_more,
)
from klog.mirror.decisions.carried import CarriedAcls, SyncState
from klog.mirror.decisions.picture import GROUPS, acls_key
from klog.mirror.decisions.topics import matches
from klog.mirror.group_copying import ASK_TIMEOUT_MS
from klog.mirror.sync.kinds import LinkRound

_NOTHING = CarriedAcls()
#: What could not be given is tried again so much later.
_AGAIN_S = 10.0
#: Rules about one topic, or about groups, stand in one record, twice as many while they change; it has to fit into a batch.
MOST_BYTES = 400_000
#: Who answers so to a rule has not made it, and will not.
_NOT_MADE = frozenset({ErrorCode.INVALID_REQUEST, ErrorCode.CLUSTER_AUTHORIZATION_FAILED, ErrorCode.SECURITY_DISABLED})


class AccessRules:
    """See the module.

    :param own: administration of our own cluster.
    """

    def __init__(self, host: Host, own: Admin) -> None:
        self._host = host
        self._own = own
        #: By link: when what could not be given is tried again, by the reactor's clock, and what was told of that.
        self._not_before_s: dict[str, float] = {}
        self._told: dict[str, str] = {}
        #: Links whose source has said that it has no rules, in the look before.
        self._had_none: set[str] = set()

    async def sync(self, round_: LinkRound) -> SyncState:
        """Have the rules here be as they should. Raises KlogError, `ClientStopped`."""
        rules = await _rules_of(round_.link.source, "the source")
        if rules:
            self._had_none.discard(round_.name)
        elif round_.name not in self._had_none:
            # As in `klog.mirror.decisions.second_looks`: what denies shall not go because somebody has just started.
            self._had_none.add(round_.name)
            if any(one.carried for one in round_.picture.acls.values()):
                return self._state(round_, ["the source says that it has no rules any more, which is believed when it says so again"])
        here = await _rules_of(self._own, "this cluster")
        problems: list[str] = []
        left = MOST_OF_LINK
        for about, wanted in (await self._wanted(round_, rules)).items():
            count = len(wanted.carried) + len(wanted.held)
            if count > min(left, MOST_OF_TOPIC) or record_bytes(wanted) > MOST_BYTES:
                problems.append(
                    f"{about or 'groups'}: there are more rules than are carried (of a topic {MOST_OF_TOPIC}, or {MOST_BYTES} bytes, by a "
                    f"link {MOST_OF_LINK}); no new one is"
                )
                before = round_.picture.acls.get(about, _NOTHING)
                if count > MOST_SEEN or before == _NOTHING:
                    continue
                # What is taken away at the source goes here all the same.
                wanted = without_more(wanted, before)
                count = len(wanted.carried) + len(wanted.held)
            left -= count
            problems += await self._settle(round_, about, wanted, here)
        return self._state(round_, problems)

    @staticmethod
    def _state(round_: LinkRound, problems: list[str]) -> SyncState:
        known = round_.picture.acls.values()
        return SyncState.of(sum(len(one.carried) for one in known), sum(len(one.held) for one in known), problems)

    async def _wanted(self, round_: LinkRound, rules: Collection[Acl]) -> dict[str, CarriedAcls]:
        """What is to be here, by topic, and of groups under `GROUPS`."""
        definition = round_.definition
        mirrored = sorted(
            topic
            for topic, record in round_.picture.topics.items()
            if record.state.is_read_only and (own := self._host.topic(topic)) is not None and own[1] == round_.name
        )
        about = RulesByName(rules, AclResourceType.TOPIC, definition.acls)
        wanted = {topic: acls_of_topic(topic, about.about(topic), definition.acls) for topic in mirrored}
        if definition.groups:
            listed = await round_.link.source.list_groups(timeout_ms=ASK_TIMEOUT_MS)
            groups = [one.group_id for one in listed if matches(one.group_id, definition.groups)]
            wanted[GROUPS] = acls_of_groups(rules, definition.groups, groups, definition.acls)
        return wanted

    async def _settle(self, round_: LinkRound, about: str, wanted: CarriedAcls, here: Collection[Acl]) -> list[str]:
        """Have the rules about one topic, or about groups, be so; sentences about what was refused."""
        before = round_.picture.acls.get(about, _NOTHING)
        found = acls_to_change(wanted, here, before)
        going = frozenset(found.delete_allowing) | frozenset(found.delete_denying)
        # What goes counts as ours until it is gone.
        await self._keep(round_, about, CarriedAcls(found.record.carried | going, found.record.held))
        refused = await self._delete(found.delete_allowing)
        not_denied = await self._create(found.create_denying)
        # Where one of these is refused, what follows would allow what the source does not.
        allowing = [] if not_denied else found.create_allowing
        not_made = not_denied | await self._create(allowing)
        if not refused:
            refused |= await self._delete(found.delete_denying)
            left = frozenset(rule for rule in going if rule in refused)
        else:
            left = frozenset(rule for rule in going if rule in refused or rule in found.delete_denying)
        # What was refused for good is not ours: perhaps an operator makes it.
        never = {rule for rule, error in not_made.items() if error.code in _NOT_MADE}
        if not_denied:
            never.update(found.create_allowing)
        held = frozenset() if not_denied else found.record.held
        await self._keep(round_, about, CarriedAcls((found.record.carried - never) | left, held))
        refused |= not_made
        return [f"{rule}: {error.message}" for rule, error in refused.items()]

    async def _keep(self, round_: LinkRound, about: str, record: CarriedAcls) -> None:
        if record == round_.picture.acls.get(about, _NOTHING):
            return
        if record == _NOTHING:
            await round_.write({acls_key(round_.name, about): None})
            round_.picture.acls.pop(about, None)
            return
        await round_.write({acls_key(round_.name, about): record})
        round_.picture.acls[about] = record

    async def give_held(self, round_: LinkRound) -> None:
        """Of topics that take records of clients by now, give what was held back; from then on their rules are this cluster's own. The
        source is not asked, which may be lost. What cannot be given is tried again from time to time. Raises `ClientStopped`."""
        freed = [
            topic
            for topic in round_.picture.acls
            if topic != GROUPS and (record := round_.picture.topics.get(topic)) is not None and not record.state.is_read_only
        ]
        now_s = self._host.reactor.seconds()
        if not freed or now_s < self._not_before_s.get(round_.name, now_s):
            return
        self._not_before_s[round_.name] = now_s + _AGAIN_S
        try:
            here = await _rules_of(self._own, "this cluster")
            for topic in freed:
                await self._give_held_of(round_, topic, here)
        except ClientStopped:
            raise
        except KlogError as error:
            self._tell(round_.name, f"rules that were held back are not given yet: {error.message}")
        else:
            del self._not_before_s[round_.name]
            self._told.pop(round_.name, None)

    async def _give_held_of(self, round_: LinkRound, topic: str, here: Collection[Acl]) -> None:
        held = acls_of_writable(round_.picture.acls[topic], here)
        refused = await self._create(held)
        if len(held) > len(refused):
            given = f"{len(held) - len(refused)} of {len(held)} rules" if refused else f"{len(held)} rules"
            self._host.warn(f"mirror {round_.name}, topic {topic}: {given} that were held back are here from now on")
        await self._keep(round_, topic, CarriedAcls(held=frozenset(refused)))
        for rule, error in refused.items():
            raise KlogError(error.code, f"{rule}: {error.message}")

    def _tell(self, name: str, sentence: str) -> None:
        if self._told.get(name) != sentence:
            self._told[name] = sentence
            self._host.warn(f"mirror {name}: {sentence}")

    def forget(self, links: Collection[str]) -> None:
        """Only these are there."""
        self._had_none.intersection_update(links)
        for name in self._not_before_s.keys() - set(links):
            del self._not_before_s[name]
        for name in self._told.keys() - set(links):
            del self._told[name]

    async def _create(self, rules: Collection[Acl]) -> dict[Acl, KlogError]:
        return (await self._own.create_acls(rules, timeout_ms=ASK_TIMEOUT_MS)).errors if rules else {}

    async def _delete(self, rules: Iterable[Acl]) -> dict[Acl, KlogError]:
        filters = {_exactly(rule): rule for rule in rules}
        if not filters:
            return {}
        errors = (await self._own.delete_acls(filters, timeout_ms=ASK_TIMEOUT_MS)).errors
        return {filters[which]: error for which, error in errors.items()}


def _exactly(rule: Acl) -> AclFilter:
    """What finds this rule, and no other."""
    assert rule.pattern in (AclPattern.LITERAL, AclPattern.PREFIXED)
    return AclFilter(rule.resource_type, rule.name, rule.principal, rule.operation, rule.permission, rule.pattern, rule.host)


async def _rules_of(admin: Admin, whose: str) -> list[Acl]:
    """All rules of a cluster.

    :raises KlogError: with a sentence that says whose they are. :raises ClientStopped: see there.
    """
    try:
        return await admin.list_acls(timeout_ms=ASK_TIMEOUT_MS)
    except ClientStopped:
        raise
    except KlogError as error:
        why = {
            ErrorCode.SECURITY_DISABLED: f"{whose} has no authorizer: there are no rules to be asked about, and what was carried stays",
            ErrorCode.CLUSTER_AUTHORIZATION_FAILED: (f"{whose} does not tell its rules: the right to describe the cluster is missing"),
        }.get(error.code, f"the rules of {whose}: {error.message}")
        raise KlogError(error.code, why) from error
