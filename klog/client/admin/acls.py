"""Administration of rights: who may do what with which resource (KIP-140, 290).

Rules and filters themselves are in `klog.acls`.
"""

from __future__ import annotations

from collections.abc import Iterable

from klog.acls import Acl, AclFilter, AclOperation, AclPattern, AclPermission, AclResourceType
from klog.client.admin.calls import Call
from klog.client.admin.types import Outcomes, item_error
from klog.errors import KlogError
from klog.wire.messages.create_acls import AclCreation, AclCreationResult, CreateAclsRequest
from klog.wire.messages.delete_acls import DeleteAclsFilter, DeleteAclsFilterResult, DeleteAclsMatchingAcl, DeleteAclsRequest
from klog.wire.messages.describe_acls import AclDescription, DescribeAclsRequest, DescribeAclsResource, DescribeAclsResponse


def acl_question(which: AclFilter) -> DescribeAclsRequest:
    """A filter as DescribeAcls has it."""
    return DescribeAclsRequest(
        resource_type_filter=which.resource_type,
        resource_name_filter=which.name,
        pattern_type_filter=which.pattern,
        principal_filter=which.principal,
        host_filter=which.host,
        operation=which.operation,
        permission_type=which.permission,
    )


def described_acls(answer: DescribeAclsResponse) -> list[Acl]:
    """The rules that an answer to DescribeAcls names."""
    return [_rule(resource, one) for resource in answer.resources for one in resource.acls]


async def list_acls(call: Call, which: AclFilter) -> list[Acl]:
    """DescribeAcls, of any broker.

    :raises KlogError: SECURITY_DISABLED where the brokers have no authorizer.
    """
    request = acl_question(which)

    async def attempt(_: list[str]) -> dict[str, list[Acl] | KlogError]:
        answer = await call.ask_any(request)
        if answer.error_code:
            raise item_error(answer.error_code, "listing rights", answer.error_message)
        return {"": described_acls(answer)}

    return sorted((await call.settle([""], attempt, str))[""])


def acl_creation(acl: Acl) -> AclCreation:
    """A rule as CreateAcls has it."""
    return AclCreation(
        resource_type=acl.resource_type,
        resource_name=acl.name,
        resource_pattern_type=acl.pattern,
        principal=acl.principal,
        host=acl.host,
        operation=acl.operation,
        permission_type=acl.permission,
    )


async def create_acls(call: Call, acls: Iterable[Acl]) -> Outcomes[Acl, None]:
    """CreateAcls, at the controller. A rule that is there already is no failure."""

    async def attempt(acls: list[Acl]) -> dict[Acl, KlogError | None]:
        answer = await call.ask_controller(CreateAclsRequest(creations=[acl_creation(acl) for acl in acls]))
        # In the order asked; an answer that is too short leaves the rest unmentioned.
        return {acl: _error(result, f"rule {acl}") for acl, result in zip(acls, answer.results, strict=False)}

    return await call.settle(acls, attempt, "rule {}".format)


async def delete_acls(call: Call, filters: Iterable[AclFilter]) -> Outcomes[AclFilter, tuple[Acl, ...]]:
    """DeleteAcls, at the controller; the values are the rules that are gone. Where an answer was lost it is asked again, and what went
    before that is not among them.
    """

    async def attempt(filters: list[AclFilter]) -> dict[AclFilter, tuple[Acl, ...] | KlogError]:
        rows = [
            DeleteAclsFilter(
                resource_type_filter=which.resource_type,
                resource_name_filter=which.name,
                pattern_type_filter=which.pattern,
                principal_filter=which.principal,
                host_filter=which.host,
                operation=which.operation,
                permission_type=which.permission,
            )
            for which in filters
        ]
        answer = await call.ask_controller(DeleteAclsRequest(filters=rows))
        return {which: _deleted(which, result) for which, result in zip(filters, answer.filter_results, strict=False)}

    return await call.settle(filters, attempt, str)


def _deleted(which: AclFilter, result: DeleteAclsFilterResult) -> tuple[Acl, ...] | KlogError:
    """One filter's result; a rule that could not be deleted makes it a failure."""
    error = _error(result, str(which))
    if error is not None:
        return error
    gone = []
    for one in result.matching_acls:
        acl = _rule(one, one)
        error = _error(one, f"rule {acl}")
        if error is not None:
            return error
        gone.append(acl)
    return tuple(sorted(gone))


def _rule(resource: DescribeAclsResource | DeleteAclsMatchingAcl, one: AclDescription | DeleteAclsMatchingAcl) -> Acl:
    """What an answer says of one rule: what it is about, and who may do what."""
    return Acl(
        AclResourceType.of(resource.resource_type),
        resource.resource_name,
        one.principal,
        AclOperation.of(one.operation),
        AclPermission.of(one.permission_type),
        AclPattern.of(resource.pattern_type),
        one.host,
    )


def _error(result: AclCreationResult | DeleteAclsFilterResult | DeleteAclsMatchingAcl, what: str) -> KlogError | None:
    return item_error(result.error_code, what, result.error_message) if result.error_code else None
