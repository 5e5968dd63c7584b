"""What a broker does about a data directory that takes no writes any more, and about what its disk has lost.

::

    others serve              its partitions are served no more, and whoever leads or coordinates them is told
    it was the last, alone    clients still read
    it was the last, of       the broker ends, so that others lead (Kafka's halts in both cases)
      several brokers
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
from klog.storage.directories.recovery_losses import losses_of, write_losses
from klog.storage.filenames import RECOVERY_LOSSES


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
    """A directory has failed while the broker runs.

    :param coordinators: those that there are already. :param replicas_failed: told whose copies this broker has no more; None where no
        other broker has any. :param end: told why the broker must not go on.
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


def tell_losses(directory: LogDirectory, now_ms: int, warn: Callable[[str], None]) -> None:
    """What recovery cut off which logs: said now, and kept for `klog doctor`."""
    losses = losses_of(directory.logs, now_ms)
    if losses is None:
        return
    warn(f"recovery: {losses}; `klog doctor --log-dir {directory.path}` tells it again")
    try:
        write_losses(directory.fs, directory.path, losses)
    except OSError as error:
        warn(f"{directory.path}/{RECOVERY_LOSSES}: what recovery cut is told in this log only and not kept: {error}")
