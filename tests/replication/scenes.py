"""Histories of `model.Model` that are told step by step, since chance seldom brings about what they need.

Each is a function over a new `Scene`, and ends with the healing.
"""

from __future__ import annotations

from typing import Any

from tests.replication.model import Model
from tests.replication.toy_cluster import LAG_MS, Fetch


class Scene(Model):
    """A model that is told what happens: three brokers, of which 1 leads, all in sync."""

    def __init__(self, seed: int, **options: Any) -> None:
        super().__init__(seed, **options)
        self._most_records = 100
        self.hear(1, 2, 3)

    def hear(self, *numbers: int) -> None:
        """These brokers obey all that the controller has said to them."""
        for number in numbers:
            while self.queues[number]:
                self._obey(self.brokers[number], self.queues[number].popleft())
        self.check()

    def forget(self, number: int) -> None:
        """What the controller had to say to this broker is never said: it is replaced before."""
        self.queues[number].clear()

    def append(self, count: int) -> None:
        """The leader, whoever thinks so, takes records."""
        for _ in range(count):
            self._append()
        self.check()

    def ask(self, follower: int) -> Fetch:
        """It sends a fetch, which does not arrive yet."""
        self._send_fetch(self.brokers[follower])
        return self.fetches.pop()

    def arrive(self, fetch: Fetch, *, answer_too: bool = True) -> None:
        """The fetch comes to its leader, and the answer to its follower, or gets lost."""
        self.fetches.append(fetch)
        self._deliver_fetch()
        if answer_too:
            self._deliver_answer()
        else:
            self.answers.clear()
            self._forget_fetch(fetch)
        self.check()

    def exchange(self, *followers: int) -> None:
        """Each fetches, and is answered."""
        for follower in followers:
            self.arrive(self.ask(follower))

    def alter(self, *, answer_too: bool = True) -> None:
        """What a leader asks of the controller is done, and answered."""
        self._deliver_alteration()
        self.check()
        if answer_too:
            self._deliver_altered()
        else:
            self.altered.clear()
        self.check()

    def lead(self, number: int) -> None:
        """The controller has it lead; nobody has heard of it yet."""
        self.write(number, self.tree.isr)


def late_fetch(scene: Scene) -> None:
    """KIP-320: a fetch of an earlier leadership comes when the follower has cut its log since."""
    scene.append(10)
    scene.exchange(2, 3)
    scene.exchange(2, 3)
    # Two records that 2 never gets, 3 does.
    scene.append(2)
    scene.exchange(3)
    late = scene.ask(3)
    scene._forget_fetch(late)
    scene.lead(2)
    scene.hear(2, 3)
    scene.exchange(3)
    # 1 follows for a moment, and leads again before it has fetched.
    scene.lead(1)
    scene.hear(1, 2)
    scene.arrive(late)
    # 2 cuts what its own leadership left, gets all, and says so.
    scene.exchange(2)
    scene.exchange(2)
    scene.exchange(2)
    scene.hear(3)
    scene.heal()


def missed_leadership(scene: Scene) -> None:
    """A leader that never hears of the one between two of its own must not believe what followers had before."""
    scene.append(10)
    scene.exchange(2, 3)
    scene.exchange(2, 3)
    scene.append(2)
    scene.exchange(3)
    scene.exchange(3)
    scene.lead(2)
    scene.hear(2, 3)
    scene.forget(1)
    scene.exchange(3)
    scene.lead(1)
    scene.hear(1, 2)
    # 2 cuts what its own leadership left, gets all, and says so.
    scene.exchange(2)
    scene.exchange(2)
    scene.exchange(2)
    scene.hear(3)
    scene.heal()


def new_leader_with_an_old_watermark(scene: Scene) -> None:
    """KAFKA-7128: what was committed lies above the watermark that a new leader knows."""
    scene.append(5)
    scene.exchange(2, 3)
    scene.exchange(2)
    # 3 is silent, and thrown out.
    scene.now_ms += 2 * LAG_MS
    scene.exchange(2)
    scene.append(5)
    scene._look_after(scene.brokers[1])
    scene.alter()
    scene.exchange(2)
    # All ten are committed; the answer that tells 2 of it is lost.
    scene.arrive(scene.ask(2), answer_too=False)
    scene.lead(2)
    scene.hear(1, 2, 3)
    # 3 has five of them.
    scene.arrive(scene.ask(3), answer_too=False)
    scene.alter()
    scene.heal()


def refused_though_done(scene: Scene) -> None:
    """KIP-497: a change that was made and whose answer was lost is refused when it is asked for again; it still stands."""
    scene.append(5)
    scene.exchange(2, 3)
    scene.exchange(2)
    scene.now_ms += 2 * LAG_MS
    scene.append(1)
    scene._look_after(scene.brokers[1])
    scene.alter()
    # 3 is back, and the leader never hears that it is in sync again.
    scene.exchange(3)
    scene.exchange(3)
    scene.alter(answer_too=False)
    # The leader's session ends, its process goes on.
    scene.brokers[1].is_registered = False
    scene.look()
    scene._say_again(scene.brokers[1])
    scene.alter()
    scene.now_ms += 2 * LAG_MS
    scene.append(1)
    scene.heal()
