"""Flat functions that decode and encode one message in one version, written from its declaration at first use.

A declaration is walked once; what comes out is Python source without a call or a look-up per field: neighbouring fields of fixed width
(and the length field that follows them) are read by one ``unpack_from``, structs and arrays are inlined. The source is kept in
`linecache`, so that a traceback shows it. Tagged fields, which are rare, go through the reference walker.

When bytes do not decode, or a message does not encode, the walker is asked to do the same: it stops at the same place and knows which
field it was. So a fast function never needs words, and both paths have the same errors.
"""

from __future__ import annotations

import functools
import linecache
import struct
from collections.abc import Callable
from typing import Any

from klog.span import FileSpan, Part
from klog.wire import walk
from klog.wire.primitives import MAX_ELEMENTS, EncodeError, WireError, read_unsigned_varint, unsigned_varint
from klog.wire.schema import UNSET, Field, Kind, Message, Struct

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

Decoder = Callable[..., tuple[Any, int]]
Encoder = Callable[[Message, bytearray, list[Part]], None]


class _Mismatch(Exception):
    """Raised by compiled code; the walker finds the words."""


class _Source:
    """Lines of one function under construction, with what they refer to."""

    def __init__(self, version: int, flexible: bool) -> None:
        self.version, self.flexible = version, flexible
        self.lines: list[str] = []
        self.depth = 1
        self.pending: list[tuple[str, str]] = []
        self.counter = 0
        self.scope: dict[str, Any] = {"Mismatch": _Mismatch, "MAX": MAX_ELEMENTS, "new": object.__new__}

    def line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    def name(self, prefix: str) -> str:
        self.counter += 1
        return f"{prefix}{self.counter}"

    def constant(self, prefix: str, value: Any) -> str:
        name = self.name(prefix)
        self.scope[name] = value
        return name

    def layout(self, letters: str, method: str) -> str:
        name = f"{method}_{letters.replace('?', 'o')}"
        self.scope[name] = getattr(struct.Struct(f">{letters}"), method)
        return name

    def compiled(self, head: str, title: str) -> Any:
        text = "\n".join([head, *self.lines, ""])
        filename = f"<klog.wire: {title}>"
        linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
        exec(compile(text, filename, "exec"), self.scope)
        return self.scope[head.split("(")[0].removeprefix("def ")]


# Decoding


