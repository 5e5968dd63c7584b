"""What the broker asks of its cluster, whoever keeps it: one node alone, ZooKeeper, or the tests' memory.

An `ICoordination` knows brokers, topics, configurations and producer ids. It decides names and numbers (placement, topic
ids, leader epochs); the broker's partitions follow by listening. Mutations answer with Deferreds that fire when the change is
durable; reads are plain calls on a consistent local picture.

Where `ICoordination.is_controlled`, leadership does not come by listening: a controller, which is one of the brokers, sends each broker its
requests (LeaderAndIsr, StopReplica, UpdateMetadata), as Kafka's does. Topics, partitions and live brokers are then shown as UpdateMetadata
told them, and `ILeadershipListener` hears when what this broker leads is not surely its own any more.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from twisted.internet.defer import Deferred
from zope.interface import Attribute, Interface

from klog.acls import Acl, AclListener, AclTable, ResourcePattern
from klog.cluster.replica_assignment import ReplicaAssignment
from klog.errors import ErrorCode, KlogError
from klog.model import TopicId, TopicPartition
from klog.wire.messages.allocate_producer_ids import AllocateProducerIdsRequest, AllocateProducerIdsResponse
from klog.wire.messages.alter_partition import AlterPartitionRequest, AlterPartitionResponse
from klog.wire.messages.controlled_shutdown import ControlledShutdownRequest, ControlledShutdownResponse
from klog.wire.messages.update_metadata import UpdateMetadataRequest


@dataclasses.dataclass(frozen=True)
class Endpoint:
    """One listener of a broker as clients should reach it; an empty `host` means "the address you came by"."""

    listener: str
    host: str
    port: int


@dataclasses.dataclass(frozen=True)
class BrokerInfo:
    """A live broker."""

    broker_id: int
    endpoints: tuple[Endpoint, ...]
    rack: str | None = None


@dataclasses.dataclass(frozen=True)
class PartitionInfo:
    """Who holds and leads one partition. `leader` is -1 while there is none.

    :ivar partition_epoch: rises with each change of leader or in-sync replicas (the version of its state znode); -1 where nobody counts.
    :ivar offline_replicas: those whose broker, or whose data directory, is out of service, as far as the controller knows.
    :ivar adding_replicas: those that a reassignment under way brings; among `replicas`.
    :ivar removing_replicas: those that it takes away in the end; among `replicas` until then.
    """

    leader: int
    leader_epoch: int
    replicas: tuple[int, ...]
    in_sync_replicas: tuple[int, ...]
    partition_epoch: int = -1
    offline_replicas: tuple[int, ...] = ()
    adding_replicas: tuple[int, ...] = ()
    removing_replicas: tuple[int, ...] = ()


@dataclasses.dataclass(frozen=True)
class TopicInfo:
    """A topic as the cluster knows it. Index of `partitions` is the partition's number."""

    name: str
    topic_id: TopicId
    partitions: tuple[PartitionInfo, ...]
    #: Overrides only, Kafka's names and texts.
    configs: Mapping[str, str]
    is_internal: bool = False
    #: False for a topic found on disk whose overrides nobody knows yet.
    configs_known: bool = True


