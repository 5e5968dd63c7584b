"""What a broker does while its reactor's turns are measured: each load a process, ``python -m tests.integration.reactor_loads NAME ...``.

They use sockets and ready frames, so that they take little of the machine that they share with the broker. Each prints READY when it has
been imported, which takes more of the machine than many a load, begins with the next line on its standard input, and prints one line of
JSON when its work is done. `LOADS` names them and tells what their arguments are.
"""

from __future__ import annotations

import json
import os
import selectors
import socket
import struct
import sys
import time
import zlib
from collections.abc import Callable, Sequence
from typing import Any

from klog.records.implementations import codec
from klog.wire.client import ClientConnection
from klog.wire.messages.consumer_group_heartbeat import ConsumerGroupHeartbeatRequest, TopicPartitions
from klog.wire.messages.create_topics import CreatableTopic, CreateTopicsRequest
from klog.wire.messages.delete_topics import DeleteTopicsRequest, DeleteTopicState
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.messages.metadata import MetadataRequest
from klog.wire.messages.offset_fetch import OffsetFetchRequest, OffsetFetchRequestTopic
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, TopicProduceData
from tests.integration.raw import Raw

#: Not available, not coordinator, loading: a coordinator that is not there yet.
_NOT_YET = (14, 15, 16)
#: How long a load may take that counts what is done.
PATIENCE_S = 300.0
#: How much longer than its run a reader is waited for that has had no answer.
FIRST_ANSWER_S = 30.0
#: What a reader asks for at a time.
PIECE_BYTES = 1 << 20


def produce(topic: str, records: bytes, partition: int = 0) -> ProduceRequest:
    """One batch, acknowledged."""
    data = PartitionProduceData(index=partition, records=memoryview(records))
    return ProduceRequest(acks=-1, timeout_ms=30_000, topic_data=[TopicProduceData(name=topic, partition_data=[data])])


def _produced(client: Raw, request: ProduceRequest) -> None:
    answer = client.ask(request, 9).responses[0].partition_responses[0]
    assert answer.error_code == 0, answer


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


def beside(address: str, topic: str, seconds: str) -> dict[str, Any]:
    """The producer beside: a small batch every five milliseconds, and how long each took to be acknowledged."""
    batch = codec.build_batch([(_now_ms(), None, bytes(500), ())] * 2)
    with Raw(address) as client:
        return _round_trips(client.socket, client.frame(produce(topic, batch), 9), float(seconds))


def bystander(seconds: str) -> dict[str, Any]:
    """The same round trips with a server of no work at all, a process of its own that nothing of klog is in: what the machine alone makes
    of them meanwhile. And the longest that this server took for an answer, by the wall and by its processor time."""
    near, far = socket.socketpair()
    answering = os.fork()
    if not answering:
        near.close()
        os._exit(_answer_at_once(far))
    far.close()
    frame = struct.pack(">i", 1000) + bytes(1000)
    with near:
        found = _round_trips(near, frame, float(seconds))
        near.sendall(struct.pack(">i", 0))
        wall_s, cpu_s = struct.unpack(">dd", _exactly(near, 16))
    os.waitpid(answering, 0)
    return {**found, "turn_ms": wall_s * 1000, "turn_cpu_ms": cpu_s * 1000}


def _answer_at_once(connection: socket.socket) -> int:
    """Until there is a frame of no bytes. An answer takes some tenths of a millisecond to compute, as a turn of a busy broker does."""
    most_wall_s = most_cpu_s = 0.0
    while True:
        (size,) = struct.unpack(">i", _exactly(connection, 4))
        if not size:
            connection.sendall(struct.pack(">dd", most_wall_s, most_cpu_s))
            return 0
        _exactly(connection, size)
        begun_s, begun_cpu_s = time.monotonic(), time.thread_time()
        for _ in range(20_000):
            pass
        most_cpu_s = max(most_cpu_s, time.thread_time() - begun_cpu_s)
        most_wall_s = max(most_wall_s, time.monotonic() - begun_s)
        connection.sendall(struct.pack(">i", 4) + bytes(4))


