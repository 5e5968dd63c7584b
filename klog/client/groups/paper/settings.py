"""What a consumer in a group by the paper's algorithm is told besides what every group's is. No Twisted here."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping, Sequence
from typing import Any

from klog.client.fetching.consumer_settings import ConsumerOptions, ConsumerSettings, split_consumer_options
from klog.client.groups.members import MemberSettings
from klog.client.groups.paper.algorithm import clean_pattern
from klog.client.groups.paper.brokers import FoundBrokers
from klog.client.groups.settings import Topics, subscription
from klog.client.options import Room, check, default, option
from klog.client.settings import ClientSettings
from klog.config import ConfigError
from klog.errors import KlogError
from klog.net.security import Security
from klog.zookeeper.connect_string import parse
from klog.zookeeper.consumer_znodes import MAX_THREADS, ConsumerRegistration, Pattern, check_group_id, is_forbidden

#: Options of the other kinds of groups, and what stands for them here.
_ELSEWHERE = {
    "group_protocol": "leave it out",
    "assignors": "see partition_assignor",
    "server_assignor": "see partition_assignor",
    "group_instance_id": "members of these groups are not static",
    "session_timeout_ms": "see zookeeper_session_timeout_ms",
    "heartbeat_interval_ms": "the session with ZooKeeper does without",
}
#: What these groups have always called the places to begin at.
_RESET_NAMES = {"smallest": "earliest", "largest": "latest"}


class PaperGroupOptions(ConsumerOptions, total=False):
    """Keyword arguments of `PaperConsumerGroup`; see `klog.client.options` for what they mean."""

    max_poll_interval_ms: int
    zookeeper_session_timeout_ms: int
    zookeeper_connection_timeout_ms: int
    zookeeper_auth: Sequence[tuple[str, str]]
    zookeeper_tls: Security | None
    rebalance_max_retries: int
    rebalance_backoff_ms: int
    partition_assignor: str
    topic_filter: str
    consumer_id: str | None


@dataclasses.dataclass(frozen=True, kw_only=True)
class PaperGroupSettings:
    """Checked options; what they mean stands in `klog.client.options`.

    :raises ConfigError: a value that cannot be; one sentence.
    """

    #: Where ZooKeeper is: ``host:port,host:port/chroot``.
    zookeeper: str
    max_poll_interval_ms: int = default("max_poll_interval_ms")
    zookeeper_session_timeout_ms: int = default("zookeeper_session_timeout_ms")
    zookeeper_connection_timeout_ms: int = default("zookeeper_connection_timeout_ms")
    #: Pairs of scheme and identity, such as ``("digest", "name:password")``.
    zookeeper_auth: Sequence[tuple[str, str]] = dataclasses.field(default=default("zookeeper_auth"), repr=False)
    zookeeper_tls: Security | None = default("zookeeper_tls")
    rebalance_max_retries: int = default("rebalance_max_retries")
    rebalance_backoff_ms: int = default("rebalance_backoff_ms")
    partition_assignor: str = default("partition_assignor")
    topic_filter: str = default("topic_filter")
    consumer_id: str | None = default("consumer_id")

    def __post_init__(self) -> None:
        if not isinstance(self.zookeeper, str):
            raise ConfigError("zookeeper", repr(self.zookeeper), "a text like host:2181,host2:2181/chroot is needed")
        parse(self.zookeeper)
        check(Room.PAPER, self)
        option("max_poll_interval_ms").check(self.max_poll_interval_ms)
        if self.consumer_id is not None and (
            not isinstance(self.consumer_id, str)
            or not self.consumer_id
            or "/" in self.consumer_id
            or any(map(is_forbidden, self.consumer_id))
        ):
            raise ConfigError("consumer_id", repr(self.consumer_id), "a name without slashes and control characters is needed")
        if self.zookeeper_tls is not None:
            self.zookeeper_tls.check()

    def member(self, group_id: str, topics: Topics, pattern: str | None) -> MemberSettings:
        """What a membership is told.

        :raises ConfigError: no group or one that cannot be, no topics, or both topics and a pattern.
        """
        if not isinstance(group_id, str) or not group_id:
            raise ConfigError("group_id", repr(group_id), "a name is needed")
        names, pattern = paper_subscription(group_id, topics, pattern)
        return MemberSettings(group_id=group_id, topics=names, pattern=pattern, rebalance_timeout_ms=self.max_poll_interval_ms)

    def registration(
        self, topics: Sequence[str], pattern: str | None, threads: Mapping[str, int], *, timestamp_ms: int = -1
    ) -> ConsumerRegistration:
        """What we write of ourselves.

        :param threads: for topics that more than one thread reads.
        """
        if pattern is not None:
            return ConsumerRegistration({clean_pattern(pattern): 1}, Pattern(self.topic_filter), timestamp_ms)
        return ConsumerRegistration({topic: threads.get(topic, 1) for topic in topics}, Pattern.STATIC, timestamp_ms)


PAPER_OPTION_NAMES = frozenset(field.name for field in dataclasses.fields(PaperGroupSettings))


def split_paper_options(
    zookeeper: str, bootstrap_servers: str, options: Mapping[str, Any]
) -> tuple[ClientSettings, ConsumerSettings, PaperGroupSettings]:
    """The settings of every client, of every consumer, and of a group in ZooKeeper.

    :param bootstrap_servers: empty where the brokers are found in ZooKeeper.
    :raises ConfigError: a name that nobody knows, with the nearest that somebody does; a value that cannot be.
    """
    for name, instead in _ELSEWHERE.items():
        if name in options:
            raise ConfigError(name, repr(options[name]), f"it is not for groups in ZooKeeper; {instead}")
    options = dict(options)
    reset = options.get("auto_offset_reset")
    if isinstance(reset, str):
        options["auto_offset_reset"] = _RESET_NAMES.get(reset, reset)
    kind = ClientSettings if bootstrap_servers else FoundBrokers
    client, consumer, rest = split_consumer_options(bootstrap_servers, options, PAPER_OPTION_NAMES - {"zookeeper"}, kind)
    return client, consumer, PaperGroupSettings(zookeeper=zookeeper, **rest)


def paper_subscription(group_id: str, topics: Topics, pattern: str | None) -> tuple[tuple[str, ...], str | None]:
    """Topics or a pattern, for a group in ZooKeeper.

    :raises ConfigError: neither, both, or what cannot be one.
    """
    names, pattern = subscription(topics, pattern, classic=True)
    check_group(group_id, pattern)
    return names, pattern


def check_group(group_id: str, pattern: str | None) -> None:
    """Whether there can be such a group in ZooKeeper.

    :raises ConfigError: its name, or the pattern, cannot be.
    """
    try:
        check_group_id(group_id)
    except KlogError as error:
        raise ConfigError("group_id", repr(group_id), error.message) from error
    if pattern is not None:
        try:
            re.compile(clean_pattern(pattern))
        except re.error as error:
            raise ConfigError("pattern", repr(pattern), f"it is no regular expression: {error}") from error


def check_threads(threads: Mapping[str, int]) -> None:
    """Whether a member may have so many.

    :raises ValueError: too many.
    """
    for topic, count in threads.items():
        if count > MAX_THREADS:
            raise ValueError(f"topic {topic} may have {MAX_THREADS} streams, not {count}")
