"""Lives of producers, readers and a broker in virtual time, in which nothing is lost: then nothing may be told as lost, doubled or changed.

Brokers are stopped, killed and frozen, members of a group come and go, records are late, clocks are wrong. What died without a word may be
*unknown*. Each life comes from a seed (``KLOG_SEED``); ``KLOG_SOAK=1`` lives many.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import pytest

from klog.audit.balance import Edge
from klog.audit.cells import Tier
from klog.audit.verdicts import Verdict
from klog.client.groups.group import ConsumerGroup
from klog.client.producing.producer import Producer
from tests import peers
from tests.client.auditing.rig import WINDOW_MS, AuditedCase

_WRONG = (Verdict.MISSING, Verdict.DUPLICATE, Verdict.CHANGED)


@pytest.mark.soak
class NoFalseAlarmTests(AuditedCase):
    def test_lives(self) -> None:
        # The same lives in each run of the test command.
        first = peers.seed() if peers.SOAK or "KLOG_SEED" in os.environ else 1
        self.told: Counter[Verdict] = Counter()
        for seed in range(first, first + peers.soak_share(60)):
            if seed != first:
                self.stop()
                self.setUp()
            self.live(seed)
        self.assertGreater(self.told[Verdict.COMPLETE], 0)

    def live(self, seed: int) -> None:
        rng = random.Random(seed)
        producers: list[Producer] = []
        members: list[ConsumerGroup] = []
        #: A record that is late, and a broker that dies before it has told of it, would be a window that is judged too well known.
        is_late, kills = rng.random() < 0.5, rng.random() < 0.5
        for step in range(rng.randrange(20, 50)):
            act = rng.choice(["send", "send", "send", "poll", "poll", "wait", "wait", "join", "leave", "hide", "broker"])
            if act == "send":
                if not producers or (len(producers) < 3 and rng.random() < 0.3):
                    ahead_ms = rng.choice([0, 0, 5_000, -5_000, 3_600_000, -7_200_000])
                    name = rng.choice(["web", "app"])
                    now_ms = lambda ahead_ms=ahead_ms: self.broker.now_ms() + ahead_ms  # noqa: E731
                    producers.append(self.producer(self.audit(numbers=rng.random() < 0.3), client_id=name, now_ms=now_ms))
                late_ms = rng.choice([0, 0, 86_400_000]) if is_late and not kills else 0
                stamp_ms = self.broker.now_ms() - late_ms if late_ms else None
                values = [b"%d" % step] * rng.randrange(1, 60)
                self.until(rng.choice(producers).send_many("t", values, timestamp_ms=stamp_ms))
            elif act == "poll" and members:
                self.until(rng.choice(members).poll(timeout_ms=300))
            elif act == "wait":
                self.broker.advance(rng.choice([0.3, 2, 20, 61]))
            elif act == "join" and len(members) < 3:
                members.append(self.group("t"))
            elif act == "leave" and members:
                self.until(members.pop(rng.randrange(len(members))).stopService())
            elif act == "hide" and producers:
                self.until(producers.pop(rng.randrange(len(producers))).stopService())
            elif act == "broker":
                self.trouble(rng, kills)
        for client in (*producers, *members):
            self.until(client.stopService())
        for edge in self.last_edges():
            # Members that leave may have handed out what they had not committed: told as duplicate, and rightly.
            if edge.receiver.tier is not Tier.CONSUMER:
                self.told[edge.judgment.verdict] += 1
                self.assertNotIn(edge.judgment.verdict, _WRONG, f"KLOG_SEED={seed}: {edge}")

    def last_edges(self) -> list[Edge]:
        """What is judged at last. Windows of clocks that are ahead come hours later, for which nobody has to wait: brokers that have ended
        in order count nothing more."""
        self.broker.advance(3 * WINDOW_MS / 1000)
        self.broker.stop()
        self.broker.start()
        self.reactor.advance(0.1)
        return self.ledger(0).balance(self.broker.now_ms() + 12_000_000, grace_ms=0, settle_ms=0).edges

    def trouble(self, rng: random.Random, kills: bool) -> None:
        how: Any = rng.choice(["stop", "kill", "freeze"] if kills else ["stop", "freeze"])
        if how == "freeze":
            self.broker.freeze()
            self.reactor.advance(rng.choice([0.5, 5]))
            self.broker.thaw()
            return
        if how == "stop":
            self.broker.stop()
        else:
            self.broker.kill()
        self.reactor.advance(rng.choice([0.1, 3]))
        self.broker.start()
        self.reactor.advance(0.1)


#: A window is longer than all that trouble takes.
assert WINDOW_MS > 10_000
