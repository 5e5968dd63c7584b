"""Administration: what an operator, a deployment script or a dashboard asks of a cluster.

`Admin` is the face; each method says what it gives and which Kafka API it uses, and does nothing but hand the work to the file of its
subject: `topics`, `configs`, `groups`, `reset`, `cluster`, `transactions`, `acls`, `lag`. What all share is in `calls`.

**Errors.** A call about many things gives an `Outcomes`, where each failed item has its own `KlogError`, which names it. A call about one
thing raises it. A call that cannot be made at all (nobody answers, refused credentials, an API that the broker lacks) fails for every item,
or raises where there are no items.

**Time.** Each call takes ``timeout_ms`` for all of it, pauses and repetitions included; without it, ``request_timeout_ms`` holds. What
passes by itself (a leader or controller that moves, a coordinator that loads, a lost connection) is tried again until then.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from twisted.internet.defer import Deferred, fail

from klog.acls import Acl, AclFilter
from klog.client.admin import acls as admin_acls
from klog.client.admin import cluster as admin_cluster
from klog.client.admin import configs as admin_configs
from klog.client.admin import groups as admin_groups
from klog.client.admin import lag as lag_
from klog.client.admin import replicas as admin_replicas
from klog.client.admin import reset as admin_reset
from klog.client.admin import topics as admin_topics
from klog.client.admin import transactions as admin_transactions
from klog.client.admin.calls import Call, within
from klog.client.admin.configs import Changes
from klog.client.admin.groups import Offsets
from klog.client.admin.reset import ResetPlan, ResetTo
from klog.client.admin.types import (
    ClusterDescription,
    ConfigEntry,
    ConfigResource,
    CreatedTopic,
    FencedProducer,
    GroupDescription,
    GroupListing,
    Lag,
    LogDirDescription,
    NewTopic,
    OpenTransaction,
    Outcomes,
    ProducerDescription,
    Reassignment,
    ResourceType,
    ScramCredential,
    ScramMechanism,
    TopicDescription,
    TopicListing,
    TopicPartitionReplica,
    TransactionDescription,
    TransactionListing,
)
from klog.client.offsets import Committed, OffsetAt
from klog.client.retry import ClientStopped
from klog.client.service import ClientService
from klog.model import TopicPartition
from klog.net.api_ranges import ApiRanges
from klog.net.sasl import make_salt

V = TypeVar("V")


class Admin(ClientService):
    """Administration of a cluster, klog's or Apache Kafka's.

    ::

        async with Admin(reactor, "kafka-1:9092,kafka-2:9092") as admin:
            await admin.create_topic("orders", partitions=6, configs={"retention.ms": "86400000"})
            for group_id, partitions in (await admin.lag()).done.items():
                for partition, lag in partitions.items():
                    print(group_id, partition, lag.records_behind, lag.seconds_behind)

    As a Twisted service it can be hung into an application; otherwise the first call starts it, and ``stopService()`` ends it.

    :param reactor: IReactorTCP, IReactorTime and IReactorPluggableNameResolver.
    :param bootstrap_servers: ``host:port,host:port``, or a `klog.client.service.Client` whose connections are shared.
    :param options: `klog.client.settings.ClientOptions`.
    :raises ConfigError: an option that does not exist or cannot be.
    """

    def _call(self, what: str, timeout_ms: int | None, work: Callable[[Call], Coroutine[Any, Any, V]]) -> Deferred[V]:
        try:
            self.ensure_started()
        except ClientStopped as error:
            return fail(error)
        call = Call(self.routing, timeout_ms)
        return within(call, what, work(call))

    # Topics -------------------------------------------------------------------------------------------------------------------------

    def create_topics(
        self, topics: Iterable[NewTopic], *, validate_only: bool = False, timeout_ms: int | None = None
    ) -> Deferred[Outcomes[str, CreatedTopic]]:
        """Create topics (CreateTopics).

        :param validate_only: only find out whether it would work.
        """
        return self._call("creating topics", timeout_ms, lambda call: admin_topics.create_topics(call, topics, validate_only))

    def create_topic(
        self,
        name: str,
        partitions: int = -1,
        replication_factor: int = -1,
        *,
        configs: Mapping[str, str | None] | None = None,
        assignments: Mapping[int, Sequence[int]] | None = None,
        validate_only: bool = False,
        timeout_ms: int | None = None,
    ) -> Deferred[CreatedTopic]:
        """Create one topic.

        :raises KlogError: TOPIC_ALREADY_EXISTS, INVALID_CONFIG, INVALID_REPLICATION_FACTOR …
        """
        topic = NewTopic(name, partitions, replication_factor, configs or {}, assignments)

        async def work(call: Call) -> CreatedTopic:
            return (await admin_topics.create_topics(call, [topic], validate_only))[name]

        return self._call(f"creating topic {name}", timeout_ms, work)

    def delete_topics(self, names: Iterable[str], *, timeout_ms: int | None = None) -> Deferred[Outcomes[str, None]]:
        """Delete topics with all that is in them (DeleteTopics)."""
        return self._call("deleting topics", timeout_ms, lambda call: admin_topics.delete_topics(call, names))

    def delete_topic(self, name: str, *, timeout_ms: int | None = None) -> Deferred[None]:
        """Delete one topic.

        :raises KlogError: UNKNOWN_TOPIC_OR_PARTITION …
        """

        async def work(call: Call) -> None:
            (await admin_topics.delete_topics(call, [name])).check()

        return self._call(f"deleting topic {name}", timeout_ms, work)

    def list_topics(self, *, internal: bool = False, timeout_ms: int | None = None) -> Deferred[list[TopicListing]]:
        """All topics by name (Metadata); those that Kafka keeps for itself only where `internal`."""
        return self._call("listing topics", timeout_ms, lambda call: admin_topics.list_topics(call, internal))

    def describe_topics(
        self, names: Iterable[str] | None = None, *, timeout_ms: int | None = None
    ) -> Deferred[Outcomes[str, TopicDescription]]:
        """Topics with their partitions, leaders and replicas (Metadata); all where `names` is None."""
        return self._call("describing topics", timeout_ms, lambda call: admin_topics.describe_topics(call, names))

    def create_partitions(
        self,
        counts: Mapping[str, int],
        *,
        assignments: Mapping[str, Sequence[Sequence[int]]] | None = None,
        validate_only: bool = False,
        timeout_ms: int | None = None,
    ) -> Deferred[Outcomes[str, None]]:
        """Raise topics to so many partitions each (CreatePartitions).

        :param assignments: brokers of each new partition.
        """
        return self._call(
            "creating partitions",
            timeout_ms,
            lambda call: admin_topics.create_partitions(call, counts, assignments or {}, validate_only),
        )

    def delete_records(
        self, before: Mapping[TopicPartition, int], *, timeout_ms: int | None = None
    ) -> Deferred[Outcomes[TopicPartition, int]]:
        """Delete all records before an offset of each partition, -1 for all there are (DeleteRecords).

        The values are the partitions' first offsets afterwards.
        """
        return self._call("deleting records", timeout_ms, lambda call: admin_topics.delete_records(call, before))

    def list_offsets(
        self, at: Mapping[TopicPartition, int], *, isolation_level: str = "read_uncommitted", timeout_ms: int | None = None
    ) -> Deferred[Outcomes[TopicPartition, OffsetAt]]:
        """Offsets by time (ListOffsets): the first record at or after a timestamp in milliseconds, or the special ones of `klog.model`:
        EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, MAX_TIMESTAMP (the record with the largest timestamp, Kafka 3.0) …
        """
        return self._call("listing offsets", timeout_ms, lambda call: admin_topics.list_offsets(call, at, isolation_level))

    def replica_ends(
        self, replicas: Mapping[TopicPartition, Iterable[int]], *, timeout_ms: int | None = None
    ) -> Deferred[Outcomes[TopicPartitionReplica, int]]:
        """Where the logs of replicas end, leaders and followers (ListOffsets as a debugging consumer); a follower's distance from its
        leader is its lag::

            ends = await admin.replica_ends({TopicPartition("orders", 0): [1, 2, 3]})

        :param replicas: by partition the numbers of the brokers to ask. One that does not answer is an error, and not waited for.
        """
        return self._call("asking replicas", timeout_ms, lambda call: admin_replicas.replica_ends(call, replicas))

    def elect_leaders(
        self, partitions: Iterable[TopicPartition] | None = None, *, unclean: bool = False, timeout_ms: int | None = None
    ) -> Deferred[Outcomes[TopicPartition, None]]:
        """Make the preferred replicas lead, of all partitions where None (ElectLeaders).

        :param unclean: any living replica, though it may lack records, where no other is left.
        """
        return self._call("electing leaders", timeout_ms, lambda call: admin_topics.elect_leaders(call, partitions, unclean))

    def reassign(
        self, plan: Mapping[TopicPartition, Sequence[int] | None], *, keeps_count: bool = False, timeout_ms: int | None = None
    ) -> Deferred[Outcomes[TopicPartition, None]]:
        """Begin to move partitions to these brokers, the preferred leader first; None gives a move up (AlterPartitionReassignments).

        :param keeps_count: refuse those that would have another number of copies than now (KIP-860); brokers before Kafka 4.1 do not look.
        """
        return self._call("moving partitions", timeout_ms, lambda call: admin_topics.reassign(call, plan, keeps_count))

    def list_reassignments(
        self, partitions: Iterable[TopicPartition] | None = None, *, timeout_ms: int | None = None
    ) -> Deferred[dict[TopicPartition, Reassignment]]:
        """Partitions that are moving (ListPartitionReassignments)."""
        return self._call("listing moves", timeout_ms, lambda call: admin_topics.list_reassignments(call, partitions))

    # Settings -----------------------------------------------------------------------------------------------------------------------

    def describe_configs(
        self,
        resources: Iterable[ConfigResource],
        *,
        names: Iterable[str] | None = None,
        synonyms: bool = False,
        documentation: bool = False,
        timeout_ms: int | None = None,
    ) -> Deferred[Outcomes[ConfigResource, dict[str, ConfigEntry]]]:
        """Settings by name (DescribeConfigs)::

            orders = ConfigResource.topic("orders")
            (await admin.describe_configs([orders]))[orders]["retention.ms"].value

        :param names: only these; all where None.
        """
        return self._call(
            "describing settings",
            timeout_ms,
            lambda call: admin_configs.describe_configs(call, resources, names, synonyms, documentation),
        )

    def alter_configs(
        self, changes: Changes, *, validate_only: bool = False, timeout_ms: int | None = None
    ) -> Deferred[Outcomes[ConfigResource, None]]:
        """Change settings and leave the others alone (IncrementalAlterConfigs; AlterConfigs before Kafka 2.3)::

            await admin.alter_configs({ConfigResource.topic("orders"): {"retention.ms": "1000", "cleanup.policy": None}})

        None goes back to the default; lists of `ConfigChange` may also append to lists and take out of them.
        """
        return self._call("changing settings", timeout_ms, lambda call: admin_configs.alter_configs(call, changes, validate_only))

    def list_config_resources(self, types: Iterable[ResourceType] = (), *, timeout_ms: int | None = None) -> Deferred[list[ConfigResource]]:
        """What has settings (ListConfigResources, Kafka 4.1), of all kinds where none is named."""
        return self._call("listing what has settings", timeout_ms, lambda call: admin_configs.list_config_resources(call, types))

    # Groups -------------------------------------------------------------------------------------------------------------------------

    def list_groups(
        self, *, states: Iterable[str] = (), types: Iterable[str] = (), timeout_ms: int | None = None
    ) -> Deferred[list[GroupListing]]:
        """All groups by id (ListGroups at every broker).

        :param states: only those in one of these, e.g. "Stable"; brokers before Kafka 2.6 do not tell.
        :param types: only "classic", "consumer" …; brokers before Kafka 3.8 do not tell.
        """
        return self._call("listing groups", timeout_ms, lambda call: admin_groups.list_groups(call, states, types))

    def describe_groups(self, group_ids: Iterable[str], *, timeout_ms: int | None = None) -> Deferred[Outcomes[str, GroupDescription]]:
        """Groups with their members, of either protocol (ConsumerGroupDescribe, DescribeGroups)."""
        return self._call("describing groups", timeout_ms, lambda call: admin_groups.describe_groups(call, group_ids))

    def delete_groups(self, group_ids: Iterable[str], *, timeout_ms: int | None = None) -> Deferred[Outcomes[str, None]]:
        """Forget groups without members, and their offsets (DeleteGroups)."""
        return self._call("deleting groups", timeout_ms, lambda call: admin_groups.delete_groups(call, group_ids))

    def remove_members(
        self,
        group_id: str,
        members: Iterable[str] | None = None,
        *,
        instances: Iterable[str] = (),
        reason: str = "",
        timeout_ms: int | None = None,
    ) -> Deferred[Outcomes[str, None]]:
        """Make members leave a group (LeaveGroup): these member ids, these static members; all where neither names any.

        :param reason: for the broker's log.
        """
        return self._call(
            f"removing members of group {group_id}",
            timeout_ms,
            lambda call: admin_groups.remove_members(call, group_id, members, instances, reason),
        )

    def list_group_offsets(
        self,
        groups: Iterable[str] | Mapping[str, Iterable[TopicPartition] | None],
        *,
        require_stable: bool = False,
        timeout_ms: int | None = None,
    ) -> Deferred[Outcomes[str, Offsets]]:
        """What groups have committed, by partition (OffsetFetch); a partition without an offset is not among them.

        :param groups: group ids, or group ids with the partitions to ask for (None: all).
        :param require_stable: wait for open transactions that commit offsets.
        """
        return self._call("listing groups' offsets", timeout_ms, lambda call: admin_groups.list_offsets(call, groups, require_stable))

    def alter_group_offsets(
        self, group_id: str, offsets: Mapping[TopicPartition, int | Committed], *, timeout_ms: int | None = None
    ) -> Deferred[Outcomes[TopicPartition, None]]:
        """Set a group's offsets (OffsetCommit); the group must have no members, and need not exist."""
        return self._call(
            f"setting offsets of group {group_id}", timeout_ms, lambda call: admin_groups.alter_offsets(call, group_id, offsets)
        )

    def delete_group_offsets(
        self, group_id: str, partitions: Iterable[TopicPartition], *, timeout_ms: int | None = None
    ) -> Deferred[Outcomes[TopicPartition, None]]:
        """Forget a group's offsets of partitions whose topics no member has subscribed to (OffsetDelete)."""
        return self._call(
            f"deleting offsets of group {group_id}", timeout_ms, lambda call: admin_groups.delete_offsets(call, group_id, partitions)
        )

    def plan_reset(
        self,
        group_id: str,
        to: ResetTo,
        *,
        topics: Iterable[str] = (),
        partitions: Iterable[TopicPartition] = (),
        timeout_ms: int | None = None,
    ) -> Deferred[ResetPlan]:
        """What moving a group would do; nothing is changed::

            plan = await admin.plan_reset("billing", ResetTo.time(1_700_000_000_000), topics=["orders"])
            for row in plan.rows:
                print(row.partition, row.before, "->", row.after, row.note)
            (await admin.execute_reset(plan)).check()

        :param topics: all partitions of these; with `partitions`, those too; with neither, all that the group has committed.
        :raises KlogError: a topic or partition that does not exist; INVALID_REQUEST where there is nothing to reset.
        """
        now_ms = self.routing.now_ms
        return self._call(
            f"planning for group {group_id}",
            timeout_ms,
            lambda call: admin_reset.make_plan(call, group_id, to, topics, partitions, now_ms()),
        )

    def execute_reset(self, plan: ResetPlan, *, timeout_ms: int | None = None) -> Deferred[Outcomes[TopicPartition, None]]:
        """Commit the offsets of a plan. Refused (NON_EMPTY_GROUP) while the group has members."""
        return self.alter_group_offsets(plan.group_id, plan.offsets, timeout_ms=timeout_ms)

    def lag(
        self,
        groups: Iterable[str] | None = None,
        *,
        isolation_level: str = "read_uncommitted",
        timeout_ms: int | None = None,
    ) -> Deferred[Outcomes[str, dict[TopicPartition, Lag]]]:
        """How far groups are behind in each partition, in records and in seconds; all groups where None. See `klog.client.admin.lag`."""
        return self._call("working out lag", timeout_ms, lambda call: lag_.lag_of(call, groups, isolation_level))

    # The cluster --------------------------------------------------------------------------------------------------------------------

    def describe_cluster(self, *, timeout_ms: int | None = None) -> Deferred[ClusterDescription]:
        """Brokers, controller, cluster id (DescribeCluster; Metadata before Kafka 2.8)."""
        return self._call("describing the cluster", timeout_ms, admin_cluster.describe_cluster)

    def broker_versions(self, *, timeout_ms: int | None = None) -> Deferred[Outcomes[int, ApiRanges]]:
        """Which versions of which APIs each broker speaks (ApiVersions)."""
        return self._call("asking for versions", timeout_ms, admin_cluster.broker_versions)

    def describe_log_dirs(
        self, nodes: Iterable[int] | None = None, *, topics: Iterable[str] | None = None, timeout_ms: int | None = None
    ) -> Deferred[Outcomes[int, tuple[LogDirDescription, ...]]]:
        """Data directories of brokers, with the sizes of partitions (DescribeLogDirs); all brokers, all topics where None."""
        return self._call("describing log directories", timeout_ms, lambda call: admin_cluster.describe_log_dirs(call, nodes, topics))

    def describe_producers(
        self, partitions: Iterable[TopicPartition], *, timeout_ms: int | None = None
    ) -> Deferred[Outcomes[TopicPartition, tuple[ProducerDescription, ...]]]:
        """Who writes to partitions idempotently or in transactions (DescribeProducers)."""
        return self._call("describing producers", timeout_ms, lambda call: admin_cluster.describe_producers(call, partitions))

    def list_transactions(
        self, *, states: Iterable[str] = (), producer_ids: Iterable[int] = (), timeout_ms: int | None = None
    ) -> Deferred[list[TransactionListing]]:
        """Transactional ids (ListTransactions at every broker, Kafka 3.0)."""
        return self._call("listing transactions", timeout_ms, lambda call: admin_transactions.list_transactions(call, states, producer_ids))

    def describe_transactions(
        self, ids: Iterable[str], *, timeout_ms: int | None = None
    ) -> Deferred[Outcomes[str, TransactionDescription]]:
        """Transactional ids with their open transactions (DescribeTransactions, Kafka 3.0)."""
        return self._call("describing transactions", timeout_ms, lambda call: admin_transactions.describe_transactions(call, ids))

    def fence_producers(self, ids: Iterable[str], *, timeout_ms: int | None = None) -> Deferred[Outcomes[str, FencedProducer]]:
        """Abort what transactional ids have open, and have their producers refused (InitProducerId).

        ::

            (await admin.fence_producers(["billing-1"])).check()
        """
        return self._call("fencing producers", timeout_ms, lambda call: admin_transactions.fence_producers(call, ids))

    def find_open_transactions(
        self, partitions: Iterable[TopicPartition], *, timeout_ms: int | None = None
    ) -> Deferred[Outcomes[TopicPartition, tuple[OpenTransaction, ...]]]:
        """What the leaders of partitions have open (DescribeProducers, Kafka 2.8)."""
        return self._call("looking for open transactions", timeout_ms, lambda call: admin_transactions.find_open(call, partitions))

    def find_hanging_transactions(
        self,
        topics: Iterable[str] | None = None,
        partitions: Iterable[TopicPartition] = (),
        *,
        broker_id: int | None = None,
        older_than_ms: int = 900_000,
        timeout_ms: int | None = None,
    ) -> Deferred[Outcomes[TopicPartition, tuple[OpenTransaction, ...]]]:
        """Transactions that are open and that no coordinator will end (KIP-664): readers of committed data stop in front of them.

        :param topics: whole topics, beside `partitions`; of all topics where neither is given.
        :param broker_id: only partitions with a replica there.
        :param older_than_ms: only those whose producer has written nothing for so long; no less than brokers allow transactions to be open
            (``transaction.max.timeout.ms``).
        """
        before_ms = self.routing.now_ms() - older_than_ms
        return self._call(
            "looking for hanging transactions",
            timeout_ms,
            lambda call: admin_transactions.find_hanging(call, topics, partitions, broker_id, before_ms),
        )

    def abort_transaction(self, hanging: OpenTransaction, *, timeout_ms: int | None = None) -> Deferred[None]:
        """Abort a hanging transaction in its partition (WriteTxnMarkers to the leader). One that its coordinator knows must be ended there:
        see `fence_producers`; aborted here it would count in part.

        ::

            for found in (await admin.find_hanging_transactions()).done.values():
                for hanging in found:
                    await admin.abort_transaction(hanging)

        :raises KlogError: INVALID_PRODUCER_EPOCH: the producer has gone on meanwhile; TRANSACTION_COORDINATOR_FENCED;
            CLUSTER_AUTHORIZATION_FAILED.
        """

        async def abort(call: Call) -> None:
            outcomes = await admin_transactions.abort_transaction(
                call, hanging.partition, hanging.producer_id, hanging.producer_epoch, hanging.coordinator_epoch
            )
            outcomes.check()

        return self._call("aborting a transaction", timeout_ms, abort)

    def list_acls(self, which: AclFilter | None = None, *, timeout_ms: int | None = None) -> Deferred[list[Acl]]:
        """Rights that a filter finds, all where None (DescribeAcls)."""
        return self._call("listing rights", timeout_ms, lambda call: admin_acls.list_acls(call, which or AclFilter()))

    def create_acls(self, acls: Iterable[Acl], *, timeout_ms: int | None = None) -> Deferred[Outcomes[Acl, None]]:
        """Allow and deny (CreateAcls).

        ::

            await admin.create_acls([Acl(AclResourceType.TOPIC, "orders", "User:anna", AclOperation.READ)])
        """
        return self._call("creating rights", timeout_ms, lambda call: admin_acls.create_acls(call, acls))

    def delete_acls(self, filters: Iterable[AclFilter], *, timeout_ms: int | None = None) -> Deferred[Outcomes[AclFilter, tuple[Acl, ...]]]:
        """Forget the rights that filters find (DeleteAcls); the values are those that are gone."""
        return self._call("deleting rights", timeout_ms, lambda call: admin_acls.delete_acls(call, filters))

    def describe_scram_users(
        self, users: Iterable[str] | None = None, *, timeout_ms: int | None = None
    ) -> Deferred[Outcomes[str, tuple[ScramCredential, ...]]]:
        """Which users have which SCRAM passwords (DescribeUserScramCredentials)."""
        return self._call("describing users", timeout_ms, lambda call: admin_cluster.describe_scram_users(call, users))

    def set_scram_password(
        self,
        user: str,
        password: str,
        mechanism: ScramMechanism = ScramMechanism.SCRAM_SHA_256,
        *,
        iterations: int = 4096,
        timeout_ms: int | None = None,
    ) -> Deferred[None]:
        """Set a user's SCRAM password (AlterUserScramCredentials); only a salted hash of it is sent.

        :raises KlogError: UNACCEPTABLE_CREDENTIAL, CLUSTER_AUTHORIZATION_FAILED …
        """

        async def work(call: Call) -> None:
            hashed = admin_cluster.salted(user, password, mechanism, iterations, make_salt())
            (await admin_cluster.alter_scram_users(call, [hashed], [])).check()

        return self._call(f"setting the password of user {user}", timeout_ms, work)

    def delete_scram_password(
        self, user: str, mechanism: ScramMechanism = ScramMechanism.SCRAM_SHA_256, *, timeout_ms: int | None = None
    ) -> Deferred[None]:
        """Delete a user's SCRAM password of one mechanism (AlterUserScramCredentials).

        :raises KlogError: RESOURCE_NOT_FOUND …
        """

        async def work(call: Call) -> None:
            (await admin_cluster.alter_scram_users(call, [], [(user, mechanism)])).check()

        return self._call(f"deleting the password of user {user}", timeout_ms, work)
