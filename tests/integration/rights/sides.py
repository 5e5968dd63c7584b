"""Who is asked: a broker behind sockets, or klog's in memory on virtual time; each with a listener that asks nobody who he is (there
everybody may do everything), one that asks, and one that asks again and again.

A `Talk` is one connection; what goes wrong with it is an end without an answer, and no error.
"""

from __future__ import annotations

import socket
import time
from collections import deque
from collections.abc import Iterable
from typing import Any, Protocol

from klog.errors import ErrorCode
from klog.net.sasl import Plain
from klog.testing.broker import MemoryBroker
from klog.wire.client import ClientConnection
from klog.wire.messages.api_versions import ApiVersionsRequest
from klog.wire.messages.create_acls import CreateAclsRequest
from klog.wire.messages.create_topics import CreatableTopic, CreateTopicsRequest
from klog.wire.messages.delete_topics import DeleteTopicsRequest, DeleteTopicState
from klog.wire.messages.describe_acls import DescribeAclsRequest
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.messages.init_producer_id import InitProducerIdRequest
from klog.wire.messages.metadata import MetadataRequest, MetadataRequestTopic
from klog.wire.messages.offset_commit import OffsetCommitRequest, OffsetCommitRequestPartition, OffsetCommitRequestTopic
from klog.wire.messages.sasl_authenticate import SaslAuthenticateRequest
from klog.wire.messages.sasl_handshake import SaslHandshakeRequest
from klog.wire.schema import Message
from tests.integration.rights.cells import ABSENT, HIDDEN, PASSWORD, STANDS, User, name_of, rules_of
from tests.login_modules import PLAIN

OPEN, ASKING, SHORT = LISTENERS = ("PLAINTEXT", "SASL_PLAINTEXT", "SHORT")
PROTOCOLS = {OPEN: "PLAINTEXT", ASKING: "SASL_PLAINTEXT", SHORT: "SASL_PLAINTEXT"}
#: How long a session on the listener `SHORT` lasts.
SESSION_MS = 1000
#: Of these, what was there is made anew after each user, and what was made goes: they end it, where they may.
ENDING = {19: "topics", 20: "topics", 37: "topics", 42: "groups", 47: "groups"}
PATIENCE_S = 60.0


def settings(users: Iterable[User]) -> dict[str, str]:
    """What all brokers have in common, but for the addresses of their listeners."""
    known = " ".join(f'user_{user.name}="{PASSWORD}"' for user in users)
    return {
        "listener.security.protocol.map": ",".join(f"{name}:{protocol}" for name, protocol in PROTOCOLS.items()),
        "inter.broker.listener.name": OPEN,
        "super.users": "User:ANONYMOUS",
        "sasl.enabled.mechanisms": "PLAIN",
        "connection.failed.authentication.delay.ms": "1",
        "listener.name.sasl_plaintext.plain.sasl.jaas.config": f"{PLAIN} {known};",
        "listener.name.short.plain.sasl.jaas.config": f"{PLAIN} {known};",
        "listener.name.short.plain.connections.max.reauth.ms": str(SESSION_MS),
        "auto.create.topics.enable": "false",
        "offsets.topic.num.partitions": "1",
        "transaction.state.log.num.partitions": "1",
        "offsets.topic.replication.factor": "1",
        "transaction.state.log.replication.factor": "1",
        "transaction.state.log.min.isr": "1",
        "group.initial.rebalance.delay.ms": "0",
    }


class Talk(Protocol):
    """One connection."""

    def send(self, message: Message, version: int) -> None:
        """One request, without waiting."""

    def next(self) -> tuple[bytes, Any] | None:
        """The next answer: its bytes behind the correlation id, and what they mean. None where the connection has ended instead."""

    def close(self) -> None:
        """End it from here."""


