"""The broker as a service of Twisted: everything is put together here, started in order and stopped in order.

Start of a broker that is alone, each step only when the one before has worked; the first that fails is told in one line and ends the
process with exit code 1:

1. the limit of open files is raised;
2. the data directories are locked and their logs are loaded (recovered, where the last stop was none);
3. the coordination is made from what was remembered and what lies there;
4. partitions, handlers and dispatcher are made, and the periodic jobs begin;
5. the listeners open, and the READY line is printed.

Nothing in these waits for the network, so all are done when `BrokerService.startService` returns. With ZooKeeper the start waits, and goes
its own way (``zookeeper_start``, beside ``local_start``); a stop meanwhile ends it.

Stop, each step whatever became of the one before (``stopping``):

0. among several brokers, the controller has others lead what we lead, while we still serve;
1. the listeners close: nobody new comes in;
2. connections read no more, answers under way leave; after four fifths of what is left of ``klog.shutdown.timeout.ms`` they are cut off;
3. the jobs end, running flushes are waited for;
4. all logs are flushed, checkpointed and closed, clean-shutdown markers are written, the directories unlocked;
5. with ZooKeeper, the session is closed.

What of 3 and 4 has not ended after ``klog.shutdown.timeout.ms`` (and two seconds at least for a disk that came last) is given up: there is
no marker then, which is said in the log, and the next start recovers. A stop never waits for ever.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Generator, Sequence
from typing import TYPE_CHECKING, Any, cast

from twisted.application.service import Service
from twisted.internet.defer import Deferred, inlineCallbacks
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.broker.lifecycle.assembly import Application, Broker, StartRefused
from klog.broker.lifecycle.environment import Environment
from klog.broker.lifecycle.garbage_collection import go_on_without, hold_back, settle_interpreter
from klog.broker.lifecycle.local_start import LocalStart
from klog.broker.lifecycle.stopping import Stop
from klog.broker.settings.settings import BrokerSettings
from klog.config import ConfigError
from klog.errors import KlogError
from klog.storage.directories.data_directories import DirectoriesRefused
from klog.storage.directories.directory import DirectoryInUse
from klog.storage.directories.meta_properties import BadMetaProperties
from klog.storage.platform import UnsupportedPlatform
from klog.version import __version__

if TYPE_CHECKING:
    from klog.broker.lifecycle.zookeeper_start import ZooKeeperStart


_PYTHON = platform.python_version()


def _refuse(sentence: str) -> None:
    raise StartRefused(sentence)


class BrokerService(Service):
    """One broker.

    :param announce: called with the READY line.
    :param give_up: called with one sentence where the start fails; should not return.
    :param begin: called before anything is made, and again when ZooKeeper was waited for.
    :param settle: called when all is made.
    :param unsettle: called instead where the start fails.
    :param end: called with one sentence where a broker with ZooKeeper cannot start, or must not go on; should have the service stopped.
    :param applications: make what runs beside a broker that has started, and stops before it.
    """

    log = Logger()

    def __init__(
        self,
        settings: BrokerSettings,
        environment: Environment,
        *,
        announce: Callable[[str], None] = lambda line: None,
        give_up: Callable[[str], Any] = _refuse,
        begin: Callable[[], None] = lambda: None,
        settle: Callable[[], None] = lambda: None,
        unsettle: Callable[[], None] = lambda: None,
        end: Callable[[str], Any] | None = None,
        applications: Sequence[Callable[[Broker], Application]] = (),
    ) -> None:
        self._applications = applications
        self.settings = settings
        self.environment = environment
        self._announce = announce
        self._give_up = give_up
        self._begin = begin
        self._settle = settle
        self._unsettle = unsettle
        self._end = self._told if end is None else end
        #: With ZooKeeper: what started it, and what fires when the start is over, whatever came of it.
        self._start: ZooKeeperStart | None = None
        self._starting: Deferred[None] | None = None
        #: None before the start and after the stop.
        self.broker: Broker | None = None
        #: Who waits for the stop that is under way; None where none is, or where something was started since.
        self._stopping: list[Deferred[None]] | None = None

    @classmethod
    def real(
        cls,
        settings: BrokerSettings,
        reactor: Any,
        *,
        announce: Callable[[str], None] = lambda line: None,
        give_up: Callable[[str], Any] = _refuse,
        end: Callable[[str], Any] | None = None,
        applications: Sequence[Callable[[Broker], Application]] = (),
    ) -> BrokerService:
        """On this machine: its files and clock, and `reactor`."""
        return cls(
            settings,
            Environment.real(reactor),
            announce=announce,
            give_up=give_up,
            begin=hold_back,
            settle=settle_interpreter,
            unsettle=go_on_without,
            end=end,
            applications=applications,
        )

    def _told(self, sentence: str) -> None:
        self.log.error("{sentence}", sentence=sentence)

    def startService(self) -> None:
        """Steps 1 to 5; returns when all are done, as nothing in them waits for the network."""
        super().startService()  # type: ignore[no-untyped-call]
        self._stopping = None
        started_s = self.environment.reactor.seconds()
        # Whoever reads the log alone, of a daemon or a service, finds here what runs and on what.
        data = ",".join(os.path.abspath(path) for path in self.settings.data_directories)
        self.log.info("klog {version} on Python {python}, data in {data}", version=__version__, python=_PYTHON, data=data)
        for warning in self.settings.warnings:
            self.log.warn("{warning}", warning=warning)
        self._begin()
        broker = Broker(self.settings, self.environment)
        broker.end = self._end
        if self.settings.zookeeper is not None:
            self._start_with_zookeeper(broker, started_s)
            return
        try:
            LocalStart(broker).run()
        except Exception as error:
            broker.abandon()
            self._unsettle()
            self._give_up(_start_sentence(error, self.settings))
            return
        self._ready(broker, started_s)

    def _ready(self, broker: Broker, started_s: float) -> None:
        self.broker = broker
        self._settle()
        listeners = ",".join(broker.open_listeners.texts())
        line = (
            f"klog-broker READY listeners={listeners} data={','.join(broker.data_paths)} "
            f"broker.id={broker.broker_id} start={self.environment.reactor.seconds() - started_s:.2f}s"
        )
        if self.settings.zookeeper is not None:
            line += f" zookeeper={self.settings.zookeeper}"
        for make in self._applications:
            application = make(broker)
            broker.applications.append(application)
            application.start()
        # Not before the reactor runs: until then a signal would end the process the hard way.
        self.environment.when_running(lambda: self._announce(line))

    def _start_with_zookeeper(self, broker: Broker, started_s: float) -> None:
        # Most brokers do without.
        from klog.broker.lifecycle.zookeeper_start import StartCancelled, ZooKeeperStart

        start = self._start = ZooKeeperStart(broker, self._end, self._begin)
        ended: Deferred[None] = Deferred()
        self._starting = ended

        def ready(nothing: None) -> None:
            self._starting = None
            self._ready(broker, started_s)
            ended.callback(None)

        def failed(failure: Failure) -> Deferred[None]:
            error = cast(Exception, failure.value)
            try:
                broker.abandon()
            except Exception:
                self.log.failure("taking back a start that failed", Failure())  # type: ignore[no-untyped-call]
            left = Stop(broker, start.leave).leave()

            def tell(nothing: object) -> None:
                self._starting = self._start = None
                self._unsettle()
                if not isinstance(error, StartCancelled):
                    try:
                        sentence = _start_sentence(error, self.settings)
                    except Exception:
                        self.log.failure("a mistake of klog's own at the start", failure)
                        sentence = f"a mistake of klog's own at the start: {error!r}"
                    self._end(sentence)
                ended.callback(None)

            return left.addCallback(tell)

        start.run().addCallbacks(ready, failed).addErrback(
            lambda failure: self.log.failure("a mistake of klog's own at the start", failure)
        )

    def stopService(self) -> Deferred[None]:
        """The stop; the Deferred fires when the data directories are closed. A start that is under way is given up. Who asks again while it
        stops waits for the same."""
        super().stopService()  # type: ignore[no-untyped-call]
        waiting: Deferred[None] = Deferred()
        if self._stopping is not None:
            self._stopping.append(waiting)
            return waiting
        together = self._stopping = [waiting]

        def stopped(result: Any) -> None:
            if self._stopping is together:
                self._stopping = None
            for one in together:
                one.callback(result)

        self._begin_stop().addBoth(stopped)
        return waiting

    def _begin_stop(self) -> Deferred[None]:
        if self._starting is not None and self._start is not None:
            waiting: Deferred[None] = Deferred()

            def over(result: None) -> None:
                waiting.callback(None)

            self._starting.addCallback(over)
            self._start.cancel()
            return waiting.addCallback(lambda _: self._stop_now())
        return self._stop_now()

    def _stop_now(self) -> Deferred[None]:
        broker, self.broker = self.broker, None
        return self._stop(broker)

    @inlineCallbacks
    def _stop(self, broker: Broker | None) -> Generator[Deferred[Any], Any, None]:
        if broker is None:
            return
        start, self._start = self._start, None
        stop = Stop(broker) if start is None else Stop(broker, start.leave, start.hurry)
        for name, step in stop.steps():
            try:
                yield step()
            except Exception:
                self.log.failure("stopping: {step} failed", Failure(), step=name)  # type: ignore[no-untyped-call]
        broker.stop_probe()


def _refusals() -> tuple[type[Exception], ...]:
    from klog.cluster.zookeeper.settings import CoordinationRefused
    from klog.zookeeper.errors import ZookeeperError

    return CoordinationRefused, ZookeeperError


def _start_sentence(error: Exception, settings: BrokerSettings) -> str:
    """Why the start failed, for people."""
    if isinstance(error, StartRefused | ConfigError | BadMetaProperties | DirectoriesRefused | UnsupportedPlatform):
        return str(error)
    if isinstance(error, KlogError):
        return error.message
    if settings.zookeeper is not None and isinstance(error, _refusals()):
        return str(error)
    if isinstance(error, DirectoryInUse):
        return error.strerror or str(error)
    if isinstance(error, OSError):
        return f"{error.filename or settings.data_directories[0]}: {error.strerror or error}"
    raise error
