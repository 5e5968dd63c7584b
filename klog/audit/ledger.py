"""The books of the audit: from all records of its topic to a verdict on every topic, window and pair of tiers. Pure.

1. `Ledger.add` takes the records of the topic one by one. Of one key the highest revision counts; what is no cell is counted as unreadable;
   a piece that a sum has (`klog.audit.folding`) counts for nothing.
2. Times of a reader's state are its own clock's, and windows are those of others' clocks: where it is wrong by minutes, which the time
   shows at which the brokers have written its states, they are put right. (A producer's are those of the clock that its records have.)
3. Each topic of each cluster is balanced for itself (`klog.audit.balance`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from klog.audit.balance import Balance, TopicBalance
from klog.audit.cell_records import decode_cell, decode_key, decode_number_cell, decode_presence, decode_state
from klog.audit.cells import (
    AUDIT_TOPIC,
    OTHER,
    Cell,
    CellKey,
    NumberCell,
    NumberKey,
    Presence,
    PresenceKey,
    Tier,
    Writer,
    WriterState,
)
from klog.audit.folding import Counted
from klog.audit.told_cells import Told, ToldCells
from klog.json_fields import BadRecord

#: A clock that is off by more is wrong. By less a state may be late that took long to be written.
_WRONG_CLOCK_MS = 180_000
#: A state that was written so long after it was made is not believed to be of that time.
_MOST_DELAY_MS = 60_000
#: How long after a report others may still report the same, where nobody says.
SETTLE_MS = 30_000
#: Shown of what is unreadable.
_MOST_TOLD = 20


class Forged(NamedTuple):
    """Who has tried to speak for others in the audit topic, and with how many batches."""

    application: str
    principal: str
    batches: int


_Place = tuple[str, str]


class Ledger:
    """See the module.

    :ivar numbers: what producers have told of the numbers that they gave to records.
    :ivar unreadable: how many records were no cells; :ivar faults: why, of the first of them.
    """

    def __init__(self) -> None:
        self._cells = ToldCells()
        self._states: dict[Writer, tuple[WriterState, int]] = {}
        #: By how much a writer's clock is behind the brokers': the least that was seen, as states may be written late.
        self._behind_ms: dict[Writer, int] = {}
        self._presences: dict[PresenceKey, tuple[Presence, int]] = {}
        self.numbers: dict[NumberKey, NumberCell] = {}
        self.unreadable = 0
        self.faults: list[str] = []

    def __len__(self) -> int:
        return len(self._cells)

    @property
    def forged(self) -> list[Forged]:
        """Batches for the audit topic that brokers have refused, by who wrote them."""
        counts: dict[tuple[str, str], int] = {}
        for cell, _, _ in self._cells:
            key = cell.key
            if key.topic == AUDIT_TOPIC and key.writer.tier is Tier.BROKER and cell.failure:
                who = (key.writer.application, key.writer.principal)
                counts[who] = counts.get(who, 0) + cell.failure
        return [Forged(*who, count) for who, count in sorted(counts.items())]

    @property
    def cells(self) -> list[Cell]:
        """All that count."""
        return [entry.cell for entry in self._counting()]

    def add(self, key: bytes | None, value: bytes | None, written_ms: int) -> None:
        """A record of the audit topic.

        :param written_ms: its timestamp, which is the broker's.
        """
        try:
            about = decode_key(key)
            if value is None:
                # Somebody has deleted it on purpose.
                if isinstance(about, CellKey):
                    self._cells.delete(about)
                elif isinstance(about, NumberKey):
                    self.numbers.pop(about, None)
                elif isinstance(about, PresenceKey):
                    self._presences.pop(about, None)
                else:
                    self._states.pop(about, None)
                    self._behind_ms.pop(about, None)
            elif isinstance(about, NumberKey):
                numbers = decode_number_cell(about, value)
                if about not in self.numbers or self.numbers[about].revision <= numbers.revision:
                    self.numbers[about] = numbers
            elif isinstance(about, CellKey):
                self._cells.add(decode_cell(about, value), written_ms)
            elif isinstance(about, PresenceKey):
                presence = decode_presence(about, value)
                if about not in self._presences or self._presences[about][0].revision <= presence.revision:
                    self._presences[about] = presence, written_ms
            else:
                state = decode_state(about, value)
                behind_ms = written_ms - state.time_ms
                self._behind_ms[about] = min(behind_ms, self._behind_ms.get(about, behind_ms))
                known = self._states.get(about)
                if known is None or (known[0].revision, known[0].time_ms) <= (state.revision, state.time_ms):
                    self._states[about] = state, written_ms
        except BadRecord as fault:
            self.unreadable += 1
            if len(self.faults) < _MOST_TOLD:
                self.faults.append(str(fault))

    def _counting(self) -> Iterator[Told]:
        """All but pieces that are in sums."""
        counted = Counted(entry.cell for entry in self._cells)
        return (entry for entry in self._cells if not counted.has(entry.cell))

    def balance(self, now_ms: int, *, grace_ms: int, settle_ms: int = SETTLE_MS, topics: Iterable[str] | None = None) -> Balance:
        """Judge everything.

        :param grace_ms: how long after its end a window may be incomplete.
        :param settle_ms: how long after a report others may still report the same.
        :param topics: those that are wanted; None: all.
        """
        wanted = None if topics is None else set(topics)
        places: dict[_Place, list[Told]] = {}
        spilled: dict[str, list[Told]] = {}
        for entry in self._counting():
            key = entry.cell.key
            if key.topic == OTHER and key.writer.is_rest:
                spilled.setdefault(key.writer.datacenter, []).append(entry)
            elif key.topic != AUDIT_TOPIC and (wanted is None or key.topic in wanted):
                places.setdefault((key.writer.datacenter, key.topic), []).append(entry)
        found = Balance([], [])
        presences: dict[_Place, list[Presence]] = {}
        for presence, written_ms in self._presences.values():
            place = presence.key.writer.datacenter, presence.key.topic
            if place in places:
                presences.setdefault(place, []).append(self._by_brokers_clock(presence, written_ms))
        states = {writer: (self._put_right(state, written_ms), written_ms) for writer, (state, written_ms) in self._states.items()}
        for (datacenter, topic), entries in sorted(places.items()):
            rest = spilled.get(datacenter, [])
            here = presences.get((datacenter, topic), [])
            TopicBalance(datacenter, topic, entries, rest, states, here, now_ms, grace_ms, settle_ms).judge(found)
        return found

    def _put_right(self, state: WriterState, written_ms: int) -> WriterState:
        """A state as of when it was written; a reader's by the brokers' clock."""
        behind_ms = self._behind_ms[state.writer]
        # It may have taken seconds to be written, of which it says nothing; a clock that was set back looks the same.
        delay_ms = min(written_ms - state.time_ms - behind_ms, _MOST_DELAY_MS)
        state = dataclasses.replace(state, time_ms=state.time_ms + delay_ms)
        if state.writer.tier in (Tier.PRODUCER, Tier.BROKER) or abs(behind_ms) < _WRONG_CLOCK_MS:
            return state
        return dataclasses.replace(
            state,
            # Who has counted from the first record on says 0.
            begun_ms=state.begun_ms + behind_ms if state.begun_ms > 0 else state.begun_ms,
            time_ms=state.time_ms + behind_ms,
            through_ms=state.through_ms + behind_ms,
        )

    def _by_brokers_clock(self, presence: Presence, written_ms: int) -> Presence:
        """What took long to be written has begun rather later, and ended rather earlier."""
        behind_ms = written_ms - presence.time_ms
        least_ms = min(behind_ms, self._behind_ms.get(presence.key.writer, behind_ms))
        gone_ms = presence.gone_ms if presence.gone_ms < 0 else max(0, presence.gone_ms + least_ms)
        return dataclasses.replace(presence, begun_ms=presence.begun_ms + behind_ms, gone_ms=gone_ms)
