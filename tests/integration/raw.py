"""Requests without a client library: one at a time, on a socket of their own."""

from __future__ import annotations

import socket
from typing import Any, Self

from klog.records.select import codec
from klog.wire.client import ClientConnection
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic
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


def produce_request(topic: str, value: bytes, partition: int = 0) -> ProduceRequest:
    """acks=all, one record."""
    batch = codec.build_batch([(1_700_000_000_000, None, value, ())])
    data = PartitionProduceData(index=partition, records=memoryview(batch))
    return ProduceRequest(acks=-1, timeout_ms=10_000, topic_data=[TopicProduceData(name=topic, partition_data=[data])])


def fetch_request(topic: str, *, wait_ms: int, min_bytes: int, offset: int = 0) -> FetchRequest:
    """From one partition."""
    partition = FetchPartition(partition=0, fetch_offset=offset, partition_max_bytes=64 << 20)
    return FetchRequest(
        max_wait_ms=wait_ms, min_bytes=min_bytes, max_bytes=64 << 20, topics=[FetchTopic(topic=topic, partitions=[partition])]
    )
