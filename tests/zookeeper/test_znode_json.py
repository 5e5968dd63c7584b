"""The readers of JSON by key and type."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.zookeeper.znode_json import BadZnode, Fields, decode_json, decode_number, decode_object, encode_json, is_number, shown


class Reading(SynchronousTestCase):
    """What is taken and what is not."""

    def test_defaults(self) -> None:
        """A default stands for a missing value and for null, never for a wrong one."""
        fields = Fields("/p", {"n": None, "w": "x"})
        self.assertEqual((fields.number("n", 4), fields.number("m", 5), fields.number_text("n", 6)), (4, 5, 6))
        self.assertEqual((fields.numbers("n", ()), fields.text_or_none("n"), fields.text_by_text("n")), ((), None, {}))
        self.assertEqual(fields.numbers_by_number("n"), {})
        for read in (
            lambda: fields.number("w", 4),
            lambda: fields.numbers("w", ()),
            lambda: fields.number("m"),
            lambda: fields.number_by_text("n"),
        ):
            self.assertRaises(BadZnode, read)

    def test_numbers(self) -> None:
        """Bounded, and no booleans."""
        self.assertTrue(is_number(-(2**31), 2**31 - 1))
        self.assertFalse(is_number(2**31, 2**31 - 1) or is_number(True, 9) or is_number(1.0, 9))
        self.assertEqual((decode_number("/p", b"-1"), decode_number("/p", b"+7")), (-1, 7))
        for data in (None, b"", b"-", b"1 ", b"0x1", b"1_0"):
            self.assertRaises(BadZnode, decode_number, "/p", data)

    def test_json(self) -> None:
        """Written as Kafka does, read strictly."""
        self.assertEqual(encode_json({"a": "ü", "b": [1]}), '{"a":"ü","b":[1]}'.encode())
        self.assertEqual(decode_object("/p", b'{"a":[{"b":1}]}').objects("a")[0].number("b"), 1)
        self.assertRaises(BadZnode, decode_json, "/p", b"1" * 5000)
        self.assertRaises(BadZnode, decode_json, "/p", None)

    def test_sentences_are_short(self) -> None:
        """However large the value."""
        self.assertLess(len(shown("x" * 10**6)), 100)
        self.assertEqual(str(BadZnode("/p", "it is empty")), "the value of ZooKeeper's /p cannot be used: it is empty")
