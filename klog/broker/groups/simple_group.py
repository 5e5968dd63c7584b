"""A group that has committed offsets and nothing else.

Who only commits and fetches offsets and is no member of anything (an administrator, a consumer that assigns partitions to itself) makes
such a group. Kafka keeps an empty classic group for it; here it is made when somebody asks, since it has no members whose state would have
to be kept.
"""

from __future__ import annotations

from collections.abc import Sequence

from klog.broker.coordinators.records import CoordinatorRecord
from klog.broker.groups.group import CommitCheck, Group, GroupKind
from klog.errors import ErrorCode, KlogError
from klog.wire.group_records import GroupMetadataKey
from klog.wire.messages.describe_groups import DescribedGroup


class SimpleGroup(Group):
    """An empty classic group without a protocol type (``ClassicGroup`` in state Empty)."""

    __slots__ = ()

    kind = GroupKind.CLASSIC

    @property
    def protocol_type(self) -> str | None:
        """None: no member ever said."""
        return None

    @property
    def state_name(self) -> str:
        """Always Empty."""
        return "Empty"

    @property
    def is_empty(self) -> bool:
        """Always."""
        return True

    def check_commit(
        self, member_id: str, instance_id: str | None, generation: int, *, is_transactional: bool = False, api_version: int
    ) -> CommitCheck | None:
        """Everybody may who does not say that he is a member."""
        if generation >= 0:
            raise KlogError(ErrorCode.UNKNOWN_MEMBER_ID)
        return None

    def check_fetch(self, member_id: str | None, member_epoch: int) -> None:
        """Everybody may fetch offsets."""

    def check_offset_delete(self) -> None:
        """Offsets may be deleted: the group has no members."""

    def check_delete(self) -> None:
        """The group may be deleted: it has no members."""

    def is_subscribed_to(self, topic: str) -> bool:
        """No member subscribes to anything: there is none."""
        return False

    def offsets_expire_from_ms(self, commit_ms: int) -> int | None:
        """From the commit on."""
        return commit_ms

    def tombstones(self) -> Sequence[CoordinatorRecord]:
        """One tombstone, of the group's metadata, as Kafka writes it."""
        return [CoordinatorRecord(GroupMetadataKey(group=self.group_id), None)]

    def describe(self, version: int) -> DescribedGroup:
        """An empty group."""
        return DescribedGroup(group_id=self.group_id, group_state=self.state_name, protocol_type="", protocol_data="", members=[])

    def forget(self) -> None:
        """A simple group has no timers to stop."""
