"""SASL without a connection: bytes in, bytes out, for both ends.

PLAIN (RFC 4616) and SCRAM (RFC 5802, RFC 7677) as Kafka speaks them (KIP-84).

The four messages of SCRAM, ``H`` the hash, ``HMAC`` with it, ``Hi`` = PBKDF2::

    client-first   n,,n=<name>,r=<client nonce>
    server-first   r=<client nonce><server nonce>,s=<salt>,i=<iterations>
    client-final   c=biws,r=<both nonces>,p=<proof>
    server-final   v=<server signature>      or e=<error>

    salted password  = Hi(password, salt, iterations)
    client key       = HMAC(salted password, "Client Key"),  stored key = H(client key)
    server key       = HMAC(salted password, "Server Key")
    auth message     = client-first without "n,,"  ","  server-first  ","  client-final without ",p=…"
    proof            = client key XOR HMAC(stored key, auth message)
    server signature = HMAC(server key, auth message)

Kafka takes names and passwords as plain UTF-8, without SASLprep (``ScramFormatter.normalize``); so do we. No channel
binding. No Twisted here.

The server's end tells a stranger nothing: who is not known goes through the same messages as who gives a wrong password, with a salt that
looks like those of passwords, is made of his name and stays the same as long as the server's secret does, and fails with the same sentence
at the same place.
"""

from __future__ import annotations

import base64
import binascii
import dataclasses
import enum
import hashlib
import hmac
import secrets
from collections.abc import Callable
from typing import Protocol

from klog.net.security import Security

#: Fewer iterations would make a stolen handshake easy to crack; Kafka's own minimum.
MIN_ITERATIONS = 4096
#: More would keep the process busy for a hostile broker's pleasure (this many: some 30 ms); Kafka's own tools allow 16384.
MAX_ITERATIONS = 65_536
#: Passwords with more are not kept (KIP-554).
MAX_KEPT_ITERATIONS = 16_384
#: No message of ours or of Kafka's comes near it.
MAX_MESSAGE_BYTES = 4096

HASHES = {"SCRAM-SHA-256": "sha256", "SCRAM-SHA-512": "sha512"}


class ScramMechanism(enum.IntEnum):
    """Their numbers in DescribeUserScramCredentials and AlterUserScramCredentials (``ScramMechanism.java``)."""

    SCRAM_SHA_256 = 1
    SCRAM_SHA_512 = 2

    @property
    def mechanism(self) -> str:
        """Its name in SASL."""
        return self.name.replace("_", "-")


#: What Kafka's brokers tell of PLAIN, and of an identity that is asked for beside the name (``PlainSaslServer``, ``ScramSaslServer``).
WRONG_PASSWORD = "Authentication failed: Invalid username or password"
OTHER_IDENTITY = "Authentication failed: Client requested an authorization id that is different from username"


class SaslError(Exception):
    """The other end's message is wrong, or the other end does not know the password; the sentence says which.

    :param told: what a client may be told of it; None: only that it failed.
    """

    def __init__(self, sentence: str, told: str | None = None) -> None:
        super().__init__(sentence)
        self.told = told


class SaslClient(Protocol):
    """The client's end of one authentication."""

    @property
    def mechanism(self) -> str:
        """Its name, as in SaslHandshake."""

    @property
    def done(self) -> bool:
        """Whether the mechanism is satisfied: nothing more is expected from the broker."""

    def first(self) -> bytes:
        """What is sent first."""

    def next(self, challenge: bytes) -> bytes | None:
        """What is answered; None when there is nothing to say any more.

        :raises SaslError: the broker's message is wrong.
        """


class Plain:
    """Name and password as they are; only over TLS, or where nobody listens."""

    mechanism = "PLAIN"

    def __init__(self, username: str, password: str) -> None:
        self._message = f"\0{username}\0{password}".encode()
        self.done = False

    def first(self) -> bytes:
        """All there is."""
        return self._message

    def next(self, challenge: bytes) -> bytes | None:
        """The broker answers with nothing."""
        if challenge:
            raise SaslError("sent a challenge, and PLAIN has none")
        self.done = True
        return None


def make_nonce() -> str:
    """24 random characters."""
    return secrets.token_urlsafe(18)


