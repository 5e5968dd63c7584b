"""Requests without a client library: one at a time, on a socket of their own."""

from __future__ import annotations

import socket
import time
from typing import Any, Self

from klog.records.implementations import codec
from klog.wire.client import ClientConnection
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic
from klog.wire.messages.init_producer_id import InitProducerIdRequest
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, TopicProduceData
from klog.wire.schema import Message


class ConnectionClosed(Exception):
    """Instead of an answer."""


class Raw:
    """A client that does one thing at a time, on one socket."""

    def __init__(self, address: str, timeout: float = 30) -> None:
        host, _, port = address.rpartition(":")
        self.socket = socket.create_connection((host, int(port)), timeout)
        self.client = ClientConnection("raw")

    def send(self, message: Message, version: int, *, expects_answer: bool = True) -> bytes:
        """Send a request; the frame, for those who want to send only a piece of another."""
        frame = self.frame(message, version, expects_answer=expects_answer)
        self.socket.sendall(frame)
        return frame

    def frame(self, message: Message, version: int, *, expects_answer: bool = True) -> bytes:
        _, parts = self.client.request(message, version, expects_answer=expects_answer)
        return b"".join(bytes(part) for part in parts)  # type: ignore[arg-type]

    def ask(self, message: Message, version: int) -> Any:
        """Send, and wait for the answer."""
        self.send(message, version)
        return self.answer()

    def answer(self) -> Any:
        """Wait for the next one."""
        while True:
            data = self.socket.recv(1 << 16)
            if not data:
                raise ConnectionClosed("the broker closed the connection")
            for _, answer in self.client.receive(data):
                return answer

    def close(self) -> None:
        self.socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def produce_request(topic: str, value: bytes, partition: int = 0, **fields: int) -> ProduceRequest:
    """acks=all, one record; `fields` of the batch's header: producer_id, producer_epoch, base_sequence."""
    batch = codec.build_batch([(int(time.time() * 1000), None, value, ())], **fields)
    data = PartitionProduceData(index=partition, records=memoryview(batch))
    return ProduceRequest(acks=-1, timeout_ms=10_000, topic_data=[TopicProduceData(name=topic, partition_data=[data])])


def fetch_request(topic: str, *, wait_ms: int, min_bytes: int, offset: int = 0) -> FetchRequest:
    """From one partition."""
    partition = FetchPartition(partition=0, fetch_offset=offset, partition_max_bytes=64 << 20)
    return FetchRequest(
        max_wait_ms=wait_ms, min_bytes=min_bytes, max_bytes=64 << 20, topics=[FetchTopic(topic=topic, partitions=[partition])]
    )


class Sequenced:
    """An idempotent producer by hand, on partition 0 of one topic, that says things twice, to whichever broker: the answer must be the
    first one's offset."""

    def __init__(self, address: str, topic: str) -> None:
        self.topic = topic
        with Raw(address) as client:
            answer = client.ask(InitProducerIdRequest(transactional_id=None, transaction_timeout_ms=60_000), 4)
        assert answer.error_code == 0, answer
        self.producer_id, self.epoch = answer.producer_id, answer.producer_epoch
        self.requests: list[tuple[ProduceRequest, int]] = []

    def say(self, address: str, count: int = 7) -> None:
        """The last one again (what a snapshot keeps of a producer), `count` new ones, and the last five of them."""
        with Raw(address) as client:
            self.again(client, self.requests[-1:])
            for _ in range(count):
                number = len(self.requests)
                fields = {"producer_id": self.producer_id, "producer_epoch": self.epoch, "base_sequence": number}
                request = produce_request(self.topic, b"in sequence %d" % number, **fields)
                self.requests.append((request, self.offset(client, request)))
            self.again(client, self.requests[-5:] if count >= 5 else [])

    def again(self, client: Raw, requests: list[tuple[ProduceRequest, int]]) -> None:
        for request, offset in requests:
            found = self.offset(client, request)
            assert found == offset, f"a duplicate of {offset} was answered with {found}"

    @staticmethod
    def offset(client: Raw, request: ProduceRequest) -> int:
        answer = client.ask(request, 9).responses[0].partition_responses[0]
        assert answer.error_code == 0, answer
        return int(answer.base_offset)
