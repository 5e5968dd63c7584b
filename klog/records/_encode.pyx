# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Columns into batches, in C; ``encode`` says what it does and must stay the same."""

from cpython.buffer cimport PyBUF_SIMPLE, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.list cimport PyList_GET_ITEM, PyList_GET_SIZE
from libc.stdint cimport int32_t

from klog.records import compression
from klog.records.appending import Body

include "_put.pxi"

# Of ``encode``.
DEF SKIP = -2147483648
DEF DONE = -1
DEF TOO_LARGE = -2
DEF NAMELESS_HEADER = -3
# BATCH_OVERHEAD + MAX_RECORD_OVERHEAD
DEF JAVA_OVERHEAD = 82
DEF LONGEST_NUMBER = 10


cdef class View:
    """A buffer that is held."""

    cdef Py_buffer buffer
    cdef bint held

    def __cinit__(self, data, bint writable=False):
        PyObject_GetBuffer(data, &self.buffer, PyBUF_WRITABLE if writable else PyBUF_SIMPLE)
        self.held = True

    def __dealloc__(self):
        if self.held:
            PyBuffer_Release(&self.buffer)


cdef class Bits:
    """Which rows are not null."""

    cdef View view
    cdef const uint8_t* bits
    cdef int64_t first

    def __cinit__(self, validity, int64_t first, int64_t rows):
        self.bits = NULL
        self.first = first
        if first < 0:
            raise ValueError("a column begins before its buffers")
        if validity is not None:
            self.view = View(validity)
            if self.view.buffer.len * 8 < first + rows:
                raise ValueError("a bitmap is too short for its column")
            self.bits = <const uint8_t*>self.view.buffer.buf

    cdef inline bint is_null(self, int64_t row) noexcept:
        cdef int64_t place = self.first + row
        return self.bits != NULL and not (self.bits[place >> 3] >> (place & 7)) & 1


cdef class FastCells:
    """`Cells`."""

    cdef View offsets_view, data_view
    cdef Bits nulls
    cdef const int32_t* narrow
    cdef const int64_t* wide
    cdef const uint8_t* data
    cdef int64_t data_bytes

    def __cinit__(self, cells, int64_t rows):
        cdef int64_t first = cells.first
        cdef bint is_wide = cells.is_wide
        self.nulls = Bits(cells.validity, first, rows)
        self.offsets_view = View(cells.offsets)
        self.data_view = View(cells.data)
        self.narrow = NULL
        self.wide = NULL
        if rows and self.offsets_view.buffer.len // (8 if is_wide else 4) < first + rows + 1:
            raise ValueError("there are fewer offsets than rows")
        if is_wide:
            self.wide = <const int64_t*>self.offsets_view.buffer.buf + first
        else:
            self.narrow = <const int32_t*>self.offsets_view.buffer.buf + first
        self.data = <const uint8_t*>self.data_view.buffer.buf
        self.data_bytes = self.data_view.buffer.len

    cdef inline int64_t get(self, int64_t row, const uint8_t** at) except -2:
        """The length of a cell, -1 where it is null; where it stands."""
        cdef int64_t start, end
        if self.nulls.is_null(row):
            return -1
        if self.narrow != NULL:
            start = self.narrow[row]
            end = self.narrow[row + 1]
        else:
            start = self.wide[row]
            end = self.wide[row + 1]
        if start < 0 or end < start or end > self.data_bytes:
            raise ValueError(f"row {row} ends outside its column's data")
        at[0] = self.data + start
        return end - start


cdef class FastNumbers:
    """`Numbers`."""

    cdef View view
    cdef Bits nulls
    cdef const int32_t* narrow
    cdef const int64_t* wide

    def __cinit__(self, numbers, int64_t rows, bint is_wide):
        self.nulls = Bits(numbers.validity, numbers.first, rows)
        self.view = View(numbers.data)
        if self.view.buffer.len // (8 if is_wide else 4) < <int64_t>numbers.first + rows:
            raise ValueError("there are fewer numbers than rows")
        self.narrow = <const int32_t*>self.view.buffer.buf + <int64_t>numbers.first
        self.wide = <const int64_t*>self.view.buffer.buf + <int64_t>numbers.first


cdef class FastFiller(GrowingBody):
    """`PlainFiller` in C."""

    def close(self, codec=0, level=None):
        cdef bytes data
        if self.count == 0:
            raise ValueError("a batch has at least one record")
        # The memory stays: the next batch is about as large.
        data = PyBytes_FromStringAndSize(<const char*>self.data, self.size)
        body = Body(
            compression.compress(codec, data, level) if codec else data, self.count, self.base_timestamp, self.max_timestamp, codec
        )
        self.size = self.count = 0
        self.max_timestamp = -1
        return body


def route(rows, routes, firsts, counts, *, codes=None, partitions=None, bint by_value=False):
    cdef int64_t row, count = rows.length, length
    cdef View out_view = View(routes, True)
    cdef int32_t* out = <int32_t*>out_view.buffer.buf
    cdef FastCells keys = None, values = None
    cdef FastNumbers code_column = None, partition_column = None
    cdef const uint8_t* at = NULL
    cdef int32_t code = 0, partition, topics = len(firsts), first, of_topic
    cdef list first_list = list(firsts), count_list = list(counts)
    if out_view.buffer.len // 4 < count or topics != len(counts):
        raise ValueError("there is no room for all routes")
    if count == 0:
        return -1
    if rows.key is not None:
        keys = FastCells(rows.key, count)
    if by_value:
        values = FastCells(rows.value, count)
    if codes is not None:
        code_column = FastNumbers(codes, count, False)
    if partitions is not None:
        partition_column = FastNumbers(partitions, count, False)
    if topics == 0:
        raise ValueError("row 0 has topic code 0, there are 0")
    first = first_list[0]
    of_topic = count_list[0]
    for row in range(count):
        if code_column is not None:
            if code_column.nulls.is_null(row):
                raise ValueError(f"row {row} has topic code None, there are {topics}")
            if code_column.narrow[row] != code or row == 0:
                code = code_column.narrow[row]
                if not 0 <= code < topics:
                    raise ValueError(f"row {row} has topic code {code}, there are {topics}")
                first = first_list[code]
                of_topic = count_list[code]
        if partition_column is not None and not partition_column.nulls.is_null(row):
            partition = partition_column.narrow[row]
            if not 0 <= partition < of_topic:
                return row
        else:
            length = -1
            if keys is not None:
                length = keys.get(row, &at)
            if length < 0 and by_value:
                length = max(values.get(row, &at), 0)
            if length < 0:
                out[row] = -1 - code
                continue
            partition = <int32_t>(murmur2_of(at, <uint32_t>length) % <uint32_t>of_topic)
        out[row] = first + partition
    return -1


