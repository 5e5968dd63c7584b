"""`ICoordination` on ZooKeeper: several brokers that share one cluster.

::

    coordination = ZooKeeperCoordination(reactor, ZooKeeperSettings("zk:2181/klog"), now_ms=..., random=..., warn=..., connect=...)
    await coordination.open(broker_id, cluster_id)      # a session, an identity, everything read; topics() can be called from here on
    coordination.give_back_topic_ids(found)             # what the directory's partition.metadata say
    ...                                                 # delete the logs of `removed_topics`, load the others, subscribe, listen
    coordination.set_endpoints(endpoints)
    await coordination.register()                       # from here on we may lead, and listeners hear what
    ...
    await coordination.resign()                         # we lead nothing any more
    await coordination.stop()                           # the session ends, and with it our registration

**Sessions.** A `SessionKeeper` gives one session after the other (`ZooKeeperSession`: client, mirror, views, and a `Controller`). Each
begins by reading everything; the picture that is shown stays as it was meanwhile, with nobody in our place.

**Requests.** The controller, which is one of the brokers, tells all of them by requests who leads and what there is; the tree is for the
controller, and for configurations.

**Leading** is allowed while the `Fence` is open: registered, in a session that our own clock does not doubt, with everything read. When it
closes, all partitions of ours lose their leader in the picture and listeners hear of it, before anything else happens; when it opens, after
a sync, they hear of those that are ours still. A broker that is not one of klog's, or is one from before partitions had several copies,
closes it for everybody (`ClusterView.foreign`).

**Old tombstones.** That klog's brokers did not ask each other to delete what is left of a topic: it left a tombstone, and each broker
deleted its logs, and took itself out. Those that are left are `removed_topics`: their logs may still lie on the disk.
"""

from __future__ import annotations

import random as random_module
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeVar

from twisted.internet.defer import Deferred, fail
from zope.interface import implementer

from klog.acls import Acl, AclListener, AclTable, ResourcePattern
from klog.cluster.interfaces import BrokerInfo, Endpoint, ICoordination, ILeadershipListener, ITopicListener, TopicInfo
from klog.cluster.replica_assignment import ReplicaAssignment
from klog.cluster.zookeeper.controller.broker_queue import Connect
from klog.cluster.zookeeper.controller.controller import Controller
from klog.cluster.zookeeper.controller.settings import ControllerSettings
from klog.cluster.zookeeper.lifecycle import BrokerLifecycle
from klog.cluster.zookeeper.mutations import Mutations
from klog.cluster.zookeeper.producer_ids import ProducerIds
from klog.cluster.zookeeper.settings import CoordinationRefused, ZooKeeperSettings
from klog.errors import ErrorCode, KlogError
from klog.model import TopicId, TopicPartition
from klog.wire.messages.allocate_producer_ids import AllocateProducerIdsRequest, AllocateProducerIdsResponse
from klog.wire.messages.alter_partition import AlterPartitionRequest, AlterPartitionResponse
from klog.wire.messages.controlled_shutdown import ControlledShutdownRequest, ControlledShutdownResponse
from klog.wire.messages.update_metadata import UpdateMetadataRequest
from klog.zookeeper.protocol import SEQUENCE
from klog.zookeeper.znodes import RESERVED_BROKER_MAX_ID, LogDirEvent

__all__ = ["CoordinationRefused", "ZooKeeperCoordination", "ZooKeeperSettings"]

Answer = TypeVar("Answer")


