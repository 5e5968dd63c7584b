"""What a consumer in a group by the paper's algorithm is told besides what every group's is. No Twisted here."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping, Sequence
from typing import Any

from klog.client.groups.paper.algorithm import clean_pattern
from klog.client.options import Room, check, default
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
    "client_rack": "racks play no part in it",
    "session_timeout_ms": "see zookeeper_session_timeout_ms",
    "heartbeat_interval_ms": "the session with ZooKeeper does without",
}
#: What these groups have always called the places to begin at.
_RESET_NAMES = {"smallest": "earliest", "largest": "latest"}


@dataclasses.dataclass(frozen=True, kw_only=True)
class ZookeeperGroupSettings:
    """Checked options; what they mean stands in `klog.client.options`.

    :raises ConfigError: a value that cannot be; one sentence.
    """

    #: Where ZooKeeper is: ``host:port,host:port/chroot``. Makes this a group by the paper's algorithm, as Kafka 0.8 to 1.1 had them;
    #: brokers are found through it where no bootstrap servers are given.
    zookeeper: str
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
        if self.consumer_id is not None and (
            not isinstance(self.consumer_id, str)
            or not self.consumer_id
            or "/" in self.consumer_id
            or any(map(is_forbidden, self.consumer_id))
        ):
            raise ConfigError("consumer_id", repr(self.consumer_id), "a name without slashes and control characters is needed")
        if self.zookeeper_tls is not None:
            self.zookeeper_tls.check()

    def registration(
        self, topics: Sequence[str], pattern: str | None, threads: Mapping[str, int], *, timestamp_ms: int = -1
    ) -> ConsumerRegistration:
        """What we write of ourselves.

        :param threads: for topics that more than one thread reads.
        """
        if pattern is not None:
            return ConsumerRegistration({clean_pattern(pattern): 1}, Pattern(self.topic_filter), timestamp_ms)
        return ConsumerRegistration({topic: threads.get(topic, 1) for topic in topics}, Pattern.STATIC, timestamp_ms)


ZOOKEEPER_OPTION_NAMES = frozenset(field.name for field in dataclasses.fields(ZookeeperGroupSettings))


class FoundBrokers(ClientSettings):
    """Settings of a client that is told later where the brokers are."""

    def check_servers(self) -> None:
        """None may be known yet."""
        if self.bootstrap_servers:
            super().check_servers()

    @property
    def servers(self) -> tuple[tuple[str, int], ...]:
        """The bootstrap servers as (host, port), none before they are found."""
        return super().servers if self.bootstrap_servers else ()


def split_zookeeper_options(options: Mapping[str, Any]) -> tuple[ZookeeperGroupSettings | None, dict[str, Any]]:
    """The settings of a group in ZooKeeper, None where it is no such group, and all other options.

    :raises ConfigError: options that do not go together; a value that cannot be.
    """
    rest = dict(options)
    mine = {name: rest.pop(name) for name in list(rest) if name in ZOOKEEPER_OPTION_NAMES}
    if mine.get("zookeeper") is None:
        mine.pop("zookeeper", None)
        for name, value in mine.items():
            raise ConfigError(name, None if name == "zookeeper_auth" else repr(value), "it needs zookeeper='host:port'")
        return None, rest
    for name, instead in _ELSEWHERE.items():
        if name in rest:
            raise ConfigError(name, repr(rest[name]), f"it is not for groups in ZooKeeper; {instead}")
    reset = rest.get("auto_offset_reset")
    if isinstance(reset, str):
        rest["auto_offset_reset"] = _RESET_NAMES.get(reset, reset)
    return ZookeeperGroupSettings(**mine), rest


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
