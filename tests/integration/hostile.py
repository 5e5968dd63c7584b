"""What the hostile tests share: a broker under watch, raw sockets, requests and answers."""

from __future__ import annotations

import contextlib
import pathlib
import re
import resource
import selectors
import shutil
import socket
import struct
import tempfile
import time
import unittest
from collections.abc import Iterator
from typing import Any, ClassVar, Self

import psutil

from klog.errors import ErrorCode
from klog.span import join_parts
from klog.wire.client import ClientConnection
from klog.wire.messages.create_topics import CreatableTopic, CreateTopicsRequest
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic
from klog.wire.messages.list_offsets import ListOffsetsPartition, ListOffsetsRequest, ListOffsetsTopic
from klog.wire.messages.metadata import MetadataRequest
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, TopicProduceData
from klog.wire.schema import Message
from tests import peers
from tests.integration.behaviour.batches import batch
from tests.integration.running import KlogBroker
from tests.integration.test_tls import make_certificate

MB = 1 << 20
NOW_MS = 1_700_000_000_000
#: For what takes moments: it is judged by the second in the soak only.
PATIENCE_S = 30.0


class Friend:
    """A well-behaved client on a connection of its own."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), 10)
        self.socket.settimeout(60)
        self.connection = ClientConnection("friend")

    def ask(self, message: Message, version: int) -> Any:
        """The answer."""
        _, parts = self.connection.request(message, version)
        self.socket.sendall(join_parts(parts))
        while True:
            data = self.socket.recv(1 << 20)
            if not data:
                raise ConnectionError("the broker hung up on a friend")
            for _, answer in self.connection.receive(data):
                return answer

    def close(self) -> None:
        """Hang up."""
        self.socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def create(self, topic: str, partitions: int = 1) -> None:
        """Make a topic."""
        wanted = CreatableTopic(name=topic, num_partitions=partitions, replication_factor=1)
        [made] = self.ask(CreateTopicsRequest(topics=[wanted]), 5).topics
        assert not made.error_code, made

    def produce(self, topic: str, records: bytes | None, version: int = 9, partition: int = 0) -> Any:
        """One partition's answer."""
        data = TopicProduceData(name=topic, partition_data=[PartitionProduceData(index=partition, records=records)])
        return self.ask(ProduceRequest(acks=1, timeout_ms=5000, topic_data=[data]), version).responses[0].partition_responses[0]

    def fetch(self, topic: str, offset: int, max_bytes: int = MB) -> Any:
        """One partition's data."""
        wanted = FetchPartition(partition=0, fetch_offset=offset, partition_max_bytes=max_bytes)
        return (
            self.ask(FetchRequest(max_bytes=max_bytes, topics=[FetchTopic(topic=topic, partitions=[wanted])]), 11)
            .responses[0]
            .partitions[0]
        )

    def end(self, topic: str) -> int:
        """A partition's end offset."""
        wanted = ListOffsetsTopic(name=topic, partitions=[ListOffsetsPartition(partition_index=0, timestamp=-1)])
        [found] = self.ask(ListOffsetsRequest(replica_id=-1, topics=[wanted]), 5).topics[0].partitions
        assert not found.error_code, found
        return int(found.offset)


