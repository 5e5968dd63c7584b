"""What a request names again is answered again, as Kafka does; but a few bytes for each mention must not become thousands each time.

So no answer tells more than `MOST_REPEATED` rows again (members of a group, producers of a partition, partitions of a transaction); a
mention that would is refused. No client of Kafka's names anything twice. To tell it again costs no more than to send it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")

#: Rows in an answer that stand in it already.
MOST_REPEATED = 1000


class RepeatedMentions(Generic[T]):
    """Of one request.

    :param rows: how many rows one of the answers has.
    """

    def __init__(self, rows: Callable[[T], int]) -> None:
        self._rows = rows
        self._answers: dict[Hashable, T] = {}
        self._left = MOST_REPEATED

    def first(self, name: Hashable, answer: T) -> T:
        """`answer`, which is told again where `name` is named again."""
        self._answers[name] = answer
        return answer

    def again(self, name: Hashable, refused: Callable[[], T]) -> T | None:
        """The answer to `name` where it was named before: the same, or what `refused` gives. None where it was not."""
        answer = self._answers.get(name)
        if answer is None:
            return None
        rows = self._rows(answer)
        if rows > self._left:
            return refused()
        self._left -= rows
        return answer


class RepeatedRows:
    """Of one request that names each row itself, in a few bytes, and is told it in many."""

    def __init__(self) -> None:
        self._named: set[Hashable] = set()
        self._left = MOST_REPEATED

    def may_be_told(self, name: Hashable) -> bool:
        """Whether the row `name` is told: where it was not named before, and so many times again."""
        if name not in self._named:
            self._named.add(name)
            return True
        self._left -= 1
        return self._left >= 0
