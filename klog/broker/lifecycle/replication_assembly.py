"""The parts that a broker has in addition where partitions have copies on several brokers: one takes the controller's requests, one copies
from leaders, one asks the controller to change who is in sync. Made here, begun with the jobs, and ended before the logs are closed.

::

    controller ──LeaderAndIsr, StopReplica, UpdateMetadata──> handlers ──> ReplicaControl ──> Partitions
                                                                              │
                                                     ReplicaFetchers <────────┘ (those that follow)
    leader's partitions ──> InSyncChanges ──> ControllerChannel ──AlterPartition──> controller

A broker that is alone has only the handlers (`klog.broker.lifecycle.control_handlers`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from twisted.internet.defer import CancelledError, Deferred, succeed
from twisted.internet.task import deferLater
from twisted.python.failure import Failure

from klog.broker.controller_channel import ControllerChannel
from klog.broker.handler import Handler
from klog.broker.inter_broker_guard import InterBrokerGuard
from klog.broker.lifecycle.control_handlers import control_handlers
from klog.broker.replicas.in_sync_changes import InSyncChanges
from klog.broker.replicas.leadership import LeaderEnvironment
from klog.broker.replicas.partitions import Partitions
from klog.broker.replicas.replica_control import Fetchers, ReplicaControl
from klog.broker.replicas.replication_counts import ReplicationCounts
from klog.broker.replicas.replication_metrics import measure_cluster, measure_replicas
from klog.broker.settings.settings import BrokerSettings
from klog.cluster.interfaces import BrokerInfo, ICoordination, TopicInfo
from klog.errors import ErrorCode
from klog.metrics import Metrics
from klog.net.broker_connection import BrokerConnection
from klog.replication.control import ControlEpochs
from klog.wire.messages.controlled_shutdown import ControlledShutdownRequest

#: How often, and how many times, a broker that stops looks whether there is a controller, and whether that has told it that others
#: lead.
_LOOK_S = 0.01
_LOOKS = 100


class BrokerLiveness:
    """Whether brokers are alive, as the cluster shows them; asked with every append, so the answer is kept while they stay the same."""

    def __init__(self, brokers: Callable[[], Sequence[BrokerInfo]]) -> None:
        self._brokers = brokers
        self._shown: Sequence[BrokerInfo] | None = None
        self._ids: frozenset[int] = frozenset()

    def __call__(self, broker_id: int) -> bool:
        """Whether this one is."""
        shown = self._brokers()
        if shown is not self._shown:
            self._shown = shown
            self._ids = frozenset(one.broker_id for one in shown)
        return broker_id in self._ids


class ReplicaSettingsListener:
    """Brings changed configurations to the replicas, which hear of nothing else that the cluster tells. Implements
    `klog.cluster.interfaces.ITopicListener`."""

    def __init__(self, partitions: Partitions, fetchers: Fetchers) -> None:
        self._partitions = partitions
        self._fetchers = fetchers

    def topics_coming(self, coming: object) -> None:
        """Their logs are made when the controller says so."""

    def topic_created(self, topic: TopicInfo) -> None:
        """The topic's configurations may be known better now than when its logs were made."""
        self._partitions.topic_configs_changed(topic)

    def topic_deleted(self, topic: TopicInfo) -> None:
        """Its logs go when the controller says so."""

    def partitions_added(self, topic: TopicInfo, first_new: int) -> None:
        """Their logs are made when the controller says so. Where that was before they were shown, they missed what changed since."""
        self._partitions.topic_configs_changed(topic)

    def leaders_changed(self, topic: TopicInfo, partitions: Sequence[int]) -> None:
        """We lead and follow when the controller says so."""

    def topic_configs_changed(self, topic: TopicInfo) -> None:
        """The logs go by the new settings at once."""
        self._partitions.topic_configs_changed(topic)

    def broker_configs_changed(self, configs: Mapping[str, str]) -> None:
        """Defaults changed."""
        self._partitions.broker_configs_changed(configs)
        self._fetchers.settings_changed()


