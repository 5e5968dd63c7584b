"""Messages read and written the plain way: field by field, by walking over the declaration. Slow, and meant to be obviously right.

It is the reference that ``klog.wire.compiled_codec`` is tested against, and it explains: when the compiled code stumbles over bad bytes or
a message that cannot be written, the walker goes over the same input again and raises the error that names message, field and reason.

The rules, as in Kafka's generated classes (``MessageDataGenerator``) except where marked:

1. A field stands in a version where its range says so; elsewhere it decodes to its default, and any other value than the default is
   refused in encoding unless the field is ignorable.
2. Lengths and counts: int16 for strings, int32 for bytes, records and arrays, -1 for null; in flexible versions a varint of length + 1.
   Lengths below -1 are refused (Kafka reads them as null).
3. A nullable struct is preceded by an int8, -1 for null, 1 for present; as a tagged field by a varint, 0 for null, 1 for present.
4. In flexible versions every struct ends with its tagged fields, those that are not their default, by tag. Unknown tags are skipped. Tags
   must ascend and known ones must be as long as they say (Kafka does not look).
5. Text must be UTF-8 (Kafka puts U+FFFD).
6. No count may be larger than the bytes that are left, nor all arrays of a message together larger than `MAX_ELEMENTS`.
"""

from __future__ import annotations

import struct as structs
from typing import Any, TypeVar

from klog.span import FileSpan, Part
from klog.wire import primitives
from klog.wire.primitives import EncodeError, WireError
from klog.wire.schema import Field, Kind, Message, Struct

_M = TypeVar("_M", bound=Message)

FIXED = {
    Kind.INT8: primitives.INT8,
    Kind.INT16: primitives.INT16,
    Kind.UINT16: primitives.UINT16,
    Kind.INT32: primitives.INT32,
    Kind.UINT32: primitives.UINT32,
    Kind.INT64: primitives.INT64,
    Kind.FLOAT64: primitives.FLOAT64,
}


def decode(cls: type[_M], version: int, view: memoryview, position: int = 0) -> tuple[_M, int]:
    """The message at `position`, and where it ends.

    :raises WireError: the bytes are not such a message.
    """
    reader = Reader(cls.__name__, version, version in cls.flexible_versions, view, position)
    message = reader.struct(cls)
    assert isinstance(message, cls)
    return message, reader.position


def encode(message: Message, version: int) -> list[Part]:
    """The message's bytes, with the spans of its records fields between them.

    :raises EncodeError: the message holds what this version cannot carry.
    """
    writer = Writer(type(message).__name__, version, version in message.flexible_versions)
    writer.struct(message)
    writer.flush()
    return writer.parts or [b""]


