"""klog.records.control"""

from __future__ import annotations

from klog.records.contract import InvalidRecords, Record
from klog.records.control import ControlType, Marker, build_marker, control_type, read_marker
from tests.records.cases import CodecCase, FastCase, PythonCase


class ControlSuite(CodecCase):
    def test_a_marker_byte_for_byte(self) -> None:
        batch = build_marker(
            self.codec,
            Marker(commit=True, coordinator_epoch=7),
            producer_id=4000,
            producer_epoch=3,
            timestamp_ms=1_700_000_000_000,
            base_offset=12,
            partition_leader_epoch=5,
        )
        self.assertEqual(len(batch), 78)
        header = self.codec.read_header(batch)
        self.assertEqual((header.attributes, header.producer_id, header.producer_epoch, header.base_sequence), (0x30, 4000, 3, -1))
        self.assertEqual(
            batch[61:].hex(),
            "20"  # record of 16 bytes
            "000000"  # attributes, timestamp delta, offset delta
            "08" + "0000" + "0001"  # key: version 0, type 1 (commit)
            "0c" + "0000" + "00000007"  # value: version 0, coordinator epoch 7
            "00",  # no headers
        )
        (record,) = self.codec.records(batch)
        self.assertEqual(record.offset, 12)
        self.assertEqual(read_marker(record), Marker(True, 7))
        abort = build_marker(self.codec, Marker(False, 0), producer_id=0, producer_epoch=0, timestamp_ms=0)
        self.assertEqual([read_marker(r) for r in self.codec.records(abort)], [Marker(False, 0)])

    def test_no_marker_without_producer(self) -> None:
        for producer_id, epoch in ((-1, 0), (0, -1)):
            self.assertRaises(
                ValueError, build_marker, self.codec, Marker(True, 0), producer_id=producer_id, producer_epoch=epoch, timestamp_ms=0
            )

    def test_other_and_broken_control_records(self) -> None:
        self.assertIs(control_type(Record(0, 0, b"\0\0\0\2", b"")), ControlType.LEADER_CHANGE)
        self.assertIsNone(read_marker(Record(0, 0, b"\0\0\0\2", b"")))
        self.assertIsNone(control_type(Record(0, 0, b"\0\0\0\x63", b"")))
        for key, value in (
            (None, b""),
            (b"\0\0\0", b""),
            (b"\0\0\0\1", None),
            (b"\0\0\0\1", b"\0\0\0\0\0"),
            (b"\0\0\0\0", b"\xff\xff\0\0\0\0"),
        ):
            self.assertRaises(InvalidRecords, read_marker, Record(0, 0, key, value))


class PythonControlTests(ControlSuite, PythonCase):
    pass


class FastControlTests(ControlSuite, FastCase):
    pass


del ControlSuite