cdef inline int64_t field_size(int64_t length) noexcept nogil:
    return 1 if length < 0 else number_size(length) + length


cdef inline uint8_t* put_field(uint8_t* p, const uint8_t* data, int64_t length) noexcept nogil:
    p = put_number(p, length)
    if length > 0:
        memcpy(p, data, length)
        p += length
    return p


def fill(rows, int64_t start, routes, list fillers, list sticky, *, int64_t limit_bytes, int64_t largest_bytes, int64_t now_ms):
    cdef int64_t row, count = rows.length, key_length, value_length, timestamp, delta, length, whole, fields, place, list_start, list_end
    cdef int64_t name_length, content_length, header_rows = 0
    cdef View route_view = View(routes)
    cdef const int32_t* where = <const int32_t*>route_view.buffer.buf
    cdef FastCells values, keys = None, names = None, contents = None
    cdef FastNumbers timestamps = None
    cdef Bits list_nulls = None
    cdef View list_view = None
    cdef const int32_t* lists = NULL
    cdef const uint8_t* key_at = NULL
    cdef const uint8_t* value_at = NULL
    cdef const uint8_t* at = NULL
    cdef int32_t target
    cdef FastFiller filler
    cdef uint8_t* p
    if start >= count:
        return count, DONE
    if route_view.buffer.len // 4 < count:
        raise ValueError("there are fewer routes than rows")
    values = FastCells(rows.value, count)
    if rows.key is not None:
        keys = FastCells(rows.key, count)
    if rows.timestamps_us is not None:
        timestamps = FastNumbers(rows.timestamps_us, count, True)
    if rows.headers is not None:
        list_nulls = Bits(rows.headers.validity, rows.headers.first, count)
        list_view = View(rows.headers.offsets)
        if list_view.buffer.len // 4 < <int64_t>rows.headers.first + count + 1:
            raise ValueError("there are fewer offsets than rows")
        lists = <const int32_t*>list_view.buffer.buf + <int64_t>rows.headers.first
        header_rows = lists[count]
        names = FastCells(rows.headers.keys, header_rows)
        contents = FastCells(rows.headers.values, header_rows)
    for row in range(start, count):
        target = where[row]
        if target == SKIP:
            continue
        if target < 0:
            target = -1 - target
            if target >= PyList_GET_SIZE(sticky):
                raise IndexError(f"there is no topic {target}")
            target = sticky[target]
        if target < 0 or target >= PyList_GET_SIZE(fillers):
            raise IndexError(f"there is no filler {target}")
        filler = <FastFiller?><object>PyList_GET_ITEM(fillers, target)
        key_length = -1 if keys is None else keys.get(row, &key_at)
        value_length = values.get(row, &value_at)
        list_start = list_end = 0
        if lists != NULL and not list_nulls.is_null(row):
            list_start, list_end = lists[row], lists[row + 1]
            if list_start < 0 or list_end < list_start or list_end > header_rows:
                raise ValueError(f"row {row} ends outside its column's data")
        fields = field_size(key_length) + field_size(value_length) + number_size(list_end - list_start)
        for place in range(list_start, list_end):
            name_length = names.get(place, &at)
            if name_length < 0:
                return row, NAMELESS_HEADER
            content_length = contents.get(place, &at)
            fields += field_size(name_length) + field_size(content_length)
        if fields + JAVA_OVERHEAD > largest_bytes:
            return row, TOO_LARGE
        timestamp = now_ms
        if timestamps is not None and not timestamps.nulls.is_null(row):
            timestamp = timestamps.wide[row]
            # Towards the past, as Python does.
            timestamp = timestamp // 1000 if timestamp >= 0 else -((999 - timestamp) // 1000)
        delta = 0 if filler.count == 0 else timestamp - filler.base_timestamp
        length = 1 + number_size(delta) + number_size(filler.count) + fields
        whole = length + number_size(length)
        if filler.count and filler.size + whole > limit_bytes:
            return row, target
        if filler.size + whole > filler.room:
            filler.want(max(whole, min(limit_bytes - filler.size, 65536)))
        p = put_number(filler.data + filler.size, length)
        p[0] = 0
        p = put_number(p + 1, delta)
        p = put_number(p, filler.count)
        p = put_field(p, key_at, key_length)
        p = put_field(p, value_at, value_length)
        p = put_number(p, list_end - list_start)
        for place in range(list_start, list_end):
            name_length = names.get(place, &at)
            p = put_field(p, at, name_length)
            content_length = contents.get(place, &at)
            p = put_field(p, at, content_length)
        filler.size = p - filler.data
        if filler.count == 0:
            filler.base_timestamp = timestamp
        if timestamp > filler.max_timestamp:
            filler.max_timestamp = timestamp
        filler.count += 1
    return count, DONE
