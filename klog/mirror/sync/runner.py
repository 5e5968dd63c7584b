"""Runs the kinds that a link carries beside the data, each when it is due, and writes down how that goes.

A kind that cannot be carried just now, as where the link has no right to ask the source for it, holds up no other, but where it is vital:
then the link waits. What was carried stays as it is meanwhile.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Awaitable, Callable, Collection, Mapping

from klog.client.retry import ClientStopped
from klog.errors import KlogError, row_of
from klog.mirror.copies import Host
from klog.mirror.decisions.carried import Synced, SyncState
from klog.mirror.decisions.records import Key
from klog.mirror.sync.kinds import Kind, LinkRound, SyncKind, records_of

#: Carries one kind; None where there is nothing to be told of it.
Carry = Callable[[LinkRound], Awaitable[SyncState | None]]


class SyncRunner:
    """See the module.

    :param carry: what carries each kind.
    """

    def __init__(self, host: Host, carry: Mapping[Kind, Carry]) -> None:
        self._host = host
        self._carry = carry
        #: By link and kind: when it was carried last, by the reactor's clock, which nobody sets; and what was told of it.
        self._at_s: dict[tuple[str, Kind], float] = {}
        self._told: dict[tuple[str, Kind], frozenset[str]] = {}

    def forget(self, links: Collection[str]) -> None:
        """Only these are there."""
        for known in (self._at_s, self._told):
            for key in [key for key in known if key[0] not in links]:
                del known[key]

    def is_due(self, name: str, kind: SyncKind) -> bool:
        """Whether it is time for it again."""
        at_s = self._at_s.get((name, kind.kind))
        return at_s is None or self._host.reactor.seconds() - at_s >= kind.every_ms / 1000

    async def run(self, round_: LinkRound, kind: SyncKind) -> None:
        """Carry one kind. Raises `ClientStopped`; KlogError where it is vital."""
        self._at_s[round_.name, kind.kind] = self._host.reactor.seconds()
        if not kind.is_wanted(round_.definition):
            await self._let_go(round_, kind.kind)
            return
        try:
            state = await self._carry[kind.kind](round_)
        except ClientStopped:
            raise
        except KlogError as error:
            if kind.is_vital or row_of(error.code).retriable:
                # Nobody answers: then nobody does for the next kind either, and a failover shall not wait for all of them.
                raise
            before = round_.picture.synced.get(kind.kind.value, SyncState())
            state = dataclasses.replace(SyncState.of(0, 0, [error.message]), carried=before.carried, held=before.held)
        if state is not None:
            await self._note(round_, kind.kind, state)

    async def _let_go(self, round_: LinkRound, kind: Kind) -> None:
        """Carry it no more; what is here stays, and is this cluster's own."""
        name, picture = round_.name, round_.picture
        gone = records_of(kind, name, picture)
        if not gone and kind.value not in picture.synced:
            return
        kinds = {one: state for one, state in picture.synced.items() if one != kind.value}
        await round_.write({**dict.fromkeys(gone), Key("synced", name): Synced(kinds) if kinds else None})
        picture.synced = kinds
        if kind is Kind.ACLS:
            picture.acls.clear()
        elif kind is Kind.USERS:
            picture.users = None

    async def _note(self, round_: LinkRound, kind: Kind, state: SyncState) -> None:
        told = self._told.get((round_.name, kind), frozenset())
        for sentence in state.problems:
            if sentence not in told:
                self._host.warn(f"mirror {round_.name}, {kind.value}: {sentence}")
        self._told[round_.name, kind] = frozenset(state.problems)
        if state != round_.picture.synced.get(kind.value):
            kinds = {**round_.picture.synced, kind.value: state}
            await round_.write({Key("synced", round_.name): Synced(kinds)})
            round_.picture.synced = kinds
