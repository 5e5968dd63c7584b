"""`TransactionalProcessor`: reads as a member of a group, works, and writes, each input once in the output (KIP-98, KIP-447).

One round::

      poll ---> begin ---> work(message_sets, transaction) ---> offsets of the group ---> commit
       ^                      |              |                        |                     |
       |                      '--------------'--- any of them fails --'---------------------'
       |                                              |
       '---- rewind the group to what was committed <-' the transaction is aborted

**Rebalances.** Partitions that the group takes back stay ours until the round is over (``on_revoked`` waits for it), so that nothing is
thrown away. What is lost at once (the group thought us dead) must not be finished: the work function is cancelled, the transaction aborted.
If we notice it too late, the group does: the offsets are written in the name of a member and its generation, and are refused. So others
begin exactly where the last committed transaction ended; while one is still being decided, they wait for it.

**One producer per process**, whatever partitions it has: since the group fences by generation, no producer per partition is needed, and a
crash leaves one open transaction at most, which others wait for until ``transaction_timeout_ms`` is over.

**Bounds.** A round has at most ``max_records`` records; meanwhile the next ones are fetched, within ``prefetch_bytes``. What the work
function sends is bounded by the producer's backlog: whoever sends a lot awaits ``transaction.room()``.
"""

from __future__ import annotations

import random as random_
import uuid
from collections.abc import Callable, Collection
from typing import Any, Self, TypeAlias, Unpack, cast

from twisted.application import service
from twisted.internet.defer import CancelledError, Deferred, succeed
from twisted.logger import Logger

from klog.client.fetching.record_views import MessageSet
from klog.client.groups.group import ConsumerGroup
from klog.client.groups.members import Places, wait_within
from klog.client.groups.settings import GroupOptions, Topics
from klog.client.options import Room, names_of, unknown_option
from klog.client.processing.failures import Remedy, WorkFailed, remedy_for
from klog.client.producing.producer import Producer
from klog.client.producing.producer_types import OWN_NAMES, ProducerOptions
from klog.client.requests.transactions import MEMBER_OFFSET_COMMIT
from klog.client.retry import ClientStopped, trouble_of
from klog.client.routing import Connect
from klog.client.service import Client, Where
from klog.client.settings import CLIENT_OPTION_NAMES
from klog.client.transactions.transaction import Transaction
from klog.config import ConfigError
from klog.errors import ErrorCode, KlogError
from klog.model import Committed, TopicPartition
from klog.retry_policy import Trouble
from klog.wire.messages.txn_offset_commit import TxnOffsetCommitRequest

_log = Logger()

#: Called with what was polled and the open transaction; may return a Deferred or a coroutine.
Work: TypeAlias = Callable[[list[MessageSet], Transaction], Any]

#: As Kafka Streams': so long others may wait for what a crash leaves open.
_TRANSACTION_TIMEOUT_MS = 10_000
_POLL_MS = 1_000
_GROUP_NAMES = frozenset(names_of(Room.GROUP) | names_of(Room.CONSUMER))
#: What cannot be another way.
_FIXED = {
    "isolation_level": "it is read_committed",
    "auto_commit_interval_ms": "offsets are committed with the transactions",
    "acks": 'it is "all"',
    "enable_idempotence": "it is True",
}


class ProcessorOptions(GroupOptions, ProducerOptions, total=False):
    """Keyword arguments of `TransactionalProcessor`: those of `ConsumerGroup` and of `Producer`, but what must be as it is for results to
    count once: ``isolation_level``, ``auto_commit_interval_ms``, ``acks``, ``enable_idempotence``."""


