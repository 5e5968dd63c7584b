"""``klog cat -G``: prints what a member of a group gets.

Records are written in a thread, so that a pager that takes its time does not keep the member from saying that it lives. Without ``-o`` each
partition goes on where the group was; with it, every partition begins there when it is assigned, as in kcat. ``-e`` ends when all
partitions that are assigned are read to their ends.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from twisted.internet.threads import deferToThread

from klog.cli.cat.consume import Printer, first_offsets
from klog.cli.cat.options import CatOptions, From, check_pattern
from klog.cli.connection import Connection
from klog.cli.output import Output
from klog.client.groups.group import ConsumerGroup
from klog.client.isolation import isolation_level
from klog.client.offsets import list_offsets
from klog.errors import KlogError
from klog.model import LATEST_TIMESTAMP, TopicPartition

POLL_MS = 200


def subscription(arguments: Iterable[str]) -> tuple[list[str] | None, str | None]:
    """Topics by name, or one pattern where some argument begins with ``^`` (which is then a regular expression, unbound at its end).

    :raises CommandFailed: an expression that is none.

    >>> subscription(["a", "^logs-"])
    (None, 'a|logs\\\\-.*')
    """
    names = list(arguments)
    if not any(name.startswith("^") for name in names):
        return names, None
    pieces = []
    for name in names:
        if not name.startswith("^"):
            pieces.append(re.escape(name))
            continue
        check_pattern(name)
        pieces.append(f"(?:{name[1:]}).*")
    return None, "|".join(pieces)


def listed(partitions: Iterable[TopicPartition]) -> str:
    """As kcat lists them."""
    return ", ".join(f"{partition.topic} [{partition.partition}]" for partition in sorted(partitions))


class Membership:
    """One run of ``-G``."""

    def __init__(self, connection: Connection, options: CatOptions, out: Output) -> None:
        self.connection = connection
        self.options = options
        self.out = out
        self.group: ConsumerGroup | None = None
        self.isolation = isolation_level(connection.names.consumer.get("isolation_level", "read_committed"))
        self.at_end: set[TopicPartition] = set()
        self.ends: dict[TopicPartition, int] = {}

    async def assigned(self, partitions: frozenset[TopicPartition]) -> None:
        """The group has given us these."""
        assert self.group is not None
        self._note(f"assigned: {listed(partitions)}")
        self.at_end -= partitions
        for partition in partitions:
            self.ends.pop(partition, None)
        start = self.options.start
        if start is None or start.place is From.STORED or not partitions:
            return
        starts = await first_offsets(self.group.routing, self.options, sorted(partitions), self.group.group_id, self.isolation)
        for partition, offset in starts.items():
            if offset is None:
                continue
            if offset >= 0:
                self.group.seek(partition, offset)
            elif offset == LATEST_TIMESTAMP:
                self.group.seek_to_end([partition])
            else:
                self.group.seek_to_beginning([partition])

    def revoked(self, partitions: frozenset[TopicPartition]) -> None:
        """These are others' from now on."""
        self._note(f"revoked: {listed(partitions)}")
        self.at_end -= partitions

    def _note(self, what: str) -> None:
        assert self.group is not None
        member = self.group.identity.member_id
        self.out.note(f"% Group {self.group.group_id} rebalanced (memberid {member}): {what}")

    async def run(self, reactor: Any) -> None:
        """Until ``-c`` or ``-e`` ends it.

        :raises KlogError: what the brokers refuse.
        """
        topics, pattern = subscription(self.options.arguments)
        names = self.connection.names
        options: dict[str, Any] = {**names.client, "isolation_level": "read_committed", **names.consumer, **names.group}
        if "auto_commit_interval_ms" in names.other:
            options["auto_commit_interval_ms"] = names.other["auto_commit_interval_ms"]
        if not names.other.get("auto_commit", True):
            options["auto_commit_interval_ms"] = None
        self.group = ConsumerGroup(
            reactor,
            self.connection.bootstrap,
            self.options.group or "",
            topics,
            pattern=pattern,
            on_assigned=self.assigned,
            on_revoked=self.revoked,
            **options,
        )
        self.out.note("% Waiting for group rebalance")
        async with self.group as group:
            await self._read(group)

    async def _read(self, group: ConsumerGroup) -> None:
        chunks: list[bytes] = []
        printer = Printer(self.options, self.out, lambda partition: _source(group, partition), chunks.append)
        write = self.out.write_bytes
        while not printer.finished:
            try:
                sets = await group.poll(max_records=printer.left or 100_000, timeout_ms=POLL_MS)
            except KlogError as error:
                if self.options.exit_on_error or not error.retriable:
                    raise
                self.out.warn(error.message)
                continue
            for records in sets:
                printer.show(records)
                self.at_end.discard(TopicPartition(records.topic, records.partition))
            if chunks:
                data = b"".join(chunks)
                chunks.clear()
                await deferToThread(self._put, write, data)
            if not printer.finished and await self._at_end(group):
                break
            if not sets:
                self.out.check_reader()

    def _put(self, write: Callable[[bytes], Any], data: bytes) -> None:
        """Runs in a thread, and leaves nothing in the stream's buffer: whoever emptied that later would wait for a pipe that is full."""
        write(data)
        self.out.flush()

    async def _at_end(self, group: ConsumerGroup) -> bool:
        """Note partitions that are read to their ends; whether that is the end of all."""
        positions = {partition: at.offset for partition, at in group.buffer.positions().items()}
        behind = [partition for partition in positions if partition not in self.at_end]
        candidates = [partition for partition in behind if positions[partition] >= self.ends.get(partition, 0)]
        wanted = dict.fromkeys(candidates, LATEST_TIMESTAMP)
        found = await list_offsets(group.routing, wanted, self.isolation) if wanted else {}
        # The group may have rebalanced meanwhile.
        assignment = group.buffer.assignment
        self.ends.update({partition: at.offset for partition, at in found.items() if partition in assignment})
        for partition in sorted(candidates):
            if partition not in assignment or positions[partition] != self.ends.get(partition):
                continue
            self.at_end.add(partition)
            last = ": exiting" if self.options.exit_at_end and self.at_end >= assignment else ""
            self.out.note(f"% Reached end of topic {partition.topic} [{partition.partition}] at offset {positions[partition]}{last}")
        return self.options.exit_at_end and bool(assignment) and self.at_end >= assignment


def _source(group: ConsumerGroup, partition: TopicPartition) -> int | None:
    source = group.buffer.source_of(partition)
    # Where it has gone to another member meanwhile, its leader.
    return group.routing.metadata.leader(partition) if source is None else source


async def consume_group(reactor: Any, connection: Connection, options: CatOptions, out: Output) -> None:
    """``-G``.

    :raises KlogError: what the brokers refuse. :raises CommandFailed: nobody answers.
    """
    from klog.cli.admin_session import first_contact
    from klog.cli.cat.metadata import make_routing

    routing = make_routing(reactor, connection)
    try:
        await first_contact(routing, connection)
    finally:
        await routing.stop()
    await Membership(connection, options, out).run(reactor)
