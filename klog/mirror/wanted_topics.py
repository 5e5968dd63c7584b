"""Which topics of a cluster are compared or produced again: names, and patterns as links have them. No Twisted here."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Protocol

from klog.client.blocking.client import BlockingClient
from klog.client.metadata import TopicMetadata
from klog.config import ConfigError
from klog.errors import ErrorCode, KlogError, row_of
from klog.mirror.decisions.topics import is_pattern, matches

#: Topics that are no user's: of brokers, and of mirrors themselves (MirrorMaker 2's default filter leaves out the same).
_INTERNAL = re.compile(r"__.*|.*[-.]internal|.*\.replica")


class NoSuchTopic(Exception):
    """A topic that was named, or any that is matched, is not in the cluster; a sentence."""


class WantedTopics(Protocol):
    """What was asked for: `klog.mirror.verify.settings.VerifySettings`, `klog.mirror.reproduce.settings.ReproduceSettings`."""

    @property
    def topics(self) -> tuple[str, ...]:
        """Names, and patterns (`klog.mirror.decisions.topics.matches`)."""

    @property
    def timeout_ms(self) -> int:
        """How long a broker may be silent."""


def check_patterns(option: str, patterns: Iterable[str]) -> None:
    """Whether something can be meant by these.

    :raises ConfigError: nothing can.
    """
    if not any(patterns) or all(one.startswith("!") for one in patterns):
        raise ConfigError(option, ",".join(patterns), "name something, or give a pattern with * and ?; one with ! only takes out")


def is_wanted(topic: str, patterns: Iterable[str], *, is_internal: bool) -> bool:
    """Whether a topic is meant that nobody named: a pattern matches it as a whole, and it is a user's."""
    return not is_internal and _INTERNAL.fullmatch(topic) is None and matches(topic, patterns)


def find_topics(client: BlockingClient, wanted: WantedTopics, cluster: str) -> dict[str, TopicMetadata]:
    """The topics that are meant, by name.

    :param cluster: what sentences call the cluster: "A", "the source".
    :raises NoSuchTopic: see there. :raises KlogError: a broker refuses, or none answers.
    """
    names = [one for one in wanted.topics if not is_pattern(one)]
    is_all_named = len(names) == len(wanted.topics)
    client.refresh(names if is_all_named else None, timeout_ms=wanted.timeout_ms)
    found: dict[str, TopicMetadata] = {}
    for name in dict.fromkeys([*names, *([] if is_all_named else sorted(client.metadata.topics))]):
        topic = client.metadata.topic(name)
        if topic is None or topic.error is ErrorCode.UNKNOWN_TOPIC_OR_PARTITION:
            if name in names:
                raise NoSuchTopic(f"topic {name} is not in {cluster}")
            continue
        if name not in names and not is_wanted(name, wanted.topics, is_internal=topic.is_internal):
            continue
        if topic.error:
            raise KlogError(topic.error, f"topic {name}: {row_of(topic.error).sentence}")
        found[name] = topic
    if not found:
        raise NoSuchTopic(f"no topic of {cluster} is matched by {' '.join(wanted.topics)}")
    return found
