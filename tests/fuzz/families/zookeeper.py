"""ZooKeeper's protocol: every request and reply, frames in pieces, and a session that is told anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from klog.zookeeper import requests
from klog.zookeeper.digest_md5 import BadChallenge, DigestMd5
from klog.zookeeper.jute import Frames, JuteError, Reader
from klog.zookeeper.messages import (
    ConnectRequest,
    ConnectResponse,
    WatcherEvent,
    decode_reply_header,
    decode_request,
    event_frame,
    frame,
    reply_frame,
    request_frame,
)
from klog.zookeeper.replies import SaslReply
from klog.zookeeper.session import Pending, Session, SessionState
from tests.fuzz.family import Decoder
from tests.zookeeper.samples import REPLY_SAMPLES, REQUEST_SAMPLES


def _body(kind: Any) -> Callable[[bytes], object]:
    return lambda data: kind.decode(Reader(data))


def _reply_header(data: bytes) -> object:
    return decode_reply_header(Reader(data))


def _frames(data: bytes) -> object:
    """In pieces, with long messages cut short, as a session reads them."""
    frames = Frames(200, 16)
    found: list[object] = []
    for start in range(0, len(data), 7):
        frames.feed(data[start : start + 7])
        while (message := frames.next()) is not None:
            found.append((message, frames.cut_bytes))
        assert frames.held_bytes <= start + 7
    return found


class _Owner:
    def session_connected(self, is_new: bool) -> None:
        """Nothing."""

    def session_over(self, error: Exception) -> None:
        """Nothing."""


def _session(data: bytes, scheme: str = "digest") -> None:
    """A session that asks one thing of each kind as soon as it may."""
    session = Session(_Owner(), timeout_ms=10_000, chroot="/c", auth=[(scheme, b"a:b")], max_reply_bytes=1000)  # type: ignore[arg-type]
    session.begin("there:2181", 0.0)
    asked = False
    step = 1 + len(data) // 3
    for start in range(0, len(data), step):
        try:
            session.receive(data[start : start + step], float(start))
        except JuteError:
            break
        if session.state is SessionState.CONNECTED and not asked:
            asked = True
            for request in REQUEST_SAMPLES[2:]:
                if request.reply is not None:
                    session.request(Pending(request, "get", "/a", _ignore, _ignore), float(start))
        if not session.is_over:
            session.tick(float(start))
    session.lost("over")


def _ignore(_: object) -> None:
    """Takes whatever comes."""


def _conversations() -> list[bytes]:
    greeting = frame(ConnectResponse(4_000, 77, bytes(16)).encode())
    ready = greeting + reply_frame(-4, 5, 0)
    replies = [
        reply_frame(xid, 5 + xid, 0, next(sample for sample in REPLY_SAMPLES if type(sample) is kind.reply))
        for xid, kind in enumerate((request for request in REQUEST_SAMPLES[2:] if request.reply is not None), 1)
    ]
    return [
        greeting,
        frame(ConnectResponse(0, 0, bytes(16)).encode()),
        ready + event_frame(WatcherEvent(3, 3, "/c/a")) + reply_frame(-2, 0),
        ready + b"".join(replies[:3]),
        ready + reply_frame(1, 5, -101) + reply_frame(2, 5, -112),
        greeting + reply_frame(-4, 5, -115),
    ]


def _sasl_conversations() -> list[bytes]:
    greeting = frame(ConnectResponse(4_000, 77, bytes(16)).encode())
    asked = greeting + reply_frame(1, 5, 0, SaslReply(_CHALLENGE))
    return [
        asked,
        asked + reply_frame(2, 5, 0, SaslReply(b"rspauth=0")),
        asked + reply_frame(2, 5, -115),
        greeting + reply_frame(1, 5, 0, SaslReply(b"")),
    ]


_CHALLENGE = b'realm="r",nonce="n",qop="auth",charset=utf-8,algorithm=md5-sess'
#: What a server that knows the password says to the end of it.
_PROOF = b"rspauth=76ca00ea48baf857e9dcadc61a834417"


def _challenged(*challenges: bytes) -> object:
    """A client of DIGEST-MD5, and what it says to each."""
    client = DigestMd5("a", "b", lambda: "c")
    return [client.next(each) for each in challenges]


def decoders() -> list[Decoder]:
    """See `tests.fuzz.family`."""
    bad = (JuteError,)
    found = []
    for samples, what in ((REQUEST_SAMPLES, "request"), (REPLY_SAMPLES, "reply")):
        kinds: dict[Any, list[bytes]] = {}
        for sample in samples:
            kinds.setdefault(type(sample), []).append(sample.encode() or b"\0")
        found += [Decoder(f"{what} {kind.__name__}", _body(kind), bad, seeds) for kind, seeds in kinds.items()]
    assert set(requests.REQUESTS.values()) <= {type(sample) for sample in REQUEST_SAMPLES}, "a request without a sample"
    framed = [request_frame(3, sample) for sample in REQUEST_SAMPLES]
    greeting = ConnectRequest(5, 10_000, 77, bytes(16), True)
    return [
        *found,
        Decoder("ConnectRequest", _body(ConnectRequest), bad, [greeting.encode(), greeting.encode()[:-1]]),
        Decoder("ConnectResponse", _body(ConnectResponse), bad, [ConnectResponse(4_000, 77, bytes(16)).encode()]),
        Decoder("WatcherEvent", _body(WatcherEvent), bad, [WatcherEvent(1, 3, "/a").encode()]),
        Decoder("reply header", _reply_header, bad, [reply_frame(1, 2, 3)[4:]]),
        Decoder("any request", lambda data: decode_request(data), bad, [one[4:] for one in framed]),
        Decoder("frames", _frames, bad, [b"".join(framed), *framed[2:6]]),
        Decoder("a session", _session, (), _conversations()),
        Decoder("a session by SASL", lambda data: _session(data, "sasl"), (), _sasl_conversations()),
        Decoder("DIGEST-MD5: the challenge", _challenged, (BadChallenge,), [_CHALLENGE], is_text=True),
        Decoder("DIGEST-MD5: the end", lambda data: _challenged(_CHALLENGE, data), (BadChallenge,), [_PROOF, b"rspauth=0"], is_text=True),
    ]
