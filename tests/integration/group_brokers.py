"""The broker under the group tests: klog, or Apache Kafka where ``KLOG_INSTEAD`` names a version of it.

``KLOG_INSTEAD=4.3.1 pytest tests/integration/test_group_clients.py`` asks the judge itself: a test that fails there expects something
that Kafka does not do.
"""

from __future__ import annotations

import contextlib
import os
import pathlib
import shutil
import tempfile
from collections.abc import Mapping
from types import TracebackType
from typing import Self

from tests import peers
from tests.integration.running import KlogBroker, Process, kill_kafka, start_kafka

INSTEAD = os.environ.get("KLOG_INSTEAD", "")

#: Short times, so that tests need not wait: Kafka's own are 45 s for a session, 3 s for the first rebalance, 5 s for a heartbeat.
QUICK = {
    "group.initial.rebalance.delay.ms": "0",
    "group.min.session.timeout.ms": "500",
    "group.consumer.min.heartbeat.interval.ms": "200",
    "group.consumer.heartbeat.interval.ms": "300",
    "group.consumer.min.session.timeout.ms": "1000",
    "group.consumer.session.timeout.ms": "6000",
    "offsets.topic.num.partitions": "50",
}


class KafkaBroker:
    """Apache Kafka with the face of `KlogBroker`.

    :param zookeeper: with a chroot; without it the broker is its own controller.
    :param quiet, heap: as `start_kafka`.
    """

    def __init__(
        self,
        version: str,
        folder: pathlib.Path | None = None,
        *,
        port: int = 0,
        zookeeper: str | None = None,
        settings: Mapping[str, str] | None = None,
        quiet: bool = True,
        heap: str | None = "512m",
    ) -> None:
        self._own_folder = folder is None
        self.version = version
        self.folder = folder if folder is not None else pathlib.Path(tempfile.mkdtemp(prefix="klog-test-"))
        self.data = self.folder / "logs"
        self.port = port
        self.zookeeper = zookeeper
        self.settings = dict(settings or {})
        self.quiet = quiet
        self.heap = heap
        self.server: Process | None = None
        self.past_output = ""

    def start(self) -> Self:
        """Start (again) on the same port."""
        self.port = self.port or peers.free_port()
        self.server = start_kafka(
            self.version, self.folder, self.port, zookeeper=self.zookeeper, settings=self.settings, quiet=self.quiet, heap=self.heap
        )
        return self

    @property
    def address(self) -> str:
        """host:port."""
        return f"127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """Of the JVM."""
        assert self.server is not None and self.server.match is not None
        return int(self.server.match[2])

    def output(self) -> str:
        """What it printed, earlier lives included: where it is `quiet`, not its log."""
        return self.past_output + (self.server.output() if self.server else "")

    def kill(self) -> None:
        """kill -9 of the JVM."""
        assert self.server is not None
        kill_kafka(self.server)
        self.past_output += self.server.output()
        self.server = None

    def stop(self) -> None:
        """In order."""
        if self.server is not None:
            server, self.server = self.server, None
            server.terminate()
            self.past_output += server.output()

    def restart(self) -> Self:
        """Stop in order, start again."""
        self.stop()
        return self.start()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, _value: BaseException | None, _trace: TracebackType | None) -> None:
        try:
            with contextlib.suppress(ProcessLookupError):
                self.kill() if kind is not None and self.server is not None else self.stop()
        finally:
            if self._own_folder:
                shutil.rmtree(self.folder, ignore_errors=True)


AnyBroker = KlogBroker | KafkaBroker


def broker(folder: pathlib.Path | None = None, **settings: str) -> AnyBroker:
    """The broker under test, not yet started; `settings` with underscores for dots, on top of `QUICK`."""
    named = {**QUICK, **{name.replace("_", "."): value for name, value in settings.items()}}
    return KafkaBroker(INSTEAD, folder, settings=named) if INSTEAD else KlogBroker(folder, settings=named)
