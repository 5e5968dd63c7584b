"""Puts the room of transactions together: the coordinator, who writes its markers, who asks it, and the handlers.

Kept apart from ``klog.broker.lifecycle.assembly``, which puts the rooms together and need not know what this one is made of. Groups are
made before: markers go past them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from twisted.internet.defer import Deferred

from klog.broker.coordinators.deadlines import Deadlines
from klog.broker.disk.threads import of_kind
from klog.broker.groups.coordinator import GroupCoordinator
from klog.broker.handler import Handler
from klog.broker.handlers.add_offsets_to_txn import AddOffsetsToTxnHandler
from klog.broker.handlers.add_partitions_to_txn import AddPartitionsToTxnHandler
from klog.broker.handlers.api_versions import Feature
from klog.broker.handlers.describe_transactions import DescribeTransactionsHandler
from klog.broker.handlers.end_txn import EndTxnHandler
from klog.broker.handlers.find_coordinator import Coordinated
from klog.broker.handlers.list_transactions import ListTransactionsHandler
from klog.broker.handlers.txn_offset_commit import TxnOffsetCommitHandler
from klog.broker.handlers.write_txn_markers import WriteTxnMarkersHandler
from klog.broker.inter_broker_guard import InterBrokerGuard
from klog.broker.lifecycle.environment import Environment
from klog.broker.replicas.partitions import Partitions
from klog.broker.settings.settings import BrokerSettings
from klog.broker.transactions.broker_queues import Peers
from klog.broker.transactions.coordinator import TransactionCoordinator
from klog.broker.transactions.environment import TransactionEnvironment
from klog.broker.transactions.marker_writer import MarkerWriter
from klog.broker.transactions.remote_markers import MarkerQueues
from klog.broker.transactions.remote_verification import VerificationQueues
from klog.broker.transactions.state_topic import state_topic
from klog.broker.transactions.transaction_settings import TransactionSettings
from klog.broker.transactions.verification import TransactionVerifier
from klog.cluster.interfaces import ICoordination
from klog.metrics import Metrics
from klog.storage.disk_work import WorkKind

#: The level of ``transaction.version``. All brokers of a cluster must announce the same.
HIGHEST_VERSION = 2
#: Where brokers of Apache Kafka are welcome: those with ZooKeeper know no other.
VERSION_BESIDE_KAFKA = 0


class Transactions:
    """The room; told of topics from now on, and what ``__transaction_state`` holds is being loaded.

    :param offsets: what FindCoordinator goes by for groups: whoever is first makes ``__consumer_offsets``.
    :param peers: the other brokers; None for a broker that is alone.
    :ivar features: what ApiVersions announces.
    :ivar verifies: whether leaders ask before they store the first batch of a transaction that a client has announced (up to Produce 11);
        it may change while the broker runs.
    """

    def __init__(
        self,
        settings: BrokerSettings,
        environment: Environment,
        coordination: ICoordination,
        partitions: Partitions,
        groups: GroupCoordinator,
        offsets: Coordinated,
        peers: Peers | None = None,
        *,
        metrics: Metrics,
        warn: Callable[[str], None],
    ) -> None:
        self._coordination = coordination
        self._groups = groups
        self._offsets = offsets
        self._warn = warn
        self.settings = TransactionSettings.read(settings)
        beside_kafka = peers is not None and "inter.broker.protocol.version" in settings.static
        version = VERSION_BESIDE_KAFKA if beside_kafka else HIGHEST_VERSION
        self.features = (Feature("transaction.version", 0, version, version),) if version else ()
        self.verifies = lambda: settings.boolean("transaction.partition.verification.enable")
        surroundings = TransactionEnvironment(
            clock=environment.reactor,
            now_ms=environment.now_ms,
            coordination=coordination,
            in_thread=of_kind(environment.run_in_thread, WorkKind.READ),
            deadlines=Deadlines(environment.reactor),
            warn=warn,
            pause=environment.pause,
            settings=self.settings,
            version=lambda: version,
        )
        self.markers = MarkerWriter(partitions, groups, environment.now_ms)
        #: What goes to other brokers.
        self._sent = None if peers is None else MarkerQueues(peers)
        self._asked = None if peers is None else VerificationQueues(peers)
        self.coordinator = TransactionCoordinator(surroundings, partitions, self.markers, None if self._sent is None else self._sent.write)
        self.verifier = TransactionVerifier(
            self.coordinator,
            environment.reactor,
            coordination.broker_id,
            self.coordinator.broker_of,
            None if self._asked is None else self._asked.ask,
        )
        self.coordinator.measure(metrics)
        coordination.subscribe(self.coordinator)

    def close(self) -> None:
        """Coordinate no transactions and ask no other broker any more; whoever waits is answered."""
        self.coordinator.close()
        for queues in (self._sent, self._asked):
            if queues is not None:
                queues.close()

    def found(self) -> Coordinated:
        """For FindCoordinator."""
        coordinator = self.coordinator
        topic = state_topic(self._coordination, self.settings, self._warn)
        return Coordinated(topic, lambda: coordinator.partition_count)

    def handlers(self, inter_broker_guard: InterBrokerGuard, run_steps: Callable[[Iterator[Any]], Deferred[None]]) -> list[Handler]:
        """One handler for each API of transactions; InitProducerId, FindCoordinator and Produce are others' as well.

        :param run_steps: does long work in slices, also when nothing is coordinated any more: others' coordinators wait for markers.
        """
        coordinator, groups, coordination = self.coordinator, self._groups, self._coordination
        return [
            AddPartitionsToTxnHandler(coordinator, coordination, inter_broker_guard.may_ask_coordinator),
            AddOffsetsToTxnHandler(coordinator, self._offsets),
            EndTxnHandler(coordinator),
            WriteTxnMarkersHandler(self.markers, coordination.brokers, run_steps),
            TxnOffsetCommitHandler(groups, coordination, self.verifier, verifies=self.verifies),
            DescribeTransactionsHandler(coordinator),
            ListTransactionsHandler(coordinator),
        ]
