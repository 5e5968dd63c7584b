"""What Spark must count, in plain Python: windows and joins over events that come in batches, late ones among them.

One batch after another; between two there is room for Spark's batch without data, which gives out what has become final. Times are
milliseconds.
"""

from __future__ import annotations

import collections
import random
from typing import NamedTuple


class Event(NamedTuple):
    """Something that happened."""

    key: str | None
    time_ms: int
    number: int


def windows_of(time_ms: int, length_ms: int, slide_ms: int) -> list[int]:
    """Starts of the windows that hold a time."""
    last = time_ms - time_ms % slide_ms
    return [start for start in range(last, last - length_ms, -slide_ms) if start <= time_ms < start + length_ms]


class WindowModel:
    """Counts per window and key, with a watermark."""

    def __init__(self, length_ms: int, slide_ms: int, delay_ms: int) -> None:
        self.length_ms, self.slide_ms, self.delay_ms = length_ms, slide_ms, delay_ms
        self.watermark_ms = 0
        self.counts: collections.Counter[tuple[int, str | None]] = collections.Counter()
        self.dropped = 0

    def batch(self, events: list[Event]) -> dict[tuple[int, str | None], int]:
        """Feed a batch; the windows that are final after it."""
        for event in events:
            for start in windows_of(event.time_ms, self.length_ms, self.slide_ms):
                if start + self.length_ms <= self.watermark_ms:
                    self.dropped += 1
                else:
                    self.counts[(start, event.key)] += 1
        if events:
            self.watermark_ms = max(self.watermark_ms, max(event.time_ms for event in events) - self.delay_ms)
        final = {place: count for place, count in self.counts.items() if place[0] + self.length_ms <= self.watermark_ms}
        for place in final:
            del self.counts[place]
        return final


class JoinModel:
    """Pairs with one key, the right event from `before_ms` ahead of the left one to `within_ms` after it; and which left one found nobody.

    A right event without a key can neither meet anybody nor be told of: it is not there, for the watermark neither.
    """

    def __init__(self, within_ms: int, before_ms: int, delay_ms: int) -> None:
        self.within_ms, self.before_ms, self.delay_ms = within_ms, before_ms, delay_ms
        self.latest_ms = [0, 0]
        self.watermark_ms = 0
        self.sides: tuple[list[Event], list[Event]] = ([], [])
        self.dropped = 0

    def batch(self, left: list[Event], right: list[Event]) -> None:
        """Feed a batch of both sides."""
        for side, events in enumerate((left, [event for event in right if event.key is not None])):
            for event in events:
                if event.time_ms <= self.watermark_ms:
                    self.dropped += 1
                else:
                    self.sides[side].append(event)
            if events:
                self.latest_ms[side] = max(self.latest_ms[side], max(event.time_ms for event in events) - self.delay_ms)
        # The slower side's, so that nothing is late that the other side still waits for.
        self.watermark_ms = max(self.watermark_ms, min(self.latest_ms))

    def pairs(self) -> set[tuple[int, int]]:
        """Numbers of the events that met."""
        return {
            (one.number, other.number)
            for one in self.sides[0]
            for other in self.sides[1]
            if one.key is not None and one.key == other.key and -self.before_ms <= other.time_ms - one.time_ms <= self.within_ms
        }

    def alone(self) -> set[int]:
        """Numbers of the left events that met nobody, and cannot any more."""
        met = {left for left, _ in self.pairs()}
        # A right event at the watermark or before it is late.
        return {one.number for one in self.sides[0] if one.number not in met and one.time_ms + self.within_ms <= self.watermark_ms}


def random_events(
    chance: random.Random, count: int, *, start_ms: int, span_ms: int, late_ms: int, first_number: int, keys: int = 5
) -> list[Event]:
    """Events over `span_ms` from `start_ms` on, one in five of them up to `late_ms` older than that."""
    made = []
    for number in range(first_number, first_number + count):
        time_ms = start_ms + chance.randrange(span_ms)
        if chance.random() < 0.2:
            time_ms -= chance.randrange(late_ms)
        # Whole seconds often: what happens on a border is what goes wrong.
        if chance.random() < 0.3:
            time_ms -= time_ms % 1000
        made.append(Event(chance.choice([None, *(f"k{key}" for key in range(keys))]), time_ms, number))
    return made
