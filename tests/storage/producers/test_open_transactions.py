"""Which offsets are not decided yet."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.storage.producers.open_transactions import MOST_STALE, LowestOffset, OpenTransactions


class LowestOffsetTests(SynchronousTestCase):
    """A set that knows its lowest."""

    @given(st.lists(st.tuples(st.booleans(), st.integers(0, 20)), max_size=60))
    @settings(deadline=None, max_examples=200)
    def test_against_a_set(self, steps: list[tuple[bool, int]]) -> None:
        known, plain = LowestOffset(), set[int]()
        for is_added, offset in steps:
            if is_added:
                known.add(offset)
                plain.add(offset)
            else:
                known.discard(offset)
                plain.discard(offset)
            self.assertEqual((known.lowest, len(known)), (min(plain, default=None), len(plain)))

    def test_what_has_gone_does_not_stay_for_ever(self) -> None:
        """The oldest hangs, while a thousand others come and go."""
        known = LowestOffset()
        known.add(0)
        for offset in range(1, 1000):
            known.add(offset)
            known.discard(offset)
        self.assertEqual(known.lowest, 0)
        self.assertLessEqual(len(known._heap), 2 + MOST_STALE + 1)


STEP = st.one_of(
    st.tuples(st.just("begin"), st.integers(1, 3)),
    st.tuples(st.just("decide"), st.integers(0, 9)),
    st.tuples(st.just("watermark"), st.integers(0, 9)),
    st.tuples(st.sampled_from(["stage", "keep", "take back"]), st.just(0)),
)


class OpenTransactionsTests(SynchronousTestCase):
    """Open, decided, stable; staged and taken back."""

    @given(st.lists(STEP, max_size=60))
    @settings(deadline=None, max_examples=300)
    def test_against_the_model(self, steps: list[tuple[str, int]]) -> None:
        known = OpenTransactions()
        is_open: list[int] = []
        decided: dict[int, int] = {}
        end, watermark = 0, 0
        staged: tuple[list[int], dict[int, int], int] | None = None
        for what, number in steps:
            if what == "begin":
                known.began(end)
                is_open.append(end)
                end += number
            elif what == "decide" and is_open:
                first = is_open.pop(number % len(is_open))
                known.decided(first, end)
                decided[first] = end
                end += 1
            elif what == "watermark" and staged is None:
                watermark = max(watermark, end - number)
                known.on_high_watermark(watermark)
                decided = {first: last for first, last in decided.items() if last >= watermark}
            elif what == "stage" and staged is None:
                known.stage()
                staged = list(is_open), dict(decided), end
            elif what == "keep":
                known.keep()
                staged = None
            elif what == "take back" and staged is not None:
                known.take_back()
                is_open, decided, end = staged
                staged = None
            self.assertEqual(known.first_undecided, min(is_open, default=None))
            self.assertEqual(known.first_unstable, min([*is_open, *decided], default=None))
            self.assertEqual((len(known), known.is_empty), (len(is_open), not is_open and not decided))
        known.clear()
        self.assertTrue(known.is_empty)
