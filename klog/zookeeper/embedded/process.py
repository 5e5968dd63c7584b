"""One server as a child process of a Twisted program: started, asked until it serves, ended.

::

    NEW ──start──▶ STARTING ──srvr and conf answer for our data──▶ SERVING ──stop──▶ STOPPING ──▶ ENDED
                      │                                               │
                      └──────── the process ends by itself ───────────┴──▶ ENDED

That the port answers is no proof: another server may have it. So the child has to be alive, ``srvr`` has to say that it serves, and
``conf`` has to name our own data directory. A connection that was taken before the server was whole may never be answered; questions are
therefore short and asked again.
"""

from __future__ import annotations

import enum
import signal
from collections.abc import Callable, Mapping
from typing import Any, cast

from twisted.internet.defer import CancelledError, Deferred, TimeoutError
from twisted.internet.endpoints import HostnameEndpoint, connectProtocol
from twisted.internet.error import ConnectingCancelledError, ProcessExitedAlready
from twisted.internet.protocol import ProcessProtocol, Protocol
from twisted.internet.task import deferLater
from twisted.python.failure import Failure

from klog.zookeeper.embedded import end_with_parent, four_letters
from klog.zookeeper.embedded.configuration import Launch, write
from klog.zookeeper.embedded.java import CannotStart

#: From one question to the next, and how long one may take, seconds.
ASK_AGAIN_S = 0.02
ANSWER_S = 0.5
#: What a server may take to end after SIGTERM.
GRACE_S = 10.0
#: Of what the process prints, so much is kept to tell why it ended.
_KEPT_BYTES = 8192


class _Answer(Protocol):
    """Sends a word and keeps what comes."""

    def __init__(self, word: str) -> None:
        self._word = word
        self._data = bytearray()
        self.done: Deferred[str] = Deferred(self._abort)

    def _abort(self, done: Deferred[str]) -> None:
        cast(Any, self.transport).abortConnection()

    def connectionMade(self) -> None:
        """Ask."""
        assert self.transport is not None
        self.transport.write(self._word.encode("ascii"))

    def dataReceived(self, data: bytes) -> None:
        """Keep."""
        self._data += data
        if len(self._data) > four_letters.MOST_BYTES and self.transport is not None:
            self.transport.loseConnection()

    def connectionLost(self, reason: Failure | None = None) -> None:
        """All has come."""
        if not self.done.called:
            self.done.callback(self._data.decode("utf-8", "replace"))


async def ask(reactor: Any, host: str, port: int, word: str, timeout_s: float = 5.0) -> str:
    """A four-letter word's answer; "" where the server hung up.

    :raises ConnectionError: nobody answers, within `timeout_s`.
    """
    answer = _Answer(word)
    # A refusal is heard of only after attemptDelay, which is 0.3 s where nothing is said.
    endpoint = HostnameEndpoint(reactor, reachable(host), port, timeout=timeout_s, attemptDelay=0.01)
    connecting: Deferred[Any] = connectProtocol(endpoint, answer)  # type: ignore[no-untyped-call]
    try:
        await connecting
        answer.done.addTimeout(timeout_s, reactor)
        return await answer.done
    except (CancelledError, ConnectingCancelledError):
        raise CancelledError from None
    except TimeoutError:
        raise ConnectionError(f"{host}:{port} gives no answer within {timeout_s:g} s") from None
    except Exception as error:
        raise ConnectionError(f"{host}:{port} cannot be reached: {error}") from None


