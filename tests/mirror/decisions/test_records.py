"""What stands in the state topic."""

from __future__ import annotations

import dataclasses
import json
import unittest

from klog.acls import Acl, AclOperation, AclResourceType
from klog.json_fields import BadRecord
from klog.mirror.decisions.answers import OnLoss
from klog.mirror.decisions.carried import CarriedAcls, CarriedConfigs, CarriedUsers, Synced, SyncState
from klog.mirror.decisions.records import (
    MOST_RANGES,
    CopyRecord,
    Key,
    LinkDefinition,
    TopicRecord,
    Trouble,
    Value,
    Wish,
    decode_key,
    decode_value,
    encode_value,
    with_account,
    with_range,
)
from klog.mirror.decisions.states import CopyState, Event, TopicState

RULE = Acl(AclResourceType.TOPIC, "web.a", "User:anna", AclOperation.READ)
VALUES: list[tuple[Key, Value]] = [
    (
        Key("link", "dc1"),
        LinkDefinition(
            "dc1", "a:9092", ("web.*", "!web.x"), ("g*",), OnLoss.STOP, True, 3, ("segment.ms",), 99, False, 60_000, ("User:*",), ("anna",)
        ),
    ),
    (Key("wish", "dc1", "web.a"), Wish(Event.PROMOTE, 7)),
    (Key("source", "dc1"), "cluster-id"),
    (Key("topic", "dc1", "web.a"), TopicRecord(TopicState.FAILED_OVER, "x", "ab" * 16, 7, 3, ({"partition": 0, "end": 5, "open": []},))),
    (Key("trouble", "dc1"), Trouble("nobody answers")),
    (Key("copy", "dc1", "web.a", 4), CopyRecord(CopyState.WAITING, "why", 2, 10, 12, 33, ((1, 2), (5, 9)), ((3, 4),), 5, 1, 99, 2, 80, 70)),
    (Key("waiting", "dc1", "web.b"), Trouble("a transaction is open in it")),
    (Key("configs", "dc1", "web.a"), CarriedConfigs({"retention.ms": "5"})),
    (Key("acls", "dc1", "web.a"), CarriedAcls(frozenset({RULE}), frozenset({dataclasses.replace(RULE, operation=AclOperation.WRITE)}))),
    (Key("group-acls", "dc1"), CarriedAcls(frozenset({dataclasses.replace(RULE, resource_type=AclResourceType.GROUP)}))),
    (Key("users", "dc1"), CarriedUsers({"anna": ("SCRAM-SHA-512",)})),
    (Key("synced", "dc1"), Synced({"rights": SyncState(1, 1, ("web.b: not told",), 3)})),
]
#: Fields that came later: records of before have none.
MAY_BE_MISSING = {
    ("topic", "report"),
    *(("copy", name) for name in ("cuts", "caught_up_ms", "late_ms")),
    *(("link", name) for name in ("takes_over", "audit_window_ms", "acls", "users")),
}


class RecordTests(unittest.TestCase):
    """There and back, and what makes no sense."""

    def test_there_and_back(self) -> None:
        for key, value in VALUES:
            self.assertEqual(decode_key(key.encode()), key)
            self.assertEqual(decode_value(key, encode_value(value)), value)
            self.assertIsInstance(json.loads(encode_value(value)), dict)

    def test_rubbish(self) -> None:
        """Every field missing, and of every other type; nothing but BadRecord comes of it."""
        for data in (None, b"", b"x", b"[]", b"1", b"{}", b'{"kind": "tower"}', b"\xff\xfe", b"[" * 100_000, b'{"kind": 1}'):
            with self.assertRaises(BadRecord):
                decode_key(data)
        for key, value in VALUES:
            good = json.loads(encode_value(value))
            for name in good:
                for other in (None, 1.5, True, 2**70, "nonsense", [1], [[1]], [["a", 1]], {}):
                    changed = {**good, name: other}
                    try:
                        decode_value(key, json.dumps(changed).encode())
                    except BadRecord:
                        continue
                    # Texts may be anything.
                    self.assertTrue(isinstance(other, str | list) or isinstance(good[name], bool | dict), (key, name, other))
                left = {one: it for one, it in good.items() if one != name}
                if (key.kind, name) not in MAY_BE_MISSING:
                    with self.assertRaises(BadRecord):
                        decode_value(key, json.dumps(left).encode())

    def test_windows_that_cannot_be(self) -> None:
        for window_ms in (-1, 999, 86_400_001):
            with self.assertRaisesRegex(BadRecord, "windows of the audit"):
                LinkDefinition("dc1", "a:9092", ("t",), audit_window_ms=window_ms)

    def test_keys_that_cannot_be(self) -> None:
        for parts in ({"kind": "copy", "link": "a", "topic": "t"}, {"kind": "copy", "link": "a", "topic": "t", "partition": -1}):
            with self.assertRaises(BadRecord):
                decode_key(json.dumps(parts).encode())

    def test_definitions_that_cannot_be(self) -> None:
        for name, bootstrap, topics in (
            ("", "a:1", ("t",)),
            ("a b", "a:1", ("t",)),
            ("x" * 101, "a:1", ("t",)),
            ("dc1", " ", ("t",)),
            ("dc1", "a:1", ()),
            ("dc1", "a:1", ("!t",)),
            ("dc1", "a:1", ("__consumer_offsets",)),
        ):
            with self.assertRaises(BadRecord):
                LinkDefinition(name, bootstrap, topics)
        with self.assertRaisesRegex(BadRecord, "always the source's"):
            LinkDefinition("dc1", "a:1", ("t",), never_configs=("cleanup.policy",))
        for nobody in ({"acls": ("!User:a",)}, {"users": ("!a",)}):
            with self.assertRaisesRegex(BadRecord, "only takes out"):
                LinkDefinition("dc1", "a:1", ("t",), **nobody)
        with self.assertRaises(BadRecord):
            Wish(Event.PAUSE, 1)


