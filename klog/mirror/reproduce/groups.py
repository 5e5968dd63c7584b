"""Groups of the source, and where they would go on in the copy. No Twisted here.

What a group has committed is translated by the exact map, where it can be: not what is not copied yet, and not what lies before the oldest
run that is known. It is written as MirrorMaker 2's checkpoints, and only where it is another than the last time. On request it is committed
as the group's own offset in the copy's cluster; a group in which somebody is active there refuses that, and is left alone. One that
has read further there is not led back, whatever still commits at the source.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from klog.client.blocking.client import BlockingClient
from klog.client.blocking.groups import GroupOffsets
from klog.errors import ErrorCode, KlogError
from klog.mirror.reproduce.mirror_maker_formats import Checkpoint
from klog.mirror.reproduce.offset_map import OffsetMap
from klog.model import Committed, TopicPartition
from klog.wire.messages.list_groups import ListGroupsRequest

#: How long the coordinator of a group at the destination may take.
_PATIENCE_MS = 10_000


def groups_of(source: BlockingClient, wants: Callable[[str], bool]) -> list[str]:
    """The consumer groups of a cluster, by name.

    :raises KlogError: a broker does not answer, or refuses.
    """
    found: set[str] = set()
    for node_id in source.metadata.nodes:
        answer = source.ask(node_id, ListGroupsRequest(), at_most=4)
        if answer.error_code not in (0, ErrorCode.COORDINATOR_LOAD_IN_PROGRESS):
            raise KlogError(ErrorCode(answer.error_code), f"broker {node_id} does not list its groups")
        found.update(group.group_id for group in answer.groups if group.protocol_type in ("consumer", "") and wants(group.group_id))
    return sorted(found)


def translated(
    group: str, committed: Mapping[TopicPartition, tuple[int, str]], maps: Mapping[TopicPartition, OffsetMap], copy_of: Callable[[str], str]
) -> list[Checkpoint]:
    """What a group has committed, as it would stand in the copy. Pure.

    :param committed: offset and metadata of each partition of the source; :param maps: by partition of the source.
    """
    found: list[Checkpoint] = []
    for tp, (offset, metadata) in sorted(committed.items()):
        known = maps.get(tp)
        downstream = None if known is None or offset < 0 else known.translate(offset)
        if downstream is not None:
            found.append(Checkpoint(group, TopicPartition(copy_of(tp.topic), tp.partition), offset, downstream, metadata))
    return found


class GroupTranslation:
    """What of the groups was told already.

    :param commit: whether offsets are committed at the destination, too.
    """

    def __init__(self, source: BlockingClient, destination: BlockingClient, wants: Callable[[str], bool], *, commit: bool) -> None:
        self._source = source
        self._destination = destination
        self._wants = wants
        self._commits = commit
        #: The offset in the copy that was written, and committed where that is wanted, last; by group and partition of the copy.
        self._told: dict[tuple[str, TopicPartition], int] = {}

    def news(self, maps: Mapping[TopicPartition, OffsetMap], copy_of: Callable[[str], str]) -> list[Checkpoint]:
        """Checkpoints that are others than the last time.

        :raises KlogError: the source's groups cannot be asked.
        """
        found: list[Checkpoint] = []
        for group in groups_of(self._source, self._wants):
            committed = GroupOffsets(self._source, group).fetch()
            offsets = {tp: (one.offset, one.metadata) for tp, one in committed.items()}
            found += translated(group, offsets, maps, copy_of)
        return [one for one in found if self._told.get((one.group, one.tp)) != one.downstream]

    def forget(self, copy: TopicPartition) -> None:
        """A partition of the copy's cluster was made again: what groups have committed of it went with it."""
        self._told = {(group, tp): offset for (group, tp), offset in self._told.items() if tp != copy}

    def commit(self, checkpoints: list[Checkpoint]) -> list[str]:
        """Of checkpoints that stand in the copy's cluster: commit them there for their groups, where that is wanted.

        :returns: groups in which somebody is active; they are tried again.
        :raises KlogError: a coordinator does not answer within `_PATIENCE_MS`, or refuses otherwise.
        """
        active: list[str] = []
        by_group: dict[str, dict[TopicPartition, int]] = {}
        for one in checkpoints:
            by_group.setdefault(one.group, {})[one.tp] = one.downstream
        for group, offsets in by_group.items():
            if self._commits:
                try:
                    there = GroupOffsets(self._destination, group)
                    standing = there.fetch(offsets, timeout_ms=_PATIENCE_MS)
                    wanted = {tp: offset for tp, offset in offsets.items() if self._may_commit(group, tp, offset, standing.get(tp))}
                    there.commit(wanted, timeout_ms=_PATIENCE_MS)
                except KlogError as error:
                    if error.code not in (ErrorCode.UNKNOWN_MEMBER_ID, ErrorCode.ILLEGAL_GENERATION, ErrorCode.REBALANCE_IN_PROGRESS):
                        raise
                    active.append(group)
                    continue
            self._told.update({(group, tp): offset for tp, offset in offsets.items()})
        return active

    def _may_commit(self, group: str, tp: TopicPartition, offset: int, standing: Committed | None) -> bool:
        """Whether a group may be put to `offset`: forwards always; back only from where we have put it."""
        return standing is None or offset >= standing.offset or standing.offset == self._told.get((group, tp))
