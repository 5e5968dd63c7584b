# Layouts and the walk over records that the Cython modules of this room share; included, not imported, so that calls stay inline.
# The layouts stand in ``batch``, faults in ``faults``; the walk here and the one there must change together.

from libc.stdint cimport INT64_MAX, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

DEF OVERHEAD = 61
DEF LOG_OVERHEAD = 12
DEF CRC_START = 21
DEF LOG_APPEND_TIME = 0x08
DEF CODEC_MASK = 0x07

cdef enum:
    # faults.Fault
    TRUNCATED = 1
    OVERLONG = 2
    LENGTH = 3
    OFFSET_DELTA = 4
    KEY_LENGTH = 5
    VALUE_LENGTH = 6
    HEADER_COUNT = 7
    HEADER_KEY_LENGTH = 8
    HEADER_VALUE_LENGTH = 9
    LEFT_OVER = 10
    TRAILING = 11
    COUNT = 12
    OFFSET_RANGE = 13


# Numbers ---------------------------------------------------------------------------------------------------------------------------

cdef inline uint32_t load32(const uint8_t* p) noexcept nogil:
    return (<uint32_t>p[0] << 24) | (<uint32_t>p[1] << 16) | (<uint32_t>p[2] << 8) | p[3]


cdef inline int64_t load64(const uint8_t* p) noexcept nogil:
    return <int64_t>((<uint64_t>load32(p) << 32) | load32(p + 4))


cdef inline int16_t load16(const uint8_t* p) noexcept nogil:
    return <int16_t>((<uint16_t>p[0] << 8) | p[1])


cdef inline void store32(uint8_t* p, uint32_t value) noexcept nogil:
    p[0] = value >> 24
    p[1] = (value >> 16) & 0xFF
    p[2] = (value >> 8) & 0xFF
    p[3] = value & 0xFF


cdef inline void store64(uint8_t* p, uint64_t value) noexcept nogil:
    store32(p, <uint32_t>(value >> 32))
    store32(p + 4, <uint32_t>value)


# The walk --------------------------------------------------------------------------------------------------------------------------

cdef struct Fault:
    int kind
    int64_t a
    int64_t b


cdef struct View:
    # One record as it stands in the batch.
    int64_t timestamp
    int32_t offset_delta
    int32_t key_length
    const uint8_t* key
    int32_t value_length
    const uint8_t* value
    int32_t header_count
    const uint8_t* headers