class _DecodeSource(_Source):
    def flush(self) -> None:
        """Read what is pending with one call."""
        if not self.pending:
            return
        letters = "".join(letter for _, letter in self.pending)
        targets = ", ".join(target for target, _ in self.pending)
        comma = "," if len(self.pending) == 1 else ""
        self.line(f"{targets}{comma} = {self.layout(letters, 'unpack_from')}(view, p)")
        self.line(f"p += {struct.calcsize('>' + letters)}")
        self.pending.clear()

    def struct(self, cls: type[Struct], variable: str) -> None:
        self.line(f"{variable} = new({self.constant('C', cls)})")
        for field in cls.FIELDS:
            target = f"{variable}.{field.name}"
            if self.version not in field.versions or field.is_tagged(self.version):
                fresh = field.default is UNSET and field.kind in (Kind.ARRAY, Kind.STRUCT)
                default = self.constant("D", field.make_default if fresh else field.make_default())
                self.line(f"{target} = {default}{'()' if fresh else ''}")
            else:
                self.field(field, target)
        if self.flexible:
            self.flush()
            self.line("n = view[p]")
            self.line("p += 1")
            self.line("if n:")
            tags = self.constant("T", functools.partial(_decode_tags, cls, self.version))
            self.line(f"    p = {tags}({variable}, view, p - 1)")

    def field(self, field: Field, target: str) -> None:
        self.value(field, field.kind, self.version in field.nullable, target)

    def value(self, field: Field, kind: Kind, nullable: bool, target: str) -> None:
        if kind in FIXED:
            self.pending.append((target, FIXED[kind]))
        elif kind is Kind.STRUCT:
            assert field.struct is not None
            self.inner_struct(field.struct, nullable, target)
        else:
            self.sized(field, kind, nullable, target)

    def inner_struct(self, cls: type[Struct], nullable: bool, target: str) -> None:
        variable = self.name("o")
        if nullable:
            marker = self.name("m")
            self.pending.append((marker, "b"))
            self.flush()
            self.line(f"if {marker} < 0:")
            self.line(f"    {target} = None")
            self.line("else:")
            self.depth += 1
        self.struct(cls, variable)
        if nullable:
            self.flush()
        self.line(f"{target} = {variable}")
        if nullable:
            self.depth -= 1

    def sized(self, field: Field, kind: Kind, nullable: bool, target: str) -> None:
        count = self.name("n")
        if self.flexible:
            self.flush()
            self.line(f"{count} = view[p]")
            self.line("p += 1")
            self.line(f"if {count} > 127: {count}, p = read_unsigned_varint(view, p - 1)")
            self.line(f"{count} -= 1")
        else:
            self.pending.append((count, "h" if kind in SHORT_LENGTH else "i"))
            self.flush()
        if nullable:
            self.line(f"if {count} < 0: {target} = None")
            self.line("else:")
            self.depth += 1
        else:
            self.line(f"if {count} < 0: raise Mismatch")
        if kind is Kind.ARRAY:
            self.array(field, count, target)
        else:
            end = self.name("e")
            self.line(f"{end} = p + {count}")
            self.line(f"if {end} > end: raise Mismatch")
            shape = {Kind.STRING: 'str(view[p:{0}], "utf-8")', Kind.BYTES: "bytes(view[p:{0}])", Kind.RECORDS: "view[p:{0}]"}[kind]
            self.line(f"{target} = {shape.format(end)}")
            self.line(f"p = {end}")
        if nullable:
            self.depth -= 1

    def array(self, field: Field, count: str, target: str) -> None:
        self.line(f"if {count} > end - p or {count} > MAX: raise Mismatch")
        items, item = self.name("l"), self.name("i")
        assert field.element is not None
        if field.element in FIXED:
            letters = FIXED[field.element]
            if letters == "16s":
                self.line(f"if {count} * 16 > end - p: raise Mismatch")
                self.line(f"{target} = [bytes(view[q:q + 16]) for q in range(p, p + {count} * 16, 16)]")
                self.line(f"p += {count} * 16")
            else:
                self.line(f'{target} = list(unpack_from(f">{{{count}}}{letters}", view, p))')
                self.line(f"p += {count} * {struct.calcsize('>' + letters)}")
            return
        self.line(f"{items} = []")
        self.line(f"for _ in range({count}):")
        self.depth += 1
        self.value(field, field.element, False, item)
        self.flush()
        self.line(f"{items}.append({item})")
        self.depth -= 1
        self.line(f"{target} = {items}")


def _decode_tags(cls: type[Struct], version: int, message: Struct, view: memoryview, position: int) -> int:
    values: dict[str, Any] = {}
    reader = walk.Reader(cls.__name__, version, True, view, position)
    reader.tagged_section(cls, values)
    for name, value in values.items():
        setattr(message, name, value)
    return reader.position


@functools.cache
def decoder(cls: type[Message], version: int) -> Decoder:
    """The function ``(view, position=0) -> (message, position behind it)`` for one message in one version.

    It raises `WireError`, naming message and field, where the bytes are not such a message.

    :raises WireError: the message has no such version.
    """
    _check_version(cls, version)
    source = _DecodeSource(version, version in cls.flexible_versions)
    source.scope |= {
        "read_unsigned_varint": read_unsigned_varint,
        "unpack_from": struct.unpack_from,
        "errors": (struct.error, IndexError, UnicodeDecodeError, _Mismatch, WireError),
        "explain": functools.partial(_explain_decode, cls, version),
    }
    source.line("start, end = p, len(view)")
    source.line("try:")
    source.depth += 1
    source.struct(cls, "o")
    source.flush()
    source.depth -= 1
    source.line("except errors:")
    source.line("    return explain(view, start)")
    source.line("return o, p")
    return source.compiled("def decode(view, p=0):", f"decode {cls.__name__} {version}")  # type: ignore[no-any-return]


