"""What flips of single bytes found: one small test for each, on a log in memory."""

from __future__ import annotations

import contextlib
import unittest
from functools import partial

from klog.broker.lifecycle.service import StartRefused
from klog.cli.log.verify import PartitionCheck, check_directory, read_checkpoints
from klog.errors import ErrorCode, KlogError
from klog.model import topic_id_to_text
from klog.records.contract import Codec
from klog.storage.cold_read import wait_for
from klog.storage.directories.directory import LogDirectory
from klog.storage.log.log import Log
from klog.storage.settings import LogSettings
from klog.testing.broker import DATA_DIRECTORY, MemoryBroker
from tests.storage.compacting import Writer
from tests.storage.logs import NOW_MS, T0, TOPIC_ID, Place, append, batch, read_all, values

SETTINGS = LogSettings(index_interval_bytes=100, segment_bytes=10_000, retention_ms=-1)
LOG = "/data/t-0/00000000000000000000.log"
INDEX = "/data/t-0/00000000000000000000.index"
TIMES = "/data/t-0/00000000000000000000.timeindex"


class DamageCase(unittest.TestCase):
    """A log of ten batches of two records each, closed in order."""

    codec = Codec.NONE

    def setUp(self) -> None:
        self.place = Place()
        self.log = self.place.log(SETTINGS)
        self.positions: list[int] = []
        for number in range(10):
            self.positions.append(self.log.size_bytes)
            append(self.log, batch(b"%d" % number, b"%d and" % number, timestamp_ms=NOW_MS + 10 * number, compression=self.codec))
        self.assertTrue(self.place.last.close())
        self.before = self.place.fs.read(LOG)

    def change(self, path: str, position: int, data: bytes) -> None:
        self.place.fs.open(path, write=True).write_at(position, [data])

    def flip(self, path: str, position: int, mask: int) -> None:
        self.change(path, position, bytes([self.place.fs.read(path)[position] ^ mask]))

    def start(self, settings: LogSettings = SETTINGS) -> Log:
        self.directory: LogDirectory = self.place.directory(settings)
        self.report = self.directory.load()
        return self.directory.logs[T0]

    def crash(self) -> None:
        self.place.fs.remove("/data/.kafka_cleanshutdown")

    def offsets(self, log: Log, start: int | None = None) -> list[int]:
        return [record.offset for record in read_all(log, start)]


class HurtBatchTests(DamageCase):
    """A batch that is hurt, and reads that are more than Fetch."""

    codec = Codec.GZIP

    def test_a_time_is_looked_up(self) -> None:
        """Neither an answer from bytes whose checksum does not fit, nor an error that nobody declared."""
        self.flip(LOG, self.positions[4] + 70, 0xFF)
        log = self.start()
        for target_ms in (NOW_MS + 31, NOW_MS + 40):
            with self.assertRaises(KlogError) as caught:
                wait_for(partial(log.offset_for_timestamp, target_ms, 20))
            self.assertEqual(caught.exception.code, ErrorCode.CORRUPT_MESSAGE)
        self.assertEqual(wait_for(partial(log.offset_for_timestamp, NOW_MS + 50, 20)), (NOW_MS + 50, 10, 0))

    def test_the_largest_time_is_looked_up(self) -> None:
        self.flip(LOG, self.positions[9] + 70, 0xFF)
        with self.assertRaises(KlogError) as caught:
            wait_for(self.start().offset_of_max_timestamp)
        self.assertEqual(caught.exception.code, ErrorCode.CORRUPT_MESSAGE)

    def test_a_batch_that_ends_before_it_begins_is_not_passed_over(self) -> None:
        """Its last offset delta is within the checksum."""
        self.flip(LOG, self.positions[4] + 23, 0xFF)
        log = self.start()
        with self.assertRaises(KlogError) as caught:
            wait_for(partial(log.read, 8, 1, upper_bound=20))
        self.assertEqual(caught.exception.code, ErrorCode.CORRUPT_MESSAGE)

    def test_records_can_be_appended_though_the_first_batch_is_hurt(self) -> None:
        self.flip(LOG, 16, 0x40)
        log = self.start()
        [result] = append(log, batch(b"more"))
        self.assertEqual((result.code, result.base_offset), (ErrorCode.NONE, 20))
        self.assertEqual(values(read_all(log, 20)), [(20, b"more")])


