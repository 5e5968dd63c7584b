"""Bad input on real sockets, and what it gets: every line of the list, each with the same question afterwards.

Nothing of it may end the broker, leak memory, or print a traceback; a client's mistake is one line in the log that names the client.
A full disk has a test of its own (``test_full_disk``).
"""

from __future__ import annotations

import os
import pathlib
import random
import re
import shutil
import socket
import struct
import subprocess
import tempfile
import time
import unittest
from collections.abc import Callable
from typing import ClassVar

import pytest

from klog.errors import ErrorCode
from klog.net.connections import ENDINGS_INTERVAL_S
from klog.records.varint import encode as varint
from klog.span import join_parts
from klog.wire.compiled_codec import encode
from klog.wire.messages.api_versions import ApiVersionsRequest
from klog.wire.messages.create_topics import CreatableTopic, CreateTopicsRequest
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic
from klog.wire.messages.init_producer_id import InitProducerIdRequest
from klog.wire.messages.metadata import MetadataRequest, MetadataRequestTopic
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, TopicProduceData
from tests import peers
from tests.integration.behaviour.batches import altered, batch, bomb, old, record, seal, with_body
from tests.integration.behaviour.script_wire import SAMPLES
from tests.integration.behaviour.steps import raw
from tests.integration.hostile import MB, NOW_MS, PATIENCE_S, Crowd, Flood, Friend, HostileCase, framed, read_to_end
from tests.integration.running import TWISTD, KlogBroker, read_frame

#: In `make soak`, too, which does more of it.
pytestmark = pytest.mark.soak

GOOD = framed(raw(18, 0, b""))
#: Mutated requests of one run.
FUZZED = int(os.environ.get("KLOG_FUZZ_COUNT", "2500"))
SEED = int(os.environ.get("KLOG_FUZZ_SEED", "20110612"))


