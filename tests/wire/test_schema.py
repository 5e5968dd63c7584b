"""The declaration language: ranges, defaults, and the classes that come out."""

from __future__ import annotations

import pickle

from twisted.trial.unittest import SynchronousTestCase

from klog.wire.messages.api_versions import ApiVersion
from klog.wire.messages.fetch import EpochEndOffset, FetchRequest, PartitionData
from klog.wire.messages.produce import ProduceRequest, ProduceResponse
from klog.wire.schema import LATEST, NO_VERSIONS, Kind, Message, Struct, Versions, array, boolean, int16, int32, string, struct, uuid


class Inner(Struct):
    """One of several."""

    number: int = int32("0+", default=-1)


class AskRequest(Message, key=999, versions="0-4", flexible="3+", unstable="4"):
    """A made-up request."""

    name: str = string("0-2")
    flag: bool = boolean("1+", default=True, ignorable=True)
    inner: Inner = struct(Inner, "0+")
    many: list[Inner] | None = array(Inner, "0+", nullable="2+")
    numbers: list[int] = array(Kind.INT16, "0+")
    ident: bytes = uuid("3+", tag=0, tagged="3+")


class AskResponse(Message, answers=AskRequest):
    """Its answer."""

    error_code: int = int16("0+")


class VersionsTests(SynchronousTestCase):
    """Ranges of versions."""

    def test_parse(self) -> None:
        for text, low, high in (("3+", 3, LATEST), ("0-12", 0, 12), ("4", 4, 4)):
            versions = Versions.parse(text)
            self.assertEqual(versions, (low, high))
            self.assertEqual(str(versions), text)
        self.assertEqual(Versions.parse("none"), NO_VERSIONS)
        self.assertEqual(Versions.parse(None), NO_VERSIONS)
        self.assertEqual(str(NO_VERSIONS), "none")
        self.assertRaises(ValueError, Versions.parse, "three")

    def test_contains(self) -> None:
        self.assertIn(3, Versions(3, 5))
        self.assertNotIn(2, Versions(3, 5))
        self.assertNotIn(0, NO_VERSIONS)
        self.assertNotIn("3", Versions(3, 5))


class ClassTests(SynchronousTestCase):
    """What a declaration makes."""

    def test_defaults(self) -> None:
        ask = AskRequest()
        self.assertEqual((ask.name, ask.flag, ask.inner.number, ask.many, ask.numbers, ask.ident), ("", True, -1, [], [], bytes(16)))
        self.assertIsNot(AskRequest().many, AskRequest().many)
        self.assertIsNot(AskRequest().inner, AskRequest().inner)

    def test_facts(self) -> None:
        self.assertEqual((AskRequest.api_key, AskRequest.valid_versions, AskRequest.flexible_versions), (999, (0, 4), (3, LATEST)))
        self.assertIs(AskRequest.response_type, AskResponse)
        self.assertEqual((AskResponse.api_key, AskResponse.valid_versions, AskResponse.unstable_versions), (999, (0, 4), (4, 4)))
        self.assertEqual([field.name for field in AskRequest.FIELDS], ["name", "flag", "inner", "many", "numbers", "ident"])
        self.assertIs(ProduceRequest.response_type, ProduceResponse)

    def test_a_field_may_be_called_as_a_fact_of_messages(self) -> None:
        self.assertEqual(ApiVersion(api_key=3).api_key, 3)

    def test_slots_and_keywords_only(self) -> None:
        ask = AskRequest(name="x", many=None)
        self.assertRaises(AttributeError, setattr, ask, "nmae", "x")
        self.assertRaises(TypeError, AskRequest, "x")
        self.assertRaises(TypeError, lambda: AskRequest(nmae="x"))  # type: ignore[call-arg]

    def test_a_constructor_is_written_with_the_first_that_is_made(self) -> None:
        class Late(Struct):
            """Made here, so that nobody has made one yet."""

            number: int = int32("0+")

        class Later(Late):
            """With the same fields."""

        first = Late.__init__
        self.assertRaises(TypeError, lambda: Late(nmae="x"))  # type: ignore[call-arg]
        self.assertRaises(TypeError, Late, 3)
        self.assertEqual((Later(number=2).number, Late(number=3).number, Late().number), (2, 3, 0))
        self.assertIsNot(Late.__init__, first)
        self.assertIs(Later.__init__, Late.__init__)

    def test_equality(self) -> None:
        self.assertEqual(AskRequest(name="x", inner=Inner(number=2)), AskRequest(name="x", inner=Inner(number=2)))
        self.assertNotEqual(AskRequest(inner=Inner(number=2)), AskRequest(inner=Inner(number=3)))
        self.assertNotEqual(AskRequest(), AskResponse())
        self.assertRaises(TypeError, hash, AskRequest())

    def test_repr(self) -> None:
        self.assertEqual(repr(EpochEndOffset(epoch=3)), "EpochEndOffset(epoch=3, end_offset=-1)")
        self.assertIn("topics=[]", repr(FetchRequest()))

    def test_pickle(self) -> None:
        data = PartitionData(partition_index=3, records=b"abc")
        self.assertEqual(pickle.loads(pickle.dumps(data)), data)

    def test_fields(self) -> None:
        by_name = {field.name: field for field in AskRequest.FIELDS}
        self.assertTrue(by_name["ident"].is_tagged(3))
        self.assertFalse(by_name["ident"].is_tagged(2))
        self.assertFalse(by_name["name"].is_tagged(0))
        self.assertTrue(by_name["inner"].is_default(Inner()))
        self.assertFalse(by_name["many"].is_default(None))
        self.assertEqual(repr(by_name["flag"]), "Field(flag: bool, 1+)")
