"""klog.zookeeper.recipes.counter"""

from __future__ import annotations

import random

from klog.zookeeper.recipes.counter import Counter
from tests.zookeeper.test_client_connection import ClientCase


class CounterTests(ClientCase):
    def setUp(self) -> None:
        super().setUp()
        self.tree = self.zookeeper.tree
        self.client = self.connect()

    def test_counts(self) -> None:
        counter = Counter(self.client, "/some/where", default=5)
        self.assertEqual(self.reactor.until(counter.value()), 5)
        self.assertEqual(self.reactor.until(counter.add(2)), 7)
        self.assertEqual(self.reactor.until(counter.add(-10)), -3)
        self.assertEqual(self.reactor.until(counter.add(0)), -3)
        self.assertEqual(self.reactor.until(counter.value()), -3)
        self.assertEqual(self.tree.get("/some/where"), b"-3")

    def test_many_at_once(self) -> None:
        counters = [Counter(self.connect(random=random.Random(number)), "/n") for number in range(4)]
        adding = [counter.add(1) for _ in range(5) for counter in counters]
        values = [self.reactor.until(one) for one in adding]
        self.assertEqual(sorted(values), list(range(1, 21)))

    def test_a_lost_answer_counts_once(self) -> None:
        counter = Counter(self.client, "/n")
        self.reactor.until(counter.add(1))
        for lose in (self.zookeeper.lose_next_reply, self.zookeeper.lose_next_request):
            for skip in range(4):
                before = int(self.tree.get("/n"))
                adding = counter.add(1)
                for _ in range(skip):
                    self.reactor.network.turn()
                lose()
                self.assertEqual(self.reactor.until(adding), before + 1)
                self.assertEqual(int(self.tree.get("/n")), before + 1)
                self.reactor.until(counter.value())
                self.reactor.advance(3)

    def test_something_else_stands_there(self) -> None:
        self.tree.put("/n", b"many")
        counter = Counter(self.client, "/n")
        for asked in (counter.value(), counter.add(1)):
            with self.assertRaisesRegex(ValueError, "/n is no counter"):
                self.reactor.until(asked)
        self.assertEqual(self.tree.get("/n"), b"many")

    def test_parts_of_a_number_are_refused(self) -> None:
        counter = Counter(self.client, "/n")
        self.reactor.until(counter.add(1))
        for amount in (1.5, 0.5, "1", None):
            with self.assertRaisesRegex(TypeError, "whole number"):
                self.reactor.until(counter.add(amount))  # type: ignore[arg-type]
        self.assertEqual(self.tree.get("/n"), b"1")
