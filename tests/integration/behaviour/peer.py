"""A broker under the script: connections that are made anew when the broker closes them, and what was learned of the broker so far."""

from __future__ import annotations

import contextlib
import socket
import struct
import time
from collections.abc import Callable
from typing import Any

from klog.span import join_parts
from klog.wire.apis import APIS
from klog.wire.client import ClientConnection
from klog.wire.compiled_codec import decode
from klog.wire.header import response_has_tags
from klog.wire.messages.api_versions import ApiVersionsRequest
from klog.wire.messages.create_topics import CreateTopicsResponse
from klog.wire.messages.describe_configs import DescribeConfigsRequest, DescribeConfigsResource
from klog.wire.messages.list_offsets import ListOffsetsPartition, ListOffsetsRequest, ListOffsetsTopic
from klog.wire.messages.metadata import MetadataRequest, MetadataRequestTopic, MetadataResponse
from klog.wire.primitives import skip_tagged_section
from klog.wire.schema import NO_UUID, Message
from tests.integration.behaviour.plain import Names, plain
from tests.integration.running import read_frame

CLOSED = "(closed)"
SILENT = "(no answer)"
PARKED = "(waits)"
WAIT_SECONDS = 10
SETTLE_SECONDS = 15
#: After which a request without an answer counts as parked.
PARKED_SECONDS = 0.15


class _Line:
    """One connection."""

    def __init__(self, address: tuple[str, int], client_id: str) -> None:
        self.socket = socket.create_connection(address, WAIT_SECONDS)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.client = ClientConnection(client_id)


