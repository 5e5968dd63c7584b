"""Which topics of a cluster are compared or produced again: those that were named, or all that a pattern matches. No Twisted here."""

from __future__ import annotations

import re
from typing import Protocol

from klog.client.blocking.client import BlockingClient
from klog.client.metadata import TopicMetadata
from klog.errors import ErrorCode, KlogError, row_of

#: Topics that are no user's: of brokers, and of mirrors themselves (MirrorMaker 2's default filter leaves out the same).
_INTERNAL = re.compile(r"__.*|.*[-.]internal|.*\.replica")


class NoSuchTopic(Exception):
    """A topic that was named, or any that is matched, is not in the cluster; a sentence."""


class WantedTopics(Protocol):
    """What was asked for: `klog.mirror.verify.settings.VerifySettings`, `klog.mirror.reproduce.settings.ReproduceSettings`."""

    @property
    def topics(self) -> tuple[str, ...]:
        """Names; where empty, all that `pattern` matches as a whole."""

    @property
    def pattern(self) -> str:
        """A regular expression."""

    @property
    def timeout_ms(self) -> int:
        """How long a broker may be silent."""

    def wants(self, topic: str, *, is_internal: bool) -> bool:
        """Whether a topic is meant that nobody named."""


def is_wanted(topic: str, pattern: str, *, is_internal: bool) -> bool:
    """Whether a topic is meant that nobody named: `pattern` matches it as a whole, and it is a user's."""
    return not is_internal and _INTERNAL.fullmatch(topic) is None and re.fullmatch(pattern, topic) is not None


def find_topics(client: BlockingClient, wanted: WantedTopics, cluster: str) -> dict[str, TopicMetadata]:
    """The topics that are meant, by name.

    :param cluster: what sentences call the cluster: "A", "the source".
    :raises NoSuchTopic: see there. :raises KlogError: a broker refuses, or none answers.
    """
    client.refresh(list(wanted.topics) or None, timeout_ms=wanted.timeout_ms)
    found: dict[str, TopicMetadata] = {}
    for name in wanted.topics or sorted(client.metadata.topics):
        topic = client.metadata.topic(name)
        if topic is None or topic.error is ErrorCode.UNKNOWN_TOPIC_OR_PARTITION:
            if wanted.topics:
                raise NoSuchTopic(f"topic {name} is not in {cluster}")
            continue
        if not wanted.topics and not wanted.wants(name, is_internal=topic.is_internal):
            continue
        if topic.error:
            raise KlogError(topic.error, f"topic {name}: {row_of(topic.error).sentence}")
        found[name] = topic
    if not found:
        raise NoSuchTopic(f"no topic of {cluster} is matched by {wanted.pattern}")
    return found
