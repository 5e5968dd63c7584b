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


cdef object other_bytes(object data):
    if isinstance(data, (bytes, bytearray, memoryview)):
        return bytes(data)
    raise TypeError(f"keys, values and headers' values are bytes, not {type(data).__name__}")


cdef inline object as_bytes(object data):
    return data if data is None or type(data) is bytes else other_bytes(data)


cdef class FastAppender(GrowingBody):
    """`PlainAppender` in C."""

    cdef inline void taken(self, int64_t timestamp) noexcept:
        if timestamp > self.max_timestamp:
            self.max_timestamp = timestamp
        if self.count == 0:
            self.base_timestamp = timestamp
        self.count += 1

    def append(self, int64_t timestamp_ms, key, value, headers, Py_ssize_t limit_bytes=largest_body):
        cdef int64_t delta = 0 if self.count == 0 else timestamp_ms - self.base_timestamp
        cdef Py_ssize_t length
        cdef uint8_t* p
        cdef list ready = None
        key = as_bytes(key)
        value = as_bytes(value)
        length = 1 + number_size(delta) + number_size(self.count) + field_size(key) + field_size(value)
        if headers:
            ready = []
            for name, content in headers:
                if not isinstance(name, str):
                    raise TypeError(f"names of headers are str, not {type(name).__name__}")
                name = (<str>name).encode("utf-8", "surrogateescape")
                content = as_bytes(content)
                ready.append((name, content))
                length += field_size(name) + field_size(content)
            length += number_size(len(ready))
        else:
            length += 1
        if self.count and self.size + length + number_size(length) > limit_bytes:
            return -1
        self.want(length + LONGEST_NUMBER)
        p = put_number(self.data + self.size, length)
        p[0] = 0
        p = put_number(p + 1, delta)
        p = put_number(p, self.count)
        p = put_field(p, key)
        p = put_field(p, value)
        if ready is None:
            p[0] = 0
            p += 1
        else:
            p = put_number(p, len(ready))
            for name, content in ready:
                p = put_field(p, name)
                p = put_field(p, content)
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
            length = 3 + number_size(delta) + number_size(self.count) + field_size(value)
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
            p[0] = 0
            self.size = p + 1 - self.data
            self.taken(timestamp_ms)
            index += 1
        return index

    def extend_numbered(self, int64_t timestamp_ms, values, Py_ssize_t start, Py_ssize_t limit_bytes, header, int64_t number):
        cdef list items = values if type(values) is list else list(values)
        cdef Py_ssize_t end = PyList_GET_SIZE(items), index = start, length, whole, likely, shift
        cdef bytes name = (<str>header[0]).encode("utf-8", "surrogateescape")
        cdef bytes content = header[1]
        cdef Py_ssize_t number_at = header[2], content_size = PyBytes_GET_SIZE(content)
        cdef Py_ssize_t ending = number_size(1) + field_size(name) + field_size(content)
        cdef int64_t delta
        cdef uint8_t* p
        cdef uint8_t* place
        cdef object value
        if number_at < 0 or number_at > content_size - 8:
            raise ValueError("the number lies outside of the header")
        while index < end:
            value = <object>PyList_GET_ITEM(items, index)
            if type(value) is not bytes and value is not None:
                value = other_bytes(value)
            delta = 0 if self.count == 0 else timestamp_ms - self.base_timestamp
            length = 2 + number_size(delta) + number_size(self.count) + field_size(value) + ending
            whole = length + number_size(length)
            if self.count and self.size + whole > limit_bytes:
                return index
            if self.size + whole > self.room:
                likely = max(16384, whole * (end - index))
                self.want(max(whole, min(min(limit_bytes, largest_body) - self.size, likely)))
            p = put_number(self.data + self.size, length)
            p[0] = 0
            p = put_number(p + 1, delta)
            p = put_number(p, self.count)
            p[0] = 1
            p = put_field(p + 1, value)
            p = put_number(p, 1)
            p = put_field(p, name)
            p = put_field(p, content)
            place = p - content_size + number_at
            for shift in range(8):
                place[shift] = <uint8_t>((number >> (56 - 8 * shift)) & 0xFF)
            self.size = p - self.data
            self.taken(timestamp_ms)
            number += 1
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
