"""Messages read and written the fast way: one flat Python function for each message and version, generated at its first use.

How it gets its speed:

1. Everything is in one function: structs inside structs and arrays of them become nested loops, with no call for a field.
2. Neighbouring fields of fixed width, the length or count of the field behind them and the count of tagged fields are read by one
   ``unpack_from`` and written by one ``pack``.
3. Nothing is looked up at run time: which fields a version has, which are nullable and what their defaults are is settled when the source
   is made.
4. The fast path only notices that something is wrong. Then ``klog.wire.reference_codec`` goes over the same input and raises the error that
   names the field; both must therefore refuse the same things, which the tests make sure of.

The rules of the format stand in ``klog.wire.reference_codec``. The generated source is known to ``linecache``, so tracebacks and debuggers
show it; `decoder_source` and `encoder_source` return it.
"""

from __future__ import annotations

import linecache
import struct
from collections.abc import Callable
from typing import Any, TypeVar

from klog.span import FileSpan, Part
from klog.wire import reference_codec
from klog.wire.primitives import (
    MAX_ELEMENTS,
    MAX_STRING_BYTES,
    EncodeError,
    WireError,
    read_unsigned_varint,
    skip_tagged_section,
    unsigned_varint,
)
from klog.wire.schema import NO_VERSIONS, UNSET, Field, Kind, Message, Struct

_M = TypeVar("_M", bound=Message)
#: (view on the frame, position) to (message, where it ends).
Decoder = Callable[[memoryview, int], tuple[Any, int]]
#: What an encoder fills: buffers and, between them, spans and large pieces of bytes that need no copying.
Pieces = list[bytearray | Part]
#: (message, buffer to append to, pieces that are complete) to the buffer that is not complete yet.
Encoder = Callable[[Any, bytearray, Pieces], bytearray]

#: Records of at least so many bytes become a piece of their own instead of being copied.
_OWN_PIECE_BYTES = 16 << 10
#: Arrays of at most so many numbers have their format ready.
_READY_FORMATS = 16

