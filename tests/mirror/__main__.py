"""Many lives of two clusters, one after the other, for hours: ``python -m tests.mirror --seeds 1-10000 --record lives.txt``.

With ``--turning`` they take turns (`test_turning_lives`), with ``--cluster`` the copy is one of three brokers, and is cut
(`test_cluster_lives`).

See `tests.many_lives` for the record. The exit code is 1 where something did not hold.
"""

from __future__ import annotations

import argparse
import sys
import unittest

from twisted.logger import globalLogBeginner

from tests.many_lives import add_options, live_many
from tests.mirror import test_cluster_lives, test_lives, test_turning_lives


def main(arguments: list[str] | None = None) -> int:
    """Live them; how it ended, as an exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.mirror", description=__doc__)
    add_options(parser, "1-10000")
    parser.add_argument("--turning", action="store_true", help="in which the clusters take turns")
    parser.add_argument("--cluster", action="store_true", help="in which a cluster of three brokers is the copy")
    parser.add_argument("--length", type=int, help="steps of a life, or turns")
    chosen = parser.parse_args(arguments)
    # Of coroutines that ended lives have left, when they are collected.
    sys.unraisablehook = lambda _: None
    globalLogBeginner.beginLoggingTo([], redirectStandardIO=False)
    return live_many(chosen, lambda seed: live(seed, chosen.length, turning=chosen.turning, in_a_cluster=chosen.cluster))


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
