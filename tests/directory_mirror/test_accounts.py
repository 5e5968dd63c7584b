"""The file of a mirror in its data directory."""

from __future__ import annotations

import unittest

from hypothesis import given
from hypothesis import strategies as st

from klog.directory_mirror.accounts import (
    FILE,
    Accounts,
    BadAccounts,
    checksum,
    format_accounts,
    parse_accounts,
    read_accounts,
    write_accounts,
)
from klog.mirror.decisions.records import CopyRecord, TopicRecord
from klog.mirror.decisions.states import CopyState, TopicState
from klog.records.crc32c import crc32c
from klog.testing.filesystem import MemoryFileSystem

WHOLE = Accounts(
    source="dc1",
    runs=3,
    meta_properties="0123abcd",
    klog_state="",
    highest_producer_id=77,
    configs={"web.a": {"cleanup.policy": "compact", "segment.bytes": "1024"}, "web.b": {}},
    topics={
        "web.a": TopicRecord(TopicState.ACTIVE, topic_id="00" * 16),
        "web.b": TopicRecord(TopicState.STOPPED, "it was made again"),
    },
    copies={("web.a", 0): CopyRecord(CopyState.LEVEL, end=9, source_end=9, lost=((2, 5),), cut=((7, 8),), earlier=4)},
)


class AccountsTests(unittest.TestCase):
    """What is written is read."""

    def test_there_and_back(self) -> None:
        fs = MemoryFileSystem(lambda: 0)
        fs.make_directory("/data")
        self.assertIsNone(read_accounts(fs, "/data"))
        for accounts in (Accounts(), WHOLE):
            write_accounts(fs, "/data", accounts)
            self.assertEqual(read_accounts(fs, "/data"), accounts)

    def test_a_link_goes_by_the_same(self) -> None:
        picture = WHOLE.picture()
        self.assertEqual(picture.source_id, "dc1")
        self.assertIs(picture.topics, WHOLE.topics)
        self.assertIs(picture.copies, WHOLE.copies)

    def test_what_cannot_be_read(self) -> None:
        good = format_accounts(WHOLE)
        head, _, body = good.partition(b"\n")

        def with_body(text: bytes) -> bytes:
            return b"klog-mirror version=1 bytes=%d crc32c=%08x\n%s" % (len(text), crc32c(text), text)

        for data, words in (
            (b"", "does not begin"),
            (good[:-1], "damaged"),
            (head.replace(b"version=1", b"version=2") + b"\n" + body, "version 2"),
            (good.replace(b"dc1", b"dc2"), "damaged"),
            (with_body(b"[]"), "not the fields"),
            (with_body(b"{}"), "not the fields"),
            (with_body(body.replace(b'"runs": 3', b'"runs": "3"')), "not the fields"),
            (with_body(body.replace(b"0123abcd", b"0123abc")), "not the fields"),
            (with_body(body.replace(b'"topic", ', b'"wish", ')), "not the fields"),
        ):
            if data == with_body(body):
                continue
            with self.assertRaisesRegex(BadAccounts, f"/data/{FILE}.*{words}"):
                parse_accounts(f"/data/{FILE}", data)

    @given(st.binary(max_size=200), st.integers(0, 2000))
    def test_any_damage_is_told(self, noise: bytes, at: int) -> None:
        good = format_accounts(WHOLE)
        damaged = good[:at] + noise + good[at + len(noise) :]
        try:
            self.assertEqual(parse_accounts("x", damaged), WHOLE)
        except BadAccounts:
            pass

    def test_checksum(self) -> None:
        self.assertEqual(len(checksum(b"")), 8)
        self.assertNotEqual(checksum(b"a"), checksum(b"b"))
