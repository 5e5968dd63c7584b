"""A topic that is promoted or failed over is released: it is a mirror no more, and clients may write there.

That has three acts, each of which may be done twice:

1. what is open in it is written down, while nobody but its source has ever written there;
2. its configuration goes, and with it the brokers copy no more and clients may write;
3. what was open is aborted in each partition, since its producers will never end it here, and readers of committed data would stop in
   front of it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any

from klog.client.admin.admin import Admin
from klog.client.admin.types import ConfigResource, OpenTransaction
from klog.mirror.copies import Host
from klog.mirror.decisions.picture import LinkPicture
from klog.mirror.decisions.records import CopyRecord, TopicRecord
from klog.mirror.decisions.states import CopyState
from klog.mirror.decisions.topics import LINK_CONFIG
from klog.mirror.group_copying import ASK_TIMEOUT_MS, ends_of
from klog.model import TopicPartition

#: Transactions are looked for whose newest record is older than this: also those of producers whose clocks are ahead.
_OF_ANY_AGE_MS = -(1 << 60)
#: So many transactions that were open at a topic's end are listed in its record, which has to fit into a batch; the others are counted. All
#: are aborted: what no coordinator of ours knows of is found without a list.
MOST_REPORTED = 2_000


async def of_nobody(own: Admin, topic: str) -> Mapping[TopicPartition, Sequence[OpenTransaction]]:
    """What is open in a topic that no coordinator of our cluster knows of, so that nobody ends it. Raises KlogError, `ClientStopped`."""
    return (await own.find_hanging_transactions([topic], older_than_ms=_OF_ANY_AGE_MS, timeout_ms=ASK_TIMEOUT_MS)).check()


class Releasing:
    """See the module.

    :param own: administration of our own cluster.
    :param write_topic: writes down what is known of a topic of a link; raises where that is no longer ours to do.
    """

    def __init__(self, host: Host, own: Admin, write_topic: Callable[[str, LinkPicture, str, TopicRecord], Awaitable[None]]) -> None:
        self._host = host
        self._own = own
        self._write_topic = write_topic

    def is_freed(self, topic: str) -> bool:
        """Whether the second act is done."""
        own = self._host.topic(topic)
        return own is not None and not own[1]

    async def release(self, name: str, picture: LinkPicture, topic: str, record: TopicRecord) -> None:
        """Let clients write. Raises KlogError, `ClientStopped`.

        :param record: what is written when all is done.
        """
        own = self._host.topic(topic)
        before = picture.topics[topic]
        report = before.report
        if own is not None and own[1] == name:
            report = await self._report(picture, topic, own[0])
            # The state stays what it was until all is done: who comes after us does it again.
            await self._write_topic(name, picture, topic, dataclasses.replace(before, report=report))
            resource = ConfigResource.topic(topic)
            (await self._own.alter_configs({resource: {LINK_CONFIG: None}}, timeout_ms=ASK_TIMEOUT_MS)).check()
        if own is not None:
            await self._abort(topic, report)
        await self._write_topic(name, picture, topic, dataclasses.replace(record, report=report, reason=""))
        self._host.warn(f"mirror {name}: {topic} is {record.state.value}: it is copied no more, and takes records")

    async def _report(self, picture: LinkPicture, topic: str, partitions: int) -> tuple[Mapping[str, Any], ...]:
        """What there is to say of each partition at the end: where it ends, what is missing as far as is known, what is open."""
        names = [TopicPartition(topic, number) for number in range(partitions)]
        ends = await ends_of(self._own, names)
        opened = (await self._own.find_open_transactions(names, timeout_ms=ASK_TIMEOUT_MS)).check()
        rows = []
        room = MOST_REPORTED
        for tp in names:
            copy = picture.copies.get((topic, tp.partition)) or CopyRecord(CopyState.WAITING)
            theirs = opened.get(tp, ())
            reported, room = theirs[:room], room - min(room, len(theirs))
            rows.append(
                {
                    "partition": tp.partition,
                    "end": ends[tp],
                    "source_end": copy.source_end,
                    "missing": -1 if copy.source_end < 0 else max(0, copy.source_end - ends[tp]),
                    "lost": sum(last - first for first, last in copy.lost),
                    "open": [_as_plain(one) for one in reported],
                    "open_count": len(theirs),
                }
            )
        return tuple(rows)

    async def _abort(self, topic: str, report: Collection[Mapping[str, Any]]) -> None:
        """Abort what was open, by the report, and is open still; and what was copied between the report and the last batch: of that no
        coordinator of ours knows, as it does of whatever clients have begun here since."""
        known = {(row["partition"], one["producer_id"], one["start_offset"]) for row in report for one in row["open"]}
        partitions = [TopicPartition(topic, number) for number in sorted({number for number, _, _ in known})]
        opened = (await self._own.find_open_transactions(partitions, timeout_ms=ASK_TIMEOUT_MS)).check() if partitions else {}
        nobodys = await of_nobody(self._own, topic)
        found = {
            (tp, one.producer_id): one
            for tp, each in opened.items()
            for one in each
            if (tp.partition, one.producer_id, one.start_offset) in known
        }
        found |= {(tp, one.producer_id): one for tp, each in nobodys.items() for one in each}
        for hanging in found.values():
            await self._own.abort_transaction(hanging, timeout_ms=ASK_TIMEOUT_MS)


def _as_plain(one: OpenTransaction) -> dict[str, int]:
    return {
        "producer_id": one.producer_id,
        "producer_epoch": one.producer_epoch,
        "coordinator_epoch": one.coordinator_epoch,
        "start_offset": one.start_offset,
    }
