"""Carries topics' configurations: those that are changed, set or reset at the source follow here (`klog.mirror.decisions.configs`).

It is done first, and written down afterwards: after a kill in between it counts as carried, since it is as at the source.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from klog.client.admin.admin import Admin
from klog.client.admin.types import ConfigEntry, ConfigResource, ConfigSource
from klog.client.retry import ClientStopped
from klog.errors import KlogError
from klog.mirror.copies import Host
from klog.mirror.decisions.carried import CarriedConfigs, SyncState
from klog.mirror.decisions.configs import ALWAYS_COPIED, configs_to_change
from klog.mirror.decisions.records import Key
from klog.mirror.group_copying import ASK_TIMEOUT_MS
from klog.mirror.sync.kinds import LinkRound

#: So many topics are asked about at once: an answer has some forty settings of each.
_TOPICS_AT_ONCE = 50
#: Where what is set for all topics of a cluster comes from.
_OF_BROKERS = frozenset({ConfigSource.BROKER, ConfigSource.CLUSTER_DEFAULT, ConfigSource.STATIC})


def set_at_source(entries: Iterable[ConfigEntry]) -> dict[str, str]:
    """What a topic's configurations at the source are, of those that are set for it; and of those that a copy always has also what its
    brokers set for all topics, since ours may set something else."""
    return {
        entry.name: entry.value
        for entry in entries
        if entry.value is not None
        and not entry.sensitive
        and (entry.source is ConfigSource.TOPIC or (entry.name in ALWAYS_COPIED and entry.source in _OF_BROKERS))
    }


class TopicConfigs:
    """See the module.

    :param own: administration of our own cluster.
    """

    def __init__(self, host: Host, own: Admin) -> None:
        self._host = host
        self._own = own

    async def sync(self, round_: LinkRound) -> SyncState:
        """Have the copies' configurations be as they should. Raises KlogError, `ClientStopped`."""
        copied = sorted(
            topic
            for topic, record in round_.picture.topics.items()
            if record.state.is_copied and (own := self._host.topic(topic)) is not None and own[1] == round_.name
        )
        problems: list[str] = []
        for first in range(0, len(copied), _TOPICS_AT_ONCE):
            resources = [ConfigResource.topic(topic) for topic in copied[first : first + _TOPICS_AT_ONCE]]
            described = await round_.link.source.describe_configs(resources, timeout_ms=ASK_TIMEOUT_MS)
            problems += [f"{one.name} at the source: {error.message}" for one, error in described.errors.items()]
            for resource, entries in described.done.items():
                problems += await self._sync_topic(round_, resource, set_at_source(entries.values()))
        known = round_.picture.configs
        return SyncState.of(sum(len(known[topic].configs) for topic in copied if topic in known), 0, problems)

    async def _sync_topic(self, round_: LinkRound, resource: ConfigResource, there: Mapping[str, str]) -> list[str]:
        """Of one topic; sentences about what does not follow."""
        topic = resource.name
        before = round_.picture.configs.get(topic)
        carried = {} if before is None else before.configs
        here = self._host.configs_of(topic)
        found = configs_to_change(there, here, carried, self._host.copied_configs(), round_.definition.never_configs)
        problems = [f"{topic}: {name} was set here, and stays {here[name]}; the source has {there[name]}" for name in found.own]
        refused: dict[str, KlogError] = {}
        if found.changes:
            refused = await self._change(resource, found.changes)
        for name, error in refused.items():
            problems.append(f"{topic}: {name} could not be set: {error.message}")
        now = {name: value for name, value in found.carried.items() if name not in refused}
        # What could not be set, or reset, stays what it was.
        now |= {name: carried[name] for name in refused if name in carried}
        if now != carried or before is None:
            record = CarriedConfigs(now)
            await round_.write({Key("configs", round_.name, topic): record})
            round_.picture.configs[topic] = record
        return problems

    async def _change(self, resource: ConfigResource, changes: Mapping[str, str | None]) -> dict[str, KlogError]:
        """Make these changes; those that were refused, and why."""
        errors = (await self._own.alter_configs({resource: changes}, timeout_ms=ASK_TIMEOUT_MS)).errors
        if not errors:
            return {}
        if len(changes) == 1:
            return dict.fromkeys(changes, errors[resource])
        # One that our brokers do not take holds up no other.
        refused: dict[str, KlogError] = {}
        for name, value in changes.items():
            try:
                refused |= await self._change(resource, {name: value})
            except ClientStopped:
                raise
            except KlogError as error:
                refused[name] = error
        return refused
