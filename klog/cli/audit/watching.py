"""``klog audit watch``: looks at the books again and again, and tells what has changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from klog.audit.balance import Balance
from klog.audit.changes import EdgeName, changes, judgments
from klog.audit.ledger import Ledger
from klog.audit.verdicts import Judgment
from klog.cli.audit.topic_reader import TopicReader
from klog.cli.output import Output


async def watch_topic(reactor: Any, reader: TopicReader, look: Callable[[Ledger], Balance], every_s: float, out: Output) -> None:
    """Until it is cancelled.

    :param look: balances what was read.
    """
    from twisted.internet.task import deferLater

    before: dict[EdgeName, Judgment] = {}
    while True:
        balance = look(await reader.read())
        for is_alarm, sentence in changes(before, balance):
            out.line(f"{'ALARM' if is_alarm else 'well'} {sentence}")
        out.flush()
        before = judgments(balance)
        await deferLater(reactor, every_s, lambda: None)
