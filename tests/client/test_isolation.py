"""Which batches belong to aborted transactions."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.client.isolation import IsolationLevel, aborted_batches, isolation_level
from klog.config import ConfigError
from klog.records.contract import TRANSACTIONAL
from klog.records.control import Marker, build_marker
from klog.records.implementations import codec, views
from klog.records.legacy import message_bytes
from klog.wire.messages.fetch import AbortedTransaction

KINDS = ["put", "put", "abort", "commit", "plain"]


class IsolationTests(SynchronousTestCase):
    """Names, and the filter."""

    def test_names(self) -> None:
        self.assertEqual(isolation_level("read_committed"), IsolationLevel.READ_COMMITTED)
        self.assertEqual(isolation_level("read_uncommitted"), 0)
        self.assertEqual(isolation_level(IsolationLevel.READ_COMMITTED), 1)
        for bad in ("dirty", "", None, 1):
            with self.assertRaises(ConfigError):
                isolation_level(bad)  # type: ignore[arg-type]

    def test_nothing_aborted(self) -> None:
        self.assertEqual(aborted_batches(codec.build_batch([(0, None, b"v", ())]), []), frozenset())

    def test_old_entries_are_in_no_transaction(self) -> None:
        data = message_bytes(1, 0, 0, None, b"v")
        self.assertEqual(aborted_batches(data, [AbortedTransaction(producer_id=1, first_offset=0)]), frozenset())

    @settings(deadline=None, max_examples=200)
    @given(st.lists(st.tuples(st.integers(0, 3), st.sampled_from(KINDS), st.integers(1, 3)), max_size=30),
           st.integers(0, 20))  # fmt: skip
    def test_like_the_model(self, steps: list[tuple[int, str, int]], start: int) -> None:
        data: list[tuple[int, int, bytes]] = []
        offset = 0
        open_: dict[int, list[bytes]] = {}
        first: dict[int, int] = {}
        wanted: list[bytes] = []
        dropped: list[bytes] = []
        aborted: list[tuple[AbortedTransaction, int]] = []
        for number, (producer, what, count) in enumerate(steps):
            values = [b"%d-%d" % (number, i) for i in range(count)]
            rows: Any = [(0, None, value, ()) for value in values]
            if what == "plain":
                batch = codec.build_batch(rows, base_offset=offset)
                wanted += values
            elif what == "put":
                batch = codec.build_batch(rows, base_offset=offset, attributes=TRANSACTIONAL, producer_id=producer, producer_epoch=0,
                                          base_sequence=0)  # fmt: skip
                open_.setdefault(producer, []).extend(values)
                first.setdefault(producer, offset)
            else:
                batch = build_marker(codec, Marker(what == "commit", 0), producer_id=producer, producer_epoch=0, timestamp_ms=0,
                                     base_offset=offset)  # fmt: skip
                count = 1
                values = open_.pop(producer, [])
                if what == "abort" and values:
                    dropped += values
                    aborted.append((AbortedTransaction(producer_id=producer, first_offset=first[producer]), offset))
                first.pop(producer, None)
            data.append((offset, offset + count, batch))
            offset += count
        # A fetch from somewhere: the batches from there on, and the aborted transactions that end there or behind.
        kept = [(begin, end, batch) for begin, end, batch in data if end > start]
        answer = b"".join(batch for _, _, batch in kept)
        listed = [entry for entry, end in aborted if end >= start]
        skip = aborted_batches(answer, listed)
        values_read = set(views.cursor(answer, 0, skip=skip).take(10_000).values())
        everything = set(views.cursor(answer, 0).take(10_000).values())
        self.assertEqual(everything - values_read, everything & set(dropped))
