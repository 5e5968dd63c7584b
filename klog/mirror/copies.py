"""What a mirror is handed by the broker that it runs in: the copies that this broker leads, and where its own cluster is reached.

The broker implements these (``klog.broker.mirror_copies``, ``klog.broker.lifecycle.mirror_host``), and knows nothing of links. So does
``klog.directory_mirror``, for copies in a data directory that no broker serves.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any, Protocol

from twisted.internet.defer import Deferred

from klog.audit.counting import CellBook
from klog.net.security import Security


class Appended(Protocol):
    """What was appended to a copy."""

    @property
    def batches(self) -> int:
        """How many; those that were there already do not count."""

    @property
    def newest_ms(self) -> int:
        """The largest timestamp among them; -1 without any."""


class Copy(Protocol):
    """One partition of a mirrored topic that this broker leads, in one leader epoch. It also answers as a log that knows its leader epochs
    (`klog.replication.truncation.EpochLookup`)."""

    @property
    def topic(self) -> str:
        """Its topic."""

    @property
    def partition(self) -> int:
        """Its number."""

    @property
    def link(self) -> str:
        """The link that it belongs to."""

    @property
    def is_ours(self) -> bool:
        """Whether we lead it, in the same epoch, and it belongs to the same link."""

    @property
    def start(self) -> int:
        """Where its log starts."""

    @property
    def end(self) -> int:
        """Where its log ends, which is where it goes on."""

    @property
    def last_epoch(self) -> int:
        """Leader epoch at the source of the batch before `end`; -1 where that is not kept, or there is none."""

    @property
    def may_be_cut(self) -> bool:
        """Whether `cut` can be asked for now: not where followers on other brokers would not notice."""

    def see_to_a_cut(self) -> str:
        """Where it cannot: see to it that another copy of the same partition can be, soon. A sentence that says what is waited for."""

    @property
    def has_followers(self) -> bool:
        """Whether other brokers have copies of it."""

    @property
    def is_compacted(self) -> bool:
        """Whether a cleaner may have made other batches of its batches."""

    @property
    def tombstones_kept_ms(self) -> int:
        """How long a cleaner keeps what deletes a key (``delete.retention.ms``); -1 where nothing is compacted."""

    def batch_at(self, offset: int) -> Deferred[bytes | None]:
        """What is stored from the batch on that holds `offset`, or from the next one on: that batch at least; None where there is none.
        Fails with KlogError."""

    def end_offset_for_epoch(self, epoch: int) -> tuple[int, int]:
        """See `klog.replication.truncation.EpochLookup`."""

    def append(self, records: memoryview | bytes) -> Appended:
        """Append what the source sent. Batches that are there already are left out.

        :raises KlogError: CORRUPT_MESSAGE or INVALID_RECORD: it makes no sense; KAFKA_STORAGE_ERROR: our disk; OFFSET_OUT_OF_RANGE: a batch
            that begins before `end` and ends behind it; OPERATION_NOT_ATTEMPTED: producer ids in it may be given out here still, and soon
            are not.
        """

    def cut(self, offset: int) -> Deferred[bool]:
        """Have the log end at `offset`; fires with whether that was still wanted, and may be done. Fails with OSError and KlogError."""

    def begin_at(self, offset: int) -> Deferred[bool]:
        """Have the log hold nothing, and begin at `offset`. Fires and fails as `cut`."""


class LinkHost(Protocol):
    """What a link needs of the process that it runs in."""

    @property
    def reactor(self) -> Any:
        """Its reactor."""

    def now_ms(self) -> int:
        """Its wall clock, in milliseconds since 1970."""

    @property
    def cluster_id(self) -> str:
        """The cluster that the copies belong to; empty where any may be their source."""

    def random(self) -> Random:
        """For a client's pauses."""

    def audit_book(self) -> CellBook | None:
        """Where what is written to its cluster is counted; None where it is not."""

    def warn(self, sentence: str) -> None:
        """One line in its log."""


class Host(LinkHost, Protocol):
    """The broker around a mirror."""

    @property
    def broker_id(self) -> int:
        """Its number."""

    def topic(self, name: str) -> tuple[int, str] | None:
        """A topic of its cluster: how many partitions it has, and of which link it is the mirror, empty where it is none. None where there
        is no such topic."""

    def leads(self, name: str, partition: int) -> bool:
        """Whether it leads a partition."""

    def copies(self) -> Sequence[Copy]:
        """The copies that it leads just now; of one that is led on, the same object."""

    def own_bootstrap(self) -> str | None:
        """Where its own cluster is reached; None where a client without credentials cannot reach it."""

    def source_security(self, link: str) -> tuple[Collection[tuple[str, int]], Security] | None:
        """How the source of a link is spoken to, and the (host, port) of those that may be shown it; None where that was not said."""

    def copied_configs(self) -> Sequence[str]:
        """The topic configurations that its cluster knows."""

    def configs_of(self, topic: str) -> Mapping[str, str]:
        """What is set for a topic of its cluster."""

    def user_configs(self) -> Mapping[str, Mapping[str, str]]:
        """What its cluster keeps of users, by name: passwords of SCRAM by mechanism, and more."""

    def alter_user(self, name: str, wanted: Mapping[str, str], removed: Collection[str]) -> Deferred[None]:
        """Set some of that, and take some away. Fails with KlogError."""

    def protected_users(self) -> Collection[str]:
        """Users that are never set from outside: who may do everything, and the brokers themselves."""

    def source_users(self, link: str) -> Deferred[tuple[str, Mapping[str, Mapping[str, str]]]] | None:
        """What the brokers of a link's source keep of their users, as `user_configs`, and which cluster says so; None where nobody said
        where that is kept. Fails with KlogError where not all of it can be read."""
