"""What clients make a broker hold: old consumers that read nothing, a flood of senders, answers that wait for a slow disk.

Each with the same two questions: how much memory it takes, and whether somebody else is answered meanwhile.
"""

from __future__ import annotations

import os
import socket
import subprocess
import time
from typing import ClassVar

import pytest

from klog.errors import ErrorCode
from klog.span import join_parts
from klog.wire.client import ClientConnection
from klog.wire.compiled_codec import encode
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, TopicProduceData
from tests import peers
from tests.integration.behaviour.batches import batch
from tests.integration.behaviour.steps import raw
from tests.integration.hostile import MB, NOW_MS, Crowd, Flood, Friend, HostileCase, framed
from tests.integration.running import Process

#: In `make soak`, too, where others' answers are judged by the second.
pytestmark = pytest.mark.soak

#: What all clients may make the broker hold.
LIMIT = 64 * MB


class OldConsumersTests(HostileCase):
    """Fetch of version 3, whose answers are made in memory."""

    settings: ClassVar[dict[str, str]] = {"queued.max.request.bytes": str(LIMIT)}
    growth_bytes: ClassVar[int] = 80 * MB

    def test_four_that_read_nothing(self) -> None:
        """Each asks a hundred times for 36 MB of small records."""
        with Friend(self.plain) as friend:
            for _ in range(40):
                self.assert_code(friend.produce("victim", batch(NOW_MS, 1000, value=os.urandom(900))), ErrorCode.NONE)
        self.befriend()
        before = self.rss()
        wanted = [FetchTopic(topic="victim", partitions=[FetchPartition(partition=0, fetch_offset=0, partition_max_bytes=40 * MB)])]
        requests = framed(raw(1, 3, join_parts(encode(FetchRequest(max_bytes=40 * MB, min_bytes=1, topics=wanted), 3)))) * 100
        made = []
        for _ in range(4):
            connection = socket.socket()
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.connect(("127.0.0.1", self.plain))
            connection.sendall(requests)
            self.addCleanup(connection.close)
            made.append(connection)
        most, asked, slowest_s = 0, 0, 0.0
        deadline = time.monotonic() + 2
        while time.monotonic() < deadline or asked <= 3:
            began = time.monotonic()
            self.assert_served()
            self.befriend()
            slowest_s = max(slowest_s, time.monotonic() - began)
            asked += 1
            most = max(most, self.rss())
        for connection in made:
            connection.close()
        print(f"four old consumers: {(most - before) / MB:.1f} MB at most; {asked} rounds of others, the slowest {slowest_s * 1000:.0f} ms")
        # The limit, the batches that were under way when it was reached, and the allocator.
        self.assertLess(most - before, LIMIT + 80 * MB)
        self.assertLess(slowest_s, 10)


class FloodTests(Crowd):
    """Many connections that send large requests as fast as they can, while others want to be answered."""

    LIMIT: ClassVar[int] = 32 * MB
    LARGEST: ClassVar[int] = 16 * MB
    settings: ClassVar[dict[str, str]] = {
        "queued.max.request.bytes": str(LIMIT),
        "socket.request.max.bytes": str(LARGEST),
        "socket.listen.backlog.size": "2500",
        "klog.request.timeout.ms": "30000",
    }
    #: What the allocator keeps of thousands of buffers; it does not grow with a second flood.
    growth_bytes: ClassVar[int] = 100 * MB

    def test_others_are_answered(self) -> None:
        """Small requests and such of 300 KB, long before ``klog.request.timeout.ms``."""
        connected = self.rss()
        crowd = self.crowd()
        flood = Flood(self, crowd, self.LARGEST)
        most, asked, small_s, large_s = 0, 0, 0.0, 0.0
        deadline = time.monotonic() + 2.5
        while time.monotonic() < deadline:
            flood.send(0.5)
            most = max(most, self.rss())
            began = time.monotonic()
            self.befriend()
            small_s = max(small_s, time.monotonic() - began)
            began = time.monotonic()
            with Friend(self.plain) as friend:
                self.assert_code(friend.produce("victim", batch(NOW_MS, 1, value=os.urandom(300_000))), ErrorCode.NONE)
            large_s = max(large_s, time.monotonic() - began)
            asked += 1
            most = max(most, self.rss())
        for made in crowd:
            made.close()
        took = f"the slowest small ones {small_s:.2f} s, the slowest large one {large_s:.2f} s"
        print(f"{self.COUNT} senders: {(most - connected) / MB:.1f} MB at most; {asked} rounds of others, {took}")
        if peers.SOAK:
            self.assertLess(small_s, 2)
            self.assertLess(large_s, 5)
        # Twice the limit before anybody is closed, two that are let finish, and the allocator.
        self.assertLess(most - connected, 2 * self.LIMIT + 4 * self.LARGEST + 60 * MB)


class SlowDiskTests(HostileCase):
    """The flush rule, and a disk whose ``fdatasync`` takes a second."""

    settings: ClassVar[dict[str, str]] = {
        "queued.max.request.bytes": str(LIMIT),
        "log.flush.interval.messages": "1",
        "klog.request.timeout.ms": "30000",
    }
    growth_bytes: ClassVar[int] = 60 * MB

    def test_answers_that_wait_hold_no_records(self) -> None:
        """40 requests of 900 KB each from four producers: all in the log, none in memory."""
        strace = peers.program("strace")
        probe = subprocess.run([strace, "-f", "-o", "/dev/null", "true"], stderr=subprocess.PIPE, text=True)
        if probe.returncode:
            peers.missing("ptrace", f"strace may not trace: {probe.stderr.strip()[:200]}")
        slow = 'exec "$0" -f -e trace=fdatasync -e inject=fdatasync:delay_enter=1000000 -o /dev/null -p "$1" 2>&1'
        tracer = Process(["sh", "-c", slow, strace, str(self.broker.pid)], "attached")
        self.addCleanup(tracer.terminate)
        before = self.rss()
        producers = []
        for _ in range(4):
            made = socket.create_connection(("127.0.0.1", self.plain), 10)
            made.settimeout(60)
            self.addCleanup(made.close)
            wire = ClientConnection("waiting")
            for _ in range(10):
                data = PartitionProduceData(index=0, records=batch(NOW_MS, 1, value=os.urandom(900_000)))
                request = ProduceRequest(acks=-1, timeout_ms=30_000, topic_data=[TopicProduceData(name="victim", partition_data=[data])])
                made.sendall(join_parts(wire.request(request, 9)[1]))
            producers.append((made, wire))
        most = self.rss()
        self.assert_served()
        answers = 0
        for made, wire in producers:
            codes: list[int] = []
            while len(codes) < 10:
                received = made.recv(1 << 16)
                self.assertTrue(received, "the broker hung up on a producer")
                codes += [answer.responses[0].partition_responses[0].error_code for _, answer in wire.receive(received)]
                most = max(most, self.rss())
            self.assertEqual(set(codes), {0})
            answers += len(codes)
        tracer.terminate()
        print(f"{answers} answers that waited: {(most - before) / MB:.1f} MB at most")
        # One buffer of each producer's, and the allocator; the records are 36 MB.
        self.assertLess(most - before, 20 * MB)
