"""Asking for metadata, in rounds.

All who want something while a round is under way share the next one. A round asks brokers that are connected, then the other known ones,
then the bootstrap servers, until one answers. Nobody answering is no end: the next round comes after a pause, for as long as somebody waits
or a topic is to be kept fresh. Those who wait are told after ``request_timeout_ms``.

What makes metadata doubtful: a caller says so, a connection is lost or not made, a topic came back without a leader, or age. Doubts are
gathered, and rounds that nobody waits for keep a pause that doubles up to ``retry_backoff_max_ms`` while they come thickly and tell
nothing new.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import Any, TypeVar

from twisted.internet.defer import Deferred
from twisted.logger import Logger

from klog.client.broker_questions import AsksBrokers
from klog.client.retry import Action, ClientStopped, NobodyAnswers, what_to_do, what_to_do_about
from klog.client.waiters import tell_all
from klog.errors import ErrorCode, KlogError
from klog.net.api_ranges import ApiRanges
from klog.net.client.errors import BrokerUnreachable
from klog.wire.messages.metadata import MetadataRequest, MetadataRequestTopic, MetadataResponse
from klog.wire.schema import Message

T = TypeVar("T")
_log = Logger()


class _Needs:
    """What one round asks for, and who waits for it."""

    def __init__(self) -> None:
        self.topics: set[str] = set()
        #: All topics that are kept fresh.
        self.all_kept = False
        #: All topics of the cluster.
        self.everything = False
        self.waiters: list[Deferred[None]] = []

    def __bool__(self) -> bool:
        return bool(self.topics or self.all_kept or self.everything or self.waiters)

    def take_back(self, other: _Needs) -> None:
        """The round for `other` came to nothing."""
        self.topics |= other.topics
        self.all_kept |= other.all_kept
        self.everything |= other.everything
        self.waiters = other.waiters + self.waiters


class MetadataRefresh:
    """The rounds of one `Routing`, which owns them and alone calls them.

    :param on_answer: called after an answer was taken in, with whether it changed anything, before those who wait are told.
    """

    def __init__(self, routing: AsksBrokers, on_answer: Callable[[bool], None]) -> None:
        self._routing = routing
        self._on_answer = on_answer
        #: Topics that are kept fresh, for whom, and whether he wants them to be made.
        self._kept: dict[str, dict[object, bool]] = {}
        #: Topics that are not there and shall be made: asked for in a round of their own, since a question makes all topics or none.
        self._creations: set[str] = set()
        self._needs = _Needs()
        self._asking: _Needs | None = None
        self._running = False
        self._timer: Any = None
        self._age_timer: Any = None
        self._failing = routing.backoff()
        self._doubting = routing.backoff()
        self._last_s = float("-inf")
        #: What the last round met, where nobody answered.
        self.nobody: KlogError | None = None

    @property
    def kept(self) -> Collection[str]:
        """The topics that are kept fresh."""
        return self._kept.keys()

    def keep(self, topics: Iterable[str], keeper: object, *, create: bool) -> list[str]:
        """Keep them fresh for `keeper`; those that nothing is known of yet.

        :param create: whether asking may make them, where the brokers do.
        """
        missing = []
        for topic in topics:
            self._kept.setdefault(topic, {})[keeper] = create
            if self._routing.metadata.topic(topic) is None:
                missing.append(topic)
        if not missing:
            self._watch_age()
        return missing

    def drop(self, topics: Iterable[str], keeper: object) -> list[str]:
        """`keeper` needs them no more; those that were kept, and that nobody else needs."""
        gone = []
        for topic in topics:
            keepers = self._kept.get(topic)
            if keepers is not None and keepers.pop(keeper, None) is not None and not keepers:
                del self._kept[topic]
                self._needs.topics.discard(topic)
                self._creations.discard(topic)
                gone.append(topic)
        return gone

    def kept_for(self, keeper: object) -> list[str]:
        """What is kept fresh for `keeper`."""
        return [topic for topic, keepers in self._kept.items() if keeper in keepers]

    def _may_create(self, topic: str) -> bool:
        return any(self._kept.get(topic, {}).values())

    def ask_about(self, topics: Collection[str]) -> Deferred[None]:
        """A round for some topics; the one under way, where it asks for all of them."""
        asking = self._asking
        if asking is not None and asking.topics.issuperset(topics):
            return self._wait_with(asking)
        self._needs.topics.update(topics)
        return self._wait_for_round()

    def ask_about_kept(self) -> Deferred[None]:
        """A round for brokers and all topics that are kept."""
        self._needs.all_kept = True
        return self._wait_for_round()

    def ask_about_everything(self) -> Deferred[None]:
        """A round for all topics of the cluster."""
        self._needs.everything = True
        return self._wait_for_round()

    def doubt(self, topic: str | None = None) -> None:
        """`topic` is not as it was believed to be; None: some broker is not where it was believed to be. Noticed soon."""
        if topic is not None:
            self._needs.topics.add(topic)
        elif self._kept:
            self._needs.all_kept = True
        else:
            return
        self._schedule()

    def stop(self) -> None:
        """Whoever waits is told; the routing's other parts end a round that is under way."""
        for timer in (self._timer, self._age_timer):
            if timer is not None and timer.active():
                timer.cancel()
        for needs in (self._asking, self._needs):
            if needs is not None:
                self._fail(needs, ClientStopped())

    # Waiting

    def _wait_for_round(self) -> Deferred[None]:
        waiter = self._wait_with(self._needs)
        self._begin()
        return waiter

    def _wait_with(self, needs: _Needs) -> Deferred[None]:
        settings = self._routing.settings

        def late() -> None:
            drop()
            reason = "no answer yet" if self.nobody is None else str(self.nobody)
            waiter.errback(NobodyAnswers(settings.bootstrap_servers, reason, settings.request_timeout_ms))

        def drop(_: Deferred[None] | None = None) -> None:
            for one in (self._asking, self._needs):
                if one is not None and waiter in one.waiters:
                    one.waiters.remove(waiter)

        def fired(result: T) -> T:
            if timer.active():
                timer.cancel()
            return result

        waiter: Deferred[None] = Deferred(drop)
        timer = self._routing.reactor.callLater(settings.request_timeout_ms / 1000, late)
        waiter.addBoth(fired)
        needs.waiters.append(waiter)
        return waiter

    def _fail(self, needs: _Needs, error: KlogError) -> None:
        waiters, needs.waiters = needs.waiters, []
        tell_all(waiters, error)

    # Rounds

    def _schedule(self) -> None:
        """Begin a round that nobody waits for, not too soon after the last."""
        routing = self._routing
        if self._running or self._timer is not None or routing.stopped:
            return
        since_ms = (routing.reactor.seconds() - self._last_s) * 1000
        pause_ms = 0.0
        if since_ms > 2 * routing.settings.retry_backoff_max_ms:
            self._doubting.reset()
        else:
            pause_ms = max(0.0, self._doubting.next_ms() - since_ms)
        self._timer = routing.reactor.callLater(pause_ms / 1000, self._begin)

    def _begin(self) -> None:
        if self._timer is not None:
            if self._timer.active():
                self._timer.cancel()
            self._timer = None
        if self._running or not self._needs or self._routing.stopped:
            return
        self._running = True
        rounds = Deferred.fromCoroutine(self._ask())
        rounds.addErrback(self._failed)
        rounds.addCallback(lambda _: self._over())

    def _failed(self, failure: Any) -> None:
        if not failure.check(ClientStopped):
            _log.failure("asking for metadata failed", failure)

    def _over(self) -> None:
        self._running = False
        if self._needs and not self._routing.stopped:
            if self._needs.waiters:
                self._begin()
            else:
                self._schedule()

    async def _ask(self) -> None:
        """Rounds for as long as somebody waits, or nobody answered and a topic is to be kept fresh."""
        routing = self._routing
        while not routing.stopped:
            if self._creations:
                needs = _Needs()
                needs.topics, self._creations = self._creations, set()
            else:
                needs, self._needs = self._needs, _Needs()
            if needs.all_kept:
                needs.topics.update(self._kept)
            self._asking = needs
            try:
                answer: MetadataResponse = await routing.ask_once(
                    partial(self._request, needs), routing.settings.request_timeout_ms, self.nobody
                )
                if answer.error_code == ErrorCode.REBOOTSTRAP_REQUIRED:
                    routing.metadata.forget_nodes()
                    raise KlogError(ErrorCode.REBOOTSTRAP_REQUIRED)
                if not answer.brokers:
                    raise KlogError(ErrorCode.BROKER_NOT_AVAILABLE, "a broker has just started and knows nobody yet")
            except KlogError as error:
                self._asking = None
                self._last_s = routing.reactor.seconds()
                if routing.stopped:
                    self._fail(needs, ClientStopped())
                    return
                self.nobody = error
                if what_to_do_about(error) is Action.FAIL:
                    self._fail(needs, error)
                self._needs.take_back(needs)
                if not self._needs.waiters and not self._kept:
                    self._needs = _Needs()
                    return
                # Attempts to connect keep their own pauses; only brokers that do answer, with nothing of use, need more of them here.
                await routing.wait_ms(routing.settings.retry_backoff_ms if isinstance(error, BrokerUnreachable) else self._failing)
                continue
            self._asking = None
            self.nobody = None
            self._failing.reset()
            self._last_s = routing.reactor.seconds()
            self._take(needs, answer)
            if not self._needs.waiters and not self._creations:
                return

    def _request(self, needs: _Needs, ranges: ApiRanges) -> tuple[Message, int | None]:
        topics = None if needs.everything else [MetadataRequestTopic(name=name) for name in sorted(needs.topics)]
        version = ranges.choose(MetadataRequest)
        if version == 0 and topics is None:
            topics = []
        request = MetadataRequest(topics=topics)
        if version >= 4:
            request.allow_auto_topic_creation = self._creates(needs)
        return request, version

    def _creates(self, needs: _Needs) -> bool:
        """Whether a question may make what it asks for; of topics that some want to be made and others do not, it is only asked."""
        if needs.everything:
            return False
        return bool(self._routing.settings.allow_auto_create_topics) or (
            bool(needs.topics) and all(self._may_create(topic) for topic in needs.topics)
        )

    def _take(self, needs: _Needs, answer: MetadataResponse) -> None:
        routing = self._routing
        if not self._creates(needs):
            self._creations.update(
                topic.name
                for topic in answer.topics
                if topic.name is not None and topic.error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION and self._may_create(topic.name)
            )
        changed = routing.metadata.apply(answer, routing.now_ms(), asked=None if needs.everything else needs.topics, keep=self._kept.keys())
        for topic in answer.topics:
            if topic.name in self._kept and (
                what_to_do(topic.error_code) is Action.REFRESH_METADATA or any(partition.leader_id < 0 for partition in topic.partitions)
            ):
                self._needs.topics.add(topic.name)
        if changed:
            self._doubting.reset()
        self._watch_age(anew=True)
        self._on_answer(changed)
        waiters, needs.waiters = needs.waiters, []
        tell_all(waiters, None)

    def _watch_age(self, anew: bool = False) -> None:
        """Ask for all kept topics again when what is known has become old."""
        routing = self._routing
        if self._age_timer is not None and self._age_timer.active():
            if not anew:
                return
            self._age_timer.cancel()
        self._age_timer = None
        if self._kept and not routing.stopped:
            self._age_timer = routing.reactor.callLater(routing.settings.metadata_max_age_ms / 1000, self._aged)

    def _aged(self) -> None:
        self._age_timer = None
        if self._kept:
            self._needs.all_kept = True
            self._begin()
