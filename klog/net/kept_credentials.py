"""What is kept of a password of SCRAM, as text.

A user's credential stands among what the cluster keeps of him, under the name of the mechanism, as Kafka's brokers on ZooKeeper write and
read it (``/config/users/NAME``, ``ScramCredentialUtils``)::

    SCRAM-SHA-256 = salt=<base64>,stored_key=<base64>,server_key=<base64>,iterations=4096

A broker that is alone keeps the same texts in ``klog.state``. What cannot be read counts as no credential: nobody gets in by a damaged one.
"""

from __future__ import annotations

import base64
import binascii
import hashlib

from klog.net.sasl import HASHES, MIN_ITERATIONS, ScramCredential

#: What others have written is taken as far as Kafka's tools can read it.
_MOST_ITERATIONS = 2**31 - 1
_FIELDS = ("salt", "stored_key", "server_key", "iterations")


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
