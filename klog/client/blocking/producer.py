"""Sending records without a reactor: the public face; `klog.client.blocking.batch_sender` sends what is filled here.

`BlockingProducer.send` puts a record into its partition's batch. A batch goes out when it is full, when a record comes ``linger_ms`` after
its first one, and when somebody waits (`Delivery.result`, `BlockingProducer.flush`). There is no thread: while the program does something
else nothing moves, so who has sent his last record for now flushes. Requests go out beside each other; `send` waits only while as many as
may be are unanswered, or for a topic that it does not know yet.

With a ``transactional_id`` records are taken within transactions only: see `klog.client.blocking.transactions`.

One call at a time: a signal's handler that calls amid another call, while that waits for brokers, is refused, since it would read the
answers that this one waits for. A process that is forked has no part in the producer (`klog.forks`): it would write under the same numbers.

No Twisted in whatever this imports.
"""

from __future__ import annotations

import dataclasses
import random as random_
import sys
import time
import typing
from collections.abc import Callable, Iterable
from types import FrameType, TracebackType
from typing import Any, Self, TypeVar, Unpack

from klog.client.auditing.audit import Audit, checked_audit
from klog.client.blocking.auditing.producer_audit import ProducerAudit
from klog.client.blocking.auditing.telling import SENDER_OPTIONS
from klog.client.blocking.batch_sender import Batch, BatchRefused, BatchSender, Identity
from klog.client.blocking.client import BlockingClient, Produced
from klog.client.blocking.filling import Filling, KnownTopic
from klog.client.blocking.transactions import BlockingTransaction, BlockingTransactions
from klog.client.producing.entries import Headers, check_numbers, checked, checked_headers, refused
from klog.client.producing.partitioners import make_partitioner, next_partition
from klog.client.producing.producer_types import NOT_MADE, OWN_NAMES, DeliveryFailed, ProducerOptions, RecordPlace, make_settings
from klog.client.requests.transactions import TransactionProtocol
from klog.client.retry import ClientStopped
from klog.client.settings import ClientSettings, split_options
from klog.client.transactions.errors import TransactionFailed
from klog.client.transactions.states import State
from klog.config import ConfigError
from klog.errors import ErrorCode, KlogError
from klog.forks import tell_in_child
from klog.model import TopicPartition
from klog.net.blocking_connection import BlockingConnection
from klog.records.appending import record_bound
from klog.records.contract import BATCH_OVERHEAD

T = TypeVar("T")

#: So many batches may fail without anybody asking; then `BlockingProducer.send` tells.
MOST_FAILURES = 1_000


class Delivery:
    """A record on its way; `BlockingProducer.send` gives one."""

    __slots__ = ("_filling", "_number", "_producer")

    def __init__(self, producer: BlockingProducer, filling: Filling, number: int) -> None:
        self._producer = producer
        self._filling = filling
        self._number = number

    @property
    def is_done(self) -> bool:
        """Whether `result` returns or raises at once."""
        return self._filling.settled > self._number

    def result(self) -> RecordPlace:
        """Where the record stands; sends its batch and waits, where it is not known yet.

        :raises DeliveryFailed: it was not acknowledged.
        """
        if not self.is_done:
            self._producer._finish(self._filling)
        try:
            return self._filling.place(self._number)
        except DeliveryFailed:
            self._producer._is_told(self._filling)
            raise


