"""The embedded ZooKeeper as a Twisted service: what ``twistd klog-zookeeper`` runs, and what programs may put beside their own services.

Start is asynchronous: `ZooKeeperService.ready` fires when the servers serve. What prevents it, and a server that ends by itself later, is
told to `give_up`, as one sentence. Stopping the service ends the servers and waits for them.
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable, Mapping
from typing import Any

from twisted.application.service import Service
from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.zookeeper.embedded.configuration import DEFAULT_PORT, ServerSettings
from klog.zookeeper.embedded.ensemble import Ensemble
from klog.zookeeper.embedded.jars import find_jars
from klog.zookeeper.embedded.java import CannotStart, find_java

DEFAULT_DIRECTORY = "klog-zookeeper"
log = Logger()


@dataclasses.dataclass(frozen=True)
class EmbeddedSettings:
    """What a user says of the embedded ZooKeeper.

    :param directory: where the data lie.
    :param port: of the first server's clients; 0 takes free ones.
    :param count: how many servers.
    :param java: a Java program or home, None finds one.
    :param jars: a folder of jars, None finds one.
    """

    directory: str = DEFAULT_DIRECTORY
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    count: int = 1
    java: str | None = None
    jars: str | None = None
    server: ServerSettings = dataclasses.field(default_factory=ServerSettings)

    def ensemble(self, reactor: Any, environment: Mapping[str, str], **more: Any) -> tuple[Ensemble, str]:
        """The servers, not started, and the version of ZooKeeper ("" where the jars do not say it).

        :param more: `died` and `log` of `Ensemble`.
        :raises CannotStart: Java or jars are missing, ports do not do, a log is wanted and there is no backend for it.
        """
        java = find_java(self.java, environment)
        jars = find_jars(self.jars, environment)
        if self.server.logging and not jars.logging:
            raise CannotStart(
                f"{jars.folder} has no logging backend for slf4j (log4j, reload4j, logback or slf4j-simple), so --log cannot be had"
            )
        found = Ensemble(
            reactor,
            self.directory,
            java,
            jars,
            count=self.count,
            host=self.host,
            port=self.port,
            settings=self.server,
            environment=environment,
            **more,
        )
        return found, jars.version


class ZooKeeperService(Service):
    """See the module.

    :param give_up: called with a sentence when there is no ZooKeeper, or no longer; the service does not run then.
    :param announce: called with the READY line.
    """

    name = "klog-zookeeper"

    def __init__(
        self,
        settings: EmbeddedSettings,
        reactor: Any,
        *,
        give_up: Callable[[str], None],
        announce: Callable[[str], None] = lambda line: None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.settings = settings
        self.ensemble: Ensemble | None = None
        #: Fires with the connect string when ZooKeeper serves; does not fire where it gave up.
        self.ready: Deferred[str] = Deferred()
        self._reactor = reactor
        self._give_up = give_up
        self._announce = announce
        self._environment = os.environ if environment is None else environment
        self._starting: Deferred[None] | None = None

    def startService(self) -> None:
        """Begin to start; see `ready`."""
        super().startService()  # type: ignore[no-untyped-call]
        self._starting = Deferred.fromCoroutine(self._start())
        self._starting.addErrback(self._failed)

    async def _start(self) -> None:
        began = self._reactor.seconds()
        self.ensemble, version = self.settings.ensemble(self._reactor, self._environment, died=self._died, log=_log_line)
        version = (await self.ensemble.start())[0].version or version
        pids = ",".join(str(server.pid) for server in self.ensemble.servers)
        self._announce(
            f"klog-zookeeper READY connect={self.ensemble.connect} data={self.ensemble.directory} version={version or 'unknown'} "
            f"pid={pids} seconds={self._reactor.seconds() - began:.2f}"
        )
        self.ready.callback(self.ensemble.connect)

    def _failed(self, failure: Failure) -> None:
        if not self.running:
            return  # stopped while it started
        if not isinstance(failure.value, CannotStart):
            log.failure("ZooKeeper could not be started", failure)
        self._give_up(failure.getErrorMessage())

    def _died(self, sentence: str) -> None:
        if not self.running:
            return
        if self.settings.count > 1 and self.ensemble is not None and any(server.pid for server in self.ensemble.servers):
            log.error("{sentence}; the others go on", sentence=sentence)
            return
        self._give_up(sentence)

    def stopService(self) -> Deferred[None] | None:
        """End the servers; the Deferred fires when they have ended."""
        super().stopService()  # type: ignore[no-untyped-call]
        if self._starting is not None:
            self._starting.cancel()
        return None if self.ensemble is None else self.ensemble.stop()


def _log_line(line: str) -> None:
    log.info("ZooKeeper: {line}", line=line)
