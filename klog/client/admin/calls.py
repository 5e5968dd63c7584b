"""How administration asks: whom, how often, and for how long.

A `Call` is one call of a user: it has a time limit and knows the cluster's `Routing`. What all subjects (`topics`, `groups` …)
share is here:

* `Call.settle` asks about many items until each has its value or an error that trying again will not mend. Items that failed for reasons
  that pass go into the next attempt, after a pause; those that are still waiting when the time is up keep their last error. What follows
  an error, and what became of a change whose answer was lost, is decided in `klog.client.admin.lost_answers`.
* `Call.by_leader`, `Call.by_coordinator` sort items by the broker that can answer for them, anew in each attempt; `Call.every_node` asks
  brokers about themselves.
* `Call.together` does several things side by side, a bounded number at a time.
"""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Collection, Coroutine, Hashable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, TypeVar

from twisted.internet.defer import Deferred, DeferredList, TimeoutError
from twisted.python.failure import Failure

from klog.client.admin.lost_answers import TroubledItem, trouble_of_answer
from klog.client.admin.types import Outcomes, item_error
from klog.client.coordinators import ask_who_coordinates
from klog.client.metadata import Node
from klog.client.requests.find_coordinator import GROUP
from klog.client.routing import Routing
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.net.api_ranges import ApiRanges
from klog.net.client.errors import BrokerUnreachable
from klog.retry_policy import Backoff, RetryPolicy, Step
from klog.wire.messages.metadata import MetadataRequest, MetadataRequestTopic, MetadataResponse, MetadataResponseTopic
from klog.wire.schema import Message

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
N = TypeVar("N")

#: Requests of one call under way at the same time, where each broker is asked many.
MAX_CONCURRENT = 32
#: Keys in one FindCoordinator, groups in one OffsetFetch or DescribeGroups.
KEYS_AT_ONCE = 2_000
#: How long a broker's connection is waited for before others are asked whether things have changed.
REACH_MS = 3_000
#: What the broker's own time limit is short of ours, so that its answer, which says more, comes first.
_HEAD_START_MS = 500
#: How much later than its time limit a call is cut off that has not ended by itself.
_GRACE_S = 1.0


