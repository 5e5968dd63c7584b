"""What stands in front of every request and response.

======================= ==========================================================================================
request header 1        API key, API version, correlation id, client id (a 16-bit length, never compact, -1 for null)
request header 2        the same and a tagged section; for flexible versions
response header 0       correlation id
response header 1       the same and a tagged section; for flexible versions, except ApiVersions (KIP-511)
======================= ==========================================================================================

(Request header 0, without a client id, belongs to ControlledShutdown 0, which klog does not speak.)
"""

from __future__ import annotations

import struct
from typing import NamedTuple

from klog.wire.primitives import WireError
from klog.wire.schema import Message

API_VERSIONS_KEY = 18

_REQUEST = struct.Struct(">hhih")
_CORRELATION = struct.Struct(">i")


class RequestHeader(NamedTuple):
    """Header of a request."""

    api_key: int
    api_version: int
    correlation_id: int
    client_id: str | None


def read_request_header(view: memoryview) -> tuple[RequestHeader, int]:
    """Header 1 at the beginning of `view` and the position behind it; a tagged section is left to `skip_tagged_section`.

    :raises WireError: the frame is too short, or the client id is no text.
    """
    if len(view) < _REQUEST.size:
        raise WireError(f"a request of {len(view)} bytes is shorter than its header")
    api_key, api_version, correlation_id, length = _REQUEST.unpack_from(view)
    if length < 0:
        if length != -1:
            raise WireError(f"the client id has a length of {length}")
        return RequestHeader(api_key, api_version, correlation_id, None), _REQUEST.size
    end = _REQUEST.size + length
    if end > len(view):
        raise WireError(f"the client id announces {length} bytes, {len(view) - _REQUEST.size} are left")
    try:
        client_id = str(view[_REQUEST.size : end], "utf-8")
    except UnicodeDecodeError:
        raise WireError("the client id is not UTF-8") from None
    return RequestHeader(api_key, api_version, correlation_id, client_id), end


def request_head(message: type[Message], version: int, correlation_id: int, client_id: str | None) -> bytes:
    """The header's bytes, without the frame's length."""
    raw = b"" if client_id is None else client_id.encode()
    fixed = _REQUEST.pack(message.api_key, version, correlation_id, -1 if client_id is None else len(raw))
    return fixed + raw + (b"\0" if version in message.flexible_versions else b"")


def has_response_tags(message: type[Message], version: int) -> bool:
    """Whether the response travels with header 1."""
    return version in message.flexible_versions and message.api_key != API_VERSIONS_KEY


def read_response_header(view: memoryview) -> tuple[int, int]:
    """The correlation id and the position behind it.

    :raises WireError: the frame is too short.
    """
    if len(view) < _CORRELATION.size:
        raise WireError(f"a response of {len(view)} bytes is shorter than its header")
    correlation_id: int = _CORRELATION.unpack_from(view)[0]
    return correlation_id, _CORRELATION.size
