"""Which brokers have a partition, and which of them come and go (Kafka's ``ReplicaAssignment``, KIP-455). Pure.

A partition that moves from the brokers of its *origin* to those of its *target* is written down as one list with two marks::

    origin 1 2 3, target 3 4:     replicas 3 4 1 2     adding 4     removing 1 2

so that both ends can be found again: the origin is what is not being added, the target is what is not being removed. While it moves, all of
them are replicas.

A broker with *both* marks is in neither: it was to be added by a move that was given up or replaced, and has perhaps a part of the log. It
is no replica any more, and is written down until it has deleted what it has (`dropped`). Kafka's controllers drop it without a note; read
by their rules the marks say the same: it is of neither end, and is removed.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence


@dataclasses.dataclass(frozen=True, slots=True)
class ReplicaAssignment:
    """See the module.

    :ivar replicas: broker ids, the preferred leader first; of a partition that moves, those of the target come first.
    """

    replicas: tuple[int, ...]
    adding: tuple[int, ...] = ()
    removing: tuple[int, ...] = ()

    @property
    def origin(self) -> tuple[int, ...]:
        """The brokers that have it if the move is given up. Their order may be another than it was before the move."""
        return tuple(each for each in self.replicas if each not in self.adding)

    @property
    def target(self) -> tuple[int, ...]:
        """The brokers that have it when the move is done."""
        return tuple(each for each in self.replicas if each not in self.removing)

    @property
    def dropped(self) -> tuple[int, ...]:
        """Brokers that are of neither end, and have to delete what they have."""
        return tuple(each for each in self.replicas if each in self.adding and each in self.removing)

    @property
    def is_moving(self) -> bool:
        """Whether anything comes or goes."""
        return bool(self.adding or self.removing)

    def kept(self) -> ReplicaAssignment:
        """The same without those that are dropped."""
        dropped = self.dropped
        if not dropped:
            return self
        return ReplicaAssignment(*(tuple(each for each in some if each not in dropped) for some in dataclasses.astuple(self)))

    def moved_to(self, target: Sequence[int]) -> ReplicaAssignment:
        """The same on its way to `target`, in place of wherever it was going."""
        origin = self.origin
        kept = (*target, *(each for each in origin if each not in target))
        dropped = tuple(each for each in self.replicas if each not in kept)
        return ReplicaAssignment(
            (*kept, *dropped),
            (*(each for each in kept if each not in origin), *dropped),
            (*(each for each in kept if each not in target), *dropped),
        )

    def given_up(self) -> ReplicaAssignment:
        """The same on its way back."""
        return self.moved_to(self.origin)