def _explain_decode(cls: type[Message], version: int, view: memoryview, position: int) -> tuple[Any, int]:
    return walk.decode(cls, version, view, position)


def decode(cls: type[Message], version: int, view: memoryview, position: int = 0) -> tuple[Any, int]:
    """A message off the wire, and the position behind it. Records are views on `view`.

    :raises WireError: naming message and field.
    """
    return decoder(cls, version)(view, position)


# Encoding


class _EncodeSource(_Source):
    def flush(self) -> None:
        """Write what is pending with one call."""
        if not self.pending:
            return
        letters = "".join(letter for _, letter in self.pending)
        values = ", ".join(value for value, _ in self.pending)
        self.line(f"out += {self.layout(letters, 'pack')}({values})")
        self.pending.clear()

    def struct(self, cls: type[Struct], variable: str) -> None:
        tagged = []
        for field in cls.FIELDS:
            value = f"{variable}.{field.name}"
            if self.version not in field.versions:
                if not field.ignorable:
                    self.line(f"if {self.differs(field, value)}: raise Mismatch")
            elif field.is_tagged(self.version):
                tagged.append(field)
            else:
                self.value(field, field.kind, self.version in field.nullable, value)
        if not self.flexible:
            return
        if not tagged:
            self.pending.append(("0", "B"))
            return
        self.flush()
        self.line(f"if {' or '.join(self.differs(field, f'{variable}.{field.name}') for field in tagged)}:")
        self.line(f"    {self.constant('T', functools.partial(_encode_tags, tagged, self.version))}({variable}, out)")
        self.line("else: out.append(0)")

    def differs(self, field: Field, value: str) -> str:
        """An expression: whether `value` is not the field's default."""
        default = field.make_default()
        if default is None:
            return f"{value} is not None"
        if isinstance(default, Struct):
            return "(" + " or ".join(self.differs(inner, f"{value}.{inner.name}") for inner in default.FIELDS) + ")"
        if default in ([], "", b"", 0, False) and field.kind is not Kind.FLOAT64:
            # An empty list, string or zero: truth is cheaper than comparing. None differs from an empty one.
            return f"({value} or {value} is None)" if field.nullable.highest >= 0 else value
        return f"{value} != {self.constant('D', default)}"

    def value(self, field: Field, kind: Kind, nullable: bool, value: str) -> None:
        if kind in FIXED:
            self.pending.append((value, FIXED[kind]))
        elif kind is Kind.STRUCT:
            assert field.struct is not None
            self.inner_struct(field.struct, nullable, value)
        else:
            self.sized(field, kind, nullable, value)

    def inner_struct(self, cls: type[Struct], nullable: bool, value: str) -> None:
        variable = self.name("o")
        self.line(f"{variable} = {value}")
        if nullable:
            self.flush()
            self.line(f"if {variable} is None: out.append(255)")
            self.line("else:")
            self.depth += 1
            self.pending.append(("1", "b"))
        self.struct(cls, variable)
        if nullable:
            self.flush()
            self.depth -= 1

    def sized(self, field: Field, kind: Kind, nullable: bool, value: str) -> None:
        variable = self.name("s")
        self.line(f"{variable} = {value}")
        if nullable:
            self.flush()
            null = 'b"\\x00"' if self.flexible else ('b"\\xff\\xff"' if kind in SHORT_LENGTH else 'b"\\xff\\xff\\xff\\xff"')
            self.line(f"if {variable} is None: out += {null}")
            self.line("else:")
            self.depth += 1
        if kind is Kind.STRING:
            self.line(f"{variable} = {variable}.encode()")
        if kind is Kind.RECORDS:
            self.records(variable)
        else:
            self.length(kind, f"len({variable})")
            if kind is Kind.ARRAY:
                self.array(field, variable)
            else:
                self.flush()
                self.line(f"out += {variable}")
        if nullable:
            self.flush()
            self.depth -= 1

    def length(self, kind: Kind, expression: str) -> None:
        if self.flexible:
            self.flush()
            count = self.name("n")
            self.line(f"{count} = {expression} + 1")
            self.line(f"if {count} < 128: out.append({count})")
            self.line(f"else: out += unsigned_varint({count})")
        else:
            self.pending.append((expression, "h" if kind in SHORT_LENGTH else "i"))

    def records(self, variable: str) -> None:
        size = self.name("z")
        self.line(f"if type({variable}) is list:")
        self.line(f"    {size} = sum(map(len, {variable}))")
        self.line("else:")
        self.line(f"    {size} = len({variable})")
        self.length(Kind.RECORDS, size)
        self.flush()
        self.line(f"if type({variable}) is list: append_records(out, parts, {variable})")
        self.line(f"elif type({variable}) is FileSpan or {size} >= {LARGE_RECORDS_BYTES}: append_records(out, parts, [{variable}])")
        self.line(f"else: out += {variable}")

    def array(self, field: Field, variable: str) -> None:
        assert field.element is not None
        self.flush()
        if field.element in FIXED and FIXED[field.element] != "16s":
            self.line(f'out += pack(f">{{len({variable})}}{FIXED[field.element]}", *{variable})')
            return
        item = self.name("i")
        self.line(f"for {item} in {variable}:")
        self.depth += 1
        self.value(field, field.element, False, item)
        self.flush()
        self.depth -= 1


