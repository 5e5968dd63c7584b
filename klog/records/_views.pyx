# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Fetched batches as a consumer reads them, in C: the same as ``klog.records.views``, which says what is what.

A set is an array of `Row`, each of which points into the bytes that the set keeps alive: the answer's, or a decompressed batch's. Objects are made when
they are asked for.
"""

from cpython.buffer cimport Py_buffer
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.mem cimport PyMem_Free, PyMem_Realloc
from cpython.ref cimport Py_INCREF
from libc.string cimport memcpy

from klog.records import batch as plain
from klog.records import views
from klog.records.compression import decompress
from klog.records.contract import Header, Record, RecordsError, TimestampType
from klog.records.faults import invalid, wrong_crc

cdef extern from "Python.h":
    Py_buffer* PyMemoryView_GET_BUFFER(object view)

include "_walk.pxi"
include "_crc.pxi"

DEF ROW_BYTES = 40
DEF CONTROL = 0x20
DEF FIRST_ROOM = 512

cdef tuple NO_HEADERS = ()
cdef object NO_SKIP = frozenset()
# As `klog.records.contract.timestamp_type_of` has them.
cdef object NO_TIME = TimestampType.NONE
cdef object CREATE_TIME = TimestampType.CREATE
cdef object APPEND_TIME = TimestampType.LOG_APPEND


cdef struct Row:
    int64_t offset
    int64_t timestamp
    const uint8_t* key
    const uint8_t* value
    int32_t key_length
    int32_t value_length


cdef inline object taken(const uint8_t* data, int32_t length):
    return None if length < 0 else PyBytes_FromStringAndSize(<const char*>data, length)


cdef int check_crc(const uint8_t* p, int64_t size, Py_ssize_t position) except -1:
    """The checksum of the whole batch at `p`."""
    cdef uint32_t stored = load32(p + 17), computed = crc_on(p + CRC_START, size - CRC_START, 0)
    if stored != computed:
        raise wrong_crc(position, stored, computed)
    return 0


cdef tuple headers_of(Row* row):
    """The headers of a record whose walk was good: nothing is read beyond them."""
    cdef const uint8_t* p = row.value + max(row.value_length, 0)
    cdef Fault fault
    cdef int32_t size = 0, count = 0, i
    cdef object key
    cdef list headers
    p = varint32(p, p + 16, &count, &fault)
    if count == 0:
        return NO_HEADERS
    headers = []
    for i in range(count):
        p = varint32(p, p + 16, &size, &fault)
        key = PyBytes_FromStringAndSize(<const char*>p, size).decode("utf-8", "surrogateescape")
        p += size
        p = varint32(p, p + 16, &size, &fault)
        if size < 0:
            headers.append(Header(key, None))
        else:
            headers.append(Header(key, PyBytes_FromStringAndSize(<const char*>p, size)))
            p += size
    return tuple(headers)


def fetched_end(data):
    """See `klog.records.views.fetched_end`."""
    cdef object view = memoryview(data)
    cdef const Py_buffer* outer = PyMemoryView_GET_BUFFER(view)
    cdef const uint8_t* p
    cdef Py_ssize_t position = 0
    cdef int64_t size, base, delta, end = -1
    cdef int magic = 0
    while True:
        size = whole_entry(outer, position, &magic)
        if size <= 0:
            return end
        p = <const uint8_t*>outer.buf + position
        base = load64(p)
        delta = <int32_t>load32(p + 23) if magic == 2 else 0
        if base < 0 or delta < 0 or base > INT64_MAX - 1 - delta:
            return end
        end = max(end, base + delta + 1)
        position += size


cdef class Message:
    """See `klog.records.views.PlainMessage`."""

    cdef MessageSet batch
    cdef Row* row

    @property
    def topic(self):
        return self.batch.topic

    @property
    def partition(self):
        return self.batch.partition

    @property
    def offset(self):
        return self.row.offset

    @property
    def timestamp_ms(self):
        return self.row.timestamp

    @property
    def timestamp_type(self):
        return views.kind_at(self.batch.kinds, self.row.offset)

    @property
    def key(self):
        return taken(self.row.key, self.row.key_length)

    @property
    def value(self):
        return taken(self.row.value, self.row.value_length)

    @property
    def headers(self):
        return headers_of(self.row)

    def __repr__(self):
        return views.describe(self)

    def __eq__(self, other):
        return views.facts(self) == views.facts(other) if type(other) is Message else NotImplemented

    def __hash__(self):
        return hash((self.topic, self.partition, self.offset))


cdef inline Message message_at(MessageSet batch, Py_ssize_t index):
    cdef Message message = Message.__new__(Message)
    message.batch = batch
    message.row = batch.rows + index
    return message


cdef class Messages:
    """Iterator over the messages of a set."""

    cdef MessageSet batch
    cdef Py_ssize_t index

    def __iter__(self):
        return self

    def __next__(self):
        cdef Message message
        if self.index >= self.batch.count:
            raise StopIteration
        message = message_at(self.batch, self.index)
        self.index += 1
        return message


cdef class MessageSet:
    """See `klog.records.views.PlainMessageSet`."""

    cdef readonly str topic
    cdef readonly int partition
    cdef readonly object next_offset
    cdef readonly int leader_epoch
    cdef public object tag
    cdef Row* rows
    cdef Py_ssize_t count
    #: What the rows point into; and the set whose rows these are, where this is a part of one.
    cdef object kept
    #: Where timestamps are of another type from: (offset, type).
    cdef list kinds
    cdef object last_kind
    cdef MessageSet whole
    cdef bint is_part

    def __dealloc__(self):
        # Not by `whole`, which the collector may have cleared.
        if not self.is_part:
            PyMem_Free(self.rows)

    @property
    def first_offset(self):
        return self.rows[0].offset if self.count else self.next_offset

    def values(self):
        cdef list out = PyList_New(self.count)
        cdef Py_ssize_t i
        cdef object item
        for i in range(self.count):
            item = taken(self.rows[i].value, self.rows[i].value_length)
            Py_INCREF(item)
            PyList_SET_ITEM(out, i, item)
        return out

    def keys(self):
        cdef list out = PyList_New(self.count)
        cdef Py_ssize_t i
        cdef object item
        for i in range(self.count):
            item = taken(self.rows[i].key, self.rows[i].key_length)
            Py_INCREF(item)
            PyList_SET_ITEM(out, i, item)
        return out

    def offsets(self):
        cdef Py_ssize_t i
        return [self.rows[i].offset for i in range(self.count)]

    def timestamps(self):
        cdef Py_ssize_t i
        return [self.rows[i].timestamp for i in range(self.count)]

    def records(self):
        cdef Py_ssize_t i
        cdef Row* row
        cdef list out = []
        for i in range(self.count):
            row = self.rows + i
            out.append(
                Record(
                    row.offset, row.timestamp, taken(row.key, row.key_length), taken(row.value, row.value_length), headers_of(row)
                )
            )
        return out

    def join(self, bytes end=b""):
        cdef Py_ssize_t i, size = 0, tail = len(end)
        cdef bytes out
        cdef char* p
        for i in range(self.count):
            size += tail + max(self.rows[i].value_length, 0)
        out = PyBytes_FromStringAndSize(NULL, size)
        p = PyBytes_AS_STRING(out)
        for i in range(self.count):
            if self.rows[i].value_length > 0:
                memcpy(p, self.rows[i].value, self.rows[i].value_length)
                p += self.rows[i].value_length
            if tail:
                memcpy(p, PyBytes_AS_STRING(end), tail)
                p += tail
        return out

    def __len__(self):
        return self.count

    def __iter__(self):
        cdef Messages messages = Messages.__new__(Messages)
        messages.batch = self
        return messages

    def __getitem__(self, index):
        cdef Py_ssize_t start, stop, step
        cdef MessageSet part
        if isinstance(index, slice):
            start, stop, step = index.indices(self.count)
            if step != 1:
                raise ValueError("a part of a message set has step 1")
            stop = max(start, stop)
            part = MessageSet.__new__(MessageSet)
            part.topic = self.topic
            part.partition = self.partition
            part.next_offset = self.next_offset if stop >= self.count else self.rows[stop].offset
            part.leader_epoch = self.leader_epoch
            part.tag = self.tag
            part.rows = self.rows + start
            part.count = stop - start
            part.whole = self
            part.kinds = self.kinds
            part.is_part = True
            return part
        start = index
        if start < 0:
            start += self.count
        if not 0 <= start < self.count:
            raise IndexError("list index out of range")
        return message_at(self, start)

    def __repr__(self):
        return f"<MessageSet {self.topic}-{self.partition}: {self.count} records from {self.first_offset} to {self.next_offset}>"


cdef class BatchCursor:
    """See `klog.records.views.PlainBatchCursor`."""

    cdef readonly str topic
    cdef readonly int partition
    cdef readonly int leader_epoch
    cdef int64_t next
    cdef object data
    cdef object view
    cdef const Py_buffer* outer
    cdef Py_ssize_t position
    cdef object skip
    cdef object limit
    cdef object error
    # The batch under way.
    cdef bint opened
    cdef object inner
    cdef const uint8_t* p
    cdef const uint8_t* end
    cdef int64_t base_offset
    cdef int64_t base_timestamp
    cdef int64_t append_time
    cdef bint has_append_time
    cdef object kind
    cdef int64_t count
    cdef int64_t index
    cdef int64_t last_delta
    cdef int64_t after

    def __init__(self, data, int64_t first_offset, *, str topic="", int partition=-1, skip=(), max_uncompressed_bytes=100 << 20):
        self.topic = topic
        self.partition = partition
        self.leader_epoch = -1
        self.next = self.after = first_offset
        self.data = data
        self.view = memoryview(data)
        self.outer = PyMemoryView_GET_BUFFER(self.view)
        self.position = 0
        self.skip = frozenset(skip) if skip else NO_SKIP
        self.limit = max_uncompressed_bytes
        self.opened = False
        self.error = None
        try:
            if self.outer.len and plain.step(data, 0) is None:
                self.error = views.incomplete(self.outer.len)
        except RecordsError as error:
            self.error = error.again()

    @property
    def next_offset(self):
        return self.next

    @property
    def size_bytes(self):
        return self.outer.len

    @property
    def finished(self):
        cdef int magic = 0
        if self.opened or self.error is not None:
            return False
        return whole_entry(self.outer, self.position, &magic) == 0

    def take(self, Py_ssize_t max_records, int64_t max_bytes=1 << 62):
        cdef MessageSet out = MessageSet.__new__(MessageSet)
        out.topic = self.topic
        out.partition = self.partition
        out.kept = []
        out.kinds = []
        if self.error is None:
            try:
                self.fill(out, max_records, max_bytes)
            except RecordsError as error:
                self.opened = False
                self.inner = None
                self.error = error.again()
        if self.error is not None and out.count == 0:
            raise self.error.again()
        out.next_offset = self.next
        out.leader_epoch = self.leader_epoch
        return out

    cdef int fill(self, MessageSet out, Py_ssize_t max_records, int64_t max_bytes) except -1:
        cdef Py_ssize_t room = 0
        cdef int64_t total = 0, offset
        cdef const uint8_t* after
        cdef View record
        cdef Fault fault
        cdef Row* row
        cdef void* grown
        cdef bint noted = False
        while out.count < max_records and total < max_bytes:
            if not self.opened:
                if not self.next_batch():
                    return 0
                noted = False
                continue
            if self.index >= self.count:
                if self.p != self.end:
                    raise invalid(TRAILING, -1, self.end - self.p, self.count)
                self.opened = False
                self.inner = None
                if self.after > self.next:
                    self.next = self.after
                continue
            fault.kind = 0
            fault.a = fault.b = 0
            after = parse(self.p, self.end, self.base_timestamp, &record, &fault)
            if after == NULL:
                raise invalid(fault.kind, self.index, fault.a, fault.b)
            if record.offset_delta < 0 or record.offset_delta > self.last_delta:
                raise views.bad_delta(self.index, record.offset_delta, self.last_delta)
            self.p = after
            self.index += 1
            offset = self.base_offset + record.offset_delta
            if offset < self.next:
                continue
            if not noted:
                out.kept.append(self.inner)
                if out.last_kind is not self.kind:
                    out.last_kind = self.kind
                    out.kinds.append((offset, self.kind))
                noted = True
            if out.count >= room:
                room = max(2 * room, min(max_records, FIRST_ROOM))
                grown = PyMem_Realloc(out.rows, room * sizeof(Row))
                if grown == NULL:
                    raise MemoryError
                out.rows = <Row*>grown
            row = out.rows + out.count
            row.offset = offset
            row.timestamp = self.append_time if self.has_append_time else record.timestamp
            row.key = record.key
            row.key_length = record.key_length
            row.value = record.value
            row.value_length = record.value_length
            out.count += 1
            self.next = offset + 1
            total += ROW_BYTES + max(record.key_length, 0) + max(record.value_length, 0)
        return 0

    cdef bint next_batch(self) except *:
        """Open or step over one batch; whether there was one."""
        cdef int magic = 0
        cdef int64_t size = whole_entry(self.outer, self.position, &magic)
        cdef const uint8_t* p
        cdef Py_ssize_t position = self.position
        cdef int64_t base, delta
        cdef bint skipped
        cdef object batch
        if size == 0:
            return False
        if size < 0:
            plain.step(self.data, position)
            raise AssertionError("both must find the same entries")
        skipped = position in self.skip if self.skip else False
        p = <const uint8_t*>self.outer.buf + position
        if magic == 0:
            self.kind = NO_TIME
        else:
            self.kind = APPEND_TIME if p[22 if magic == 2 else 17] & LOG_APPEND_TIME else CREATE_TIME
        if magic == 2:
            base = load64(p)
            delta = <int32_t>load32(p + 23)
            if base < 0 or delta < 0 or base > INT64_MAX - 1 - delta:
                raise views.bad_offsets(base, delta)
            if base + delta >= self.next and not skipped:
                check_crc(p, size, position)
                if <int32_t>load32(p + 57) < 0:
                    raise invalid(COUNT, -1, <int32_t>load32(p + 57), 0)
                self.leader_epoch = <int32_t>load32(p + 12)
                if load32(p + 57) and not p[22] & CONTROL:
                    self.open_batch(self.view, p, size, position)
            self.after = base + delta + 1
        elif skipped:
            self.after = self.next
        else:
            batch = memoryview(views.converted(self.data, position, size, magic, self.limit))
            p = <const uint8_t*>PyMemoryView_GET_BUFFER(batch).buf
            self.open_batch(batch, p, PyMemoryView_GET_BUFFER(batch).len, 0)
            self.after = self.base_offset + self.last_delta + 1
        self.position = position + size
        if not self.opened and self.after > self.next:
            self.next = self.after
        return True

    cdef int open_batch(self, object holder, const uint8_t* p, int64_t size, Py_ssize_t position) except -1:
        cdef int codec = p[22] & CODEC_MASK
        self.count = <int32_t>load32(p + 57)
        self.index = 0
        self.base_offset = load64(p)
        self.last_delta = <int32_t>load32(p + 23)
        self.base_timestamp = load64(p + 27)
        self.has_append_time = (p[22] & LOG_APPEND_TIME) != 0
        self.append_time = load64(p + 35)
        self.inner = holder
        self.p = p + OVERHEAD
        self.end = p + size
        if codec:
            self.inner = memoryview(decompress(codec, holder[position + OVERHEAD : position + size], self.limit))
            self.p = <const uint8_t*>PyMemoryView_GET_BUFFER(self.inner).buf
            self.end = self.p + PyMemoryView_GET_BUFFER(self.inner).len
        self.opened = True
        return 0
