"""Many lives of something, each made from a seed, one after the other for hours.

A life leaves a hundred thousand objects behind that know each other, and to have these collected costs as much as the life. So processes
are forked, each lives a few, and ends with what they have left; the garbage collector is off. (It would also wake what killed brokers
have left in the midst of another life, which would be taken for a mistake of the living.) The first few are lived before any fork: what
they load and compile all processes have then.

The record has a line for each life: its seed, and what came of it. Seeds that stand in it are not lived again, so that whoever was
interrupted begins with the same command. A seed whose process died does not stand there, as nobody knows what would have come of it.
"""

from __future__ import annotations

import argparse
import gc
import os
import pathlib
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence

#: So many lives have a process in common: they leave ten megabytes each.
_LIVES_OF_A_PROCESS = 20
#: So many are lived before any process is forked, so that all have what these load and compile.
_LIVES_BEFORE_FORKS = 2
#: What came of a life in whose midst its process died, by itself or by somebody else.
_DIED = "its process ended with"


def add_options(parser: argparse.ArgumentParser, seeds: str) -> None:
    """What `live_many` asks for.

    :param seeds: where none are given.
    """
    parser.add_argument("--seeds", default=seeds, help="first-last, or one seed")
    parser.add_argument("--record", type=pathlib.Path, help="what was lived, to go on from")
    parser.add_argument("--minutes", type=float, help="begin no more lives after so long")


def live_many(chosen: argparse.Namespace, live: Callable[[int], str]) -> int:
    """Live them; how it ended, as an exit code: 1 where something did not hold.

    :param chosen: with the options of `add_options`.
    :param live: one life: what came of it, in one line, which begins with ``ok`` where all held.
    """
    first, _, last = chosen.seeds.partition("-")
    seeds = range(int(first), int(last or first) + 1)
    done: dict[int, str] = {}
    if chosen.record is not None and chosen.record.exists():
        for line in chosen.record.read_text("utf-8").splitlines():
            seed, _, outcome = line.partition(" ")
            done[int(seed)] = outcome
    begun_s, lived_now = time.monotonic(), 0
    end_s = float("inf") if chosen.minutes is None else begun_s + 60 * chosen.minutes
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        for seed, outcome in _lives([seed for seed in seeds if seed not in done], live, end_s):
            done[seed] = outcome
            lived_now += 1
            if not outcome.startswith("ok"):
                print(seed, outcome, flush=True)
            if chosen.record is not None and not outcome.startswith(_DIED):
                with chosen.record.open("a", encoding="utf-8") as record:
                    record.write(f"{seed} {outcome}\n")
    finally:
        if was_enabled:
            gc.enable()
    lived = [outcome for seed, outcome in done.items() if seed in seeds]
    failed = sum(not outcome.startswith("ok") for outcome in lived)
    seconds = time.monotonic() - begun_s
    print(f"{len(lived)} lives of {len(seeds)}, {failed} of which went wrong; {lived_now} of them now, in {seconds:.0f} s")
    return 1 if failed else 0


def _lives(seeds: Sequence[int], live: Callable[[int], str], end_s: float) -> Iterator[tuple[int, str]]:
    """What came of each, as it comes.

    :param end_s: when no more are begun.
    """
    for seed in seeds[:_LIVES_BEFORE_FORKS]:
        if time.monotonic() > end_s:
            return
        yield seed, live(seed)
    left = list(seeds[_LIVES_BEFORE_FORKS:])
    while left and time.monotonic() <= end_s:
        count = 0
        for seed, outcome in _lives_apart(left[:_LIVES_OF_A_PROCESS], live, end_s):
            yield seed, outcome
            count += 1
        del left[:count]


def _lives_apart(seeds: Sequence[int], live: Callable[[int], str], end_s: float) -> Iterator[tuple[int, str]]:
    """The same, in a process of their own; of one that dies in the midst of a life that is what came of it."""
    reading, writing = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            os.close(reading)
            for seed in seeds:
                if time.monotonic() > end_s:
                    break
                os.write(writing, f"{seed} {' '.join(live(seed).split())}\n".encode())
            status = 0
        except Exception:
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(status)
    os.close(writing)
    count = 0
    with open(reading, encoding="utf-8") as lines:
        for line in lines:
            seed, _, outcome = line.rstrip("\n").partition(" ")
            count += 1
            yield int(seed), outcome
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    # Whoever dies behind the last one has said all.
    if status != 0 and count < len(seeds):
        yield seeds[count], f"{_DIED} {status}"
