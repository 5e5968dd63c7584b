"""What a consumer is told besides what every client is: where to begin, how much to fetch, when to commit. No Twisted here."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Iterable, Mapping
from typing import Any

from klog.client.fetching.subscriptions import offset_reset
from klog.client.isolation import isolation_level
from klog.client.options import Room, check, default
from klog.client.settings import CLIENT_OPTION_NAMES, ClientOptions, ClientSettings, split_options


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
    client_rack: str | None
    auto_commit_interval_ms: int | None


@dataclasses.dataclass(frozen=True, kw_only=True)
class ConsumerSettings:
    """Checked options; what they mean stands in `klog.client.options`.

    ::

        ConsumerSettings(auto_offset_reset="earliest", prefetch_bytes=8 << 20)

    :raises ConfigError: a value that cannot be; one sentence.
    """

    isolation_level: str = default("isolation_level")
    auto_offset_reset: str = default("auto_offset_reset")
    fetch_min_bytes: int = default("fetch_min_bytes")
    fetch_max_wait_ms: int = default("fetch_max_wait_ms")
    fetch_max_bytes: int = default("fetch_max_bytes")
    partition_fetch_bytes: int = default("partition_fetch_bytes")
    prefetch_bytes: int = default("prefetch_bytes")
    max_uncompressed_bytes: int = default("max_uncompressed_bytes")
    client_rack: str | None = default("client_rack")
    auto_commit_interval_ms: int | None = default("auto_commit_interval_ms")

    def __post_init__(self) -> None:
        isolation_level(self.isolation_level)
        offset_reset(self.auto_offset_reset)
        check(Room.CONSUMER, self)

    def fetcher_options(self) -> dict[str, Any]:
        """Keyword arguments of a `Fetcher`."""
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(self) if field.name != "auto_commit_interval_ms"}


#: Every name that `ConsumerOptions` has besides those of all clients.
CONSUMER_OPTION_NAMES = frozenset(field.name for field in dataclasses.fields(ConsumerSettings))
assert frozenset(typing.get_type_hints(ConsumerOptions)) == CONSUMER_OPTION_NAMES | CLIENT_OPTION_NAMES, "options and settings differ"


def split_consumer_options(
    bootstrap_servers: str | ClientSettings,
    options: Mapping[str, Any],
    own: Iterable[str] = (),
    kind: type[ClientSettings] = ClientSettings,
) -> tuple[ClientSettings, ConsumerSettings, dict[str, Any]]:
    """The settings of every client, of `kind`, those of every consumer, and the rest, which must be among the names `own`.

    :raises ConfigError: a name that nobody knows, with the nearest that somebody does; a value that cannot be.
    """
    client, rest = split_options(bootstrap_servers, options, CONSUMER_OPTION_NAMES | set(own), kind)
    mine = {name: rest.pop(name) for name in list(rest) if name in CONSUMER_OPTION_NAMES}
    return client, ConsumerSettings(**mine), rest
