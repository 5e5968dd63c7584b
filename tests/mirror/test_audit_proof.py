"""Proof of the audit at the mirror: a link loses records, alters them, puts them elsewhere, and is given them twice; what it tells then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest import mock

import pytest

from klog.audit.cells import Tier
from klog.mirror.source_fetcher import SourceFetcher
from klog.records.implementations import codec
from tests import peers
from tests.mirror.audit_rig import WINDOW_MS, AuditedLinkCase
from tests.mirror.rig import stored

#: In one life.
TOTAL = 2_500_000 if peers.SOAK else 50_000
SPOILED = 25

Rows = list[tuple[int, bytes | None, bytes | None, Any]]


@pytest.mark.soak
class ProofTests(AuditedLinkCase):
    """In virtual time."""

    # Of many batches some are spoiled, and never the last one, behind which nothing would follow.
    web_options = {"batch_bytes": 16_000}

    def setUp(self) -> None:
        super().setUp()
        self.source.create_topics({"web.b": 1})
        self.link(audit_window_ms=WINDOW_MS)
        self.until_level("web.a")
        self.until_level("web.b")
        self.next_window()
        self.hit = set(list(range(3, TOTAL - 10_000, (TOTAL - 10_000) // SPOILED))[:SPOILED])

    def copy_all(self, spoil: Callable[[SourceFetcher, Any, bytes], bytes], times: int = 1) -> None:
        """What the source sends goes through a hand on its way into the copy, and comes so often."""
        append_to = SourceFetcher._append_to

        def spoiled(fetcher: SourceFetcher, copy: Any, records: Any) -> Any:
            if copy.topic == "web.a":
                records = spoil(fetcher, copy, bytes(records))
            taken = append_to(fetcher, copy, records)
            for _ in range(times - 1):
                append_to(fetcher, copy, records)
            return taken

        with mock.patch.object(SourceFetcher, "_append_to", spoiled):
            for first in range(0, TOTAL, 50_000):
                numbers = range(first, min(TOTAL, first + 50_000))
                self.until(self.web.send_many("web.a", [b"%d" % number for number in numbers]))
            self.until_level("web.a")

    def rebuilt(self, records: bytes, change: Callable[[Rows], Rows]) -> bytes:
        """Those batches that have one that is hit, made anew at the same offsets."""
        done = b""
        for entry in codec.scan(records):
            batch = records[entry.position : entry.position + entry.size]
            rows = [(one.timestamp_ms, one.key, one.value, one.headers) for one in codec.records(batch)]
            if any(self.is_hit(row[2]) for row in rows):
                made = bytearray(codec.build_batch(change(rows)))
                # Base offset and leader epoch, which no checksum covers.
                made[:8], made[12:16] = batch[:8], batch[12:16]
                batch = bytes(made)
            done += batch
        return done

    def is_hit(self, value: bytes | None) -> bool:
        return value is not None and value.isdigit() and int(value) in self.hit

    def told(self) -> dict[str, tuple[str, int, int]]:
        """(verdict, missing, duplicate) of all windows but that of the first record, by topic."""
        found: dict[str, tuple[str, int, int]] = {}
        for edge in self.edges():
            if edge.sent.must == 1:
                continue
            verdict = edge.judgment.verdict.value
            before = found.get(edge.topic, ("complete", 0, 0))
            found[edge.topic] = (
                before[0] if verdict == "complete" else verdict,
                before[1] + edge.judgment.missing,
                before[2] + edge.judgment.duplicate,
            )
        return found

    def test_lost(self) -> None:
        self.copy_all(lambda _fetcher, _copy, records: self.rebuilt(records, lambda rows: [row for row in rows if not self.is_hit(row[2])]))
        self.assertEqual(self.told()["web.a"], ("missing", SPOILED, 0))

    def test_what_the_source_sends_twice_is_there_and_is_counted_once(self) -> None:
        self.copy_all(lambda _fetcher, _copy, records: records, times=2)
        self.assertEqual(stored(self.destination, "web.a"), stored(self.source, "web.a"))
        self.assertEqual(self.told()["web.a"], ("complete", 0, 0))

    def test_altered_is_for_verify_to_find(self) -> None:
        """Links count, and hash nothing; the batches themselves are not the same."""
        alter: Callable[[Rows], Rows] = lambda rows: [(*row[:2], b"!", row[3]) if self.is_hit(row[2]) else row for row in rows]  # noqa: E731
        self.copy_all(lambda _fetcher, _copy, records: self.rebuilt(records, alter))
        self.assertEqual(self.told()["web.a"], ("complete", 0, 0))
        self.assertNotEqual(stored(self.destination, "web.a"), stored(self.source, "web.a"))

    def test_in_another_topic(self) -> None:
        def stray(fetcher: SourceFetcher, _copy: Any, records: bytes) -> bytes:
            gone: Rows = []

            def take(rows: Rows) -> Rows:
                # A batch that has become shorter is asked for once more at its end.
                gone.extend(row for row in rows if self.is_hit(row[2]) and row[2] not in strayed)
                strayed.update(row[2] for row in gone)
                return [row for row in rows if not self.is_hit(row[2])]

            left = self.rebuilt(records, take)
            if gone:
                elsewhere = fetcher._copies["web.b", 0].copy
                made = bytearray(codec.build_batch(gone))
                made[:8] = elsewhere.end.to_bytes(8, "big")
                append_elsewhere(fetcher, elsewhere, bytes(made))
            return left

        strayed: set[bytes | None] = set()
        append_elsewhere = SourceFetcher._append_to
        self.copy_all(stray)
        found = self.told()
        self.assertEqual((found["web.a"], found["web.b"]), (("missing", SPOILED, 0), ("duplicate", 0, SPOILED)))
        self.assertEqual({str(edge.receiver) for edge in self.edges() if edge.receiver.tier is Tier.MIRROR}, {"mirror dc1"})
