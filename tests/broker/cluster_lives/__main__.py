"""Many lives of clusters, one after the other, for hours: ``python -m tests.broker.cluster_lives --seeds 0-20000 --record lives.txt``.

With ``--transactions`` their producers write in transactions (`transaction_life`), with ``--topics`` topics come and go (`topic_life`).

In the record stands the hash of each life's trace, or what did not hold: see `tests.many_lives`. The exit code is 1 where something did not
hold.
"""

from __future__ import annotations

import argparse
import sys

from tests.broker.cluster_lives.life import Life, Plan
from tests.broker.cluster_lives.topic_life import TopicLife, TopicPlan
from tests.broker.cluster_lives.transaction_life import TransactionLife, TransactionPlan
from tests.many_lives import add_options, live_many


def main(arguments: list[str] | None = None) -> int:
    """Live them; how it ended, as an exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.broker.cluster_lives", description=__doc__)
    add_options(parser, "0-20000")
    parser.add_argument("--copies", type=int, help="replication factor, instead of the drawn one")
    parser.add_argument("--transactions", action="store_true", help="whose producers write in transactions")
    parser.add_argument("--topics", action="store_true", help="in which topics come and go")
    chosen = parser.parse_args(arguments)
    return live_many(chosen, lambda seed: live(seed, chosen.copies, transactions=chosen.transactions, topics=chosen.topics))


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
