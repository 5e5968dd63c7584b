"""``klog audit watch``: looks at the books again and again, and tells what has changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from klog.audit.balance import Balance
from klog.audit.changes import EdgeName, changes, judgments
from klog.audit.ledger import Ledger
from klog.audit.verdicts import Judgment
from klog.cli.audit.topic_reader import NotReadToTheEnd, TopicReader
from klog.cli.exit_codes import Exit, exit_of_error
from klog.cli.output import Format, Output
from klog.errors import KlogError


async def watch_topic(reactor: Any, reader: TopicReader, look: Callable[[Ledger], Balance], every_s: float, out: Output) -> None:
    """Until it is cancelled. A broker that is away is no reason to end: of windows nothing is told meanwhile.

    :param look: balances what was read.
    :raises KlogError: what time does not mend.
    :raises CommandFailed: there is no such topic.
    :raises BrokenPipeError: nobody reads standard output any more.
    """
    from twisted.internet.task import deferLater

    before: dict[EdgeName, Judgment] = {}
    is_away = False
    while True:
        try:
            ledger = await reader.read()
        except (KlogError, NotReadToTheEnd) as error:
            if isinstance(error, KlogError) and not (error.retriable or exit_of_error(error.code) is Exit.UNREACHABLE):
                raise
            if not is_away:
                sentence = error.message if isinstance(error, KlogError) else error.sentence
                out.warn(f"{sentence.rstrip('.')}; trying again every {every_s:g} s")
            is_away = True
        else:
            is_away = False
            balance = look(ledger)
            for is_alarm, sentence in changes(before, balance):
                if out.format is Format.JSON:
                    out.json_line({"alarm": is_alarm, "sentence": sentence})
                else:
                    out.line(f"{'ALARM' if is_alarm else 'well'} {sentence}")
            before = judgments(balance)
        out.flush()
        out.check_reader()
        await deferLater(reactor, every_s, lambda: None)