class BlockingProducer:
    """Writes records from a plain program: no reactor, no thread, one call after the other.

    ::

        with BlockingProducer("kafka-1:9092,kafka-2:9092", compression="zstd") as producer:
            for line in lines:
                producer.send("lines", line)
            place = producer.send("orders", b'{"id": 7}', key=b"7").result()
        # all is written, or DeliveryFailed was raised

    With ``acks="all"`` (the default) it is idempotent, as `klog.Producer` is: however often it has to try, each record is written once, and
    the records of a partition in the order in which they were sent. ``delivery_timeout_ms`` counts from when a batch is sent. When
    ``backlog_bytes`` wait in open batches, all of them go out. Not to be shared between threads, nor with processes that are forked: each
    makes its own. A signal's handler that wants to end it raises something.

    :param bootstrap_servers: ``host:port,host:port``, finished settings, or a client, which is not closed here then.
    :param audit: count what is sent, and tell it; None: do not.
    :param random: where jitter and the choice of partitions come from.
    :param clock: seconds, never going back; :param sleep: waits so many seconds. A client has its own.
    :param now_ms: the clock for records' timestamps, milliseconds since 1970.
    :param connect: makes a connection to (host, port); for tests.
    :param options: as for `klog.Producer`. ``when_full`` is always "block"; ``stop_timeout_ms``, ``backlog_messages`` mean nothing here.
    :raises ConfigError: an option that does not exist or cannot be; one sentence.
    """

    def __init__(
        self,
        bootstrap_servers: str | ClientSettings | BlockingClient,
        *,
        audit: Audit | None = None,
        random: random_.Random | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        now_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
        connect: Callable[[str, int], BlockingConnection] | None = None,
        **options: Unpack[ProducerOptions],
    ) -> None:
        shared = bootstrap_servers if isinstance(bootstrap_servers, BlockingClient) else None
        servers = bootstrap_servers.settings if isinstance(bootstrap_servers, BlockingClient) else bootstrap_servers
        client, own = split_options(servers, typing.cast("dict[str, Any]", options), OWN_NAMES)
        self.production = make_settings(own)
        if self.production.when_full != "block":
            raise ConfigError("when_full", self.production.when_full, "a producer without a reactor waits for room")
        if client.allow_auto_create_topics is None:
            client = dataclasses.replace(client, allow_auto_create_topics=True)
        self._random = random or random_.Random()
        self._client = shared or BlockingClient(client, random=self._random, clock=clock, sleep=sleep, connect=connect)
        self._owns_client = shared is None
        self._now_ms = now_ms
        self._clock = self._client.clock
        self._linger_s = self.production.linger_ms / 1000
        self._limit_bytes = min(self.production.batch_bytes, self.production.max_request_bytes - BATCH_OVERHEAD)
        self._topics: dict[str, KnownTopic] = {}
        self._open: dict[TopicPartition, Filling] = {}
        self._open_bytes = 0
        self._under_way: dict[Batch, Filling] = {}
        self._sender: BatchSender | None = None
        #: Of batches that failed: why, and how many records; until somebody is told.
        self._failures: dict[Filling, tuple[DeliveryFailed, int]] = {}
        #: A sentence, once nothing more is taken.
        self._closed_because = ""
        self._transactions: BlockingTransactions | None = None
        if self.production.transactional_id is not None:
            self._transactions = BlockingTransactions(
                self._client, self.production.transactional_id, self.production.transaction_timeout_ms, _Batches(self), self._alone
            )
        #: Of `_alone`, while something is waited for.
        self._waiting: FrameType | None = None
        self._audit: ProducerAudit | None = None
        if (checked := checked_audit(audit)) is not None:
            acknowledges = self.production.required_acks != 0
            self._audit = ProducerAudit(checked, self._client, self._teller, now_ms, acknowledges=acknowledges)
        tell_in_child(self)

    def _teller(self) -> BlockingProducer:
        """What tells the audit's counts. It has no topic made for them: that would be one that is not compacted."""
        client = self._client.sibling(allow_auto_create_topics=False)
        teller = BlockingProducer(client, random=self._random, now_ms=self._now_ms, **SENDER_OPTIONS)
        teller._owns_client = True
        return teller

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if error is None:
            self.close()
            return
        # What is raised already is not to be hidden, nor an interruption to wait for brokers.
        try:
            if isinstance(error, Exception):
                if not self._has_left_transaction(error):
                    self._send_all()
                    self._settle()
                self._tell_last_counts()
        finally:
            self._abandon()

    # Sending

    def send(
        self,
        topic: str,
        value: bytes | None,
        *,
        key: bytes | None = None,
        headers: Headers = (),
        partition: int | None = None,
        timestamp_ms: int | None = None,
    ) -> Delivery:
        """Put one record on its way.

        :param value: None deletes the key in a compacted topic (a tombstone).
        :param headers: (name, bytes or None), as often as wanted; order is kept.
        :param partition: the partitioner chooses where not given.
        :param timestamp_ms: now, where not given.
        :returns: to be asked for the record's place, or to be forgotten: `flush` and the end of the ``with`` block tell of failures.
        :raises DeliveryFailed: it can never be sent: too large, or no broker knows the topic or partition.
        :raises TypeError: a key or value that is not bytes or None. :raises ValueError: a negative partition or timestamp, or an own
            partitioner's choice that is none.
        :raises ClientStopped: after `close`.
        """
        if self._transactions is None:
            return self._send(topic, value, key, headers, partition, timestamp_ms)
        try:
            self._transactions.check_open()
        except TransactionFailed as error:
            raise DeliveryFailed(error.code, topic, -1, error.message) from error
        try:
            return self._send(topic, value, key, headers, partition, timestamp_ms)
        except DeliveryFailed as error:
            self._transactions.failed(error)
            raise

    def _send(
        self, topic: str, value: bytes | None, key: bytes | None, headers: Headers, partition: int | None, timestamp_ms: int | None
    ) -> Delivery:
        if self._closed_because:
            raise ClientStopped(self._closed_because)
        if len(self._failures) >= MOST_FAILURES:
            self._tell()
        if timestamp_ms is None:
            timestamp_ms = self._now_ms()
        key, value, headers = checked(key), checked(value), checked_headers(headers)
        check_numbers(partition, timestamp_ms)
        size = record_bound(key, value, headers)
        if size > self.production.max_request_bytes:
            reason = f"a record of {size} bytes is larger than max_request_bytes ({self.production.max_request_bytes})"
            raise DeliveryFailed(ErrorCode.MESSAGE_TOO_LARGE, topic, -1, reason)
        now = self._clock()
        known = self._topic(topic, now, partition)
        filling = self._filling(known, key, value, partition, now)
        try:
            while (grown := filling.append(timestamp_ms, key, value, headers, self._limit_bytes)) < 0:
                # The partition to go on with may have a full one, too; an empty one takes any record.
                self._go([filling], full=True)
                filling = self._filling(known, key, value, partition, now)
            filling.stamps.append(timestamp_ms)
            self._open_bytes += grown - filling.size
            filling.size = grown
        except BaseException:
            # Interrupted: the record may be in its batch already.
            self._even_out(timestamp_ms)
            raise
        delivery = Delivery(self, filling, len(filling.stamps) - 1)
        if self._open_bytes >= self.production.backlog_bytes:
            self._send_all()
        elif now - next(iter(self._open.values())).opened >= self._linger_s:
            self._go([one for one in self._open.values() if now - one.opened >= self._linger_s])
        if self._audit is not None and now >= self._audit.due:
            self._tell_counts(self._audit)
        return delivery

    def flush(self) -> None:
        """Send what was given so far, and wait until all of it is acknowledged or has failed.

        :raises DeliveryFailed: of the first record that has failed and of which nobody was told by `Delivery.result` or here;
            `DeliveryFailed.failed_count` says how many did.
        """
        self._send_all()
        self._settle()
        if self._audit is not None and self._clock() >= self._audit.due:
            self._tell_counts(self._audit)
        self._tell()

    def close(self) -> None:
        """Flush, and close the connections for good. Raises as `flush`."""
        if self._closed_because:
            return
        self._refuse_amid_a_call()
        try:
            try:
                if not self._has_left_transaction(None):
                    self.flush()
            except KlogError:
                self._tell_last_counts()
                raise
            self._tell_last_counts()
        finally:
            self._abandon()

    # The audit

    def _tell_counts(self, audit: ProducerAudit) -> None:
        """Tell what was counted so far."""
        opened = [filling.opened for fillings in (self._open, self._under_way) for filling in fillings.values()]
        oldest_ms = self._now_ms() - int((self._clock() - min(opened)) * 1000) if opened else None
        self._alone(lambda: audit.tell(oldest_ms))

    def _tell_last_counts(self) -> None:
        """Tell what is left, where it is known what became of everything."""
        audit = self._audit
        if audit is not None and not self._under_way:
            self._alone(audit.end)

    # Transactions

    def transaction(self) -> BlockingTransaction:
        """A transaction, to be opened by ``with``; one after the other. What is promised, and what is not: docs/transactions.md.

        ::

            producer = BlockingProducer("kafka-1:9092", transactional_id="billing-1")
            with producer.transaction() as transaction:
                transaction.send("orders", b"...")
                transaction.send("invoices", b"...")

        :raises ConfigError: the producer has no ``transactional_id``.
        """
        if self._transactions is None:
            raise ConfigError("transactional_id", None, "a producer needs one for transactions")
        if self._closed_because:
            raise ClientStopped(self._closed_because)
        return BlockingTransaction(self, self._transactions)

    def _has_left_transaction(self, error: BaseException | None) -> bool:
        """Whether one was open, which is aborted now."""
        transactions = self._transactions
        if transactions is None or transactions.state not in (State.OPEN, State.DOOMED):
            return False
        try:
            transactions.abort()
        except KlogError as failed:
            if error is None:
                raise
            error.add_note(f"the transaction was not aborted in order: {failed}")
        return True

    def forked(self) -> None:
        """This is a child process: everything is the parent's, which goes on with it."""
        self._failures.clear()
        self._audit = None
        why = "the producer is another process's, which forked this one; make one here"
        self._abandon(why, why)

    def _refuse_amid_a_call(self) -> None:
        # Looked for on the stack, since whoever is interrupted at the wrong place takes no flag back.
        frame = None if self._waiting is None else sys._getframe()
        while frame is not None:
            if frame is self._waiting:
                raise RuntimeError("a BlockingProducer was called amid another call, by a signal's handler; let that raise something")
            frame = frame.f_back

    def _alone(self, act: Callable[[], T]) -> T:
        """What `act` gives, which waits for brokers.

        :raises RuntimeError: somebody further up the stack does so already.
        """
        self._refuse_amid_a_call()
        self._waiting = sys._getframe()
        try:
            return act()
        finally:
            self._waiting = None

    # Topics

    def _topic(self, name: str, now: float, partition: int | None) -> KnownTopic:
        known = self._topics.get(name)
        if known is None:
            known = KnownTopic(name, make_partitioner(self.production.partitioner, self._random))
            self._learn(known)
            self._topics[name] = known
        elif now >= known.stale_at:
            try:
                self._learn(known)
            except DeliveryFailed:
                # It was there; sending shows whether it still is.
                known.stale_at = now + self._client.settings.metadata_max_age_ms / 1000
        if partition is not None and partition >= known.count:
            self._learn(known)
            if partition >= known.count:
                reason = f"the topic has the partitions 0 to {known.count - 1}"
                raise DeliveryFailed(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, name, partition, reason)
        return known

    def _learn(self, topic: KnownTopic) -> None:
        settings, production = self._client.settings, self.production
        try:
            unknown_ms = production.topic_patience_ms(creates=bool(settings.allow_auto_create_topics))
            limit_ms = production.delivery_timeout_ms
            metadata = self._alone(lambda: self._client.find_topic(topic.name, unknown_ms=unknown_ms, timeout_ms=limit_ms))
        except KlogError as error:
            reason = NOT_MADE.get(error.code) or error.message.removeprefix(f"topic {topic.name}: ")
            raise DeliveryFailed(error.code, topic.name, -1, reason) from error
        topic.update(metadata, self._clock() + settings.metadata_max_age_ms / 1000)

    # Batches

    def _filling(self, topic: KnownTopic, key: bytes | None, value: bytes | None, partition: int | None, now: float) -> Filling:
        """The batch that a record goes into."""
        if partition is None:
            if key is None and topic.partitioner.sticky:
                if topic.sticky < 0:
                    topic.sticky = next_partition(topic, self._random)
                partition = topic.sticky
            else:
                partition = topic.partitioner.choose(topic, key, value)
        tp = TopicPartition(topic.name, partition)
        found = self._open.get(tp)
        if found is None:
            found = self._open[tp] = Filling(tp, now)
            if self._audit is not None:
                self._audit.begun(found)
        return found

    def _send_all(self) -> None:
        self._go(list(self._open.values()))

    def _go(self, fillings: list[Filling], *, full: bool = False) -> None:
        """Close these batches, and send them."""
        self._or_give_up(lambda: self._close_and_send(fillings, full), fillings)

    def _close_and_send(self, fillings: list[Filling], full: bool) -> None:
        batches: list[Batch] = []
        for filling in fillings:
            if self._open.get(filling.tp) is filling:
                del self._open[filling.tp]
            if not filling.stamps:
                # Its first record could not be taken.
                continue
            self._open_bytes -= filling.size
            topic = self._topics[filling.tp.topic]
            if topic.sticky == filling.tp.partition:
                topic.sticky_bytes += filling.size
                if full or topic.sticky_bytes >= self._limit_bytes:
                    topic.sticky, topic.sticky_bytes = -1, 0
            batch = Batch(filling.tp, filling.appender.close(self.production.codec, self.production.compression_level))
            filling.appender = filling.append = None
            self._under_way[batch] = filling
            batches.append(batch)
        if not batches:
            return
        try:
            sender = self._ready_sender()
            if self._transactions is not None:
                self._transactions.admit(batch.tp for batch in batches)
        except KlogError as error:
            for batch in batches:
                self._failed(batch, error)
            return
        sender.send(batches)

    def _ready_sender(self) -> BatchSender:
        if self._sender is None:
            if self._audit is not None:
                self._audit.announce()
            identity, protocol = Identity(), TransactionProtocol.FIRST
            if self._transactions is not None:
                # Only the coordinator begins another epoch.
                identity, protocol = Identity(*self._transactions.identity, shared=True), self._transactions.protocol
            elif self.production.idempotent:
                identity = Identity(*self._client.init_producer_id(timeout_ms=self.production.delivery_timeout_ms))
            self._sender = BatchSender(
                self._client,
                self.production,
                identity,
                written=self._written,
                failed=self._failed,
                transactional_id=self.production.transactional_id,
                protocol=protocol,
            )
        return self._sender

    def _finish(self, filling: Filling) -> None:
        """Until it is known what became of a batch."""
        if self._open.get(filling.tp) is filling:
            self._go([filling])
        if self._sender is not None:
            wait_for = self._sender.wait_for
            self._or_give_up(lambda: wait_for(filling.tp))

    def _settle(self) -> None:
        if self._sender is not None:
            self._or_give_up(self._sender.flush)

    def _or_give_up(self, act: Callable[[], None], closed: Iterable[Filling] = ()) -> None:
        """Where a signal's handler raises amid `act`, what is under way is given up, and told as failed. What comes next is sent under
        another producer id, since nobody knows which numbers were used.

        :param closed: batches that perhaps are not under way yet.
        """

        def act_or_give_up() -> None:
            try:
                act()
            except BaseException:
                self._interrupted(closed)
                raise

        self._alone(act_or_give_up)

    def _even_out(self, timestamp_ms: int) -> None:
        """Have the books of all open batches say what is in them."""
        for filling in self._open.values():
            while len(filling.stamps) < filling.appender.count:
                filling.stamps.append(timestamp_ms)
            filling.size = filling.appender.size if filling.stamps else 0
        self._open_bytes = sum(filling.size for filling in self._open.values())

    def _interrupted(self, closed: Iterable[Filling]) -> None:
        if self._sender is not None:
            self._sender.abandon()
            self._sender = None
        left = dict.fromkeys([*self._under_way.values(), *closed])
        self._under_way.clear()
        for filling in left:
            count = len(filling.stamps) - filling.settled
            if count and self._open.get(filling.tp) is not filling:
                sentence = "sending was interrupted, so whether it is written is not known"
                self._fail(filling, filling.settled, count, refused(filling.tp, ErrorCode.NETWORK_EXCEPTION, sentence))
        self._open_bytes = sum(filling.size for filling in self._open.values())

    def _abandon(
        self, why: str = "the producer was closed", of_records: str = "the producer was closed before the record was acknowledged"
    ) -> None:
        self._closed_because = why
        if self._sender is not None:
            self._sender.abandon()
        left = [*self._under_way.values(), *self._open.values()]
        self._under_way.clear()
        self._open.clear()
        self._open_bytes = 0
        for filling in left:
            errors = refused(filling.tp, ErrorCode.OPERATION_NOT_ATTEMPTED, of_records)
            filling.settle(filling.settled, len(filling.stamps) - filling.settled, errors)
        if self._audit is not None:
            self._audit.close()
        if self._owns_client:
            self._client.close()

    # What became of them

    def _tell(self) -> None:
        failures, self._failures = self._failures, {}
        if failures:
            failure, _ = next(iter(failures.values()))
            failure.failed_count = sum(count for _, count in failures.values())
            raise failure

    def _is_told(self, filling: Filling) -> None:
        self._failures.pop(filling, None)

    def _written(self, batch: Batch, produced: Produced) -> None:
        filling = self._under_way[batch.whole]
        if self._audit is not None:
            # Before all else: what is interrupted here is counted as failed once more, and that may be.
            self._audit.settled(filling, batch.first, batch.count, produced, batch)
        filling.settle(batch.first, batch.count, produced)
        self._forget(batch, filling)

    def _failed(self, batch: Batch, error: KlogError) -> None:
        if isinstance(error, BatchRefused):
            errors = refused(batch.tp, error.code, error.sentence, error.record_errors)
        else:
            sentence = error.message.removeprefix(f"topic {batch.tp.topic}, partition {batch.tp.partition}: ")
            errors = refused(batch.tp, error.code, sentence)
        filling = self._under_way[batch.whole]
        self._fail(filling, batch.first, batch.count, errors)
        self._forget(batch, filling)

    def _fail(self, filling: Filling, first: int, count: int, errors: Callable[[int], DeliveryFailed]) -> None:
        """`count` records from number `first` on have failed, which somebody is to be told."""
        if self._audit is not None:
            self._audit.settled(filling, first, count, None)
        failure, before = self._failures.get(filling) or (errors(0), 0)
        if self._transactions is not None:
            self._transactions.batch_failed(filling.tp, failure)
        self._failures[filling] = failure, before + count
        filling.settle(first, count, errors)

    def _forget(self, batch: Batch, filling: Filling) -> None:
        # Last: what is interrupted before this is still known to be under way.
        if filling.settled == len(filling.stamps):
            del self._under_way[batch.whole]


def cell_producer(settings: ClientSettings) -> BlockingProducer:
    """What tells the audit's counts for who has no producer. It has no topic made for them: that would be one that is not compacted."""
    return BlockingProducer(dataclasses.replace(settings, allow_auto_create_topics=False), **SENDER_OPTIONS)


class _Batches:
    """Implements `klog.client.blocking.transactions.Batches`."""

    def __init__(self, producer: BlockingProducer) -> None:
        self._producer = producer

    def settle_all(self) -> None:
        self._producer._send_all()
        self._producer._settle()

    def drop_open(self, why: str, code: ErrorCode) -> None:
        producer = self._producer
        left = list(producer._open.values())
        producer._open.clear()
        producer._open_bytes = 0
        for filling in left:
            filling.settle(filling.settled, len(filling.stamps) - filling.settled, refused(filling.tp, code, why))

    def renew(self) -> None:
        self._producer._sender = None

    def forget_failures(self) -> None:
        self._producer._failures.clear()
