"""Reads the audit topic into a ledger, as far as it goes now; and again from there. And, where records are numbered, a topic's numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from klog.audit.cells import AUDIT_TOPIC
from klog.audit.ledger import Ledger
from klog.audit.numbers import HEADER_NAME, NumberBook
from klog.cli.exit_codes import CommandFailed, Exit, not_found
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition

if TYPE_CHECKING:
    from collections.abc import Callable

    from klog.client.fetching.consumer import Consumer
    from klog.client.fetching.record_views import MessageSet

#: Nothing has come for so long: it is looked whether there is anything more; a transaction's marker may be the last.
_SILENCE_MS = 3_000
#: So often behind each other, and what is there does not come: a leader is gone, say.
_MOST_SILENCES = 10
#: Partitions that a sentence names.
_MOST_NAMES = 10


class NotReadToTheEnd(CommandFailed):
    """Not all of it has come, and of a part nothing may be concluded; who reads again goes on where this ended. Ends with 2, as `unknown`
    does."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, Exit.USAGE)


class TopicReader:
    """Reads by `consumer`, which begins with the first record.

    :ivar ledger: what was read.
    """

    def __init__(self, consumer: Consumer) -> None:
        self._consumer = consumer
        self.ledger = Ledger()
        self._next: dict[TopicPartition, int] = {}

    async def read(self) -> Ledger:
        """Read on to the topic's present end.

        :raises CommandFailed: there is no such topic. :raises NotReadToTheEnd: not all of it comes.
        :raises KlogError: the brokers do not tell.
        """
        try:
            partitions = await self._consumer.partitions_for(AUDIT_TOPIC)
        except KlogError as error:
            if error.code is not ErrorCode.UNKNOWN_TOPIC_OR_PARTITION:
                raise
            raise not_found(
                f"there is no topic {AUDIT_TOPIC}: nobody counts; brokers do with klog.audit.counts=true (several make it some seconds "
                "after their start), and klog's clients with audit=Audit()"
            ) from None

        def note(message_set: MessageSet) -> None:
            for record in message_set.records():
                self.ledger.add(record.key, record.value, record.timestamp_ms)

        await read_to_end(self._consumer, partitions, self._next, note)
        return self.ledger


async def read_to_end(
    consumer: Consumer, partitions: list[TopicPartition], places: dict[TopicPartition, int], note: Callable[[MessageSet], None]
) -> None:
    """Hand all records up to the present ends to `note`.

    :param places: where to go on; moved.
    :raises NotReadToTheEnd: not all of it comes.
    """
    ends = await consumer.end_offsets(partitions)
    starts = await consumer.beginning_offsets(partitions)
    for tp in partitions:
        places[tp] = max(places.get(tp, 0), starts[tp])
    left = {tp for tp in partitions if places[tp] < ends[tp]}
    await consumer.assign({tp: places[tp] for tp in left})
    silences = 0
    while left:
        message_sets = await consumer.poll(timeout_ms=_SILENCE_MS)
        silences = 0 if message_sets else silences + 1
        if not message_sets:
            known = consumer.buffer.positions()
            left = {tp for tp in left if tp not in known or known[tp].offset < ends[tp]}
        if silences >= _MOST_SILENCES and left:
            names = ", ".join(sorted(map(str, left))[:_MOST_NAMES])
            raise NotReadToTheEnd(f"unknown: {names} could not be read to the end; in part it proves nothing")
        for message_set in message_sets:
            note(message_set)
            tp = TopicPartition(message_set.topic, message_set.partition)
            places[tp] = message_set.next_offset
            if places[tp] >= ends[tp]:
                left.discard(tp)


async def read_numbers(consumer: Consumer, topic: str) -> NumberBook:
    """The numbers of all records that are in a topic now.

    :raises KlogError: there is none, or it cannot be read.
    """
    book = NumberBook(topic)

    def note(message_set: MessageSet) -> None:
        partition = message_set.partition
        for record in message_set.records():
            number = next((value for name, value in record.headers if name == HEADER_NAME), None)
            book.note(partition, record.offset, number)

    await read_to_end(consumer, await consumer.partitions_for(topic), {}, note)
    return book


def unknown(sentence: str) -> CommandFailed:
    """The command ends with 2: it is not known whether all has arrived."""
    return CommandFailed(sentence, Exit.USAGE)


def make_consumer(reactor: Any, bootstrap: str, options: dict[str, Any]) -> Consumer:
    """A consumer that begins with the first record, and counts nothing itself."""
    from klog.client.fetching.consumer import Consumer

    return Consumer(reactor, bootstrap, **{**options, "auto_offset_reset": "earliest"})
