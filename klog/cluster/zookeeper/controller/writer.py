"""How a controller writes: acts in multis that check its epoch, and what becomes of those that ZooKeeper refuses.

A multi whose check of ``/controller_epoch`` fails says that somebody else is the controller: `Replaced`. Any other refusal is counted for
what the act is about (a topic, or one node). What is refused again and again for its own sake, because of an ACL, say, must not hold up the
rest: it is set aside for a while, and the log says so once. A version that did not fit may be refused more often before that, since the
next decision is made on newer data.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from klog.cluster.zookeeper.controller.acts import (
    Act,
    Batch,
    MakePartitionsNode,
    RemoveTopic,
    SetState,
    SetTopicZnode,
    batches,
    subject,
)
from klog.cluster.zookeeper.controller.alter_partition import Change
from klog.cluster.zookeeper.view import ClusterView
from klog.errors import ErrorCode
from klog.zookeeper.client import ZookeeperClient
from klog.zookeeper.errors import BadVersionException, NodeExistsException, NoNodeException, ZookeeperError
from klog.zookeeper.protocol import Stat

#: Refusals in a row after which a subject is set aside, and for how long, in seconds; and the same where only a version did not fit.
MOST_REFUSALS = 5
MOST_CONFLICTS = 20
SET_ASIDE_S = 60.0
_CONFLICTS = (BadVersionException, NoNodeException, NodeExistsException)


class TermOver(Exception):  # noqa: N818 (no error: the end of what was begun)
    """What was begun is not continued: the controller was suspended, stopped, or is not the controller any more."""


class Replaced(TermOver):  # noqa: N818
    """Somebody else is the controller, as a write has found out."""


class Writer:
    """See the module. One for each term of office.

    :param clock: its seconds.
    :param epoch_version: of ``/controller_epoch``; checked by every write.
    :param say: takes sentences for people, each of which is told once.
    """

    def __init__(
        self,
        clock: Any,
        client: ZookeeperClient,
        view: ClusterView,
        epoch_version: int,
        say: Callable[[str], None],
    ) -> None:
        self.is_over = False
        self._clock = clock
        self._client = client
        self._view = view
        self._epoch_version = epoch_version
        self._say = say
        self._refusals: dict[str, int] = {}
        #: Until when (the clock's seconds) subjects are set aside.
        self._aside: dict[str, float] = {}

    def check(self) -> None:
        """After whatever was waited for.

        :raises TermOver: what was begun is not continued.
        """
        if self.is_over:
            raise TermOver

    def try_again(self) -> bool:
        """Take up what was set aside long enough; whether there is something."""
        now_s = self._clock.seconds()
        ready = [name for name, until_s in self._aside.items() if until_s <= now_s]
        for name in ready:
            del self._aside[name]
        return bool(ready)

    def is_set_aside(self, name: str) -> bool:
        """Whether `act` passes over what is about this subject."""
        return name in self._aside

    async def act(self, acts: Sequence[Act]) -> None:
        """Do these, in order, but for those that are set aside.

        :raises TermOver: see there.
        :raises ZookeeperError: some were done, one was refused, or nobody knows.
        """
        wanted = [await self._complete(act) for act in acts if subject(act) not in self._aside]
        for batch in batches(wanted, self._epoch_version):
            try:
                await self._write(batch)
            except ZookeeperError as error:
                self._refused(batch, error)
                raise
            for done in batch.acts:
                if done is not None:
                    self._refusals.pop(subject(done), None)
                if isinstance(done, SetTopicZnode) and done.znode.topic_id is not None:
                    # Somebody may write it again before the view has seen it with its id.
                    self._view.remember_id(done.topic, done.czxid, done.znode.topic_id)

    async def change(self, changes: Sequence[Change]) -> None:
        """Do what leaders asked for. Each of them is done or has failed then, by itself.

        :raises TermOver: see there.
        :raises ZookeeperError: nobody knows of some whether they were done.
        """
        left = list(changes)
        while left:
            batch = next(batches([change.act for change in left], self._epoch_version))
            taken = left[: sum(act is not None for act in batch.acts)]
            try:
                await self._write(batch)
            except ZookeeperError as error:
                if batch.act_of(error.index) is None:
                    raise
                refused = taken[error.index - 1]
                refused.failed(ErrorCode.INVALID_UPDATE_VERSION if isinstance(error, _CONFLICTS) else ErrorCode.UNKNOWN_SERVER_ERROR)
                left.remove(refused)
                continue
            for change in taken:
                change.done()
            del left[: len(taken)]

    async def _write(self, batch: Batch) -> None:
        """One multi; the view knows of the states that it wrote."""
        try:
            results = await self._client.multi(batch.operations)
        except ZookeeperError as error:
            self.check()
            if error.index == 0 and isinstance(error, BadVersionException | NoNodeException):
                raise Replaced from None
            raise
        self.check()
        for act, result in zip(batch.acts, results, strict=True):
            if isinstance(act, SetState) and isinstance(result, Mapping):
                self._view.wrote_state(act.topic, act.partition, act.state, cast(Stat, result))
            elif isinstance(act, SetTopicZnode) and isinstance(result, Mapping):
                self._view.wrote_topic(act.topic, act.znode, cast(Stat, result))
            elif isinstance(act, MakePartitionsNode):
                self._view.made_partitions_node(act.topic)

    async def _complete(self, act: Act) -> Act:
        if isinstance(act, RemoveTopic):
            found = await self._client.exists(act.config_path)
            self.check()
            return dataclasses.replace(act, has_config=found is not None)
        return act

    def _refused(self, batch: Batch, error: ZookeeperError) -> None:
        act = batch.act_of(error.index)
        if act is None:
            return
        name = subject(act)
        self._refusals[name] = self._refusals.get(name, 0) + 1
        if self._refusals[name] >= (MOST_CONFLICTS if isinstance(error, _CONFLICTS) else MOST_REFUSALS):
            del self._refusals[name]
            self._aside[name] = self._clock.seconds() + SET_ASIDE_S
            self._say(f"the controller leaves {name} as it is for a while, since ZooKeeper refuses to change it: {error}")
