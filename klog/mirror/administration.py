"""What people do with mirrors, from outside: ``klog mirror`` asks here. An ordinary client of the destination, which writes what is wished
into the state topic and reads what has become of it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Iterable
from typing import Any

from twisted.internet.defer import Deferred
from twisted.internet.task import deferLater

from klog.acls import Acl
from klog.client.admin.admin import Admin
from klog.client.admin.types import ConfigResource
from klog.client.service import Client
from klog.client.settings import parse_bootstrap
from klog.errors import ErrorCode, KlogError
from klog.mirror.decisions.answers import OnLoss
from klog.mirror.decisions.names import STATE_TOPIC
from klog.mirror.decisions.picture import LinkPicture, Picture
from klog.mirror.decisions.records import MOST_LINKS, STATE_TOPIC_CONFIGS, Key, LinkDefinition, Value, Wish
from klog.mirror.decisions.states import Event
from klog.mirror.decisions.topics import LINK_CONFIG, matches
from klog.mirror.state_topic import StateTopic

_LOOK_S = 0.1
#: How long the state topic may take to be read.
_READ_S = 30.0
#: How long it is waited for rules that were held back, and how many are told of that did not come.
_HELD_S = 15.0
_MOST_TOLD = 20


class Mirrors:
    """See the module.

    ::

        mirrors = Mirrors(reactor, client)
        await mirrors.load()
        mirrors.picture.links
        await mirrors.close()

    :param client: of the destination, started, which makes no topics by itself.
    :param warn: told in one sentence what a person should know.
    """

    def __init__(self, reactor: Any, client: Client, warn: Callable[[str], None]) -> None:
        self._reactor = reactor
        self._client = client
        self._warn = warn
        self.admin = Admin(reactor, client)
        self._state: StateTopic | None = None

    @property
    def picture(self) -> Picture:
        """What the state topic says, as far as it was read."""
        assert self._state is not None, "load() comes first"
        return self._state.picture

    async def load(self, *, make: bool = False) -> bool:
        """Read the state topic; whether there is one.

        :param make: whether it is made where there is none.
        :raises KlogError: it cannot be read, or not made.
        """
        names = {topic.name for topic in await self.admin.list_topics(internal=True)}
        if STATE_TOPIC not in names:
            if not make:
                return False
            try:
                await self.admin.create_topic(STATE_TOPIC, 1, configs=dict(STATE_TOPIC_CONFIGS))
            except KlogError as error:
                if error.code is not ErrorCode.TOPIC_ALREADY_EXISTS:
                    raise
        state = self._state = StateTopic(self._reactor, self._client, self._warn, lambda: None)
        if not await self.wait_for(lambda: state.is_loaded, _READ_S):
            raise KlogError(ErrorCode.REQUEST_TIMED_OUT, f"{STATE_TOPIC} could not be read within {_READ_S:g} s")
        return True

    async def wait_for(self, is_so: Callable[[], Any], most_s: float) -> bool:
        """Whether it comes to be so."""
        end_s = self._reactor.seconds() + most_s
        while not is_so():
            if self._reactor.seconds() >= end_s:
                return False
            await deferLater(self._reactor, _LOOK_S, lambda: None)
        return True

    def link(self, name: str) -> LinkPicture:
        """One link.

        :raises KlogError: RESOURCE_NOT_FOUND; there is none.
        """
        found = None if self._state is None else self.picture.link(name)
        if found is None:
            raise KlogError(ErrorCode.RESOURCE_NOT_FOUND, f"there is no mirror {name}; `klog mirror list` shows those that there are")
        return found

    async def _write(self, *records: tuple[Key, Value | None]) -> None:
        assert self._state is not None
        if not await self._state.write(records):
            raise KlogError(ErrorCode.KAFKA_STORAGE_ERROR, f"{STATE_TOPIC} could not be written")

    async def create(self, definition: LinkDefinition) -> None:
        """Make a link.

        :raises KlogError: there is one of the name; INVALID_REQUEST: it leads to ourselves.
        :raises ConfigError: an address that cannot be.
        """
        servers = parse_bootstrap(definition.bootstrap)
        own = self._client.settings.servers
        if set(servers) & set(own):
            sentence = f"{definition.bootstrap} is the cluster that is copied into; a link leads to another one"
            raise KlogError(ErrorCode.INVALID_REQUEST, sentence)
        if self.picture.link(definition.name) is not None:
            raise KlogError(ErrorCode.INVALID_REQUEST, f"there is a mirror {definition.name} already")
        if len(self.picture.links) >= MOST_LINKS:
            sentence = f"there are {MOST_LINKS} mirrors, and a cluster runs no more; one link takes as many topics as there are: widen one"
            raise KlogError(ErrorCode.INVALID_REQUEST, sentence)
        await self._write((Key("link", definition.name), definition))

    async def pause(self, name: str) -> None:
        """Copy nothing by this link. Raises KlogError."""
        definition = self._definition(name)
        await self._write((Key("link", name), dataclasses.replace(definition, is_paused=True)))

    async def resume(self, name: str, on_loss: OnLoss | None = None) -> None:
        """Copy again, what had stopped, too. Raises KlogError.

        :param on_loss: ``--on-loss`` from now on; None: as it was.
        """
        definition = self._definition(name)
        changed = dataclasses.replace(
            definition, is_paused=False, resumed=definition.resumed + 1, on_loss=definition.on_loss if on_loss is None else on_loss
        )
        await self._write((Key("link", name), changed))

    async def alter(
        self,
        name: str,
        *,
        acls: tuple[str, ...] | None = None,
        users: tuple[str, ...] | None = None,
        never_configs: tuple[str, ...] | None = None,
    ) -> None:
        """Carry something else beside the data from now on; None: as it was. What is not carried any more stays here.

        :raises KlogError: see `link`. :raises BadRecord: that cannot be.
        """
        before = self._definition(name)
        definition = dataclasses.replace(
            before,
            acls=before.acls if acls is None else acls,
            users=before.users if users is None else users,
            never_configs=before.never_configs if never_configs is None else never_configs,
        )
        await self._write((Key("link", name), definition))

    def _definition(self, name: str) -> LinkDefinition:
        definition = self.link(name).definition
        assert definition is not None
        return definition

    def topics(self, name: str, patterns: Collection[str]) -> list[str]:
        """A link's topics that are mirrors still, those that `patterns` name; all where there are none.

        :raises KlogError: RESOURCE_NOT_FOUND; there is no such link, or no such topic.
        """
        link = self.link(name)
        found = sorted(
            topic for topic, record in link.topics.items() if record.state.is_read_only and (not patterns or matches(topic, patterns))
        )
        if not found:
            sentence = f"mirror {name} has no topic that is copied{' and called so' if patterns else ''}"
            raise KlogError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, sentence)
        return found

    async def wish(self, name: str, topics: Iterable[str], event: Event) -> dict[str, int]:
        """Have these topics promoted or failed over; the numbers of the wishes. Raises KlogError."""
        link = self.link(name)
        numbers: dict[str, int] = {}
        for topic in topics:
            before = link.wishes.get(topic)
            numbers[topic] = 1 + max(link.topics[topic].wish_number, 0 if before is None else before.number)
        await self._write(*((Key("wish", name, topic), Wish(event, number)) for topic, number in numbers.items()))
        return numbers

    def has_ended(self, name: str, topics: Iterable[str]) -> bool:
        """Whether all of these take records from clients."""
        known = self.link(name).topics
        return all(topic in known and not known[topic].state.is_read_only for topic in topics)

    async def delete(self, name: str) -> None:
        """Forget a link whose topics were all promoted or failed over. Rules that were held back for them are waited for, and told where
        they do not come.

        :raises KlogError: INVALID_REQUEST: some are mirrors still.
        """
        link = self.link(name)
        left = [topic for topic, record in link.topics.items() if record.state.is_read_only]
        described = await self.admin.describe_configs([ConfigResource.topic(topic) for topic in left])
        mirrors = sorted(
            resource.name
            for resource, entries in described.done.items()
            if (entry := entries.get(LINK_CONFIG)) is not None and entry.value == name
        )
        if mirrors:
            raise KlogError(
                ErrorCode.INVALID_REQUEST,
                f"{', '.join(mirrors[:5])}{' …' if len(mirrors) > 5 else ''} would stay read-only and be copied no more: "
                f"promote or fail over the topics of mirror {name} first, or delete them",
            )
        await self.wait_for(lambda: not self._held(name), _HELD_S)
        held = sorted(self._held(name))
        for rule in held[:_MOST_TOLD]:
            self._warn(f"this rule was held back, and is not here: {rule}")
        if len(held) > _MOST_TOLD:
            self._warn(f"… and so are {len(held) - _MOST_TOLD} more")
        await self._write((Key("link", name), None))

    def _held(self, name: str) -> set[Acl]:
        """Rules of topics that take records, which were held back while they did not."""
        link = self.link(name)
        ended = [topic for topic, record in link.topics.items() if not record.state.is_read_only]
        return {rule for topic in ended if topic in link.acls for rule in link.acls[topic].held}

    def close(self) -> Deferred[None]:
        """Read no more; the client is its owner's to stop."""
        done: Deferred[Any] = Deferred() if self._state is None else self._state.stop()
        if self._state is None:
            done.callback(None)
        return done.addCallback(lambda _: None)
