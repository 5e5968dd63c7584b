"""DeleteTopics: remove topics with all that is in them.

| key | 20 |
|---|---|
| versions | 0 to 6 |
| 3 | TOPIC_DELETION_DISABLED in place of INVALID_REQUEST where ``delete.topic.enable`` is false |
| 4, 5 | flexible; error messages |
| 6 | topics by name or by id (KIP-516) |
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from twisted.internet.defer import Deferred, DeferredList
from twisted.python.failure import Failure

from klog.acls import AclOperation, AclResourceType
from klog.broker.admin_answers import check_time, refusal_in, when_all
from klog.broker.cluster_view import Settings
from klog.broker.handler import RequestContext
from klog.broker.long_answers import STEP, LongAnswers, Making
from klog.cluster.interfaces import ICoordination
from klog.errors import ErrorCode, KlogError
from klog.model import NO_TOPIC_ID, TopicId
from klog.wire.messages.delete_topics import DeletableTopicResult, DeleteTopicsRequest, DeleteTopicsResponse

#: An answer, and what must be done before it leaves.
_Begun = tuple[DeleteTopicsResponse, list[Deferred[Any]]]


class DeleteTopicsHandler:
    """Removes topics.

    :param coordination: who removes them.
    :param settings: ``delete.topic.enable``.
    :param answers: has those made that are of thousands of topics.
    """

    request_type = DeleteTopicsRequest
    versions = (0, 6)

    def __init__(self, coordination: ICoordination, settings: Settings, answers: LongAnswers | None = None) -> None:
        self._answers = answers or LongAnswers()
        self._coordination = coordination
        self._settings = settings

    def handle(self, context: RequestContext, request: DeleteTopicsRequest) -> DeleteTopicsResponse | Deferred[DeleteTopicsResponse]:
        """Answer one request (``ControllerApis.deleteTopics``)."""
        if not self._settings.boolean("delete.topic.enable"):
            if context.api_version < 3:
                raise KlogError(ErrorCode.INVALID_REQUEST, "This version does not support topic deletion.")
            raise KlogError(ErrorCode.TOPIC_DELETION_DISABLED)
        check_time(request.timeout_ms)
        count = len(request.topics) + len(request.topic_names)
        begun = self._answers.make(self._begin(context, request), count)
        return begun.addCallback(_when_gone) if isinstance(begun, Deferred) else _when_gone(begun)

    def _begin(self, context: RequestContext, request: DeleteTopicsRequest) -> Making[_Begun]:
        """Ask for each topic to be removed; the answer, and what it waits for. Between two yields others come; what is asked for then is
        looked at when it is removed."""
        answer = DeleteTopicsResponse(responses=[])
        wanted = yield from self._sort_out(context, request, answer)
        by_id = {topic.topic_id for topic in request.topics} if context.api_version >= 6 else set()
        together: list[Deferred[Any]] = []
        under_way: list[Deferred[Any]] = []
        for number, (topic_id, name) in enumerate(wanted.items()):
            result = DeletableTopicResult(name=name, topic_id=topic_id)
            answer.responses.append(result)
            # Who named an id means that topic only, whatever has its name when it is our turn.
            gone = self._coordination.delete_topic(name, topic_id if topic_id in by_id else None)
            together.append(gone.addErrback(_refused, result))
            if number % STEP == STEP - 1:
                # A list of lists: nobody goes through thousands in one turn.
                under_way.append(_all_of(together))
                together = []
                yield
        return answer, under_way + together

    def error_answer(self, version: int, request: DeleteTopicsRequest, code: ErrorCode, sentence: str | None) -> DeleteTopicsResponse:
        """The same error for every topic."""
        wanted = (
            [(topic.name, topic.topic_id) for topic in request.topics]
            if version >= 6
            else [(name, NO_TOPIC_ID) for name in request.topic_names]
        )
        return DeleteTopicsResponse(
            responses=[DeletableTopicResult(name=name, topic_id=topic_id, error_code=code) for name, topic_id in wanted]
        )

    def _sort_out(self, context: RequestContext, request: DeleteTopicsRequest, answer: DeleteTopicsResponse) -> Making[dict[TopicId, str]]:
        """The topics to remove, by id; what is wrong with the others goes into `answer`. Who may not describe a topic learns neither the
        name that belongs to an id, nor whether there is one of a name."""
        deletes_all = context.may_with_cluster(AclOperation.DELETE)

        def may(operation: AclOperation, name: str) -> bool:
            return deletes_all or context.may(operation, AclResourceType.TOPIC, name)

        def refuse(name: str | None, topic_id: bytes, code: ErrorCode, sentence: str | None = None) -> None:
            error = KlogError(code, sentence)
            answer.responses.append(DeletableTopicResult(name=name, topic_id=topic_id, error_code=error.code, error_message=error.message))

        names: Counter[str] = Counter()
        ids: Counter[TopicId] = Counter()
        if context.api_version < 6:
            names.update(request.topic_names)
        else:
            for topic in request.topics:
                if topic.name is not None and topic.topic_id != NO_TOPIC_ID:
                    refuse(topic.name, topic.topic_id, ErrorCode.INVALID_REQUEST, "You may not specify both topic name and topic id.")
                elif topic.name is not None:
                    names[topic.name] += 1
                elif topic.topic_id != NO_TOPIC_ID:
                    ids[TopicId(topic.topic_id)] += 1
                else:
                    refuse(None, NO_TOPIC_ID, ErrorCode.INVALID_REQUEST, "Neither topic name nor id were specified.")
        wanted: dict[TopicId, str] = {}
        twice: set[TopicId] = set()
        for number, (topic_id, count) in enumerate(ids.items()):
            if number % STEP == STEP - 1:
                yield
            found = self._coordination.topic_by_id(topic_id)
            if count > 1:
                twice.add(topic_id)
                refuse(None, topic_id, ErrorCode.INVALID_REQUEST, "Duplicate topic id.")
            elif found is None:
                refuse(None, topic_id, ErrorCode.UNKNOWN_TOPIC_ID)
            elif not may(AclOperation.DELETE, found.name):
                refuse(found.name if may(AclOperation.DESCRIBE, found.name) else None, topic_id, ErrorCode.TOPIC_AUTHORIZATION_FAILED)
            else:
                wanted[topic_id] = found.name
        for number, (name, count) in enumerate(names.items()):
            if number % STEP == STEP - 1:
                yield
            found = self._coordination.topics().get(name)
            if count > 1:
                refuse(name, NO_TOPIC_ID, ErrorCode.INVALID_REQUEST, "Duplicate topic name.")
            elif not may(AclOperation.DESCRIBE, name):
                refuse(name, NO_TOPIC_ID, ErrorCode.TOPIC_AUTHORIZATION_FAILED)
            elif found is None:
                refuse(name, NO_TOPIC_ID, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
            elif not may(AclOperation.DELETE, name):
                refuse(name, NO_TOPIC_ID, ErrorCode.TOPIC_AUTHORIZATION_FAILED)
            elif found.topic_id in wanted or found.topic_id in twice:
                wanted.pop(found.topic_id, None)
                twice.add(found.topic_id)
                refuse(name, found.topic_id, ErrorCode.INVALID_REQUEST, "The provided topic name maps to an ID that was already supplied.")
            else:
                wanted[found.topic_id] = name
        return wanted


def _all_of(under_way: Sequence[Deferred[Any]]) -> Deferred[Any]:
    return DeferredList(under_way, fireOnOneErrback=True, consumeErrors=True)


def _when_gone(begun: _Begun) -> DeleteTopicsResponse | Deferred[DeleteTopicsResponse]:
    answer, under_way = begun
    return when_all(under_way, answer)


def _refused(failure: Failure, result: DeletableTopicResult) -> None:
    error = refusal_in(failure)
    result.error_code, result.error_message = error.code, error.message
