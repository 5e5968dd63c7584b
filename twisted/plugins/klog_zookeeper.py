"""Tells twistd of ``klog-zookeeper``."""

from __future__ import annotations

from twisted.application.service import ServiceMaker

serviceMaker = ServiceMaker(
    "klog-zookeeper", "klog.zookeeper.embedded.plugin", "The real Apache ZooKeeper, as a child process.", "klog-zookeeper"
)  # type: ignore[no-untyped-call]
