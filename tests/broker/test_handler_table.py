"""Tests of klog.broker.handler_table."""

from __future__ import annotations

from typing import Any
from unittest import mock

from twisted.trial.unittest import SynchronousTestCase

from klog.broker import handler_table
from klog.broker.dispatch import Dispatcher
from klog.broker.handler import ConnectionInfo
from klog.broker.handler_table import HandlerTable, name_of
from klog.metrics import Metrics
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.messages.update_metadata import UpdateMetadataRequest
from klog.wire.primitives import WireError
from klog.wire.server import Request


class Handler:
    """Of FindCoordinator, or of another API."""

    def __init__(self, request_type: type[Any] = FindCoordinatorRequest, *, is_announced: bool = True) -> None:
        self.request_type = request_type
        self.versions = (0, 3)
        self.is_announced = is_announced

    def handle(self, context: object, request: object) -> None:
        """Nothing."""


def request(version: int, body: bytes, api_key: int = FindCoordinatorRequest.api_key) -> Request:
    """One whose body is `body`."""
    return Request(api_key, version, 7, "c", 0, memoryview(body))


class HandlerTableTests(SynchronousTestCase):
    """Which handler answers what."""

    def setUp(self) -> None:
        self.table = HandlerTable(Metrics())

    def test_a_row_for_each_version(self) -> None:
        handler = Handler()
        self.table.add(handler)
        key = FindCoordinatorRequest.api_key
        self.assertEqual([version for version in range(-1, 6) if self.table.row(key, version) is not None], [0, 1, 2, 3])
        self.assertIsNone(self.table.row(999, 0))
        self.assertEqual((self.table.versions, self.table.announced), ({key: (0, 3)}, {key: (0, 3)}))
        row = self.table.row(key, 2)
        assert row is not None
        self.assertIs(row.handler, handler)
        self.assertIs(self.table.row(key, 2), row)
        self.assertEqual((row.name, row.handle_run, row.let_go), ("FindCoordinator version 2", None, None))

    def test_what_is_not_announced(self) -> None:
        self.table.add(Handler(UpdateMetadataRequest, is_announced=False))
        self.assertEqual((self.table.versions, self.table.announced), ({UpdateMetadataRequest.api_key: (0, 3)}, {}))

    def test_two_handlers_of_one_api(self) -> None:
        self.assertRaises(ValueError, Dispatcher, [Handler(), Handler()])

    def test_nobody_has_said_what_refusal_means(self) -> None:
        with mock.patch.dict(handler_table.REFUSALS):
            del handler_table.REFUSALS[FindCoordinatorRequest.api_key]
            self.assertRaises(ValueError, self.table.add, Handler())

    def test_read(self) -> None:
        self.table.add(Handler())
        row = self.table.row(FindCoordinatorRequest.api_key, 0)
        assert row is not None
        info = ConnectionInfo("PLAINTEXT", "h", 9092, "c", 4242)
        context, message = row.read(request(0, b"\0\1g"), info)
        self.assertEqual((message.key, context.api_version, context.correlation_id, context.client_id), ("g", 0, 7, "c"))
        self.assertIs(context.connection, info)
        self.assertRaises(WireError, row.read, request(0, b"\0\2g"), info)

    def test_complaints(self) -> None:
        self.table.add(Handler())
        self.assertIn("FindCoordinator version 9; klog has versions 0 to 3", self.table.complaint(request(9, b"")))
        self.assertIn("API 999, which klog does not have", self.table.complaint(request(0, b"", 999)))
        self.assertEqual(name_of(request(1, b"", 999)), "API 999 version 1")
