"""The start of a broker that shares its cluster through ZooKeeper. Unlike that of a broker alone it waits: for ZooKeeper, for its disk
without keeping ZooKeeper waiting, and for its own earlier session to end.

1. the listeners are read, and refused where other brokers' clients could not be told where they are;
2. the limit of open files is raised; the data directories are locked, and refused where a broker alone has left topics in one;
3. the coordination is opened: it waits for ZooKeeper and says so, makes or finds the cluster's id and our number, and reads what there is;
4. the logs are loaded, in a thread; topics that an older klog deleted while we were away go; topic ids that ZooKeeper has lost it gets
   back;
5. partitions, handlers and dispatcher are made; jobs begin;
6. the listeners open, and then we are registered: from now on the controller tells us what to lead and to follow, and clients come.

What lies on the disk and belongs to no topic that ZooKeeper knows is told, left alone and not served: ZooKeeper's word is what counts, but
its data may have been lost by mistake.

`ZooKeeperStart.cancel` ends all of this at the next step, at once where it waits for ZooKeeper. Whatever goes wrong: `leave` and
`Broker.abandon` take back what was done.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Callable, Generator, Mapping
from typing import TYPE_CHECKING, Any

from twisted.internet.defer import Deferred, inlineCallbacks, succeed

from klog.broker.disk.threads import do_in_thread
from klog.broker.following.fetchers import ReplicaFetchers
from klog.broker.inter_broker_guard import InterBrokerGuard
from klog.broker.lifecycle.assembly import Broker, StartRefused
from klog.broker.lifecycle.broker_links import BrokerLinks, ControlSender
from klog.broker.lifecycle.replication_assembly import Replication
from klog.broker.replicas.partitions import Partitions
from klog.broker.replicas.replication_throttles import Side, make_throttle
from klog.broker.replicas.unclean_start import UncleanStartRule
from klog.broker.security.certificates import in_force
from klog.broker.security.super_users import super_users
from klog.broker.settings import zookeeper as zookeeper_settings
from klog.broker.settings.controller_settings import BrokerControllerSettings
from klog.broker.settings.settings import BrokerSettings
from klog.broker.settings.settings_listener import SettingsListener
from klog.broker.settings.topic_configs import to_log_settings
from klog.model import NO_TOPIC_ID, TopicId, TopicPartition
from klog.net.inter_broker import InterBrokerClient
from klog.net.listeners import Listeners
from klog.net.principal import ANONYMOUS
from klog.storage.directories.data_directories import DataDirectories
from klog.storage.directories.deletion import LeavingPartition
from klog.storage.directories.directory import LogDirectory
from klog.storage.directories.meta_properties import KRAFT_VERSION, ZOOKEEPER_MARK, MetaProperties, read_meta_properties
from klog.storage.directories.partition_metadata import CorruptPartitionMetadata, read_partition_metadata
from klog.storage.directories.state_file import StateCorrupt, StateFile
from klog.storage.disk_work import WorkKind
from klog.storage.filenames import STATE_FILE, directory_name
from klog.storage.settings import LogSettings
from klog.version import __version__

if TYPE_CHECKING:
    from klog.cluster.zookeeper.coordination import ZooKeeperCoordination

#: So many names stand in one sentence.
MOST_NAMED = 10
#: Of an answer to a follower, what is not records: names, offsets, aborted transactions.
_REST_OF_A_FETCH_ANSWER_BYTES = 16 << 20


class StartCancelled(Exception):
    """The broker was told to stop before it had started."""


def make_coordination(broker: Broker) -> ZooKeeperCoordination:
    """The coordination as the broker's settings say; it is not open yet. Its controller tells brokers who leads and follows, so that
    partitions have several copies.

    :raises ConfigError: the settings do not say how brokers are connected to.
    """
    from klog.cluster.zookeeper.coordination import ZooKeeperCoordination
    from klog.cluster.zookeeper.settings import ZooKeeperSettings

    listeners, settings, environment = broker.open_listeners.configured, broker.settings, broker.environment
    assert listeners is not None
    links: list[BrokerLinks] = []

    def connect(broker_id: int, host: str, port: int) -> ControlSender:
        if not links:
            # By now the broker's number is known.
            links.append(links_of(broker))
        return links[0].to_broker(broker_id, host, port)

    session_ms, connection_ms = zookeeper_settings.timeouts_ms(settings)
    coordination = ZooKeeperCoordination(
        environment.reactor,
        ZooKeeperSettings(
            connect=settings.zookeeper or "",
            session_timeout_ms=session_ms,
            connection_timeout_ms=connection_ms,
            tls=zookeeper_settings.security(settings),
            auth=zookeeper_settings.auth(settings),
            kafka_is_welcome="inter.broker.protocol.version" in settings.static,
            keeps_acls=settings.has_authorizer,
            sets_acls=settings.boolean("zookeeper.set.acl"),
        ),
        rack=settings.string("broker.rack"),
        now_ms=environment.now_ms,
        random=broker.random,
        random_bytes=environment.random_bytes,
        warn=broker.warn,
        version=__version__,
        controller_settings=BrokerControllerSettings(
            settings,
            settings.request_versions,
            listeners.inter_broker,
            lambda topic: coordination.topic_configs(topic),
            listeners.control_plane,
        ),
        connect=connect,
    )
    return coordination


def links_of(broker: Broker) -> BrokerLinks:
    """How the broker, whose number is known, connects to others. Raises ConfigError where its settings do not say, or contradict each
    other."""
    settings, listeners = broker.settings, broker.open_listeners.configured
    assert listeners is not None
    control = listeners.control_plane
    return BrokerLinks(
        broker.environment.reactor,
        broker.broker_id,
        settings.request_versions,
        _client_on(broker, listeners, listeners.inter_broker),
        None if control is None else _client_on(broker, listeners, control),
        controller_timeout_ms=settings.integer("controller.socket.timeout.ms"),
        replica_timeout_ms=settings.integer("replica.socket.timeout.ms"),
        most_fetched_bytes=most_fetched_bytes(settings),
        random=broker.random,
    )


def most_fetched_bytes(settings: BrokerSettings) -> int:
    """The largest answer that a follower takes of its leader: as much as it asks for, or one batch of any size that a leader takes, which
    comes whole; and the rest of the answer."""
    records = max(settings.integer("replica.fetch.response.max.bytes"), settings.integer("socket.request.max.bytes"))
    return min(records + _REST_OF_A_FETCH_ANSWER_BYTES, 2**31 - 1)


def _client_on(broker: Broker, listeners: Listeners, listener: str) -> InterBrokerClient:
    login = None
    if listeners.protocol_of(listener).uses_sasl:
        # Imported here: most brokers do without.
        from klog.broker.security.sasl_policies import login_between_brokers

        login = login_between_brokers(broker.settings, listeners, listener)
    settings = broker.settings
    return InterBrokerClient.of(listeners, listener, lambda: in_force(settings), broker.environment.read_key_file, login)


def derived_topic_id(cluster_id: str, topic: str) -> TopicId:
    """The id that all brokers of a cluster give a topic from before there were ids, without asking each other: a UUID made of both names.
    Its text does not begin with a dash."""
    number = 0
    while True:
        raw = bytearray(hashlib.sha256(f"{cluster_id}/{topic}/{number}".encode()).digest()[:16])
        raw[6] = raw[6] & 0x0F | 0x80
        raw[8] = raw[8] & 0x3F | 0x80
        if raw[0] >> 2 != 62:
            return TopicId(bytes(raw))
        number += 1


class ZooKeeperStart:
    """Starts `broker`.

    :param refused: told in a sentence when the broker must end, once it has started: somebody else has its number now.
    :param found: called when ZooKeeper, for which the start may have waited for hours, is there, and before much is made.
    """

    def __init__(self, broker: Broker, refused: Callable[[str], None], found: Callable[[], None] = lambda: None) -> None:
        self._broker = broker
        self._found = found
        self._on_refused = refused
        self._is_done = False
        self._end: Exception | None = None
        self._waiting: Deferred[Any] | None = None
        #: None before step 3.
        self.coordination: ZooKeeperCoordination | None = None

    @property
    def _joined(self) -> ZooKeeperCoordination:
        assert self.coordination is not None, "it is made in step 3"
        return self.coordination

    def run(self) -> Deferred[None]:
        """Steps 1 to 6. Fails with what the service has a sentence for, or with `StartCancelled`."""
        return self._run().addCallback(self._done)

    def _done(self, nothing: None) -> None:
        self._is_done = True

    def cancel(self) -> None:
        """Go no further; nothing where all is done."""
        self._give_up(StartCancelled())

    def hurry(self) -> None:
        """The stop has begun: changes in ZooKeeper that are under way are tried no longer."""
        if self.coordination is not None:
            self.coordination.give_up_changes()

    def leave(self) -> Deferred[None]:
        """End the session with ZooKeeper, where there is one."""
        coordination, self.coordination = self.coordination, None
        if coordination is None:
            return succeed(None)
        return coordination.stop()

    def _refused(self, sentence: str) -> None:
        if self._is_done:
            self._on_refused(sentence)
        else:
            self._give_up(StartRefused(sentence))

    def _give_up(self, error: Exception) -> None:
        if self._is_done or self._end is not None:
            return
        self._end = error
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            waiting.errback(error)

    def _go_on(self) -> None:
        if self._end is not None:
            raise self._end

    def _unless_ended(self, wanted: Deferred[Any]) -> Deferred[Any]:
        """As `wanted`, or failing as soon as the start is given up."""
        gate: Deferred[Any] = Deferred()

        def arrived(result: Any) -> None:
            if self._waiting is gate:
                self._waiting = None
                gate.callback(result)

        self._waiting = gate
        wanted.addBoth(arrived)
        return gate

    # The steps

    @inlineCallbacks
    def _run(self) -> Generator[Deferred[Any], Any, None]:
        broker = self._broker
        settings, environment = broker.settings, broker.environment
        listeners = broker.open_listeners.read()
        zookeeper_settings.check_listeners(listeners, settings.raw("listeners") or "")
        segments, connections = broker.raise_limits()
        coordination = self.coordination = make_coordination(broker)
        coordination.on_refused = self._refused
        directories = broker.open_directories(segments, self._settings_for, self._topic_id_for, has_replicas=True)
        found = directories.identity()
        self._check_not_alone(directories)
        self._check_no_kraft(directories)
        cluster_id = found.cluster_id if found is not None else None
        most = settings.integer("reserved.broker.max.id")
        yield self._unless_ended(coordination.open(self._number(found), cluster_id, reserved_broker_max_id=most))
        self._found()
        self._check_cluster_id(coordination.cluster_id())
        broker.broker_id = coordination.broker_id()
        settings_listener = SettingsListener(settings, coordination, broker.settings_changed)
        self._take_settings(settings_listener, directories)
        for directory in directories:
            directory.broker_id = broker.broker_id
        removed = frozenset(coordination.removed_topics)
        # Not cut short: what has begun to be read must be closed.
        report = yield environment.run_in_thread(WorkKind.LOAD_OR_CLOSE, lambda: broker.load_directories(deleting=removed))
        self._go_on()
        directories.write_identity(coordination.cluster_id(), {ZOOKEEPER_MARK: settings.zookeeper or ""})
        failed = set(report.failed)
        kept: set[str] = set()
        for directory in directories.online:
            leaving = self._take_out_removed(directory, failed)
            if leaving:
                yield self._unless_ended(do_in_thread(environment.run_in_thread, directory.prepare_deletion(leaving)))
                self._go_on()
            kept.update(one.topic_partition.topic for one in leaving if one.error is not None)
        if directories.offline:
            # What is left of them may lie there.
            kept.update(self.coordination.removed_topics.values())
        for topic_id, name in dict(self.coordination.removed_topics).items():
            if name not in kept:
                self.coordination.removal_done(topic_id)
        coordination.give_back_topic_ids(_ids_of(directories))
        # Nobody was told what changed while logs were read: were there a listener, a topic deleted meanwhile would count as gone from here.
        self._take_settings(settings_listener, directories)
        broker.coordination = coordination
        partitions = broker.partitions = broker.make_partitions(directories, coordination)
        coordination.subscribe(settings_listener)
        self._tell_of_strays(directories)
        partitions.load(failed)
        links = links_of(broker)
        brokers = [*links.principals, *super_users(settings)]
        between = InterBrokerGuard(coordination, links.listener, links.control_listener, brokers)
        broker.make_services(directories, coordination, partitions, self._replicate(partitions, between, links), between)
        self._check_brokers_rights(links)
        protocols = {endpoint.name: endpoint.protocol.value for endpoint in listeners.bound}
        hosts = {endpoint.name: endpoint.host for endpoint in listeners.bound}
        # A client of another broker did not come by any address of ours, so the one that we listen on stands for it.
        told = [dataclasses.replace(each, host=each.host or hosts[each.listener]) for each in broker.listen(connections)]
        coordination.set_endpoints(told, protocols)
        yield self._unless_ended(coordination.register())
        self._go_on()

    def _take_settings(self, listener: SettingsListener, directories: DataDirectories) -> None:
        """Go by the dynamic settings that are set now."""
        settings = self._broker.settings
        listener.read()
        for directory in directories:
            directory.defaults = to_log_settings({}, settings)
            directory.producer_expiration_ms = settings.integer("producer.id.expiration.ms")

    def _check_brokers_rights(self, links: BrokerLinks) -> None:
        """Say so where brokers could not act for the cluster among themselves: nothing would be replicated."""
        authorizer, listeners = self._broker.authorizer, self._broker.open_listeners.configured
        assert listeners is not None
        if authorizer is None or (not links.principals and listeners.protocol_of(links.listener).uses_tls):
            # What its certificate makes of a broker only another one can tell.
            return
        for principal in links.principals or [ANONYMOUS]:
            if not authorizer.may_act_for_cluster(principal):
                self._broker.warn(
                    f"brokers come to each other as {principal}, who is none of super.users and has no ACL for CLUSTER_ACTION: "
                    "nothing is replicated, and no transaction ends, until one of them is so"
                )

    def _replicate(self, partitions: Partitions, between: InterBrokerGuard, links: BrokerLinks) -> Replication:
        """Who takes the controller's requests, and copies from leaders."""
        broker, coordination = self._broker, self._joined
        settings, environment = broker.settings, broker.environment

        def make_fetchers() -> ReplicaFetchers:
            return ReplicaFetchers(
                environment.reactor,
                us=broker.broker_id,
                broker_epoch=coordination.broker_epoch,
                address_of=coordination.broker_address,
                connect=links.to_leader,
                versions=links.versions,
                settings=settings,
                directory_of=partitions.home,
                run_in_thread=environment.run_in_thread,
                throttle=make_throttle(Side.FOLLOWER, settings, coordination, environment.reactor),
            )

        rule = UncleanStartRule(lambda: settings.string("klog.unclean.start"), broker.warn)
        return Replication(
            environment.reactor,
            settings,
            coordination,
            partitions,
            between,
            links.to_peer,
            make_fetchers,
            may_lead=rule,
            metrics=broker.metrics,
        )

    @staticmethod
    def _check_not_alone(directories: DataDirectories) -> None:
        for directory in directories.online:
            path = directory.path
            try:
                state = StateFile(directories.fs, f"{path}/{STATE_FILE}").load()
            except StateCorrupt as error:
                raise StartRefused(
                    f"{path} is the directory of a broker that was alone, and {error}; give this broker another directory"
                ) from None
            if state is not None and state.topics:
                raise StartRefused(
                    f"{path} is the directory of a broker that was alone, with {len(state.topics)} topic(s) that ZooKeeper does not know, "
                    f"{min(state.topics)} among them; start it without zookeeper.connect, or give this broker a new directory and copy the "
                    "topics from the one to the other"
                )

    @staticmethod
    def _check_no_kraft(directories: DataDirectories) -> None:
        for directory in directories.online:
            found = read_meta_properties(directories.fs, directory.path)
            if found is not None and found.version == KRAFT_VERSION:
                raise StartRefused(
                    f"{directory.path} is the directory of a broker of Apache Kafka in a KRaft cluster (meta.properties says version=1): "
                    "its topics are not in ZooKeeper; start klog without zookeeper.connect to go on with it alone, or give this broker "
                    "another directory and copy the topics"
                )

    def _check_cluster_id(self, cluster_id: str) -> None:
        wanted = self._broker.settings.string("klog.cluster.id")
        if wanted is not None and wanted != cluster_id:
            raise StartRefused(
                f"klog.cluster.id is {wanted}, and the cluster in ZooKeeper at {self._broker.settings.zookeeper} is {cluster_id}; "
                "leave it out, ZooKeeper keeps the id"
            )

    def _number(self, found: MetaProperties | None) -> int | None:
        """Ours; None to have one generated."""
        settings = self._broker.settings
        if settings.broker_id is not None:
            return settings.broker_id
        if found is not None and found.broker_id is not None:
            return found.broker_id
        if not settings.boolean("broker.id.generation.enable"):
            raise StartRefused("broker.id is not set, nor does the data directory say one, and broker.id.generation.enable=false")
        return None

    def _settings_for(self, topic: str) -> LogSettings | None:
        info = self._joined.topics().get(topic)
        return None if info is None else to_log_settings(info.configs, self._broker.settings, known=info.configs_known)

    def _topic_id_for(self, topic: str) -> bytes:
        info = self._joined.topics().get(topic)
        if info is not None and info.topic_id != NO_TOPIC_ID:
            known: bytes = info.topic_id
            return known
        return derived_topic_id(self._joined.cluster_id(), topic)

    def _take_out_removed(self, directory: LogDirectory, failed: set[TopicPartition]) -> list[LeavingPartition]:
        """What belongs to topics that were deleted while we were away.

        :param failed: the partitions that could not be opened; those found among them are taken out.
        """
        removed: Mapping[TopicId, str] = dict(self._joined.removed_topics)
        names = set(removed.values())
        found = [one for one in [*directory.logs, *failed] if one.topic in names and self._id_on_disk(directory, one) in removed]
        failed.difference_update(found)
        return directory.take_out(found)

    @staticmethod
    def _id_on_disk(directory: LogDirectory, topic_partition: TopicPartition) -> bytes | None:
        log = directory.logs.get(topic_partition)
        if log is not None:
            return log.topic_id
        try:
            return read_partition_metadata(directory.fs, f"{directory.path}/{directory_name(topic_partition)}")
        except (OSError, CorruptPartitionMetadata):
            return None

    def _tell_of_strays(self, directories: DataDirectories) -> None:
        """Logs that nobody asks us for: of what ZooKeeper does not know, and of partitions that have moved while we were away."""
        topics = self._joined.topics()
        unknown, moved = [], []
        for log in directories.logs():
            topic_partition = log.topic_partition
            topic = topics.get(topic_partition.topic)
            if topic is None or topic_partition.partition >= len(topic.partitions):
                unknown.append(topic_partition)
            elif topic.topic_id == log.topic_id and self._broker.broker_id not in topic.partitions[topic_partition.partition].replicas:
                moved.append(topic_partition)
        for strays, what in (
            (unknown, "that ZooKeeper does not know; they are left alone and not served"),
            (moved, "that have moved to other brokers; they are not served, and nobody misses their folders"),
        ):
            if strays:
                named = ", ".join(str(one) for one in sorted(strays)[:MOST_NAMED]) + (" and others" if len(strays) > MOST_NAMED else "")
                self._broker.warn(f"{', '.join(self._broker.data_paths)} holds {len(strays)} partition(s) {what}: {named}")


def _ids_of(directories: DataDirectories) -> dict[str, TopicId]:
    return {log.topic_partition.topic: TopicId(log.topic_id) for log in directories.logs() if log.topic_id != NO_TOPIC_ID}
