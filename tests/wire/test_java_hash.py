"""klog.wire.java_hash"""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.wire.java_hash import java_hash


class HashTests(SynchronousTestCase):
    """As Java has it."""

    def test_java_hash(self) -> None:
        for text, expected in (
            ("", 0),
            ("a", 97),
            ("Hello, World!", 1498789909),
            ("console-consumer-12345", 158455506),
            ("polygenelubricants", -(2**31)),
            ("grüße", 98768023),
            ("\U0001f600", 1772899),
        ):
            self.assertEqual(java_hash(text), expected, text)
