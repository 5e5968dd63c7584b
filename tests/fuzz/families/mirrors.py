"""What mirrors and audits write down, and compare: records of ``__klog_mirror`` and ``__klog_audit`` and of MirrorMaker 2's topics, numbers
in headers, heads of batches, and files: how far a comparison came, what a mirrored directory lacks, a stopped broker's last report."""

from __future__ import annotations

import json

from klog.acls import Acl, AclOperation, AclResourceType
from klog.audit import cell_records, cells
from klog.audit.numbers import NumberRanges, decode_number, encode_number
from klog.audit.windows import Window
from klog.broker.audit.last_life import Fate, LastLife
from klog.broker.audit.last_report import LastReport
from klog.directory_mirror import accounts
from klog.json_fields import BadRecord
from klog.mirror.decisions import carried, records
from klog.mirror.decisions.states import CopyState, Event, TopicState
from klog.mirror.reproduce import mirror_maker_formats as mirror_maker
from klog.mirror.verify import heads, position_file
from klog.model import TopicPartition
from klog.records.contract import RecordsError
from klog.records.crc32c import crc32c
from klog.testing.filesystem import MemoryFileSystem
from tests.fuzz.batching import batches, mended, message_sets
from tests.fuzz.family import Decoder

_WRITER = cells.Writer(cells.Tier.PRODUCER, "", "cluster", "newsfeed", "User:anna", "guid/1")
_KEY = cells.CellKey(_WRITER, "views", Window(600_000, 1_200_000))
_INCARNATION = bytes(range(16))
#: Numbers are a producer's own, which its cells are named by.
_NUMBERED = _WRITER._replace(guid=f"{_INCARNATION.hex()}/1")
_NUMBERS = cells.NumberKey(_NUMBERED, "views")

_RULE = Acl(AclResourceType.TOPIC, "t", "User:anna", AclOperation.READ)
_REPORT = ({"partition": 0, "end": 5, "open": [{"producer_id": 7, "start_offset": 3}]},)
_MIRRORED: dict[records.Key, records.Value] = {
    records.Key("link", "l"): records.LinkDefinition("l", "a:9092", ("*", "!b"), never_configs=("retention.ms",), created_ms=5),
    records.Key("source", "l"): "a cluster's id",
    records.Key("trouble", "l"): records.Trouble("nobody answers"),
    records.Key("wish", "l", "t"): records.Wish(Event.PROMOTE, 3),
    records.Key("topic", "l", "t"): records.TopicRecord(next(iter(TopicState)), "", "0f" * 16, 3, 0, _REPORT),
    records.Key("copy", "l", "t", 1): records.CopyRecord(
        next(iter(CopyState)), "", 1, 9, 12, 40, ((1, 3),), ((5, 6), (7, 8)), 2, 0, 77, 3, 70, 60
    ),
    records.Key("waiting", "l", "t"): records.Trouble("a transaction is open in it"),
    records.Key("configs", "l", "t"): carried.CarriedConfigs({"retention.ms": "5"}),
    records.Key("acls", "l", "t"): carried.CarriedAcls(frozenset({_RULE}), frozenset({_RULE})),
    records.Key("group-acls", "l"): carried.CarriedAcls(frozenset({_RULE})),
    records.Key("users", "l"): carried.CarriedUsers({"anna": ("SCRAM-SHA-512",)}),
    records.Key("synced", "l"): carried.Synced({"rights": carried.SyncState(1, 2, ("no right",), 3)}),
}


def _cell() -> cells.Cell:
    cell = cells.Cell(_KEY)
    cell.count = cell.hashed = 3
    cell.attempt, cell.failure, cell.repeated = 5, 2, 1
    cell.hash, cell.size_bytes, cell.first_ms, cell.last_ms = 0xFEED, 300, 600_001, 600_900
    cell.latencies.add(12)
    return cell


def _number_cell() -> cells.NumberCell:
    delivered = {(_INCARNATION, 0): NumberRanges([(0, 5), (7, 9)])}
    return cells.NumberCell(_NUMBERED, "views", delivered, {(_INCARNATION, 2): NumberRanges([(3, 4)])}, 2)


def _cell_key(data: bytes) -> object:
    key = cell_records.decode_key(data)
    return key, cells.forgery(key, "newsfeed", "User:anna")


def _mirror_decoders() -> list[Decoder]:
    keys = [key.encode() for key in _MIRRORED]
    found = [Decoder("key of a mirror's record", records.decode_key, (BadRecord,), keys, is_text=True)]
    for key, value in _MIRRORED.items():

        def decode(data: bytes, key: records.Key = key) -> object:
            read = records.decode_value(key, data)
            if isinstance(read, records.TopicRecord):
                bytes.fromhex(read.topic_id)
            return read, records.decode_value(key, records.encode_value(read)) == read

        name = f"a mirror's record of the kind {key.kind}"
        found.append(Decoder(name, decode, (BadRecord,), [records.encode_value(value)], is_text=True))
    return found


def _heads(data: bytes) -> object:
    found, why = heads.readable_heads(data, with_epochs=True)
    plain, _ = heads.readable_heads(data)
    return found, why, [heads.what_differs(one, other) for group in (found, plain) for one in group[:2] for other in group[:2]]


