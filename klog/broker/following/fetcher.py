"""Copies partitions from one leader, over one connection (``ReplicaFetcherThread``).

One Fetch is under way at a time, for all partitions that are READY (`klog.broker.following.followed_partitions` has them by their states);
what is done with the leader's answer for each is said in `klog.broker.following.partition_answers`. The conversation as a whole::

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

A connection that fails costs all partitions a pause, and begins a new session.

A request names no more than `MOST_NEW` partitions that the leader does not look at yet, and the next one follows at once with others:
neither of the two is held up for long by thousands, and those that came last, for which producers wait, are named first. A leader that has
no place for a session is asked for all of them each time.

Where more partitions are about to come (some just have, or another leader is away, and its partitions will be others' soon), a request
waits at the leader no longer than they may wait for it. To give one up instead costs the whole session.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from itertools import islice

from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.broker.following.doubtful_logs import DoubtfulLogs
from klog.broker.following.fetch_rules import FetchRules
from klog.broker.following.followed_partition import FollowedPartition, State
from klog.broker.following.followed_partitions import FollowedPartitions
from klog.broker.following.leader_offsets import LeaderConnection, LeaderOffsets
from klog.broker.following.log_truncator import LogTruncator
from klog.broker.following.partition_answers import PartitionAnswers
from klog.broker.replicas.partition import Partition
from klog.errors import ErrorCode, KlogError, row_of
from klog.replication.fetch_session import NO_SESSION, SESSION_ERRORS, FollowerFetchSession, Key, Wanted
from klog.replication.follower import Asked
from klog.replication.throttle import ReplicationThrottle
from klog.wire.messages.fetch import FetchRequest, FetchResponse, ReplicaState

#: What a partition waits for an answer that it has no part in.
_HURRY_MS = 50
#: Partitions that are new to the leader, in one request.
MOST_NEW = 1000
#: So long after some have come more are to be expected: a controller tells of thousands in several requests.
_MORE_MAY_COME_S = 2.0
#: So long somebody else is expected to lead what is led by a broker that is away.
_MAY_BE_AWAY_S = 30.0
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
    :param may_others_come: whether partitions are about to be led by this leader that are led by others.
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
        may_others_come: Callable[[], bool] = lambda: False,
        doubt: str | None = None,
    ) -> None:
        self._throttle = throttle
        self._may_others_come = may_others_come
        self._doubt = doubt
        self._clock = clock
        self._us = us
        self._leader_id = leader_id
        self._connect = connect
        self._broker_epoch = broker_epoch
        self._rules = rules
        self._session = FollowerFetchSession(fetch_version, rules.partition_max_bytes)
        self._connection: LeaderConnection | None = None
        self._partitions = FollowedPartitions(clock, leader_id, rules, self._session, self._go)
        leader_offsets = LeaderOffsets(us, lambda: self._connection, list_offsets_version, rules.timeout_ms)
        self._answers = PartitionAnswers(leader_id, self._partitions, truncator, leader_offsets, throttle, self._go_soon)
        self._doubtful_logs = DoubtfulLogs(clock, leader_offsets, self._partitions.is_wanted, rules.backoff_ms)
        #: Asks for what was added in this turn, and whether the leader does not look at some of it yet.
        self._start: IDelayedCall | None = None
        self._is_new_to_leader = False
        self._phase = Phase.IDLE
        #: What ends the phase by time; where we are ASKING, only while a partition is new to the request.
        self._phase_timer: IDelayedCall | None = None
        #: The number of the request that is under way: answers to earlier ones are dropped.
        self._turn = 0
        self._has_told = False
        #: How often in a row nothing was answered, and when that began.
        self._failures = 0
        self._failing_since_s = 0.0
        #: Until when more partitions are to be expected.
        self._more_until_s = 0.0
        #: What the request under way may wait at the leader.
        self._waits_ms = 0
        #: Whether the leader has remembered what it was asked: where it does not, each request has to say everything.
        self._is_remembered = True

    def __len__(self) -> int:
        """How many partitions it copies."""
        return len(self._partitions.by_key)

    @property
    def misses_its_leader(self) -> bool:
        """Whether the leader has gone not long ago, with partitions that somebody else may lead soon."""
        return self._failures > 0 and len(self) > 0 and self._clock.seconds() - self._failing_since_s < _MAY_BE_AWAY_S

    def add(self, partition: Partition, leader_epoch: int) -> None:
        """Copy this one, too, in this epoch of its leader."""
        self.remove(partition)
        self._more_until_s = self._clock.seconds() + _MORE_MAY_COME_S
        followed = self._partitions.add(partition, leader_epoch)
        self._doubtful_logs.add(followed)
        if partition.log.latest_epoch < 0 and partition.log.end_offset > partition.log.high_watermark:
            # Nothing tells whether its tail is the leader's: what is not committed goes (before Kafka 0.11 it had no epochs).
            self._answers.truncate(followed, partition.log.high_watermark)
        else:
            self._partitions.make_ready(followed)
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
        self._doubtful_logs.remove((partition.topic_partition.topic, partition.topic_partition.partition))
        return self._partitions.remove(partition)

    def close(self) -> None:
        """Ask nothing any more."""
        self._turn_to(Phase.CLOSED)
        if self._start is not None:
            self._start.cancel()
            self._start = None
        self._doubtful_logs.clear()
        self._partitions.close()
        self._hang_up()

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
        if not any(followed.state is State.READY for followed in self._partitions.by_key.values()):
            return
        if self._partitions.flushing:
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
        for followed in list(self._partitions.by_key.values()):
            if followed.state is State.READY and not followed.has_caught_up and throttle.is_throttled(*followed.key):
                self._partitions.wait(followed, min(wait_s, _LONGEST_HOLD_S))

    def _go_soon(self) -> None:
        """As `_go`, for a partition that what is under way does not ask for: it may wait at the leader, for records of others, as long as
        it may, while producers wait for this one."""
        self._go()
        if self._phase is Phase.ASKING and self._phase_timer is None and self._waits_ms > _HURRY_MS and self._partitions.changed:
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
        self._partitions.flushing.clear()
        self._go()

    def _request(self) -> tuple[FetchRequest, int]:
        if self._session.is_new:
            self._partitions.gone.clear()
            self._partitions.ask_for_all()
        wanted: list[Wanted] = []
        for key in self._to_be_named():
            del self._partitions.changed[key]
            followed = self._partitions.by_key[key]
            partition, log = followed.partition, followed.partition.log
            followed.asked = Asked(log.end_offset, followed.leader_epoch)
            followed.told_start = log.start_offset
            wanted.append(
                Wanted(key[0], partition.topic_id, key[1], log.end_offset, followed.leader_epoch, log.latest_epoch, log.start_offset)
            )
        said = self._session.request(wanted, list(self._partitions.gone))
        self._partitions.gone.clear()
        self._waits_ms = self._may_wait_ms()
        request = FetchRequest(
            max_wait_ms=self._waits_ms,
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

    def _to_be_named(self) -> list[Key]:
        """What has changed, and so many that are new to the leader: what it knows otherwise it would send again."""
        changed = self._partitions.changed
        if len(changed) <= MOST_NEW or not self._is_remembered:
            return list(changed)
        known = [key for key in changed if key in self._session]
        if not known:
            return list(islice(changed, MOST_NEW))
        return known + list(islice((key for key in changed if key not in self._session), MOST_NEW))

    def _may_wait_ms(self) -> int:
        """What a request may wait at the leader: no longer than until the next partition is to be asked for."""
        if self._partitions.changed:
            return 0
        most_ms = self._rules.max_wait_ms
        if self._clock.seconds() < self._more_until_s or self._may_others_come():
            most_ms = min(most_ms, _HURRY_MS)
        return max(1, int(self._partitions.next_due_s(most_ms / 1000) * 1000))

    def _lost(self, failure: Failure, turn: int) -> None:
        if turn != self._turn:
            return
        if not failure.check(KlogError):  # type: ignore[no-untyped-call]
            self._log.failure("a mistake in asking broker {leader}", failure, leader=self._leader_id)
        if self._phase is not Phase.CLOSED:
            self._tell_once(failure.getErrorMessage())
            if not self._failures:
                self._failing_since_s = self._clock.seconds()
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
            self._is_remembered = False
            if answer.error_code not in SESSION_ERRORS:
                self._tell_once(row_of(answer.error_code).code.name)
                self._rest()
            return
        self._has_told = False
        self._answers.is_throttled = self._throttle is not None and self._throttle.is_set
        self._session.answered(answer.session_id)
        self._is_remembered = answer.session_id != NO_SESSION
        mentioned: set[Key] = set()
        are_doubtful = bool(self._doubtful_logs)
        for topic in answer.responses:
            name = topic.topic or self._session.name_of(topic.topic_id)
            for data in topic.partitions:
                if are_doubtful:
                    mentioned.add((name or "", data.partition_index))
                followed = None if name is None else self._partitions.by_key.get((name, data.partition_index))
                if followed is not None and followed.state is State.READY:
                    try:
                        self._answers.take(followed, data)
                    except Exception:
                        self._partitions.mistaken(Failure(), followed)  # type: ignore[no-untyped-call]
        if self._doubtful_logs:
            self._doubtful_logs.look(lambda followed: followed.key not in mentioned and self._is_asked_for_as_it_is(followed))
        if self._session.is_new:
            self._partitions.ask_for_all()

    def _is_asked_for_as_it_is(self, followed: FollowedPartition) -> bool:
        is_asked_for = followed.state is State.READY and followed.key in self._session and followed.key not in self._partitions.changed
        return is_asked_for and followed.asked == followed.now
