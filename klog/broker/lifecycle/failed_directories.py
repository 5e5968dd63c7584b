"""What a broker does about a data directory that takes no writes any more.

::

    others serve              its partitions are served no more, and whoever leads or coordinates them is told
    it was the last, of a     clients still read
      broker without ZooKeeper
    it was the last, of       the broker ends, so that others lead (Kafka's halts in both cases)
      another
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from klog.broker.replicas.partition import Partition
from klog.broker.replicas.partitions import Partitions
from klog.broker.replicas.replica_control import RoleListener
from klog.cluster.interfaces import ICoordination
from klog.cluster.local import LocalCoordination
from klog.storage.directories.data_directories import DataDirectories
from klog.storage.directories.directory import LogDirectory


def set_aside(
    directory: LogDirectory,
    directories: DataDirectories,
    partitions: Partitions,
    coordination: ICoordination,
    coordinators: Sequence[RoleListener],
    replicas_failed: Callable[[Sequence[Partition]], None] | None,
    warn: Callable[[str], None],
    end: Callable[[str], None],
) -> None:
    """Act on a data directory that failed while the broker runs; which of the three cases it is, see above.

    :param coordinators: of groups and of transactions, as far as they are made.
    :param replicas_failed: told of the partitions whose copies here are lost; None for a broker without ZooKeeper, which then goes on
        reading instead of ending.
    :param end: told why the broker must not go on; it then stops.
    """
    error = directory.offline
    if partitions.is_closing or error is None or directory.work.is_closed:
        return
    if not directories.online:
        if replicas_failed is not None:
            end(
                f"{directory.path}: {error}; no data directory takes writes any more, and the broker ends, so that others lead: start it "
                "again when the disk does what it is told"
            )
        elif len(directories) > 1:
            warn("no data directory takes writes until the broker is started again; the last one is still read")
        return
    replicas = [partition for partition in partitions.replicas() if partitions.home(partition) is directory]
    lost = partitions.set_aside(directory, error)
    if replicas_failed is not None:
        replicas_failed(replicas)
    count = sum(len(indexes) for indexes in lost.values())
    warn(
        f"{directory.path} is out of service with its {count} partition(s) until the broker is started again; "
        f"{len(directories.online)} data directories serve"
    )
    if isinstance(coordination, LocalCoordination):
        coordination.partitions_failed(lost)
    for topic, indexes in lost.items():
        info = coordination.topics().get(topic)
        if info is not None:
            for coordinator in coordinators:
                coordinator.roles_changed(info, sorted(indexes))
