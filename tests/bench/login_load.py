"""Logins by SCRAM, so many a second, each on a new connection: ``python -m tests.bench.login_load HOST:PORT --per-second N --seconds S``.

Each connection asks as a real client does, one request after the other: ApiVersions, SaslHandshake, the two messages of SCRAM; then it is
closed. What takes a client its time, salting the password, is done once, before: the salt and the iterations of one user are always the
same. Logins begin at moments spread evenly, whether or not those before are through, and what the broker says last is checked.

Prints ``WINDOW`` at the beginning of the measured time, ``DONE`` and a line of JSON at its end.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import hmac
import json
import select
import socket
import struct
import time

from klog.span import join_parts
from klog.wire.client import ClientConnection
from klog.wire.messages.api_versions import ApiVersionsRequest
from klog.wire.messages.sasl_handshake import SaslHandshakeRequest
from tests.bench.closed_broker import MECHANISM, PASSWORD, SALT, USER

_HASH = "sha256"
_HEADER = struct.Struct(">ihhih")
_LENGTH = struct.Struct(">i")
_SASL_AUTHENTICATE = 36
_CLIENT_ID = b"login"
#: Closed at once, without a state that keeps its port for a minute.
_RESET = struct.pack("ii", 1, 0)


class Keys:
    """What is made of a password once.

    :param iterations: as the broker says.
    """

    def __init__(self, iterations: int) -> None:
        salted = hashlib.pbkdf2_hmac(_HASH, PASSWORD.encode(), SALT, iterations)
        self.client_key = hmac.digest(salted, b"Client Key", _HASH)
        self.stored_key = hashlib.new(_HASH, self.client_key).digest()
        self.server_key = hmac.digest(salted, b"Server Key", _HASH)


def authenticate(correlation_id: int, token: bytes) -> bytes:
    """SaslAuthenticate 1."""
    body = _LENGTH.pack(len(token)) + token
    size = _HEADER.size - 4 + len(_CLIENT_ID) + len(body)
    return _HEADER.pack(size, _SASL_AUTHENTICATE, 1, correlation_id, len(_CLIENT_ID)) + _CLIENT_ID + body


def token_of(answer: bytes) -> bytes:
    """What SaslAuthenticate 1 is answered with: error, sentence, token, lifetime."""
    (error, length) = struct.unpack_from(">hh", answer, 8)
    if error:
        raise AssertionError(f"a login failed with {error}: {answer!r}")
    at = 12 + max(0, length)
    (size,) = _LENGTH.unpack_from(answer, at)
    return answer[at + 4 : at + 4 + size]


class Login:
    """One connection, from its first packet to the broker's signature."""

    def __init__(self, load: Load, number: int) -> None:
        self.load = load
        self.nonce = f"login{number:019d}"
        self.socket = socket.socket()
        self.socket.setblocking(False)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
        self.step = 0
        self.buffer = b""
        self.signature = b""
        self.began_s = time.monotonic()
        self.socket.connect_ex(load.address)

    def writable(self) -> None:
        """Connected: ask."""
        error = self.socket.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
        if error:
            raise AssertionError(f"cannot connect: error {error}")
        self.socket.send(self.load.api_versions)

    def readable(self) -> bool:
        """Some bytes; whether it is through."""
        data = self.socket.recv(65536)
        if not data:
            raise AssertionError(f"the broker closed a connection in step {self.step}")
        self.buffer += data
        if len(self.buffer) < 4 or len(self.buffer) < 4 + _LENGTH.unpack_from(self.buffer)[0]:
            return False
        answer, self.buffer = self.buffer, b""
        self.step += 1
        if self.step == 1:
            self.socket.send(self.load.handshake)
        elif self.step == 2:
            if answer[8:10] != b"\0\0":
                raise AssertionError(f"SaslHandshake was refused: {answer!r}")
            self.bare = f"n={USER},r={self.nonce}"
            self.socket.send(authenticate(3, b"n,," + self.bare.encode()))
        elif self.step == 3:
            self.socket.send(authenticate(4, self.final(token_of(answer).decode())))
        else:
            if token_of(answer) != b"v=" + base64.b64encode(self.signature):
                raise AssertionError("the broker does not know the password")
            return True
        return False

    def final(self, first: str) -> bytes:
        """client-final for server-first."""
        nonce = first[2 : first.index(",")]
        without_proof = f"c=biws,r={nonce}"
        signed = f"{self.bare},{first},{without_proof}".encode()
        keys = self.load.keys_of(first)
        signature = hmac.digest(keys.stored_key, signed, _HASH)
        proof = bytes(a ^ b for a, b in zip(keys.client_key, signature, strict=True))
        self.signature = hmac.digest(keys.server_key, signed, _HASH)
        return f"{without_proof},p={base64.b64encode(proof).decode()}".encode()


