"""Producers that send again what they had no answer for, to two copies of a log that lead in turns, stop, are killed and cut.

No batch is refused, none stands twice, and both copies know the same of their producers.
"""

from __future__ import annotations

import dataclasses
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.records.contract import TRANSACTIONAL
from klog.storage.cold_read import wait_for
from klog.storage.log.log import AppendEntry, Log
from klog.storage.settings import LogSettings
from tests.storage.logs import Place, batch, checkpoint, marker_of, read_all

MOST_UNDER_WAY = 5


@dataclasses.dataclass
class Sent:
    """A batch without an answer."""

    sequence: int
    values: list[bytes]
    #: Whether the leader has seen it since it was elected: else it goes before all that is newer.
    has_come: bool = False


@dataclasses.dataclass
class Producer:
    """One producer; by the second version of transactions its epoch rises with each."""

    producer_id: int
    version: int
    epoch: int = 0
    next_sequence: int = 0
    is_open: bool = False
    under_way: list[Sent] = dataclasses.field(default_factory=list)


class Life:
    """Two copies, of which one leads."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.settings = LogSettings(
            segment_bytes=self.random.choice([400, 900, 5000]),
            index_interval_bytes=self.random.choice([0, 100, 4096]),
            segment_index_bytes=4000,
            retention_ms=-1,
        )
        self.places = [Place(), Place()]
        self.logs = [place.log(self.settings) for place in self.places]
        self.leader_epoch = 0
        self.written = 0
        self.producers = [Producer(number, version) for number, version in ((1, 1), (2, 0), (3, 2), (4, 1))]
        self.elect()

    @property
    def leader(self) -> Log:
        return self.logs[0]

    def elect(self) -> None:
        """The first copy leads, and nothing is committed by it alone."""
        for log in self.logs:
            log.owns_high_watermark = False
        self.leader_epoch += 1
        self.leader.assign_leader_epoch(self.leader_epoch, note=True)

    def replicate(self) -> None:
        leader, follower = self.logs
        while follower.end_offset < leader.end_offset:
            most = self.random.choice([300, 500, 5000])
            offset, bound = follower.end_offset, leader.end_offset
            found = wait_for(lambda: leader.read(offset, most, upper_bound=bound, minimum_one_batch=True))  # noqa: B023
            assert found.span is not None
            follower.append_as_follower(bytes(found.span.read()))
        leader.raise_high_watermark(leader.end_offset)
        follower.raise_high_watermark(leader.high_watermark)
        assert dict(leader._producers.producers) == dict(follower._producers.producers)
        assert leader.last_stable_offset == follower.last_stable_offset

    def send(self, producer: Producer, *, again: bool, is_answered: bool) -> None:
        """A new batch, and all that must go before it; or all again."""
        if not again and len(producer.under_way) < MOST_UNDER_WAY:
            made = [b"%d" % (self.written + number) for number in range(self.random.randint(1, 3))]
            self.written += len(made)
            producer.under_way.append(Sent(producer.next_sequence, made))
            producer.next_sequence += len(made)
            producer.is_open = producer.version > 0
            is_alone = all(sent.has_come for sent in producer.under_way[:-1])
        else:
            is_alone = False
        for sent in producer.under_way[-1:] if is_alone else list(producer.under_way):
            result = self.append(producer, sent)
            sent.has_come = True
            # From the first lost answer on all are.
            is_answered = is_answered and result.last_offset < self.leader.high_watermark
            if is_answered:
                producer.under_way.remove(sent)

    def append(self, producer: Producer, sent: Sent) -> Any:
        fields: dict[str, int] = {"producer_id": producer.producer_id, "producer_epoch": producer.epoch, "base_sequence": sent.sequence}
        guard = None
        if producer.version:
            fields["attributes"] = TRANSACTIONAL
            guard = self.leader.begin_verification(
                producer.producer_id, producer.epoch, sent.sequence, knows_epoch_bumps=producer.version == 2
            )
        (result,) = self.leader.append([AppendEntry(batch(*sent.values, **fields), 11, guard=guard)])
        assert not result.code, result
        return result

    def end(self, producer: Producer) -> None:
        """When all is answered; the marker is, when it is replicated."""
        self.send(producer, again=True, is_answered=False)
        self.replicate()
        self.send(producer, again=True, is_answered=True)
        assert not producer.under_way
        if producer.version == 2:
            producer.epoch, producer.next_sequence = producer.epoch + 1, 0
        marker = marker_of(producer.producer_id, commit=self.random.random() < 0.5, epoch=producer.epoch)
        (result,) = self.leader.append([AppendEntry(marker, 11, internal=True, transaction_version=producer.version)])
        assert not result.code, result
        self.replicate()
        producer.is_open = False

    def restart(self, number: int, *, is_killed: bool) -> None:
        place, high_watermark = self.places[number], self.logs[number].high_watermark
        if is_killed:
            checkpoint(place.last)
        else:
            place.last.close()
        self.logs[number] = place.again(self.settings)
        self.logs[number].high_watermark = high_watermark
        self.elect()

    def change_places(self) -> None:
        """The follower leads: what it has not is cut, and sent again."""
        self.logs.reverse()
        self.places.reverse()
        self.elect()
        new, old = self.logs
        if old.end_offset > new.end_offset:
            old.truncate_to(new.end_offset)
        for producer in self.producers:
            for sent in producer.under_way:
                sent.has_come = False

    def step(self) -> None:
        act = self.random.choice(
            ["send"] * 8 + ["again"] * 3 + ["end"] * 3 + ["replicate"] * 2 + ["change", "stop", "kill", "follower", "flush"]
        )
        producer = self.random.choice(self.producers)
        if act in ("send", "again"):
            self.send(producer, again=act == "again", is_answered=self.random.random() < 0.6)
        elif act == "end" and producer.is_open:
            self.end(producer)
        elif act == "replicate":
            self.replicate()
        elif act == "change":
            self.change_places()
        elif act in ("stop", "kill", "follower"):
            self.restart(int(act == "follower"), is_killed=act == "kill")
        elif act == "flush":
            self.leader.flush()


class ProducerLives(SynchronousTestCase):
    @settings(max_examples=100)
    @given(st.integers(0, 1 << 32))
    def test_lives(self, seed: int) -> None:
        life = Life(seed)
        for _ in range(life.random.randint(20, 120)):
            life.step()
        for producer in life.producers:
            life.send(producer, again=True, is_answered=False)
        life.replicate()
        for log in life.logs:
            values = [record.value for record in read_all(log) if record.value and record.value.isdigit()]
            self.assertEqual(sorted(values), sorted(b"%d" % number for number in range(life.written)))
