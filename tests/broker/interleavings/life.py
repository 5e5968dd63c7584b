"""A broker's life with its threads in virtual time: all that clients may ask for, and all that a disk may do, drawn from a seed.

::

    Life(seed).run()          # raises AssertionError naming the seed and what did not hold

Some connections produce and fetch; some make, change, delete and make again topics; others commit and fetch offsets and are members of
groups. What they do comes between the acts of flushes, rolls, compactions, retention, expiry, saves, removals and checkpoints. The clock
goes from act to act and jumps over retention times now and then; the disk is slow, full, broken, without descriptors, or hangs. The
broker stops in the middle of it, the power goes, and it starts again.

What must hold (`model` says what is owed):

- what was acknowledged is there as long as the broker lives and after an orderly stop; what was acknowledged under the flush rule, or
  shown under it, after a power cut as well; nothing is there that nobody sent, nothing twice, nothing without what stood before it;
- the mark of a clean stop is there only where a power cut loses nothing any more;
- while the disk is well and its topic is left alone, no request is refused;
- a committed offset is shown once its commit is acknowledged, and no earlier (under the flush rule), and goes only by expiry, by deletion,
  or by a newer one; a member that was let in stays one until its session is over;
- topics and configurations that were acknowledged are there after a stop and a power cut, and deleted ones are not;
- a stop ends in time, whatever hangs; each connection's answers come in order, to the last one, unless it is closed;
- nothing fails by a mistake of klog's own.
"""

from __future__ import annotations

import math
import random
from typing import Any

from twisted.logger import formatEvent, globalLogPublisher

from klog.storage.filenames import CLEAN_SHUTDOWN
from klog.testing.broker import DATA_DIRECTORY, MemoryBroker
from klog.wire.messages.find_coordinator import FindCoordinatorRequest
from tests.broker.interleavings.group_clients import GroupClients
from tests.broker.interleavings.world import (
    LOOK_S,
    RETENTION_S,
    STOP_S,
    TOPICS,
    E,
)


