"""Every declared message, version by version, against Kafka's own schemas of 2.8.2, 3.9.2 and 4.3.1.

Types, order, nullability and tags must be those of each; names, defaults and what is ignorable those of 4.3.1, and of 3.9.2 for messages
that went with ZooKeeper.
"""

from __future__ import annotations

from typing import Any

from twisted.trial.unittest import SynchronousTestCase

from klog.wire.apis import APIS
from klog.wire.schema import Field, Kind, RecordKey, Struct, Versions
from tests.integration.kafka_schemas import ALL_KAFKAS, NEWEST, OLDER, STRUCT_NAMES, WITH_ZOOKEEPER, SchemaField, fields, schema, snake
from tests.wire.strategies import INNER


def kind_of(field: Field) -> str:
    """Kafka's word for the field's type; structs without their names."""
    if field.kind is Kind.ARRAY:
        assert field.element is not None
        return f"[]{field.element.value}"
    return field.kind.value


def kind_in(theirs: SchemaField) -> str:
    array, name = ("[]", theirs.type[2:]) if theirs.type.startswith("[]") else ("", theirs.type)
    return array + ("struct" if name[0].isupper() else name)


#: A field that Kafka refuses to leave out of a version that has no place for it, and klog does not: a controller of Kafka 2.8, which knows
#: no election of a leader that is about to cut its log, takes the request for an ordinary change; the leader sees that in the answer.
IGNORABLE_FOR_US = {("AlteredPartition", "leader_recovery_state")}


class SchemaTests(SynchronousTestCase):
    """Declarations are Kafka's."""

    def compare(self, cls: type[Struct], version: int, flexible: bool, theirs: tuple[SchemaField, ...], names: bool, where: str) -> int:
        """Compare one struct in one version, and those inside; how many fields were compared."""
        ours = [field for field in cls.FIELDS if version in field.versions]
        if not names:
            # Tagged fields may be added to a version at any time; whoever does not know them skips them.
            tags = {field.tag for field in theirs}
            ours = [field for field in ours if not field.is_tagged(version) or field.tag in tags]
        self.assertEqual([kind_of(field) for field in ours], [kind_in(field) for field in theirs], where)
        count = len(ours)
        for field, other in zip(ours, theirs, strict=True):
            place = f"{where}.{field.name}"
            self.assertEqual(version in field.nullable, other.nullable, place)
            self.assertEqual(field.tag if field.is_tagged(version) else None, other.tag, place)
            if other.tag is not None:
                self.assertTrue(flexible, place)
            if names:
                self.assertEqual(field.name, snake(other.name), place)
                if (cls.__name__, field.name) not in IGNORABLE_FOR_US:
                    self.assertEqual(field.ignorable, other.ignorable, place)
                default = "struct" if isinstance(field.make_default(), Struct) else field.make_default()
                self.assertEqual((type(default), default), (type(other.default), other.default), place)
                if field.struct is not None:
                    self.assertEqual(STRUCT_NAMES.get(field.struct.__name__, field.struct.__name__), other.type.removeprefix("[]"), place)
            if field.struct is not None:
                count += self.compare(field.struct, version, flexible, other.fields, names, place)
        return count

    def compare_all(self, kafka: str, *authorities: str) -> int:
        """Compare with that Kafka; also names, where it is the first of those that know the message. How many fields were compared."""
        count = 0
        for api in APIS.values():
            for cls in (api.request, api.response):
                document = schema(kafka, cls.__name__)
                if document is None:
                    continue
                self.assertEqual(document["apiKey"], cls.api_key)
                names = kafka == next((one for one in authorities if schema(one, cls.__name__) is not None), None)
                valid = Versions.parse(document["validVersions"])
                self.assertEqual(Versions.parse(document.get("flexibleVersions")), cls.flexible_versions, cls.__name__)
                for version in range(valid.lowest, valid.highest + 1):
                    self.assertIn(version, cls.valid_versions)
                    where = f"{cls.__name__} {version} of {kafka}"
                    count += self.compare(cls, version, version in cls.flexible_versions, fields(document, version), names, where)
        return count

    def test_newest(self) -> None:
        self.assertGreater(self.compare_all(NEWEST, NEWEST), 2300)

    def test_with_zookeeper(self) -> None:
        self.assertGreater(self.compare_all(WITH_ZOOKEEPER, NEWEST, WITH_ZOOKEEPER), 2300)

    def test_older(self) -> None:
        self.assertGreater(self.compare_all(OLDER), 1500)

    def test_what_is_inside_others(self) -> None:
        """Records of ``__consumer_offsets`` and the consumers' own protocol: 4.3.1 has all versions; 2.8.2 numbers the keys otherwise."""
        count = 0
        for cls in INNER:
            document = schema(NEWEST, cls.__name__)
            self.assertEqual(Versions.parse(document["validVersions"]), cls.valid_versions, cls.__name__)
            self.assertEqual(Versions.parse(document["flexibleVersions"]), cls.flexible_versions, cls.__name__)
            if issubclass(cls, RecordKey):
                self.assertEqual((document["apiKey"], document["type"]), (cls.kind, "coordinator-key"))
                self.assertEqual(schema(NEWEST, cls.value_type.__name__)["apiKey"], cls.kind)
            for kafka in (NEWEST, OLDER):
                document = schema(kafka, cls.__name__)
                if document is None or (kafka == OLDER and issubclass(cls, RecordKey)):
                    continue
                low, high = Versions.parse(document["validVersions"])
                for version in range(low, high + 1):
                    where = f"{cls.__name__} {version} of {kafka}"
                    theirs = fields(document, version)
                    count += self.compare(cls, version, version in cls.flexible_versions, theirs, kafka == NEWEST, where)
        self.assertGreater(count, 200)

    def test_versions_are_those_of_any(self) -> None:
        for api in APIS.values():
            for cls in (api.request, api.response):
                ranges = [Versions.parse(document["validVersions"]) for document in self.documents(cls.__name__)]
                union = Versions(min(low for low, _ in ranges), max(high for _, high in ranges))
                self.assertEqual(cls.valid_versions, union, cls.__name__)

    def test_unstable_versions_are_not_announced(self) -> None:
        for api in APIS.values():
            unstable = bool((schema(NEWEST, api.request.__name__) or {}).get("latestVersionUnstable"))
            self.assertEqual(api.announced.highest, api.versions.highest - unstable, api.name)

    def documents(self, name: str) -> list[Any]:
        return [document for kafka in ALL_KAFKAS if (document := schema(kafka, name)) is not None]
