"""The producers of other libraries: each is there for each of its works (`tests.bench clients` and the suite run them)."""

from __future__ import annotations

import asyncio
import inspect
import unittest
from collections.abc import Awaitable, Callable
from typing import Any, Self
from unittest import mock

from klog.cli.suite.programs.clients import producers
from klog.cli.suite.programs.clients.client_settings import WARM_UP
from klog.cli.suite.programs.clients.command import WORK
from klog.cli.suite.programs.clients.timing import Timed


class KlogTests(unittest.TestCase):
    """klog's bulk producer."""

    def test_it_sends_as_many_as_it_was_asked_for(self) -> None:
        for count, lists in ((5, [5]), (100_000, [100_000]), (250_000, [100_000, 100_000, 50_000])):
            sent: list[int] = []

            class Producer:
                """Takes lists."""

                def __init__(self, *_: object, **__: object) -> None:
                    pass

                async def __aenter__(self) -> Self:
                    return self

                async def __aexit__(self, *_: object) -> None:
                    pass

                async def send_many(self, topic: str, values: list[bytes], sent: list[int] = sent) -> None:
                    sent.append(len(values))

            def run(work: Callable[[Any], Awaitable[Timed]]) -> Timed:
                return asyncio.run(work(None))  # type: ignore[arg-type]

            with mock.patch("klog.client.producing.producer.Producer", Producer), mock.patch.object(producers, "run", run):
                timed = producers.klog_produce("b:1", "t", count)
            self.assertEqual((sent, timed.warm_up), ([WARM_UP, *lists], WARM_UP))


class TableTests(unittest.TestCase):
    """Functions of (address, topic, count)."""

    def test_all_are_in_the_table(self) -> None:
        here = [run for works in WORK.values() for run in works.values() if run.__module__ == producers.__name__]
        self.assertEqual(len(here), 8)
        for run in here:
            self.assertEqual(list(inspect.signature(run).parameters)[:3], ["address", "topic", "count"])
