"""Reads a topic, works on its records, and writes results to two others, each input exactly once, however often processes are killed.

::

    python split_access_log.py --kafka 127.0.0.1:9092 --group splitters --topic access --good requests --bad rejected

or, kept running by `twistd`::

    twistd -n -y split_access_log.py        # settings from SPLIT_KAFKA, _GROUP, _TOPIC, _GOOD and _BAD

The input is what `access_log.py` writes: a JSON object per request. Each that can be read goes on to `--good`, by the path that was asked
for; what cannot be read goes to `--bad`, as it is. What went on and how far the group has read change in one transaction, so start as many
of these as there is work for, and kill them as you like: readers with ``isolation_level="read_committed"`` see each request once.

With `--name` a process has a name of its own, of which there may be one at a time (`splitter-1`, say, out of a supervisor's template): when
it is started again it has its partitions back at once, and what it left open is aborted. Without, the others wait until the group thinks
it dead (45 seconds).
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from typing import Any

from twisted.application import service
from twisted.internet import defer, task
from twisted.logger import Logger, globalLogBeginner, textFileLogObserver

from klog import KlogError, MessageSet, Transaction, TransactionalProcessor

log = Logger()


def path_of(value: bytes | None) -> str:
    """The path that a line of the access log is about.

    :raises ValueError: it is no such line.
    """
    line = json.loads(value or b"")
    if not isinstance(line, dict) or not isinstance(line.get("uri"), str):
        raise ValueError("no request")
    return str(line["uri"]).partition("?")[0]


class Splitter:
    """What is done with the records."""

    def __init__(self, good: str, bad: str) -> None:
        self.good, self.bad = good, bad

    async def split(self, message_sets: Sequence[MessageSet], transaction: Transaction) -> None:
        """Called with what was read, and the transaction in which the results go out."""
        for message_set in message_sets:
            for message in message_set:
                try:
                    path = path_of(message.value)
                except ValueError:
                    transaction.send(self.bad, message.value, key=message.key)
                else:
                    transaction.send(self.good, message.value, key=path.encode())
            # So that what is sent and not acknowledged stays bounded.
            await transaction.room()


def make_processor(reactor: Any, options: argparse.Namespace) -> TransactionalProcessor:
    """A service: it works from `startService` to `stopService`."""
    named = {} if options.name is None else {"transactional_id": options.name, "group_instance_id": options.name}
    return TransactionalProcessor(
        reactor,
        options.kafka,
        options.group,
        [options.topic],
        Splitter(options.good, options.bad).split,
        client_id="split-access-log",
        auto_offset_reset="earliest",
        allow_auto_create_topics=True,
        **named,
    )


async def main(reactor: Any, arguments: Sequence[str]) -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Splits an access log into requests and what is none, each once.")
    parser.add_argument("--kafka", default="127.0.0.1:9092", help="host:port of some brokers (default: %(default)s)")
    parser.add_argument("--group", default="splitters", help="(default: %(default)s)")
    parser.add_argument("--topic", default="access", help="what is read (default: %(default)s)")
    parser.add_argument("--good", default="requests", help="where requests go (default: %(default)s)")
    parser.add_argument("--bad", default="rejected", help="where everything else goes (default: %(default)s)")
    parser.add_argument("--name", help="of this process, and of no other")
    options = parser.parse_args(arguments)
    globalLogBeginner.beginLoggingTo([textFileLogObserver(sys.stderr)], redirectStandardIO=False)
    processor = make_processor(reactor, options)
    # The transaction under way is finished first.
    reactor.addSystemEventTrigger("before", "shutdown", processor.stopService)
    processor.startService()
    try:
        await processor.when_finished()
    except KlogError as error:
        print(error, file=sys.stderr)
        raise SystemExit(1) from error


if __name__ == "__main__":
    task.react(lambda reactor: defer.ensureDeferred(main(reactor, sys.argv[1:])))
elif "SPLIT_KAFKA" in os.environ:
    from twisted.internet import reactor as _reactor

    application = service.Application("split-access-log")
    make_processor(
        _reactor,
        argparse.Namespace(
            kafka=os.environ["SPLIT_KAFKA"],
            group=os.environ.get("SPLIT_GROUP", "splitters"),
            topic=os.environ.get("SPLIT_TOPIC", "access"),
            good=os.environ.get("SPLIT_GOOD", "requests"),
            bad=os.environ.get("SPLIT_BAD", "rejected"),
            name=os.environ.get("SPLIT_NAME"),
        ),
    ).setServiceParent(application)
