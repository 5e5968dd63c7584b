"""Mappings and sets that share most of their entries."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.cluster.layered_maps import MOST_CHANGES, LayeredMapping, LayeredSet


class LayeredMappingTests(SynchronousTestCase):
    """Beside a dictionary."""

    def compare(self, made: LayeredMapping[int, int], model: dict[int, int]) -> None:
        self.assertEqual(made.plain(), model)
        self.assertEqual((made, len(made), sorted(made)), (model, len(model), sorted(model)))
        for key in range(-1, 12):
            self.assertEqual((key in made, made.get(key)), (key in model, model.get(key)))

    @given(st.lists(st.tuples(st.integers(0, 10), st.one_of(st.none(), st.integers(0, 3))), max_size=300))
    def test_against_a_dictionary(self, changes: list[tuple[int, int | None]]) -> None:
        model = {1: 1, 2: 2, 3: 3}
        first = made = LayeredMapping.of(dict(model))
        for key, value in changes:
            if value is not None:
                model[key] = value
                made = made.having(key, value)
            elif key in model:
                del model[key]
                made = made.without(key)
            else:
                self.assertRaises(KeyError, made.without, key)
                self.assertRaises(KeyError, made.__getitem__, key)
        self.compare(made, model)
        self.compare(first, {1: 1, 2: 2, 3: 3})

    def test_who_has_one_keeps_it_as_it_was(self) -> None:
        base = {number: number for number in range(1000)}
        made = LayeredMapping.of(base)
        kept = []
        for number in range(1000):
            kept.append(made)
            made = made.without(number)
        self.assertEqual((len(made), dict(made), len(base)), (0, {}, 1000))
        self.assertEqual([len(one) for one in kept], list(range(1000, 0, -1)))
        self.assertEqual(list(kept[990]), list(range(990, 1000)))

    def test_few_entries_are_copied_for_a_change(self) -> None:
        """Of all the others, one copy for each hundred changes."""
        copied = 0
        plain = LayeredMapping.plain

        def counted(one: LayeredMapping[int, int]) -> dict[int, int]:
            nonlocal copied
            copied += 1
            return plain(one)

        self.patch(LayeredMapping, "plain", counted)
        made = LayeredMapping.of({number: number for number in range(10_000)})
        for number in range(10_000):
            made = made.without(number)
        self.assertEqual(copied, 10_000 // (MOST_CHANGES + 1))

    def test_set(self) -> None:
        before = frozenset({1, 2})
        made = LayeredSet.of(before).having(3).having(2)
        self.assertEqual((made, len(made), sorted(made)), ({1, 2, 3}, 3, [1, 2, 3]))
        self.assertIn(3, made)
        self.assertNotIn(4, made)
        left = made - {1}
        self.assertEqual((left, type(left)), ({2, 3}, frozenset))
        self.assertIs(LayeredSet.of(made), made)
        self.assertEqual(before, {1, 2})
