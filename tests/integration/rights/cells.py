"""Which questions the negative matrix has. All are generated from `API_RIGHTS`: an API with a row is in it, and none is without.

=============== ===========================================================================================================
API             each row of the table, in the lowest and the highest version that a broker and klog both have
authentication  none, a wrong password, a session that is over (KIP-368), the right password
right           each right that the row names: an operation on a kind of resource
rest            whether whoever asks has all the other rights of the row, or none of them
rule            what is said of this one right: `Grant`
resource        one that stands there and one that does not, a topic, a group and a transactional id of each name
choice          which of the numbers that mean something (`tests.broker.authorization.test_all_apis.named`)
=============== ===========================================================================================================

Everybody who asks is a user of his own, with rules of his own, so that all rules are made at once and no question waits for one; and each
API has resources of its own, so that what one does with them changes no answer to another.

Of the cluster nobody has rules about ``*``: its only name is ``kafka-cluster``, and brokers refuse others.
"""

from __future__ import annotations

import enum
import functools
from collections.abc import Iterator
from typing import Any, NamedTuple

from klog.acls import CLUSTER_NAME, AclOperation, AclPattern, AclPermission, AclResourceType
from klog.broker.authorization.api_rights import API_RIGHTS, Right
from klog.wire.client import ClientConnection
from klog.wire.messages.create_acls import AclCreation
from klog.wire.schema import Struct
from tests.broker.authorization.test_all_apis import by_name_alone, named

CLUSTER = AclResourceType.CLUSTER
PASSWORD = "pw"
#: In the order of a line of the record; `RIGHT` is the last.
AUTHENTICATIONS = ("none", "wrong", "expired", "right")
RIGHT = AUTHENTICATIONS[-1]
#: Of as many bytes each, so that answers about both can be compared byte by byte.
STANDS, ABSENT = "stands", "absent"
#: Names that nobody has a right to but by ``*``, and by rights to the cluster.
HIDDEN = ("hidden-topic", "hidden-group", "hidden-producer")
#: Where nobody is.
ELSEWHERE_HOST = "192.0.2.77"
_IMPLYING = {AclOperation.READ, AclOperation.WRITE, AclOperation.DELETE, AclOperation.ALTER, AclOperation.ALTER_CONFIGS}
#: API and version where topics have no name, but an id.
BY_ID_ALONE = {(0, 13), *((1, version) for version in range(13, 20))}


class Grant(enum.Enum):
    """What is said of one right, and how a line of the record calls it."""

    NOTHING = "none"
    ALLOW = "allow"
    DENY = "deny"
    PREFIX = "prefix"
    EVERY = "every"
    ELSEWHERE = "elsewhere"

    @property
    def gives(self) -> bool:
        """Whether it gives the right to what has a user's own names."""
        return self in (Grant.ALLOW, Grant.PREFIX, Grant.EVERY)


class User(NamedTuple):
    """One who asks, for one API and right.

    :ivar right: None where the API needs none.
    :ivar has_rest: whether he has the API's other rights.
    """

    number: int
    api_key: int
    right: Right | None
    grant: Grant
    has_rest: bool

    @property
    def name(self) -> str:
        """By which he comes in."""
        return f"u{self.number}"

    @property
    def has_cluster_right(self) -> bool:
        """To the cluster, on which all lists may be open to him."""
        own = self.right is not None and self.right[1] is CLUSTER and self.grant.gives
        return own or (self.has_rest and any(right[1] is CLUSTER and right != self.right for right in rights_of(self.api_key)))

    @property
    def may_nothing(self) -> bool:
        """Whether what stands there is to him as what does not. A denial takes nothing of what the right that it denies implies."""
        implies = self.right is not None and self.right[0] in _IMPLYING
        return not self.has_rest and not self.grant.gives and not (self.grant is Grant.DENY and implies)


class Question(NamedTuple):
    """What a user asks.

    :ivar which: `STANDS` or `ABSENT`.
    """

    version: int
    which: str
    choice: int
    message: Any


class Cell(NamedTuple):
    """One of the matrix."""

    api_key: int
    authentication: str
    right: str
    has_rest: bool
    which: str
    choice: int
    version: int
    grant: Grant


def rights_of(api_key: int) -> list[Right]:
    """All of its row."""
    row = API_RIGHTS[api_key]
    return sorted({*row.of_named, *((operation, CLUSTER) for operation in row.of_request)})


def users() -> list[User]:
    """All who ask."""
    found: list[User] = []
    for api_key in sorted(API_RIGHTS):
        rights = rights_of(api_key)
        if not rights:
            found.append(User(len(found), api_key, None, Grant.NOTHING, False))
        for right in rights:
            for has_rest in (False, True) if len(rights) > 1 else (False,):
                for grant in Grant:
                    if right[1] is not CLUSTER or grant is not Grant.EVERY:
                        found.append(User(len(found), api_key, right, grant, has_rest))
    return found


def name_of(api_key: int, which: str) -> str:
    """Of a topic, a group and a transactional id of one API."""
    return f"{which}-{api_key:02}"


def rules_of(user: User) -> Iterator[AclCreation]:
    """What is made for him."""
    if user.right is None:
        return
    yield from _rules(user, user.right, user.grant)
    if user.has_rest:
        for right in rights_of(user.api_key):
            if right != user.right:
                yield from _rules(user, right, Grant.ALLOW)


def _rules(user: User, right: Right, grant: Grant) -> Iterator[AclCreation]:
    operation, kind = right
    names = [CLUSTER_NAME] if kind is CLUSTER else [name_of(user.api_key, which) for which in (STANDS, ABSENT)]
    if grant is Grant.EVERY:
        names = ["*"]
    for name in names:
        match grant:
            case Grant.NOTHING:
                continue
            case Grant.PREFIX:
                yield _rule(user, kind, name if kind is CLUSTER else name[:-1], operation, pattern=AclPattern.PREFIXED)
            case Grant.ELSEWHERE:
                yield _rule(user, kind, name, operation, host=ELSEWHERE_HOST)
            case _:
                yield _rule(user, kind, name, operation)
        if grant is Grant.DENY:
            yield _rule(user, kind, name, operation, permission=AclPermission.DENY)


def _rule(
    user: User,
    kind: AclResourceType,
    name: str,
    operation: AclOperation,
    *,
    pattern: AclPattern = AclPattern.LITERAL,
    permission: AclPermission = AclPermission.ALLOW,
    host: str = "*",
) -> AclCreation:
    return AclCreation(
        resource_type=kind,
        resource_name=name,
        resource_pattern_type=pattern,
        principal=f"User:{user.name}",
        host=host,
        operation=operation,
        permission_type=permission,
    )


def request(request_type: type[Struct], version: int, name: str, topic_id: bytes, choice: int) -> Any:
    """One that names `name` everywhere."""
    made = named(request_type, version, name, topic_id, choice)
    if (request_type.api_key, version) not in BY_ID_ALONE:  # type: ignore[attr-defined]
        by_name_alone(made, version)
    return made


@functools.cache
def choices(request_type: type[Struct], version: int) -> list[int]:
    """Those that make different requests."""
    found: dict[bytes, int] = {}
    for choice in range(3):
        made = request(request_type, version, STANDS, bytes(16), choice)
        pieces = ClientConnection("c").request(made, version)[1]
        found.setdefault(b"".join(bytes(piece) for piece in pieces), choice)  # type: ignore[arg-type]
    return sorted(found.values())


def right_text(right: Right | None) -> str:
    """As a line of the record has it."""
    return "-" if right is None else f"{right[0].name}.{right[1].name}"
