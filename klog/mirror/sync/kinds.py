"""The kinds that a link carries beside the data: one table.

==========  ==========================================  =======================  =======================================================
kind        what                                        where it is wanted       decided by (`klog.mirror.decisions`)
==========  ==========================================  =======================  =======================================================
topics      topics, and how many partitions they have   always                   `topics.what_to_make`
configs     topics' configurations                      always                   `configs.configs_to_change`
acls        who may do what with topics and groups      ``--acls``               `acls.acls_of_topic`, `acls_of_groups`, `acls_to_change`
users       users of SCRAM                              ``--users``              `users.users_to_change`, `missing_users`
groups      what groups have committed                  ``--groups``             `groups.offsets_to_commit`
==========  ==========================================  =======================  =======================================================
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Awaitable, Callable, Mapping

from klog.mirror.decisions.picture import LinkPicture, acls_key
from klog.mirror.decisions.records import Key, LinkDefinition, Value
from klog.mirror.link import Link


class Kind(enum.Enum):
    """Of the module's table; the value stands in the state topic, and is shown."""

    TOPICS = "topics"
    CONFIGS = "configurations"
    ACLS = "rights"
    USERS = "users"
    GROUPS = "groups' offsets"


@dataclasses.dataclass(frozen=True, slots=True)
class SyncKind:
    """One row.

    :ivar every_ms: how often the source is asked.
    :ivar is_wanted: whether a link carries it.
    :ivar is_vital: whether the link waits where it cannot be asked for; else that is told of the kind alone.
    """

    kind: Kind
    every_ms: int
    is_wanted: Callable[[LinkDefinition], bool]
    is_vital: bool = False


KINDS = (
    SyncKind(Kind.TOPICS, 5_000, lambda link: True, is_vital=True),
    SyncKind(Kind.CONFIGS, 30_000, lambda link: True),
    # A right that was taken away at the source goes here soon.
    SyncKind(Kind.ACLS, 10_000, lambda link: bool(link.acls)),
    SyncKind(Kind.USERS, 30_000, lambda link: bool(link.users)),
    SyncKind(Kind.GROUPS, 5_000, lambda link: bool(link.groups), is_vital=True),
)


def records_of(kind: Kind, name: str, picture: LinkPicture) -> list[Key]:
    """Keys of what is written down of a kind, to be taken back where a link carries it no more: what is here is the operator's then."""
    match kind:
        case Kind.ACLS:
            return [acls_key(name, about) for about in picture.acls]
        case Kind.USERS if picture.users is not None:
            return [Key("users", name)]
        case _:
            return []


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class LinkRound:
    """A round of a link, in which one kind after the other is carried.

    :ivar name: of the link.
    :ivar write: writes records of the state topic, and raises where the round is over: where the link is another one, or another broker
        does this by now.
    """

    name: str
    link: Link
    picture: LinkPicture
    write: Callable[[Mapping[Key, Value | None]], Awaitable[None]]

    @property
    def definition(self) -> LinkDefinition:
        """What the link is."""
        assert self.picture.definition is not None
        return self.picture.definition
