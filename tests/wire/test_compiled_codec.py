"""The compiled codec against the walker: the same bytes, the same messages, the same refusals."""

from __future__ import annotations

import linecache
import traceback
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.errors import ErrorCode
from klog.span import FileSpan, join_parts
from klog.wire import compiled_codec as compiled
from klog.wire import reference_codec
from klog.wire.messages.api_versions import ApiVersionsRequest
from klog.wire.messages.create_topics import CreateTopicsRequest
from klog.wire.messages.describe_log_dirs import DescribeLogDirsRequest
from klog.wire.messages.describe_producers import DescribeProducersRequest
from klog.wire.messages.fetch import FetchableTopicResponse, FetchRequest, FetchResponse, PartitionData, ReplicaState
from klog.wire.messages.init_producer_id import InitProducerIdResponse
from klog.wire.messages.metadata import MetadataRequest, MetadataRequestTopic, MetadataResponse
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, ProduceResponse, TopicProduceData
from klog.wire.primitives import MAX_ELEMENTS, EncodeError, WireError, unsigned_varint
from klog.wire.schema import Message
from tests.wire.strategies import EVERYTHING, any_message, messages


class MemoryFile:
    """A file's bytes, for spans."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def fileno(self) -> int:
        return -1

    def read_at(self, position: int, length: int) -> bytes:
        return self.data[position : position + length]


def outcome(function: Any, *arguments: Any) -> Any:
    """What came out, or the error's words."""
    try:
        return function(*arguments)
    except (WireError, EncodeError) as error:
        return type(error), str(error)


class ParityTests(SynchronousTestCase):
    """Whatever goes in, both implementations do the same."""

    @settings(deadline=None, max_examples=600)
    @given(any_message(), st.binary(max_size=3), st.binary(max_size=5))
    def test_there_and_back(self, made: tuple[Message, int], before: bytes, behind: bytes) -> None:
        message, version = made
        slow = join_parts(reference_codec.encode(message, version))
        fast = join_parts(compiled.encode(message, version))
        self.assertEqual(fast, slow)
        self.assertEqual(join_parts(compiled.encode(message, version, bytearray(before))), before + slow)
        view = memoryview(before + fast + behind)
        for decode in (compiled.decode, reference_codec.decode):
            back, position = decode(type(message), version, view, len(before))
            self.assertEqual(back, message)
            self.assertEqual(position, len(before) + len(fast))

    @settings(deadline=None, max_examples=600)
    @given(st.data())
    def test_bytes_gone_wrong(self, data: st.DataObject) -> None:
        cls, version = data.draw(st.sampled_from(EVERYTHING))
        good = join_parts(reference_codec.encode(data.draw(messages(cls, version)), version))
        bad = bytearray(good)
        for _ in range(data.draw(st.integers(1, 3))):
            if not bad:
                break
            where = data.draw(st.integers(0, len(bad) - 1))
            match data.draw(st.integers(0, 3)):
                case 0:
                    bad[where] = data.draw(st.sampled_from([0, 1, 2, 0x7F, 0x80, 0xFE, 0xFF]))
                case 1:
                    del bad[where:]
                case 2:
                    bad[where:where] = data.draw(st.binary(min_size=1, max_size=6))
                case _:
                    bad[where : where + 4] = data.draw(st.sampled_from([b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"\x80\x00\x00\x00"]))
        view = memoryview(bytes(bad))
        slow, fast = outcome(reference_codec.decode, cls, version, view), outcome(compiled.decode, cls, version, view)
        self.assertEqual(fast, slow)

    @settings(deadline=None, max_examples=300)
    @given(st.sampled_from(EVERYTHING), st.binary(max_size=60))
    def test_any_bytes(self, row: tuple[type[Message], int], data: bytes) -> None:
        cls, version = row
        view = memoryview(data)
        self.assertEqual(outcome(compiled.decode, cls, version, view), outcome(reference_codec.decode, cls, version, view))

    @settings(deadline=None, max_examples=400)
    @given(any_message(), st.data())
    def test_in_another_version(self, made: tuple[Message, int], data: st.DataObject) -> None:
        message, _ = made
        cls = type(message)
        version = data.draw(st.integers(cls.valid_versions.lowest, cls.valid_versions.highest))
        self.assertEqual(outcome(compiled.encode, message, version), outcome(reference_codec.encode, message, version))

    @settings(deadline=None, max_examples=300)
    @given(any_message(), st.data())
    def test_wrong_values(self, made: tuple[Message, int], data: st.DataObject) -> None:
        message, version = made
        if not message.FIELDS:
            return
        field = data.draw(st.sampled_from(message.FIELDS))
        setattr(message, field.name, data.draw(st.sampled_from([None, "text", 1 << 70, b"short", [None], 1.5, "x" * 40000])))
        try:
            slow = join_parts(reference_codec.encode(message, version))
        except Exception:  # noqa: BLE001
            self.assertRaises(EncodeError, compiled.encode, message, version)
            return
        self.assertEqual(join_parts(compiled.encode(message, version)), slow)


