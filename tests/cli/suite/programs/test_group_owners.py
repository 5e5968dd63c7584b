"""A group at one moment."""

from __future__ import annotations

import contextlib
import io
import json
import time
import unittest
from unittest import mock

from twisted.internet.defer import ensureDeferred
from twisted.internet.task import Clock

from klog.cli.suite.programs.group_owners import LOOK_S, Picture, picture, watch
from klog.zookeeper.errors import NoNodeException


class OwnersTests(unittest.TestCase):
    """`picture`."""

    def test_who_has_what(self) -> None:
        found = picture(["g_one", "g_two"], ["g_one-0", "g_one-0", "g_two-0", None])
        self.assertEqual(found, Picture(members=2, owned=3, owners=2, uneven=1))
        self.assertEqual(picture([], []), Picture(0, 0, 0, 0))

    def test_at_rest(self) -> None:
        self.assertTrue(picture(["a", "b"], ["a-0", "b-0", "a-0"]).is_at_rest(3))
        for members, owners, partitions in (
            (["a", "b"], ["a-0", "a-0"], 2),
            (["a", "b"], ["a-0", "b-0", None], 3),
            (["a", "b"], ["a-0", "a-0", "a-0", "b-0"], 4),
            (["a"], ["a-0", "b-0"], 2),
        ):
            self.assertFalse(picture(members, owners).is_at_rest(partitions), (members, owners))


class EmptyGroup:
    """A client of a ZooKeeper that knows no group yet."""

    async def connect(self) -> EmptyGroup:
        return self

    async def get_children(self, path: str) -> list[str]:
        raise NoNodeException


class WatchTests(unittest.TestCase):
    """`watch`."""

    def test_its_moments_are_by_the_clock_of_whoever_acts_on_the_members(self) -> None:
        """Else everything that it printed would be after every act, and the first act's time would be told for all."""
        clock, printed = Clock(), io.StringIO()
        with mock.patch("klog.zookeeper.client.ZookeeperClient", lambda *_args, **_more: EmptyGroup()), contextlib.redirect_stdout(printed):
            before = time.monotonic()
            watching = ensureDeferred(watch(clock, "z:1", "suite", "paper", 4))
            watching.addErrback(lambda failure: None)
            clock.advance(LOOK_S)
            watching.cancel()
        (line,) = printed.getvalue().splitlines()
        told = json.loads(line)
        self.assertTrue(before <= told["at"] <= time.monotonic(), told)
        self.assertEqual((told["members"], told["owned"], told["rest"]), (0, 0, False))
