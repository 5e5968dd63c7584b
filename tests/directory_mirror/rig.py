"""A cluster in memory, and mirrors of it into a data directory in memory: processes that are killed, and disks whose power is cut."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure
from twisted.trial.unittest import SynchronousTestCase

from klog.client.admin.admin import Admin
from klog.client.settings import ClientSettings
from klog.directory_mirror.accounts import Accounts, read_accounts
from klog.directory_mirror.job import DirectoryMirror, Progress
from klog.directory_mirror.settings import DirectorySettings
from klog.mirror.decisions.answers import OnLoss
from klog.mirror.decisions.records import CopyRecord
from klog.testing.broker import DATA_DIRECTORY, MemoryBroker
from klog.testing.filesystem import MemoryFileSystem, Survival
from klog.testing.process import ProcessClock
from klog.testing.reactor import MemoryReactor
from tests.mirror.rig import stored

SOURCE, HERE, THERE = "192.0.2.11", "192.0.2.21", "192.0.2.31"


class Process:
    """One life of a mirror; it runs from the beginning.

    :ivar ended: how `run` has ended; None while it runs.
    """

    def __init__(self, reactor: MemoryReactor, fs: MemoryFileSystem, settings: DirectorySettings, *, once: bool, seed: int = 7) -> None:
        self.reactor = reactor
        self.fs = fs
        self.clock = ProcessClock(reactor, HERE)
        self.warnings: list[str] = []
        self.progress: list[Progress] = []
        self.job = DirectoryMirror(
            self.clock, settings, fs, warn=self.warnings.append, on_progress=self.progress.append, random_source=random.Random(seed)
        )
        self.ended: list[Any] = []
        self.job.open()
        self.running: Deferred[None] = Deferred.fromCoroutine(self.job.run(once=once))
        self.running.addBoth(self.ended.append)

    def check(self) -> None:
        """Raises what it has ended with."""
        [result] = self.ended
        if isinstance(result, Failure):
            result.raiseException()

    def leave(self) -> bool:
        """It is told to end, and ends; whether in order."""
        if not self.ended:
            self.running.cancel()
            for _ in range(600):
                if self.ended:
                    break
                self.reactor.advance(0.1)
        assert self.ended, "it does not end"
        return self.job.close()

    def die(self) -> None:
        """Nothing of it happens any more."""
        self.clock.die()
        made = [getattr(connector, "transport", None) for connector in self.clock.connectors]
        for link in self.reactor.network.links:
            if any(link.client is transport for transport in made):
                link.cut()
                # Nobody is there to hear of it.
                link.client.disconnected = 1
                self.reactor.network.reactor.removeReader(link.client)
                self.reactor.network.reactor.removeWriter(link.client)
        for connector in self.clock.connectors:
            if hasattr(getattr(connector, "transport", None), "finish"):
                # It was still connecting.
                connector.transport.finish()
            if connector.timeoutID is not None and connector.timeoutID.active():
                connector.timeoutID.cancel()


class Mirrored(SynchronousTestCase):
    """See the module.

    :cvar properties: of the source's broker.
    """

    properties: Mapping[str, str] = {}

    def setUp(self) -> None:
        """The source runs, and there is an empty disk."""
        self.reactor = MemoryReactor()
        self.source = MemoryBroker(self.properties, reactor=self.reactor, host=SOURCE, seed=1).start()
        self.there = Admin(self.reactor, self.source.bootstrap, random=random.Random(3))
        self.fs = MemoryFileSystem(self.reactor.now_ms)
        self.processes: list[Process] = []

    def tearDown(self) -> None:
        """Everything ends."""
        for process in self.processes:
            process.die()
        self.until(self.there.stopService())
        if self.source.is_ready:
            self.source.stop()

    def until(self, wanted: Any) -> Any:
        """Let time pass until it has a result."""
        return self.reactor.until(wanted)

    def run_until(self, is_so: Callable[[], Any], most_s: float = 60.0) -> None:
        """Let time pass until it is so."""
        left_s = most_s
        while not is_so():
            warnings = [process.warnings for process in self.processes]
            self.assertGreater(left_s, 0, f"it has not come to be so within {most_s} s; warnings: {warnings}")
            self.reactor.advance(0.1)
            left_s -= 0.1

    def settings(self, topics: str = "web.*", **more: Any) -> DirectorySettings:
        """Of a mirror of the source."""
        source = ClientSettings(bootstrap_servers=more.pop("bootstrap", self.source.bootstrap), allow_auto_create_topics=False)
        names = tuple(topics.split(","))
        return DirectorySettings(source=source, path=DATA_DIRECTORY, topics=names, **{"on_loss": OnLoss.ALARM, **more})

    def process(self, *, once: bool = False, **more: Any) -> Process:
        """A mirror that runs."""
        process = Process(self.reactor, self.fs, self.settings(**more), once=once)
        self.processes.append(process)
        return process

    def copy(self, **more: Any) -> Process:
        """A mirror that runs once, and has ended in order."""
        process = self.process(once=True, **more)
        self.run_until(lambda: process.ended, 120)
        try:
            process.check()
        finally:
            self.assertTrue(process.leave(), process.warnings)
        return process

    def kill(self, process: Process) -> None:
        """The process is killed, and the machine runs on."""
        process.die()
        self.fs.process_ended()

    def cut_power(self, process: Process, chance: random.Random, survival: Survival = Survival.ANY) -> None:
        """The power of the directory's machine fails."""
        process.die()
        self.fs = self.fs.crash(chance, survival)

    def accounts(self) -> Accounts:
        """What the directory says."""
        found = read_accounts(self.fs, DATA_DIRECTORY)
        assert found is not None
        return found

    def account(self, topic: str = "web.a", partition: int = 0) -> CopyRecord:
        """Of one partition."""
        return self.accounts().copies[topic, partition]

    def serve(self) -> MemoryBroker:
        """A klog that is started on the directory."""
        return MemoryBroker(reactor=self.reactor, host=THERE, file_system=self.fs, seed=9).start()

    def assert_equal(self, topic: str = "web.a", partitions: int = 1, *, broker: MemoryBroker) -> None:
        """Byte for byte, as a broker serves it."""
        for number in range(partitions):
            self.assertEqual(stored(broker, topic, number), stored(self.source, topic, number), f"{topic}-{number}")
