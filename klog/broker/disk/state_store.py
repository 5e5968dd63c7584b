"""From the data directory to the cluster of one: what `LocalCoordination` is given at start.

`FileStateStore` lets ``klog.state`` serve as the cluster's `StateStore`; a file that cannot be read any more is put aside under another
name, so that nothing of it is lost by the next save. `surroundings` puts together what `LogDirectory.load` reports.
"""

from __future__ import annotations

from collections.abc import Iterable

from klog.cluster.state import ClusterState, FoundTopic, Surroundings, TopicState
from klog.model import TopicId, TopicPartition
from klog.storage.filesystem import FileSystem
from klog.storage.log_types import LoadReport
from klog.storage.state_file import StateCorrupt, StateFile

#: Behind the name of a file that was put aside.
PUT_ASIDE = ".damaged"


class FileStateStore:
    """A `StateStore` over the file at `path`."""

    def __init__(self, fs: FileSystem, path: str) -> None:
        self._fs = fs
        self._path = path
        self._file = StateFile(fs, path)

    def load(self) -> ClusterState | None:
        """What was saved last; None where nothing was.

        :raises StateCorrupt: a ValueError; the file was put aside.
        """
        try:
            state = self._file.load()
        except StateCorrupt as error:
            aside = self._path + PUT_ASIDE
            number = 1
            while self._fs.exists(aside):
                number += 1
                aside = f"{self._path}{PUT_ASIDE}.{number}"
            self._fs.rename(self._path, aside)
            raise StateCorrupt(f"{error}. klog goes on without it; the file is now {aside}") from None
        if state is None:
            return None
        return ClusterState(
            cluster_id=state.cluster_id,
            next_producer_id=state.next_producer_id,
            leader_epoch=state.leader_epoch,
            topics={
                name: TopicState(topic.topic_id, topic.partitions, topic.configs, topic.configs_known)
                for name, topic in state.topics.items()
            },
            deleting=state.deleting,
            broker_configs=state.broker_configs,
            group_configs=state.group_configs,
        )

    def save(self, state: ClusterState) -> None:
        """Replace it, all or nothing; safe when this returns. Raises OSError."""
        self._file.save(state)


def surroundings(report: LoadReport, served: Iterable[TopicPartition]) -> Surroundings:
    """What the data directory tells.

    :param report: of `LogDirectory.load`.
    :param served: the partitions whose logs are open.
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
    return Surroundings(
        topics=topics,
        cluster_id=report.cluster_id,
        highest_producer_id=report.highest_producer_id,
        highest_leader_epoch=report.highest_epoch,
        topic_configs=report.topic_configs,
        group_configs=report.group_configs,
        foreign=report.foreign,
    )