class SocketTalk:
    """Over a socket."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), PATIENCE_S)
        self._wire = ClientConnection("matrix")
        self._answers: deque[tuple[bytes, Any]] = deque()

    def send(self, message: Message, version: int) -> None:
        _, pieces = self._wire.request(message, version)
        try:
            self._socket.sendall(b"".join(bytes(piece) for piece in pieces))  # type: ignore[arg-type]
        except OSError:
            pass

    def next(self) -> tuple[bytes, Any] | None:
        while not self._answers:
            try:
                data = self._socket.recv(1 << 16)
            except ConnectionError:
                return None
            if not data:
                return None
            for frame in self._wire.frames.feed(data):
                whole = bytes(frame)
                self._answers.append((whole[4:], self._wire.answer(memoryview(whole))[1]))
        return self._answers.popleft()

    def close(self) -> None:
        self._socket.close()


class MemoryTalk:
    """To a broker in memory, whose time passes until there is an answer."""

    def __init__(self, broker: MemoryBroker, listener: str) -> None:
        self._broker = broker
        self._far = broker.connect(listener).scripted
        self._wire = ClientConnection("matrix")
        self._answers: deque[tuple[bytes, Any]] = deque()
        self._read = 0

    def send(self, message: Message, version: int) -> None:
        _, pieces = self._wire.request(message, version)
        self._far.send(b"".join(bytes(piece) for piece in pieces))  # type: ignore[arg-type]

    def next(self) -> tuple[bytes, Any] | None:
        passed_s = 0.0
        self._broker.run()
        while not self._answers:
            fresh = bytes(self._far.received[self._read :])
            self._read += len(fresh)
            for frame in self._wire.frames.feed(fresh):
                whole = bytes(frame)
                self._answers.append((whole[4:], self._wire.answer(memoryview(whole))[1]))
            if not self._answers:
                if self._far.disconnected:
                    return None
                assert passed_s < PATIENCE_S, "no answer"
                self._broker.advance(0.05)
                passed_s += 0.05
        return self._answers.popleft()

    def close(self) -> None:
        self._far.hang_up()
        self._broker.run()


class Side:
    """A broker.

    :param name: as the record has it.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._admin: Talk | None = None
        self._ranges: dict[int, tuple[int, int]] = {}
        self._ids: dict[str, bytes] = {}

    def connect(self, listener: str) -> Talk:
        """Somebody who has not said anything yet."""
        raise NotImplementedError

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        raise NotImplementedError

    # -- as one who may do everything

    def ask(self, message: Message, at_most: int) -> Any:
        """One request by who may do everything, in the highest version up to `at_most`."""
        if self._admin is None:
            self._admin = self.connect(OPEN)
        version = at_most
        if self._ranges:
            version = min(at_most, self._ranges[type(message).api_key][1])
        self._admin.send(message, version)
        answer = self._admin.next()
        assert answer is not None, f"{self.name} ended the connection at {message}"
        return answer[1]

    @property
    def ranges(self) -> dict[int, tuple[int, int]]:
        """The versions that it tells of, by API."""
        if not self._ranges:
            told = self.ask(ApiVersionsRequest(client_software_name="matrix", client_software_version="1"), 3)
            self._ranges = {one.api_key: (one.min_version, one.max_version) for one in told.api_keys}
            # Kafka tells of Produce from 0 on, for old clients' sake, and speaks it from 3 on.
            self._ranges[0] = (3, self._ranges[0][1])
        return self._ranges

    def speaks(self, api_key: int, version: int) -> bool:
        """Whether it takes such a request."""
        low, high = self.ranges.get(api_key, (0, -1))
        return low <= version <= high

    def until(self, message: Message, at_most: int, code: Any) -> None:
        """Ask until there is no error: who has just begun is not ready at once."""
        left = round(PATIENCE_S / 0.1)
        while found := int(code(self.ask(message, at_most))):
            assert left, f"{self.name}: {ErrorCode(found).name} to {message}"
            left -= 1
            self.wait(0.1)

    def prepare(self, users: list[User]) -> None:
        """All resources but the hidden ones, and all rules."""
        assert self.ranges
        apis = sorted({user.api_key for user in users})
        self._create(*(name_of(api_key, STANDS) for api_key in apis))
        for kind in (0, 1):
            self.until(FindCoordinatorRequest(key="x", key_type=kind), 3, lambda answer: answer.error_code)
        for api_key in apis:
            name = name_of(api_key, STANDS)
            self._commit(name, name)
            self._begin(name)
            self._look(api_key)
        rules = [rule for user in users for rule in rules_of(user)]
        for first in range(0, len(rules), 400):
            results = self.ask(CreateAclsRequest(creations=rules[first : first + 400]), 3).results
            assert not any(one.error_code for one in results), results
        self.until(_ANY_RULE, 3, lambda answer: sum(len(one.acls) for one in answer.resources) < len(rules))

    def hide(self) -> None:
        """What nobody may see."""
        topic, group, producer = HIDDEN
        self._create(topic)
        self._commit(group, topic)
        self._begin(producer)

    def restore(self, api_key: int) -> None:
        """What stands there stands there again, and what does not, not, as far as this API changes that."""
        name = name_of(api_key, STANDS)
        match ENDING.get(api_key):
            case "topics":
                # The controller is asked, which knows of what was done a moment ago; brokers hear of it.
                self._delete(name_of(api_key, ABSENT))
                made = CreatableTopic(name=name, num_partitions=1, replication_factor=1)
                self.ask(CreateTopicsRequest(topics=[made], timeout_ms=30_000), 5)
                self.wait(0.3)
                self._look(api_key)
            case "groups":
                self._commit(name, name)

    def topic_id(self, api_key: int, which: str) -> bytes:
        """Of the API's topic; of the one that does not stand there, an id that none has."""
        return self._ids[name_of(api_key, STANDS)] if which == STANDS else bytes([1] * 16)

    def _create(self, *names: str) -> None:
        for first in range(0, len(names), 20):
            topics = [CreatableTopic(name=name, num_partitions=1, replication_factor=1) for name in names[first : first + 20]]
            self.until(CreateTopicsRequest(topics=topics, timeout_ms=30_000), 5, _not_there_yet)

    def _look(self, api_key: int) -> None:
        stands, absent = name_of(api_key, STANDS), name_of(api_key, ABSENT)
        asked = [MetadataRequestTopic(name=name) for name in (stands, absent)]
        ask = MetadataRequest(topics=asked, allow_auto_topic_creation=False)
        end = time.monotonic() + PATIENCE_S
        while True:
            told = {topic.name: topic for topic in self.ask(ask, 12).topics}
            there, other = told[stands], told[absent]
            if other.error_code != ErrorCode.UNKNOWN_TOPIC_OR_PARTITION:
                self._delete(absent)
            elif there.error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION:
                self.ask(
                    CreateTopicsRequest(topics=[CreatableTopic(name=stands, num_partitions=1, replication_factor=1)], timeout_ms=30_000), 5
                )
            elif len(there.partitions) > 1:
                self._delete(stands)
            elif not there.error_code and not there.partitions[0].error_code:
                self._ids[stands] = bytes(there.topic_id)
                return
            assert time.monotonic() < end, told
            self.wait(0.02)

    def _delete(self, name: str) -> None:
        self.ask(DeleteTopicsRequest(topics=[DeleteTopicState(name=name)], topic_names=[name], timeout_ms=30_000), 6)

    def _commit(self, group: str, topic: str) -> None:
        partition = OffsetCommitRequestPartition(partition_index=0, committed_offset=0, committed_metadata="")
        topics = [OffsetCommitRequestTopic(name=topic, partitions=[partition])]
        commit = OffsetCommitRequest(group_id=group, generation_id_or_member_epoch=-1, topics=topics)
        self.until(commit, 8, lambda answer: answer.topics[0].partitions[0].error_code)

    def _begin(self, transactional_id: str) -> None:
        begin = InitProducerIdRequest(transactional_id=transactional_id, transaction_timeout_ms=60_000)
        self.until(begin, 4, lambda answer: answer.error_code)

    def close(self) -> None:
        """The connection of who may do everything."""
        if self._admin is not None:
            self._admin.close()

    # -- as one of the users

    def enter(self, listener: str, user: User) -> Talk:
        """With the right password."""
        talk = self.connect(listener)
        knock(talk, user, PASSWORD)
        told = talk.next(), talk.next()
        assert told[0] is not None and told[1] is not None and not told[1][1].error_code, (self.name, user, told)
        return talk