class ITopicListener(Protocol):
    """Who is told of changes, in order, on the reactor's thread, before the mutation's Deferred fires.

    A listener that raises makes the mutation fail with its error; the coordination undoes what it had noted.
    """

    def topics_coming(self, coming: Sequence[tuple[TopicInfo, int]]) -> Deferred[None] | None:
        """Topics that are about to be created or to get more partitions, each with the number of its first new one: what takes long may
        be done now, for all of them together and in threads. When the Deferred fires (None: at once), `topic_created` or
        `partitions_added` follows for each, or `topic_deleted` where it does not come after all. Each of these two is told of beforehand,
        and `topic_deleted` of another topic of the name before that."""

    def topic_created(self, topic: TopicInfo) -> None:
        """A new topic; make its partitions' logs."""

    def topic_deleted(self, topic: TopicInfo) -> Deferred[None] | None:
        """The topic is gone; drop its partitions. Where the Deferred is given, it fires when nothing of them could be found by another
        start; until then (and where it fails) the cluster remembers that they are to be removed."""

    def partitions_added(self, topic: TopicInfo, first_new: int) -> None:
        """`topic.partitions[first_new:]` are new."""

    def leaders_changed(self, topic: TopicInfo, partitions: Sequence[int]) -> None:
        """Leader or leader epoch of these of `topic.partitions` changed. Also told, with leader -1, when this broker must not lead because
        its session with the cluster is doubtful.

        Where the cluster `is_controlled` this is only what is shown of it now: who leads comes by LeaderAndIsr. A broker that is alone
        never tells it."""

    def topic_configs_changed(self, topic: TopicInfo) -> None:
        """`topic.configs` are the overrides from now on."""

    def broker_configs_changed(self, configs: Mapping[str, str]) -> None:
        """The dynamic broker configurations (defaults overlaid by this broker's) from now on."""


class ILeadershipListener(Protocol):
    """Who must know at once whether what this broker leads is surely still its own. Told on the reactor's thread, within the turn in which
    it is found out; only by a coordination that `is_controlled`. ::

        (subscribed) ──> suspended <──────────┐
                           │   ^              │ leading_ended (whatever was led is led no more)
           leading_resumed │   │ leading_suspended
                           v   │              │
                         allowed ─────────────┘

    A role that LeaderAndIsr gives while leading is suspended is taken, and is acted upon when it is resumed.
    """

    def leading_suspended(self) -> None:
        """Acknowledge nothing from this call on, and answer whoever waits or asks with NOT_LEADER_OR_FOLLOWER: our session with
        ZooKeeper is doubtful, and another broker may lead soon. Told at `subscribe_leadership` too, where leading is not allowed then."""

    def leading_resumed(self) -> None:
        """Our session is certain again: go on with what was led."""

    def leading_ended(self) -> None:
        """The registration is over, and so is all that was led; leading stays suspended. What LeaderAndIsr says from this call on, for a
        newer registration, is done when leading is resumed. Replicas that follow go on."""


class ChangedMeanwhile(KlogError):
    """A configuration was to be replaced, and somebody else has changed it since the caller could look at it.

    :param whose: as in "the configuration of ...".
    """

    def __init__(self, whose: str) -> None:
        super().__init__(
            ErrorCode.UNKNOWN_SERVER_ERROR,
            f"somebody else has changed the configuration of {whose} at the same time; look at it and try again",
        )


