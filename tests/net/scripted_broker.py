"""A broker that does what a test tells it: the far end of clients' tests, on a `MemoryReactor` or a fake socket.

`answers` says by request what comes back: a message, a function of the request to a message, raw bytes, several of these in a list,
`HANG_UP` (also behind something in a list), or None for silence. What is not in it is answered as a friendly broker does (ApiVersions) or
with the response's defaults.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from twisted.internet import protocol

from klog.span import join_parts
from klog.wire.apis import APIS
from klog.wire.compiled_codec import decode
from klog.wire.messages.api_versions import ApiVersion, ApiVersionsRequest, ApiVersionsResponse
from klog.wire.schema import Message
from klog.wire.server import Request, ServerConnection, encode_answer


class Act(enum.Enum):
    """What is no answer."""

    HANG_UP = enum.auto()


HANG_UP = Act.HANG_UP


class Asked(NamedTuple):
    """One request, as it came."""

    message: Any
    version: int
    correlation_id: int
    client_id: str | None


Answer = Any
Answers = Mapping[type[Message], Answer]


def api_versions(changes: Mapping[int, tuple[int, int] | None] | None = None) -> ApiVersionsResponse:
    """What a broker announces that speaks all we know, with `changes`; None leaves an API out."""
    ranges: dict[int, tuple[int, int] | None] = {key: (api.announced.lowest, api.announced.highest) for key, api in APIS.items()}
    ranges.update(changes or {})
    rows = [ApiVersion(api_key=key, min_version=pair[0], max_version=pair[1]) for key, pair in ranges.items() if pair is not None]
    return ApiVersionsResponse(api_keys=rows)


class Script:
    """What one broker does with what it reads."""

    def __init__(self, answers: Answers | None = None) -> None:
        self.answers: dict[type[Message], Answer] = dict(answers or {})
        #: Everything that was asked, on all connections.
        self.asked: list[Asked] = []
        #: What is sent as soon as somebody connects.
        self.greeting: bytes = b""

    def names(self) -> list[str]:
        """Which requests came, ApiVersions left out."""
        return [
            type(asked.message).__name__.removesuffix("Request")
            for asked in self.asked
            if not isinstance(asked.message, ApiVersionsRequest)
        ]

    def answer(self, request: Request) -> tuple[list[bytes], bool]:
        """What is sent for one request, and whether it hangs up then."""
        api = APIS[request.api_key]
        message, _ = decode(api.request, request.api_version, request.body, request.position)
        asked = Asked(message, request.api_version, request.correlation_id, request.client_id)
        self.asked.append(asked)
        answer = self.answers.get(api.request, api_versions() if api.request is ApiVersionsRequest else api.response())
        if isinstance(answer, Callable) and not isinstance(answer, type):  # type: ignore[arg-type]
            answer = answer(asked)
        sent: list[bytes] = []
        for item in answer if isinstance(answer, list) else [answer]:
            if item is HANG_UP:
                return sent, True
            if isinstance(item, bytes | bytearray):
                sent.append(bytes(item))
            elif isinstance(item, Message):
                sent.append(join_parts(encode_answer(item, asked.version, asked.correlation_id)))
        return sent, False


class ScriptedProtocol(protocol.Protocol):
    """One connection of a `ScriptedBroker`."""

    transport: Any

    def __init__(self, broker: ScriptedBroker) -> None:
        self.broker = broker
        self.server = ServerConnection()
        self.is_lost = False

    def connectionMade(self) -> None:
        """Somebody is there."""
        self.broker.connections.append(self)
        if self.broker.script.greeting:
            self.transport.write(self.broker.script.greeting)

    def dataReceived(self, data: bytes) -> None:
        """Requests."""
        for request in self.server.receive(data):
            sent, hang_up = self.broker.script.answer(request)
            for piece in sent:
                self.transport.write(piece)
            if hang_up:
                self.transport.loseConnection()
                return

    def connectionLost(self, reason: Any = None) -> None:
        """Nobody is there."""
        self.is_lost = True


class ScriptedBroker(protocol.Factory):
    """For ``MemoryReactor.listen``, ``reactor.listenTCP`` and TLS around it."""

    noisy = False

    def __init__(self, answers: Answers | None = None) -> None:
        self.script = Script(answers)
        self.connections: list[ScriptedProtocol] = []

    @property
    def live(self) -> list[ScriptedProtocol]:
        """Connections that are open."""
        return [connection for connection in self.connections if not connection.is_lost]

    def buildProtocol(self, addr: Any) -> ScriptedProtocol:
        """One more."""
        return ScriptedProtocol(self)