class RefusalTests(SynchronousTestCase):
    """The sentence names message, version and field."""

    def refused(self, cls: type[Message], version: int, data: str) -> str:
        error = self.assertRaises(WireError, compiled.decode, cls, version, memoryview(bytes.fromhex(data)))
        return str(error)

    def test_counts(self) -> None:
        for count, sentence in (
            ("ffffffff", "an array of -1 elements"),
            ("80000000", "an array of -2147483648 elements"),
            ("7fffffff", "2147483647 elements in 3 bytes"),
            ("00000004", "4 elements in 3 bytes"),
        ):
            self.assertEqual(
                self.refused(ProduceRequest, 3, f"ffff 0001 00000001 {count} 000000"), f"ProduceRequest version 3, topic_data: {sentence}"
            )

    def test_where_it_is(self) -> None:
        found = self.refused(ProduceRequest, 3, "ffff 0001 00000001 00000001 0001 61 00000002 00000000 ffffffff 00000001 00000009 00")
        self.assertEqual(found, "ProduceRequest version 3, topic_data[0].partition_data[1].records: 9 bytes are wanted, 1 are left")

    def test_null(self) -> None:
        self.assertEqual(
            self.refused(ProduceRequest, 3, "ffff 0001 00000001 00000001 ffff 00000000"),
            "ProduceRequest version 3, topic_data[0].name: a string of -1 bytes",
        )
        self.assertEqual(
            self.refused(ApiVersionsRequest, 3, "00 01 00"), "ApiVersionsRequest version 3, client_software_name: a string of -1 bytes"
        )

    def test_varints(self) -> None:
        self.assertIn("client_software_name: a varint is cut off", self.refused(ApiVersionsRequest, 3, "ff"))
        self.assertIn("a varint has more than five bytes", self.refused(ApiVersionsRequest, 3, "ffffffffffff01"))
        self.assertIn("a varint does not fit into 32 bits", self.refused(ApiVersionsRequest, 3, "ffffffff1f"))
        self.assertIn("are wanted", self.refused(ApiVersionsRequest, 3, "9001" + "61" * 20))

    def test_too_long_a_string(self) -> None:
        self.assertIn("a string of 32768 bytes", self.refused(ApiVersionsRequest, 3, "818002" + "61" * 40000))

    def test_text(self) -> None:
        self.assertIn("is not UTF-8", self.refused(ApiVersionsRequest, 3, "02 ff 01 00"))

    def test_tags(self) -> None:
        for tags, sentence in (
            ("02 05 00 05 00", "tag 5 comes after tag 5"),
            ("02 05 00 04 00", "tag 4 comes after tag 5"),
            ("01 05 09 00", "tag 5 announces 9 bytes, 1 are left"),
            ("09 05 00", "9 of them in 2 bytes"),
        ):
            self.assertEqual(
                self.refused(ApiVersionsRequest, 3, f"01 01 {tags}"), f"ApiVersionsRequest version 3, tagged fields: {sentence}"
            )

    def test_a_tag_that_is_shorter_or_longer_than_its_value(self) -> None:
        # FetchRequest's cluster_id is tag 0.
        head = "ffffffff 00000000 00000000 00000000 00 00000000 00000000 01 01 01"
        self.assertIn("cluster_id: 3 bytes are announced for tag 0", self.refused(FetchRequest, 12, f"{head} 01 00 03 02 61 00"))

    def test_unknown_tags_are_skipped(self) -> None:
        view = memoryview(bytes.fromhex("02 61 02 62 02 07 03 ffffff e807 01 00"))
        message, position = compiled.decode(ApiVersionsRequest, 3, view)
        self.assertEqual(message, ApiVersionsRequest(client_software_name="a", client_software_version="b"))
        self.assertEqual(position, len(view))

    def test_too_many_elements(self) -> None:
        """A small frame does not become a heap of objects."""
        for cls, version, count_bytes, size in ((MetadataRequest, 0, 4, 2), (DescribeProducersRequest, 0, 3, 1)):
            count = MAX_ELEMENTS + 1
            head = count.to_bytes(4, "big") if count_bytes == 4 else unsigned_varint(count + 1)
            view = memoryview(head + bytes(size * count))
            for decode in (compiled.decode, reference_codec.decode):
                error = self.assertRaises(WireError, decode, cls, version, view)
                self.assertIn("the message has more than 1000000 elements", str(error))
        # Numbers count as much as structs.
        topics = b"\0\0\0\2" + (b"\0\1t" + (600_000).to_bytes(4, "big") + bytes(4 * 600_000)) * 2
        for decode in (compiled.decode, reference_codec.decode):
            error = self.assertRaises(WireError, decode, DescribeLogDirsRequest, 0, memoryview(topics))
            self.assertIn("topics[1].partitions: the message has more than", str(error))

    def test_versions(self) -> None:
        self.assertRaises(ValueError, compiled.decoder, ProduceRequest, 14)
        self.assertRaises(ValueError, compiled.encode, ProduceRequest(), -1)

    def test_encoding(self) -> None:
        for message, version, sentence in (
            (
                FetchRequest(replica_state=ReplicaState(replica_id=1)),
                14,
                "FetchRequest version 14, replica_state: this version has no such field",
            ),
            (ProduceRequest(transactional_id="x"), 2, "transactional_id: this version has no such field, and its value is 'x'"),
            (ProduceRequest(acks=1 << 15), 2, "acks: 32768 is no int16"),
            (ApiVersionsRequest(client_software_name="x" * 32768), 3, "client_software_name: a string of 32768 bytes"),
            (ProduceRequest(topic_data=[TopicProduceData(name="x" * 32768)]), 3, "topic_data[0].name: a string of 32768 bytes"),
            (MetadataRequest(topics=[MetadataRequestTopic(name=None)]), 9, "topics[0].name: null where this version allows none"),
            (MetadataRequest(topics=[MetadataRequestTopic(topic_id=b"x", name="")]), 12, "topics[0].topic_id: an id of 1 bytes"),
        ):
            self.assertIn(sentence, str(self.assertRaises(EncodeError, compiled.encode, message, version)))

    def test_ignorable(self) -> None:
        full = ProduceResponse(throttle_time_ms=7)
        self.assertEqual(join_parts(compiled.encode(full, 0)), bytes(4))
        self.assertEqual(
            join_parts(compiled.encode(InitProducerIdResponse(throttle_time_ms=3, error_code=ErrorCode.NONE), 0))[:4], b"\0\0\0\3"
        )


