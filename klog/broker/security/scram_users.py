"""Users of SCRAM: what is kept of their passwords, and how it is written.

A user's credential stands among what the cluster keeps of him, under the name of the mechanism, as Kafka's brokers on ZooKeeper write and
read it (``/config/users/NAME``, ``ScramCredentialUtils``)::

    SCRAM-SHA-256 = salt=<base64>,stored_key=<base64>,server_key=<base64>,iterations=4096

A broker that is alone keeps the same texts in ``klog.state``. What cannot be read counts as no credential: nobody gets in by a damaged one.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Callable, Mapping
from functools import partial

from klog.net.sasl import HASHES, MIN_ITERATIONS, ScramCredential, ScramMechanism

#: What others have written is taken as far as Kafka's tools can read it.
_MOST_ITERATIONS = 2**31 - 1
_FIELDS = ("salt", "stored_key", "server_key", "iterations")


#: By number.
MECHANISMS: Mapping[int, str] = {int(each): each.mechanism for each in ScramMechanism}
assert set(MECHANISMS.values()) == set(HASHES)


def format_credential(credential: ScramCredential) -> str:
    """A credential as ZooKeeper and ``klog.state`` keep it."""
    salt, stored_key, server_key = (
        base64.b64encode(each).decode() for each in (credential.salt, credential.stored_key, credential.server_key)
    )
    return f"salt={salt},stored_key={stored_key},server_key={server_key},iterations={credential.iterations}"


def parse_credential(text: str) -> ScramCredential:
    """Out of what is kept.

    :raises ValueError: it is none; the sentence repeats nothing of it.
    """
    fields: dict[str, str] = {}
    for pair in text.split(","):
        name, equals, value = pair.partition("=")
        if not equals or name in fields or name not in _FIELDS:
            raise ValueError(f"it is not {','.join(f'{each}=…' for each in _FIELDS)}")
        fields[name] = value
    try:
        salt, stored_key, server_key = (base64.b64decode(fields[name], validate=True) for name in _FIELDS[:3])
        iterations = int(fields["iterations"])
    except (KeyError, binascii.Error, ValueError):
        raise ValueError("a field is missing, or is neither base64 nor a number") from None
    if not salt or not stored_key or not server_key or not MIN_ITERATIONS <= iterations <= _MOST_ITERATIONS:
        raise ValueError(f"a field is empty, or there are fewer than {MIN_ITERATIONS} iterations or more than {_MOST_ITERATIONS}")
    return ScramCredential(salt, iterations, stored_key, server_key)


def usable_credential(mechanism: str, text: str) -> ScramCredential:
    """Out of what is kept under the name of `mechanism`.

    :raises ValueError: nobody gets in by it: it is no credential, or one of another mechanism.
    """
    credential = parse_credential(text)
    length = hashlib.new(HASHES[mechanism]).digest_size
    if len(credential.stored_key) != length or len(credential.server_key) != length:
        raise ValueError(f"its keys are not of {length} bytes")
    return credential


class ScramUsers:
    """The users of a cluster, as they are now.

    :param user_configs: what the cluster keeps of users now (`klog.cluster.interfaces.ICoordination.user_configs`).
    :param warn: told once of each credential that cannot be read.
    :param cluster_id: by which the salts that strangers are told are the same on all brokers, and after a restart. Who is in learns it;
        who is not cannot tell a stranger's salt from one that belongs to a password.
    """

    def __init__(
        self,
        user_configs: Callable[[], Mapping[str, Mapping[str, str]]],
        warn: Callable[[str], None],
        cluster_id: Callable[[], str] = lambda: "",
    ) -> None:
        self._user_configs = user_configs
        self._cluster_id = cluster_id
        self._warn = warn
        self._told: set[tuple[str, str, str]] = set()

    def of(self, mechanism: str) -> Callable[[str], ScramCredential | None]:
        """From a user's name to his credential of `mechanism`; None where he has none."""
        return partial(self._credential, mechanism)

    def strangers_secret(self) -> bytes:
        """See `klog.net.sasl.strangers_credential`."""
        return hashlib.sha256(f"strangers of {self._cluster_id()}".encode()).digest()

    def _credential(self, mechanism: str, name: str) -> ScramCredential | None:
        text = self._user_configs().get(name, {}).get(mechanism)
        if text is None:
            return None
        try:
            credential = usable_credential(mechanism, text)
        except ValueError as error:
            key = (mechanism, name, text)
            if key not in self._told and len(self._told) < _MOST_TOLD:
                self._told.add(key)
                self._warn(f"the credential of {mechanism} of user {name!r} cannot be read, and nobody gets in by it: {error}")
            return None
        return credential


#: Damaged credentials that are told of.
_MOST_TOLD = 100