class Reader:
    """Where we are in the bytes, and in the declaration."""

    def __init__(self, name: str, version: int, flexible: bool, view: memoryview, position: int) -> None:
        self.name = name
        self.version = version
        self.flexible = flexible
        self.view = view
        self.position = position
        self.elements = 0
        self.path: list[str] = []

    def struct(self, cls: type[Struct]) -> Struct:
        values: dict[str, Any] = {}
        for field in cls.FIELDS:
            if self.version in field.versions and not self.is_tagged(field):
                self.path.append(field.name)
                values[field.name] = self.field(field)
                self.path.pop()
        if self.flexible:
            self.tagged_section(cls, values)
        return cls(**values)

    def is_tagged(self, field: Field) -> bool:
        return self.flexible and field.is_tagged(self.version)

    def tagged_section(self, cls: type[Struct], values: dict[str, Any]) -> None:
        known = {field.tag: field for field in cls.FIELDS if self.version in field.versions and self.is_tagged(field)}
        self.path.append("tagged fields")
        count = self.varint()
        if count > self.left():
            raise self.error(f"{count} of them in {self.left()} bytes")
        last = -1
        for _ in range(count):
            tag = self.varint()
            size = self.varint()
            if tag <= last:
                raise self.error(f"tag {tag} comes after tag {last}")
            if size > self.left():
                raise self.error(f"tag {tag} announces {size} bytes, {self.left()} are left")
            last = tag
            stop = self.position + size
            field = known.get(tag)
            if field is None:
                self.position = stop
                continue
            self.path[-1] = field.name
            values[field.name] = self.field(field)
            if self.position != stop:
                raise self.error(f"{size} bytes are announced for tag {tag}, its value takes {self.position - stop + size}")
            self.path[-1] = "tagged fields"
        self.path.pop()

    def field(self, field: Field) -> Any:
        nullable = self.version in field.nullable
        if field.kind is Kind.ARRAY:
            return self.array(field, nullable)
        if field.kind is Kind.STRUCT:
            assert field.struct is not None
            if nullable:
                form, null = (primitives.UINT8, 0) if self.is_tagged(field) else (primitives.INT8, -1)
                marker = self.fixed(form)
                if marker not in (null, 1):
                    raise self.error(f"the marker of a nullable struct is {marker}, neither {null} nor 1")
                if marker == null:
                    return None
            return self.struct(field.struct)
        return self.scalar(field.kind, nullable)

    def array(self, field: Field, nullable: bool) -> list[Any] | None:
        count = self.varint() - 1 if self.flexible else self.fixed(primitives.INT32)
        if count == -1 and nullable:
            return None
        if count < 0:
            raise self.error(f"an array of {count} elements")
        if count > self.left():
            raise self.error(f"{count} elements in {self.left()} bytes")
        self.elements += count
        if self.elements > primitives.MAX_ELEMENTS:
            raise self.error(f"the message has more than {primitives.MAX_ELEMENTS} elements")
        values = []
        name = self.path[-1]
        for index in range(count):
            self.path[-1] = f"{name}[{index}]"
            values.append(self.scalar(field.element, False) if field.struct is None else self.struct(field.struct))
        self.path[-1] = name
        return values

    def scalar(self, kind: Kind | None, nullable: bool) -> Any:
        if kind is Kind.BOOL:
            return self.fixed(primitives.INT8) != 0
        if kind is Kind.UUID:
            return bytes(self.take(16))
        if kind is Kind.STRING:
            return self.text(nullable)
        if kind is Kind.BYTES:
            data = self.sized(nullable)
            return None if data is None else bytes(data)
        if kind is Kind.RECORDS:
            return self.sized(nullable)
        assert kind is not None
        return self.fixed(FIXED[kind])

    def text(self, nullable: bool) -> str | None:
        length = self.varint() - 1 if self.flexible else self.fixed(primitives.INT16)
        if length == -1 and nullable:
            return None
        if length < 0 or length > primitives.MAX_STRING_BYTES:
            raise self.error(f"a string of {length} bytes")
        try:
            return str(self.take(length), "utf-8")
        except UnicodeDecodeError as error:
            raise self.error(f"a string that is not UTF-8: {error.reason}") from None

    def sized(self, nullable: bool) -> memoryview | None:
        length = self.varint() - 1 if self.flexible else self.fixed(primitives.INT32)
        if length == -1 and nullable:
            return None
        if length < 0:
            raise self.error(f"a length of {length} bytes")
        return self.take(length)

    def fixed(self, form: structs.Struct) -> Any:
        return form.unpack(self.take(form.size))[0]

    def varint(self) -> int:
        try:
            value, self.position = primitives.read_unsigned_varint(self.view, self.position)
        except WireError as error:
            raise self.error(str(error)) from None
        return value

    def take(self, length: int) -> memoryview:
        if length > self.left():
            raise self.error(f"{length} bytes are wanted, {self.left()} are left")
        taken = self.view[self.position : self.position + length]
        self.position += length
        return taken

    def left(self) -> int:
        return len(self.view) - self.position

    def error(self, sentence: str) -> WireError:
        return WireError(f"{self.name} version {self.version}, {'.'.join(self.path)}: {sentence}")


