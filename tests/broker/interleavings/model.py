"""What a broker owes those who were answered: the plain model that lives are judged by.

Nothing here knows how a broker works. A `Topic` notes each record that was sent to it and what became of it, a `Commits` each offset that
was committed under one key. Times are seconds of the life's clock.
"""

from __future__ import annotations

import dataclasses
import math
from typing import Any


@dataclasses.dataclass(eq=False)
class Sent:
    """A record that was sent."""

    key: bytes
    value: bytes
    #: Whether the flush rule held when it was sent: what was exposed before the rule was set is not taken back until it is on the disk.
    was_sent_under_rule: bool
    #: Where it stands, once somebody was told.
    offset: int = -1
    #: Its producer was told of success, or a consumer was shown it.
    is_acknowledged: bool = False
    #: The same under the flush rule: a power cut must not take it.
    is_owed: bool = False


@dataclasses.dataclass(eq=False)
class Topic:
    """One topic from its creation to its deletion; a later one of the same name is another."""

    name: str
    partitions: int
    #: Whether the flush rule holds; None while it is being changed.
    flush_rule: bool | None
    may_compact: bool = False
    may_retain: bool = False
    #: Somebody asked for its deletion, or for something else whose outcome is not known yet.
    is_steady: bool = False
    is_deleted: bool = False
    configs: dict[str, str] = dataclasses.field(default_factory=dict)
    #: By partition and value.
    records: dict[int, dict[bytes, Sent]] = dataclasses.field(default_factory=dict)
    #: By partition: up to where anybody asked to delete records.
    deleted_to: dict[int, float] = dataclasses.field(default_factory=dict)

    def of(self, partition: int) -> dict[bytes, Sent]:
        """Records of one partition."""
        return self.records.setdefault(partition, {})

    def judge(self, partition: int, start: int, found: list[Any], *, after_power_cut: bool) -> list[str]:
        """What does not hold of the records `found`, from the log's start on, in one sentence each."""
        wrong: list[str] = []
        sent = self.of(partition)
        name = f"{self.name}-{partition}"
        newest: dict[bytes, int] = {}
        offsets: dict[bytes, int] = {}
        for message in found:
            record = sent.get(message.value)
            if record is None:
                wrong.append(f"{name} holds {message.value!r} at {message.offset}, which nobody sent")
                continue
            if message.value in offsets:
                wrong.append(f"{name} holds {message.value!r} at {offsets[message.value]} and at {message.offset}")
            offsets[message.value] = message.offset
            newest[message.key] = message.offset
        for record in sent.values():
            wanted = record.is_owed if after_power_cut else record.is_acknowledged
            offset = offsets.get(record.value, -1)
            if offset >= 0:
                if wanted and record.offset >= 0 and offset != record.offset:
                    wrong.append(f"{name} holds {record.value!r} at {offset}, and its producer was told {record.offset}")
            elif wanted and not self._may_be_gone(partition, record, math.inf if after_power_cut else start, newest):
                wrong.append(f"{name} has lost {record.value!r}, acknowledged at {record.offset}; it begins at {start}")
        if not self.may_compact:
            places = [message.offset for message in found]
            if places and places != list(range(places[0], places[0] + len(places))):
                wrong.append(f"{name} has gaps: {places}")
        return wrong

    def _may_be_gone(self, partition: int, record: Sent, start: float, newest: dict[bytes, int]) -> bool:
        # After a power cut some of the segments that were to go may be there again, and the log begins with them.
        if record.offset < start and (self.may_retain or record.offset < self.deleted_to.get(partition, -1)):
            return True
        return self.may_compact and newest.get(record.key, -1) > record.offset

    def after_power_cut(self, partition: int, found: list[Any]) -> None:
        """What was not owed may be gone; whatever is there now stays."""
        there = {message.value: message.offset for message in found}
        sent = self.of(partition)
        for value, record in list(sent.items()):
            if value in there:
                record.offset, record.is_acknowledged = there[value], True
                record.is_owed = record.is_owed or self.flush_rule is True
            elif not record.is_owed and self.may_retain:
                # Retention may have taken it there, and come to it later in the broker that goes on.
                record.is_acknowledged = False
            elif not record.is_owed:
                del sent[value]


@dataclasses.dataclass(eq=False)
class Commit:
    """One commit of one offset."""

    value: int
    sent_s: float
    #: It does not expire before.
    kept_until_s: float
    #: The topic that it was for, as far as that is certain and nobody asked for its deletion since.
    topic: Topic | None
    #: When it was answered.
    done_s: float = math.inf
    is_acknowledged: bool = False
    is_refused: bool = False


class Commits:
    """All that was committed by one group for one partition."""

    def __init__(self) -> None:
        self.all: list[Commit] = []
        #: When somebody last asked for something by which offsets go: the group's deletion, or that of an offset.
        self.removed_s = -math.inf

    def judge(self, shown: int, asked_s: float, now_s: float, *, flush_rule: bool) -> str | None:
        """What is wrong about `shown` (-1: nothing), which was asked for at `asked_s` and answered now."""
        if shown == -1:
            for commit in self.all:
                if commit.is_acknowledged and commit.done_s < asked_s and self._must_count(commit, now_s):
                    return f"no offset is committed, though {commit.value} was acknowledged at {commit.done_s:.3f}"
            return None
        found = [commit for commit in self.all if commit.value == shown]
        if not found:
            return f"{shown} is committed, and nobody did it"
        commit = found[0]
        if commit.is_refused:
            return f"{shown} is committed, which was refused"
        if flush_rule and commit.done_s == math.inf:
            return f"{shown} is shown, and its commit is not acknowledged"
        for later in self.all:
            is_newer = later.sent_s > commit.done_s
            if is_newer and later.is_acknowledged and later.done_s < asked_s and self._must_count(later, now_s):
                return f"{shown} is committed, though {later.value} was acknowledged after it, at {later.done_s:.3f}"
        return None

    def _must_count(self, commit: Commit, now_s: float) -> bool:
        return commit.topic is not None and commit.sent_s > self.removed_s and now_s < commit.kept_until_s

    def topic_goes(self, topic: Topic) -> None:
        """Somebody asked for its deletion: nothing committed for it need stay."""
        for commit in self.all:
            if commit.topic is topic:
                commit.topic = None

    def broker_ends(self, now_s: float, *, keeps: bool) -> None:
        """What was not answered may be there or not; where what was is not kept, either."""
        for commit in self.all:
            commit.done_s = min(commit.done_s, now_s)
            commit.is_acknowledged = commit.is_acknowledged and keeps
