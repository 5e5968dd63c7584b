"""Writers: instances of transactional ids, each with klog's conversation of clients, that write one transaction after the other."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

from twisted.internet.defer import Deferred, succeed

from klog.broker.transactions.transaction import MAX_EPOCH
from klog.client.requests.find_coordinator import GROUP
from klog.client.requests.transactions import TransactionProtocol
from klog.client.retry import Action, what_to_do
from klog.client.transactions.coordination import Coordination
from klog.client.transactions.errors import ProducerFenced
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.net.api_ranges import ApiRanges
from klog.net.client.errors import BrokerUnreachable
from klog.retry_policy import Backoff, RetryPolicy
from klog.testing.cluster_invariants import Violation
from klog.wire.apis import APIS
from klog.wire.schema import Message
from tests.broker.cluster_lives.transaction_life import TransactionHistory, Written
from tests.broker.transactions.protocol_lives.cluster import TIMEOUT_MS, Cluster
from tests.broker.transactions.protocol_lives.logs import Data
from tests.broker.transactions.protocol_lives.world import Plan

STEP_TIMEOUT_MS = 5_000


class ToyRouting:
    """How a client asks its coordinator. Implements `klog.client.transactions.asks_coordinators.AsksCoordinators`."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        self._ranges = ApiRanges(
            "toy:1",
            {key: (api.announced.lowest, api.announced.highest) for key, api in APIS.items()},
            {"transaction.version": 2} if cluster.plan.second else {},
        )

    def coordinator(self, key: str, *, kind: int = GROUP) -> Awaitable[int]:
        return succeed(self.cluster.coordinator.broker_id)

    def versions(self, node_id: int, *, purpose: Any = "data") -> Awaitable[ApiRanges]:
        return succeed(self._ranges)

    def ask_coordinator(
        self, key: str, message: Message, *, version: int | None = None, at_most: int | None = None, kind: int = GROUP
    ) -> Awaitable[Any]:
        asked = self._ranges.choose(type(message), at_most) if version is None else version
        return self.cluster.ask(lambda: self.cluster.answer(message, asked))

    def stale(self, topic: str) -> None:
        pass

    def retry_policy(self, timeout_ms: float | None = None) -> RetryPolicy:
        seconds = self.cluster.clock.seconds
        return RetryPolicy(seconds, Backoff(50, 200, self.cluster.random), seconds() + STEP_TIMEOUT_MS / 1000)

    def wait_ms(self, backoff: float) -> Awaitable[None]:
        return self.cluster.pause(backoff / 1000)