class RecordsTests(SynchronousTestCase):
    """Records go through untouched."""

    def response(self, *records: Any) -> FetchResponse:
        return FetchResponse(
            responses=[
                FetchableTopicResponse(
                    topic="t", partitions=[PartitionData(partition_index=index, records=value) for index, value in enumerate(records)]
                )
            ]
        )

    def test_views(self) -> None:
        message = ProduceRequest(topic_data=[TopicProduceData(name="t", partition_data=[PartitionProduceData(records=b"abc")])])
        for version in (3, 9):
            frame = bytearray(join_parts(compiled.encode(message, version)))
            found = compiled.decode(ProduceRequest, version, memoryview(frame))[0].topic_data[0].partition_data[0].records
            assert isinstance(found, memoryview)
            self.assertEqual(bytes(found), b"abc")
            self.assertIs(found.obj, frame)

    def test_spans(self) -> None:
        file = MemoryFile(bytes(range(100)))
        spans = [FileSpan(file, 10, 5), FileSpan(file, 90, 10)]
        for version in (4, 11, 12, 16):
            parts = compiled.encode(self.response(spans[0], b"ab", [b"c", spans[1], memoryview(b"de")], None), version)
            self.assertEqual([part for part in parts if isinstance(part, FileSpan)], spans)
            plain = self.response(spans[0].read(), b"ab", b"c" + spans[1].read() + b"de", None)
            self.assertEqual(join_parts(parts), join_parts(compiled.encode(plain, version)))
            self.assertEqual(
                join_parts(reference_codec.encode(self.response(spans[0], b"ab", [b"c", spans[1], b"de"], None), version)),
                join_parts(parts),
            )
            self.assertTrue(all(part for part in parts))

    def test_large_bytes_are_not_copied(self) -> None:
        large = bytes(100_000)
        parts = compiled.encode(self.response(large), 11)
        self.assertTrue(any(part is large for part in parts))
        self.assertEqual(len(join_parts(parts)), sum(map(len, parts)))


class SourceTests(SynchronousTestCase):
    """The generated functions can be looked at."""

    def test_tracebacks_show_the_source(self) -> None:
        decode = compiled.decoder(CreateTopicsRequest, 5)
        self.assertIs(decode, compiled.decoder(CreateTopicsRequest, 5))
        filename = decode.__code__.co_filename
        self.assertIn("CreateTopicsRequest version 5", filename)
        self.assertEqual("".join(linecache.getlines(filename)), compiled.decoder_source(CreateTopicsRequest, 5))
        try:
            decode(None, 0)  # type: ignore[arg-type]
        except Exception:  # noqa: BLE001
            self.assertIn("explain_decode(", traceback.format_exc())
        else:
            self.fail("None is no view")

    def test_encoder_source(self) -> None:
        self.assertIn("def encode(message, b, pieces):", compiled.encoder_source(MetadataResponse, 9))
