"""Sending records: the public face. What happens behind it stands in ``accumulator`` and ``sender``.

Each record is acknowledged or fails within ``delivery_timeout_ms``, whatever happens to brokers and connections. With ``acks="all"`` (the
default) a producer is idempotent: however often it has to try, each record is written once, and the records of a partition in the order in
which they were sent.
"""

from __future__ import annotations

import dataclasses
import random as random_
import typing
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Unpack

from twisted.internet.defer import Deferred, fail, succeed
from twisted.python.failure import Failure

from klog.client.auditing.audit import Audit, checked_audit
from klog.client.auditing.produced import ProducedCounts
from klog.client.auditing.reporter import FIRST_S, Reporter
from klog.client.auditing.sending import datacenter_of, has_topic, host_name, new_incarnation, principal_of, topic_question
from klog.client.auditing.sent import producer_writer
from klog.client.producing.batches import MESSAGE_OVERHEAD_BYTES
from klog.client.producing.delivery import new_delivery
from klog.client.producing.entries import Bulk, Headers, Single, check_numbers, checked, checked_headers
from klog.client.producing.partitioners import murmur2
from klog.client.producing.producer_sink import ProducerSink
from klog.client.producing.producer_types import OWN_NAMES, DeliveryFailed, PlacedRange, ProducerOptions, RecordPlace, make_settings
from klog.client.producing.sender import Sender
from klog.client.retry import ClientStopped
from klog.client.routing import Connect
from klog.client.service import ClientService, Where, known_settings
from klog.client.settings import split_options
from klog.client.transactions.errors import TransactionFailed
from klog.client.transactions.states import State
from klog.client.transactions.transaction import Transaction
from klog.client.transactions.transactions import Transactions
from klog.config import ConfigError
from klog.errors import ErrorCode, KlogError
from klog.records.appending import record_bound


