"""What stops a topic is found twice."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.mirror.decisions.second_looks import SecondLooks


class SecondLooksTests(SynchronousTestCase):
    """The same, of the same topic, in two looks one after the other."""

    def test_twice(self) -> None:
        looks = SecondLooks()
        self.assertFalse(looks.is_sure("a", "it is gone"))
        self.assertFalse(looks.is_sure("b", "it is gone"))
        self.assertTrue(looks.is_sure("a", "it is gone"))
        self.assertTrue(looks.is_sure("a", "it is gone"))

    def test_something_else_between(self) -> None:
        looks = SecondLooks()
        looks.is_sure("a", "it is gone")
        self.assertFalse(looks.is_sure("a", "it has other partitions"))
        self.assertFalse(looks.is_sure("a", "it is gone"))
        looks.all_is_well("a")
        self.assertFalse(looks.is_sure("a", "it is gone"))
