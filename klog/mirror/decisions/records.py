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
``{"kind": "configs" or "acls", "link": …,    one broker      what of a topic's settings and rules came from the source:
"topic": …}``                                                 `klog.mirror.decisions.carried`
``{"kind": "group-acls", "users" or           one broker      the same of groups' rules and of users; and how all that goes
"synced", "link": …}``
``{"kind": "copy", "link": …, "topic": …,     who leads the   how far a copy is, and all that was lost or cut: `CopyRecord`; what an
"partition": …}``                             copy            older one tells of that counts on (`with_account`)
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
from klog.json_fields import BadRecord, choice, flag, json_object, number, objects, ranges, text, texts
from klog.mirror.decisions.answers import OnLoss
from klog.mirror.decisions.carried import FIELDS, Carried, plain_of, read_carried
from klog.mirror.decisions.configs import ALWAYS_COPIED
from klog.mirror.decisions.states import CopyState, Event, TopicState
from klog.mirror.decisions.topics import is_internal

#: Of the state topic (`klog.mirror.decisions.names`).
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
#: So many links a cluster runs at most: each is a client of its own on every broker that copies something of it.
MOST_LINKS = 100
#: So many lost or cut ranges are kept of a partition; older ones are added up.
MOST_RANGES = 100
#: Keys and values that are longer are none of ours.
_MOST_BYTES = 1 << 20

Range: TypeAlias = tuple[int, int]


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
    :ivar acls: principals (``User:anna``) whose rules about the topics and groups are carried, as names and patterns; none where empty.
    :ivar users: users whose passwords of SCRAM are carried, likewise.
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
    acls: tuple[str, ...] = ()
    users: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.name or len(self.name) > _LONGEST_NAME or not _NAME_CHARACTERS.issuperset(self.name):
            raise BadRecord(f"a link's name is 1 to {_LONGEST_NAME} letters, digits, dots, underscores and dashes, not {self.name!r}")
        fault = windows.length_fault(self.audit_window_ms) if self.audit_window_ms else None
        if fault is not None:
            raise BadRecord(f"{fault}, not {self.audit_window_ms}")
        if not self.bootstrap.strip():
            raise BadRecord("a link needs the address of its source: host:port")
        if not any(not topic.startswith("!") for topic in self.topics):
            raise BadRecord("a link needs topics: names, or patterns with * and ?")
        for topic in self.topics:
            if is_internal(topic.removeprefix("!")):
                raise BadRecord(f"{topic}: topics whose names begin with two underscores are brokers' own, and are not mirrored")
        for name in ALWAYS_COPIED.intersection(self.never_configs):
            raise BadRecord(f"{name} is always the source's: by another one the copy would not hold what the source holds")
        for option, patterns in (("acls", self.acls), ("users", self.users)):
            if patterns and all(one.startswith("!") for one in patterns):
                raise BadRecord(f"{option}: name somebody, or give a pattern with * and ?; one with ! only takes out")


@dataclasses.dataclass(frozen=True, slots=True)
class Wish:
    """What is to become of a mirrored topic.

    :ivar event: PROMOTE or FAIL_OVER.
    :ivar number: larger than that of any wish before it.
    """

    event: Event
    number: int

    def __post_init__(self) -> None:
        if self.event not in (Event.PROMOTE, Event.FAIL_OVER):
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
    :ivar caught_up_ms: when it last had all that the source had (`klog.mirror.lateness`); -1 of topics that are not compacted.
    :ivar late_ms: for how long it had not caught up at most when it came too late for what deletes keys; 0 where it never did.
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
    caught_up_ms: int = -1
    late_ms: int = 0

    @property
    def lag(self) -> int:
        """Offsets that are missing; -1 where nobody knows."""
        return -1 if self.source_end < 0 else max(0, self.source_end - self.end)


def with_range(ranges: Sequence[Range], new: Range | None, earlier: int) -> tuple[tuple[Range, ...], int]:
    """`ranges` and one more, of which each offset counts once, and the number of offsets in those that are not listed any more."""
    if new is None or new[0] >= new[1]:
        return tuple(ranges), earlier
    first, last = new
    if ranges and ranges[-1][1] == first:
        # A little more of it.
        first = ranges[-1][0]
    kept = []
    for one in ranges:
        # Met again, whole or in part: by the next broker, after a start, or where the copy was cut since.
        if one[0] < last and first < one[1]:
            first, last = min(first, one[0]), max(last, one[1])
        else:
            kept.append(one)
    kept.append((first, last))
    while len(kept) > MOST_RANGES:
        oldest = kept.pop(0)
        earlier += oldest[1] - oldest[0]
    return tuple(kept), earlier


