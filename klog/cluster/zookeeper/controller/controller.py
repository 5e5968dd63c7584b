"""The controller of a cluster on ZooKeeper: every broker runs one of these, and the one that was elected acts.

One `Controller` lives as long as one ZooKeeper session, beside the view of that session. Its states:

======== ==================================================================================================
IDLE     not started, suspended or stopped; nothing is asked, nothing is written, nothing is sent
WAITING  somebody else is the controller; wakes up when ``/controller`` changes
ACTIVE   we are: rounds run until nothing is left to do, and again whenever the view changes
======== ==================================================================================================

**A round**: sync the mirror (a follower of the ensemble may be behind, and a decision on old news costs a round), take in which brokers
live, and then in slices (no turn of the reactor looks at more than some hundred partitions): `decide` on what changed, pack the acts into
multis, send them one after the other, and compare what is so now with what the brokers were told (`Propagation`). The view sees our own
writes come back as changes, which the next round looks at; a round that decides nothing ends it. Whatever fails is decided again from a
fresh view: with a version that does not fit somebody was faster; with a ``/controller_epoch`` that does not fit we are the controller no
more.

**Between the slices** what is asked of us has its turn (`PendingRequests`): AlterPartition above all, which must not wait for a long round.
Everything that writes runs here, one after the other.

**What brokers are told** leaves by one queue for each (`Channels`), built from what is known when it is sent. All of it, and what was heard
of them, is a `Term`'s: it is forgotten when we are the controller no more, and whoever comes next tells everybody everything anew.

By our own clock (`suspend`) we stop at once; what was sent then may still be done, and is as right as its version checks say.
"""

from __future__ import annotations

import enum
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NoReturn, Protocol

from twisted.internet.defer import Deferred, ensureDeferred, fail
from twisted.internet.interfaces import IDelayedCall
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.cluster.replica_assignment import ReplicaAssignment
from klog.cluster.zookeeper.controller import request_handling
from klog.cluster.zookeeper.controller.broker_queue import Connect
from klog.cluster.zookeeper.controller.candidacy import contend
from klog.cluster.zookeeper.controller.change_slices import slices
from klog.cluster.zookeeper.controller.pending_requests import Answer, PendingRequests, not_controller
from klog.cluster.zookeeper.controller.requested_elections import PREFERRED, UNCLEAN
from klog.cluster.zookeeper.controller.settings import ControllerSettings
from klog.cluster.zookeeper.controller.term import Term
from klog.cluster.zookeeper.controller.writer import Replaced, TermOver
from klog.cluster.zookeeper.producer_id_blocks import BlockTaker
from klog.cluster.zookeeper.view import Changes, ClusterView
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.wire.messages.allocate_producer_ids import AllocateProducerIdsRequest, AllocateProducerIdsResponse
from klog.wire.messages.alter_partition import AlterPartitionRequest, AlterPartitionResponse
from klog.wire.messages.controlled_shutdown import ControlledShutdownRequest, ControlledShutdownResponse
from klog.zookeeper.client import ZookeeperClient
from klog.zookeeper.errors import NodeExistsException, SessionExpiredException, ZookeeperError
from klog.zookeeper.znode_json import BadZnode
from klog.zookeeper.znodes import Features

#: How often old notifications are purged and topics without id looked at, in seconds.
LOOK_AROUND_S = 20.0
#: Between attempts after an error: first and longest pause, in seconds.
FIRST_PAUSE_S = 0.05
LONGEST_PAUSE_S = 2.0
#: After an election, when leaders are first brought back to their preferred replicas, in seconds.
FIRST_BALANCE_S = 5.0


class Mirror(Protocol):
    """What is needed of `TreeMirror`."""

    def sync(self) -> Deferred[None]:
        """Fires when everything that was written before is in the view."""


class State(enum.Enum):
    """See the module."""

    IDLE = "idle"
    WAITING = "waiting"
    ACTIVE = "active"


