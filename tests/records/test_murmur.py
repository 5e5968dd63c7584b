"""klog.records.murmur, and the same in Cython."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.trial.unittest import SynchronousTestCase

from klog.records.murmur import murmur2
from tests import peers

#: From Kafka's own tests (``UtilsTest.testMurmur2``): the signed hashes.
KNOWN = {
    b"21": -973932308,
    b"foobar": -790332482,
    b"a-little-bit-long-string": -985981536,
    b"a-little-bit-longer-string": -1486304829,
    b"lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8": -58897971,
    b"abc": 479470107,
}


class MurmurTests(SynchronousTestCase):
    def test_kafkas_own_examples(self) -> None:
        for data, signed in KNOWN.items():
            self.assertEqual(murmur2(data), signed & 0x7FFFFFFF, data)

    def test_nothing(self) -> None:
        self.assertEqual(murmur2(b""), 275646681)

    @settings(deadline=None)
    @given(st.binary(max_size=70))
    def test_cython_says_the_same(self, data: bytes) -> None:
        try:
            from klog.records._append import murmur2 as fast
        except ImportError:
            peers.missing("extensions", "klog.records._append is not built")
        self.assertEqual(fast(data), murmur2(data))
