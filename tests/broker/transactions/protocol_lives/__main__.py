"""Many lives of the protocol, one after the other: ``python -m tests.broker.transactions.protocol_lives --seeds 0-20000``.

With ``--pipelines`` writers are members of a group (`pipelines`).

In the record stands the hash of each life's trace, or what did not hold: see `tests.many_lives`. The exit code is 1 where something did not
hold.
"""

from __future__ import annotations

import argparse
import sys

from tests.broker.transactions.protocol_lives.life import Life
from tests.broker.transactions.protocol_lives.pipelines import PipelineLife, PipelinePlan
from tests.broker.transactions.protocol_lives.world import Plan
from tests.many_lives import add_options, live_many


def main(arguments: list[str] | None = None) -> int:
    """Live them; how it ended, as an exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.broker.transactions.protocol_lives", description=__doc__)
    add_options(parser, "0-20000")
    parser.add_argument("--pipelines", action="store_true", help="in which writers are members of a group")
    chosen = parser.parse_args(arguments)
    return live_many(chosen, lambda seed: live(seed, pipelines=chosen.pipelines))


def live(seed: int, *, pipelines: bool = False) -> str:
    """One life; a line that says what came of it."""
    life = PipelineLife(PipelinePlan.drawn(seed)) if pipelines else Life(Plan.drawn(seed))
    try:
        life.run()
    except Exception as error:
        return f"{type(error).__name__} {' '.join(str(error).split())[:500]}"
    return f"ok {life.trace_hash()}"


if __name__ == "__main__":
    sys.exit(main())
