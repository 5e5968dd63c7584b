"""`klog.mirror.verify.record_fields`."""

from __future__ import annotations

import unittest

from klog.mirror.verify.record_fields import Field, RecordFields, equal_front
from klog.records.contract import Header, Record

ONE = Record(3, 1_000, b"k", b"v", (Header("h", b"1"),))


class RecordFieldsTests(unittest.TestCase):
    """What is compared."""

    def test_everything_but_the_offset(self) -> None:
        fields = RecordFields()
        self.assertEqual(fields.content(ONE), fields.content(ONE._replace(offset=9)))
        self.assertEqual(fields.what_differs(ONE, ONE._replace(offset=9)), "")

    def test_each_part_is_named(self) -> None:
        fields = RecordFields()
        for other, name in (
            (ONE._replace(timestamp_ms=1), "timestamp"),
            (ONE._replace(key=None), "key"),
            (ONE._replace(value=b""), "value"),
            (ONE._replace(headers=()), "headers"),
        ):
            self.assertNotEqual(fields.content(ONE), fields.content(other))
            self.assertEqual(fields.what_differs(ONE, other), name)
            self.assertEqual(RecordFields([Field(name)]).what_differs(ONE, other), "")
            self.assertEqual(RecordFields([Field(name)]).content(ONE), RecordFields([Field(name)]).content(other))

    def test_how_much_of_two_lists_is_the_same(self) -> None:
        whole = list(range(700))
        for at in (0, 1, 255, 256, 257, 511, 512, 699):
            other = [*whole]
            other[at] = -1
            self.assertEqual(equal_front(whole, 0, other, 0), at)
            self.assertEqual(equal_front([0, *whole], 1, other, 0), at)
        self.assertEqual(equal_front(whole, 0, whole[:300], 0), 300)
        self.assertEqual(equal_front(whole, 700, whole, 700), 0)


if __name__ == "__main__":
    unittest.main()
