# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Compaction in Cython: what ``compaction`` does, without holding the interpreter while it looks at records.

Both passes walk through a buffer in one stretch without the interpreter; it is taken back for a transactional or control batch (somebody must be
asked), for compressed batches (the codecs are Python's) and for batches of magic 0 and 1 (which are rare, and left to ``compaction``).
Table of keys: open addressing with linear probing over slots of 24 bytes: a hash of 16 (SipHash-2-4 with a random key) and the offset plus
one, so that zeroed memory is an empty table, and memory that no key has touched costs nothing.
"""

from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy

import os

from klog.records import batch as plain
from klog.records import builder, legacy
from klog.records._fast import codec as fast
from klog.records.compaction import DEFAULT_LOAD_FACTOR, convert_old, horizon_ms
from klog.records.compression import decompress
from klog.records.faults import invalid

include "_walk.pxi"
include "_crc_native.pxi"

DEF TRANSACTIONAL = 0x10
DEF CONTROL = 0x20
DEF HAS_DELETE_HORIZON = 0x40
DEF GONE = 1
DEF KEEP_EMPTY = 2

cdef extern from *:
    """
    #include <stdint.h>
    #include <stddef.h>
    #include <string.h>

    /* SipHash-2-4 with 128 bits of output (Aumasson, Bernstein). */
    #define KLOG_ROTL(x, b) (((x) << (b)) | ((x) >> (64 - (b))))
    #define KLOG_ROUND                                                          \\
        v0 += v1; v1 = KLOG_ROTL(v1, 13); v1 ^= v0; v0 = KLOG_ROTL(v0, 32);     \\
        v2 += v3; v3 = KLOG_ROTL(v3, 16); v3 ^= v2;                             \\
        v0 += v3; v3 = KLOG_ROTL(v3, 21); v3 ^= v0;                             \\
        v2 += v1; v1 = KLOG_ROTL(v1, 17); v1 ^= v2; v2 = KLOG_ROTL(v2, 32);

    static inline uint64_t klog_word(const uint8_t *p) {
        uint64_t word;
        memcpy(&word, p, 8);
        return word;
    }

    static void klog_hash(const uint8_t *p, size_t length, uint64_t k0, uint64_t k1, uint64_t *a, uint64_t *b) {
        uint64_t v0 = k0 ^ 0x736f6d6570736575ULL, v1 = k1 ^ 0x646f72616e646f6dULL ^ 0xee;
        uint64_t v2 = k0 ^ 0x6c7967656e657261ULL, v3 = k1 ^ 0x7465646279746573ULL;
        uint64_t rest = (uint64_t)length << 56, word;
        const uint8_t *end = p + (length & ~(size_t)7);
        size_t i;
        for (; p != end; p += 8) {
            word = klog_word(p);
            v3 ^= word;
            KLOG_ROUND KLOG_ROUND
            v0 ^= word;
        }
        for (i = 0; i < (length & 7); i++)
            rest |= (uint64_t)p[i] << (8 * i);
        v3 ^= rest;
        KLOG_ROUND KLOG_ROUND
        v0 ^= rest;
        v2 ^= 0xee;
        KLOG_ROUND KLOG_ROUND KLOG_ROUND KLOG_ROUND
        *a = v0 ^ v1 ^ v2 ^ v3;
        v1 ^= 0xdd;
        KLOG_ROUND KLOG_ROUND KLOG_ROUND KLOG_ROUND
        *b = v0 ^ v1 ^ v2 ^ v3;
    }
    """
    void klog_hash(const uint8_t* p, size_t length, uint64_t k0, uint64_t k1, uint64_t* a, uint64_t* b) noexcept nogil


def crc32c_both(bytes data):
    """The checksum of `data` by table and by the processor, for tests."""
    cdef const uint8_t* p = data
    cdef uint32_t table = ~klog_crc_table(p, len(data), 0xFFFFFFFF)
    return table, crc_of(p, len(data))


cdef enum:
    # Why a stretch without the interpreter ended.
    DONE = 0
    FULL = 1
    ASK = 2
    PACKED = 3
    OLD = 4
    NO_ENTRY = 5
    BAD_CRC = 6
    FAULTY = 7
    NO_MEMORY = 8


cdef object raise_for(int state, object buffer, Py_ssize_t position, int64_t index, Fault* fault):
    """Tell what is wrong in the words of the plain functions."""
    if state == NO_ENTRY:
        plain.step(buffer, position)
    elif state == BAD_CRC:
        plain.check_crc(buffer, position)
    elif state == FAULTY:
        raise invalid(fault.kind, index, fault.a, fault.b)
    elif state == NO_MEMORY:
        raise MemoryError
    raise AssertionError("both implementations must find the same entries")


# The map ---------------------------------------------------------------------------------------------------------------------------

cdef struct Slot:
    uint64_t a
    uint64_t b
    # The offset + 1; 0 in an empty slot.
    int64_t offset


cdef class FastKeyOffsets:
    """`klog.records.compaction.PlainKeyOffsets` in C."""

    ENTRY_BYTES = sizeof(Slot)

    cdef Slot* slots
    cdef uint64_t slot_count
    cdef uint64_t k0
    cdef uint64_t k1
    cdef Py_ssize_t count
    cdef readonly Py_ssize_t limit
    cdef readonly int64_t latest_offset

    def __cinit__(self, memory_bytes, load_factor=DEFAULT_LOAD_FACTOR, seed=None):
        cdef bytes key = os.urandom(16) if seed is None else seed
        cdef const uint8_t* p = key
        slots = memory_bytes // sizeof(Slot)
        self.limit = min(int(slots * load_factor), slots - 1)
        if self.limit < 1 or len(key) != 16:
            raise ValueError(f"{memory_bytes} bytes are too few for a map of keys")
        self.slot_count = slots
        self.slots = <Slot*>calloc(slots, sizeof(Slot))
        if self.slots == NULL:
            raise MemoryError
        self.latest_offset = -1
        self.k0 = load64(p)
        self.k1 = load64(p + 8)

    def __dealloc__(self):
        free(self.slots)

    def __len__(self):
        return self.count

    cdef inline Slot* find(self, const uint8_t* key, size_t length, uint64_t* a, uint64_t* b) noexcept nogil:
        """The slot of `key`, or the empty one where it belongs."""
        cdef uint64_t place
        cdef Slot* slot
        klog_hash(key, length, self.k0, self.k1, a, b)
        place = a[0] % self.slot_count
        while True:
            slot = self.slots + place
            if slot.offset == 0 or (slot.a == a[0] and slot.b == b[0]):
                return slot
            place += 1
            if place == self.slot_count:
                place = 0

    cdef inline void note(self, const uint8_t* key, size_t length, int64_t offset) noexcept nogil:
        cdef uint64_t a, b
        cdef Slot* slot = self.find(key, length, &a, &b)
        if slot.offset == 0:
            slot.a = a
            slot.b = b
            self.count += 1
        slot.offset = offset + 1
        self.latest_offset = offset

    cdef inline int64_t look_up(self, const uint8_t* key, size_t length) noexcept nogil:
        cdef uint64_t a, b
        return self.find(key, length, &a, &b).offset - 1

    def put(self, key, int64_t offset):
        cdef bytes content = bytes(key)
        cdef const uint8_t* p = content
        if self.count >= self.limit and self.look_up(p, len(content)) < 0:
            raise ValueError(f"the map of keys is full with {self.limit}")
        self.note(p, len(content), offset)

    def get(self, key):
        cdef bytes content = bytes(key)
        return self.look_up(content, len(content))

    def advance(self, int64_t offset):
        self.latest_offset = max(self.latest_offset, offset)

    cdef int note_records(
        self, const uint8_t* p, const uint8_t* end, const uint8_t* header, int64_t start_offset, int64_t* index, Fault* fault
    ) noexcept nogil:
        """All records of one batch."""
        cdef View view
        cdef int64_t count = <int32_t>load32(header + 57), base_offset = load64(header), base_timestamp = load64(header + 27)
        if count < 0:
            failed(fault, COUNT, count, 0)
            index[0] = -1
            return FAULTY
        if count == 0:
            return DONE
        for index[0] in range(count):
            p = parse(p, end, base_timestamp, &view, fault)
            if p == NULL:
                return FAULTY
            if view.key_length >= 0 and base_offset + view.offset_delta >= start_offset:
                if self.count >= self.limit:
                    return FULL
                self.note(view.key, view.key_length, base_offset + view.offset_delta)
        if p != end:
            failed(fault, TRAILING, end - p, count)
            index[0] = -1
            return FAULTY
        return DONE

    cdef int run(self, const Py_buffer* view, Py_ssize_t* position, int64_t start_offset, int64_t* index, Fault* fault) noexcept nogil:
        """Batch by batch while nobody has to be asked."""
        cdef const uint8_t* p
        cdef int64_t size, last_offset
        cdef int magic = 0, state
        while True:
            size = whole_entry(view, position[0], &magic)
            if size <= 0:
                return DONE if size == 0 else NO_ENTRY
            p = <const uint8_t*>view.buf + position[0]
            if magic != 2:
                return OLD
            if load32(p + 17) != crc_of(p + CRC_START, size - CRC_START):
                return BAD_CRC
            if p[22] & (TRANSACTIONAL | CONTROL):
                return ASK
            if p[22] & CODEC_MASK and load32(p + 57):
                return PACKED
            state = self.note_records(p + OVERHEAD, p + size, p, start_offset, index, fault)
            if state:
                return state
            last_offset = load64(p) + <int32_t>load32(p + 23)
            if last_offset >= start_offset:
                self.latest_offset = last_offset
            position[0] += size

    def add_batches(self, buffer, int64_t start_offset, judge, Py_ssize_t max_uncompressed_bytes):
        cdef Py_buffer view, inner
        cdef Py_ssize_t position = 0
        cdef int64_t size, index = 0, last_offset
        cdef int state, magic = 0
        cdef Fault fault
        cdef const uint8_t* p
        cdef bint passed_over
        fault.kind = 0
        fault.a = fault.b = 0
        PyObject_GetBuffer(buffer, &view, PyBUF_SIMPLE)
        try:
            while True:
                with nogil:
                    state = self.run(&view, &position, start_offset, &index, &fault)
                if state == DONE or state == FULL:
                    return position, state == FULL
                if state != ASK and state != PACKED and state != OLD:
                    raise_for(state, buffer, position, index, &fault)
                size = whole_entry(&view, position, &magic)
                p = <const uint8_t*>view.buf + position
                state = DONE
                last_offset = load64(p)
                if magic != 2:
                    plain.check_crc(buffer, position)
                    for record in legacy.entry_records(buffer, position, size, magic, max_uncompressed_bytes):
                        if record.key is not None and record.offset >= start_offset:
                            if self.count >= self.limit:
                                return position, True
                            self.put(record.key, record.offset)
                else:
                    last_offset += <int32_t>load32(p + 23)
                    passed_over = False
                    if p[22] & (TRANSACTIONAL | CONTROL):
                        entry = fast.scan(buffer, position, 1)[0]
                        passed_over = judge(entry, memoryview(buffer)[position : position + size]) & GONE or p[22] & CONTROL
                    if passed_over or not load32(p + 57):
                        pass
                    elif p[22] & CODEC_MASK:
                        data = decompress(p[22] & CODEC_MASK, memoryview(buffer)[position + OVERHEAD : position + size], max_uncompressed_bytes)
                        PyObject_GetBuffer(data, &inner, PyBUF_SIMPLE)
                        with nogil:
                            state = self.note_records(
                                <const uint8_t*>inner.buf, <const uint8_t*>inner.buf + inner.len, p, start_offset, &index, &fault
                            )
                        PyBuffer_Release(&inner)
                    else:
                        with nogil:
                            state = self.note_records(p + OVERHEAD, p + size, p, start_offset, &index, &fault)
                    if state == FULL:
                        return position, True
                    if state:
                        raise_for(state, buffer, position, index, &fault)
                if last_offset >= start_offset:
                    self.latest_offset = last_offset
                position += size
        finally:
            PyBuffer_Release(&view)


# The filter ------------------------------------------------------------------------------------------------------------------------

cdef struct Grown:
    uint8_t* data
    Py_ssize_t size
    Py_ssize_t room


cdef inline bint want(Grown* bytes_, Py_ssize_t more) noexcept nogil:
    """Room for `more` bytes; False without memory."""
    cdef Py_ssize_t room
    cdef void* grown
    if bytes_.size + more > bytes_.room:
        room = max(bytes_.size + more, 2 * bytes_.room, 4096)
        grown = realloc(bytes_.data, room)
        if grown == NULL:
            return False
        bytes_.data = <uint8_t*>grown
        bytes_.room = room
    return True


cdef inline void number(Grown* bytes_, int64_t value) noexcept nogil:
    """A zig-zag varint; at most ten bytes, which are wanted before."""
    cdef uint64_t rest = (<uint64_t>value << 1) ^ <uint64_t>(value >> 63)
    while rest >= 0x80:
        bytes_.data[bytes_.size] = (rest & 0x7F) | 0x80
        bytes_.size += 1
        rest >>= 7
    bytes_.data[bytes_.size] = <uint8_t>rest
    bytes_.size += 1


cdef struct IndexMark:
    int64_t last_offset
    int64_t position
    int64_t max_timestamp
    int64_t max_timestamp_offset


cdef struct Plan:
    # What is decided of a batch before its records are looked at.
    bint control
    bint gone
    bint discard
    bint keep_empty
    bint tombstones_stay
    bint has_horizon
    int64_t horizon
    # And after.
    int64_t count
    int64_t kept
    int64_t max_timestamp
    int64_t base_timestamp
    bint kept_tombstone


cdef class FastBatchFilter:
    """`klog.records.compaction.PlainBatchFilter` in C."""

    cdef FastKeyOffsets offsets
    cdef object judge
    cdef int64_t now_ms
    cdef int64_t new_horizon
    cdef int64_t upper_bound
    cdef int64_t interval
    cdef Py_ssize_t limit_bytes
    cdef int64_t* kept_offsets
    cdef Py_ssize_t kept_count
    cdef int64_t since_mark
    cdef int judged
    cdef Grown out
    cdef Grown scratch
    # One byte for each record of the batch under way: whether it stays.
    cdef Grown stays
    cdef Grown marks
    cdef readonly int64_t size
    cdef readonly int64_t first_timestamp
    cdef readonly int64_t max_timestamp
    cdef readonly int64_t max_timestamp_offset
    cdef readonly int64_t last_offset
    cdef readonly int64_t records_read
    cdef readonly int64_t records_kept

    def __cinit__(
        self,
        FastKeyOffsets offsets not None,
        judge,
        *,
        now_ms,
        delete_retention_ms,
        kept_offsets,
        upper_bound,
        index_interval_bytes,
        max_uncompressed_bytes,
    ):
        cdef Py_ssize_t place
        self.offsets = offsets
        self.judge = judge
        self.now_ms = now_ms
        self.new_horizon = horizon_ms(now_ms, delete_retention_ms)
        self.upper_bound = upper_bound
        self.interval = index_interval_bytes
        self.limit_bytes = max_uncompressed_bytes
        self.kept_count = len(kept_offsets)
        self.kept_offsets = <int64_t*>malloc(max(self.kept_count, 1) * sizeof(int64_t))
        if self.kept_offsets == NULL:
            raise MemoryError
        for place in range(self.kept_count):
            self.kept_offsets[place] = kept_offsets[place]
        self.judged = -1
        self.first_timestamp = self.max_timestamp = self.max_timestamp_offset = self.last_offset = -1

    def __dealloc__(self):
        free(self.kept_offsets)
        free(self.out.data)
        free(self.scratch.data)
        free(self.stays.data)
        free(self.marks.data)

    def take_marks(self):
        cdef IndexMark* marks = <IndexMark*>self.marks.data
        cdef Py_ssize_t i
        taken = [
            (marks[i].last_offset, marks[i].position, marks[i].max_timestamp, marks[i].max_timestamp_offset)
            for i in range(self.marks.size // <Py_ssize_t>sizeof(IndexMark))
        ]
        self.marks.size = 0
        return taken

    cdef bint note(self, int64_t size, int64_t last_offset, int64_t max_timestamp) noexcept nogil:
        """A batch was written; False without memory."""
        cdef IndexMark* mark
        if self.size == 0:
            self.first_timestamp = max_timestamp
        if max_timestamp > self.max_timestamp:
            self.max_timestamp = max_timestamp
            self.max_timestamp_offset = last_offset
        if self.since_mark > self.interval:
            if not want(&self.marks, sizeof(IndexMark)):
                return False
            mark = <IndexMark*>(self.marks.data + self.marks.size)
            mark.last_offset = last_offset
            mark.position = self.size
            mark.max_timestamp = self.max_timestamp
            mark.max_timestamp_offset = self.max_timestamp_offset
            self.marks.size += sizeof(IndexMark)
            self.since_mark = 0
        self.since_mark += size
        self.size += size
        self.last_offset = last_offset
        return True

    cdef inline bint is_kept_offset(self, int64_t offset) noexcept nogil:
        cdef Py_ssize_t low = 0, high = self.kept_count, middle
        while low < high:
            middle = (low + high) // 2
            if self.kept_offsets[middle] < offset:
                low = middle + 1
            else:
                high = middle
        return low < self.kept_count and self.kept_offsets[low] == offset

    cdef void decide(self, const uint8_t* p, int judged, bint keep_empty, Plan* plan) noexcept nogil:
        cdef int64_t last_offset = load64(p) + <int32_t>load32(p + 23)
        plan.control = p[22] & CONTROL != 0
        plan.gone = judged & GONE != 0
        plan.has_horizon = p[22] & HAS_DELETE_HORIZON != 0
        plan.horizon = load64(p + 27) if plan.has_horizon else -1
        plan.keep_empty = (
            keep_empty
            or judged & KEEP_EMPTY
            or last_offset + 1 == self.upper_bound
            or (load64(p + 43) >= 0 and self.is_kept_offset(last_offset))
        )
        plan.discard = plan.gone and (not plan.control or (plan.has_horizon and plan.horizon <= self.now_ms))
        plan.tombstones_stay = not plan.has_horizon or self.now_ms < plan.horizon
        plan.count = <int32_t>load32(p + 57)
        plan.kept = 0
        plan.max_timestamp = -1
        plan.base_timestamp = -1
        plan.kept_tombstone = False

    cdef int choose(
        self, const uint8_t* p, const uint8_t* end, const uint8_t* header, Plan* plan, int64_t* index, Fault* fault
    ) noexcept nogil:
        """Which of the records stay: one byte each in `stays`."""
        cdef View view
        cdef int64_t base_offset = load64(header), base_timestamp = load64(header + 27), offset, timestamp
        cdef bint stays
        cdef int64_t latest = self.offsets.latest_offset
        if plan.count < 0:
            failed(fault, COUNT, plan.count, 0)
            index[0] = -1
            return FAULTY
        if plan.count == 0:
            return DONE
        self.stays.size = 0
        # Each record has a byte at least, so no more can be found.
        if not want(&self.stays, min(plan.count, end - p) + 1):
            return NO_MEMORY
        for index[0] in range(plan.count):
            p = parse(p, end, base_timestamp, &view, fault)
            if p == NULL:
                return FAULTY
            offset = base_offset + view.offset_delta
            if plan.control or offset > latest:
                stays = True
            elif view.key_length < 0 or offset < self.offsets.look_up(view.key, view.key_length):
                stays = False
            else:
                stays = view.value_length >= 0 or plan.tombstones_stay
            self.stays.data[index[0]] = stays
            if stays:
                timestamp = load64(header + 35) if header[22] & LOG_APPEND_TIME else view.timestamp
                if plan.kept == 0:
                    plan.base_timestamp = timestamp
                if timestamp > plan.max_timestamp:
                    plan.max_timestamp = timestamp
                if view.value_length < 0:
                    plan.kept_tombstone = True
                plan.kept += 1
        if p != end:
            failed(fault, TRAILING, end - p, plan.count)
            index[0] = -1
            return FAULTY
        return DONE

    cdef inline bint sets_horizon(self, Plan* plan) noexcept nogil:
        return not plan.has_horizon and (plan.kept_tombstone or (plan.control and plan.gone))

    cdef int rewrite(self, const uint8_t* p, const uint8_t* end, const uint8_t* header, Plan* plan, Grown* target, Fault* fault) noexcept nogil:
        """Write the records that stay to `target`, against the new base timestamp (`base_timestamp` of `plan`, set here)."""
        cdef View view
        cdef const uint8_t* begin
        cdef const uint8_t* rest
        cdef int64_t base_timestamp = load64(header + 27), index, delta, previous = -1, length
        cdef int32_t old_length
        cdef bint append_time = header[22] & LOG_APPEND_TIME != 0
        if self.sets_horizon(plan):
            plan.horizon = self.new_horizon
        plan.has_horizon = plan.horizon >= 0
        if plan.has_horizon:
            plan.base_timestamp = plan.horizon
        if append_time:
            plan.max_timestamp = load64(header + 35)
        # Behind the timestamp nothing changes; that and the length take at most 15 bytes more than they did.
        if not want(target, (end - p) + 16 * plan.kept):
            return NO_MEMORY
        for index in range(plan.count):
            begin = p
            p = parse(p, end, base_timestamp, &view, fault)
            if not self.stays.data[index]:
                continue
            if view.offset_delta <= previous:
                failed(fault, OFFSET_DELTA, view.offset_delta, previous + 1)
                return FAULTY
            previous = view.offset_delta
            rest = varint32(begin, end, &old_length, fault) + 1
            while rest[0] >= 0x80:
                rest += 1
            rest += 1
            delta = wrapped_difference(load64(header + 35) if append_time else view.timestamp, plan.base_timestamp)
            length = 1 + varint_size(delta) + (p - rest)
            number(target, length)
            target.data[target.size] = 0
            target.size += 1
            number(target, delta)
            memcpy(target.data + target.size, rest, p - rest)
            target.size += p - rest
        return DONE

    cdef bint header_at(self, Py_ssize_t at, const uint8_t* old, Plan* plan, bint is_empty) noexcept nogil:
        """The header of the batch that begins at `at` of `out` and ends where that ends; False without memory."""
        cdef uint8_t* p = self.out.data + at
        cdef int64_t size = self.out.size - at
        memcpy(p, old, OVERHEAD)
        store32(p + 8, <uint32_t>(size - LOG_OVERHEAD))
        if is_empty:
            p[21] = 0
            p[22] = old[22] & (LOG_APPEND_TIME | TRANSACTIONAL | CONTROL)
            store64(p + 27, <uint64_t>-1)
            store32(p + 57, 0)
        else:
            p[22] = (old[22] & ~HAS_DELETE_HORIZON) | (HAS_DELETE_HORIZON if plan.has_horizon else 0)
            store64(p + 27, plan.base_timestamp)
            store64(p + 35, plan.max_timestamp)
            store32(p + 57, <uint32_t>plan.kept)
        store32(p + 17, crc_of(p + CRC_START, size - CRC_START))
        return self.note(size, load64(p) + <int32_t>load32(p + 23), load64(p + 35))

    cdef int copy(self, const uint8_t* p, int64_t size) noexcept nogil:
        """The batch as it is."""
        if not want(&self.out, size):
            return NO_MEMORY
        memcpy(self.out.data + self.out.size, p, size)
        self.out.size += size
        return DONE if self.note(size, load64(p) + <int32_t>load32(p + 23), load64(p + 35)) else NO_MEMORY

    cdef int write_empty(self, const uint8_t* p, Plan* plan) noexcept nogil:
        cdef Py_ssize_t at = self.out.size
        if not want(&self.out, OVERHEAD):
            return NO_MEMORY
        self.out.size += OVERHEAD
        return DONE if self.header_at(at, p, plan, True) else NO_MEMORY

    cdef int finish(self, const uint8_t* p, int64_t size, Plan* plan, bint packed, int64_t* index, Fault* fault) noexcept nogil:
        """What becomes of a batch whose records are chosen; PACKED where it must be compressed again."""
        cdef Py_ssize_t at = self.out.size
        cdef int state
        if plan.kept == 0:
            return self.write_empty(p, plan) if plan.keep_empty else DONE
        if plan.kept == plan.count and not self.sets_horizon(plan):
            return self.copy(p, size)
        if packed:
            return PACKED
        if not want(&self.out, OVERHEAD):
            return NO_MEMORY
        self.out.size += OVERHEAD
        state = self.rewrite(p + OVERHEAD, p + size, p, plan, &self.out, fault)
        if state:
            index[0] = -1
            return state
        return DONE if self.header_at(at, p, plan, False) else NO_MEMORY

    cdef int run(self, const Py_buffer* view, Py_ssize_t* position, bint last, int64_t* index, Fault* fault) noexcept nogil:
        """Batch by batch while nobody has to be asked."""
        cdef const uint8_t* p
        cdef int64_t size
        cdef int magic = 0, state, judged
        cdef Plan plan
        while True:
            size = whole_entry(view, position[0], &magic)
            if size <= 0:
                return DONE if size == 0 else NO_ENTRY
            p = <const uint8_t*>view.buf + position[0]
            if magic != 2:
                return OLD
            judged = self.judged
            if judged < 0:
                if load32(p + 17) != crc_of(p + CRC_START, size - CRC_START):
                    return BAD_CRC
                if p[22] & (TRANSACTIONAL | CONTROL):
                    return ASK
                judged = 0
            self.decide(p, judged, last and position[0] + size == view.len, &plan)
            if not plan.discard:
                if p[22] & CODEC_MASK and plan.count:
                    return PACKED
                state = self.choose(p + OVERHEAD, p + size, p, &plan, index, fault)
                if state:
                    return state
            state = self.finish(p, size, &plan, False, index, fault)
            if state:
                return state
            self.records_read += max(plan.count, 0)
            self.records_kept += plan.kept
            self.judged = -1
            position[0] += size

    cdef int packed(self, object buffer, Py_ssize_t position, const uint8_t* p, int64_t size, bint keep_empty) except -1:
        """One compressed batch."""
        cdef Py_buffer inner
        cdef Plan plan
        cdef int state
        cdef int64_t index = 0
        cdef Fault fault
        cdef const uint8_t* records
        fault.kind = 0
        fault.a = fault.b = 0
        self.decide(p, max(self.judged, 0), keep_empty, &plan)
        data = decompress(p[22] & CODEC_MASK, memoryview(buffer)[position + OVERHEAD : position + size], self.limit_bytes)
        PyObject_GetBuffer(data, &inner, PyBUF_SIMPLE)
        try:
            records = <const uint8_t*>inner.buf
            with nogil:
                state = self.choose(records, records + inner.len, p, &plan, &index, &fault)
                if state == DONE:
                    state = self.finish(p, size, &plan, True, &index, &fault)
                    if state == PACKED:
                        self.scratch.size = 0
                        state = self.rewrite(records, records + inner.len, p, &plan, &self.scratch, &fault)
                        if state == DONE:
                            state = PACKED
        finally:
            PyBuffer_Release(&inner)
        if state == PACKED:
            built = builder.assemble(
                PyBytes_FromStringAndSize(<const char*>self.scratch.data, self.scratch.size),
                load64(p),
                p[22] & CODEC_MASK,
                None,
                (load16(p + 21) & ~HAS_DELETE_HORIZON) | (HAS_DELETE_HORIZON if plan.has_horizon else 0),
                <int32_t>load32(p + 12),
                <int32_t>load32(p + 23),
                plan.base_timestamp,
                plan.max_timestamp,
                load64(p + 43),
                load16(p + 51),
                <int32_t>load32(p + 53),
                plan.kept,
            )
            self.append(built, load64(p) + <int32_t>load32(p + 23), plan.max_timestamp)
        elif state:
            raise_for(state, buffer, position, index, &fault)
        self.records_read += plan.count
        self.records_kept += plan.kept
        return 0

    cdef int append(self, bytes built, int64_t last_offset, int64_t max_timestamp) except -1:
        cdef const uint8_t* p = built
        cdef Py_ssize_t size = len(built)
        if not want(&self.out, size):
            raise MemoryError
        memcpy(self.out.data + self.out.size, p, size)
        self.out.size += size
        if not self.note(size, last_offset, max_timestamp):
            raise MemoryError
        return 0

    cdef int old(self, object buffer, Py_ssize_t position, int64_t size, int magic, bint keep_tombstones, bint keep_empty) except -1:
        """One entry of magic 0 or 1."""
        cdef int64_t latest = self.offsets.latest_offset
        plain.check_crc(buffer, position)
        message = memoryview(buffer)[position : position + size]
        entry = fast.scan(message, 0, 1)[0]
        records = list(legacy.entry_records(message, 0, size, magic, self.limit_bytes))
        kept = [
            record
            for record in records
            if record.offset > latest
            or (
                record.key is not None
                and record.offset >= self.offsets.get(record.key)
                and (record.value is not None or keep_tombstones)
            )
        ]
        self.records_read += len(records)
        self.records_kept += len(kept)
        converted = convert_old(entry, message, kept, self.new_horizon, keep_empty or entry.last_offset + 1 == self.upper_bound)
        if converted is not None:
            self.append(converted[0], converted[1], converted[2])
        return 0

    def feed(self, buffer, *, bint keep_old_tombstones, bint last):
        cdef Py_buffer view
        cdef Py_ssize_t position = 0
        cdef int64_t size, index = 0
        cdef int state, magic = 0
        cdef Fault fault
        cdef const uint8_t* p
        cdef bint at_end
        cdef bytes out
        cdef char* target
        fault.kind = 0
        fault.a = fault.b = 0
        self.out.size = 0
        self.judged = -1
        PyObject_GetBuffer(buffer, &view, PyBUF_SIMPLE)
        try:
            while True:
                with nogil:
                    state = self.run(&view, &position, last, &index, &fault)
                if state == DONE:
                    break
                if state != ASK and state != PACKED and state != OLD:
                    raise_for(state, buffer, position, index, &fault)
                size = whole_entry(&view, position, &magic)
                p = <const uint8_t*>view.buf + position
                if state == ASK:
                    entry = fast.scan(buffer, position, 1)[0]
                    self.judged = self.judge(entry, memoryview(buffer)[position : position + size])
                    continue
                at_end = last and position + size == view.len
                if state == PACKED:
                    self.packed(buffer, position, p, size, at_end)
                else:
                    self.old(buffer, position, size, magic, keep_old_tombstones, at_end)
                self.judged = -1
                position += size
        finally:
            PyBuffer_Release(&view)
        out = PyBytes_FromStringAndSize(NULL, self.out.size)
        target = PyBytes_AS_STRING(out)
        # Nobody else knows the object yet. Fresh memory is slow to write to the first time.
        with nogil:
            memcpy(target, self.out.data, self.out.size)
        return position, out
