"""DescribeAcls: who may do what (KIP-140).

| key | 29 |
|---|---|
| versions | 0 to 3 |
| 1 | patterns of names (KIP-290) |
| 2 | flexible |
| 3 | users as resources (KIP-373) |

Without an authorizer: SECURITY_DISABLED. In version 0 there is no pattern but the literal one, in the filter as in the answer.
"""

from __future__ import annotations

from klog.acls import ResourcePattern
from klog.broker.acl_requests import NO_AUTHORIZER, filter_of
from klog.broker.handler import RequestContext
from klog.cluster.interfaces import ICoordination
from klog.errors import ErrorCode
from klog.wire.messages.describe_acls import AclDescription, DescribeAclsRequest, DescribeAclsResource, DescribeAclsResponse


class DescribeAclsHandler:
    """Tells of the rules that the cluster keeps.

    :param is_enabled: whether there is an authorizer.
    """

    request_type = DescribeAclsRequest
    versions = (0, 3)

    def __init__(self, coordination: ICoordination, *, is_enabled: bool) -> None:
        self._coordination = coordination
        self._is_enabled = is_enabled

    def handle(self, context: RequestContext, request: DescribeAclsRequest) -> DescribeAclsResponse:
        """The rules that fit, by what they are about.

        :raises CloseConnection: a number in the filter means nothing.
        """
        which = filter_of(request)
        if not self._is_enabled:
            return DescribeAclsResponse(error_code=ErrorCode.SECURITY_DISABLED, error_message=NO_AUTHORIZER)
        resources: dict[ResourcePattern, DescribeAclsResource] = {}
        for acl in which.find(self._coordination.acls()):
            told = resources.get(acl.resource)
            if told is None:
                told = resources[acl.resource] = DescribeAclsResource(
                    resource_type=acl.resource_type, resource_name=acl.name, pattern_type=acl.pattern
                )
            told.acls.append(
                AclDescription(principal=acl.principal, host=acl.host, operation=acl.operation, permission_type=acl.permission)
            )
        return DescribeAclsResponse(error_message=None, resources=list(resources.values()))
