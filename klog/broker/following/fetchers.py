"""Who copies which partition from whom: ``num.replica.fetchers`` fetchers for each leader, and of each topic's partitions always the same
one (``server/AbstractFetcherManager.scala``).

A fetcher that has nothing to copy stays until all roles of a request are given (`close_idle`): with a new epoch of the same leader it goes
on by the same connection, in the same session. Where ``num.replica.fetchers`` changes all are shared out anew.
"""

from __future__ import annotations

from collections.abc import Callable

from twisted.internet.interfaces import IReactorTime

from klog.broker.disk.threads import RunInThread
from klog.broker.following.fetch_rules import FetchRules
from klog.broker.following.fetcher import ReplicaFetcher
from klog.broker.following.leader_offsets import LeaderConnection
from klog.broker.following.log_truncator import LogTruncator
from klog.broker.replicas.partition import Partition
from klog.broker.settings.settings import BrokerSettings
from klog.replication.inter_broker_versions import SETTING, RequestVersions, fetcher_client_id
from klog.replication.throttle import ReplicationThrottle
from klog.storage.directories.directory import LogDirectory
from klog.wire.java_hash import java_hash

#: Told only where brokers of Apache Kafka are welcome. One that cannot read a request closes the connection.
_MAY_BE_TOO_OLD = (
    "if it is of Apache Kafka, and older than this broker's inter.broker.protocol.version ({}), it cannot read what it is asked; set that"
    " to the release of the oldest broker, on all brokers"
)


def fetcher_of(topic: str, partition: int, fetchers: int) -> int:
    """Which of so many fetchers copies a partition."""
    # Java's integers have 32 bits, and ``Utils.abs`` takes the smallest one for 0.
    number = (31 * java_hash(topic) + partition + 2**31) % 2**32 - 2**31
    return 0 if number == -(2**31) else abs(number) % fetchers


class ReplicaFetchers:
    """See the module. Implements `klog.broker.replicas.replica_control.Fetchers`.

    :param us: our broker's number.
    :param address_of: where a broker is reached on the brokers' listener; None while nobody knows.
    :param connect: makes a connection, of host, port and client id.
    :param directory_of: the data directory of a partition.
    :param throttle: of what all of them copy; None: as much as there is.
    """

    def __init__(
        self,
        clock: IReactorTime,
        *,
        us: int,
        broker_epoch: Callable[[], int],
        address_of: Callable[[int], tuple[str, int] | None],
        connect: Callable[[str, int, str], LeaderConnection],
        versions: RequestVersions,
        settings: BrokerSettings,
        directory_of: Callable[[Partition], LogDirectory],
        run_in_thread: RunInThread,
        throttle: ReplicationThrottle | None = None,
    ) -> None:
        self._throttle = throttle
        self._clock = clock
        self._us = us
        self._broker_epoch = broker_epoch
        self._address_of = address_of
        self._connect = connect
        self._versions = versions
        self._rules = FetchRules(settings)
        self._settings = settings
        self._count = settings.integer("num.replica.fetchers")
        self._truncator = LogTruncator(run_in_thread, directory_of)
        self._fetchers: dict[tuple[int, int], ReplicaFetcher] = {}
        #: Whom each partition is copied from, and in which epoch.
        self._followed: dict[Partition, tuple[int, int]] = {}
        self._follows_no_more = False
        self._is_closed = False

    def __len__(self) -> int:
        """How many fetchers there are."""
        return len(self._fetchers)

    def follow(self, partition: Partition, leader_id: int, leader_epoch: int) -> None:
        """Copy this partition from that broker from now on."""
        if self._is_closed:
            return
        self.leave(partition)
        if self._follows_no_more:
            return
        self._followed[partition] = leader_id, leader_epoch
        number = fetcher_of(*partition.topic_partition, self._count)
        fetcher = self._fetchers.get((leader_id, number))
        if fetcher is None:
            fetcher = self._fetchers[leader_id, number] = self._make(leader_id, number)
        fetcher.add(partition, leader_epoch)

    def leave(self, partition: Partition) -> None:
        """Copy it no longer; answers that are still on their way are dropped. Does nothing where it is not copied."""
        followed = self._followed.pop(partition, None)
        if followed is not None:
            self._fetchers[followed[0], fetcher_of(*partition.topic_partition, self._count)].remove(partition)

    def follow_no_more(self) -> None:
        """The broker is to stop: go on with what is copied until another epoch comes, and begin nothing (``ReplicaManager.makeFollowers``).
        What it has led until now would be in sync again at once with whoever leads it, and be counted upon just when it goes; a leader of
        Kafka 2.8 may then never take it out (KAFKA-12686)."""
        self._follows_no_more = True

    def close_idle(self) -> None:
        """End the fetchers that have nothing to copy."""
        for key, fetcher in list(self._fetchers.items()):
            if not len(fetcher):
                del self._fetchers[key]
                fetcher.close()

    def settings_changed(self) -> None:
        """``num.replica.fetchers`` may be another one: then the partitions are shared out anew."""
        count = self._settings.integer("num.replica.fetchers")
        if count == self._count or self._is_closed or self._follows_no_more:
            return
        everything = dict(self._followed)
        for partition in everything:
            self.leave(partition)
        self._count = count
        for partition, (leader_id, leader_epoch) in everything.items():
            self.follow(partition, leader_id, leader_epoch)
        self.close_idle()

    def close(self) -> None:
        """Copy nothing any more."""
        self._is_closed = True
        fetchers, self._fetchers = self._fetchers, {}
        self._followed.clear()
        for fetcher in fetchers.values():
            fetcher.close()

    def _misses_a_leader(self) -> bool:
        return any(fetcher.misses_its_leader for fetcher in self._fetchers.values())

    def _make(self, leader_id: int, number: int) -> ReplicaFetcher:
        client_id = fetcher_client_id(self._us, number)

        def connect() -> LeaderConnection | None:
            address = self._address_of(leader_id)
            return None if address is None else self._connect(*address, client_id)

        return ReplicaFetcher(
            self._clock,
            self._us,
            leader_id,
            connect,
            self._broker_epoch,
            self._rules,
            self._truncator,
            fetch_version=self._versions.fetch,
            list_offsets_version=self._versions.list_offsets,
            throttle=self._throttle,
            may_others_come=self._misses_a_leader,
            doubt=_MAY_BE_TOO_OLD.format(self._versions.release) if SETTING in self._settings.static else None,
        )