class ICoordination(Interface):
    """The cluster as one broker sees it. Refusals are `klog.errors.KlogError` with Kafka's code and a sentence."""

    is_controlled: bool = Attribute(
        """Whether a controller tells by requests who leads, and what there is; see the module. Where it does not, those requests are
        refused with CLUSTER_AUTHORIZATION_FAILED: there is nobody who may send them."""
    )

    def cluster_id() -> str:
        """22 characters of URL-safe base64."""

    def broker_id() -> int:
        """Ours."""

    def controller_id() -> int:
        """A live broker that takes administrative requests; -1 while there is none."""

    def brokers() -> Sequence[BrokerInfo]:
        """Live brokers, by id."""

    def topics() -> Mapping[str, TopicInfo]:
        """All topics by name."""

    def topic_by_id(topic_id: TopicId) -> TopicInfo | None:
        """The topic with this id."""

    def is_gone(partition: TopicPartition) -> bool:
        """Whether it is sure that there is no such partition any more, or soon: its topic was deleted, or is to be. False where it is only
        not shown (yet), or where that cannot be known just now."""

    def create_topic(name: str, assignment: Sequence[Sequence[int]], configs: Mapping[str, str]) -> Deferred[TopicInfo]:
        """Make a topic; `assignment[p]` are the broker ids of partition p. TOPIC_ALREADY_EXISTS where it exists.
        Names, counts and configurations were validated by the caller."""

    def delete_topic(name: str, topic_id: TopicId | None = None) -> Deferred[None]:
        """Forget a topic. UNKNOWN_TOPIC_OR_PARTITION where there is none. With `topic_id` only the one that has it: UNKNOWN_TOPIC_ID where
        another one has its name by now."""

    def create_partitions(name: str, assignment: Sequence[Sequence[int]], first: int | None = None) -> Deferred[TopicInfo]:
        """Add partitions; `assignment` covers only the new ones. `first` is the number of the first of them; of those that the topic has by
        now none is added a second time (`klog.cluster.placement.still_missing`). None: whatever it has by now, they come behind it."""

    def set_topic_configs(name: str, configs: Mapping[str, str]) -> Deferred[TopicInfo]:
        """Replace a topic's overrides as a whole. Fails with `ChangedMeanwhile` where they are not those of `topic_configs` any more."""

    def broker_configs(broker_id: int | None) -> Mapping[str, str]:
        """Dynamic configurations of one broker, or (None) the cluster-wide defaults."""

    def set_broker_configs(broker_id: int | None, configs: Mapping[str, str]) -> Deferred[None]:
        """Replace them as a whole. Fails with `ChangedMeanwhile` where they are not those of `broker_configs` any more."""

    def group_configs() -> Mapping[str, Mapping[str, str]]:
        """Dynamic configurations by group id, of those groups that have some."""

    def set_group_configs(group_id: str, configs: Mapping[str, str]) -> Deferred[None]:
        """Replace a group's as a whole; with none it is forgotten. They were validated by the caller, as was the group id. Fails with
        `ChangedMeanwhile` where they are not those of `group_configs` any more."""

    def user_configs() -> Mapping[str, Mapping[str, str]]:
        """What is kept of users, by name, of those of whom something is: credentials of SCRAM by mechanism, and whatever else tools wrote
        there (``/config/users``)."""

    def alter_user_configs(name: str, wanted: Mapping[str, str], removed: Collection[str]) -> Deferred[None]:
        """Set `wanted` and take away `removed` of what is kept of a user; all else of it stays, whoever writes at the same time. The name
        and the values were validated by the caller."""

    def acls() -> AclTable:
        """The access control lists, by what they are about."""

    def subscribe_acls(listener: AclListener) -> None:
        """Tell `listener` of all access control lists, in this call where they are known, and from then on of those about resources where
        some changed (none left: an empty set). With ZooKeeper only where the coordination was told to keep them."""

    def alter_acls(resource: ResourcePattern, added: Collection[Acl], removed: Collection[Acl]) -> Deferred[frozenset[Acl]]:
        """Add rules about `resource`, and take away others, whoever does the same at the same time. Fires when it is durable and listeners
        here have heard of it, with those of `removed` that were there. What the rules say was validated by the caller.

        :raises KlogError: (from the Deferred) INVALID_REQUEST where its name cannot be one.
        """

    def next_producer_id() -> Deferred[int]:
        """A producer id that nobody was ever given before and nobody will be again."""

    def give_producer_ids_above(producer_id: int) -> Deferred[int]:
        """Have no broker of klog's in this cluster give out an id up to this one any more, since another cluster has given those to
        producers whose batches are copied. Fires when that is so, whatever fails later, with the last id of which it is so, which may be a
        higher one; of a broker that is alone it is so from this call on, as long as it runs.

        :raises KlogError: (from the Deferred) it could not be written down, or none would be left.
        """

    def subscribe(listener: ITopicListener) -> None:
        """Tell `listener` of every change from now on, in the order of subscription."""

    def subscribe_leadership(listener: ILeadershipListener) -> None:
        """Tell `listener` from now on whether leading is allowed; where it is not now, `leading_suspended` is told in this call. Nobody is
        ever told where not `is_controlled`."""

    def topic_configs(name: str) -> Mapping[str, str]:
        """A topic's overrides as they are written down, whether or not the topic is shown yet; none where there are none."""

    def sync() -> Deferred[None]:
        """Fires when what everybody wrote before is known here; at once where that cannot be asked now. Never fails."""

    # What brokers tell each other, where `is_controlled`.

    def broker_epoch() -> int:
        """Number of our newest registration (its czxid), whether or not it is over; -1 before the first, and where there is none."""

    def least_broker_epoch() -> int:
        """A request of the controller that names a smaller broker epoch (and one at all) is for an earlier life of ours: `broker_epoch`,
        or one more once that registration is over. -1 where there is none."""

    def registered_epoch(broker_id: int) -> int:
        """The epoch of a broker that is registered just now, as far as we know; -1 where it is not."""

    def update_metadata(request: UpdateMetadataRequest, version: int) -> ErrorCode:
        """Show what an UpdateMetadata request says, whose epochs were found to be right. Listeners have heard then of what could be told
        at once.

        :param version: of the request.
        :return: NONE; CLUSTER_AUTHORIZATION_FAILED where not `is_controlled`.
        """

    def tell_log_directory_failed() -> Deferred[None]:
        """Have the controller ask which of our partitions a data directory has lost (``/log_dir_event_notification``). Fires when it is
        written, whatever it takes; at once where not `is_controlled`."""

    def alter_partition(request: AlterPartitionRequest, version: int) -> Deferred[AlterPartitionResponse]:
        """As the controller: change in-sync replicas (AlterPartition). Fires with the response, whose top level may have an error.

        :raises KlogError: (from the Deferred) NOT_CONTROLLER where another broker is; CLUSTER_AUTHORIZATION_FAILED where not
            `is_controlled`.
        """

    def controlled_shutdown(request: ControlledShutdownRequest, version: int) -> Deferred[ControlledShutdownResponse]:
        """As the controller: move what a broker leads elsewhere before it stops (ControlledShutdown). Fires and fails as
        `alter_partition`."""

    def allocate_producer_ids(request: AllocateProducerIdsRequest) -> Deferred[AllocateProducerIdsResponse]:
        """As the controller: a block of producer ids (AllocateProducerIds). Fires and fails as `alter_partition`."""

    def elect_leaders(
        election_type: int, partitions: Sequence[TopicPartition] | None, timeout_ms: int
    ) -> Deferred[Mapping[TopicPartition, KlogError | None]]:
        """As the controller: elect leaders (ElectLeaders). Fires with what became of each partition, None where it was elected; where
        all were asked for, those that needed none are left out.

        :param election_type: 0: the preferred replica; 1: any live one, where no in-sync one is left.
        :param partitions: None: all.
        :raises KlogError: (from the Deferred) NOT_CONTROLLER where another broker is.
        """

    def alter_reassignments(
        wanted: Mapping[TopicPartition, Sequence[int] | None], allows_other_count: bool, timeout_ms: int
    ) -> Deferred[Mapping[TopicPartition, KlogError | None]]:
        """As the controller: have partitions move to other brokers (AlterPartitionReassignments). Fires with what became of each, None
        where it moves from now on, or lies as it is to.

        :param wanted: brokers by partition, the preferred leader first; None: its move is given up.
        :param allows_other_count: whether the number of copies may change.
        :raises KlogError: (from the Deferred) NOT_CONTROLLER where another broker is.
        """

    def list_reassignments(
        partitions: Collection[TopicPartition] | None, timeout_ms: int
    ) -> Deferred[Mapping[TopicPartition, ReplicaAssignment]]:
        """As the controller: the partitions that move (ListPartitionReassignments).

        :param partitions: only of these; None: all.
        :raises KlogError: (from the Deferred) NOT_CONTROLLER where another broker is.
        """

    def broker_address(broker_id: int) -> tuple[str, int] | None:
        """Host and port of a live broker on the listener that brokers use among themselves; None where it is not known."""

    def controller_address() -> tuple[str, int] | None:
        """The same of the controller."""