_ANY_RULE = DescribeAclsRequest(resource_type_filter=1, pattern_type_filter=1, operation=1, permission_type=1)
_ANY_RULE.resource_name_filter = _ANY_RULE.principal_filter = _ANY_RULE.host_filter = None


def _not_there_yet(answer: Any) -> int:
    """The error of a topic that was not made, and is not there either."""
    return max(0 if one.error_code == ErrorCode.TOPIC_ALREADY_EXISTS else int(one.error_code) for one in answer.topics)


def knock(talk: Talk, user: User, password: str) -> None:
    """Say who one is, and wait for nothing."""
    talk.send(SaslHandshakeRequest(mechanism="PLAIN"), 1)
    talk.send(SaslAuthenticateRequest(auth_bytes=Plain(user.name, password).first()), 2)


class SocketSide(Side):
    """A broker of its own process.

    :param ports: by listener.
    """

    def __init__(self, name: str, ports: dict[str, int]) -> None:
        super().__init__(name)
        self._ports = ports

    def connect(self, listener: str) -> Talk:
        return SocketTalk(self._ports[listener])

    def wait(self, seconds: float) -> None:
        time.sleep(seconds)


class MemorySide(Side):
    """klog's, alone and in virtual time."""

    def __init__(self, users: Iterable[User]) -> None:
        super().__init__("klog")
        ports = ",".join(f"{listener}://:{9092 + number}" for number, listener in enumerate(LISTENERS))
        authorizer = {"authorizer.class.name": "org.apache.kafka.metadata.authorizer.StandardAuthorizer", "listeners": ports}
        self.broker = MemoryBroker({**settings(users), **authorizer}).start()

    def connect(self, listener: str) -> Talk:
        return MemoryTalk(self.broker, listener)

    def wait(self, seconds: float) -> None:
        self.broker.advance(seconds)
