"""What is said where brokers lack something."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.acls import AclFilter
from klog.cli.exit_codes import CommandFailed
from klog.cli.missing_features import clearer, supported
from klog.client.admin.types import Outcomes
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.testing.broker import MemoryBroker
from tests.cli.rig import with_admin

LACKING = KlogError(ErrorCode.UNSUPPORTED_VERSION, "broker a:1 has no DescribeAcls (API 29).")


class FeatureTests(SynchronousTestCase):
    """`clearer` and `supported`."""

    def test_what_is_lacking_is_named(self) -> None:
        error = clearer(LACKING, "access rights (ACLs)")
        assert isinstance(error, CommandFailed)
        self.assertIn("have no access rights (ACLs)", error.sentence)
        self.assertIn("DescribeAcls", error.sentence)
        self.assertIn("newer brokers have, klog's and Apache Kafka's", error.sentence)
        self.assertNotIn("UNSUPPORTED", error.sentence)
        error = clearer(KlogError(ErrorCode.SECURITY_DISABLED), "x")
        assert isinstance(error, CommandFailed)
        self.assertIn("authorizer.class.name", error.sentence)
        other = KlogError(ErrorCode.CLUSTER_AUTHORIZATION_FAILED)
        self.assertIs(clearer(other, "x"), other)

    def test_outcomes(self) -> None:
        with self.assertRaises(KlogError):
            supported(Outcomes({}, {1: LACKING, 2: LACKING}))
        for outcomes in (Outcomes({1: None}, {2: LACKING}), Outcomes({}, {1: KlogError(ErrorCode.INVALID_REQUEST)}), Outcomes[Any, Any]()):
            self.assertIs(supported(outcomes), outcomes)

    def test_klogs_own_broker(self) -> None:
        broker = MemoryBroker().start()
        self.addCleanup(broker.stop)
        broker.create_topics({"t": 1})

        async def elected(admin: Any) -> Any:
            return supported(await admin.elect_leaders([TopicPartition("t", 0)]))

        for body, expected in (
            (lambda admin: admin.list_acls(), "check no rights"),
            (lambda admin: admin.elect_leaders(None), "have no this"),
            (elected, "have no this"),
            (lambda admin: admin.delete_acls([AclFilter()]), "check no rights"),
        ):
            try:
                outcomes = with_admin(broker, body)
                supported(outcomes)
            except KlogError as error:
                said = clearer(error, "this")
                assert isinstance(said, CommandFailed), error
                self.assertIn(expected, said.sentence)
            else:
                self.fail(f"klog's broker has it now: {outcomes}; say so in klog.cli.missing_features")
