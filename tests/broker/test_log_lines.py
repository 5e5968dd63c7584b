"""What a line of the log says."""

from __future__ import annotations

import io

from twisted.logger import Logger, LogLevel, LogPublisher
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.log_lines import observer, subsystem


class LogLinesTests(SynchronousTestCase):
    """`observer`."""

    def lines(self, level: LogLevel) -> list[str]:
        stream = io.StringIO()
        publisher = LogPublisher(observer(stream, level))
        for namespace in (
            "klog.broker.groups.classic.rebalance.Rebalance",
            "klog.storage.log.log.Log",
            "twisted.scripts",
            "klog.net.connections.X",
        ):
            Logger(namespace, observer=publisher).info("of {n}", n=namespace[:6])
            Logger(namespace, observer=publisher).warn("bad")
        return [line.partition(" ")[2] for line in stream.getvalue().splitlines()]

    def test_subsystems_and_no_paths(self) -> None:
        lines = self.lines(LogLevel.info)
        self.assertEqual(lines[0], "[groups#info] of klog.b")
        self.assertEqual([line.partition("]")[0] for line in lines[1::2]], ["[groups#warn", "[storage#warn", "[twisted#warn", "[net#warn"])

    def test_level(self) -> None:
        self.assertEqual({line.partition("] ")[2] for line in self.lines(LogLevel.warn)}, {"bad"})

    def test_names(self) -> None:
        for namespace, name in (
            ("klog.broker.lifecycle.service.BrokerService", "broker"),
            ("klog.broker.disk.cleaner.Cleaner", "cleaner"),
            ("klog.broker.replicas.deletions.Deletions", "topics"),
            ("klog.cluster.zookeeper.controller.controller.Controller", "cluster"),
            ("klog.zookeeper.client_connection.X", "zookeeper"),
            ("klog.broker.handlers.metadata.MetadataHandler", "requests"),
            ("stdout", "stdout"),
        ):
            self.assertEqual(subsystem(namespace), name)
