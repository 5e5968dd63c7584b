"""Responses in every version, as klog's clients read them, and a client's conversation: versions, SASL, answers."""

from __future__ import annotations

import random
import struct

from klog.net.client.session import ClientSession, Phase
from klog.net.security import Security
from klog.wire.apis import APIS
from klog.wire.client import ClientConnection
from klog.wire.header import read_response_header
from klog.wire.messages.api_versions import ApiVersion, ApiVersionsRequest, ApiVersionsResponse
from klog.wire.messages.metadata import MetadataRequest
from klog.wire.messages.sasl_authenticate import SaslAuthenticateResponse
from klog.wire.messages.sasl_handshake import SaslHandshakeResponse
from klog.wire.primitives import WireError
from klog.wire.schema import Message
from klog.wire.server import encode_answer
from tests.fuzz.bodies import body
from tests.fuzz.family import Decoder
from tests.fuzz.messages import encodings, filled, versions

_PLAIN = Security(security_protocol="SASL_PLAINTEXT", sasl_mechanism="PLAIN", sasl_username="u", sasl_password="p")
_NONE = Security(security_protocol="PLAINTEXT")


def _answer(message: Message, version: int, correlation_id: int) -> bytes:
    return b"".join(encode_answer(message, version, correlation_id))  # type: ignore[arg-type]


def _greeting(error_code: int = 0) -> ApiVersionsResponse:
    rows = [ApiVersion(api_key=key, min_version=api.versions.lowest, max_version=api.versions.highest) for key, api in APIS.items()]
    return ApiVersionsResponse(error_code=error_code, api_keys=rows)


def _conversations() -> list[bytes]:
    draw = random.Random(2)
    ready = _answer(_greeting(), 4, 0)
    again = _answer(_greeting(35), 0, 0) + _answer(_greeting(), 4, 1)
    metadata = [_answer(filled(MetadataRequest.response_type, 12, draw), 12, 1) for _ in range(3)]
    shake = _answer(SaslHandshakeResponse(mechanisms=["PLAIN"]), 1, 1)
    token = _answer(SaslAuthenticateResponse(auth_bytes=b"", session_lifetime_ms=1000), 2, 2)
    refused = _answer(SaslAuthenticateResponse(error_code=58, error_message="no"), 2, 2)
    return [ready, again, *(ready + one for one in metadata), ready + shake + token, ready + shake + refused, metadata[0]]


def _session(security: Security, assumed_versions: dict[int, int] | None = None) -> object:
    def converse(data: bytes) -> None:
        session = ClientSession(security, "klog", "there:9092", assumed_versions=assumed_versions)
        session.start()
        for start in range(0, len(data), 1 + len(data) // 3):
            asked = session.ready and not session.in_flight
            if asked and session.versions.has(MetadataRequest):
                version = session.versions.choose(MetadataRequest)
                session.request(MetadataRequest(), version)
            session.receive(data[start : start + 1 + len(data) // 3])
        assert (session.failure is not None) == (session.phase is Phase.FAILED)
        session.lost("over")

    return converse


def _client(data: bytes) -> None:
    """A client that has asked for its versions and for metadata, in several versions."""
    connection = ClientConnection()
    connection.request(ApiVersionsRequest(), 3)
    for version in (0, 9, 13):
        connection.request(MetadataRequest(topics=None if version else []), version)
    connection.receive(data)


def decoders() -> list[Decoder]:
    """See `tests.fuzz.family`."""
    found = [
        Decoder(f"{api.response.__name__} {version}", body(api.response, version), (WireError,), encodings(api.response, version))
        for api in APIS.values()
        for version in versions(api.response)
    ]
    talk = _conversations()
    draw = random.Random(3)
    answers = [_answer(_greeting(), 3, 0)]
    answers += [answers[0] + _answer(filled(MetadataRequest.response_type, 0, draw), 0, 1), _answer(_greeting(35), 0, 0)]
    return [
        *found,
        Decoder("response header", lambda data: read_response_header(memoryview(data)), (WireError,), [struct.pack(">i", 7)]),
        Decoder("a client's connection", _client, (WireError,), answers),
        Decoder("a session", _session(_NONE), (), talk),  # type: ignore[arg-type]
        Decoder(
            "a session that assumes versions",
            _session(_NONE, {3: 12}),
            (),
            [_answer(filled(MetadataRequest.response_type, 12, draw), 12, 0)],
        ),  # type: ignore[arg-type]
        Decoder("a session with a password", _session(_PLAIN), (), talk),  # type: ignore[arg-type]
    ]
