"""Metadata: which brokers there are, which topics, and who leads their partitions.

| key | 3 |
|---|---|
| versions | 0 to 13 |
| 0 | an empty list of topics asks for all of them; later null does, and an empty list for none |
| 1 | controller id, rack, internal topics |
| 2, 3 | cluster id; throttle time |
| 4 | the client may forbid the creation of topics |
| 5, 7 | offline replicas; leader epochs |
| 6 | LISTENER_NOT_FOUND in place of LEADER_NOT_AVAILABLE where only the listener is missing |
| 8 | authorized operations (the cluster's until 10 only) |
| 9 | flexible |
| 10 | topic ids in answers |
| 12 | topics may be asked for by id |
| 13 | an error code for the whole |

Topics that the client may not describe are left out where all are asked for. Named, they are refused with TOPIC_AUTHORIZATION_FAILED and
without an id, whether or not they exist; asked for by id, without a name.

A named topic that does not exist is made on the spot where client and broker allow it, and answered with its partitions. (Kafka answers
UNKNOWN_TOPIC_OR_PARTITION the first time and has the client ask again.)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from twisted.internet.defer import CancelledError, Deferred, DeferredList
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.acls import AclOperation, AclResourceType
from klog.broker.cluster_operations import cluster_operations
from klog.broker.cluster_view import MAX_PARTITIONS_PER_REQUEST, Node, Settings, reachable, view_of
from klog.broker.handler import RequestContext
from klog.broker.long_answers import STEP, LongAnswers, Making
from klog.cluster import topic_names
from klog.cluster.interfaces import ICoordination, PartitionInfo, TopicInfo
from klog.cluster.placement import check_copies, place
from klog.errors import ErrorCode, KlogError
from klog.log_rate_limit import LogBurstLimit
from klog.model import NO_AUTHORIZED_OPERATIONS, NO_TOPIC_ID, TopicId
from klog.wire.messages.metadata import (
    MetadataRequest,
    MetadataResponse,
    MetadataResponseBroker,
    MetadataResponsePartition,
    MetadataResponseTopic,
)

#: Names of topics that could not be made; so many are remembered, and none of these is logged a second time.
_MAX_REMEMBERED = 1000
#: Clients may name as many as they like: so many lines at most, in so many seconds; the next line says how many names had none.
_MOST_TOLD, _TOLD_INTERVAL_S = 20, 10.0


#: Error, leader, replicas, those in sync, and those offline, as a client is shown them.
_View = tuple[ErrorCode, int, list[int], list[int], list[int]]
#: In one answer by leader, replicas and those in sync: of ten thousand partitions most are like another one.
_Shown = dict[tuple[int, tuple[int, ...], tuple[int, ...]], _View]


class MetadataHandler:
    """Tells of brokers and topics.

    :param coordination: who knows them.
    :param settings: ``auto.create.topics.enable``, ``num.partitions``, ``default.replication.factor``.
    :param answers: has those made that are of thousands of partitions. :param seconds: a clock.
    """

    request_type = MetadataRequest
    versions = (0, 13)
    log = Logger()

    def __init__(
        self,
        coordination: ICoordination,
        settings: Settings,
        answers: LongAnswers | None = None,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self._coordination = coordination
        self._settings = settings
        self._answers = answers or LongAnswers()
        #: What each of them is answered where it is still not there.
        self._not_made: dict[str, ErrorCode] = {}
        self._lines = LogBurstLimit(seconds, _MOST_TOLD, _TOLD_INTERVAL_S)

    def handle(self, context: RequestContext, request: MetadataRequest) -> MetadataResponse | Deferred[MetadataResponse]:
        """Answer one request (``KafkaApis.handleTopicMetadataRequest``)."""
        wanted = request.topics
        if wanted is None or (context.api_version == 0 and not wanted):
            return self._answer(context, request, self._coordination.topics(), [], [], hides=True)
        for topic in wanted:
            if context.api_version < 12 and topic.name is None:
                raise KlogError(ErrorCode.INVALID_REQUEST, f"Topic name can not be null for version {context.api_version}")
            if context.api_version < 12 and topic.topic_id != NO_TOPIC_ID:
                raise KlogError(ErrorCode.INVALID_REQUEST, f"Topic IDs are not supported in requests for version {context.api_version}")
        ids = list(dict.fromkeys(topic.topic_id for topic in wanted if topic.topic_id != NO_TOPIC_ID))
        if ids:
            # Kafka looks at no name where there is an id.
            known = [(topic_id, self._coordination.topic_by_id(TopicId(topic_id))) for topic_id in ids]
            hidden, told = context.sort(
                AclOperation.DESCRIBE, AclResourceType.TOPIC, [topic for _, topic in known if topic], lambda topic: topic.name
            )
            unknown = [_no_topic(ErrorCode.UNKNOWN_TOPIC_ID, None, topic_id) for topic_id, topic in known if not topic]
            # An id is no secret, its name is.
            refused = [_no_topic(ErrorCode.TOPIC_AUTHORIZATION_FAILED, None, topic.topic_id) for topic in hidden]
            return self._answer(context, request, [topic.name for topic in told], unknown, refused)
        if any(topic.name is None for topic in wanted):
            raise KlogError(ErrorCode.INVALID_REQUEST, "a topic with neither name nor id")
        named = dict.fromkeys(topic.name for topic in wanted if topic.name is not None)
        denied, names = context.sort(AclOperation.DESCRIBE, AclResourceType.TOPIC, named, str)
        # Whether there is such a topic is not even looked at.
        refused = [_no_topic(ErrorCode.TOPIC_AUTHORIZATION_FAILED, name) for name in denied]
        if request.allow_auto_topic_creation and self._settings.boolean("auto.create.topics.enable"):
            missing = [name for name in names if name not in self._coordination.topics()]
            if not context.may_with_cluster(AclOperation.CREATE):
                denied, missing = context.sort(AclOperation.CREATE, AclResourceType.TOPIC, missing, str)
                refused = [
                    _no_topic(ErrorCode.TOPIC_AUTHORIZATION_FAILED, name, is_internal=topic_names.is_internal(name)) for name in denied
                ] + refused
                not_to_be_made = frozenset(denied)
                names = [name for name in names if name not in not_to_be_made]
            missing = [name for name in missing if topic_names.fault_of(name) is None]
            made = self._make(missing)
            if made:
                return DeferredList(made).addCallback(lambda _: self._made(context, request, names, refused))
        return self._answer(context, request, names, [], refused)

    def _made(
        self, context: RequestContext, request: MetadataRequest, names: Sequence[str], refused: Sequence[MetadataResponseTopic]
    ) -> MetadataResponse | Deferred[MetadataResponse]:
        """Answer when topics have been made, by what the client may know now."""
        denied, names = context.sort(AclOperation.DESCRIBE, AclResourceType.TOPIC, names, str)
        late = [_no_topic(ErrorCode.TOPIC_AUTHORIZATION_FAILED, name) for name in denied]
        return self._answer(context, request, names, [], [*late, *refused])

    def error_answer(self, version: int, request: MetadataRequest, code: ErrorCode, sentence: str | None) -> MetadataResponse:
        """The same error for every topic asked for."""
        topics = [
            MetadataResponseTopic(name=topic.name or "", topic_id=topic.topic_id, error_code=code, partitions=[])
            for topic in request.topics or ()
        ]
        return MetadataResponse(topics=topics, error_code=code)

    # Creation

    def _make(self, names: Sequence[str]) -> list[Deferred[Any]]:
        """Begin to make topics; the Deferreds never fail."""
        partitions = self._settings.integer("num.partitions")
        made: list[Deferred[Any]] = []
        for name in names:
            if topic_names.is_internal(name):
                # Whoever needs them makes them, with their own settings.
                continue
            try:
                if partitions * len(names) > MAX_PARTITIONS_PER_REQUEST:
                    raise KlogError(ErrorCode.POLICY_VIOLATION, "Excessively large number of partitions per request.")
                topic_names.check_free(name, self._coordination.topics())
                factor = self._settings.integer("default.replication.factor")
                assignment = place(name, partitions, factor, self._coordination.brokers())
                check_copies(factor, self._coordination.is_controlled)
            except KlogError as error:
                self._refused(name, error)
                continue
            made.append(self._coordination.create_topic(name, assignment, {}).addErrback(self._failed, name))
        return made

    def _failed(self, failure: Failure, name: str) -> None:
        error = failure.value
        if isinstance(error, CancelledError):
            # Who asked has gone; the topic may still be made.
            return
        if not isinstance(error, KlogError):
            self.log.failure("could not make the topic {topic} that a client asked for", failure, topic=name)
        elif error.code is not ErrorCode.TOPIC_ALREADY_EXISTS:
            self._refused(name, error)

    def _refused(self, name: str, error: KlogError) -> None:
        if name not in self._not_made:
            if len(self._not_made) >= _MAX_REMEMBERED:
                self._not_made.clear()
            untold = self._lines.begin()
            if untold is not None:
                more = f" (and {untold} others before it, of which nothing was told)" if untold else ""
                self.log.warn(
                    "topic {topic}, which a client asked for, was not made: {error}{more}", topic=name, error=str(error), more=more
                )
        # What was wrong the last time may be right by now, or something else.
        self._not_made[name] = error.code

    # The answer

    def _answer(
        self,
        context: RequestContext,
        request: MetadataRequest,
        names: Iterable[str],
        unknown: Sequence[MetadataResponseTopic],
        refused: Sequence[MetadataResponseTopic],
        *,
        hides: bool = False,
    ) -> MetadataResponse | Deferred[MetadataResponse]:
        """The answer.

        :param names: of topics that are told of.
        :param unknown: what stands before them,
        :param refused: and behind them.
        :param hides: whether those are left out that the client may not describe, of whom nobody has asked that yet.
        """
        topics = self._coordination.topics()
        # As they are now, whatever becomes of them while the answer is made.
        wanted = [(name, topics.get(name)) for name in names]
        partitions = sum(len(topic.partitions) for _, topic in wanted if topic is not None)
        return self._answers.make(self._making(context, request, wanted, unknown, refused, hides=hides), partitions)

    def _making(
        self,
        context: RequestContext,
        request: MetadataRequest,
        wanted: Sequence[tuple[str, TopicInfo | None]],
        unknown: Sequence[MetadataResponseTopic],
        refused: Sequence[MetadataResponseTopic],
        *,
        hides: bool,
    ) -> Making[MetadataResponse]:
        version = context.api_version
        coordination = self._coordination
        brokers = coordination.brokers()
        nodes = reachable(brokers, context.connection)
        live = {broker.broker_id for broker in brokers}
        tells_operations = version >= 8 and request.include_topic_authorized_operations
        answered = list(unknown)
        shown: _Shown = {}
        told = 0
        for name, topic in wanted:
            if told >= STEP:
                told = 0
                yield
            # Whatever is asked of rights takes its time as well.
            told += 1
            if hides and not context.would(AclOperation.DESCRIBE, AclResourceType.TOPIC, name):
                continue
            may = context.operations(AclResourceType.TOPIC, name) if tells_operations else NO_AUTHORIZED_OPERATIONS
            if topic is not None:
                one = MetadataResponseTopic(
                    name=topic.name,
                    topic_id=topic.topic_id,
                    is_internal=topic.is_internal,
                    partitions=[],
                    topic_authorized_operations=may,
                )
                answered.append(one)
                for first in range(0, len(topic.partitions), STEP):
                    some = topic.partitions[first : first + STEP]
                    one.partitions += _existing(some, first, version, nodes, live, shown)
                    told += len(some)
                    if told >= STEP:
                        told = 0
                        yield
            else:
                code = ErrorCode.INVALID_TOPIC_EXCEPTION if topic_names.fault_of(name) else ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
                # As Kafka: the one reason that the configuration is to blame for, of which the client would hear nothing else.
                if request.allow_auto_topic_creation and self._not_made.get(name) is ErrorCode.INVALID_REPLICATION_FACTOR:
                    code = ErrorCode.INVALID_REPLICATION_FACTOR
                answered.append(
                    MetadataResponseTopic(
                        error_code=code,
                        name=name,
                        is_internal=topic_names.is_internal(name),
                        partitions=[],
                        topic_authorized_operations=may,
                    )
                )
        answered += refused
        cluster = 8 <= version <= 10 and request.include_cluster_authorized_operations
        return MetadataResponse(
            brokers=[
                MetadataResponseBroker(node_id=node.broker_id, host=node.host, port=node.port, rack=node.rack) for node in nodes.values()
            ],
            cluster_id=coordination.cluster_id(),
            controller_id=coordination.controller_id(),
            topics=answered,
            cluster_authorized_operations=cluster_operations(context) if cluster else NO_AUTHORIZED_OPERATIONS,
        )


def _no_topic(code: ErrorCode, name: str | None, topic_id: bytes = NO_TOPIC_ID, *, is_internal: bool = False) -> MetadataResponseTopic:
    return MetadataResponseTopic(error_code=code, name=name, topic_id=topic_id, is_internal=is_internal, partitions=[])


def _existing(
    some: Sequence[PartitionInfo], first: int, version: int, nodes: Mapping[int, Node], live: set[int], shown: _Shown
) -> list[MetadataResponsePartition]:
    """Partitions of a topic.

    :param first: the number of the first of them.
    """
    partitions = []
    for index, partition in enumerate(some, first):
        key = (partition.leader, partition.replicas, partition.in_sync_replicas)
        view = shown.get(key)
        if view is None:
            view = shown[key] = _view(partition, version, nodes, live)
        code, leader, replicas, in_sync, offline = view
        partitions.append(
            MetadataResponsePartition(
                error_code=code,
                partition_index=index,
                leader_id=leader,
                leader_epoch=partition.leader_epoch,
                replica_nodes=replicas,
                isr_nodes=in_sync,
                offline_replicas=offline,
            )
        )
    return partitions


def _view(partition: PartitionInfo, version: int, nodes: Mapping[int, Node], live: set[int]) -> _View:
    code, leader, offline = view_of(partition, nodes, live)
    replicas, in_sync = list(partition.replicas), list(partition.in_sync_replicas)
    if code is ErrorCode.LISTENER_NOT_FOUND and version < 6:
        code = ErrorCode.LEADER_NOT_AVAILABLE
    if version == 0:
        # The oldest clients are shown only replicas that they can reach, and told that some are missing.
        shown = [replica for replica in replicas if replica in nodes]
        shown_in_sync = [replica for replica in in_sync if replica in nodes]
        if code is ErrorCode.NONE and (len(shown) < len(replicas) or len(shown_in_sync) < len(in_sync)):
            code = ErrorCode.REPLICA_NOT_AVAILABLE
        replicas, in_sync = shown, shown_in_sync
    return code, leader, replicas, in_sync, offline
