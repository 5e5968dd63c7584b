"""DescribeClientQuotas: what tools have written of users, and nothing else."""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.errors import ErrorCode
from klog.testing.broker import MemoryBroker
from klog.wire.messages.describe_client_quotas import ComponentData, DescribeClientQuotasRequest


class QuotaTests(SynchronousTestCase):
    """See ``ZkAdminManager.describeClientQuotas``."""

    def setUp(self) -> None:
        self.broker = MemoryBroker().start()
        self.addCleanup(self.broker.stop)

    def ask(self, *components: tuple[str, int, str | None], strict: bool = False) -> Any:
        wanted = [ComponentData(entity_type=kind, match_type=how, match=match) for kind, how, match in components]
        return self.broker.connect().ask(DescribeClientQuotasRequest(components=wanted, strict=strict), 1)

    def found(self, *components: tuple[str, int, str | None], strict: bool = False) -> dict[str | None, dict[str, float]]:
        answer = self.ask(*components, strict=strict)
        self.assertEqual(answer.error_code, 0)
        return {entry.entity[0].entity_name: {value.key: value.value for value in entry.values} for entry in answer.entries}

    def test_of_users(self) -> None:
        self.assertEqual(self.found(), {})
        coordination = self.broker.broker.coordination
        assert coordination is not None
        coordination.alter_user_configs("a", {"producer_byte_rate": "1024", "SCRAM-SHA-256": "x", "request_percentage": "rubbish"}, ())
        coordination.alter_user_configs("b", {"SCRAM-SHA-256": "x"}, ())
        coordination.alter_user_configs("<default>", {"consumer_byte_rate": "5.5"}, ())
        self.broker.run()
        a, default = {"a": {"producer_byte_rate": 1024.0}}, {None: {"consumer_byte_rate": 5.5}}
        self.assertEqual(self.found(), {**a, **default})
        self.assertEqual(self.found(strict=True), {})
        self.assertEqual(self.found(("user", 2, None), strict=True), {**a, **default})
        self.assertEqual(self.found(("user", 0, "a")), a)
        self.assertEqual(self.found(("user", 0, "b")), {})
        self.assertEqual(self.found(("user", 1, None)), default)
        self.assertEqual(self.found(("user", 0, "a"), ("client-id", 2, None)), {})
        self.assertEqual(self.found(("ip", 2, None)), {})

    def test_what_is_no_question(self) -> None:
        for components, code in (
            ([("", 0, "a")], ErrorCode.INVALID_REQUEST),
            ([("planet", 0, "a")], ErrorCode.UNSUPPORTED_VERSION),
            ([("user", 0, "a"), ("user", 0, "b")], ErrorCode.INVALID_REQUEST),
            ([("user", 0, None)], ErrorCode.INVALID_REQUEST),
            ([("user", 3, None)], ErrorCode.INVALID_REQUEST),
            ([("ip", 2, None), ("user", 2, None)], ErrorCode.INVALID_REQUEST),
        ):
            answer = self.ask(*components)
            self.assertEqual((answer.error_code, answer.entries), (code, None), components)
