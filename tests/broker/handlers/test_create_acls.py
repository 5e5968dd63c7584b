"""CreateAcls."""

from __future__ import annotations

from klog.acls import Acl, AclOperation, AclPattern, AclResourceType
from klog.wire.messages.create_acls import CreateAclsRequest
from tests.broker.handlers.acl_rig import AclFixture, creation


class CreateAclsTests(AclFixture):
    """Rules are made, and kept."""

    def test_each_has_its_result(self) -> None:
        creations = [creation(), creation(resource_name=""), creation(resource_pattern_type=4), creation()]
        for version in (1, 3):
            answer = self.client.ask(CreateAclsRequest(creations=creations), version)
            self.assertEqual([one.error_code for one in answer.results], [0, 42, 0, 0])
            self.assertEqual([one.error_message is None for one in answer.results], [True, False, True, True])
        read = Acl(AclResourceType.TOPIC, "t", "User:anna", AclOperation.READ)
        prefixed = Acl(AclResourceType.TOPIC, "t", "User:anna", AclOperation.READ, pattern=AclPattern.PREFIXED)
        self.assertEqual(self.all_acls(), {read, prefixed})
        self.broker.stop()
        self.broker.start()
        self.assertEqual(self.all_acls(), {read, prefixed})

    def test_they_are_kept_through_a_power_failure(self) -> None:
        self.client.ask(CreateAclsRequest(creations=[creation()]), 3)
        before = self.all_acls()
        self.broker = self.broker.crash()
        self.broker.start()
        self.assertEqual(self.all_acls(), before)

    def test_without_an_authorizer(self) -> None:
        answer = self.without_authorizer().ask(CreateAclsRequest(creations=[creation(), creation()]), 3)
        self.assertEqual([one.error_code for one in answer.results], [54, 54])

    def test_numbers_that_mean_nothing(self) -> None:
        self.client.send((CreateAclsRequest(creations=[creation(), creation(operation=99)]), 3))
        self.assertTrue(self.client.scripted.disconnected)
        self.assertEqual(self.all_acls(), set())

    def test_nothing(self) -> None:
        self.assertEqual(self.client.ask(CreateAclsRequest(creations=[]), 3).results, [])
