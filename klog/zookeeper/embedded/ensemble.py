"""All servers of an ensemble (one counts as such) in one directory: lock, ports, start, end.

The directory is locked by this process for as long as it runs, so that nobody starts a second server on the same data; the lock goes with
the process. Ports are tried before, since a server that finds its port taken says nothing of it.
"""

from __future__ import annotations

import fcntl
import os
import socket
from collections.abc import Callable, Mapping, Sequence
from typing import IO, Any

from twisted.internet.defer import Deferred, DeferredList, FirstError, gatherResults
from twisted.internet.task import deferLater

from klog.zookeeper.embedded.configuration import Member, ServerSettings, bracketed, check_layout, connect_string, members, plan
from klog.zookeeper.embedded.four_letters import Serving
from klog.zookeeper.embedded.jars import Jars
from klog.zookeeper.embedded.java import CannotStart, Java
from klog.zookeeper.embedded.process import ServerProcess

#: How long a port of a server that was killed may take to be free again, seconds.
PORT_PATIENCE_S = 2.0
#: Between two looks at it, seconds.
LOOK_AGAIN_S = 0.05


class Ensemble:
    """See the module.

    :param directory: where the data lie; made where it is not there.
    :param count: how many servers.
    :param port: of the first server's clients; 0 takes free ones for all.
    :param died: called with a sentence when a server ends by itself after all served; they go on or not, that is the caller's.
    :param log: called with each line that a server prints.
    """

    def __init__(
        self,
        reactor: Any,
        directory: str,
        java: Java,
        jars: Jars,
        *,
        count: int = 1,
        host: str = "127.0.0.1",
        port: int = 2181,
        settings: ServerSettings | None = None,
        environment: Mapping[str, str] | None = None,
        died: Callable[[str], None] = lambda sentence: None,
        log: Callable[[str], None] = lambda line: None,
    ) -> None:
        self.directory = os.path.abspath(directory)
        self.members: list[Member] = free_members(count, host) if port == 0 else members(count, host, port)
        settings = settings or ServerSettings()
        self._reactor = reactor
        self._count = count
        self._lock: IO[str] | None = None
        environment = os.environ if environment is None else environment
        launches = [plan(self.directory, member, self.members, settings, java, jars) for member in self.members]
        self.servers = [ServerProcess(reactor, launch, environment=environment, died=died, log=log) for launch in launches]

    @property
    def connect(self) -> str:
        """What clients are given: ``host:port,host:port``."""
        return connect_string(self.members)

    async def start(self) -> list[Serving]:
        """Start all, and wait until all serve.

        :raises CannotStart: that does not work; what had started is ended.
        """
        self._take_directory()
        try:
            await self._wait_for_ports()
            starting: list[Deferred[Serving]] = [Deferred.fromCoroutine(server.start()) for server in self.servers]
            try:
                return list(await gatherResults(starting, consumeErrors=True))
            except FirstError as error:
                await self.stop()
                raise error.subFailure.value from None  # type: ignore[misc]
        except BaseException:
            self._leave_directory()
            raise

    def stop(self) -> Deferred[None]:
        """End all; fires when their processes have ended. Never fails."""

        def after(result: object) -> None:
            self._leave_directory()

        done: Deferred[Any] = DeferredList([server.stop() for server in self.servers])
        return done.addCallback(after)

    def _take_directory(self) -> None:
        lock = None
        try:
            os.makedirs(self.directory, exist_ok=True)
            check_layout(self.directory, os.listdir(self.directory), self._count)
            lock = open(os.path.join(self.directory, ".lock"), "a", encoding="ascii")  # noqa: SIM115 (held as long as we run)
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            assert lock is not None
            lock.close()
            raise CannotStart(
                f"{self.directory} is in use by another ZooKeeper that klog started; end it, or name another folder"
            ) from None
        except OSError as error:
            raise CannotStart(
                f"{error.filename or self.directory} cannot be used for ZooKeeper's data: {error.strerror or error}"
            ) from None
        self._lock = lock

    def _leave_directory(self) -> None:
        lock, self._lock = self._lock, None
        if lock is not None:
            lock.close()

    async def _wait_for_ports(self) -> None:
        deadline = self._reactor.seconds() + PORT_PATIENCE_S
        wanted = [(one.host, port) for one in self.members for port in (one.client_port, one.quorum_port, one.election_port) if port]
        while (taken := first_taken(wanted)) is not None:
            (host, port), why = taken
            if self._reactor.seconds() > deadline:
                raise CannotStart(f"ZooKeeper cannot listen on {bracketed(host)}:{port}: {why}; choose another with --port")
            await deferLater(self._reactor, LOOK_AGAIN_S, lambda: None)


def first_taken(wanted: Sequence[tuple[str, int]]) -> tuple[tuple[str, int], str] | None:
    """The first of these addresses that cannot be listened on, and why; None where all can."""
    for host, port in wanted:
        try:
            with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind((host, port))
        except OSError as error:
            return (host, port), (error.strerror or str(error)).lower()
    return None


def free_members(count: int, host: str) -> list[Member]:
    """The servers of an ensemble on ports that were free a moment ago.

    :raises CannotStart: the host's address is none of this machine's, or there are too many servers.
    """
    members(count, host, 2181)
    probes: list[socket.socket] = []
    try:
        for _ in range(3 * count if count > 1 else 1):
            probe = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
            probes.append(probe)
            probe.bind((host, 0))
        ports = [int(probe.getsockname()[1]) for probe in probes]
    except OSError as error:
        raise CannotStart(f"ZooKeeper cannot listen on {host}: {(error.strerror or str(error)).lower()}") from None
    finally:
        for probe in probes:
            probe.close()
    if count == 1:
        return [Member(1, host, ports[0])]
    return [Member(n + 1, host, *ports[3 * n : 3 * n + 3]) for n in range(count)]
