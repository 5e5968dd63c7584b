"""The reference walker on its own, over messages that are made for it; the rest is in ``test_compile``."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.span import join_parts
from klog.wire import compiled_codec as compiled
from klog.wire import reference_codec
from klog.wire.primitives import EncodeError, WireError
from klog.wire.schema import (
    Kind,
    Message,
    Struct,
    array,
    boolean,
    bytestring,
    float64,
    int8,
    int16,
    int64,
    string,
    struct,
    uint16,
    uint32,
)


class Leaf(Struct):
    """A struct inside a struct."""

    name: str = string("0+")
    flags: list[bool] = array(Kind.BOOL, "0+")


class EverythingRequest(Message, key=998, versions="0-2", flexible="1+"):
    """Every type, also those that no message of ours has so far."""

    small: int = int8("0+")
    port: int = uint16("0+")
    size: int = uint32("0+")
    large: int = int64("0+", default=-1)
    ratio: float = float64("0+")
    yes: bool = boolean("0+")
    data: bytes | None = bytestring("0+", nullable="1+")
    idents: list[bytes] = array(Kind.UUID, "0+")
    names: list[str] = array(Kind.STRING, "0+")
    blobs: list[bytes] = array(Kind.BYTES, "0+")
    leaf: Leaf | None = struct(Leaf, "0+", nullable="0+", default=None)
    leaves: list[Leaf] | None = array(Leaf, "0+", nullable="0+", default=None)
    tagged_leaf: Leaf = struct(Leaf, "1+", tag=1, tagged="1+")
    tagged_number: int = int16("1+", default=5, tag=0, tagged="1+")
    tagged_names: list[str] | None = array(Kind.STRING, "1+", nullable="1+", default=None, tag=300, tagged="1+")
    tagged_later: int = int16("1+", tag=2, tagged="2+", ignorable=True)


FULL = EverythingRequest(
    small=-1,
    port=65535,
    size=4294967295,
    large=-(1 << 63),
    ratio=0.5,
    yes=True,
    data=b"abc",
    idents=[bytes(range(16))],
    names=["a", "b" * 200],
    blobs=[b"", b"x"],
    leaf=Leaf(name="in", flags=[True, False]),
    leaves=[Leaf(name="1"), Leaf(name="2")],
)


class EverythingTests(SynchronousTestCase):
    """Both implementations, all types."""

    def check(self, message: EverythingRequest, version: int) -> bytes:
        data = join_parts(reference_codec.encode(message, version))
        self.assertEqual(join_parts(compiled.encode(message, version)), data)
        for decode in (reference_codec.decode, compiled.decode):
            self.assertEqual(decode(EverythingRequest, version, memoryview(data)), (message, len(data)))
        for end in range(len(data)):
            for decode in (reference_codec.decode, compiled.decode):
                self.assertRaises(WireError, decode, EverythingRequest, version, memoryview(data[:end]))
        return data

    def test_bytes_of_version_0(self) -> None:
        data = self.check(FULL, 0)
        expected = [
            "ff ffff ffffffff 8000000000000000 3fe0000000000000 01",  # the numbers
            "00000003 616263",  # data
            "00000001 000102030405060708090a0b0c0d0e0f",  # idents
            "00000002 0001 61 00c8" + "62" * 200,  # names
            "00000002 00000000 00000001 78",  # blobs
            "01 0002 696e 00000002 01 00",  # leaf, present
            "00000002 0001 31 00000000 0001 32 00000000",  # leaves
        ]
        self.assertEqual(data.hex(), bytes.fromhex("".join(expected)).hex())

    def test_bytes_of_version_1(self) -> None:
        message = EverythingRequest(data=None, tagged_number=7, tagged_leaf=Leaf(name="t"), tagged_names=["n"], tagged_later=9)
        data = self.check(message, 1)
        expected = [
            "00 0000 00000000 ffffffffffffffff 0000000000000000 00",  # the numbers
            "00 01 01 01 ff 00",  # null data, three empty arrays, no leaf, no leaves
            "0009",  # tagged_later, which is not yet tagged in this version
            "03",  # three tagged fields
            "00 02 0007",  # tagged_number
            "01 04 02 74 01 00",  # tagged_leaf: its name, no flags, no tags of its own
            "ac02 03 02 02 6e",  # tagged_names
        ]
        self.assertEqual(data.hex(), bytes.fromhex("".join(expected)).hex())

    def test_version_2(self) -> None:
        data = self.check(EverythingRequest(tagged_later=9), 2)
        self.assertEqual(data[-5:].hex(), "0102020009")

    def test_null_structs(self) -> None:
        for version in range(3):
            self.check(EverythingRequest(), version)
        good = join_parts(reference_codec.encode(EverythingRequest(), 1))
        position = 1 + 2 + 4 + 8 + 8 + 1 + 4
        self.assertEqual(good[position], 0xFF)
        for marker in (0, 2, 0x80):
            bad = memoryview(good[:position] + bytes([marker]) + good[position + 1 :])
            for decode in (reference_codec.decode, compiled.decode):
                error = self.assertRaises(WireError, decode, EverythingRequest, 1, bad)
                self.assertIn("leaf: the marker of a nullable struct", str(error))

    def test_wrong_struct(self) -> None:
        error = self.assertRaises(EncodeError, reference_codec.encode, EverythingRequest(leaf=EverythingRequest()), 0)  # type: ignore[arg-type]
        self.assertIn("EverythingRequest version 0, leaf:", str(error))

    def test_long_arrays_of_numbers(self) -> None:
        for count in (0, 1, 15, 16, 200):
            self.check(EverythingRequest(leaf=Leaf(flags=[True] * count)), 0)
            self.assertEqual(len(join_parts(compiled.encode(EverythingRequest(leaf=Leaf(flags=[True] * count)), 1))) > count, True)
