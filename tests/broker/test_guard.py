"""What a guard refuses is refused, whichever way a request goes, and from the moment on in which the guard says so."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.internet.defer import Deferred
from twisted.trial.unittest import SynchronousTestCase

from klog.broker.authorization_errors import REFUSALS, refusal_code
from klog.broker.dispatch import Dispatcher
from klog.broker.guard import AdmitAll
from klog.broker.producing import repeats
from klog.broker.producing.plan import Plan
from klog.errors import ERRORS, ErrorCode
from klog.net.connection_info import ConnectionInfo
from klog.net.principal import Principal
from klog.testing.broker import MemoryBroker, MemoryClient
from klog.wire.apis import APIS
from klog.wire.messages.api_versions import ApiVersionsRequest
from klog.wire.messages.create_topics import CreatableTopic, CreatableTopicConfig, CreateTopicsRequest
from klog.wire.messages.fetch import FetchPartition, FetchRequest, FetchTopic
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from klog.wire.messages.heartbeat import HeartbeatRequest
from klog.wire.messages.join_group import JoinGroupRequest, JoinGroupRequestProtocol
from klog.wire.messages.metadata import MetadataRequest, MetadataRequestTopic
from klog.wire.messages.produce import PartitionProduceData, ProduceRequest, TopicProduceData
from klog.wire.messages.sync_group import SyncGroupRequest, SyncGroupRequestAssignment
from klog.wire.schema import Kind, Struct
from tests.broker.rig import batch
from tests.broker.test_dispatch import FakeConnection, Handler, host, key
from tests.fuzz.messages import filled

PRODUCE, FETCH, METADATA, FIND_COORDINATOR, JOIN, HEARTBEAT, API_VERSIONS = 0, 1, 3, 10, 11, 12, 18
TOPIC, GROUP, CLUSTER = ErrorCode.TOPIC_AUTHORIZATION_FAILED, ErrorCode.GROUP_AUTHORIZATION_FAILED, ErrorCode.CLUSTER_AUTHORIZATION_FAILED
TRANSACTIONAL_ID = ErrorCode.TRANSACTIONAL_ID_AUTHORIZATION_FAILED
REFUSED = {TOPIC, GROUP, CLUSTER, TRANSACTIONAL_ID}


class ScriptedGuard:
    """Refuses what it is told to refuse."""

    def __init__(self, *refused: int) -> None:
        self.generation = 1
        self.refused = set(refused)
        self.asked: list[tuple[str, int]] = []

    def admits(self, connection: ConnectionInfo, api_key: int) -> bool:
        self.asked.append((str(connection.principal), api_key))
        return api_key not in self.refused

    def refuse(self, *api_keys: int) -> None:
        """These from now on."""
        self.refused.update(api_keys)
        self.generation += 1

    def allow(self, *api_keys: int) -> None:
        """These again."""
        self.refused.difference_update(api_keys)
        self.generation += 1


def values(message: Struct, version: int, wanted: Callable[[Any], bool]) -> Iterator[Any]:
    """All fields of `message` for which `wanted` holds, as `version` has them."""
    for field in message.FIELDS:
        if version not in field.versions:
            continue
        value = getattr(message, field.name)
        if wanted(field):
            yield from value if isinstance(value, list) else [value]
        elif field.struct is not None:
            for one in value if isinstance(value, list) else [value]:
                if one is not None:
                    yield from values(one, version, wanted)


def codes(message: Struct, version: int) -> list[int]:
    """All its error codes."""
    return list(values(message, version, lambda field: field.name == "error_code"))


def texts(message: Struct, version: int) -> set[str]:
    """All that is said in it."""
    return {text for text in values(message, version, lambda field: Kind.STRING in (field.kind, field.element)) if text}


class AllApisTests(SynchronousTestCase):
    """Every API that the broker announces, in every version."""

    def setUp(self) -> None:
        self.guard = ScriptedGuard()
        self.broker = MemoryBroker(guard=self.guard).start()
        self.addCleanup(self.broker.stop)
        self.broker.create_topics({"a-topic": 1})
        self.broker.put("a-topic", [b"secret"])
        dispatcher = self.broker.broker.dispatcher
        assert dispatcher is not None
        self.table = dict(dispatcher.table.versions)
        self.row: Any = dispatcher.table.row

    def test_all_are_refused(self) -> None:
        """By a code of the right kind, or by closing the connection, and without telling anything that the request did not say."""
        draw = random.Random(1)
        self.guard.refuse(*self.table)
        unseen = set(self.table)
        for api_key, (low, high) in self.table.items():
            for version in range(low, high + 1):
                for _ in range(6):
                    request = filled(self.row(api_key, version).handler.request_type, version, draw)
                    client = self.broker.connect()
                    client.send((request, version))
                    expected = refusal_code(api_key, request)
                    with self.subTest(api_key=api_key, version=version, request=request):
                        if client.scripted.disconnected:
                            self.assertEqual(client.receive(), [])
                            self.assertTrue(expected is None or (api_key == PRODUCE and request.acks == 0))
                            unseen.discard(api_key)
                        else:
                            (answer,) = client.receive()
                            assert expected is not None
                            self.check(answer, request, version, expected)
                            if codes(answer, version):
                                unseen.discard(api_key)
                        client.hang_up()
        self.assertEqual(unseen, set())
        self.assertEqual(self.broker.broker.partitions.get("a-topic", 0).log.end_offset, 1)  # type: ignore[union-attr]
        self.assertEqual(list(self.broker.broker.coordination.topics()), ["a-topic"])  # type: ignore[union-attr]

    def check(self, answer: Any, request: Any, version: int, expected: ErrorCode) -> None:
        resources = list(values(answer, version, lambda field: field.name == "resource_type"))
        if resources:
            self.assertEqual(codes(answer, version), [{2: TOPIC, 32: GROUP}.get(kind, CLUSTER) for kind in resources])
        else:
            self.assertLessEqual(set(codes(answer, version)), {expected})
        sentences = {ERRORS[code].sentence for code in REFUSED}
        # A protocol's type and a state, which say nothing.
        self.assertLessEqual(texts(answer, version) - sentences, texts(request, version))

    def test_every_announced_api_is_in_the_table(self) -> None:
        """No handler is taken whose refusal nobody has thought about."""
        self.assertLessEqual(set(self.table), set(REFUSALS))

        class Unknown(Handler):
            request_type = type("UnknownRequest", (), {"api_key": 999})

        self.assertRaisesRegex(ValueError, "may not ask for API 999", Dispatcher, [Unknown(lambda request: None)])

    def test_what_is_admitted_is_answered(self) -> None:
        """The default, in a broker that was given no guard."""
        broker = MemoryBroker().start()
        self.addCleanup(broker.stop)
        answer = broker.connect().ask(ApiVersionsRequest(client_software_name="a", client_software_version="1"), 4)
        self.assertEqual(answer.error_code, 0)
        self.assertTrue(AdmitAll().admits(ConnectionInfo("", "", 0, "", 0), 0))

    def test_api_versions_of_an_unknown_version(self) -> None:
        """Is no way to learn anything either."""
        for refused in (False, True):
            if refused:
                self.guard.refuse(API_VERSIONS)
            client = self.broker.connect().scripted
            client.send(bytes.fromhex("0000000c 0012 0063 00000007 ffff 7f7f"))
            self.broker.run()
            self.assertEqual((client.disconnected, client.received == b""), (refused, refused))


class DispatcherTests(SynchronousTestCase):
    """How the dispatcher asks."""

    def setUp(self) -> None:
        self.guard = ScriptedGuard()
        self.waiting: list[Deferred[Any]] = []
        self.handler = Handler(self.handle)
        self.dispatcher = Dispatcher([self.handler], guard=self.guard)
        self.connection = self.connect()

    def connect(self) -> Any:
        connection: Any = FakeConnection(self.dispatcher)
        connection.withdraw = connection.server.withdraw
        return connection

    def handle(self, request: FindCoordinatorRequest) -> Any:
        if request.key == "refuse":
            self.guard.refuse(FIND_COORDINATOR)
        if request.key.startswith("p"):
            self.waiting.append(Deferred())
            return self.waiting[-1]
        return host(request.key)

    def answers(self, connection: Any = None) -> list[tuple[str, int]]:
        return [(answer.host, answer.error_code) for answer in (connection or self.connection).answers]

    def test_once_for_each_generation(self) -> None:
        """What was admitted is not asked about again, on this connection and in this version, until the generation changes."""
        for _ in range(3):
            self.connection.ask(key("a"), key("b"))
        self.assertEqual(self.guard.asked, [("User:ANONYMOUS", FIND_COORDINATOR)])
        self.guard.allow()
        self.connection.ask(key("c"))
        self.connect().ask(key("d"))
        self.assertEqual(len(self.guard.asked), 3)

    def test_another_principal(self) -> None:
        """Is judged anew, also in the same generation."""
        self.connection.ask(key("a"))
        self.connection.info.principal = Principal("User", "ann")
        self.connection.ask(key("b"))
        self.assertEqual(self.guard.asked, [("User:ANONYMOUS", FIND_COORDINATOR), ("User:ann", FIND_COORDINATOR)])

    def test_within_one_chunk(self) -> None:
        """From one request to the next."""
        self.connection.ask(key("a"), key("refuse"), key("b"))
        self.assertEqual(self.answers(), [("a", 0), ("refuse", 0), ("", GROUP)])

    def test_what_waits_is_refused(self) -> None:
        """Whatever its answer is."""
        self.connection.ask(key("p1"), key("p2"))
        self.guard.refuse(FIND_COORDINATOR)
        self.waiting[0].callback(host("one"))
        self.waiting[1].errback(ZeroDivisionError())
        self.assertEqual(self.answers(), [("", GROUP)] * 2)
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)
        self.assertIsNone(self.connection.closed)

    def test_what_waits_and_is_allowed(self) -> None:
        """A new generation alone changes nothing; nor does one that refused meanwhile."""
        self.connection.ask(key("p1"), key("p2"))
        self.guard.allow()
        self.waiting[0].callback(host("one"))
        self.guard.refuse(FIND_COORDINATOR)
        self.guard.allow(FIND_COORDINATOR)
        self.waiting[1].callback(host("two"))
        self.assertEqual(self.answers(), [("one", 0), ("two", 0)])

    def test_what_waits_for_its_turn(self) -> None:
        """Is not told any more, nor is what is behind it: there is nothing left to write a refusal from."""
        self.connection.ask(key("p1"), (ApiVersionsRequest(client_software_name="a", client_software_version="1"), 3), key("b"))
        self.assertEqual(self.connection.answers, [])
        self.guard.refuse(API_VERSIONS)
        self.connection.ask(key("p2"))
        self.waiting[0].callback(host("one"))
        self.assertEqual(self.answers(), [("one", 0)])
        self.assertIsNone(self.connection.closed)
        self.waiting[1].callback(host("two"))
        self.assertEqual(self.answers(), [("one", 0)])
        self.assertEqual(self.connection.closed, "'User:ANONYMOUS' may not ask for ApiVersions version 3")

    def test_a_guard_that_fails(self) -> None:
        """Refuses."""
        self.patch(self.guard, "admits", lambda connection, api_key: 1 / 0)
        self.connection.ask(key("a"))
        self.assertEqual(self.answers(), [("", GROUP)])
        self.assertEqual(len(self.flushLoggedErrors(ZeroDivisionError)), 1)

    def test_undecodable(self) -> None:
        """There is nothing to answer."""
        self.guard.refuse(FIND_COORDINATOR)
        self.connection.ask_bytes(bytes.fromhex("0000000c 000a 0000 00000002 ffff 7fff"))
        self.assertIn("cannot be read", self.connection.closed)

    def test_a_connection_that_went(self) -> None:
        """Nobody is told anything."""
        self.connection.ask(key("p1"))
        self.dispatcher.connection_lost(self.connection)
        self.guard.refuse(FIND_COORDINATOR)
        self.assertEqual((self.answers(), self.dispatcher.parked), ([], 0))


#: In which all of them are asked here.
VERSIONS = {PRODUCE: 9, FETCH: 11, METADATA: 9, JOIN: 3, HEARTBEAT: 4}


def produce(topic: str, value: bytes = b"x", acks: int = 1) -> tuple[ProduceRequest, int]:
    """One record to partition 0."""
    data = PartitionProduceData(index=0, records=batch(value))
    return ProduceRequest(acks=acks, timeout_ms=60_000, topic_data=[TopicProduceData(name=topic, partition_data=[data])]), VERSIONS[PRODUCE]


def fetch(offset: int) -> tuple[FetchRequest, int]:
    """What comes at `offset` of "t", for a minute at the longest."""
    one = FetchPartition(partition=0, fetch_offset=offset, partition_max_bytes=1 << 20)
    request = FetchRequest(
        max_wait_ms=60_000, min_bytes=1, max_bytes=1 << 20, session_epoch=-1, topics=[FetchTopic(topic="t", partitions=[one])]
    )
    return request, VERSIONS[FETCH]


def join(group_id: str, member_id: str = "") -> tuple[JoinGroupRequest, int]:
    """A consumer without a name of its own."""
    protocols = [JoinGroupRequestProtocol(name="range", metadata=b"x")]
    request = JoinGroupRequest(
        group_id=group_id, session_timeout_ms=30_000, rebalance_timeout_ms=60_000, protocol_type="consumer", protocols=protocols
    )
    request.member_id = member_id
    return request, VERSIONS[JOIN]


METADATA_OF_T = MetadataRequest(topics=[MetadataRequestTopic(name="t")]), VERSIONS[METADATA]


class Asker:
    """A client that knows which API each of its answers is to; all versions are those above."""

    def __init__(self, broker: MemoryBroker) -> None:
        self.client: MemoryClient = broker.connect()

    def take(self) -> list[tuple[int, list[int]]]:
        """API and error codes of what has come since."""
        found = []
        for answer in self.client.receive():
            api_key = next(key for key, api in APIS.items() if type(answer) is api.response)
            found.append((api_key, codes(answer, VERSIONS[api_key])))
        self.client.answers = []
        return found

    def ask(self, *requests: tuple[Any, int]) -> list[tuple[int, list[int]]]:
        """Send, and take what comes without time passing."""
        self.client.send(*requests)
        return self.take()


class World:
    """A broker whose guard changes its mind, and clients on all ways by which requests are answered."""

    def __init__(self) -> None:
        self.guard = ScriptedGuard()
        self.broker = MemoryBroker({"group.initial.rebalance.delay.ms": "0"}, guard=self.guard).start()
        self.broker.create_topics({"t": 1})
        first = self.broker.connect()
        flush = CreatableTopicConfig(name="flush.messages", value="1")
        first.ask(CreateTopicsRequest(topics=[CreatableTopic(name="f", num_partitions=1, replication_factor=1, configs=[flush])]), 2)
        first.ask(FindCoordinatorRequest(key="g"), 0)
        self.broker.advance(1)
        first.hang_up()
        #: One for each way.
        self.producer, self.flusher, self.member, self.joiner, self.reader, self.piped = (Asker(self.broker) for _ in range(6))
        self.member_id = self.member.client.ask(*join("g")).member_id
        assignments = [SyncGroupRequestAssignment(member_id=self.member_id, assignment=b"a")]
        self.member.client.ask(SyncGroupRequest(group_id="g", generation_id=1, member_id=self.member_id, assignments=assignments), 3)

    @property
    def end(self) -> int:
        """Of the log of "t"."""
        partitions = self.broker.broker.partitions
        assert partitions is not None
        partition = partitions.get("t", 0)
        assert partition is not None
        return partition.log.end_offset

    @property
    def heartbeat(self) -> tuple[HeartbeatRequest, int]:
        return HeartbeatRequest(group_id="g", generation_id=1, member_id=self.member_id), VERSIONS[HEARTBEAT]

    def stop(self) -> None:
        """In order."""
        self.broker.hold_threads = False
        self.broker.run_threads()
        self.broker.stop()


class FastWayTests(SynchronousTestCase):
    """Each way that goes round the dispatcher or its question, taken, cut off by a refusal, and open again."""

    def setUp(self) -> None:
        self.world = World()
        self.addCleanup(self.world.stop)
        self.guard = self.world.guard
        self.calls: list[str] = []
        dispatcher: Any = self.world.broker.broker.dispatcher
        for name in ("_take_repeats", "_handle"):
            self.patch(dispatcher, name, self.counting(name, getattr(dispatcher, name)))

    def counting(self, name: str, usual: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*arguments: Any) -> Any:
            self.calls.append(name)
            return usual(*arguments)

        return counted

    def test_repeated_produce(self) -> None:
        """It is recognised after the first, refused as it is, and its plan is made anew where it is allowed again."""
        ask, end = self.world.producer.ask, self.world.end
        self.assertEqual([ask(produce("t")) for _ in range(3)], [[(PRODUCE, [0])]] * 3)
        self.assertEqual((self.calls.count("_take_repeats"), self.world.end - end), (2, 3))
        self.guard.refuse(PRODUCE)
        self.assertEqual([ask(produce("t")) for _ in range(3)], [[(PRODUCE, [TOPIC])]] * 3)
        self.assertEqual(ask(produce("t"), produce("t")), [(PRODUCE, [TOPIC])] * 2)
        self.assertEqual((self.calls.count("_take_repeats"), self.world.end - end), (2, 3))
        self.guard.allow(PRODUCE)
        plans: list[Plan] = []
        self.patch(repeats, "Plan", lambda repeat: plans.append(Plan(repeat)) or plans[-1])
        self.assertEqual([ask(produce("t")) for _ in range(3)], [[(PRODUCE, [0])]] * 3)
        self.assertEqual((self.calls.count("_take_repeats"), self.world.end - end, len(plans)), (5, 6, 1))

    def test_repeated_produce_without_acknowledgement(self) -> None:
        """The connection is closed, which is how such a client learns of it."""
        self.world.producer.client.send(produce("t", acks=0), produce("t", acks=0), expects_answer=False)
        end = self.world.end
        self.guard.refuse(PRODUCE)
        self.world.producer.client.send(produce("t", acks=0), expects_answer=False)
        self.assertTrue(self.world.producer.client.scripted.disconnected)
        self.assertEqual(self.world.end, end)

    def test_heartbeats(self) -> None:
        """They do not come to the dispatcher after the first, and do again when anything may have changed."""
        ask = self.world.member.ask
        self.assertEqual([ask(self.world.heartbeat) for _ in range(3)], [[(HEARTBEAT, [0])]] * 3)
        self.assertEqual(self.calls.count("_handle"), 1)
        self.guard.refuse(HEARTBEAT)
        self.assertEqual([ask(self.world.heartbeat) for _ in range(2)], [[(HEARTBEAT, [GROUP])]] * 2)
        self.guard.allow(HEARTBEAT)
        before = self.calls.count("_handle")
        self.assertEqual([ask(self.world.heartbeat) for _ in range(3)], [[(HEARTBEAT, [0])]] * 3)
        self.assertEqual(self.calls.count("_handle") - before, 1)

    def test_a_parked_fetch(self) -> None:
        """It is woken by a record that it must not see."""
        self.assertEqual(self.world.reader.ask(fetch(self.world.end)), [])
        self.guard.refuse(FETCH)
        self.world.producer.ask(produce("t", b"secret"))
        self.assertEqual(self.world.reader.take(), [(FETCH, [TOPIC, TOPIC])])
        self.assertNotIn(b"secret", bytes(self.world.reader.client.scripted.received))

    def test_a_parked_produce(self) -> None:
        """What waits for its flush was written while it was allowed, and is refused all the same."""
        self.world.broker.hold_threads = True
        self.assertEqual(self.world.flusher.ask(produce("f")), [])
        self.guard.refuse(PRODUCE)
        self.world.broker.run_threads()
        self.assertEqual(self.world.flusher.take(), [(PRODUCE, [TOPIC])])

    def test_a_parked_join(self) -> None:
        """The answer of the rebalance comes, and is no answer any more."""
        self.assertEqual(self.world.joiner.ask(join("g")), [])
        self.guard.refuse(JOIN)
        self.world.broker.advance(100)
        self.assertEqual(self.world.joiner.take(), [(JOIN, [GROUP])])

    def test_behind_a_parked_fetch(self) -> None:
        """What was answered and waits for its turn is not told."""
        self.assertEqual(self.world.piped.ask(fetch(self.world.end), METADATA_OF_T), [])
        self.guard.refuse(METADATA)
        self.world.producer.ask(produce("t"))
        self.assertEqual(self.world.piped.take(), [(FETCH, [0, 0])])
        self.assertTrue(self.world.piped.client.scripted.disconnected)


#: What clients do, each on its own connection; "piped" has a Fetch that waits and others behind it.
DEEDS = ("produce", "produce twice", "flushed", "flush", "heartbeat", "fetch", "piped", "metadata", "join", "time")
KINDS = (PRODUCE, FETCH, METADATA, JOIN, HEARTBEAT)


class DrawnMomentTests(SynchronousTestCase):
    """A guard that refuses at a moment that is drawn: nothing that it refuses succeeds afterwards, until it is allowed again."""

    @settings(deadline=None, max_examples=60)
    @given(st.integers(0, 1 << 30))
    def test_nothing_succeeds(self, seed: int) -> None:
        world = World()
        try:
            self.live(world, random.Random(seed))
        finally:
            world.stop()

    def live(self, world: World, draw: random.Random) -> None:
        guard, broker = world.guard, world.broker
        broker.hold_threads = True
        for _ in range(150):
            deed = draw.choice(KINDS if draw.random() < 0.15 else DEEDS)
            end = world.end
            match deed:
                case int():
                    (guard.allow if deed in guard.refused else guard.refuse)(deed)
                case "produce":
                    world.producer.client.send(produce("t"))
                case "produce twice":
                    world.producer.client.send(produce("t"), produce("t"))
                case "flushed":
                    world.flusher.client.send(produce("f"))
                case "flush":
                    broker.run_threads()
                case "heartbeat":
                    world.member.client.send(world.heartbeat)
                case "fetch":
                    world.reader.client.send(fetch(world.end))
                case "piped":
                    world.piped.client.send(fetch(world.end), produce("t"), METADATA_OF_T, world.heartbeat)
                case "metadata":
                    world.piped.client.send(METADATA_OF_T)
                case "join":
                    world.joiner.client.send(join("other"))
                case "time":
                    broker.advance(0.5)
            if PRODUCE in guard.refused:
                self.assertEqual(world.end, end)
            for asker in (world.producer, world.flusher, world.member, world.joiner, world.reader, world.piped):
                for api_key, found in asker.take():
                    if api_key in guard.refused:
                        self.assertLessEqual(set(found), REFUSED, (deed, api_key))
                if asker.client.scripted.disconnected:
                    # As a client does.
                    asker.client = broker.connect()
