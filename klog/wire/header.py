"""What stands in front of every request and response.

======================= ==========================================================================================
request header 0        API key, API version, correlation id; for ControlledShutdown 0 alone
request header 1        API key, API version, correlation id, client id (a 16-bit length, never compact, -1 for null)
request header 2        the same and a tagged section; for flexible versions
response header 0       correlation id
response header 1       the same and a tagged section; for flexible versions, except ApiVersions (KIP-511)
======================= ==========================================================================================

ApiVersions answers with response header 0 in every version, because whoever asks does not know yet what the other end understands.
"""

from __future__ import annotations

import struct
from functools import cache

from klog.wire.apis import APIS
from klog.wire.primitives import EncodeError, WireError, skip_tagged_section
from klog.wire.schema import Message

API_VERSIONS_KEY = 18
#: Version 0 of it has no client id (``ControlledShutdownRequest.json``).
_CONTROLLED_SHUTDOWN_KEY = 7

_REQUEST = struct.Struct(">hhih")
_REQUEST_BYTES = _REQUEST.size
_REQUEST_0 = struct.Struct(">hhi")
_CORRELATION = struct.Struct(">i")
#: By API key: the versions whose request header has a tagged section. What stands in a version that we do not know is not looked at.
_FLEXIBLE = {
    key: range(api.request.flexible_versions.lowest, min(api.request.flexible_versions.highest, api.versions.highest) + 1)
    for key, api in APIS.items()
}
_NEVER = range(0)


def read_request_header(frame: memoryview) -> tuple[int, int, int, str | None, int]:
    """API key, API version, correlation id and client id of a request, and where its body begins.

    Of an API or version that is not in the table only header 1 is read.

    :raises WireError: the frame is too short.
    """
    try:
        key, version, correlation_id, length = _REQUEST.unpack_from(frame)
    except struct.error:
        raise WireError(f"a request of {len(frame)} bytes is shorter than its header") from None
    if key == _CONTROLLED_SHUTDOWN_KEY and version == 0:
        return key, version, correlation_id, None, _REQUEST_0.size
    position = _REQUEST_BYTES
    client_id = None
    if length >= 0:
        position += length
        if position > len(frame):
            raise WireError(f"the client id announces {length} bytes, {len(frame) - _REQUEST_BYTES} are left")
        # It only names the client in logs; some send it in another encoding, and Kafka lets them.
        client_id = str(frame[_REQUEST_BYTES:position], "utf-8", "replace")
    elif length != -1:
        raise WireError(f"the client id has a length of {length} bytes")
    if version in _FLEXIBLE.get(key, _NEVER):
        try:
            # No tag is defined, so one zero byte is the rule.
            position = skip_tagged_section(frame, position) if frame[position] else position + 1
        except IndexError:
            raise WireError("the request ends before the tagged fields of its header") from None
    return key, version, correlation_id, client_id, position


def request_header(message: type[Message], version: int, correlation_id: int, client_id: str | None) -> bytes:
    """A request's header; header 0 has no place for `client_id`.

    :raises EncodeError: the client id is too long.
    """
    if message.api_key == _CONTROLLED_SHUTDOWN_KEY and version == 0:
        return _REQUEST_0.pack(message.api_key, version, correlation_id)
    text = b"" if client_id is None else client_id.encode()
    if len(text) > 0x7FFF:
        raise EncodeError(f"a client id of {len(text)} bytes")
    fixed = _REQUEST.pack(message.api_key, version, correlation_id, -1 if client_id is None else len(text))
    return fixed + text + (b"\0" if version in message.flexible_versions else b"")


@cache
def response_has_tags(response: type[Message], version: int) -> bool:
    """Whether the response travels with header 1."""
    return version in response.flexible_versions and response.api_key != API_VERSIONS_KEY


def read_response_header(frame: memoryview) -> tuple[int, int]:
    """The correlation id and where it ends; whether a tagged section follows tells `response_has_tags`.

    :raises WireError: the frame is too short.
    """
    try:
        (correlation_id,) = _CORRELATION.unpack_from(frame)
    except struct.error:
        raise WireError(f"a response of {len(frame)} bytes is shorter than its header") from None
    return correlation_id, _CORRELATION.size