class Scram:
    """The client's end of SCRAM.

    :param mechanism: SCRAM-SHA-256 or SCRAM-SHA-512.
    :param nonce: makes the client's nonce; other than random only in tests.
    """

    def __init__(self, mechanism: str, username: str, password: str, nonce: Callable[[], str] = make_nonce) -> None:
        self.mechanism = mechanism
        self.done = False
        self._hash = HASHES[mechanism]
        self._password = password.encode()
        self._nonce = nonce()
        self._first_bare = f"n={escape_name(username)},r={self._nonce}"
        self._server_signature: bytes | None = None

    def first(self) -> bytes:
        """client-first."""
        return f"n,,{self._first_bare}".encode()

    def next(self, challenge: bytes) -> bytes | None:
        """client-final for server-first; None for a right server-final."""
        if self._server_signature is None:
            return self._final(challenge)
        if self.done:
            raise SaslError("sent more than SCRAM's two messages")
        fields = _fields(challenge)
        if "e" in fields:
            raise SaslError(f"refused the credentials: {fields['e'][:200]}")
        if not hmac.compare_digest(_from_base64(fields, "v"), self._server_signature):
            raise SaslError("does not know the password: its signature is wrong, so it is not the broker it claims to be")
        self.done = True
        return None

    def _final(self, challenge: bytes) -> bytes:
        fields = _fields(challenge)
        if "e" in fields:
            raise SaslError(f"refused the credentials: {fields['e'][:200]}")
        nonce = fields.get("r", "")
        if not nonce.startswith(self._nonce) or nonce == self._nonce:
            raise SaslError("answered with a nonce that does not continue ours")
        salt = _from_base64(fields, "s")
        try:
            iterations = int(fields.get("i", ""))
        except ValueError:
            raise SaslError("sent a number of iterations that is none") from None
        if not MIN_ITERATIONS <= iterations <= MAX_ITERATIONS:
            raise SaslError(f"wants {iterations} iterations; {MIN_ITERATIONS} to {MAX_ITERATIONS} are accepted")
        salted = hashlib.pbkdf2_hmac(self._hash, self._password, salt, iterations)
        without_proof = f"c=biws,r={nonce}"
        signed = f"{self._first_bare},{challenge.decode()},{without_proof}".encode()
        client_key = _hmac(self._hash, salted, b"Client Key")
        signature = _hmac(self._hash, hashlib.new(self._hash, client_key).digest(), signed)
        self._server_signature = _hmac(self._hash, _hmac(self._hash, salted, b"Server Key"), signed)
        return f"{without_proof},p={base64.b64encode(_xor(client_key, signature)).decode()}".encode()


def sasl_client(security: Security) -> SaslClient:
    """The mechanism of checked settings, for one authentication."""
    name, password = security.sasl_username or "", security.sasl_password or ""
    if security.sasl_mechanism == "PLAIN":
        return Plain(name, password)
    return Scram(security.sasl_mechanism or "", name, password)


# -- the server's end


class SaslServer(Protocol):
    """The server's end of one authentication."""

    @property
    def mechanism(self) -> str:
        """Its name, as in SaslHandshake."""

    @property
    def username(self) -> str | None:
        """Who it is, once that is shown; None before."""

    @property
    def claimed(self) -> str:
        """Who the client says it is, shown or not; empty as long as it has not said."""

    def next(self, message: bytes) -> bytes:
        """What is answered to the client's next message; nothing more is expected of him once `username` is known.

        :raises SaslError: the client's message is wrong, or the password is. The sentence is for the log; the client is told that it
            failed, and `SaslError.told` where there is such a sentence.
        """


#: From a name and a password to whether they belong together; takes as long for a stranger as for a wrong password.
IsPassword = Callable[[str, str], bool]


