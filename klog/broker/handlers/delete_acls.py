"""DeleteAcls: forget the rules that filters find (KIP-140).

| key | 31 |
|---|---|
| versions | 0 to 3 |
| 1 | patterns of names (KIP-290) |
| 2 | flexible |
| 3 | users as resources (KIP-373) |

Each filter is answered with the rules that it found and that are gone, each with its own error where it could not be taken away. A rule
that two filters find is told by both. The answer comes when it is durable, and counts on this broker. Without an authorizer:
SECURITY_DISABLED for every filter.
"""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from klog.acls import Acl, ResourcePattern
from klog.broker.acl_requests import NO_AUTHORIZER, filter_of
from klog.broker.admin_answers import refusal_in, when_all
from klog.broker.handler import RequestContext
from klog.cluster.interfaces import ICoordination
from klog.errors import ErrorCode
from klog.wire.messages.delete_acls import (
    DeleteAclsFilterResult,
    DeleteAclsMatchingAcl,
    DeleteAclsRequest,
    DeleteAclsResponse,
)


class DeleteAclsHandler:
    """Has the cluster forget rules.

    :param is_enabled: whether there is an authorizer.
    """

    request_type = DeleteAclsRequest
    versions = (0, 3)

    def __init__(self, coordination: ICoordination, *, is_enabled: bool) -> None:
        self._coordination = coordination
        self._is_enabled = is_enabled

    def handle(self, context: RequestContext, request: DeleteAclsRequest) -> DeleteAclsResponse | Deferred[DeleteAclsResponse]:
        """One result for each filter.

        :raises CloseConnection: a number in a filter means nothing.
        """
        filters = [filter_of(one) for one in request.filters]
        if not self._is_enabled:
            return self.error_answer(context.api_version, request, ErrorCode.SECURITY_DISABLED, NO_AUTHORIZER)
        table = self._coordination.acls()
        found = [which.find(table) for which in filters]
        told = [[_told(acl) for acl in acls] for acls in found]
        wanted: dict[ResourcePattern, set[Acl]] = {}
        answers: dict[ResourcePattern, list[tuple[Acl, DeleteAclsMatchingAcl]]] = {}
        for acls, of_filter in zip(found, told, strict=True):
            for acl, answer in zip(acls, of_filter, strict=True):
                wanted.setdefault(acl.resource, set()).add(acl)
                answers.setdefault(acl.resource, []).append((acl, answer))
        results = [DeleteAclsFilterResult(error_message=None, matching_acls=of_filter) for of_filter in told]
        vanished: set[int] = set()

        def done(gone: frozenset[Acl], resource: ResourcePattern) -> None:
            # Somebody else was faster.
            vanished.update(id(answer) for acl, answer in answers[resource] if acl not in gone)

        def failed(failure: Failure, resource: ResourcePattern) -> None:
            error = refusal_in(failure)
            for _, answer in answers[resource]:
                answer.error_code, answer.error_message = error.code, error.message

        def leave_out(response: DeleteAclsResponse) -> DeleteAclsResponse:
            for result in response.filter_results:
                result.matching_acls = [answer for answer in result.matching_acls if id(answer) not in vanished]
            return response

        under_way: list[Deferred[Any]] = [
            self._coordination.alter_acls(resource, (), acls).addCallbacks(done, failed, callbackArgs=(resource,), errbackArgs=(resource,))
            for resource, acls in wanted.items()
        ]
        response = when_all(under_way, DeleteAclsResponse(filter_results=results))
        return response.addCallback(leave_out) if isinstance(response, Deferred) else leave_out(response)

    def error_answer(self, version: int, request: DeleteAclsRequest, code: ErrorCode, sentence: str | None) -> DeleteAclsResponse:
        """The same error for every filter (``DeleteAclsRequest.getErrorResponse``)."""
        return DeleteAclsResponse(filter_results=[DeleteAclsFilterResult(error_code=code, error_message=sentence) for _ in request.filters])


def _told(acl: Acl) -> DeleteAclsMatchingAcl:
    return DeleteAclsMatchingAcl(
        error_message=None,
        resource_type=acl.resource_type,
        resource_name=acl.name,
        pattern_type=acl.pattern,
        principal=acl.principal,
        host=acl.host,
        operation=acl.operation,
        permission_type=acl.permission,
    )
