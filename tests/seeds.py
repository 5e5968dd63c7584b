"""Which lives a test lives, each of which is made from a number, its seed.

``KLOG_SEED=7`` lives seed 7 alone, ``KLOG_SEEDS=500`` so many; else there are as many as the test says, which are more in ``make soak``.
One that goes wrong names its seed.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from typing import Any

from tests.peers import SOAK


class Seeds:
    """The seeds of a test.

    :ivar is_one: whether somebody looks at one life alone, of which nothing can be asked that many have in common.
    """

    def __init__(self, usual: int, *, in_soak: int | None = None, others_from: int = 0) -> None:
        """
        :param usual: so many, from 0 on, and `in_soak` so many in ``make soak``.
        :param others_from: where those begin that ``KLOG_SEEDS`` asks for.
        """
        one, asked = os.environ.get("KLOG_SEED"), int(os.environ.get("KLOG_SEEDS") or 0)
        self.is_one = bool(one)
        if one:
            self._seeds = range(int(one), int(one) + 1)
        elif asked:
            self._seeds = range(others_from, others_from + asked)
        else:
            self._seeds = range(usual if in_soak is None or not SOAK else in_soak)

    def __iter__(self) -> Iterator[int]:
        return iter(self._seeds)

    def __len__(self) -> int:
        return len(self._seeds)

    def part(self, index: int, count: int) -> range:
        """Every `count`-th of them, from the one at `index` on."""
        return self._seeds[index::count]

    def add_tests(self, case: type[Any], live: Callable[[int], object], *, each: int) -> None:
        """Give `case` tests that live `each` of them, so that workers can live several tests side by side."""

        def made(seeds: range) -> Callable[[Any], None]:
            def test(self: Any) -> None:
                for seed in seeds:
                    live(seed)

            test.__doc__ = f"Seeds {seeds.start} to {seeds.stop - 1}."
            return test

        for first in range(0, len(self), each):
            seeds = self._seeds[first : first + each]
            setattr(case, f"test_seeds_{seeds.start:05}", made(seeds))


@contextlib.contextmanager
def named(seed: int, *more: object) -> Iterator[None]:
    """Whatever goes wrong in this life is told with its seed, and with `more`; of functions that is what they give then."""
    try:
        yield
    except Exception as error:
        raise AssertionError(
            "\n".join([f"KLOG_SEED={seed}: {type(error).__name__} {error}", *(str(one() if callable(one) else one) for one in more)])
        ) from error
