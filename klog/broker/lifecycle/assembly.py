"""Puts the rooms together: one broker from settings and surroundings. The order is told in ``klog.broker.lifecycle.service``.

Nothing here decides anything about messages: it opens what must be opened, hands each part what it asks for, and knows how to close
all of it again.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from twisted.internet.defer import Deferred
from twisted.logger import Logger

from klog.broker.authorization.authorizer import Authorizer
from klog.broker.coordinators.shard import CoordinatorShard, ShardState
from klog.broker.disk.cleaner import Cleaner
from klog.broker.dispatch import Dispatcher
from klog.broker.fetching.sessions import FetchSessions
from klog.broker.groups.assembly import found_groups, group_handlers, make_coordinator
from klog.broker.groups.coordinator import GroupCoordinator
from klog.broker.handler import Handler
from klog.broker.handlers.find_coordinator import Coordinated
from klog.broker.inter_broker_guard import InterBrokerGuard
from klog.broker.lifecycle.control_handlers import control_handlers
from klog.broker.lifecycle.disk_jobs import DiskJobs
from klog.broker.lifecycle.environment import Environment
from klog.broker.lifecycle.failed_directories import set_aside
from klog.broker.lifecycle.gauges import add_gauges
from klog.broker.lifecycle.handler_list import make_handlers
from klog.broker.lifecycle.open_listeners import OpenListeners
from klog.broker.lifecycle.periodic_jobs import PeriodicJobs
from klog.broker.lifecycle.process_limits import load_codecs, raise_file_limit, share_for_segments
from klog.broker.lifecycle.told_losses import tell_losses
from klog.broker.reactor_probe import ReactorProbe
from klog.broker.replicas.moves import LogMoves
from klog.broker.replicas.partition import Partition
from klog.broker.replicas.partitions import Partitions
from klog.broker.settings.settings import BrokerSettings
from klog.broker.settings.topic_configs import LogSettingsOfTopics
from klog.broker.steps import Steps
from klog.broker.transactions.assembly import Transactions
from klog.cluster.interfaces import Endpoint, ICoordination, TopicInfo
from klog.cluster.topic_names import CONSUMER_OFFSETS, TRANSACTION_STATE
from klog.config import LONG_MAX
from klog.memory_budget import MemoryBudget
from klog.metrics import Metrics
from klog.model import TopicPartition
from klog.net.connections import DEFAULT_MEMORY_BYTES
from klog.storage.directories.data_directories import DataDirectories
from klog.storage.directories.directory import LogDirectory
from klog.storage.log.start_reports import LoadReport
from klog.storage.settings import LogSettings

if TYPE_CHECKING:
    from klog.broker.audit.assembly import BrokerAudit
    from klog.broker.authorization.audit_file import AuditFile
    from klog.broker.lifecycle.replication_assembly import Replication

#: What the logs get for their last flush however late it is, in seconds.
LEAST_FLUSH_S = 2.0
#: Segment files kept open without being used, where nothing else is asked for.
MOST_IDLE_FILES = 10_000


class Application(Protocol):
    """What runs in a broker's process beside it, as an ordinary client and with what the broker hands it."""

    def start(self) -> None:
        """The broker has started."""

    def stop(self) -> Deferred[None]:
        """The broker is about to stop, and serves until this fires."""


class StartRefused(Exception):
    """The broker cannot start; the sentence says what to do."""