cdef const uint8_t* long_varint32(const uint8_t* p, const uint8_t* end, int32_t* out, Fault* fault) noexcept nogil:
    cdef uint64_t result = 0
    cdef int shift = 0
    cdef uint8_t byte
    while True:
        if p >= end:
            fault.kind = TRUNCATED
            return NULL
        byte = p[0]
        p += 1
        result |= <uint64_t>(byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            break
        if shift >= 32:
            fault.kind = OVERLONG
            return NULL
    if result >> 32:
        fault.kind = OVERLONG
        return NULL
    out[0] = <int32_t>(<uint32_t>(result >> 1) ^ <uint32_t>(-<int64_t>(result & 1)))
    return p


cdef inline const uint8_t* varint32(const uint8_t* p, const uint8_t* end, int32_t* out, Fault* fault) noexcept nogil:
    cdef uint32_t byte, second
    if end - p >= 2:
        byte = p[0]
        if byte < 0x80:
            out[0] = <int32_t>((byte >> 1) ^ (0 - (byte & 1)))
            return p + 1
        second = p[1]
        if second < 0x80:
            byte = (byte & 0x7F) | (second << 7)
            out[0] = <int32_t>((byte >> 1) ^ (0 - (byte & 1)))
            return p + 2
    return long_varint32(p, end, out, fault)


cdef const uint8_t* varint64(const uint8_t* p, const uint8_t* end, int64_t* out, Fault* fault) noexcept nogil:
    cdef uint64_t result = 0
    cdef int shift = 0
    cdef uint8_t byte
    while True:
        if p >= end:
            fault.kind = TRUNCATED
            return NULL
        byte = p[0]
        p += 1
        if shift == 63 and byte > 1:
            fault.kind = OVERLONG
            return NULL
        result |= <uint64_t>(byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            break
    out[0] = <int64_t>((result >> 1) ^ (0 - (result & 1)))
    return p


cdef inline const uint8_t* failed(Fault* fault, int kind, int64_t a, int64_t b) noexcept nogil:
    fault.kind = kind
    fault.a = a
    fault.b = b
    return NULL


cdef inline int64_t wrapped_sum(int64_t a, int64_t b) noexcept nogil:
    """As Java adds; unsigned, as signed numbers in C may not overflow. See ``varint.wrapped``."""
    return <int64_t>(<uint64_t>a + <uint64_t>b)


cdef inline int64_t wrapped_difference(int64_t a, int64_t b) noexcept nogil:
    return <int64_t>(<uint64_t>a - <uint64_t>b)


cdef inline const uint8_t* parse(
    const uint8_t* p, const uint8_t* end, int64_t base_timestamp, View* view, Fault* fault
) noexcept nogil:
    """Look at one record; where the next begins, or NULL with the fault set."""
    cdef int32_t length, size, i
    cdef int64_t delta
    p = varint32(p, end, &length, fault)
    if p == NULL:
        return NULL
    if length <= 0 or length > end - p:
        return failed(fault, LENGTH, length, end - p)
    end = p + length
    p += 1
    if p < end and p[0] < 0x80:
        delta = <int64_t>(p[0] >> 1) ^ -<int64_t>(p[0] & 1)
        p += 1
    else:
        p = varint64(p, end, &delta, fault)
        if p == NULL:
            return NULL
    view.timestamp = wrapped_sum(base_timestamp, delta)
    p = varint32(p, end, &view.offset_delta, fault)
    if p == NULL:
        return NULL
    p = varint32(p, end, &view.key_length, fault)
    if p == NULL:
        return NULL
    if view.key_length < -1 or view.key_length > end - p:
        return failed(fault, KEY_LENGTH, view.key_length, end - p)
    view.key = p
    if view.key_length > 0:
        p += view.key_length
    p = varint32(p, end, &view.value_length, fault)
    if p == NULL:
        return NULL
    if view.value_length < -1 or view.value_length > end - p:
        return failed(fault, VALUE_LENGTH, view.value_length, end - p)
    view.value = p
    if view.value_length > 0:
        p += view.value_length
    p = varint32(p, end, &view.header_count, fault)
    if p == NULL:
        return NULL
    if view.header_count < 0 or view.header_count > (end - p) // 2:
        return failed(fault, HEADER_COUNT, view.header_count, end - p)
    view.headers = p
    for i in range(view.header_count):
        p = varint32(p, end, &size, fault)
        if p == NULL:
            return NULL
        if size < 0 or size > end - p:
            return failed(fault, HEADER_KEY_LENGTH, size, end - p)
        p = varint32(p + size, end, &size, fault)
        if p == NULL:
            return NULL
        if size < -1 or size > end - p:
            return failed(fault, HEADER_VALUE_LENGTH, size, end - p)
        if size > 0:
            p += size
    if p != end:
        return failed(fault, LEFT_OVER, end - p, 0)
    # Both are the same; but `end` was known from the length on, so that the processor can go on with the next record before it is through with this.
    return end


# Headers ---------------------------------------------------------------------------------------------------------------------------

cdef inline int64_t size_at(const uint8_t* p) noexcept nogil:
    return <int64_t><int32_t>load32(p + 8) + LOG_OVERHEAD


cdef inline int64_t whole_batch(const Py_buffer* view, Py_ssize_t position) noexcept nogil:
    """Size of the v2 batch at `position`, or -1 where there is none."""
    cdef const uint8_t* p = <const uint8_t*>view.buf + position
    cdef int64_t size
    if position < 0 or view.len - position < OVERHEAD or p[16] != 2:
        return -1
    size = size_at(p)
    return size if OVERHEAD <= size <= view.len - position else -1


cdef inline int64_t whole_entry(const Py_buffer* view, Py_ssize_t position, int* magic) noexcept nogil:
    """Size of the entry at `position`; 0 where it is incomplete, -1 where it is none."""
    cdef const uint8_t* p = <const uint8_t*>view.buf + position
    cdef Py_ssize_t available = view.len - position
    cdef int64_t size
    if position < 0:
        return -1
    if available < LOG_OVERHEAD:
        return 0
    size = size_at(p)
    if size < 26:
        return -1
    if available <= 16:
        return 0
    magic[0] = p[16]
    if magic[0] > 2 or size < (26 if magic[0] == 0 else 34 if magic[0] == 1 else OVERHEAD):
        return -1
    return size if size <= available else 0


cdef inline int varint_size(int64_t value) noexcept nogil:
    cdef uint64_t rest = (<uint64_t>value << 1) ^ <uint64_t>(value >> 63)
    cdef int size = 1
    while rest >= 0x80:
        rest >>= 7
        size += 1
    return size
