"""What one request costs a broker: processor time of its thread, and how many functions are called for it.

A program of its own, which imports nothing but klog: ``python tests/bench/one_request.py`` with a ``PYTHONPATH`` that names a checkout
measures that one (`tests.bench.request_cost` runs two of them in turns). The broker stands on a reactor that is turned by hand, beside a
client on a real connection: the client sends, the reactor is turned until the answer is there, and only the turns are measured. So poller,
sockets and files are real, and neither the client's share nor the scheduler's is in the figure. Commands come by standard input, one a
line; each is answered by a line of JSON::

    work                        the kinds of requests
    time KIND ROUNDS REQUESTS   the least microseconds that a request took, in the best of so many rounds of so many requests
    calls KIND                  functions called for one request: those written in Python, and all
    steps KIND                  instructions of the interpreter for one request
    where KIND                  the same by function: which one the difference between two checkouts is in

With the argument ``counted`` the broker counts what is written, for the audit. With the argument ``closed`` clients show who they are, and
rights are looked up among 10,000 rules (`tests.bench.closed_broker`).
"""

from __future__ import annotations

import collections
import gc
import json
import os
import selectors
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

from klog.model import NO_TOPIC_ID
from klog.records.implementations import codec
from klog.span import join_parts
from klog.testing.embedded import make_reactor
from klog.testing.on_reactor import ReactorBroker
from klog.wire.client import ClientConnection
from klog.wire.compiled_codec import decode
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchResponse, FetchTopic
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.messages.heartbeat import HeartbeatRequest
from klog.wire.messages.join_group import JoinGroupRequest, JoinGroupRequestProtocol, JoinGroupResponse
from klog.wire.messages.list_offsets import ListOffsetsPartition, ListOffsetsRequest, ListOffsetsTopic
from klog.wire.messages.metadata import MetadataRequest, MetadataRequestTopic
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, TopicProduceData
from klog.wire.messages.sync_group import SyncGroupRequest, SyncGroupRequestAssignment
from klog.wire.schema import Message

TOPIC = "requests"
#: What a fetch of much takes at a time.
LARGE_BYTES = 1 << 20


class Client:
    """One connection to the broker, and the turns that answer it."""

    def __init__(self, reactor: Any, bootstrap: str) -> None:
        host, _, port = bootstrap.rpartition(":")
        self._reactor = reactor
        self._socket = socket.create_connection((host, int(port)))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.setblocking(False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._socket, selectors.EVENT_READ)
        self.wire = ClientConnection("bench")
        self._buffer = bytearray(4 << 20)
        for _ in range(5):
            reactor.iterate(0)

    def frame(self, message: Any, version: int) -> bytes:
        """A request, ready to be sent any number of times."""
        return bytes(join_parts(self.wire.request(message, version)[1]))

    def send(self, frame: bytes) -> None:
        """Hand a request to the kernel."""
        sent = 0
        while sent < len(frame):
            sent += self._socket.send(frame[sent:])

    def turn(self) -> int:
        """One turn of the reactor; nanoseconds that it took this thread."""
        began = time.thread_time_ns()
        self._reactor.iterate(0)
        return time.thread_time_ns() - began

    def receive(self) -> int:
        """Turn until a whole answer is there; nanoseconds. The answer stays in `answer`."""
        took, have, wanted = 0, 0, 4
        view = memoryview(self._buffer)
        while have < wanted:
            if not self._selector.select(0):
                took += self.turn()
            try:
                have += self._socket.recv_into(view[have:])
            except BlockingIOError:
                continue
            if have >= 4:
                wanted = 4 + int.from_bytes(view[:4], "big")
        self.answer = view[:wanted]
        return took

    def ask(self, frame: bytes) -> int:
        """`send` and `receive`."""
        self.send(frame)
        return self.receive()


def asking(client: Client) -> Callable[[Message, int], Any]:
    """`client`, one message at a time, before it sends anything else."""

    def ask(message: Message, version: int) -> Any:
        client.ask(client.frame(message, version))
        ((_, answer),) = client.wire.receive(bytes(client.answer))
        return answer

    return ask


def batch(records: int, record_bytes: int) -> bytes:
    """A batch of the newest format."""
    now_ms = time.time_ns() // 1_000_000
    return bytes(codec.build_batch([(now_ms, None, b"x" * record_bytes, ()) for _ in range(records)]))


