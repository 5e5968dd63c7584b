"""How cells, states and numbers are written, and what is no cell."""

from __future__ import annotations

import dataclasses
import json
import unittest

from hypothesis import given, settings
from hypothesis import strategies as st

from klog.audit.cell_records import decode_cell, decode_key, decode_state, encode_cell, encode_key, encode_state, encode_state_key
from klog.audit.cells import MOST_INTERVAL_MS, Cell, CellKey, Tier, Writer, WriterState
from klog.audit.heat_map import time_text
from klog.audit.windows import DEFAULT_MS, END_MS, FIRST_MS, LEAST_MS, MOST_MS, UNTIMED, Window, window_of
from klog.json_fields import BadRecord

WRITER = Writer(Tier.PRODUCER, "", "cluster-1", "newsfeed", "User:anna", "guid-1")
KEY = CellKey(WRITER, "views", Window(1_301_726_400_000, 1_301_727_000_000))


def a_cell() -> Cell:
    cell = Cell(KEY)
    cell.count, cell.attempt, cell.failure, cell.size_bytes, cell.revision = 43_634, 43_700, 66, 9_000_000, 3
    cell.times(1_301_726_400_001, 1_301_726_999_999)
    cell.add_hash((1 << 64) - 1, 43_634)
    cell.latencies.add(12, 43_000)
    cell.latencies.add(-3)
    return cell


class FormatTests(unittest.TestCase):
    def test_the_names_are_those_that_linkedin_has_published(self) -> None:
        value = json.loads(encode_cell(a_cell(), 1_301_727_060_032, "web-7"))
        self.assertEqual(
            {name: value[name] for name in list(value)[:10]},
            {
                "time": 1_301_727_060_032,
                "topic": "views",
                "tier": "producer",
                "bucket_start": 1_301_726_400_000,
                "bucket_end": 1_301_727_000_000,
                "host": "web-7",
                "datacenter": "cluster-1",
                "application": "newsfeed",
                "guid": "guid-1",
                "count": 43_634,
            },
        )
        self.assertEqual((value["attempt"], value["success"], value["failure"]), (43_700, 43_634, 66))
        self.assertEqual(value["hash"], "ffffffffffffffff")

    def test_a_cell_comes_back_as_it_was(self) -> None:
        cell = a_cell()
        key = decode_key(encode_key(cell.key))
        assert isinstance(key, CellKey)
        self.assertEqual(key, cell.key)
        back = decode_cell(key, encode_cell(cell, 1, "web-7"))
        for name in (
            "count",
            "attempt",
            "failure",
            "repeated",
            "size_bytes",
            "hash",
            "hashed",
            "first_ms",
            "last_ms",
            "latencies",
            "revision",
        ):
            self.assertEqual(getattr(back, name), getattr(cell, name), name)
        self.assertEqual(back.whole_hash, (1 << 64) - 1)

    def test_what_brokers_take_back_comes_back_as_it_was(self) -> None:
        cell = Cell(CellKey(WRITER._replace(tier=Tier.BROKER), "views", KEY.window))
        cell.count, cell.transactional, cell.cut, cell.uncommitted = 10, 4, 3, 2
        back = decode_cell(cell.key, encode_cell(cell, 1, "web-7"))
        self.assertEqual((back.count, back.transactional, back.cut, back.uncommitted, back.standing), (10, 4, 3, 2, 7))

    def test_a_state_comes_back_as_it_was(self) -> None:
        state = WriterState(WRITER, 1, 3, 2, 10_000, True)
        writer = decode_key(encode_state_key(WRITER))
        self.assertEqual(writer, WRITER)
        self.assertEqual(decode_state(WRITER, encode_state(state, "web-7")), state)

    def test_a_state_does_not_hold_off_what_is_told_for_long(self) -> None:
        """Whoever writes to the topic may say anything; how long a writer is waited for hangs on its interval."""
        state = WriterState(WRITER, 1, 3, 2, MOST_INTERVAL_MS, False)
        self.assertEqual(decode_state(WRITER, encode_state(state, "web-7")), state)
        longer = encode_state(dataclasses.replace(state, interval_ms=MOST_INTERVAL_MS + 1), "web-7")
        with self.assertRaisesRegex(BadRecord, "interval_ms"):
            decode_state(WRITER, longer)

    def test_the_same_key_is_the_same_bytes(self) -> None:
        self.assertEqual(encode_key(KEY), encode_key(CellKey(Writer(*WRITER), "views", Window(*KEY.window))))

    @settings(deadline=None, max_examples=100)
    @given(st.text(), st.text(), st.text(), st.sampled_from(list(Tier)), st.sampled_from([UNTIMED, Window(0, 1), Window(5, 9)]))
    def test_any_names_are_carried(self, name: str, application: str, topic: str, tier: Tier, window: Window) -> None:
        key = CellKey(Writer(tier, name, "c", application, "", "g"), topic, window)
        self.assertEqual(decode_key(encode_key(key)), key)

    def test_all_windows_that_are_counted_in_can_be_told(self) -> None:
        for window_ms in (LEAST_MS, DEFAULT_MS, 700_000, MOST_MS):
            for timestamp_ms in (FIRST_MS, END_MS - 1):
                key = KEY._replace(window=window_of(timestamp_ms, window_ms))
                self.assertEqual(decode_key(encode_key(key)), key)
                self.assertTrue(time_text(key.window.end_ms))


