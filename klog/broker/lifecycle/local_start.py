"""The start of a broker that is alone: steps 1 to 5 of ``klog.broker.lifecycle.service``, all done when `LocalStart.run` returns.

What the broker is, and which cluster its data belongs to, is told by the data directories: ``meta.properties`` and ``klog.state`` in each
of them. Where these contradict each other, or say that the data is a part of a cluster that ZooKeeper keeps, the start is refused with a
sentence that says what to do.
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable
from typing import Any

from twisted.internet.defer import Deferred

from klog.broker.disk.state_store import LoadedState, StateCopies, disk_findings
from klog.broker.disk.threads import of_kind
from klog.broker.lifecycle.assembly import Broker, StartRefused
from klog.broker.settings.settings_listener import SettingsListener
from klog.cluster.local import LocalCoordination
from klog.cluster.state import ClusterState
from klog.in_thread import InThread
from klog.storage.directories.data_directories import DataDirectories
from klog.storage.directories.meta_properties import ZOOKEEPER_MARK, BadMetaProperties, MetaProperties
from klog.storage.directories.state_file import StateCorrupt, StateFile
from klog.storage.disk_work import WorkKind
from klog.storage.filenames import STATE_FILE
from klog.storage.log.start_reports import LoadReport
from klog.storage.settings import LogSettings

#: The number of a broker that nobody gave one (Kafka's own quick start has this).
FIRST_BROKER_ID = 1
#: A Kafka that had the directory for a while may have counted leader epochs on, but not so far.
EPOCHS_OF_OTHERS = 1_000_000


class LocalStart:
    """Starts `broker`, which is alone."""

    def __init__(self, broker: Broker) -> None:
        self._broker = broker
        #: What was remembered of the cluster; None before it was looked for, and where nothing was.
        self._remembered: ClusterState | None = None

    def run(self) -> None:
        """Steps 1 to 5.

        :raises Exception: the step that failed; `Broker.abandon` takes back what was made.
        """
        broker = self._broker
        broker.open_listeners.read()
        segments, connections = broker.raise_limits()
        directories, report, store = self._load(segments)
        coordination = self._coordinate(directories, report, store)
        broker.coordination = coordination
        broker.partitions = partitions = broker.make_partitions(directories, coordination)
        partitions.load(failed=report.failed.keys())
        coordination.subscribe(SettingsListener(broker.settings, coordination, broker.settings_changed))
        coordination.subscribe(partitions)
        broker.make_services(directories, coordination, partitions)
        coordination.set_endpoints(broker.listen(connections))

    @staticmethod
    def _identity(directories: DataDirectories) -> MetaProperties | None:
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
        broker, settings = self._broker, self._broker.settings
        directories = broker.open_directories(files, self._remembered_settings)
        found = self._identity(directories)
        self._check_not_shared(found, directories)
        broker.broker_id = self._choose_broker_id(found, directories)
        copies = StateCopies(directories.fs, directories.all, broker.warn)
        store = LoadedState(copies)
        self._remembered = store.state
        self._check_cluster(found, self._remembered, directories)
        remembered_ids: dict[str, bytes] = {}
        if self._remembered is not None:
            remembered_ids = {name: topic.topic_id for name, topic in self._remembered.topics.items()}
            configs = self._remembered.broker_configs
            settings.set_dynamic(configs.get(str(broker.broker_id), {}), configs.get("", {}))
        for directory in directories:
            directory.broker_id = broker.broker_id
            directory.defaults = broker.log_settings.of({})
            directory.producer_expiration_ms = settings.integer("producer.id.expiration.ms")
            if self._remembered is not None:
                most = self._remembered.leader_epoch + EPOCHS_OF_OTHERS
                directory.context.max_leader_epoch = min(most, directory.context.max_leader_epoch)
        report = broker.load_directories(remembered_ids, self._remembered.deleting if self._remembered is not None else ())
        return directories, report, store

    def _choose_broker_id(self, found: MetaProperties | None, directories: DataDirectories) -> int:
        wanted = self._broker.settings.broker_id
        if wanted is not None:
            return wanted
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
        return self._broker.log_settings.of(known.configs) if known is not None and known.configs_known else None

    def _coordinate(self, directories: DataDirectories, report: LoadReport, store: LoadedState) -> LocalCoordination:
        broker, environment = self._broker, self._broker.environment
        served = [log.topic_partition for log in directories.logs()]
        findings = disk_findings(report, served, is_incomplete=bool(directories.offline))
        wanted = broker.settings.string("klog.cluster.id")
        if wanted is not None and findings.cluster_id is None:
            findings = dataclasses.replace(findings, cluster_id=wanted)
        coordination = LocalCoordination(
            store,
            broker.broker_id,
            rack=broker.settings.string("broker.rack"),
            findings=findings,
            now_ms=environment.now_ms(),
            run_blocking=self._save_in_thread(store),
            run_steps=broker.steps.run,
            random_bytes=environment.random_bytes,
        )
        store.settle()
        for warning in coordination.warnings:
            broker.warn(warning)
        leftovers = set(coordination.leftovers)
        if leftovers:
            for directory in directories.online:
                directory.delete(*[one for one in [*directory.logs, *report.failed] if one.topic in leftovers])
            coordination.leftovers_removed()
        directories.write_identity(coordination.cluster_id())
        return coordination

    def _save_in_thread(self, store: LoadedState) -> InThread[None]:
        """Runs what saves the cluster's state; a directory that keeps an old copy of it goes out of service."""
        in_thread = of_kind(self._broker.environment.run_in_thread, WorkKind.CHECKPOINT)

        def run(function: Callable[[], None]) -> Deferred[None]:
            def settle(result: Any) -> Any:
                store.settle()
                return result

            return in_thread(function).addBoth(settle)

        return run
