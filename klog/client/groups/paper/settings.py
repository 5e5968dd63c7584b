"""What a consumer in a group by the paper's algorithm is told besides what every group's is. No Twisted here."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping, Sequence
from typing import Any

from klog.client.groups.paper.algorithm import ASSIGNORS, clean_pattern
from klog.client.settings import ClientSettings
from klog.config import ConfigError
from klog.errors import KlogError
from klog.net.security import Security
from klog.zookeeper.connect_string import parse
from klog.zookeeper.consumer_znodes import MAX_THREADS, ConsumerRegistration, Pattern, check_group_id, is_forbidden

_HIGHEST = 2**31 - 1
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
    """Checked options.

    :raises ConfigError: a value that cannot be; one sentence.
    """

    #: Where ZooKeeper is: ``host:port,host:port/chroot``. Makes this a group by the paper's algorithm, as Kafka 0.8 to 1.1 had them;
    #: brokers are found through it where no bootstrap servers are given.
    zookeeper: str
    #: After so long without us ZooKeeper drops our registration and our partitions; at two thirds of it we stop reading by ourselves.
    zookeeper_session_timeout_ms: int = 6_000
    #: How long one attempt to reach ZooKeeper may take; there is no end to attempts.
    zookeeper_connection_timeout_ms: int = 6_000
    #: Pairs of scheme and identity, such as ``("digest", "name:password")``.
    zookeeper_auth: Sequence[tuple[str, str]] = dataclasses.field(default=(), repr=False)
    #: A `klog.net.security.Security` with ``security_protocol="SSL"``, where ZooKeeper is reached by TLS.
    zookeeper_tls: Security | None = None
    #: How many times a partition that somebody keeps is waited for, ``rebalance_backoff_ms`` each and no less than a session in all.
    rebalance_max_retries: int = 4
    #: The pause between two attempts to rebalance.
    rebalance_backoff_ms: int = 2_000
    #: "range" (Algorithm 1), "roundrobin" (as Kafka 0.8.2 to 0.11), or "roundrobin-1.0"; the same for all members.
    partition_assignor: str = "range"
    #: What a pattern is: "white_list", topics to read, or "black_list", topics to leave out.
    topic_filter: str = "white_list"
    #: Behind the group's name, what we are registered as; made of host name, time and chance where None.
    consumer_id: str | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.zookeeper, str):
            raise ConfigError("zookeeper", repr(self.zookeeper), "a text like host:2181,host2:2181/chroot is needed")
        parse(self.zookeeper)
        for name, lowest in _LOWEST.items():
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int):
                raise ConfigError(name, repr(value), "a whole number is needed")
            if not lowest <= value <= _HIGHEST:
                raise ConfigError(name, str(value), f"allowed is {lowest} to {_HIGHEST}")
        if self.partition_assignor not in ASSIGNORS:
            raise ConfigError("partition_assignor", repr(self.partition_assignor), f"allowed are {', '.join(ASSIGNORS)}")
        if self.topic_filter not in (Pattern.WHITE_LIST.value, Pattern.BLACK_LIST.value):
            raise ConfigError("topic_filter", repr(self.topic_filter), "allowed are white_list and black_list")
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


_LOWEST = {
    "zookeeper_session_timeout_ms": 1,
    "zookeeper_connection_timeout_ms": 1,
    "rebalance_max_retries": 1,
    "rebalance_backoff_ms": 1,
}
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