class PlainServer:
    """The server's end of PLAIN (``PlainSaslServer``).

    :param is_password: see `IsPassword`.
    """

    mechanism = "PLAIN"

    def __init__(self, is_password: IsPassword) -> None:
        self.username: str | None = None
        self.claimed = ""
        self._is_password = is_password

    def next(self, message: bytes) -> bytes:
        """Empty for a right password; see `SaslServer.next`."""
        if self.username is not None:
            raise SaslError("sent more than PLAIN's one message")
        parts = _text(message).split("\0")
        if len(parts) != 3:
            raise SaslError("sent no message of PLAIN")
        authzid, name, password = parts
        self.claimed = name
        if not name or not password:
            raise SaslError("sent a message of PLAIN without a name or a password", told=WRONG_PASSWORD)
        if not self._is_password(name, password):
            raise SaslError(f"{name!r} is not known or gave a wrong password", told=WRONG_PASSWORD)
        # Only now: who does not know the password learns nothing else.
        if authzid and authzid != name:
            raise SaslError(f"{name!r} wants to act for somebody else", told=OTHER_IDENTITY)
        self.username = name
        return b""


@dataclasses.dataclass(frozen=True)
class ScramCredential:
    """What a server keeps of a password."""

    salt: bytes
    iterations: int
    stored_key: bytes = dataclasses.field(repr=False)
    server_key: bytes = dataclasses.field(repr=False)


def scram_credential(mechanism: str, password: str, salt: bytes, iterations: int = MIN_ITERATIONS) -> ScramCredential:
    """What to keep of `password`."""
    name = HASHES[mechanism]
    return credential_of_salted(mechanism, hashlib.pbkdf2_hmac(name, password.encode(), salt, iterations), salt, iterations)


def credential_of_salted(mechanism: str, salted: bytes, salt: bytes, iterations: int) -> ScramCredential:
    """What to keep of a password that has been salted."""
    name = HASHES[mechanism]
    stored_key = hashlib.new(name, _hmac(name, salted, b"Client Key")).digest()
    return ScramCredential(salt, iterations, stored_key, _hmac(name, salted, b"Server Key"))


