"""A group at one moment."""

from __future__ import annotations

import contextlib
import io
import json
import time
import unittest
from unittest import mock

from twisted.internet.defer import Deferred, ensureDeferred, succeed
from twisted.internet.task import Clock

from klog.cli.suite.programs.group_owners import LOOK_S, Picture, picture, watch
from klog.zookeeper.consumer_znodes import ids_path
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
        self.assertTrue(before <= told["before"] <= told["at"] <= time.monotonic(), told)
        self.assertEqual((told["members"], told["owned"], told["rest"]), (0, 0, False))

    def test_what_is_at_rest_when_a_member_is_first_seen_counts_from_the_look_before(self) -> None:
        """Members are read before owners, and all is shared by then: it took longer than nothing, and the look before says how long at the
        most."""

        class Group:
            """One member with all partitions; then two who have shared them already."""

            members: tuple[str, ...] = ("g_one",)

            async def connect(self) -> Group:
                return self

            async def get_children(self, path: str) -> list[str]:
                return list(self.members) if path == ids_path("suite") else ["0", "1"]

            def get(self, path: str) -> Deferred[tuple[bytes, None]]:
                return succeed((f"{self.members[int(path[-1]) % len(self.members)]}-0".encode(), None))

        clock, group, printed, moments = Clock(), Group(), io.StringIO(), iter(float(number) for number in range(100))
        with (
            mock.patch("klog.zookeeper.client.ZookeeperClient", lambda *_args, **_more: group),
            mock.patch("klog.cli.suite.programs.group_owners.time.monotonic", lambda: next(moments)),
            contextlib.redirect_stdout(printed),
        ):
            watching = ensureDeferred(watch(clock, "z:1", "suite", "paper", 2))
            watching.addErrback(lambda failure: None)
            clock.advance(LOOK_S)  # a look that sees nothing new
            group.members = ("g_one", "g_two")
            clock.advance(LOOK_S)
            watching.cancel()
        first, second = map(json.loads, printed.getvalue().splitlines())
        self.assertEqual((first["members"], first["rest"], second["members"], second["rest"]), (1, True, 2, True))
        # The moments: made, look begun and seen, look begun, look begun and seen.
        self.assertEqual((first["before"], first["at"]), (0.0, 2.0))
        self.assertEqual((second["before"], second["at"]), (3.0, 5.0))
