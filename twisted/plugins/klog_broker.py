"""Tells twistd of ``klog-broker``."""

from __future__ import annotations

from twisted.application.service import ServiceMaker

serviceMaker = ServiceMaker("klog-broker", "klog.server", "Apache Kafka's log, on Twisted: a broker.", "klog-broker")  # type: ignore[no-untyped-call]