class Broker:
    """All of one broker. `LocalStart` or `ZooKeeperStart` has the parts made, in order; those that were made are there as attributes."""

    log = Logger()

    def __init__(self, settings: BrokerSettings, environment: Environment) -> None:
        self.settings = settings
        self.environment = environment
        self.log_settings = LogSettingsOfTopics(settings, self.warn)
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
        #: What clients come in by; read first, opened last.
        self.open_listeners = OpenListeners(settings, environment, self.memory, self.jobs, self._coordinated, self.warn)
        self.coordinator: GroupCoordinator | None = None
        self.transactions: Transactions | None = None
        self.audit: BrokerAudit | None = None
        self.dispatcher: Dispatcher | None = None
        self.authorizer: Authorizer | None = None
        #: Who was denied what, and who did not show who it is.
        self.audit_file: AuditFile | None = None
        #: What runs beside it, once it has started.
        self.applications: list[Application] = []
        self.sessions = FetchSessions(self._clock_ms, self.random, settings.integer("max.incremental.fetch.session.cache.slots"))
        #: Called with one sentence where it must not go on, though it has started; has it stopped in order.
        self.end: Callable[[str], Any] = self.warn
        self._must_end = False

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
        self.replication = replication
        transactions = self._make_transactions(coordination, partitions, self.coordinator, offsets)
        self.moves = moves = self._make_moves(directories, partitions, self.coordinator, transactions)
        guard = inter_broker_guard or InterBrokerGuard(coordination, None)
        self._make_audit(coordination, partitions)
        handlers = [
            *make_handlers(
                self.settings,
                self.environment,
                coordination,
                broker_id=self.broker_id,
                directories=directories,
                partitions=partitions,
                moves=moves,
                sessions=self.sessions,
                memory=self.memory,
                inter_broker_guard=guard,
                offsets=offsets,
                transactions=transactions,
                steps=self.steps,
                counts=None if self.audit is None else self.audit.counts,
                forgeries=None if self.audit is None else self.audit.forgeries,
                check_tls=self.open_listeners.check_tls,
                take_up_tls=self.open_listeners.look_at_certificates,
            ),
            *group_handlers(self.coordinator, coordination),
            *transactions.handlers(guard, self.steps.run),
            *(control_handlers(None, coordination, guard) if replication is None else replication.handlers()),
        ]
        if replication is not None:
            replication.control.subscribe(self.coordinator)
            replication.control.subscribe(transactions.coordinator)
            half_ms = self.settings.integer("replica.lag.time.max.ms") // 2
            control = replication.control
            self.jobs.every("who is in sync", max(1, half_ms), lambda: self.steps.run(control.look_for_stragglers()))
        self.dispatcher = self._make_dispatcher(handlers, coordination, transactions)
        disk_jobs = DiskJobs(
            self.settings,
            self.environment,
            directories,
            partitions,
            moves,
            steps=self.steps,
            metrics=self.metrics,
            warn=self.warn,
        )
        self.cleaner = disk_jobs.cleaner
        disk_jobs.begin(self.jobs)
        moves.resume()
        expiry_ms = self.settings.integer("offsets.retention.check.interval.ms")
        self.jobs.every("expiry of committed offsets", expiry_ms, self.coordinator.expire)

    def _make_audit(self, coordination: ICoordination, partitions: Partitions) -> None:
        if self.settings.boolean("klog.audit.counts"):
            # Imported here: most brokers do without.
            from klog.broker.audit.assembly import BrokerAudit

            audit = self.audit = BrokerAudit(
                self.settings, self.environment, coordination, partitions, metrics=self.metrics, warn=self.warn
            )
            # First that it counts, before there is much that a kill could make forgotten.
            first_ms = min(audit.interval_ms, 100)
            self.jobs.every("the audit's report", audit.interval_ms, audit.publisher.publish, first_ms=first_ms)

    def _make_dispatcher(self, handlers: Iterable[Handler], coordination: ICoordination, transactions: Transactions) -> Dispatcher:
        make = partial(Dispatcher, handlers, self.metrics, turns=self.environment.turns, features=transactions.features)
        if self.settings.string("klog.audit.log"):
            # Imported here: most brokers do without.
            from klog.broker.authorization.assembly import make_audit_file

            self.audit_file = make_audit_file(self.settings, self.environment, self.warn)
        if not self.settings.has_authorizer:
            return make(guard=self.environment.guard)
        from klog.broker.authorization.assembly import make_authorizer
        from klog.broker.authorization.authorizer_guard import AuthorizerGuard

        assert self.open_listeners.configured is not None
        environment = self.environment
        authorizer = self.authorizer = make_authorizer(
            self.settings,
            coordination,
            self.open_listeners.configured,
            environment.reactor.seconds,
            tells_allowed=environment.logs_debug,
            audit_file=self.audit_file,
        )
        for warning in authorizer.warnings:
            self.warn(warning)
        return make(guard=AuthorizerGuard(authorizer), rights_of=authorizer.rights_of)

    def _make_transactions(
        self, coordination: ICoordination, partitions: Partitions, groups: GroupCoordinator, offsets: Coordinated
    ) -> Transactions:
        self.transactions = transactions = Transactions(
            self.settings,
            self.environment,
            coordination,
            partitions,
            groups,
            offsets,
            self.replication,
            metrics=self.metrics,
            warn=self.warn,
        )
        coordinator, settings = transactions.coordinator, transactions.settings
        coordinator.open()
        self.jobs.every("transactions that have timed out", settings.timeout_check_ms, coordinator.abort_timed_out)
        self.jobs.every("expiry of transactional ids", settings.expiration_check_ms, coordinator.expire)
        return transactions

    def _make_moves(
        self, directories: DataDirectories, partitions: Partitions, coordinator: GroupCoordinator, transactions: Transactions
    ) -> LogMoves:
        def rate() -> float | None:
            value = self.settings.integer("replica.alter.log.dirs.io.max.bytes.per.second")
            return float(value) if 0 < value < LONG_MAX else None

        def is_busy(name: TopicPartition) -> bool:
            shard: CoordinatorShard[Any] | None = None
            if name.topic == CONSUMER_OFFSETS:
                shard = coordinator.shards.get(name.partition)
            elif name.topic == TRANSACTION_STATE:
                shard = transactions.coordinator.shards.get(name.partition)
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

    def _coordinated(self) -> ICoordination:
        assert self.coordination is not None
        return self.coordination

    def warn(self, sentence: str) -> None:
        """One line in the log."""
        self.log.warn("{sentence}", sentence=sentence)

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
                doubted_topics=() if has_replicas else (TRANSACTION_STATE,),
                max_open_files=max(1, files // len(self.data_paths)),
                producer_expiration_ms=settings.integer("producer.id.expiration.ms"),
                max_uncompressed_bytes=settings.integer("klog.max.uncompressed.bytes"),
                random_source=self.random,
                random_bytes=environment.random_bytes,
            )
            directory.on_offline = partial(self._directory_failed, directory)
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
            tell_losses(directory, self.environment.now_ms(), self.warn)
        return report

    def _directory_failed(self, directory: LogDirectory) -> None:
        """It takes no writes any more. What follows from it waits for the next turn: who found it out is in the middle of something."""
        self.environment.reactor.callLater(0, self._set_aside, directory)

    def _set_aside(self, directory: LogDirectory) -> None:
        directories, partitions, coordination = self.directories, self.partitions, self.coordination
        if directories is None or partitions is None or coordination is None:
            return
        coordinators = [self.coordinator, None if self.transactions is None else self.transactions.coordinator]
        set_aside(
            directory,
            directories,
            partitions,
            coordination,
            [one for one in coordinators if one is not None],
            None if self.replication is None else self._replicas_failed,
            self.warn,
            self._end_once,
        )

    def _replicas_failed(self, replicas: Sequence[Partition]) -> None:
        assert self.replication is not None and self.coordination is not None
        self.replication.control.directory_failed(replicas)
        self.coordination.tell_log_directory_failed()

    def _end_once(self, sentence: str) -> None:
        if not self._must_end:
            self._must_end = True
            self.end(sentence)

    def _topic_settings(self, topic: TopicInfo) -> LogSettings:
        return self.log_settings.of(topic.configs, known=topic.configs_known)

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

    def listen(self, process_connections: int) -> list[Endpoint]:
        """Step 5: open the listeners; where clients reach them.

        :param process_connections: that the process can have.
        :raises ConfigError: one cannot be opened.
        """
        dispatcher, directories, partitions = self.dispatcher, self.directories, self.partitions
        assert dispatcher is not None and directories is not None and partitions is not None
        endpoints = self.open_listeners.open(dispatcher, process_connections, self.audit_file)
        assert self.open_listeners.connections is not None
        add_gauges(
            self.metrics,
            connections=self.open_listeners.connections,
            sessions=self.sessions,
            directories=directories,
            partitions=partitions,
            moves=self.moves,
        )
        self._probe_reactor()
        return endpoints

    def settings_changed(self) -> Deferred[None]:
        """Go by settings that were set while the broker runs, where they are not read when they are needed; fires when the listeners have
        looked at their certificates, too."""
        for directory in self.directories.all if self.directories is not None else ():
            directory.producer_expiration_ms = self.settings.integer("producer.id.expiration.ms")
        return self.open_listeners.settings_changed()

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

    def stop_coordinating(self) -> None:
        """Copy nothing, ask no other broker, and coordinate neither transactions nor groups any more; who waits for that is answered."""
        if self.replication is not None:
            self.replication.close()
        if self.transactions is not None:
            self.transactions.close()
        if self.coordinator is not None:
            self.coordinator.close()

    def abandon(self) -> None:
        """Take back a start that failed, as far as it got. What the coordination holds is its maker's."""
        self.stop_probe()
        self.jobs.stop()
        if self.moves is not None:
            self.moves.close()
        self.steps.close()
        if self.cleaner is not None:
            self.cleaner.stop()
        self.stop_coordinating()
        for _, port in self.open_listeners.ports:
            port.stopListening()
        if self.audit_file is not None:
            self.audit_file.let_go()
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