class BadRecordTests(unittest.TestCase):
    """Whatever somebody else has written: told in a sentence, never a mistake of ours."""

    def check_key(self, data: bytes | None, sentence: str) -> None:
        with self.assertRaises(BadRecord) as caught:
            decode_key(data)
        self.assertIn(sentence, str(caught.exception))

    def check_value(self, change: dict[str, object], sentence: str) -> None:
        value = {**json.loads(encode_cell(a_cell(), 1, "h")), **change}
        with self.assertRaises(BadRecord) as caught:
            decode_cell(KEY, json.dumps(value).encode())
        self.assertIn(sentence, str(caught.exception))

    def test_keys(self) -> None:
        good = json.loads(encode_key(KEY))
        self.check_key(None, "no key")
        self.check_key(b"\xff", "the key is no JSON")
        self.check_key(b"[" * 60_000, "the key is no JSON")
        self.check_key(b"[]", "the key is no object")
        self.check_key(b" " * 70_000, "70000 bytes")
        self.check_key(json.dumps({**good, "tier": "moon"}).encode(), "tier cannot be 'moon'")
        self.check_key(json.dumps({**good, "tier": 7}).encode(), "tier is no text")
        self.check_key(json.dumps({**good, "guid": None}).encode(), "guid is no text")
        self.check_key(json.dumps({**good, "bucket_start": True}).encode(), "bucket_start")
        self.check_key(json.dumps({**good, "bucket_end": good["bucket_start"]}).encode(), "a window from")
        self.check_key(json.dumps({**good, "bucket_end": 1 << 62}).encode(), "at most 86400000 ms long")
        beyond = {"bucket_start": 10**18, "bucket_end": 10**18 + 600_000}
        self.check_key(json.dumps({**good, **beyond}).encode(), "a window from 1000000000000000000 to 1000000000000600000")

    def test_values(self) -> None:
        self.check_value({"count": -1}, "count")
        self.check_value({"count": 1 << 63}, "count")
        self.check_value({"count": 1.5}, "count")
        self.check_value({"attempt": 1}, "43634 records arrived of 1")
        self.check_value({"hashed": 50_000}, "50000 hashes")
        self.check_value({"hash": "xyz"}, "hexadecimal")
        self.check_value({"latency_ms": []}, "latency_ms")
        self.check_value({"latency_ms": {"9999": 1}}, "no class")
        self.check_value({"latency_ms": {"\u0667": 1}}, "no class")
        self.check_value({"latency_ms": {"7": -1}}, "7 is no number")

    @settings(deadline=None, max_examples=300)
    @given(
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
            lambda inner: (
                st.lists(inner)
                | st.dictionaries(st.sampled_from(["tier", "name", "topic", "count", "guid", "bucket_start", "latency_ms", "x"]), inner)
            ),
            max_leaves=12,
        )
    )
    def test_no_json_is_a_mistake_of_ours(self, value: object) -> None:
        data = json.dumps(value).encode()
        for decode in (decode_key, lambda data: decode_cell(KEY, data), lambda data: decode_state(WRITER, data)):
            try:
                decode(data)
            except BadRecord as fault:
                self.assertTrue(str(fault))
