"""Logs that are made before anybody serves them: which directory each goes into, and the thread that makes them.

Making a thousand logs takes long, and waits for the disk, so it is never done where clients are served. Who is told of partitions that are
coming has them made here (`PreparedLogs.make_ready`), all in one piece of work for each data directory, with few waits for the disk, behind
the deletions that were begun before: what has the same name and is on its way out goes first. What became of each, a log or an error, is
taken from here when its time comes (`take`), and is nobody else's then. It is kept under the topic's id, so that no other topic of the same
name gets it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from twisted.internet.defer import Deferred, succeed
from twisted.internet.interfaces import IReactorTime

from klog.broker.admin_answers import when_all
from klog.broker.disk.threads import RunInThread, do_in_thread
from klog.broker.replicas.deletions import Deletions
from klog.cluster.interfaces import TopicInfo
from klog.model import TopicPartition
from klog.storage.directories.creation import Creation, NewPartition
from klog.storage.directories.directory import LogDirectory
from klog.storage.parallel_io import RunAll
from klog.storage.settings import LogSettings

#: Partitions that are not made yet, and of which it is known where they shall be made.
MOST_PREFERRED = 10_000
#: Topics, each with the numbers of the partitions that are meant.
Coming = Sequence[tuple[TopicInfo, Collection[int]]]


class PreparedLog(NamedTuple):
    """A log that is made, or is being made, or could not be."""

    directory: LogDirectory
    made: NewPartition


class PreparedLogs:
    """Those of one broker.

    :param deletions: of each data directory; a new log goes into the directory that holds fewest.
    :param settings: how a topic's logs behave.
    :param run_all: runs what waits for the disk when many logs are made.
    :param leader_epoch: with which they begin; -1: their leader's batches will say.
    """

    def __init__(
        self,
        deletions: Mapping[LogDirectory, Deletions],
        settings: Callable[[TopicInfo], LogSettings],
        *,
        clock: IReactorTime,
        run_in_thread: RunInThread,
        run_all: RunAll,
        leader_epoch: int = 0,
    ) -> None:
        self._deletions = deletions
        self._settings = settings
        self._clock = clock
        self._run_in_thread = run_in_thread
        self._run_all = run_all
        self._leader_epoch = leader_epoch
        #: By topic id and number.
        self._prepared: dict[tuple[bytes, int], PreparedLog] = {}
        self._under_way: list[Deferred[None]] = []
        self._preferred: dict[TopicPartition, LogDirectory] = {}
        self._closing = False

    def make_ready(self, coming: Coming) -> Deferred[None] | None:
        """Make these in threads, as far as they are not made or being made; fires when that is done. None where nothing is to be done or
        can be: the broker stops, or no directory takes writes. What cannot be made is told by the one that is taken."""
        if self._closing:
            return None
        try:
            creations = self.prepare(coming)
        except OSError:
            return None
        if not creations:
            return None

        ready: Deferred[None] = Deferred()
        self._under_way.append(ready)
        for deletions in self._deletions.values():
            # What is on its way out under the same names goes first.
            deletions.begin()

        def ended(result: object) -> object:
            self._under_way.remove(ready)
            if self._closing:
                # Not before the topics were told of: they are part of what is to be closed.
                self._clock.callLater(0, ready.callback, None)
            return result

        under_way = [do_in_thread(self._run_in_thread, creation) for creation in creations]
        made = when_all(under_way, None)
        return (made or succeed(None)).addBoth(ended)

    def prepare(self, coming: Coming) -> list[Creation]:
        """What `make_ready` has done in threads, for the caller to have done. Raises OSError where no directory takes writes."""
        wanted: dict[LogDirectory, list[tuple[TopicPartition, bytes]]] = {}
        for topic, indexes in coming:
            for index in indexes:
                if (topic.topic_id, index) not in self._prepared:
                    preferred = self._preferred.pop(TopicPartition(topic.name, index), None)
                    directory = preferred if preferred is not None and preferred.offline is None else self.fewest(wanted)
                    wanted.setdefault(directory, []).append((TopicPartition(topic.name, index), topic.topic_id))
        creations = []
        settings = {topic.name: self._settings(topic) for topic, _ in coming}
        for directory, partitions in wanted.items():
            creation = directory.prepare_creation(partitions, self._leader_epoch, settings)
            creation.run_all = self._run_all
            creations.append(creation)
            for made in creation.partitions:
                self._prepared[made.topic_id, made.topic_partition.partition] = PreparedLog(directory, made)
        return creations

    def prefer(self, topic_partition: TopicPartition, directory: LogDirectory) -> None:
        """When this partition is made it is made there (``LogManager.maybeUpdatePreferredLogDir``). Of those asked for first the oldest is
        forgotten where they are too many."""
        if len(self._preferred) >= MOST_PREFERRED:
            del self._preferred[next(iter(self._preferred))]
        self._preferred[topic_partition] = directory

    def get(self, topic: TopicInfo, index: int) -> PreparedLog | None:
        """A log that was made; it stays here."""
        return self._prepared.get((topic.topic_id, index))

    def take(self, topic: TopicInfo, index: int) -> PreparedLog | None:
        """A log that was made; it is the caller's from now on."""
        return self._prepared.pop((topic.topic_id, index), None)

    def settings_made_with(self, topic: TopicInfo, indexes: Iterable[int]) -> LogSettings:
        """The topic's settings; where its logs were made with the same, that object, so that they are compared once and not for each."""
        settings = self._settings(topic)
        prepared = next((found for index in indexes if (found := self.get(topic, index)) is not None), None)
        log = None if prepared is None else prepared.made.log
        return settings if log is None or log.settings != settings else log.settings

    def fewest(self, coming: Mapping[LogDirectory, Sequence[object]] = {}) -> LogDirectory:  # noqa: B006
        """The directory for a new log, where each will hold so many more. Raises OSError."""
        online = [directory for directory in self._deletions if directory.offline is None]
        if not online:
            raise OSError("no data directory takes writes")
        online = [directory for directory in online if not directory.room.is_low] or online
        if len(online) == 1:
            return online[0]
        return min(online, key=lambda directory: len(directory.logs) + len(coming.get(directory, ())))

    def close(self) -> None:
        """Begin nothing any more."""
        self._closing = True

    @property
    def under_way(self) -> list[Deferred[None]]:
        """One for each piece of work; after `close` it fires when the topics were told of that waited for it."""
        return list(self._under_way)
