"""klog.state: survives crashes, tells damage, never goes back."""

from __future__ import annotations

import dataclasses
import os
import random
import stat
import tempfile

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.model import TopicId
from klog.records.crc32c import crc32c
from klog.storage.directories.state_file import State, StateCorrupt, StateFile, TopicRecord, format_state, parse_state
from klog.storage.filesystem import RealFileSystem
from klog.testing.filesystem import CrashPoint, MemoryFileSystem

STATE = State(
    "AQIDBAUGBwgJCgsMDQ4PEA",
    3000,
    7,
    {"t": TopicRecord(TopicId(bytes(range(16))), 3, {"retention.ms": "1000"}), "ü": TopicRecord(TopicId(b"x" * 16), 1, {}, False)},
    frozenset({TopicId(b"y" * 16)}),
    {"": {"log.retention.ms": "5"}, "0": {}},
    {"g": {"consumer.session.timeout.ms": "50000"}},
)


class StateFileTests(SynchronousTestCase):
    """One file."""

    def setUp(self) -> None:
        self.fs = MemoryFileSystem()
        self.fs.write("/d/x", b"")
        self.file = StateFile(self.fs, "/d/klog.state")

    def test_there_and_back(self) -> None:
        self.assertIsNone(self.file.load())
        self.file.save(STATE)
        self.assertEqual(StateFile(self.fs, "/d/klog.state").load(), STATE)
        self.assertEqual(self.fs.list("/d"), ["klog.state", "x"])

    def test_a_file_without_groups(self) -> None:
        """klog wrote none before it had groups."""
        body = b'{"cluster_id":"c","next_producer_id":1,"leader_epoch":0,"topics":{},"deleting":[],"broker_configs":{}}'
        data = b"klog-state version=1 bytes=%d crc32c=%08x\n" % (len(body), crc32c(body)) + body
        self.assertEqual(parse_state("x", data), State("c", 1))

    def test_one_save_after_the_other(self) -> None:
        """Lines that are taken over from the save before tell the same as new ones."""
        one, other = TopicRecord(TopicId(b"1" * 16), 1), TopicRecord(TopicId(b"2" * 16), 2, {"retention.ms": "5"})
        for topics in (
            {"b": one, "a": other},
            {"b": one, "a": dataclasses.replace(other, partitions=3)},
            {"b": one, "c": other},
            {"b": other},
            {},
            {"b": one},
        ):
            state = dataclasses.replace(STATE, topics=topics)
            self.file.save(state)
            self.assertEqual(self.fs.read("/d/klog.state"), format_state(state))
            self.assertEqual(StateFile(self.fs, "/d/klog.state").load(), state)

    def test_nobody_else_reads_it(self) -> None:
        """What is kept of passwords stands there."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = f"{folder.name}/klog.state"
        with open(path, "w"):
            os.chmod(path, 0o644)
        StateFile(RealFileSystem(), path).save(STATE)
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)

    def test_a_file_without_acls_being_known(self) -> None:
        """Files that say nothing of it know them."""
        lost = dataclasses.replace(STATE, acls_known=False)
        self.assertFalse(parse_state("p", format_state(lost)).acls_known)
        self.assertNotIn(b"acls_known", format_state(STATE))
        self.assertTrue(parse_state("p", format_state(STATE)).acls_known)

    def test_first_line(self) -> None:
        data = format_state(State("c"))
        body = data.split(b"\n", 1)[1]
        self.assertEqual(data.split(b"\n")[0], b"klog-state version=1 bytes=%d crc32c=%08x" % (len(body), crc32c(body)))

    def test_every_byte_counts(self) -> None:
        data = format_state(STATE)
        for position in range(len(data)):
            broken = bytearray(data)
            broken[position] ^= 1
            error = self.assertRaises(StateCorrupt, parse_state, "/d/klog.state", bytes(broken))
            self.assertIn("/d/klog.state", str(error))
            self.assertIn("put back a copy", str(error))
        for length in range(len(data)):
            self.assertRaises(StateCorrupt, parse_state, "x", data[:length])
        self.assertRaises(StateCorrupt, parse_state, "x", data + b" ")

    def test_a_newer_version_is_named(self) -> None:
        data = format_state(STATE).replace(b"version=1", b"version=2", 1)
        self.assertIn("version 2", str(self.assertRaises(StateCorrupt, parse_state, "x", data)))

    def test_good_checksum_and_wrong_fields(self) -> None:
        for body in (
            b"[]",
            b"{}",
            b"nonsense",
            b'{"cluster_id": 5}',
            b"[" * 100_000,
            b'{"cluster_id":"c","next_producer_id":-1,"leader_epoch":0,"topics":{},"deleting":[],"broker_configs":{}}',
            b'{"cluster_id":"c","next_producer_id":true,"leader_epoch":0,"topics":{},"deleting":[],"broker_configs":{}}',
            b'{"cluster_id":"c","next_producer_id":1,"leader_epoch":0,"topics":{"t":1},"deleting":[],"broker_configs":{}}',
            b'{"cluster_id":"c","next_producer_id":1,"leader_epoch":0,"topics":{},"deleting":["short"],"broker_configs":{}}',
        ):
            data = b"klog-state version=1 bytes=%d crc32c=%08x\n" % (len(body), crc32c(body)) + body
            self.assertRaises(StateCorrupt, parse_state, "x", data)

    def test_it_is_a_value_error(self) -> None:
        self.fs.write("/d/klog.state", b"")
        self.assertRaises(ValueError, self.file.load)

    def test_producer_ids_do_not_go_back(self) -> None:
        self.file.save(State("c", 2000))
        self.assertRaises(ValueError, self.file.save, State("c", 1999))
        again = StateFile(self.fs, "/d/klog.state")
        again.load()
        self.assertRaises(ValueError, again.save, State("c", 1999))
        again.save(State("c", 2000))

    def test_no_producer_id_twice_over_crashes(self) -> None:
        """Blocks of ten ids; the power goes at any operation; ids are used only after their block was saved."""
        fs = self.fs
        used: set[int] = set()
        rng = random.Random(20261121)
        for _ in range(300):
            fs.crash_at = fs.operations + rng.randrange(1, 12)
            try:
                file = StateFile(fs, "/d/klog.state")
                state = file.load() or State("c")
                while True:
                    block = range(state.next_producer_id, state.next_producer_id + 10)
                    state = State("c", block.stop)
                    file.save(state)
                    for producer_id in block:
                        self.assertNotIn(producer_id, used)
                        used.add(producer_id)
            except CrashPoint:
                fs = fs.crash(rng)
        self.assertGreater(len(used), 500)

    def test_a_failed_save_keeps_the_old_state(self) -> None:
        self.file.save(State("c", 1000))
        self.fs.fail_next_sync()
        self.assertRaises(OSError, self.file.save, State("c", 2000))
        for seed in range(30):
            self.assertEqual(StateFile(self.fs.crash(random.Random(seed)), "/d/klog.state").load(), State("c", 1000))

    @given(
        st.builds(
            State,
            st.text(max_size=22),
            st.integers(0, 2**63 - 1),
            st.integers(0, 2**31 - 1),
            st.dictionaries(
                st.text(max_size=9),
                st.builds(
                    TopicRecord,
                    st.binary(min_size=16, max_size=16).map(TopicId),
                    st.integers(0, 2**31 - 1),
                    st.dictionaries(st.text(max_size=9), st.text(max_size=9), max_size=3),
                    st.booleans(),
                ),
                max_size=4,
            ),
            st.frozensets(st.binary(min_size=16, max_size=16).map(TopicId), max_size=3),
            st.dictionaries(st.text(max_size=5), st.dictionaries(st.text(max_size=5), st.text(max_size=5), max_size=3), max_size=3),
        )
    )
    @settings(deadline=None, max_examples=80)
    def test_any_state(self, state: State) -> None:
        self.assertEqual(parse_state("x", format_state(state)), state)
