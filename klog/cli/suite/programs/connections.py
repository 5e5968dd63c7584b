"""Many connections, each with one request under way: ``python -m klog.cli.suite.programs.connections HOST:PORT TOPIC COUNT RECORDS SIZE``.

As many small producers as there are connections, each of which sends a record, waits for its answer (acks=1), and sends the next: what a
broker in front of a thousand processes sees. One epoll loop and requests that are made once and sent again with another correlation id, so
that this program takes little of the machine that it shares with the broker; of each answer the error is looked at.

Prints one line of JSON: seconds, records, a histogram of the answers' latencies.
"""

from __future__ import annotations

import contextlib
import json
import select
import socket
import struct
import sys
import time
from collections.abc import Sequence

from klog.cli.suite.histogram import Histogram
from klog.records.implementations import codec
from klog.span import join_parts
from klog.wire.client import ClientConnection
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, TopicProduceData

PRODUCE_VERSION = 9
#: A server's queue of connections to be accepted is short, and whoever finds it full tries again a second later.
CONNECTS_AT_ONCE = 20
PATIENCE_S = 30.0
_ID = struct.Struct(">i")
_ERROR = struct.Struct(">h")


def request(topic: str, size: int, timestamp_ms: int) -> bytearray:
    """A Produce request of one record, as it goes over the wire; its correlation id stands at byte 8."""
    records = codec.build_batch([(timestamp_ms, None, b"x" * size, ())])
    data = TopicProduceData(name=topic, partition_data=[PartitionProduceData(index=0, records=records)])
    message = ProduceRequest(acks=1, timeout_ms=30_000, topic_data=[data])
    return bytearray(join_parts(ClientConnection("suite").request(message, PRODUCE_VERSION)[1]))


def error_place(topic: str) -> int:
    """Where in the answer's frame its error stands: behind length, correlation id, an empty tag section, the count of topics, the name with
    its length, the count of partitions and the partition."""
    return 4 + 4 + 1 + 1 + 1 + len(topic.encode()) + 1 + 4


class _Connection:
    def __init__(self, address: tuple[str, int], frame: bytearray) -> None:
        self.socket = socket.create_connection(address, PATIENCE_S)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.frame = bytearray(frame)
        self.correlation_id = 0
        self.sent_s = 0.0
        self.buffer = b""

    def send(self, now_s: float) -> None:
        self.correlation_id = (self.correlation_id + 1) & 0x7FFFFFFF
        _ID.pack_into(self.frame, 8, self.correlation_id)
        self.sent_s = now_s
        self.socket.sendall(self.frame)

    def receive(self, place: int) -> bool:
        """Whether the answer has come.

        :raises ValueError: it says that there was an error, or is no answer.
        """
        data = self.socket.recv(4096)
        if not data:
            raise ValueError("the broker closed a connection")
        self.buffer += data
        if len(self.buffer) < 4 or len(self.buffer) < 4 + _ID.unpack_from(self.buffer)[0]:
            return False
        answer, self.buffer = self.buffer, b""
        if _ID.unpack_from(answer, 4)[0] != self.correlation_id:
            raise ValueError(f"an answer to request {_ID.unpack_from(answer, 4)[0]}, not to {self.correlation_id}")
        error = _ERROR.unpack_from(answer, place)[0]
        if error:
            raise ValueError(f"a record was refused with error {error}")
        return True


def load(address: tuple[str, int], topic: str, count: int, records: int, size: int) -> tuple[float, Histogram]:
    """Seconds that the records took, and the latencies.

    :raises ValueError: a record was refused, or a connection closed. :raises TimeoutError: no answers any more. Raises OSError.
    """
    frame, place = request(topic, size, time.time_ns() // 1_000_000), error_place(topic)
    by_fd: dict[int, _Connection] = {}
    with select.epoll() as poll, contextlib.ExitStack() as stack:
        for number in range(count):
            one = _Connection(address, frame)
            stack.callback(one.socket.close)
            by_fd[one.socket.fileno()] = one
            poll.register(one.socket.fileno(), select.EPOLLIN)
            if number % CONNECTS_AT_ONCE == CONNECTS_AT_ONCE - 1:
                time.sleep(0.01)
        histogram = Histogram()
        began = time.perf_counter()
        sent = answered = 0
        for one in by_fd.values():
            if sent < records:
                one.send(time.perf_counter())
                sent += 1
        while answered < records:
            events = poll.poll(PATIENCE_S)
            if not events:
                raise TimeoutError(f"{sent - answered} requests had no answer within {PATIENCE_S:g} s")
            for fd, _ in events:
                one = by_fd[fd]
                if not one.receive(place):
                    continue
                now = time.perf_counter()
                histogram.add(now - one.sent_s)
                answered += 1
                if sent < records:
                    one.send(now)
                    sent += 1
        return time.perf_counter() - began, histogram


def main(arguments: Sequence[str]) -> int:
    """See above; the exit code."""
    address, topic, count, records, size = arguments
    host, _, port = address.rpartition(":")
    try:
        seconds, histogram = load((host, int(port)), topic, int(count), int(records), int(size))
    except (ValueError, OSError) as error:  # TimeoutError is an OSError
        print(error, file=sys.stderr)
        return 1
    print(json.dumps({"seconds": seconds, "records": int(records), "histogram": histogram.plain()}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
