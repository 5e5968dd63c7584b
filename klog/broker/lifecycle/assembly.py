"""Puts the rooms together: one broker from settings and surroundings. The order is told in ``klog.broker.lifecycle.service``.

Nothing here decides anything about messages: it opens what must be opened, hands each part what it asks for, and knows how to close
all of it again.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import random
from collections.abc import Callable, Collection, Mapping
from typing import Any

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IListeningPort
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.broker.admin_answers import when_all
from klog.broker.coordinators.shard import CoordinatorShard, ShardState
from klog.broker.disk.cleaner import Cleaner
from klog.broker.disk.retention_rounds import apply_retention
from klog.broker.disk.state_store import LoadedState, StateCopies, disk_findings
from klog.broker.disk.threads import do_in_thread, of_kind
from klog.broker.dispatch import Dispatcher
from klog.broker.fetching.down_conversion import DownConverter
from klog.broker.fetching.sessions import FetchSessions
from klog.broker.groups.assembly import found_groups, group_handlers, make_coordinator
from klog.broker.groups.coordinator import GroupCoordinator
from klog.broker.handler import Handler
from klog.broker.handlers.alter_configs import AlterConfigsHandler
from klog.broker.handlers.alter_partition_reassignments import AlterPartitionReassignmentsHandler
from klog.broker.handlers.alter_replica_log_dirs import AlterReplicaLogDirsHandler
from klog.broker.handlers.create_partitions import CreatePartitionsHandler
from klog.broker.handlers.create_topics import CreateTopicsHandler
from klog.broker.handlers.delete_records import DeleteRecordsHandler
from klog.broker.handlers.delete_topics import DeleteTopicsHandler
from klog.broker.handlers.describe_cluster import DescribeClusterHandler
from klog.broker.handlers.describe_configs import DescribeConfigsHandler
from klog.broker.handlers.describe_log_dirs import DescribeLogDirsHandler
from klog.broker.handlers.describe_producers import DescribeProducersHandler
from klog.broker.handlers.describe_topic_partitions import DescribeTopicPartitionsHandler
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
from klog.broker.inter_broker_guard import InterBrokerGuard
from klog.broker.lifecycle.environment import Environment
from klog.broker.lifecycle.periodic_jobs import PeriodicJobs
from klog.broker.lifecycle.process_limits import load_codecs, raise_file_limit, share_for_segments
from klog.broker.lifecycle.replication import Replication, control_handlers
from klog.broker.long_answers import LongAnswers
from klog.broker.reactor_probe import ReactorProbe
from klog.broker.replicas.described_directory import DescribedDirectory
from klog.broker.replicas.moves import LogMoves
from klog.broker.replicas.partitions import Partitions
from klog.broker.settings.config_admin import ConfigAdmin
from klog.broker.settings.settings import BrokerSettings
from klog.broker.settings.settings_listener import SettingsListener
from klog.broker.settings.topic_configs import LogSettingsOfTopics
from klog.broker.steps import Steps
from klog.broker.transactions.assembly import Transactions
from klog.cluster.interfaces import Endpoint, ICoordination, TopicInfo
from klog.cluster.local import LocalCoordination
from klog.cluster.state import ClusterState
from klog.cluster.topic_names import CONSUMER_OFFSETS, TRANSACTION_STATE
from klog.config import LONG_MAX
from klog.in_thread import InThread
from klog.memory_budget import MemoryBudget
from klog.metrics import Metrics
from klog.model import TopicPartition
from klog.net.connections import DEFAULT_MEMORY_BYTES, Connections, Limits
from klog.net.listeners import EndPoint, Listeners, SecurityProtocol
from klog.net.read_ahead import ReadAhead
from klog.net.server_protocol import BrokerFactory
from klog.records.implementations import codec
from klog.storage.data_directories import DataDirectories
from klog.storage.directory import LogDirectory
from klog.storage.disk_work import DiskWork, WorkKind
from klog.storage.filenames import RECOVERY_LOSSES, STATE_FILE
from klog.storage.log_types import LoadReport
from klog.storage.meta_properties import BadMetaProperties, MetaProperties
from klog.storage.recovery_losses import losses_of, write_losses
from klog.storage.settings import LogSettings
from klog.storage.state_file import StateCorrupt, StateFile

#: The number of a broker that nobody gave one (Kafka's own quick start has this).
FIRST_BROKER_ID = 1
#: In ``meta.properties``: which ZooKeeper has the cluster that a data directory is part of.
ZOOKEEPER_MARK = "klog.zookeeper"
#: A Kafka that had the directory for a while may have counted leader epochs on, but not so far.
EPOCHS_OF_OTHERS = 1_000_000
#: What the logs get for their last flush however late it is, in seconds.
LEAST_FLUSH_S = 2.0
#: How often files whose time has come are removed from the disk.
REMOVAL_INTERVAL_MS = 5_000
#: Segment files kept open without being used, where nothing else is asked for.
MOST_IDLE_FILES = 10_000


class StartRefused(Exception):
    """The broker cannot start; the sentence says what to do."""


class Broker:
    """All of one broker. `start` makes the parts; those that were made are there as attributes."""

    log = Logger()

    def __init__(self, settings: BrokerSettings, environment: Environment) -> None:
        self.settings = settings
        self.environment = environment
        self.log_settings = LogSettingsOfTopics(settings)
        self.data_paths = [os.path.abspath(path) for path in settings.data_directories]
        self.metrics = Metrics()
        self.random = random.Random(environment.random_bytes(16))
        queued = settings.integer("queued.max.request.bytes")
        self.memory = MemoryBudget(queued if queued > 0 else DEFAULT_MEMORY_BYTES)
        self.jobs = PeriodicJobs(environment.reactor, environment.turns)
        self.steps = Steps(environment.reactor, environment.pause)
        self.probe: ReactorProbe | None = None
        self.cleaner: Cleaner | None = None
        self.broker_id = -1
        self.directories: DataDirectories | None = None
        self._is_loaded = False
        self.moves: LogMoves | None = None
        self.coordination: ICoordination | None = None
        self.partitions: Partitions | None = None
        self.replication: Replication | None = None
        self.listeners: Listeners | None = None
        self.coordinator: GroupCoordinator | None = None
        #: None where none are kept.
        self.transactions: Transactions | None = None
        self.dispatcher: Dispatcher | None = None
        self.ports: list[tuple[EndPoint, IListeningPort]] = []
        self.connections: Connections | None = None
        self.sessions = FetchSessions(self._clock_ms, self.random, settings.integer("max.incremental.fetch.session.cache.slots"))

    # Start

    def start(self) -> None:
        """Steps 1 to 5 of the start of a broker that is alone.

        :raises Exception: the step that failed; `abandon` takes back what was made.
        """
        listeners = self.read_listeners()
        segments, connections = self.raise_limits()
        directories, report, store = self._load(segments)
        coordination = self._coordinate(directories, report, store)
        self.coordination = coordination
        self.partitions = partitions = self.make_partitions(directories, coordination)
        partitions.load(failed=report.failed.keys())
        coordination.subscribe(SettingsListener(self.settings, coordination))
        coordination.subscribe(partitions)
        self.make_services(directories, coordination, partitions)
        coordination.set_endpoints(self.listen(listeners, connections))

    def make_services(
        self,
        directories: DataDirectories,
        coordination: ICoordination,
        partitions: Partitions,
        replication: Replication | None = None,
        inter_broker_guard: InterBrokerGuard | None = None,
    ) -> None:
        """Step 4: coordinator, handlers and dispatcher; the periodic jobs begin.

        :param replication: where a controller says who leads.
        :param inter_broker_guard: who may say what brokers say; nobody where not given.
        :raises ConfigError: settings that contradict each other.
        """
        self.coordinator = make_coordinator(
            self.settings,
            self.environment,
            coordination,
            partitions,
            metrics=self.metrics,
            random_source=self.random,
            warn=self.warn,
        )
        offsets = found_groups(self.coordinator, coordination)
        self._make_transactions(coordination, partitions, self.coordinator, offsets)
        self.moves = moves = self._make_moves(directories, partitions, self.coordinator)
        transactions = self.transactions
        self.replication = replication
        between = inter_broker_guard or InterBrokerGuard(coordination, None)
        handlers = [
            *self._handlers(directories, coordination, partitions, between, offsets),
            *group_handlers(self.coordinator, coordination),
            *(() if transactions is None else transactions.handlers()),
            *(control_handlers(None, coordination, between) if replication is None else replication.handlers()),
        ]
        if replication is not None:
            replication.control.subscribe(self.coordinator)
            half_ms = self.settings.integer("replica.lag.time.max.ms") // 2
            control = replication.control
            self.jobs.every("who is in sync", max(1, half_ms), lambda: self.steps.run(control.look_for_stragglers()))
        self.dispatcher = Dispatcher(
            handlers,
            self.metrics,
            turns=self.environment.turns,
            guard=self.environment.guard,
            features=() if transactions is None else transactions.features,
        )
        self._begin_jobs(directories, partitions)
        moves.resume()
        expiry_ms = self.settings.integer("offsets.retention.check.interval.ms")
        self.jobs.every("expiry of committed offsets", expiry_ms, self.coordinator.expire)

    def _make_transactions(
        self, coordination: ICoordination, partitions: Partitions, groups: GroupCoordinator, offsets: Coordinated
    ) -> None:
        """A broker that is alone keeps transactions; one that shares its partitions with others does not yet."""
        if coordination.is_controlled:
            return
        self.transactions = transactions = Transactions(
            self.settings, self.environment, coordination, partitions, groups, offsets, metrics=self.metrics, warn=self.warn
        )
        coordinator, settings = transactions.coordinator, transactions.settings
        coordinator.open()
        self.jobs.every("transactions that have timed out", settings.timeout_check_ms, coordinator.abort_timed_out)
        self.jobs.every("expiry of transactional ids", settings.expiration_check_ms, coordinator.expire)

    def _make_moves(self, directories: DataDirectories, partitions: Partitions, coordinator: GroupCoordinator) -> LogMoves:
        def rate() -> float | None:
            value = self.settings.integer("replica.alter.log.dirs.io.max.bytes.per.second")
            return float(value) if 0 < value < LONG_MAX else None

        def is_busy(name: TopicPartition) -> bool:
            shard: CoordinatorShard[Any] | None = None
            if name.topic == CONSUMER_OFFSETS:
                shard = coordinator.shards.get(name.partition)
            elif name.topic == TRANSACTION_STATE and self.transactions is not None:
                shard = self.transactions.coordinator.shards.get(name.partition)
            return shard is not None and shard.state is ShardState.LOADING

        return LogMoves(
            directories.all,
            partitions,
            clock=self.environment.reactor,
            run_in_thread=self.environment.run_in_thread,
            rate=rate,
            is_busy=is_busy,
            warn=self.warn,
        )

    def _clock_ms(self) -> int:
        return int(self.environment.reactor.seconds() * 1000)

    def warn(self, sentence: str) -> None:
        """One line in the log."""
        self.log.warn("{sentence}", sentence=sentence)

    def _measure(self, directories: DataDirectories, partitions: Partitions, connections: Connections, sessions: FetchSessions) -> None:
        """Gauges over what the parts know anyway."""
        gauge = self.metrics.gauge
        gauge("connections.count", "Connections now.", lambda: len(connections))
        gauge("connections.refused.count", "Connections refused because of a limit.", lambda: connections.refused)
        gauge("connections.received_bytes", "Bytes received by all connections.", lambda: connections.received_bytes)
        gauge("memory.held_bytes", "Bytes that clients make the broker hold.", lambda: connections.memory.used_bytes)
        gauge("memory.closed.count", "Connections closed for what they held.", lambda: connections.memory_pressure.closed)
        gauge("fetch.sessions.count", "Fetch sessions now.", lambda: len(sessions))
        gauge("fetch.waiting.count", "Fetch requests that wait for data.", lambda: len(partitions.fetches))
        gauge("produce.waiting.count", "Answers to Produce that wait for their flush.", lambda: len(partitions.produces))
        gauge("partitions.count", "Partitions that are served.", lambda: len(partitions))
        gauge("log.size_bytes", "Bytes of all batches in all logs.", lambda: sum(log.size_bytes for log in directories.logs()))
        gauge("reads.cold.count", "Reads for which the disk had to be asked, in a thread.", lambda: partitions.reads.count)
        gauge("reads.cold.waiting.count", "Such reads that wait or are under way.", lambda: len(partitions.reads))
        gauge("log.open_files.count", "Files of logs kept open.", lambda: sum(len(one.context.files) for one in directories))
        moves = self.moves
        gauge("log.moves.count", "Partitions on their way to another data directory.", lambda: 0 if moves is None else len(moves.moves))
        full = "Data directories in which nothing is appended, because the disk is full."
        gauge("log.directories.full.count", full, lambda: sum(one.room.is_low for one in directories))
        gauge("log.directories.count", "Data directories.", lambda: len(directories))
        gauge("log.directories.offline.count", "Data directories that are out of service.", lambda: len(directories.offline))

    def read_listeners(self) -> Listeners:
        """What is to be opened, and what clients are told. Raises ConfigError."""
        settings = self.settings
        listeners = Listeners.parse(
            settings.raw("listeners") or "",
            advertised=settings.raw("advertised.listeners"),
            protocol_map=settings.raw("listener.security.protocol.map") if "listener.security.protocol.map" in settings.static else None,
            inter_broker=settings.raw("inter.broker.listener.name"),
            inter_broker_protocol=settings.static.get("security.inter.broker.protocol"),
            control_plane=settings.raw("control.plane.listener.name"),
            controllers=settings.raw("controller.listener.names"),
            is_alone=settings.zookeeper is None,
        )
        for warning in listeners.warnings:
            self.warn(warning)
        if settings.zookeeper is not None and not listeners.tells_brokers_apart:
            self.log.info(
                "clients and brokers share the listener {name} without security: a client that claims to be a replica of a broker that is "
                "registered cannot be told from it; inter.broker.listener.name gives brokers a listener of their own",
                name=listeners.inter_broker,
            )
        self.listeners = listeners
        return listeners

    def raise_limits(self) -> tuple[int, int]:
        """How many segment files may be open, and how many connections."""
        load_codecs()
        asked = self.settings.integer("klog.max.open.files")
        limits = self.environment.file_limits
        if limits is None:
            return share_for_segments(1000, asked), 1 << 31
        raised = raise_file_limit(limits)
        if raised.warning is not None:
            self.warn(raised.warning)
        segments = share_for_segments(raised.files, asked)
        # What is open without being used helps only up to a point.
        return min(segments, max(asked, MOST_IDLE_FILES)), max(64, raised.files - segments)

    def open_directories(
        self,
        files: int,
        settings_for: Callable[[str], LogSettings | None],
        topic_id_for: Callable[[str], bytes] | None = None,
        *,
        has_replicas: bool = False,
    ) -> DataDirectories:
        """The data directories, locked and not loaded. Those whose disk does not answer are out of service.

        :param files: how many segment files may be open, in all of them.
        :param settings_for: of a topic that is found there.
        :param topic_id_for: see `LogDirectory`.
        :param has_replicas: see `LogDirectory`.
        :raises DirectoriesRefused: they do not go together.
        :raises DirectoryInUse: by another process.
        """
        environment, settings = self.environment, self.settings

        def make(path: str) -> LogDirectory:
            directory = LogDirectory(
                environment.file_system,
                path,
                environment.now_ms,
                LogSettings(),
                self.broker_id,
                cluster_id=settings.string("klog.cluster.id"),
                settings_for=settings_for,
                topic_id_for=topic_id_for,
                warn=self.warn,
                has_replicas=has_replicas,
                boot_id=environment.boot_id(),
                max_open_files=max(1, files // len(self.data_paths)),
                producer_expiration_ms=settings.integer("producer.id.expiration.ms"),
                max_uncompressed_bytes=settings.integer("klog.max.uncompressed.bytes"),
                random_source=self.random,
                random_bytes=environment.random_bytes,
            )
            directory.on_offline = self._directory_failed
            return directory

        directories = self.directories = DataDirectories(environment.file_system, self.data_paths, make, self.warn)
        # Before anything is read: nobody else may be writing it.
        directories.lock()
        return directories

    def load_directories(self, remembered_ids: Mapping[str, bytes] | None = None, deleting: Collection[bytes] = ()) -> LoadReport:
        """Load all logs of the data directories; may run in a thread.

        :param remembered_ids: ids of topics that are known from elsewhere.
        :param deleting: ids of topics that are deleted and may have left something.
        :raises DirectoriesRefused: they do not go together.
        :raises BadMetaProperties: one is another broker's or cluster's.
        """
        assert self.directories is not None
        # Also where it fails half-way: what is open must be closed.
        self._is_loaded = True
        report = self.directories.load(remembered_ids, deleting)
        for directory in self.directories.online:
            self._tell_losses(directory)
        return report

    def _directory_failed(self, directory: LogDirectory) -> None:
        """It takes no writes any more. What follows from it waits for the next turn: who found it out is in the middle of something."""
        self.environment.reactor.callLater(0, self._set_aside, directory)

    def _set_aside(self, directory: LogDirectory) -> None:
        """A directory has failed while the broker runs: its partitions are served no more, the others go on. The last one that is left is
        still read."""
        directories, partitions = self.directories, self.partitions
        error = directory.offline
        if directories is None or partitions is None or partitions.is_closing or error is None or directory.work.is_closed:
            return
        if not directories.online:
            if len(directories) > 1:
                self.warn("no data directory takes writes until the broker is started again; the last one is still read")
            return
        replicas = [partition for partition in partitions.replicas() if partitions.home(partition) is directory]
        lost = partitions.set_aside(directory, error)
        if self.replication is not None and self.coordination is not None:
            self.replication.control.directory_failed(replicas)
            self.coordination.tell_log_directory_failed()
        count = sum(len(indexes) for indexes in lost.values())
        self.warn(
            f"{directory.path} is out of service with its {count} partition(s) until the broker is started again; "
            f"{len(directories.online)} data directories serve"
        )
        coordination, coordinator = self.coordination, self.coordinator
        if isinstance(coordination, LocalCoordination):
            coordination.partitions_failed(lost)
        if coordinator is not None and coordination is not None:
            for topic, indexes in lost.items():
                info = coordination.topics().get(topic)
                if info is not None:
                    coordinator.leaders_changed(info, sorted(indexes))
                    if self.transactions is not None:
                        self.transactions.coordinator.leaders_changed(info, sorted(indexes))

    def _tell_losses(self, directory: LogDirectory) -> None:
        """What recovery cut off which logs: said now, and kept for `klog doctor`."""
        losses = losses_of(directory.logs, self.environment.now_ms())
        if losses is None:
            return
        self.warn(f"recovery: {losses}; `klog doctor --log-dir {directory.path}` tells it again")
        try:
            write_losses(directory.fs, directory.path, losses)
        except OSError as error:
            self.warn(f"{directory.path}/{RECOVERY_LOSSES}: what recovery cut is told in this log only and not kept: {error}")

    def identity(self, directories: DataDirectories) -> MetaProperties | None:
        """Whose the data directories are (``meta.properties``).

        :raises StartRefused: that cannot be read, or they do not agree.
        """
        try:
            return directories.identity()
        except BadMetaProperties as error:
            advice = "put back a copy of the file"
            state = None
            for directory in directories.online:
                with contextlib.suppress(OSError, StateCorrupt):
                    state = StateFile(directories.fs, f"{directory.path}/{STATE_FILE}").load() or state
            if state is not None:
                advice += f"; the line that tells the cluster is cluster.id={state.cluster_id} ({STATE_FILE} remembers it)"
            raise StartRefused(f"{error}; {advice}") from None

    @staticmethod
    def _check_cluster(found: MetaProperties | None, remembered: ClusterState | None, directories: DataDirectories) -> None:
        """Two files know the cluster's id; where they do not agree nobody can say whose the data is."""
        if found is None or found.cluster_id is None or remembered is None or found.cluster_id == remembered.cluster_id:
            return
        path = f"{directories.online[0].path}/meta.properties"
        raise StartRefused(
            f"{path} says that this data directory belongs to cluster {found.cluster_id}, and {STATE_FILE} beside it remembers "
            f"{remembered.cluster_id}: one of them is damaged or from elsewhere. If nobody gave the data to another cluster, let the line "
            f"in {path} be cluster.id={remembered.cluster_id}; if somebody did, move {STATE_FILE} away: topic configurations get unknown"
        )

    @staticmethod
    def _check_not_shared(found: MetaProperties | None, directories: DataDirectories) -> None:
        shared = None if found is None else found.others.get(ZOOKEEPER_MARK)
        if shared is not None:
            raise StartRefused(
                f"{directories.online[0].path} holds one broker's part of the cluster in ZooKeeper at {shared}; start it with "
                f"zookeeper.connect={shared}, or, to serve this part alone for good, remove the line {ZOOKEEPER_MARK} from its "
                "meta.properties"
            )

    def _load(self, files: int) -> tuple[DataDirectories, LoadReport, LoadedState]:
        settings = self.settings
        directories = self.open_directories(files, self._remembered_settings)
        found = self.identity(directories)
        self._check_not_shared(found, directories)
        self.broker_id = self._choose_broker_id(found, directories)
        copies = StateCopies(directories.fs, directories.all, self.warn)
        store = LoadedState(copies)
        self._remembered = store.state
        self._check_cluster(found, self._remembered, directories)
        remembered_ids: dict[str, bytes] = {}
        if self._remembered is not None:
            remembered_ids = {name: topic.topic_id for name, topic in self._remembered.topics.items()}
            configs = self._remembered.broker_configs
            settings.set_dynamic(configs.get(str(self.broker_id), {}), configs.get("", {}))
        for directory in directories:
            directory.broker_id = self.broker_id
            directory.defaults = self.log_settings.of({})
            if self._remembered is not None:
                most = self._remembered.leader_epoch + EPOCHS_OF_OTHERS
                directory.context.max_leader_epoch = min(most, directory.context.max_leader_epoch)
        report = self.load_directories(remembered_ids, self._remembered.deleting if self._remembered is not None else ())
        return directories, report, store

    _remembered: ClusterState | None = None

    def _choose_broker_id(self, found: MetaProperties | None, directories: DataDirectories) -> int:
        if self.settings.broker_id is not None:
            return self.settings.broker_id
        # A file without a line says nothing, and is written anew.
        if found is None or found == MetaProperties(None, None):
            return FIRST_BROKER_ID
        if found.broker_id is None:
            raise StartRefused(
                f"{directories.online[0].path}/meta.properties does not say which broker's data this is; set broker.id, or put back the "
                "line broker.id=<number> in it"
            )
        return found.broker_id

    def _remembered_settings(self, topic: str) -> LogSettings | None:
        """The settings of a topic that is being loaded, before there is a coordination."""
        known = self._remembered.topics.get(topic) if self._remembered is not None else None
        return self.log_settings.of(known.configs) if known is not None and known.configs_known else None

    def _topic_settings(self, topic: TopicInfo) -> LogSettings:
        return self.log_settings.of(topic.configs, known=topic.configs_known)

    def _coordinate(self, directories: DataDirectories, report: LoadReport, store: LoadedState) -> LocalCoordination:
        environment = self.environment
        served = [log.topic_partition for log in directories.logs()]
        findings = disk_findings(report, served, is_incomplete=bool(directories.offline))
        wanted = self.settings.string("klog.cluster.id")
        if wanted is not None and findings.cluster_id is None:
            findings = dataclasses.replace(findings, cluster_id=wanted)
        coordination = LocalCoordination(
            store,
            self.broker_id,
            rack=self.settings.string("broker.rack"),
            findings=findings,
            now_ms=environment.now_ms(),
            run_blocking=self._save_in_thread(store),
            run_steps=self.steps.run,
            random_bytes=environment.random_bytes,
        )
        store.settle()
        for warning in coordination.warnings:
            self.warn(warning)
        leftovers = set(coordination.leftovers)
        if leftovers:
            for directory in directories.online:
                directory.delete(*[one for one in [*directory.logs, *report.failed] if one.topic in leftovers])
            coordination.leftovers_removed()
        directories.write_identity(coordination.cluster_id())
        return coordination

    def _save_in_thread(self, store: LoadedState) -> InThread[None]:
        """Runs what saves the cluster's state; a directory that keeps an old copy of it goes out of service."""
        in_thread = of_kind(self.environment.run_in_thread, WorkKind.CHECKPOINT)

        def run(function: Callable[[], None]) -> Deferred[None]:
            def settle(result: Any) -> Any:
                store.settle()
                return result

            return in_thread(function).addBoth(settle)

        return run

    def make_partitions(self, directories: DataDirectories, coordination: ICoordination) -> Partitions:
        """The partitions of `directories`; neither loaded nor subscribed."""
        return Partitions(
            directories.all,
            coordination,
            self._topic_settings,
            clock=self.environment.reactor,
            run_in_thread=self.environment.run_in_thread,
            flush_max_wait_ms=self.settings.integer("klog.flush.max.wait.ms"),
            run_all=self.environment.run_all,
            run_steps=self.steps.run,
            flush_times=self.metrics.histogram("flush.time_ms", "How long flushes of one log took, the wait for a thread included."),
        )

    def _handlers(
        self,
        directories: DataDirectories,
        coordination: ICoordination,
        partitions: Partitions,
        inter_broker_guard: InterBrokerGuard,
        offsets: Coordinated,
    ) -> list[Handler]:
        settings = self.settings
        moves, transactions = self.moves, self.transactions
        assert moves is not None
        admin = ConfigAdmin(coordination, settings)
        answers = LongAnswers(self.steps.run)
        return [
            MetadataHandler(coordination, settings, answers),
            CreateTopicsHandler(coordination, settings),
            DeleteTopicsHandler(coordination, settings, answers),
            CreatePartitionsHandler(coordination),
            DescribeConfigsHandler(coordination, settings),
            AlterConfigsHandler(admin),
            IncrementalAlterConfigsHandler(admin, self.broker_id),
            DescribeClusterHandler(coordination),
            DescribeLogDirsHandler([DescribedDirectory(directory, self.moves) for directory in directories], answers),
            AlterReplicaLogDirsHandler(moves),
            AlterPartitionReassignmentsHandler(coordination),
            ListPartitionReassignmentsHandler(),
            DescribeTopicPartitionsHandler(coordination, settings),
            ListConfigResourcesHandler(coordination),
            ProduceHandler(partitions)
            if transactions is None
            else ProduceHandler(partitions, transactions.verifier, verifies=transactions.verifies),
            FetchHandler(
                partitions,
                self.sessions,
                codec,
                max_bytes=settings.integer("fetch.max.bytes"),
                converter=DownConverter(
                    codec, self.environment.reactor, of_kind(self.environment.run_in_thread, WorkKind.READ), self.memory
                ),
                may_replicate=inter_broker_guard.may_replicate,
            ),
            ElectLeadersHandler(coordination),
            ListOffsetsHandler(partitions),
            OffsetForLeaderEpochHandler(partitions),
            InitProducerIdHandler(coordination, None if transactions is None else transactions.coordinator),
            FindCoordinatorHandler(coordination, offsets, None if transactions is None else transactions.found()),
            DeleteRecordsHandler(partitions),
            DescribeProducersHandler(partitions),
        ]

    def _begin_jobs(self, directories: DataDirectories, partitions: Partitions) -> None:
        settings, environment = self.settings, self.environment

        def retain() -> Deferred[None]:
            return apply_retention(partitions, environment.now_ms(), self.steps.run)

        def checkpoint() -> Deferred[Any] | None:
            under_way = [do_in_thread(environment.run_in_thread, directory.prepare_checkpoint()) for directory in directories.online]
            return when_all(under_way, None)

        every = self.jobs.every
        every(
            "retention",
            settings.integer("log.retention.check.interval.ms"),
            retain,
            first_ms=settings.integer("log.initial.task.delay.ms"),
        )
        interval_ms = min(
            settings.integer("log.flush.offset.checkpoint.interval.ms"),
            settings.integer("log.flush.start.offset.checkpoint.interval.ms"),
        )
        every("checkpoints", interval_ms, checkpoint)

        def checkpoint_high_watermarks() -> Deferred[Any] | None:
            works: list[DiskWork[Any] | None] = []
            for directory in directories.online:
                if directory.has_replicas:
                    works += directory.prepare_high_watermark_checkpoint(), directory.prepare_start_record()
            return when_all([do_in_thread(environment.run_in_thread, work) for work in works if work is not None], None)

        every("high watermarks", settings.integer("replica.high.watermark.checkpoint.interval.ms"), checkpoint_high_watermarks)
        moves = self.moves
        self.cleaner = Cleaner(
            directories.all,
            settings,
            self.metrics,
            clock=environment.reactor,
            run_in_thread=environment.run_in_thread,
            must_stay=lambda log: moves is not None and moves.is_moving(log),
        )
        self.cleaner.start()

        def remove() -> Deferred[Any] | None:
            works: list[DiskWork[Any] | None] = []
            for directory in directories:
                if not directory.work.is_closed:
                    works += directory.prepare_discard(), directory.prepare_removal(environment.now_ms())
            under_way = [do_in_thread(environment.run_in_thread, work) for work in works if work is not None]
            return when_all(under_way, None)

        every("removal of deleted files", REMOVAL_INTERVAL_MS, remove)
        unkept: set[LogDirectory] = set()
        reserve_bytes = settings.integer("klog.reserve.bytes")

        def keep_reserve(directory: LogDirectory) -> Deferred[Any]:
            was_low = directory.room.is_low

            def looked(result: object) -> Deferred[None] | None:
                is_low = directory.room.is_low
                if isinstance(result, Failure):
                    if directory not in unkept:
                        self.warn(f"{directory.path}: no room can be kept for retention: {result.getErrorMessage()}")
                    unkept.add(directory)
                elif is_low and not was_low:
                    self.warn(f"{directory.path}: the disk is full: nothing is appended until retention, or somebody, has made room")
                elif was_low and not is_low:
                    self.warn(f"{directory.path}: there is room again")
                return retain() if is_low else None

            return do_in_thread(environment.run_in_thread, directory.prepare_reserve(reserve_bytes)).addBoth(looked)

        def keep_reserves() -> Deferred[Any] | None:
            return when_all([keep_reserve(directory) for directory in directories.online], None)

        if reserve_bytes:
            every("room for retention", REMOVAL_INTERVAL_MS, keep_reserves, first_ms=0)

    def listen(self, listeners: Listeners, most: int) -> list[Endpoint]:
        """Step 5: open the listeners; where clients reach them.

        :param most: connections that the process can have.
        :raises ConfigError: one cannot be opened.
        """
        settings, environment = self.settings, self.environment
        dispatcher, directories, partitions = self.dispatcher, self.directories, self.partitions
        assert dispatcher is not None and directories is not None and partitions is not None
        self.connections = connections = self._make_connections(most)
        read_ahead = ReadAhead(of_kind(environment.run_in_thread, WorkKind.READ))
        backlog = settings.integer("socket.listen.backlog.size")
        for endpoint in listeners.bound:
            factory: Any = BrokerFactory(endpoint.name, dispatcher, connections, read_ahead)
            if endpoint.protocol is SecurityProtocol.SSL:
                # Imported here: it is large, and most brokers do without.
                from klog.net.tls import tls_options, wrap_in_tls

                options = tls_options(self.settings.static, endpoint.name, self.read_file)
                factory = wrap_in_tls(options, factory, environment.reactor)
            self.ports.append((endpoint, environment.open_port(endpoint, factory, backlog)))
        self._measure(directories, partitions, connections, self.sessions)
        self._probe_reactor()
        return [_advertised(listeners, endpoint, _port_number(port)) for endpoint, port in self.ports]

    def _probe_reactor(self) -> None:
        slow_ms = self.settings.integer("klog.slow.turn.ms")
        environment = self.environment
        self.probe = ReactorProbe(
            environment.turns,
            self.metrics,
            slow_ms=None if slow_ms < 0 else slow_ms,
            warn=self.warn,
            seconds=environment.reactor.seconds,
        )

    def stop_probe(self) -> None:
        """Measure the reactor's turns no more; may be called again."""
        if self.probe is not None:
            self.probe.stop()

    def _make_connections(self, most: int) -> Connections:
        settings = self.settings
        limits = Limits(
            max_connections=min(settings.integer("max.connections"), most),
            max_connections_per_ip=settings.integer("max.connections.per.ip"),
            max_in_flight_requests=settings.integer("klog.max.in.flight.requests"),
            max_frame_bytes=settings.integer("socket.request.max.bytes"),
            request_frame_timeout_ms=settings.integer("klog.request.timeout.ms"),
            connections_max_idle_ms=settings.integer("connections.max.idle.ms"),
            write_stall_timeout_ms=settings.integer("klog.write.stall.timeout.ms"),
        )
        return Connections(self.environment.reactor, limits, self.memory)

    def read_file(self, path: str) -> bytes:
        fs = self.environment.file_system
        file = fs.open(path)
        try:
            return file.read_at(0, file.size())
        finally:
            file.close()

    def listener_texts(self) -> list[str]:
        """``NAME://host:port`` of every open listener, with the port that it got."""
        texts = []
        for endpoint, port in self.ports:
            host = endpoint.host or "0.0.0.0"
            texts.append(f"{endpoint.name}://{f'[{host}]' if ':' in host else host}:{_port_number(port)}")
        return texts

    def abandon(self) -> None:
        """Take back a start that failed, as far as it got. What the coordination holds is its maker's."""
        self.stop_probe()
        self.jobs.stop()
        if self.moves is not None:
            self.moves.close()
        self.steps.close()
        if self.cleaner is not None:
            self.cleaner.stop()
        if self.replication is not None:
            self.replication.close()
        if self.transactions is not None:
            self.transactions.coordinator.close()
        if self.coordinator is not None:
            self.coordinator.close()
        for _, port in self.ports:
            port.stopListening()
        if self.directories is None:
            return
        if self._is_loaded:
            # Nobody is served by this thread any more or yet; but for ever it must not wait either.
            end_s = self.environment.reactor.seconds() + LEAST_FLUSH_S
            for directory in self.directories:
                directory.close(self.environment.run_all, lambda: max(0.0, end_s - self.environment.reactor.seconds()))
        else:
            # Nothing was read, so there is nothing to write down.
            self.directories.release()


def _advertised(listeners: Listeners, endpoint: EndPoint, port: int) -> Endpoint:
    """What clients are told of a listener; an empty host is the address that they came by."""
    host, number = listeners.address_for(endpoint.name, "", port)
    return Endpoint(endpoint.name, host, number)


def _port_number(port: IListeningPort) -> int:
    return int(getattr(port.getHost(), "port", 0))
