"""A cluster in memory, and producers that ask it by the wire, each request of the broker that is to answer it."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.coordinators.runtime import partition_of
from klog.broker.transactions.coordinator import TransactionCoordinator
from klog.broker.transactions.shard import TransactionShard
from klog.broker.transactions.states import TransactionState
from klog.broker.transactions.transaction import Transaction
from klog.client.fetching.consumer import Consumer
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.net.broker_connection import BrokerConnection
from klog.net.connection_settings import ConnectionSettings
from klog.storage.log.log import Log
from klog.testing.broker import MemoryBroker
from klog.testing.cluster import MemoryCluster
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.messages.produce import ProduceRequest
from klog.wire.messages.txn_offset_commit import TxnOffsetCommitRequest

STATE, OFFSETS = "__transaction_state", "__consumer_offsets"
SETTINGS = {
    "transaction.state.log.num.partitions": "3",
    "offsets.topic.num.partitions": "3",
    "auto.create.topics.enable": "false",
    "transaction.max.timeout.ms": "60000",
    "replica.fetch.wait.max.ms": "100",
}
#: Partition n is led by broker n + 1.
P = [TopicPartition("t", index) for index in range(3)]
#: What a client asks again.
AGAIN = frozenset(
    {
        ErrorCode.COORDINATOR_NOT_AVAILABLE,
        ErrorCode.COORDINATOR_LOAD_IN_PROGRESS,
        ErrorCode.NOT_COORDINATOR,
        ErrorCode.NOT_LEADER_OR_FOLLOWER,
        ErrorCode.CONCURRENT_TRANSACTIONS,
        ErrorCode.NOT_ENOUGH_REPLICAS,
        ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
    }
)


class TransactionClusterCase(SynchronousTestCase):
    """Three brokers with the topic t of three partitions, each on all of them, and the topics of both coordinators.

    :ivar broker: one that lives; producers go by its clock.
    """

    settings: dict[str, str] = {}

    def setUp(self) -> None:
        self.cluster = MemoryCluster(3, properties={**SETTINGS, "offsets.topic.replication.factor": "3", **self.settings}).start()
        self.addCleanup(self.end)
        self.reactor = self.cluster.reactor
        self._connections: dict[int, BrokerConnection] = {}
        self.cluster.create_topic("t", assignments={index: [1 + (index + other) % 3 for other in range(3)] for index in range(3)})
        for kind, topic in ((0, OFFSETS), (1, STATE)):
            self.send(1, FindCoordinatorRequest(key="x", key_type=kind), 3)
            self.until(lambda topic=topic: all(self.cluster.leader(topic, index) >= 0 for index in range(3)))  # type: ignore[misc]
        self.until(lambda: all(broker.broker.transactions.coordinator.shards for broker in self.cluster.brokers.values()))  # type: ignore[union-attr]

    def end(self) -> None:
        for connection in self._connections.values():
            connection.close()
        self.cluster.stop()

    @property
    def broker(self) -> MemoryBroker:
        return self.cluster.brokers[1]

    def until(self, look: Any, most_s: float = 60.0) -> None:
        """Let time pass until `look` gives something true."""
        left_s = most_s
        while not look():
            self.assertGreater(left_s, 0, "it did not happen")
            self.cluster.advance(0.05)
            left_s -= 0.05

    # Asking

    def begin(self, broker_id: int, request: Any, version: int) -> Any:
        """Ask a broker, and wait for nothing."""
        connection = self._connections.get(broker_id)
        if connection is None:
            host, _, port = self.cluster.brokers[broker_id].bootstrap.rpartition(":")
            settings = ConnectionSettings(request_timeout_ms=20_000)
            connection = self._connections[broker_id] = BrokerConnection(
                self.cluster.client("producer"), host, int(port), client_id="producer", settings=settings
            )
        return connection.request(request, version=version)

    def send(self, broker_id: int, request: Any, version: int) -> Any:
        """What a broker answers."""
        return self.cluster.until(self.begin(broker_id, request, version))

    def whom(self, request: Any) -> int:
        """Who is to answer it."""
        if isinstance(request, ProduceRequest):
            topic = request.topic_data[0]
            return self.leader(topic.name, topic.partition_data[0].index)
        if isinstance(request, TxnOffsetCommitRequest):
            return self.leader(OFFSETS, partition_of(request.group_id, 3))
        name = getattr(request, "transactional_id", None) or getattr(request, "v3_and_below_transactional_id", "x")
        return self.coordinator_of(name)

    def ask(self, request: Any, version: int) -> Any:
        """What is answered by whoever is to."""
        return self.send(self.whom(request), request, version)

    def retry(self, act: Any) -> ErrorCode:
        """Do it again, as clients do, until it is answered with something definite."""
        for _ in range(200):
            code = act()
            codes = code if isinstance(code, list) else [code]
            if not AGAIN.intersection(codes):
                return ErrorCode(codes[0])
            self.cluster.advance(0.1)
        raise AssertionError(f"it is answered with {code} for ever")

    # What there is

    def leader(self, topic: str, partition: int) -> int:
        """Who leads it, as soon as somebody does who lives."""
        self.until(lambda: self.cluster.leader(topic, partition) in self.cluster.ready)
        return self.cluster.leader(topic, partition)

    def coordinator_of(self, transactional_id: str = "x") -> int:
        """Who coordinates it, as ZooKeeper has it."""
        return self.leader(STATE, partition_of(transactional_id, 3))

    def name_led_by(self, broker_id: int, topic: str = STATE) -> str:
        """A transactional id, or a group, that a broker coordinates."""
        return next(name for name in map(str, range(1000)) if self.cluster.leader(topic, partition_of(name, 3)) == broker_id)

    def coordinator(self, broker_id: int) -> TransactionCoordinator:
        """A broker's."""
        transactions = self.cluster.brokers[broker_id].broker.transactions
        assert transactions is not None
        return transactions.coordinator

    def shard(self, transactional_id: str = "x") -> TransactionShard:
        """Where the id is kept."""
        return self.coordinator(self.coordinator_of(transactional_id)).shards[partition_of(transactional_id, 3)]

    def known(self, transactional_id: str = "x") -> Transaction | None:
        """What its coordinator knows of the id; None: nothing, or not yet."""
        shards = self.coordinator(self.coordinator_of(transactional_id)).shards
        shard = shards.get(partition_of(transactional_id, 3))
        return None if shard is None else shard.transactions.get(transactional_id)

    def until_state(self, state: TransactionState, transactional_id: str = "x", most_s: float = 60.0) -> None:
        """Let time pass until the id's transaction is in this state."""

        def look() -> bool:
            known = self.known(transactional_id)
            return known is not None and known.state is state

        self.until(look, most_s)

    def log(self, partition: TopicPartition, broker_id: int | None = None) -> Log:
        """A partition's log at its leader, or at a broker."""
        partitions = self.cluster.brokers[self.leader(*partition) if broker_id is None else broker_id].broker.partitions
        assert partitions is not None
        found = partitions.replica(*partition)
        assert found is not None
        return found.log

    def stable(self, *partitions: TopicPartition) -> list[bool]:
        """Whether nothing is open in these partitions."""
        return [self.log(one).last_stable_offset == self.log(one).end_offset for one in partitions]

    def read(self) -> list[bytes]:
        """What a consumer of committed data is given, sorted."""

        async def all_of_it() -> list[bytes]:
            consumer = Consumer(
                self.cluster.client("consumer"),
                self.cluster.bootstrap,
                auto_offset_reset="earliest",
                isolation_level="read_committed",
                request_timeout_ms=3_000,
            )
            await consumer.assign(P)
            found: list[bytes] = []
            for _ in range(4):
                for messages in await consumer.poll(timeout_ms=500):
                    found += [bytes(message.value) for message in messages]
            await consumer.stopService()
            return found

        return sorted(self.cluster.until(all_of_it()))
