"""The language in which messages are declared: one class per struct, one line per field, a version range on each.

A declaration is an annotated class body; the annotation is what Python code sees, the right-hand side what the wire sees::

    class TopicProduceData(Message):
        name: str = string("0-12", ignorable=True)
        partition_data: list[PartitionProduceData] = array(PartitionProduceData, "0+")

    class ProduceRequest(Message, key=0, versions="0-13", flexible="9+"):
        acks: int = int16("0+")

Version ranges read as in Kafka's own schemas: ``3+``, ``0-12``, ``4``. Fields stand in wire order. Names are Kafka's in snake_case. A
field that a version lacks decodes to its default; encoding another value than the default into such a version is refused unless the
field is ignorable. Tagged fields (KIP-482) have a tag and a range of their own.

The class itself is plain: slots, a keyword constructor, equality, repr. ``klog.wire.compiled_codec`` and ``klog.wire.reference_codec`` read
``Message.FIELDS``.
"""

from __future__ import annotations

import enum
from typing import Any, ClassVar, NamedTuple, dataclass_transform

from klog.span import FileSpan, Part

#: What a records field holds: a view when decoded; bytes, a view, a span or several parts when encoded.
Records = bytes | bytearray | memoryview | FileSpan | list[Part]

#: Stands for "no upper end" in a range.
LATEST = 32767


class Versions(NamedTuple):
    """A range of versions, both ends included; empty where `lowest` is above `highest`."""

    lowest: int
    highest: int

    @classmethod
    def parse(cls, text: str | None) -> Versions:
        """``3+``, ``0-12``, ``4``, ``none`` (or None).

        :raises ValueError: anything else.
        """
        if text is None or text == "none":
            return NO_VERSIONS
        if text.endswith("+"):
            return cls(int(text[:-1]), LATEST)
        low, dash, high = text.partition("-")
        return cls(int(low), int(high if dash else low))

    def __contains__(self, version: object) -> bool:
        return isinstance(version, int) and self.lowest <= version <= self.highest

    def __str__(self) -> str:
        if self.lowest > self.highest:
            return "none"
        if self.highest == LATEST:
            return f"{self.lowest}+"
        return str(self.lowest) if self.lowest == self.highest else f"{self.lowest}-{self.highest}"


NO_VERSIONS = Versions(0, -1)


class Kind(enum.Enum):
    """Types of the wire; the value is Kafka's name for it."""

    BOOL = "bool"
    INT8 = "int8"
    INT16 = "int16"
    UINT16 = "uint16"
    INT32 = "int32"
    UINT32 = "uint32"
    INT64 = "int64"
    FLOAT64 = "float64"
    STRING = "string"
    BYTES = "bytes"
    UUID = "uuid"
    RECORDS = "records"
    STRUCT = "struct"
    ARRAY = "array"


NO_UUID = bytes(16)
_ZERO: dict[Kind, Any] = {
    Kind.BOOL: False,
    Kind.FLOAT64: 0.0,
    Kind.STRING: "",
    Kind.BYTES: b"",
    Kind.UUID: NO_UUID,
    Kind.RECORDS: None,
}


class _Unset(enum.Enum):
    UNSET = enum.auto()


UNSET = _Unset.UNSET


class Field:
    """One declared field. `element` is set for arrays (its `kind` the element's), `struct` where a struct is meant."""

    __slots__ = ("default", "element", "ignorable", "kind", "name", "nullable", "struct", "tag", "tagged", "versions")

    def __init__(
        self,
        kind: Kind,
        versions: str,
        *,
        element: Kind | None = None,
        struct: type[Struct] | None = None,
        nullable: str | None = None,
        default: Any = UNSET,
        ignorable: bool = False,
        tag: int | None = None,
        tagged: str | None = None,
    ) -> None:
        self.name = ""
        self.kind = kind
        self.element = element
        self.struct = struct
        self.versions = Versions.parse(versions)
        self.nullable = Versions.parse(nullable)
        self.default = default
        self.ignorable = ignorable
        self.tag = tag
        self.tagged = Versions.parse(tagged)

    def make_default(self) -> Any:
        """A fresh default: the declared one, or zero, empty, an empty list, a struct of defaults."""
        if self.default is not UNSET:
            return self.default
        if self.kind is Kind.ARRAY:
            return []
        if self.kind is Kind.STRUCT:
            assert self.struct is not None
            return self.struct()
        return _ZERO.get(self.kind, 0)

    def is_default(self, value: Any) -> bool:
        """Whether `value` may be left out of a version that lacks the field."""
        return bool(value == self.make_default())

    def is_tagged(self, version: int) -> bool:
        """Whether the field travels among the tagged ones."""
        return self.tag is not None and version in self.tagged

    def __repr__(self) -> str:
        return f"Field({self.name}: {self.kind.value}, {self.versions})"


def boolean(versions: str, **more: Any) -> Any:
    """One byte, 0 or 1."""
    return Field(Kind.BOOL, versions, **more)


def int8(versions: str, **more: Any) -> Any:
    """Signed, one byte."""
    return Field(Kind.INT8, versions, **more)


def int16(versions: str, **more: Any) -> Any:
    """Signed, two bytes."""
    return Field(Kind.INT16, versions, **more)


def uint16(versions: str, **more: Any) -> Any:
    """Unsigned, two bytes."""
    return Field(Kind.UINT16, versions, **more)


def int32(versions: str, **more: Any) -> Any:
    """Signed, four bytes."""
    return Field(Kind.INT32, versions, **more)


def uint32(versions: str, **more: Any) -> Any:
    """Unsigned, four bytes."""
    return Field(Kind.UINT32, versions, **more)


