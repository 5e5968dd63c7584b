"""Asks all questions of the matrix, of one broker, and looks at the bytes of the answers.

What must be hidden is looked for in every answer: names that nobody has a right to, in the answers to all whose rights are not to ``*`` nor
to the cluster; and to who may nothing at all, what stands there is answered byte by byte as what does not. Nothing of an answer follows
where somebody has not shown who he is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from klog.errors import ErrorCode
from klog.testing.broker import MemoryBroker
from klog.wire.messages.describe_groups import DescribeGroupsRequest
from klog.wire.messages.describe_topic_partitions import DescribeTopicPartitionsRequest
from klog.wire.messages.list_groups import ListGroupsRequest
from klog.wire.messages.list_transactions import ListTransactionsRequest
from klog.wire.messages.metadata import MetadataRequest, MetadataRequestTopic
from klog.wire.messages.offset_fetch import OffsetFetchRequest, OffsetFetchRequestGroup
from klog.wire.schema import Message, Struct
from tests.broker.test_guard import codes
from tests.integration.rights.cells import (
    ABSENT,
    AUTHENTICATIONS,
    BY_ID_ALONE,
    HIDDEN,
    PASSWORD,
    RIGHT,
    STANDS,
    Cell,
    Grant,
    User,
    choices,
    name_of,
    request,
    right_text,
)
from tests.integration.rights.sides import ASKING, SESSION_MS, SHORT, Side, Talk, knock

#: What a cell holds where the connection ended instead of an answer.
CLOSED = "closed"
#: Connections that wait together for the end of their sessions.
AT_ONCE = 300
#: What asks for all that there is, or by its name for what is hidden; in the highest version.
LISTS: list[Message] = [
    MetadataRequest(topics=None, include_topic_authorized_operations=True),
    MetadataRequest(topics=[MetadataRequestTopic(name=HIDDEN[0])], allow_auto_topic_creation=False),
    DescribeTopicPartitionsRequest(topics=[], response_partition_limit=2000, cursor=None),
    ListGroupsRequest(),
    ListTransactionsRequest(),
    OffsetFetchRequest(groups=[OffsetFetchRequestGroup(group_id=HIDDEN[1], topics=None)]),
    DescribeGroupsRequest(groups=[HIDDEN[1]], include_authorized_operations=True),
]


class Asked(NamedTuple):
    """An API as it is asked here.

    :ivar versions: in which order matters where questions change something: those that all have come first.
    """

    request_type: type[Struct]
    versions: tuple[int, ...]


class Findings(NamedTuple):
    """What came of it.

    :ivar outcomes: the error codes of each answer, or `CLOSED`.
    :ivar leaks: in words, where an answer told what it must hide.
    """

    outcomes: dict[Cell, str]
    leaks: list[str]


def request_types() -> dict[int, type[Struct]]:
    """By API, those that klog's brokers have."""
    broker = MemoryBroker().start()
    dispatcher = broker.broker.dispatcher
    assert dispatcher is not None
    found: dict[int, Any] = {api_key: row.handler.request_type for (api_key, _), row in dispatcher.table.rows.items()}
    broker.stop()
    return found


def common(klog: Side, judges: Iterable[Side], users: Iterable[User]) -> dict[int, Asked]:
    """By API: the lowest and highest version that all have who have any, and then the highest that one of the judges has."""
    found = {}
    types = request_types()
    for api_key in sorted({user.api_key for user in users}):
        sides = [side for side in (klog, *judges) if api_key in side.ranges]
        if klog not in sides or len(sides) < 2:
            continue
        low, high = max(side.ranges[api_key][0] for side in sides), min(side.ranges[api_key][1] for side in sides)
        highest = [min(side.ranges[api_key][1], klog.ranges[api_key][1]) for side in sides[1:]]
        versions = (*sorted({low, high} if low <= high else ()), *sorted({each for each in highest if each > high}))
        found[api_key] = Asked(types[api_key], versions)
    return found


def run(side: Side, asked: dict[int, Asked], users: list[User]) -> Findings:
    """All of it. The side has been prepared for these users, or for more."""
    findings = Findings({}, [])
    there = [user for user in users if user.api_key in asked]
    findings.leaks.extend(_lists(side, users))
    _as_who_is_nobody(side, asked, there, findings)
    for user in there:
        _as_himself(side, asked[user.api_key], user, findings)
    return findings


