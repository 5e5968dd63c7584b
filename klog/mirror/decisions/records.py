"""What stands in the state topic, ``__klog_mirror``: one partition, compacted, JSON, so that people and `klog cat` can read it.

============================================  ==============  ==========================================================================
key                                           written by      value
============================================  ==============  ==========================================================================
``{"kind": "link", "link": …}``               whoever runs    what a link is, and whether it is paused: `LinkDefinition`
                                              ``klog mirror``
``{"kind": "wish", "link": …, "topic": …}``   the same        what is to become of a topic: `Wish`, with a number that rises
``{"kind": "source", "link": …}``             one broker      the source's cluster id, as it was first met
``{"kind": "trouble", "link": …}``            one broker      why it does nothing for the link just now: `Trouble`
``{"kind": "topic", "link": …, "topic": …}``  one broker      a mirrored topic: `TopicRecord`
``{"kind": "waiting", "link": …,              one broker      what a topic waits for that is to be made, taken over or promoted:
"topic": …}``                                                 `Trouble`
``{"kind": "copy", "link": …, "topic": …,     who leads the   how far a copy is, and all that was lost or cut: `CopyRecord`
"partition": …}``                             copy
============================================  ==============  ==========================================================================

"One broker" is whoever leads the topic's partition. A record without a value takes back what its key says; a link that is taken back takes
everything of it along. A record that makes no sense changes nothing, and is told once by each broker that reads it.

What is wished and what has become of it are apart, so that no two write the same key: `TopicRecord.wish_number` says which wish was heard.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from klog.audit import windows
from klog.mirror.decisions.answers import OnLoss
from klog.mirror.decisions.states import CopyState, Event, TopicState
from klog.mirror.decisions.topics import is_internal

STATE_TOPIC = "__klog_mirror"
#: Of the topic.
STATE_TOPIC_CONFIGS = {
    "cleanup.policy": "compact",
    # What was lost is known nowhere else: it is acknowledged when it is on the disk.
    "flush.messages": "1",
    # Only what is not in the newest segment is compacted.
    "segment.bytes": str(16 << 20),
}

#: A link's name: it is part of keys, client ids and a topic configuration.
_NAME_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")
_LONGEST_NAME = 100
#: Values larger than this are none of ours.
_LARGEST_VALUE = 1 << 20
#: So many links a cluster runs at most: each is a client of its own on every broker that copies something of it.
MOST_LINKS = 100
#: So many lost or cut ranges are kept of a partition; older ones are added up.
MOST_RANGES = 100

Range: TypeAlias = tuple[int, int]


class BadRecord(ValueError):
    """A record, or what somebody asks for, makes no sense; one sentence."""


@dataclasses.dataclass(frozen=True, slots=True)
class LinkDefinition:
    """What a link is.

    :ivar name: letters, digits, ``._-``.
    :ivar bootstrap: ``host:port,host:port`` of the source.
    :ivar topics: names and patterns (`klog.mirror.decisions.topics.matches`).
    :ivar groups: groups whose committed offsets are copied, likewise; none where empty.
    :ivar on_loss: ``--on-loss``.
    :ivar is_paused: whether nothing is copied just now.
    :ivar resumed: rises with each ``resume``: what had stopped is tried again.
    :ivar never_configs: topic configurations that are not copied.
    :ivar created_ms: when it was made.
    :ivar takes_over: whether topics that are here already, and no mirrors, become mirrors, and are cut to where they and the source part.
    :ivar audit_window_ms: how long the windows are in which it is counted for the audit what is copied; 0: it is not.
    """

    name: str
    bootstrap: str
    topics: tuple[str, ...]
    groups: tuple[str, ...] = ("*",)
    on_loss: OnLoss = OnLoss.ALARM
    is_paused: bool = False
    resumed: int = 0
    never_configs: tuple[str, ...] = ()
    created_ms: int = 0
    takes_over: bool = False
    audit_window_ms: int = 0

    def __post_init__(self) -> None:
        if not self.name or len(self.name) > _LONGEST_NAME or not _NAME_CHARACTERS.issuperset(self.name):
            raise BadRecord(f"a link's name is 1 to {_LONGEST_NAME} letters, digits, dots, underscores and dashes, not {self.name!r}")
        if self.audit_window_ms and not windows.LEAST_MS <= self.audit_window_ms <= windows.MOST_MS:
            raise BadRecord(f"windows of the audit are {windows.LEAST_MS} to {windows.MOST_MS} ms long, not {self.audit_window_ms}")
        if not self.bootstrap.strip():
            raise BadRecord("a link needs the address of its source: host:port")
        if not any(not topic.startswith("!") for topic in self.topics):
            raise BadRecord("a link needs topics: names, or patterns with * and ?")
        for topic in self.topics:
            if is_internal(topic.removeprefix("!")):
                raise BadRecord(f"{topic}: topics whose names begin with two underscores are brokers' own, and are not mirrored")


@dataclasses.dataclass(frozen=True, slots=True)
class Wish:
    """What is to become of a mirrored topic.

    :ivar event: PROMOTE, FAIL_OVER or FAIL_BACK.
    :ivar number: larger than that of any wish before it.
    """

    event: Event
    number: int

    def __post_init__(self) -> None:
        if self.event not in (Event.PROMOTE, Event.FAIL_OVER, Event.FAIL_BACK):
            raise BadRecord(f"nobody can wish {self.event.value}")


@dataclasses.dataclass(frozen=True, slots=True)
class Trouble:
    """Why nothing is done for a link, or for a topic, just now; it is taken back when something is.

    :ivar reason: a sentence, which shows no secret.
    """

    reason: str


@dataclasses.dataclass(frozen=True, slots=True)
class TopicRecord:
    """What has become of a mirrored topic.

    :ivar reason: why it stopped.
    :ivar topic_id: of the source's topic as it was first met, as 32 hexadecimal digits; empty where the source names none.
    :ivar wish_number: of the last wish that was heard.
    :ivar resumed: of the link when it stopped; a higher one tries it again.
    :ivar report: of its end: for each partition where it ended and what was open then.
    """

    state: TopicState
    reason: str = ""
    topic_id: str = ""
    wish_number: int = 0
    resumed: int = 0
    report: tuple[Mapping[str, Any], ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class CopyRecord:
    """How far a copy is, as its leader last wrote it.

    :ivar end: where it ends.
    :ivar source_end: where the source's partition ended for consumers; -1 while nobody has said.
    :ivar lag_ms: how old the newest copied record was while something was missing; 0 where nothing is, -1 where it is not known.
    :ivar lost: offsets [first, last) that were never copied and are gone.
    :ivar cut: offsets [first, last) that were cut off the copy, since the source had lost them.
    :ivar earlier: how many offsets were lost or cut in ranges that are not listed any more.
    :ivar resumed: of the link when it stopped.
    :ivar cuts: how often something was cut: of two cuts at one place the ranges show one.
    """

    state: CopyState
    reason: str = ""
    broker: int = -1
    end: int = 0
    source_end: int = -1
    lag_ms: int = -1
    lost: tuple[Range, ...] = ()
    cut: tuple[Range, ...] = ()
    earlier: int = 0
    resumed: int = 0
    at_ms: int = 0
    cuts: int = 0

    @property
    def lag(self) -> int:
        """Offsets that are missing; -1 where nobody knows."""
        return -1 if self.source_end < 0 else max(0, self.source_end - self.end)


def with_range(ranges: Sequence[Range], new: Range | None, earlier: int) -> tuple[tuple[Range, ...], int]:
    """`ranges` and one more, of which each offset counts once, and the number of offsets in those that are not listed any more."""
    if new is None or new[0] >= new[1]:
        return tuple(ranges), earlier
    kept = list(ranges)
    if kept and kept[-1][0] <= new[0] <= kept[-1][1]:
        # Met again, or a little more of it.
        kept[-1] = (kept[-1][0], max(kept[-1][1], new[1]))
    else:
        kept.append(new)
    while len(kept) > MOST_RANGES:
        first, last = kept.pop(0)
        earlier += last - first
    return tuple(kept), earlier


# Keys ----------------------------------------------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True, slots=True)
class Key:
    """Of a record."""

    kind: str
    link: str
    topic: str = ""
    partition: int = -1

    def encode(self) -> bytes:
        """As it stands in the topic."""
        parts: dict[str, Any] = {"kind": self.kind, "link": self.link}
        if self.topic:
            parts["topic"] = self.topic
        if self.partition >= 0:
            parts["partition"] = self.partition
        return json.dumps(parts, separators=(",", ":")).encode()


Value: TypeAlias = LinkDefinition | Wish | Trouble | TopicRecord | CopyRecord | str

_FIELDS = {"link": 0, "source": 0, "trouble": 0, "wish": 1, "topic": 1, "waiting": 1, "copy": 2}


def decode_key(data: bytes | None) -> Key:
    """A record's key.

    :raises BadRecord: it is none.
    """
    found = _object(data)
    kind = _text(found, "kind")
    fields = _FIELDS.get(kind)
    if fields is None:
        raise BadRecord(f"records of the kind {kind!r} are unknown")
    key = Key(kind, _text(found, "link"), _text(found, "topic") if fields else "", _number(found, "partition") if fields == 2 else -1)
    if fields == 2 and key.partition < 0:
        raise BadRecord(f"there is no partition {key.partition}")
    return key


def encode_value(value: Value) -> bytes:
    """As it stands in the topic."""
    if isinstance(value, str):
        return json.dumps({"cluster_id": value}).encode()
    fields = {name: _plain(getattr(value, name)) for name in value.__slots__ if name != "name"}
    return json.dumps(fields, separators=(",", ":")).encode()


def decode_value(key: Key, data: bytes) -> Value:
    """A record's value, which its key says the kind of.

    :raises BadRecord: it is none.
    """
    found = _object(data)
    match key.kind:
        case "link":
            return LinkDefinition(
                name=key.link,
                bootstrap=_text(found, "bootstrap"),
                topics=_texts(found, "topics"),
                groups=_texts(found, "groups"),
                on_loss=_choice(OnLoss, found, "on_loss"),
                is_paused=_flag(found, "is_paused"),
                resumed=_number(found, "resumed"),
                never_configs=_texts(found, "never_configs"),
                created_ms=_number(found, "created_ms"),
                takes_over="takes_over" in found and _flag(found, "takes_over"),
                audit_window_ms=_number(found, "audit_window_ms") if "audit_window_ms" in found else 0,
            )
        case "wish":
            return Wish(_choice(Event, found, "event"), _number(found, "number"))
        case "source":
            return _text(found, "cluster_id")
        case "trouble" | "waiting":
            return Trouble(_text(found, "reason"))
        case "topic":
            report = _objects(found, "report") if "report" in found else []
            for row in report:
                if _number(row, "partition") < 0:
                    raise BadRecord(f"there is no partition {row['partition']}")
                if "open_count" in row:
                    _number(row, "open_count")
                for one in _objects(row, "open"):
                    _number(one, "producer_id")
                    _number(one, "start_offset")
            topic_id = _text(found, "topic_id")
            if topic_id and not (len(topic_id) == 32 and set("0123456789abcdef").issuperset(topic_id)):
                raise BadRecord("topic_id is no topic's id")
            return TopicRecord(
                _choice(TopicState, found, "state"),
                _text(found, "reason"),
                topic_id,
                _number(found, "wish_number"),
                _number(found, "resumed"),
                tuple(report),
            )
        case _:
            return CopyRecord(
                _choice(CopyState, found, "state"),
                _text(found, "reason"),
                _number(found, "broker"),
                _number(found, "end"),
                _number(found, "source_end"),
                _number(found, "lag_ms"),
                _ranges(found, "lost"),
                _ranges(found, "cut"),
                _number(found, "earlier"),
                _number(found, "resumed"),
                _number(found, "at_ms"),
                _number(found, "cuts") if "cuts" in found else 0,
            )


def _plain(value: Any) -> Any:
    if isinstance(value, OnLoss | Event | TopicState | CopyState):
        return value.value
    return value


def _object(data: bytes | None) -> dict[str, Any]:
    if data is None:
        raise BadRecord("it has no key")
    if len(data) > _LARGEST_VALUE:
        raise BadRecord(f"{len(data)} bytes are more than any record of a mirror has")
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        raise BadRecord("it is no JSON") from None
    if not isinstance(found, dict):
        raise BadRecord("it is no JSON object")
    return found


def _text(found: Mapping[str, Any], name: str) -> str:
    value = found.get(name)
    if not isinstance(value, str):
        raise BadRecord(f"{name} is no text")
    return value


def _number(found: Mapping[str, Any], name: str) -> int:
    value = found.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not -(2**63) <= value < 2**63:
        raise BadRecord(f"{name} is no number")
    return value


def _flag(found: Mapping[str, Any], name: str) -> bool:
    value = found.get(name)
    if not isinstance(value, bool):
        raise BadRecord(f"{name} is neither true nor false")
    return value


def _texts(found: Mapping[str, Any], name: str) -> tuple[str, ...]:
    value = found.get(name)
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise BadRecord(f"{name} is no list of texts")
    return tuple(value)


def _objects(found: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    value = found.get(name)
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise BadRecord(f"{name} is no list of objects")
    return value


def _ranges(found: Mapping[str, Any], name: str) -> tuple[Range, ...]:
    value = found.get(name)
    if not isinstance(value, list):
        raise BadRecord(f"{name} is no list of ranges")
    ranges: list[Range] = []
    for one in value:
        if not (isinstance(one, list) and len(one) == 2 and all(isinstance(end, int) and not isinstance(end, bool) for end in one)):
            raise BadRecord(f"{name} is no list of ranges")
        ranges.append((one[0], one[1]))
    return tuple(ranges)


def _choice(kind: Any, found: Mapping[str, Any], name: str) -> Any:
    try:
        return kind(_text(found, name))
    except ValueError as error:
        if isinstance(error, BadRecord):
            raise
        raise BadRecord(f"{name} cannot be {found[name]!r}") from None