def with_account(record: CopyRecord, known: CopyRecord | None) -> CopyRecord:
    """`record` with all that `known` tells of losses, too; the same object where it does.

    What was lost is told for ever. Who copied a partition before may have a record on its way still that is written behind those of who
    copies it now, and knows nothing of what these tell; or of something that they do not.
    """
    if known is None:
        return record
    most, other = (record, known) if record.earlier >= known.earlier else (known, record)
    are_listed = most.earlier == other.earlier
    lost, earlier = _with_ranges(most.lost, other.lost, most.earlier, are_listed)
    cut, earlier = _with_ranges(most.cut, other.cut, earlier, are_listed)
    account = lost, cut, earlier, max(record.cuts, known.cuts), max(record.late_ms, known.late_ms)
    if account == (record.lost, record.cut, record.earlier, record.cuts, record.late_ms):
        return record
    return dataclasses.replace(record, lost=lost, cut=cut, earlier=earlier, cuts=account[3], late_ms=account[4])


def _with_ranges(ranges: Sequence[Range], others: Sequence[Range], earlier: int, are_listed: bool) -> tuple[tuple[Range, ...], int]:
    """`ranges` and what `others` has beside them.

    :param are_listed: whether none of the others may be among those that are added up in `earlier`.
    """
    beside = [one for one in others if not any(_is_within(one, of) for of in ranges)]
    if beside and not are_listed:
        # The oldest are added up first: what stands before a range that both list is among these.
        shared = max((number for number, one in enumerate(others) if one not in beside), default=-1)
        beside = list(others[shared + 1 :])
    for one in beside:
        ranges, earlier = with_range([of for of in ranges if not _is_within(of, one)], one, earlier)
    return tuple(ranges), earlier


def _is_within(one: Range, of: Range) -> bool:
    return of[0] <= one[0] and one[1] <= of[1]


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


Value: TypeAlias = LinkDefinition | Wish | Trouble | TopicRecord | CopyRecord | Carried | str

_FIELDS = {"link": 0, "source": 0, "trouble": 0, "wish": 1, "topic": 1, "waiting": 1, "copy": 2, **FIELDS}


def decode_key(data: bytes | None) -> Key:
    """A record's key.

    :raises BadRecord: it is none.
    """
    found = json_object(data, "key", _MOST_BYTES)
    kind = text(found, "kind")
    fields = _FIELDS.get(kind)
    if fields is None:
        raise BadRecord(f"records of the kind {kind!r:.100} are unknown")
    return Key(kind, text(found, "link"), text(found, "topic") if fields else "", number(found, "partition") if fields == 2 else -1)


def encode_value(value: Value) -> bytes:
    """As it stands in the topic."""
    if isinstance(value, str):
        return json.dumps({"cluster_id": value}).encode()
    if isinstance(value, Carried):
        return json.dumps(plain_of(value), separators=(",", ":")).encode()
    fields = {name: _plain(getattr(value, name)) for name in value.__slots__ if name != "name"}
    return json.dumps(fields, separators=(",", ":")).encode()


def decode_value(key: Key, data: bytes) -> Value:
    """A record's value, which its key says the kind of.

    :raises BadRecord: it is none.
    """
    found = json_object(data, "value", _MOST_BYTES)
    match key.kind:
        case "link":
            return LinkDefinition(
                name=key.link,
                bootstrap=text(found, "bootstrap"),
                topics=texts(found, "topics"),
                groups=texts(found, "groups"),
                on_loss=choice(OnLoss, found, "on_loss"),
                is_paused=flag(found, "is_paused"),
                resumed=number(found, "resumed"),
                never_configs=texts(found, "never_configs"),
                created_ms=number(found, "created_ms"),
                takes_over="takes_over" in found and flag(found, "takes_over"),
                audit_window_ms=number(found, "audit_window_ms", default=0),
                acls=texts(found, "acls") if "acls" in found else (),
                users=texts(found, "users") if "users" in found else (),
            )
        case "wish":
            return Wish(choice(Event, found, "event"), number(found, "number"))
        case "source":
            return text(found, "cluster_id")
        case _ if key.kind in FIELDS:
            return read_carried(key.kind, found)
        case "trouble" | "waiting":
            return Trouble(text(found, "reason"))
        case "topic":
            report = objects(found, "report") if "report" in found else []
            for row in report:
                number(row, "partition")
                number(row, "open_count", default=0)
                for one in objects(row, "open"):
                    number(one, "producer_id")
                    number(one, "start_offset", -1)
            topic_id = text(found, "topic_id")
            if topic_id and not (len(topic_id) == 32 and set("0123456789abcdef").issuperset(topic_id)):
                raise BadRecord("topic_id is no topic's id")
            return TopicRecord(
                choice(TopicState, found, "state"),
                text(found, "reason"),
                topic_id,
                number(found, "wish_number"),
                number(found, "resumed"),
                tuple(report),
            )
        case _:
            return CopyRecord(
                choice(CopyState, found, "state"),
                text(found, "reason"),
                number(found, "broker", -1),
                number(found, "end"),
                number(found, "source_end", -1),
                number(found, "lag_ms", -1),
                ranges(found, "lost"),
                ranges(found, "cut"),
                number(found, "earlier"),
                number(found, "resumed"),
                number(found, "at_ms"),
                number(found, "cuts", default=0),
                number(found, "caught_up_ms", -1, default=-1),
                number(found, "late_ms", default=0),
            )


def _plain(value: Any) -> Any:
    if isinstance(value, OnLoss | Event | TopicState | CopyState):
        return value.value
    return value