class FrameTests(HostileCase):
    """Before any request is understood."""

    def test_lengths(self) -> None:
        """Negative, zero, 2 GiB, one more than allowed; on their own and behind a good request."""
        for length in (-1, -(2**31), 0, 2**31 - 1, 100 * MB + 1):
            with self.subTest(length):
                says = f"a frame announces {length} bytes"
                self.assert_closed(struct.pack(">i", length), says)
                self.assert_closed(struct.pack(">i", length) + bytes(5000), says)
                with self.enemy() as made:
                    made.sendall(GOOD + struct.pack(">i", length))
                    self.assertIsNotNone(read_frame(made))
                    self.assertEqual(read_to_end(made), b"")

    def test_bodies(self) -> None:
        """Counts and lengths beyond the frame, varints without an end, null where there is none."""
        compact = (
            b"\xff\xff\xff\xff\x07",  # an array of 2 GiB
            b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff",
            b"\x80\x80",
            b"\x02" + bytes(16) + b"\xff\xff\xff\xff\x0f",  # a name of 4 GiB
            b"\x02" + bytes(16) + b"\x05ab",
            b"\x7f",
        )
        for body in compact:
            with self.subTest(body):
                self.assert_closed(framed(raw(3, 12, body)), "Metadata")
        for body in (
            struct.pack(">i", 2**31 - 1),
            struct.pack(">i", -2),
            struct.pack(">ih", 1, -1),  # a null name
            struct.pack(">ih", 1, -5),
            struct.pack(">ih", 1, 500) + b"short",
            struct.pack(">ih", 1, 2) + b"\xff\xfe",  # not UTF-8
            b"",
            b"\0",
        ):
            with self.subTest(body):
                self.assert_closed(framed(raw(3, 4, body)), "Metadata")

    def test_headers(self) -> None:
        """Too short, a client id beyond the frame."""
        for frame in (b"\0", b"\0\3\0\4", b"\0\3\0\4\0\0\0\1\x7f\xffabc", b"\0\3\0\x0c\0\0\0\1\xff\xff\xff\xff\xff\xff\xff\xff"):
            with self.subTest(frame):
                self.assert_closed(framed(frame), "")

    def test_unknown(self) -> None:
        """APIs and versions that are not there close the connection; ApiVersions is answered with error 35 in the layout of version 0."""
        for key, version, says in (
            (99, 0, "99"),
            (-1, 0, "-1"),
            (22, 99, "InitProducerId"),
            (3, 99, "Metadata"),
            (0, -1, "Produce"),
            (1, 19, "Fetch"),
        ):
            with self.subTest((key, version)):
                self.assert_closed(framed(raw(key, version, bytes(30))), says)
        with self.enemy() as made:
            for version in (5, 99, -1, 32767):
                made.sendall(framed(raw(18, version, b"\2a\2b\0")))
                answer = read_frame(made)
                assert answer is not None
                code, count = struct.unpack_from(">hi", answer, 4)
                self.assertEqual((code, len(answer)), (35, 10 + 6 * count))
            made.sendall(GOOD)
            self.assertIsNotNone(read_frame(made))

    def test_other_protocols(self) -> None:
        """TLS on the plain port, plain bytes on the TLS port, HTTP on both: named in the log."""
        hello = bytes.fromhex("16030100c8010000c40303") + bytes(range(189))
        self.assert_closed(hello, "TLS hello")
        for verb in (b"GET", b"POST", b"HEAD", b"PUT", b"OPTIONS", b"DELETE"):
            self.assert_closed(verb + b" / HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP")
        self.assert_closed(b"SSH-2.0-OpenSSH_9.2\r\n", "announces")
        for data, says in (
            (GOOD, "not TLS"),
            (b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP"),
            (b"\x16\x03\x01\x00\x05hello", "TLS"),
            (bytes(100), "not TLS"),
        ):
            with self.subTest(data), self.enemy(self.secure) as made:
                number = made.getsockname()[1]
                made.sendall(data)
                read_to_end(made)
                self.await_line(rf"127\.0\.0\.1:{number}\b.*{says}")

    def test_half_a_frame_and_silence(self) -> None:
        """Closed when the time for a request is over, and only then; one byte of a length counts as well."""
        with self.enemy() as long, self.enemy() as short, self.enemy() as idle:
            began = time.monotonic()
            long.sendall(struct.pack(">i", 5000) + b"half")
            short.sendall(b"\0")
            for made in (long, short):
                number = made.getsockname()[1]
                self.assertEqual(read_to_end(made), b"")
                self.assertGreater(time.monotonic() - began, 1.5)
                self.await_line(rf"127\.0\.0\.1:{number}\b")
            if peers.SOAK:
                self.assertLess(time.monotonic() - began, 6)
            # Silence without half a frame is only idle.
            idle.sendall(GOOD)
            self.assertIsNotNone(read_frame(idle))


class RecordTests(HostileCase):
    """Requests that are well-formed, with records that are not. The connection lives on, and nothing is stored."""

    settings: ClassVar[dict[str, str]] = {"auto.create.topics.enable": "true"}
    #: Decompressing up to 100 MiB at a time leaves the allocator with some of it.
    growth_bytes: ClassVar[int] = 40 * MB

    def assert_refused(self, records: dict[str, bytes], code: ErrorCode, versions: tuple[int, ...] = (3, 9)) -> None:
        with Friend(self.plain) as friend:
            end = friend.end("victim")
            for what, data in records.items():
                for version in versions:
                    with self.subTest(what, version=version):
                        answer = friend.produce("victim", data, version)
                        self.assert_code(answer, code)
                        if version >= 8:
                            self.assertTrue(answer.error_message)
            self.assertEqual(friend.end("victim"), end, "something was stored")

    def test_checksum(self) -> None:
        """CORRUPT_MESSAGE."""
        good = batch(NOW_MS)
        flipped = {f"bit of byte {at}": good[:at] + bytes([good[at] ^ 4]) + good[at + 1 :] for at in (17, 25, 60, len(good) - 1)}
        self.assert_refused(flipped, ErrorCode.CORRUPT_MESSAGE)
        set_ = old(1, NOW_MS)
        self.assert_refused({"message set": set_[:-1] + b"\xee"}, ErrorCode.CORRUPT_MESSAGE, (2,))

    def test_inside(self) -> None:
        """Good checksum, other inside: INVALID_RECORD."""
        good = batch(NOW_MS)
        noise = random.Random(SEED)
        wrong = {
            "count too large": altered(good, record_count=4, last_offset_delta=3),
            "count too small": altered(good, record_count=2, last_offset_delta=1),
            "count of 2 Gi": altered(good, record_count=2**31 - 1, last_offset_delta=2**31 - 2),
            "count negative": altered(good, record_count=-3),
            "deltas repeated": with_body(altered(good, record_count=2, last_offset_delta=1), record(0) + record(0)),
            "noise": with_body(good, noise.randbytes(200)),
            "endless varint": with_body(altered(good, record_count=1, last_offset_delta=0), b"\xff" * 30),
            "key of 2 GiB": with_body(altered(good, record_count=1, last_offset_delta=0), varint(9) + b"\0\0\0" + varint(2**31 - 1) + b"k"),
            "2 Gi headers": with_body(altered(good, record_count=1, last_offset_delta=0), record(0, tail=varint(2**31 - 1))),
            "bytes behind": with_body(good, good[61:] + b"\0"),
            "two batches": good + good,
        }
        for codec_ in (1, 2, 3, 4):
            wrong[f"plain as codec {codec_}"] = altered(good, attributes=codec_)
            wrong[f"noise as codec {codec_}"] = altered(with_body(good, noise.randbytes(300)), attributes=codec_)
            packed = batch(NOW_MS, 30, codec_=codec_)
            wrong[f"codec {codec_}, count"] = altered(packed, record_count=31, last_offset_delta=30)
            wrong[f"codec {codec_}, cut"] = seal(packed[:-9])
            wrong[f"codec {codec_} as another"] = altered(packed, attributes=codec_ % 4 + 1)
        self.assert_refused(wrong, ErrorCode.INVALID_RECORD, (9,))

    def test_bombs(self) -> None:
        """Little that becomes much: refused without its much ever being there."""
        bombs = {f"codec {codec_}": bomb(codec_, size * MB) for codec_, size in ((1, 300), (2, 15), (3, 180), (4, 1000))}
        frame = altered(batch(NOW_MS, 1), attributes=2)[:61]
        bombs["snappy that announces 4 GiB"] = seal(frame + b"\xff\xff\xff\xff\x0f" + b"\0aaaa")
        xerial = b"\x82SNAPPY\0" + struct.pack(">ii", 1, 1)
        bombs["snappy block of 2 GiB"] = seal(frame + xerial + struct.pack(">i", 2**31 - 1) + b"abc")
        most = 0
        for what, data in bombs.items():
            if len(data) > MB:
                continue
            self.assert_refused({what: data}, ErrorCode.INVALID_RECORD, (9,))
            most = max(most, self.rss())
        self.assertLess(most - self.before_bytes, 250 * MB)

    def test_too_large(self) -> None:
        """Above max.message.bytes."""
        self.assert_refused({"2 MB": batch(NOW_MS, 2, value=bytes(MB))}, ErrorCode.MESSAGE_TOO_LARGE)

    def test_names(self) -> None:
        """Topic names that reach the file system only if somebody forgets to look."""
        folders = sorted(path.name for path in self.broker.data.iterdir())
        bad = ["", ".", "..", "../up", "a/b", "/etc", "a\0b", "a\nb", "ä", "x" * 250, "x" * 30000, "__cluster_metadata", "-stray", " "]
        with Friend(self.plain) as friend:
            for name in bad[:-3]:
                answer = friend.ask(MetadataRequest(topics=[MetadataRequestTopic(name=name)], allow_auto_topic_creation=True), 9)
                self.assertEqual([topic.error_code for topic in answer.topics], [ErrorCode.INVALID_TOPIC_EXCEPTION], repr(name[:50]))
            wanted = [CreatableTopic(name=name, num_partitions=1, replication_factor=1) for name in bad if name != "-stray"]
            for made in friend.ask(CreateTopicsRequest(topics=wanted), 5).topics:
                self.assertIn(made.error_code, (ErrorCode.INVALID_TOPIC_EXCEPTION, ErrorCode.INVALID_REQUEST), made)
            for name in bad:
                self.assert_code(friend.produce(name, batch(NOW_MS)), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        self.assertEqual(sorted(path.name for path in self.broker.data.iterdir()), folders)

    def test_fuzz(self) -> None:
        """Valid requests with something changed, from a seed: answered or closed, and the broker goes on."""
        chance = random.Random(SEED)
        seeds = [raw(message.api_key, version, join_parts(encode(message, version))) for message, version in SAMPLES]
        for codec_ in range(5):
            for records in (batch(NOW_MS, 5, codec_=codec_), batch(NOW_MS, 2, producer=(5, 0, 0))):
                data = [TopicProduceData(name="victim", partition_data=[PartitionProduceData(index=0, records=records)])]
                seeds.append(raw(0, 9, join_parts(encode(ProduceRequest(acks=1, timeout_ms=10, topic_data=data), 9))))
        seeds.append(raw(0, 2, join_parts(encode(_old_produce(), 2))))
        answered = closed = silent = 0
        made: socket.socket | None = None
        for number in range(FUZZED):
            if made is None:
                made = socket.create_connection(("127.0.0.1", self.plain), 10)
                made.settimeout(0.5)
            frame = _mutated(chance, chance.choice(seeds))
            lie = chance.random() < 0.02
            try:
                if lie:
                    made.sendall(struct.pack(">i", chance.choice((-1, 0, len(frame) + 9, len(frame) // 2, 2**31 - 1))) + frame)
                else:
                    made.sendall(framed(frame) + framed(b"\0\x12\0\0\x7e\xad\xbe\xef\xff\xff"))
                while True:
                    answer = read_frame(made)
                    if answer is None or answer[:4] == b"\x7e\xad\xbe\xef":
                        break
                if answer is None:
                    closed += 1
                else:
                    answered += 1
                    continue
            except TimeoutError:
                silent += 1
            except (ConnectionError, struct.error):
                closed += 1
            made.close()
            made = None
            if number % 250 == 0:
                self.befriend()
        if made is not None:
            made.close()
        deadline_s = time.monotonic() + ENDINGS_INTERVAL_S + PATIENCE_S
        while (told := self._closings_told()) < closed - silent and time.monotonic() < deadline_s:
            # What was passed over stands in the next line, which the next closed connection makes once the interval is over.
            time.sleep(0.5)
            with socket.create_connection(("127.0.0.1", self.plain), 10) as poked:
                poked.sendall(struct.pack(">i", -1))
                read_to_end(poked)
            closed += 1
        print(f"fuzz: seed {SEED}, {answered} answered, {closed} closed ({told} told), {silent} silent")
        self.assertGreater(answered, FUZZED // 10)
        self.assertGreater(closed, FUZZED // 10)
        # Every closed connection is a line or counted in one; of the silent ones we cannot know who was first to give up.
        self.assertAlmostEqual(told, closed, delta=silent + 3)
        # A mutation may ask to wait, or lie about its length; it cannot silence the broker.
        self.assertLess(silent, FUZZED // 20)

    def _closings_told(self) -> int:
        """Closed connections that the log has told of, in a line each or by their number."""
        log = self.log()
        return log.count("; connection closed") + sum(map(int, re.findall(r"; connection closed \(and (\d+) others", log)))


def _old_produce() -> ProduceRequest:
    data = [TopicProduceData(name="victim", partition_data=[PartitionProduceData(index=0, records=old(1, NOW_MS))])]
    return ProduceRequest(acks=1, timeout_ms=10, topic_data=data)


def _mutated(chance: random.Random, frame: bytes) -> bytes:
    """`frame` with one or two changes; API and version mostly stay."""
    changed = bytearray(frame)
    for _ in range(chance.randint(1, 2)):
        start = 0 if chance.random() < 0.05 else min(8, len(changed))
        at = chance.randint(start, max(start, len(changed) - 1))
        match chance.randint(0, 6):
            case 0 if at < len(changed):
                changed[at] ^= 1 << chance.randint(0, 7)
            case 1 if at < len(changed):
                changed[at] = chance.choice((0, 1, 0x7F, 0x80, 0xFF))
            case 2:
                del changed[at:]
            case 3:
                del changed[at : at + chance.randint(1, 8)]
            case 4:
                changed[at:at] = chance.randbytes(chance.randint(1, 8))
            case 5:
                changed[at : at + 4] = chance.choice(
                    (b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"\x80\0\0\0", b"\0\0\0\0", b"\xff\xff\xff\x7f")
                )
            case _:
                changed[at:at] = changed[at : at + chance.randint(1, 30)]
    return bytes(changed)


class CrowdTests(Crowd):
    """Idle connections, slow ones, and one that never reads."""

    settings: ClassVar[dict[str, str]] = {
        "queued.max.request.bytes": str(32 * MB),
        # Longer than the slow ones take, however busy the machine is.
        "klog.request.timeout.ms": "60000",
        "socket.listen.backlog.size": "2500",
    }
    #: What Python and the allocator keep of thousands of connections.
    growth_bytes: ClassVar[int] = 60 * MB

    def test_idle(self) -> None:
        """2,000 connections that say nothing."""
        crowd = self.crowd()
        self.assert_served()
        grown = self.rss() - self.before_bytes
        print(f"{self.COUNT} idle connections: {grown / MB:.1f} MB")
        self.assertLess(grown, 60 * MB)
        for made in crowd:
            made.close()

    def test_slow_announcers(self) -> None:
        """2,000 announce the largest request and send a byte a second: memory is what arrived, not what was announced."""
        crowd = self.crowd()
        self.assert_served()
        connected = self.rss()
        for made in crowd:
            made.send(struct.pack(">i", 100 * MB) + b"\0\0\0\3")
        for _ in range(4):
            time.sleep(1)
            for made in crowd:
                made.send(b"\0")
            self.assert_served()
        grown = self.rss() - connected
        print(f"{self.COUNT} slow announcers: {grown / MB:.1f} MB beyond their connections")
        self.assertLess(grown, 24 * MB)
        for made in crowd:
            made.close()

    def fill(self) -> None:
        with Friend(self.plain) as friend:
            while friend.end("victim") < 40:
                self.assert_code(friend.produce("victim", batch(NOW_MS, 1, value=os.urandom(900_000))), ErrorCode.NONE)

    def test_fetcher_that_never_reads(self) -> None:
        """Asks for 36 MB at a time, a hundred times, and reads nothing: bounded, then closed."""
        self.fill()
        wanted = [FetchTopic(topic="victim", partitions=[FetchPartition(partition=0, fetch_offset=0, partition_max_bytes=64 * MB)])]
        body = join_parts(encode(FetchRequest(max_bytes=64 * MB, topics=wanted), 11))
        self.never_read(framed(raw(1, 11, body)) * 100)

    def test_asker_that_never_reads(self) -> None:
        """Answers that are made in memory."""
        body = join_parts(encode(ApiVersionsRequest(), 0))
        self.never_read(framed(raw(18, 0, body)) * 2_000_000)

    def never_read(self, requests: bytes) -> None:
        before = self.rss()
        most = 0
        with self.enemy(receive_buffer=4096) as made:
            number = made.getsockname()[1]
            made.setblocking(False)
            position = 0
            deadline = time.monotonic() + (8 if peers.SOAK else PATIENCE_S)
            while time.monotonic() < deadline and f"127.0.0.1:{number}" not in self.log():
                try:
                    position += made.send(requests[position : position + 65536])
                except BlockingIOError:
                    time.sleep(0.02)
                except ConnectionError:
                    break
                most = max(most, self.rss())
                if position == len(requests):
                    time.sleep(0.02)
            self.await_line(rf"127\.0\.0\.1:{number}\b.*took nothing of its answers")
        print(f"a client that never reads: {(most - before) / MB:.1f} MB at most, {position} of {len(requests)} bytes taken")
        self.assertLess(most - before, 40 * MB)
        if len(requests) > 20 * MB:
            # More than the kernel's buffers hold: the broker has stopped reading.
            self.assertLess(position, len(requests))


class FloodTests(Crowd):
    """Many connections that send large requests as fast as they can."""

    LARGEST: ClassVar[int] = 16 * MB
    LIMIT: ClassVar[int] = 32 * MB
    settings: ClassVar[dict[str, str]] = {
        "queued.max.request.bytes": str(LIMIT),
        "socket.request.max.bytes": str(LARGEST),
        "socket.listen.backlog.size": "2500",
    }
    growth_bytes: ClassVar[int] = 100 * MB

    def test_fast_announcers(self) -> None:
        """One limit holds for 2,000, and when they have gone all is as before."""
        crowd = self.crowd()
        connected = self.rss()
        most = 0
        flood = Flood(self, crowd, self.LARGEST)
        deadline = time.monotonic() + 4
        while time.monotonic() < deadline:
            flood.send(0.1)
            most = max(most, self.rss())
        for made in crowd:
            made.close()
        self.assert_served(8)
        print(f"{self.COUNT} fast announcers: {(most - connected) / MB:.1f} MB at most")
        # The limit and half of it again before nobody reads; two that may finish, in buffers that are being doubled; the allocator.
        self.assertLess(most - connected, self.LIMIT * 3 // 2 + 4 * self.LARGEST + 60 * MB)


class DirectoryTests(unittest.TestCase):
    """What a broker finds in its data directory."""

    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-hostile-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.broker = KlogBroker(self.folder, settings={"log.segment.bytes": "1048576"})

    def refuses_to_start(self, *says: str) -> None:
        """It ends at once with one line and exit code 1."""
        command = [str(TWISTD), "-n", "--pidfile=", "klog-broker", "--port", "0", "--log-dir", str(self.broker.data)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
        text = done.stdout + done.stderr
        self.assertEqual(done.returncode, 1, text)
        self.assertNotIn("Traceback", text)
        self.assertNotIn("READY", text)
        lines = [line for line in text.splitlines() if line.startswith("klog-broker: ")]
        self.assertEqual(len(lines), 1, text)
        for part in says:
            self.assertIn(part, lines[0])

    def test_in_use(self) -> None:
        """A second broker on the directory gives up and harms nothing."""
        with self.broker:
            with Friend(self.broker.port) as friend:
                friend.create("kept")
                friend.produce("kept", batch(NOW_MS))
            self.refuses_to_start(str(self.broker.data))
            with Friend(self.broker.port) as friend:
                self.assertEqual(friend.produce("kept", batch(NOW_MS)).error_code, 0)
                self.assertEqual(friend.end("kept"), 6)

    def fill(self) -> None:
        """Three segments of one partition, stopped in order; the last with producer state."""
        with self.broker, Friend(self.broker.port) as friend:
            friend.create("kept")
            for number in range(30):
                made = friend.produce("kept", batch(NOW_MS + number * 1000, 10, value=bytes(9000), producer=(7, 0, number * 10)))
                assert not made.error_code, made

    def records(self) -> list[bytes]:
        """All batches' insides, as a client reads them."""
        found = []
        with Friend(self.broker.port) as friend:
            offset, end = 0, friend.end("kept")
            while offset < end:
                data = friend.fetch("kept", offset, 200_000)
                self.assert_no_error(data.error_code)
                view = bytes(data.records)
                position = 0
                while position < len(view):
                    size = 12 + struct.unpack_from(">i", view, position + 8)[0]
                    if position + size > len(view):
                        break
                    found.append(view[position + 21 : position + size])
                    offset = struct.unpack_from(">q", view, position)[0] + 1 + struct.unpack_from(">i", view, position + 23)[0]
                    position += size
        return found

    def assert_no_error(self, code: int) -> None:
        self.assertEqual(ErrorCode(code), ErrorCode.NONE)

    def test_corrupt_files(self) -> None:
        """Indexes, snapshots and checkpoints are made anew, a torn tail is cut, all else is served."""
        self.fill()
        whole = self.folder / "whole"
        shutil.move(self.broker.data, whole)
        self.restore(whole)
        with self.broker:
            wanted = self.records()
        self.assertEqual(len(wanted), 30)
        partition = "kept-0"

        def noise(pattern: str) -> Callable[[], None]:
            def act() -> None:
                paths = sorted(self.broker.data.glob(pattern))
                self.assertTrue(paths, pattern)
                for path in paths:
                    size = path.stat().st_size
                    path.write_bytes(random.Random(SEED).randbytes(size or 40))

            return act

        def emptied() -> None:
            for path in [*self.broker.data.glob("*-checkpoint"), *self.broker.data.glob(f"{partition}/*")]:
                if path.suffix != ".log" and path.name != "partition.metadata":
                    path.write_bytes(b"")

        def torn() -> None:
            last = sorted(self.broker.data.glob(f"{partition}/*.log"))[-1]
            with open(last, "ab") as file:
                file.write(batch(NOW_MS)[:-5])
            (self.broker.data / ".kafka_cleanshutdown").unlink(missing_ok=True)

        def unclean() -> None:
            (self.broker.data / ".kafka_cleanshutdown").unlink(missing_ok=True)

        cases: dict[str, Callable[[], None]] = {"a torn tail": torn, "no clean end": unclean, "all empty": emptied}
        for kind in ("*.index", "*.timeindex", "*.snapshot", "leader-epoch-checkpoint"):
            cases[f"noise in {kind}"] = noise(f"{partition}/{kind}")
        cases["missing indexes"] = lambda: [path.unlink() for path in self.broker.data.glob(f"{partition}/*index")] and None
        for name in ("recovery-point-offset-checkpoint", "log-start-offset-checkpoint", "replication-offset-checkpoint"):
            if (whole / name).exists():
                cases[f"noise in {name}"] = noise(name)
        for what, act in cases.items():
            with self.subTest(what):
                self.restore(whole)
                act()
                with self.broker:
                    self.assertEqual(self.records() == wanted, True, f"{what}: other records came back\n{self.broker.output()[-2000:]}")
                    with Friend(self.broker.port) as friend:
                        answer = friend.produce("kept", batch(NOW_MS))
                        self.assertEqual((answer.error_code, answer.base_offset), (0, 300))

    def restore(self, whole: pathlib.Path) -> None:
        shutil.rmtree(self.broker.data, ignore_errors=True)
        shutil.copytree(whole, self.broker.data)
        self.broker.past_output = ""

    def test_corrupt_segment(self) -> None:
        """A flipped bit in what was flushed and closed long ago: the rest is served; nothing falls over."""
        self.fill()
        first = sorted(self.broker.data.glob("kept-0/*.log"))[0]
        data = bytearray(first.read_bytes())
        data[len(data) // 2] ^= 1
        first.write_bytes(data)
        with self.broker, Friend(self.broker.port) as friend:
            self.assertEqual(friend.end("kept"), 300)
            self.assert_no_error(friend.fetch("kept", 290).error_code)
            # The checksum travels with the batch: the client sees the damage.
            self.assert_no_error(friend.fetch("kept", 0).error_code)

    def test_unreadable_index(self) -> None:
        """A folder where an index should be: that partition may be refused, nothing else is, and what is there stays."""
        self.fill()
        with self.broker, Friend(self.broker.port) as friend:
            friend.create("other")
            friend.produce("other", batch(NOW_MS))
        sizes = {path.name: path.stat().st_size for path in self.broker.data.glob("kept-0/*.log")}
        for path in self.broker.data.glob("kept-0/*.index"):
            path.unlink()
            path.mkdir()
        with self.broker, Friend(self.broker.port) as friend:
            self.assertIn(friend.produce("kept", batch(NOW_MS)).error_code, (ErrorCode.NONE, ErrorCode.KAFKA_STORAGE_ERROR))
            self.assert_no_error(friend.produce("other", batch(NOW_MS)).error_code)
            self.assertEqual(friend.end("other"), 6)
        for name, size in sizes.items():
            self.assertGreaterEqual((self.broker.data / "kept-0" / name).stat().st_size, size)

    def test_corrupt_state(self) -> None:
        """klog.state: the broker says so, keeps the damaged file aside, serves all records, and gives out higher producer ids."""
        self.fill()
        whole = self.folder / "whole"
        shutil.move(self.broker.data, whole)
        self.restore(whole)
        with self.broker, Friend(self.broker.port) as friend:
            wanted = self.records()
            given = friend.ask(InitProducerIdRequest(transactional_id=None), 1).producer_id
            cluster = friend.ask(MetadataRequest(topics=[]), 9).cluster_id
        for what, change in DAMAGE.items():
            with self.subTest(what):
                self.restore(whole)
                path = self.broker.data / "klog.state"
                path.write_bytes(change(path.read_bytes()))
                damaged = path.read_bytes()
                with self.broker, Friend(self.broker.port) as friend:
                    self.assertEqual(self.records() == wanted, True)
                    answer = friend.ask(InitProducerIdRequest(transactional_id=None), 1)
                    self.assertGreater(answer.producer_id, given)
                    self.assertEqual(friend.ask(MetadataRequest(topics=[]), 9).cluster_id, cluster)
                self.assertIn(str(path), self.broker.output())
                self.assertEqual((self.broker.data / "klog.state.damaged").read_bytes(), damaged)

    def test_corrupt_meta_properties(self) -> None:
        """Noise is refused by the file's name. An empty file says nothing, so it is written anew."""
        self.fill()
        path = self.broker.data / "meta.properties"
        whole = path.read_bytes()
        path.write_bytes(random.Random(SEED).randbytes(len(whole)))
        self.refuses_to_start("meta.properties")
        path.write_bytes(b"")
        with self.broker:
            self.assertEqual(len(self.records()), 30)
        self.assertIn(b"broker.id=1", path.read_bytes())


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "noise": lambda data: random.Random(SEED).randbytes(len(data)),
    "a flipped bit": lambda data: data[: len(data) // 2] + bytes([data[len(data) // 2] ^ 1]) + data[len(data) // 2 + 1 :],
    "cut": lambda data: data[: len(data) // 2],
    "empty": lambda data: b"",
}