_SALT_BITS = 130
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def salt_from(number: int) -> bytes:
    """A salt as Kafka's tools make it (``ScramFormatter.secureRandomBytes``): 130 bits as digits and letters. All salts look like this, so
    that nobody can tell which ones belong to a password.

    :param number: random; its lowest bits are taken.

    >>> salt_from(35), salt_from(36)
    (b'z', b'10')
    """
    number &= (1 << _SALT_BITS) - 1
    digits = ""
    while number or not digits:
        number, digit = divmod(number, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return digits.encode()


def make_salt() -> bytes:
    """A random one, for a new password."""
    return salt_from(secrets.randbits(_SALT_BITS))


#: Of the salts of strangers, where there is no better one: of this process alone.
_STRANGERS_SECRET = secrets.token_bytes(32)


def strangers_credential(mechanism: str, name: str, secret: bytes) -> ScramCredential:
    """What a server goes on with for somebody it does not know: a salt that is always the same for his name, and keys of no password.

    :param secret: what makes the salt one that nobody can tell beforehand. It must be the same after a restart and on all brokers of a
        cluster: where salts change, there is no password.
    """
    digest = HASHES[mechanism]
    salt, stored_key, server_key = (hmac.digest(secret, kind + name.encode(), digest) for kind in (b"salt ", b"stored ", b"server "))
    return ScramCredential(salt_from(int.from_bytes(salt, "big")), MIN_ITERATIONS, stored_key, server_key)


class ScramServer:
    """The server's end of SCRAM (``ScramSaslServer``).

    :param credential: from a user's name to what is kept of the password; None for a stranger.
    :param nonce: makes the server's part of it; other than random only in tests.
    :param strangers_secret: see `strangers_credential`.
    """

    def __init__(
        self,
        mechanism: str,
        credential: Callable[[str], ScramCredential | None],
        nonce: Callable[[], str] = make_nonce,
        *,
        strangers_secret: Callable[[], bytes] = lambda: _STRANGERS_SECRET,
    ) -> None:
        self.mechanism = mechanism
        self.username: str | None = None
        self.claimed = ""
        self._hash = HASHES[mechanism]
        self._credential_of = credential
        self._make_nonce = nonce
        self._strangers_secret = strangers_secret
        self._is_known = False
        self._credential: ScramCredential | None = None
        self._signed = ""
        self._nonce = ""
        #: The nonce as a final message may have it.
        self._nonces: tuple[str, ...] = ()
        self._header = ""

    def next(self, message: bytes) -> bytes:
        """server-first for client-first, server-final for client-final; see `SaslServer.next`."""
        if self.username is not None:
            raise SaslError("sent more than SCRAM's two messages")
        return self._first(message) if self._credential is None else self._final(message, self._credential)

    def _first(self, message: bytes) -> bytes:
        text = _text(message)
        flag, _, rest = text.partition(",")
        authzid, _, bare = rest.partition(",")
        if flag != "n" or authzid[:2] not in ("", "a="):
            raise SaslError("wants channel binding, or sent no message of SCRAM")
        self._header = f"{flag},{authzid},"
        fields = _fields(bare.encode())
        # m is for extensions that must be understood (RFC 5802), of which we know none. Kafka passes it over.
        if "m" in fields or not fields.get("n") or not fields.get("r"):
            raise SaslError("sent a first message without name or nonce, or with extensions")
        self.claimed = unescape_name(fields["n"])
        if authzid[2:] and unescape_name(authzid[2:]) != self.claimed:
            raise SaslError(f"{self.claimed!r} wants to act for somebody else", told=OTHER_IDENTITY)
        found = self._credential_of(self.claimed)
        self._is_known = found is not None
        # Made for whom it knows as well, so that both take as long.
        stranger = strangers_credential(self.mechanism, self.claimed, self._strangers_secret())
        self._credential = credential = found or stranger
        self._nonce = fields["r"] + self._make_nonce()
        # librdkafka before 2.6.1 puts its own part in front once more. All of ours is there all the same, and the proof is about what was
        # sent; Kafka 3.9 takes it, and 4 does not.
        self._nonces = self._nonce, fields["r"] + self._nonce
        answer = f"r={self._nonce},s={base64.b64encode(credential.salt).decode()},i={credential.iterations}"
        self._signed = f"{bare},{answer}"
        return answer.encode()

    def _final(self, message: bytes, credential: ScramCredential) -> bytes:
        text = _text(message)
        without_proof, _, _ = text.rpartition(",p=")
        fields = _fields(message)
        if fields.get("r") not in self._nonces or _from_base64(fields, "c") != self._header.encode():
            raise SaslError("sent a nonce or a channel binding that is not the one agreed on")
        signed = f"{self._signed},{without_proof}".encode()
        proof = _from_base64(fields, "p")
        signature = _hmac(self._hash, credential.stored_key, signed)
        if len(proof) != len(signature):
            raise SaslError("sent a proof of a wrong length")
        client_key = _xor(proof, signature)
        is_right = hmac.compare_digest(hashlib.new(self._hash, client_key).digest(), credential.stored_key)
        if not is_right or not self._is_known:
            raise SaslError(f"{self.claimed!r} {'does not know the password' if self._is_known else 'is not known'}")
        self.username = self.claimed
        return b"v=" + base64.b64encode(_hmac(self._hash, credential.server_key, signed))


# -- the grammar


def escape_name(name: str) -> str:
    """A user's name as SCRAM writes it."""
    return name.replace("=", "=3D").replace(",", "=2C")


def unescape_name(text: str) -> str:
    """A user's name out of SCRAM's writing.

    :raises SaslError: there is an equals sign that is no escape.
    """
    if text.count("=") != text.count("=2C") + text.count("=3D"):
        raise SaslError("sent a name with a wrong escape")
    return text.replace("=2C", ",").replace("=3D", "=")


def _text(message: bytes) -> str:
    if len(message) > MAX_MESSAGE_BYTES:
        raise SaslError(f"sent a SCRAM message of {len(message)} bytes")
    try:
        return message.decode()
    except UnicodeDecodeError:
        raise SaslError("sent a SCRAM message that is no text") from None


def _fields(message: bytes) -> dict[str, str]:
    fields: dict[str, str] = {}
    for item in _text(message).split(","):
        if len(item) < 2 or item[1] != "=" or item[0] in fields:
            raise SaslError("sent what is no SCRAM message")
        fields[item[0]] = item[2:]
    return fields


def _from_base64(fields: dict[str, str], name: str) -> bytes:
    try:
        value = base64.b64decode(fields[name], validate=True)
    except (KeyError, binascii.Error, ValueError):
        raise SaslError(f"sent a SCRAM message whose field {name} is missing or no base64") from None
    if not value:
        raise SaslError(f"sent a SCRAM message whose field {name} is empty")
    return value


def _hmac(name: str, key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, name)


def _xor(left: bytes, right: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(left, right, strict=True))
