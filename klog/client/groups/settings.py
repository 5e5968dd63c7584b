"""What a consumer in a group is told besides what every consumer is. No Twisted here."""

from __future__ import annotations

import dataclasses
import re
import typing
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from klog.client.fetching.consumer_settings import ConsumerOptions, ConsumerSettings, split_consumer_options
from klog.client.groups.assignors.choose import choose_assignors
from klog.client.groups.assignors.contract import Assignor
from klog.client.groups.members import MemberSettings
from klog.client.options import Room, check, default, names_of
from klog.client.settings import ClientSettings
from klog.config import ConfigError

#: What a group may be subscribed to: topics by name, or one compiled pattern.
Topics = str | Iterable[str] | re.Pattern[str] | None


class GroupOptions(ConsumerOptions, total=False):
    """Keyword arguments of `ConsumerGroup`; see `GroupSettings` for what they mean."""

    group_protocol: Literal["classic", "consumer"]
    assignors: Sequence[str | Assignor]
    server_assignor: str | None
    group_instance_id: str | None
    session_timeout_ms: int
    heartbeat_interval_ms: int
    max_poll_interval_ms: int


@dataclasses.dataclass(frozen=True, kw_only=True)
class GroupSettings:
    """Checked options; what they mean stands in `klog.client.options`.

    :raises ConfigError: a value that cannot be; one sentence.
    """

    group_protocol: str = default("group_protocol")
    assignors: Sequence[str | Assignor] = default("assignors")
    server_assignor: str | None = default("server_assignor")
    group_instance_id: str | None = default("group_instance_id")
    session_timeout_ms: int = default("session_timeout_ms")
    heartbeat_interval_ms: int = default("heartbeat_interval_ms")
    max_poll_interval_ms: int = default("max_poll_interval_ms")

    def __post_init__(self) -> None:
        check(Room.GROUP, self)
        choose_assignors(self.assignors)
        if self.server_assignor is not None and self.group_protocol == "classic":
            raise ConfigError("server_assignor", repr(self.server_assignor), "it is for group_protocol='consumer'; see assignors")
        if self.heartbeat_interval_ms >= self.session_timeout_ms:
            raise ConfigError("heartbeat_interval_ms", str(self.heartbeat_interval_ms), "it must be below session_timeout_ms")
        if self.group_instance_id == "":
            raise ConfigError("group_instance_id", "''", "a name is needed, or None")

    def member(self, group_id: str, topics: Topics, pattern: str | None, rack: str | None = None) -> MemberSettings:
        """What a membership is told.

        :param rack: ``client_rack`` of `ConsumerSettings`.
        :raises ConfigError: no group, no topics, or both topics and a pattern.
        """
        if not isinstance(group_id, str) or not group_id:
            raise ConfigError("group_id", repr(group_id), "a name is needed")
        names, pattern = subscription(topics, pattern, classic=self.group_protocol == "classic")
        return MemberSettings(
            group_id=group_id,
            topics=names,
            pattern=pattern,
            instance_id=self.group_instance_id,
            rack=rack,
            session_timeout_ms=self.session_timeout_ms,
            heartbeat_interval_ms=self.heartbeat_interval_ms,
            rebalance_timeout_ms=self.max_poll_interval_ms,
            server_assignor=self.server_assignor,
        )


GROUP_OPTION_NAMES = frozenset(field.name for field in dataclasses.fields(GroupSettings))
assert frozenset(typing.get_type_hints(GroupOptions)) >= GROUP_OPTION_NAMES, "options and settings differ"
#: Options of another class.
_PAPER_NAMES = names_of(Room.PAPER) | {"zookeeper"}


def subscription(topics: Topics, pattern: str | None, *, classic: bool) -> tuple[tuple[str, ...], str | None]:
    """Topics or a pattern.

    :raises ConfigError: neither, both, or what cannot be one.
    """
    if isinstance(topics, re.Pattern):
        pattern = topics.pattern if pattern is None else pattern
        topics = None
    if isinstance(topics, str):
        topics = (topics,)
    if topics is not None and not isinstance(topics, Iterable):
        raise ConfigError("topics", repr(topics), "names of topics are needed")
    given = tuple(topics or ())
    if not all(isinstance(name, str) and name for name in given):
        raise ConfigError("topics", repr(given), "a topic has a name")
    if pattern is not None and not isinstance(pattern, str):
        raise ConfigError("pattern", repr(pattern), "a text is needed")
    names = tuple(sorted(set(given)))
    if bool(names) == (pattern is not None):
        said = "name topics or give a pattern, not both" if names else "name at least one topic, or give a pattern"
        raise ConfigError("topics", repr(names) if names else None, said)
    if pattern is not None and classic:
        try:
            re.compile(pattern)
        except re.error as error:
            raise ConfigError("pattern", repr(pattern), f"it is no regular expression: {error}") from error
    return names, pattern


def split_group_options(
    bootstrap_servers: str | ClientSettings, options: Mapping[str, Any]
) -> tuple[ClientSettings, ConsumerSettings, GroupSettings]:
    """The settings of every client, of every consumer, and of a group.

    :raises ConfigError: a name that nobody knows, with the nearest that somebody does; a value that cannot be.
    """
    for name in options:
        if name in _PAPER_NAMES:
            raise ConfigError(name, None, "groups kept in ZooKeeper are klog.PaperConsumerGroup(reactor, zookeeper, group_id, topics)")
    client, consumer, rest = split_consumer_options(bootstrap_servers, options, GROUP_OPTION_NAMES)
    if rest.get("group_protocol") == "consumer" and "assignors" in rest:
        raise ConfigError("assignors", repr(rest["assignors"]), "they are for group_protocol='classic'; see server_assignor")
    group = GroupSettings(**rest)
    longest_ms = max(client.reconnect_backoff_ms, min(client.reconnect_backoff_max_ms, group.heartbeat_interval_ms))
    return dataclasses.replace(client, reconnect_backoff_max_ms=longest_ms), consumer, group
