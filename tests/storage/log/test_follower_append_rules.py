"""A log that takes what its leader has: what stays as it is, what is refused."""

from __future__ import annotations

import errno
import tempfile
import tracemalloc
from typing import Any
from unittest import mock

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.errors import ErrorCode, KlogError
from klog.records.contract import TRANSACTIONAL
from klog.storage.checkpoint_files import EpochEntry
from klog.storage.cold_read import wait_for
from klog.storage.directories.directory import LogDirectory
from klog.storage.filesystem import RealFileSystem
from klog.storage.log.log import Log
from klog.storage.settings import LogSettings
from tests.storage.logs import NOW_MS, T0, TOPIC_ID, FailingAct, Place, at, batch, create, marker_of, read_all, values

SMALL = LogSettings(segment_bytes=400, index_interval_bytes=100, segment_index_bytes=400, retention_ms=-1)


#: A leader's batches: their producer, whether that is in a transaction, how the sequence goes on, records, and what is uncommon about one.
batches = st.tuples(
    st.sampled_from([None, 4, 5]),
    st.booleans(),
    st.sampled_from(["next"] * 6 + ["gap", "epoch"]),
    st.integers(1, 3),
    st.sampled_from([""] * 12 + ["crc", "late", "early", "cut", "behind", "newer", "older", "commit", "abort"]),
)
topics = st.builds(
    LogSettings,
    segment_bytes=st.sampled_from([1 << 20, 700]),
    segment_ms=st.sampled_from([1 << 40, 5]),
    index_interval_bytes=st.sampled_from([0, 100]),
    segment_index_bytes=st.sampled_from([1 << 20, 60]),
)


class Side:
    """A follower's log, and the leader whose batches it is given."""

    def __init__(self, topic: LogSettings) -> None:
        self.place = Place()
        self.log = self.place.log(topic)
        self.offset = 0
        self.epoch = 1
        self.sequences = {4: 2**31 - 3, 5: 0}
        self.epochs = {4: 0, 5: 0}

    def made(self, described: tuple[Any, ...]) -> bytes:
        producer, transactional, going_on, count, flaw = described
        fields: dict[str, Any] = {}
        if producer is not None:
            self.epochs[producer] += going_on == "epoch"
            sequence = (self.sequences[producer] + (going_on == "gap")) % 2**31
            self.sequences[producer] = (sequence + count) % 2**31
            fields = {"producer_id": producer, "producer_epoch": self.epochs[producer], "base_sequence": sequence}
            if transactional:
                fields["attributes"] = TRANSACTIONAL
        self.epoch += flaw == "newer"
        self.offset += flaw == "behind"
        if flaw in ("commit", "abort"):
            data = marker_of(producer or 4, commit=flaw == "commit", epoch=self.epochs[producer or 4])
            count = 1
        else:
            times = {"late": 20, "early": -20}
            data = batch(*[b"value"] * count, timestamp_ms=self.place.clock() + times.get(flaw, 0), **fields)
        sent = bytearray(at(data, self.offset, self.epoch - (flaw == "older")))
        if flaw == "crc":
            sent[-1] ^= 1
        elif flaw == "cut":
            sent.pop()
        else:
            self.offset += count
        return bytes(sent)

    def given(self, described: list[tuple[Any, ...]]) -> object:
        data = b"".join(map(self.made, described))
        try:
            return self.log.append_as_follower(memoryview(data), self.epoch - (len(described) > 6))
        except KlogError as error:
            return type(error), error.code, str(error)
        finally:
            # Whatever was not taken is given up.
            self.offset = self.log.end_offset
            self.place.clock.ms += 3

    def state(self) -> object:
        log = self.log
        segments = [
            (each.base_offset, each.size, each.offset_index.entries, each.time_index.entries, each.max_timestamp) for each in log._segments
        ]
        files = {each.log_path: self.place.fs.read(each.log_path) for each in log._segments}
        producers = dict(log._producers.producers)
        return log.end_offset, log.last_stable_offset, log.leader_epoch, log._epochs.entries, segments, files, producers, list(producers)


