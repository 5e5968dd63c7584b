"""The gauges of a broker: figures over what its parts know anyway, asked for when somebody reads the metrics."""

from __future__ import annotations

from klog.broker.fetching.sessions import FetchSessions
from klog.broker.replicas.moves import LogMoves
from klog.broker.replicas.partitions import Partitions
from klog.metrics import Metrics
from klog.net.connections import Connections
from klog.storage.directories.data_directories import DataDirectories


def add_gauges(
    metrics: Metrics,
    *,
    connections: Connections,
    sessions: FetchSessions,
    directories: DataDirectories,
    partitions: Partitions,
    moves: LogMoves | None,
) -> None:
    """Have `metrics` show how these parts are.

    :param moves: partitions on their way between data directories; None where nothing moves them.
    """
    gauge = metrics.gauge
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
    gauge("log.moves.count", "Partitions on their way to another data directory.", lambda: 0 if moves is None else len(moves.moves))
    full = "Data directories in which nothing is appended, because the disk is full."
    gauge("log.directories.full.count", full, lambda: sum(one.room.is_low for one in directories))
    gauge("log.directories.count", "Data directories.", lambda: len(directories))
    gauge("log.directories.offline.count", "Data directories that are out of service.", lambda: len(directories.offline))