class ReportTests(unittest.TestCase):
    """What stands of a topic's end is acted by: transactions are aborted by it."""

    def test_what_cannot_be_acted_by(self) -> None:
        key = Key("topic", "dc1", "t")
        row = {"partition": 1, "end": 5, "open": [{"producer_id": 7, "start_offset": 3}]}
        report = (row, {"partition": 2, "open": []})
        record = TopicRecord(TopicState.PROMOTED, report=report)
        self.assertEqual(decode_value(key, encode_value(record)), record)
        for wrong in (
            {},
            {**row, "partition": "1"},
            {**row, "partition": -1},
            {**row, "open": 7},
            {**row, "open": [7]},
            {**row, "open_count": "many"},
            {**row, "open": [{"producer_id": 7}]},
        ):
            with self.assertRaises(BadRecord):
                decode_value(key, encode_value(TopicRecord(TopicState.PROMOTED, report=(wrong,))))


class RangeTests(unittest.TestCase):
    """What was lost, counted exactly."""

    def test_each_offset_counts_once(self) -> None:
        """The same loss may be met again by the next broker, or after a start."""
        ranges, earlier = with_range((), (5, 9), 0)
        self.assertEqual(with_range(ranges, (5, 9), earlier), (((5, 9),), 0))
        self.assertEqual(with_range(ranges, (5, 12), earlier), (((5, 12),), 0))
        self.assertEqual(with_range(ranges, (9, 12), earlier), (((5, 12),), 0))
        self.assertEqual(with_range(ranges, (20, 21), earlier), (((5, 9), (20, 21)), 0))
        self.assertEqual(with_range(ranges, (2, 7), earlier), (((2, 9),), 0), "the copy was cut below it, and less of it was lost again")
        self.assertEqual(with_range(((5, 9), (20, 30)), (7, 25), earlier), (((5, 30),), 0))
        self.assertEqual(with_range(((5, 9), (20, 30)), (6, 8), earlier), (((20, 30), (5, 9)), 0))
        self.assertEqual(with_range(ranges, None, earlier), (ranges, 0))
        self.assertEqual(with_range(ranges, (7, 7), earlier), (ranges, 0))

    def test_old_ones_are_added_up(self) -> None:
        ranges: tuple[tuple[int, int], ...] = ()
        earlier = 0
        for number in range(MOST_RANGES + 10):
            ranges, earlier = with_range(ranges, (number * 10, number * 10 + 3), earlier)
        self.assertEqual(len(ranges), MOST_RANGES)
        self.assertEqual(earlier + sum(last - first for first, last in ranges), 3 * (MOST_RANGES + 10))

    def test_what_comes_late_takes_nothing_back(self) -> None:
        """A record of who copied before may be written behind those of who copies now; each knows what the other does not."""
        known = CopyRecord(CopyState.LEVEL, end=40, lost=((5, 9), (20, 36)), cut=((4, 6),), cuts=1)
        late = CopyRecord(CopyState.WAITING, "why", end=20, lost=((5, 9),))
        both = CopyRecord(CopyState.WAITING, "why", end=20, lost=((5, 9), (20, 36)), cut=((4, 6),), cuts=1)
        self.assertEqual(with_account(late, known), both)
        self.assertIs(with_account(known, late), known)
        self.assertIs(with_account(known, None), known)
        more = CopyRecord(CopyState.LEVEL, lost=((5, 12), (20, 36), (50, 51)), cut=((2, 8),), cuts=2)
        self.assertIs(with_account(more, known), more, "what goes on further counts once")
        self.assertEqual(with_account(CopyRecord(CopyState.LEVEL, lost=((7, 8), (50, 51))), known).lost, ((50, 51), (5, 9), (20, 36)))

    def test_what_comes_late_and_is_added_up(self) -> None:
        """Who has added up more of them has counted on from the other."""
        full = tuple((number * 10, number * 10 + 3) for number in range(MOST_RANGES))
        before = CopyRecord(CopyState.LEVEL, lost=full)
        after = CopyRecord(CopyState.LEVEL, lost=(*full[1:], (2_000, 2_005)), earlier=3)
        self.assertIs(with_account(after, before), after)
        late = with_account(before, after)
        self.assertEqual(late.earlier + sum(last - first for first, last in late.lost), 3 * MOST_RANGES + 5)
        other = with_account(CopyRecord(CopyState.LEVEL, lost=((3_000, 3_001),)), after)
        self.assertEqual((len(other.lost), other.lost[-1], other.earlier), (MOST_RANGES, (3_000, 3_001), 6))

    def test_lag(self) -> None:
        self.assertEqual(CopyRecord(CopyState.COPYING, end=5, source_end=9).lag, 4)
        self.assertEqual(CopyRecord(CopyState.COPYING, end=5).lag, -1)
