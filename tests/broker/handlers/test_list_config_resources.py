"""Tests of ListConfigResources."""

from __future__ import annotations

from klog.broker.handlers.list_config_resources import ListConfigResourcesHandler
from klog.errors import ErrorCode
from klog.wire.messages.list_config_resources import ListConfigResourcesRequest
from tests.broker.handlers.setting import AdminTestCase


class ListConfigResourcesTests(AdminTestCase):
    def listed(self, version: int, *kinds: int) -> tuple[int, set[tuple[int, str]]]:
        answer = self.ask(ListConfigResourcesHandler(self.coordination), version, ListConfigResourcesRequest(resource_types=list(kinds)))
        return answer.error_code, {(one.resource_type, one.resource_name) for one in answer.config_resources}

    def test_kinds(self) -> None:
        self.create("a")
        self.create("b")
        self.successResultOf(self.coordination.set_group_configs("g", {"consumer.session.timeout.ms": "50000"}))
        for version, kinds, expected in (
            (0, (), set()),
            (1, (), {(2, "a"), (2, "b"), (4, "1"), (8, "1"), (32, "g")}),
            (1, (2,), {(2, "a"), (2, "b")}),
            (1, (4, 4), {(4, "1")}),
            (1, (16, 32), {(32, "g")}),
        ):
            self.assertEqual(self.listed(version, *kinds), (0, expected), kinds)

    def test_unknown_kinds(self) -> None:
        self.assertEqual(self.listed(1, 2, 99), (ErrorCode.UNSUPPORTED_VERSION, set()))
        self.assertEqual(self.listed(1, 0), (ErrorCode.UNSUPPORTED_VERSION, set()))