def reachable(host: str) -> str:
    """The address to ask where a server listens on all of them."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)


class State(enum.Enum):
    """Of a `ServerProcess`."""

    NEW = "new"
    STARTING = "starting"
    SERVING = "serving"
    STOPPING = "stopping"
    ENDED = "ended"


class ServerProcess(ProcessProtocol):
    """See the module.

    :param reactor: IReactorProcess, IReactorTime, IReactorTCP, IReactorPluggableNameResolver.
    :param environment: of the child.
    :param died: called with a sentence when the server ends by itself after it served.
    :param log: called with each line that the server prints.
    """

    def __init__(
        self,
        reactor: Any,
        launch: Launch,
        *,
        environment: Mapping[str, str],
        died: Callable[[str], None],
        log: Callable[[str], None] = lambda line: None,
    ) -> None:
        self.launch = launch
        self.state = State.NEW
        self._reactor = reactor
        self._environment = dict(environment)
        self._died = died
        self._log = log
        self._printed = bytearray()
        self._line = b""
        self._code: str = ""
        self._ended: list[Deferred[None]] = []
        self.transport: Any = None

    @property
    def pid(self) -> int | None:
        """Of Java; None where it does not run."""
        return None if self.transport is None or self.state in (State.NEW, State.ENDED) else self.transport.pid

    @property
    def name(self) -> str:
        """For sentences."""
        return f"ZooKeeper on {self.launch.member.address}"

    # -- start

    async def start(self, timeout_s: float = 60.0) -> four_letters.Serving:
        """Start, and wait until it serves.

        :raises CannotStart: it ended before, or does not serve after `timeout_s`; it does not run then.
        """
        assert self.state is State.NEW
        write(self.launch)
        self.state = State.STARTING
        # On Linux the guard becomes Java; elsewhere its end is tied to this pipe.
        command = end_with_parent.command(self.launch.command)
        self._reactor.spawnProcess(self, command[0], command, env=self._environment, path=self.launch.folder)
        deadline = self._reactor.seconds() + timeout_s
        try:
            while True:
                serving = await self._serves()
                if self.state is not State.STARTING:
                    raise CannotStart(self._why_it_ended())
                if serving is not None:
                    self.state = State.SERVING
                    return serving
                if self._reactor.seconds() > deadline:
                    raise CannotStart(f"{self.name} does not serve after {timeout_s:g} s")
                await deferLater(self._reactor, ASK_AGAIN_S, lambda: None)
        except BaseException:
            if self.state is State.STARTING:
                self.state = State.STOPPING
                self._signal(signal.SIGKILL)
            raise

    async def _serves(self) -> four_letters.Serving | None:
        member = self.launch.member
        try:
            found = four_letters.read_srvr(await ask(self._reactor, member.host, member.client_port, "srvr", ANSWER_S))
            if found is None:
                return None
            answer = await ask(self._reactor, member.host, member.client_port, "conf", ANSWER_S)
        except ConnectionError:
            return None
        return found if four_letters.data_folder(answer) == self.launch.data_version_folder else None

    # -- end

    def stop(self) -> Deferred[None]:
        """SIGTERM, SIGKILL where that does not help within `GRACE_S`; fires when the process has ended. Never fails."""
        if self.transport is None or self.state in (State.NEW, State.ENDED):
            self.state = State.ENDED
            done: Deferred[None] = Deferred()
            done.callback(None)
            return done
        self.state = State.STOPPING
        ended: Deferred[None] = Deferred()
        self._ended.append(ended)
        self._signal(signal.SIGTERM)
        self._signal(signal.SIGCONT)  # a stopped one would not hear
        kill = self._reactor.callLater(GRACE_S, self._signal, signal.SIGKILL)

        def after(result: None) -> None:
            if kill.active():
                kill.cancel()

        return ended.addCallback(after)

    def _signal(self, number: signal.Signals) -> None:
        if self.transport is not None:
            try:
                self.transport.signalProcess(number.value)
            except ProcessExitedAlready:
                pass

    # -- what the process does

    def outReceived(self, data: bytes) -> None:
        """The server has printed `data`."""
        self._printed += data
        del self._printed[:-_KEPT_BYTES]
        *lines, self._line = (self._line + data).split(b"\n")
        self._line = self._line[-_KEPT_BYTES:]
        for line in lines:
            text = line.decode("utf-8", "replace").strip()
            if text and not text.startswith("SLF4J"):
                self._log(text)

    errReceived = outReceived

    def processEnded(self, reason: Failure) -> None:
        """The server's process has ended, by whatever cause."""
        before, self.state = self.state, State.ENDED
        value: Any = reason.value
        killed_by = getattr(value, "signal", None)
        self._code = f"of signal {killed_by}" if killed_by else f"with exit code {getattr(value, 'exitCode', None)}"
        waiting, self._ended = self._ended, []
        for one in waiting:
            one.callback(None)
        if before is State.SERVING:
            self._died(self._why_it_ended())

    def _why_it_ended(self) -> str:
        lines = [line.strip() for line in self._printed.decode("utf-8", "replace").splitlines()]
        lines = [line for line in lines if line and not line.startswith(("SLF4J", "INFO ", "at "))]
        telling = [line for line in lines if "Error" in line or "Exception" in line]
        said = (telling or lines[-1:] or [""])[0]
        return f"{self.name} ended {self._code}" + (f": {said}" if said else "; start it with --log to see what it says")
