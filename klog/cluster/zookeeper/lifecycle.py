"""A broker's life in its cluster: its session with ZooKeeper, its registration, and whether it may lead. It follows what happens;
`klog.cluster.zookeeper.coordination.ZooKeeperCoordination`, which has one, answers what is asked.

======================================  ==================================================================================
what happens                            what follows
======================================  ==================================================================================
a session begins                        identify, read everything, show it; register, where that is wanted
registered, and the mirror shows it     the fence opens: lead what is ours; be a candidate for the controller
the session is doubtful                 the fence closes: nothing is led, before anything else; the controller pauses
it is not                               sync; the fence opens
it ends                                 the fence closes; all of the session goes, and what is shown stays
our node is deleted                     the fence closes; register again
the tree changes                        views, picture and listeners, then the controller
the controller sends UpdateMetadata     cache, picture and listeners
the id is another's, or reading fails   `on_refused`, or the error of `open` or `register`: the broker must end
======================================  ==================================================================================

Who leads by the controller's requests is told by `LeadershipListeners` when the fence closes and opens, and that all it led is over when
the registration is.
"""

from __future__ import annotations

import random as random_module
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from twisted.internet.defer import CancelledError, Deferred, succeed
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.acls import AclListener, AclTable
from klog.cluster.interfaces import Endpoint
from klog.cluster.metadata_cache import MetadataCache
from klog.cluster.zookeeper.acl_view import differences
from klog.cluster.zookeeper.attempts import Attempts
from klog.cluster.zookeeper.cache_source import CacheSource
from klog.cluster.zookeeper.changes import Announcer, OwnChange, TopicSource
from klog.cluster.zookeeper.common_listeners import doubt_beside, refusal_beside
from klog.cluster.zookeeper.configs import ConfigView, entity_of
from klog.cluster.zookeeper.controller.broker_queue import Connect
from klog.cluster.zookeeper.controller.controller import Controller
from klog.cluster.zookeeper.controller.settings import ControllerSettings, FixedSettings
from klog.cluster.zookeeper.fencing import Fence, Reason
from klog.cluster.zookeeper.identity import Identity, foreign_sentence, identify
from klog.cluster.zookeeper.leadership_listeners import LeadershipListeners
from klog.cluster.zookeeper.members import Members
from klog.cluster.zookeeper.picture import Source, TopicIds
from klog.cluster.zookeeper.registration import register
from klog.cluster.zookeeper.session import ZooKeeperSession
from klog.cluster.zookeeper.settings import NOT_ALLOWED, CoordinationRefused, ZooKeeperSettings, refusal_of
from klog.cluster.zookeeper.tombstones import Tombstones
from klog.cluster.zookeeper.view import NOBODY, ClusterView
from klog.model import TopicPartition
from klog.wire.messages.update_metadata import UpdateMetadataRequest
from klog.zookeeper.client import ZookeeperClient
from klog.zookeeper.errors import ZookeeperError
from klog.zookeeper.secured_znodes import open_acls, secured_acls
from klog.zookeeper.session_keeper import SessionKeeper
from klog.zookeeper.znodes import RESERVED_BROKER_MAX_ID, BrokerRegistration, RegisteredEndpoint