_FORMATS = {
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
#: "?" would write anything, None for one.
_WRITTEN = {Kind.BOOL: "b"}


def decode(cls: type[_M], version: int, view: memoryview, position: int = 0) -> tuple[_M, int]:
    """The message at `position` of `view`, and where it ends; what stands behind is not looked at.

    :raises WireError: the bytes are not such a message.
    :raises ValueError: there is no such version.
    """
    message, position = decoder(cls, version)(view, position)
    return message, position


def encode(message: Message, version: int, buffer: bytearray | None = None) -> list[Part]:
    """The message's bytes behind what stands in `buffer`, with the spans of its records between them.

    :raises EncodeError: the message holds what this version cannot carry.
    :raises ValueError: there is no such version.
    """
    return [
        piece if isinstance(piece, FileSpan) else bytes(piece)
        for piece in encode_pieces(message, version, bytearray() if buffer is None else buffer)
    ]


def encode_pieces(message: Message, version: int, buffer: bytearray) -> Pieces:
    """As `encode`, with the buffers as they are: the first piece begins with what stood in `buffer`, and may still be written to."""
    pieces: Pieces = []
    cls = type(message)
    last = (_encoders.get((cls, version)) or encoder(cls, version))(message, buffer, pieces)
    if last or not pieces:
        pieces.append(last)
    return pieces


def decoder(cls: type[Message], version: int) -> Decoder:
    """The function that reads `cls` in `version`; made at the first call.

    :raises ValueError: there is no such version.
    """
    made = _decoders.get((cls, version))
    if made is None:
        made = _decoders[cls, version] = _DecoderSource(cls, version).function()
    return made


def encoder(cls: type[Message], version: int) -> Encoder:
    """The function that writes `cls` in `version`; made at the first call.

    :raises ValueError: there is no such version.
    """
    made = _encoders.get((cls, version))
    if made is None:
        made = _encoders[cls, version] = _EncoderSource(cls, version).function()
    return made


_decoders: dict[tuple[type[Message], int], Decoder] = {}
_encoders: dict[tuple[type[Message], int], Encoder] = {}


def decoder_source(cls: type[Message], version: int) -> str:
    """The source of `decoder`'s function."""
    return _DecoderSource(cls, version).text()


def encoder_source(cls: type[Message], version: int) -> str:
    """The source of `encoder`'s function."""
    return _EncoderSource(cls, version).text()


# What generated code calls


class _Bad(Exception):
    """The fast path gives up."""


def _explain_decode(cls: type[Message], version: int, view: memoryview, position: int, error: Exception) -> WireError:
    try:
        reference_codec.decode(cls, version, view, position)
    except WireError as explained:
        return explained
    return WireError(f"{cls.__name__} version {version} cannot be read: {error!r}")


def _explain_encode(message: Message, version: int, error: Exception) -> EncodeError:
    try:
        reference_codec.encode(message, version)
    except EncodeError as explained:
        return explained
    except Exception as other:  # noqa: BLE001
        error = other
    return EncodeError(f"{type(message).__name__} version {version} cannot be written: {error!r}")


def _string_length(length_and_one: int) -> bytes:
    if length_and_one > MAX_STRING_BYTES + 1:
        raise _Bad
    return unsigned_varint(length_and_one)


def _records_size(records: Any) -> int:
    """Bytes of a records field's value; no fast path for anything but a span."""
    if type(records) is list:
        return sum(len(piece) for piece in records)
    return len(records)


def _put_records(records: Any, buffer: bytearray, pieces: Pieces) -> bytearray:
    """Append a records field's value; the buffer to go on with."""
    for piece in records if type(records) is list else (records,):
        if type(piece) is FileSpan or (type(piece) is bytes and len(piece) >= _OWN_PIECE_BYTES):
            if buffer:
                pieces.append(buffer)
                buffer = bytearray()
            pieces.append(piece)
        else:
            buffer += piece
    return buffer


# Making the source


class _Source:
    """Lines of one function, and the objects its names stand for."""

    kind = ""

    def __init__(self, cls: type[Message], version: int) -> None:
        if version not in cls.valid_versions:
            raise ValueError(f"{cls.__name__} has versions {cls.valid_versions}, not {version}")
        self.cls = cls
        self.version = version
        self.flexible = version in cls.flexible_versions
        self.lines: list[str] = []
        self.depth = 0
        self.names: dict[str, Any] = {
            "Bad": _Bad,
            "FileSpan": FileSpan,
            "cls": cls,
            "new": object.__new__,
            "varint": read_unsigned_varint,
            "put_varint": unsigned_varint,
            "skip_tags": skip_tagged_section,
            "unpack_from": struct.unpack_from,
            "pack": struct.pack,
            "explain_decode": _explain_decode,
            "explain_encode": _explain_encode,
            "string_length": _string_length,
            "records_size": _records_size,
            "put_records": _put_records,
            "failures": (_Bad, WireError, struct.error, IndexError, ValueError, TypeError, AttributeError),
        }
        self.counters: dict[str, int] = {}
        #: Fields of fixed width that are to be handled by one call: (format, what).
        self.group: list[tuple[str, str]] = []

    def emit(self, line: str) -> None:
        self.lines.append("    " * self.depth + line)

    def fresh(self, stem: str) -> str:
        """A variable's name."""
        number = self.counters[stem] = self.counters.get(stem, 0) + 1
        return f"{stem}{number}"

    def bind(self, name: str, value: Any) -> str:
        """The name of `value` in the function's globals; equal names stand for equal things."""
        name = name.replace("?", "o")
        self.names.setdefault(name, value)
        return name

    def has(self, field: Field) -> bool:
        return self.version in field.versions

    def is_tagged(self, field: Field) -> bool:
        return self.flexible and field.is_tagged(self.version)

    def is_nullable(self, field: Field) -> bool:
        return self.version in field.nullable

    def default(self, field: Field) -> str:
        """An expression for the field's default; a fresh object where it can change."""
        if field.default is not UNSET or field.kind not in (Kind.ARRAY, Kind.STRUCT):
            return repr(field.make_default())
        if field.kind is Kind.ARRAY:
            return "[]"
        assert field.struct is not None
        return f"{self.bind(field.struct.__name__, field.struct)}()"

    def tagged_fields(self, cls: type[Struct]) -> list[Field]:
        return sorted((field for field in cls.FIELDS if self.has(field) and self.is_tagged(field)), key=lambda field: field.tag or 0)

    def write(self) -> None:
        """Fill `lines`."""
        raise NotImplementedError

    def text(self) -> str:
        if not self.lines:
            self.write()
        return "\n".join(self.lines) + "\n"

    def function(self) -> Any:
        text = self.text()
        filename = f"<klog.wire.compiled_codec: {self.kind} {self.cls.__name__} version {self.version}>"
        linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
        exec(compile(text, filename, "exec"), self.names)
        return self.names[self.kind]


class _DecoderSource(_Source):
    """The source of a decoder: ``p`` is the position, ``end`` the view's length, ``room`` how many elements arrays may still have."""

    kind = "decode"

    def write(self) -> None:
        self.emit("def decode(view, position):")
        self.depth = 1
        self.emit("try:")
        self.depth = 2
        self.emit("p = position")
        self.emit("end = len(view)")
        self.emit(f"room = {MAX_ELEMENTS}")
        variable = self.create(self.cls)
        self.struct(self.cls, variable)
        self.flush()
        self.emit(f"return {variable}, p")
        self.depth = 1
        self.emit("except failures as error:")
        self.emit(f"    raise explain_decode(cls, {self.version}, view, position, error) from None")

    def create(self, cls: type[Struct]) -> str:
        """A new object; its variable."""
        variable = self.fresh("m")
        self.emit(f"{variable} = new({self.bind(cls.__name__, cls)})")
        return variable

    def struct(self, cls: type[Struct], variable: str) -> None:
        """Fill the object in `variable`; the last fields may be left in the group."""
        tagged = self.tagged_fields(cls) if self.flexible else []
        for field in cls.FIELDS:
            if not self.has(field) or field in tagged:
                self.emit(f"{variable}.{field.name} = {self.default(field)}")
        for field in cls.FIELDS:
            if self.has(field) and field not in tagged:
                self.field(field, f"{variable}.{field.name}")
        if self.flexible:
            self.tagged_section(tagged, variable)

    def tagged_section(self, fields: list[Field], variable: str) -> None:
        count = self.fresh("t")
        self.group.append(("B", count))
        self.flush()
        self.emit(f"if {count}:")
        self.depth += 1
        if not fields:
            self.emit("p = skip_tags(view, p - 1)")
            self.depth -= 1
            return
        self.emit(f"if {count} > 127:")
        self.emit(f"    {count}, p = varint(view, p - 1)")
        self.emit(f"if {count} > end - p:")
        self.emit("    raise Bad")
        last, tag, size, stop = self.fresh("last"), self.fresh("tag"), self.fresh("size"), self.fresh("stop")
        self.emit(f"{last} = -1")
        self.emit(f"for _ in range({count}):")
        self.depth += 1
        self.emit(f"{tag}, p = varint(view, p)")
        self.emit(f"{size}, p = varint(view, p)")
        self.emit(f"if {tag} <= {last} or {size} > end - p:")
        self.emit("    raise Bad")
        self.emit(f"{last} = {tag}")
        self.emit(f"{stop} = p + {size}")
        word = "if"
        for field in fields:
            self.emit(f"{word} {tag} == {field.tag}:")
            word = "elif"
            self.depth += 1
            self.field(field, f"{variable}.{field.name}")
            self.flush()
            self.emit(f"if p != {stop}:")
            self.emit("    raise Bad")
            self.depth -= 1
        self.emit("else:")
        self.emit(f"    p = {stop}")
        self.depth -= 2

    def flush(self) -> None:
        """Read what is in the group."""
        if not self.group:
            return
        form = "".join(part for part, _ in self.group)
        targets = [target for _, target in self.group]
        self.group = []
        if form == "B":
            self.emit(f"{targets[0]} = view[p]")
            self.emit("p += 1")
            return
        compiled = struct.Struct(">" + form)
        unpack = self.bind("unpack_" + form, compiled.unpack_from)
        left = f"({targets[0]},)" if len(targets) == 1 else ", ".join(targets)
        self.emit(f"{left} = {unpack}(view, p)")
        self.emit(f"p += {compiled.size}")

    def length(self, old: str) -> str:
        """Read a length or count; the variable holds it, one more than it in flexible versions."""
        variable = self.fresh("n")
        self.group.append(("B" if self.flexible else old, variable))
        self.flush()
        if self.flexible:
            self.emit(f"if {variable} > 127:")
            self.emit(f"    {variable}, p = varint(view, p - 1)")
        return variable

    def field(self, field: Field, target: str) -> None:
        if field.kind is Kind.ARRAY:
            self.array(field, target)
        elif field.kind is Kind.STRUCT:
            self.inner(field, target)
        else:
            self.scalar(field.kind, target, self.is_nullable(field))

    def inner(self, field: Field, target: str) -> None:
        assert field.struct is not None
        if not self.is_nullable(field):
            variable = self.create(field.struct)
            self.emit(f"{target} = {variable}")
            self.struct(field.struct, variable)
            return
        marker = self.fresh("k")
        self.group.append(("b", marker))
        self.flush()
        self.emit(f"if {marker} == 1:")
        self.depth += 1
        variable = self.create(field.struct)
        self.emit(f"{target} = {variable}")
        self.struct(field.struct, variable)
        self.flush()
        self.depth -= 1
        self.emit(f"elif {marker} == {0 if self.is_tagged(field) else -1}:")
        self.emit(f"    {target} = None")
        self.emit("else:")
        self.emit("    raise Bad")

    def null_or(self, variable: str, target: str, nullable: bool) -> None:
        """Refuse or take null; afterwards, one level deeper where null is possible, `variable` holds the length itself."""
        if self.flexible:
            self.emit(f"{variable} -= 1")
        if nullable:
            self.emit(f"if {variable} == -1:")
            self.emit(f"    {target} = None")
            self.emit("else:")
            self.depth += 1

    def scalar(self, kind: Kind, target: str, nullable: bool) -> None:
        if kind in _FORMATS:
            self.group.append((_FORMATS[kind], target))
            return
        length = self.length("h" if kind is Kind.STRING else "i")
        stop = self.fresh("q")
        self.null_or(length, target, nullable)
        self.emit(f"{stop} = p + {length}")
        too_long = f" or {length} > {MAX_STRING_BYTES}" if self.flexible and kind is Kind.STRING else ""
        self.emit(f"if {length} < 0 or {stop} > end{too_long}:")
        self.emit("    raise Bad")
        if kind is Kind.STRING:
            self.emit(f'{target} = str(view[p:{stop}], "utf-8")')
        elif kind is Kind.BYTES:
            self.emit(f"{target} = bytes(view[p:{stop}])")
        else:
            self.emit(f"{target} = view[p:{stop}]")
        self.emit(f"p = {stop}")
        if nullable:
            self.depth -= 1

    def array(self, field: Field, target: str) -> None:
        nullable = self.is_nullable(field)
        count = self.length("i")
        self.null_or(count, target, nullable)
        self.emit(f"room -= {count}")
        self.emit(f"if {count} < 0 or {count} > end - p or room < 0:")
        self.emit("    raise Bad")
        if field.struct is None and field.element in _FORMATS and field.element is not Kind.UUID:
            self.numbers(field.element, count, target)
        else:
            values = self.fresh("a")
            self.emit(f"{target} = {values} = []")
            self.emit(f"for _ in range({count}):")
            self.depth += 1
            if field.struct is not None:
                variable = self.create(field.struct)
                self.struct(field.struct, variable)
            else:
                assert field.element is not None
                variable = self.fresh("v")
                self.scalar(field.element, variable, False)
            self.flush()
            self.emit(f"{values}.append({variable})")
            self.depth -= 1
        if nullable:
            self.depth -= 1

    def numbers(self, kind: Kind, count: str, target: str) -> None:
        form = _FORMATS[kind]
        size = struct.calcsize(">" + form)
        ready = self.bind(f"unpack_many_{form}", [struct.Struct(f">{count}{form}").unpack_from for count in range(_READY_FORMATS)])
        stop = self.fresh("q")
        self.emit(f"{stop} = p + {size} * {count}")
        self.emit(f"if {stop} > end:")
        self.emit("    raise Bad")
        self.emit(f"if {count} < {_READY_FORMATS}:")
        self.emit(f"    {target} = list({ready}[{count}](view, p))")
        self.emit("else:")
        self.emit(f'    {target} = list(unpack_from(f">{{{count}}}{form}", view, p))')
        self.emit(f"p = {stop}")


class _EncoderSource(_Source):
    """The source of an encoder; `buffer` names the variable that is written to, another one inside a tagged field."""

    kind = "encode"

    def write(self) -> None:
        self.buffer = "b"
        self.emit("def encode(message, b, pieces):")
        self.depth = 1
        self.emit("try:")
        self.depth = 2
        self.struct(self.cls, "message")
        self.flush()
        self.emit("return b")
        self.depth = 1
        self.emit("except failures as error:")
        self.emit(f"    raise explain_encode(message, {self.version}, error) from None")

    def struct(self, cls: type[Struct], variable: str) -> None:
        """Write the object in `variable`; the last fields may be left in the group."""
        tagged = self.tagged_fields(cls) if self.flexible else []
        for field in cls.FIELDS:
            value = f"{variable}.{field.name}"
            if not self.has(field):
                if not field.ignorable:
                    self.emit(f"if {self.differs(field, value)}:")
                    self.emit("    raise Bad")
            elif field not in tagged:
                self.field(field, value)
        if self.flexible:
            self.tagged_section(tagged, variable)

    def differs(self, field: Field, value: str) -> str:
        """A condition: `value` is not the field's default."""
        if field.default is None or (field.default is UNSET and field.kind is Kind.RECORDS):
            return f"{value} is not None"
        if field.kind is Kind.STRUCT:
            assert field.struct is not None
            local = self.fresh("d")
            self.emit(f"{local} = {value}")
            flat = all(inner.kind not in (Kind.STRUCT, Kind.ARRAY) for inner in field.struct.FIELDS)
            if flat and field.nullable == NO_VERSIONS:
                return " or ".join(self.differs(inner, f"{local}.{inner.name}") for inner in field.struct.FIELDS)
            return f"{local} != {self.default(field)}"
        return f"{value} != {self.default(field)}"

    def tagged_section(self, fields: list[Field], variable: str) -> None:
        if not fields:
            # A pad byte is a zero: no tagged fields.
            self.group.append(("x", ""))
            return
        self.flush()
        count, section = self.fresh("c"), self.fresh("s")
        self.emit(f"{count} = 0")
        for field in fields:
            value = f"{variable}.{field.name}"
            self.emit(f"if {self.differs(field, value)}:")
            self.depth += 1
            outer, self.buffer = self.buffer, self.fresh("w")
            self.emit(f"{self.buffer} = bytearray()")
            self.field(field, value)
            self.flush()
            self.emit(f"if not {count}:")
            self.emit(f"    {section} = bytearray()")
            self.emit(f"{count} += 1")
            self.emit(f"{section} += put_varint({field.tag})")
            self.emit(f"{section} += put_varint(len({self.buffer}))")
            self.emit(f"{section} += {self.buffer}")
            self.buffer = outer
            self.depth -= 1
        self.emit(f"if {count}:")
        self.emit(f"    {self.buffer} += put_varint({count})")
        self.emit(f"    {self.buffer} += {section}")
        self.emit("else:")
        self.emit(f"    {self.buffer}.append(0)")

    def flush(self) -> None:
        """Write what is in the group."""
        if not self.group:
            return
        form = "".join(part for part, _ in self.group)
        values = ", ".join(value for _, value in self.group if value)
        self.group = []
        if form == "x":
            self.emit(f"{self.buffer}.append(0)")
            return
        pack = self.bind("pack_" + form, struct.Struct(">" + form).pack)
        self.emit(f"{self.buffer} += {pack}({values})")

    def length(self, variable: str, old: str, *, text: bool = False) -> None:
        """Write the length in `variable`."""
        if not self.flexible:
            self.group.append((old, variable))
            self.flush()
            return
        self.flush()
        self.emit(f"{variable} += 1")
        self.emit(f"if {variable} < 128:")
        self.emit(f"    {self.buffer}.append({variable})")
        self.emit("else:")
        self.emit(f"    {self.buffer} += {'string_length' if text else 'put_varint'}({variable})")

    def field(self, field: Field, value: str) -> None:
        nullable = self.is_nullable(field)
        if field.kind is Kind.ARRAY:
            self.array(field, value, nullable)
        elif field.kind is Kind.STRUCT:
            self.inner(field, value, nullable)
        else:
            self.scalar(field.kind, value, nullable)

    def inner(self, field: Field, value: str, nullable: bool) -> None:
        assert field.struct is not None
        local = self.fresh("m")
        self.emit(f"{local} = {value}")
        if not nullable:
            self.struct(field.struct, local)
            return
        self.flush()
        self.emit(f"if {local} is None:")
        self.emit(f"    {self.buffer}.append({0 if self.is_tagged(field) else 255})")
        self.emit("else:")
        self.depth += 1
        self.emit(f"{self.buffer}.append(1)")
        self.struct(field.struct, local)
        self.flush()
        self.depth -= 1

    def scalar(self, kind: Kind, value: str, nullable: bool) -> None:
        if kind is Kind.UUID:
            local = self.fresh("u")
            self.emit(f"{local} = {value}")
            self.emit(f"if len({local}) != 16:")
            self.emit("    raise Bad")
            self.group.append(("16s", local))
            return
        if kind in _FORMATS:
            self.group.append((_WRITTEN.get(kind, _FORMATS[kind]), value))
            return
        local, length = self.fresh("v"), self.fresh("n")
        if nullable:
            self.emit(f"{local} = {value}")
            self.emit(f"if {local} is None:")
            self.emit(f"    {length} = -1")
            self.emit("else:")
            self.depth += 1
        if kind is Kind.STRING:
            self.emit(f"{local} = {local if nullable else value}.encode()")
            self.emit(f"{length} = len({local})")
        else:
            if not nullable:
                self.emit(f"{local} = {value}")
            size = f"{local}.length if type({local}) is FileSpan else records_size({local})" if kind is Kind.RECORDS else f"len({local})"
            self.emit(f"{length} = {size}")
        if nullable:
            self.depth -= 1
        self.length(length, "h" if kind is Kind.STRING else "i", text=kind is Kind.STRING)
        if nullable:
            self.emit(f"if {local} is not None:")
            self.depth += 1
        if kind is Kind.RECORDS:
            assert self.buffer == "b", "records stand in no tagged field"
            self.emit(f"b = put_records({local}, b, pieces)")
        else:
            self.emit(f"{self.buffer} += {local}")
        if nullable:
            self.depth -= 1

    def array(self, field: Field, value: str, nullable: bool) -> None:
        values, length = self.fresh("a"), self.fresh("n")
        self.emit(f"{values} = {value}")
        self.emit(f"{length} = -1 if {values} is None else len({values})" if nullable else f"{length} = len({values})")
        numbers = field.struct is None and field.element in _FORMATS and field.element is not Kind.UUID
        count = length
        if numbers and self.flexible:
            count = self.fresh("n")
            self.emit(f"{count} = {length}")
        self.length(length, "i")
        if nullable:
            self.emit(f"if {values} is not None:")
            self.depth += 1
        if numbers:
            assert field.element is not None
            form = _WRITTEN.get(field.element, _FORMATS[field.element])
            ready = self.bind(f"pack_many_{form}", [struct.Struct(f">{count}{form}").pack for count in range(_READY_FORMATS)])
            self.emit(f"if {count} < {_READY_FORMATS}:")
            self.emit(f"    {self.buffer} += {ready}[{count}](*{values})")
            self.emit("else:")
            self.emit(f'    {self.buffer} += pack(f">{{{count}}}{form}", *{values})')
        else:
            element = self.fresh("e")
            self.emit(f"for {element} in {values}:")
            self.depth += 1
            if field.struct is not None:
                self.struct(field.struct, element)
            else:
                assert field.element is not None
                self.scalar(field.element, element, False)
            self.flush()
            self.depth -= 1
        if nullable:
            self.depth -= 1
