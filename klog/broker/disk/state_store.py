"""From the data directories to the cluster of one: what `LocalCoordination` is given at start.

`StateCopies` lets ``klog.state`` serve as the cluster's `StateStore`. There is a copy in each data directory, so that what is remembered
outlives any of them:

* a change is saved when it stands in every directory that takes writes;
* a copy that cannot be replaced, because its disk is full, is removed, so that nobody ever takes it for the newest; only where no copy can
  be replaced does the change fail, and then the old copies stay;
* a directory that can do neither goes out of service (`StateCopies.settle`);
* at the start the newest of all copies counts (`State.age`). One that cannot be read any more is put aside under another name, so that
  nothing of it is lost by the next save.

`disk_findings` puts together what `DataDirectories.load` reports.
"""

from __future__ import annotations

import contextlib
import errno
from collections import deque
from collections.abc import Callable, Iterable, Sequence

from klog.cluster.state import ClusterState, DiskFindings, FoundTopic, TopicState
from klog.model import TopicId, TopicPartition
from klog.storage.context import ignore_warning
from klog.storage.directories.directory import LogDirectory
from klog.storage.directories.state_file import State, StateCorrupt, StateFile
from klog.storage.directory_health import is_refusal
from klog.storage.filenames import STATE_FILE
from klog.storage.filesystem import FileSystem
from klog.storage.log.start_reports import LoadReport

#: Behind the name of a file that was put aside.
PUT_ASIDE = ".damaged"


class StateCopies:
    """A `StateStore` over the copies in `directories`.

    :param warn: told a sentence for each copy that cannot be used.
    """

    def __init__(self, fs: FileSystem, directories: Sequence[LogDirectory], warn: Callable[[str], None] = ignore_warning) -> None:
        self._fs = fs
        self._warn = warn
        self._copies = [(directory, StateFile(fs, f"{directory.path}/{STATE_FILE}")) for directory in directories]
        self._saves = 0
        #: Directories whose copy is old and could not be removed; filled by whichever thread saves, emptied by `settle`.
        self._broken: deque[tuple[LogDirectory, OSError]] = deque()

    def load(self) -> ClusterState | None:
        """What was saved last; None where nothing was.

        :raises StateCorrupt: a ValueError; no copy can be read, and all were put aside.
        :raises OSError: a copy cannot be read, and there is no other.
        """
        newest: State | None = None
        failures: list[OSError | StateCorrupt] = []
        for directory, file in self._copies:
            if directory.offline is not None:
                continue
            try:
                state = file.load()
            except StateCorrupt as error:
                failures.append(self._put_aside(f"{directory.path}/{STATE_FILE}", error))
            except OSError as error:
                failures.append(error)
            else:
                if state is not None and (newest is None or state.age > newest.age):
                    newest = state
        if newest is None:
            if failures:
                raise failures[0]
            return None
        for failure in failures:
            self._warn(f"{failure}; another data directory has a copy of it")
        self._saves = newest.saves
        return ClusterState(
            cluster_id=newest.cluster_id,
            next_producer_id=newest.next_producer_id,
            leader_epoch=newest.leader_epoch,
            topics={
                name: TopicState(topic.topic_id, topic.partitions, topic.configs, topic.configs_known)
                for name, topic in newest.topics.items()
            },
            deleting=newest.deleting,
            broker_configs=newest.broker_configs,
            group_configs=newest.group_configs,
            user_configs=newest.user_configs,
            acls=newest.acls,
            acls_known=newest.acls_known,
        )

    def _put_aside(self, path: str, error: StateCorrupt) -> StateCorrupt:
        aside = path + PUT_ASIDE
        number = 1
        while self._fs.exists(aside):
            number += 1
            aside = f"{path}{PUT_ASIDE}.{number}"
        self._fs.rename(path, aside)
        return StateCorrupt(f"{error}. klog goes on without it; the file is now {aside}")

    def save(self, state: ClusterState) -> None:
        """Replace all copies; safe when this returns. In any thread.

        :raises OSError: none could be replaced.
        """
        self._saves += 1
        saved = 0
        failed: list[tuple[LogDirectory, OSError]] = []
        for directory, file in self._copies:
            if directory.offline is not None:
                continue
            try:
                file.save(state, self._saves)
            except OSError as error:
                failed.append((directory, error))
            else:
                saved += 1
        if not saved:
            raise failed[0][1] if failed else OSError(errno.EIO, "no data directory takes writes")
        for directory, reason in failed:
            try:
                if not is_refusal(reason):
                    raise reason
                self._remove(directory)
            except OSError as second:
                self._broken.append((directory, second))

    def _remove(self, directory: LogDirectory) -> None:
        with contextlib.suppress(FileNotFoundError):
            self._fs.remove(f"{directory.path}/{STATE_FILE}")
        self._fs.sync_directory(directory.path)

    def settle(self) -> None:
        """On the thread of whoever uses the directories, after a save: those whose copy is old now, and stands, go out of service."""
        while self._broken:
            directory, error = self._broken.popleft()
            directory.context.take_offline(f"{directory.path}/{STATE_FILE}", error)


class LoadedState:
    """`StateCopies` whose first reading is remembered: topics' settings are needed before the cluster is."""

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


def disk_findings(report: LoadReport, served: Iterable[TopicPartition], *, is_incomplete: bool = False) -> DiskFindings:
    """What the data directories tell.

    :param report: of `DataDirectories.load`.
    :param served: the partitions whose logs are open.
    :param is_incomplete: whether a data directory is out of service.
    """
    good: dict[str, set[int]] = {}
    failed: dict[str, set[int]] = {}
    for partitions, into in ((served, good), (report.failed, failed)):
        for topic, partition in partitions:
            into.setdefault(topic, set()).add(partition)
    topics = {}
    for name in sorted(good.keys() | failed.keys()):
        topic_id = report.topic_ids.get(name)
        topics[name] = FoundTopic(
            topic_id=TopicId(topic_id) if topic_id is not None else None,
            partitions=frozenset(good.get(name, set()) | failed.get(name, set())),
            failed=frozenset(failed.get(name, set())),
        )
    return DiskFindings(
        topics=topics,
        cluster_id=report.cluster_id,
        highest_producer_id=report.highest_producer_id,
        highest_leader_epoch=report.highest_epoch,
        topic_configs=report.topic_configs,
        group_configs=report.group_configs,
        foreign=report.foreign,
        is_incomplete=is_incomplete,
    )
