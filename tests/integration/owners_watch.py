"""Who owns the partitions of a group by the paper, as the znodes have it: now (`Registry`), and at all times (`OwnersHistory`).

The history is made from the transaction logs (`zookeeper_log`), so that no change between two looks is missed. What must hold of it:

- an owner's node is ephemeral, names a thread of a member that the same session registered, and never changes: one owner at a time;
- only its own session removes it (or that session's end does);
- offsets are written by the session that owns the partition at that moment, and never go back. (Of klog's members; Kafka's commit in
  a thread of its own, while they release.)

`assignment` is Algorithm 1 of the paper once more, independent of klog's.
"""

from __future__ import annotations

import bisect
import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from tests.integration.zookeeper_log import Change

#: (topic, partition)
Place = tuple[str, int]


class Tenure(NamedTuple):
    """One owner's node from its creation to its end; times are the leader's wall clock, ms; `ended_ms` is None while it lasts."""

    thread: str
    session: int
    begun_ms: int
    ended_ms: int | None


class Commit(NamedTuple):
    """One write of an offset."""

    at_ms: int
    offset: int
    session: int


def java_key(text: str) -> bytes:
    """Java compares UTF-16 units."""
    return text.encode("utf-16-be")


def threads_of(member: str, count: int) -> list[str]:
    """Thread ids of one member."""
    return [f"{member}-{number}" for number in range(count)]


def assignment(threads: Iterable[str], topic: str, partitions: int) -> dict[Place, str]:
    """Algorithm 1: partitions by number, threads by name; each gets a row of them, the first ones get the remainder."""
    ordered = sorted(threads, key=java_key)
    if not ordered:
        return {}
    each, more = divmod(partitions, len(ordered))
    found: dict[Place, str] = {}
    first = 0
    for index, thread in enumerate(ordered):
        count = each + (index < more)
        found |= {(topic, number): thread for number in range(first, first + count)}
        first += count
    return found


class Registry:
    """The registries of one group, looked at with kazoo.

    :param client: a started ``KazooClient`` with the chroot of the group.
    """

    def __init__(self, client: Any, group: str, topic: str, partitions: int) -> None:
        self.client, self.group, self.topic, self.partitions = client, group, topic, partitions

    def _all(self, folder: str) -> dict[str, bytes]:
        from kazoo.exceptions import NoNodeError

        try:
            names = self.client.get_children(folder)
        except NoNodeError:
            return {}
        asked = {name: self.client.get_async(f"{folder}/{name}") for name in names}
        found = {}
        for name, result in asked.items():
            try:
                found[name] = result.get(timeout=20)[0]
            except NoNodeError:
                continue
        return found

    def members(self) -> dict[str, int]:
        """Registered members and how many threads each has for the topic."""
        found = {}
        for name, data in self._all(f"/consumers/{self.group}/ids").items():
            subscription = json.loads(data)["subscription"]
            found[name] = next(iter(subscription.values()))
        return found

    def owners(self) -> dict[Place, str]:
        """The thread that owns each partition."""
        found = self._all(f"/consumers/{self.group}/owners/{self.topic}")
        return {(self.topic, int(name)): data.decode() for name, data in found.items()}

    def offsets(self) -> dict[Place, int]:
        """Committed."""
        found = self._all(f"/consumers/{self.group}/offsets/{self.topic}")
        return {(self.topic, int(name)): int(data) for name, data in found.items()}

    def expected(self) -> dict[Place, str]:
        """What Algorithm 1 gives to those who are registered."""
        threads = [thread for name, count in self.members().items() for thread in threads_of(name, count)]
        return assignment(threads, self.topic, self.partitions)


class OwnersHistory:
    """A group's registries at all times.

    :param logged: `zookeeper_log.changes`, paths with the chroot.
    """

    def __init__(self, logged: Iterable[Change], group: str, chroot: str = "") -> None:
        top = f"{chroot}/consumers/{group}/"
        self.problems: list[str] = []
        #: Session by member id, of all that ever were.
        self.sessions: dict[str, set[int]] = {}
        self.tenures: dict[Place, list[Tenure]] = {}
        self.commits: dict[Place, list[Commit]] = {}
        #: Offsets written by a session that did not own the partition, or that went back: (place, commit, why)
        self.wrong_commits: list[tuple[Place, Commit, str]] = []
        self._registered: dict[str, int] = {}
        for change in logged:
            if change.path.startswith(top):
                kind, *rest = change.path.removeprefix(top).split("/")
                if kind == "ids" and len(rest) == 1:
                    self._member(change, rest[0])
                elif kind == "owners" and len(rest) == 2:
                    self._owner(change, (rest[0], int(rest[1])))
                elif kind == "offsets" and len(rest) == 2:
                    self._offset(change, (rest[0], int(rest[1])))

    def _member(self, change: Change, member: str) -> None:
        if change.kind == "create":
            self._registered[member] = change.owner
            self.sessions.setdefault(member, set()).add(change.owner)
            if not change.owner:
                self.problems.append(f"{change.path} is not ephemeral")
        elif change.kind == "delete":
            self._registered.pop(member, None)
            if change.session != change.owner:
                self.problems.append(f"session {change.session:#x} removed {change.path} of session {change.owner:#x}")

    def _owner(self, change: Change, place: Place) -> None:
        thread = change.data.decode()
        tenures = self.tenures.setdefault(place, [])
        if change.kind == "create":
            if tenures and tenures[-1].ended_ms is None:
                self.problems.append(f"{change.path}: {thread} came while {tenures[-1].thread} was there")
            member = thread.rpartition("-")[0]
            if not change.owner:
                self.problems.append(f"{change.path} of {thread} is not ephemeral")
            elif self._registered.get(member) != change.owner:
                self.problems.append(f"{change.path}: {thread} of session {change.owner:#x}, which did not register {member}")
            tenures.append(Tenure(thread, change.owner, change.at_ms, None))
        elif change.kind == "delete":
            if not tenures:
                self.problems.append(f"{change.path} of {thread} was removed, and its creation is not in the logs")
                return
            if change.session != change.owner:
                self.problems.append(f"session {change.session:#x} removed {change.path} of {thread}")
            tenures[-1] = tenures[-1]._replace(ended_ms=change.at_ms)
        else:
            self.problems.append(f"{change.path} was overwritten with {thread}")

    def _offset(self, change: Change, place: Place) -> None:
        if change.kind == "delete" or not change.data:
            return
        commit = Commit(change.at_ms, int(change.data), change.session)
        before = self.commits.setdefault(place, [])
        tenures = self.tenures.get(place, [])
        if not tenures or tenures[-1].ended_ms is not None or tenures[-1].session != change.session:
            owner = tenures[-1] if tenures else None
            self.wrong_commits.append((place, commit, f"written by session {change.session:#x}; the owner is {owner}"))
        elif before and before[-1].offset > commit.offset:
            self.wrong_commits.append((place, commit, f"goes back from {before[-1].offset}"))
        before.append(commit)

    def wrong_commits_of(self, sessions: Iterable[int]) -> list[str]:
        """Those that these sessions made."""
        mine = set(sessions)
        return [f"{place[0]}-{place[1]}: {why}: {commit}" for place, commit, why in self.wrong_commits if commit.session in mine]

    def committed_at(self, place: Place, at_ms: float) -> int | None:
        """The offset that stood there then."""
        some = self.commits.get(place, [])
        index = bisect.bisect_right(some, at_ms, key=lambda commit: commit.at_ms)
        return some[index - 1].offset if index else None
