"""Records of a coordinator's topic, whatever they say; those of groups are in ``test_group_records``."""

from __future__ import annotations

from typing import ClassVar

from twisted.trial.unittest import SynchronousTestCase

from klog.wire.coordinator_records import RecordKinds, UnknownKind, decode_value, encode_all, encode_key, encode_value, kind_of
from klog.wire.primitives import WireError
from klog.wire.schema import Message, RecordKey, int64, string


class Value(Message, versions="0-1"):
    count: int = int64("0+")
    touched: int = int64("1+", default=-1, ignorable=True)


class Key(RecordKey, versions="0"):
    kind: ClassVar[int] = 9
    value_type: ClassVar[type[Message]] = Value

    name: str = string("0")


class OtherKey(RecordKey, versions="0"):
    kind: ClassVar[int] = 10
    value_type: ClassVar[type[Message]] = Value

    name: str = string("0")


class RecordKindsTests(SynchronousTestCase):
    """A topic's table."""

    kinds = RecordKinds(Key, OtherKey)

    def test_a_mapping(self) -> None:
        self.assertEqual(dict(self.kinds), {9: Key, 10: OtherKey})
        self.assertEqual((len(self.kinds), 9 in self.kinds, 1 in self.kinds), (2, True, False))
        self.assertRaises(AssertionError, RecordKinds, Key, Key)

    def test_keys(self) -> None:
        for key, data in ((Key(name="a"), b"\0\x09\0\1a"), (OtherKey(name="a"), b"\0\x0a\0\1a")):
            self.assertEqual(encode_key(key), data)
            self.assertEqual(self.kinds.decode_key(data), key)
        self.assertEqual(self.assertRaises(UnknownKind, self.kinds.decode_key, b"\0\1\0\1a").kind, 1)
        self.assertRaises(WireError, self.kinds.decode_key, b"\0")
        self.assertRaises(WireError, self.kinds.decode_key, b"\0\x09\0\5a")

    def test_the_kind_of_a_key(self) -> None:
        for data, kind in ((b"", None), (b"\0", None), (b"\0\7", 7), (b"\xff\xff\0", -1)):
            self.assertEqual(kind_of(data), kind)

    def test_values(self) -> None:
        value = Value(count=3, touched=4)
        self.assertEqual(decode_value(Key, encode_value(value, 1)), value)
        self.assertEqual(decode_value(Key, encode_value(value, 0)), Value(count=3))
        for data in (b"\0", b"\0\2" + bytes(16), b"\0\1" + bytes(8)):
            self.assertRaises(WireError, decode_value, Key, data)

    def test_many_at_once(self) -> None:
        value = Value(count=3)
        records = [(Key(name="a"), value, 1), (OtherKey(name="b"), value, 0), (Key(name="c"), None, 0)]
        expected = [(encode_key(key), None if one is None else encode_value(one, version)) for key, one, version in records]
        self.assertEqual(encode_all(records), expected)
