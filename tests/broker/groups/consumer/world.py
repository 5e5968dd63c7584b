"""A small world for consumer groups in virtual time: clients of KIP-848 as Java's consumer is one, a network that loses and delays, a
broker that restarts.

Everything happens by one seed. A client does what the protocol promises and no more: it heartbeats, gives partitions back when it is told
to (after a while, having committed), takes new ones, and rejoins when it is fenced; it may also be asleep, crash, leave, or come back under
the same instance id. A client's requests arrive in the order in which they were sent, as on one connection; a request that has timed out
has either been served or never will be.

Checked after each request that the broker served, and each time that a client takes a partition:

* no partition belongs to two members, in the broker's mind or in the clients' (of those that the broker still counts as members);
* the group's epochs only rise, and so do a member's;
* committed offsets never go back.

In the end all is calm, and then everybody has what it shall have, and together they have everything.
"""

from __future__ import annotations

import random
import re
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from twisted.internet.defer import Deferred, maybeDeferred
from twisted.internet.task import Clock
from twisted.python.failure import Failure

from klog.broker.coordinators.deadlines import Deadlines
from klog.broker.coordinators.records import CoordinatorRecord
from klog.broker.groups.classic.protocol import ClassicProtocol
from klog.broker.groups.consumer.group import ConsumerGroup
from klog.broker.groups.consumer.protocol import ConsumerProtocol
from klog.broker.groups.group import GroupEnvironment
from klog.broker.groups.group_settings import GroupSettings
from klog.broker.groups.shard import Shard
from klog.broker.handler import ConnectionInfo, RequestContext
from klog.cluster.interfaces import PartitionInfo, TopicInfo
from klog.errors import ErrorCode, KlogError
from klog.metrics import Metrics
from klog.model import TopicId
from klog.wire.coordinator_records import decode_value, encode_key, encode_value
from klog.wire.group_records import decode_key
from klog.wire.messages.consumer_group_heartbeat import ConsumerGroupHeartbeatRequest, ConsumerGroupHeartbeatResponse, TopicPartitions
from tests.broker.groups.consumer.rig import FakeCluster

GROUP = "g"
EPOCH_MS = 1_795_000_000_000
REQUEST_TIMEOUT_S = 4.0
REBALANCE_TIMEOUT_S = 12.0
#: A partition of a topic by its id.
Place = tuple[TopicId, int]
#: What a request does at the broker; raises KlogError, or answers at once or later.
Work = Callable[[], Any]


class Wrong(AssertionError):
    """Something that must never happen."""


