"""The reference codec: walks a message's declaration field by field, plainly. Slow, and obviously right.

``klog.wire.compile`` is held against it by tests, and calls it for the sentence when bytes do not decode: a walk knows at which field it
is.
"""

from __future__ import annotations

import struct
from typing import Any

from klog.span import FileSpan, Part
from klog.wire.primitives import MAX_ELEMENTS, WireError, append_uvarint, read_uvarint
from klog.wire.schema import Field, Kind, Message, Struct

#: struct's letters for the kinds of fixed width.
FIXED = {
    Kind.BOOL: "?",
    Kind.INT8: "b",
    Kind.INT16: "h",
    Kind.UINT16: "H",
    Kind.INT32: "i",
    Kind.UINT32: "I",
    Kind.INT64: "q",
    Kind.FLOAT64: "d",
    Kind.UUID: "16s",
}
#: Kinds whose length stands in 16 bits where the version is not flexible; the others have 32.
SHORT_LENGTH = {Kind.STRING}
#: From here on bytes of records are a part of their own instead of being copied.
LARGE_RECORDS_BYTES = 16384


def decode(cls: type[Message], version: int, view: memoryview, position: int = 0) -> tuple[Any, int]:
    """A message and the position behind it.

    :raises WireError: naming message and field.
    """
    return Decoder(view, version, version in cls.flexible_versions).struct(cls, position, cls.__name__)


def encode(message: Message, version: int) -> list[Part]:
    """The message's bytes as parts.

    :raises WireError: a value that this version cannot carry.
    """
    encoder = Encoder(version, version in message.flexible_versions)
    encoder.struct(message, type(message).__name__)
    return encoder.finish()


class Decoder:
    """Decodes one message, field by field."""

    def __init__(self, view: memoryview, version: int, flexible: bool) -> None:
        self.view, self.version, self.flexible = view, version, flexible

    def struct(self, cls: type[Struct], position: int, path: str) -> tuple[Any, int]:
        values: dict[str, Any] = {}
        for field in cls.FIELDS:
            if self.version in field.versions and not field.is_tagged(self.version):
                values[field.name], position = self.field(field, position, f"{path}.{field.name}")
        if self.flexible:
            position = self.tags(cls, values, position, path)
        return cls(**values), position

    def tags(self, cls: type[Struct], values: dict[str, Any], position: int, path: str) -> int:
        known = {field.tag: field for field in cls.FIELDS if self.version in field.versions and field.is_tagged(self.version)}
        count, position = self.uvarint(position, f"{path}, number of tagged fields")
        previous = -1
        for _ in range(count):
            tag, position = self.uvarint(position, f"{path}, tag")
            if tag <= previous:
                raise WireError(f"{path}: tag {tag} follows tag {previous}")
            previous = tag
            size, position = self.uvarint(position, f"{path}, size of tag {tag}")
            end = position + size
            if end > len(self.view):
                raise WireError(f"{path}: tag {tag} announces {size} bytes, {len(self.view) - position} are left")
            field = known.get(tag)
            if field is not None:
                inner = Decoder(self.view[:end], self.version, self.flexible)
                values[field.name], reached = inner.field(field, position, f"{path}.{field.name}")
                if reached != end:
                    raise WireError(f"{path}.{field.name}: tag {tag} announces {size} bytes and takes {reached - position}")
            position = end
        return position

    def field(self, field: Field, position: int, path: str) -> tuple[Any, int]:
        return self.value(field, field.kind, self.version in field.nullable, position, path)

    def value(self, field: Field, kind: Kind, nullable: bool, position: int, path: str) -> tuple[Any, int]:
        if kind in FIXED:
            return self.fixed(FIXED[kind], position, path)
        if kind is Kind.STRUCT:
            assert field.struct is not None
            if nullable:
                marker, position = self.fixed("b", position, path)
                if marker < 0:
                    return None, position
            return self.struct(field.struct, position, path)
        count, position = self.length(kind, position, path)
        if count < 0:
            if not nullable:
                raise WireError(f"{path} is null, and may not be")
            return None, position
        if count > len(self.view) - position:
            raise WireError(
                f"{path} announces {count} {'elements' if kind is Kind.ARRAY else 'bytes'}, {len(self.view) - position} bytes are left"
            )
        if kind is Kind.ARRAY:
            if count > MAX_ELEMENTS:
                raise WireError(f"{path} has {count} elements; {MAX_ELEMENTS} are the most")
            assert field.element is not None
            items = []
            for index in range(count):
                item, position = self.value(field, field.element, False, position, f"{path}[{index}]")
                items.append(item)
            return items, position
        raw = self.view[position : position + count]
        position += count
        if kind is Kind.RECORDS:
            return raw, position
        if kind is Kind.BYTES:
            return bytes(raw), position
        try:
            return str(raw, "utf-8"), position
        except UnicodeDecodeError:
            raise WireError(f"{path} is not UTF-8") from None

    def length(self, kind: Kind, position: int, path: str) -> tuple[int, int]:
        if self.flexible:
            length, position = self.uvarint(position, path)
            return length - 1, position
        return self.fixed("h" if kind in SHORT_LENGTH else "i", position, path)

    def fixed(self, letters: str, position: int, path: str) -> tuple[Any, int]:
        layout = struct.Struct(f">{letters}")
        if position + layout.size > len(self.view):
            raise WireError(f"the frame ends inside {path}")
        return layout.unpack_from(self.view, position)[0], position + layout.size

    def uvarint(self, position: int, path: str) -> tuple[int, int]:
        try:
            return read_uvarint(self.view, position)
        except WireError as error:
            raise WireError(f"{path}: {error}") from None


