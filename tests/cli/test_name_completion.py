"""Topics and groups behind a TAB."""

from __future__ import annotations

import unittest
from unittest import mock

import click

from klog.cli.name_completion import complete_groups, complete_topics
from klog.testing.embedded import Broker


class KnownNamesTests(unittest.TestCase):
    """`complete_topics` and `complete_groups`."""

    def names(self, bootstrap: str, complete: object, incomplete: str) -> list[str]:
        context = click.Context(click.Command("x"))
        context.params = {"bootstrap": bootstrap, "config": "none"}
        parameter = click.Option(["-t"])
        return [item.value for item in complete(context, parameter, incomplete)]  # type: ignore[operator]

    def test_what_is_there(self) -> None:
        from klog.client.blocking.client import BlockingClient
        from klog.client.blocking.groups import GroupOffsets
        from klog.model import TopicPartition

        # The patience is for people; a busy machine may take longer.
        self.enterContext(mock.patch("klog.cli.name_completion.PATIENCE_MS", 30_000))
        with Broker({"offsets.topic.num.partitions": "1"}, topics={"orders": 1, "other": 1}) as broker:
            with BlockingClient(broker.bootstrap) as client:
                GroupOffsets(client, "billing").commit({TopicPartition("orders", 0): 0})
            self.assertEqual(self.names(broker.bootstrap, complete_topics, "o"), ["orders", "other"])
            self.assertEqual(self.names(broker.bootstrap, complete_topics, "ord"), ["orders"])
            self.assertEqual(self.names(broker.bootstrap, complete_groups, ""), ["billing"])

    def test_nobody_answers(self) -> None:
        with mock.patch.dict("os.environ", {}, clear=True):
            self.assertEqual(self.names("127.0.0.1:1", complete_topics, ""), [])
            self.assertEqual(self.names("", complete_groups, ""), [])