class Topics(FakeCluster):
    """An `ICoordination` of one broker; each topic that is made has an id of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.made = 0

    def make(self, name: str, partitions: int) -> None:
        """A new topic, or more partitions of one."""
        known = self.by_name.get(name)
        if known is None:
            self.made += 1
        topic_id = TopicId(self.made.to_bytes(16, "big")) if known is None else known.topic_id
        self.by_name[name] = TopicInfo(name, topic_id, (PartitionInfo(0, 0, (0,), (0,)),) * partitions, {})


class World:
    """See the module.

    :ivar calm: nothing is lost or refused any more, and everybody is quick.
    """

    def __init__(self, seed: int) -> None:
        self.random = rng = random.Random(seed)
        self.clock = Clock()
        self.cluster = Topics()
        for number in range(rng.randint(1, 3)):
            self.cluster.make(f"t{number}", rng.randint(1, 7))
        self.batches: list[list[CoordinatorRecord]] = []
        self.committed: dict[Place, int] = {}
        self.clients: list[Client] = []
        self.made = 0
        self.calm = False
        self.up = True
        self.restarts = 0
        self.group_epoch = -1
        self.slow_acknowledgements = rng.random() < 0.2
        self.history: list[str] = []
        self.wrong: list[BaseException] = []
        self.served = 0
        self.settings = GroupSettings(
            consumer_session_timeout_ms=15_000,
            consumer_heartbeat_interval_ms=2_000,
            consumer_assignment_interval_ms=rng.choice([0, 0, 1_000]),
            consumer_assignors=("uniform", "range") if rng.random() < 0.7 else ("range", "uniform"),
        )
        self._load([])

    def note(self, what: str) -> None:
        """For whoever looks for a mistake."""
        self.history.append(f"{self.clock.seconds():8.3f} {what}")

    def now_ms(self) -> int:
        return EPOCH_MS + int(self.clock.seconds() * 1000)

    def later(self, low_s: float, high_s: float, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call after a random time."""
        return self.clock.callLater(self.random.uniform(low_s, high_s), function, *arguments)

    # The broker

    def _load(self, records: Sequence[CoordinatorRecord]) -> None:
        coordination: Any = self.cluster
        self.environment = GroupEnvironment(
            clock=self.clock,
            now_ms=self.now_ms,
            settings=self.settings,
            coordination=coordination,
            random=self.random,
            in_thread=self._in_thread,
            deadlines=Deadlines(self.clock),
            metrics=Metrics(),
            warn=self.note,
        )
        log: Any = SimpleNamespace(append=self._append, acknowledged=lambda: None, end=0)
        self.shard = Shard(0, self.environment, log)
        coordinator: Any = SimpleNamespace(environment=self.environment, shard=self._find_shard, group=None)
        coordinator.classic = ClassicProtocol(coordinator)
        self.protocol = coordinator.consumer = ConsumerProtocol(coordinator)
        coordinator.classic.attach(self.shard)
        self.protocol.attach(self.shard)
        for record in records:
            self.shard.apply(record.key, record.value)
        self.shard.activate()

    def _append(self, records: Sequence[CoordinatorRecord]) -> Deferred[None] | None:
        if not self.calm and self.random.random() < 0.01:
            self.note("the disk is full")
            raise KlogError(ErrorCode.NOT_COORDINATOR, "the disk is full")
        self.batches.append([_coded(record) for record in records])
        if not self.slow_acknowledgements:
            return None
        acknowledged: Deferred[None] = Deferred()
        self.later(0.0, 0.3, acknowledged.callback, None)
        return acknowledged

    def _in_thread(self, function: Callable[[], Any]) -> Deferred[Any]:
        done: Deferred[Any] = Deferred()
        self.later(0.0, 0.5, lambda: done.callback(function()))
        return done

    def _find_shard(self, group_id: str) -> Shard:
        self.shard.check_active()
        return self.shard

    @property
    def group(self) -> ConsumerGroup | None:
        """The group, where there is one."""
        group: Any = self.shard.groups.get(GROUP)
        return group

    def stop(self) -> None:
        """The broker is gone, and begins again after a while, from a log that may have been compacted."""
        self.note("broker down")
        self.up = False
        self.restarts += 1
        self.environment.deadlines.close()
        self.shard.close()
        self.later(0.1, 3.0, self._start)

    def _start(self) -> None:
        self.note("broker up")
        if self.random.random() < 0.5:
            latest: dict[bytes, CoordinatorRecord] = {}
            for batch in self.batches:
                for record in batch:
                    key = encode_key(record.key)  # type: ignore[arg-type]
                    latest.pop(key, None)
                    latest[key] = record
            self.batches = [[record for record in latest.values() if record.value is not None]]
        self._load([record for batch in self.batches for record in batch])
        self.up = True
        self.check()

    # The network

    def serve(self, work: Work) -> Any:
        """Do what a request asks. Raises KlogError."""
        if not self.up:
            raise KlogError(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS)
        self.served += 1
        try:
            return work()
        finally:
            self.check()

    def loses(self) -> bool:
        """Whether something is lost on the way."""
        return not self.calm and self.random.random() < 0.03

    def delay_s(self) -> float:
        """How long something is on the way."""
        if not self.calm and self.random.random() < 0.03:
            return self.random.uniform(1.0, 2 * REQUEST_TIMEOUT_S)
        return self.random.uniform(0.001, 0.05)

    # Committed offsets

    def commit(self, client: Client, member_id: str, epoch: int, positions: Mapping[Place, int]) -> None:
        """OffsetCommit, as far as the group decides about it. Raises KlogError."""
        group = self.group
        if group is None:
            raise KlogError(ErrorCode.UNKNOWN_MEMBER_ID)
        check = group.check_commit(member_id, client.instance_id, epoch, api_version=9)
        for place, position in positions.items():
            if check is not None:
                try:
                    check("?", *place)
                except KlogError:
                    continue
            before = self.committed.get(place, 0)
            if position < before:
                raise Wrong(f"{client} takes the offset of {place} back from {before} to {position}")
            self.committed[place] = position

    # What must always hold

    def check(self) -> None:
        """See the module."""
        group = self.group
        if group is None:
            self.group_epoch = -1
            return
        for place, owners in group.owners().items():
            if len(owners) != 1:
                raise Wrong(f"{place} belongs to {owners}")
        if group.group_epoch < self.group_epoch:
            raise Wrong(f"the group's epoch fell from {self.group_epoch} to {group.group_epoch}")
        self.group_epoch = group.group_epoch
        if group.assignment_epoch > group.group_epoch:
            raise Wrong(f"the assignment's epoch {group.assignment_epoch} is above {group.group_epoch}")
        for member in group.members.values():
            if member.member_epoch > group.assignment_epoch:
                raise Wrong(f"{member} is ahead of the assignment's epoch {group.assignment_epoch}")

    def check_owners(self) -> None:
        """No two clients that the broker counts as members have the same partition."""
        group = self.group
        if group is None:
            return
        owners: dict[Place, Client] = {}
        for client in self.clients:
            if client.member_id in group.members:
                for place in client.owned:
                    if place in owners:
                        raise Wrong(f"{client} and {owners[place]} both have {place}")
                    owners[place] = client

    # What happens

    def join(self, **how: Any) -> Client:
        """A new client."""
        self.made += 1
        client = Client(self, f"c{self.made}", **how)
        self.clients.append(client)
        client.start()
        return client

    def change_topics(self) -> None:
        """A topic more or less, or more partitions."""
        rng, cluster = self.random, self.cluster
        name = f"t{rng.randint(0, 3)}"
        known = cluster.by_name.get(name)
        if known is not None and rng.random() < 0.3:
            del cluster.by_name[name]
        else:
            cluster.make(name, (len(known.partitions) if known else 0) + rng.randint(1, 4))
        self.note(f"topics: { ({name: len(topic.partitions) for name, topic in cluster.by_name.items()}) }")
        self.protocol.topic_changed(name)

    def event(self) -> None:
        """Something happens."""
        rng = self.random
        what = rng.random()
        awake = [client for client in self.clients if not client.asleep]
        if what < 0.3 or not self.clients:
            if len(self.clients) < 7:
                self.join(**self.some_subscription(), instance_id=f"i{self.made}" if rng.random() < 0.3 else None)
        elif what < 0.4:
            rng.choice(self.clients).crash()
        elif what < 0.5 and awake:
            rng.choice(awake).leave()
        elif what < 0.6 and awake:
            rng.choice(awake).sleep(rng.choice([1.0, 5.0, 20.0, 40.0]))
        elif what < 0.75:
            self.change_topics()
        elif what < 0.85:
            rng.choice(self.clients).subscribe(**self.some_subscription())
        elif self.up:
            self.stop()

    def some_subscription(self) -> dict[str, Any]:
        """What a client wants."""
        rng = self.random
        if rng.random() < 0.5:
            names, regex = ["t0"], ""
        else:
            names = rng.sample(["t0", "t1", "t2", "t3"], rng.randint(0, 3))
            regex = rng.choice(["", "t.*", "t[12]", "t0|t3"])
        return {"names": names, "regex": regex, "assignor": rng.choice([None, None, "uniform", "range"])}

    def run(self, until_s: float) -> None:
        """Let time pass."""
        clock = self.clock
        while True:
            calls = clock.getDelayedCalls()
            if not calls or calls[0].getTime() > until_s:
                clock.advance(max(0.0, until_s - clock.seconds()))
                return
            clock.advance(max(0.0, calls[0].getTime() - clock.seconds()))
            if self.wrong:
                raise self.wrong[0]

    def play(self, events: int) -> None:
        """Events, then calm, then see that all is as it should be."""
        for _ in range(events):
            self.run(self.clock.seconds() + self.random.choice([0.1, 1.0, 3.0, 10.0]))
            self.event()
            self.check_owners()
        self.calm = True
        self.note("calm")
        # Time for those asleep to wake, for the lost to be given up, and for regular expressions to be resolved again.
        self.run(self.clock.seconds() + 150)
        if not self.up:
            raise Wrong("the broker is still down")
        self.check_settled()

    def check_settled(self) -> None:
        """Everybody has what it shall have, and together they have everything."""
        group = self.group
        if group is None:
            if self.clients:
                raise Wrong("clients without a group")
            return
        if {client.member_id for client in self.clients} != set(group.members):
            raise Wrong(f"members {sorted(group.members)}, clients {self.clients}")
        if self.clients and group.state_name.lower() != "stable":
            raise Wrong(f"the group is {group.state_name}")
        due: set[Place] = set()
        had: set[Place] = set()
        for client in self.clients:
            member = group.members[client.member_id]
            mine = {(topic_id, partition) for topic_id, epochs in member.assigned.items() for partition in epochs}
            target = {(topic_id, partition) for topic_id, numbers in group.target_of(client.member_id).items() for partition in numbers}
            if not client.owned == mine == target:
                raise Wrong(f"{client} has {client.owned}, the broker says {mine}, and shall have {target}")
            if client.epoch != group.group_epoch:
                raise Wrong(f"{client} is in {client.epoch}, the group in {group.group_epoch}")
            wanted = self.places(client)
            if mine - wanted:
                raise Wrong(f"{client} has {mine - wanted} and does not want it")
            due |= wanted
            had |= mine
        if due != had:
            raise Wrong(f"nobody has {due - had}")
        self._check_even(group)

    def places(self, client: Client) -> set[Place]:
        """All that a client wants, by a simple matcher: patterns here mean the same to ``re``."""
        found: set[Place] = set()
        for name, topic in self.cluster.by_name.items():
            if name in client.names or (client.regex and re.fullmatch(client.regex, name)):
                found |= {(topic.topic_id, partition) for partition in range(len(topic.partitions))}
        return found

    def _check_even(self, group: ConsumerGroup) -> None:
        if len({frozenset(self.places(client)) for client in self.clients}) == 1:
            loads = [len(client.owned) for client in self.clients]
            if group.preferred_assignor(self.settings.consumer_assignors) == "uniform" and max(loads) - min(loads) > 1:
                raise Wrong(f"loads {loads}")