class AtOnceTests(SynchronousTestCase):
    """What is taken at once comes to the same as its batches one by one."""

    @settings(deadline=None, max_examples=200)
    @given(topics, st.lists(st.lists(batches, min_size=1, max_size=8), max_size=10))
    def test_the_same(self, topic: LogSettings, sent: list[list[tuple[Any, ...]]]) -> None:
        at_once, one_by_one = Side(topic), Side(topic)
        for described in sent:
            found = at_once.given(described)
            with mock.patch.object(Log, "_append_ordinary", lambda log, records, most_epoch: None):
                wanted = one_by_one.given(described)
            self.assertEqual(found, wanted)
            self.assertEqual(at_once.state(), one_by_one.state())

    def taken(self, log: Log, data: bytes, most_epoch: int | None = None) -> bool:
        with mock.patch.object(Log, "_runs_of_a_segment", side_effect=AssertionError):
            try:
                return log.append_as_follower(data, most_epoch).size_bytes == len(data)
            except AssertionError:
                return False

    def test_what_is_taken(self) -> None:
        log = Place().log(SMALL)
        self.assertFalse(self.taken(log, at(batch(b"a"), 0, 3)))
        log.append_as_follower(at(batch(b"a"), 0, 3))
        fields = {"producer_id": 4, "producer_epoch": 0}
        two = at(batch(b"b", base_sequence=0, **fields), 1, 3) + at(batch(b"c", base_sequence=1, **fields), 2, 3)
        self.assertFalse(self.taken(log, two, 2))
        self.assertTrue(self.taken(log, two, 3))
        self.assertFalse(self.taken(log, at(batch(b"d"), 3, 4)))
        self.assertTrue(self.taken(log, at(batch(b"d"), 3, 3) + at(batch(b"e", base_sequence=2, **fields), 4, 3)))
        self.assertFalse(self.taken(log, at(batch(bytes(200)), 5, 3)))
        self.assertEqual((log.end_offset, len(log._segments)), (5, 1))

    def test_a_disk_that_refuses(self) -> None:
        place = Place()
        log = place.log()
        log.append_as_follower(at(batch(b"a"), 0, 3))
        before = log.size_bytes
        next_batch = at(batch(b"b", producer_id=4, producer_epoch=0, base_sequence=0), 1, 3)
        place.fs.before_act = FailingAct(lambda act, path: act == "write", 0, errno.ENOSPC)
        error = self.assertRaises(KlogError, log.append_as_follower, next_batch)
        self.assertEqual((error.code, log.end_offset, log.size_bytes), (ErrorCode.KAFKA_STORAGE_ERROR, 1, before))
        self.assertEqual(dict(log._producers.producers), {})
        place.fs.before_act = None
        self.assertEqual(log.append_as_follower(next_batch).end_offset, 2)


