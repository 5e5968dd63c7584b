"""Topics and groups for whoever presses TAB: asked of the broker, within a second, and none where nobody answers.

Nothing here loads Twisted, and nothing is ever said: a shell that completes has no place for remarks.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from klog.client.blocking.client import BlockingClient

#: How long somebody waits behind a TAB.
PATIENCE_MS = 1_000


def complete_topics(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Topics that begin like this, but for those that brokers keep for themselves."""
    return _items(context, incomplete, _topics)


def complete_groups(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Groups that begin like this."""
    return _items(context, incomplete, _groups)


def _items(context: click.Context, incomplete: str, ask: Callable[[BlockingClient], list[str]]) -> list[CompletionItem]:
    from klog.cli.connection import resolve
    from klog.client.blocking.client import BlockingClient

    given = context.params
    if given.get("zookeeper") is not None:
        # Another one keeps these groups.
        return []
    try:
        connection = resolve(
            given.get("bootstrap"),
            given.get("properties") or (),
            given.get("config"),
            PATIENCE_MS / 1000,
            os.environ,
            given.get("profile"),
        )
        with BlockingClient(connection.bootstrap, **connection.client) as client:
            names = ask(client)
    # Whatever is wrong, the shell cannot be told.
    except Exception:
        return []
    return [CompletionItem(name) for name in sorted(names) if name.startswith(incomplete)]


def _topics(client: BlockingClient) -> list[str]:
    from klog.wire.messages.metadata import MetadataRequest

    answer = client.ask_any(MetadataRequest(topics=None), timeout_ms=PATIENCE_MS)
    return [topic.name for topic in answer.topics if topic.name is not None and not topic.is_internal]


def _groups(client: BlockingClient) -> list[str]:
    from klog.wire.messages.list_groups import ListGroupsRequest

    client.refresh([], timeout_ms=PATIENCE_MS)
    names: set[str] = set()
    for node in client.metadata.nodes:
        names |= {group.group_id for group in client.ask(node, ListGroupsRequest(), timeout_ms=PATIENCE_MS).groups}
    return sorted(names)
