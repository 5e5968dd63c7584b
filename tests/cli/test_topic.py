"""``klog topic``'s work on a broker in memory."""

from __future__ import annotations

import contextlib
import functools
import io
import json
from unittest import mock

from twisted.internet.defer import succeed
from twisted.trial.unittest import SynchronousTestCase

from klog.cli import topic
from klog.cli.main import run
from klog.client.admin.types import Outcomes, PartitionDescription, TopicDescription, TopicPartitionReplica
from klog.errors import ErrorCode
from klog.model import OffsetAt, TopicPartition
from klog.testing.broker import MemoryBroker
from tests.cli.rig import answered, with_admin


class TopicTests(SynchronousTestCase):
    """What stands behind describe and trim."""

    def setUp(self) -> None:
        self.broker = MemoryBroker().start()
        self.addCleanup(self.broker.stop)
        self.broker.create_topics({"t": 2})
        for number in range(5):
            self.broker.put("t", [b"%d" % number])
            self.broker.advance(10)

    def test_describe(self) -> None:
        found, outcomes = with_admin(self.broker, lambda admin: topic._describe(admin, ("t", "nix"), True, False))
        self.assertEqual([one["topic"] for one in found], ["t"])
        self.assertEqual([one["end_offset"] for one in found[0]["partitions"]], [5, 0])
        self.assertEqual(found[0]["configs"], {})
        self.assertEqual(list(outcomes.errors), ["nix"])
        found, _ = with_admin(self.broker, lambda admin: topic._describe(admin, ("t",), True, True))
        self.assertIn("retention.ms", found[0]["configs"])
        found, _ = with_admin(self.broker, lambda admin: topic._describe(admin, ("t",), False, False))
        self.assertNotIn("configs", found[0])

    def test_lag_of_followers(self) -> None:
        """Every replica that is not offline is asked where its log ends; who does not answer is unknown."""
        tp = TopicPartition("t", 0)
        found = TopicDescription("t", (PartitionDescription(0, 2, 7, (1, 2, 3), (1, 2), (3,)), PartitionDescription(1, 2, 7, (2,), (2,))))
        admin = mock.Mock()
        admin.describe_topics.side_effect = lambda names: succeed(Outcomes({"t": found}))
        admin.list_offsets.side_effect = lambda at: succeed(Outcomes({one: OffsetAt(3, -1, 7) for one in at}))
        ends = {TopicPartitionReplica("t", 0, 1): 90, TopicPartitionReplica("t", 0, 2): 100}
        admin.replica_ends.side_effect = lambda asked: succeed(Outcomes(ends))
        describe = ["topic", "describe", "t", "--no-configs", "-b", "127.0.0.1:1", "-o"]
        code, out, _ = answered("klog.cli.topic", admin, lambda: run([*describe, "json"]))
        partitions = json.loads(out)["topics"][0]["partitions"]
        self.assertEqual((code, [row["lag"] for row in partitions]), (0, [[10, 0, None], [0]]))
        admin.replica_ends.assert_called_once_with({tp: [1, 2]})
        _, out, _ = answered("klog.cli.topic", admin, lambda: run([*describe, "table"]))
        self.assertIn("10,0,?", out)

    def test_trim(self) -> None:
        rows, errors = with_admin(self.broker, lambda admin: topic._trim(admin, ["t"], [], 3, None, False))
        self.assertEqual(
            [(row["new_start_offset"], row["records_deleted"], row["executed"]) for row in rows], [(3, 3, False), (0, 0, False)]
        )
        self.assertEqual(errors, [])
        rows, _ = with_admin(self.broker, lambda admin: topic._trim(admin, [], [TopicPartition("t", 0)], 3, None, True))
        self.assertEqual([(row["new_start_offset"], row["executed"]) for row in rows], [(3, True)])
        later = self.broker.now_ms() - 15_000
        rows, _ = with_admin(self.broker, lambda admin: topic._trim(admin, ["t"], [], None, later, False))
        self.assertEqual(rows[0]["new_start_offset"], 4)
        rows, _ = with_admin(self.broker, lambda admin: topic._trim(admin, ["t"], [], None, None, True))
        self.assertEqual(rows[0]["new_start_offset"], 5)

    def test_trim_beyond_the_end(self) -> None:
        for execute in (False, True):
            wanted = [TopicPartition("t", 0)]
            trim = functools.partial(topic._trim, topics=[], partitions=wanted, before=6, time_ms=None, execute=execute)
            rows, errors = with_admin(self.broker, trim)
            self.assertEqual((rows, [error.code for error in errors]), ([], [ErrorCode.OFFSET_OUT_OF_RANGE]))
            self.assertIn("t [0] ends at 5", errors[0].message)
        self.assertEqual(len(self.broker.messages("t", 0)), 5)


class QuietTests(SynchronousTestCase):
    """``-q`` of what does something."""

    def printed(self, *arguments: str) -> str:
        done = mock.patch.object(topic, "with_admin", return_value=Outcomes({"t": None}, {}))
        with done, contextlib.redirect_stdout(io.StringIO()) as out:
            self.assertEqual(run(["topic", "delete", "t", "-y", "-b", "127.0.0.1:1", *arguments]), 0)
        return out.getvalue()

    def test_what_was_done_is_not_told(self) -> None:
        self.assertIn("true", self.printed())
        self.assertEqual(self.printed("-q"), "")
        # Whoever names a format wants it.
        self.assertIn("true", self.printed("-q", "-o", "json"))
