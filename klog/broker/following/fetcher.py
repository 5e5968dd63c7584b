"""Copies partitions from one leader, over one connection (``ReplicaFetcherThread``).

One Fetch is under way at a time, for all partitions that are READY (`klog.broker.following.followed_partition` draws their states); what
the leader answers for each is judged by a table (`klog.replication.follower`) and done. The conversation as a whole::

    IDLE ──a partition is READY─────────────────> ASKING
         ──the same, others are FLUSHING────────> AWAITING_FLUSHES ──flushed, or long enough──> IDLE
         ──nobody knows where the leader is─────> PAUSED
    ASKING ──answered──> TAKING ──all of the answer is taken──> IDLE
           ──lost, refused, or a mistake────────> PAUSED ──``replica.fetch.backoff.ms``──> IDLE
           ──a partition is new to it, and nothing comes──> IDLE, by another connection
    any ──close──> CLOSED

Nothing is asked while an answer is taken: what stands in the rest of it would be asked for once more.

Under the flush rule the next request waits for flushes, up to ``replica.fetch.wait.max.ms``: one without them could be kept at the leader
as long, and their progress with it.

Nothing of an answer counts where the partition is followed in another epoch by then, or its log ends elsewhere than when it was asked for.
A connection that fails costs all partitions a pause, and begins a new session; records are looked at where they arrived, and written from
there.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.broker.following.doubtful_logs import DoubtfulLogs
from klog.broker.following.fetch_rules import FetchRules
from klog.broker.following.followed_partition import FollowedPartition, State
from klog.broker.following.leader_offsets import LeaderConnection, LeaderOffsets
from klog.broker.following.log_truncator import LogTruncator
from klog.broker.replicas.partition import Partition
from klog.errors import ErrorCode, KlogError, row_of
from klog.replication.fetch_session import SESSION_ERRORS, FollowerFetchSession, Key, Wanted
from klog.replication.follower import Act, Asked, Step, after_refused_question, what_follows
from klog.replication.throttle import ReplicationThrottle
from klog.replication.truncation import EpochEnd, where_to_cut
from klog.storage.log.follower_append_rules import NotTheNextBatch
from klog.wire.messages.fetch import FetchRequest, FetchResponse, PartitionData, ReplicaState

#: What is refused once may be refused because the leader has not heard yet that it leads, which is a matter of milliseconds: producers wait
#: for it. So the first pause is as short, and each one twice as long as the one before.
_FIRST_BACKOFF_MS = 20
#: After so many the pauses are as long as may be.
_MOST_WAITS = 16
#: What a partition waits for an answer that it has no part in.
_HURRY_MS = 50
#: A quota may be raised while a partition is held back by it: it is looked at again after so long.
_LONGEST_HOLD_S = 1.0
#: After so many failures in a row a leader is not only away. (The controller counts as far: `klog.cluster.zookeeper.controller`.)
FAILURES_BEFORE_DOUBT = 10
#: From this version on the replica says who it is in a field of its own (KIP-903).
_REPLICA_STATE = 15


class Phase(enum.Enum):
    """What the conversation with the leader waits for; see the module."""

    IDLE = "idle"
    ASKING = "asking"
    TAKING = "taking"
    AWAITING_FLUSHES = "awaiting flushes"
    PAUSED = "paused"
    CLOSED = "closed"


class ReplicaFetcher:
    """See the module.

    :param us: our broker's number.
    :param connect: a connection to the leader; None while nobody knows where it is.
    :param broker_epoch: of our registration.
    :param fetch_version: of Fetch.
    :param list_offsets_version: of ListOffsets.
    :param throttle: of what is copied (KIP-73); None: as much as there is.
    :param doubt: what else is told of a leader that does not answer; None: nothing.
    """

    _log = Logger()

    def __init__(
        self,
        clock: IReactorTime,
        us: int,
        leader_id: int,
        connect: Callable[[], LeaderConnection | None],
        broker_epoch: Callable[[], int],
        rules: FetchRules,
        truncator: LogTruncator,
        *,
        fetch_version: int,
        list_offsets_version: int,
        throttle: ReplicationThrottle | None = None,
        doubt: str | None = None,
    ) -> None:
        self._throttle = throttle
        #: Whether there was a quota when the last answer came.
        self._is_throttled = False
        self._doubt = doubt
        self._clock = clock
        self._us = us
        self._leader_id = leader_id
        self._connect = connect
        self._broker_epoch = broker_epoch
        self._rules = rules
        self._truncator = truncator
        self._leader_offsets = LeaderOffsets(us, lambda: self._connection, list_offsets_version, rules.timeout_ms)
        self._session = FollowerFetchSession(fetch_version, rules.partition_max_bytes)
        self._connection: LeaderConnection | None = None
        self._followed: dict[Key, FollowedPartition] = {}
        #: READY, and not asked for as they are now.
        self._changed: dict[Key, None] = {}
        #: In the session, and to be asked for no more.
        self._gone: dict[Key, None] = {}
        #: FLUSHING, and waited for before the next request.
        self._flushing: set[Key] = set()
        self._doubtful_logs = DoubtfulLogs(clock, self._leader_offsets, self._is_wanted, rules.backoff_ms)
        #: When those that are WAITING are to be asked for again.
        self._timers: dict[FollowedPartition, IDelayedCall] = {}
        #: Asks for what was added in this turn, and whether the leader does not look at some of it yet.
        self._start: IDelayedCall | None = None
        self._is_new_to_leader = False
        self._phase = Phase.IDLE
        #: What ends the phase by time; where we are ASKING, only while a partition is new to the request.
        self._phase_timer: IDelayedCall | None = None
        #: The number of the request that is under way: answers to earlier ones are dropped.
        self._turn = 0
        self._has_told = False
        #: How often in a row nothing was answered.
        self._failures = 0

    def __len__(self) -> int:
        """How many partitions it copies."""
        return len(self._followed)

    def add(self, partition: Partition, leader_epoch: int) -> None:
        """Copy this one, too, in this epoch of its leader."""
        self.remove(partition)
        followed = FollowedPartition(partition, leader_epoch)
        self._followed[followed.key] = followed
        partition.on_flushed = lambda: self._flushed(followed)
        self._doubtful_logs.add(followed)
        if partition.log.latest_epoch < 0 and partition.log.end_offset > partition.log.high_watermark:
            # Nothing tells whether its tail is the leader's: what is not committed goes (before Kafka 0.11 it had no epochs).
            self._truncate(followed, partition.log.high_watermark)
        else:
            self._make_ready(followed)
        # Who leads it in another epoch answers what is under way.
        self._is_new_to_leader = self._is_new_to_leader or followed.key not in self._session
        if self._start is None:
            # All that one request of the controller adds are asked for together.
            self._start = self._clock.callLater(0, self._started)

    def _started(self) -> None:
        self._start = None
        is_new, self._is_new_to_leader = self._is_new_to_leader, False
        if is_new:
            self._go_soon()
        else:
            self._go()

    def remove(self, partition: Partition) -> bool:
        """Copy it no more; the outcome of what is under way for it is dropped. Whether it was copied here."""
        key = partition.topic_partition.topic, partition.topic_partition.partition
        followed = self._followed.pop(key, None)
        if followed is None:
            return False
        partition.on_flushed = None
        self._stop_timer(followed)
        self._changed.pop(key, None)
        self._flushing.discard(key)
        self._doubtful_logs.remove(key)
        if key in self._session:
            self._gone[key] = None
        return True

    def close(self) -> None:
        """Ask nothing any more."""
        self._turn_to(Phase.CLOSED)
        if self._start is not None:
            self._start.cancel()
            self._start = None
        for followed in list(self._followed.values()):
            self.remove(followed.partition)
        self._hang_up()

    # States of partitions

    def _enter(self, followed: FollowedPartition, state: State) -> None:
        followed.state = state
        if state is State.FLUSHING:
            self._flushing.add(followed.key)
        else:
            self._flushing.discard(followed.key)
        if state is State.READY:
            self._gone.pop(followed.key, None)
            self._changed[followed.key] = None
            return
        self._changed.pop(followed.key, None)
        if followed.key in self._session:
            self._gone[followed.key] = None

    def _make_ready(self, followed: FollowedPartition) -> None:
        """It may be asked for; under the flush rule not before all that it has is on our disk, also what was there before a cut."""
        partition = followed.partition
        if partition.owes_flush:
            self._enter(followed, State.FLUSHING)
            partition.request_flush()
        else:
            self._enter(followed, State.READY)

    def _is_current(self, followed: FollowedPartition) -> bool:
        return self._followed.get(followed.key) is followed and self._phase is not Phase.CLOSED

    def _is_wanted(self, followed: FollowedPartition) -> bool:
        """Whether its leader's word still counts."""
        return self._is_current(followed) and followed.partition.is_following(followed.leader_epoch)

    def _wait(self, followed: FollowedPartition, wait_s: float | None = None) -> None:
        """Not to be asked for, for so long; None: longer and longer."""
        self._enter(followed, State.WAITING)
        self._stop_timer(followed)
        if wait_s is None:
            wait_s = min(self._rules.backoff_ms, _FIRST_BACKOFF_MS << min(followed.waits, _MOST_WAITS)) / 1000
            followed.waits += 1
        self._timers[followed] = self._clock.callLater(wait_s, self._waited, followed)

    def _waited(self, followed: FollowedPartition) -> None:
        self._timers.pop(followed, None)
        if self._is_current(followed):
            self._make_ready(followed)
            self._go()

    def _mistaken(self, failure: Failure, followed: FollowedPartition) -> None:
        """A mistake of klog's own, or of the leader's, in this partition: it alone pauses, and is asked for as its log is then."""
        self._log.failure(
            "a mistake in copying {name} from broker {leader}",
            failure,
            name=followed.partition.topic_partition,
            leader=self._leader_id,
        )
        if self._is_current(followed):
            followed.waits = _MOST_WAITS
            self._wait(followed)

    def _stop_timer(self, followed: FollowedPartition) -> None:
        timer = self._timers.pop(followed, None)
        if timer is not None and timer.active():
            timer.cancel()

    def _fail(self, followed: FollowedPartition, why: str) -> None:
        self._enter(followed, State.FAILED)
        self._log.warn(
            "{name} is not copied from broker {leader} until the controller says something new: {why}",
            name=followed.partition.topic_partition,
            leader=self._leader_id,
            why=why,
        )

    def _disk_failed(self, followed: FollowedPartition, why: str) -> None:
        """Our disk did not do it. One that is full may have room again; one that fails is out of service by now."""
        if followed.partition.log.is_offline or followed.partition.log.is_closed:
            self._fail(followed, why)
            return
        self._wait(followed)
        if not followed.is_refused:
            followed.is_refused = True
            self._log.warn("{name} is not copied until the disk takes it: {why}", name=followed.partition.topic_partition, why=why)

    def _flushed(self, followed: FollowedPartition) -> None:
        if self._is_current(followed) and followed.state is State.FLUSHING and not followed.partition.owes_flush:
            self._enter(followed, State.READY)
            self._go()

    # Asking

    def _turn_to(self, phase: Phase) -> None:
        """The conversation goes on to this phase; the time that the one before it had is over."""
        timer, self._phase_timer = self._phase_timer, None
        if timer is not None and timer.active():
            timer.cancel()
        self._phase = phase

    def _go(self) -> None:
        """Ask, where nothing is under way and there is anything to ask for."""
        if self._phase not in (Phase.IDLE, Phase.AWAITING_FLUSHES):
            return
        self._hold_back()
        if not any(followed.state is State.READY for followed in self._followed.values()):
            return
        if self._flushing:
            # A request that waits at the leader for the others' records would keep their progress back, for which producers wait.
            if self._phase is Phase.IDLE:
                self._turn_to(Phase.AWAITING_FLUSHES)
                self._phase_timer = self._clock.callLater(self._rules.max_wait_ms / 1000, self._waited_enough)
            return
        self._turn_to(Phase.IDLE)
        if self._connection is None:
            self._connection = self._connect()
        if self._connection is None:
            self._rest()
            return
        if self._doubtful_logs:
            self._doubtful_logs.ask()
        request, version = self._request()
        self._turn_to(Phase.ASKING)
        self._turn += 1
        asked = self._connection.request(request, version=version, timeout_ms=self._rules.timeout_ms, patient=False)
        asked.addCallbacks(self._answered, self._lost, (self._turn,), errbackArgs=(self._turn,)).addErrback(self._broke)

    def _hold_back(self) -> None:
        """Where more was copied of throttled partitions than the quota allows, those that have not caught up wait
        (``RemoteLeaderEndPoint.shouldFollowerThrottle``)."""
        throttle = self._throttle
        wait_s = 0.0 if throttle is None else throttle.wait_s()
        if throttle is None or wait_s <= 0:
            return
        for followed in list(self._followed.values()):
            if followed.state is State.READY and not followed.has_caught_up and throttle.is_throttled(*followed.key):
                self._wait(followed, min(wait_s, _LONGEST_HOLD_S))

    def _go_soon(self) -> None:
        """As `_go`, for a partition that what is under way does not ask for: it may wait at the leader, for records of others, as long as
        it may, while producers wait for this one."""
        self._go()
        if self._phase is Phase.ASKING and self._phase_timer is None and self._changed:
            self._phase_timer = self._clock.callLater(_HURRY_MS / 1000, self._hurried)

    def _hurried(self) -> None:
        """Nothing has come meanwhile: what waits at the leader is given up with its connection."""
        self._turn_to(Phase.IDLE)
        self._turn += 1
        self._hang_up()
        self._go()

    def _waited_enough(self) -> None:
        """A disk that is slower than that holds nobody else up."""
        self._turn_to(Phase.IDLE)
        self._flushing.clear()
        self._go()

    def _request(self) -> tuple[FetchRequest, int]:
        if self._session.is_new:
            self._gone.clear()
            for key, followed in self._followed.items():
                if followed.state is State.READY:
                    self._changed[key] = None
        wanted: list[Wanted] = []
        for key in self._changed:
            followed = self._followed[key]
            partition, log = followed.partition, followed.partition.log
            followed.asked = Asked(log.end_offset, followed.leader_epoch)
            followed.told_start = log.start_offset
            wanted.append(
                Wanted(key[0], partition.topic_id, key[1], log.end_offset, followed.leader_epoch, log.latest_epoch, log.start_offset)
            )
        said = self._session.request(wanted, list(self._gone))
        self._changed.clear()
        self._gone.clear()
        request = FetchRequest(
            max_wait_ms=self._may_wait_ms(),
            min_bytes=self._rules.min_bytes,
            max_bytes=self._rules.max_bytes,
            session_id=said.session_id,
            session_epoch=said.session_epoch,
            topics=said.topics,
            forgotten_topics_data=said.forgotten,
        )
        if said.version >= _REPLICA_STATE:
            request.replica_state = ReplicaState(replica_id=self._us, replica_epoch=self._broker_epoch())
        else:
            request.replica_id = self._us
        return request, said.version

    def _may_wait_ms(self) -> int:
        """What a request may wait at the leader: no longer than until the next partition is to be asked for again."""
        now = self._clock.seconds()
        most_s = self._rules.max_wait_ms / 1000
        for timer in self._timers.values():
            most_s = min(most_s, timer.getTime() - now)
        return max(1, int(most_s * 1000))

    def _lost(self, failure: Failure, turn: int) -> None:
        if turn != self._turn:
            return
        if not failure.check(KlogError):  # type: ignore[no-untyped-call]
            self._log.failure("a mistake in asking broker {leader}", failure, leader=self._leader_id)
        if self._phase is not Phase.CLOSED:
            self._tell_once(failure.getErrorMessage())
            self._failures += 1
            if self._failures == FAILURES_BEFORE_DOUBT and self._doubt is not None:
                self._log.warn(
                    "broker {leader} has not answered {count} times in a row: {doubt}",
                    leader=self._leader_id,
                    count=self._failures,
                    doubt=self._doubt,
                )
            self._hang_up()
            self._rest()

    def _broke(self, failure: Failure) -> None:
        """A mistake of klog's own: nobody knows how far the answer was taken, so all is asked for anew."""
        self._log.failure("a mistake in what broker {leader} has answered", failure, leader=self._leader_id)
        if self._phase is not Phase.CLOSED:
            self._hang_up()
            self._rest()

    def _tell_once(self, why: str) -> None:
        if not self._has_told:
            self._has_told = True
            self._log.warn("partitions cannot be copied from broker {leader}: {why}", leader=self._leader_id, why=why)

    def _rest(self) -> None:
        """All wait before anything is asked again."""
        if self._phase is not Phase.PAUSED:
            self._turn_to(Phase.PAUSED)
            self._phase_timer = self._clock.callLater(self._rules.backoff_ms / 1000, self._rested)

    def _rested(self) -> None:
        self._turn_to(Phase.IDLE)
        self._go()

    def _hang_up(self) -> None:
        self._session.reset()
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    # What is answered

    def _answered(self, answer: FetchResponse, turn: int) -> None:
        if turn != self._turn or self._phase is Phase.CLOSED:
            return
        self._turn_to(Phase.TAKING)
        self._take_all(answer)
        if self._phase is Phase.TAKING:
            self._turn_to(Phase.IDLE)
        self._go()

    def _take_all(self, answer: FetchResponse) -> None:
        self._failures = 0
        if answer.error_code:
            # Of the session, whose next request says everything; or of the whole leader.
            self._session.reset(is_gone=answer.error_code == ErrorCode.FETCH_SESSION_ID_NOT_FOUND)
            if answer.error_code not in SESSION_ERRORS:
                self._tell_once(row_of(answer.error_code).code.name)
                self._rest()
            return
        self._has_told = False
        self._is_throttled = self._throttle is not None and self._throttle.is_set
        self._session.answered(answer.session_id)
        mentioned: set[Key] = set()
        are_doubtful = bool(self._doubtful_logs)
        for topic in answer.responses:
            name = topic.topic or self._session.name_of(topic.topic_id)
            for data in topic.partitions:
                if are_doubtful:
                    mentioned.add((name or "", data.partition_index))
                followed = None if name is None else self._followed.get((name, data.partition_index))
                if followed is not None and followed.state is State.READY:
                    try:
                        self._take(followed, data)
                    except Exception:
                        self._mistaken(Failure(), followed)  # type: ignore[no-untyped-call]
        if self._doubtful_logs:
            self._doubtful_logs.look(lambda followed: followed.key not in mentioned and self._is_asked_for_as_it_is(followed))
        if self._session.is_new:
            for followed in self._followed.values():
                if followed.state is State.READY:
                    self._changed[followed.key] = None

    def _is_asked_for_as_it_is(self, followed: FollowedPartition) -> bool:
        is_asked_for = followed.state is State.READY and followed.key in self._session and followed.key not in self._changed
        return is_asked_for and followed.asked == followed.now

    def _take(self, followed: FollowedPartition, data: PartitionData) -> None:
        if followed.asked is None:
            # Added since that was asked for: the answer is to what was followed before.
            return
        diverging = data.diverging_epoch
        match what_follows(data.error_code, diverging.end_offset >= 0, followed.asked, followed.now):
            case Act.APPEND:
                self._append(followed, data)
            case Act.TRUNCATE:
                log = followed.partition.log
                cut = where_to_cut(EpochEnd(diverging.epoch, diverging.end_offset), log, log.end_offset, followed.fetching_began)
                self._truncate(followed, cut.offset)
            case Act.ASK_OFFSETS:
                self._ask_offsets(followed)
            case Act.RETRY_LATER:
                self._wait(followed)
            case Act.FAIL:
                self._fail(followed, ErrorCode(data.error_code).name)
            case Act.DROP:
                if followed.now is not None:
                    # It ends elsewhere by now.
                    self._changed[followed.key] = None

    def _append(self, followed: FollowedPartition, data: PartitionData) -> None:
        partition = followed.partition
        followed.fits = True
        records: Any = data.records
        if records and partition.room.is_low:
            # As a leader takes nothing then: what is left is for what must be written.
            self._disk_failed(followed, "the disk is full")
            return
        if records:
            try:
                taken = partition.log.append_as_follower(records, followed.leader_epoch)
            except NotTheNextBatch as wrong:
                if wrong.may_begin_there:
                    # The leader's log starts in the middle of this batch, which nobody is given who asks for where it begins.
                    data.records = bytes(records)
                    self._truncate(followed, wrong.base_offset, anew=True, then=data)
                else:
                    self._fail(followed, str(wrong))
                return
            except KlogError as error:
                if error.code == ErrorCode.KAFKA_STORAGE_ERROR:
                    self._disk_failed(followed, error.message)
                else:
                    # Broken on its way, or at the leader: it is asked for again.
                    self._log.warn(
                        "what broker {leader} has sent of {name} is not taken: {why}",
                        leader=self._leader_id,
                        name=partition.topic_partition,
                        why=error.message,
                    )
                    self._wait(followed)
                return
            followed.is_refused = False
            if self._is_throttled and self._throttle is not None and self._throttle.is_throttled(*followed.key):
                self._throttle.record(len(records))
            if not taken.ended_at_newer_epoch:
                followed.waits = 0
            if taken.batches:
                self._changed[followed.key] = None
                partition.follower_appended()
            if taken.ended_at_newer_epoch:
                self._wait(followed)
        else:
            followed.waits = 0
        followed.has_caught_up = data.high_watermark <= partition.log.end_offset
        try:
            partition.leader_says(data.high_watermark, data.log_start_offset)
        except (KlogError, OSError) as error:
            self._fail(followed, str(error))
            return
        if followed.state is State.READY:
            if partition.owes_flush:
                self._make_ready(followed)
            elif partition.log.start_offset != followed.told_start:
                # Whoever deletes records at the leader waits for our start.
                self._changed[followed.key] = None

    # Truncating

    def _truncate(self, followed: FollowedPartition, offset: int, *, anew: bool = False, then: PartitionData | None = None) -> None:
        """:param then: what is appended when it is done."""
        self._enter(followed, State.TRUNCATING)
        followed.fits = False
        done = self._truncator.truncate(followed.partition, offset, lambda: self._is_wanted(followed), anew=anew)
        done.addCallbacks(self._truncated, self._truncation_failed, (followed, then), errbackArgs=(followed,))
        done.addErrback(self._mistaken, followed)

    def _truncated(self, was_done: bool, followed: FollowedPartition, then: PartitionData | None) -> None:
        if not was_done or not self._is_current(followed):
            return
        if then is not None and self._is_wanted(followed):
            self._enter(followed, State.READY)
            self._append(followed, then)
            if followed.state is not State.READY:
                return
        self._make_ready(followed)
        self._go_soon()

    def _truncation_failed(self, failure: Failure, followed: FollowedPartition) -> None:
        if failure.check(KlogError, OSError) is None:  # type: ignore[no-untyped-call]
            self._log.failure("a mistake in truncating {name}", failure, name=followed.partition.topic_partition)
        if self._is_current(followed):
            self._disk_failed(followed, failure.getErrorMessage())

    # Out of range

    def _ask_offsets(self, followed: FollowedPartition) -> None:
        """Where the leader's log ends, and, where that is not before ours, where it starts."""
        self._enter(followed, State.ASKING)
        Deferred.fromCoroutine(self._resume(followed)).addErrback(self._mistaken, followed)

    async def _resume(self, followed: FollowedPartition) -> None:
        partition = followed.partition
        try:
            # Of the log that it has by then: it may have moved to another data directory.
            found = await self._leader_offsets.resumption(followed.key, followed.leader_epoch, lambda: partition.log.end_offset)
        except KlogError as error:
            if self._is_current(followed):
                act = after_refused_question(error.code, followed.leader_epoch, partition.leader_epoch)
                if act is Act.FAIL:
                    self._fail(followed, error.code.name)
                else:
                    self._wait(followed)
            return
        if not self._is_wanted(followed):
            return
        if found.step is Step.CUT:
            self._truncate(followed, found.offset)
        elif found.step is Step.START_ANEW:
            self._truncate(followed, found.offset, anew=True)
        else:
            self._make_ready(followed)
            self._go_soon()
