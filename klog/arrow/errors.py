"""What goes wrong while a range of offsets is read: records that are gone, and records that are damaged.

Both name topic, partition and offsets, and the option by which reading goes on without them. They can be pickled: they travel from the
process that reads to the one that planned.
"""

from __future__ import annotations

from klog.errors import ErrorCode, KlogError


class DataLoss(KlogError):
    """Records of a range are not there: deleted before they were read, with the topic or without it, or never written.

    :param start: the first offset that is missing; :param end: the one behind the last.
    :param why: a clause, e.g. "the log begins at offset 40 now".
    """

    def __init__(self, topic: str, partition: int, start: int, end: int, why: str) -> None:
        super().__init__(
            ErrorCode.OFFSET_OUT_OF_RANGE,
            f"topic {topic}, partition {partition}: the offsets from {start} to before {end} cannot be read: {why}. "
            "To go on without them, turn failOnDataLoss off",
        )
        self.topic = topic
        self.partition = partition
        self.start = start
        self.end = end
        self.why = why
        self.args = (topic, partition, start, end, why)


class CorruptRange(KlogError):
    """Records of a range are damaged: a checksum that does not fit, or bytes that are no records.

    :param offset: where reading stopped; the records before it were handed out.
    :param why: a clause.
    """

    def __init__(self, topic: str, partition: int, offset: int, why: str) -> None:
        super().__init__(
            ErrorCode.CORRUPT_MESSAGE,
            f"topic {topic}, partition {partition}, offset {offset}: the records cannot be read: {why}. "
            "To leave out damaged batches and count them, turn skipCorrupt on",
        )
        self.topic = topic
        self.partition = partition
        self.offset = offset
        self.why = why
        self.args = (topic, partition, offset, why)
