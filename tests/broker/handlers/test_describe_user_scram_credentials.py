"""DescribeUserScramCredentials: who has credentials, and nothing of them."""

from __future__ import annotations

from klog.net.kept_credentials import format_credential
from klog.net.sasl import scram_credential
from klog.wire.messages.describe_user_scram_credentials import DescribeUserScramCredentialsRequest
from tests.broker.security.sasl_rig import SaslFixture


class DescribeTests(SaslFixture):
    """The rest stands beside AlterUserScramCredentials."""

    def test_only_those_that_let_somebody_in(self) -> None:
        coordination = self.broker.broker.coordination
        assert coordination is not None
        kept = format_credential(scram_credential("SCRAM-SHA-256", "p", b"salt", 5000))
        for name, configs in {"a": {"producer_byte_rate": "1"}, "b": {"SCRAM-SHA-256": "rubbish"}, "c": {"SCRAM-SHA-256": kept}}.items():
            coordination.alter_user_configs(name, configs, ())
        self.broker.run()
        for users in (None, []):
            answer = self.admin().ask(DescribeUserScramCredentialsRequest(users=users), 0)
            self.assertEqual(
                [(result.user, [(info.mechanism, info.iterations) for info in result.credential_infos]) for result in answer.results],
                [("c", [(1, 5000)])],
            )

    def test_a_damaged_credential_does_not_hide_the_others(self) -> None:
        """Somebody else may have written it to ZooKeeper: with more iterations than fit into an answer, or with keys of a wrong length."""
        coordination = self.broker.broker.coordination
        assert coordination is not None
        kept = format_credential(scram_credential("SCRAM-SHA-256", "p", b"salt", 5000))
        coordination.alter_user_configs("a", {"SCRAM-SHA-256": kept.replace("iterations=5000", "iterations=99999999999")}, ())
        coordination.alter_user_configs("b", {"SCRAM-SHA-512": kept}, ())
        coordination.alter_user_configs("c", {"SCRAM-SHA-256": kept}, ())
        self.broker.run()
        answer = self.admin().ask(DescribeUserScramCredentialsRequest(users=None), 0)
        self.assertEqual([result.user for result in answer.results], ["c"])
