# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Fetched batches as columns, in C: the same as ``klog.records.columns``, which says what is what.

A piece is filled in one stretch without the interpreter, over as many batches as it takes. The interpreter is taken back for compressed batches
(the codecs are Python's), for batches of magic 0 and 1 (which are rare, and left to ``views``), for a header key that is not ASCII, and to tell
a fault. How many rows a piece can have is told by the batch headers and by what it may hold, so that its arrays are made once; the memory of
keys, values and headers grows where the estimate was short.
"""

from cpython.buffer cimport Py_buffer
from cpython.mem cimport PyMem_Free, PyMem_Malloc

from klog.records import batch as plain
from klog.records import columns, views
from klog.records.compression import decompress
from klog.records.contract import RecordsError
from klog.records.faults import invalid

cdef extern from "Python.h":
    Py_buffer* PyMemoryView_GET_BUFFER(object view)

include "_walk.pxi"
include "_crc_native.pxi"
include "_buffers.pxi"

DEF CONTROL = 0x20
DEF ROW_BYTES = 40
DEF HEADER_BYTES = 16
DEF LARGEST_PIECE_BYTES = 512 << 20
DEF SMALLEST_RECORD = 7
DEF MICROSECONDS = 1000
# `Wanted`
DEF KEY = 1
DEF VALUE = 2
DEF OFFSET = 4
DEF TIMESTAMP = 8
DEF TIMESTAMP_TYPE = 16
DEF HEADERS = 32
# What log lines and the like take decompressed, for a first guess.
DEF LIKELY_RATIO = 6

cdef object make = columns.RawColumns
cdef object make_headers = columns.HeaderColumn
cdef object text = columns.text

cdef enum:
    # Why a stretch without the interpreter ended.
    GO_ON = 0
    NO_MORE = 1
    FULL = 2
    PACKED = 3
    OLD = 4
    NO_ENTRY = 5
    BAD_CRC = 6
    FAULTY = 7
    NO_MEMORY = 8
    BAD_OFFSETS = 9
    BAD_DELTA = 10
    OVERFLOW = 11
    LARGE_HEADERS = 12


cdef class Filling:
    """A `RawColumns` in the making."""

    cdef int wanted
    cdef int64_t rows
    cdef int64_t room
    # What is in it, as `max_bytes` counts, and the most.
    cdef int64_t total
    cdef int64_t limit
    # Bytes of values to expect.
    cdef int64_t likely
    cdef int64_t* offsets
    cdef int64_t* timestamps
    cdef int32_t* types
    cdef Bytes key
    cdef Bytes value
    # Only offsets and validity are used.
    cdef Bytes lists
    cdef Bytes header_key
    cdef Bytes header_value

    def __dealloc__(self):
        give_back(self.offsets)
        give_back(self.timestamps)
        give_back(self.types)
        release(&self.key)
        release(&self.value)
        release(&self.lists)
        release(&self.header_key)
        release(&self.header_value)

    cdef int make_room(self, int64_t rows) noexcept nogil:
        if self.wanted & OFFSET and grow(<void**>&self.offsets, rows * sizeof(int64_t)):
            return -1
        if self.wanted & TIMESTAMP and grow(<void**>&self.timestamps, rows * sizeof(int64_t)):
            return -1
        if self.wanted & TIMESTAMP_TYPE and grow(<void**>&self.types, rows * sizeof(int32_t)):
            return -1
        if self.wanted & KEY and more_rows(&self.key, rows):
            return -1
        if self.wanted & VALUE and more_rows(&self.value, rows):
            return -1
        if self.wanted & HEADERS and more_rows(&self.lists, rows):
            return -1
        self.room = rows
        return 0

    cdef int begin(self, int64_t rows) except -1:
        if self.wanted & OFFSET:
            borrow(<void**>&self.offsets, rows * sizeof(int64_t))
        if self.wanted & TIMESTAMP:
            borrow(<void**>&self.timestamps, rows * sizeof(int64_t))
        if self.wanted & TIMESTAMP_TYPE:
            borrow(<void**>&self.types, rows * sizeof(int32_t))
        if self.wanted & KEY:
            borrow(<void**>&self.key.offsets, (rows + 1) * sizeof(int32_t))
            self.key.offsets[0] = 0
        if self.wanted & VALUE:
            borrow(<void**>&self.value.offsets, (rows + 1) * sizeof(int32_t))
            borrow(<void**>&self.value.data, self.likely)
            self.value.room = room_of(self.value.data)
            self.value.offsets[0] = 0
        if self.wanted & HEADERS:
            borrow(<void**>&self.lists.offsets, (rows + 1) * sizeof(int32_t))
            self.lists.offsets[0] = 0
            if more_rows(&self.header_key, 64) or more_rows(&self.header_value, 64):
                raise MemoryError
            self.header_key.offsets[0] = self.header_value.offsets[0] = 0
        if self.make_room(rows):
            raise MemoryError
        return 0

    cdef int add_headers(self, View* record, const uint8_t* end) noexcept nogil:
        """The headers of a record whose walk was good: nothing is read beyond them."""
        cdef const uint8_t* p = record.headers
        cdef const uint8_t* key
        cdef Fault fault
        cdef int32_t size = 0, i, j
        cdef int64_t entry = self.lists.used, entries
        cdef bint is_ascii
        if record.header_count == 0:
            if self.lists.validity == NULL:
                if first_null(&self.lists, self.rows):
                    return -1
            self.lists.validity[self.rows >> 3] &= <uint8_t>~(1 << (self.rows & 7))
            self.lists.nulls += 1
        elif entry + record.header_count > self.header_key.rows:
            entries = max(2 * self.header_key.rows, entry + record.header_count)
            if more_rows(&self.header_key, entries) or more_rows(&self.header_value, entries):
                return -1
        for i in range(record.header_count):
            p = varint32(p, end, &size, &fault)
            is_ascii = True
            for j in range(size):
                if p[j] >= 0x80:
                    is_ascii = False
                    break
            if is_ascii:
                if add(&self.header_key, entry, p, size, end):
                    return -1
            elif add_text(&self.header_key, entry, p, size):
                return -1
            p = varint32(p + size, end, &size, &fault)
            if add(&self.header_value, entry, p, size, end):
                return -1
            p += max(size, 0)
            entry += 1
        self.lists.used = entry
        self.lists.offsets[self.rows + 1] = <int32_t>entry
        return 0

    cdef object done(self, int64_t next_offset):
        cdef object headers = None
        if self.wanted & HEADERS:
            headers = make_headers(
                memory(<void**>&self.lists.offsets, (self.rows + 1) * sizeof(int32_t)),
                bits_of(&self.lists, self.rows),
                self.lists.nulls,
                binary(&self.header_key, self.lists.used),
                binary(&self.header_value, self.lists.used),
            )
        return make(
            self.rows,
            next_offset,
            memory(<void**>&self.offsets, self.rows * sizeof(int64_t)) if self.wanted & OFFSET else None,
            memory(<void**>&self.timestamps, self.rows * sizeof(int64_t)) if self.wanted & TIMESTAMP else None,
            memory(<void**>&self.types, self.rows * sizeof(int32_t)) if self.wanted & TIMESTAMP_TYPE else None,
            binary(&self.key, self.rows) if self.wanted & KEY else None,
            binary(&self.value, self.rows) if self.wanted & VALUE else None,
            headers,
        )


cdef int add_text(Bytes* column, int64_t row, const uint8_t* p, int32_t size) noexcept with gil:
    """A header's key that is not ASCII."""
    cdef bytes key
    cdef const uint8_t* data
    try:
        key = text((<const char*>p)[:size])
    except MemoryError:
        return -1
    data = key
    return add(column, row, data, <int32_t>len(key), data + len(key))


cdef int64_t header_bytes(View* record, const uint8_t* end, int64_t* keys) noexcept nogil:
    """What the headers count, and the bytes of their keys."""
    cdef const uint8_t* p = record.headers
    cdef Fault fault
    cdef int32_t size = 0, i
    cdef int64_t total = <int64_t>record.header_count * HEADER_BYTES
    keys[0] = 0
    for i in range(record.header_count):
        p = varint32(p, end, &size, &fault)
        keys[0] += size
        p = varint32(p + size, end, &size, &fault)
        size = max(size, 0)
        total += size
        p += size
    return total + keys[0]


# The outline -----------------------------------------------------------------------------------------------------------------------

cdef struct Sketch:
    int64_t rows
    int64_t next_offset
    int64_t size
    bint compressed
    # Bytes of records that are not compressed, and of those that are.
    int64_t open_bytes
    int64_t packed_bytes


cdef void sketch(const Py_buffer* outer, int64_t position, int64_t start, int64_t end, int64_t enough, Sketch* out) noexcept nogil:
    """What the headers from `position` tell; until `enough` bytes were seen of the range."""
    cdef const uint8_t* p
    cdef int64_t size, base, delta, count, first, last
    cdef int magic = 0, codec
    out.rows = out.open_bytes = out.packed_bytes = 0
    out.next_offset = -1
    out.compressed = False
    while out.open_bytes + out.packed_bytes < enough:
        size = whole_entry(outer, position, &magic)
        if size <= 0:
            break
        p = <const uint8_t*>outer.buf + position
        base = load64(p)
        codec = p[22 if magic == 2 else 17] & CODEC_MASK
        first = base
        if magic == 2:
            delta = <int32_t>load32(p + 23)
            count = max(0, <int32_t>load32(p + 57))
            if p[22] & CONTROL:
                count = 0
            elif codec == 0:
                count = min(count, (size - OVERHEAD) // SMALLEST_RECORD)
        else:
            delta = 0
            count = 1
            if codec:
                # How many stand in a wrapper is not known; it has the offset of the last.
                first = 0
                count = INT64_MAX
        if base < 0 or delta < 0 or base > INT64_MAX - 1 - delta:
            break
        last = min(base + delta + 1, end)
        first = max(first, start)
        if last > first:
            out.rows += min(count, last - first)
            if codec:
                out.packed_bytes += size
            else:
                out.open_bytes += size
        start = max(start, base + delta + 1)
        out.next_offset = max(out.next_offset, base + delta + 1)
        out.compressed |= codec != 0
        position += size
    out.size = position


def outline(data, int64_t start, int64_t end):
    """See `klog.records.columns.outline`."""
    cdef object view = memoryview(data)
    cdef Sketch found
    sketch(PyMemoryView_GET_BUFFER(view), 0, start, end, INT64_MAX, &found)
    return columns.Outline(found.rows, found.next_offset, found.size, bool(found.compressed))


# The cursor ------------------------------------------------------------------------------------------------------------------------

cdef class ColumnCursor:
    """See `klog.records.columns.PlainColumnCursor`."""

    cdef int64_t next
    cdef int64_t stop
    cdef object data
    cdef object view
    cdef const Py_buffer* outer
    cdef int wanted
    cdef int64_t* skip
    cdef Py_ssize_t skips
    cdef object limit
    cdef bint checks
    cdef object error
    # Where the batch stands that is open or comes next, and the one behind it.
    cdef int64_t position
    cdef int64_t behind
    # The open batch; what its records stand in.
    cdef bint opened
    cdef object inner
    cdef const uint8_t* p
    cdef const uint8_t* end
    cdef int64_t index
    cdef int64_t count
    cdef int64_t base_offset
    cdef int64_t base_timestamp
    cdef int64_t last_delta
    cdef int64_t append_time
    cdef bint has_append_time
    cdef int32_t kind
    cdef int64_t after
    # For the sentence of a fault.
    cdef Fault fault
    cdef int64_t bad_timestamp

    def __cinit__(self, data, *, int64_t start, int64_t end, int wanted, skip=(), max_uncompressed_bytes=100 << 20, bint check_crc=True):
        cdef Py_ssize_t i
        self.next = start
        self.stop = end
        self.data = data
        self.view = memoryview(data)
        self.outer = PyMemoryView_GET_BUFFER(self.view)
        if self.outer.itemsize != 1 or not self.view.c_contiguous:
            raise BufferError("fetched bytes stand in one piece")
        self.wanted = wanted
        self.limit = max_uncompressed_bytes
        self.checks = check_crc
        skipped = sorted(skip)
        self.skips = len(skipped)
        if self.skips:
            self.skip = <int64_t*>PyMem_Malloc(self.skips * sizeof(int64_t))
            if self.skip == NULL:
                raise MemoryError
            for i in range(self.skips):
                self.skip[i] = skipped[i]
        self.after = start
        if start < end:
            try:
                if self.outer.len and plain.step(data, 0) is None:
                    self.error = views.incomplete(self.outer.len)
            except RecordsError as error:
                self.error = error.again()

    def __dealloc__(self):
        PyMem_Free(self.skip)

    @property
    def next_offset(self):
        return self.next

    def take(self, max_bytes):
        cdef Filling filling
        cdef int state
        if self.error is None:
            if self.next >= self.stop:
                return None
            filling = self.begin(max(0, min(max_bytes, LARGEST_PIECE_BYTES)))
            try:
                while True:
                    with nogil:
                        state = self.run(filling)
                    if state == NO_MORE or state == FULL:
                        break
                    self.help(state)
            except RecordsError as error:
                self.opened = False
                self.inner = None
                self.error = error.again()
            if filling.rows:
                return filling.done(self.next)
        if self.error is not None:
            raise self.error.again()
        return None

    def skip_batch(self):
        if self.error is None:
            raise ValueError("there is no bad batch to skip")
        skipped, self.behind = columns.behind(self.data, self.position, self.next)
        skipped = skipped._replace(records=max(skipped.records - self.index, 0))
        self.error = None
        self.position = self.behind
        self.move(skipped.next_offset)
        return skipped

    cdef Filling begin(self, int64_t max_bytes):
        """Memory for the next piece, by the headers that are in sight."""
        cdef Filling filling = Filling.__new__(Filling)
        cdef Sketch found
        cdef int64_t rows, start = self.next, left = 0
        cdef int64_t position = self.behind if self.opened else self.position
        filling.wanted = self.wanted
        filling.limit = max_bytes
        if self.opened:
            left = self.end - self.p
            start = max(start, self.after)
        sketch(self.outer, position, start, self.stop, max(max_bytes - left, 0), &found)
        rows = min(left // SMALLEST_RECORD, self.count - self.index) if self.opened else 0
        # Each row counts so much; and the first is always taken.
        rows = min(rows + found.rows, max_bytes // ROW_BYTES) + 1
        filling.likely = min(max_bytes, left + found.open_bytes + LIKELY_RATIO * found.packed_bytes) + SLACK
        filling.begin(rows)
        return filling

    cdef inline void move(self, int64_t offset) noexcept nogil:
        self.next = max(self.next, min(offset, self.stop))

    cdef inline void close(self) noexcept nogil:
        self.opened = False
        self.position = self.behind
        self.move(self.after)

    cdef int run(self, Filling filling) noexcept nogil:
        """Fill until the piece is full, nothing is left, or the interpreter is needed."""
        cdef int state
        while self.next < self.stop:
            state = self.walk(filling) if self.opened else self.next_batch()
            if state != GO_ON:
                return state
        return NO_MORE

    cdef int walk(self, Filling filling) noexcept nogil:
        """Go on in the open batch."""
        cdef const uint8_t* after
        cdef const uint8_t* end = self.end
        cdef View record
        cdef int64_t offset, timestamp, cost, row, header_keys = 0
        cdef int wanted = filling.wanted
        while self.next < self.stop:
            if self.index >= self.count:
                if self.p != end:
                    self.fault.kind = TRAILING
                    self.fault.a = end - self.p
                    self.fault.b = self.count
                    return FAULTY
                self.close()
                return GO_ON
            self.fault.kind = 0
            self.fault.a = self.fault.b = 0
            after = parse(self.p, end, self.base_timestamp, &record, &self.fault)
            if after == NULL:
                return FAULTY
            if record.offset_delta < 0 or record.offset_delta > self.last_delta:
                self.fault.a = record.offset_delta
                return BAD_DELTA
            offset = self.base_offset + record.offset_delta
            if offset >= self.stop:
                self.close()
                self.move(self.stop)
                return GO_ON
            if offset >= self.next:
                cost = ROW_BYTES
                if wanted & KEY and record.key_length > 0:
                    cost += record.key_length
                if wanted & VALUE and record.value_length > 0:
                    cost += record.value_length
                if wanted & HEADERS and record.header_count:
                    cost += header_bytes(&record, after, &header_keys)
                else:
                    header_keys = 0
                row = filling.rows
                if row and filling.total + cost > filling.limit:
                    return FULL
                timestamp = self.append_time if self.has_append_time else record.timestamp
                if wanted & TIMESTAMP and (timestamp > INT64_MAX // MICROSECONDS or timestamp < -(INT64_MAX // MICROSECONDS)):
                    self.fault.a = offset
                    self.bad_timestamp = timestamp
                    return OVERFLOW
                if header_keys > LARGEST_PIECE_BYTES:
                    return LARGE_HEADERS
                if row >= filling.room and filling.make_room(2 * row + 64):
                    return NO_MEMORY
                if wanted & OFFSET:
                    filling.offsets[row] = offset
                if wanted & TIMESTAMP:
                    filling.timestamps[row] = timestamp * MICROSECONDS
                if wanted & TIMESTAMP_TYPE:
                    filling.types[row] = self.kind
                if wanted & KEY and add(&filling.key, row, record.key, record.key_length, end):
                    return NO_MEMORY
                if wanted & VALUE and add(&filling.value, row, record.value, record.value_length, end):
                    return NO_MEMORY
                if wanted & HEADERS and filling.add_headers(&record, after):
                    return NO_MEMORY
                filling.rows = row + 1
                filling.total += cost
                self.next = offset + 1
            self.p = after
            self.index += 1
        return GO_ON

    cdef bint is_skipped(self) noexcept nogil:
        cdef Py_ssize_t low = 0, high = self.skips, middle
        while low < high:
            middle = (low + high) // 2
            if self.skip[middle] < self.position:
                low = middle + 1
            else:
                high = middle
        return low < self.skips and self.skip[low] == self.position

    cdef int next_batch(self) noexcept nogil:
        """Open or step over one batch."""
        cdef int magic = 0
        cdef int64_t size = whole_entry(self.outer, self.position, &magic)
        cdef const uint8_t* p
        cdef int64_t base, delta
        cdef bint skipped
        self.index = 0
        if size == 0:
            return NO_MORE
        if size < 0:
            return NO_ENTRY
        skipped = self.is_skipped()
        p = <const uint8_t*>self.outer.buf + self.position
        if magic == 2:
            base = load64(p)
            delta = <int32_t>load32(p + 23)
            if base < 0 or delta < 0 or base > INT64_MAX - 1 - delta:
                self.fault.a = base
                self.fault.b = delta
                return BAD_OFFSETS
            if base >= self.stop:
                self.move(self.stop)
                return NO_MORE
            self.after = base + delta + 1
            self.behind = self.position + size
            if base + delta >= self.next and not skipped:
                if self.checks and load32(p + 17) != crc_of(p + CRC_START, size - CRC_START):
                    return BAD_CRC
                if <int32_t>load32(p + 57) < 0:
                    self.fault.kind = COUNT
                    self.fault.a = <int32_t>load32(p + 57)
                    self.fault.b = 0
                    return FAULTY
                if load32(p + 57) and not p[22] & CONTROL:
                    self.open_batch(p, size)
                    return PACKED if p[22] & CODEC_MASK else GO_ON
        else:
            self.after = self.next
            self.behind = self.position + size
            if not skipped:
                return OLD
        self.close()
        return GO_ON

    cdef void open_batch(self, const uint8_t* p, int64_t size) noexcept nogil:
        self.count = <int32_t>load32(p + 57)
        self.base_offset = load64(p)
        self.last_delta = <int32_t>load32(p + 23)
        self.base_timestamp = load64(p + 27)
        self.has_append_time = (p[22] & LOG_APPEND_TIME) != 0
        self.append_time = load64(p + 35)
        self.kind = 1 if self.has_append_time else 0
        self.p = p + OVERHEAD
        self.end = p + size
        self.opened = True

    cdef int help(self, int state) except -1:
        """What a stretch without the interpreter left to it.

        :raises RecordsError: the records are wrong.
        """
        cdef const Py_buffer* records
        cdef const uint8_t* p
        cdef int64_t size
        cdef int magic = 0
        if state == PACKED:
            # Not open before it is whole: a fault leaves nothing to go on with.
            self.opened = False
            p = <const uint8_t*>self.outer.buf + self.position
            self.inner = memoryview(decompress(p[22] & CODEC_MASK, self.view[self.position + OVERHEAD : self.behind], self.limit))
            records = PyMemoryView_GET_BUFFER(self.inner)
            self.p = <const uint8_t*>records.buf
            self.end = self.p + records.len
            self.opened = True
        elif state == OLD:
            size = whole_entry(self.outer, self.position, &magic)
            self.inner = memoryview(views.converted(self.data, self.position, size, magic, self.limit))
            records = PyMemoryView_GET_BUFFER(self.inner)
            self.open_batch(<const uint8_t*>records.buf, records.len)
            p = <const uint8_t*>self.outer.buf + self.position
            self.kind = columns.old_kind(magic, p[17])
            self.after = self.base_offset + self.last_delta + 1
        elif state == NO_ENTRY:
            plain.step(self.data, self.position)
            raise AssertionError("both must find the same entries")
        elif state == BAD_CRC:
            plain.check_crc(self.data, self.position)
            raise AssertionError("both must find the same checksum")
        elif state == FAULTY:
            raise invalid(self.fault.kind, self.index, self.fault.a, self.fault.b)
        elif state == BAD_OFFSETS:
            raise views.bad_offsets(self.fault.a, self.fault.b)
        elif state == BAD_DELTA:
            raise views.bad_delta(self.index, self.fault.a, self.last_delta)
        elif state == OVERFLOW:
            raise columns.TimestampOverflow(self.fault.a, self.bad_timestamp, self.index)
        elif state == LARGE_HEADERS:
            raise columns.headers_too_large(self.index)
        else:
            raise MemoryError
        return 0