class Call:
    """One call of a user.

    :param routing: the way to the brokers.
    :param timeout_ms: for all of it; the client's ``request_timeout_ms`` where None.
    """

    def __init__(self, routing: Routing, timeout_ms: int | None = None) -> None:
        self.routing = routing
        self.timeout_ms = routing.settings.request_timeout_ms if timeout_ms is None else timeout_ms
        self._until: float = routing.reactor.seconds() + self.timeout_ms / 1000
        self._leaders: dict[TopicPartition, int] = {}
        #: Errors in place of answers to what was sent: whether it was done nobody knows.
        self._unanswered: set[KlogError] = set()
        self._backoff = Backoff(routing.settings.retry_backoff_ms, routing.settings.retry_backoff_max_ms, routing.random)

    @property
    def left_ms(self) -> int:
        """What is left of the time, at least 1."""
        return max(1, int((self._until - self.routing.reactor.seconds()) * 1000))

    @property
    def is_late(self) -> bool:
        """Whether the time is up."""
        return bool(self.routing.reactor.seconds() >= self._until)

    @property
    def broker_timeout_ms(self) -> int:
        """The time limit to put into a request."""
        left = self.left_ms
        return left - _HEAD_START_MS if left > 2 * _HEAD_START_MS else left

    async def pause(self) -> None:
        """Wait a little, longer each time, and never past the end."""
        await self.routing.wait_ms(min(self._backoff.next_ms(), self.left_ms))

    # Asking -------------------------------------------------------------------------------------------------------------------------

    async def ask(self, node_id: int, message: Message, *, version: int | None = None, at_most: int | None = None) -> Any:
        """Ask one broker.

        :raises KlogError: it cannot be reached, does not answer in time, or does not speak the API.
        """
        await self.reach(node_id)
        try:
            return await self.routing.ask(node_id, message, version=version, at_most=at_most, timeout_ms=self.left_ms)
        except KlogError as error:
            # Where nothing was sent, `reach` has failed.
            self._unanswered.add(error)
            raise

    def is_unanswered(self, error: KlogError) -> bool:
        """Whether `error` stands for the answer to something that was sent, so that nobody knows whether it was done."""
        return error in self._unanswered

    async def reach(self, node_id: int) -> ApiRanges:
        """What a broker speaks, once it is connected. Not waited for as long as there is time: meanwhile another may have taken over.

        :raises BrokerUnreachable: it is not connected within `REACH_MS`.
        """
        limit_ms = min(self.left_ms, REACH_MS)

        def late(_result: object, _timeout_s: float) -> Any:
            node = self.routing.metadata.node(node_id)
            raise BrokerUnreachable(node.address if node else str(node_id), f"did not take a connection within {limit_ms} ms")

        connecting = self.routing.versions(node_id)
        return await (connecting if connecting.called else connecting.addTimeout(limit_ms / 1000, self.routing.reactor, late))

    async def ask_any(self, message: Message, *, at_most: int | None = None) -> Any:
        """Ask whichever broker answers."""
        return await self.routing.ask_any(message, at_most=at_most, timeout_ms=self.left_ms)

    async def ask_controller(self, message: Message, *, at_most: int | None = None) -> Any:
        """Ask the controller.

        :raises KlogError: NOT_CONTROLLER; there is none at the moment.
        """
        return await self.ask(await self._controller(), message, at_most=at_most)

    async def controller_version(self, request_type: type[Message]) -> int:
        """The version to speak with the controller.

        :raises KlogError: as `ask_controller` and `choose`.
        """
        return await self.choose(await self._controller(), request_type)

    async def _controller(self) -> int:
        believed = self.routing.metadata
        if believed.node(believed.controller_id) is None:
            await self.refresh()
        if believed.node(believed.controller_id) is None:
            raise KlogError(ErrorCode.NOT_CONTROLLER, "the cluster has no controller at the moment")
        return believed.controller_id

    async def choose(self, node_id: int, request_type: type[Message], *, at_most: int | None = None, at_least: int = 0) -> int:
        """The version to speak with a broker.

        :raises KlogError: there is none, or the broker cannot be reached.
        """
        return (await self.reach(node_id)).choose(request_type, at_most=at_most, at_least=at_least)

    async def metadata(self, names: Collection[str] | None) -> MetadataResponse:
        """What a broker believes now of these topics, or of all; not out of the cache."""
        topics = None if names is None else [MetadataRequestTopic(name=name) for name in names]
        answer: MetadataResponse = await self.ask_any(MetadataRequest(topics=topics, allow_auto_topic_creation=False), at_most=12)
        if not self.routing.metadata.nodes:
            # So that the connection to the bootstrap server becomes its broker's.
            await self.refresh()
        for broker in answer.brokers:
            self.routing.metadata.learn(Node(broker.node_id, broker.host, broker.port, broker.rack))
        return answer

    async def refresh(self) -> None:
        """Learn anew who and where the brokers are, for as long as there is time."""
        with contextlib.suppress(TimeoutError):
            await self.routing.refresh().addTimeout(self.left_ms / 1000, self.routing.reactor)

    async def nodes(self) -> list[int]:
        """The ids of all brokers there are."""
        return sorted(broker.node_id for broker in (await self.metadata([])).brokers)

    # Many items ---------------------------------------------------------------------------------------------------------------------

    async def settle(
        self,
        items: Iterable[K],
        attempt: Callable[[list[K]], Awaitable[Mapping[K, V | KlogError]]],
        name: Callable[[K], str],
        *,
        final: Collection[ErrorCode] = (),
        refusals: Collection[ErrorCode] = (),
        happened: Callable[[list[K]], Awaitable[Mapping[K, V | KlogError]]] | None = None,
    ) -> Outcomes[K, V]:
        """Ask about `items` until each has a value or a lasting error.

        :param attempt: asks once about those it is given; an error that it raises itself is that of all of them.
        :param name: of an item, for the sentence where a broker says nothing about it.
        :param final: errors that are lasting here, though they pass elsewhere.
        :param refusals: errors by which a change is refused that is done already.
        :param happened: looks which of these changes, which may have happened and were refused, are done; their values, and the errors of
            those of which that cannot be told now. One of which it is never told has the error that came in place of the lost answer.
        """
        waiting = list(dict.fromkeys(items))
        order = list(waiting)
        done: dict[K, V] = {}
        troubled: dict[K, TroubledItem] = {}
        if happened is None:
            refusals = ()
        while waiting:
            looking = {item for item in waiting if item in troubled and troubled[item].is_looked_up}
            answers = await self._answers([item for item in waiting if item not in looking], attempt, troubled)
            found = await self._look([item for item in waiting if item in looking], happened)
            again = []
            moved = False
            for item in waiting:
                answer: V | KlogError
                if item in found:
                    answer = found[item]
                elif item in looking:
                    troubled[item].did_not_happen()
                    continue
                elif item in answers:
                    answer = answers[item]
                else:
                    answer = item_error(ErrorCode.UNKNOWN_SERVER_ERROR, name(item), "the broker's answer does not mention it")
                if not isinstance(answer, KlogError):
                    done[item] = answer
                    continue
                if item not in troubled:
                    retry_policy = RetryPolicy(self.routing.reactor.seconds, self._backoff, self._until)
                    troubled[item] = TroubledItem(name(item), retry_policy, answer)
                trouble = trouble_of_answer(answer, is_unanswered=self.is_unanswered(answer), final=final, refusals=refusals)
                step = troubled[item].met(answer, trouble)
                moved = moved or step is Step.REFRESH
                if step is not Step.GIVE_UP:
                    again.append(item)
            waiting = again
            if not waiting or self.is_late:
                break
            self._leaders.clear()
            await self.pause()
            if moved:
                await self.refresh()
            if self.is_late:
                break
        failed = {item: troubled[item].error for item in order if item not in done}
        return Outcomes({item: done[item] for item in order if item in done}, failed)

    async def _answers(
        self, items: list[K], attempt: Callable[[list[K]], Awaitable[Mapping[K, V | KlogError]]], troubled: Mapping[K, TroubledItem]
    ) -> Mapping[K, V | KlogError]:
        if not items:
            return {}
        try:
            return await attempt(items)
        except KlogError as error:
            # Cut off by the end of the time: what was said before says more.
            return {item: troubled[item].answer if self.is_late and item in troubled else error for item in items}

    async def _look(
        self, items: list[K], happened: Callable[[list[K]], Awaitable[Mapping[K, V | KlogError]]] | None
    ) -> Mapping[K, V | KlogError]:
        """What `happened` says; why it cannot say it is the error of all of them."""
        if not items or happened is None:
            return {}
        try:
            return await happened(items)
        except KlogError as error:
            return dict.fromkeys(items, error)

    async def by_leader(
        self,
        partitions: list[TopicPartition],
        ask: Callable[[int, list[TopicPartition]], Coroutine[Any, Any, Mapping[TopicPartition, V | KlogError]]],
    ) -> dict[TopicPartition, V | KlogError]:
        """One attempt: ask each leader about its partitions, all leaders side by side. A leader's failure is its partitions' error."""
        leaders, answers = await self.leaders(partitions)
        found: dict[TopicPartition, V | KlogError] = dict(answers)
        for each in await self.each(leaders, ask):
            found.update(each)
        return found

    async def leaders(
        self, partitions: Iterable[TopicPartition]
    ) -> tuple[dict[int, list[TopicPartition]], dict[TopicPartition, KlogError]]:
        """Partitions by who leads them, and those that nobody leads; within one call a leader is asked for once, until something fails."""
        leaders: dict[int, list[TopicPartition]] = {}
        wanted: list[TopicPartition] = []
        for partition in partitions:
            if partition in self._leaders:
                leaders.setdefault(self._leaders[partition], []).append(partition)
            else:
                wanted.append(partition)
        if not wanted:
            return leaders, {}
        answer = await self.metadata(sorted({partition.topic for partition in wanted}))
        topics = {topic.name: topic for topic in answer.topics}
        errors: dict[TopicPartition, KlogError] = {}
        numbers = {name: {one.partition_index: one for one in topic.partitions} for name, topic in topics.items()}
        for partition in wanted:
            topic = topics.get(partition.topic)
            error = topic_error(partition.topic, topic)
            if error is not None:
                errors[partition] = error
                continue
            one = numbers[partition.topic].get(partition.partition)
            if one is None:
                count = len(numbers[partition.topic])
                sentence = f"the topic has {count} partition{'' if count == 1 else 's'}"
                errors[partition] = item_error(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, f"partition {partition}", sentence)
            elif one.leader_id < 0:
                errors[partition] = item_error(one.error_code or ErrorCode.LEADER_NOT_AVAILABLE, f"partition {partition}")
            else:
                self._leaders[partition] = one.leader_id
                leaders.setdefault(one.leader_id, []).append(partition)
        return leaders, errors

    async def by_coordinator(
        self,
        keys: list[str],
        ask: Callable[[int, list[str]], Coroutine[Any, Any, Mapping[str, V | KlogError]]],
        *,
        kind: int = GROUP,
    ) -> dict[str, V | KlogError]:
        """One attempt: ask each coordinator about its groups (or transactional ids), at most `KEYS_AT_ONCE` in one go."""
        coordinators, errors = await self.coordinators(keys, kind)
        found: dict[str, V | KlogError] = dict(errors)
        for each in await self.each(coordinators, ask, KEYS_AT_ONCE):
            found.update(each)
        return found

    async def each(
        self,
        by_node: Mapping[N, list[K]],
        ask: Callable[[N, list[K]], Coroutine[Any, Any, Mapping[K, V | KlogError]]],
        at_once: int = 1 << 30,
    ) -> list[Mapping[K, V | KlogError]]:
        """Ask each node about its items, in lots of `at_once`; a node's failure is an answer about its items."""

        async def one(node_id: N, items: list[K]) -> Mapping[K, V | KlogError]:
            try:
                return await ask(node_id, items)
            except KlogError as error:
                return dict.fromkeys(items, error)

        lots = [(node_id, items[start : start + at_once]) for node_id, items in by_node.items() for start in range(0, len(items), at_once)]
        return await self.together([partial(one, node_id, items) for node_id, items in lots])

    async def every_node(
        self, nodes: Iterable[int], ask: Callable[[int, list[int]], Coroutine[Any, Any, Mapping[int, V | KlogError]]]
    ) -> Outcomes[int, V]:
        """Ask each of these brokers, side by side: ``await ask(node_id, [node_id])`` gives a value or an error for it."""

        async def attempt(nodes: list[int]) -> dict[int, V | KlogError]:
            found: dict[int, V | KlogError] = {}
            for each in await self.each({node_id: [node_id] for node_id in nodes}, ask):
                found.update(each)
            return found

        return await self.settle(nodes, attempt, "broker {}".format)

    async def coordinators(self, keys: Iterable[str], kind: int = GROUP) -> tuple[dict[int, list[str]], dict[str, KlogError]]:
        """Keys by who coordinates them, and the errors of the others: few requests (KIP-699), or one for each key where brokers are older.

        Asked anew each time: administration wants what is true now, and a thousand groups cost one request.
        """
        found: dict[int, list[str]] = {}
        errors: dict[str, KlogError] = {}

        async def find(lot: list[str]) -> bool:
            answers, several = await ask_who_coordinates(self.routing, lot, kind, timeout_ms=self.left_ms)
            for answer in answers:
                if answer.error_code:
                    what = f"{'group' if kind == GROUP else 'transactional id'} {answer.key}"
                    errors[answer.key] = item_error(answer.error_code, what, answer.error_message or None)
                else:
                    self.routing.metadata.learn(Node(answer.node_id, answer.host, answer.port))
                    found.setdefault(answer.node_id, []).append(answer.key)
            return several

        async def single(key: str) -> None:
            try:
                await find([key])
            except KlogError as error:
                errors[key] = error

        wanted = list(keys)
        several = True
        while wanted and several:
            lot, wanted = wanted[:KEYS_AT_ONCE], wanted[KEYS_AT_ONCE:]
            several = await find(lot)
            if not several:
                wanted = lot[1:] + wanted
        await self.together([partial(single, key) for key in wanted])
        return found, errors

    async def together(self, works: Collection[Callable[[], Awaitable[V]]], limit: int = MAX_CONCURRENT) -> list[V]:
        """The results of all `works`, in their order, `limit` at a time; the first that raises ends it when the others are done."""
        return await run_concurrently(works, limit)


