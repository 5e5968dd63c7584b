"""All data directories of a broker (``log.dirs``): which can be used, whose they are, and that no partition lies in two of them.

Each is a `LogDirectory` with its own lock, ``meta.properties``, checkpoints and clean-shutdown marker; a partition lies in exactly one. At
the start, in this order:

1. `check_paths`: none may be given twice, or lie inside of another;
2. `DataDirectories.lock`: those that are there are locked; those that are not are made, unless they were there at an earlier start;
3. `DataDirectories.identity`: what their ``meta.properties`` say must agree;
4. `DataDirectories.load`: all logs are opened; no partition may be found twice.

What the operator got wrong is refused with a sentence (`DirectoriesRefused`). What the *disk* does not do, in any of 2 to 4, takes that one
directory out of service until the next start (`LogDirectory.set_aside`), as Kafka does; only where none is left does the start fail.

A directory that is missing, or empty, and was there before is most likely a disk that was not mounted. Kafka makes it anew, and new
partitions in it, which then stand in the way of the old ones. Here it is out of service: each ``meta.properties`` names all data
directories (`DIRECTORIES_MARK`), so the others remember it. A new disk in the place of a broken one is accepted where somebody has copied
another directory's ``meta.properties`` into it.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial

from klog.model import TopicPartition
from klog.storage.directories.directory import LogDirectory
from klog.storage.directories.future_folder import remove_mark
from klog.storage.directories.meta_properties import BadMetaProperties, MetaProperties, read_meta_properties
from klog.storage.filenames import META_PROPERTIES, MOVING_MARK, STATE_FILE, directory_name
from klog.storage.filesystem import FileSystem
from klog.storage.log.log import Log
from klog.storage.log.start_reports import LoadReport

#: In ``meta.properties``: all data directories of the broker, comma separated.
DIRECTORIES_MARK = "klog.log.dirs"


class DirectoriesRefused(Exception):
    """The data directories do not go together; the sentence says what to do."""


def check_paths(paths: Sequence[str]) -> None:
    """Step 1.

    :param paths: absolute and normalised.
    :raises DirectoriesRefused: one is given twice, or lies inside of another.
    """
    for index, path in enumerate(paths):
        for other in paths[:index]:
            if other == path:
                raise DirectoriesRefused(f"log.dirs names {path} twice; name each directory once")
            for outer, inner in ((other, path), (path, other)):
                if inner.startswith(outer.rstrip("/") + "/"):
                    raise DirectoriesRefused(
                        f"log.dirs names {outer} and, inside of it, {inner}; a data directory holds partitions and nothing else: give "
                        "directories that lie beside each other"
                    )


class DataDirectories:
    """Those of one broker, in the order in which they were given. One thread at a time.

    :param make: a `LogDirectory` for a path; neither locked nor loaded.
    :param warn: told a sentence for each directory that is out of service.
    """

    def __init__(self, fs: FileSystem, paths: Sequence[str], make: Callable[[str], LogDirectory], warn: Callable[[str], None]) -> None:
        check_paths(paths)
        self.fs = fs
        self.all = tuple(make(path) for path in paths)
        self._warn = warn

    def __iter__(self) -> Iterator[LogDirectory]:
        return iter(self.all)

    def __len__(self) -> int:
        return len(self.all)

    @property
    def online(self) -> list[LogDirectory]:
        """The directories that take writes."""
        return [directory for directory in self.all if directory.offline is None]

    @property
    def offline(self) -> list[LogDirectory]:
        """The directories that are out of service until the next start."""
        return [directory for directory in self.all if directory.offline is not None]

    def logs(self) -> Iterator[Log]:
        """All open logs."""
        for directory in self.all:
            yield from directory.logs.values()

    def find(self, topic_partition: TopicPartition) -> tuple[Log, LogDirectory] | None:
        """The open log of this partition, and where it is."""
        for directory in self.all:
            log = directory.logs.get(topic_partition)
            if log is not None:
                return log, directory
        return None

    # Start

    def lock(self) -> None:
        """Step 2.

        :raises DirectoryInUse: another process has one of them.
        :raises OSError: none can be used; of the first.
        """
        found = [directory for directory in self.all if self._has(directory, META_PROPERTIES)]
        self._lock(found)
        remembered = self._remembered(found)
        fresh = [directory for directory in self.online if directory not in found]
        for directory in fresh:
            if directory.path in remembered:
                self.put_out_of_service(
                    directory,
                    FileNotFoundError(
                        errno.ENOENT,
                        "it was one of the data directories before, and nothing of klog's can be found there now. Is its disk "
                        f"mounted? If it is a new disk, copy {META_PROPERTIES} of another data directory into it",
                        directory.path,
                    ),
                )
        self._lock([directory for directory in fresh if directory.offline is None])
        self._need_one()

    def _has(self, directory: LogDirectory, name: str) -> bool:
        try:
            return self.fs.exists(f"{directory.path}/{name}")
        except OSError as error:
            self.put_out_of_service(directory, error)
            return False

    def _lock(self, directories: Iterable[LogDirectory]) -> None:
        for directory in directories:
            try:
                directory.lock()
            except BlockingIOError:
                raise
            except OSError as error:
                self.put_out_of_service(directory, error)

    def _remembered(self, directories: Iterable[LogDirectory]) -> set[str]:
        """The paths of all data directories at an earlier start."""
        remembered: set[str] = set()
        for directory in directories:
            try:
                properties = self._properties(directory)
            except BadMetaProperties:
                # Told in step 3.
                continue
            if properties is not None:
                remembered.update(path for path in properties.others.get(DIRECTORIES_MARK, "").split(",") if path)
        return remembered

    def _properties(self, directory: LogDirectory) -> MetaProperties | None:
        if directory.offline is not None:
            return None
        try:
            return read_meta_properties(self.fs, directory.path)
        except OSError as error:
            self.put_out_of_service(directory, error)
            return None

    def identity(self) -> MetaProperties | None:
        """Step 3: whose the directories are; None where all are new.

        :raises BadMetaProperties: one cannot be understood, or two do not agree.
        :raises OSError: none can be read.
        """
        first: tuple[LogDirectory, MetaProperties] | None = None
        for directory in self.online:
            properties = self._properties(directory)
            # A file without a line says nothing.
            if properties is None or (properties.cluster_id is None and properties.broker_id is None):
                continue
            if first is None:
                first = directory, properties
                continue
            for name, one, other in (
                ("cluster", first[1].cluster_id, properties.cluster_id),
                ("broker", first[1].broker_id, properties.broker_id),
            ):
                if one is not None and other is not None and one != other:
                    raise BadMetaProperties(
                        f"{first[0].path} belongs to {name} {one}, and {directory.path} to {name} {other} (their {META_PROPERTIES}); "
                        "data directories of one broker must all be its own: take one of them out of log.dirs"
                    )
        self._need_one()
        return None if first is None else first[1]

    def load(self, remembered_ids: Mapping[str, bytes] | None = None, deleting: Collection[bytes] = ()) -> LoadReport:
        """Step 4; what was found in all of them together. May run in a thread.

        :param remembered_ids: see `LogDirectory.remembered_ids`.
        :param deleting: ids of topics that are deleted and may have left something. Of several directories, one may have been out of
            service then: its part goes now, and does not stand in the way of another topic of the same name.
        :raises DirectoriesRefused: a partition lies in two.
        :raises BadMetaProperties: one is another broker's or cluster's.
        :raises OSError: none can be used.
        """
        has_state = any(self._has(directory, STATE_FILE) for directory in self.online)
        elsewhere: dict[str, bytes] = {}
        ids = dict(remembered_ids or {})
        reports: list[tuple[LogDirectory, LoadReport]] = []
        for directory in self.online:
            directory.has_state = has_state
            # What a topic is called in one directory it is called in all.
            directory.remembered_ids = ids
            directory.topic_ids_elsewhere = elsewhere
            try:
                report = directory.load()
                if len(self.all) > 1 and deleting:
                    _finish_deletions(directory, report, deleting)
            except BlockingIOError:
                raise
            except OSError as error:
                self.put_out_of_service(directory, error)
                continue
            for topic, topic_id in report.topic_ids.items():
                ids.setdefault(topic, topic_id)
                elsewhere.setdefault(topic, topic_id)
            reports.append((directory, report))
        self._need_one()
        self._check_none_twice(reports)
        self._need_one()
        return merged([report for directory, report in reports if directory.offline is None], has_state)

    def _check_none_twice(self, reports: Sequence[tuple[LogDirectory, LoadReport]]) -> None:
        homes: dict[TopicPartition, tuple[LogDirectory, LoadReport]] = {}
        for directory, report in reports:
            for name in (*directory.logs, *report.failed):
                other = homes.setdefault(name, (directory, report))
                if other[0] is not directory and not self._settle_move(name, other, (directory, report)):
                    raise DirectoriesRefused(
                        f"the partition {name} lies in two data directories, {other[0].path}/{directory_name(name)} and "
                        f"{directory.path}/{directory_name(name)}; keep the one that has all records (klog log --help shows how to look "
                        "into them), move the other out of the data directories, and start again"
                    )
        if len(self.all) == 1 or self.offline:
            # What a mark tells apart may lie in a directory that is away.
            return
        for directory, _ in reports:
            for name, log in list(directory.logs.items()):
                if self._has(directory, f"{directory_name(name)}/{MOVING_MARK}"):
                    self._do(directory, partial(remove_mark, directory.context, log.directory))

    def _settle_move(self, name: TopicPartition, *places: tuple[LogDirectory, LoadReport]) -> bool:
        """A partition that was just being moved (`future_folder`): the folder with more in it stays, and of two with as much the one that
        was coming. Where one of them cannot be opened nobody can say which that is: neither is served. False where nobody was moving it."""
        marked = [self._has(directory, f"{directory_name(name)}/{MOVING_MARK}") for directory, _ in places]
        if any(directory.offline is not None for directory, _ in places):
            return True
        if marked[0] == marked[1]:
            return False
        first, second = (directory.logs.get(name) for directory, _ in places)
        if first is None or second is None:
            for directory, report in places:
                if name in directory.logs:
                    other = next(one.path for one, _ in places if one is not directory)
                    directory.withdraw(
                        name,
                        f"{name} was being moved between data directories, and what is in {other} cannot be opened: what is in "
                        f"{directory.path} may not be all of it, and is not served",
                    )
                    report.logs -= 1
                report.failed.update(directory.failed)
            return True
        if first.topic_id != second.topic_id:
            return False
        coming = 0 if marked[0] else 1
        ends = first.end_offset, second.end_offset
        loser = 1 - coming if ends[coming] >= ends[1 - coming] else coming
        directory, report = places[loser]
        self._warn(
            f"{name} was being moved between data directories: {places[1 - loser][0].path} has all of it, and what is in {directory.path} "
            "is removed"
        )
        self._do(directory, partial(directory.delete, name))
        report.logs -= 1
        return True

    def _do(self, directory: LogDirectory, act: Callable[[], object]) -> None:
        """What the disk refuses costs its directory only."""
        try:
            act()
        except OSError as error:
            self.put_out_of_service(directory, error)

    def put_out_of_service(self, directory: LogDirectory, error: OSError) -> None:
        """The start goes on without this one."""
        directory.set_aside(error)
        directory.release()
        if len(self.all) > 1:
            self._warn(
                f"{directory.path}: {error.strerror or error}; this data directory is out of service, and its partitions with it, until "
                "the broker is started again"
            )

    def _need_one(self) -> None:
        if not self.online:
            error = self.all[0].offline
            assert error is not None
            raise error

    def write_identity(self, cluster_id: str, others: Mapping[str, str] | None = None) -> None:
        """Write each ``meta.properties`` where something is missing in it.

        :param others: more lines that shall stand in it.
        :raises BadMetaProperties: one names another cluster or broker.
        :raises OSError: none can be written.
        """
        lines = dict(others or {})
        if len(self.all) > 1 or any(DIRECTORIES_MARK in directory.identity_lines for directory in self.online):
            lines[DIRECTORIES_MARK] = ",".join(directory.path for directory in self.all)
        for directory in self.online:
            try:
                directory.write_identity(cluster_id, lines)
            except OSError as error:
                self.put_out_of_service(directory, error)
        self._need_one()

    def release(self) -> None:
        """Give all locks back without closing anything."""
        for directory in self.all:
            directory.release()


def _finish_deletions(directory: LogDirectory, report: LoadReport, deleting: Collection[bytes]) -> None:
    """Remove what is left of these topics, by id. Raises OSError."""
    left = [name for name, log in directory.logs.items() if log.topic_id in deleting]
    directory.delete(*left)
    report.logs -= len(left)
    report.recovered = [name for name in report.recovered if name not in left]
    for topic in {name.topic for name in left}:
        if report.topic_ids.get(topic) in deleting:
            del report.topic_ids[topic]


def merged(reports: Sequence[LoadReport], has_state: bool) -> LoadReport:
    """What several directories told, as one.

    :param has_state: whether there is a ``klog.state`` in any of them.
    """
    if len(reports) == 1:
        return reports[0]
    whole = LoadReport()
    for report in reports:
        whole.add(report)
        whole.logs += report.logs
        whole.recovered += report.recovered
        whole.warnings += report.warnings
        whole.failed.update(report.failed)
        for topic, topic_id in report.topic_ids.items():
            whole.topic_ids.setdefault(topic, topic_id)
        whole.cluster_id = whole.cluster_id or report.cluster_id
        if report.topic_configs is not None:
            whole.topic_configs = {**report.topic_configs, **(whole.topic_configs or {})}
        whole.group_configs = {**report.group_configs, **whole.group_configs}
    whole.clean = all(report.clean for report in reports)
    whole.created = all(report.created for report in reports)
    whole.foreign = not has_state and any(report.logs or report.failed for report in reports)
    return whole