class BrokerLifecycle:
    """See the module. The `SessionFollower` of its keeper; the parameters are those of `ZooKeeperCoordination`.

    :ivar on_refused: called with a sentence when this broker cannot stay: its id was taken while it had no session, for example.
    :ivar attempts: changes that are tried until done.
    :ivar announcer: what is shown of the cluster, and who is told of changes.
    :ivar topic_ids: ids of topics, as the tree and our disk have them.
    :ivar tombstones: deleted topics whose logs may still lie on a disk.
    :ivar configs: dynamic configurations; None before the first session has read them.
    :ivar own_broker_configs: entities of brokers' configurations that were written from here.
    :ivar cache: what the controller told by UpdateMetadata.
    :ivar members: who else is there.
    :ivar leadership: who is told whether we may lead.
    """

    log = Logger()

    def __init__(
        self,
        reactor: Any,
        settings: ZooKeeperSettings,
        *,
        rack: str | None = None,
        now_ms: Callable[[], int],
        random: random_module.Random,
        random_bytes: Callable[[int], bytes] = secrets.token_bytes,
        warn: Callable[[str], None],
        version: str = "",
        controller_settings: ControllerSettings | None = None,
        connect: Connect,
    ) -> None:
        self.on_refused: Callable[[str], None] = warn
        self._reactor = reactor
        self._settings = settings
        self._rack = rack
        self._now_ms = now_ms
        self._random_bytes = random_bytes
        self._warn = warn
        self._version = version or "1"
        self._controller_settings = controller_settings or FixedSettings()
        self._connect = connect
        self.cache = MetadataCache()
        self.members = Members(self.cache, self._view, self._controller_settings.inter_broker_listener, self._us)
        self.leadership = LeadershipListeners()
        self._keeper = SessionKeeper(
            reactor,
            settings.connect,
            self,
            session_timeout_ms=settings.session_timeout_ms,
            connect_timeout_ms=settings.connection_timeout_ms,
            random=random,
            tls=settings.tls,
            auth=settings.auth,
            create_chroot=True,
            default_acls=secured_acls if settings.sets_acls else open_acls,
            name="klog-broker",
        )
        self._fence = Fence()
        self.topic_ids = TopicIds()
        self.attempts = Attempts(reactor, self._ready_session)
        self.announcer = Announcer(self._source, self._sync, self.broker_id, settled=self._settled, warn=warn)
        self.tombstones = Tombstones(reactor, self.announcer, self.topic_ids, self._ready_session, self.broker_id)
        self._session: ZooKeeperSession | None = None
        self._previous_session = 0
        self.configs: ConfigView | None = None
        #: As the newest session that has read them knows them; None before the first.
        self.acls: AclTable | None = None
        self._acl_listeners: list[AclListener] = []
        self.own_broker_configs: set[str] = set()
        self._endpoints: tuple[RegisteredEndpoint, ...] = ()
        self._identity = Identity(None, None)
        #: Set while `open` and `register` wait.
        self._opening: Deferred[None] | None = None
        self._registering: Deferred[None] | None = None
        self._wants_registration = False
        self._has_foreign = False
        self._is_stopped = False

    # -- Beginning and ending

    def open(
        self, broker_id: int | None, cluster_id: str | None, *, reserved_broker_max_id: int = RESERVED_BROKER_MAX_ID
    ) -> Deferred[None]:
        """Get a session, an identity, and a picture of the cluster. Waits for a ZooKeeper that is not there; cancel it to stop waiting.

        :param broker_id: None: a new one is generated, above `reserved_broker_max_id`.
        :param cluster_id: the one that our data directory belongs to; None where it belongs to none yet.
        :raises CoordinationRefused: (from the Deferred) we cannot take part in this cluster.
        """
        self._identity = Identity(
            broker_id,
            cluster_id,
            reserved_broker_max_id,
            kafka_is_welcome=self._settings.kafka_is_welcome,
            keeps_acls=self._settings.keeps_acls,
        )
        opening: Deferred[None] = Deferred(self._give_up)
        self._opening = opening
        self._keeper.start().addErrback(self._not_started)
        return opening

    def _give_up(self, opening: Deferred[None]) -> None:
        self._stop_at_once()

    def _not_started(self, failure: Failure) -> None:
        if self._is_stopped or isinstance(failure.value, CancelledError):
            self._refuse(f"waiting for ZooKeeper at {self._settings.connect} was given up")
        elif isinstance(failure.value, ZookeeperError):
            self._refuse(refusal_of(failure.value))
        else:
            self.log.failure("no session with ZooKeeper", failure=failure)
            self._refuse(f"no session with ZooKeeper at {self._settings.connect}: {failure.getErrorMessage()}")

    def set_endpoints(self, endpoints: Sequence[Endpoint], protocols: Mapping[str, str] | None = None) -> None:
        """Our listeners as clients should reach them.

        :param protocols: security protocol by listener; a listener that is not in it is named by its protocol, or PLAINTEXT.
        """
        known = ("PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL")
        self._endpoints = tuple(
            RegisteredEndpoint(
                each.listener,
                each.host,
                each.port,
                (protocols or {}).get(each.listener, each.listener if each.listener in known else "PLAINTEXT"),
            )
            for each in endpoints
        )

    def register(self) -> Deferred[None]:
        """Become a live broker; fires when we are one and listeners have heard of what we lead.

        :raises CoordinationRefused: (from the Deferred) our id is another broker's, or brokers without klog's mark are here.
        """
        self._wants_registration = True
        registering: Deferred[None] = Deferred()
        self._registering = registering
        session = self._ready_session()
        if session is not None:
            self._begin_registration(session)
        return registering

    def resign(self) -> Deferred[None]:
        """Lead nothing any more, from this call on; listeners have heard of it. Our registration stays until `stop`."""
        self._wants_registration = False
        self._close_fence(Reason.STOPPING)
        if self._session is not None and self._session.controller is not None:
            self._session.controller.stop()
        return succeed(None)

    def give_up_changes(self) -> None:
        """Changes under way, and those that are still asked for, fail at once: the broker stops, and answers must leave."""
        self.attempts.stop()

    def stop(self) -> Deferred[None]:
        """`resign`, then end the session. Never fails."""
        self.resign()
        return self._stop_at_once()

    def _stop_at_once(self) -> Deferred[None]:
        self._is_stopped = True
        self.attempts.stop()
        stopped = self._keeper.stop()
        self._refuse(f"waiting for ZooKeeper at {self._settings.connect} was given up")
        return stopped

    def _refuse(self, sentence: str) -> None:
        """Tell whoever waits for `open` or `register`; else the broker that it cannot stay."""
        opening, self._opening = self._opening, None
        registering, self._registering = self._registering, None
        waits = [each for each in (opening, registering) if each is not None and not each.called]
        for each in waits:
            each.errback(CoordinationRefused(sentence))
        if not waits and not self._is_stopped:
            self._close_fence(Reason.STOPPING)
            self.on_refused(sentence)

    # -- The session's life

    def session_began(self, client: ZookeeperClient) -> None:
        """A new one: read everything, then register again."""
        session = self._session = ZooKeeperSession(
            self._reactor,
            client,
            self._tree_changed,
            self._mirror_failed,
            kafka_is_welcome=self._settings.kafka_is_welcome,
            keeps_acls=self._settings.keeps_acls,
        )
        self._fence.put(Reason.STALE)
        self._fence.take_away(Reason.NO_SESSION, Reason.SUSPENDED)
        Deferred.fromCoroutine(self._begin(session)).addErrback(self._begin_failed, session)

    def session_suspended(self) -> None:
        """The session is doubtful: stop leading."""
        self._close_fence(Reason.SUSPENDED)
        if self._session is not None and self._session.controller is not None:
            self._session.controller.suspend()

    def session_resumed(self) -> None:
        """The session is certain again: lead again, once the picture is current."""
        session = self._session
        if session is not None:
            self._fence.put(Reason.STALE)
            self._fence.take_away(Reason.SUSPENDED)
            if session.is_ready:
                Deferred.fromCoroutine(self._resume(session)).addErrback(self._begin_failed, session)

    def session_ended(self) -> None:
        """Its nodes are gone."""
        session, self._session = self._session, None
        self._close_fence(Reason.NO_SESSION, Reason.NOT_REGISTERED)
        if session is not None:
            self._previous_session = session.client.session_id or self._previous_session
            if session.is_ready:
                self.configs = session.configs
            session.end()

    async def _begin(self, session: ZooKeeperSession) -> None:
        found = await session.persistently(lambda: identify(session.client, self._identity, self._settings.connect, self._random_bytes))
        self._identity = found
        await session.read(self.configs, self._warn)
        if session.is_over:
            return
        for name in list(self.topic_ids.seen):
            self._forget_gone(session, name)
        for topic in session.view.topics.values():
            self.topic_ids.note(topic)
        us = (None, self.broker_id())
        if session.acls is not None:
            # Before anybody can ask anew: what was denied meanwhile is denied.
            changed = differences(self.acls or {}, session.acls.table)
            was_known, self.acls = self.acls is not None, session.acls.table
            if changed or not was_known:
                self._tell_acls(changed)
        had_other_configs = [self.broker_configs(each) for each in us] != [session.configs.broker(each) for each in us]
        self.configs = session.configs
        self.tombstones.look_at_everything(session)
        self.members.look(session.view)
        self._tell_foreign(session)
        self.attempts.session_is_ready()
        self.announcer.look_at_everything()
        if had_other_configs:
            self.announcer.broker_configs_changed(self._effective_broker_configs())
        opening, self._opening = self._opening, None
        if opening is not None:
            opening.callback(None)
        if self._wants_registration:
            self._begin_registration(session)

    def _begin_failed(self, failure: Failure, session: ZooKeeperSession) -> None:
        if isinstance(failure.value, CoordinationRefused):
            self._refuse(failure.value.sentence)
        elif not session.is_over and isinstance(failure.value, NOT_ALLOWED):
            self._refuse(refusal_of(failure.value))
        elif not session.is_over and not isinstance(failure.value, ZookeeperError):
            self.log.failure("a mistake in a session with ZooKeeper", failure=failure)
            self._refuse(f"the session with ZooKeeper at {self._settings.connect} failed: {failure.getErrorMessage()}")

    def _mirror_failed(self, session: ZooKeeperSession, why: ZookeeperError) -> None:
        """What we know gets no better any more. Where the session goes on all the same there will be no other mirror: we must end."""
        if session is self._session and not session.is_over and not session.client.unrecoverable:
            self._refuse(str(why))

    async def _resume(self, session: ZooKeeperSession) -> None:
        await session.mirror.sync()
        if session.is_over or Reason.SUSPENDED in self._fence.reasons:
            return
        if not self._lead(session) and self._wants_registration:
            self._begin_registration(session)

    # -- Registration

    def _begin_registration(self, session: ZooKeeperSession) -> None:
        if not session.is_registering:
            session.is_registering = True
            Deferred.fromCoroutine(self._register(session)).addErrback(self._begin_failed, session)

    async def _register(self, session: ZooKeeperSession) -> None:
        try:
            if self._registering is not None and session.view.foreign:
                foreign = session.view.brokers[min(session.view.foreign)]
                raise CoordinationRefused(foreign_sentence(foreign.registration or foreign.broker_id, self._settings.connect))
            us = self._own_registration()
            self._check_listeners(session, us)
            while True:
                epoch = await register(
                    self._reactor,
                    session.client,
                    us,
                    previous_session=self._previous_session,
                    session_timeout_ms=session.client.session_timeout,
                    warn=self._warn,
                )
                if session.is_over:
                    return
                session.epoch = epoch
                self.leadership.registered(epoch)
                await session.mirror.sync()
                if session.is_over or self._is_stopped:
                    return
                if self._is_registered(session):
                    break
        finally:
            session.is_registering = False
        self._lead(session)
        registering, self._registering = self._registering, None
        if registering is not None:
            registering.callback(None)

    def _check_listeners(self, session: ZooKeeperSession, us: BrokerRegistration) -> None:
        """Raises CoordinationRefused where we start beside brokers that could not reach us, nor we them. Once we are a member we stay: who
        comes later has to go."""
        ours = (self._controller_settings.inter_broker_listener, self._controller_settings.control_plane_listener)
        live = [at for number in sorted(session.view.brokers) if number != us.broker_id and (at := session.view.live(number)) is not None]
        others = [at.registration for at in live if at.registration is not None]
        refusal = refusal_beside(ours, others, self._settings.connect)
        if refusal is not None and self._registering is not None:
            raise CoordinationRefused(refusal)
        doubt = doubt_beside(us, others)
        if doubt is not None:
            self._warn(doubt)

    def _is_registered(self, session: ZooKeeperSession) -> bool:
        at = session.view.brokers.get(self.broker_id())
        return at is not None and session.epoch == at.czxid and at.owner == session.client.session_id

    # -- Leading

    @property
    def may_lead(self) -> bool:
        """Whether what we lead according to the picture is surely still ours, now."""
        session = self._session
        return self._fence.is_open and self._keeper.may_act and session is not None and session.is_ready and not session.view.foreign

    @property
    def is_at_rest(self) -> bool:
        """Whether we are registered and nothing is under way but what waits for listeners. For tests."""
        session = self._ready_session()
        return (
            session is not None
            and session.client.connected
            and session.controller is not None
            and session.controller.is_at_rest
            and self._fence.is_open
            and ((self.announcer.is_idle and self.attempts.is_idle) or self.announcer.is_waiting_for_listeners)
        )

    def sync(self) -> Deferred[None]:
        """Fires when what everybody wrote before is shown, as far as listeners have taken it; at once without a session."""
        return self._sync()

    def _close_fence(self, *reasons: Reason) -> None:
        if self._fence.put(*reasons):
            self.log.info("this broker leads nothing: {why}", why=self._fence.sentence())
        if Reason.NO_SESSION in reasons or Reason.NOT_REGISTERED in reasons:
            self.leadership.end()
            self.cache.without_leader(self.broker_id())
        else:
            self.leadership.suspend()
        # Also when it was closed already: what is shown must not depend on who was first.
        self.announcer.fence()

    def _lead(self, session: ZooKeeperSession) -> bool:
        """Everything is read: lead what is ours, and be a candidate for the controller. Whether we are registered."""
        if not self._is_registered(session):
            return False
        if Reason.SUSPENDED in self._fence.reasons:
            return True
        self._fence.take_away(Reason.NOT_REGISTERED, Reason.STALE)
        if self._fence.is_open:
            self.leadership.resume()
        self.announcer.look_at_everything()
        if Reason.STOPPING in self._fence.reasons:
            return True
        if session.controller is not None:
            session.controller.resume()
        else:
            session.controller = Controller(
                self._reactor,
                session.client,
                session.view,
                session.mirror,
                self.broker_id(),
                now_ms=self._now_ms,
                warn=self._warn,
                random_bytes=self._random_bytes,
                settings=self._controller_settings,
                connect=self._connect,
            )
            session.controller.start()
        return True

    def _source(self) -> TopicSource | None:
        session = self._ready_session()
        if self.configs is None:
            return None
        tree = None if session is None else Source(session.view, session.configs, self.topic_ids, self.broker_id())
        return CacheSource(self.cache, tree, self.configs, self.broker_id(), self._fence.is_open)

    def _sync(self) -> Deferred[None]:
        session = self._ready_session()
        return succeed(None) if session is None else session.mirror.sync()

    @property
    def controller(self) -> Controller | None:
        """Ours, while it is the active one."""
        session = self._ready_session()
        controller = None if session is None else session.controller
        return controller if controller is not None and controller.is_active else None

    def is_gone(self, partition: TopicPartition) -> bool:
        """Whether ZooKeeper has no such partition, or is asked to delete it; False where that is not known just now."""
        view = self._view()
        if view is None:
            return False
        topic = view.topics.get(partition.topic)
        if topic is None or partition.topic in view.deletions:
            return True
        return topic.znode is not None and partition.partition not in topic.assignment

    def _view(self) -> ClusterView | None:
        session = self._ready_session()
        return None if session is None else session.view

    def _ready_session(self) -> ZooKeeperSession | None:
        session = self._session
        return session if session is not None and session.is_ready else None

    # -- What changes in ZooKeeper

    def _tree_changed(self, session: ZooKeeperSession, paths: frozenset[str]) -> None:
        if session is not self._session or not session.is_ready:
            return
        changes = session.view.apply(paths)
        configs = session.configs.apply(paths)
        if session.acls is not None and (acls := session.acls.apply(paths)):
            self._tell_acls(acls)
        for name in changes.topics:
            self._forget_gone(session, name)
            topic = session.view.topics.get(name)
            if topic is not None:
                self.topic_ids.note(topic)
        if (
            self.broker_id() in changes.brokers
            and session.epoch is not None
            and not session.is_registering
            and not self._is_registered(session)
        ):
            # Somebody deleted our node.
            session.epoch = None
            self._close_fence(Reason.NOT_REGISTERED)
            if self._wants_registration:
                self._begin_registration(session)
        if changes.brokers:
            self.members.look(session.view)
            self._tell_foreign(session)
        self.tombstones.look_at(session, changes.tombstones, changes.topics)
        topics = changes.topics | configs.topics
        for topic_id in changes.tombstones:
            stray = self.announcer.stray(topic_id)
            if stray is not None:
                topics.add(stray)
        if not self.cache.has_heard:
            # What is shown before the controller's first word.
            topics |= changes.partitions.keys()
        topics |= changes.deletions
        self.announcer.look_at(topics, {})
        if configs.brokers & {entity_of(None), entity_of(self.broker_id())}:
            own: list[OwnChange] = [("broker", entity) for entity in sorted(configs.brokers & self.own_broker_configs)]
            self.announcer.broker_configs_changed(self._effective_broker_configs(), own)
            if session.controller is not None:
                session.controller.configs_changed(None)
        if session.controller is not None:
            if configs.topics:
                session.controller.configs_changed(configs.topics)
            session.controller.view_changed(changes)

    def subscribe_acls(self, listener: AclListener) -> None:
        """Tell `listener` of the access control lists, and of changes."""
        self._acl_listeners.append(listener)
        if self.acls is not None:
            listener(self.acls)

    def _tell_acls(self, changed: AclTable) -> None:
        for listener in self._acl_listeners:
            listener(changed)

    def update_metadata(self, request: UpdateMetadataRequest, version: int) -> None:
        """Show what an UpdateMetadata request says. Leaders are told in this call, all else in the next round."""
        changes = self.cache.apply(request, version)
        self.announcer.look_at(changes.topics, changes.partitions)
        self.attempts.settled()

    def _forget_gone(self, session: ZooKeeperSession, name: str) -> None:
        """Where the znode of the topic that we knew by this name has gone, nobody needs to tell us that the topic has."""
        czxid, topic_id = self.topic_ids.seen.get(name, (-1, None))
        topic = session.view.topics.get(name)
        if topic_id is not None and (topic is None or topic.czxid != czxid):
            self.cache.forget(name, topic_id)
        if topic is None and name not in self.announcer.picture.topics and self.announcer.is_idle:
            self.cache.forget_deleted(name)

    def _settled(self) -> None:
        self.attempts.settled()
        self.tombstones.work()

    def _tell_foreign(self, session: ZooKeeperSession) -> None:
        """Say once that brokers which are not klog's are here, and once that they are gone."""
        has_foreign = bool(session.view.foreign)
        if has_foreign and not self._has_foreign:
            foreign = session.view.brokers[min(session.view.foreign)]
            sentence = foreign_sentence(foreign.registration or foreign.broker_id, self._settings.connect)
            self._warn(f"{sentence}; until it is gone nobody here leads any partition")
            self._close_fence(Reason.FOREIGN)
        elif self._has_foreign and not has_foreign:
            self._warn("the brokers that are not klog's are gone from ZooKeeper; partitions have leaders again")
            if self._fence.take_away(Reason.FOREIGN):
                self.leadership.resume()
                self.announcer.look_at_everything()
        self._has_foreign = has_foreign

    def _effective_broker_configs(self) -> Mapping[str, str]:
        return {**self.broker_configs(None), **self.broker_configs(self.broker_id())}

    # -- Who we are

    def cluster_id(self) -> str:
        """22 characters of URL-safe base64; empty before `open` is done."""
        return self._identity.cluster_id or ""

    def _own_registration(self) -> BrokerRegistration:
        return BrokerRegistration(self.broker_id(), self._endpoints, self._rack, self._now_ms(), klog=self._version)

    def _us(self) -> BrokerRegistration | None:
        return self._own_registration() if self._endpoints and self.broker_id() != NOBODY else None

    def broker_id(self) -> int:
        """Ours; -1 before `open` is done."""
        return NOBODY if self._identity.broker_id is None else self._identity.broker_id

    def broker_configs(self, broker_id: int | None) -> Mapping[str, str]:
        """Dynamic configurations of one broker, or (None) the cluster-wide defaults."""
        return {} if self.configs is None else self.configs.broker(broker_id)
