"""What the clients of a cluster saw, and what they must have seen in the end.

`History` notes what clients sent, were told and were given, and `History.violations` judges it in the end, as Jepsen's checker of Kafka
does (`jepsen.tests.kafka`): lost writes, reads of what nobody sent or what was refused, duplicates, two values at one offset, polls and
sends out of order, records that were skipped or never seen. What brokers must have is judged by `klog.testing.cluster_invariants`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Mapping

from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.records.contract import Record

_CERTAINLY_NOT = frozenset(
    {
        ErrorCode.MESSAGE_TOO_LARGE,
        ErrorCode.RECORD_LIST_TOO_LARGE,
        ErrorCode.INVALID_RECORD,
        ErrorCode.INVALID_TIMESTAMP,
        ErrorCode.TOPIC_AUTHORIZATION_FAILED,
    }
)


@dataclasses.dataclass(eq=False)
class Sent:
    """A record that a producer was given.

    :ivar offset: where it was told to stand; None: it was not told.
    :ivar is_refused: whether it was told that the record was not stored, for sure.
    :ivar may_repeat: whether it may stand there twice: an orderly stop remembers of a producer one batch (Kafka's snapshots hold no more),
        and this was among several without an answer.
    :ivar is_weak: whether less was asked for than that all in sync have it, and that nothing is written twice.
    """

    producer: str
    name: TopicPartition
    value: bytes
    is_weak: bool = False
    may_repeat: bool = False
    offset: int | None = None
    is_refused: bool = False
    is_over: bool = False

    def acknowledged(self, offset: int) -> None:
        """The producer was told where it stands; -1: that it stands somewhere."""
        self.offset, self.is_over = offset, True

    def failed(self, error: BaseException) -> None:
        """The producer was told that it failed."""
        self.is_over = True
        self.is_refused = isinstance(error, KlogError) and error.code in _CERTAINLY_NOT


class History:
    """What clients sent, and what they were given, in order. Values are different from each other.

    :ivar sends: in the order of sending.
    :ivar polls: by consumer: (partition, offset, value) in the order in which it was given them; None for the last two where it went on
        elsewhere, after a rebalance or a seek.
    """

    def __init__(self) -> None:
        self.sends: list[Sent] = []
        self.polls: dict[str, list[tuple[TopicPartition, int | None, bytes | None]]] = {}

    def send(self, producer: str, name: TopicPartition, value: bytes, *, is_weak: bool = False) -> Sent:
        """A record is sent; the caller says what becomes of it."""
        sent = Sent(producer, name, value, is_weak)
        self.sends.append(sent)
        return sent

    def polled(self, consumer: str, name: TopicPartition, offset: int, value: bytes) -> None:
        """A consumer was given a record."""
        self.polls.setdefault(consumer, []).append((name, offset, value))

    def moved(self, consumer: str, name: TopicPartition) -> None:
        """A consumer goes on elsewhere in a partition."""
        self.polls.setdefault(consumer, []).append((name, None, None))

    @property
    def waiting(self) -> int:
        """Records of which their producers have not been told anything."""
        return sum(not sent.is_over for sent in self.sends)

    def violations(
        self,
        committed: Mapping[TopicPartition, Collection[Record]],
        at_risk: Mapping[TopicPartition, int] | None = None,
        *,
        readers: Collection[str] = (),
    ) -> list[str]:
        """What is wrong with it; a sentence for each.

        :param committed: what stands in the partitions in the end.
        :param at_risk: of partitions of which something may have been lost as foreseen: from which offset on.
        :param readers: consumers that must have seen all of it.
        """
        lost = at_risk or {}
        return [*self._stored(committed, lost), *self._read(committed, lost, readers)]

    def _stored(self, committed: Mapping[TopicPartition, Collection[Record]], lost: Mapping[TopicPartition, int]) -> Iterator[str]:
        sent = {send.value: send for send in self.sends}
        for name, records in committed.items():
            stands: dict[bytes, int] = {}
            for record in records:
                value = bytes(record.value or b"")
                if value in stands and not (value in sent and (sent[value].is_weak or sent[value].may_repeat)):
                    yield f"duplicate: {value!r} stands at {stands[value]} and {record.offset} of {name}"
                stands[value] = record.offset
                if value not in sent or sent[value].name != name:
                    yield f"unsent: {value!r} stands at {record.offset} of {name}, and nobody has sent it there"
                elif sent[value].is_refused:
                    yield f"aborted read: {value!r} stands at {record.offset} of {name}, and was refused"
            last: dict[str, tuple[int, bytes]] = {}
            for send in self.sends:
                if send.name != name or send.is_weak or send.offset is None:
                    continue
                if send.value not in stands:
                    if not _is_lost(send.offset, lost.get(name)):
                        yield f"lost write: {send.value!r} was acknowledged at {send.offset} of {name}"
                    continue
                offset = stands[send.value]
                if send.may_repeat:
                    continue
                if send.offset not in (-1, offset) and name not in lost:
                    yield f"inconsistent offsets: {send.value!r} was acknowledged at {send.offset} and stands at {offset} of {name}"
                before = last.get(send.producer)
                if before is not None and before[0] > offset and name not in lost:
                    yield (
                        f"non-monotonic send: {send.producer} sent {before[1]!r} before {send.value!r}, and they stand at {before[0]} and "
                        f"{offset} of {name}"
                    )
                last[send.producer] = offset, send.value

    def _read(
        self,
        committed: Mapping[TopicPartition, Collection[Record]],
        lost: Mapping[TopicPartition, int],
        readers: Collection[str],
    ) -> Iterator[str]:
        stands = {name: {record.offset: bytes(record.value or b"") for record in records} for name, records in committed.items()}
        for consumer, polls in self.polls.items():
            next_offset: dict[TopicPartition, int] = {}
            seen: dict[TopicPartition, set[int]] = {}
            for name, offset, value in polls:
                if offset is None:
                    next_offset.pop(name, None)
                    continue
                there = stands.get(name, {})
                if there.get(offset) != value and not _is_lost(offset, lost.get(name)):
                    yield f"inconsistent read: {consumer} was given {value!r} at {offset} of {name}, where {there.get(offset)!r} stands"
                wanted = next_offset.get(name)
                if wanted is not None and offset < wanted and name not in lost:
                    yield f"non-monotonic poll: {consumer} was given {offset} of {name} behind {wanted - 1}"
                if wanted is not None and any(skipped in there for skipped in range(wanted, offset)) and name not in lost:
                    yield f"skipped: {consumer} was given {offset} of {name} behind {wanted - 1}"
                next_offset[name] = offset + 1
                seen.setdefault(name, set()).add(offset)
            if consumer in readers:
                for name, there in stands.items():
                    missing = sorted(there.keys() - seen.get(name, set()))
                    if missing and name not in lost:
                        yield f"unseen: {consumer} was not given {missing[:10]} of {name}"


def _is_lost(offset: int, at_risk: int | None) -> bool:
    return at_risk is not None and offset >= at_risk
