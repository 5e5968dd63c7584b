"""The server's end of DIGEST-MD5, for the ZooKeeper in memory (``ZooKeeperSaslServer``)."""

from __future__ import annotations

import hmac
from collections.abc import Mapping

from klog.zookeeper.digest_md5 import URI, BadChallenge, parse_fields, response, session_key

REALM = "zk-sasl-md5"
NONCE = "memory+nonce"


class WrongAnswer(Exception):
    """The client does not know the password."""


class DigestMd5Server:
    """One authentication of one connection.

    :param users: names and passwords.
    :ivar name: who it is, once that is shown.
    """

    def __init__(self, users: Mapping[str, str]) -> None:
        self._users = users
        self._has_asked = False
        self.name: str | None = None

    def next(self, token: bytes) -> bytes:
        """What is answered.

        :raises WrongAnswer: see there.
        """
        if not self._has_asked:
            self._has_asked = True
            return f'realm="{REALM}",nonce="{NONCE}",qop="auth",charset=utf-8,algorithm=md5-sess'.encode()
        try:
            fields = parse_fields(token)
            name, own = fields["username"], fields["cnonce"]
            keyed = session_key(name, REALM, self._users[name], NONCE, own)
        except (BadChallenge, KeyError):
            raise WrongAnswer from None
        if not hmac.compare_digest(response(keyed, NONCE, own, f"AUTHENTICATE:{URI}"), fields.get("response", "")):
            raise WrongAnswer
        self.name = name
        return b"rspauth=" + response(keyed, NONCE, own, f":{URI}").encode()