class TransactionalProcessor(service.Service):
    """Works on what a group reads, and has results and offsets count together, each input once.

    ::

        async def bill(message_sets, transaction):
            for message_set in message_sets:
                for message in message_set:
                    transaction.send("invoices", make_invoice(message.value), key=message.key)

        processor = TransactionalProcessor(reactor, "kafka:9092", "billing", ["orders"], bill, auto_offset_reset="earliest")
        processor.setServiceParent(application)

    Run as many processes of a group as there is work for, and end them as you like; readers of the results need
    ``isolation_level="read_committed"``. Where the work function fails, the transaction is aborted and the same records come again, up to
    `max_attempts` times in a row; then the processor ends, and `when_finished` fails with `klog.client.processing.failures.WorkFailed`.
    What the function does outside of Kafka may so be done several times. It may send to any topics, or to none.

    :param reactor: IReactorTCP, IReactorTime and IReactorPluggableNameResolver.
    :param bootstrap_servers: ``host:port,host:port``, or a `klog.client.service.Client` whose connections are shared.
    :param topics: names, or a compiled pattern; see `ConsumerGroup`, also for `pattern`.
    :param work: called with a list of `MessageSet` and the open `Transaction`; may return a Deferred or a coroutine.
    :param transactional_id: the name of this process, of which there may be only one at a time: a process that comes back under its name
        finishes at once what its predecessor left open, and a second one takes over from the first, which ends with `ProducerFenced`. Where
        not given the processor has a name of its own that nobody else has, and others wait for what a crash leaves open until
        ``transaction_timeout_ms`` (10 s where not given) is over.
    :param max_records: of one transaction at most.
    :param max_attempts: how often the work function may fail in a row; None: for ever.
    :param options: `ProcessorOptions`.
    :raises ConfigError: an option that does not exist or cannot be; one sentence.

    :ivar committed: transactions; :ivar aborted: those that failed.
    :ivar failure: why it has ended for good.
    """

    def __init__(
        self,
        reactor: Any,
        bootstrap_servers: Where,
        group_id: str,
        topics: Topics = None,
        work: Work | None = None,
        *,
        pattern: str | None = None,
        max_records: int = 10_000,
        max_attempts: int | None = 3,
        hooks: object = None,
        random: random_.Random | None = None,
        now_ms: Callable[[], int] | None = None,
        connect: Connect | None = None,
        **options: Unpack[ProcessorOptions],
    ) -> None:
        if work is None or not callable(work):
            raise ConfigError("work", repr(work), "a function of message sets and a transaction is needed")
        if max_records < 1:
            raise ConfigError("max_records", str(max_records), "at least 1 is needed")
        if max_attempts is not None and max_attempts < 1:
            raise ConfigError("max_attempts", str(max_attempts), "at least 1 is needed, or None")
        client, group, producer = _divided(options)
        self.reactor = reactor
        self.committed = self.aborted = 0
        self.failure: BaseException | None = None
        self._work = work
        self._max_records = max_records
        self._max_attempts = max_attempts
        self._is_named = producer.get("transactional_id") is not None
        if not self._is_named:
            producer["transactional_id"] = f"{group_id}-{uuid.UUID(int=(random or random_.SystemRandom()).getrandbits(128))}"
        producer.setdefault("transaction_timeout_ms", _TRANSACTION_TIMEOUT_MS)
        self._own_client: Client | None = None
        if isinstance(bootstrap_servers, Client):
            if client:
                raise ConfigError(next(iter(client)), None, "a Client was given, and says this already; give it to that instead")
            self._client = bootstrap_servers
        else:
            self._client = self._own_client = Client(
                reactor, bootstrap_servers, hooks=hooks, random=random, now_ms=now_ms, connect=connect, **client
            )
        shared_hooks = hooks if self._own_client is None else None
        self.group = ConsumerGroup(
            reactor,
            self._client,
            group_id,
            topics,
            pattern=pattern,
            on_revoked=self._revoked,
            on_lost=self._lost,
            hooks=shared_hooks,
            isolation_level="read_committed",
            auto_commit_interval_ms=None,
            **group,
        )
        self._make_producer: Callable[[], Producer] = lambda: Producer(reactor, self._client, hooks=shared_hooks, **producer)
        self.producer = self._make_producer()
        self._backoff = self.group.routing.backoff()
        self._attempts = 0
        self._running: Deferred[None] | None = None
        self._stopping: Deferred[None] | None = None
        self._waiters: list[Deferred[None]] = []
        self._is_over = self._is_stopping = self._is_finished = False
        #: What is waited for and not wanted any more when we stop: records, or the end of a pause.
        self._idling: Deferred[Any] | None = None
        #: The work function's; None where it is not at work.
        self._working: Deferred[Any] | None = None
        #: Fire when the round is over.
        self._round_ends: list[Deferred[None]] = []
        self._is_in_round = False
        self._is_lost = self._has_checked_brokers = False
        self._committed: dict[TopicPartition, Committed] = {}

    @property
    def transactional_id(self) -> str:
        """The name of its producer."""
        return str(self.producer.production.transactional_id)

    # Service

    def startService(self) -> None:
        """Once; one that was stopped stays so.

        :raises ClientStopped: it was stopped before.
        """
        if self._stopping is not None:
            raise ClientStopped("the processor was stopped; make a new one")
        if self._running is not None:
            return
        cast(Any, super()).startService()
        if self._own_client is not None:
            self._own_client.startService()
        self.group.startService()
        self.producer.startService()
        self._running = Deferred.fromCoroutine(self._live())
        self._running.addErrback(self._broken)

    def stopService(self) -> Deferred[None]:
        """Finish what is under way, for at most ``stop_timeout_ms``, then abort it; leave the group. Never fails."""
        if self._stopping is None:
            cast(Any, super()).stopService()
            self._stopping = Deferred.fromCoroutine(self._stop())
            self._stopping.addErrback(lambda failure: _log.failure("{who}: stopping failed", failure, who=self._who))
            self._stopping.addBoth(self._finish)
        return self._when_over()

    def when_finished(self) -> Deferred[None]:
        """Fires when it was stopped, each time it is called.

        :raises WorkFailed: the work function failed too often.
        :raises ProducerFenced: another process has taken our name, or we may not use it.
        :raises KlogError: what else ended it for good: the group cannot be read.
        """
        return self._when_over().addCallback(lambda _: self._raise_failure())

    def _raise_failure(self) -> None:
        if self.failure is not None:
            raise self.failure

    def _when_over(self) -> Deferred[None]:
        if self._is_finished:
            return succeed(None)
        waiter: Deferred[None] = Deferred()
        self._waiters.append(waiter)
        return waiter

    def _finish(self, _: object) -> None:
        self._is_finished = True
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            if not waiter.called:
                waiter.callback(None)

    async def __aenter__(self) -> Self:
        self.startService()
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.stopService()

    async def _stop(self) -> None:
        self._is_stopping = True
        if self._idling is not None:
            self._idling.cancel()
        if self._running is not None:
            patience_s = self.producer.production.stop_timeout_ms / 1000
            if not await wait_within(self.reactor, patience_s, self._running):
                _log.warn("{who}: the work is not done {limit} s after the stop began, and is aborted", who=self._who, limit=patience_s)
                if self._working is not None:
                    self._working.cancel()
                if not await wait_within(self.reactor, patience_s, self._running):
                    self._running.cancel()
        await self.group.stopService()
        await self.producer.stopService()
        if self._own_client is not None:
            await self._own_client.stopService()

    @property
    def _who(self) -> str:
        return f"group {self.group.group_id}, transactional id {self.transactional_id}"

    def _broken(self, failure: Any) -> None:
        """The loop has ended by what is no failure of a round: a mistake in klog, or the stop did not want to wait."""
        if failure.check(CancelledError) and self._is_stopping:
            return
        _log.failure("{who}: broke down", failure, who=self._who)
        self._end(failure.value)

    def _end(self, error: BaseException) -> None:
        """For good."""
        if self._is_stopping:
            return
        if not isinstance(error, ClientStopped):
            self.failure = error
            _log.error("{who}: ends: {why}", who=self._who, why=str(error))
        self._is_over = True
        self.reactor.callLater(0, self.stopService)

    # Rounds

    async def _live(self) -> None:
        while not self._is_stopping and not self._is_over:
            try:
                message_sets = await self._poll()
            except CancelledError:
                return
            except KlogError as error:
                # Polls fail for good only.
                self._end(error)
                return
            if not message_sets and (self._is_stopping or not self._news(())):
                continue
            self._is_in_round = True
            try:
                await self._round(message_sets)
            except GeneratorExit:
                # Nobody runs us any more, nor who waits for the end of the round.
                self._round_ends.clear()
                raise
            finally:
                self._is_in_round = self._is_lost = False
                ends, self._round_ends = self._round_ends, []
                for end in ends:
                    end.callback(None)

    async def _poll(self) -> list[MessageSet]:
        polling = self._idling = self.group.poll(self._max_records, _POLL_MS)
        try:
            return await polling
        finally:
            self._idling = None

    async def _round(self, message_sets: list[MessageSet]) -> None:
        """One transaction; where it fails, back to what was committed.

        :param message_sets: none where the group has come past what has no records, as the markers of those who were aborted: it need not
            seem to be behind. This is a transaction, too: a commit outside of one that was delayed on its way would take the group back.
        """
        began_s = self.reactor.seconds()
        try:
            news = self._news({TopicPartition(each.topic, each.partition) for each in message_sets})
            if not self._has_checked_brokers:
                await self._check_brokers()
            async with self.producer.transaction() as transaction:
                await self._call_work(message_sets, transaction)
                await transaction.send_offsets(self.group, news)
        except (Exception, CancelledError) as error:
            self.aborted += 1
            open_ms = (self.reactor.seconds() - began_s) * 1000
            await self._go_back(error, open_ms)
        else:
            self.committed += 1
            self._committed.update(news)
            self._attempts = 0
            self._backoff.reset()

    async def _check_brokers(self) -> None:
        routing = self.group.routing
        node = await routing.coordinator(self.group.group_id)
        if (await routing.versions(node, purpose="group")).choose(TxnOffsetCommitRequest) < MEMBER_OFFSET_COMMIT:
            raise KlogError(
                ErrorCode.UNSUPPORTED_VERSION,
                "the brokers take the offsets of any member, whether it has lost its partitions or not (before KIP-447, Kafka 2.5), so"
                " results could be written twice",
            )
        self._has_checked_brokers = True

    def _news(self, worked_on: Collection[TopicPartition]) -> dict[TopicPartition, Committed]:
        """How far the group is, where it is to be told: of what is worked on in any case, since others may have moved its offsets."""
        places = {tp: Committed(*place) for tp, place in self.group.handed().items()}
        return {tp: place for tp, place in places.items() if tp in worked_on or self._committed.get(tp) != place}

    async def _call_work(self, message_sets: list[MessageSet], transaction: Transaction) -> None:
        if self._is_lost:
            raise _Lost
        if not message_sets:
            return
        working = self._working = self.group.watchdog.call(self._work, message_sets, transaction)
        try:
            await working
        except CancelledError:
            if self._is_lost:
                raise _Lost from None
            raise
        finally:
            self._working = None

    async def _go_back(self, error: BaseException, open_ms: float) -> None:
        is_out_of_time = open_ms >= self.producer.production.transaction_timeout_ms
        remedy = Remedy.AGAIN if isinstance(error, _Lost) else remedy_for(error, is_named=self._is_named, is_out_of_time=is_out_of_time)
        if remedy is Remedy.COUNTED:
            self._attempts += 1
            if self._max_attempts is not None and self._attempts >= self._max_attempts:
                failed = WorkFailed(error, self._attempts)
                failed.__cause__ = error
                self._end(failed)
                return
        if remedy is Remedy.END:
            self._end(error)
            return
        if self._is_stopping:
            return
        _log.warn("{who}: a transaction was aborted, and is tried again: {why}", who=self._who, why=f"{type(error).__name__}: {error}")
        if remedy is Remedy.NEW_PRODUCER:
            await self.producer.stopService()
            self.producer = self._make_producer()
        await self._pause()
        await self._rewind()

    async def _pause(self) -> None:
        waiting = self._idling = self.group.routing.wait_ms(self._backoff)
        try:
            await waiting
        except (CancelledError, ClientStopped):
            return
        finally:
            self._idling = None

    async def _rewind(self) -> None:
        """Until it is done, or not wanted any more."""
        self._committed.clear()
        while not self._is_stopping:
            rewinding = self._idling = self.group.rewind()
            try:
                await rewinding
                return
            except CancelledError:
                return
            except KlogError as error:
                if trouble_of(error) is Trouble.LASTING:
                    self._end(error)
                    return
                _log.warn("{who}: committed offsets are not known: {why}", who=self._who, why=str(error))
            finally:
                self._idling = None
            await self._pause()

    # What the group says

    def _revoked(self, places: Places) -> Deferred[None]:
        """Give these partitions up when the round is over."""
        self._forget(places)
        if not self._is_in_round:
            return succeed(None)
        end: Deferred[None] = Deferred()
        self._round_ends.append(end)
        return end

    def _lost(self, places: Places) -> None:
        """Others have these already."""
        self._forget(places)
        if self._is_in_round:
            self._is_lost = True
            if self._working is not None:
                self._working.cancel()

    def _forget(self, places: Places) -> None:
        for place in places:
            self._committed.pop(place, None)


class _Lost(Exception):
    """The group has given our partitions to others in the middle of a round."""


def _divided(options: Any) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """The options of the client, of the group, and of the producer.

    :raises ConfigError: a name that nobody knows, with the nearest that somebody does; one that cannot be another way.
    """
    client: dict[str, Any] = {}
    group: dict[str, Any] = {}
    producer: dict[str, Any] = {}
    for name, value in options.items():
        if name in _FIXED:
            raise ConfigError(name, repr(value), f"a TransactionalProcessor takes none: {_FIXED[name]}")
        if name == "allow_auto_create_topics":
            producer[name] = value
        elif name in CLIENT_OPTION_NAMES:
            client[name] = value
        elif name in _GROUP_NAMES:
            group[name] = value
        elif name in OWN_NAMES:
            producer[name] = value
        else:
            raise unknown_option(name, (CLIENT_OPTION_NAMES | _GROUP_NAMES | OWN_NAMES) - set(_FIXED))
    return client, group, producer
