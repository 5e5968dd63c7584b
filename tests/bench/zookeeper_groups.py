"""Rebalances of a large group that ZooKeeper keeps: 10 members, 10,000 partitions, a real server that syncs to disk.

``python -m tests.bench.zookeeper_groups [--members 10] [--partitions 10000] [--topics 1] [--processes 3]``

A process that runs by itself holds some of the members (Twisted's reactor runs once in a process); their owners read the offsets they are
given, commit what is taken away, and say when they are at rest. Timed, from the change until every partition has its owner and every
member is at rest: all members at once, one more, one less (in order), and one that is killed, less the session's timeout.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from tests import peers
from tests.bench.zookeeper_group_members import GROUP, SESSION_MS
from tests.integration.zookeepers import RealZooKeeper

LIMIT_S = 5.0


class Rebalance(NamedTuple):
    """One figure."""

    what: str
    seconds: float


class _Process:
    """Some members."""

    def __init__(self, connect: str, names: list[str]) -> None:
        self.names = names
        command = [sys.executable, "-m", "tests.bench.zookeeper_group_members", connect, *names]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=peers.ROOT)

    def tell(self, word: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(word + "\n")
        self.process.stdin.flush()

    def owned(self) -> dict[str, list[Any]]:
        """By member: whether it is at rest, and how much it owns."""
        self.tell("owned")
        assert self.process.stdout is not None
        found: dict[str, list[Any]] = json.loads(self.process.stdout.readline())
        return found

    def end(self) -> None:
        self.process.kill()
        self.process.wait()


def settle(processes: list[_Process], members: int, partitions: int, topics: int, began_s: float) -> float:
    """Seconds since `began_s` until `members` at rest own all `partitions`, evenly."""
    while True:
        # Whoever is asked has something else to do: not too often.
        time.sleep(0.05)
        states = {name: state for process in processes for name, state in process.owned().items()}
        now_s = time.monotonic()
        counts = [count for is_at_rest, count in states.values() if is_at_rest]
        if len(counts) == len(states) == members and sum(counts) == partitions and max(counts) - min(counts) <= topics:
            return now_s - began_s
        if now_s - began_s > 120:
            raise AssertionError(f"no rest: {states}")


def run(members: int, partitions: int, topics: int, processes: int) -> list[Rebalance]:
    """All rebalances."""
    with RealZooKeeper(durable=True, max_session_timeout_ms=60_000) as keeper:
        subprocess.run(
            [
                sys.executable,
                "-m",
                "tests.bench.zookeeper_group_members",
                keeper.connect,
                "--topics",
                str(topics),
                str(partitions // topics),
            ],
            check=True,
            cwd=peers.ROOT,
        )
        names = [f"m{number:02}" for number in range(members)]
        # One less in the others: the last is alone, so that it can be killed.
        shares = [names[number : members - 1 : processes - 1] for number in range(processes - 1)]
        running = [_Process(keeper.connect, share) for share in shares if share]
        found: list[Rebalance] = []

        def timed(what: str, members_now: int, change: Callable[[], object], less_s: float = 0.0) -> None:
            began_s = time.monotonic()
            change()
            found.append(Rebalance(what, settle(running, members_now, partitions, topics, began_s) - less_s))

        try:
            for process in running:
                process.owned()
            timed(f"{members - 1} members at once", members - 1, lambda: [process.tell("start") for process in running])
            last = _Process(keeper.connect, names[-1:])
            last.owned()
            running.append(last)
            timed(f"the {members}th comes", members, lambda: last.tell("start"))

            def leave() -> None:
                last.tell("stop")
                running.remove(last)

            timed("one leaves in order", members - 1, leave)
            last.end()
            last = _Process(keeper.connect, names[-1:])
            last.owned()
            running.append(last)
            last.tell("start")
            settle(running, members, partitions, topics, time.monotonic())

            def kill() -> None:
                last.end()
                running.remove(last)

            timed(f"one is killed, beyond its session of {SESSION_MS / 1000:g} s", members - 1, kill, SESSION_MS / 1000)
        finally:
            for process in [*running, last]:
                process.end()
    late = [each for each in found if each.seconds > LIMIT_S]
    assert not late, f"allowed are {LIMIT_S:g} s: {late}"
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--members", type=int, default=10)
    parser.add_argument("--partitions", type=int, default=10_000)
    parser.add_argument("--topics", type=int, default=1)
    parser.add_argument("--processes", type=int, default=3)
    given = parser.parse_args()
    print(f"| group {GROUP}: {given.members} members, {given.partitions} partitions of {given.topics} topics | seconds |\n|---|---|")
    for each in run(given.members, given.partitions, given.topics, given.processes):
        print(f"| {each.what} | {each.seconds:.2f} |", flush=True)


if __name__ == "__main__":
    main()