class Client:
    """One consumer.

    :ivar owned: what it consumes.
    :ivar target: what the broker last said that it shall have.
    """

    def __init__(self, world: World, name: str, *, names: Sequence[str], regex: str, assignor: str | None, instance_id: str | None) -> None:
        self.world = world
        self.name = name
        self.instance_id = instance_id
        self.names = list(names)
        self.regex = regex
        self.assignor = assignor
        self.member_id = f"{name}-{world.random.randrange(10**6)}"
        self.epoch = 0
        self.owned: set[Place] = set()
        self.target: set[Place] = set()
        self.positions: dict[Place, int] = {}
        self.revoking: object | None = None
        self.asleep = False
        self.gone = False
        #: What the last heartbeat that was answered said of its partitions; None: say everything again.
        self.told: set[Place] | None = None
        self._waiting = False
        self._beat: Any = None
        self._connection = 0
        self._line: deque[tuple[int, Work, Deferred[Any]]] = deque()
        self._serving = False
        self._woken: list[Callable[[], Any]] = []

    def __repr__(self) -> str:
        return f"{self.name}({self.member_id}@{self.epoch})"

    # The connection

    def request(self, work: Work) -> Deferred[Any]:
        """Send a request.

        :returns: fires with the answer, or fails with `KlogError`; REQUEST_TIMED_OUT where nothing came in time.
        """
        world = self.world
        answer: Deferred[Any] = Deferred()
        connection = self._connection

        def late() -> None:
            if not answer.called:
                # A new connection: what is still on its way in the old one never arrives.
                self._connection += 1
                self._line.clear()
                answer.errback(_failure(KlogError(ErrorCode.REQUEST_TIMED_OUT)))

        timeout = world.clock.callLater(REQUEST_TIMEOUT_S, self._awake, late)
        answer.addBoth(_passing, lambda: timeout.cancel() if timeout.active() else None)
        if not world.loses():
            self._line.append((connection, work, answer))
            if not self._serving:
                self._serving = True
                world.clock.callLater(world.delay_s(), self._arrive)
        return answer

    def _arrive(self) -> None:
        if not self._line:
            self._serving = False
            return
        connection, work, answer = self._line.popleft()
        world = self.world
        if connection == self._connection and not self.gone:
            done = maybeDeferred(world.serve, work)
            lost = world.loses()

            def back(result: Any) -> None:
                if isinstance(result, Failure) and not result.check(KlogError):
                    raise result.value
                if not lost:
                    world.clock.callLater(world.delay_s(), self._awake, give, result)

            def give(result: Any) -> None:
                if connection == self._connection and not answer.called:
                    answer.callback(result)

            done.addBoth(back)
            done.addErrback(world_is_wrong, world)
        world.clock.callLater(world.delay_s() if self._line else 0.0, self._arrive)

    # Asleep and awake

    def _awake(self, function: Callable[..., Any], *arguments: Any) -> None:
        """Do something, or once it is awake again."""
        if self.gone:
            return
        if self.asleep:
            self._woken.append(lambda: function(*arguments))
        else:
            function(*arguments)

    def sleep(self, seconds: float) -> None:
        """Do nothing for a while: a long collection of garbage."""
        self.world.note(f"{self} sleeps {seconds}")
        self.asleep = True
        self.world.clock.callLater(seconds, self._wake)

    def _wake(self) -> None:
        self.asleep = False
        woken, self._woken = self._woken, []
        for function in woken:
            self._awake(function)

    def later(self, low_s: float, high_s: float, function: Callable[[], Any]) -> Any:
        """Call after a while, unless it is asleep then."""
        return self.world.later(low_s, high_s, self._awake, function)

    # Heartbeats

    def start(self) -> None:
        """Join."""
        self.world.note(f"{self} joins for {self.names} {self.regex!r} as {self.instance_id}")
        self._next(0.0)

    def subscribe(self, names: Sequence[str], regex: str, assignor: str | None) -> None:
        """Want something else."""
        self.world.note(f"{self} wants {names} {regex!r}")
        self.names, self.regex, self.assignor = list(names), regex, assignor
        self.told = None

    def _next(self, seconds: float) -> None:
        if self._beat is not None and self._beat.active():
            self._beat.cancel()
        if not self.gone:
            self._beat = self.world.clock.callLater(seconds, self._awake, self.beat)

    def beat(self) -> None:
        """One heartbeat."""
        if self._waiting or self.gone:
            return
        self._consume()
        self._waiting = True
        fields: dict[str, Any] = {}
        said = set(self.owned)
        if self.epoch == 0 or self.told is None:
            fields = {
                "subscribed_topic_names": list(self.names),
                "subscribed_topic_regex": self.regex,
                "rebalance_timeout_ms": int(REBALANCE_TIMEOUT_S * 1000),
                "server_assignor": self.assignor,
                "topic_partitions": _listed(said),
            }
        elif said != self.told:
            fields = {"topic_partitions": _listed(said)}
        request = ConsumerGroupHeartbeatRequest(
            group_id=GROUP, member_id=self.member_id, member_epoch=self.epoch, instance_id=self.instance_id, **fields
        )
        world = self.world
        context = RequestContext(0, 1, 1, self.name, ConnectionInfo("PLAINTEXT", "192.0.2.9", 9092, "192.0.2.1", 5))
        wants = (tuple(self.names), self.regex, self.assignor)
        answer = self.request(lambda: world.protocol.heartbeat(context, request))
        answer.addCallbacks(self._answered, self._refused, callbackArgs=(request.member_epoch, said, wants))
        answer.addErrback(world_is_wrong, world)

    def _answered(self, response: ConsumerGroupHeartbeatResponse, sent_epoch: int, said: set[Place], wants: object) -> None:
        self._waiting = False
        if response.member_epoch < sent_epoch:
            raise Wrong(f"{self} is sent back from epoch {sent_epoch} to {response.member_epoch}")
        self.epoch = response.member_epoch
        self.member_id = response.member_id
        self.told = said if wants == (tuple(self.names), self.regex, self.assignor) else None
        if response.assignment is not None:
            self.target = {
                (TopicId(topic.topic_id), number) for topic in response.assignment.topic_partitions for number in topic.partitions
            }
        self._next(response.heartbeat_interval_ms / 1000)
        self._reconcile()

    def _refused(self, failure: Failure) -> None:
        self._waiting = False
        error = failure.value
        if not isinstance(error, KlogError):
            raise error
        self.told = None
        if error.code in (ErrorCode.UNKNOWN_MEMBER_ID, ErrorCode.FENCED_MEMBER_EPOCH):
            self.world.note(f"{self} is fenced: {error}")
            self._lose_everything()
            self.epoch = 0
            self._next(0.0)
        elif error.code is ErrorCode.FENCED_INSTANCE_ID:
            self._vanish()
        elif error.code in (
            ErrorCode.REQUEST_TIMED_OUT,
            ErrorCode.COORDINATOR_LOAD_IN_PROGRESS,
            ErrorCode.NOT_COORDINATOR,
            ErrorCode.UNRELEASED_INSTANCE_ID,
        ):
            self._next(0.5)
        else:
            raise Wrong(f"{self} is told {error}")

    # Partitions

    def _reconcile(self) -> None:
        if self.revoking is not None or self.owned == self.target:
            return
        goal = set(self.target)
        lost = self.owned - goal
        if not lost:
            self._take(goal)
            return
        # One that is fenced meanwhile has nothing to give back any more.
        revoking = self.revoking = object()
        slow = not self.world.calm and self.world.random.random() < 0.05
        self.later(0.0, 2 * REBALANCE_TIMEOUT_S if slow else 1.0, lambda: self._revoke(revoking, lost, goal))

    def _revoke(self, revoking: object, lost: set[Place], goal: set[Place]) -> None:
        if self.revoking is not revoking:
            return
        self._consume()
        done = self._commit(self.owned & lost)

        def given(result: Any) -> None:
            if self.revoking is revoking:
                self.revoking = None
                self._take(goal)

        done.addBoth(given)
        done.addErrback(world_is_wrong, self.world)

    def _take(self, goal: set[Place]) -> None:
        for place in goal - self.owned:
            self.positions[place] = self.world.committed.get(place, 0)
        self.owned = goal
        self.world.check_owners()
        self._next(0.0)
        self._reconcile()

    def _lose_everything(self) -> None:
        self.owned, self.target, self.revoking = set(), set(), None

    def _consume(self) -> None:
        for place in self.owned:
            self.positions[place] += self.world.random.randint(0, 5)
        if self.owned and self.world.random.random() < 0.3:
            self._commit(self.owned).addErrback(lambda failure: failure.trap(KlogError) and None)

    def _commit(self, places: set[Place]) -> Deferred[Any]:
        positions = {place: self.positions[place] for place in places}
        member_id, epoch = self.member_id, self.epoch
        return self.request(lambda: self.world.commit(self, member_id, epoch, positions))

    # The end

    def crash(self) -> None:
        """It is gone without a word; a static one comes back under its instance id."""
        self.world.note(f"{self} crashes")
        self._vanish()
        self._perhaps_return()

    def leave(self) -> None:
        """It says that it goes."""
        world = self.world
        static = self.instance_id is not None and world.random.random() < 0.7
        world.note(f"{self} leaves{' for a while' if static else ''}")
        request = ConsumerGroupHeartbeatRequest(
            group_id=GROUP, member_id=self.member_id, member_epoch=-2 if static else -1, instance_id=self.instance_id
        )
        context = RequestContext(0, 1, 1, self.name, ConnectionInfo("PLAINTEXT", "192.0.2.9", 9092, "192.0.2.1", 5))
        self._vanish()
        if not world.loses() and self.epoch > 0:

            def leave() -> None:
                done = maybeDeferred(world.serve, lambda: world.protocol.heartbeat(context, request))
                done.addErrback(lambda failure: failure.trap(KlogError) and None)
                done.addErrback(world_is_wrong, world)

            world.clock.callLater(world.delay_s(), leave)
        if static:
            self._perhaps_return()

    def _perhaps_return(self) -> None:
        if self.instance_id is not None and self.world.random.random() < 0.7:
            again = {"names": self.names, "regex": self.regex, "assignor": self.assignor, "instance_id": self.instance_id}
            self.world.later(0.5, 10.0, self._return, again)

    def _return(self, again: Mapping[str, Any]) -> None:
        if not any(client.instance_id == self.instance_id for client in self.world.clients):
            self.world.join(**again)

    def _vanish(self) -> None:
        self.gone = True
        self._lose_everything()
        if self in self.world.clients:
            self.world.clients.remove(self)


def world_is_wrong(failure: Failure, world: World) -> None:
    """A mistake in a callback: remembered, and raised by whoever drives the world."""
    world.note(failure.getTraceback())
    world.wrong.append(failure.value)


def _passing(result: Any, act: Callable[[], Any]) -> Any:
    act()
    return result


def _failure(error: Exception) -> Failure:
    return Failure(error)  # type: ignore[no-untyped-call]


def _listed(places: set[Place]) -> list[TopicPartitions]:
    topics: dict[TopicId, list[int]] = {}
    for topic_id, partition in sorted(places):
        topics.setdefault(topic_id, []).append(partition)
    return [TopicPartitions(topic_id=topic_id, partitions=partitions) for topic_id, partitions in topics.items()]


def _coded(record: CoordinatorRecord) -> CoordinatorRecord:
    """The record as it stands in the log."""
    key: Any = decode_key(encode_key(record.key))  # type: ignore[arg-type]
    value = record.value
    if value is not None:
        value = decode_value(type(key), encode_value(value, record.value_version))  # type: ignore[arg-type]
    return CoordinatorRecord(key, value, record.value_version)
