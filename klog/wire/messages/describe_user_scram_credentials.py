"""DescribeUserScramCredentials (key 50): which users have which SCRAM passwords, without the passwords (KIP-554).

Version 0, flexible.
"""

from __future__ import annotations

from klog.wire.schema import Message, Struct, array, int8, int16, int32, string


class UserName(Struct):
    """A user that is asked for."""

    name: str = string("0+")


class DescribeUserScramCredentialsRequest(Message, key=50, versions="0", flexible="0+"):
    """What the client asks; null and no users are all."""

    users: list[UserName] | None = array(UserName, "0+", nullable="0+")


class CredentialInfo(Struct):
    """That there is a password: mechanism 1 is SCRAM-SHA-256, 2 SCRAM-SHA-512."""

    mechanism: int = int8("0+")
    iterations: int = int32("0+")


class DescribeUserScramCredentialsResult(Struct):
    """One user."""

    user: str = string("0+")
    error_code: int = int16("0+")
    error_message: str | None = string("0+", nullable="0+")
    credential_infos: list[CredentialInfo] = array(CredentialInfo, "0+")


class DescribeUserScramCredentialsResponse(Message, answers=DescribeUserScramCredentialsRequest):
    """What the broker answers."""

    throttle_time_ms: int = int32("0+")
    error_code: int = int16("0+")
    error_message: str | None = string("0+", nullable="0+")
    results: list[DescribeUserScramCredentialsResult] = array(DescribeUserScramCredentialsResult, "0+")
