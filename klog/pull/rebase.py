"""A record on top of what others have committed since it was built: conflicts are by partition. A pure decision.

Two jobs are in each other's way only where both took a partition on from the same offset. What a job has read of the others counts,
whatever was committed elsewhere meanwhile. A topic that one of both found made again is counted anew, and whole: its offsets say nothing
then.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from klog.pull.ledger import AUDIT_BEGUN, AUDIT_TOPICS, Record, TopicState


def _fixed(record: Record, head: Record) -> Mapping[str, Any]:
    """Of the audit's beginnings the later one counts."""
    if AUDIT_BEGUN not in record.fixed:
        return head.fixed
    topics = {**record.audit_topics, **head.audit_topics}
    return {**head.fixed, AUDIT_BEGUN: max(head.audit_begun_ms, record.audit_begun_ms), AUDIT_TOPICS: topics}


def rebase(record: Record, before: Mapping[str, TopicState], head: Record) -> Record | None:
    """What of `record` still holds behind `head`.

    :param before: how far all topics were that `record` was built on.
    :param head: the newest version now.
    :returns: the record to be committed behind `head`; None where others took on all that it has.
    """
    topics = dict(head.topics)
    kept: set[tuple[str, int]] = set()
    for name, mine in record.topics.items():
        old, new = before.get(name), head.topics.get(name)
        if mine == old:
            continue
        if new == old:
            topics[name] = mine
            kept.update((name, partition) for partition in mine.ends)
        elif new is not None and _is_same(new, mine) and (old is None or _is_same(old, mine)):
            starts = old.ends if old is not None else {}
            ours = [number for number, end in mine.ends.items() if end != starts.get(number) and new.ends.get(number) == starts.get(number)]
            topics[name] = dataclasses.replace(new, ends={**new.ends, **{number: mine.ends[number] for number in ours}})
            kept.update((name, number) for number in ours)
    if topics == head.topics:
        return None
    return dataclasses.replace(
        record,
        version=head.version + 1,
        previous_job=head.job,
        fixed=_fixed(record, head),
        topics=topics,
        ranges=tuple(one for one in record.ranges if (one.topic, one.partition) in kept),
        files=tuple(one for one in record.files if (one.topic, one.partition) in kept),
    )


def _is_same(one: TopicState, other: TopicState) -> bool:
    return one.generation == other.generation and one.topic_id == other.topic_id
