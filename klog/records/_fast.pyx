# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The record codec in Cython: the same contract, the same errors, C speed.

Layouts stand in ``batch``; the walk in ``_walk.pxi`` and the one there must change together. Bad headers are handed to the plain functions, which then
raise; faults inside records carry the numbers of ``faults.Fault``, whose sentences both use. Codecs come from the same libraries as in plain
Python, checksums as ``_crc.pxi`` says. A batch's bytes are looked at through the buffer protocol, and kept by
iterators only (`hold`). Message sets of magic 0 and 1 are in ``_legacy.pxi``.
"""

cimport cython
from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.memoryview cimport PyMemoryView_FromObject
from cpython.mem cimport PyMem_Free, PyMem_Realloc
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_SET_ITEM
from libc.string cimport memcpy

from klog.records import batch as plain
from klog.records import builder, legacy
from klog.records.compression import TRUSTED_LIMIT_BYTES, decompress
from klog.records.compression import info as codec_info
from klog.records.contract import (
    BatchFacts,
    BatchHeader,
    Codec,
    CopiedRun,
    Entry,
    Header,
    InvalidRecords,
    Ordinary,
    OrdinaryRun,
    PlacedBatch,
    Record,
    RecordsError,
    UnsupportedCodec,
)
from klog.records.faults import invalid, offset_too_large, wrong_crc

cdef extern from "Python.h":
    object PyType_GenericAlloc(type cls, Py_ssize_t items)

include "_walk.pxi"
include "_crc.pxi"

DEF TRANSACTIONAL = 0x10
DEF CONTROL = 0x20
DEF MAX_SEQUENCE = 0x7FFFFFFF
DEF MAX_OFFSET = 0x7FFFFFFFFFFFFFFE
# What of a batch is made anew when it is stored (`RecordsCodec.patch`).
DEF PATCH = 16

cdef type _Facts = BatchFacts
cdef type _Ordinary = Ordinary
cdef type _OrdinaryRun = OrdinaryRun
cdef type _PlacedBatch = PlacedBatch
cdef type _CopiedRun = CopiedRun
cdef type _Header = BatchHeader
cdef type _Entry = Entry
cdef type _Record = Record
cdef type _RecordHeader = Header
cdef tuple NO_HEADERS = ()


cdef int hold(object buffer, Py_buffer* view) except -1:
    """Look at memory from one call to the next. Of a memoryview it is the memory's owner that is held: Python 3.11, and 3.12 before 3.12.7,
    crash where the collector takes a cycle apart that has a memoryview in it whose buffer somebody holds (CPython's issue 77894)."""
    cdef void* start
    cdef Py_ssize_t size
    PyObject_GetBuffer(buffer, view, PyBUF_SIMPLE)
    if isinstance(buffer, memoryview) and buffer.obj is not None:
        start, size = view.buf, view.len
        PyBuffer_Release(view)
        PyObject_GetBuffer(buffer.obj, view, PyBUF_SIMPLE)
        view.buf, view.len = start, size
    return 0


cdef inline void put(object target, Py_ssize_t index, object item):
    """Set an item of a tuple that nobody else has seen yet."""
    Py_INCREF(item)
    PyTuple_SET_ITEM(target, index, item)


# The walk over a whole batch -------------------------------------------------------------------------------------------------------

cdef struct Facts:
    int64_t max_timestamp
    int64_t delta_of_max
    int64_t min_timestamp
    int64_t first_keyless


cdef int64_t walk(
    const uint8_t* p, const uint8_t* end, int64_t count, int64_t base_timestamp, Facts* facts, Fault* fault
) noexcept nogil:
    """Walk over `count` records that must fill the bytes to `end`; with `fault` set, the index of the record at fault."""
    cdef View view
    cdef int64_t index
    facts.max_timestamp = -1
    facts.delta_of_max = -1
    facts.min_timestamp = -1
    facts.first_keyless = -1
    for index in range(count):
        p = parse(p, end, base_timestamp, &view, fault)
        if p == NULL:
            return index
        if view.offset_delta != index:
            failed(fault, OFFSET_DELTA, view.offset_delta, index)
            return index
        if view.timestamp > facts.max_timestamp or (facts.delta_of_max < 0 and view.timestamp == facts.max_timestamp):
            facts.max_timestamp = view.timestamp
            facts.delta_of_max = index
        if view.timestamp != -1 and (view.timestamp < facts.min_timestamp or facts.min_timestamp == -1):
            facts.min_timestamp = view.timestamp
        if view.key_length < 0 and facts.first_keyless < 0:
            facts.first_keyless = index
    if p != end:
        failed(fault, TRAILING, end - p, count)
    return -1


cdef object header_of(const uint8_t* p, int64_t size):
    cdef object header = PyType_GenericAlloc(_Header, 13)
    put(header, 0, load64(p))
    put(header, 1, size)
    put(header, 2, <int32_t>load32(p + 12))
    put(header, 3, 2)
    put(header, 4, load32(p + 17))
    put(header, 5, load16(p + 21))
    put(header, 6, <int32_t>load32(p + 23))
    put(header, 7, load64(p + 27))
    put(header, 8, load64(p + 35))
    put(header, 9, load64(p + 43))
    put(header, 10, load16(p + 51))
    put(header, 11, <int32_t>load32(p + 53))
    put(header, 12, <int32_t>load32(p + 57))
    return header


cdef object entry_of(const uint8_t* p, Py_ssize_t position, int64_t size, int magic):
    cdef object entry = PyType_GenericAlloc(_Entry, 12)
    cdef object offset = load64(p)
    put(entry, 0, position)
    put(entry, 1, size)
    put(entry, 2, magic)
    put(entry, 3, offset)
    if magic == 2:
        put(entry, 4, offset + <int32_t>load32(p + 23))
        put(entry, 5, load64(p + 35))
        put(entry, 6, <int32_t>load32(p + 12))
        put(entry, 7, load16(p + 21))
        put(entry, 8, load64(p + 43))
        put(entry, 9, load16(p + 51))
        put(entry, 10, <int32_t>load32(p + 53))
        put(entry, 11, <int32_t>load32(p + 57))
    else:
        put(entry, 4, offset)
        put(entry, 5, load64(p + 18) if magic else -1)
        put(entry, 6, -1)
        put(entry, 7, p[17])
        put(entry, 8, -1)
        put(entry, 9, -1)
        put(entry, 10, -1)
        put(entry, 11, -1 if p[17] & CODEC_MASK else 1)
    return entry


# Records ---------------------------------------------------------------------------------------------------------------------------

cdef tuple headers_of(View* view, const uint8_t* end):
    cdef const uint8_t* p = view.headers
    cdef Fault fault
    cdef int32_t size = 0, i
    cdef object key, header
    cdef list headers = []
    for i in range(view.header_count):
        p = varint32(p, end, &size, &fault)
        key = PyBytes_FromStringAndSize(<const char*>p, size).decode("utf-8", "surrogateescape")
        p = varint32(p + size, end, &size, &fault)
        header = PyType_GenericAlloc(_RecordHeader, 2)
        put(header, 0, key)
        if size < 0:
            put(header, 1, None)
        else:
            put(header, 1, PyBytes_FromStringAndSize(<const char*>p, size))
            p += size
        headers.append(header)
    return tuple(headers)


cdef object open_records(
    object buffer, Py_ssize_t position, const uint8_t* p, int64_t size, limit, Py_buffer* inner, const uint8_t** start, const uint8_t** end
):
    """Find the records of the batch at `p`, which is `position` of `buffer`: what they were decompressed to, which `inner` holds, or None."""
    cdef int codec = p[22] & CODEC_MASK
    start[0] = p + OVERHEAD
    end[0] = p + size
    if not codec:
        return None
    data = decompress(codec, memoryview(buffer)[position + OVERHEAD : position + size], limit)
    hold(data, inner)
    start[0] = <const uint8_t*>inner.buf
    end[0] = start[0] + inner.len
    return data


# Not cleared by the collector: Cython would take the owner out of a Py_buffer that is still to be released.
@cython.no_gc_clear
cdef class Records:
    """Iterator over the records of all whole entries of a buffer."""

    cdef object buffer
    cdef Py_buffer outer
    cdef bint has_outer
    cdef Py_ssize_t position
    cdef object limit
    # What is left of the batch under way.
    cdef object data
    cdef Py_buffer inner
    cdef bint has_inner
    cdef const uint8_t* p
    cdef const uint8_t* end
    cdef object base_offset
    cdef int64_t base_timestamp
    cdef object append_time
    cdef int64_t count
    cdef int64_t index
    cdef bint in_batch
    # Or the old entry under way.
    cdef object messages

    def __cinit__(self, buffer, Py_ssize_t position, limit):
        self.has_outer = self.has_inner = self.in_batch = False
        hold(buffer, &self.outer)
        self.has_outer = True
        self.buffer = buffer
        self.position = position
        self.limit = limit

    def __dealloc__(self):
        self.close_batch()
        if self.has_outer:
            PyBuffer_Release(&self.outer)

    cdef void close_batch(self) noexcept:
        self.in_batch = False
        if self.has_inner:
            self.has_inner = False
            PyBuffer_Release(&self.inner)
        self.data = None

    cdef void finish(self) noexcept:
        """As a generator: after its end or an error there is nothing more."""
        self.close_batch()
        self.messages = None
        self.position = self.outer.len

    def __iter__(self):
        return self

    def __next__(self):
        cdef int magic = 0
        cdef int64_t size
        try:
            while True:
                if self.in_batch:
                    if self.index < self.count:
                        return self.next_record()
                    if self.p != self.end:
                        raise invalid(TRAILING, -1, self.end - self.p, self.count)
                    self.close_batch()
                if self.messages is not None:
                    for record in self.messages:
                        return record
                    self.messages = None
                size = whole_entry(&self.outer, self.position, &magic)
                if size == 0:
                    raise StopIteration
                if size < 0:
                    plain.step(self.buffer, self.position)
                    raise AssertionError("both codecs must find the same entries")
                if magic == 2:
                    self.open_batch(size)
                else:
                    self.messages = legacy.entry_records(self.buffer, self.position, size, magic, self.limit)
                self.position += size
        except BaseException:
            self.finish()
            raise

    cdef int open_batch(self, int64_t size) except -1:
        cdef const uint8_t* p = <const uint8_t*>self.outer.buf + self.position
        self.count = <int32_t>load32(p + 57)
        if self.count < 0:
            raise invalid(COUNT, -1, self.count, 0)
        if self.count == 0:
            return 0
        self.index = 0
        self.base_offset = load64(p)
        self.base_timestamp = load64(p + 27)
        self.append_time = load64(p + 35) if p[22] & LOG_APPEND_TIME else None
        self.data = open_records(self.buffer, self.position, p, size, self.limit, &self.inner, &self.p, &self.end)
        self.has_inner = self.data is not None
        self.in_batch = True
        return 0

    cdef object next_record(self):
        cdef View view
        cdef Fault fault
        cdef object record
        cdef const uint8_t* after
        fault.kind = 0
        fault.a = fault.b = 0
        after = parse(self.p, self.end, self.base_timestamp, &view, &fault)
        if after == NULL:
            raise invalid(fault.kind, self.index, fault.a, fault.b)
        record = PyType_GenericAlloc(_Record, 5)
        put(record, 0, self.base_offset + view.offset_delta)
        if self.append_time is None:
            put(record, 1, view.timestamp)
        else:
            put(record, 1, self.append_time)
        put(record, 2, None if view.key_length < 0 else PyBytes_FromStringAndSize(<const char*>view.key, view.key_length))
        put(record, 3, None if view.value_length < 0 else PyBytes_FromStringAndSize(<const char*>view.value, view.value_length))
        put(record, 4, headers_of(&view, after) if view.header_count else NO_HEADERS)
        self.p = after
        self.index += 1
        return record


# Building --------------------------------------------------------------------------------------------------------------------------

cdef class Bytes:
    """Bytes that grow."""

    cdef uint8_t* data
    cdef Py_ssize_t size
    cdef Py_ssize_t room

    def __dealloc__(self):
        PyMem_Free(self.data)

    cdef int want(self, Py_ssize_t more) except -1:
        cdef Py_ssize_t room
        cdef void* grown
        if self.size + more > self.room:
            room = max(self.size + more, 2 * self.room, 256)
            grown = PyMem_Realloc(self.data, room)
            if grown == NULL:
                raise MemoryError
            self.data = <uint8_t*>grown
            self.room = room
        return 0

    cdef inline void number(self, int64_t value) noexcept:
        """A zig-zag varint; at most ten bytes, which are wanted before."""
        cdef uint64_t rest = (<uint64_t>value << 1) ^ <uint64_t>(value >> 63)
        while rest >= 0x80:
            self.data[self.size] = (rest & 0x7F) | 0x80
            self.size += 1
            rest >>= 7
        self.data[self.size] = <uint8_t>rest
        self.size += 1

    cdef inline void part(self, const uint8_t* data, Py_ssize_t length) noexcept:
        """A length, -1 where there is nothing, and so many bytes, which are wanted before."""
        self.number(length)
        if length > 0:
            memcpy(self.data + self.size, data, length)
            self.size += length

    cdef int field(self, bytes value) except -1:
        """A length and that many bytes; -1 for None."""
        if value is None:
            self.want(10)
            self.part(NULL, -1)
        else:
            self.want(len(value) + 10)
            self.part(<const uint8_t*>PyBytes_AS_STRING(value), len(value))
        return 0


cdef inline Py_ssize_t field_size(bytes value):
    return 1 if value is None else varint_size(len(value)) + len(value)


cdef inline bytes as_bytes(object value):
    return value if value is None or type(value) is bytes else bytes(value)


include "_legacy.pxi"


# Checking --------------------------------------------------------------------------------------------------------------------------

cdef int64_t check_whole(
    object buffer, Py_ssize_t position, const uint8_t* p, int64_t size, Py_ssize_t max_uncompressed_bytes, Facts* facts
) except -1:
    """Check the whole batch at `p`, which is `position` of `buffer`; the size of its records, decompressed."""
    cdef Py_buffer inner
    cdef const uint8_t* records
    cdef int64_t count, index, last_delta, uncompressed
    cdef uint32_t stored, computed
    cdef int codec
    cdef Fault fault
    cdef object data
    fault.kind = 0
    fault.a = fault.b = 0
    stored = load32(p + 17)
    computed = crc_on(p + CRC_START, size - CRC_START, 0)
    if stored != computed:
        raise wrong_crc(position, stored, computed)
    codec = p[22] & CODEC_MASK
    if codec > 4:
        codec_info(codec)
    count = <int32_t>load32(p + 57)
    if count <= 0:
        raise invalid(COUNT, -1, count, 0)
    last_delta = <int32_t>load32(p + 23)
    if last_delta != count - 1:
        raise invalid(OFFSET_RANGE, -1, count, last_delta)
    if codec:
        data = decompress(codec, memoryview(buffer)[position + OVERHEAD : position + size], max_uncompressed_bytes)
        PyObject_GetBuffer(data, &inner, PyBUF_SIMPLE)
        records = <const uint8_t*>inner.buf
        uncompressed = inner.len
        index = walk(records, records + uncompressed, count, load64(p + 27), facts, &fault)
        PyBuffer_Release(&inner)
    else:
        records = p + OVERHEAD
        uncompressed = size - OVERHEAD
        index = walk(records, records + uncompressed, count, load64(p + 27), facts, &fault)
    if fault.kind:
        raise invalid(fault.kind, index, fault.a, fault.b)
    if p[22] & LOG_APPEND_TIME:
        facts.max_timestamp = facts.min_timestamp = load64(p + 35)
        facts.delta_of_max = 0
    return uncompressed


# What is ordinary ------------------------------------------------------------------------------------------------------------------

cdef bint has_ordinary_header(const Py_buffer* view, int64_t max_batch_bytes) noexcept nogil:
    """Whether there is one batch, with a header as nearly all have."""
    cdef const uint8_t* p = <const uint8_t*>view.buf
    cdef int32_t count
    if view.len > max_batch_bytes or whole_batch(view, 0) != view.len or load64(p) != 0 or p[21] != 0 or p[22] & ~TRANSACTIONAL > 4:
        return False
    count = <int32_t>load32(p + 57)
    if count <= 0 or <int32_t>load32(p + 23) != count - 1:
        return False
    if load64(p + 43) >= 0:
        return <int32_t>load32(p + 53) >= 0
    return p[22] & TRANSACTIONAL == 0


cdef int has_ordinary_records(object buffer, const Py_buffer* view, Py_ssize_t max_uncompressed_bytes, Facts* facts) except -1:
    """Check the batch with such a header; whether it names the largest timestamp that there is."""
    cdef const uint8_t* p = <const uint8_t*>view.buf
    check_whole(buffer, 0, p, view.len, max_uncompressed_bytes, facts)
    return facts.max_timestamp == load64(p + 35)


cdef struct Run:
    # Batches of one producer that go on, and where the next one belongs; `records` are the last one's.
    int64_t count
    int64_t size
    int64_t offset
    int64_t min_timestamp
    int64_t max_timestamp
    int64_t producer_id
    int16_t producer_epoch
    int transactional
    int32_t records
    int32_t base_sequence
    int32_t next_sequence


cdef bint goes_on(const Run* run, const uint8_t* p) noexcept nogil:
    """Whether the batch at `p` is the first of the run, or the next one."""
    if not run.count:
        return True
    return (
        load64(p + 43) == run.producer_id
        and load16(p + 51) == run.producer_epoch
        and p[22] & TRANSACTIONAL == run.transactional
        and (run.producer_id < 0 or <int32_t>load32(p + 53) == run.next_sequence)
    )


cdef object place(Run* run, const uint8_t* p, int64_t size, const Facts* facts):
    """Take the batch at `p` into the run."""
    cdef object placed = PyType_GenericAlloc(_PlacedBatch, 7)
    cdef int32_t last_sequence = -1
    run.records = <int32_t>load32(p + 57)
    if not run.count:
        run.producer_id = load64(p + 43)
        run.producer_epoch = load16(p + 51)
        run.transactional = p[22] & TRANSACTIONAL
        run.base_sequence = <int32_t>load32(p + 53)
        run.min_timestamp = facts.min_timestamp
        run.max_timestamp = facts.max_timestamp
    if run.producer_id >= 0:
        last_sequence = <int32_t>((load32(p + 53) + <uint32_t>(run.records - 1)) & MAX_SEQUENCE)
        run.next_sequence = <int32_t>((<uint32_t>last_sequence + 1) & MAX_SEQUENCE)
    run.min_timestamp = min(run.min_timestamp, facts.min_timestamp)
    run.max_timestamp = max(run.max_timestamp, facts.max_timestamp)
    put(placed, 0, run.size)
    put(placed, 1, size)
    run.count += 1
    run.size += size
    run.offset += run.records
    put(placed, 2, run.offset - 1)
    put(placed, 3, facts.max_timestamp)
    put(placed, 4, facts.min_timestamp)
    put(placed, 5, run.records)
    put(placed, 6, last_sequence)
    return placed


cdef bint has_stored_header(const uint8_t* p, int64_t offset, int32_t leader_epoch) noexcept nogil:
    """Whether the batch at `p` has a header as nearly all have that a leader has stored at `offset`."""
    cdef int32_t count = <int32_t>load32(p + 57)
    return (
        load64(p) == offset
        and <int32_t>load32(p + 12) == leader_epoch
        and p[22] & CONTROL == 0
        and count > 0
        and <int32_t>load32(p + 23) == count - 1
        and offset <= <int64_t>MAX_OFFSET - count
        and (load64(p + 43) < 0 or <int32_t>load32(p + 53) >= 0)
    )


cdef object copied_run(const Run* run, list batches):
    cdef object answer = PyType_GenericAlloc(_CopiedRun, 6)
    put(answer, 0, run.producer_id)
    put(answer, 1, run.producer_epoch)
    put(answer, 2, run.transactional != 0)
    put(answer, 3, run.offset)
    put(answer, 4, run.max_timestamp)
    put(answer, 5, batches)
    return answer


cdef bytes patch_of(const uint8_t* p, int64_t base_offset, int32_t leader_epoch):
    cdef bytes found = PyBytes_FromStringAndSize(NULL, PATCH)
    cdef uint8_t* at = <uint8_t*>PyBytes_AS_STRING(found)
    store64(at, base_offset)
    memcpy(at + 8, p + 8, 4)
    store32(at + 12, leader_epoch)
    return found


# The codec -------------------------------------------------------------------------------------------------------------------------

cdef class FastCodec:
    """`RecordsCodec` in C; see there for what the functions do."""

    cdef readonly str name

    def __cinit__(self):
        self.name = "cython"

    def read_header(self, buffer, Py_ssize_t position=0):
        cdef Py_buffer view
        cdef int64_t size
        PyObject_GetBuffer(buffer, &view, PyBUF_SIMPLE)
        try:
            size = whole_batch(&view, position)
            if size < 0:
                return plain.read_header(buffer, position)
            return header_of(<const uint8_t*>view.buf + position, size)
        finally:
            PyBuffer_Release(&view)

    def check_batch(self, buffer, Py_ssize_t position=0, *, Py_ssize_t max_uncompressed_bytes=100 << 20):
        cdef Py_buffer view
        cdef int64_t size, uncompressed
        cdef Facts facts
        cdef object answer
        PyObject_GetBuffer(buffer, &view, PyBUF_SIMPLE)
        try:
            size = whole_batch(&view, position)
            if size < 0:
                return plain.check_batch(buffer, position, max_uncompressed_bytes=max_uncompressed_bytes)
            uncompressed = check_whole(buffer, position, <const uint8_t*>view.buf + position, size, max_uncompressed_bytes, &facts)
        finally:
            PyBuffer_Release(&view)
        answer = PyType_GenericAlloc(_Facts, 5)
        put(answer, 0, facts.max_timestamp)
        put(answer, 1, facts.delta_of_max)
        put(answer, 2, facts.min_timestamp)
        put(answer, 3, facts.first_keyless)
        put(answer, 4, uncompressed)
        return answer

    def ordinary(self, buffer, int64_t max_batch_bytes, Py_ssize_t max_uncompressed_bytes=100 << 20):
        cdef Py_buffer view
        cdef const uint8_t* p
        cdef Facts facts
        cdef object answer
        PyObject_GetBuffer(buffer, &view, PyBUF_SIMPLE)
        try:
            p = <const uint8_t*>view.buf
            if not has_ordinary_header(&view, max_batch_bytes) or not has_ordinary_records(buffer, &view, max_uncompressed_bytes, &facts):
                return None
            answer = PyType_GenericAlloc(_Ordinary, 8)
            put(answer, 0, <int32_t>load32(p + 57))
            put(answer, 1, facts.max_timestamp)
            put(answer, 2, facts.min_timestamp)
            put(answer, 3, facts.first_keyless)
            put(answer, 4, load64(p + 43))
            put(answer, 5, load16(p + 51))
            put(answer, 6, <int32_t>load32(p + 53))
            put(answer, 7, p[22])
            return answer
        finally:
            PyBuffer_Release(&view)

    def ordinary_run(
        self, batches, int64_t base_offset, int32_t leader_epoch, int64_t max_batch_bytes, Py_ssize_t max_uncompressed_bytes=100 << 20
    ):
        cdef Run run
        cdef Facts facts
        cdef Py_buffer view
        cdef list placed = [], buffers = []
        cdef object batch, answer
        run.count = 0
        run.size = 0
        run.offset = base_offset
        for batch in batches:
            if batch is None:
                break
            PyObject_GetBuffer(batch, &view, PyBUF_SIMPLE)
            try:
                if (
                    not has_ordinary_header(&view, max_batch_bytes)
                    or not goes_on(&run, <const uint8_t*>view.buf)
                    or not has_ordinary_records(batch, &view, max_uncompressed_bytes, &facts)
                ):
                    break
                placed.append(place(&run, <const uint8_t*>view.buf, view.len, &facts))
                buffers.append(patch_of(<const uint8_t*>view.buf, run.offset - run.records, leader_epoch))
            except RecordsError:
                break
            finally:
                PyBuffer_Release(&view)
            buffers.append((batch if type(batch) is memoryview else PyMemoryView_FromObject(batch))[PATCH:])
        if not run.count:
            return None
        answer = PyType_GenericAlloc(_OrdinaryRun, 10)
        put(answer, 0, run.producer_id)
        put(answer, 1, run.producer_epoch)
        put(answer, 2, run.base_sequence)
        put(answer, 3, run.transactional != 0)
        put(answer, 4, run.size)
        put(answer, 5, run.offset)
        put(answer, 6, run.min_timestamp)
        put(answer, 7, run.max_timestamp)
        put(answer, 8, placed)
        put(answer, 9, buffers)
        return answer

    def copied_runs(self, buffer, int64_t base_offset, int32_t leader_epoch):
        cdef Run run
        cdef Facts facts
        cdef Py_buffer view
        cdef const uint8_t* p
        cdef int64_t size
        cdef list runs = [], batches = []
        run.count = 0
        run.size = 0
        run.offset = base_offset
        facts.min_timestamp = -1
        PyObject_GetBuffer(buffer, &view, PyBUF_SIMPLE)
        try:
            while run.size < view.len:
                size = whole_batch(&view, run.size)
                p = <const uint8_t*>view.buf + run.size
                if size < 0 or not has_stored_header(p, run.offset, leader_epoch):
                    return None
                if load32(p + 17) != crc_on(p + CRC_START, size - CRC_START, 0):
                    return None
                if not goes_on(&run, p):
                    runs.append(copied_run(&run, batches))
                    batches = []
                    run.count = 0
                facts.max_timestamp = load64(p + 35)
                batches.append(place(&run, p, size, &facts))
        finally:
            PyBuffer_Release(&view)
        if not run.count:
            return None
        runs.append(copied_run(&run, batches))
        return runs

    def check_crc(self, buffer, Py_ssize_t position=0):
        cdef Py_buffer view
        cdef const uint8_t* p
        cdef int64_t size
        cdef uint32_t stored, computed
        cdef int magic = 0
        PyObject_GetBuffer(buffer, &view, PyBUF_SIMPLE)
        try:
            size = whole_entry(&view, position, &magic)
            if size <= 0:
                plain.check_crc(buffer, position)
                return
            p = <const uint8_t*>view.buf + position
            if magic == 2:
                stored = load32(p + 17)
                computed = crc_on(p + CRC_START, size - CRC_START, 0)
            else:
                stored = load32(p + MESSAGE_CRC)
                computed = klog_crc32(p + MESSAGE_CRC_START, size - MESSAGE_CRC_START)
            if stored != computed:
                raise wrong_crc(position, stored, computed)
        finally:
            PyBuffer_Release(&view)

    def scan(self, buffer, Py_ssize_t position=0, Py_ssize_t limit=-1):
        cdef Py_buffer view
        cdef int64_t size
        cdef int magic = 0
        cdef list entries = []
        PyObject_GetBuffer(buffer, &view, PyBUF_SIMPLE)
        try:
            while limit != 0:
                size = whole_entry(&view, position, &magic)
                if size < 0:
                    plain.step(buffer, position)
                    raise AssertionError("both codecs must find the same entries")
                if size == 0:
                    break
                entries.append(entry_of(<const uint8_t*>view.buf + position, position, size, magic))
                position += size
                limit -= 1
        finally:
            PyBuffer_Release(&view)
        return entries

    def records(self, buffer, Py_ssize_t position=0, *, max_uncompressed_bytes=100 << 20):
        return Records(buffer, position, max_uncompressed_bytes)

    def find_timestamp(self, buffer, Py_ssize_t position, int64_t target_ms, int64_t minimum_offset=0):
        cdef Py_buffer view, inner
        cdef const uint8_t* p
        cdef const uint8_t* records
        cdef const uint8_t* end
        cdef int64_t size, count, index, timestamp, base_offset, base_timestamp
        cdef int magic = 0, codec
        cdef bint found = False
        cdef Fault fault
        cdef View record
        cdef object data
        fault.kind = 0
        fault.a = fault.b = 0
        PyObject_GetBuffer(buffer, &view, PyBUF_SIMPLE)
        try:
            size = whole_entry(&view, position, &magic)
            if size <= 0:
                plain.whole_entry(buffer, position)
                raise AssertionError("both codecs must find the same entries")
            if magic != 2:
                messages = legacy.entry_records(buffer, position, size, magic, TRUSTED_LIMIT_BYTES)
                return legacy.find_timestamp(messages, target_ms, minimum_offset)
            p = <const uint8_t*>view.buf + position
            count = <int32_t>load32(p + 57)
            if count < 0:
                raise invalid(COUNT, -1, count, 0)
            if count == 0:
                return None
            codec = p[22] & CODEC_MASK
            if codec:
                data = decompress(codec, memoryview(buffer)[position + OVERHEAD : position + size], TRUSTED_LIMIT_BYTES)
                PyObject_GetBuffer(data, &inner, PyBUF_SIMPLE)
                records = <const uint8_t*>inner.buf
                end = records + inner.len
            else:
                records = p + OVERHEAD
                end = p + size
            base_offset = load64(p)
            base_timestamp = load64(p + 27)
            timestamp = load64(p + 35)
            index = 0
            while index < count:
                records = parse(records, end, base_timestamp, &record, &fault)
                if records == NULL:
                    break
                if not p[22] & LOG_APPEND_TIME:
                    timestamp = record.timestamp
                if timestamp >= target_ms and base_offset + record.offset_delta >= minimum_offset:
                    found = True
                    break
                index += 1
            else:
                if records != end:
                    failed(&fault, TRAILING, end - records, count)
            if codec:
                PyBuffer_Release(&inner)
        finally:
            PyBuffer_Release(&view)
        if fault.kind:
            raise invalid(fault.kind, index, fault.a, fault.b)
        return (timestamp, base_offset + record.offset_delta) if found else None

    def build_batch(
        self,
        records,
        *,
        base_offset=0,
        codec=Codec.NONE,
        compression_level=None,
        attributes=0,
        partition_leader_epoch=-1,
        producer_id=-1,
        producer_epoch=-1,
        base_sequence=-1,
        offset_deltas=None,
    ):
        cdef Bytes body = Bytes.__new__(Bytes)
        cdef Bytes tail = Bytes.__new__(Bytes)
        cdef int64_t timestamp, base_timestamp = 0, max_timestamp = -1, index = 0, delta = 0
        cdef Py_ssize_t length
        cdef bytes key, value
        builder.check_deltas(len(records), offset_deltas)
        for given_timestamp, given_key, given_value, headers in records:
            timestamp = given_timestamp
            if index == 0:
                base_timestamp = timestamp
            if timestamp > max_timestamp:
                max_timestamp = timestamp
            delta = index if offset_deltas is None else offset_deltas[index]
            key = as_bytes(given_key)
            value = as_bytes(given_value)
            tail.size = 0
            tail.want(10)
            tail.number(len(headers))
            for name, header_value in headers:
                tail.field(name.encode("utf-8", "surrogateescape"))
                tail.field(as_bytes(header_value))
            length = 1 + varint_size(wrapped_difference(timestamp, base_timestamp)) + varint_size(delta) + field_size(key) + field_size(value) + tail.size
            body.want(length + 10)
            body.number(length)
            body.data[body.size] = 0
            body.size += 1
            body.number(wrapped_difference(timestamp, base_timestamp))
            body.number(delta)
            body.field(key)
            body.field(value)
            body.want(tail.size)
            memcpy(body.data + body.size, tail.data, tail.size)
            body.size += tail.size
            index += 1
        return builder.assemble(
            PyBytes_FromStringAndSize(<const char*>body.data, body.size),
            base_offset,
            codec,
            compression_level,
            attributes,
            partition_leader_epoch,
            delta,
            base_timestamp,
            max_timestamp,
            producer_id,
            producer_epoch,
            base_sequence,
            index,
        )

    def to_magic2(self, buffer, *, codec=None, max_uncompressed_bytes=100 << 20):
        made = magic2_of(self, buffer, codec, max_uncompressed_bytes)
        if made is not None:
            return made
        return legacy.to_magic2(self, buffer, codec=codec, max_uncompressed_bytes=max_uncompressed_bytes)

    def old_entries(self, entry, int magic, *, int attributes=0, int64_t minimum_offset=0, bint in_wrapper=False):
        if plain.whole_entry(entry, 0)[1] == 2:
            return FastOldEntries(entry, magic, attributes, minimum_offset, in_wrapper)
        return legacy.old_entries(self, entry, magic, attributes=attributes, minimum_offset=minimum_offset, in_wrapper=in_wrapper)

    def to_old_magic(self, buffer, int magic, *, minimum_offset=0):
        return legacy.to_old_magic(self, buffer, magic, minimum_offset=minimum_offset)

    def patch(self, batch, int64_t base_offset, int32_t partition_leader_epoch):
        cdef Py_buffer view
        PyObject_GetBuffer(batch, &view, PyBUF_SIMPLE)
        try:
            if view.len < LOG_OVERHEAD:
                return plain.patch(batch, base_offset, partition_leader_epoch)
            return patch_of(<const uint8_t*>view.buf, base_offset, partition_leader_epoch)
        finally:
            PyBuffer_Release(&view)

    def stamp(self, batch, int64_t base_offset, int32_t partition_leader_epoch, int64_t max_timestamp, bint log_append_time):
        cdef Py_buffer view
        cdef int64_t size
        cdef uint8_t out[OVERHEAD]
        cdef const uint8_t* p
        PyObject_GetBuffer(batch, &view, PyBUF_SIMPLE)
        try:
            size = whole_batch(&view, 0)
            if size < 0:
                return plain.stamp(batch, base_offset, partition_leader_epoch, max_timestamp, log_append_time)
            p = <const uint8_t*>view.buf
            memcpy(out, p, OVERHEAD)
            store64(out, base_offset)
            store32(out + 12, partition_leader_epoch)
            out[22] = (out[22] & ~LOG_APPEND_TIME) | (LOG_APPEND_TIME if log_append_time else 0)
            store64(out + 35, max_timestamp)
            store32(out + 17, crc_on(p + OVERHEAD, size - OVERHEAD, crc_on(out + CRC_START, OVERHEAD - CRC_START, 0)))
        finally:
            PyBuffer_Release(&view)
        return PyBytes_FromStringAndSize(<const char*>out, OVERHEAD)


codec = FastCodec()
