"""The face of administration: a service, with time limits, that says what it was doing. What each call does is tested beside its file."""

from __future__ import annotations

import inspect
from typing import Any

from klog.client.admin.admin import Admin
from klog.client.admin.calls import Call
from klog.client.service import ClientService
from klog.config import ConfigError
from klog.errors import ErrorCode
from klog.wire.messages.metadata import MetadataRequest
from tests.client.admin.admin_rig import FakeCase, MemoryCase


class AdminTests(MemoryCase):
    """On klog."""

    def test_context(self) -> None:
        async def work() -> list[str]:
            async with Admin(self.reactor, self.broker.bootstrap) as admin:
                await admin.create_topic("a")
                return [topic.name for topic in await admin.list_topics()]

        from twisted.internet.defer import Deferred

        self.assertEqual(self.until(Deferred.fromCoroutine(work())), ["a"])

    def test_the_broker_comes_back_elsewhere(self) -> None:
        """A restart between two calls costs the second one nothing but time."""
        self.until(self.admin.create_topic("a"))
        self.broker.stop()
        self.broker.start()
        self.assertEqual([topic.name for topic in self.until(self.admin.list_topics())], ["a"])
        self.assertEqual(self.until(self.admin.create_topic("b")).name, "b")

    def test_a_broken_connection(self) -> None:
        self.until(self.admin.create_topic("a"))
        self.reactor.cut()
        self.assertEqual(self.until(self.admin.create_topic("b")).name, "b")

    def test_options(self) -> None:
        self.assertRaises(ConfigError, Admin, self.reactor, "x:y:z")
        error = self.assertRaises(ConfigError, Admin, self.reactor, "x", request_timeout="5")
        self.assertIn("request_timeout_ms", str(error))


class CallTests(FakeCase):
    """What holds for all calls."""

    def test_every_call_has_a_time_limit_and_words(self) -> None:
        """And gives a Deferred that fires: here, after it was stopped."""
        calls = {
            name: method
            for name, method in inspect.getmembers(Admin, inspect.isfunction)
            if not name.startswith("_") and name not in dir(ClientService)
        }
        self.assertGreater(len(calls), 30)
        self.until(self.admin.stopService())
        for name, method in calls.items():
            parameters = inspect.signature(method).parameters
            self.assertIsNone(parameters["timeout_ms"].default, name)
            self.assertTrue(inspect.getdoc(method), name)
            needed = [each for each, one in parameters.items() if one.default is inspect.Parameter.empty and each != "self"]
            if name == "execute_reset":
                continue
            given: dict[str, Any] = {each: {} for each in needed}
            self.assertEqual(self.refused(getattr(self.admin, name)(**given)).code, ErrorCode.OPERATION_NOT_ATTEMPTED, name)

    def test_a_call_that_hangs_is_cut_off(self) -> None:
        del self.cluster.handlers[MetadataRequest]
        error = self.refused(self.admin.list_topics(timeout_ms=700), 2)
        self.assertIn(error.code, (ErrorCode.REQUEST_TIMED_OUT, ErrorCode.NETWORK_EXCEPTION))

    def test_stopping_ends_calls(self) -> None:
        del self.cluster.handlers[MetadataRequest]
        waiting = self.admin.list_topics()
        self.clock.advance(0.1)
        stopped = self.admin.stopService()
        self.refused(waiting, 2)
        self.until(stopped)
        self.assertGreater(Call(self.admin.routing).left_ms, 0)
