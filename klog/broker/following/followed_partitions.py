"""The partitions that a fetcher copies, by what they wait for (`klog.broker.following.followed_partition` draws it): which of them the next
request has to name, and when those that wait are asked for again.
"""

from __future__ import annotations

from collections.abc import Callable

from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.broker.following.fetch_rules import FetchRules
from klog.broker.following.followed_partition import FollowedPartition, State
from klog.broker.replicas.partition import Partition
from klog.replication.fetch_session import FollowerFetchSession, Key

#: What is refused once may be refused because the leader has not heard yet that it leads, which is a matter of milliseconds: producers wait
#: for it. So the first pause is as short, and each one twice as long as the one before.
_FIRST_BACKOFF_MS = 20
#: After so many the pauses are as long as may be.
_MOST_WAITS = 16


class FollowedPartitions:
    """See the module.

    :param leader_id: whom they are copied from, for what is told.
    :param session: what the leader remembers of them.
    :param on_ready: called when one may be asked for that was not, since a flush is done or a pause is over.
    :ivar by_key: all of them.
    :ivar changed: those that are READY, and not asked for as they are now.
    :ivar gone: those that are in the session, and to be asked for no more.
    :ivar flushing: those that are FLUSHING, and waited for before the next request.
    """

    _log = Logger()

    def __init__(
        self, clock: IReactorTime, leader_id: int, rules: FetchRules, session: FollowerFetchSession, on_ready: Callable[[], None]
    ) -> None:
        self._clock = clock
        self._leader_id = leader_id
        self._rules = rules
        self._session = session
        self._on_ready = on_ready
        self.by_key: dict[Key, FollowedPartition] = {}
        self.changed: dict[Key, None] = {}
        self.gone: dict[Key, None] = {}
        self.flushing: set[Key] = set()
        #: When those that are WAITING are to be asked for again.
        self._timers: dict[FollowedPartition, IDelayedCall] = {}
        self._is_closed = False

    def add(self, partition: Partition, leader_epoch: int) -> FollowedPartition:
        """One that is copied from now on; it has to be made ready, or to wait for something."""
        followed = FollowedPartition(partition, leader_epoch)
        self.by_key[followed.key] = followed
        partition.on_flushed = lambda: self._flushed(followed)
        return followed

    def remove(self, partition: Partition) -> bool:
        """One that is copied no more. Whether it was."""
        key = partition.topic_partition.topic, partition.topic_partition.partition
        followed = self.by_key.pop(key, None)
        if followed is None:
            return False
        partition.on_flushed = None
        self._stop_timer(followed)
        self.changed.pop(key, None)
        self.flushing.discard(key)
        if key in self._session:
            self.gone[key] = None
        return True

    def close(self) -> None:
        """None is copied any more."""
        self._is_closed = True
        for followed in list(self.by_key.values()):
            self.remove(followed.partition)

    def ask_for_all(self) -> None:
        """The next request has to name all that are READY."""
        for key, followed in self.by_key.items():
            if followed.state is State.READY:
                self.changed[key] = None

    def next_due_s(self, most_s: float) -> float:
        """How long until the next one that waits is to be asked for again; `most_s` at most."""
        now = self._clock.seconds()
        for timer in self._timers.values():
            most_s = min(most_s, timer.getTime() - now)
        return most_s

    def enter(self, followed: FollowedPartition, state: State) -> None:
        """It waits for something else from now on."""
        followed.state = state
        if state is State.FLUSHING:
            self.flushing.add(followed.key)
        else:
            self.flushing.discard(followed.key)
        if state is State.READY:
            self.gone.pop(followed.key, None)
            self.changed[followed.key] = None
            return
        self.changed.pop(followed.key, None)
        if followed.key in self._session:
            self.gone[followed.key] = None

    def make_ready(self, followed: FollowedPartition) -> None:
        """It may be asked for; under the flush rule not before all that it has is on our disk, also what was there before a cut."""
        partition = followed.partition
        if partition.owes_flush:
            self.enter(followed, State.FLUSHING)
            partition.request_flush()
        else:
            self.enter(followed, State.READY)

    def is_current(self, followed: FollowedPartition) -> bool:
        """Whether it is copied still, and not anew."""
        return self.by_key.get(followed.key) is followed and not self._is_closed

    def is_wanted(self, followed: FollowedPartition) -> bool:
        """Whether its leader's word still counts."""
        return self.is_current(followed) and followed.partition.is_following(followed.leader_epoch)

    def wait(self, followed: FollowedPartition, wait_s: float | None = None) -> None:
        """Not to be asked for, for so long; None: longer and longer."""
        self.enter(followed, State.WAITING)
        self._stop_timer(followed)
        if wait_s is None:
            wait_s = min(self._rules.backoff_ms, _FIRST_BACKOFF_MS << min(followed.waits, _MOST_WAITS)) / 1000
            followed.waits += 1
        self._timers[followed] = self._clock.callLater(wait_s, self._waited, followed)

    def _waited(self, followed: FollowedPartition) -> None:
        self._timers.pop(followed, None)
        if self.is_current(followed):
            self.make_ready(followed)
            self._on_ready()

    def mistaken(self, failure: Failure, followed: FollowedPartition) -> None:
        """A mistake of klog's own, or of the leader's, in this partition: it alone pauses, and is asked for as its log is then."""
        self._log.failure(
            "a mistake in copying {name} from broker {leader}",
            failure,
            name=followed.partition.topic_partition,
            leader=self._leader_id,
        )
        if self.is_current(followed):
            followed.waits = _MOST_WAITS
            self.wait(followed)

    def _stop_timer(self, followed: FollowedPartition) -> None:
        timer = self._timers.pop(followed, None)
        if timer is not None and timer.active():
            timer.cancel()

    def fail(self, followed: FollowedPartition, why: str) -> None:
        """Not to be asked for, until it is added anew."""
        self.enter(followed, State.FAILED)
        self._log.warn(
            "{name} is not copied from broker {leader} until the controller says something new: {why}",
            name=followed.partition.topic_partition,
            leader=self._leader_id,
            why=why,
        )

    def disk_failed(self, followed: FollowedPartition, why: str) -> None:
        """Our disk did not do it. One that is full may have room again; one that fails is out of service by now."""
        if followed.partition.log.is_offline or followed.partition.log.is_closed:
            self.fail(followed, why)
            return
        self.wait(followed)
        if not followed.is_refused:
            followed.is_refused = True
            self._log.warn("{name} is not copied until the disk takes it: {why}", name=followed.partition.topic_partition, why=why)

    def _flushed(self, followed: FollowedPartition) -> None:
        if self.is_current(followed) and followed.state is State.FLUSHING and not followed.partition.owes_flush:
            self.enter(followed, State.READY)
            self._on_ready()
