"""Other brokers that a test answers for."""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import Deferred, succeed
from twisted.python.failure import Failure

from klog.errors import ErrorCode, KlogError


class Connection:
    """One that the test answers."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.asked: list[Any] = []
        self.at_least: list[int] = []
        self.answers: list[Deferred[Any]] = []
        self.closed = False

    def request(self, message: Any, *, at_least: int = 0, timeout_ms: int | None = None, patient: bool = True) -> Deferred[Any]:
        assert not patient
        assert timeout_ms is not None
        answer: Deferred[Any] = Deferred()
        self.asked.append(message)
        self.at_least.append(at_least)
        self.answers.append(answer)
        return answer

    def close(self) -> Deferred[None]:
        self.closed = True
        return succeed(None)


class FakePeers:
    """Brokers by number; a broker without an address is not there. Implements `klog.broker.transactions.broker_queues.Peers`."""

    def __init__(self) -> None:
        self.addresses: dict[int, tuple[str, int]] = {2: ("b2", 9092), 3: ("b3", 9092)}
        self.connections: list[Connection] = []

    def address(self, broker_id: int) -> tuple[str, int] | None:
        return self.addresses.get(broker_id)

    def connect(self, host: str, port: int) -> Connection:
        connection = Connection(host)
        self.connections.append(connection)
        return connection

    def answer(self, response: Any, connection: int = -1) -> None:
        """To the last request of a connection."""
        self.connections[connection].answers[-1].callback(response)

    def fail(self, code: ErrorCode = ErrorCode.NETWORK_EXCEPTION, connection: int = -1) -> None:
        """The same, with an error."""
        self.connections[connection].answers[-1].errback(Failure(KlogError(code, "gone")))  # type: ignore[no-untyped-call]
