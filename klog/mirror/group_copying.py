"""What groups have committed at the source is committed here, as `klog.mirror.decisions.groups` says: by ordinary requests of ordinary
clients, to the source and to our own cluster.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from twisted.logger import Logger

from klog.client.admin.admin import Admin
from klog.errors import ErrorCode
from klog.mirror.copies import Host
from klog.mirror.decisions.groups import Extent, is_same, offsets_to_commit
from klog.mirror.decisions.picture import LinkPicture
from klog.mirror.decisions.records import Range
from klog.mirror.decisions.topics import matches
from klog.mirror.link import Link
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, Committed, TopicPartition

#: How long an answer may take.
ASK_TIMEOUT_MS = 20_000
#: Groups that are asked about at once.
_GROUPS_AT_ONCE = 200


async def ends_of(admin: Admin, partitions: Iterable[TopicPartition]) -> dict[TopicPartition, int]:
    """Where partitions end. Raises KlogError, `ClientStopped`."""
    found = await admin.list_offsets(dict.fromkeys(partitions, LATEST_TIMESTAMP), timeout_ms=ASK_TIMEOUT_MS)
    return {tp: offset.offset for tp, offset in found.check().items()}


class GroupCopying:
    """See the module.

    :param own: administration of our own cluster.
    """

    _log = Logger()

    def __init__(self, host: Host, own: Admin) -> None:
        self._host = host
        self._own = own
        #: What came from the source last, by link and group, for a link that is the same one still: not deleted and made again.
        self._came: dict[str, tuple[LinkPicture, dict[str, dict[TopicPartition, Committed]]]] = {}

    def _came_by(self, name: str, picture: LinkPicture) -> dict[str, dict[TopicPartition, Committed]]:
        known = self._came.get(name)
        if known is None or known[0] is not picture:
            known = self._came[name] = (picture, {})
        return known[1]

    async def copy(self, link: Link, picture: LinkPicture, topics: Iterable[str]) -> None:
        """Commit here what groups have committed at the source, for these topics. Raises KlogError, `ClientStopped`."""
        assert picture.definition is not None
        patterns = picture.definition.groups
        copied = {topic for topic in topics if (record := picture.topics.get(topic)) is not None and record.state.is_copied}
        if not patterns or not copied:
            return
        cut = _cut(picture, copied)
        listed = list(await link.source.list_groups(timeout_ms=ASK_TIMEOUT_MS))
        if cut:
            # Who has read what was cut may never have been at the source.
            listed += await self._own.list_groups(timeout_ms=ASK_TIMEOUT_MS)
        groups = sorted({one.group_id for one in listed if matches(one.group_id, patterns)})
        came = self._came_by(link.definition.name, picture)
        for group in came.keys() - set(groups):
            del came[group]
        for group in groups:
            came.setdefault(group, {})
        if not groups:
            return
        extents = await self._extents(copied)
        for first in range(0, len(groups), _GROUPS_AT_ONCE):
            await self._copy_some_groups(link, groups[first : first + _GROUPS_AT_ONCE], extents, came, cut)

    async def lead_back(self, name: str, picture: LinkPicture, topic: str) -> None:
        """Have no group go on in what was cut, also where the source cannot be asked where it stands. Raises KlogError, `ClientStopped`."""
        assert picture.definition is not None
        cut = _cut(picture, [topic])
        patterns = picture.definition.groups
        if not cut or not patterns or not self._is_copy(name, topic):
            return
        listed = await self._own.list_groups(timeout_ms=ASK_TIMEOUT_MS)
        groups = sorted({one.group_id for one in listed if matches(one.group_id, patterns)})
        extents = await self._extents([topic])
        came = self._came_by(name, picture)
        for first in range(0, len(groups), _GROUPS_AT_ONCE):
            some = groups[first : first + _GROUPS_AT_ONCE]
            for group in some:
                came.setdefault(group, {})
            await self._commit_groups({group: {} for group in some}, extents, came, cut)

    def _is_copy(self, name: str, topic: str) -> bool:
        """Whether clients cannot write into the topic yet, since it is a link's."""
        own = self._host.topic(topic)
        return own is not None and own[1] == name

    async def _extents(self, topics: Iterable[str]) -> dict[TopicPartition, Extent]:
        partitions = [
            TopicPartition(topic, number) for topic in topics if (own := self._host.topic(topic)) is not None for number in range(own[0])
        ]
        ends = await ends_of(self._own, partitions)
        starts = await self._own.list_offsets(dict.fromkeys(partitions, EARLIEST_TIMESTAMP), timeout_ms=ASK_TIMEOUT_MS)
        return {tp: Extent(start.offset, ends[tp]) for tp, start in starts.check().items()}

    async def _copy_some_groups(
        self,
        link: Link,
        groups: list[str],
        extents: Mapping[TopicPartition, Extent],
        came: Mapping[str, dict[TopicPartition, Committed]],
        cut: Mapping[TopicPartition, Sequence[Range]],
    ) -> None:
        at_source = await link.source.list_group_offsets(groups, timeout_ms=ASK_TIMEOUT_MS)
        offsets_there: dict[str, Mapping[TopicPartition, Committed]] = {
            group: {} for group, error in at_source.errors.items() if error.code is ErrorCode.GROUP_ID_NOT_FOUND
        }
        offsets_there |= at_source.done
        wanted = {group: offsets for group, offsets in offsets_there.items() if cut or any(tp in extents for tp in offsets)}
        await self._commit_groups(wanted, extents, came, cut)

    async def _commit_groups(
        self,
        wanted: Mapping[str, Mapping[TopicPartition, Committed]],
        extents: Mapping[TopicPartition, Extent],
        came: Mapping[str, dict[TopicPartition, Committed]],
        cut: Mapping[TopicPartition, Sequence[Range]],
    ) -> None:
        """Commit here what these groups have committed at the source, as far as that is right."""
        if not wanted:
            return
        described = await self._own.describe_groups(wanted, timeout_ms=ASK_TIMEOUT_MS)
        here = await self._own.list_group_offsets(list(wanted), timeout_ms=ASK_TIMEOUT_MS)
        for group, offsets in wanted.items():
            error = described.errors.get(group) or here.errors.get(group)
            if error is not None and error.code is not ErrorCode.GROUP_ID_NOT_FOUND:
                continue
            known = described.done.get(group)
            is_active = known is not None and bool(known.members)
            standing = here.done.get(group, {})
            to_commit = offsets_to_commit(offsets, standing, extents, is_active_here=is_active, by_us=came[group], cut=cut)
            # What stands here as it does there came from there, whoever was at it then.
            came[group].update({tp: offset for tp, offset in offsets.items() if tp in extents and is_same(offset, standing.get(tp))})
            if to_commit:
                outcomes = await self._own.alter_group_offsets(group, to_commit, timeout_ms=ASK_TIMEOUT_MS)
                came[group].update({tp: offset for tp, offset in to_commit.items() if tp not in outcomes.errors})
                for failure in list(outcomes.errors.values())[:1]:
                    # Somebody has joined meanwhile, or the coordinator moves: the next round looks again.
                    self._log.info("the offsets of group {group} are not copied this time: {why}", group=group, why=failure.message)


def _cut(picture: LinkPicture, topics: Collection[str]) -> dict[TopicPartition, Sequence[Range]]:
    return {TopicPartition(*key): copy.cut for key, copy in picture.copies.items() if copy.cut and key[0] in topics}
