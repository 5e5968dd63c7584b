"""What may go wrong in a pull, as sentences. All of them go through pickle, since some are raised in workers."""

from __future__ import annotations


class PullError(Exception):
    """A pull cannot go on; the text is one sentence that says what to do."""


class NotFound(PullError):
    """A topic that was asked for by name does not exist."""


class Conflict(PullError):
    """Another pull committed first. What it did not take on is committed on top (`klog.pull.rebase`); the rest is planned again."""


class BaseTooOld(Conflict):
    """So many committed first that the ledger no longer tells what this one was built on."""


class LedgerDamaged(PullError):
    """A file of the ledger cannot be understood, or contradicts the others.

    :param path: the file.
    """

    def __init__(self, path: str, why: str) -> None:
        super().__init__(path, why)
        self.path = path
        self.why = why

    def __str__(self) -> str:
        return (
            f"{self.path}: {self.why}. The ledger says what was pulled, so nothing is pulled until it is whole again: "
            "restore this file from a copy, or begin a new target directory"
        )


class RecordsLost(PullError):
    """The broker no longer has records that were not pulled, or has others in their place.

    :param topic: which one; :param partition: -1 where it is about the whole topic.
    """

    def __init__(self, topic: str, partition: int, why: str) -> None:
        super().__init__(topic, partition, why)
        self.topic = topic
        self.partition = partition
        self.why = why

    def __str__(self) -> str:
        where = f"topic {self.topic}" if self.partition < 0 else f"topic {self.topic}, partition {self.partition}"
        return f"{where}: {self.why}. To go on behind what is lost, turn fail_on_data_loss off (klog pull --on-data-loss skip)"


class TaskFailed(PullError):
    """A task failed as often as it may.

    :param what: the range; :param attempts: 0 where that is not known; :param why: the last attempt's error.
    """

    def __init__(self, what: str, attempts: int, why: str) -> None:
        super().__init__(what, attempts, why)
        self.what = what
        self.attempts = attempts
        self.why = why

    def __str__(self) -> str:
        if not self.attempts:
            return f"{self.what}: {self.why}"
        times = "once" if self.attempts == 1 else f"{self.attempts} times"
        return f"{self.what}: tried {times}; the last time: {self.why}"