def _round_trips(connection: socket.socket, frame: bytes, seconds: float) -> dict[str, Any]:
    """`frame` every five milliseconds, and how long each took to be answered."""
    took_s: list[float] = []
    next_s = time.monotonic()
    end_s = next_s + seconds
    while True:
        begun_s = time.monotonic()
        if begun_s >= end_s:
            break
        connection.sendall(frame)
        head = _exactly(connection, 4)
        _exactly(connection, struct.unpack(">i", head)[0])
        took_s.append(time.monotonic() - begun_s)
        next_s = max(next_s + 0.005, begun_s)
        time.sleep(max(0.0, next_s - time.monotonic()))
    took_s.sort()
    return {
        "requests": len(took_s),
        "median_ms": took_s[len(took_s) // 2] * 1000,
        "p99_ms": took_s[int(len(took_s) * 0.99)] * 1000,
        "longest_ms": took_s[-1] * 1000,
    }


def _exactly(connection: socket.socket, count: int) -> bytes:
    data = b""
    while len(data) < count:
        piece = connection.recv(count - len(data))
        if not piece:
            raise ConnectionError("the broker hung up")
        data += piece
    return data


class _Reader:
    """Reads one partition from somewhere to its end, and from its beginning again."""

    def __init__(self, address: str, topic: str, partition: int, offset: int, end: int) -> None:
        host, _, port = address.rpartition(":")
        self.socket = socket.create_connection((host, int(port)), 30)
        self.topic, self.partition, self.offset, self.end = topic, partition, offset, end
        self.client = ClientConnection("reader")
        self.bytes = self.answers = 0

    def ask(self) -> None:
        """The next piece."""
        wanted = FetchPartition(partition=self.partition, fetch_offset=self.offset, partition_max_bytes=PIECE_BYTES)
        request = FetchRequest(
            max_wait_ms=500, min_bytes=1, max_bytes=PIECE_BYTES, topics=[FetchTopic(topic=self.topic, partitions=[wanted])]
        )
        _, parts = self.client.request(request, 11)
        self.socket.sendall(b"".join(bytes(part) for part in parts))  # type: ignore[arg-type]

    def take(self) -> None:
        """What has come."""
        data = self.socket.recv(1 << 20)
        if not data:
            raise ConnectionError("the broker hung up on a reader")
        for _, answer in self.client.receive(data):
            [found] = answer.responses[0].partitions
            assert found.error_code == 0, found.error_code
            records = found.records
            entries = codec.scan(bytes(records)) if records else []
            self.bytes += len(records or b"")
            self.answers += 1
            self.offset = entries[-1].last_offset + 1 if entries else self.end
            if self.offset >= self.end:
                self.offset = 0
            self.ask()


def readers(address: str, topic: str, count: str, partitions: str, end: str, seconds: str) -> dict[str, Any]:
    """`count` consumers far behind, spread over `partitions` that end at offset `end`."""
    number, places, last = int(count), int(partitions), int(end)
    each = -(-number // places)
    all_of_them = [_Reader(address, topic, one % places, last * (one // places) // each, last) for one in range(number)]
    return _read(all_of_them, float(seconds))


def _read(all_of_them: Sequence[_Reader | _BareReader], seconds: float) -> dict[str, Any]:
    with selectors.DefaultSelector() as ready:
        for reader in all_of_them:
            ready.register(reader.socket, selectors.EVENT_READ, reader)
            reader.ask()
        end_s = time.monotonic() + seconds
        # A machine that is busy may leave one of them without its first answer for longer than a short run lasts.
        last_s = end_s + FIRST_ANSWER_S
        while (now_s := time.monotonic()) < end_s or (now_s < last_s and not all(reader.answers for reader in all_of_them)):
            for key, _ in ready.select(0.2):
                key.data.take()
    return {"bytes": sum(reader.bytes for reader in all_of_them), "least_answers": min(reader.answers for reader in all_of_them)}


def bare_beside(address: str, seconds: str) -> dict[str, Any]:
    """The round trips of `beside` with a `tests.integration.bare_server`, and the longest turns of that."""
    host, _, port = address.rpartition(":")
    with socket.create_connection((host, int(port)), 30) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        ask = struct.pack(">ii", 4, 2)
        connection.sendall(ask)
        _exactly(connection, 20)
        found = _round_trips(connection, struct.pack(">ii", 1000, 0) + bytes(996), float(seconds))
        connection.sendall(ask)
        wall_s, cpu_s = struct.unpack(">dd", _exactly(connection, 20)[4:])
    return {**found, "turn_ms": wall_s * 1000, "turn_cpu_ms": cpu_s * 1000}


class _BareReader:
    """As `_Reader`, of a file of a bare server."""

    def __init__(self, address: str, file: int, position: int, end: int) -> None:
        host, _, port = address.rpartition(":")
        self.socket = socket.create_connection((host, int(port)), 30)
        self.file, self.position, self.end = file, position, end
        self.piece_bytes = min(PIECE_BYTES, end)
        self.left = self.bytes = self.answers = 0

    def ask(self) -> None:
        if self.position + self.piece_bytes > self.end:
            self.position = 0
        self.left = self.piece_bytes + 4
        self.socket.sendall(struct.pack(">iiiQi", 20, 1, self.file, self.position, self.piece_bytes))

    def take(self) -> None:
        data = self.socket.recv(1 << 20)
        if not data:
            raise ConnectionError("the bare server hung up on a reader")
        zlib.crc32(data)
        self.left -= len(data)
        self.bytes += len(data)
        if not self.left:
            self.answers += 1
            self.position += self.piece_bytes
            self.ask()


def bare_readers(address: str, count: str, files: str, end: str, seconds: str) -> dict[str, Any]:
    """As `readers`, of `files` that are `end` bytes long; each checks what it gets, as a consumer does."""
    number, places, last = int(count), int(files), int(end)
    each = -(-number // places)
    all_of_them = [_BareReader(address, one % places, last * (one // places) // each, last) for one in range(number)]
    return _read(all_of_them, float(seconds))


def create(address: str, topic: str, partitions: str) -> dict[str, Any]:
    """A topic of many partitions."""
    begun_s = time.monotonic()
    with Raw(address, 120) as client:
        wanted = CreatableTopic(name=topic, num_partitions=int(partitions), replication_factor=1)
        [made] = client.ask(CreateTopicsRequest(topics=[wanted], timeout_ms=100_000), 5).topics
        assert made.error_code == 0, made
    return {"partitions": int(partitions), "s": time.monotonic() - begun_s}


def delete(address: str, topic: str, partitions: str) -> dict[str, Any]:
    """The same topic, gone."""
    begun_s = time.monotonic()
    with Raw(address, 120) as client:
        [gone] = client.ask(DeleteTopicsRequest(topics=[DeleteTopicState(name=topic)], timeout_ms=100_000), 6).responses
        assert gone.error_code == 0, gone
        took_s = time.monotonic() - begun_s
        known = client.ask(MetadataRequest(topics=None), 9).topics
        assert topic not in [one.name for one in known]
    return {"partitions": int(partitions), "s": took_s}


class _Member:
    """A member of a group of KIP-848, as far as it takes to be given partitions and to give them back."""

    def __init__(self, address: str, group: str, number: int, topics: list[str]) -> None:
        host, _, port = address.rpartition(":")
        self.socket = socket.create_connection((host, int(port)), 30)
        self.client = ClientConnection(f"member-{number}")
        self.group, self.member_id, self.epoch = group, f"member-{number:015}", 0
        self.topics = topics
        self.owned: list[TopicPartitions] = []
        self.due_s = 0.0
        self.waits = False

    def beat(self, *, changed: bool) -> None:
        """One heartbeat; all that there is to say where it joins, what it owns where that has changed."""
        joins = self.epoch == 0
        request = ConsumerGroupHeartbeatRequest(
            group_id=self.group,
            member_id=self.member_id,
            member_epoch=self.epoch,
            rebalance_timeout_ms=60_000 if joins else -1,
            subscribed_topic_names=self.topics if joins else None,
            topic_partitions=self.owned if joins or changed else None,
        )
        _, parts = self.client.request(request, 1)
        self.socket.sendall(b"".join(bytes(part) for part in parts))  # type: ignore[arg-type]
        self.waits = True

    def take(self, now_s: float) -> None:
        """Its answer."""
        data = self.socket.recv(1 << 16)
        if not data:
            raise ConnectionError("the broker hung up on a member")
        for _, answer in self.client.receive(data):
            self.waits = False
            if answer.error_code in _NOT_YET:
                self.due_s = now_s + 0.2
                continue
            assert answer.error_code == 0, answer
            self.epoch = answer.member_epoch
            self.due_s = now_s + 1.0
            if answer.assignment is not None:
                self.owned = answer.assignment.topic_partitions
                self.beat(changed=True)

    @property
    def partitions(self) -> int:
        """How many it has."""
        return sum(len(topic.partitions) for topic in self.owned)


def members(address: str, group: str, count: str, topics: str, partitions: str) -> dict[str, Any]:
    """A group of `count` members joins at once, and is served until every partition has one owner and all are at one epoch. Then it
    leaves."""
    with Raw(address) as client:
        client.ask(FindCoordinatorRequest(coordinator_keys=[group]), 4)
    begun_s = time.monotonic()
    all_of_them = [_Member(address, group, number, topics.split(",")) for number in range(int(count))]
    beats = 0
    with selectors.DefaultSelector() as ready:
        for member in all_of_them:
            ready.register(member.socket, selectors.EVENT_READ, member)
        while True:
            now_s = time.monotonic()
            if now_s - begun_s > PATIENCE_S:
                raise AssertionError("the group does not come to rest")
            for member in all_of_them:
                if not member.waits and member.due_s <= now_s:
                    member.beat(changed=False)
                    beats += 1
            for key, _ in ready.select(0.02):
                key.data.take(now_s)
            if _is_at_rest(all_of_them, int(partitions)):
                break
    took_s = time.monotonic() - begun_s
    shares = [member.partitions for member in all_of_them]
    with Raw(address) as client:
        for member in all_of_them:
            member.socket.close()
            leaving = ConsumerGroupHeartbeatRequest(group_id=group, member_id=member.member_id, member_epoch=-1)
            client.ask(leaving, 1)
    return {"members": len(shares), "partitions": sum(shares), "most": max(shares), "least": min(shares), "beats": beats, "s": took_s}


def _is_at_rest(all_of_them: list[_Member], partitions: int) -> bool:
    shares = [member.partitions for member in all_of_them]
    if len({member.epoch for member in all_of_them}) != 1 or sum(shares) != partitions or max(shares) - min(shares) > 1:
        return False
    owned = {(topic.topic_id, index) for member in all_of_them for topic in member.owned for index in topic.partitions}
    return len(owned) == partitions


def loaded(address: str, groups: str, topic: str, partitions: str) -> dict[str, Any]:
    """Until the last of `groups` (comma-separated) tells all its committed offsets."""
    begun_s = time.monotonic()
    offsets = asked = 0
    with Raw(address) as client:
        for group in groups.split(","):
            client.ask(FindCoordinatorRequest(coordinator_keys=[group]), 4)
            while True:
                wanted = OffsetFetchRequestTopic(name=topic, partition_indexes=list(range(int(partitions))))
                answer = client.ask(OffsetFetchRequest(group_id=group, topics=[wanted]), 7)
                asked += 1
                if answer.error_code not in _NOT_YET:
                    break
                if time.monotonic() - begun_s > PATIENCE_S:
                    raise AssertionError(f"{group} is never loaded")
                time.sleep(0.05)
            assert answer.error_code == 0, answer.error_code
            offsets += sum(1 for partition in answer.topics[0].partitions if partition.committed_offset >= 0)
    return {"offsets": offsets, "asked": asked, "s": time.monotonic() - begun_s}


def churn(address: str, topic: str, rolling: str, partition: str, seconds: str) -> dict[str, Any]:
    """Fill a compacted topic of small segments, which is rolled and compacted all the while. One batch rolls a large segment of
    `rolling`."""
    written = 0
    filler = bytes(900)
    with Raw(address) as client:
        _produced(client, produce(rolling, codec.build_batch([(_now_ms(), None, bytes(500_000), ())]), int(partition)))
        end_s = time.monotonic() + float(seconds)
        while time.monotonic() < end_s:
            keys = [b"%d" % ((written * 7919 + number) % 50_000) for number in range(200)]
            batch = codec.build_batch([(_now_ms(), key, filler, ()) for key in keys])
            _produced(client, produce(topic, batch))
            written += 1
            time.sleep(0.004)
    return {"batches": written}


LOADS: dict[str, Callable[..., dict[str, Any]]] = {
    function.__name__: function
    for function in (beside, bystander, bare_beside, bare_readers, readers, create, delete, members, loaded, churn)
}


if __name__ == "__main__":
    print("READY", flush=True)
    sys.stdin.readline()
    print(json.dumps(LOADS[sys.argv[1]](*sys.argv[2:])), flush=True)
