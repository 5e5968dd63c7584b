"""A source, a copy, and what stands between them; the copy by klog and by MirrorMaker, with a script in MirrorMaker's place."""

from __future__ import annotations

import contextlib
import time
import unittest
from unittest import mock

import pytest

from klog.cli.suite.host.processes import Skip, StepFailed
from klog.cli.suite.loads.mirror.pair import MIRROR_MAKER, SIDES, EndsLook, running_pair
from klog.cli.suite.sides.names import OURS
from klog.client.blocking.producer import BlockingProducer
from klog.errors import ErrorCode, KlogError
from klog.model import OffsetAt, TopicPartition
from tests import peers
from tests.cli.suite import fake_peers
from tests.cli.suite.sides.rig import SiteCase


class PairTests(SiteCase):
    """`running_pair`, `Pair.begin`."""

    def copied(self, side: str) -> None:
        with running_pair(self.site, side) as pair:
            self.assertNotEqual(pair.source.bootstrap, pair.copy.bootstrap)
            with BlockingProducer(pair.source.bootstrap, allow_auto_create_topics=True) as producer:
                producer.send("suite-a", b"x")
                producer.flush()
            pair.begin("suite")
            with EndsLook(pair.copy, {"suite-a": 1}) as look:
                look.wait_for_topics()
                self.assertEqual(look.wait_for(1, 60, 0.05).offsets, (1,))
            pair.check()
            children = [*pair.source.children, *pair.copy.children]
        self.assertEqual(len(children), 2 + (side == MIRROR_MAKER))
        self.assertTrue(all(child.has_ended() for child in children))

    @pytest.mark.soak
    @unittest.skipUnless(peers.SOAK, "make soak has the time")
    def test_by_klog(self) -> None:
        self.copied(OURS)

    @pytest.mark.soak
    @unittest.skipUnless(peers.SOAK, "make soak has the time")
    def test_by_mirror_maker(self) -> None:
        self.copied(MIRROR_MAKER)

    def test_without_mirror_makers_jars(self) -> None:
        for side in SIDES:
            with fake_peers.wrong("absent"), self.assertRaises(Skip), running_pair(self.site, side):
                self.fail("it runs")


class LookTests(SiteCase):
    """`EndsLook`, with answers made up."""

    def look(self, *, before: bool = False) -> tuple[EndsLook, mock.Mock]:
        self.running, client = mock.Mock(), mock.Mock()
        self.running.name = "klog"
        with mock.patch("klog.cli.suite.loads.mirror.pair.client_of", return_value=client):
            return EndsLook(self.running, {"t": 2}, before=before), client

    def ends(self, *offsets: int) -> dict[TopicPartition, OffsetAt]:
        return {TopicPartition("t", number): OffsetAt(offset, -1) for number, offset in enumerate(offsets)}

    def test_when_a_look_counts(self) -> None:
        def answer(*_: object) -> dict[TopicPartition, OffsetAt]:
            time.sleep(0.01)
            return self.ends(3, 4)

        for before in (True, False):
            look, client = self.look(before=before)
            client.list_offsets.side_effect = answer
            asked = time.monotonic()
            found = look()
            self.assertEqual(found.offsets, (3, 4))
            self.assertEqual(found.at_s - asked < 0.01, before)

    def test_who_says_nothing(self) -> None:
        look, client = self.look()
        client.list_offsets.side_effect = KlogError(ErrorCode.REQUEST_TIMED_OUT, "nobody answers")
        with self.assertRaises(StepFailed) as caught:
            look()
        self.assertEqual(str(caught.exception), "klog does not say where its topics end: REQUEST_TIMED_OUT: nobody answers")

    def test_records_that_do_not_come(self) -> None:
        look, client = self.look()
        client.list_offsets.side_effect = [self.ends(1, 0), self.ends(3, 4)]
        self.assertEqual(look.wait_for(7, 60, 0.0).total, 7)
        client.list_offsets.side_effect = None
        client.list_offsets.return_value = self.ends(1, 2)
        with self.assertRaises(StepFailed) as caught:
            look.wait_for(4, -1.0, 0.0)
        self.assertIn("klog: 3 of 4 records were there after", str(caught.exception))
        self.running.check.side_effect = StepFailed("it died")
        with self.assertRaises(StepFailed) as caught:
            look.wait_for(4, 60, 0.0)
        self.assertEqual(str(caught.exception), "it died")

    def test_a_topic_that_comes_late_or_never(self) -> None:
        unknown = KlogError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        look, client = self.look()
        client.find_topic.side_effect = [unknown, mock.Mock(partitions=[1]), mock.Mock(partitions=[1, 2])]
        with mock.patch("klog.cli.suite.loads.mirror.pair.TOPIC_LOOK_S", 0.0):
            look.wait_for_topics()
        client.find_topic.side_effect = unknown
        with self.assertRaises(StepFailed) as caught:
            look.wait_for_topics(-1.0)
        self.assertIn("klog: topic t was not there within", str(caught.exception))
        client.find_topic.side_effect = KlogError(ErrorCode.REQUEST_TIMED_OUT, "nobody answers")
        with self.assertRaises(StepFailed) as caught:
            look.wait_for_topics()
        self.assertEqual(str(caught.exception), "klog does not say whether there is a topic t: REQUEST_TIMED_OUT: nobody answers")

    def test_it_is_closed(self) -> None:
        look, client = self.look()
        with contextlib.suppress(RuntimeError), look:
            raise RuntimeError
        client.close.assert_called_once_with()