def topic_error(name: str, topic: MetadataResponseTopic | None) -> KlogError | None:
    """What is wrong with a whole topic in a Metadata answer."""
    if topic is None:
        return item_error(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, f"topic {name}", "no broker knows it")
    if topic.error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION:
        return item_error(topic.error_code, f"topic {name}", "there is no such topic")
    return item_error(topic.error_code, f"topic {name}") if topic.error_code else None


async def run_concurrently(works: Collection[Callable[[], Awaitable[V]]], limit: int = MAX_CONCURRENT) -> list[V]:
    """See `Call.together`."""
    results: dict[int, V] = {}
    queue: Iterator[tuple[int, Callable[[], Awaitable[V]]]] = iter(list(enumerate(works)))

    async def worker() -> None:
        for number, work in queue:
            results[number] = await work()

    workers = [Deferred.fromCoroutine(worker()) for _ in range(min(limit, len(works)))]
    for _fine, value in await DeferredList(workers, consumeErrors=True):
        if isinstance(value, Failure):
            value.raiseException()
    return [results[number] for number in range(len(works))]


def within(call: Call, what: str, work: Coroutine[Any, Any, V]) -> Deferred[V]:
    """`work` as a Deferred that fires in time, whatever happens.

    :param what: for the sentence of a call that was cut off.
    """

    def cut_off(_result: V | Failure, _timeout_s: float) -> V | Failure:
        raise KlogError(ErrorCode.REQUEST_TIMED_OUT, f"{what} was not done within {call.timeout_ms} ms")

    return Deferred.fromCoroutine(work).addTimeout(call.timeout_ms / 1000 + _GRACE_S, call.routing.reactor, onTimeoutCancel=cut_off)
