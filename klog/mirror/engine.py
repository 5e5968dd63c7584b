"""The mirrors of one broker, while there is a state topic: everything is compared and moved on in rounds.

Each round, which comes soon after the state topic has changed and at least every `ROUND_S`:

1. links come and go as the state topic says;
2. each link copies what this broker leads of it (`klog.mirror.link`);
3. how far the copies are is written into the state topic: at once where something was lost, stopped or goes on, else every `WRITE_EVERY_S`
   and only where it is another number, or where somebody else's account, who copied before and has written late, stands in its place;
4. where this broker leads the state topic, it does what one must do for all (`klog.mirror.coordinator`), one round of that at a time.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

from twisted.internet.defer import Deferred, DeferredList
from twisted.internet.interfaces import IDelayedCall
from twisted.logger import Logger
from twisted.python.failure import Failure

from klog.client.admin.admin import Admin
from klog.client.retry import ClientStopped
from klog.client.service import Client
from klog.client.settings import parse_bootstrap
from klog.config import ConfigError
from klog.mirror.coordinator import Coordinator
from klog.mirror.copies import Copy, Host
from klog.mirror.copying import Account, Copying
from klog.mirror.decisions.names import STATE_TOPIC
from klog.mirror.decisions.picture import LinkPicture
from klog.mirror.decisions.records import MOST_LINKS, CopyRecord, Key, LinkDefinition
from klog.mirror.link import Link
from klog.mirror.state_topic import StateTopic
from klog.net.security import PLAINTEXT, Security

#: A round looks at every partition that is mirrored, also where nothing comes.
ROUND_S = 1.0
#: A change of the state topic is acted upon so much later: those that come together are.
_SOON_S = 0.01
WRITE_EVERY_S = 5.0


class _Written(NamedTuple):
    """What was written of a copy last."""

    account: Account
    #: By the reactor's clock, which nobody sets.
    at_s: float
    record: CopyRecord


class Engine:
    """See the module; it runs from the beginning.

    :param bootstrap: where our own cluster is reached.
    """

    _log = Logger()

    def __init__(self, host: Host, bootstrap: str) -> None:
        self._host = host
        self._client = Client(
            host.reactor, bootstrap, client_id="klog-mirror", now_ms=host.now_ms, random=host.random(), allow_auto_create_topics=False
        )
        self._client.startService()
        self._own = Admin(host.reactor, self._client)
        self._state = StateTopic(host.reactor, self._client, host.warn, self._look_soon)
        self._links: dict[str, Link] = {}
        #: Links that end, and connections that are being closed.
        self._ending: set[Deferred[None]] = set()
        self._coordinator = Coordinator(host, self._own, self._state, self._links.get, lambda name: self._told.get(name, ""))
        self._coordinating: Deferred[None] | None = None
        self._writing = False
        self._written: dict[Copying, _Written] = {}
        #: What was told of links that cannot be.
        self._told: dict[str, str] = {}
        self._is_closed = False
        self._round: IDelayedCall = host.reactor.callLater(_SOON_S, self._look)

    @property
    def links(self) -> dict[str, Link]:
        """Those that run, by name."""
        return self._links

    @property
    def state(self) -> StateTopic:
        """What is known of all mirrors."""
        return self._state

    def _look_soon(self) -> None:
        self._look_in(_SOON_S)

    def _look_in(self, seconds: float) -> None:
        if not self._is_closed and (not self._round.active() or self._round.getTime() > self._host.reactor.seconds() + seconds):
            if self._round.active():
                self._round.cancel()
            self._round = self._host.reactor.callLater(seconds, self._look)

    def _look(self) -> None:
        try:
            if self._state.is_loaded:
                self._look_at_links()
                self._write_copies()
                if self._coordinating is None and self._host.leads(STATE_TOPIC, 0):
                    self._coordinate()
        except Exception:
            self._log.failure("a mistake in a round of the mirrors", Failure())  # type: ignore[no-untyped-call]
        self._look_in(ROUND_S)

    # Links

    def _look_at_links(self) -> None:
        pictures = self._bounded(self._state.picture.links)
        for name in self._told.keys() - self._state.picture.links.keys():
            del self._told[name]
        for name, link in list(self._links.items()):
            definition = pictures[name].definition if name in pictures else None
            if definition is None or not _is_same_link(definition, link.definition):
                del self._links[name]
                self._end(link.stop(is_deleted=name not in self._state.picture.links))
        copies: dict[str, list[Copy]] = {}
        for copy in self._host.copies():
            copies.setdefault(copy.link, []).append(copy)
        for name, picture in pictures.items():
            link_here = self._links.get(name)
            if link_here is None:
                assert picture.definition is not None
                try:
                    link_here = self._links[name] = Link(
                        self._host, picture.definition, self._security(picture.definition), partial(self._keep, name)
                    )
                except ConfigError as error:
                    self._tell_once(name, f"mirror {name}: {error}")
                    continue
            link_here.look(picture, copies.get(name, ()))

    def _bounded(self, pictures: Mapping[str, LinkPicture]) -> dict[str, LinkPicture]:
        """Those that run: the oldest, where somebody has written more into the state topic than may be made."""
        oldest = sorted(pictures.items(), key=lambda one: (one[1].definition.created_ms if one[1].definition else 0, one[0]))
        for name, _ in oldest[MOST_LINKS:]:
            self._tell_once(name, f"mirror {name} is not run: there are more than {MOST_LINKS}, and it is one of the newest")
        return dict(oldest[:MOST_LINKS])

    def _security(self, definition: LinkDefinition) -> Security:
        """How a link's source is spoken to.

        :raises ConfigError: this broker has secrets for a link of the name, and the link leads elsewhere: whoever may write the state topic
            must not have them sent wherever he likes.
        """
        found = self._host.source_security(definition.name)
        if found is None:
            return PLAINTEXT
        servers, security = found
        strange = [f"{host}:{port}" for host, port in parse_bootstrap(definition.bootstrap) if (host, port) not in servers]
        if strange:
            raise ConfigError(
                f"klog.mirror.source.{definition.name}.bootstrap.servers",
                None,
                f"the link leads to {', '.join(strange)}, which is not among them; nothing is copied, and nobody is shown the secrets",
            )
        return security

    def _keep(self, name: str, copying: Copying) -> Deferred[bool]:
        """Write down what is known of one copy, now."""
        record = copying.record(self._host.broker_id, self._host.now_ms())
        return self._state.write([(Key("copy", name, *copying.key), record)])

    def _tell_once(self, name: str, sentence: str) -> None:
        if self._told.get(name) != sentence:
            self._told[name] = sentence
            self._host.warn(sentence)

    def _end(self, ended: Deferred[None]) -> None:
        self._ending.add(ended)
        ended.addBoth(lambda _: self._ending.discard(ended))

    # Accounts

    def _write_copies(self) -> None:
        """Write how far the copies are, where that is news."""
        if self._writing:
            return
        now_ms, now_s = self._host.now_ms(), self._host.reactor.seconds()
        written: dict[Copying, _Written] = {}
        fresh: list[Copying] = []
        records: list[tuple[Key, CopyRecord]] = []
        for name, link in self._links.items():
            picture = self._state.picture.link(name)
            copies = {} if picture is None else picture.copies
            for copying in link.copying:
                before = self._written.get(copying)
                known = copies.get(copying.key)
                is_too_soon = before is not None and now_s - before.at_s < WRITE_EVERY_S
                if before is not None and known is not None and known != before.record and not is_too_soon:
                    # Who led it before us has written late; or what was written of a loss, apart from these rounds, is not news.
                    copying.learn(known)
                    before = None
                account = copying.account_now
                if before is not None:
                    written[copying] = before
                    # Of most there is nothing new, round by round: of these no record is made.
                    if before.account == account or (before.account.changes == account.changes and is_too_soon):
                        continue
                record = copying.record(self._host.broker_id, now_ms)
                if before is not None and _is_same(before.record, record):
                    written[copying] = before._replace(account=account)
                    continue
                fresh.append(copying)
                records.append((Key("copy", name, *copying.key), record))
                written[copying] = _Written(account, now_s, record)
        before_all, self._written = self._written, written
        if not records:
            return
        self._writing = True

        def done(is_fine: bool) -> None:
            self._writing = False
            if not is_fine:
                for copying in fresh:
                    if copying in before_all:
                        self._written[copying] = before_all[copying]
                    else:
                        self._written.pop(copying, None)

        self._state.write(records).addCallback(done).addErrback(lambda failure: self._log.failure("a mistake in writing", failure))

    # Coordinating

    def _coordinate(self) -> None:
        self._coordinating = Deferred.fromCoroutine(self._coordinator.step())

        def ended(result: Any) -> None:
            self._coordinating = None
            if isinstance(result, Failure) and not result.check(ClientStopped):  # type: ignore[no-untyped-call]
                self._log.failure("a mistake in coordinating the mirrors", result)

        self._coordinating.addBoth(ended)

    def stop(self) -> Deferred[None]:
        """Copy nothing any more; fires when all connections are closed."""
        self._is_closed = True
        if self._round.active():
            self._round.cancel()
        links, self._links = self._links, {}
        waits: list[Deferred[None]] = [link.stop() for link in links.values()]
        waits += [self._state.stop()]
        done: Deferred[Any] = DeferredList(waits)
        done.addCallback(lambda _: self._client.stopService())
        return done.addCallback(lambda _: None)


def _is_same_link(one: LinkDefinition, other: LinkDefinition) -> bool:
    """Whether a link that runs by the one may go on by the other."""
    return one.bootstrap == other.bootstrap and one.audit_window_ms == other.audit_window_ms


def _is_same(one: CopyRecord, other: CopyRecord) -> bool:
    """Whether nothing has changed but the clock."""
    return dataclasses.replace(one, at_ms=0, lag_ms=0) == dataclasses.replace(other, at_ms=0, lag_ms=0)
