"""What groups have committed at the source is committed here, as `klog.mirror.decisions.groups` says: by ordinary requests of ordinary
clients, to the source and to our own cluster.

Where a group is led back, and where one cannot be since it has members, that is told: who reads finds other records there, or some again.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable, Mapping, Sequence

from twisted.logger import Logger

from klog.client.admin.admin import Admin
from klog.errors import ErrorCode
from klog.mirror.copies import Host
from klog.mirror.decisions.groups import Extent, back_to_the_end, is_same, offsets_to_commit
from klog.mirror.decisions.picture import LinkPicture
from klog.mirror.decisions.records import Range
from klog.mirror.decisions.topics import matches
from klog.mirror.link import Link
from klog.model import EARLIEST_TIMESTAMP, LATEST_TIMESTAMP, Committed, TopicPartition

#: How long an answer may take.
ASK_TIMEOUT_MS = 20_000
#: Groups that are asked about at once.
_GROUPS_AT_ONCE = 200
#: So many groups of a link are told of that were led back, or could not be.
_MOST_TOLD = 100


async def ends_of(admin: Admin, partitions: Iterable[TopicPartition]) -> dict[TopicPartition, int]:
    """Where partitions end. Raises KlogError, `ClientStopped`."""
    found = await admin.list_offsets(dict.fromkeys(partitions, LATEST_TIMESTAMP), timeout_ms=ASK_TIMEOUT_MS)
    return {tp: offset.offset for tp, offset in found.check().items()}


@dataclasses.dataclass(eq=False, slots=True)
class _Group:
    """What is known of one.

    :ivar came: what came from the source last.
    :ivar looked_at: how often each partition had been cut (`klog.mirror.decisions.records.CopyRecord.cuts`) when it was seen to that the
        group does not stand in what was cut.
    """

    came: dict[TopicPartition, Committed] = dataclasses.field(default_factory=dict)
    looked_at: dict[TopicPartition, int] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(eq=False, slots=True)
class _Known:
    """Of a link that is the same one still: not deleted and made again.

    :ivar told: groups that were told of, and why.
    """

    picture: LinkPicture
    groups: dict[str, _Group] = dataclasses.field(default_factory=dict)
    told: set[tuple[str, str]] = dataclasses.field(default_factory=set)


@dataclasses.dataclass(frozen=True, eq=False, slots=True)
class _Look:
    """One look at the groups of a link.

    :ivar cut: what was cut of each partition of which something was.
    :ivar is_turn: whether the topics are copies for the last time, or are to be copies: nobody fills them up with what groups have read.
    :ivar are_copies: whether they are copies just now.
    """

    link: str
    known: _Known
    extents: Mapping[TopicPartition, Extent]
    cut: Mapping[TopicPartition, tuple[int, Sequence[Range]]]
    is_turn: bool = False
    are_copies: bool = True


class GroupCopying:
    """See the module.

    :param own: administration of our own cluster.
    """

    _log = Logger()

    def __init__(self, host: Host, own: Admin) -> None:
        self._host = host
        self._own = own
        #: By the name of the link.
        self._known: dict[str, _Known] = {}

    def forget(self, links: Collection[str]) -> None:
        """Only these are there."""
        for name in self._known.keys() - set(links):
            del self._known[name]

    def _known_of(self, name: str, picture: LinkPicture) -> _Known:
        known = self._known.get(name)
        if known is None or known.picture is not picture:
            known = self._known[name] = _Known(picture)
        return known

    async def copy(self, link: Link, picture: LinkPicture, topics: Iterable[str]) -> None:
        """Commit here what groups have committed at the source, for these topics. Raises KlogError, `ClientStopped`."""
        assert picture.definition is not None
        patterns = picture.definition.groups
        copied = {topic for topic in topics if (record := picture.topics.get(topic)) is not None and record.state.is_copied}
        if not patterns or not copied:
            return
        name = link.definition.name
        cut = _cut(picture, copied)
        listed = list(await link.source.list_groups(timeout_ms=ASK_TIMEOUT_MS))
        if cut:
            # Who has read what was cut may never have been at the source.
            listed += await self._own.list_groups(timeout_ms=ASK_TIMEOUT_MS)
        groups = sorted({one.group_id for one in listed if matches(one.group_id, patterns)})
        known = self._known_of(name, picture)
        for group in known.groups.keys() - set(groups):
            del known.groups[group]
        if not groups:
            return
        look = _Look(name, known, await self._extents(copied), cut)
        for first in range(0, len(groups), _GROUPS_AT_ONCE):
            await self._copy_some_groups(link, groups[first : first + _GROUPS_AT_ONCE], look)

    async def lead_back(self, name: str, picture: LinkPicture, topic: str) -> None:
        """Have no group go on in what was cut, or behind the end, when the topic becomes an ordinary one; also where the source cannot be
        asked where it stands. Raises KlogError, `ClientStopped`."""
        if self._is_copy(name, topic):
            await self._turn(name, picture, topic, are_copies=True)

    async def before_taking_over(self, name: str, picture: LinkPicture, topic: str) -> None:
        """Have no group stand behind the end of what is to be a copy: what it has read there went in a power cut, and other records come.
        Raises KlogError, `ClientStopped`."""
        await self._turn(name, picture, topic, are_copies=False)

    async def _turn(self, name: str, picture: LinkPicture, topic: str, *, are_copies: bool) -> None:
        assert picture.definition is not None
        patterns = picture.definition.groups
        if not patterns:
            return
        listed = await self._own.list_groups(timeout_ms=ASK_TIMEOUT_MS)
        groups = sorted({one.group_id for one in listed if matches(one.group_id, patterns)})
        if not groups:
            return
        extents = await self._extents([topic])
        look = _Look(name, self._known_of(name, picture), extents, _cut(picture, [topic]), is_turn=True, are_copies=are_copies)
        for first in range(0, len(groups), _GROUPS_AT_ONCE):
            await self._commit_groups({group: {} for group in groups[first : first + _GROUPS_AT_ONCE]}, look)

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

    async def _copy_some_groups(self, link: Link, groups: list[str], look: _Look) -> None:
        at_source = await link.source.list_group_offsets(groups, timeout_ms=ASK_TIMEOUT_MS)
        offsets_there: dict[str, Mapping[TopicPartition, Committed]] = {
            group: {} for group, error in at_source.errors.items() if error.code is ErrorCode.GROUP_ID_NOT_FOUND
        }
        offsets_there |= at_source.done
        wanted = {group: offsets for group, offsets in offsets_there.items() if look.cut or any(tp in look.extents for tp in offsets)}
        await self._commit_groups(wanted, look)

    async def _commit_groups(self, wanted: Mapping[str, Mapping[TopicPartition, Committed]], look: _Look) -> None:
        """Commit here what these groups have committed at the source, as far as that is right."""
        if not wanted:
            return
        described = await self._own.describe_groups(wanted, timeout_ms=ASK_TIMEOUT_MS)
        here = await self._own.list_group_offsets(list(wanted), timeout_ms=ASK_TIMEOUT_MS)
        for name, offsets in wanted.items():
            error = described.errors.get(name) or here.errors.get(name)
            if error is not None and error.code is not ErrorCode.GROUP_ID_NOT_FOUND:
                continue
            known = described.done.get(name)
            await self._commit_group(name, offsets, here.done.get(name, {}), look, is_active=known is not None and bool(known.members))

    async def _commit_group(
        self,
        name: str,
        offsets: Mapping[TopicPartition, Committed],
        standing: Mapping[TopicPartition, Committed],
        look: _Look,
        *,
        is_active: bool,
    ) -> None:
        group = look.known.groups.setdefault(name, _Group())
        cut = {tp: ranges for tp, (cuts, ranges) in look.cut.items() if group.looked_at.get(tp) != cuts}
        back = back_to_the_end(standing, look.extents) if look.is_turn else {}
        back |= offsets_to_commit(offsets, standing, look.extents, is_active_here=False, by_us=group.came, cut=cut)
        # What was decided by answers counts where the topic is a copy still.
        to_commit = {tp: offset for tp, offset in back.items() if self._is_copy(look.link, tp.topic) is look.are_copies}
        led_back = {
            tp: offset for tp, offset in to_commit.items() if tp in standing and _is_led_back(tp, standing[tp], offset, cut, look.extents)
        }
        if is_active:
            if led_back:
                why = "it has members, and what they commit counts: `klog group reset` sets it back when they are gone"
                self._tell(look, name, standing, led_back, "is not led back", why)
            return
        # What stands here as it does there came from there, whoever was at it then.
        group.came.update({tp: offset for tp, offset in offsets.items() if tp in look.extents and is_same(offset, standing.get(tp))})
        failed: Collection[TopicPartition] = ()
        if to_commit:
            outcomes = await self._own.alter_group_offsets(name, to_commit, timeout_ms=ASK_TIMEOUT_MS)
            failed = outcomes.errors.keys()
            group.came.update({tp: offset for tp, offset in to_commit.items() if tp not in failed})
            for failure in list(outcomes.errors.values())[:1]:
                # Somebody has joined meanwhile, or the coordinator moves: the next round looks again.
                self._log.info("the offsets of group {group} are not copied this time: {why}", group=name, why=failure.message)
        for tp, (cuts, _) in look.cut.items():
            if tp in failed or (
                tp not in to_commit and _stands_in(cut.get(tp, ()), standing.get(tp)) and not is_same(offsets.get(tp), standing.get(tp))
            ):
                # It stands there still: where it goes on at the source is not copied yet.
                continue
            group.looked_at[tp] = cuts
        if led_back and not failed:
            self._tell(look, name, standing, led_back, "is led back", "what stood there was cut, or is not here")

    def _tell(
        self,
        look: _Look,
        group: str,
        standing: Mapping[TopicPartition, Committed],
        back: Mapping[TopicPartition, Committed],
        what: str,
        why: str,
    ) -> None:
        """A group stands where it shall not; once for each place."""
        (tp, offset), *more = sorted(back.items())
        place = f"from offset {standing[tp].offset} of {tp.topic}-{tp.partition} to {offset.offset}"
        told, key = look.known.told, (group, f"{what} {place}")
        if key in told or len(told) >= _MOST_TOLD:
            return
        told.add(key)
        others = f", and so in {len(more)} more partitions" if more else ""
        last = "; no more groups are told of" if len(told) == _MOST_TOLD else ""
        self._host.warn(f"mirror {look.link}: group {group} {what} {place}{others}: {why}{last}")


def _is_led_back(
    tp: TopicPartition,
    standing: Committed,
    offset: Committed,
    cut: Mapping[TopicPartition, Sequence[Range]],
    extents: Mapping[TopicPartition, Extent],
) -> bool:
    """Whether that is for a cut, or since the copy ends below; what was set back at the source is nobody's surprise."""
    if offset.offset >= standing.offset:
        return False
    return standing.offset > extents[tp].end or _stands_in(cut.get(tp, ()), standing)


def _stands_in(cut: Sequence[Range], standing: Committed | None) -> bool:
    return standing is not None and any(first < standing.offset <= last for first, last in cut)


def _cut(picture: LinkPicture, topics: Collection[str]) -> dict[TopicPartition, tuple[int, Sequence[Range]]]:
    """How often something was cut of each partition, and what."""
    return {TopicPartition(*key): (copy.cuts, copy.cut) for key, copy in picture.copies.items() if copy.cut and key[0] in topics}
