"""The broker as a service of Twisted: everything is put together here, started in order and stopped in order.

Start, each step only when the one before has worked; the first that fails is told in one line and ends the process with exit code 1:

1. the limit of open files is raised;
2. the data directory is locked and its logs are loaded (recovered, where the last stop was none);
3. the coordination is made from what was remembered and what lies there;
4. partitions, handlers and dispatcher are made, and the periodic jobs begin;
5. the listeners open, and the READY line is printed.

Stop, each step whatever became of the one before:

1. the listeners close: nobody new comes in;
2. connections read no more, answers under way leave; after four fifths of ``klog.shutdown.timeout.ms`` what is left is cut off;
3. the jobs end, running flushes are waited for;
4. all logs are flushed, checkpointed and closed, the clean-shutdown marker is written, the directory unlocked.

What of 3 and 4 has not ended after ``klog.shutdown.timeout.ms`` (and two seconds at least for a disk that came last) is given up: there is
no marker then, which is said in the log, and the next start recovers. A stop never waits for ever.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator
from typing import Any

from twisted.application.service import Service
from twisted.internet.defer import Deferred, inlineCallbacks
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.broker.assembly import Broker, StartRefused
from klog.broker.environment import Environment
from klog.broker.settings import BrokerSettings
from klog.config import ConfigError
from klog.errors import KlogError
from klog.storage.directory import DirectoryInUse
from klog.storage.meta_properties import BadMetaProperties
from klog.storage.platform import UnsupportedPlatform


def _refuse(sentence: str) -> None:
    raise StartRefused(sentence)


class BrokerService(Service):
    """One broker.

    :param announce: called with the READY line.
    :param give_up: called with one sentence where the start fails; should not return.
    :param settle: called when all is made.
    """

    log = Logger()

    def __init__(
        self,
        settings: BrokerSettings,
        environment: Environment,
        *,
        announce: Callable[[str], None] = lambda line: None,
        give_up: Callable[[str], Any] = _refuse,
        settle: Callable[[], None] = lambda: None,
    ) -> None:
        self.settings = settings
        self.environment = environment
        self._announce = announce
        self._give_up = give_up
        self._settle = settle
        #: None before the start and after the stop.
        self.broker: Broker | None = None

    @classmethod
    def real(
        cls,
        settings: BrokerSettings,
        reactor: Any,
        *,
        announce: Callable[[str], None] = lambda line: None,
        give_up: Callable[[str], Any] = _refuse,
    ) -> BrokerService:
        """On this machine: its files and clock, and `reactor`."""
        return cls(settings, Environment.real(reactor), announce=announce, give_up=give_up, settle=_freeze)

    def startService(self) -> None:
        """Steps 1 to 5; returns when all are done, as nothing in them waits for the network."""
        super().startService()  # type: ignore[no-untyped-call]
        started = self.environment.reactor.seconds()
        for warning in self.settings.warnings:
            self.log.warn("{warning}", warning=warning)
        broker = Broker(self.settings, self.environment)
        try:
            broker.start()
        except Exception as error:
            broker.abandon()
            self._give_up(_start_sentence(error, self.settings))
            return
        self.broker = broker
        self._settle()
        listeners = ",".join(broker.listener_texts())
        line = (
            f"klog-broker READY listeners={listeners} data={broker.data_directory} "
            f"broker.id={broker.broker_id} start={self.environment.reactor.seconds() - started:.2f}s"
        )
        # Not before the reactor runs: until then a signal would end the process the hard way.
        self.environment.when_running(lambda: self._announce(line))

    def stopService(self) -> Deferred[None]:
        """Steps 1 to 4; the Deferred fires when the data directory is closed."""
        super().stopService()  # type: ignore[no-untyped-call]
        broker, self.broker = self.broker, None
        return self._stop(broker)

    @inlineCallbacks
    def _stop(self, broker: Broker | None) -> Generator[Deferred[Any], Any, None]:
        if broker is None:
            return
        for name, step in broker.stop_steps():
            try:
                yield step()
            except Exception:
                self.log.failure("stopping: {step} failed", Failure(), step=name)  # type: ignore[no-untyped-call]


def _freeze() -> None:
    """What is alive now stays: the collector need not look at it again and again."""
    gc.collect()
    gc.freeze()


def _start_sentence(error: Exception, settings: BrokerSettings) -> str:
    """Why the start failed, for people."""
    if isinstance(error, StartRefused | ConfigError | BadMetaProperties | UnsupportedPlatform):
        return str(error)
    if isinstance(error, KlogError):
        return error.message
    if isinstance(error, DirectoryInUse):
        return error.strerror or str(error)
    if isinstance(error, OSError):
        return f"{error.filename or settings.data_directory}: {error.strerror or error}"
    raise error