class EndTests(DamageCase):
    """Where the log ends after an orderly stop: the recovery point says it, too."""

    def test_an_end_below_zero_throws_nothing_away(self) -> None:
        self.flip(LOG, self.positions[9], 0x80)
        log = self.start()
        self.assertEqual(self.offsets(log), list(range(18)))
        self.assertEqual(self.place.fs.read(LOG)[: self.positions[9]], self.before[: self.positions[9]])

    def test_offsets_are_not_given_again(self) -> None:
        """The last batch seems to end earlier: what follows goes on where the log ended."""
        for name, position, mask in (("base offset", 7, 0x10), ("last offset delta", 26, 0x01), ("length", 11, 0xFF), ("magic", 16, 0x40)):
            with self.subTest(name):
                self.setUp()
                self.flip(LOG, self.positions[9] + position, mask)
                log = self.start()
                [result] = append(log, batch(b"more"))
                self.assertEqual((result.code, result.base_offset), (ErrorCode.NONE, 20))
                self.assertEqual(self.offsets(log), [*range(18), 20])
                self.assertTrue([warning for warning in self.report.warnings if LOG in warning])
                self.assertTrue(self.directory.close())
                self.assertEqual(self.offsets(self.start()), [*range(18), 20])

    def test_the_log_does_not_end_behind_what_was_written(self) -> None:
        for name, position, mask in (("base offset", 6, 0x10), ("last offset delta", 24, 0x10)):
            with self.subTest(name):
                self.setUp()
                self.flip(LOG, self.positions[9] + position, mask)
                log = self.start()
                self.assertEqual(log.end_offset, 20)
                self.assertEqual(self.offsets(log), list(range(18)))
                self.assertTrue([warning for warning in self.report.warnings if LOG in warning])

    def test_a_recovery_point_that_is_hurt_harms_nothing(self) -> None:
        for text in ("18", "21", "19999"):
            self.setUp()
            path = "/data/recovery-point-offset-checkpoint"
            self.place.fs.write(path, self.place.fs.read(path).replace(b"t 0 20", f"t 0 {text}".encode()))
            log = self.start()
            self.assertEqual(self.offsets(log), list(range(20)))
            self.assertEqual(self.place.fs.read(LOG), self.before)


class StartOffsetTests(DamageCase):
    """``log-start-offset-checkpoint``."""

    def test_a_start_behind_the_high_watermark_is_not_believed(self) -> None:
        for clean in (True, False):
            with self.subTest(clean=clean):
                self.setUp()
                self.place.fs.write("/data/log-start-offset-checkpoint", b"0\n1\nt 0 92\n")
                if not clean:
                    self.crash()
                self.assertEqual(self.offsets(self.start()), list(range(20)))
                self.assertTrue([warning for warning in self.report.warnings if "log-start-offset-checkpoint" in warning])


class IndexTests(DamageCase):
    """Entries of indexes that are wrong and do not look it."""

    def test_positions(self) -> None:
        """Every position that keeps rising: all batches are read, from every offset."""
        entries = len(self.place.fs.read(INDEX)) // 8
        self.assertGreater(entries, 3)
        for number in range(entries):
            for mask in (1, 2, 4, 8, 16, 32, 64, 128):
                self.setUp()
                self.flip(INDEX, 8 * number + 7, mask)
                log = self.start()
                with self.subTest(entry=number, mask=mask):
                    for offset in range(20):
                        self.assertEqual(self.offsets(log, offset), list(range(offset, 20)))
                    self.assertEqual(log.end_offset, 20)

    def test_a_hurt_base_offset_keeps_nobody_from_reading(self) -> None:
        """The indexes contradict the log then, and cannot be made anew from it."""
        for position, mask in ((0, 0x80), (4, 0x01), (7, 0x01)):
            with self.subTest(position=position):
                self.setUp()
                self.flip(LOG, self.positions[4] + position, mask)
                log = self.start()
                for offset in range(20):
                    with contextlib.suppress(KlogError):
                        wait_for(partial(log.read, offset, 1, upper_bound=20))
                self.assertEqual(self.offsets(log, 14), list(range(14, 20)))

    def test_an_index_made_from_a_hurt_offset_keeps_nobody_from_appending(self) -> None:
        """While the log is open: the entry of the last batch, made anew, is behind all that follows."""
        append(self.start(), batch(b"x"))
        self.assertTrue(self.directory.close())
        log = self.start()
        position = int.from_bytes(self.place.fs.read(INDEX)[-4:], "big")
        self.change(LOG, position + 5, b"\x01")
        with contextlib.suppress(KlogError):
            self.offsets(log)
            wait_for(partial(log.read, 20, 1, upper_bound=21))
        for number in range(4):
            self.assertEqual(append(log, batch(b"more"))[0].base_offset, 21 + number)

    def test_a_position_of_a_later_batch(self) -> None:
        """A batch stands there, but not the one."""
        first = int.from_bytes(self.place.fs.read(INDEX)[0:4], "big")
        self.assertGreaterEqual(first, 3)
        self.change(INDEX, 0, (1).to_bytes(4, "big"))
        log = self.start()
        self.assertEqual(self.offsets(log, 1), list(range(1, 20)))

    def test_times(self) -> None:
        entries = len(self.place.fs.read(TIMES)) // 12
        for number in range(entries):
            for position in (6, 7, 11):
                for mask in (1, 2, 4, 8, 16, 32, 64):
                    self.setUp()
                    self.flip(TIMES, 12 * number + position, mask)
                    log = self.start()
                    with self.subTest(entry=number, position=position, mask=mask):
                        found = [wait_for(partial(log.offset_for_timestamp, NOW_MS + 10 * batch_number, 20)) for batch_number in range(10)]
                        self.assertEqual(found, [(NOW_MS + 10 * n, 2 * n, 0) for n in range(10)])
                        self.assertEqual(wait_for(log.offset_of_max_timestamp), (NOW_MS + 90, 18, 0))

    def test_retention_does_not_go_by_a_time_that_no_batch_has(self) -> None:
        settings = LogSettings(index_interval_bytes=100, segment_bytes=10_000, retention_ms=1_000_000)
        last = len(self.place.fs.read(TIMES)) - 12
        for entry in range(0, last, 12):
            # All of them in the past, still rising.
            self.change(TIMES, entry, (1_000_000_000 + entry).to_bytes(8, "big"))
        self.change(TIMES, last, (1_000_000_999).to_bytes(8, "big"))
        log = self.start(settings)
        self.assertEqual(wait_for(partial(log.apply_retention, NOW_MS + 1000)), 0)
        self.assertEqual(self.offsets(log), list(range(20)))


