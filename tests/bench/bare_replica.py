"""The least that three Twisted brokers do for a batch with three copies: ``python -m tests.bench.bare_replica 0 PORT PORT PORT FOLDER``.

A program for one broker of three, which `tests.bench.bare_replication` starts and measures beside klog. It speaks Kafka's protocol as far
as `producer-perf-test` and its own like need it, and looks at nothing that it need not: every topic is the one that it has, of six
partitions, of which it leads each third one and follows the others. A client is told of versions whose layout has no varints, so that
everything stands at a fixed place once the lengths of its name and the topic's are known.

======================== ==============================================================================================
Produce                  each batch is given its offset, and all that one read brings for a partition is one write
Fetch, of a follower     says how far it is; answered at the end of the reactor's turn, with what came since the one before
end of the turn          answers to producers whose batches both followers have leave in one write, then Fetches are answered
answer to a follower     one write for each partition, a walk over the batches' lengths for the next offset, the next Fetch
======================== ==============================================================================================

There are no checks, no index, no sessions, no timers, no second topic, and no way to be wrong that is noticed; what a follower is sent is
what lies in memory yet. Reactor and transports are klog's, with its buffers for large frames and its writes that do not wait. What klog
needs beyond this is its own; what this needs is the protocol's, Twisted's and the kernel's, in Python. With ``checked`` behind the folder
the leader looks at each batch as klog does (`Codec.ordinary`: CRC and every record), and so does the follower (`Codec.copied_runs`).
"""

from __future__ import annotations

import collections
import functools
import gc
import json
import os
import pathlib
import struct
import sys
from typing import Any

from twisted.internet import reactor as twisted_reactor
from twisted.internet.protocol import Factory, Protocol, ReconnectingClientFactory

from klog.net.direct_events import hand_events_out_directly
from klog.net.tcp_transports import BrokerPort, client_reactor
from klog.records.implementations import codec
from klog.span import join_parts
from klog.wire.compiled_codec import decode, encode
from klog.wire.messages.api_versions import ApiVersion, ApiVersionsResponse
from klog.wire.messages.init_producer_id import InitProducerIdResponse
from klog.wire.messages.metadata import (
    MetadataRequest,
    MetadataResponse,
    MetadataResponseBroker,
    MetadataResponsePartition,
    MetadataResponseTopic,
)

reactor: Any = twisted_reactor

BROKERS = range(3)
PARTITIONS = 6
TOPIC = b"copied"
LEADER_EPOCH = 0
_PRODUCE, _FETCH, _METADATA, _API_VERSIONS, _INIT_PRODUCER_ID = 0, 1, 3, 18, 22
#: The newest of each whose layout is not flexible.
VERSIONS = {_PRODUCE: 8, _FETCH: 11, _METADATA: 8, _INIT_PRODUCER_ID: 1}

