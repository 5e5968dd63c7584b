"""Many lives of two clusters, one after the other, for hours: ``python -m tests.mirror --seeds 1-10000 --record lives.txt``.

With ``--turning`` they take turns (`test_turning_lives`), with ``--cluster`` the copy is one of three brokers, and is cut
(`test_cluster_lives`).

The record has a line for each life: its seed, and what came of it. Seeds that stand in it are not lived again, so that whoever was
interrupted begins with the same command. The exit code is 1 where something did not hold.
"""

from __future__ import annotations

import argparse
import gc
import pathlib
import sys
import time
import unittest

from twisted.logger import globalLogBeginner

from tests.mirror import test_cluster_lives, test_lives, test_turning_lives

#: So many lives between two collections of what they have left.
_COLLECT_EVERY = 10


def main(arguments: list[str] | None = None) -> int:
    """Live them; how it ended, as an exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.mirror", description=__doc__)
    parser.add_argument("--seeds", default="1-10000", help="first-last, or one seed")
    parser.add_argument("--record", type=pathlib.Path, help="what was lived, to go on from")
    parser.add_argument("--turning", action="store_true", help="in which the clusters take turns")
    parser.add_argument("--cluster", action="store_true", help="in which a cluster of three brokers is the copy")
    parser.add_argument("--length", type=int, help="steps of a life, or turns")
    parser.add_argument("--minutes", type=float, help="begin no more lives after so long")
    chosen = parser.parse_args(arguments)
    first, _, last = chosen.seeds.partition("-")
    seeds = range(int(first), int(last or first) + 1)
    done: dict[int, str] = {}
    if chosen.record is not None and chosen.record.exists():
        for line in chosen.record.read_text("utf-8").splitlines():
            seed, _, outcome = line.partition(" ")
            done[int(seed)] = outcome
    # What killed brokers have left goes between lives: in the midst of one it would wake up, and be taken for a mistake of the living.
    gc.disable()
    sys.unraisablehook = lambda _: None
    globalLogBeginner.beginLoggingTo([], redirectStandardIO=False)
    begun_s, lived_now = time.monotonic(), 0
    for seed in seeds:
        if seed in done:
            continue
        if chosen.minutes is not None and time.monotonic() - begun_s > 60 * chosen.minutes:
            break
        outcome = done[seed] = live(seed, chosen.length, turning=chosen.turning, in_a_cluster=chosen.cluster)
        lived_now += 1
        if outcome != "ok":
            print(seed, outcome, flush=True)
        if chosen.record is not None:
            with chosen.record.open("a", encoding="utf-8") as record:
                record.write(f"{seed} {outcome}\n")
        if lived_now % _COLLECT_EVERY == 0:
            gc.collect()
    lived = [outcome for seed, outcome in done.items() if seed in seeds]
    failed = sum(outcome != "ok" for outcome in lived)
    seconds = time.monotonic() - begun_s
    print(f"{len(lived)} lives of {len(seeds)}, {failed} of which went wrong; {lived_now} of them now, in {seconds:.0f} s")
    return 1 if failed else 0


def live(seed: int, length: int | None, *, turning: bool, in_a_cluster: bool = False) -> str:
    """One life; a line that says what came of it."""
    case: unittest.TestCase
    if in_a_cluster:
        case = test_cluster_lives.life(seed, length or test_cluster_lives.TURNS)
    elif turning:
        case = test_turning_lives.life(seed, length or test_turning_lives.TURNS)
    else:
        case = test_lives.life(seed, length or test_lives.STEPS)
    result = unittest.TestResult()
    # Also mistakes that were only logged count.
    case.run(result)
    wrong = [*result.errors, *result.failures]
    return "ok" if not wrong else " ".join(wrong[0][1].split())[-500:]


if __name__ == "__main__":
    sys.exit(main())
