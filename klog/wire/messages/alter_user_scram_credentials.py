"""AlterUserScramCredentials (key 51): set and delete users' SCRAM passwords (KIP-554).

Version 0, flexible. The password itself is never sent: the client salts it.
"""

from __future__ import annotations

from klog.wire.schema import Message, Struct, array, bytestring, int8, int16, int32, string


class ScramCredentialDeletion(Struct):
    """A password to delete."""

    name: str = string("0+")
    mechanism: int = int8("0+")


class ScramCredentialUpsertion(Struct):
    """A password to set: RFC 5802's SaltedPassword."""

    name: str = string("0+")
    mechanism: int = int8("0+")
    iterations: int = int32("0+")
    salt: bytes = bytestring("0+")
    salted_password: bytes = bytestring("0+")


class AlterUserScramCredentialsRequest(Message, key=51, versions="0", flexible="0+"):
    """What the client asks."""

    deletions: list[ScramCredentialDeletion] = array(ScramCredentialDeletion, "0+")
    upsertions: list[ScramCredentialUpsertion] = array(ScramCredentialUpsertion, "0+")


class AlterUserScramCredentialsResult(Struct):
    """What became of one user."""

    user: str = string("0+")
    error_code: int = int16("0+")
    error_message: str | None = string("0+", nullable="0+")


class AlterUserScramCredentialsResponse(Message, answers=AlterUserScramCredentialsRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("0+")
    results: list[AlterUserScramCredentialsResult] = array(AlterUserScramCredentialsResult, "0+")
