"""Which of a source's topics are mirrored, and what is to be done so that ours are as they are: pure decisions.

For each topic of the source that the link names (`what_to_make`):

=====================================  =================================================  =============================================
here                                   at the source                                      what follows
=====================================  =================================================  =============================================
nothing                                is there                                           MAKE it: as many partitions, its configurations
a topic of this link                   as many partitions                                 nothing
a topic of this link                   more partitions                                    ADD those that are missing
a topic of this link                   fewer partitions, or another topic id              STOP: it was made again
a topic of this link                   is gone                                            STOP
a topic of another link                any                                                REFUSE
a topic that was this link's mirror,   is there, and the link takes over                  REFUSE: somebody has freed it, or made it
and is none any more                                                                      again, and clients write there
a topic that is no mirror              is there, and the link takes over                  TAKE_OVER: it becomes a mirror, and is cut
                                                                                          to where they part (`klog.mirror.parting`)
a topic that is no mirror              any                                                REFUSE: it may have other data, or writers
=====================================  =================================================  =============================================

Names that begin with two underscores are brokers' own (``__consumer_offsets``, ``__transaction_state``, klog's state of mirrors …): no
pattern matches them.
"""

from __future__ import annotations

import enum
import fnmatch
from collections.abc import Iterable
from typing import NamedTuple

from klog.mirror.decisions.answers import Identity, same_topic
from klog.model import NO_TOPIC_ID

#: The topic configuration that makes a topic a mirror: the name of its link.
LINK_CONFIG = "klog.mirror.link"
#: Topics that are brokers' own begin so.
INTERNAL_PREFIX = "__"


def is_internal(name: str) -> bool:
    """Whether a topic is brokers' own."""
    return name.startswith(INTERNAL_PREFIX)


def is_pattern(text: str) -> bool:
    """Whether this stands for other names than itself; see `matches`."""
    return text.startswith("!") or "*" in text or "?" in text


def matches(name: str, patterns: Iterable[str]) -> bool:
    """Whether a link names this topic: by its name, or by a pattern with ``*`` and ``?``. One with ``!`` before it takes topics out
    again, wherever it stands."""
    return not is_internal(name) and is_named(name, patterns)


def is_named(name: str, patterns: Iterable[str]) -> bool:
    """As `matches`, of what is no topic: no name is a broker's own."""
    taken = False
    for pattern in patterns:
        if pattern.startswith("!"):
            if fnmatch.fnmatchcase(name, pattern[1:]):
                return False
        else:
            taken = taken or fnmatch.fnmatchcase(name, pattern)
    return taken


class Act(enum.Enum):
    """What is to be done for one topic."""

    NOTHING = "nothing"
    MAKE = "make"
    ADD = "add"
    STOP = "stop"
    REFUSE = "refuse"
    TAKE_OVER = "take over"


class SourceTopic(NamedTuple):
    """A topic as the source has it."""

    topic_id: bytes
    partitions: int


class OwnTopic(NamedTuple):
    """A topic as we have it; `link` is None where it is no mirror."""

    partitions: int
    link: str | None


class Task(NamedTuple):
    """What is to be done for one topic, and why where it is not what was asked for."""

    act: Act
    sentence: str = ""


def what_to_make(
    link: str,
    source: SourceTopic | None,
    own: OwnTopic | None,
    known_id: bytes = NO_TOPIC_ID,
    *,
    takes_over: bool = False,
    was_copied: bool = False,
) -> Task:
    """The table of the module.

    :param source: None where it has none.
    :param own: None where we have none.
    :param takes_over: of the link (`klog.mirror.decisions.records.LinkDefinition`).
    :param was_copied: whether this link has copied into a topic of the name.
    :param known_id: the id that the source's topic had when it was first met; `NO_TOPIC_ID` where it had none.
    """
    if own is None:
        return Task(Act.NOTHING) if source is None else Task(Act.MAKE)
    if own.link is None and takes_over and was_copied:
        why = f"the topic was a mirror of this link, and is none any more: {LINK_CONFIG} was taken away, or the topic was made again here"
        return Task(Act.REFUSE, f"{why}; delete the mirror and make it again, and the topic is taken over as it is now")
    if own.link is None and takes_over and source is not None:
        if source.partitions < own.partitions:
            return Task(
                Act.REFUSE, f"the source has {source.partitions} partitions, and the topic here {own.partitions}: it is another topic"
            )
        return Task(Act.TAKE_OVER)
    if own.link is None:
        return Task(Act.REFUSE, "a topic of the name is there that is no mirror, with data or writers of its own; rename or delete it")
    if own.link != link:
        return Task(Act.REFUSE, f"the topic is the mirror of another link, {own.link}")
    if source is None:
        return Task(Act.STOP, "the source has no such topic any more")
    if same_topic(known_id, source.topic_id, True) is Identity.OTHER:
        return Task(Act.STOP, "the topic was deleted and made again at the source: delete the copy, and it is copied from its beginning")
    if source.partitions < own.partitions:
        why = f"the source has {source.partitions} partitions and the copy {own.partitions}: the topic was made again there"
        return Task(Act.STOP, why)
    return Task(Act.ADD) if source.partitions > own.partitions else Task(Act.NOTHING)