class HostileCase(unittest.TestCase):
    """One broker with a plain and a TLS listener for all tests of a class; after each test it must serve others, have printed no traceback
    and have given its memory back."""

    settings: ClassVar[dict[str, str]] = {}
    #: What a test may leave behind in resident memory.
    growth_bytes: ClassVar[int] = 24 * MB
    broker: ClassVar[KlogBroker]
    folder: ClassVar[pathlib.Path]
    plain: ClassVar[int]
    secure: ClassVar[int]

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="klog-hostile-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        pem = make_certificate(cls.folder)
        cls.plain, cls.secure = peers.free_port(), peers.free_port()
        settings = {
            "listeners": f"PLAINTEXT://127.0.0.1:{cls.plain},SSL://127.0.0.1:{cls.secure}",
            "ssl.keystore.type": "PEM",
            "ssl.keystore.location": str(pem),
            "klog.request.timeout.ms": "2000",
            "klog.write.stall.timeout.ms": "2000",
            "log.retention.ms": "-1",
        }
        ready = r"READY .*?PLAINTEXT://([^\s,:]+):(\d+)"
        # Its memory is measured.
        cls.broker = KlogBroker(port=cls.plain, settings=settings | cls.settings, ready=ready, is_warm=False).start()
        with Friend(cls.plain) as friend:
            friend.create("friendly")
            friend.create("victim")

    @classmethod
    def tearDownClass(cls) -> None:
        cls.broker.__exit__(None, None, None)

    def setUp(self) -> None:
        self.befriend()
        self.before_bytes = self.rss()
        self.log_start = len(self.broker.output())

    def tearDown(self) -> None:
        self.befriend()
        self.assertNotIn("Traceback", self.log())
        deadline = time.monotonic() + (3 if peers.SOAK else PATIENCE_S)
        while (grown := self.rss() - self.before_bytes) > self.growth_bytes and time.monotonic() < deadline:
            time.sleep(0.1)
        self.assertLess(grown, self.growth_bytes, f"{grown / MB:.1f} MB more than before")

    def befriend(self) -> None:
        """Another client writes and reads."""
        with Friend(self.plain) as friend:
            offset = friend.end("friendly")
            self.assertEqual(friend.produce("friendly", batch(NOW_MS)).error_code, 0)
            found = friend.fetch("friendly", offset)
            self.assertEqual((found.error_code, bytes(found.records)[61:]), (0, batch(NOW_MS)[61:]))

    def rss(self) -> int:
        """Resident memory of the broker."""
        return int(psutil.Process(self.broker.pid).memory_info().rss)

    def log(self) -> str:
        """What the broker printed since the test began."""
        return self.broker.output()[self.log_start :]

    def await_line(self, pattern: str, seconds: float = 5 if peers.SOAK else PATIENCE_S) -> str:
        """The log line that matches; there must be exactly one."""
        deadline = time.monotonic() + seconds
        while True:
            found = [line for line in self.log().splitlines() if re.search(pattern, line)]
            if found or time.monotonic() > deadline:
                self.assertEqual(len(found), 1, f"{pattern!r} in\n{self.log()[-3000:]}")
                return found[0]
            time.sleep(0.02)

    @contextlib.contextmanager
    def enemy(self, port: int | None = None, receive_buffer: int = 0) -> Iterator[socket.socket]:
        """A raw connection."""
        with socket.socket() as made:
            if receive_buffer:
                made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
            made.settimeout(PATIENCE_S)
            made.connect(("127.0.0.1", self.plain if port is None else port))
            yield made

    def assert_closed(self, data: bytes, says: str, port: int | None = None, answered: bytes = b"") -> None:
        """Sending `data` ends the connection, after `answered`, with one line that names the peer and matches `says`."""
        with self.enemy(port) as made:
            number = made.getsockname()[1]
            made.sendall(data)
            self.assertEqual(read_to_end(made), answered)
        self.await_line(rf"127\.0\.0\.1:{number}\b.*{says}")

    def assert_served(self, seconds: float = 2) -> None:
        """Another client gets its answer; within `seconds` where the machine is ours alone (`make soak`)."""
        began = time.monotonic()
        with Friend(self.plain) as friend:
            self.assertTrue(friend.ask(MetadataRequest(topics=[]), 9).brokers)
        if peers.SOAK:
            self.assertLess(time.monotonic() - began, seconds)

    def assert_code(self, answer: Any, code: ErrorCode) -> None:
        """The answer's error."""
        self.assertEqual(ErrorCode(answer.error_code).name, code.name, answer)


class Crowd(HostileCase):
    """2,000 connections."""

    COUNT: ClassVar[int] = 2000

    def crowd(self) -> list[socket.socket]:
        """All of them, not blocking."""
        many_files(self.COUNT + 500)
        found: list[socket.socket] = []
        for _ in range(self.COUNT):
            made = socket.create_connection(("127.0.0.1", self.plain), 10)
            made.setblocking(False)
            found.append(made)
            self.addCleanup(made.close)
        return found


class Flood:
    """`crowd` announces requests of `largest` bytes and sends them as fast as it can; who is closed is out.

    :param case: closes what is opened here.
    """

    PIECE: ClassVar[bytes] = bytes(64 << 10)

    def __init__(self, case: unittest.TestCase, crowd: list[socket.socket], largest: int) -> None:
        self.selector = selectors.DefaultSelector()
        case.addCleanup(self.selector.close)
        for made in crowd:
            made.send(struct.pack(">i", largest) + b"\0\0\0\3")
            self.selector.register(made, selectors.EVENT_WRITE)

    def send(self, seconds: float) -> None:
        """Whatever the sockets take within `seconds`."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for key, _ in self.selector.select(0.05):
                sender: socket.socket = key.fileobj  # type: ignore[assignment]
                try:
                    sender.send(self.PIECE)
                except BlockingIOError:
                    pass
                except ConnectionError:
                    self.selector.unregister(sender)


def read_to_end(made: socket.socket) -> bytes:
    """All that comes until the connection is closed."""
    data = bytearray()
    try:
        while piece := made.recv(1 << 16):
            data += piece
    except ConnectionResetError:
        pass
    return bytes(data)


def framed(payload: bytes) -> bytes:
    """With its length in front."""
    return struct.pack(">i", len(payload)) + payload


def many_files(count: int) -> None:
    """Raise the soft limit of open files; skip where the hard one is too low."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < count:
        peers.missing("files", f"{count} open files are needed, {hard} allowed")
    if soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (count if hard == resource.RLIM_INFINITY else min(hard, count), hard))
