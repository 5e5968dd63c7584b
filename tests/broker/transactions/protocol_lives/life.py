"""A whole life: what happens in it, and what must hold on the way and in the end."""

from __future__ import annotations

import hashlib

from klog.testing.cluster_invariants import Violation
from tests.broker.transactions.protocol_lives.writers import WrittenCluster

#: Virtual seconds.
LIFE_S = 12.0
#: Everything comes to an end within so long.
END_S = 60.0


class Life(WrittenCluster):
    """See the module."""

    def look(self) -> None:
        """Nothing is read before its commit was asked for, and klog's last stable offset is what the log says."""
        for name, partition in self.partitions.items():
            for offset, value in partition.committed():
                self.history.polled("watcher", name, offset, value)
            stable = min(partition.first_open(), partition.high_watermark)
            known = partition.producers.first_unstable_offset
            found = partition.high_watermark if known is None else min(known, partition.high_watermark)
            if found > stable:
                raise Violation(f"last stable offset: {found} of {name}, and the log says {stable}")
        if self.given_up:
            raise Violation(f"taken for lost: the producer id of {self.given_up[0]} is given up, and its log is whole")
        if self.history._early:
            raise Violation(self.history._early[0])

    def run(self) -> None:
        """The whole life."""
        for writer in range(self.plan.writers):
            self.begin_instance(f"w{writer}")
        until_s = self.clock.seconds() + LIFE_S
        checked_s = self.clock.seconds()
        while self.clock.seconds() < until_s:
            step_s = 0.05
            for name, rate in sorted(self.plan.acts.items()):
                if self.random.random() < rate * step_s:
                    getattr(self, name)()
            self.clock.pass_time(step_s)
            if self.clock.seconds() - checked_s >= 0.5:
                checked_s = self.clock.seconds()
                self.look()
                self.coordinator.abort_timed_out()
        self.goes_on = self.is_faulty = False
        left_s = END_S
        while why := self.missing():
            if left_s <= 0:
                raise Violation(f"hanging: {'; '.join(why[:4])}")
            self.clock.pass_time(0.5)
            self.coordinator.abort_timed_out()
            self.look()
            left_s -= 0.5
        self.judge()

    def missing(self) -> list[str]:
        """What has not come to an end."""
        why = [f"{name} is {known.state.name}" for name, known in self.coordinator.only.transactions.under_way.items()]
        for name, partition in self.partitions.items():
            if partition.first_open() < len(partition.entries):
                why.append(f"in {name} something is open from {partition.first_open()} on, of {len(partition.entries)}")
        for (writer, instance), life in self.lives.items():
            if (writer, instance) in self.vanished:
                continue
            if not life.called:
                why.append(f"{writer}.{instance} goes on")
            elif life.result is not None:
                why.append(f"{writer}.{instance}: {life.result}")
        return why

    def judge(self) -> None:
        """In the end."""
        self.look()
        for name, partition in self.partitions.items():
            for offset, value in partition.committed():
                self.history.polled("final", name, offset, value)
        self.history.polls.pop("watcher", None)
        wrong = list(self.history.violations("final"))
        if wrong:
            raise Violation("; ".join(wrong[:3]))

    @property
    def outcomes(self) -> list[bool | None]:
        """Of all transactions."""
        return [written.outcome for written in self.history.transactions]

    def trace_hash(self) -> str:
        """Equal where two lives are: what stands in the logs, what writers were told, and how chance goes on."""
        parts = [self.state_log, *self.partitions.values()]
        trace = [[log.entries for log in parts], self.outcomes, self.clock.seconds(), self.random.getstate()]
        return hashlib.sha256(repr(trace).encode()).hexdigest()
