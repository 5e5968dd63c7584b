"""Administration of rights."""

from __future__ import annotations

from klog.acls import Acl, AclFilter, AclOperation, AclPattern, AclPermission, AclResourceType
from klog.errors import ErrorCode
from klog.wire.messages.create_acls import AclCreationResult, CreateAclsRequest, CreateAclsResponse
from klog.wire.messages.delete_acls import (
    DeleteAclsFilterResult,
    DeleteAclsMatchingAcl,
    DeleteAclsRequest,
    DeleteAclsResponse,
)
from klog.wire.messages.describe_acls import AclDescription, DescribeAclsRequest, DescribeAclsResource, DescribeAclsResponse
from tests.client.admin.admin_rig import FakeCase, MemoryCase, Server, code_of

READ = Acl(AclResourceType.TOPIC, "orders", "User:anna", AclOperation.READ)
DENY = Acl(AclResourceType.GROUP, "g", "User:*", AclOperation.ALL, AclPermission.DENY, AclPattern.PREFIXED, "10.0.0.1")


def matching(acl: Acl, code: int = 0) -> DeleteAclsMatchingAcl:
    """A rule as DeleteAcls answers it."""
    return DeleteAclsMatchingAcl(
        error_code=code, resource_type=acl.resource_type, resource_name=acl.name, pattern_type=acl.pattern, principal=acl.principal,
        host=acl.host, operation=acl.operation, permission_type=acl.permission,
    )  # fmt: skip


class AclTests(FakeCase):
    """On brokers of dicts."""

    def test_words(self) -> None:
        self.assertEqual(str(READ), "allow User:anna from * to read topic orders")
        self.assertEqual(str(DENY), "deny User:* from 10.0.0.1 to all group g*")
        self.assertEqual((AclOperation.of(99), AclPattern.of(4)), (AclOperation.UNKNOWN, AclPattern.PREFIXED))

    def test_list(self) -> None:
        def how(server: Server, request: DescribeAclsRequest) -> DescribeAclsResponse:
            asked = (request.resource_type_filter, request.resource_name_filter, request.pattern_type_filter, request.principal_filter)
            self.assertEqual(asked, (1, None, 1, "User:anna"))
            rule = AclDescription(principal="User:anna", host="*", operation=3, permission_type=3)
            strange = AclDescription(principal="User:anna", host="*", operation=77, permission_type=3)
            row = DescribeAclsResource(resource_type=2, resource_name="orders", acls=[rule, strange])
            return DescribeAclsResponse(resources=[row])

        self.answer(DescribeAclsRequest, how)
        found = self.until(self.admin.list_acls(AclFilter(principal="User:anna")))
        self.assertEqual([(acl.operation, acl.name) for acl in found], [(AclOperation.UNKNOWN, "orders"), (AclOperation.READ, "orders")])
        self.assertEqual(found[1], READ)
        self.answer(DescribeAclsRequest, lambda server, request: DescribeAclsResponse(error_code=54, error_message="none"))
        self.assertEqual(self.refused(self.admin.list_acls()).code, ErrorCode.SECURITY_DISABLED)

    def test_create(self) -> None:
        def how(server: Server, request: CreateAclsRequest) -> CreateAclsResponse:
            codes = [0 if one.permission_type == AclPermission.ALLOW else 42 for one in request.creations]
            return CreateAclsResponse(results=[AclCreationResult(error_code=code, error_message="no") for code in codes])

        self.answer(CreateAclsRequest, how)
        found = self.until(self.admin.create_acls([READ, DENY]))
        self.assertEqual((list(found.done), code_of(found, DENY)), ([READ], ErrorCode.INVALID_REQUEST))
        self.assertIn("rule deny User:*", str(found.errors[DENY]))
        sent = self.asked(CreateAclsRequest)[0][1].creations[1]
        self.assertEqual((sent.resource_type, sent.resource_pattern_type, sent.host), (3, 4, "10.0.0.1"))
        self.answer(CreateAclsRequest, lambda server, request: CreateAclsResponse())
        self.assertEqual(code_of(self.until(self.admin.create_acls([READ])), READ), ErrorCode.UNKNOWN_SERVER_ERROR)

    def test_delete(self) -> None:
        first, second, third = AclFilter(name="orders"), AclFilter(name="g"), AclFilter(name="h")
        results = [
            DeleteAclsFilterResult(matching_acls=[matching(DENY), matching(READ)]),
            DeleteAclsFilterResult(matching_acls=[matching(DENY, 31)]),
            DeleteAclsFilterResult(error_code=42),
        ]
        self.answer(DeleteAclsRequest, lambda server, request: DeleteAclsResponse(filter_results=results))
        found = self.until(self.admin.delete_acls([first, second, third]))
        self.assertEqual(found[first], (READ, DENY))
        self.assertEqual(
            (code_of(found, second), code_of(found, third)), (ErrorCode.CLUSTER_AUTHORIZATION_FAILED, ErrorCode.INVALID_REQUEST)
        )


class KlogTests(MemoryCase):
    """A broker of klog's without an authorizer."""

    def test_refused(self) -> None:
        self.assertEqual(self.refused(self.admin.list_acls()).code, ErrorCode.SECURITY_DISABLED)
