"""The records that a coordinator keeps in its topic: how keys and values are written, whatever they say.

A record's key is an int16, its *kind*, and the fields of the key, never flexible; its value is an int16, the version, and the fields of the
value in that version. A value of null takes back what was written under the key. `RecordKinds` is the table of one topic's keys; each knows
its value's type (``klog.wire.group_records.KEYS`` is that of ``__consumer_offsets``).

Bytes behind the last field are not looked at, as in Kafka.

Source: Kafka's ``coordinator-key`` and ``coordinator-value`` schemas, ``CoordinatorRecordSerde``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from klog.wire import compiled_codec as compiled
from klog.wire.primitives import INT16, WireError
from klog.wire.schema import Message, RecordKey


class UnknownKind(Exception):
    """A key of a kind that the table does not have: what newer brokers wrote, which readers pass over, as Kafka does."""

    def __init__(self, kind: int) -> None:
        super().__init__(f"no key of a coordinator's record has kind {kind}")
        self.kind = kind


class RecordKinds(Mapping[int, type[RecordKey]]):
    """The keys of one topic by kind.

    :param keys: each with a `kind` of its own.
    """

    def __init__(self, *keys: type[RecordKey]) -> None:
        self._keys = {key.kind: key for key in keys}
        assert len(self._keys) == len(keys), "two keys have the same kind"

    def __getitem__(self, kind: int) -> type[RecordKey]:
        return self._keys[kind]

    def __iter__(self) -> Iterator[int]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)

    def decode_key(self, data: bytes | memoryview) -> RecordKey:
        """What a record's key says.

        :raises UnknownKind: its kind is none of these.
        :raises WireError: the bytes are no such key.
        """
        view = memoryview(data)
        kind = kind_of(view)
        if kind is None:
            raise WireError(f"a coordinator record's key of {len(view)} bytes")
        cls = self._keys.get(kind)
        if cls is None:
            raise UnknownKind(kind)
        key: RecordKey = compiled.decoder(cls, 0)(view, 2)[0]
        return key


def kind_of(key: bytes | memoryview) -> int | None:
    """The kind that a key begins with; None where it is too short for one."""
    if len(key) < 2:
        return None
    kind: int = INT16.unpack_from(key)[0]
    return kind


def decode_value(key_class: type[RecordKey], data: bytes | memoryview) -> Message:
    """What the value of a record with such a key says: an instance of ``key_class.value_type``.

    :raises WireError: there is no such version, or the bytes are no such value.
    """
    view = memoryview(data)
    if len(view) < 2:
        raise WireError(f"a coordinator record's value of {len(view)} bytes")
    version: int = INT16.unpack_from(view)[0]
    cls = key_class.value_type
    if version not in cls.valid_versions:
        raise WireError(f"{cls.__name__} has versions {cls.valid_versions}, not {version}")
    value: Message = compiled.decoder(cls, version)(view, 2)[0]
    return value


def encode_key(key: RecordKey) -> bytes:
    """A record's key.

    :raises EncodeError: a field holds what cannot be written.
    """
    return _encode(INT16.pack(key.kind), key, 0)


def encode_value(value: Message, version: int) -> bytes:
    """A record's value in `version`.

    :raises EncodeError: the value holds what this version cannot carry.
    :raises ValueError: there is no such version.
    """
    return _encode(INT16.pack(version), value, version)


def encode_all(records: Iterable[tuple[RecordKey, Message | None, int]]) -> list[tuple[bytes, bytes | None]]:
    """`encode_key` and `encode_value` of many (key, value, version of the value), cheaper than one by one.

    :raises EncodeError: a field holds what cannot be written.
    :raises ValueError: there is no such version.
    """
    known: dict[tuple[type[Message], int], tuple[bytes, compiled.Encoder]] = {}
    pieces: compiled.Pieces = []

    def learn(message: Message, number: int, version: int) -> tuple[bytes, compiled.Encoder]:
        found = known[type(message), version] = (INT16.pack(number), compiled.encoder(type(message), version))
        return found

    found: list[tuple[bytes, bytes | None]] = []
    for key, value, version in records:
        head, encode = known.get((type(key), 0)) or learn(key, key.kind, 0)
        key_bytes = bytes(encode(key, bytearray(head), pieces))
        if value is None:
            found.append((key_bytes, None))
        else:
            head, encode = known.get((type(value), version)) or learn(value, version, version)
            found.append((key_bytes, bytes(encode(value, bytearray(head), pieces))))
    return found


def _encode(head: bytes, message: Message, version: int) -> bytes:
    pieces: compiled.Pieces = []
    return bytes(compiled.encoder(type(message), version)(message, bytearray(head), pieces))
