"""Mappings and sets that are never changed, and of which others are made that differ in one entry, without a copy of all the rest.

Ten thousand topics that are deleted one after the other, each from the state before it, would otherwise be copied ten thousand times. A
layered mapping has a plain dictionary that many share, and the few entries in which it differs; only these are copied for the next one.
When they have become many, a new dictionary is made of both. Whoever is done with changes takes the plain one (`LayeredMapping.plain`):
looking something up in a dictionary is faster.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")

#: Entries in which a mapping may differ from what it shares. Each costs a copy with every change, and a copy of all is due so much rarer.
MOST_CHANGES = 100


class _Gone(enum.Enum):
    """In the place of an entry that was taken out."""

    GONE = 0


_GONE = _Gone.GONE


class LayeredMapping(Mapping[K, V]):
    """See the module.

    :param base: is not changed from now on.
    """

    __slots__ = ("_base", "_changes", "_count")

    def __init__(self, base: Mapping[K, V], changes: Mapping[K, V | _Gone] | None = None, count: int | None = None) -> None:
        self._base = base
        self._changes: Mapping[K, V | _Gone] = changes or {}
        self._count = len(base) if count is None else count

    @classmethod
    def of(cls, mapping: Mapping[K, V]) -> LayeredMapping[K, V]:
        """`mapping`, which is not changed from now on, with layers."""
        return mapping if isinstance(mapping, cls) else cls(mapping)

    def having(self, key: K, value: V) -> LayeredMapping[K, V]:
        """This one with an entry that is new or another."""
        return self._changed(key, value, self._count + (key not in self))

    def without(self, key: K) -> LayeredMapping[K, V]:
        """This one without an entry.

        :raises KeyError: there is none.
        """
        if key not in self:
            raise KeyError(key)
        return self._changed(key, _GONE, self._count - 1)

    def _changed(self, key: K, value: V | _Gone, count: int) -> LayeredMapping[K, V]:
        made = LayeredMapping(self._base, {**self._changes, key: value}, count)
        return made if len(made._changes) <= MOST_CHANGES else LayeredMapping(made.plain())

    def plain(self) -> dict[K, V]:
        """The same as a dictionary of its own."""
        found = dict(self._base)
        for key, value in self._changes.items():
            if value is _GONE:
                found.pop(key, None)
            else:
                found[key] = value
        return found

    def __getitem__(self, key: K) -> V:
        if key not in self._changes:
            return self._base[key]
        value = self._changes[key]
        if value is _GONE:
            raise KeyError(key)
        return value

    def __contains__(self, key: object) -> bool:
        if key in self._changes:
            return self._changes[key] is not _GONE  # type: ignore[index]
        return key in self._base

    def __iter__(self) -> Iterator[K]:
        return iter(self.plain() if self._changes else self._base)

    def __len__(self) -> int:
        return self._count

    def __repr__(self) -> str:
        return f"LayeredMapping({self.plain()!r})"


class LayeredSet(AbstractSet[K]):
    """The same for a set.

    :param members: is not changed from now on.
    """

    __slots__ = ("_members",)

    def __init__(self, members: LayeredMapping[K, bool]) -> None:
        self._members = members

    @classmethod
    def of(cls, members: AbstractSet[K]) -> LayeredSet[K]:
        """`members` with layers."""
        return members if isinstance(members, cls) else cls(LayeredMapping(dict.fromkeys(members, True)))

    @classmethod
    def _from_iterable(cls, iterable: Iterable[K]) -> frozenset[K]:  # type: ignore[override]
        # What operators make of two sets.
        return frozenset(iterable)

    def having(self, member: K) -> LayeredSet[K]:
        """This one with `member`."""
        return LayeredSet(self._members.having(member, True))

    def __contains__(self, member: object) -> bool:
        return member in self._members

    def __iter__(self) -> Iterator[K]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)
