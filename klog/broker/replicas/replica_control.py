"""What the controller's requests do to this broker's replicas: LeaderAndIsr and StopReplica, one request after the other.

A request waits for its turn, since the one before it may wait for the disk, and until we are registered; only then its epochs are looked at
(`klog.replication.control`), so that of two controllers the newer one wins whoever was faster. What it says of each partition is done in
this order (``ReplicaManager``):

1. what cannot be obeyed is told: a directory that is out of service, another topic's log, an older epoch;
2. of what is new here a log is found or made, in a thread, with the topic's configurations as ZooKeeper has them by now;
3. fetching ends for all of them, and a truncation that is under way is waited for (before a log is deleted, too); then each leads or
   follows: no answer of an earlier leader is taken after that;
4. those that follow are given to the fetchers, those that lead are found by clients, and coordinators hear of both.

A partition that led and leads again two or more epochs later was somebody else's between: coordinators let go of it first, and read it
anew.

**Leading is allowed** only while the coordination says so (`ILeadershipListener`): a role that comes meanwhile is taken, and acted upon
later. When a registration is over, what was led is forgotten, and whatever the controller of the next one says of it is new.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from twisted.internet.defer import Deferred
from twisted.logger import Logger

from klog.broker.replicas.leadership import LeaderEnvironment
from klog.broker.replicas.partition import Partition, Role
from klog.broker.replicas.partitions import Partitions, until_not_truncated
from klog.cluster.interfaces import ICoordination, TopicInfo
from klog.cluster.topic_names import is_internal
from klog.concurrency_limit import ConcurrencyLimit
from klog.errors import ErrorCode, KlogError
from klog.model import TopicId, topic_id_to_text
from klog.replication.control import (
    ControlEpochs,
    PartitionStop,
    PartitionTold,
    Verdict,
    check_leader_and_isr,
    check_stop_replica,
)
from klog.storage.log.start_kind import StartKind

#: What became of each partition, by topic and number.
Outcomes = dict[tuple[str, int], ErrorCode]


class Fetchers(Protocol):
    """Who copies from leaders (``klog.broker.following``)."""

    def follow(self, partition: Partition, leader_id: int, leader_epoch: int) -> None:
        """Copy this partition from that broker from now on."""

    def leave(self, partition: Partition) -> None:
        """Copy it no longer; answers that are still on their way are dropped. Does nothing where it is not copied."""

    def follow_no_more(self) -> None:
        """The broker is to stop: go on with what is copied until another epoch comes, and begin nothing."""

    def close_idle(self) -> None:
        """All have their roles: connections by which nothing is copied any more end."""

    def settings_changed(self) -> None:
        """The broker's dynamic settings changed."""

    def close(self) -> None:
        """Copy nothing any more."""


class RoleListener(Protocol):
    """Who goes by what this broker leads: coordinators."""

    def roles_changed(self, topic: TopicInfo, partitions: Sequence[int]) -> None:
        """What `Partitions.get` finds of these may be another one, or none."""


class Refused(Exception):
    """A whole request is not obeyed.

    :ivar code: what its sender is told.
    """

    def __init__(self, code: ErrorCode) -> None:
        super().__init__(code.name)
        self.code = code


