"""DeleteAcls."""

from __future__ import annotations

from twisted.internet.defer import fail, succeed

from klog.errors import ErrorCode, KlogError
from klog.wire.messages.create_acls import CreateAclsRequest
from klog.wire.messages.delete_acls import DeleteAclsRequest
from tests.broker.handlers.acl_rig import AclFixture, creation, wanted


class DeleteAclsTests(AclFixture):
    """Rules go."""

    def setUp(self) -> None:
        super().setUp()
        creations = [creation(), creation(operation=4), creation(principal="User:bob"), creation(resource_type=3)]
        self.client.ask(CreateAclsRequest(creations=creations), 3)

    def test_each_filter_tells_what_it_found(self) -> None:
        filters = [wanted(principal_filter="User:anna", resource_type_filter=2), wanted(operation=4), wanted(principal_filter="User:eve")]
        results = self.client.ask(DeleteAclsRequest(filters=filters), 3).filter_results
        self.assertEqual([[one.operation for one in result.matching_acls] for result in results], [[3, 4], [4], []])
        self.assertEqual([result.error_code for result in results], [0, 0, 0])
        self.assertEqual({(acl.principal, int(acl.resource_type)) for acl in self.all_acls()}, {("User:bob", 2), ("User:anna", 3)})
        self.client.ask(DeleteAclsRequest(filters=[wanted()]), 3)
        self.assertEqual(self.all_acls(), set())

    def test_somebody_was_faster(self) -> None:
        """What was gone before is not told."""
        self.patch(self.coordination, "alter_acls", lambda resource, added, removed: succeed(frozenset()))
        (result,) = self.client.ask(DeleteAclsRequest(filters=[wanted()]), 3).filter_results
        self.assertEqual(result.matching_acls, [])

    def test_what_cannot_be_written(self) -> None:
        error = KlogError(ErrorCode.KAFKA_STORAGE_ERROR, "the disk")
        self.patch(self.coordination, "alter_acls", lambda resource, added, removed: fail(error))
        (result,) = self.client.ask(DeleteAclsRequest(filters=[wanted(operation=4)]), 3).filter_results
        self.assertEqual([(one.error_code, one.error_message) for one in result.matching_acls], [(56, "the disk")])

    def test_without_an_authorizer(self) -> None:
        answer = self.without_authorizer().ask(DeleteAclsRequest(filters=[wanted()]), 3)
        self.assertEqual([one.error_code for one in answer.filter_results], [54])
