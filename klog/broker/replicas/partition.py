"""One partition on this broker: the log, who waits for it, when it is flushed, and what this replica is to the others.

The log decides what is stored; a `Partition` says how far it may be seen, and lets the waiting know. Five things change what consumers and
producers may be told, and each of them makes the purgatories look again:

1. an append: it moved the high watermark (with one copy and without the flush rule every one does), or followers wait for it;
2. a flush that was completed (with the rule the high watermark follows it), or failed: then those who waited for it get an error;
3. what the followers have got, and what became of the in-sync replicas (`leadership`);
4. retention or DeleteRecords moved the log's start, or the settings changed;
5. the partition was deleted, or its leadership ended: who waits is answered.

**The high watermark.** A log with one copy raises it by itself, with each append or each flush. With several copies it is the leader's to
raise (`klog.broker.replicas.leadership`), and on a follower it is what the leader said (`leader_says`).

**The role.** A broker that is alone has partitions that it leads. In a cluster whose controller sends requests each replica has a `Role`,
which changes by `become_leader`, `become_follower` and `stop` only::

    STOPPED ──LeaderAndIsr──> LEADS <──LeaderAndIsr──> FOLLOWS          LEADS, FOLLOWS ──StopReplica──> STOPPED

While the broker's session with its cluster is in doubt, what it leads is set aside (`resign`): the log stays as it is, nothing is appended
and nobody is answered, until `resume` takes it up again.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence

from twisted.internet.interfaces import IReactorTime

from klog.broker.disk.flusher import Flusher
from klog.broker.disk.threads import RunInThread
from klog.broker.purgatory import Purgatory
from klog.broker.replicas.leadership import LeaderEnvironment, Leadership
from klog.cluster.topic_names import is_internal
from klog.errors import ErrorCode, KlogError
from klog.model import TopicId, TopicPartition
from klog.replication.control import PartitionTold
from klog.replication.follower import follower_high_watermark
from klog.storage.directories.reserve_file import Room
from klog.storage.log.follower_append_rules import FollowedBatches
from klog.storage.log.log import Log
from klog.storage.log.start_kind import StartKind, may_lack
from klog.storage.log.values import AppendEntry, AppendResult
from klog.storage.settings import LogSettings

#: By a name of this module, for what is asked with each request: that of an enumeration's class takes as long as a call.
_NONE = ErrorCode.NONE


class Role(enum.Enum):
    """What a replica is to the others; see the module."""

    LEADS = "leads"
    FOLLOWS = "follows"
    STOPPED = "stopped"


class Partition:
    """A replica: a role over `log`.

    :param leader_epoch: what clients must know (KIP-320); -1 where the controller has not told yet.
    :param fetches: where Fetch requests wait.
    :param produces: where answers to Produce wait for their flush.
    :param room: whether the data directory has room for more.
    """

    __slots__ = (
        "_began_in_doubt",
        "_fetches",
        "_is_to_be_cut",
        "_produces",
        "ended",
        "flush_failures",
        "flush_rule",
        "flusher",
        "is_internal",
        "is_made_anew",
        "is_replicated",
        "lag",
        "leader_epoch",
        "leadership",
        "log",
        "on_flushed",
        "role",
        "room",
        "told",
        "topic_id",
        "topic_partition",
    )

    def __init__(
        self,
        topic_partition: TopicPartition,
        topic_id: TopicId,
        log: Log,
        leader_epoch: int,
        *,
        fetches: Purgatory,
        produces: Purgatory,
        clock: IReactorTime,
        run_in_thread: RunInThread,
        flush_max_wait_ms: int,
        room: Room | None = None,
    ) -> None:
        #: Whether the data directory has room.
        self.room = Room() if room is None else room
        self.topic_partition = topic_partition
        self.topic_id = topic_id
        self.log = log
        self.leader_epoch = leader_epoch
        self.is_internal = is_internal(topic_partition.topic)
        self._fetches = fetches
        self._produces = produces
        self.flusher = Flusher(log, clock, run_in_thread, self._flushed, flush_max_wait_ms)
        #: Whether messages are exposed and acknowledged only after their flush.
        self.flush_rule = log.settings.flush_rule
        #: Rises with each flush that failed; who waits remembers what it was.
        self.flush_failures = 0
        #: NONE while it is led; then what those are told who asked before: UNKNOWN_TOPIC_OR_PARTITION where it was deleted,
        #: NOT_LEADER_OR_FOLLOWER where its leadership ended, KAFKA_STORAGE_ERROR where its data directory failed.
        self.ended = ErrorCode.NONE
        self.role = Role.LEADS
        #: What the controller said last; None where leaders are told otherwise.
        self.told: PartitionTold | None = None
        self._began_in_doubt = False
        #: Whether it shall be led anew in order to be cut.
        self._is_to_be_cut = False
        #: Whether its log was made for this process, and was not there before.
        self.is_made_anew = False
        #: What is known of the followers; None where we do not lead, or keep the only copy.
        self.leadership: Leadership | None = None
        #: Whether there is a `leadership`: asked with every append.
        self.is_replicated = False
        #: Committed records that a replica that follows lacked when its leader last spoke of it.
        self.lag = 0
        #: Called when a flush of a replica that follows has ended well, and where the settings ask for none any more.
        self.on_flushed: Callable[[], None] | None = None

    def __repr__(self) -> str:
        return f"Partition({self.topic_partition})"

    def append(self, entries: Sequence[AppendEntry]) -> list[AppendResult]:
        """Append all `entries` in one write; one result for each, in order.

        With the flush rule nobody may be told of success before the high watermark has passed the result's last offset. Nothing is appended
        where the leadership has `ended`: whoever appends may have asked before, and waited.
        """
        log = self.log
        if self.ended:
            return self._refuse_all(entries, self.ended, None)
        if self.room.is_low:
            return self._refuse_all(entries, ErrorCode.KAFKA_STORAGE_ERROR, "the disk is full")
        before = log.high_watermark
        results = log.append(entries)
        self._appended(log, before)
        return results

    def _refuse_all(self, entries: Sequence[AppendEntry], code: ErrorCode, sentence: str | None) -> list[AppendResult]:
        for entry in entries:
            self.refused(entry.records, code)
        return [AppendResult(code, sentence) for _ in entries]

    def append_copied(self, records: bytes | memoryview) -> FollowedBatches:
        """Append batches of a mirror's source as they are, and lead on with them: followers copy them, consumers read them.

        :raises KlogError: as `Log.append_as_follower`; KAFKA_STORAGE_ERROR where the disk has no room; `ended` where it is not led.
        """
        log = self.log
        if self.ended:
            raise KlogError(self.ended)
        if self.room.is_low:
            raise KlogError(ErrorCode.KAFKA_STORAGE_ERROR, "the disk is full")
        before = log.high_watermark
        taken = log.append_as_follower(records)
        if log.owns_high_watermark:
            log.raise_high_watermark(log.counted_end_offset)
        self._appended(log, before)
        return taken

    def refused(self, records: bytes | memoryview | None, code: ErrorCode) -> None:
        """A client's batch was not appended, for a reason that passes; what its producer has sent behind it is told the same."""
        self.log.note_refused(records, code)

    def _appended(self, log: Log, before: int) -> None:
        """What follows on every append: its flush, and whoever waits for it. Followers do, and are given together what comes in one turn
        of the reactor; and where we are the only one in sync it may be committed already.

        :param log: the partition's, which the caller has at hand.
        :param before: the high watermark when it began.
        """
        if self.flush_rule:
            if log.unflushed_messages:
                self.flusher.appended()
        elif log.owes_a_flush:
            self.flusher.request()
        if log.high_watermark != before:
            self._fetches.check(self.topic_partition)
        elif self.is_replicated and not self._advance():
            self._fetches.check_soon(self.topic_partition)

    # What may be told

    def waits_for(self, acks: int) -> bool:
        """Whether what is appended with `acks` may have to wait before it is acknowledged."""
        return self.flush_rule or (acks == -1 and self.is_replicated)

    def refusal_of(self, acks: int) -> ErrorCode:
        """NOT_ENOUGH_REPLICAS where too few replicas are in sync for `acks` (``min.insync.replicas``): nothing is to be appended. Else
        NONE."""
        return ErrorCode.NONE if self.leadership is None else self.leadership.may_append(acks)

    def acknowledgement(self, acks: int, required_offset: int) -> ErrorCode | None:
        """What to tell of records below `required_offset` that were appended with `acks`; None: not yet.

        With 1 they must be on the leader's own disk where the flush rule holds, and in its log where not; with -1 committed: with every
        replica that is in sync. NOT_ENOUGH_REPLICAS_AFTER_APPEND where these are too few by now
        (``Partition.checkEnoughReplicasReachOffset``).
        """
        log = self.log
        if acks == -1 or not self.is_replicated:
            if log.high_watermark < required_offset:
                return None
            return _NONE if self.leadership is None else self.leadership.enough_replicas(required_offset)
        return _NONE if log.counted_end_offset >= required_offset else None

    @property
    def knows_latest(self) -> bool:
        """Whether a consumer may be told what is committed. Not while the high watermark of a new leadership lies in front of where that
        began: what earlier leaders have committed may lie between (KIP-207)."""
        return self.leadership is None or self.leadership.knows_latest

    @property
    def own_end(self) -> int:
        """Up to where our own copy counts: the log's end, or its flushed end under the flush rule."""
        return self.log.counted_end_offset

    @property
    def end_offset(self) -> int:
        """The log's end."""
        return self.log.end_offset

    @property
    def high_watermark(self) -> int:
        """What is committed: everything below. Consumers see no further."""
        return self.log.high_watermark

    @property
    def start_offset(self) -> int:
        """The log's start."""
        return self.log.start_offset

    @property
    def min_in_sync_replicas(self) -> int:
        """The topic's ``min.insync.replicas``."""
        return self.log.settings.min_in_sync_replicas

    # What the followers have got

    def has_in_sync(self, replica_id: int) -> bool:
        """Whether a follower's replica is in sync, as the controller has written it."""
        return self.leadership is not None and replica_id in self.leadership.state.committed

    def follower_fetched(self, replica_id: int, offset: int, log_start_offset: int, end_before_read: int) -> bool:
        """The follower `replica_id` has asked for `offset`, so it has all that lies below, durably where the flush rule holds.

        :param end_before_read: our log's end when its request was read.
        :returns: whether the high watermark rose.
        """
        leadership = self.leadership
        if leadership is None or self.ended:
            return False
        before = self.log.high_watermark
        if leadership.fetched(replica_id, offset, log_start_offset, end_before_read):
            self._advance()
        return self.log.high_watermark != before

    @property
    def low_watermark(self) -> int:
        """The least log start of all live replicas: what lies below is on none of them any more."""
        return self.log.start_offset if self.leadership is None else self.leadership.low_watermark()

    def in_sync_changed(self) -> None:
        """The in-sync replicas are others, or may be soon, or a follower's log starts elsewhere: the high watermark may rise, and who waits
        for enough replicas, or for all of them to have deleted records, looks again."""
        if self.leadership is not None and not self._advance():
            self._produces.check(self.topic_partition)

    def look_for_stragglers(self) -> None:
        """Leave out of the in-sync replicas who is too far behind (``Partition.maybeShrinkIsr``)."""
        if self.leadership is not None and not self.ended:
            self.leadership.look_for_stragglers()
            if not self._advance():
                # Somebody may be waited for who is dead.
                self._produces.check(self.topic_partition)

    def _advance(self) -> bool:
        """Raise the high watermark as far as the in-sync replicas allow; whether it rose."""
        leadership, log = self.leadership, self.log
        if leadership is None or self.ended:
            return False
        offset = leadership.next_high_watermark()
        if offset <= log.high_watermark:
            return False
        log.raise_high_watermark(offset)
        self.changed()
        return True

    def check_leader_epoch(self, epoch: int) -> ErrorCode:
        """What to say of the leader epoch that a client knows; -1: it does not say (``Partition.checkCurrentLeaderEpoch``)."""
        if epoch == -1 or epoch == self.leader_epoch:
            return ErrorCode.NONE
        return ErrorCode.FENCED_LEADER_EPOCH if epoch < self.leader_epoch else ErrorCode.UNKNOWN_LEADER_EPOCH

    def request_flush(self) -> None:
        """Somebody's answer waits for what was appended so far."""
        self.flusher.request()

    def delete_records(self, offset: int) -> int:
        """Forget what is below `offset`; returns the log's start from now on.

        :raises KlogError: OFFSET_OUT_OF_RANGE where `offset` is above the high watermark.
        :raises OSError: the disk.
        """
        before = self.log.start_offset
        self.log.truncate_start(offset)
        self.start_moved(before)
        return self.log.start_offset

    def start_moved(self, before: int) -> None:
        """The log's start may have been moved from `before`."""
        if self.log.start_offset != before:
            self._fetches.check(self.topic_partition)

    def update_settings(self, settings: LogSettings) -> None:
        """The topic's settings from now on. Raises OSError."""
        self.log.update_settings(settings)
        self.flush_rule = settings.flush_rule
        self.flusher.settings_changed()
        self.changed()
        if self.on_flushed is not None and not self.flush_rule:
            self.on_flushed()

    @property
    def is_being_truncated(self) -> bool:
        """Whether a thread may be cutting its log."""
        return self.log.is_being_truncated and not self.log.is_closed

    def changed(self) -> None:
        """Let everybody who waits for this partition look again."""
        self._produces.check(self.topic_partition)
        self._fetches.check(self.topic_partition)

    def close(self, *, deleted: bool = False) -> None:
        """The broker stops, or the partition was deleted: no flush begins any more. Whoever calls this answers those who wait."""
        if deleted:
            self.ended = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        self.flusher.close()

    def continue_with(self, log: Log, room: Room) -> None:
        """The partition has moved: `log` has all that the one before it had, and serves from now on."""
        self.log = log
        self.room = room
        self.flush_rule = log.settings.flush_rule
        self.flusher.follow(log)
        self.changed()

    def fail(self) -> None:
        """Its data directory has failed, and the log is closed as it is: no flush begins any more. Whoever calls this answers those who
        wait."""
        self.ended = ErrorCode.KAFKA_STORAGE_ERROR
        self.flusher.close()

    # What the controller says

    def become_leader(self, told: PartitionTold, environment: LeaderEnvironment) -> None:
        """Lead, from where the log ends, at the epoch of `told`, which is noted before the first write (KAFKA-7415)."""
        log = self.log
        before = self.leadership
        if told.leader_epoch > self.leader_epoch and not told.is_new:
            environment.counts.elections.value += 1
            environment.counts.unclean_elections.value += told.is_recovering
        self._no_leadership()
        self.told = told
        self.role = Role.LEADS
        log.assign_leader_epoch(told.leader_epoch, note=True)
        self.leader_epoch = told.leader_epoch
        is_alone = told.replicas == (environment.us,)
        log.owns_high_watermark = is_alone
        if is_alone:
            log.raise_high_watermark(self.own_end)
        else:
            self.leadership = Leadership(self, told, environment, self.in_sync_changed, before, is_to_be_cut=self._is_to_be_cut)
            self.is_replicated = True
        self._is_to_be_cut = False
        self._open()
        # What is missing here nobody will bring any more.
        self._began_in_doubt = told.is_recovering or may_lack(log.start_kind, flush_rule=self.flush_rule)
        log.start_kind = StartKind.CLEAN
        if self.leadership is not None:
            self.leadership.recovered()
            self._advance()
        self.changed()

    @property
    def is_in_doubt(self) -> bool:
        """Whether what is led here may have lost acknowledged records, by an unclean stop or election, and nobody has seen to what rested
        on them (`see_to_doubt`)."""
        return self._began_in_doubt or may_lack(self.log.start_kind, flush_rule=self.flush_rule)

    def see_to_doubt(self) -> None:
        """Nothing rests any more on what may have been lost."""
        self._began_in_doubt = False
        self.log.start_kind = StartKind.CLEAN

    def become_follower(self, told: PartitionTold) -> None:
        """Follow, at the epoch of `told`; who waited here is told that we do not lead."""
        self._no_leadership()
        self._is_to_be_cut = False
        self.told = told
        self.role = Role.FOLLOWS
        self.leader_epoch = told.leader_epoch
        self.ended = ErrorCode.NOT_LEADER_OR_FOLLOWER
        self.changed()
        self.flusher.open()

    def stop(self) -> None:
        """Neither lead nor follow until the controller says so; the log stays."""
        self.role = Role.STOPPED
        self._no_leadership()
        self._is_to_be_cut = False
        self.ended = ErrorCode.NOT_LEADER_OR_FOLLOWER
        self.flusher.close()
        self.changed()

    # What a leader cuts

    @property
    def may_be_cut(self) -> bool:
        """Whether a log that is led may be cut by ourselves: there is no other replica, or none could be left with what is cut."""
        return self.leadership is None or self.leadership.may_be_cut

    def lead_anew(self) -> bool:
        """See to it that `may_be_cut` comes to be so, in another leader epoch; False where the controller does not do that."""
        leadership = self.leadership
        if leadership is None or not leadership.lead_anew():
            return False
        self._is_to_be_cut = True
        return True

    def stay_alone(self) -> None:
        """It is still being found out where our log is to be cut: nobody joins meanwhile who may have what goes."""
        if self.leadership is not None:
            self.leadership.stay_alone()

    def truncation_began(self) -> None:
        """From now on nothing is shown, or counts, of what is cut off our log."""
        if self.leadership is not None:
            self.leadership.was_cut()

    def truncated(self) -> None:
        """What was cut is gone."""
        if self.leadership is not None:
            # Whole batches went, and perhaps more than was asked for.
            self.leadership.was_cut()
            self.leadership.let_join()
            # Followers may ask where the epochs before ours have ended, before anything is written.
            self.log.assign_leader_epoch(self.leader_epoch, note=True)
        self.changed()

    def _no_leadership(self) -> None:
        if self.leadership is not None:
            self.leadership.end()
        self.leadership = None
        self.is_replicated = False
        self.log.owns_high_watermark = False

    def _open(self) -> None:
        """Serve again where it had ended for a while."""
        if self.ended is ErrorCode.NOT_LEADER_OR_FOLLOWER:
            self.ended = ErrorCode.NONE
            self.flusher.open()

    def is_following(self, leader_epoch: int) -> bool:
        """Whether we follow in just this epoch: what a fetcher asked for in another epoch is dropped."""
        return self.follows and self.leader_epoch == leader_epoch

    @property
    def follows(self) -> bool:
        """Whether we follow a leader: not where the partition was deleted, or its directory has failed."""
        return self.role is Role.FOLLOWS and self.ended is ErrorCode.NOT_LEADER_OR_FOLLOWER

    @property
    def owes_flush(self) -> bool:
        """Whether something must be on our disk, and is not yet, before anybody may be told that we have it."""
        return self.flush_rule and self.log.unflushed_messages > 0

    def follower_appended(self) -> None:
        """A fetcher has appended what the leader sent: it is flushed as the topic wants it."""
        log = self.log
        if self.flush_rule:
            if log.unflushed_messages:
                self.flusher.appended()
                # The leader waits for our disk.
                self.flusher.request()
        elif log.owes_a_flush:
            self.flusher.request()

    def leader_says(self, high_watermark: int, log_start_offset: int) -> None:
        """What the leader's answer says, once what came with it is appended. First the high watermark, then the start, which must not pass
        it."""
        log = self.log
        self.lag = max(0, high_watermark - log.end_offset)
        raised = follower_high_watermark(log.high_watermark, high_watermark, log.end_offset)
        if raised > log.high_watermark:
            log.raise_high_watermark(raised)
            self.changed()
        before = log.start_offset
        if before < log_start_offset <= log.high_watermark:
            log.truncate_start(log_start_offset)
            self.start_moved(before)

    def resign(self) -> None:
        """The leadership ends: who waits is told, and nothing is appended or flushed until `resume`."""
        self.ended = ErrorCode.NOT_LEADER_OR_FOLLOWER
        self.flusher.close()
        self.changed()

    def resume(self) -> None:
        """The leadership goes on after `resign`, in the epoch that it had; nothing where it has ended otherwise."""
        if self.ended is ErrorCode.NOT_LEADER_OR_FOLLOWER:
            self.ended = ErrorCode.NONE
            self.flusher.open()
            # A flush may have ended meanwhile.
            self._advance()

    def _flushed(self, error: OSError | None) -> None:
        if self.ended and not self.follows:
            return
        if error is not None:
            self.flush_failures += 1
        elif self.log.retention_waits:
            # It went on, and has more to do.
            self.flusher.request()
        if not self._advance():
            self.changed()
        if error is None and self.on_flushed is not None:
            self.on_flushed()
