"""AlterUserScramCredentials: set and delete credentials of SCRAM (KIP-554).

| key | 51 |
|---|---|
| versions | 0 |

A client salts the password; what is kept is derived from that here. Each user is changed as a whole or not at all, and told of once:

========================================================== ======================================
a mechanism that there is not                              UNSUPPORTED_SASL_MECHANISM
no name; fewer than 4096 or more than 16384 iterations     UNACCEPTABLE_CREDENTIAL
a deletion of what is not there                            RESOURCE_NOT_FOUND
a user that is named twice with the same mechanism         DUPLICATE_RESOURCE
a salt or a salted password that cannot be one             UNACCEPTABLE_CREDENTIAL
========================================================== ======================================
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from twisted.internet.defer import Deferred, DeferredList
from twisted.python.failure import Failure

from klog.broker.admin_answers import refusal_in
from klog.broker.handler import RequestContext
from klog.broker.security.scram_users import MECHANISMS
from klog.cluster.interfaces import ICoordination
from klog.errors import ErrorCode, KlogError
from klog.net.kept_credentials import format_credential
from klog.net.sasl import HASHES, MAX_KEPT_ITERATIONS, MIN_ITERATIONS, ScramCredential, credential_of_salted
from klog.wire.messages.alter_user_scram_credentials import (
    AlterUserScramCredentialsRequest,
    AlterUserScramCredentialsResponse,
    AlterUserScramCredentialsResult,
    ScramCredentialDeletion,
    ScramCredentialUpsertion,
)

#: The longest salt that is kept; tools make some 26 bytes.
_LONGEST_SALT = 1024


class AlterUserScramCredentialsHandler:
    """Changes what the cluster keeps of users."""

    request_type = AlterUserScramCredentialsRequest
    versions = (0, 0)

    def __init__(self, coordination: ICoordination) -> None:
        self._coordination = coordination

    def handle(self, context: RequestContext, request: AlterUserScramCredentialsRequest) -> Deferred[AlterUserScramCredentialsResponse]:
        """One result for each user, when all changes are durable."""
        by_user: dict[str, list[ScramCredentialDeletion | ScramCredentialUpsertion]] = {}
        for change in _changes(request):
            by_user.setdefault(change.name, []).append(change)
        errors: dict[str, KlogError] = {}

        def failed(failure: Failure, name: str) -> None:
            errors[name] = refusal_in(failure)

        under_way: list[Deferred[None]] = []
        for name, changes in by_user.items():
            try:
                wanted, removed = self._worked_out(name, changes)
            except KlogError as error:
                errors[name] = error
            else:
                under_way.append(self._coordination.alter_user_configs(name, wanted, removed).addErrback(failed, name))
        return DeferredList(under_way, consumeErrors=True).addCallback(
            lambda outcomes: AlterUserScramCredentialsResponse(results=[_result(name, errors.get(name)) for name in by_user])
        )

    def error_answer(
        self, version: int, request: AlterUserScramCredentialsRequest, code: ErrorCode, sentence: str | None
    ) -> AlterUserScramCredentialsResponse:
        """`code` for every user (``AlterUserScramCredentialsRequest.getErrorResponse``)."""
        names = dict.fromkeys(change.name for change in _changes(request))
        return AlterUserScramCredentialsResponse(results=[_result(name, KlogError(code, sentence)) for name in names])

    def _worked_out(
        self, name: str, changes: Sequence[ScramCredentialDeletion | ScramCredentialUpsertion]
    ) -> tuple[dict[str, str], list[str]]:
        """What is to be set and to be taken away of a user. Raises KlogError."""
        if not name:
            raise KlogError(ErrorCode.UNACCEPTABLE_CREDENTIAL, "Username must not be empty")
        wanted: dict[str, str] = {}
        removed: list[str] = []
        seen: set[str] = set()
        for change in changes:
            mechanism = MECHANISMS.get(change.mechanism)
            if mechanism is None:
                raise KlogError(ErrorCode.UNSUPPORTED_SASL_MECHANISM, "Unknown SCRAM mechanism")
            if mechanism in seen:
                raise KlogError(ErrorCode.DUPLICATE_RESOURCE, "A user credential cannot be altered twice in the same request")
            seen.add(mechanism)
            if isinstance(change, ScramCredentialUpsertion):
                wanted[mechanism] = format_credential(_derived(mechanism, change))
            elif mechanism in self._coordination.user_configs().get(name, {}):
                removed.append(mechanism)
            else:
                raise KlogError(ErrorCode.RESOURCE_NOT_FOUND, "Attempt to delete a user credential that does not exist")
        return wanted, removed


def _changes(request: AlterUserScramCredentialsRequest) -> list[ScramCredentialDeletion | ScramCredentialUpsertion]:
    return [*request.deletions, *request.upsertions]


def _derived(mechanism: str, change: ScramCredentialUpsertion) -> ScramCredential:
    if change.iterations < MIN_ITERATIONS:
        raise KlogError(ErrorCode.UNACCEPTABLE_CREDENTIAL, "Too few iterations")
    if change.iterations > MAX_KEPT_ITERATIONS:
        raise KlogError(ErrorCode.UNACCEPTABLE_CREDENTIAL, "Too many iterations")
    salt, salted = bytes(change.salt), bytes(change.salted_password)
    if not 0 < len(salt) <= _LONGEST_SALT or len(salted) != hashlib.new(HASHES[mechanism]).digest_size:
        raise KlogError(ErrorCode.UNACCEPTABLE_CREDENTIAL, f"There is no salt, or the salted password is none of {mechanism}")
    return credential_of_salted(mechanism, salted, salt, change.iterations)


def _result(name: str, error: KlogError | None) -> AlterUserScramCredentialsResult:
    if error is None:
        return AlterUserScramCredentialsResult(user=name)
    return AlterUserScramCredentialsResult(user=name, error_code=error.code, error_message=error.message)
