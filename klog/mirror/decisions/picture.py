"""What the state topic says, record by record: the newest of each key. Pure.

Whoever reads the topic applies its records here, in order; what stands here is what all brokers act by. Of what copies have lost all
records count, whoever wrote the newest (`klog.mirror.decisions.records.with_account`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from klog.mirror.decisions.carried import CarriedAcls, CarriedConfigs, CarriedUsers, Synced, SyncState
from klog.mirror.decisions.records import (
    CopyRecord,
    Key,
    LinkDefinition,
    TopicRecord,
    Trouble,
    Wish,
    decode_key,
    decode_value,
    with_account,
)
from klog.mirror.decisions.states import Event, TopicState, after

#: Where the rules about groups stand among those about topics, none of which is called so.
GROUPS = ""


@dataclasses.dataclass(slots=True)
class LinkPicture:
    """All that is known of one link.

    :ivar definition: None where records of a link stand there that was not made, or was deleted.
    :ivar source_id: the source's cluster id as it was first met; empty before that.
    :ivar trouble: why nothing is done for it just now; empty where something may be.
    :ivar waiting: topics that are not made, taken over or promoted yet, and what they wait for.
    :ivar configs: what of topics' settings came from the source; `acls` likewise, by topic, and for groups under `GROUPS`.
    :ivar users: users that came from the source, and of which mechanisms.
    :ivar synced: how each kind goes that is carried beside the data.
    """

    definition: LinkDefinition | None = None
    source_id: str = ""
    trouble: str = ""
    topics: dict[str, TopicRecord] = dataclasses.field(default_factory=dict)
    wishes: dict[str, Wish] = dataclasses.field(default_factory=dict)
    waiting: dict[str, str] = dataclasses.field(default_factory=dict)
    copies: dict[tuple[str, int], CopyRecord] = dataclasses.field(default_factory=dict)
    configs: dict[str, CarriedConfigs] = dataclasses.field(default_factory=dict)
    acls: dict[str, CarriedAcls] = dataclasses.field(default_factory=dict)
    users: CarriedUsers | None = None
    synced: Mapping[str, SyncState] = dataclasses.field(default_factory=dict)


def acls_key(link: str, topic: str) -> Key:
    """Of the rules about a topic, or about groups where it is `GROUPS`."""
    return Key("acls", link, topic) if topic else Key("group-acls", link)


def _keys_of(name: str, link: LinkPicture) -> list[Key]:
    """The keys of all records of a link but its definition."""
    keys = [Key("source", name)] if link.source_id else []
    keys += [Key("trouble", name)] if link.trouble else []
    keys += [Key("wish", name, topic) for topic in link.wishes]
    keys += [Key("topic", name, topic) for topic in link.topics]
    keys += [Key("waiting", name, topic) for topic in link.waiting]
    keys += [Key("configs", name, topic) for topic in link.configs]
    keys += [acls_key(name, topic) for topic in link.acls]
    keys += [Key("users", name)] if link.users is not None else []
    keys += [Key("synced", name)] if link.synced else []
    return keys + [Key("copy", name, *tp) for tp in link.copies]


class Picture:
    """See the module.

    :ivar version: rises with every change.
    """

    def __init__(self) -> None:
        self.version = 0
        self._links: dict[str, LinkPicture] = {}
        #: Records of links that were deleted; whoever makes one of the name anew begins without them.
        self._left: dict[Key, None] = {}

    @property
    def links(self) -> Mapping[str, LinkPicture]:
        """Links that were made and not deleted, by name."""
        return {name: link for name, link in self._links.items() if link.definition is not None}

    def link(self, name: str) -> LinkPicture | None:
        """One of them; None where there is none."""
        found = self._links.get(name)
        return None if found is None or found.definition is None else found

    def leftovers(self) -> list[Key]:
        """Keys of records that are left of links that were deleted."""
        keys = list(self._left)
        for name, link in self._links.items():
            if link.definition is None:
                keys += _keys_of(name, link)
        return keys

    def clear(self) -> None:
        """The topic is gone, and is read from its beginning where it comes again."""
        self._links.clear()
        self._left.clear()
        self.version += 1

    def apply(self, key_data: bytes | None, value_data: bytes | None) -> None:
        """One record.

        :raises BadRecord: it makes no sense, and changes nothing.
        """
        key = decode_key(key_data)
        value = None if value_data is None else decode_value(key, value_data)
        self.version += 1
        self._left.pop(key, None)
        link = self._links.setdefault(key.link, LinkPicture())
        tp = key.topic, key.partition
        match value:
            case None:
                self._take_back(link, key)
            case LinkDefinition():
                link.definition = value
            case str():
                link.source_id = value
            case Trouble() if key.kind == "waiting":
                link.waiting[key.topic] = value.reason
            case Trouble():
                link.trouble = value.reason
            case Wish():
                link.wishes[key.topic] = value
            case TopicRecord():
                link.topics[key.topic] = value
            case CarriedConfigs():
                link.configs[key.topic] = value
            case CarriedAcls():
                link.acls[key.topic] = value
            case CarriedUsers():
                link.users = value
            case Synced():
                link.synced = value.kinds
            case CopyRecord():
                link.copies[tp] = with_account(value, link.copies.get(tp))

    def _take_back(self, link: LinkPicture, key: Key) -> None:
        match key.kind:
            case "link":
                self._left.update(dict.fromkeys(_keys_of(key.link, link)))
                self._links[key.link] = link = LinkPicture()
            case "source":
                link.source_id = ""
            case "trouble":
                link.trouble = ""
            case "wish":
                link.wishes.pop(key.topic, None)
            case "topic":
                link.topics.pop(key.topic, None)
            case "waiting":
                link.waiting.pop(key.topic, None)
            case "configs":
                link.configs.pop(key.topic, None)
            case "acls" | "group-acls":
                link.acls.pop(key.topic, None)
            case "users":
                link.users = None
            case "synced":
                link.synced = {}
            case _:
                link.copies.pop((key.topic, key.partition), None)
        if link == LinkPicture():
            self._links.pop(key.link, None)


def heard(record: TopicRecord, definition: LinkDefinition, wish: Wish | None) -> TopicRecord:
    """A topic's record after what its link and its wish say now; the same where that changes nothing."""
    state = record.state
    if definition.is_paused:
        state = after(state, Event.PAUSE)
    elif state is TopicState.PAUSED or (state is TopicState.STOPPED and definition.resumed > record.resumed):
        state = after(state, Event.RESUME)
    number = record.wish_number
    if wish is not None and wish.number > number and not (wish.event is Event.PROMOTE and definition.is_paused):
        moved = after(state, wish.event)
        if moved is not state:
            number = wish.number
            state = moved
    if state is record.state and number == record.wish_number:
        return record
    reason = record.reason if state is record.state else ""
    return dataclasses.replace(record, state=state, wish_number=number, reason=reason)


__all__ = ["GROUPS", "LinkPicture", "Picture", "acls_key", "heard"]
