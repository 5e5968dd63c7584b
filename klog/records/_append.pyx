# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Filling a batch record by record, and Java's hash of keys, in C; ``appending`` and ``murmur`` say what they do and must stay the same."""

from cpython.bytes cimport PyBytes_GET_SIZE
from cpython.list cimport PyList_GET_ITEM, PyList_GET_SIZE

from klog.records import compression
from klog.records.appending import Body

include "_put.pxi"

DEF LONGEST_NUMBER = 10


cdef inline uint8_t* put_field(uint8_t* p, object data):
    """A length and that many bytes; -1 for None."""
    cdef Py_ssize_t length
    if data is None:
        p[0] = 1
        return p + 1
    length = PyBytes_GET_SIZE(data)
    p = put_number(p, length)
    memcpy(p, PyBytes_AS_STRING(data), length)
    return p + length


cdef inline Py_ssize_t field_size(object data):
    cdef Py_ssize_t length
    if data is None:
        return 1
    length = PyBytes_GET_SIZE(data)
    return number_size(length) + length


cdef inline void put_int64(uint8_t* p, int64_t value) noexcept:
    """Big-endian; compilers make one instruction of it."""
    cdef uint64_t bits = <uint64_t>value
    p[0] = <uint8_t>(bits >> 56)
    p[1] = <uint8_t>(bits >> 48)
    p[2] = <uint8_t>(bits >> 40)
    p[3] = <uint8_t>(bits >> 32)
    p[4] = <uint8_t>(bits >> 24)
    p[5] = <uint8_t>(bits >> 16)
    p[6] = <uint8_t>(bits >> 8)
    p[7] = <uint8_t>bits


cdef object other_bytes(object data):
    if isinstance(data, (bytes, bytearray, memoryview)):
        return bytes(data)
    raise TypeError(f"keys, values and headers' values are bytes, not {type(data).__name__}")


cdef inline object as_bytes(object data):
    return data if data is None or type(data) is bytes else other_bytes(data)


cdef class FastAppender(GrowingBody):
    """`PlainAppender` in C."""

    # The header that each record has behind its own, as it stands in the batch; where in it the number is; and that of the next record.
    cdef bytes numbered
    cdef uint8_t* numbered_at
    cdef Py_ssize_t numbered_size
    cdef uint8_t* number_at
    cdef int64_t next_number

    def number(self, header, int64_t first):
        cdef str text
        cdef bytes name, content
        cdef Py_ssize_t place, content_size
        # Unpacked, not asked for by index: without bounds that would read behind a shorter one.
        text, content, place = header
        if text is None or content is None:
            raise TypeError("a header with numbers has a name and a value")
        name = text.encode("utf-8", "surrogateescape")
        content_size = PyBytes_GET_SIZE(content)
        if place < 0 or place > content_size - 8:
            raise ValueError("the number lies outside of the header")
        self.numbered_size = field_size(name) + field_size(content)
        self.numbered = PyBytes_FromStringAndSize(NULL, self.numbered_size)
        self.numbered_at = <uint8_t*>PyBytes_AS_STRING(self.numbered)
        put_field(put_field(self.numbered_at, name), content)
        self.number_at = self.numbered_at + self.numbered_size - content_size + place
        self.next_number = first

    cdef inline uint8_t* put_numbered(self, uint8_t* p) noexcept:
        """The next number's header; where it ends."""
        put_int64(self.number_at, self.next_number)
        self.next_number += 1
        memcpy(p, self.numbered_at, self.numbered_size)
        return p + self.numbered_size

    cdef inline void taken(self, int64_t timestamp) noexcept:
        if timestamp > self.max_timestamp:
            self.max_timestamp = timestamp
        if self.count == 0:
            self.base_timestamp = timestamp
        self.count += 1

    def append(self, int64_t timestamp_ms, key, value, headers, Py_ssize_t limit_bytes=largest_body):
        cdef int64_t delta = 0 if self.count == 0 else timestamp_ms - self.base_timestamp
        cdef Py_ssize_t length, header_count = 1 if self.numbered_size else 0
        cdef uint8_t* p
        cdef list ready = None
        key = as_bytes(key)
        value = as_bytes(value)
        length = 1 + number_size(delta) + number_size(self.count) + field_size(key) + field_size(value) + self.numbered_size
        if headers:
            ready = []
            for name, content in headers:
                if not isinstance(name, str):
                    raise TypeError(f"names of headers are str, not {type(name).__name__}")
                name = (<str>name).encode("utf-8", "surrogateescape")
                content = as_bytes(content)
                ready.append((name, content))
                length += field_size(name) + field_size(content)
            header_count += PyList_GET_SIZE(ready)
        length += number_size(header_count)
        if self.count and self.size + length + number_size(length) > limit_bytes:
            return -1
        self.want(length + LONGEST_NUMBER)
        p = put_number(self.data + self.size, length)
        p[0] = 0
        p = put_number(p + 1, delta)
        p = put_number(p, self.count)
        p = put_field(p, key)
        p = put_field(p, value)
        p = put_number(p, header_count)
        if ready is not None:
            for name, content in ready:
                p = put_field(p, name)
                p = put_field(p, content)
        if self.numbered_size:
            p = self.put_numbered(p)
        self.size = p - self.data
        self.taken(timestamp_ms)
        return self.size

    def extend(self, int64_t timestamp_ms, values, Py_ssize_t start, Py_ssize_t limit_bytes):
        cdef list items = values if type(values) is list else list(values)
        cdef Py_ssize_t end = PyList_GET_SIZE(items), index = start, length, whole, likely
        cdef int64_t delta
        cdef uint8_t* p
        cdef object value
        while index < end:
            value = <object>PyList_GET_ITEM(items, index)
            if type(value) is not bytes and value is not None:
                value = other_bytes(value)
            delta = 0 if self.count == 0 else timestamp_ms - self.base_timestamp
            length = 3 + number_size(delta) + number_size(self.count) + field_size(value) + self.numbered_size
            whole = length + number_size(length)
            if self.count and self.size + whole > limit_bytes:
                return index
            if self.size + whole > self.room:
                # At once for all that are still to come, were they as large as this one: growing means copying.
                likely = max(16384, whole * (end - index))
                self.want(max(whole, min(min(limit_bytes, largest_body) - self.size, likely)))
            p = put_number(self.data + self.size, length)
            p[0] = 0
            p = put_number(p + 1, delta)
            p = put_number(p, self.count)
            p[0] = 1
            p = put_field(p + 1, value)
            if self.numbered_size:
                p = self.put_numbered(put_number(p, 1))
            else:
                p[0] = 0
                p += 1
            self.size = p - self.data
            self.taken(timestamp_ms)
            index += 1
        return index

    def close(self, codec=0, level=None):
        cdef bytes data
        if self.count == 0:
            raise ValueError("a batch has at least one record")
        data = self.take()
        body = Body(
            compression.compress(codec, data, level) if codec else data, self.count, self.base_timestamp, self.max_timestamp, codec
        )
        self.let_go()
        return body


def murmur2(bytes data not None):
    return murmur2_of(<const uint8_t*>PyBytes_AS_STRING(data), <uint32_t>PyBytes_GET_SIZE(data))
