"""Commits of a member: offsets are written down in the name of who we are at the moment, and again where that has changed meanwhile. Which
offsets these are `klog.client.fetching.reader` says, by where the user is with what it was handed.

A commit that meets a rebalance is not lost by it: what is still ours is committed in the next generation. What belongs to others by then is
not written, and `CommitFailed` says so. Requests leave over the connection for commits, so that none waits behind a JoinGroup.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping

from twisted.internet.defer import Deferred

from klog.client.groups.members import Identity, Places
from klog.client.offsets import API_TIMEOUT_MS, Committed, commit_offsets
from klog.client.requests.group_offsets import GroupMember
from klog.client.routing import Routing
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.retry_policy import Trouble


class CommitFailed(KlogError):
    """Offsets were not written down: the group has given the partitions to others. Records since the last commit will be read again."""


class PartitionsNotOwned(CommitFailed):
    """Of a group in ZooKeeper: partitions are not ours any more, or the session in which they were is doubtful."""

    def __init__(self, group_id: str, why: str) -> None:
        super().__init__(ErrorCode.UNKNOWN_MEMBER_ID, f"group {group_id}: {why}")


class Remedy(enum.Enum):
    """What helps against a refused commit."""

    #: At once, as who we are now.
    AGAIN = "again"
    #: After a pause: the group is between two generations.
    LATER = "later"
    FAIL = "fail"


_TROUBLES = {Remedy.AGAIN: Trouble.CONFLICT, Remedy.LATER: Trouble.PASSING, Remedy.FAIL: Trouble.LASTING}


_BETWEEN = {ErrorCode.REBALANCE_IN_PROGRESS}
_OUTDATED = {ErrorCode.ILLEGAL_GENERATION, ErrorCode.UNKNOWN_MEMBER_ID, ErrorCode.FENCED_MEMBER_EPOCH}


def remedy_for(code: ErrorCode, *, changed: bool) -> Remedy:
    """What to do about a refusal (``CommitRequestManager.java``).

    :param changed: whether we are in another generation or epoch than when it was asked.
    """
    if code in _BETWEEN:
        return Remedy.LATER
    if code is ErrorCode.STALE_MEMBER_EPOCH:
        # The next heartbeat brings the new one.
        return Remedy.AGAIN if changed else Remedy.LATER
    if code in _OUTDATED and changed:
        return Remedy.AGAIN
    return Remedy.FAIL


class Commits:
    """What one member commits.

    :param owned: what is ours now.
    """

    def __init__(self, routing: Routing, group_id: str, owned: Callable[[], Places]) -> None:
        self.routing = routing
        self.group_id = group_id
        self._identity = Identity()
        #: How often we became nobody: all that was ours was lost then.
        self._losses = 0
        self._owned = owned

    @property
    def identity(self) -> Identity:
        """Who we are at the moment."""
        return self._identity

    @identity.setter
    def identity(self, identity: Identity) -> None:
        self._identity = identity
        if not identity.is_member:
            self._losses += 1

    def commit(self, offsets: Mapping[TopicPartition, int | Committed], *, timeout_ms: int = API_TIMEOUT_MS) -> Deferred[None]:
        """Write down, for each partition, the next record to read.

        :raises CommitFailed: some are not ours any more, or we are no member.
        :raises KlogError: the coordinator refuses, or was not reached in time.
        """
        return Deferred.fromCoroutine(self._commit(dict(offsets), timeout_ms))

    async def _commit(self, offsets: dict[TopicPartition, int | Committed], timeout_ms: int) -> None:
        routing = self.routing
        retry_policy = routing.retry_policy(timeout_ms)
        gone: list[TopicPartition] = []
        losses = self._losses
        while offsets:
            sent = self.identity
            if not sent.is_member:
                raise CommitFailed(
                    ErrorCode.UNKNOWN_MEMBER_ID, f"group {self.group_id}: we are not a member of it now, so offsets cannot be committed"
                )
            member = GroupMember(sent.generation, sent.member_id, sent.instance_id)
            left_ms = max(1, int(retry_policy.left_s * 1000))
            try:
                await commit_offsets(routing, self.group_id, offsets, member=member, timeout_ms=left_ms)
                break
            except KlogError as error:
                remedy = remedy_for(error.code, changed=self.identity != sent)
                pause_ms = retry_policy.pause_after(_TROUBLES[remedy])
                if pause_ms is None:
                    if error.code in _OUTDATED or error.code in _BETWEEN:
                        raise CommitFailed(error.code, error.message) from error
                    raise
                if remedy is Remedy.LATER:
                    await routing.wait_ms(pause_ms)
                if losses != self._losses:
                    # Of what is ours again others may have read and committed more meanwhile.
                    raise CommitFailed(error.code, f"group {self.group_id}: all partitions were lost meanwhile") from error
            owned = self._owned()
            gone += [place for place in offsets if place not in owned]
            offsets = {place: given for place, given in offsets.items() if place in owned}
        if gone:
            named = ", ".join(map(str, sorted(gone)[:3]))
            raise CommitFailed(
                ErrorCode.REBALANCE_IN_PROGRESS,
                f"group {self.group_id}: {named}{' and others' if len(gone) > 3 else ''} went to other members",
            )
