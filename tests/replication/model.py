"""A cluster reduced to one partition: three or four brokers, a controller, and a network that loses, delays and repeats; all decisions are
the real ones of `klog.replication`, over toy logs.

`Model(seed)` draws one history: `step` does one thing at random (append, fetch, deliver a request, an answer or a control request, flush,
move leadership, end a session, kill, start, trim, look after who is in sync, change the controller), `check` holds the invariants, and
`heal` lets everything arrive: then all logs must become the same, everybody be in sync, and the watermark reach the end.

What is modelled of the rest of a broker and of its controller is as plain as it can be. An act that known bugs were made of is a method of
its own, or asks one of the `Habits`, so that test_model.py can put the bug back.

Powers: a killed process keeps its log; with ``power_cuts`` it keeps what was flushed, and perhaps more, and ends of logs that are told to
others are flushed ends, as under klog's flush rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from klog.errors import ErrorCode
from klog.replication.control import (
    ControlEpochs,
    Known,
    PartitionTold,
    Verdict,
    check_leader_and_isr,
    check_stop_replica,
)
from klog.replication.follower import Act, Asked, Step, after_out_of_range, after_refused_question, follower_high_watermark, what_follows
from klog.replication.high_watermark import next_high_watermark
from klog.replication.in_sync import InSyncReplicas, Outcome, answered, may_join, out_of_sync
from klog.replication.progress import FollowerProgress, keeps_offsets
from klog.replication.truncation import divergence, where_to_cut
from tests.replication.toy_cluster import (
    LAG_MS as LAG_MS,
)
from tests.replication.toy_cluster import (
    TOPIC_ID,
    AlterPartition,
    AlterPartitionDone,
    Broker,
    Control,
    Fetch,
    FetchAnswer,
    Record,
)
from tests.replication.toy_cluster import (
    Broken as Broken,
)
from tests.replication.toy_cluster import (
    Habits as Habits,
)
from tests.replication.toy_controller import ToyController

_T = TypeVar("_T")


class Model(ToyController):
    """One history.

    :param seed: what is drawn is drawn from it alone.
    :param power_cuts: whether brokers die by the power, under the flush rule.
    :param often: names of steps that are drawn eight times as often.
    :param unclean: whether a replica that is not in sync may be elected where no other is there.
    """

    def __init__(
        self,
        seed: int,
        *,
        brokers: int = 3,
        min_in_sync: int = 1,
        power_cuts: bool = False,
        unclean: bool = False,
        often: Sequence[str] = (),
        habits: Habits | None = None,
    ) -> None:
        habits = habits or Habits()
        # By names of this module, since bugs are put back there.
        made = {number: Broker(number, habits, lambda: ControlEpochs()) for number in range(1, brokers + 1)}
        super().__init__(seed, made, habits, unclean)
        self.power_cuts = power_cuts
        self.min_in_sync = min_in_sync
        self._serial = 0
        self._czxid = 100
        self._fetch_number = 0
        self.fetches: list[Fetch] = []
        self.answers: list[FetchAnswer] = []
        self.questions: list[tuple[Fetch, bool]] = []
        #: One of each leader's: a repetition goes over a new connection; the one before is not read any more, nor is its answer. (Else a
        #: change could be made after the leader was told that it was refused.)
        self.alterations: list[AlterPartition] = []
        self.altered: list[AlterPartitionDone] = []
        #: Ghost: what was ever below a leader's watermark, by offset.
        self.committed: dict[int, Record] = {}
        for broker in self.brokers.values():
            self._start(broker)
            self._register(broker)
        self.look(is_new=True)
        self.steps: tuple[tuple[int, Callable[[], None]], ...] = (
            (20, self._append),
            (30, self._fetch),
            (30, self._deliver_fetch),
            (30, self._deliver_answer),
            (8, self._deliver_question),
            (24, self._deliver_control),
            (2, self._deliver_stray),
            (10, self._deliver_alteration),
            (10, self._deliver_altered),
            (8, self._look_after_isr),
            (5, self._lose_something),
            (4, self.look),
            (2, self.move_leadership),
            (2, self._end_session),
            (3, self._kill),
            (8, self._start_one),
            (1, self.stop_in_order),
            (2, self.reassign),
            (4, self._finish_stop),
            (1, self.change_controller),
            (2, self._trim),
            (6, self._checkpoint),
            (20 if power_cuts else 2, self._flush),
            (3, self._give_up_fetch),
        )
        # Half of the histories do some things often and others hardly ever: what is rare with everything is not rare with little else.
        factors = self.rng.choice(((1,), (0.2, 1, 1, 3)))
        self._weights = [
            weight * self.rng.choice(factors) * (8 if act.__name__.removeprefix("_") in often else 1) for weight, act in self.steps
        ]
        #: How many records go into an answer.
        self._most_records = self.rng.choice((1, 3, 100))
        self._pauses_ms = self.rng.choice(((0, 0, 1, 5, 20, 100, 400), (0, 5, 20), (0, 100, 400, 800)))
        self._acts = [act for _, act in self.steps]

    # Running

    def run(self, steps: int) -> None:
        """So many steps with the invariants after each, then the healing. Raises Broken."""
        for _ in range(steps):
            self.step()
            self.check()
        self.heal()

    def step(self) -> None:
        """One thing."""
        self.now_ms += self.rng.choice(self._pauses_ms)
        self.rng.choices(self._acts, self._weights)[0]()

    def heal(self) -> None:
        """Everything arrives, and everybody is there: what must come of it."""
        self.note("heals")
        # A record in an answer would take longer than there are rounds.
        self._most_records = 100
        if self.out is not None:
            self.take_back()
        for broker in self.brokers.values():
            if broker.number in self.stopping:
                self._die(broker)
            if not broker.is_up:
                self._start(broker)
            if not broker.is_registered:
                self._register(broker)
        for _ in range(80):
            self.now_ms += 50
            self.look()
            for number, queue in self.queues.items():
                while queue:
                    self._obey(self.brokers[number], queue.popleft())
            # What is late comes last.
            while self.strays:
                self._deliver_stray()
            for broker in self.brokers.values():
                if broker.is_up:
                    self._flush_log(broker)
                    self._say_again(broker)
            for work in (
                self._deliver_alteration,
                self._deliver_altered,
                self._deliver_fetch,
                self._deliver_answer,
                self._deliver_question,
            ):
                self._until_quiet(work)
            for broker in self.brokers.values():
                self._look_after(broker)
                self._send_fetch(broker)
            self.check()
        leader = self.brokers.get(self.tree.leader)
        if leader is None or not leader.leads or leader.known.leader_epoch != self.tree.leader_epoch:
            raise Broken("progress", "nobody leads")
        if sorted(self.tree.isr) != sorted(self.replicas):
            raise Broken("progress", f"in sync are {self.tree.isr} only")
        if leader.log.high_watermark != leader.log.end:
            raise Broken("progress", "the watermark does not reach the end")
        for broker in self.brokers.values():
            if (broker.log.end, broker.log.high_watermark) != (leader.log.end, leader.log.high_watermark):
                raise Broken("progress", f"{broker.number} does not come up")
            for offset in range(max(leader.log.start, broker.log.start), leader.log.end):
                if broker.log.records[offset] != leader.log.records[offset]:
                    raise Broken("convergence", f"{broker.number} differs at {offset} for good")

    def _until_quiet(self, work: Callable[[], None]) -> None:
        def under_way() -> list[int]:
            return [len(messages) for messages in (self.fetches, self.answers, self.questions, self.alterations, self.altered)]

        for _ in range(200):
            before = under_way()
            work()
            if before == under_way():
                return

    # Invariants

    def check(self) -> None:
        """Those of the TLA+ specifications, after every step."""
        self._check_offsets()
        if self.tree.leader != -1 and self.tree.leader not in self.tree.isr:
            raise Broken("LeaderInIsr", f"{self.tree}")
        if self.unclean:
            return
        self._check_reads()
        self._check_true_isr()
        self._check_leaders()

    def _check_offsets(self) -> None:
        for broker in self.brokers.values():
            log = broker.log
            if not log.start <= log.high_watermark <= log.end or not log.flushed <= log.end:
                raise Broken("offsets", f"{broker}")

    def _stable_end(self, broker: Broker) -> int:
        """Up to where its log survives what may come next."""
        return broker.log.flushed if self.power_cuts else broker.log.end

    def _check_reads(self) -> None:
        """ConsistentRead, LogMatching: below anybody's watermark is what was ever committed there."""
        for broker in self.brokers.values():
            log = broker.log
            for offset in range(log.start, log.high_watermark):
                if self.committed.get(offset) != log.records[offset]:
                    raise Broken(
                        "ConsistentRead", f"{broker.number} shows {log.records[offset]} at {offset}, not {self.committed.get(offset)}"
                    )

    def _check_true_isr(self) -> None:
        """StrongIsr, LeaderCompleteness, LeaderCandidateCompleteness: who may be elected has all that was ever committed."""
        for number in self.tree.isr:
            broker = self.brokers[number]
            for offset in range(broker.log.start, max(self.committed, default=-1) + 1):
                if offset >= self._stable_end(broker) or broker.log.records[offset] != self.committed[offset]:
                    name = "LeaderCompleteness" if number == self.tree.leader else "LeaderCandidateCompleteness"
                    raise Broken(name, f"{number} has not {self.committed[offset]} at {offset}")

    def _check_leaders(self) -> None:
        """WeakIsr: below a presumed leader's watermark all agree whom it takes for in sync; ReplicationQuorumSuperset: and that is nobody
        less than whom the controller does."""
        for leader in self.brokers.values():
            if not leader.leads or not leader.is_up:
                continue
            for number in leader.isr.maximal:
                other = self.brokers[number].log
                for offset in range(max(other.start, leader.log.start), leader.log.high_watermark):
                    if offset >= other.end or other.records[offset] != leader.log.records[offset]:
                        raise Broken("WeakIsr", f"{number}, in sync by {leader.number}, has not {leader.log.records[offset]} at {offset}")
            if leader.known.leader_epoch == self.tree.leader_epoch and not set(self.tree.isr) <= set(leader.isr.maximal):
                raise Broken("ReplicationQuorumSuperset", f"{leader.isr.maximal} is less than {self.tree.isr}")

    # Brokers: processes and registrations

    def _start(self, broker: Broker) -> None:
        broker.begin()
        broker.log.restart()
        broker.is_up = True
        self.note(f"{broker.number} starts")

    def _register(self, broker: Broker) -> None:
        self._czxid += 1
        broker.broker_epoch = self._czxid
        broker.is_registered = True

    def _start_one(self) -> None:
        for broker in self._shuffled():
            if not broker.is_up:
                self._start(broker)
                self._register(broker)
                return
            if not broker.is_registered:
                # The same process, another session.
                self._register(broker)
                self.note(f"{broker.number} registers anew")
                return

    def _kill(self) -> None:
        broker = self._any()
        if broker.is_up and sum(other.is_up for other in self.brokers.values()) > 1:
            self._die(broker)

    def _finish_stop(self) -> None:
        """Who is being stopped stops; what was said to it may come when it is back."""
        if self.stopping:
            number = self.rng.choice(sorted(self.stopping))
            self.strays.extend((number, control) for control in self.queues[number] if control.live is None)
            self._die(self.brokers[number])

    def _die(self, broker: Broker) -> None:
        broker.is_up = broker.is_registered = False
        self.stopping.discard(broker.number)
        if self.power_cuts:
            broker.log.lose_power(self.rng)
        self.note(f"{broker.number} dies: {broker.log}")

    def _end_session(self) -> None:
        """Its process goes on."""
        broker = self._any()
        if broker.is_registered:
            broker.is_registered = False
            self.note(f"{broker.number} loses its session")

    def _checkpoint(self) -> None:
        broker = self._any()
        if broker.is_up:
            broker.log.checkpoint = broker.log.high_watermark

    def _flush(self) -> None:
        broker = self._any()
        if broker.is_up:
            self._flush_log(broker)

    def _flush_log(self, broker: Broker) -> None:
        if broker.log.flushed < broker.log.end:
            broker.log.flushed = broker.log.end
            if self.power_cuts:
                self._raise_watermark(broker)

    # Brokers: what the controller says

    def _deliver_control(self) -> None:
        for number in self._shuffled_numbers():
            queue = self.queues[number]
            if queue and self.brokers[number].is_up:
                control = queue[0]
                # Its answer may be lost: then it is said again, and the first one may have been done late. (Of who is live there are no
                # epochs: of one controller the last word counts, and one connection keeps its words in order.)
                if control.live is None and self.rng.random() < 0.1:
                    self.strays.append((number, control))
                if self.rng.random() < 0.9:
                    queue.popleft()
                self._obey(self.brokers[number], control)
                return

    def _deliver_stray(self) -> None:
        if self.strays:
            number, control = self.strays.pop(self.rng.randrange(len(self.strays)))
            if self.brokers[number].is_up:
                self._obey(self.brokers[number], control)

    def _obey(self, broker: Broker, control: Control) -> None:
        if broker.control.check(control.controller_epoch, control.broker_epoch, broker.broker_epoch) is not ErrorCode.NONE:
            return
        if control.live is not None:
            broker.live = control.live
        if control.stop_epoch is not None and check_stop_replica(control.stop_epoch, broker.known) is ErrorCode.NONE:
            broker.leader = None
            self.note(f"{broker.number} stops following")
        if control.told is None:
            return
        verdict = check_leader_and_isr(control.told, broker.number, broker.known)
        if verdict is Verdict.BECOME_LEADER:
            self._become_leader(broker, control.told)
        elif verdict is Verdict.BECOME_FOLLOWER:
            self._become_follower(broker, control.told)

    def _become_leader(self, broker: Broker, told: PartitionTold) -> None:
        keeps = broker.leads and keeps_offsets(broker.known.leader_epoch, told.leader_epoch)
        broker.leader = None
        broker.epoch_start = broker.log.end
        if self.habits.notes_epoch_at_once:
            broker.log.epochs.assign(told.leader_epoch, broker.log.end)
        broker.followers = {number: progress for number, progress in broker.followers.items() if number in told.replicas}
        for number in told.replicas:
            if number != broker.number:
                progress = broker.followers.setdefault(number, FollowerProgress())
                progress.reset(
                    is_in_sync=number in told.in_sync_replicas, keeps_offsets=keeps, leader_end=broker.log.end, now_ms=self.now_ms
                )
        if not self.habits.keeps_followers and keeps:
            broker.followers.clear()
        if not keeps:
            broker.fetches.clear()
        for number in told.replicas:
            if number in told.in_sync_replicas:
                broker.fetches.setdefault(number, []).append((self.now_ms, 1 << 60, broker.log.end))
            else:
                broker.fetches.pop(number, None)
        broker.leads = True
        broker.isr = InSyncReplicas(told.leader_epoch, told.partition_epoch, told.in_sync_replicas)
        broker.known = Known(TOPIC_ID, told.leader_epoch, told.partition_epoch)
        self.note(f"becomes leader: {broker}")
        self._raise_watermark(broker)

    def _become_follower(self, broker: Broker, told: PartitionTold) -> None:
        broker.leads = False
        broker.known = Known(TOPIC_ID, told.leader_epoch, told.partition_epoch)
        if told.leader == -1:
            broker.leader = None
            return
        is_same = broker.leader == told.leader and not self.habits.restarts_at_same_leader
        broker.leader = told.leader
        if is_same:
            broker.names_last_epoch = False
            return
        if not self.habits.trusts_its_log:
            broker.log.cut(broker.log.high_watermark)
            broker.names_last_epoch = False
        else:
            broker.names_last_epoch = True
        broker.fetching_began = broker.log.high_watermark
        broker.offset = broker.log.end
        self.note(f"becomes follower: {broker}")

    # The follower

    def _fetch(self) -> None:
        self._send_fetch(self._any())

    def _send_fetch(self, broker: Broker) -> None:
        leader = broker.leader
        if not broker.is_up or leader is None or leader in broker.under_way or leader not in broker.live:
            # Kafka forgets a leader that is not live when it is told; here it is followed as soon as it is.
            return
        if self.power_cuts and self.habits.fetches_from_flushed_end and broker.log.flushed < broker.log.end:
            # What it does not say it has it would get again: first the flush.
            return
        if broker.log.last_epoch == -1 and broker.log.end > broker.log.start:
            # Nothing to compare by: what is not committed goes (as Kafka's truncation to the watermark).
            broker.log.cut(min(broker.fetching_began, broker.log.end))
            broker.offset = broker.log.end
        self._fetch_number += 1
        last_epoch = broker.log.last_epoch if broker.names_last_epoch else -1
        asked = Asked(broker.offset, broker.known.leader_epoch)
        fetch = Fetch(self._fetch_number, broker.number, leader, self.brokers[leader].life, asked, last_epoch, broker.log.start)
        broker.under_way[leader] = fetch
        self.fetches.append(fetch)

    def _give_up_fetch(self) -> None:
        """The connection is lost, for who asked: what was sent may still come."""
        broker = self._any()
        if broker.under_way:
            del broker.under_way[self.rng.choice(sorted(broker.under_way))]

    def _now(self, broker: Broker, leader: int) -> Asked | None:
        """What the leader would be asked with now."""
        return Asked(broker.offset, broker.known.leader_epoch) if broker.leader == leader else None

    def _deliver_answer(self) -> None:
        answer = self._take(self.answers)
        if answer is None:
            return
        fetch = answer.fetch
        broker, leader = self.brokers[fetch.follower], self.brokers[fetch.leader]
        if not broker.is_up or broker.under_way.get(fetch.leader) != fetch:
            return
        del broker.under_way[fetch.leader]
        if not leader.is_up or leader.life != fetch.leader_life:
            return
        records = list(self._sent(leader, answer))
        act = what_follows(answer.code, answer.parted is not None, fetch.asked, self._now(broker, fetch.leader))
        if act is Act.APPEND:
            self._append_fetched(broker, answer, records)
        elif act is Act.TRUNCATE:
            assert answer.parted is not None
            if not self.habits.cuts_before_watermark:
                self._take_watermark(broker, answer)
            cut = where_to_cut(answer.parted, broker.log, broker.log.end, broker.fetching_began)
            self.note(f"{broker.number} cuts to {cut} by {answer.parted}: {broker.log}")
            broker.log.cut(cut.offset)
            broker.offset = broker.log.end
            broker.names_last_epoch = self.habits.compares_again
        elif act is Act.ASK_OFFSETS:
            broker.under_way[fetch.leader] = fetch
            self.questions.append((fetch, False))
        elif act is Act.FAIL:
            broker.leader = None
            self.note(f"{broker.number} has failed")

    def _sent(self, leader: Broker, answer: FetchAnswer) -> Iterator[Record]:
        """What stands in the leader's log when the answer leaves."""
        for offset in range(answer.fetch.asked.offset, min(answer.up_to, answer.fetch.asked.offset + self._most_records)):
            record = leader.log.records.get(offset)
            if record is None:
                return
            yield record

    def _append_fetched(self, broker: Broker, answer: FetchAnswer, records: list[Record]) -> None:
        taken = 0
        for record in records:
            if (record[0] > answer.fetch.asked.leader_epoch and self.habits.stops_at_newer_epochs) or record[0] < broker.log.last_epoch:
                break
            broker.log.append(record)
            taken += 1
        broker.offset = broker.log.end
        self._take_watermark(broker, answer)
        if broker.log.start < answer.log_start <= broker.log.high_watermark:
            broker.log.trim(answer.log_start)
        broker.names_last_epoch = broker.names_last_epoch and (self.habits.remembers_last_epoch or taken > 0)

    def _take_watermark(self, broker: Broker, answer: FetchAnswer) -> None:
        end = broker.log.end if self.habits.watermark_within_log else 1 << 60
        broker.log.high_watermark = follower_high_watermark(broker.log.high_watermark, answer.high_watermark, end)

    def _deliver_question(self) -> None:
        """ListOffsets: where the leader's log ends, or starts."""
        taken = self._take(self.questions)
        if taken is None:
            return
        fetch, asks_start = taken
        broker, leader = self.brokers[fetch.follower], self.brokers[fetch.leader]
        if not broker.is_up or broker.under_way.get(fetch.leader) != fetch:
            return
        del broker.under_way[fetch.leader]
        if not leader.is_up or leader.life != fetch.leader_life:
            return
        now = self._now(broker, fetch.leader)
        code = self._refusal(leader, fetch.asked.leader_epoch)
        if code is not ErrorCode.NONE:
            if after_refused_question(code, fetch.asked.leader_epoch, now.leader_epoch if now else None) is Act.FAIL:
                broker.leader = None
            return
        if now != fetch.asked:
            return
        way = after_out_of_range(broker.log.end, leader.log.end, leader.log.start if asks_start else None)
        if way.step is Step.ASK_START:
            broker.under_way[fetch.leader] = fetch
            self.questions.append((fetch, True))
            return
        self.note(f"{broker.number} is out of range: {way}, {broker.log}")
        if way.step is Step.CUT:
            broker.log.cut(way.offset)
        elif way.step is Step.START_ANEW:
            broker.log.start_anew(way.offset)
        broker.offset = broker.log.end

    # The leader

    def _append(self) -> None:
        for broker in self._shuffled():
            if broker.is_up and broker.leads:
                if broker.log.end < 60:
                    self._serial += 1
                    broker.log.append((broker.known.leader_epoch, self._serial))
                    self._raise_watermark(broker)
                return

    def _refusal(self, leader: Broker, asked_epoch: int) -> ErrorCode:
        epoch = leader.known.leader_epoch
        if self.habits.fences_fetches and asked_epoch != epoch:
            return ErrorCode.FENCED_LEADER_EPOCH if asked_epoch < epoch else ErrorCode.UNKNOWN_LEADER_EPOCH
        return ErrorCode.NONE if leader.leads else ErrorCode.NOT_LEADER_OR_FOLLOWER

    def _deliver_fetch(self) -> None:
        fetch = self._take(self.fetches)
        if fetch is None:
            return
        leader = self.brokers[fetch.leader]
        if not leader.is_up or leader.life != fetch.leader_life:
            self._forget_fetch(fetch)
            return
        log = leader.log
        code, parted = self._refusal(leader, fetch.asked.leader_epoch), None
        if code is ErrorCode.NONE:
            found = divergence(log, fetch.last_epoch, fetch.asked.offset, log.start)
            if isinstance(found, ErrorCode):
                code = found
            elif found is not None:
                parted = found
            elif not log.start <= fetch.asked.offset <= log.end:
                code = ErrorCode.OFFSET_OUT_OF_RANGE
        up_to = log.end if code is ErrorCode.NONE and parted is None else -1
        is_good = code is ErrorCode.NONE and parted is None
        if is_good or (not self.habits.counts_good_fetches_only and leader.leads):
            self._count_fetch(leader, fetch)
        self.answers.append(FetchAnswer(fetch, code, parted, log.high_watermark, log.start, up_to))

    def _count_fetch(self, leader: Broker, fetch: Fetch) -> None:
        progress = leader.followers.get(fetch.follower)
        if progress is None:
            if self.habits.keeps_followers:
                return
            progress = leader.followers[fetch.follower] = FollowerProgress()
        leader.fetches.setdefault(fetch.follower, []).append((self.now_ms, fetch.asked.offset, leader.log.end))
        moved = progress.fetched(fetch.asked.offset, fetch.log_start, leader.log.end, self.now_ms)
        if may_join(
            leader.isr,
            fetch.follower,
            progress,
            high_watermark=leader.log.high_watermark,
            epoch_start=leader.epoch_start,
            is_alive=fetch.follower in leader.live,
        ):
            leader.isr = leader.isr.joined_by(fetch.follower)
            self._ask_controller(leader)
        if moved:
            self._raise_watermark(leader)

    def _raise_watermark(self, broker: Broker) -> None:
        if not broker.leads or not broker.is_up:
            return
        log = broker.log
        own_end = log.flushed if self.power_cuts and self.habits.counts_flushed_end else log.end
        mark = next_high_watermark(
            log.high_watermark,
            broker.isr,
            broker.followers,
            own_end=own_end,
            leader_end=log.end,
            min_in_sync=self.min_in_sync,
            is_alive=broker.live.__contains__,
            now_ms=self.now_ms,
            lag_ms=LAG_MS,
        )
        if mark < log.high_watermark:
            raise Broken("watermark", f"{broker.number} takes its watermark from {log.high_watermark} to {mark}")
        before, log.high_watermark = log.high_watermark, mark
        for offset in range(before, mark):
            record = log.records.get(offset)
            if record is None:
                raise Broken("offsets", f"{broker.number} commits {offset}, which it has not")
            self._commit(offset, record)

    def _commit(self, offset: int, record: Record) -> None:
        if not self.unclean and self.committed.setdefault(offset, record) != record:
            raise Broken("ConsistentRead", f"{record} is committed at {offset} after {self.committed[offset]}")
        copies = sum(
            (other.log.records.get(offset) == record and offset < self._stable_end(other)) or offset < other.log.start
            for other in self.brokers.values()
        )
        if copies < self.min_in_sync:
            raise Broken("min.insync.replicas", f"{record} at {offset} is committed with {copies} copies")

    def _look_after_isr(self) -> None:
        broker = self._any()
        self._look_after(broker)
        if self.rng.random() < 0.5:
            self._say_again(broker)

    def _look_after(self, broker: Broker) -> None:
        if not broker.is_up or not broker.leads:
            return
        leaving = out_of_sync(broker.isr, broker.number, broker.followers, leader_end=broker.log.end, now_ms=self.now_ms, lag_ms=LAG_MS)
        for number in leaving:
            self._check_lag(broker, number)
        if leaving:
            broker.isr = broker.isr.left_by(leaving)
            self._ask_controller(broker)

    def _check_lag(self, leader: Broker, number: int) -> None:
        """Nobody is thrown out who has everything, or whose fetch, or the next one, had all that there was not too long ago."""
        fetches = leader.fetches.get(number, [])
        if fetches and fetches[-1][1] == leader.log.end:
            raise Broken("needless shrink", f"{number} has everything")
        for index, (time_ms, _, end) in enumerate(fetches):
            if self.now_ms - time_ms <= LAG_MS and any(offset >= end for _, offset, _ in fetches[index : index + 2]):
                raise Broken("needless shrink", f"{number} was caught up at {time_ms}")

    def _ask_controller(self, broker: Broker) -> None:
        broker.asks_controller = True
        self.note(f"{broker.number} asks for {broker.isr}")
        self._send_alteration(broker)

    def _say_again(self, broker: Broker) -> None:
        """The answer was lost: the same once more."""
        if broker.is_up and broker.leads and broker.isr.is_changing and broker.asks_controller:
            self._send_alteration(broker)

    def _send_alteration(self, broker: Broker) -> None:
        self.alterations = [request for request in self.alterations if request.leader != broker.number]
        broker.alteration += 1
        self.alterations.append(AlterPartition(broker.number, broker.life, broker.broker_epoch, broker.isr, broker.alteration))

    def _deliver_altered(self) -> None:
        done = self._take(self.altered)
        if done is None:
            return
        broker = self.brokers[done.request.leader]
        if not broker.is_up or broker.life != done.request.leader_life or not broker.leads or done.request.number != broker.alteration:
            return
        outcome, broker.isr = answered(broker.isr, done.request.asked, done.answer)
        if outcome is Outcome.WAIT:
            broker.asks_controller = False
        elif outcome is Outcome.AGAIN:
            self._ask_controller(broker)
        elif outcome is Outcome.DONE:
            broker.known = broker.known._replace(partition_epoch=max(broker.known.partition_epoch, broker.isr.partition_epoch))
            self.note(f"{broker.number} has {broker.isr}")
            if self.habits.looks_after_answer:
                self._raise_watermark(broker)

    def _trim(self) -> None:
        for broker in self._shuffled():
            if broker.is_up and broker.leads and broker.log.high_watermark > broker.log.start:
                broker.log.trim(self.rng.randint(broker.log.start, broker.log.high_watermark))
                self.note(f"{broker.number} trims: {broker.log}")
                return

    def _deliver_alteration(self) -> None:
        request = self._take(self.alterations)
        if request is None:
            return
        answer = self.alter_partition(request)
        self.altered.append(AlterPartitionDone(request, answer))

    # Chance

    def _any(self) -> Broker:
        return self.brokers[self.rng.choice(self.replicas)]

    def _shuffled_numbers(self) -> list[int]:
        return self.rng.sample(self.replicas, len(self.replicas))

    def _shuffled(self) -> list[Broker]:
        return [self.brokers[number] for number in self._shuffled_numbers()]

    def _take(self, under_way: list[_T]) -> _T | None:
        return under_way.pop(self.rng.randrange(len(under_way))) if under_way else None

    def _lose_something(self) -> None:
        messages: list[Any] = self.rng.choice((self.fetches, self.answers, self.questions, self.alterations, self.altered))
        if not messages:
            return
        lost = messages.pop(self.rng.randrange(len(messages)))
        fetch = (
            lost
            if isinstance(lost, Fetch)
            else lost.fetch
            if isinstance(lost, FetchAnswer)
            else lost[0]
            if isinstance(lost, tuple)
            else None
        )
        if fetch is not None:
            self._forget_fetch(fetch)

    def _forget_fetch(self, fetch: Fetch) -> None:
        """Who asked notices that its connection is lost."""
        under_way = self.brokers[fetch.follower].under_way
        if under_way.get(fetch.leader) == fetch:
            del under_way[fetch.leader]