@implementer(ICoordination)
class ZooKeeperCoordination:
    """See the module.

    :ivar is_controlled: the controller tells brokers by requests who leads.
    :param reactor: clock and connections.
    :param now_ms: wall clock in milliseconds.
    :param random: for pauses and the order of servers.
    :param random_bytes: for ids.
    :param warn: takes sentences for people.
    :param version: klog's, for the mark in our registration.
    :param controller_settings: what a controller on this broker goes by, and the listener of brokers among themselves.
    :param connect: how a controller on this broker reaches others.
    :raises ConfigError: the settings cannot be.
    """

    is_controlled = True

    def __init__(
        self,
        reactor: Any,
        settings: ZooKeeperSettings,
        *,
        rack: str | None = None,
        now_ms: Callable[[], int],
        random: random_module.Random,
        random_bytes: Callable[[int], bytes] = secrets.token_bytes,
        warn: Callable[[str], None],
        version: str = "",
        controller_settings: ControllerSettings | None = None,
        connect: Connect,
    ) -> None:
        self._lifecycle = BrokerLifecycle(
            reactor,
            settings,
            rack=rack,
            now_ms=now_ms,
            random=random,
            random_bytes=random_bytes,
            warn=warn,
            version=version,
            controller_settings=controller_settings,
            connect=connect,
        )
        self._warn = warn
        self._announcer = self._lifecycle.announcer
        self._ids = self._lifecycle.topic_ids
        self._mutations = Mutations(self._lifecycle.attempts, self._announcer, self._ids, random_bytes)
        self._producer_ids = ProducerIds(self._lifecycle.attempts, self._lifecycle.broker_id)

    # -- Beginning and ending

    @property
    def on_refused(self) -> Callable[[str], None]:
        """Called with a sentence when this broker cannot stay: its id was taken while it had no session, for example."""
        return self._lifecycle.on_refused

    @on_refused.setter
    def on_refused(self, refused: Callable[[str], None]) -> None:
        self._lifecycle.on_refused = refused

    def open(
        self, broker_id: int | None, cluster_id: str | None, *, reserved_broker_max_id: int = RESERVED_BROKER_MAX_ID
    ) -> Deferred[None]:
        """Get a session, an identity, and a picture of the cluster. Waits for a ZooKeeper that is not there; cancel it to stop waiting.

        :param broker_id: None: a new one is generated, above `reserved_broker_max_id`.
        :param cluster_id: the one that our data directory belongs to; None where it belongs to none yet.
        :raises CoordinationRefused: (from the Deferred) we cannot take part in this cluster.
        """
        return self._lifecycle.open(broker_id, cluster_id, reserved_broker_max_id=reserved_broker_max_id)

    def set_endpoints(self, endpoints: Sequence[Endpoint], protocols: Mapping[str, str] | None = None) -> None:
        """Our listeners as clients should reach them.

        :param protocols: security protocol by listener; a listener that is not in it is named by its protocol, or PLAINTEXT.
        """
        self._lifecycle.set_endpoints(endpoints, protocols)

    def register(self) -> Deferred[None]:
        """Become a live broker; fires when we are one and listeners have heard of what we lead.

        :raises CoordinationRefused: (from the Deferred) our id is another broker's, or brokers without klog's mark are here.
        """
        return self._lifecycle.register()

    def resign(self) -> Deferred[None]:
        """Lead nothing any more, from this call on; listeners have heard of it. Our registration stays until `stop`."""
        return self._lifecycle.resign()

    def give_up_changes(self) -> None:
        """Changes under way, and those that are still asked for, fail at once: the broker stops, and answers must leave."""
        self._lifecycle.give_up_changes()

    def stop(self) -> Deferred[None]:
        """`resign`, then end the session. Never fails."""
        return self._lifecycle.stop()

    @property
    def may_lead(self) -> bool:
        """Whether what we lead according to the picture is surely still ours, now."""
        return self._lifecycle.may_lead

    @property
    def is_at_rest(self) -> bool:
        """Whether we are registered and nothing is under way but what waits for listeners. For tests."""
        return self._lifecycle.is_at_rest

    def sync(self) -> Deferred[None]:
        """Fires when what everybody wrote before is shown, as far as listeners have taken it; at once without a session. Never fails."""
        return self._lifecycle.sync().addErrback(lambda failure: None)

    # -- Who we are, and who else is there

    def cluster_id(self) -> str:
        """22 characters of URL-safe base64; empty before `open` is done."""
        return self._lifecycle.cluster_id()

    def broker_id(self) -> int:
        """Ours; -1 before `open` is done."""
        return self._lifecycle.broker_id()

    def controller_id(self) -> int:
        """The broker that was elected; -1 while there is none, or we have no session."""
        return self._lifecycle.members.controller_id()

    def brokers(self) -> Sequence[BrokerInfo]:
        """Live brokers of klog's, by id."""
        return self._lifecycle.members.brokers()

    def broker_configs(self, broker_id: int | None) -> Mapping[str, str]:
        """Dynamic configurations of one broker, or (None) the cluster-wide defaults."""
        return self._lifecycle.broker_configs(broker_id)

    # -- Topics and the disk

    def give_back_topic_ids(self, found: Mapping[str, TopicId]) -> None:
        """Ids that lie on our disk by topic: a topic whose znode has none gets its old one back, now and whenever a tool drops it."""
        self._ids.on_disk.update(found)
        self._ids.found.update({name: topic_id for name, topic_id in found.items() if name not in self._ids.seen})
        self._announcer.look_at_everything()

    @property
    def removed_topics(self) -> Mapping[TopicId, str]:
        """Names by id of topics that were deleted while nobody here listened: their logs are to be deleted before anything is served."""
        return self._lifecycle.tombstones.at_start

    def removal_done(self, topic_id: TopicId) -> None:
        """No log of it is left here."""
        self._lifecycle.tombstones.done(topic_id)

    # -- Reading

    def topics(self) -> Mapping[str, TopicInfo]:
        """All topics by name."""
        return self._announcer.picture.topics

    def topic_by_id(self, topic_id: TopicId) -> TopicInfo | None:
        """The topic with this id."""
        return self._announcer.picture.by_id(topic_id)

    def topic_configs(self, name: str) -> Mapping[str, str]:
        """A topic's overrides as its znode has them."""
        configs = self._lifecycle.configs
        return {} if configs is None else configs.topic(name)

    def is_gone(self, partition: TopicPartition) -> bool:
        """Whether neither the controller shows it nor ZooKeeper has it, or a request to delete its topic stands there."""
        topic = self.topics().get(partition.topic)
        if topic is not None and partition.partition < len(topic.partitions):
            return False
        return self._lifecycle.is_gone(partition)

    def registered_epoch(self, broker_id: int) -> int:
        """The czxid of its registration; -1 where there is none, or no session."""
        return self._lifecycle.members.epoch(broker_id)

    def group_configs(self) -> Mapping[str, Mapping[str, str]]:
        """Dynamic configurations by group id, of those groups that have some."""
        configs = self._lifecycle.configs
        return {} if configs is None else configs.groups

    def user_configs(self) -> Mapping[str, Mapping[str, str]]:
        """What is kept of users, by name."""
        configs = self._lifecycle.configs
        return {} if configs is None else configs.users

    def acls(self) -> AclTable:
        """The access control lists."""
        return self._lifecycle.acls or {}

    def subscribe_acls(self, listener: AclListener) -> None:
        """Tell `listener` of all of them as soon as they are known, and of changes."""
        self._lifecycle.subscribe_acls(listener)

    def subscribe(self, listener: ITopicListener) -> None:
        """Tell `listener` of every change from now on."""
        self._announcer.listeners.append(listener)

    # -- What brokers tell each other

    def subscribe_leadership(self, listener: ILeadershipListener) -> None:
        """Tell `listener` whether we may lead."""
        self._lifecycle.leadership.subscribe(listener)

    def broker_epoch(self) -> int:
        """The czxid of our newest registration; -1 before the first."""
        return self._lifecycle.leadership.broker_epoch

    def least_broker_epoch(self) -> int:
        """The smallest that a request of the controller may name."""
        return self._lifecycle.leadership.least_broker_epoch

    def update_metadata(self, request: UpdateMetadataRequest, version: int) -> ErrorCode:
        """Show what an UpdateMetadata request says."""
        self._lifecycle.update_metadata(request, version)
        return ErrorCode.NONE

    def tell_log_directory_failed(self) -> Deferred[None]:
        """Write a notification for the controller. Never fails; without ZooKeeper it is given up after a while, and the next controller
        asks for everything anyway."""
        event = LogDirEvent(self.broker_id()).encode()
        attempts = self._lifecycle.attempts

        async def write() -> None:
            await attempts.attempt(lambda session: session.client.create(LogDirEvent.CREATE_PATH, event, flags=SEQUENCE))

        told = attempts.change("log directories", "telling the controller of a failed data directory", write)
        return told.addErrback(lambda failure: self._warn(failure.getErrorMessage()))

    def alter_partition(self, request: AlterPartitionRequest, version: int) -> Deferred[AlterPartitionResponse]:
        """If we are the controller: change in-sync replicas."""
        return self._as_controller(lambda controller: controller.alter_partition(request, version))

    def controlled_shutdown(self, request: ControlledShutdownRequest, version: int) -> Deferred[ControlledShutdownResponse]:
        """If we are the controller: move what a broker leads elsewhere."""
        return self._as_controller(lambda controller: controller.controlled_shutdown(request, version))

    def allocate_producer_ids(self, request: AllocateProducerIdsRequest) -> Deferred[AllocateProducerIdsResponse]:
        """If we are the controller: a block of producer ids."""
        return self._as_controller(lambda controller: controller.allocate_producer_ids(request))

    def elect_leaders(
        self, election_type: int, partitions: Sequence[TopicPartition] | None, timeout_ms: int
    ) -> Deferred[Mapping[TopicPartition, KlogError | None]]:
        """If we are the controller: elect leaders."""
        return self._as_controller(lambda controller: controller.elect_leaders(election_type, partitions, timeout_ms))

    def alter_reassignments(
        self, wanted: Mapping[TopicPartition, Sequence[int] | None], allows_other_count: bool, timeout_ms: int
    ) -> Deferred[Mapping[TopicPartition, KlogError | None]]:
        """If we are the controller: have partitions move to other brokers."""
        return self._as_controller(lambda controller: controller.alter_reassignments(wanted, allows_other_count, timeout_ms))

    def list_reassignments(
        self, partitions: Collection[TopicPartition] | None, timeout_ms: int
    ) -> Deferred[Mapping[TopicPartition, ReplicaAssignment]]:
        """If we are the controller: the partitions that move."""
        return self._as_controller(lambda controller: controller.list_reassignments(partitions, timeout_ms))

    def _as_controller(self, act: Callable[[Controller], Deferred[Answer]]) -> Deferred[Answer]:
        controller = self._lifecycle.controller
        if controller is None:
            return fail(KlogError(ErrorCode.NOT_CONTROLLER, "another broker is the controller"))
        return act(controller)

    def broker_address(self, broker_id: int) -> tuple[str, int] | None:
        """Where a live broker is reached by brokers."""
        return self._lifecycle.members.address(broker_id)

    def controller_address(self) -> tuple[str, int] | None:
        """The same of the controller."""
        return self.broker_address(self.controller_id())

    # -- Changing

    def create_topic(self, name: str, assignment: Sequence[Sequence[int]], configs: Mapping[str, str]) -> Deferred[TopicInfo]:
        """Make a topic; done when all its partitions have a leader."""
        return self._mutations.create_topic(name, assignment, configs)

    def delete_topic(self, name: str, topic_id: TopicId | None = None) -> Deferred[None]:
        """Have the controller delete a topic."""
        return self._mutations.delete_topic(name, topic_id)

    def create_partitions(self, name: str, assignment: Sequence[Sequence[int]], first: int | None = None) -> Deferred[TopicInfo]:
        """Add partitions; done when all of them have a leader."""
        return self._mutations.create_partitions(name, assignment, first)

    def set_topic_configs(self, name: str, configs: Mapping[str, str]) -> Deferred[TopicInfo]:
        """Replace a topic's overrides."""
        return self._mutations.set_topic_configs(name, configs, self.topic_configs(name))

    def set_broker_configs(self, broker_id: int | None, configs: Mapping[str, str]) -> Deferred[None]:
        """Replace the dynamic configurations of one broker, or (None) of all."""
        known = self.broker_configs(broker_id)
        return self._mutations.set_broker_configs(broker_id, configs, known, self._lifecycle.own_broker_configs)

    def set_group_configs(self, group_id: str, configs: Mapping[str, str]) -> Deferred[None]:
        """Replace a group's; with none it is forgotten."""
        return self._mutations.set_group_configs(group_id, configs, self.group_configs().get(group_id, {}))

    def alter_acls(self, resource: ResourcePattern, added: Collection[Acl], removed: Collection[Acl]) -> Deferred[frozenset[Acl]]:
        """Add and take away rules about `resource`."""
        return self._mutations.alter_acls(resource, added, removed)

    def alter_user_configs(self, name: str, wanted: Mapping[str, str], removed: Collection[str]) -> Deferred[None]:
        """Set `wanted` and take away `removed` of what is kept of a user."""
        return self._mutations.alter_user_configs(name, wanted, removed)

    def next_producer_id(self) -> Deferred[int]:
        """An id out of our block; where it is used up, a new one is taken first."""
        return self._producer_ids.next()

    def give_producer_ids_above(self, producer_id: int) -> Deferred[int]:
        """Have no broker of klog's give out ids up to this one."""
        return self._producer_ids.give_above(producer_id)
