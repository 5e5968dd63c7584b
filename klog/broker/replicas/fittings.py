"""Small parts between the rooms of a broker, for whoever puts it together (``assembly``, ``zookeeper_start``)."""

from __future__ import annotations

from collections.abc import Sequence

from klog.broker.disk.state_store import StateCopies
from klog.broker.replicas.moves import ComingLog, LogMoves
from klog.broker.settings.settings import BrokerSettings
from klog.cluster.interfaces import ICoordination, TopicInfo
from klog.cluster.state import ClusterState
from klog.storage.directory import LogDirectory


class LoadedState:
    """A store whose first reading is remembered: topics' settings are needed before the cluster is."""

    def __init__(self, store: StateCopies) -> None:
        self._store = store
        self._outcome: ClusterState | ValueError | None
        try:
            self._outcome = store.load()
        except ValueError as error:
            self._outcome = error

    @property
    def state(self) -> ClusterState | None:
        """What was remembered; None where nothing was or it got lost."""
        return None if isinstance(self._outcome, ValueError) else self._outcome

    def load(self) -> ClusterState | None:
        """As `StateCopies.load`."""
        if isinstance(self._outcome, ValueError):
            raise self._outcome
        return self._outcome

    def save(self, state: ClusterState) -> None:
        """As `StateCopies.save`."""
        self._store.save(state)

    def settle(self) -> None:
        """As `StateCopies.settle`."""
        self._store.settle()


class DescribedDirectory:
    """A data directory with what DescribeLogDirs asks for."""

    def __init__(self, directory: LogDirectory, moves: LogMoves | None = None) -> None:
        self._directory = directory
        self._moves = moves
        self.path = directory.path
        self.logs = directory.logs

    @property
    def offline(self) -> OSError | None:
        """Why it takes no writes."""
        return self._directory.offline

    def coming(self) -> Sequence[ComingLog]:
        """Copies on their way here."""
        return () if self._moves is None else self._moves.coming_to(self._directory)

    def usage(self) -> tuple[int, int]:
        """Bytes of its file system, and those that are free."""
        return self._directory.fs.usage(self.path)


class SettingsListener:
    """Brings changed dynamic settings into `BrokerSettings`; subscribed before the partitions, which read them there. Implements
    `klog.cluster.interfaces.ITopicListener`."""

    def __init__(self, settings: BrokerSettings, coordination: ICoordination) -> None:
        self._settings = settings
        self._coordination = coordination

    def read(self) -> None:
        """Take over what is set now."""
        self._settings.set_dynamic(
            self._coordination.broker_configs(self._coordination.broker_id()), self._coordination.broker_configs(None)
        )

    def broker_configs_changed(self, configs: object) -> None:
        """They changed; the merged view in `configs` does not tell the sources apart."""
        self.read()

    def topics_coming(self, coming: object) -> None:
        """Nothing to do."""

    def topic_created(self, topic: TopicInfo) -> None:
        """Nothing to do."""

    def topic_deleted(self, topic: TopicInfo) -> None:
        """Nothing to do."""

    def partitions_added(self, topic: TopicInfo, first_new: int) -> None:
        """Nothing to do."""

    def leaders_changed(self, topic: TopicInfo, partitions: object) -> None:
        """Nothing to do."""

    def topic_configs_changed(self, topic: TopicInfo) -> None:
        """Nothing to do."""