class Encoder:
    """Encodes one message, field by field."""

    def __init__(self, version: int, flexible: bool) -> None:
        self.version, self.flexible = version, flexible
        self.parts: list[Part] = []
        self.out = bytearray()

    def finish(self) -> list[Part]:
        if self.out or not self.parts:
            self.parts.append(bytes(self.out))
        return self.parts

    def struct(self, message: Struct, path: str) -> None:
        tagged: list[Field] = []
        for field in message.FIELDS:
            value = getattr(message, field.name)
            if self.version not in field.versions:
                if not field.ignorable and not field.is_default(value):
                    raise WireError(f"version {self.version} has no {path}.{field.name}, which is {value!r}")
            elif field.is_tagged(self.version):
                if not field.is_default(value):
                    tagged.append(field)
            else:
                self.field(field, value, f"{path}.{field.name}")
        if self.flexible:
            self.tags(tagged, message, path)

    def tags(self, tagged: list[Field], message: Struct, path: str) -> None:
        append_uvarint(self.out, len(tagged))
        for field in sorted(tagged, key=lambda each: each.tag or 0):
            inner = Encoder(self.version, True)
            inner.field(field, getattr(message, field.name), f"{path}.{field.name}")
            append_uvarint(self.out, field.tag or 0)
            append_uvarint(self.out, len(inner.out))
            self.out += inner.out

    def field(self, field: Field, value: Any, path: str) -> None:
        self.value(field, field.kind, self.version in field.nullable, value, path)

    def value(self, field: Field, kind: Kind, nullable: bool, value: Any, path: str) -> None:
        if kind in FIXED:
            try:
                self.out += struct.pack(f">{FIXED[kind]}", value)
            except struct.error:
                raise WireError(f"{path} cannot be {value!r}") from None
            return
        if kind is Kind.STRUCT:
            if nullable:
                self.out += b"\xff" if value is None else b"\x01"
                if value is None:
                    return
            if value is None:
                raise WireError(f"{path} is None, and may not be null in version {self.version}")
            self.struct(value, path)
            return
        if value is None:
            if not nullable:
                raise WireError(f"{path} is None, and may not be null in version {self.version}")
            self.length(kind, -1, path)
        elif kind is Kind.ARRAY:
            assert field.element is not None
            self.length(kind, len(value), path)
            for index, item in enumerate(value):
                self.value(field, field.element, False, item, f"{path}[{index}]")
        elif kind is Kind.RECORDS:
            self.records(value, path)
        else:
            raw = value.encode() if kind is Kind.STRING else value
            self.length(kind, len(raw), path)
            self.out += raw

    def records(self, value: Any, path: str) -> None:
        pieces = value if isinstance(value, list) else [value]
        self.length(Kind.RECORDS, sum(len(piece) for piece in pieces), path)
        append_records(self.out, self.parts, pieces)

    def length(self, kind: Kind, length: int, path: str) -> None:
        if self.flexible:
            append_uvarint(self.out, length + 1)
            return
        try:
            self.out += struct.pack(">h" if kind in SHORT_LENGTH else ">i", length)
        except struct.error:
            raise WireError(f"{path} has {length} bytes, more than its length field can say") from None


def append_records(out: bytearray, parts: list[Part], pieces: list[Any]) -> None:
    """Spans and large bytes become parts of their own, behind what `out` held; the rest is copied into `out`."""
    for piece in pieces:
        if isinstance(piece, FileSpan) or (type(piece) is bytes and len(piece) >= LARGE_RECORDS_BYTES):
            if out:
                parts.append(bytes(out))
                out.clear()
            parts.append(piece)
        else:
            out += piece
