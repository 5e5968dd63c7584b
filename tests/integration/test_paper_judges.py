"""The judges of groups by the paper, on made-up logs and reports, right and wrong; and a real log, of every kind of change."""

from __future__ import annotations

import threading
import unittest
from typing import Any

from tests.integration.group_members import Member
from tests.integration.owners_watch import OwnersHistory
from tests.integration.paper_members import delivery_problems, reading_problems
from tests.integration.zookeeper_log import Change, changes, read_logs
from tests.integration.zookeepers import RealZooKeeper

ONE, TWO = 0x11, 0x22


def told(name: str, *events: tuple[float, str, list[Any]]) -> Member:
    """A member that never was; partitions and offsets are of topic t."""
    made = Member.__new__(Member)
    fields = {"assigned": "partitions", "revoked": "partitions", "lost": "partitions", "records": "ranges"}
    made.client, made.name, made.died_at = "klog-zookeeper", name, None
    made.events = [{"event": kind, "at": at, fields[kind]: [["t", *each] for each in some]} for at, kind, some in events]
    made._changed = threading.Condition()
    return made


class HistoryTests(unittest.TestCase):
    """`OwnersHistory`."""

    def history(self, *steps: tuple[int, str, str, str, int]) -> OwnersHistory:
        """(session, kind, path below the group, data, owner)"""
        made = [
            Change(number, number * 10, session, kind, f"/c/consumers/g/{path}", data.encode(), owner)
            for number, (session, kind, path, data, owner) in enumerate(steps)
        ]
        return OwnersHistory(made, "g", "/c")

    def test_right(self) -> None:
        history = self.history(
            (ONE, "create", "ids/g_one", "{}", ONE),
            (ONE, "create", "owners/t/0", "g_one-0", ONE),
            (ONE, "create", "offsets/t/0", "5", 0),
            (ONE, "delete", "owners/t/0", "g_one-0", ONE),
            (TWO, "create", "ids/g_two", "{}", TWO),
            (TWO, "create", "owners/t/0", "g_two-0", TWO),
            (TWO, "set", "offsets/t/0", "9", 0),
            (TWO, "delete", "owners/t/0", "g_two-0", TWO),
        )
        self.assertEqual((history.problems, history.wrong_commits), ([], []))
        self.assertEqual([tenure.thread for tenure in history.tenures["t", 0]], ["g_one-0", "g_two-0"])
        self.assertEqual([history.committed_at(("t", 0), at_ms) for at_ms in (19, 20, 59, 60)], [None, 5, 5, 9])

    def test_wrong(self) -> None:
        registered = (ONE, "create", "ids/g_one", "{}", ONE)
        owned = (ONE, "create", "owners/t/0", "g_one-0", ONE)
        for steps, word in (
            ((registered, (ONE, "create", "owners/t/0", "g_one-0", 0)), "not ephemeral"),
            (((TWO, "create", "owners/t/0", "g_one-0", TWO),), "did not register"),
            ((registered, owned, (TWO, "delete", "owners/t/0", "g_one-0", ONE)), "removed"),
            ((registered, owned, (ONE, "set", "owners/t/0", "g_two-0", ONE)), "overwritten"),
        ):
            (problem,) = self.history(*steps).problems
            self.assertIn(word, problem)
        released = (ONE, "delete", "owners/t/0", "g_one-0", ONE)
        late = self.history(registered, owned, released, (ONE, "set", "offsets/t/0", "7", 0))
        self.assertEqual(len(late.wrong_commits_of([ONE])), 1)
        self.assertEqual(late.wrong_commits_of([TWO]), [])
        back = self.history(registered, owned, (ONE, "set", "offsets/t/0", "7", 0), (ONE, "set", "offsets/t/0", "6", 0))
        self.assertEqual(len(back.wrong_commits_of([ONE])), 1)


class ReportTests(unittest.TestCase):
    """What members tell."""

    def test_delivery(self) -> None:
        one = told("one", (1, "assigned", [[0]]), (2, "records", [[0, 0, 4]]), (9, "lost", [[0]]))
        self.assertEqual(delivery_problems([one, told("two", (3, "assigned", [[0]]))]), [])
        self.assertEqual(len(delivery_problems([one, told("two", (1.5, "assigned", [[0]]))])), 1)
        late = told("late", (1, "assigned", [[0]]), (2, "records", [[0, 0, 4]]), (5, "records", [[0, 5, 6]]), (9, "lost", [[0]]))
        self.assertEqual(len(delivery_problems([late, told("two", (3, "assigned", [[0]]))])), 1)
        self.assertEqual(delivery_problems([late, told("two", (3, "assigned", [[0]]))], {"late": [2.9]}, 2.2), [])
        self.assertEqual(len(delivery_problems([late, told("two", (3, "assigned", [[0]]))], {"late": [2.9]}, 2.0)), 1)
        self.assertEqual(
            len(delivery_problems([told("one", (1, "assigned", [[0]]), (2, "revoked", [[0]]), (3, "records", [[0, 0, 1]]))])), 1
        )

    def test_reading(self) -> None:
        history = OwnersHistory([Change(1, 4000, ONE, "set", "/consumers/g/offsets/t/0", b"10", 0)], "g")
        one = told("one", (1, "assigned", [[0]]), (2, "records", [[0, 0, 14]]))
        for first, wrong in ((10, 0), (15, 0), (16, 1), (9, 1)):
            two = told("two", (5, "assigned", [[0]]), (6, "records", [[0, first, 29]]))
            self.assertEqual(len(reading_problems([one, two], {("t", 0): 30}, history, 0.0)), wrong, first)
        self.assertEqual(len(reading_problems([one], {("t", 0): 16}, history, 0.0)), 1)


class LogTests(unittest.TestCase):
    """`zookeeper_log` on what a real server wrote."""

    def test_every_change(self) -> None:
        from kazoo.client import KazooClient

        server = RealZooKeeper.of_test(self)
        client = KazooClient(server.connect)
        client.start()
        session, _ = client.client_id
        client.create("/a", b"1")
        client.create("/a/kept", b"x", ephemeral=True)
        client.set("/a", b"2")
        many = client.transaction()
        many.create("/b", b"3")
        many.set_data("/a", b"4")
        many.delete("/a/kept")
        many.create("/b/kept", b"y", ephemeral=True)
        many.commit()
        failing = client.transaction()
        failing.create("/c", b"3")
        failing.check("/a", 77)
        failing.commit()
        client.stop()
        client.close()
        server.kill()
        found = [change[3:] for change in changes(read_logs([server.folder])) if not change.path.startswith("/zookeeper")]
        self.assertEqual(
            found,
            [
                ("open", "", b"", session, False),
                ("create", "/a", b"1", 0, False),
                ("create", "/a/kept", b"x", session, False),
                ("set", "/a", b"2", 0, False),
                ("create", "/b", b"3", 0, False),
                ("set", "/a", b"4", 0, False),
                ("delete", "/a/kept", b"x", session, False),
                ("create", "/b/kept", b"y", session, False),
                ("delete", "/b/kept", b"y", session, True),
                ("close", "", b"", session, False),
            ],
        )