class Controller:
    """See the module.

    :param client: its session has our registration; used for writing, and for reading in elections.
    :param view: kept up to date by others, who call `view_changed`.
    :param broker_id: ours.
    :param now_ms: wall clock in milliseconds.
    :param warn: called with sentences for people.
    :param random_bytes: for topic ids.
    :param settings: of this broker, and of topics.
    :param connect: how brokers are reached.
    """

    log = Logger()

    def __init__(
        self,
        reactor: Any,
        client: ZookeeperClient,
        view: ClusterView,
        mirror: Mirror,
        broker_id: int,
        *,
        now_ms: Callable[[], int],
        warn: Callable[[str], None],
        random_bytes: Callable[[int], bytes],
        settings: ControllerSettings,
        connect: Connect,
    ) -> None:
        self._reactor = reactor
        self._client = client
        self._view = view
        self._mirror = mirror
        self._broker_id = broker_id
        self._now_ms = now_ms
        self._warn = warn
        self._random_bytes = random_bytes
        self._settings = settings
        self._connect = connect
        self._state = State.IDLE
        self._term: Term | None = None
        self._pending = PendingRequests()
        #: Rises with each start, suspension and stop: what was begun before is not continued.
        self._generation = 0
        self._todo = Changes()
        self._is_running = False
        self._is_awake = False
        #: Whether something may have been written that the view does not show.
        self._is_doubtful = False
        self._pause_s = FIRST_PAUSE_S
        self._retry: IDelayedCall | None = None
        self._look_around: IDelayedCall | None = None
        self._balance_later: IDelayedCall | None = None
        self._warned: set[str] = set()

    @property
    def is_active(self) -> bool:
        """Whether we are the controller, as far as we know."""
        return self._state is State.ACTIVE

    @property
    def epoch(self) -> int:
        """Of our term; -1 while we have none."""
        return -1 if self._term is None else self._term.epoch

    @property
    def is_at_rest(self) -> bool:
        """Whether nothing is under way and nothing waits."""
        return not self._is_running and self._retry is None and not self._pending and (self._term is None or self._term.is_idle)

    def start(self) -> None:
        """Take part. Our registration is there and the view is loaded."""
        self._begin(State.WAITING)

    def suspend(self) -> None:
        """Our session is doubtful: stop now."""
        self._begin(State.IDLE)

    def resume(self) -> None:
        """The same session answers again, and the view is up to date."""
        self._begin(State.WAITING)

    def stop(self) -> None:
        """The session is over, or about to be closed."""
        self._begin(State.IDLE)

    def view_changed(self, changes: Changes) -> None:
        """The view has changed; look at it."""
        if self._state is State.ACTIVE:
            self._look_again(changes)
        elif self._state is State.WAITING and changes.controller:
            self._wake()

    def configs_changed(self, topics: Iterable[str] | None) -> None:
        """Settings that elections depend on may have changed.

        :param topics: whose; None: the broker's.
        """
        if self._state is State.ACTIVE:
            self._look_again(Changes(everything=topics is None, topics=set(topics or ())))

    def _look_again(self, changes: Changes) -> None:
        self._todo.merge(changes)
        if self._todo:
            self._wake()

    def _begin(self, state: State) -> None:
        self._generation += 1
        term, self._term = self._term, None
        self._state = state
        self._todo = Changes(everything=True)
        self._pause_s = FIRST_PAUSE_S
        self._is_awake = False
        self._is_doubtful = False
        for name in ("_retry", "_look_around", "_balance_later"):
            call = getattr(self, name)
            setattr(self, name, None)
            if call is not None:
                call.cancel()
        if term is not None:
            term.end()
        self._pending.refuse_all()
        if state is not State.IDLE:
            self._wake()

    def _wake(self) -> None:
        self._is_awake = True
        if not self._is_running and self._retry is None:
            self._is_running = True
            ensureDeferred(self._run()).addErrback(self._never)

    def _never(self, failure: Failure) -> None:
        """An error of ours. It is told, and the next change has another try."""
        self._is_running = False
        self.log.failure("the controller failed", failure)
        self._todo.everything = True
        if self._state is not State.IDLE:
            self._again_later()

    async def _run(self) -> None:
        try:
            while self._is_awake and self._state is not State.IDLE:
                self._is_awake = False
                generation = self._generation
                try:
                    if self._term is None:
                        await self._contend(generation)
                    else:
                        await self._serve(self._term)
                        await self._round(self._term)
                        await self._serve(self._term)
                    self._pause_s = FIRST_PAUSE_S
                except Replaced:
                    if generation == self._generation:
                        self._resign()
                except TermOver:
                    continue
                except (ZookeeperError, BadZnode) as error:
                    if generation != self._generation:
                        continue
                    if isinstance(error, BadZnode):
                        self._say(f"no controller can be elected: {error}")
                    if isinstance(error, SessionExpiredException):
                        return  # we are told to stop soon
                    self._is_doubtful = True
                    self._again_later()
                    return
        finally:
            self._is_running = False
        if self._is_awake and self._state is not State.IDLE:
            self._wake()

    def _again_later(self) -> None:
        def again() -> None:
            self._retry = None
            self._wake()

        if self._retry is None:
            self._retry = self._reactor.callLater(self._pause_s, again)
            self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)

    def _check(self, generation: int) -> None:
        if generation != self._generation:
            raise TermOver

    def _say(self, sentence: str) -> None:
        """Warn once."""
        if sentence not in self._warned:
            if len(self._warned) > 1000:
                self._warned.clear()
            self._warned.add(sentence)
            self._warn(sentence)

    # Who is the controller.

    async def _contend(self, generation: int) -> None:
        held = self._view.controller
        if held is not None and held.owner != self._client.session_id and held.broker_id != self._broker_id:
            return
        won = await contend(self._client, self._broker_id, self._now_ms())
        self._check(generation)
        if won is None:
            # The other controller may be gone before the view ever showed it: look once more when the view is up to date.
            await self._mirror.sync()
            self._check(generation)
            self._is_awake = self._is_awake or self._view.controller is None
            return
        await self._make_features(generation)
        self._term = Term(
            self._reactor,
            self._client,
            self._view,
            won,
            self._broker_id,
            self._settings,
            self._connect,
            now_ms=self._now_ms,
            random_bytes=self._random_bytes,
            say=self._say,
            again=self._look_again,
        )
        self._state = State.ACTIVE
        self._todo = Changes(everything=True)
        self._is_awake = True
        self._look_around = self._reactor.callLater(LOOK_AROUND_S, self._look, self._term)
        if self._settings.auto_leader_rebalance:
            self._balance_later = self._reactor.callLater(FIRST_BALANCE_S, self._balance, self._term)
        self.log.info("broker {broker} is the controller, epoch {epoch}", broker=self._broker_id, epoch=won.epoch)

    async def _make_features(self, generation: int) -> None:
        version = self._settings.versions.feature
        if version:
            found = await self._client.exists(Features.PATH)
            self._check(generation)
            if found is None:
                try:
                    await self._client.create(Features.PATH, Features(version).encode())
                except NodeExistsException:
                    pass
                self._check(generation)

    def _resign(self) -> None:
        self.log.info("broker {broker} is the controller no more", broker=self._broker_id)
        self._begin(State.WAITING)

    def _look(self, term: Term) -> None:
        self._look_around = self._reactor.callLater(LOOK_AROUND_S, self._look, term)
        self._look_again(term.look_around())

    # Rounds.

    async def _round(self, term: Term) -> None:
        if not self._todo:
            return
        await self._sync(term)
        held = self._view.controller
        if held is None or held.owner != self._client.session_id:
            self._resign()
            return
        if self._view.foreign:
            return
        term.take_in_brokers()
        changes, self._todo = self._todo, Changes()
        parts = list(slices(self._view, changes))
        try:
            while parts:
                await term.do(parts[0])
                del parts[0]
                if parts:
                    await term.let_others()
                    await self._serve(term)
        finally:
            for part in parts:
                self._todo.merge(part)

    async def _sync(self, term: Term) -> None:
        await self._mirror.sync()
        term.writer.check()
        self._is_doubtful = False

    # What is asked of us.

    def alter_partition(self, request: AlterPartitionRequest, version: int) -> Deferred[AlterPartitionResponse]:
        """Change in-sync replicas as a leader asks. Fires with the AlterPartitionResponse.

        :param version: of the request.
        :raises KlogError: (from the Deferred) NOT_CONTROLLER.
        """
        if self._term is None:
            return fail(not_controller())
        deferred = self._pending.alter(request, version)
        self._wake()
        return deferred

    def controlled_shutdown(self, request: ControlledShutdownRequest, version: int) -> Deferred[ControlledShutdownResponse]:
        """Move what a broker leads elsewhere before it stops. Fires with the ControlledShutdownResponse: what it leads all the same.

        :param version: of the request.
        :raises KlogError: (from the Deferred) STALE_CONTROLLER_EPOCH: we are no controller (Kafka's code here); and those of
            `request_handling.shut_down`.
        """
        term = self._term
        if term is None:
            return fail(KlogError(ErrorCode.STALE_CONTROLLER_EPOCH, "this broker is not the controller"))
        return self._ask(lambda: request_handling.shut_down(term, request))

    def allocate_producer_ids(self, request: AllocateProducerIdsRequest) -> Deferred[AllocateProducerIdsResponse]:
        """Hand out a block of producer ids. Fires with the AllocateProducerIdsResponse.

        :raises KlogError: (from the Deferred) NOT_CONTROLLER; and those of `request_handling.allocate_producer_ids`.
        """
        term = self._term
        if term is None:
            return fail(not_controller())
        taker = BlockTaker(request.broker_id)
        return self._ask(lambda: request_handling.allocate_producer_ids(term, request, taker))

    def elect_leaders(
        self, election_type: int, partitions: Sequence[TopicPartition] | None, timeout_ms: int
    ) -> Deferred[Mapping[TopicPartition, KlogError | None]]:
        """Elect leaders. Fires with what became of each partition, None where it was elected; where all were asked for, without those that
        needed none.

        :param election_type: 0: the first replica; 1: any live one where no in-sync one is left.
        :param partitions: None: all.
        :raises KlogError: (from the Deferred) NOT_CONTROLLER, INVALID_REQUEST, REQUEST_TIMED_OUT.
        """
        term = self._term
        if term is None:
            return fail(not_controller())
        if election_type not in (PREFERRED, UNCLEAN):
            return fail(KlogError(ErrorCode.INVALID_REQUEST, f"{election_type} is no type of election"))
        asked = self._ask(lambda: request_handling.elect(term, election_type, partitions))
        return asked.addTimeout(max(timeout_ms, 0) / 1000, self._reactor, _too_late)

    def alter_reassignments(
        self, wanted: Mapping[TopicPartition, Sequence[int] | None], allows_other_count: bool, timeout_ms: int
    ) -> Deferred[Mapping[TopicPartition, KlogError | None]]:
        """Have partitions move to other brokers. Fires, when that is written, with what became of each: None where it moves from now on.

        :param wanted: brokers by partition, the preferred leader first; None: its move is given up.
        :param allows_other_count: whether the number of copies may change.
        :raises KlogError: (from the Deferred) NOT_CONTROLLER, REQUEST_TIMED_OUT.
        """
        term = self._term
        if term is None:
            return fail(not_controller())
        reassigning = request_handling.Reassigning(wanted, allows_other_count)

        async def work() -> Mapping[TopicPartition, KlogError | None]:
            await self._sync(term)
            return await reassigning(term)

        return self._ask(work).addTimeout(max(timeout_ms, 0) / 1000, self._reactor, _too_late)

    def list_reassignments(
        self, partitions: Collection[TopicPartition] | None, timeout_ms: int
    ) -> Deferred[Mapping[TopicPartition, ReplicaAssignment]]:
        """Fires with the partitions that move.

        :param partitions: only of these; None: all.
        :raises KlogError: (from the Deferred) NOT_CONTROLLER, REQUEST_TIMED_OUT.
        """
        term = self._term
        if term is None:
            return fail(not_controller())

        async def work() -> Mapping[TopicPartition, ReplicaAssignment]:
            await self._sync(term)
            return request_handling.moves(term.view, partitions)

        return self._ask(work).addTimeout(max(timeout_ms, 0) / 1000, self._reactor, _too_late)

    def _balance(self, term: Term) -> None:
        self._balance_later = self._reactor.callLater(self._settings.leader_imbalance_check_interval_s, self._balance, term)
        self._ask(lambda: request_handling.bring_leaders_back(term)).addErrback(lambda failure: self.log.info("{why}", why=failure.value))

    def _ask(self, work: Callable[[], Awaitable[Answer]]) -> Deferred[Answer]:
        deferred = self._pending.ask(work)
        self._wake()
        return deferred

    async def _serve(self, term: Term) -> None:
        """Do all that is asked, once it is known who lives."""
        if self._view.foreign:
            self._pending.refuse_all()
        while self._pending and term.has_begun:
            if self._is_doubtful:
                await self._sync(term)
            if self._pending.alterations:
                waiting = self._pending.take_alterations()
                try:
                    await request_handling.alter_partitions(term, waiting)
                finally:
                    self._pending.alterations.extendleft(reversed(waiting))
                continue
            asked = self._pending.others.popleft()
            if asked.deferred.called:
                continue
            try:
                asked.fire(await asked.work())
            except KlogError as error:
                asked.refuse(error)
            except TermOver:
                asked.refuse(not_controller())
                raise
            except ZookeeperError:
                self._pending.others.appendleft(asked)
                raise
            except Exception:
                self.log.failure("the controller failed with what it was asked")
                asked.refuse(KlogError(ErrorCode.UNKNOWN_SERVER_ERROR, "the controller failed"))


def _too_late(result: object, timeout_s: float) -> NoReturn:
    raise KlogError(ErrorCode.REQUEST_TIMED_OUT, f"it was not done within {timeout_s:g} s; it may still be")
