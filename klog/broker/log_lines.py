"""The lines of the broker's log: which part of it speaks, how loud, what.

::

    2026-06-12T08:00:00+0000 [groups#info] group billing rebalances after generation 3: a member left

Loggers are named after classes, as Twisted does it, which tells a developer where to look and an operator nothing. Here a class's path
becomes the name of a subsystem: the first row of `SUBSYSTEMS` that it begins with. What is not klog's keeps the name of its package.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import IO, Any, cast

from twisted.logger import (
    FileLogObserver,
    FilteringLogObserver,
    ILogObserver,
    LogLevel,
    LogLevelFilterPredicate,
    formatEventAsClassicLogText,
)
from twisted.python.logfile import LogFile

#: Paths and what they are called; the longer path stands before the shorter one.
SUBSYSTEMS = (
    ("klog.broker.authorization.audit_log", "audit"),
    ("klog.broker.groups", "groups"),
    ("klog.broker.transactions", "transactions"),
    # Of groups and of transactions; its lines name the topic.
    ("klog.broker.coordinators", "coordinators"),
    ("klog.broker.handlers", "requests"),
    ("klog.broker.dispatch", "requests"),
    ("klog.broker.purgatory", "requests"),
    ("klog.broker.disk.cleaner", "cleaner"),
    ("klog.broker.replicas.partitions", "topics"),
    ("klog.broker.replicas.deletions", "topics"),
    ("klog.broker.disk.flusher", "storage"),
    ("klog.broker", "broker"),
    ("klog.storage", "storage"),
    ("klog.cluster", "cluster"),
    ("klog.zookeeper", "zookeeper"),
    ("klog.net", "net"),
    # What says something in Twisted's old way.
    ("log_legacy", "twisted"),
)


def subsystem(namespace: str) -> str:
    """The name of the part that a logger of this name belongs to.

    >>> subsystem("klog.broker.groups.classic.rebalance.Rebalance")
    'groups'
    """
    for path, name in SUBSYSTEMS:
        if namespace == path or namespace.startswith(path + "."):
            return name
    return namespace.partition(".")[0]


def _text(event: Mapping[str, Any]) -> str | None:
    level = event.get("log_level")
    name = subsystem(str(event.get("log_namespace") or "-"))
    return formatEventAsClassicLogText({**event, "log_system": f"{name}#{level.name if level is not None else 'info'}"})


def observer(stream: IO[Any], level: LogLevel) -> ILogObserver:
    """Writes lines of `level` and above to `stream`."""
    to_file = cast(ILogObserver, FileLogObserver(stream, cast(Any, _text)))
    predicate = cast(Any, LogLevelFilterPredicate)(defaultLogLevel=level)
    return cast(ILogObserver, FilteringLogObserver(to_file, [predicate]))


def log_stream(options: Mapping[str, Any]) -> IO[Any] | None:
    """Where twistd would log with these options of its own; None where it is no file: syslog, or a logger that the user named."""
    if options.get("syslog") or options.get("logger"):
        return None
    path = options.get("logfile")
    if path == "-" or (not path and options.get("nodaemon")):
        return sys.stdout
    return cast(IO[Any], cast(Any, LogFile).fromFullPath(path or "twistd.log"))
