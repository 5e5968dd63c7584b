"""What is meant of the commands' clusters: topics and groups, and where there are two of them, each its brokers and its own properties, so
that no password goes to the other one's brokers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from klog.cli.connection import resolve

if TYPE_CHECKING:
    from klog.client.settings import ClientSettings


def patterns_of(texts: Sequence[str]) -> tuple[str, ...]:
    """The names and patterns of an option that is given several times, or with commas; each once."""
    return tuple(dict.fromkeys(piece.strip() for text in texts for piece in text.split(",") if piece.strip()))


def client_settings(bootstrap: str, config: str | None, properties: Sequence[str], timeout_s: float | None) -> ClientSettings:
    """How one of the two is talked to. Neither the default file nor a profile is read: whose would it be?

    :param bootstrap: ``host:port,host:port``.
    :param config: a file of properties by librdkafka's names.
    :param properties: ``name=value``, over those of the file.
    :raises CommandFailed: something is wrong with them. :raises ConfigError: likewise.
    """
    from klog.client.settings import split_options

    connection = resolve(bootstrap, properties, config or "none", timeout_s, environment={})
    options = {**connection.client, "allow_auto_create_topics": False, "client_id": connection.names.client.get("client_id", "klog-mirror")}
    return split_options(connection.bootstrap, options)[0]
