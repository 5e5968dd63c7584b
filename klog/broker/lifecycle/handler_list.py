"""The handlers that every broker has, one for each API; those of coordinators and of replication their own rooms bring along
(``klog.broker.groups.assembly``, ``klog.broker.transactions.assembly``, ``klog.broker.lifecycle.replication_assembly``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from twisted.internet.defer import Deferred, succeed

from klog.broker.audit.forgeries import Forgeries
from klog.broker.audit.produce_counts import ProduceCounts
from klog.broker.disk.threads import of_kind
from klog.broker.fetching.down_conversion import DownConverter
from klog.broker.fetching.sessions import FetchSessions
from klog.broker.handler import Handler
from klog.broker.handlers.alter_configs import AlterConfigsHandler
from klog.broker.handlers.alter_partition_reassignments import AlterPartitionReassignmentsHandler
from klog.broker.handlers.alter_replica_log_dirs import AlterReplicaLogDirsHandler
from klog.broker.handlers.alter_user_scram_credentials import AlterUserScramCredentialsHandler
from klog.broker.handlers.create_acls import CreateAclsHandler
from klog.broker.handlers.create_partitions import CreatePartitionsHandler
from klog.broker.handlers.create_topics import CreateTopicsHandler
from klog.broker.handlers.delete_acls import DeleteAclsHandler
from klog.broker.handlers.delete_records import DeleteRecordsHandler
from klog.broker.handlers.delete_topics import DeleteTopicsHandler
from klog.broker.handlers.describe_acls import DescribeAclsHandler
from klog.broker.handlers.describe_client_quotas import DescribeClientQuotasHandler
from klog.broker.handlers.describe_cluster import DescribeClusterHandler
from klog.broker.handlers.describe_configs import DescribeConfigsHandler
from klog.broker.handlers.describe_log_dirs import DescribeLogDirsHandler
from klog.broker.handlers.describe_producers import DescribeProducersHandler
from klog.broker.handlers.describe_topic_partitions import DescribeTopicPartitionsHandler
from klog.broker.handlers.describe_user_scram_credentials import DescribeUserScramCredentialsHandler
from klog.broker.handlers.elect_leaders import ElectLeadersHandler
from klog.broker.handlers.fetch import FetchHandler
from klog.broker.handlers.find_coordinator import Coordinated, FindCoordinatorHandler
from klog.broker.handlers.incremental_alter_configs import IncrementalAlterConfigsHandler
from klog.broker.handlers.init_producer_id import InitProducerIdHandler
from klog.broker.handlers.list_config_resources import ListConfigResourcesHandler
from klog.broker.handlers.list_offsets import ListOffsetsHandler
from klog.broker.handlers.list_partition_reassignments import ListPartitionReassignmentsHandler
from klog.broker.handlers.metadata import MetadataHandler
from klog.broker.handlers.offset_for_leader_epoch import OffsetForLeaderEpochHandler
from klog.broker.handlers.produce import ProduceHandler
from klog.broker.handlers.sasl_authenticate import SaslAuthenticateHandler
from klog.broker.handlers.sasl_handshake import SaslHandshakeHandler
from klog.broker.inter_broker_guard import InterBrokerGuard
from klog.broker.lifecycle.environment import Environment
from klog.broker.long_answers import LongAnswers
from klog.broker.replicas.described_directory import DescribedDirectory
from klog.broker.replicas.moves import LogMoves
from klog.broker.replicas.partitions import Partitions
from klog.broker.replicas.replication_throttles import Side, make_throttle
from klog.broker.settings.config_admin import ConfigAdmin
from klog.broker.settings.settings import BrokerSettings
from klog.broker.steps import Steps
from klog.broker.transactions.assembly import Transactions
from klog.cluster.interfaces import ICoordination
from klog.memory_budget import MemoryBudget
from klog.records.implementations import codec
from klog.storage.directories.data_directories import DataDirectories
from klog.storage.disk_work import WorkKind


def make_handlers(
    settings: BrokerSettings,
    environment: Environment,
    coordination: ICoordination,
    *,
    broker_id: int,
    directories: DataDirectories,
    partitions: Partitions,
    moves: LogMoves,
    sessions: FetchSessions,
    memory: MemoryBudget,
    inter_broker_guard: InterBrokerGuard,
    offsets: Coordinated,
    transactions: Transactions,
    steps: Steps,
    counts: ProduceCounts | None = None,
    forgeries: Forgeries | None = None,
    check_tls: Callable[[Mapping[str, str]], Deferred[None]] = lambda wanted: succeed(None),
    take_up_tls: Callable[[], Deferred[None]] = lambda: succeed(None),
) -> list[Handler]:
    """All of them.

    :param offsets: by whom a group's coordinator is found.
    :param counts, forgeries: of the audit, where it is asked for.
    :param check_tls, take_up_tls: as for `ConfigAdmin`.
    """
    admin = ConfigAdmin(coordination, settings, check_tls, take_up_tls, environment.reactor)
    answers = LongAnswers(steps.run)
    return [
        MetadataHandler(coordination, settings, answers, environment.reactor.seconds),
        CreateTopicsHandler(coordination, settings),
        DeleteTopicsHandler(coordination, settings, answers),
        CreatePartitionsHandler(coordination),
        DescribeConfigsHandler(coordination, settings, answers),
        AlterConfigsHandler(admin),
        IncrementalAlterConfigsHandler(admin, broker_id),
        DescribeClusterHandler(coordination),
        DescribeLogDirsHandler([DescribedDirectory(directory, moves) for directory in directories], answers),
        AlterReplicaLogDirsHandler(moves),
        AlterPartitionReassignmentsHandler(coordination),
        ListPartitionReassignmentsHandler(coordination),
        DescribeTopicPartitionsHandler(coordination, settings),
        ListConfigResourcesHandler(coordination),
        ProduceHandler(
            partitions,
            transactions.verifier,
            verifies=transactions.verifies,
            counts=counts,
            forgeries=forgeries,
        ),
        FetchHandler(
            partitions,
            sessions,
            codec,
            max_bytes=settings.integer("fetch.max.bytes"),
            converter=DownConverter(codec, environment.reactor, of_kind(environment.run_in_thread, WorkKind.READ), memory),
            sends_to_racks=settings.sends_consumers_to_racks,
            may_replicate=inter_broker_guard.may_replicate,
            throttle=make_throttle(Side.LEADER, settings, coordination, environment.reactor),
        ),
        ElectLeadersHandler(coordination),
        ListOffsetsHandler(partitions, inter_broker_guard.may_replicate),
        OffsetForLeaderEpochHandler(partitions),
        InitProducerIdHandler(coordination, transactions.coordinator),
        FindCoordinatorHandler(coordination, offsets, transactions.found()),
        DeleteRecordsHandler(partitions),
        DescribeProducersHandler(partitions, answers),
        SaslHandshakeHandler(),
        SaslAuthenticateHandler(environment.reactor),
        DescribeClientQuotasHandler(coordination),
        DescribeUserScramCredentialsHandler(coordination),
        AlterUserScramCredentialsHandler(coordination),
        DescribeAclsHandler(coordination, is_enabled=settings.has_authorizer),
        CreateAclsHandler(coordination, is_enabled=settings.has_authorizer),
        DeleteAclsHandler(coordination, is_enabled=settings.has_authorizer),
    ]
