"""Produce requests that were recognised and not decoded (`klog.wire.repeated_requests`), appended and answered without an object for each
of their parts.

What they say was found out with the first of their kind, and stands in a `klog.broker.producing.plan`. All batches of a run for one
partition are one write, as with those that are decoded (`klog.broker.handlers.produce`), and nothing is appended before each request of the
run was found to be ordinary; one that is not sends the whole run the long way. A request alone for one partition, as most are whose client
waits for each answer, has a way of its own: the bookkeeping of several would cost it a tenth of its time.

What is not ordinary only when it was appended (refused, or another time than the producer's) gets its answer from the handler.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from klog.acls import AclOperation, AclResourceType
from klog.broker.audit.produce_counts import CountedClient, ProduceCounts
from klog.broker.handler import ConnectionInfo, HandlerResult
from klog.broker.producing.delayed_repeat import DelayedRepeat, PendingRepeat
from klog.broker.producing.plan import Place, Plan
from klog.broker.replicas.partition import Partition
from klog.broker.replicas.partitions import Partitions
from klog.broker.transactions.produce_verification import ATTRIBUTES_AT, PRODUCER, goes_on
from klog.net.principal import ANONYMOUS
from klog.records.contract import TRANSACTIONAL
from klog.storage.log.values import AppendEntry, AppendResult
from klog.wire.messages.produce import ProduceRequest, ProduceResponse
from klog.wire.produce_repeat import Repeat
from klog.wire.request import Request

#: Who writes, where nobody counts it.
_NOBODY = CountedClient("", None, ANONYMOUS)

#: What became of a request's batches so far, by the indexes of their partitions.
Found = dict[int, tuple[Partition, AppendResult]]
#: Whose an entry is: the place of its request in the run, the request, and where the result belongs if it is one of several.
_Asked = tuple[int, Request, Plan, Place, Found | None]
#: All entries for one partition of a run.
_RepeatGroup = tuple[list[AppendEntry], list[_Asked]]


class ProduceRepeats:
    """See the module.

    :param unusual: answers a request that is not ordinary, given what became of its batches.
    :param tell_leaders: says who leads in an answer with NOT_LEADER_OR_FOLLOWER (KIP-951).
    :param counts: counts what is appended, by who wrote it; None where there is no audit.
    """

    def __init__(
        self,
        partitions: Partitions,
        unusual: Callable[[Request, Found, ConnectionInfo], HandlerResult],
        tell_leaders: Callable[[Request, ConnectionInfo, ProduceResponse], None],
        counts: ProduceCounts | None,
    ) -> None:
        self._partitions = partitions
        self._unusual = unusual
        self._tell_leaders = tell_leaders
        self._counts = counts

    def handle(self, requests: Sequence[Request], connection: ConnectionInfo) -> Sequence[HandlerResult] | None:
        """Append the batches of requests that came together, each partition's with one write; what is ordinary is answered with `bytes`.
        None: one of them wants a closer look, and nothing was appended."""
        if len(requests) == 1 and requests[0].batches_by_index is None:
            return self._handle_one(requests[0], connection)
        groups: dict[Partition, _RepeatGroup] = {}
        # Requests for several partitions, answered when all of those have appended.
        for_several: list[tuple[int, Request, Plan, Found]] | None = None
        # Most of a run are like the one before, of the same producer: what is known of them so far, by the partitions' indexes.
        before: Repeat | None = None
        by_index: dict[int, tuple[Place, list[AppendEntry], list[_Asked]]] = {}
        producers: dict[int, memoryview] | None = None
        for number, request in enumerate(requests):
            repeat, batches = request.repeat, request.batches_by_index
            assert repeat is not None
            if repeat is not before:
                if before is not None:
                    by_index, producers = {}, None
                before = repeat
                plan: Plan = repeat.plan
                if plan is None:
                    plan = repeat.plan = Plan(repeat)
            found: Found | None = None
            producer_of_request: memoryview | None = None
            if batches is not None:
                found = {}
                if for_several is None:
                    for_several = []
                for_several.append((number, request, plan, found))
            for index, records in ((request.index, request.records),) if batches is None else batches.items():
                assert records is not None
                lane = by_index.get(index)
                if lane is None:
                    planned = self._place(request, repeat, plan, index, connection)
                    if planned is None:
                        return None
                    group = groups.get(planned.partition)
                    if group is None:
                        group = groups[planned.partition] = [], []
                    lane = by_index[index] = planned, group[0], group[1]
                place, entries, asked = lane
                if len(records) > ATTRIBUTES_AT and records[ATTRIBUTES_AT] & TRANSACTIONAL:
                    # The coordinator is asked about the first of a transaction here, and batches of several producers are refused.
                    producer = records[PRODUCER]
                    if producers is None:
                        producers = {}
                    if producer != producers.get(index):
                        if not (plan.transacts and goes_on(place.partition, records)):
                            return None
                        producers[index] = producer
                    if producer_of_request is not None and producer_of_request != producer:
                        return None
                    producer_of_request = producer
                entries.append(AppendEntry(records, request.api_version))
                asked.append((number, request, plan, place, found))
        results: list[HandlerResult] = [None] * len(requests)
        for partition, (entries, asked) in groups.items():
            appended = partition.append(entries)
            for (number, request, plan, place, found), result in zip(asked, appended, strict=True):
                if found is None:
                    results[number] = self._answer_one(request, plan, place, result, connection)
                    continue
                if self._counts is not None:
                    self._count(request, plan, place, result)
                found[place.index] = partition, result
        if for_several is not None:
            for number, request, plan, found in for_several:
                results[number] = self._answer(request, plan, found, connection)
        return results

    def _handle_one(self, request: Request, connection: ConnectionInfo) -> Sequence[HandlerResult] | None:
        """`handle` of one request for one partition, as most are whose client waits for each answer."""
        repeat, records = request.repeat, request.records
        assert repeat is not None and records is not None
        plan: Plan = repeat.plan
        if plan is None:
            plan = repeat.plan = Plan(repeat)
        place = self._place(request, repeat, plan, request.index, connection)
        if place is None:
            return None
        partition = place.partition
        if len(records) > ATTRIBUTES_AT and records[ATTRIBUTES_AT] & TRANSACTIONAL and not (plan.transacts and goes_on(partition, records)):
            return None
        (result,) = partition.append([AppendEntry(records, request.api_version)])
        return (self._answer_one(request, plan, place, result, connection),)

    def _answer_one(self, request: Request, plan: Plan, place: Place, result: AppendResult, connection: ConnectionInfo) -> HandlerResult:
        """Count what a request for one partition has appended, and answer it."""
        if self._counts is not None:
            self._count(request, plan, place, result)
        partition = place.partition
        if (
            result.code
            or result.log_append_time_ms >= 0
            or ((partition.is_replicated or partition.flush_rule) and partition.waits_for(plan.acks))
        ):
            return self._answer(request, plan, {place.index: (partition, result)}, connection)
        return place.answer(request.correlation_id, result) if plan.acks else None

    def _count(self, request: Request, plan: Plan, place: Place, result: AppendResult) -> None:
        """Count what was appended, by who wrote it. A tally knows nothing of transactions."""
        counts, partition = self._counts, place.partition
        assert counts is not None
        if plan.transacts or not place.tally.add(result.base_offset, result.last_offset, result.min_timestamp, result.max_timestamp):
            counts.add(place.client, AppendEntry(request.batches[place.index], request.api_version), result)
        elif partition.flush_rule or partition.is_replicated:
            counts.appended(place.client, result, {result.max_timestamp: result.last_offset - result.base_offset + 1})

    def _place(self, request: Request, repeat: Repeat, plan: Plan, index: int, connection: ConnectionInfo) -> Place | None:
        """Where records for a partition go now; None where they want a closer look."""
        place = plan.places.get(index)
        if place is None or place.partition.ended:
            place = self._find_place(repeat, plan, index, connection, request.client_id)
        if place is None or ((partition := place.partition).is_replicated and partition.refusal_of(repeat.acks)):
            return None
        return place

    def _find_place(self, repeat: Repeat, plan: Plan, index: int, connection: ConnectionInfo, client_id: str | None) -> Place | None:
        """Where records for one of the topic's partitions go; None where they need a closer look each time. It rests on what the client may
        do now: the dispatcher drops the plan when that may be something else."""
        by_id = repeat.api_version >= 13
        partition = self._partitions.get_by_id(repeat.topic_id, index) if by_id else self._partitions.get(repeat.name, index)
        if partition is None or partition.is_internal or not -1 <= repeat.acks <= 1:
            return None
        topic = partition.topic_partition.topic
        needed = [(AclResourceType.TOPIC, topic)]
        if repeat.transactional_id is not None:
            needed.append((AclResourceType.TRANSACTIONAL_ID, repeat.transactional_id))
        for kind, name in needed:
            if not connection.rights.may(ProduceRequest.api_key, AclOperation.WRITE, kind, name, tells=False):
                return None
        # What is not counted, nor looked at as closely as cells have to be, goes the long way.
        client = _NOBODY if self._counts is None else self._counts.client(partition, client_id, connection.principal)
        if client is None:
            return None
        place = Place(repeat, index, partition, client)
        plan.add(place)
        return place

    def _answer(self, request: Request, plan: Plan, found: Found, connection: ConnectionInfo) -> HandlerResult:
        """What to answer to a request that was recognised, where that is more than one number: for several partitions, refused, or waiting
        for a flush or for other replicas.

        :param found: what became of its batches, in the order in which they were appended.
        """
        acks = plan.acks
        indexes = tuple(request.batches)
        results: list[AppendResult] = []
        waiting: list[PendingRepeat] = []
        for index in indexes:
            partition, result = found[index]
            if result.code or result.log_append_time_ms >= 0:
                return self._unusual(request, found, connection)
            if acks and partition.waits_for(acks):
                code = partition.acknowledgement(acks, result.last_offset + 1)
                if code is None:
                    waiting.append((partition, result.last_offset + 1, partition.flush_failures, len(results)))
                elif code:
                    return self._unusual(request, found, connection)
            results.append(result)
        if not acks:
            return None
        answer = plan.answer(request.correlation_id, indexes, results)
        if not waiting:
            return answer

        def tell(response: ProduceResponse) -> None:
            self._tell_leaders(request, connection, response)

        repeat = request.repeat
        assert repeat is not None
        produces = self._partitions.produces
        operation = DelayedRepeat(answer, waiting, produces, request.api_version, acks, tell)
        for partition, _, _, _ in waiting:
            if partition.flush_rule:
                partition.request_flush()
        if operation.ready(waiting[0][0].topic_partition):
            operation.complete()
        else:
            produces.watch(operation, operation.keys, repeat.timeout_ms)
        return operation.deferred