_INT = struct.Struct(">i")
_HEADER = struct.Struct(">ihhih")
#: Of a partition in a Produce request: its index and the length of its batch; where in a batch the last offset's delta is.
_PARTITION = struct.Struct(">ii")
_LAST_OFFSET_DELTA = 23
#: What a leader writes into a batch: base offset, length (as it was), leader epoch.
_STORED = struct.Struct(">qii")
_BASE_OFFSET_AND_LENGTH = struct.Struct(">qi")
_NAME = f"h{len(TOPIC)}s"
#: From the header's end to the count of partitions: transactional id, acks, timeout, count of topics, the topic's name.
_TO_PARTITIONS = struct.calcsize(">hhii" + _NAME)
#: Answers with one and with two partitions.
_PRODUCED = [struct.Struct(f">iii{_NAME}i" + "ihqqqih" * count + "i") for count in range(PARTITIONS // len(BROKERS) + 1)]

_FETCHER = b"fetcher"
_FETCH_REQUEST = struct.Struct(f">ihhih{len(_FETCHER)}s iiiibiii{_NAME}i iiqqi iiqqi ih")
_REPLICA_AT = _HEADER.size + len(_FETCHER)
_OFFSETS_AT = [
    struct.calcsize(f">ihhih{len(_FETCHER)}s iiiibiii{_NAME}i ii" + "qqi ii" * place) for place in range(PARTITIONS // len(BROKERS))
]
_OFFSET = struct.Struct(">q")
_FETCHED = struct.Struct(f">iiihii{_NAME}i")
_FETCHED_PARTITION = struct.Struct(">ihqqqiii")


class Log:
    """One copy of a partition: a file, and where it ends.

    :ivar offsets: of a partition that we lead: how far each follower is.
    :ivar committed: what both have.
    :ivar fresh: what the read that is being handled has brought.
    :ivar unsent: by follower, what it has not been given.
    """

    __slots__ = ("bytes", "committed", "end", "file", "fresh", "index", "offsets", "unsent")

    def __init__(self, folder: pathlib.Path, index: int) -> None:
        self.index = index
        self.file = os.open(folder / f"{index}.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        self.end = self.committed = 0
        self.offsets = dict.fromkeys(BROKERS, 0)
        self.fresh: list[Any] = []
        self.unsent: dict[int, list[Any]] = {number: [] for number in BROKERS}
        self.bytes = dict.fromkeys(BROKERS, 0)


class Frames(Protocol):
    """One connection: bytes in, whole frames out (`frame`); a large one is received into its own buffer."""

    def __init__(self) -> None:
        self._rest = b""
        self._buffer: memoryview | None = None
        self._have = 0

    def connectionMade(self) -> None:
        """Twisted's hook."""
        transport: Any = self.transport
        transport.setTcpNoDelay(True)
        transport.receive_into(self)

    def writable(self) -> memoryview | None:
        """See `klog.net.tcp_transports.ReceivesInto`."""
        return None if self._buffer is None else self._buffer[self._have :]

    def wrote(self, count: int) -> None:
        """See `klog.net.tcp_transports.ReceivesInto`."""
        self._have += count
        view = self._buffer
        if view is not None and self._have == len(view):
            self._buffer = None
            self.frame(view, 0)
            self.read_ended()

    def dataReceived(self, data: bytes) -> None:
        """Twisted's hook."""
        if self._rest:
            data = self._rest + data
            self._rest = b""
        view, start, end = memoryview(data), 0, len(data)
        while end - start >= 4:
            stop = start + 4 + _INT.unpack_from(view, start)[0]
            if stop > end:
                self._buffer = memoryview(bytearray(stop - start))
                self._have = end - start
                self._buffer[: self._have] = view[start:]
                break
            self.frame(view, start)
            start = stop
        else:
            self._rest = data[start:]
        self.read_ended()

    def frame(self, view: memoryview, start: int) -> None:
        """A frame begins there, with its length."""
        raise NotImplementedError

    def read_ended(self) -> None:
        """All whole frames of a read have been handed out."""


class Served(Frames):
    """The connection of a producer, or of a follower."""

    def __init__(self, broker: Broker) -> None:
        super().__init__()
        self._broker = broker
        self._partitions_at = 0
        self.replica = -1
        self.correlation_id = 0
        #: Produce requests that are not answered: correlation id, and of each partition log, base offset and end.
        self.unanswered: collections.deque[tuple[int, list[tuple[Log, int, int]]]] = collections.deque()

    def frame(self, view: memoryview, start: int) -> None:
        """A request."""
        _, key, version, correlation_id, name_bytes = _HEADER.unpack_from(view, start)
        if key == _PRODUCE:
            self._produce(view, start + _HEADER.size + name_bytes + _TO_PARTITIONS, correlation_id)
        elif key == _FETCH:
            self._fetch(view, start, correlation_id)
        else:
            body = self._broker.seldom(key, version, view[start + _HEADER.size + name_bytes :])
            self.transport.write(_PARTITION.pack(4 + len(body), correlation_id) + body)  # type: ignore[union-attr]

    def _produce(self, view: memoryview, at: int, correlation_id: int) -> None:
        broker = self._broker
        (count,) = _INT.unpack_from(view, at)
        at += 4
        wanted = []
        for _ in range(count):
            index, length = _PARTITION.unpack_from(view, at)
            at += 8
            if broker.is_checked:
                assert codec.ordinary(view[at : at + length], 1 << 20) is not None
            log = broker.logs[index]
            base = log.end
            log.end = end = base + _INT.unpack_from(view, at + _LAST_OFFSET_DELTA)[0] + 1
            pieces = (_STORED.pack(base, length - 12, LEADER_EPOCH), view[at + _STORED.size : at + length])
            log.fresh += pieces
            for number in broker.others:
                log.unsent[number] += pieces
                log.bytes[number] += length
            wanted.append((log, base, end))
            at += length
        broker.batches += count
        self.unanswered.append((correlation_id, wanted))
        broker.producers.add(self)

    def read_ended(self) -> None:
        """One write for each partition."""
        for log in self._broker.led:
            if log.fresh:
                os.writev(log.file, log.fresh)
                log.fresh = []
                self._broker.has_changed = True

    def _fetch(self, view: memoryview, start: int, correlation_id: int) -> None:
        broker = self._broker
        (replica,) = _INT.unpack_from(view, start + _REPLICA_AT)
        for log, at in zip(broker.led, _OFFSETS_AT, strict=True):
            (log.offsets[replica],) = _OFFSET.unpack_from(view, start + at)
            log.committed = min(log.offsets[number] for number in broker.others)
        self.replica, self.correlation_id = replica, correlation_id
        broker.parked.append(self)
        broker.has_changed = True

    def answer_producer(self) -> None:
        """All requests of which both followers have everything, in order."""
        answers, unanswered = [], self.unanswered
        while unanswered:
            correlation_id, wanted = unanswered[0]
            fields: list[Any] = []
            for log, base, end in wanted:
                if end > log.committed:
                    break
                fields += (log.index, 0, base, -1, 0, 0, -1)
            else:
                unanswered.popleft()
                form = _PRODUCED[len(wanted)]
                answers.append(form.pack(form.size - 4, correlation_id, 1, len(TOPIC), TOPIC, len(wanted), *fields, 0))
                continue
            break
        if answers:
            self.transport.write(b"".join(answers))  # type: ignore[union-attr]

    def answer_follower(self) -> bool:
        """With all that it has not been given; whether there is any."""
        replica = self.replica
        logs = [log for log in self._broker.led if log.bytes[replica]]
        if not logs:
            return False
        pieces: list[Any] = [b""]
        length = _FETCHED.size - 4
        for log in logs:
            size = log.bytes[replica]
            pieces.append(_FETCHED_PARTITION.pack(log.index, 0, log.committed, log.committed, 0, -1, -1, size))
            pieces += log.unsent[replica]
            length += _FETCHED_PARTITION.size + size
            log.unsent[replica], log.bytes[replica] = [], 0
        pieces[0] = _FETCHED.pack(length, self.correlation_id, 0, 0, 0, 1, len(TOPIC), TOPIC, len(logs))
        self.transport.writeSequence(pieces)  # type: ignore[union-attr]
        self._broker.fetches += 1
        return True


class Fetcher(Frames):
    """A follower's connection to a leader: one Fetch under way, for both of its partitions."""

    def __init__(self, broker: Broker, leader: int) -> None:
        super().__init__()
        self._broker = broker
        self._logs = [log for log in broker.logs if log.index % len(BROKERS) == leader]
        self._correlation_id = 0

    def connectionMade(self) -> None:
        """Twisted's hook."""
        super().connectionMade()
        self._ask()

    def _ask(self) -> None:
        self._correlation_id += 1
        one, other = self._logs
        self.transport.write(  # type: ignore[union-attr]
            _FETCH_REQUEST.pack(
                *(_FETCH_REQUEST.size - 4, _FETCH, VERSIONS[_FETCH], self._correlation_id, len(_FETCHER), _FETCHER),
                *(self._broker.number, 500, 1, 10 << 20, 0, 0, -1, 1, len(TOPIC), TOPIC, 2),
                *(one.index, LEADER_EPOCH, one.end, 0, 1 << 20),
                *(other.index, LEADER_EPOCH, other.end, 0, 1 << 20, 0, 0),
            )
        )

    def frame(self, view: memoryview, start: int) -> None:
        """An answer."""
        at = start + _FETCHED.size
        (count,) = _INT.unpack_from(view, at - 4)
        for _ in range(count):
            index, _, committed, _, _, _, _, size = _FETCHED_PARTITION.unpack_from(view, at)
            at += _FETCHED_PARTITION.size
            stop = at + size
            log = self._broker.logs[index]
            if self._broker.is_checked:
                assert codec.copied_runs(view[at:stop], log.end, LEADER_EPOCH) is not None
            os.write(log.file, view[at:stop])
            while at < stop:
                base, length = _BASE_OFFSET_AND_LENGTH.unpack_from(view, at)
                last = at
                at += 12 + length
            log.end = base + _INT.unpack_from(view, last + _LAST_OFFSET_DELTA)[0] + 1
            log.committed = committed
        self._ask()


class Broker:
    """One of three.

    :param ports: of all three, by number.
    :param is_checked: batches are looked at, as klog does.
    """

    def __init__(self, number: int, ports: list[int], folder: pathlib.Path, is_checked: bool) -> None:
        self.number = number
        self.is_checked = is_checked
        self.others = [other for other in BROKERS if other != number]
        self.logs = [Log(folder, index) for index in range(PARTITIONS)]
        self.led = self.logs[number :: len(BROKERS)]
        self.parked: list[Served] = []
        self.producers: set[Served] = set()
        self.has_changed = False
        self.batches = self.fetches = self.turns = 0
        self._ports = ports

    def start(self) -> None:
        """Listen, and follow the others."""
        factory = Factory()
        factory.noisy = False
        factory.buildProtocol = lambda address: Served(self)  # type: ignore[method-assign,assignment]
        BrokerPort(self._ports[self.number], factory, 50, "127.0.0.1", reactor).startListening()  # type: ignore[no-untyped-call]
        for leader in self.others:
            fetchers = ReconnectingClientFactory()
            fetchers.noisy, fetchers.maxDelay = False, 0.2  # type: ignore[assignment]
            fetchers.buildProtocol = functools.partial(self._fetcher, leader)  # type: ignore[method-assign,assignment]
            client_reactor(reactor).connectTCP("127.0.0.1", self._ports[leader], fetchers)
        iterate = reactor.doIteration

        def iterate_and_answer(timeout: float | None) -> None:
            iterate(timeout)
            self.turns += 1
            if self.has_changed:
                self._answer()

        reactor.doIteration = iterate_and_answer

    def _fetcher(self, leader: int, _address: object) -> Fetcher:
        return Fetcher(self, leader)

    def _answer(self) -> None:
        """The end of a turn of the reactor."""
        self.has_changed = False
        for producer in self.producers:
            if producer.unanswered:
                producer.answer_producer()
        self.parked = [follower for follower in self.parked if not follower.answer_follower()]

    def seldom(self, key: int, version: int, body: memoryview) -> bytes:
        """The answer to what a client asks once."""
        answer: Any
        if key == _API_VERSIONS:
            answer = ApiVersionsResponse(
                api_keys=[
                    ApiVersion(api_key=_API_VERSIONS, max_version=4),
                    *(ApiVersion(api_key=key, max_version=newest) for key, newest in VERSIONS.items()),
                ]
            )
        elif key == _METADATA:
            asked, _ = decode(MetadataRequest, version, body)
            answer = MetadataResponse(
                brokers=[MetadataResponseBroker(node_id=number, host="127.0.0.1", port=self._ports[number]) for number in BROKERS],
                cluster_id="bare",
                controller_id=0,
                topics=[
                    MetadataResponseTopic(
                        name=topic.name,
                        partitions=[
                            MetadataResponsePartition(
                                partition_index=index,
                                leader_id=index % len(BROKERS),
                                leader_epoch=LEADER_EPOCH,
                                replica_nodes=list(BROKERS),
                                isr_nodes=list(BROKERS),
                            )
                            for index in range(PARTITIONS)
                        ],
                    )
                    for topic in asked.topics or ()
                ],
            )
        else:
            assert key == _INIT_PRODUCER_ID, key
            answer = InitProducerIdResponse(producer_id=int.from_bytes(os.urandom(4), "big"), producer_epoch=0)
        return bytes(join_parts(encode(answer, version)))


def main() -> None:
    """One broker, until it is ended; then what it did, in JSON."""
    number, *ports = map(int, sys.argv[1:5])
    broker = Broker(number, ports, pathlib.Path(sys.argv[5]), "checked" in sys.argv[6:])
    hand_events_out_directly(reactor)
    broker.start()
    gc.collect()
    gc.freeze()
    gc.disable()
    print(f"READY 127.0.0.1:{ports[number]}", flush=True)
    reactor.run()
    print(json.dumps({"batches": broker.batches, "fetches": broker.fetches, "turns": broker.turns}), flush=True)


if __name__ == "__main__":
    main()