class TransactionTests(unittest.TestCase):
    """The index of aborted transactions: what it says stands in the batches, too."""

    def setUp(self) -> None:
        writer = Writer()
        self.data = b"".join(
            (
                writer.batch([(b"a", b"aborted")], producer_id=1, transactional=True),
                writer.marker(1, False),
                writer.batch([(b"b", b"committed")], producer_id=1, transactional=True),
                writer.marker(1, True),
                writer.batch([(b"c", b"aborted too")], producer_id=1, transactional=True),
                writer.marker(1, False),
            )
        )
        self.place = Place()
        self.place.fs.write(LOG, self.data)
        self.place.fs.write("/data/t-0/partition.metadata", b"version: 0\ntopic_id: " + topic_id_to_text(TOPIC_ID).encode())
        first = self.place.directory(SETTINGS)
        first.load()
        self.aborted = first.logs[T0].aborted_transactions(0, 6)
        self.assertEqual([txn.last_offset for txn in self.aborted], [1, 5])
        self.assertTrue(first.close())

    def test_an_index_that_is_seen_to_be_hurt_is_made_again(self) -> None:
        path = LOG.replace(".log", ".txnindex")
        for clean in (True, False):
            for position, mask in ((0, 0x01), (10, 0x40), (18, 0x80), (26, 0x40), (34 + 18, 0x80), (34 + 26, 0x40)):
                with self.subTest(position=position, clean=clean):
                    self.setUp()
                    data = bytearray(self.place.fs.read(path))
                    data[position] ^= mask
                    self.place.fs.write(path, bytes(data))
                    if not clean:
                        self.place.fs.remove("/data/.kafka_cleanshutdown")
                        # A later segment, so that this one is not walked.
                        self.place.fs.write("/data/t-0/00000000000000000006.log", b"")
                    directory = self.place.directory(SETTINGS)
                    report = directory.load()
                    self.assertEqual(directory.logs[T0].aborted_transactions(0, 6), self.aborted)
                    self.assertTrue([warning for warning in report.warnings if path in warning])


class LeaderEpochTests(DamageCase):
    """A leader epoch is a number that others go on from."""

    def test_an_epoch_beyond_all_that_were_is_no_end_of_appending(self) -> None:
        self.change(LOG, self.positions[4] + 12, (2**31 - 1).to_bytes(4, "big"))
        self.crash()
        log = self.start()
        log.assign_leader_epoch(self.report.highest_epoch + 1)
        [result] = append(log, batch(b"more"))
        self.assertEqual((result.code, result.base_offset), (ErrorCode.NONE, 20))

    def test_the_same_in_the_checkpoint(self) -> None:
        self.place.fs.write("/data/t-0/leader-epoch-checkpoint", b"0\n1\n2147483647 0\n")
        for _ in range(2):
            log = self.start()
            log.assign_leader_epoch(self.report.highest_epoch + 1)
            [result] = append(log, batch(b"more"))
            self.assertEqual(result.code, ErrorCode.NONE)
            self.assertTrue(self.directory.close())
            self.crash()


