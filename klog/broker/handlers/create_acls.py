"""CreateAcls: allow and deny (KIP-140).

| key | 30 |
|---|---|
| versions | 0 to 3 |
| 1 | patterns of names (KIP-290) |
| 2 | flexible |
| 3 | users as resources (KIP-373) |

Each rule has its own result; one that is there already is made once more without complaint. The answer comes when all are durable, and
count on this broker.

========================================================== ======================================
there is no authorizer                                     SECURITY_DISABLED for all
no name; the cluster by another name than kafka-cluster    INVALID_REQUEST
a pattern, permission or operation that only filters have  INVALID_REQUEST
a principal that is not type:name                          INVALID_REQUEST
with ZooKeeper a name with a slash in it                   INVALID_REQUEST
========================================================== ======================================
"""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from klog.acls import Acl, ResourcePattern
from klog.broker.acl_requests import NO_AUTHORIZER, acl_of, check_numbers
from klog.broker.admin_answers import refusal_in, when_all
from klog.broker.handler import RequestContext
from klog.cluster.interfaces import ICoordination
from klog.errors import ErrorCode, KlogError
from klog.wire.messages.create_acls import AclCreationResult, CreateAclsRequest, CreateAclsResponse


class CreateAclsHandler:
    """Has the cluster keep rules.

    :param is_enabled: whether there is an authorizer.
    """

    request_type = CreateAclsRequest
    versions = (0, 3)

    def __init__(self, coordination: ICoordination, *, is_enabled: bool) -> None:
        self._coordination = coordination
        self._is_enabled = is_enabled

    def handle(self, context: RequestContext, request: CreateAclsRequest) -> CreateAclsResponse | Deferred[CreateAclsResponse]:
        """One result for each rule.

        :raises CloseConnection: a number in a rule means nothing.
        """
        for creation in request.creations:
            check_numbers(creation)
        if not self._is_enabled:
            return self.error_answer(context.api_version, request, ErrorCode.SECURITY_DISABLED, NO_AUTHORIZER)
        results: list[AclCreationResult] = []
        wanted: dict[ResourcePattern, list[tuple[Acl, AclCreationResult]]] = {}
        for creation in request.creations:
            result = AclCreationResult(error_message=None)
            results.append(result)
            try:
                acl = acl_of(creation)
            except KlogError as error:
                result.error_code, result.error_message = error.code, error.message
            else:
                wanted.setdefault(acl.resource, []).append((acl, result))
        under_way: list[Deferred[Any]] = []
        for resource, some in wanted.items():
            made = self._coordination.alter_acls(resource, [acl for acl, _ in some], ())
            under_way.append(made.addErrback(_refused, [result for _, result in some]))
        return when_all(under_way, CreateAclsResponse(results=results))

    def error_answer(self, version: int, request: CreateAclsRequest, code: ErrorCode, sentence: str | None) -> CreateAclsResponse:
        """The same error for every rule (``CreateAclsRequest.getErrorResponse``)."""
        return CreateAclsResponse(results=[AclCreationResult(error_code=code, error_message=sentence) for _ in request.creations])


def _refused(failure: Failure, results: list[AclCreationResult]) -> None:
    error = refusal_in(failure)
    for result in results:
        result.error_code, result.error_message = error.code, error.message