class Life(GroupClients):
    """See the module.

    :param seed: everything follows from it.
    :param steps: how much happens.
    """

    def happen(self) -> None:
        """One thing."""
        chance = self.random
        drawn = chance.random()
        if self.with_groups and drawn < self.group_share:
            chance.choice((self.commit, self.commit, self.commit, self.fetch_offset, self.fetch_offset, self.join, self.heartbeat))()
            if chance.random() < 0.02:
                self.delete_group()
        elif drawn < 0.75:
            self.produce()
        elif drawn < 0.82:
            self.fetch()
        elif drawn < 0.88:
            self.create_topic()
        elif drawn < 0.91:
            self.delete_topic()
        elif drawn < 0.97:
            chance.choice((self.configure_topic, self.delete_records, self.grow_topic, self.ask_metadata))()
        elif drawn < 0.98:
            if chance.random() < 0.3:
                chance.choice([*self.connections, *self.group_connections]).client.hang_up()
                self.receive()
                self.connect()
        elif self.with_faults:
            self.harm_disk()

    def pass_time(self) -> None:
        """To the next event mostly, or over some of them."""
        chance, threads = self.random, self.broker.interleaving
        assert threads is not None
        drawn = chance.random()
        self.closely -= 1
        if drawn < 0.2:
            return
        if drawn < 0.75 or self.closely > 0:
            due_s = min((call.getTime() for call in self.broker.clock.getDelayedCalls()), default=self.clock_s)
            seconds = min(max(due_s - self.clock_s, 0.0), 1.0)
        elif drawn < 0.95:
            seconds = chance.random() * 0.02
        elif drawn < 1.0 - self.minute_share or not self.with_groups:
            seconds = chance.random() * 0.5
        else:
            self.note("a minute passes")
            # Of what happens meanwhile only the answers are looked at.
            threads.most_s, usual_s = 0.0, threads.most_s
            for _ in range(int(RETENTION_S / LOOK_S)):
                self.broker.advance(LOOK_S)
                self.look()
            threads.most_s = usual_s
            # What is due now comes act by act.
            self.closely = 60
            seconds = 0.0
        self.broker.advance(seconds)

    def fetch_all_offsets(self) -> None:
        """Once more, and look at the answers."""
        for group, name, partition in list(self.commits):
            topic = self.topics.get(name)
            if topic is not None and topic.is_steady and partition < topic.partitions:
                self.fetch_offset((group, topic, partition))
                self.broker.advance(0.02)
                self.look()

    def look(self) -> None:
        """What holds at any moment."""
        directory = self.broker.broker.directories.all[0] if self.broker.is_ready else None
        if directory is not None and directory.offline is not None and not self.is_broken:
            self.wrong(f"the directory takes no writes any more: {directory.offline}")
        self.receive()
        if self.mistakes:
            self.wrong("; ".join(self.mistakes))

    def run(self) -> None:
        """All of it.

        :raises AssertionError: something did not hold; names the seed and what happened.
        """
        globalLogPublisher.addObserver(self._logged)
        try:
            self._run()
        except Exception as error:
            last = "\n".join(self.events[-60:])
            raise AssertionError(f"seed {self.seed}: {error}\n{last}") from error
        finally:
            globalLogPublisher.removeObserver(self._logged)
            self.broker.end_threads()

    def _logged(self, event: Any) -> None:
        failure, level = event.get("log_failure"), event.get("log_level")
        if failure is not None:
            self.mistakes.append(f"{formatEvent(event)}: {failure.value!r}")
        elif level is not None and level.name == "error" and not self.with_faults:
            self.mistakes.append(formatEvent(event) or "an error")
        elif level is not None and level.name in ("warn", "error"):
            self.note(f"{level.name}: {formatEvent(event)}")

    def _run(self) -> None:
        self.start()
        for _ in range(self.random.choice((1, 1, 2))):
            for _ in range(self.steps // 2 + self.random.randrange(self.steps)):
                self.happen()
                self.pass_time()
                self.look()
            self.fetch_all_offsets()
            self.end()
            self.start()
        self.broker.end_threads()

    def start(self) -> None:
        """The broker is there, and its coordinator."""
        self.is_broken = self.is_hanging = self.is_stopping = False
        self.unwell_until_s = self.lacks_until_s = self.slow_until_s = -math.inf
        self.hangs_in = -1
        self.broker.start()
        threads = self.broker.interleaving
        assert threads is not None
        threads.time_of, threads.fault = self.time_of, self.fault
        self.connect()
        found = self.group_connections[0].client.ask(FindCoordinatorRequest(key="g0", key_type=0), 3)
        if found.error_code not in (E.NONE, E.COORDINATOR_NOT_AVAILABLE):
            self.wrong(f"FindCoordinator was answered {E(found.error_code).name}")
        self.broker.advance(5.0)
        self.look()
        self.judge_all(after_power_cut=False)

    def end(self) -> None:
        """A stop, or a power cut."""
        how = self.random.choice(self.ends)
        self.note(f"broker: {how}")
        self.life += 1
        self.members.clear()
        if how == "stop":
            self.stop()
        else:
            self.cut_power(is_clean=False)

    def stop(self) -> None:
        """In order, in the middle of everything; and then the power goes."""
        self.is_stopping = True
        broker, over = self.broker, []
        directory = broker.broker.directories.all[0]
        assert directory is not None
        broker.service.stopService().addBoth(over.append)
        end_s = self.clock_s + STOP_S
        while not over and self.clock_s < end_s:
            due_s = min((call.getTime() for call in broker.clock.getDelayedCalls()), default=end_s)
            broker.advance(min(max(due_s - self.clock_s, 1e-6), 0.5))
            self.receive()
        waiting = [] if broker.interleaving is None else broker.interleaving.waiting
        if not over:
            self.wrong(f"the broker has not stopped after {STOP_S} s; threads wait for {waiting}")
        self.receive()
        for connection in [*self.connections, *self.group_connections]:
            if connection.waiting and not connection.client.scripted.disconnected:
                self.wrong("a connection outlives the stop, and waits for answers")
        is_clean = broker.file_system.exists(f"{DATA_DIRECTORY}/{CLEAN_SHUTDOWN}")
        self.note(f"stopped, {'clean' if is_clean else 'not clean'}")
        if not is_clean and not (self.is_broken or self.is_hanging or self.slow_until_s > -math.inf or self.unwell_until_s > -math.inf):
            self.wrong("the stop left no mark, though the disk was well")
        if self.mistakes:
            self.wrong("; ".join(self.mistakes))
        self.cut_power(is_clean=is_clean)

    def cut_power(self, *, is_clean: bool) -> None:
        """A look at what another broker makes of what the disk may hold, which goes on with it."""
        self.receive()
        for connection in [*self.connections, *self.group_connections]:
            for _, lost in connection.waiting:
                lost()
            connection.waiting.clear()
        self.connections.clear()
        self.group_connections.clear()
        self.joining.clear()
        for commits in self.commits.values():
            commits.broker_ends(self.clock_s, keeps=is_clean or self.flush_rule)
            if commits.removed_s == math.inf:
                commits.removed_s = self.clock_s
        self.uncertain |= self.busy
        self.busy.clear()
        self.broker = self.broker.crash(self.random)
        self.broker.file_system.fail_writes(None)
        plain = MemoryBroker(self.properties, file_system=self.broker.file_system.crash(random.Random(0)), clock=None, seed=self.seed)
        plain.start()
        self.judge_topics(plain)
        self.judge_records(plain, after_power_cut=not is_clean)
        if not is_clean:
            for topic in self.topics.values():
                for partition in range(topic.partitions):
                    topic.after_power_cut(partition, plain.messages(topic.name, partition))
        plain.stop()

    def judge_topics(self, broker: MemoryBroker) -> None:
        """Those that were acknowledged are there, and no others."""
        coordination = broker.broker.coordination
        assert coordination is not None
        there = coordination.topics()
        self.uncertain |= self.littered
        self.littered.clear()
        for name in TOPICS:
            if name in self.uncertain:
                self.topics.pop(name, None)
                continue
            topic = self.topics.get(name)
            if topic is None and name in self.remains:
                if name in there:
                    self.uncertain.add(name)
                continue
            if (topic is None) != (name not in there):
                self.wrong(f"{name} is {'there' if topic is None else 'not there'} after the start")
            if topic is not None and len(there[name].partitions) < topic.partitions:
                self.wrong(f"{name} has {len(there[name].partitions)} partitions after the start instead of {topic.partitions}")
            if topic is not None:
                topic.partitions = len(there[name].partitions)
        self.remains.clear()

    def judge_all(self, *, after_power_cut: bool) -> None:
        """Records, in the broker that runs."""
        self.judge_records(self.broker, after_power_cut=after_power_cut)

    def judge_records(self, broker: MemoryBroker, *, after_power_cut: bool) -> None:
        """All that is owed is there."""
        partitions = broker.broker.partitions
        assert partitions is not None
        for topic in self.topics.values():
            if not topic.is_steady:
                continue
            for number in range(topic.partitions):
                partition = partitions.get(topic.name, number)
                if partition is None:
                    self.wrong(f"{topic.name}-{number} is not served after the start")
                    return
                found = broker.messages(topic.name, number)
                for sentence in topic.judge(number, partition.log.start_offset, found, after_power_cut=after_power_cut):
                    self.wrong(sentence)