class Peer:
    """One broker and the state of the script on it.

    :param address: host:port.
    :param base_ms: the time from which the script's timestamps count, the same for all brokers.
    :param is_klog: whether it is klog; only for what the two must be asked differently, never for what they must answer.
    """

    def __init__(self, address: str, base_ms: int, *, is_klog: bool) -> None:
        host, _, port = address.rpartition(":")
        self.names = Names((host, int(port)))
        self.base_ms = base_ms
        self.is_klog = is_klog
        #: What steps remember for later ones: producer ids, session ids, epochs.
        self.memory: dict[str, int] = {}
        self._lines: dict[str, _Line] = {}

    def close(self) -> None:
        """Hang up."""
        for name in list(self._lines):
            self.hang_up(name)

    def hang_up(self, line: str) -> None:
        """Close one connection."""
        self._lines.pop(line).socket.close()

    def _line(self, line: str) -> _Line:
        if line not in self._lines:
            self._lines[line] = _Line(self.names.address, "behaviour")
        return self._lines[line]

    def ask(self, message: Message, version: int, patience_seconds: float = WAIT_SECONDS, line: str = "") -> Any:
        """The answer, or `CLOSED`, or `SILENT`; `line` is the connection's name."""
        _, parts = self._line(line).client.request(message, version)
        return self._exchange(join_parts(parts), patience_seconds, line)

    def park(self, message: Message, version: int, line: str) -> Any:
        """As `ask` for a request that the broker keeps: `PARKED` where it does."""
        _, parts = self._line(line).client.request(message, version)
        return self._exchange(join_parts(parts), PARKED_SECONDS, line, PARKED)

    def collect(self, line: str, patience_seconds: float = WAIT_SECONDS) -> Any:
        """The answer to what was parked on `line`."""
        return self._exchange(b"", patience_seconds, line)

    def _exchange(self, data: bytes, patience_seconds: float = WAIT_SECONDS, name: str = "", silence: str = SILENT) -> Any:
        line = self._line(name)
        line.socket.settimeout(patience_seconds)
        try:
            line.socket.sendall(data)
            while True:
                piece = line.socket.recv(1 << 20)
                if not piece:
                    break
                for _, answer in line.client.receive(piece):
                    return answer
        except TimeoutError:
            if silence is SILENT:
                self.hang_up(name)
            return silence
        except (ConnectionResetError, BrokenPipeError):
            pass
        self.hang_up(name)
        return CLOSED

    def tell(self, message: Message, version: int) -> Any:
        """Send what gets no answer; `SILENT` where the next request is answered, else `CLOSED`."""
        client = self._line("").client
        _, parts = client.request(message, version, expects_answer=False)
        _, probe = client.request(ApiVersionsRequest(), 0)
        answer = self._exchange(join_parts(parts) + join_parts(probe))
        return SILENT if isinstance(answer, Message) else answer

    def raw(self, frame: bytes, *, prefix: bool = True) -> Any:
        """Send one frame as it is on a connection of its own; the decoded answer, `CLOSED` or `SILENT`."""
        with socket.create_connection(self.names.address, WAIT_SECONDS) as own:
            own.settimeout(3)
            try:
                own.sendall((struct.pack(">i", len(frame)) if prefix else b"") + frame)
                answer = read_frame(own)
            except TimeoutError:
                return SILENT
            except (ConnectionResetError, BrokenPipeError):
                return CLOSED
        if answer is None:
            return CLOSED
        key, version = struct.unpack_from(">hh", frame)
        response = APIS[key].response
        if key == 18 and not 0 <= version <= 4:
            version = 0
        position = 4
        if response_has_tags(response, version):
            position = skip_tagged_section(memoryview(answer), position)
        message, _ = decode(response, version, memoryview(answer), position)
        return message

    def learn(self, answer: Any) -> None:
        """Topic ids out of answers that tell them."""
        if isinstance(answer, CreateTopicsResponse):
            for created in answer.topics:
                if not created.error_code and created.topic_id != NO_UUID:
                    self.names.topics[created.topic_id] = created.name
        elif isinstance(answer, MetadataResponse):
            for topic in answer.topics:
                if topic.name and topic.topic_id != NO_UUID:
                    self.names.topics[topic.topic_id] = topic.name

    def as_plain(self, answer: Any, version: int) -> Any:
        """See `plain`."""
        return plain(answer, version, self.names) if isinstance(answer, Message) else answer

    # Waiting until what was done is seen everywhere; Apache Kafka answers before its own caches follow.

    def settle(self, done: Callable[[], bool], what: str) -> None:
        """Ask `done` until it says so."""
        deadline = time.monotonic() + SETTLE_SECONDS
        while not done():
            if time.monotonic() > deadline:
                raise AssertionError(f"{self.names.address}: {what} was not seen within {SETTLE_SECONDS} s")
            time.sleep(0.01)

    def await_topics(self, sizes: dict[str, int]) -> None:
        """Wait until every topic of `sizes` has that many partitions, all of them served; 0 is no such topic."""
        asked = MetadataRequest(topics=[MetadataRequestTopic(name=name) for name in sizes], allow_auto_topic_creation=False)

        def known() -> bool:
            answer = self.ask(asked, 12)
            self.learn(answer)
            found = {topic.name: len(topic.partitions) if not topic.error_code else 0 for topic in answer.topics}
            return found == sizes

        def served() -> bool:
            topics = [
                ListOffsetsTopic(name=name, partitions=[ListOffsetsPartition(partition_index=index, timestamp=-1) for index in range(size)])
                for name, size in sizes.items()
                if size
            ]
            answer = self.ask(ListOffsetsRequest(replica_id=-1, topics=topics), 5)
            return all(not partition.error_code for topic in answer.topics for partition in topic.partitions)

        self.settle(known, f"topics {sizes}")
        self.settle(served, f"serving of {sizes}")

    def await_configs(self, resource_type: int, name: str, wanted: dict[str, str | None]) -> None:
        """Wait until a resource has these values."""
        resource = DescribeConfigsResource(resource_type=resource_type, resource_name=name, configuration_keys=list(wanted))

        def done() -> bool:
            answer = self.ask(DescribeConfigsRequest(resources=[resource]), 2)
            found = {config.name: config.value for result in answer.results for config in result.configs}
            return all(found.get(key) == value for key, value in wanted.items())

        self.settle(done, f"{name}: {wanted}")
        if not self.is_klog:
            # What reads the value follows what describes it.
            time.sleep(0.05)


@contextlib.contextmanager
def closing(peer: Peer) -> Any:
    """Hang up at the end."""
    try:
        yield peer
    finally:
        peer.close()