def _lists(side: Side, users: list[User]) -> Iterator[str]:
    """Before there is anything hidden, and afterwards: the same bytes, names and numbers alike, though perhaps in another order."""
    chosen = [user for user in users if user.may_nothing or (user.grant is Grant.PREFIX and not user.has_cluster_right)]
    chosen = [user for number, user in enumerate(chosen) if not number % (len(chosen) // 10 + 1)]
    pictures: list[list[tuple[User, type[Message], int, bytes]]] = []
    for is_hidden in (False, True):
        if is_hidden:
            side.hide()
        seen = []
        for user in chosen:
            talk = side.enter(ASKING, user)
            for message in LISTS:
                if message.api_key not in side.ranges:
                    continue
                version = min(side.ranges[message.api_key][1], message.valid_versions.highest)
                talk.send(message, version)
                answer = talk.next()
                assert answer is not None, (side.name, message)
                seen.append((user, type(message), version, bytes(sorted(answer[0]))))
            talk.close()
        pictures.append(seen)
    for before, after in zip(*pictures, strict=True):
        if before != after:
            yield f"{after[0]}: {after[1].__name__} {after[2]} tells of what is hidden: {before[3]!r}, {after[3]!r}"


def _as_himself(side: Side, asked: Asked, user: User, findings: Findings) -> None:
    talk = side.enter(ASKING, user)
    api_key, right = user.api_key, right_text(user.right)
    for version in asked.versions:
        if not side.speaks(api_key, version):
            continue
        for choice in choices(asked.request_type, version):
            seen = []
            for which in (STANDS, ABSENT):
                cell = Cell(api_key, RIGHT, right, user.has_rest, which, choice, version, user.grant)
                topic_id = side.topic_id(api_key, which)
                talk.send(request(asked.request_type, version, name_of(api_key, which), topic_id, choice), version)
                answer = talk.next()
                if answer is None:
                    findings.outcomes[cell] = CLOSED
                    talk = side.enter(ASKING, user)
                    continue
                raw, told = answer
                findings.outcomes[cell] = _text(told, version)
                seen.append(_masked(raw, api_key, version).replace(which.encode(), b"?").replace(topic_id, b"#"))
                if b"hidden-" in raw and user.grant is not Grant.EVERY and not user.has_cluster_right:
                    findings.leaks.append(f"{side.name}: {cell} tells of what is hidden: {raw!r}")
            # Whoever knows an id has seen the topic: who made one up is told that it is none.
            if user.may_nothing and len(seen) == 2 and seen[0] != seen[1] and (api_key, version) not in BY_ID_ALONE:
                findings.leaks.append(f"{side.name}: {cell} tells what stands there: {seen[0]!r}, {seen[1]!r}")
    talk.close()
    side.restore(api_key)


def _text(answer: Any, version: int) -> str:
    return ",".join(map(str, sorted(set(map(int, codes(answer, version)))))) or "-"


def _masked(raw: bytes, api_key: int, version: int) -> bytes:
    """Without the number that a fetch session is given at random."""
    if api_key == 1 and version >= 7:
        start = 6 + (version >= 12)
        return raw[:start] + raw[start + 4 :]
    return raw


def _as_who_is_nobody(side: Side, asked: dict[int, Asked], users: list[User], findings: Findings) -> None:
    """One connection for each question, for each must end."""
    questions = []
    for user in users:
        one = asked[user.api_key]
        for version in one.versions:
            if side.speaks(user.api_key, version):
                choice = choices(one.request_type, version)[0]
                message = request(one.request_type, version, name_of(user.api_key, STANDS), side.topic_id(user.api_key, STANDS), choice)
                questions.append((user, version, choice, message))
    for authentication in AUTHENTICATIONS[:-1]:
        for first in range(0, len(questions), AT_ONCE):
            some = questions[first : first + AT_ONCE]
            talks = [_nobody(side, authentication, user) for user, *_ in some]
            if authentication == "expired":
                side.wait(SESSION_MS / 1000 + 0.2)
            # All before the first answer is waited for: Kafka looks only every 300 ms whether a connection is to end.
            for talk, (_, version, _, message) in zip(talks, some, strict=True):
                talk.send(message, version)
            for talk, (user, version, choice, _) in zip(talks, some, strict=True):
                cell = Cell(user.api_key, authentication, right_text(user.right), user.has_rest, STANDS, choice, version, user.grant)
                findings.outcomes[cell] = _ended(talk, authentication, version)
                talk.close()


def _nobody(side: Side, authentication: str, user: User) -> Talk:
    if authentication == "expired":
        return side.enter(SHORT, user)
    talk = side.connect(ASKING)
    if authentication == "wrong":
        knock(talk, user, PASSWORD[::-1])
    return talk


def _ended(talk: Talk, authentication: str, version: int) -> str:
    """What came, and that nothing came after it."""
    found = []
    if authentication == "wrong":
        shaken, told = talk.next(), talk.next()
        is_refused = shaken is not None and told is not None and told[1].error_code == ErrorCode.SASL_AUTHENTICATION_FAILED
        found += [] if is_refused else ["let in"]
    while (answer := talk.next()) is not None:
        found.append(_text(answer[1], version))
        if authentication != "wrong" and answer[1].api_key in (17, 18):
            # Which are for those who have not come in yet.
            return " ".join(found)
    return " ".join([*found, CLOSED])