class Writer:
    """One instance of a transactional id: one transaction after the other."""

    def __init__(self, cluster: WrittenCluster, name: str, instance: int) -> None:
        self.cluster, self.name, self.instance = cluster, name, instance
        self.coordination = Coordination(ToyRouting(cluster), name, TIMEOUT_MS)
        self._sequences: dict[TopicPartition, int] = {}
        self._added: set[TopicPartition] = set()
        self._begun_s = 0.0

    async def live(self) -> None:
        """Until it is fenced, or all is over."""
        cluster = self.cluster
        while cluster.goes_on:
            try:
                await self._transact()
            except ProducerFenced as error:
                if cluster.is_calm and cluster.clock.seconds() - self._begun_s < TIMEOUT_MS / 1000:
                    raise Violation(f"{self.name} is fenced, and nobody has come: {error.message}") from error
                if cluster.instances[self.name] != self.instance:
                    return
                # It was late itself: a new producer, as users do it.
                cluster.begin_instance(self.name)
                return
            except KlogError:
                # The coordinator was not to be had in time.
                pass
            await cluster.pause(cluster.random.choice([0.0, 0.01, 0.2]))

    async def _transact(self) -> None:
        cluster, coordination, chance = self.cluster, self.coordination, self.cluster.random
        self._begun_s = cluster.clock.seconds()
        if coordination.needs_epoch:
            await coordination.initialise()
            self._sequences.clear()
        self._added.clear()
        assert coordination.identity is not None
        producer_id, epoch = coordination.identity
        # Who is the newer one the coordinator decides, by the order in which it answered.
        written = Written(self.name, producer_id * (MAX_EPOCH + 1) + epoch)
        cluster.history.opened(written)
        try:
            await self._fill(written)
            if chance.random() < 0.25:
                raise KlogError(ErrorCode.OPERATION_NOT_ATTEMPTED, "aborted by its user")
            written.is_asked = True
        except KlogError as error:
            written.outcome = False
            written.is_over = True
            coordination.needs_epoch = True
            if isinstance(error, ProducerFenced):
                raise
            await coordination.end(commit=False)
            self._next_epoch()
            return
        try:
            await coordination.end(commit=True)
            written.outcome = True
            self._next_epoch()
        except ProducerFenced as error:
            written.outcome = None if error.is_commit_uncertain else False
            raise
        except KlogError as error:
            if error.code is not ErrorCode.REQUEST_TIMED_OUT:
                written.outcome = False
                await coordination.end(commit=False)
                self._next_epoch()
        finally:
            written.is_over = True

    async def _fill(self, written: Written) -> None:
        """What the transaction consists of."""
        cluster, chance = self.cluster, self.cluster.random
        for _ in range(chance.choice([1, 2, 3])):
            name = chance.choice(cluster.outputs)
            value = b"%d" % cluster.next_number()
            cluster.history.wrote(written, name, value)
            await self._write(name, value)
            if chance.random() < 0.2:
                await cluster.pause(chance.choice([0.05, 0.5, 3.0]))

    def _next_epoch(self) -> None:
        if self.coordination.protocol is TransactionProtocol.SECOND:
            self._sequences.clear()

    async def _write(self, name: TopicPartition, value: bytes) -> None:
        cluster, coordination = self.cluster, self.coordination
        adds = coordination.protocol is TransactionProtocol.SECOND
        if not adds and name not in self._added:
            await coordination.add([name])
            self._added.add(name)
        assert coordination.identity is not None
        sequence = self._sequences.get(name, 0)
        data = Data(*coordination.identity, sequence, value)
        version = 12 if adds else 11
        # Seldom it is given up soon, and done all the same.
        until_s = cluster.clock.seconds() + cluster.random.choice([0.1, 3.0, 3.0])
        while (self.name, self.instance) not in cluster.vanished:
            try:
                code = await cluster.ask(lambda: cluster.produce(self.name, name, data, version))
            except BrokerUnreachable as error:
                code = error.code
            if code is ErrorCode.NONE:
                self._sequences[name] = sequence + 1
                return
            if (
                what_to_do(code) is Action.FAIL and code not in (ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, ErrorCode.CONCURRENT_TRANSACTIONS)
            ) or cluster.clock.seconds() > until_s:
                raise KlogError(code, f"{value!r} was not written")
            await cluster.pause(0.05)
        await Deferred()


class WrittenCluster(Cluster):
    """A cluster, and who writes to it.

    :ivar goes_on: whether writers begin more transactions.
    """

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self.history = TransactionHistory()
        self.goes_on = True
        #: Where writers write to.
        self.outputs = list(self.partitions)
        self.instances: dict[str, int] = {}
        self.lives: dict[tuple[str, int], Deferred[None]] = {}
        #: Instances that have died, and leave what is open.
        self.vanished: set[tuple[str, int]] = set()
        self._number = 0

    @property
    def is_calm(self) -> bool:
        """Whether nothing happens that may cost somebody its epoch."""
        plan = self.plan
        return not plan.loss and not plan.late and not any(plan.acts.values())

    def next_number(self) -> int:
        """For values, each once."""
        self._number += 1
        return self._number

    def begin_instance(self, writer: str) -> None:
        """Another instance of a writer."""
        instance = self.instances[writer] = self.instances.get(writer, 0) + 1
        self.lives[writer, instance] = Deferred.fromCoroutine(self._writer(writer, instance).live())

    def _writer(self, writer: str, instance: int) -> Writer:
        return Writer(self, writer, instance)

    def next_instance(self) -> None:
        """Somebody takes a writer for dead."""
        self.begin_instance(self.random.choice(sorted(self.instances)))

    def vanish(self) -> None:
        """A writer dies in the midst of something; perhaps nobody takes its place."""
        writer = self.random.choice(sorted(self.instances))
        self.vanished.add((writer, self.instances[writer]))
        if self.random.random() < 0.5:
            self.begin_instance(writer)