def int64(versions: str, **more: Any) -> Any:
    """Signed, eight bytes."""
    return Field(Kind.INT64, versions, **more)


def float64(versions: str, **more: Any) -> Any:
    """IEEE 754, eight bytes."""
    return Field(Kind.FLOAT64, versions, **more)


def string(versions: str, **more: Any) -> Any:
    """UTF-8 with a 16-bit (compact: varint) length."""
    return Field(Kind.STRING, versions, **more)


def bytestring(versions: str, **more: Any) -> Any:
    """Bytes with a 32-bit (compact: varint) length."""
    return Field(Kind.BYTES, versions, **more)


def uuid(versions: str, **more: Any) -> Any:
    """Sixteen bytes."""
    return Field(Kind.UUID, versions, **more)


def record_batches(versions: str, **more: Any) -> Any:
    """Record batches: a view on the frame when decoded, parts when encoded."""
    return Field(Kind.RECORDS, versions, **more)


def struct(of: type[Struct], versions: str, **more: Any) -> Any:
    """A struct inside this one."""
    return Field(Kind.STRUCT, versions, struct=of, **more)


def array(of: type[Struct] | Kind, versions: str, **more: Any) -> Any:
    """A list of structs, or of a plain kind."""
    if isinstance(of, Kind):
        return Field(Kind.ARRAY, versions, element=of, **more)
    return Field(Kind.ARRAY, versions, element=Kind.STRUCT, struct=of, **more)


@dataclass_transform(kw_only_default=True)
class StructType(type):
    """Turns a declaration into a class with slots, a keyword constructor and its fields in order."""

    def __new__(
        mcs,
        name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        *,
        key: int | None = None,
        versions: str | None = None,
        flexible: str | None = None,
        unstable: str | None = None,
        answers: type[Message] | None = None,
    ) -> StructType:
        """`key`, `versions` and `flexible` are given for requests, `answers` for responses, which take these from their request; what is no
        request has no `key`; `unstable` are versions that are declared and never announced."""
        fields = []
        for attribute, value in list(namespace.items()):
            if isinstance(value, Field):
                value.name = attribute
                fields.append(value)
                del namespace[attribute]
        namespace["__slots__"] = tuple(field.name for field in fields)
        namespace["FIELDS"] = tuple(fields)
        if answers is not None:
            namespace["api_key"] = answers.api_key
            namespace["valid_versions"] = answers.valid_versions
            namespace["flexible_versions"] = answers.flexible_versions
            namespace["unstable_versions"] = answers.unstable_versions
        elif versions is not None:
            if key is not None:
                namespace["api_key"] = key
            namespace["valid_versions"] = Versions.parse(versions)
            namespace["flexible_versions"] = Versions.parse(flexible)
            namespace["unstable_versions"] = Versions.parse(unstable)
        made = super().__new__(mcs, name, bases, namespace)
        if fields:
            _write_constructor_when_needed(made, fields)
        if answers is not None:
            answers.response_type = made  # type: ignore[assignment]
        return made

    def __init__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **_more: Any) -> None:
        super().__init__(name, bases, namespace)


def _write_constructor_when_needed(made: StructType, fields: list[Field]) -> None:
    """Most of what can be said is not said in a process's life, and to write three hundred constructors takes a twentieth of a broker's
    start."""

    def __init__(self: Any, **values: Any) -> None:
        constructor = _constructor(made.__name__, fields)
        made.__init__ = constructor  # type: ignore[misc]
        constructor(self, **values)

    made.__init__ = __init__  # type: ignore[misc]


def _constructor(name: str, fields: list[Field]) -> Any:
    """A keyword-only constructor written out, since a generic one costs several times as much on the hot path."""
    scope: dict[str, Any] = {"_UNSET": UNSET}
    arguments, lines = [], []
    for field in fields:
        fresh = field.default is UNSET and field.kind in (Kind.ARRAY, Kind.STRUCT)
        if fresh:
            scope[f"_make_{field.name}"] = list if field.kind is Kind.ARRAY else field.struct
            arguments.append(f"{field.name}=_UNSET")
            lines.append(f"    self.{field.name} = _make_{field.name}() if {field.name} is _UNSET else {field.name}")
        else:
            scope[f"_default_{field.name}"] = field.make_default()
            arguments.append(f"{field.name}=_default_{field.name}")
            lines.append(f"    self.{field.name} = {field.name}")
    exec(f"def __init__(self, *, {', '.join(arguments)}):\n" + "\n".join(lines), scope)
    made = scope["__init__"]
    made.__qualname__ = f"{name}.__init__"
    return made


class Struct(metaclass=StructType):
    """Base of everything declared."""

    FIELDS: ClassVar[tuple[Field, ...]]

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, field.name) == getattr(other, field.name) for field in self.FIELDS)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        inside = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in self.FIELDS)
        return f"{type(self).__name__}({inside})"


class Message(Struct):
    """Base of whatever has versions: requests and responses, and what is stored in records or travels inside another message."""

    #: Of requests and responses.
    api_key: ClassVar[int]
    #: Every version that is declared.
    valid_versions: ClassVar[Versions]
    #: Those with compact types and tagged fields (KIP-482).
    flexible_versions: ClassVar[Versions]
    #: Those that are declared and not announced.
    unstable_versions: ClassVar[Versions]
    #: What answers this request; set where the response is declared.
    response_type: ClassVar[type[Message]]


class RecordKey(Message):
    """Base of what the keys of a coordinator's records hold (Kafka's ``coordinator-key`` schemas)."""

    #: The number that a key begins with; it tells what the rest is (Kafka calls it the record's type, and once a version).
    kind: ClassVar[int]
    #: What the record's value holds.
    value_type: ClassVar[type[Message]]