class Replication:
    """See the module.

    :param connect: makes a connection to a broker's listener for brokers that asks which versions it speaks.
    :param make_fetchers: makes who copies from leaders.
    :param control: who may send the controller's requests, by listener.
    :param metrics: where it is counted what happens to replicas; None: nowhere.
    """

    def __init__(
        self,
        reactor: Any,
        settings: BrokerSettings,
        coordination: ICoordination,
        partitions: Partitions,
        inter_broker_guard: InterBrokerGuard,
        connect: Callable[[str, int], BrokerConnection],
        make_fetchers: Callable[[], Fetchers],
        *,
        may_lead: Callable[..., str | None] = lambda partition, told: None,
        metrics: Metrics | None = None,
    ) -> None:
        self._reactor = reactor
        self._settings = settings
        self._coordination = coordination
        self._partitions = partitions
        self._inter_broker_guard = inter_broker_guard
        self._connect = connect
        us = coordination.broker_id()
        self.channel = ControllerChannel(reactor, coordination.controller_address, connect)
        #: Of its own: a change of in-sync replicas must not wait for a shutdown, nor the reverse.
        self._shutdown_channel = ControllerChannel(reactor, coordination.controller_address, connect)
        self.changes = InSyncChanges(reactor, self.channel, us, coordination.broker_epoch)
        environment = LeaderEnvironment(
            us,
            lambda: int(reactor.seconds() * 1000),
            BrokerLiveness(coordination.brokers),
            settings.integer("replica.lag.time.max.ms"),
            self.changes.ask,
            ReplicationCounts(metrics),
        )
        self.fetchers = make_fetchers()
        self.control = ReplicaControl(partitions, coordination, ControlEpochs(), environment, self.fetchers, may_lead=may_lead)
        coordination.subscribe(ReplicaSettingsListener(partitions, self.fetchers))
        coordination.subscribe_leadership(self.control)
        if metrics is not None:
            measure_replicas(metrics, partitions)
            measure_cluster(metrics, coordination)

    # As `klog.broker.transactions.broker_queues.Peers`

    def address(self, broker_id: int) -> tuple[str, int] | None:
        """Of a live broker, on the listener of brokers."""
        return self._coordination.broker_address(broker_id)

    def connect(self, host: str, port: int) -> BrokerConnection:
        """For what brokers ask of each other about transactions, in the versions that both speak."""
        return self._connect(host, port)

    def handlers(self) -> list[Handler]:
        """For what brokers ask of each other."""
        return control_handlers(self.control, self._coordination, self._inter_broker_guard)

    def hand_over(self) -> Deferred[None]:
        """Ask the controller to have others lead what we lead (``controlled.shutdown.enable``), and go on serving until they do: who asks
        us meanwhile is told who leads. Fires when nothing with several replicas is led here any more, or it cannot be had; never fails.
        Where there is no controller just now, as when the one before has stopped, the next one is waited for, for a second. From now on
        nothing is begun to be copied, whatever that setting says.

        Whoever waits for it bounds it.
        """
        self.fetchers.follow_no_more()
        if not self._settings.boolean("controlled.shutdown.enable"):
            return succeed(None)
        return Deferred.fromCoroutine(self._hand_over()).addErrback(_unless_cancelled)

    async def _hand_over(self) -> None:
        coordination = self._coordination
        if not await self._look_until(lambda: coordination.controller_address() is not None or not self._leads_replicated()):
            return
        if coordination.controller_address() is None:
            return
        for attempt in range(self._settings.integer("controlled.shutdown.max.retries")):
            if attempt:
                await deferLater(self._reactor, self._settings.integer("controlled.shutdown.retry.backoff.ms") / 1000, lambda: None)
            answer = await self._shutdown_channel.ask(
                lambda: ControlledShutdownRequest(broker_id=coordination.broker_id(), broker_epoch=coordination.broker_epoch())
            )
            if answer is not None and answer.error_code == ErrorCode.NONE and not answer.remaining_partitions:
                break
        else:
            return
        # What the controller has decided it tells us, too: until then clients would learn nothing from us.
        await self._look_until(lambda: not self._leads_replicated())

    def _leads_replicated(self) -> bool:
        return any(partition.is_replicated for partition in self._partitions.all())

    async def _look_until(self, is_so: Callable[[], bool]) -> bool:
        """Whether it comes to be so, within a second."""
        for _ in range(_LOOKS):
            if is_so():
                return True
            await deferLater(self._reactor, _LOOK_S, lambda: None)
        return False

    def close(self) -> None:
        """Ask the controller nothing any more, and copy nothing."""
        self.changes.close()
        self.channel.close()
        self._shutdown_channel.close()
        self.control.close()
        self.fetchers.close()


def _unless_cancelled(failure: Failure) -> None:
    failure.trap(CancelledError)  # type: ignore[no-untyped-call]