class FollowerTests(SynchronousTestCase):
    def setUp(self) -> None:
        self.place = Place()

    def refusal(self, log: Log, data: bytes | memoryview) -> KlogError:
        before = log.end_offset, log.size_bytes
        error = self.assertRaises(KlogError, log.append_as_follower, data)
        self.assertEqual((log.end_offset, log.size_bytes), before)
        return error

    def test_batches_stay_what_they_are(self) -> None:
        log = self.place.log(SMALL)
        sent = at(batch(b"a", b"b", timestamp_ms=5), 0, 3) + at(batch(b"c"), 2, 3) + at(batch(b"d"), 10, 7) + at(batch(b"e"), 11, 7)
        found = log.append_as_follower(sent)
        self.assertEqual((found.first_offset, found.end_offset, found.batches, found.size_bytes), (0, 12, 4, len(sent)))
        self.assertEqual(log.high_watermark, 0)
        log.raise_high_watermark(100)
        self.assertEqual(log.high_watermark, 12)
        self.assertEqual(b"".join(self.place.fs.read(segment.log_path) for segment in log._segments), sent)
        self.assertEqual(log._epochs.entries, [EpochEntry(3, 0), EpochEntry(7, 10)])
        self.assertEqual((log.leader_epoch, log.end_offset_for_epoch(3)), (7, (3, 10)))
        self.assertEqual(wait_for(lambda: log.offset_for_timestamp(6, 12)), (NOW_MS, 2, 3))

    def test_an_incomplete_batch_at_the_end_is_left_out(self) -> None:
        log = self.place.log(SMALL)
        data = at(batch(b"a"), 0) + at(batch(b"b"), 1)[:-1]
        self.assertEqual(log.append_as_follower(data).batches, 1)
        self.assertEqual(log.append_as_follower(b"").batches, 0)

    def test_a_newer_leadership_ends_it(self) -> None:
        log = self.place.log(SMALL)
        data = at(batch(b"a"), 0, 1) + at(batch(b"b"), 1, 2) + at(batch(b"c"), 2, 2)
        found = log.append_as_follower(data, most_epoch=1)
        self.assertEqual((found.batches, found.end_offset, found.ended_at_newer_epoch), (1, 1, True))

    def test_a_leadership_that_wrote_nothing_here_does_not_count(self) -> None:
        """It led in an epoch, lost everything with its power, was told to lead in the same epoch again, and follows now: others have
        records of that epoch, and of those before."""
        for base_offset in (0, 2):
            log = Place().log(SMALL)
            if base_offset:
                log.append_as_follower(at(batch(b"a", b"b"), 0, 0))
            log.owns_high_watermark = False
            log.assign_leader_epoch(1, note=True)
            self.assertEqual(log._epochs.entries[-1], EpochEntry(1, base_offset))
            log.append_as_follower(at(batch(b"x"), base_offset, 0) + at(batch(b"y"), base_offset + 1, 1))
            self.assertEqual(log._epochs.entries, [EpochEntry(0, 0), EpochEntry(1, base_offset + 1)])

    def test_what_is_refused(self) -> None:
        log = self.place.log(SMALL)
        log.append_as_follower(at(batch(b"a", b"b"), 0, 4))
        good = at(batch(b"c"), 2, 4)
        hurt = bytearray(at(batch(b"d"), 3, 4))
        hurt[-1] ^= 1
        self.assertEqual(self.refusal(log, good + bytes(hurt)).code, ErrorCode.CORRUPT_MESSAGE)
        self.assertEqual(self.refusal(log, good[:-1]).code, ErrorCode.CORRUPT_MESSAGE)
        self.assertEqual(self.refusal(log, bytes(100)).code, ErrorCode.CORRUPT_MESSAGE)
        self.assertEqual(self.refusal(log, at(batch(b"c"), 1, 4)).code, ErrorCode.OFFSET_OUT_OF_RANGE)
        self.assertEqual(self.refusal(log, good + at(batch(b"d"), 2, 4)).code, ErrorCode.INVALID_RECORD)
        self.assertEqual(self.refusal(log, at(batch(b"c"), 2, 3)).code, ErrorCode.INVALID_RECORD)
        self.assertEqual(self.refusal(log, at(batch(b"c"), -5, 4)).code, ErrorCode.CORRUPT_MESSAGE)
        self.assertEqual(log.append_as_follower(good).end_offset, 3)

    def test_an_empty_log_may_begin_in_the_middle_of_a_batch(self) -> None:
        log = self.place.log(SMALL)
        log.truncate_fully_and_start_at(10)
        data = at(batch(b"a", b"b", b"c"), 8, 2)
        error = self.assertRaises(KlogError, log.append_as_follower, data)
        self.assertTrue(error.may_begin_there)  # type: ignore[attr-defined]
        log.truncate_fully_and_start_at(error.base_offset)  # type: ignore[attr-defined]
        self.assertEqual(log.append_as_follower(data).end_offset, 11)
        self.assertFalse(self.refusal(log, data).may_begin_there)  # type: ignore[attr-defined]

    def test_a_gap_that_no_segment_can_hold(self) -> None:
        log = self.place.log(SMALL)
        log.append_as_follower(at(batch(b"a"), 0))
        far = 5 << 31
        log.append_as_follower(at(batch(b"b"), far))
        log.raise_high_watermark(far + 1)
        self.assertEqual(values(read_all(log)), [(0, b"a"), (far, b"b")])

    def test_a_gap_that_no_segment_can_hold_and_a_kill(self) -> None:
        """It is not taken for what a crash has left."""
        log = self.place.log(SMALL)
        far = 5 << 31
        log.append_as_follower(at(batch(b"a"), 0))
        log.append_as_follower(at(batch(b"b"), far))
        again = self.place.again(SMALL)
        self.assertEqual(values(read_all(again)), [(0, b"a"), (far, b"b")])

    def test_batches_larger_than_a_segment(self) -> None:
        log = self.place.log(SMALL)
        data = at(batch(bytes(5000)), 0) + at(batch(b"b"), 1)
        self.assertEqual(log.append_as_follower(data).end_offset, 2)
        self.assertEqual(log.segment_count, 2)

    def test_a_batch_of_100_mb(self) -> None:
        """It is taken, and written from where it arrived: nothing of its size is made on the way. A byte that is wrong is noticed."""
        folder = tempfile.TemporaryDirectory(prefix="klog-large-")
        self.addCleanup(folder.cleanup)
        directory = LogDirectory(RealFileSystem(), f"{folder.name}/data", lambda: NOW_MS, SMALL, 1, settings_for=lambda topic: SMALL)
        directory.load()
        self.addCleanup(directory.release)
        log = create(directory, T0, TOPIC_ID, SMALL)
        arrived = bytearray(batch(bytes(100 << 20)))
        hurt = len(arrived) // 2
        tracemalloc.start()
        self.addCleanup(tracemalloc.stop)
        arrived[hurt] ^= 1
        self.assertEqual(self.refusal(log, memoryview(arrived)).code, ErrorCode.CORRUPT_MESSAGE)
        arrived[hurt] ^= 1
        self.assertEqual(log.append_as_follower(memoryview(arrived)).end_offset, 1)
        self.assertEqual(log.append_as_follower(at(batch(b"next"), 1)).end_offset, 2)
        self.assertLess(tracemalloc.get_traced_memory()[1], 1 << 20)
        self.assertEqual((log.segment_count, log.size_bytes), (2, len(arrived) + len(batch(b"next"))))
        log.raise_high_watermark(2)
        got = wait_for(lambda: log.read(0, 1000, upper_bound=2))
        assert got.span is not None
        self.assertEqual((got.size, got.next_offset), (len(arrived), 1))
        self.assertEqual(got.span.read_at(hurt - 100, 1000), arrived[hurt - 100 : hurt + 900])

    def test_a_disk_that_refuses(self) -> None:
        log = self.place.log(SMALL)

        def full(name: str, path: str) -> None:
            if name == "write":
                raise OSError(errno.ENOSPC, "No space left on device")

        self.place.fs.on_operation = full
        self.assertEqual(self.refusal(log, at(batch(b"a"), 0)).code, ErrorCode.KAFKA_STORAGE_ERROR)
        self.place.fs.on_operation = None
        self.assertEqual(log.append_as_follower(at(batch(b"a"), 0)).end_offset, 1)
