"""Where a batch is cut."""

from __future__ import annotations

import unittest

from hypothesis import given
from hypothesis import strategies as st

from klog.client.producing.batch_splitting import cut, halves
from klog.records.appending import Body, head
from klog.records.contract import Codec
from klog.records.implementations import appending, codec


def body_of(values: list[bytes], packed: Codec = Codec.NONE) -> Body:
    appender = appending.appender()
    for number, value in enumerate(values):
        appender.append(1_000 + number, b"key", value, (("name", b"x"),))
    made: Body = appender.close(packed)
    return made


class HalvingTests(unittest.TestCase):
    """Both halves, in order."""

    @given(st.lists(st.binary(max_size=60), min_size=2, max_size=40), st.sampled_from([Codec.NONE, Codec.GZIP, Codec.LZ4]))
    def test_nothing_is_lost_and_none_is_empty(self, values: list[bytes], packed: Codec) -> None:
        whole = body_of(values, packed)
        first, second = halves(whole, packed, None)
        self.assertTrue(first.record_count and second.record_count)
        found = [record for half in (first, second) for record in codec.records(head(half) + half.data)]
        expected = list(codec.records(head(whole) + whole.data))
        self.assertEqual([record[1:] for record in found], [record[1:] for record in expected])
        self.assertEqual({first.codec, second.codec}, {int(packed)})

    def test_by_size_and_not_by_number(self) -> None:
        _, middle = cut(body_of([b"x" * 1_000] + [b"y"] * 20))
        self.assertEqual(middle, 1)
        _, middle = cut(body_of([b"y"] * 20 + [b"x" * 1_000]))
        self.assertEqual(middle, 20)
        self.assertEqual(cut(body_of([b"z" * 10] * 10))[1], 4)


if __name__ == "__main__":
    unittest.main()
