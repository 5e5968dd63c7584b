"""SASL at both ends: each message of SCRAM as the other end may send it, whatever was agreed before, and PLAIN."""

from __future__ import annotations

import copy
from collections.abc import Callable

from klog.broker.security.jaas import BadJaas, parse_jaas
from klog.net.kept_credentials import format_credential, parse_credential
from klog.net.sasl import (
    HASHES,
    MAX_ITERATIONS,
    MIN_ITERATIONS,
    Plain,
    PlainServer,
    SaslError,
    Scram,
    ScramCredential,
    ScramServer,
    scram_credential,
    unescape_name,
)
from tests.fuzz.family import Decoder

_NAME, _PASSWORD = "a,user=ü", "a password"
_SALT = bytes(range(16))


def _stored(mechanism: str) -> Callable[[str], ScramCredential | None]:
    kept = scram_credential(mechanism, _PASSWORD, _SALT)
    return lambda name: kept if name == _NAME else None


def _talk(mechanism: str) -> tuple[list[bytes], Callable[[], Scram], Callable[[], ScramServer]]:
    """The four messages, and both ends."""
    stored = _stored(mechanism)

    def client() -> Scram:
        return Scram(mechanism, _NAME, _PASSWORD, lambda: "clients")

    def server() -> ScramServer:
        return ScramServer(mechanism, stored, lambda: "servers")

    one, other = client(), server()
    said = [one.first()]
    said.append(other.next(said[0]))
    said.append(one.next(said[1]) or b"")
    said.append(other.next(said[2]))
    return said, client, server


_KEPT = format_credential(scram_credential("SCRAM-SHA-256", _PASSWORD, _SALT)).encode()
_JAAS = b"a.PlainLoginModule required username=\"u\" user_u='p\\\\';"


def _plain_server(data: bytes) -> object:
    return PlainServer(lambda name, password: (name, password) == ("u", "p")).next(data)


def _credential(data: bytes) -> object:
    return parse_credential(data.decode("utf-8", "replace"))


def decoders() -> list[Decoder]:
    """See `tests.fuzz.family`."""
    found = []
    declared = (SaslError,)
    for mechanism in HASHES:
        said, client, server = _talk(mechanism)

        waiting_server, waiting_client = server(), client()
        waiting_server.next(said[0])
        waiting_client.next(said[1])

        # Copies: the first message costs thousands of rounds of a hash.
        def second(data: bytes, other: ScramServer = waiting_server) -> object:
            return copy.copy(other).next(data)

        def last(data: bytes, one: Scram = waiting_client) -> object:
            return copy.copy(one).next(data)

        def whole(data: bytes, server: Callable[[], ScramServer] = server) -> object:
            """Two messages, the second behind a line end."""
            first, _, rest = data.partition(b"\n")
            other = server()
            return other.next(first), other.next(rest)

        refused = b"e=invalid-proof"
        most = [said[1].replace(b"i=%d" % MIN_ITERATIONS, b"i=%d" % MAX_ITERATIONS)]
        firsts = [said[1], said[1].replace(b"i=%d" % MIN_ITERATIONS, b"i=4097"), refused]
        found += [
            Decoder(f"{mechanism}: client-first", lambda data, server=server: server().next(data), declared, [said[0]], is_text=True),  # type: ignore[misc]
            Decoder(
                f"{mechanism}: server-first", lambda data, client=client: client().next(data), declared, firsts, is_text=True, bombs=most
            ),  # type: ignore[misc]
            Decoder(f"{mechanism}: client-final", second, declared, [said[2]], is_text=True),
            Decoder(f"{mechanism}: server-final", last, declared, [said[3], refused], is_text=True),
            Decoder(f"{mechanism}: both of the client's", whole, declared, [said[0] + b"\n" + said[2]], is_text=True),
        ]
    return [
        *found,
        Decoder("PLAIN: the client's message", _plain_server, declared, [b"\0u\0p", b"u\0u\0p"], is_text=True),
        Decoder("what is kept of a password", _credential, (ValueError,), [_KEPT, _KEPT.replace(b"4096", b"1")], is_text=True),
        Decoder("a line of JAAS", lambda data: parse_jaas(data.decode("utf-8", "replace")), (BadJaas,), [_JAAS], is_text=True),
        Decoder("PLAIN: the broker's answer", lambda data: Plain("u", "p").next(data), declared, [b"", b"x"]),
        Decoder(
            "an escaped name", lambda data: unescape_name(data.decode("utf-8", "replace")), declared, [b"a=2Cb=3D", b"x"], is_text=True
        ),
    ]
