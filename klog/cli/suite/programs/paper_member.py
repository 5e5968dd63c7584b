"""A member of a group that ZooKeeper keeps, by klog's client: ``python -m klog.cli.suite.programs.paper_member CONNECT GROUP NAME TOPIC``.

It reads whatever it is given, and leaves in order on SIGTERM.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

SESSION_MS = 6_000


async def read(reactor: Any, connect: str, group: str, name: str, topic: str) -> None:
    """Until cancelled."""
    from klog.client.groups.paper.group import PaperConsumerGroup

    member = PaperConsumerGroup(
        reactor, connect, group, [topic], consumer_id=name, zookeeper_session_timeout_ms=SESSION_MS, auto_offset_reset="smallest"
    )
    async with member:
        while True:
            await member.poll(timeout_ms=1000)


def main(arguments: Sequence[str]) -> int:
    """See above."""
    from klog.cli.exit_codes import CommandFailed
    from klog.cli.run_coroutine import run

    connect, group, name, topic = arguments
    try:
        run(lambda reactor: read(reactor, connect, group, name, topic))
    except CommandFailed as told:
        return 0 if told.code == 143 else 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