def produce(records: bytes, partition: int) -> ProduceRequest:
    """To `TOPIC`."""
    data = PartitionProduceData(index=partition, records=records)
    return ProduceRequest(acks=1, timeout_ms=30_000, topic_data=[TopicProduceData(name=TOPIC, partition_data=[data])])


def fetch(offset: int, partition: int, *, max_bytes: int = LARGE_BYTES, min_bytes: int = 1, max_wait_ms: int = 500) -> FetchRequest:
    """From `TOPIC`, without a session, as librdkafka asks."""
    one = FetchPartition(partition=partition, fetch_offset=offset, partition_max_bytes=max_bytes)
    return FetchRequest(
        max_wait_ms=max_wait_ms,
        min_bytes=min_bytes,
        max_bytes=max_bytes,
        session_epoch=-1,
        topics=[FetchTopic(topic=TOPIC, topic_id=NO_TOPIC_ID, partitions=[one])],
    )


def kinds(client: Client, beside: Client) -> dict[str, Callable[[], int]]:
    """By name, what makes one request and gives the nanoseconds of its turns."""
    small, large = batch(1, 100), batch(150, 100)
    for _ in range(1200):  # about 20 MB
        client.ask(client.frame(produce(large, 0), 9))
    produce_large = client.frame(produce(large, 1), 9)
    produce_small = client.frame(produce(small, 2), 9)
    newest = fetches_of(client, 11)
    at = [0]

    def tail() -> int:
        """A reader waits at the end, and a record comes: what a message costs from one client to another."""
        if not at[0]:
            beside.ask(beside.frame(produce(small, 3), 9))
            at[0] = 1
        client.send(client.frame(fetch(at[0], 3), 11))
        took = client.turn()
        took += beside.ask(beside.frame(produce(small, 3), 9))
        at[0] += 1
        return took + client.receive()

    position = [0]

    def onwards() -> int:
        """The next megabyte of a partition that is read from its beginning."""
        if position[0] >= len(newest):
            position[0] = 0
        position[0] += 1
        return client.ask(newest[position[0] - 1])

    listed = ListOffsetsRequest(
        replica_id=-1, topics=[ListOffsetsTopic(name=TOPIC, partitions=[ListOffsetsPartition(partition_index=0, timestamp=-1)])]
    )
    small_fetch = client.frame(fetch(0, 2, max_bytes=200), 11)
    metadata = MetadataRequest(topics=[MetadataRequestTopic(name=TOPIC)], allow_auto_topic_creation=False)
    client.ask(produce_small)
    frames = {
        "Produce, 16 KiB": produce_large,
        "Produce, 100 B": produce_small,
        "Fetch, 100 B": small_fetch,
        "ListOffsets": client.frame(listed, 7),
        "Metadata": client.frame(metadata, 9),
        "FindCoordinator": client.frame(FindCoordinatorRequest(coordinator_keys=["g"]), 4),
    }
    made: dict[str, Callable[[], int]] = {name: lambda frame=frame: client.ask(frame) for name, frame in frames.items()}  # type: ignore[misc]
    return {**made, "Fetch, 1 MiB": onwards, "a record through": tail}


def heartbeats(client: Client) -> Callable[[], int]:
    """The member of a stable group, whose heartbeats its connection answers by itself."""
    client.ask(client.frame(FindCoordinatorRequest(key="g"), 0))
    protocols = [JoinGroupRequestProtocol(name="range", metadata=b"x")]
    joining = JoinGroupRequest(
        group_id="g", session_timeout_ms=300_000, rebalance_timeout_ms=60_000, protocol_type="consumer", protocols=protocols
    )
    joined = JoinGroupResponse(error_code=-1)
    while joined.error_code:
        # The coordinator's partition is being loaded.
        client.ask(client.frame(joining, 3))
        joined, _ = decode(JoinGroupResponse, 3, client.answer[8:])
    member_id, generation = joined.member_id, joined.generation_id
    assignments = [SyncGroupRequestAssignment(member_id=member_id, assignment=b"a")]
    client.ask(client.frame(SyncGroupRequest(group_id="g", generation_id=generation, member_id=member_id, assignments=assignments), 3))
    frame = client.frame(HeartbeatRequest(group_id="g", generation_id=generation, member_id=member_id), 4)
    return lambda: client.ask(frame)


