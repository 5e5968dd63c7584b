"""``klog group``'s work on a broker in memory."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.cli.exit_codes import CommandFailed, Exit
from klog.cli.group import command as group
from klog.cli.group.command import describe_groups, parse_places, show
from klog.cli.main import cli, run
from klog.cli.output import Format
from klog.errors import ErrorCode
from klog.model import TopicPartition
from klog.testing.broker import MemoryBroker
from tests.cli.rig import Captured, asking, with_admin

T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)


class GroupTests(SynchronousTestCase):
    """Describing, deleting, and how it looks."""

    def setUp(self) -> None:
        self.broker = MemoryBroker({"offsets.topic.num.partitions": "1"}).start()
        self.addCleanup(self.broker.stop)
        self.broker.create_topics({"t": 2})
        self.broker.put("t", [b"%d" % number for number in range(5)])
        self.broker.advance(90)
        with_admin(self.broker, lambda admin: admin.alter_group_offsets("g", {T0: 2, T1: 0}))

    def test_describe(self) -> None:
        found, outcomes = with_admin(self.broker, lambda admin: describe_groups(admin, ["g", "nix", "g"]))
        (one,) = found
        self.assertEqual((one["group"], one["state"], one["records_behind"], one["members"]), ("g", "Empty", 3, []))
        self.assertGreaterEqual(one["seconds_behind"], 90)
        self.assertEqual([row["records_behind"] for row in one["partitions"]], [3, 0])
        self.assertIs(outcomes[0].errors["nix"].code, ErrorCode.GROUP_ID_NOT_FOUND)

    def test_how_it_looks(self) -> None:
        found, _ = with_admin(self.broker, lambda admin: describe_groups(admin, ["g"]))
        out = Captured(Format.TABLE)
        show(out, found, False)
        self.assertIn("g: Empty", out.out.text)
        self.assertIn("1 min 30 s", out.out.text)
        self.assertLessEqual(max(map(len, out.out.text.splitlines())), 80)
        out = Captured(Format.TEXT)
        show(out, found, False)
        self.assertEqual(out.out.text.splitlines()[1].split("\t")[:7], ["g", "Empty", "t", "0", "2", "5", "3"])
        for members in (True, False):
            for format in Format:
                show(Captured(format), found, members)

    def test_delete(self) -> None:
        def delete(names: tuple[str, ...], topics: list[str], execute: bool) -> object:
            return with_admin(self.broker, lambda admin: group._delete(admin, names, topics, [], bool(topics), execute))

        rows, failures = delete(("g",), [], False)  # type: ignore[misc]
        self.assertEqual((rows[0]["deleted"], failures), (False, []))
        rows, _ = delete(("g",), ["t"], True)  # type: ignore[misc]
        self.assertEqual([row["deleted"] for row in rows], [True, True])
        with self.assertRaises(CommandFailed):
            delete(("nix",), [], True)

    def test_delete_a_group(self) -> None:
        rows, _ = with_admin(self.broker, lambda admin: group._delete(admin, ("g",), [], [], False, True))
        self.assertTrue(rows[0]["deleted"])
        with self.assertRaises(CommandFailed) as caught:
            with_admin(self.broker, lambda admin: group._delete(admin, ("g",), [], [], False, True))
        self.assertIs(caught.exception.code, Exit.NOT_FOUND)

    def test_a_range_that_runs_backwards_moves_nothing(self) -> None:
        """No partition is none, and not all that the group has."""
        words = ["group", "reset", "g", "-t", "t:1-0", "--to-earliest", "--execute", "-b", "127.0.0.1:1"]
        code, _, err = asking("klog.cli.group.keeper", self.broker, lambda: run(words))
        offsets = with_admin(self.broker, lambda admin: admin.list_group_offsets(["g"]))
        self.assertEqual({tp: at.offset for tp, at in offsets["g"].items()}, {T0: 2, T1: 0})
        self.assertEqual((code, "1-0 is no range" in err), (Exit.USAGE, True))


class PartTests(SynchronousTestCase):
    """Pure parts."""

    def test_two_aims_at_once(self) -> None:
        for first, second in (("--to-earliest", "--to-latest"), ("--to-latest", "--to-current"), ("--to-earliest", "--shift=1")):
            with self.assertRaises(CommandFailed) as caught:
                cli.main(["group", "reset", "g", first, second, "-b", "127.0.0.1:1"], standalone_mode=False)
            self.assertIn("one of", caught.exception.sentence)
            self.assertIs(caught.exception.code, Exit.USAGE)

    def test_places(self) -> None:
        self.assertEqual(parse_places(["a:0:5", "b.c:7:0"]), {TopicPartition("a", 0): 5, TopicPartition("b.c", 7): 0})
        for text in ("a", "a:0", "a:x:5", "a:0:-1", ":0:5", "a:0:5:6", "a:99999999999:5"):
            with self.assertRaises(CommandFailed, msg=text):
                parse_places([text])

    def test_members_are_named(self) -> None:
        self.assertIn("stop what reads", group._has_members("g", 2).sentence)
