"""DescribeUserScramCredentials: which users have which credentials of SCRAM, without what is kept of the passwords (KIP-554).

| key | 50 |
|---|---|
| versions | 0 |

========================================= ==================================================
null, or no users                         all that have a credential, sorted by name
a user without any, or without a name     RESOURCE_NOT_FOUND
a user that is named twice                DUPLICATE_RESOURCE
========================================= ==================================================
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from klog.broker.handler import RequestContext
from klog.broker.security.scram_users import MECHANISMS
from klog.cluster.interfaces import ICoordination
from klog.errors import ErrorCode
from klog.net.kept_credentials import usable_credential
from klog.wire.messages.describe_user_scram_credentials import (
    CredentialInfo,
    DescribeUserScramCredentialsRequest,
    DescribeUserScramCredentialsResponse,
    DescribeUserScramCredentialsResult,
)


class DescribeUserScramCredentialsHandler:
    """Answers from what the cluster keeps of users."""

    request_type = DescribeUserScramCredentialsRequest
    versions = (0, 0)

    def __init__(self, coordination: ICoordination) -> None:
        self._coordination = coordination

    def handle(self, context: RequestContext, request: DescribeUserScramCredentialsRequest) -> DescribeUserScramCredentialsResponse:
        """One result for each user."""
        found = {name: infos for name, configs in self._coordination.user_configs().items() if (infos := _infos(configs))}
        if not request.users:
            return DescribeUserScramCredentialsResponse(
                results=[DescribeUserScramCredentialsResult(user=name, credential_infos=found[name]) for name in sorted(found)]
            )
        times = Counter(user.name for user in request.users)
        return DescribeUserScramCredentialsResponse(results=[_result(name, count, found) for name, count in times.items()])


def _infos(configs: Mapping[str, str]) -> list[CredentialInfo]:
    infos = []
    for number, mechanism in MECHANISMS.items():
        text = configs.get(mechanism)
        if text is None:
            continue
        try:
            infos.append(CredentialInfo(mechanism=number, iterations=usable_credential(mechanism, text).iterations))
        except ValueError:
            # Nobody gets in by it (`ScramUsers`), so it is none.
            continue
    return infos


def _result(name: str, count: int, found: dict[str, list[CredentialInfo]]) -> DescribeUserScramCredentialsResult:
    if count > 1:
        code = ErrorCode.DUPLICATE_RESOURCE
        sentence = f"Cannot describe SCRAM credentials for the same user twice in a single request: {name}"
    elif name not in found:
        code = ErrorCode.RESOURCE_NOT_FOUND
        sentence = f"Attempt to describe a user credential that does not exist: {name}"
    else:
        return DescribeUserScramCredentialsResult(user=name, credential_infos=found[name])
    return DescribeUserScramCredentialsResult(user=name, error_code=code, error_message=sentence)
