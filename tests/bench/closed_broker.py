"""A broker that asks who comes in and looks up what he may do: SCRAM, an authorizer and 10,000 rules; and a user who may do what loads do.

There are two listeners: everybody is a super user at the one, by which topics, rules and the user are made; at the other one clients show
who they are. `settings` are a broker's, `furnish` makes user and rules, `log_in` shows who one is, `JAVA` is the same for Java's clients.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from klog.acls import Acl, AclOperation, AclPattern, AclResourceType
from klog.client.admin.acls import acl_creation
from klog.net.sasl import HASHES, MIN_ITERATIONS, Scram, ScramMechanism
from klog.wire.messages.alter_user_scram_credentials import AlterUserScramCredentialsRequest, ScramCredentialUpsertion
from klog.wire.messages.create_acls import CreateAclsRequest
from klog.wire.messages.sasl_authenticate import SaslAuthenticateRequest
from klog.wire.messages.sasl_handshake import SaslHandshakeRequest
from klog.wire.schema import Message
from tests.bench.acl_checks import rules
from tests.login_modules import SCRAM

RULES = 10_000
#: Rules in one request.
_AT_ONCE = 1000
#: With these begin the names of topics that the user may write to and read.
PREFIXES = ("perf", "requests")
USER, PASSWORD = "load", "known to loads"
MECHANISM = ScramMechanism.SCRAM_SHA_256
SALT = b"a salt that never changes"
#: Asks something, as a super user or as whoever is at that connection.
Ask = Callable[[Message, int], Any]

#: For Java's clients.
JAVA = {
    "security.protocol": "SASL_PLAINTEXT",
    "sasl.mechanism": MECHANISM.mechanism,
    "sasl.jaas.config": (f'{SCRAM} username="{USER}" password="{PASSWORD}";'),
}


def settings(open_port: int, closed_port: int) -> dict[str, str]:
    """Of the broker; a port may be 0."""
    return {
        "listeners": f"PLAINTEXT://127.0.0.1:{open_port},SASL_PLAINTEXT://127.0.0.1:{closed_port}",
        "inter.broker.listener.name": "PLAINTEXT",
        "sasl.enabled.mechanisms": MECHANISM.mechanism,
        "authorizer.class.name": "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
        "super.users": "User:ANONYMOUS",
    }


def _all_rules() -> list[Acl]:
    """10,000 of others, and those of the user."""
    found = [acl for of_resource in rules(RULES).values() for acl in of_resource]
    who = f"User:{USER}"
    for operation in (AclOperation.READ, AclOperation.WRITE):
        found += [Acl(AclResourceType.TOPIC, prefix, who, operation, pattern=AclPattern.PREFIXED) for prefix in PREFIXES]
    found.append(Acl(AclResourceType.GROUP, "*", who, AclOperation.READ))
    return found


def furnish(ask: Ask) -> None:
    """Make the user and the rules.

    :param ask: on the open listener.
    """
    salted = hashlib.pbkdf2_hmac(HASHES[MECHANISM.mechanism], PASSWORD.encode(), SALT, MIN_ITERATIONS)
    made = ScramCredentialUpsertion(name=USER, mechanism=MECHANISM, iterations=MIN_ITERATIONS, salt=SALT, salted_password=salted)
    answer = ask(AlterUserScramCredentialsRequest(upsertions=[made]), 0)
    _check(answer.results)
    every = [acl_creation(acl) for acl in _all_rules()]
    for start in range(0, len(every), _AT_ONCE):
        _check(ask(CreateAclsRequest(creations=every[start : start + _AT_ONCE]), 1).results)


def _check(results: list[Any]) -> None:
    for result in results:
        if result.error_code:
            raise AssertionError(f"the broker cannot be furnished: {result}")


def log_in(ask: Ask) -> None:
    """Show who one is: the user.

    :param ask: on the closed listener.
    """
    client = Scram(MECHANISM.mechanism, USER, PASSWORD)
    ask(SaslHandshakeRequest(mechanism=client.mechanism), 1)
    token: bytes | None = client.first()
    while token is not None:
        answer = ask(SaslAuthenticateRequest(auth_bytes=token), 1)
        if answer.error_code:
            raise AssertionError(f"the login failed: {answer}")
        token = client.next(bytes(answer.auth_bytes))