class BrokerTests(unittest.TestCase):
    """What a whole broker makes of it."""

    def setUp(self) -> None:
        self.broker = MemoryBroker().start()
        self.broker.create_topics({"one": 1, "two": 2})
        coordination = self.broker.broker.coordination
        assert coordination is not None
        for name in ("one", "two"):
            coordination.set_topic_configs(name, {"flush.messages": "1"})
            self.broker.run()
        self.broker.put("one", [b"a"])
        for partition in (0, 1):
            self.broker.put("two", [b"b"], partition=partition)
        self.ids = {name: topic.topic_id for name, topic in coordination.topics().items()}
        self.cluster_id = coordination.cluster_id()
        self.broker.stop()
        self.fs = self.broker.file_system

    def flip(self, name: str, position: int, mask: int) -> None:
        path = f"{DATA_DIRECTORY}/{name}"
        data = bytearray(self.fs.read(path))
        data[position] ^= mask
        self.fs.write(path, bytes(data))

    def test_a_topic_keeps_its_id_and_its_configurations(self) -> None:
        for folder in ("one-0", "two-0", "two-1"):
            with self.subTest(folder):
                self.setUp()
                self.flip(f"{folder}/partition.metadata", 25, 0x01)
                self.broker.start()
                coordination = self.broker.broker.coordination
                assert coordination is not None
                self.assertEqual({name: topic.topic_id for name, topic in coordination.topics().items()}, self.ids)
                self.assertEqual({dict(topic.configs)["flush.messages"] for topic in coordination.topics().values()}, {"1"})
                self.assertEqual(len(self.broker.messages("one")), 1)
                self.assertEqual(len(self.broker.messages("two")), 2)
                text = topic_id_to_text(self.ids[folder[:3]]).encode()
                self.assertIn(text, self.fs.read(f"{DATA_DIRECTORY}/{folder}/partition.metadata"), "it is mended")
                self.broker.stop()

    def test_the_cluster_id_does_not_change_by_itself(self) -> None:
        before = self.fs.read(f"{DATA_DIRECTORY}/klog.state")
        path = f"{DATA_DIRECTORY}/meta.properties"
        position = self.fs.read(path).index(b"cluster.id=") + 12
        self.flip("meta.properties", position, 0x01)
        with self.assertRaises(StartRefused) as refused:
            self.broker.start()
        self.assertIn(f"cluster.id={self.cluster_id}", str(refused.exception))
        self.assertEqual(self.fs.read(f"{DATA_DIRECTORY}/klog.state"), before)
        self.assertTrue(self.fs.exists(f"{DATA_DIRECTORY}/.kafka_cleanshutdown"), "nothing was begun")
        self.flip("meta.properties", position, 0x01)
        self.broker.start()
        self.broker.stop()

    def test_a_broker_id_that_is_gone_is_not_guessed(self) -> None:
        path = f"{DATA_DIRECTORY}/meta.properties"
        self.flip("meta.properties", self.fs.read(path).index(b"broker.id"), 0x01)
        with self.assertRaises(StartRefused) as refused:
            self.broker.start()
        self.assertIn("broker.id", str(refused.exception))
        again = MemoryBroker({"broker.id": "1"}, file_system=self.fs).start()
        again.stop()
        self.assertIn(b"broker.id=1", self.fs.read(path))

    def test_a_file_that_is_no_text_says_what_to_do(self) -> None:
        self.flip("meta.properties", 3, 0x80)
        with self.assertRaises(StartRefused) as refused:
            self.broker.start()
        self.assertIn("meta.properties", str(refused.exception))
        self.assertIn(f"cluster.id={self.cluster_id}", str(refused.exception))

    def test_one_partitions_epoch_is_not_everybodys(self) -> None:
        """klog.state knows how far leader epochs have come."""
        log = f"{DATA_DIRECTORY}/one-0/00000000000000000000.log"
        self.fs.open(log, write=True).write_at(12, [(1 << 30).to_bytes(4, "big")])
        self.fs.remove(f"{DATA_DIRECTORY}/.kafka_cleanshutdown")
        self.broker.start()
        partitions = self.broker.broker.partitions
        assert partitions is not None
        found = partitions.get("two", 0)
        assert found is not None
        self.assertLess(found.log.leader_epoch, 10)
        self.broker.stop()

    def test_verify_knows_ids_that_do_not_agree(self) -> None:
        for name, position in (("one-0/partition.metadata", 25), ("meta.properties", 45)):
            with self.subTest(name):
                self.setUp()
                self.flip(name, position, 0x01)
                reports = [PartitionCheck(self.fs, f"{DATA_DIRECTORY}/{folder}").run() for folder in ("one-0", "two-0", "two-1")]
                report = check_directory(self.fs, DATA_DIRECTORY, reports, read_checkpoints(self.fs, DATA_DIRECTORY))
                self.assertEqual([problem.path for problem in report.problems], [f"{DATA_DIRECTORY}/{name}"])