class Load:
    """All of them."""

    def __init__(self, address: tuple[str, int], per_second: float) -> None:
        self.address = address
        self.per_second = per_second
        wire = ClientConnection(_CLIENT_ID.decode())
        self.api_versions = bytes(join_parts(wire.request(ApiVersionsRequest(), 2)[1]))
        self.handshake = bytes(join_parts(wire.request(SaslHandshakeRequest(mechanism=MECHANISM.mechanism), 1)[1]))
        self.poll = select.epoll()
        self.open: dict[int, Login] = {}
        self.number = 0
        self.through = 0
        self.latencies: list[float] = []
        self._keys: dict[str, Keys] = {}

    def keys_of(self, first: str) -> Keys:
        """For the salt and the iterations of a server-first; made once."""
        said = first[first.index(",") :]
        keys = self._keys.get(said)
        if keys is None:
            expected = f",s={base64.b64encode(SALT).decode()},i="
            if not said.startswith(expected):
                raise AssertionError(f"another salt than the user's: {said}")
            keys = self._keys[said] = Keys(int(said[len(expected) :]))
        return keys

    def run(self, seconds: float) -> int:
        """For some time; how many began."""
        began, begun = time.monotonic(), 0
        while (now := time.monotonic()) - began < seconds:
            while begun < (now - began) * self.per_second:
                self._begin()
                begun += 1
            self._receive(max(0.0, began + (begun + 1) / self.per_second - time.monotonic()))
        return begun

    def drain(self) -> None:
        """Until all are through."""
        deadline = time.monotonic() + 10
        while self.open:
            if time.monotonic() > deadline:
                raise AssertionError(f"{len(self.open)} logins were not answered")
            self._receive(0.1)

    def _begin(self) -> None:
        self.number += 1
        login = Login(self, self.number)
        fd = login.socket.fileno()
        self.open[fd] = login
        self.poll.register(fd, select.EPOLLOUT)

    def _receive(self, wait_s: float) -> None:
        for fd, event in self.poll.poll(wait_s):
            login = self.open[fd]
            if event & select.EPOLLOUT:
                login.writable()
                self.poll.modify(fd, select.EPOLLIN)
            elif login.readable():
                self.poll.unregister(fd)
                login.socket.close()
                del self.open[fd]
                self.through += 1
                self.latencies.append(time.monotonic() - login.began_s)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(prog="tests.bench.login_load", description=__doc__)
    parser.add_argument("address")
    parser.add_argument("--per-second", type=float, default=1000)
    parser.add_argument("--warm", type=float, default=2)
    parser.add_argument("--seconds", type=float, default=10)
    options = parser.parse_args()
    host, _, port = options.address.rpartition(":")
    load = Load((host, int(port)), options.per_second)
    load.run(options.warm)
    load.drain()
    load.latencies.clear()
    print("WINDOW", flush=True)
    before, began = load.through, time.monotonic()
    load.run(options.seconds)
    load.drain()
    took_s = time.monotonic() - began
    print("DONE", flush=True)
    waited = sorted(load.latencies)
    found = {
        "per_second": (load.through - before) / took_s,
        "logins": load.through - before,
        "p50_ms": waited[len(waited) // 2] * 1000,
        "p99_ms": waited[len(waited) * 99 // 100] * 1000,
    }
    print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