def fetches_of(client: Client, version: int) -> list[bytes]:
    """One request for each megabyte of partition 0, in order."""
    found: list[bytes] = []
    offset = 0
    while True:
        frame = client.frame(fetch(offset, 0, min_bytes=0, max_wait_ms=0), version)
        client.ask(frame)
        response, _ = decode(FetchResponse, version, client.answer[8:])
        batches = response.responses[0].partitions[0].records or b""
        if len(batches) < LARGE_BYTES // 2:
            return found
        found.append(frame)
        offset = list(codec.scan(batches))[-1].last_offset + 1


def count_calls(work: Callable[[], int]) -> tuple[int, int]:
    """Functions called within the reactor's turns for one request: those written in Python, all."""
    found: list[tuple[int, int]] = []
    iterate = sys.modules["twisted.internet.base"].ReactorBase.iterate  # type: ignore[attr-defined]
    counts = {"call": 0, "c_call": 0}
    depth = [0]

    def note(frame: Any, event: str, argument: object) -> None:
        if frame.f_code is iterate.__code__:
            depth[0] += (event == "call") - (event == "return")
        elif depth[0] and event in counts:
            counts[event] += 1

    for _ in range(20):
        counts.update(call=0, c_call=0)
        sys.setprofile(note)
        try:
            work()
        finally:
            sys.setprofile(None)
        found.append((counts["call"], counts["call"] + counts["c_call"]))
    return min(found)


def count_steps(work: Callable[[], int]) -> dict[str, int]:
    """Instructions that the interpreter executes within the reactor's turns for one request, by function, most first."""
    iterate = sys.modules["twisted.internet.base"].ReactorBase.iterate  # type: ignore[attr-defined]
    counts: collections.Counter[Any] = collections.Counter()

    def step(frame: Any, event: str, argument: object) -> Any:
        if event == "opcode":
            counts[frame.f_code] += 1
        return step

    def called(frame: Any, event: str, argument: object) -> Any:
        outer = frame
        while outer is not None and outer.f_code is not iterate.__code__:
            outer = outer.f_back
        if outer is None:
            return None
        frame.f_trace_opcodes = True
        return step

    found: list[collections.Counter[Any]] = []
    for _ in range(20):
        counts = collections.Counter()
        sys.settrace(called)
        try:
            work()
        finally:
            sys.settrace(None)
        found.append(counts)
    least = min(found, key=lambda each: each.total())
    return {f"{code.co_qualname} ({os.path.basename(code.co_filename)}:{code.co_firstlineno})": n for code, n in least.most_common()}


def main() -> None:
    """Answer commands until there are no more."""
    reactor = make_reactor()
    with tempfile.TemporaryDirectory(prefix="klog-bench-") as folder:
        settings = {"log.retention.check.interval.ms": "86400000", "group.initial.rebalance.delay.ms": "0"}
        if "counted" in sys.argv[1:]:
            settings |= {"klog.audit.counts": "true", "klog.audit.counts.interval.ms": "3600000"}
        is_closed = "closed" in sys.argv[1:]
        if is_closed:
            from tests.bench import closed_broker

            settings |= closed_broker.settings(0, 0)
        broker = ReactorBroker(reactor, settings, data_directory=folder)
        reactor.startRunning(installSignalHandlers=False)
        broker.start()
        made = broker.create_topic(TOPIC, 4)
        while not made.called:
            reactor.iterate(0.01)
        if is_closed:
            closed_broker.furnish(asking(Client(reactor, broker.bootstrap)))

        def connect() -> Client:
            client = Client(reactor, broker.address("SASL_PLAINTEXT" if is_closed else None))
            if is_closed:
                closed_broker.log_in(asking(client))
            return client

        work = kinds(connect(), connect())
        work["Heartbeat"] = heartbeats(connect())
        for each in work.values():
            for _ in range(300):
                each()
        gc.collect()
        gc.freeze()
        for line in sys.stdin:
            command, *words = line.rstrip("\n").split("\t")
            answer: object = None
            if command == "work":
                answer = list(work)
            elif command == "calls":
                answer = count_calls(work[words[0]])
            elif command == "steps":
                answer = sum(count_steps(work[words[0]]).values())
            elif command == "where":
                answer = count_steps(work[words[0]])
            elif command == "time":
                each, rounds, requests = work[words[0]], int(words[1]), int(words[2])
                answer = min(sum(each() for _ in range(requests)) for _ in range(rounds)) / requests / 1000
            print(json.dumps(answer), flush=True)
        stopped = broker.stop()
        while not stopped.called:
            reactor.iterate(0.01)


if __name__ == "__main__":
    main()
    # The reactor's threads would be waited for.
    os._exit(0)
