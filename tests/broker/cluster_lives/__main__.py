"""Many lives of clusters, one after the other, for hours: ``python -m tests.broker.cluster_lives --seeds 0-20000 --record lives.txt``.

With ``--transactions`` their producers write in transactions (`transaction_life`), with ``--topics`` topics come and go (`topic_life`).

The record has a line for each life: its seed, and the hash of its trace or what did not hold. Seeds that stand in it are not lived again,
so that whoever was interrupted begins with the same command. The exit code is 1 where something did not hold.
"""

from __future__ import annotations

import argparse
import pathlib
import sys
import time

from tests.broker.cluster_lives.life import Life, Plan
from tests.broker.cluster_lives.topic_life import TopicLife, TopicPlan
from tests.broker.cluster_lives.transaction_life import TransactionLife, TransactionPlan


def main(arguments: list[str] | None = None) -> int:
    """Live them; how it ended, as an exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.broker.cluster_lives", description=__doc__)
    parser.add_argument("--seeds", default="0-20000", help="first-last, or one seed")
    parser.add_argument("--record", type=pathlib.Path, help="what was lived, to go on from")
    parser.add_argument("--copies", type=int, help="replication factor, instead of the drawn one")
    parser.add_argument("--transactions", action="store_true", help="whose producers write in transactions")
    parser.add_argument("--topics", action="store_true", help="in which topics come and go")
    parser.add_argument("--minutes", type=float, help="begin no more lives after so long")
    chosen = parser.parse_args(arguments)
    first, _, last = chosen.seeds.partition("-")
    seeds = range(int(first), int(last or first) + 1)
    done: dict[int, str] = {}
    if chosen.record is not None and chosen.record.exists():
        for line in chosen.record.read_text("utf-8").splitlines():
            seed, _, outcome = line.partition(" ")
            done[int(seed)] = outcome
    begun_s = time.monotonic()
    for seed in seeds:
        if seed in done:
            continue
        if chosen.minutes is not None and time.monotonic() - begun_s > 60 * chosen.minutes:
            break
        outcome = done[seed] = live(seed, chosen.copies, transactions=chosen.transactions, topics=chosen.topics)
        if not outcome.startswith("ok"):
            print(seed, outcome, flush=True)
        if chosen.record is not None:
            with chosen.record.open("a", encoding="utf-8") as record:
                record.write(f"{seed} {outcome}\n")
    lived = [outcome for seed, outcome in done.items() if seed in seeds]
    failed = sum(not outcome.startswith("ok") for outcome in lived)
    print(f"{len(lived)} lives of {len(seeds)}, {failed} of which went wrong, {time.monotonic() - begun_s:.0f} s")
    return 1 if failed else 0


def live(seed: int, copies: int | None, *, transactions: bool = False, topics: bool = False) -> str:
    """One life; a line that says what came of it."""
    life: Life
    if transactions:
        life = TransactionLife(TransactionPlan.drawn(seed, copies))
    elif topics:
        life = TopicLife(TopicPlan.drawn(seed, copies))
    else:
        life = Life(Plan.drawn(seed, copies))
    try:
        return f"ok {life.run()}"
    except Exception as error:
        return f"{type(error).__name__} {' '.join(str(error).split())[:500]}"


if __name__ == "__main__":
    sys.exit(main())