class Writer:
    """What is written so far, and where we are in the declaration."""

    def __init__(self, name: str, version: int, flexible: bool) -> None:
        self.name = name
        self.version = version
        self.flexible = flexible
        self.parts: list[Part] = []
        self.bytes = bytearray()
        self.path: list[str] = []

    def struct(self, value: Struct) -> None:
        tagged: list[Field] = []
        for field in value.FIELDS:
            self.path.append(field.name)
            here = getattr(value, field.name)
            if self.version not in field.versions:
                if not field.ignorable and not field.is_default(here):
                    raise self.error(f"this version has no such field, and its value is {here!r}")
            elif self.flexible and field.is_tagged(self.version):
                if not field.is_default(here):
                    tagged.append(field)
            else:
                self.field(field, here)
            self.path.pop()
        if self.flexible:
            self.tagged_section(value, tagged)

    def tagged_section(self, value: Struct, tagged: list[Field]) -> None:
        """Count, then tag, size and bytes of each of `tagged`."""
        self.bytes += primitives.unsigned_varint(len(tagged))
        for field in sorted(tagged, key=_tag):
            outer, self.bytes = self.bytes, bytearray()
            self.path.append(field.name)
            self.field(field, getattr(value, field.name))
            self.path.pop()
            outer += primitives.unsigned_varint(_tag(field))
            outer += primitives.unsigned_varint(len(self.bytes))
            outer += self.bytes
            self.bytes = outer

    def field(self, field: Field, value: Any) -> None:
        nullable = self.version in field.nullable
        if value is None and not nullable:
            raise self.error("null where this version allows none")
        if field.kind is Kind.ARRAY:
            self.array(field, value)
        elif field.kind is Kind.STRUCT:
            if nullable:
                null = 0 if self.flexible and field.is_tagged(self.version) else -1
                self.bytes += primitives.INT8.pack(null if value is None else 1)
            if value is not None:
                self.inner(value, field)
        else:
            self.scalar(field.kind, value)

    def inner(self, value: Any, field: Field) -> None:
        if type(value) is not field.struct:
            raise self.error(f"{value!r} is no {field.struct}")
        self.struct(value)

    def array(self, field: Field, value: Any) -> None:
        self.length(-1 if value is None else len(value), primitives.INT32)
        if value is None:
            return
        name = self.path[-1]
        for index, element in enumerate(value):
            self.path[-1] = f"{name}[{index}]"
            if element is None:
                raise self.error("null in an array")
            if field.struct is not None:
                self.inner(element, field)
            else:
                assert field.element is not None
                self.scalar(field.element, element)
        self.path[-1] = name

    def scalar(self, kind: Kind, value: Any) -> None:
        if kind is Kind.UUID:
            if len(value) != 16:
                raise self.error(f"an id of {len(value)} bytes")
            self.bytes += value
        elif kind is Kind.STRING:
            self.text(value)
        elif kind is Kind.BYTES:
            self.length(-1 if value is None else len(value), primitives.INT32)
            self.bytes += value or b""
        elif kind is Kind.RECORDS:
            self.records(value)
        else:
            try:
                self.bytes += (primitives.INT8 if kind is Kind.BOOL else FIXED[kind]).pack(value)
            except structs.error as error:
                raise self.error(f"{value!r} is no {kind.value}: {error}") from None

    def text(self, value: str | None) -> None:
        if value is None:
            self.length(-1, primitives.INT16)
            return
        if not isinstance(value, str):
            raise self.error(f"{value!r} is no text")
        try:
            data = value.encode("utf-8")
        except UnicodeEncodeError as error:
            raise self.error(f"a string that UTF-8 cannot carry: {error.reason}") from None
        if len(data) > primitives.MAX_STRING_BYTES:
            raise self.error(f"a string of {len(data)} bytes")
        self.length(len(data), primitives.INT16)
        self.bytes += data

    def records(self, value: Any) -> None:
        if value is None:
            self.length(-1, primitives.INT32)
            return
        pieces = value if isinstance(value, list) else [value]
        self.length(sum(len(piece) for piece in pieces), primitives.INT32)
        for piece in pieces:
            if isinstance(piece, FileSpan):
                self.flush()
                self.parts.append(piece)
            else:
                self.bytes += piece

    def length(self, length: int, form: structs.Struct) -> None:
        self.bytes += primitives.unsigned_varint(length + 1) if self.flexible else form.pack(length)

    def flush(self) -> None:
        if self.bytes:
            self.parts.append(bytes(self.bytes))
            self.bytes = bytearray()

    def error(self, sentence: str) -> EncodeError:
        return EncodeError(f"{self.name} version {self.version}, {'.'.join(self.path)}: {sentence}")


def _tag(field: Field) -> int:
    assert field.tag is not None
    return field.tag