def _encode_tags(tagged: list[Field], version: int, message: Struct, out: bytearray) -> None:
    writer = walk.Writer(type(message).__name__, version, True)
    writer.tagged_section(message, [field for field in tagged if not field.is_default(getattr(message, field.name))])
    out += writer.bytes


@functools.cache
def encoder(cls: type[Message], version: int) -> Encoder:
    """The function ``(message, out, parts)`` that appends one message's bytes to `out`, moving them to `parts` in front of each span.

    :raises EncodeError: the message has no such version.
    """
    _check_version(cls, version)
    source = _EncodeSource(version, version in cls.flexible_versions)
    source.scope |= {
        "unsigned_varint": unsigned_varint,
        "append_records": append_records,
        "FileSpan": FileSpan,
        "pack": struct.pack,
        "errors": (struct.error, AttributeError, TypeError, ValueError, _Mismatch),
        "explain": functools.partial(_explain_encode, version),
    }
    source.line("try:")
    source.depth += 1
    source.line("pass")
    source.struct(cls, "o")
    source.flush()
    source.depth -= 1
    source.line("except errors as error:")
    source.line("    explain(o, error)")
    return source.compiled("def encode(o, out, parts):", f"encode {cls.__name__} {version}")  # type: ignore[no-any-return]


def _explain_encode(version: int, message: Message, error: Exception) -> None:
    walk.encode(message, version)
    raise EncodeError(f"{type(message).__name__} does not encode in version {version}: {error}")


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


def encode(message: Message, version: int, head: bytes = b"") -> list[Part]:
    """`head` and the message's bytes as parts.

    :raises EncodeError: a value that this version cannot carry, or no such version.
    """
    out = bytearray(head)
    parts: list[Part] = []
    encoder(type(message), version)(message, out, parts)
    if out or not parts:
        parts.append(bytes(out))
    return parts


def _check_version(cls: type[Message], version: int) -> None:
    if version not in cls.valid_versions:
        raise EncodeError(f"{cls.__name__} has no version {version}; it has {cls.valid_versions}")