def _mirror_maker_decoders() -> list[Decoder]:
    """Key or value is bad, and the other one as it should be."""
    tp = TopicPartition("t", 3)
    sync = mirror_maker.encode_sync(mirror_maker.OffsetSync(tp, 9, 7))
    checkpoint = mirror_maker.encode_checkpoint(mirror_maker.Checkpoint("g", tp, 9, 7, "meta"))
    return [
        Decoder("key of an offset sync", lambda data: mirror_maker.decode_sync(data, sync[1]), (), [sync[0]]),
        Decoder("an offset sync", lambda data: mirror_maker.decode_sync(sync[0], data), (), [sync[1]]),
        Decoder("key of a checkpoint", lambda data: mirror_maker.decode_checkpoint(data, checkpoint[1]), (), [checkpoint[0]]),
        Decoder("a checkpoint", lambda data: mirror_maker.decode_checkpoint(checkpoint[0], data), (), [checkpoint[1]]),
    ]


#: As brokers wrote them before, and as they do.
_BROKER = _WRITER._replace(tier=cells.Tier.BROKER)
_COUNTED = [part.decode() for part in cell_records.cell_record(cells.Cell(_KEY._replace(writer=_BROKER)), 7, "web-7")]
_ENDED = [part.decode() for part in cell_records.state_record(cells.WriterState(_BROKER, 1, 5, 4, 1000, True), "web-7")]
_LAST_REPORTS = (
    [_COUNTED, _ENDED],
    {"records": [_COUNTED, _ENDED], "uncommitted": [["t", 1, "0f" * 16, 40, 3, {_COUNTED[0]: 5}]]},
)


def _accounts() -> accounts.Accounts:
    topic, copy = (_MIRRORED[key] for key in _MIRRORED if key.kind in ("topic", "copy"))
    assert isinstance(topic, records.TopicRecord)
    assert isinstance(copy, records.CopyRecord)
    made = accounts.Accounts("a cluster's id", 3, "0f0f0f0f", accounts.NOTHING, 77, {"t": {"cleanup.policy": "compact"}})
    made.topics["t"] = topic
    made.copies[TopicPartition("t", 1)] = copy
    return made


def _mend_accounts(data: bytes) -> bytes:
    """A good head before whatever the body is."""
    body = data.partition(b"\n")[2]
    return b"klog-mirror version=1 bytes=%d crc32c=%08x\n" % (len(body), crc32c(body)) + body


def _read_accounts(data: bytes) -> object:
    read = accounts.parse_accounts("it", data)
    return accounts.parse_accounts("it", accounts.format_accounts(read)) == read


def _read_last_report(data: bytes) -> object:
    fs = MemoryFileSystem()
    fs.write("/klog.audit", data)
    report = LastReport(fs, "/klog.audit")
    kept = report.read()
    report.keep(kept)
    is_same = report.read() == kept
    life = LastLife(kept, _BROKER.datacenter)
    life.settle(lambda one: Fate.CUT_OFF, 7, "web-7")
    return is_same, life.untold


def decoders() -> list[Decoder]:
    """See `tests.fuzz.family`."""
    bad = (BadRecord,)
    places = {TopicPartition("t", 0): position_file.Place(5, 7), TopicPartition("ü", 3): position_file.Place(1, 1, "a" * 22, "b" * 22)}
    positions = [position_file.encode(position_file.Owner("a", "b", "heads"), some) for some in ({}, places)]
    state = cells.WriterState(_WRITER, 1, 5, 4, 1000, True)
    written = cell_records.encode_state(state, "web-7")
    presence = cells.Presence(cells.PresenceKey(_WRITER, "views", _KEY.window), 600_001, 600_900, revision=2)
    present = cell_records.presence_record(presence, 7, "web-7")
    keys = [
        cell_records.encode_key(_KEY),
        cell_records.encode_state_key(_WRITER),
        cell_records.encode_number_key(_number_cell()),
        present[0],
    ]
    return [
        *_mirror_decoders(),
        *_mirror_maker_decoders(),
        Decoder(
            "what a mirrored directory lacks",
            _read_accounts,
            (accounts.BadAccounts,),
            [accounts.format_accounts(accounts.Accounts()), accounts.format_accounts(_accounts())],
            _mend_accounts,
            is_text=True,
        ),
        Decoder("a last report", _read_last_report, (ValueError,), [json.dumps(one).encode() for one in _LAST_REPORTS], is_text=True),
        Decoder("heads of batches", _heads, (), [mended(one) for one in batches()] + message_sets(), mended),
        Decoder("heads of batches, all or none", heads.heads_of, (RecordsError,), [mended(one) for one in batches()], mended),
        Decoder(
            "positions of a comparison",
            lambda data: position_file.decode("it", data),
            (position_file.PositionError,),
            positions,
            is_text=True,
        ),
        Decoder("key of an audit's cell", _cell_key, bad, keys, is_text=True),
        Decoder(
            "an audit's cell",
            lambda data: cell_records.decode_cell(_KEY, data),
            bad,
            [cell_records.encode_cell(_cell(), 7, "web-7")],
            is_text=True,
        ),
        Decoder("a presence", lambda data: cell_records.decode_presence(presence.key, data), bad, [present[1]], is_text=True),
        Decoder("a writer's state", lambda data: cell_records.decode_state(_WRITER, data), bad, [written], is_text=True),
        Decoder(
            "an audit's numbers",
            lambda data: cell_records.decode_number_cell(_NUMBERS, data),
            bad,
            [cell_records.encode_number_cell(_number_cell(), 7, "web-7")],
            is_text=True,
        ),
        Decoder("a record's number", decode_number, (), [encode_number(_INCARNATION, topic, 3, 1 << 40) for topic in ("t", "ü")]),
    ]
