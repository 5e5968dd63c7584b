"""SASL's DIGEST-MD5 as ZooKeeper speaks it (RFC 2831; ``ZooKeeperSaslServer``, ``SaslClientCallbackHandler``): the client's end, sans-IO.

::

    client   nothing
    server   realm="zk-sasl-md5",nonce="…",qop="auth",charset=utf-8,algorithm=md5-sess
    client   username="…",realm="…",nonce="…",cnonce="…",nc=00000001,qop=auth,digest-uri="zookeeper/zk-sasl-md5",response=…
    server   rspauth=…

    A1        = MD5(name ":" realm ":" password) ":" nonce ":" cnonce
    response  = hex(MD5(hex(MD5(A1)) ":" nonce ":" nc ":" cnonce ":" qop ":" hex(MD5("AUTHENTICATE:" digest-uri))))
    rspauth   = the same with ":" digest-uri at the end: the server knows the password, too

Of all the ways in which brokers make themselves known to ZooKeeper it is the one that Kafka's do by JAAS without Kerberos. MD5 is what it
has; who can listen on the way may try passwords: TLS hides it. No integrity layer is asked for.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable

#: How the identity is called among a client's ``auth``: ("sasl", "name:password").
SCHEME = "sasl"
URI = "zookeeper/zk-sasl-md5"
#: No challenge comes near it.
MAX_CHALLENGE_BYTES = 4096

_FIELD = re.compile(r'\s*([A-Za-z-]+)\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^",\s]*))\s*(?:,|$)', re.DOTALL)
_COUNT = "00000001"


class BadChallenge(Exception):
    """The server's message is none, or the server does not know the password."""


class DigestMd5:
    """The client's end of one authentication.

    :param nonce: makes the client's; other than random only in tests.
    :param uri: of the service; ZooKeeper's own.
    """

    def __init__(self, name: str, password: str, nonce: Callable[[], str] = lambda: secrets.token_urlsafe(18), uri: str = URI) -> None:
        self._name = name
        self._password = password
        self._make_nonce = nonce
        self._uri = uri
        self._expected: str | None = None

    def next(self, challenge: bytes) -> bytes | None:
        """What is answered; None where all is said.

        :raises BadChallenge: see there.
        """
        if not challenge:
            raise BadChallenge("it does not speak SASL: its JAAS file has no section Server with DigestLoginModule")
        fields = parse_fields(challenge)
        if self._expected is not None:
            if not hmac.compare_digest(fields.get("rspauth", "").encode(), self._expected.encode()):
                raise BadChallenge("it does not know our password, so it is not the ZooKeeper it claims to be")
            return None
        return self._answer(fields)

    def _answer(self, fields: dict[str, str]) -> bytes:
        nonce, realm = fields.get("nonce", ""), fields.get("realm", "")
        if not nonce or fields.get("algorithm") != "md5-sess":
            raise BadChallenge("it sent no challenge of DIGEST-MD5")
        if "auth" not in [each.strip() for each in fields.get("qop", "auth").split(",")]:
            raise BadChallenge(f"it wants more than authentication (qop {fields['qop']})")
        is_utf8 = fields.get("charset", "").lower() == "utf-8"
        own = self._make_nonce()
        keyed = session_key(self._name, realm, self._password, nonce, own, is_utf8=is_utf8)
        self._expected = response(keyed, nonce, own, f":{self._uri}")
        pairs = [
            ("charset", "utf-8" if is_utf8 else ""),
            ("username", _quoted(self._name)),
            ("realm", _quoted(realm) if "realm" in fields else ""),
            ("nonce", _quoted(nonce)),
            ("nc", _COUNT),
            ("cnonce", _quoted(own)),
            ("digest-uri", _quoted(self._uri)),
            ("maxbuf", "65536"),
            ("response", response(keyed, nonce, own, f"AUTHENTICATE:{self._uri}")),
            ("qop", "auth"),
        ]
        return ",".join(f"{name}={value}" for name, value in pairs if value).encode("utf-8" if is_utf8 else "latin-1", "replace")


def parse_fields(message: bytes) -> dict[str, str]:
    """Names and values of a message; names in lower case.

    :raises BadChallenge: it is none.
    """
    if len(message) > MAX_CHALLENGE_BYTES:
        raise BadChallenge("it sent a message that is too long for DIGEST-MD5")
    text = message.decode("utf-8", "replace")
    fields: dict[str, str] = {}
    position = 0
    while position < len(text):
        found = _FIELD.match(text, position)
        if found is None or found.end() == position:
            raise BadChallenge("it sent what is no message of DIGEST-MD5")
        value = found[3] if found[2] is None else re.sub(r"\\(.)", r"\1", found[2], flags=re.DOTALL)
        if fields.setdefault(found[1].lower(), value) != value:
            raise BadChallenge(f"it sent {found[1].lower()[:20]} twice")
        position = found.end()
    return fields


def session_key(name: str, realm: str, password: str, nonce: str, own_nonce: str, *, is_utf8: bool = True) -> str:
    """A1, hashed, as hexadecimal digits."""
    who = b":".join(_octets(each, is_utf8=is_utf8) for each in (name, realm, password))
    first = _md5(who) + f":{nonce}:{own_nonce}".encode()
    return _md5(first).hex()


def response(keyed: str, nonce: str, own_nonce: str, what: str) -> str:
    """The proof of `what`, which is A2."""
    return _md5(f"{keyed}:{nonce}:{_COUNT}:{own_nonce}:auth:{_md5(what.encode()).hex()}".encode()).hex()


def _octets(text: str, *, is_utf8: bool) -> bytes:
    """In ISO 8859-1 where that can write it, as the RFC has it."""
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        if not is_utf8:
            raise BadChallenge("it does not take our name or password: they are beyond ISO 8859-1") from None
        return text.encode("utf-8")


def _md5(data: bytes) -> bytes:
    return hashlib.md5(data, usedforsecurity=False).digest()


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