class ReplicaControl:
    """See the module. Implements `klog.cluster.interfaces.ILeadershipListener`.

    :param epochs: shared with whoever takes UpdateMetadata.
    :param fetchers: who copies what we follow.
    :param may_lead: why a replica must not lead, in a sentence; None where it may.
    """

    _log = Logger()

    def __init__(
        self,
        partitions: Partitions,
        coordination: ICoordination,
        epochs: ControlEpochs,
        environment: LeaderEnvironment,
        fetchers: Fetchers,
        *,
        may_lead: Callable[[Partition, PartitionTold], str | None] = lambda partition, told: None,
    ) -> None:
        self._partitions = partitions
        self._coordination = coordination
        self._epochs = epochs
        self._environment = environment
        self._fetchers = fetchers
        self._may_lead = may_lead
        self._line = ConcurrencyLimit()
        self._listeners: list[RoleListener] = []
        #: Requests that came before we know which life of ours they are meant for.
        self._too_early: list[Deferred[None]] = []
        self._is_closed = False
        #: Rises with each registration of ours that has ended.
        self._registration = 0
        #: Whether what is led may be served.
        self.is_allowed = True

    def subscribe(self, listener: RoleListener) -> None:
        """Tell `listener` from now on."""
        self._listeners.append(listener)

    # Requests

    def in_turn(self, controller_epoch: int, broker_epoch: int, act: Callable[[], Any]) -> Deferred[Any]:
        """`act`, when the controller's requests before this one are done and its epochs are right. One that names a broker epoch waits
        until we are registered: before that nobody can say whether it is meant for an earlier life of this broker.

        :param broker_epoch: the request's; -1 where it has none.
        :return: fires with what `act` gives; fails with `Refused`.
        """

        async def checked() -> Any:
            while self._epochs.is_too_early(broker_epoch, self._coordination.least_broker_epoch()) and not self._is_closed:
                registered: Deferred[None] = Deferred()
                self._too_early.append(registered)
                await registered
            code = self._epochs.check(controller_epoch, broker_epoch, self._coordination.least_broker_epoch())
            if code:
                raise Refused(code)
            if self._is_closed or self._partitions.is_closing:
                raise Refused(ErrorCode.BROKER_NOT_AVAILABLE)
            done = act()
            return await done if isinstance(done, Deferred) else done

        return self._line.run(lambda: Deferred.fromCoroutine(checked()))

    def close(self) -> None:
        """Obey nobody any more; who waits is told that we stop."""
        self._is_closed = True
        self._look_at_early_ones()

    def _look_at_early_ones(self) -> None:
        waiting, self._too_early = self._too_early, []
        for registered in waiting:
            registered.callback(None)

    def leader_and_isr(self, controller_epoch: int, broker_epoch: int, told: Sequence[PartitionTold]) -> Deferred[Outcomes]:
        """Lead and follow what the controller says. Fires with what became of each partition; fails with `Refused`."""
        return self.in_turn(controller_epoch, broker_epoch, lambda: Deferred.fromCoroutine(self._leader_and_isr(told)))

    async def _leader_and_isr(self, told: Sequence[PartitionTold]) -> Outcomes:
        registration = self._registration
        outcomes: Outcomes = {}
        wanted: list[PartitionTold] = []
        unnamed: list[PartitionTold] = []
        for one in told:
            verdict = check_leader_and_isr(one, self._environment.us, self._partitions.known(one.topic, one.partition))
            if isinstance(verdict, ErrorCode):
                outcomes[one.topic, one.partition] = verdict
                if verdict is ErrorCode.INCONSISTENT_TOPIC_ID:
                    self._log.warn(
                        "{topic}-{index} is not served: what lies here under that name belongs to another topic, and this one has the id "
                        "{topic_id}; move it away if nobody needs it, and start again",
                        topic=one.topic,
                        index=one.partition,
                        topic_id=topic_id_to_text(TopicId(one.topic_id)),
                    )
                continue
            outcomes[one.topic, one.partition] = ErrorCode.NONE
            if verdict is Verdict.TAKE_TOPIC_ID:
                unnamed.append(one)
            elif verdict is not Verdict.SKIP:
                wanted.append(one)
        missing = [one for one in wanted if self._partitions.replica(one.topic, one.partition) is None]
        if missing:
            await self._host(missing, outcomes)
        for one in [*unnamed, *wanted]:
            await self._partitions.take_topic_id(one.topic, one.partition, one.topic_id)
        await self._leave([one for one in wanted if not outcomes[one.topic, one.partition]])
        if self._partitions.is_closing:
            raise Refused(ErrorCode.BROKER_NOT_AVAILABLE)
        if registration != self._registration:
            # It was said to an earlier life of ours, since when others may lead; the next one's controller says all of it again.
            raise Refused(ErrorCode.STALE_BROKER_EPOCH)
        self._become([one for one in wanted if not outcomes[one.topic, one.partition]], outcomes)
        return outcomes

    async def _host(self, told: Sequence[PartitionTold], outcomes: Outcomes) -> None:
        """Have a log for each of these; where that cannot be the outcome says so."""
        # A new topic's configurations were written before the topic: when everything written is seen, they are.
        try:
            await self._coordination.sync()
        except Exception as why:
            # Our session is over; the controller says all of it again when we are registered anew.
            self._log.warn("what the controller says is not taken, since our registration ends: {why}", why=str(why))
            raise Refused(ErrorCode.STALE_BROKER_EPOCH) from why
        by_topic: dict[tuple[str, bytes], list[int]] = {}
        for one in told:
            by_topic.setdefault((one.topic, one.topic_id), []).append(one.partition)
        hosting = [(self._topic(name, topic_id), indexes) for (name, topic_id), indexes in by_topic.items()]
        under_way = [(topic, self._partitions.host(topic, indexes)) for topic, indexes in hosting]
        for topic, hosted in under_way:
            for index, error in (await hosted).items():
                self._log.warn("{topic}-{index} is not served: {error}", topic=topic.name, index=index, error=str(error))
                outcomes[topic.name, index] = ErrorCode.KAFKA_STORAGE_ERROR
        for one in told:
            partition = self._partitions.replica(one.topic, one.partition)
            # In sync without a log: its disk was replaced. In the first epoch nobody has had one yet, as where a controller died meanwhile.
            had_one = one.leader_epoch > 0 and not one.is_new and self._environment.us in one.in_sync_replicas
            if partition is not None and partition.is_made_anew and had_one:
                partition.log.start_kind = StartKind.LOST
                self._log.warn("{name} is in sync, and there was no log of it here", name=partition.topic_partition)

    async def _leave(self, told: Sequence[PartitionTold]) -> None:
        """Copy these from nobody any more, and let truncations end that were begun."""
        left = [partition for one in told if (partition := self._partitions.replica(one.topic, one.partition)) is not None]
        for partition in left:
            self._fetchers.leave(partition)
        await until_not_truncated(left)

    def _topic(self, name: str, topic_id: bytes) -> TopicInfo:
        shown = self._coordination.topics().get(name)
        if shown is not None and shown.topic_id == topic_id:
            return shown
        return TopicInfo(name, TopicId(topic_id), (), self._coordination.topic_configs(name), is_internal(name))

    def _become(self, told: Sequence[PartitionTold], outcomes: Outcomes) -> None:
        """Give each replica its role."""
        found: list[tuple[PartitionTold, Partition]] = []
        interrupted: list[Partition] = []
        for one in told:
            partition = self._partitions.replica(one.topic, one.partition)
            if partition is None:
                # Its directory has failed while others were made.
                outcomes[one.topic, one.partition] = ErrorCode.KAFKA_STORAGE_ERROR
                continue
            found.append((one, partition))
            before = partition.told
            if partition.role is Role.LEADS and before is not None and one.leader_epoch > before.leader_epoch + 1:
                interrupted.append(partition)
                self._partitions.hide_led(partition)
        self._tell(interrupted)
        following: list[tuple[Partition, PartitionTold]] = []
        for one, partition in found:
            try:
                if one.leader == self._environment.us:
                    outcomes[one.topic, one.partition] = self._lead(partition, one)
                else:
                    self._partitions.hide_led(partition)
                    partition.become_follower(one)
                    following.append((partition, one))
            except Exception:
                # It costs the others nothing.
                self._log.failure("a mistake in giving {name} its role", name=partition.topic_partition)
                outcomes[one.topic, one.partition] = ErrorCode.UNKNOWN_SERVER_ERROR
        for partition, one in following:
            if one.leader >= 0:
                self._fetchers.follow(partition, one.leader, one.leader_epoch)
        self._fetchers.close_idle()
        self._tell([partition for _, partition in found])

    def _lead(self, partition: Partition, told: PartitionTold) -> ErrorCode:
        """Lead it, or say why not: KAFKA_STORAGE_ERROR, upon which the controller has another replica lead."""
        why_not = self._may_lead(partition, told)
        if why_not is not None:
            self._log.warn("{name} is not led: {why}", name=partition.topic_partition, why=why_not)
            self._partitions.hide_led(partition)
            partition.stop()
            # So that the same is answered to the same request, whose first answer may get lost; an older one is refused as ever.
            partition.told = dataclasses.replace(told, leader_epoch=told.leader_epoch - 1)
            return ErrorCode.KAFKA_STORAGE_ERROR
        partition.become_leader(told, self._environment)
        if self.is_allowed:
            self._partitions.show_led(partition)
        else:
            partition.resign()
        return ErrorCode.NONE

    def stop_replicas(self, controller_epoch: int, broker_epoch: int, stops: Sequence[PartitionStop]) -> Deferred[Outcomes]:
        """Lead and follow these no more, and delete those of which the controller says so. Fires when that is durable, with what became of
        each; fails with `Refused`."""
        return self.in_turn(controller_epoch, broker_epoch, lambda: Deferred.fromCoroutine(self._stop_replicas(stops)))

    async def _stop_replicas(self, stops: Sequence[PartitionStop]) -> Outcomes:
        outcomes: Outcomes = {}
        stopped: list[Partition] = []
        gone: dict[str, list[int]] = {}
        for one in stops:
            code = check_stop_replica(one.leader_epoch, self._partitions.known(one.topic, one.partition))
            outcomes[one.topic, one.partition] = code
            if code:
                continue
            partition = self._partitions.replica(one.topic, one.partition)
            if partition is not None:
                self._fetchers.leave(partition)
                self._partitions.hide_led(partition)
                partition.stop()
                stopped.append(partition)
            if one.delete:
                gone.setdefault(one.topic, []).append(one.partition)
        self._fetchers.close_idle()
        self._tell(stopped)
        await until_not_truncated(stopped)
        under_way = [(topic, indexes, self._partitions.drop_replicas(topic, indexes)) for topic, indexes in gone.items()]
        for topic, indexes, dropped in under_way:
            try:
                await dropped
            except KlogError as error:
                self._log.warn("{topic} could not be deleted: {error}", topic=topic, error=str(error))
                outcomes.update({(topic, index): error.code for index in indexes})
        return outcomes

    # Whether we may lead

    def leading_suspended(self) -> None:
        """Our session with the cluster is doubtful: nothing is acknowledged from this call on."""
        self.is_allowed = False
        led = [partition for partition in self._led() if not partition.ended]
        for partition in led:
            self._partitions.hide_led(partition)
            partition.resign()
        self._tell(led)

    def leading_resumed(self) -> None:
        """The session is certain again: lead what was led before."""
        self.is_allowed = True
        led = [partition for partition in self._led() if partition.ended is ErrorCode.NOT_LEADER_OR_FOLLOWER]
        for partition in led:
            partition.resume()
            self._partitions.show_led(partition)
        self._tell(led)
        self._look_at_early_ones()

    def leading_ended(self) -> None:
        """What we led is led no more; the next registration's controller says what is."""
        self._registration += 1
        self.leading_suspended()
        for partition in list(self._led()):
            partition.stop()
            partition.told = None

    def _led(self) -> Iterator[Partition]:
        return (partition for partition in self._partitions.replicas() if partition.role is Role.LEADS and partition.told is not None)

    # Care

    def look_for_stragglers(self) -> Iterator[None]:
        """Take out of the in-sync replicas who is behind for too long, in steps; to be asked every half of ``replica.lag.time.max.ms``."""
        for partition in self._partitions.all():
            if partition.is_replicated and not partition.ended:
                partition.look_for_stragglers()
                yield

    def directory_failed(self, lost: Iterable[Partition]) -> None:
        """The data directory of these replicas has gone out of service."""
        for partition in lost:
            self._fetchers.leave(partition)
        self._fetchers.close_idle()

    def _tell(self, partitions: Collection[Partition]) -> None:
        """Coordinators hear of what leads, and of what does not."""
        if not partitions or not self._listeners:
            return
        by_topic: dict[str, list[int]] = {}
        for partition in partitions:
            name = partition.topic_partition
            if partition.is_internal:
                by_topic.setdefault(name.topic, []).append(name.partition)
        topics: Mapping[str, TopicInfo] = self._coordination.topics()
        for topic_name, indexes in by_topic.items():
            topic = topics.get(topic_name)
            if topic is None:
                # It is about to be shown, and whoever hears of that looks for what is led.
                continue
            for listener in self._listeners:
                listener.roles_changed(topic, indexes)
