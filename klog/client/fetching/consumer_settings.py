"""What a consumer is told besides what every client is: where to begin, how much to fetch, when to commit. No Twisted here."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Iterable, Mapping
from typing import Any

from klog.client.fetching.subscriptions import offset_reset
from klog.client.isolation import isolation_level
from klog.client.settings import CLIENT_OPTION_NAMES, ClientOptions, ClientSettings, split_options
from klog.config import ConfigError


class ConsumerOptions(ClientOptions, total=False):
    """Keyword arguments of `Consumer` and `ConsumerGroup`; see `ConsumerSettings` for what they mean."""

    isolation_level: str
    auto_offset_reset: str
    fetch_min_bytes: int
    fetch_max_wait_ms: int
    fetch_max_bytes: int
    partition_fetch_bytes: int
    prefetch_bytes: int
    max_uncompressed_bytes: int
    auto_commit_interval_ms: int | None


@dataclasses.dataclass(frozen=True, kw_only=True)
class ConsumerSettings:
    """Checked options.

    ::

        ConsumerSettings(auto_offset_reset="earliest", prefetch_bytes=8 << 20)

    :raises ConfigError: a value that cannot be; one sentence.
    """

    #: "read_committed" leaves out records of aborted transactions, and waits for open ones.
    isolation_level: str = "read_uncommitted"
    #: Where to begin without a committed offset, or with one that is gone: "earliest", "latest", or "error".
    auto_offset_reset: str = "latest"
    #: Brokers wait up to `fetch_max_wait_ms` for so much.
    fetch_min_bytes: int = 1
    fetch_max_wait_ms: int = 500
    #: The most that one answer brings.
    fetch_max_bytes: int = 50 << 20
    #: The most that one answer brings of one partition.
    partition_fetch_bytes: int = 1 << 20
    #: What all partitions together may hold, fetched and not yet handed out.
    prefetch_bytes: int = 64 << 20
    #: The most that one batch may hold, decompressed.
    max_uncompressed_bytes: int = 100 << 20
    #: How often the offsets of what was consumed are written down for the group; None: only by ``commit()``.
    auto_commit_interval_ms: int | None = 5_000

    def __post_init__(self) -> None:
        isolation_level(self.isolation_level)
        offset_reset(self.auto_offset_reset)
        for name, lowest in _LOWEST.items():
            value = getattr(self, name)
            if value is None and name == "auto_commit_interval_ms":
                continue
            if isinstance(value, bool) or not isinstance(value, int):
                raise ConfigError(name, repr(value), "a whole number is needed")
            if not lowest <= value <= _HIGHEST:
                raise ConfigError(name, str(value), f"allowed is {lowest} to {_HIGHEST}")

    def fetcher_options(self) -> dict[str, Any]:
        """Keyword arguments of a `Fetcher`."""
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(self) if field.name != "auto_commit_interval_ms"}


_HIGHEST = 2**31 - 1
_LOWEST = {
    "fetch_min_bytes": 0,
    "fetch_max_wait_ms": 0,
    "fetch_max_bytes": 1,
    "partition_fetch_bytes": 1,
    "prefetch_bytes": 1024,
    "max_uncompressed_bytes": 1024,
    "auto_commit_interval_ms": 1,
}

#: Every name that `ConsumerOptions` has besides those of all clients.
CONSUMER_OPTION_NAMES = frozenset(field.name for field in dataclasses.fields(ConsumerSettings))
assert frozenset(typing.get_type_hints(ConsumerOptions)) == CONSUMER_OPTION_NAMES | CLIENT_OPTION_NAMES, "options and settings differ"


def split_consumer_options(
    bootstrap_servers: str, options: Mapping[str, Any], own: Iterable[str] = ()
) -> tuple[ClientSettings, ConsumerSettings, dict[str, Any]]:
    """The settings of every client, those of every consumer, and the rest, which must be among the names `own`.

    :raises ConfigError: a name that nobody knows, with the nearest that somebody does; a value that cannot be.
    """
    client, rest = split_options(bootstrap_servers, options, CONSUMER_OPTION_NAMES | set(own))
    mine = {name: rest.pop(name) for name in list(rest) if name in CONSUMER_OPTION_NAMES}
    return client, ConsumerSettings(**mine), rest