class Producer(ClientService):
    """Writes records; a Twisted service that starts with its first use.

    ::

        producer = Producer(reactor, "kafka-1:9092,kafka-2:9092", compression="zstd")
        place = await producer.send("orders", b'{"id": 7}', key=b"7", headers=[("source", b"web")])
        place.partition, place.offset

        ranges = await producer.send_many("lines", list_of_bytes)    # in bulk: a million a second
        await producer.stopService()                                 # what was sent is delivered first

    With a parent service (``producer.setServiceParent(application)``) it stops, and flushes, with the application.

    **When the brokers are slower.** What is sent and not acknowledged is bounded by ``backlog_bytes`` and ``backlog_messages``. Beyond that
    records wait in line (``when_full="block"``: the Deferreds simply take longer, and the line is bounded, too), push out the oldest
    (``"drop_oldest"``), or fail (``"fail"``). `room` is a Deferred for whoever wants to wait before sending more.

    :param reactor: IReactorTCP, IReactorTime and IReactorPluggableNameResolver.
    :param bootstrap_servers: ``host:port,host:port``, or a `klog.client.service.Client` whose connections are shared.
    :param hooks: a `klog.client.hooks.Hooks`, or several in a list.
    :param audit: count what is sent, and tell it; None: do not.
    :param random: where jitter and the choice of partitions come from.
    :param now_ms: the clock for records' timestamps, milliseconds since 1970; the reactor's where not given.
    :param options: `ProducerSettings` and `klog.client.settings.ClientOptions`.
    :raises ConfigError: an option that does not exist or cannot be; one sentence.
    """

    def __init__(
        self,
        reactor: Any,
        bootstrap_servers: Where,
        *,
        hooks: object = None,
        audit: Audit | None = None,
        random: random_.Random | None = None,
        now_ms: Callable[[], int] | None = None,
        connect: Connect | None = None,
        **options: Unpack[ProducerOptions],
    ) -> None:
        given = typing.cast("dict[str, Any]", options)
        settings, own = split_options(known_settings(bootstrap_servers), given, OWN_NAMES)
        self.production = make_settings(own)
        if settings.allow_auto_create_topics is None:
            settings = dataclasses.replace(settings, allow_auto_create_topics=True)
        super().__init__(reactor, bootstrap_servers, settings=settings, hooks=hooks, random=random, now_ms=now_ms, connect=connect)
        self._sender = Sender(self.routing, self.production)
        self._accumulator = self._sender.accumulator
        self._topics = self._accumulator.topics
        self._transactions: Transactions | None = None
        if self.production.transactional_id is not None:
            self._transactions = Transactions(self._sender, self.production.transactional_id, self.production.transaction_timeout_ms)
            # Whether one is open must be looked at: nothing goes by the short way.
            self._topics = {}
        self._reporter: Reporter | None = None
        if checked_audit(audit) is not None:
            self._count_for(audit, now_ms, connect)  # type: ignore[arg-type]
        self._most_messages = self.production.backlog_messages
        self._now_ms = self.routing.now_ms
        self._roomless: list[Deferred[None]] = []
        self._refused: Callable[[str, int], DeliveryFailed] | None = None
        # Who debugs Deferreds wants to see where each was made.
        self._new_delivery: Callable[[], Deferred[RecordPlace]] = Deferred if Deferred.debug else new_delivery

    def _count_for(self, audit: Audit, now_ms: Callable[[], int] | None, connect: Connect | None) -> None:
        """Count what is sent, from now on."""
        routing, accumulator = self.routing, self._accumulator
        settings = dataclasses.replace(self.settings, allow_auto_create_topics=False)

        def through_ms() -> int:
            oldest_ms = accumulator.oldest_ms()
            return routing.now_ms() if oldest_ms is None else oldest_ms - 1

        def make_sender() -> Producer:
            return Producer(self.reactor, settings, now_ms=now_ms, connect=connect, partitioner="key")

        reporter = self._reporter = Reporter(
            self.reactor, routing.now_ms, audit.interval_ms, make_sender, through_ms=through_ms, client=self.settings.client_id
        )
        incarnation = new_incarnation()
        counts = ProducedCounts(
            audit,
            reporter,
            lambda: producer_writer(datacenter_of(routing.metadata), self.settings.client_id, principal_of(self.settings), incarnation),
            incarnation,
            routing.now_ms,
            host_name(),
            acknowledges=self.production.required_acks != 0,
        )
        accumulator.on_settled = counts.settled
        # A quarter of a record's time at most, so that none fails because its producer was announced first.
        most_s = min(FIRST_S, self.production.delivery_timeout_ms / 4000)

        def announce() -> Deferred[None]:
            counts.begin()
            return reporter.announce(routing.ask_any(topic_question()).addCallback(has_topic), most_s)

        self._sender.announce = announce
        if audit.numbers:
            reporter.numbers = counts
            accumulator.header_of = counts.header_of

    # Sending

    def send(
        self,
        topic: str,
        value: bytes | None,
        key: bytes | None = None,
        headers: Headers = (),
        partition: int | None = None,
        timestamp_ms: int | None = None,
    ) -> Deferred[RecordPlace]:
        """Send one record.

        :param value: None deletes the key in a compacted topic (a tombstone).
        :param headers: (name, bytes or None), as often as wanted; order is kept.
        :param partition: the partitioner chooses where not given.
        :param timestamp_ms: now, where not given.
        :returns: fires with where it stands; fails with `DeliveryFailed`. To cancel it does not take the record back.
        :raises TypeError: a key or value that is not bytes or None.
        :raises ValueError: a negative partition or timestamp.
        """
        if timestamp_ms is None:
            timestamp_ms = self._now_ms()
            # The common case, in few steps: an open batch takes it. All else is `_send`.
            state = self._topics.get(topic)
            accumulator = self._accumulator
            if state is not None and accumulator.held < accumulator.fast_below and accumulator.messages < self._most_messages:
                if partition is not None:
                    batch = None
                elif key is None:
                    batch = state.sticky_batch
                elif state.count and type(key) is bytes and state.partitioner.keyed and not state.waiting:
                    lane = state.lanes[murmur2(key) % state.count]
                    batch = None if lane is None else lane.open
                else:
                    batch = None
                if batch is not None and (deferreds := batch.deferreds) is not None:
                    size = batch.append(timestamp_ms, key, value, headers, batch.limit)
                    if size >= 0:
                        deferred = self._new_delivery()
                        deferreds.append(deferred)
                        batch.stamps.append(timestamp_ms)  # type: ignore[union-attr]
                        accumulator.held += size - batch.size + MESSAGE_OVERHEAD_BYTES
                        batch.size = size
                        accumulator.messages += 1
                        return deferred
        return self._send(topic, key, value, headers, partition, timestamp_ms)

    def _send(
        self, topic: str, key: bytes | None, value: bytes | None, headers: Headers, partition: int | None, timestamp_ms: int
    ) -> Deferred[RecordPlace]:
        key, value, headers = checked(key), checked(value), checked_headers(headers)
        check_numbers(partition, timestamp_ms)
        deferred = self._new_delivery()
        size = record_bound(key, value, headers) + MESSAGE_OVERHEAD_BYTES
        try:
            self._start(topic, deferred)
            self._accumulator.add(Single(topic, key, value, headers, partition, timestamp_ms, self._now_ms(), size, deferred))
            self._sender.watch_deadline()
        except DeliveryFailed as error:
            return self._refuse(error)
        return deferred

    def send_many(
        self,
        topic: str,
        values: Iterable[bytes | None],
        *,
        key: bytes | None = None,
        keys: Sequence[bytes | None] | None = None,
        headers: Headers = (),
        partition: int | None = None,
        timestamp_ms: int | None = None,
    ) -> Deferred[list[PlacedRange]]:
        """Send many values at the price of a few: nothing is made per record. The values are referred to until they are in batches: a
        list must not be changed meanwhile.

        :param key: for all of them; :param keys: one for each.
        :returns: fires when all are acknowledged, with where they stand: in order of the values, unless keys or the partitioner spread
            them. Fails with `DeliveryFailed`, whose `placed` says what was written. Each record has ``delivery_timeout_ms`` from when
            there was room for it.
        :raises ValueError: `key` together with `keys`, or another number of them; a negative partition or timestamp.
        """
        given: list[bytes | None] = values if type(values) is list else list(values)
        given_keys = None if keys is None else list(keys)
        if given_keys is not None:
            if key is not None:
                raise ValueError("give key or keys, not both")
            if len(given_keys) != len(given):
                raise ValueError(f"{len(given_keys)} keys for {len(given)} values")
        if timestamp_ms is None:
            timestamp_ms = self._now_ms()
        check_numbers(partition, timestamp_ms)
        key, headers = checked(key), checked_headers(headers)
        deferred: Deferred[list[PlacedRange]] = Deferred()
        try:
            self._start(topic, deferred)
            if not given:
                return succeed([])
            bulk = Bulk(topic, given, given_keys, key, headers, partition, timestamp_ms, self._now_ms(), deferred)
            self._accumulator.add_bulk(bulk)
            self._sender.watch_deadline()
        except DeliveryFailed as error:
            return self._refuse(error)
        return deferred

    def _refuse(self, error: DeliveryFailed) -> Deferred[Any]:
        if self._transactions is not None and self._transactions.state is State.OPEN:
            self._transactions.failed(error)
        return fail(error)

    def _start(self, topic: str, deferred: Deferred[Any]) -> None:
        transactions = self._transactions
        if transactions is not None:
            try:
                transactions.check_open()
            except TransactionFailed as error:
                raise DeliveryFailed(error.code, str(topic), -1, error.message) from error

            def failed(failure: Failure) -> Failure:
                if isinstance(failure.value, KlogError):
                    transactions.failed(failure.value)
                return failure

            deferred.addErrback(failed)
        if self._refused is not None:
            raise self._refused(str(topic), -1)
        if not self.running:
            try:
                self.ensure_started()
            except ClientStopped as error:
                raise DeliveryFailed(error.code, str(topic), -1, error.message) from error

    # Transactions

    def transaction(self) -> Transaction:
        """A transaction, to be opened by ``async with``; one after the other.

        ::

            producer = Producer(reactor, "kafka-1:9092", transactional_id="billing-1")
            async with producer.transaction() as transaction:
                transaction.send("orders", b"...")
                transaction.send("invoices", b"...")

        The first one of a producer waits until what another producer of the same id has left is completed or aborted; that producer is
        fenced, and can do nothing more. What is promised, and what is not: docs/transactions.md.

        :raises ConfigError: the producer has no ``transactional_id``.
        """
        if self._transactions is None:
            raise ConfigError("transactional_id", None, "a producer needs one for transactions")
        self.ensure_started()
        return Transaction(self, self._transactions)

    # Waiting

    def flush(self) -> Deferred[None]:
        """Send without lingering what was given so far; fires when all of it is acknowledged or has failed, which takes at most
        ``delivery_timeout_ms``.
        """
        deferred: Deferred[None] = Deferred()
        self._accumulator.watch(lambda: deferred.callback(None) if not deferred.called else None)
        return deferred

    @property
    def backlog_bytes(self) -> int:
        """What is held in memory: sent and not acknowledged, or waiting in line."""
        return self._accumulator.held + self._accumulator.line_bytes

    @property
    def backlog_messages(self) -> int:
        """How many messages that is; a bulk in line counts as one."""
        return self._accumulator.messages + len(self._accumulator.line)

    def held_now(self) -> dict[str, int]:
        """What waits to be sent now, for the statistics."""
        return {"backlog_bytes_now": self.backlog_bytes, "backlog_messages_now": self.backlog_messages}

    def room(self) -> Deferred[None]:
        """Fires when the backlog is at most half full, at once where it is: for loops that send without waiting for each answer.

        ::

            for line in lines:
                producer.send("lines", line).addErrback(log.failure)
                await producer.room()
        """
        if self._has_room() or self._refused is not None:
            return succeed(None)
        deferred: Deferred[None] = Deferred(self._no_room_wanted)
        self._roomless.append(deferred)
        if len(self._roomless) == 1:
            self._accumulator.on_release = self._look_for_room
        return deferred

    def _no_room_wanted(self, deferred: Deferred[None]) -> None:
        if deferred in self._roomless:
            self._roomless.remove(deferred)

    def _has_room(self) -> bool:
        accumulator = self._accumulator
        return (
            not accumulator.line
            and accumulator.held <= self.production.backlog_bytes // 2
            and accumulator.messages <= self.production.backlog_messages // 2
        )

    def _look_for_room(self) -> None:
        while self._roomless and (self._has_room() or self._refused is not None):
            self._roomless.pop(0).callback(None)
        if not self._roomless:
            self._accumulator.on_release = None

    # Pouring in

    def sink(
        self,
        topic: str,
        *,
        key: bytes | None = None,
        partition: int | None = None,
        headers: Headers = (),
        delimiter: bytes | None = b"\n",
        max_record_bytes: int | None = None,
        high_bytes: int | None = None,
    ) -> ProducerSink:
        """An `IConsumer` that makes records of what is poured in: lines, or chunks as they come where `delimiter` is None.

        ::

            sink = producer.sink("syslog")
            sink.registerProducer(transport, streaming=True)   # paused when the brokers are slower
            ...
            sink.finish()                                      # Deferred: everything is acknowledged

        :param max_record_bytes: longer lines are cut; half of ``max_request_bytes`` where not given.
        :param high_bytes: the source is paused when so much is not acknowledged; an eighth of the backlog where not given.
        """
        return ProducerSink(
            self,
            topic,
            key=key,
            partition=partition,
            headers=headers,
            delimiter=delimiter,
            max_record_bytes=max_record_bytes or self.production.max_request_bytes // 2,
            high_bytes=high_bytes or self.production.backlog_bytes // 8,
        )

    # Service

    def starting(self) -> None:
        """Report what is counted, now and then."""
        if self._reporter is not None:
            self._reporter.start()

    def stopping(self) -> Deferred[None]:
        """Take nothing more; deliver what was taken, for at most ``stop_timeout_ms``; fail what is left."""
        transactions = self._transactions
        if transactions is not None and transactions.state in (State.OPEN, State.DOOMED):
            # What is open is not finished.
            flushed: Deferred[None] = Deferred.fromCoroutine(transactions.abort())
        elif transactions is not None and transactions.state is State.ENDING:
            flushed = transactions.ended()
        else:
            flushed = self.flush()
        self._refused = lambda topic, partition: DeliveryFailed(
            ErrorCode.OPERATION_NOT_ATTEMPTED, topic, partition, "the producer was stopped"
        )
        self._accumulator.fast_below = -1
        self._accumulator.refusing = True
        flushed.addTimeout(self.production.stop_timeout_ms / 1000, self.reactor)
        stopped = flushed.addBoth(self._flushed)
        reporter = self._reporter
        return stopped if reporter is None else stopped.addCallback(lambda _: reporter.stop())

    def _flushed(self, _: object) -> None:
        why = "the producer was stopped before the record was acknowledged"
        self._sender.stop(lambda topic, partition: DeliveryFailed(ErrorCode.OPERATION_NOT_ATTEMPTED, topic, partition, why))
        self._look_for_room()

    def stopService(self) -> Deferred[None]:
        """Flush, then close; see `stopping`."""
        if not self.running and self._refused is None:
            self._refused = lambda topic, partition: DeliveryFailed(
                ErrorCode.OPERATION_NOT_ATTEMPTED, topic, partition, "the producer was stopped"
            )
        return super().stopService()
