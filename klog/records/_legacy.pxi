# Message sets of magic 0 and 1 in C: into a batch, and batches into them; included in ``_fast`` behind its `Bytes`. ``legacy`` says what they are, and
# does the same in Python. Whatever is not ordinary in a set that comes in is left to it: it finds it again, and says what is wrong.
# Their checksum is zlib's. Calling that for each message of a hundred bytes takes longer than all the rest.

cdef extern from *:
    """
    static uint32_t klog_zlib_table[8][256];

    static void klog_zlib_prepare(void) {
        klog_crc_tables(klog_zlib_table, 0xedb88320u);
    }

    static uint32_t klog_zlib_crc(const uint8_t *p, size_t length) {
        return ~klog_crc_by(klog_zlib_table, p, length, 0xffffffffu);
    }
    """
    void klog_zlib_prepare() noexcept nogil
    uint32_t klog_zlib_crc(const uint8_t* p, size_t length) noexcept nogil

# In front of a message's CRC, in front of what that is of, and in front of the timestamp or the key.
DEF MESSAGE_CRC = 12
DEF MESSAGE_START = 16
DEF MESSAGE_HEAD = 18

klog_zlib_prepare()
cdef Py_ssize_t step_records = legacy.STEP_RECORDS
cdef Py_ssize_t step_bytes = legacy.STEP_BYTES


cdef struct Message:
    int64_t timestamp
    int32_t key_length
    const uint8_t* key
    int32_t value_length
    const uint8_t* value


cdef struct SetFacts:
    int64_t count
    int64_t base_timestamp
    int64_t max_timestamp


# Into a batch ----------------------------------------------------------------------------------------------------------------------

cdef bint read_message(const uint8_t* p, int64_t size, Message* message) noexcept nogil:
    """Look at the entry of `size` bytes at `p`; whether it is as it should be."""
    cdef const uint8_t* end = p + size
    if load32(p + MESSAGE_CRC) != klog_zlib_crc(p + MESSAGE_START, size - MESSAGE_START):
        return False
    message.timestamp = -1
    if p[16]:
        message.timestamp = load64(p + MESSAGE_HEAD)
        p += 8
    p += MESSAGE_HEAD
    message.key_length = <int32_t>load32(p)
    p += 4
    if message.key_length < -1 or message.key_length > end - p - 4:
        return False
    message.key = p
    if message.key_length > 0:
        p += message.key_length
    message.value_length = <int32_t>load32(p)
    p += 4
    message.value = p
    return message.value_length >= -1 and end - p == max(message.value_length, 0)


cdef inline void put_part(Bytes body, const uint8_t* part, int32_t length) noexcept:
    """A key or a value, for which there is room."""
    body.number(length)
    if length > 0:
        memcpy(body.data + body.size, part, length)
        body.size += length


cdef int put_set(Bytes body, const Py_buffer* view, int magic, bint is_appended, int64_t append_time, SetFacts* facts) except -1:
    """Add a set's messages to the records of a batch; whether all of them are ordinary, and none of them compressed.

    :param is_appended: whether `append_time` counts instead of their own.
    """
    cdef Py_ssize_t position = 0
    cdef int64_t size, delta, length
    cdef int own_magic = 0
    cdef const uint8_t* p
    cdef Message message
    facts.count = facts.base_timestamp = 0
    facts.max_timestamp = -1
    body.want(view.len)
    while position < view.len:
        size = whole_entry(view, position, &own_magic)
        p = <const uint8_t*>view.buf + position
        if size <= 0 or own_magic != magic or p[17] & CODEC_MASK or not read_message(p, size, &message):
            return 0
        if is_appended and magic:
            message.timestamp = append_time
        if message.timestamp < -1:
            return 0
        if facts.count == 0:
            facts.base_timestamp = message.timestamp
        if message.timestamp > facts.max_timestamp:
            facts.max_timestamp = message.timestamp
        delta = wrapped_difference(message.timestamp, facts.base_timestamp)
        # Attributes, and that there are no headers, have a byte each.
        length = 2 + varint_size(delta) + varint_size(facts.count)
        length += varint_size(message.key_length) + max(message.key_length, 0)
        length += varint_size(message.value_length) + max(message.value_length, 0)
        body.want(length + 10)
        body.number(length)
        body.data[body.size] = 0
        body.size += 1
        body.number(delta)
        body.number(facts.count)
        put_part(body, message.key, message.key_length)
        put_part(body, message.value, message.value_length)
        body.number(0)
        facts.count += 1
        position += size
    return facts.count > 0


cdef int put_wrapped(Bytes body, const Py_buffer* view, int64_t size, int magic, limit, SetFacts* facts) except -1:
    """`put_set` of what a compressed message holds, which must be the only one."""
    cdef const uint8_t* p = <const uint8_t*>view.buf
    cdef Message wrapper
    cdef Py_buffer inside
    cdef object data
    if size != view.len or not read_message(p, size, &wrapper) or wrapper.value_length < 0:
        return 0
    try:
        data = decompress(
            p[17] & CODEC_MASK, PyBytes_FromStringAndSize(<const char*>wrapper.value, wrapper.value_length), limit, magic=magic
        )
    except RecordsError:
        return 0
    PyObject_GetBuffer(data, &inside, PyBUF_SIMPLE)
    try:
        return put_set(body, &inside, magic, p[17] & LOG_APPEND_TIME, wrapper.timestamp, facts)
    finally:
        PyBuffer_Release(&inside)


cdef object magic2_of(buffer, codec, limit):
    """An ordinary set as a batch, as `legacy.to_magic2` makes it; None for any other."""
    cdef Py_buffer view
    cdef Bytes body = Bytes.__new__(Bytes)
    cdef SetFacts facts
    cdef int64_t size
    cdef int magic = 0, own
    cdef bint is_ordinary
    PyObject_GetBuffer(buffer, &view, PyBUF_SIMPLE)
    try:
        size = whole_entry(&view, 0, &magic)
        if size <= 0 or magic > 1:
            return None
        own = (<const uint8_t*>view.buf)[17] & CODEC_MASK
        if own:
            is_ordinary = put_wrapped(body, &view, size, magic, limit, &facts)
        else:
            is_ordinary = put_set(body, &view, magic, False, 0, &facts)
    finally:
        PyBuffer_Release(&view)
    if not is_ordinary:
        return None
    return builder.assemble(
        PyBytes_FromStringAndSize(<const char*>body.data, body.size),
        0,
        own if codec is None else codec,
        None,
        0,
        -1,
        facts.count - 1,
        facts.base_timestamp,
        facts.max_timestamp,
        -1,
        -1,
        -1,
        facts.count,
    )


# Out of a batch --------------------------------------------------------------------------------------------------------------------

cdef int put_message(Bytes out, int magic, int attributes, int64_t offset, int64_t timestamp, View* record) except -1:
    """Add one entry."""
    cdef int64_t key_size = max(record.key_length, 0), value_size = max(record.value_length, 0)
    # From the magic on.
    cdef int64_t size = (18 if magic else 10) + key_size + value_size
    cdef uint8_t* start
    cdef uint8_t* p
    out.want(MESSAGE_START + size)
    start = out.data + out.size
    store64(start, <uint64_t>offset)
    store32(start + 8, <uint32_t>(size + 4))
    start[16] = magic
    start[17] = attributes
    p = start + MESSAGE_HEAD
    if magic:
        store64(p, <uint64_t>timestamp)
        p += 8
    store32(p, <uint32_t>record.key_length)
    memcpy(p + 4, record.key, key_size)
    p += 4 + key_size
    store32(p, <uint32_t>record.value_length)
    memcpy(p + 4, record.value, value_size)
    store32(start + MESSAGE_CRC, klog_zlib_crc(start + MESSAGE_START, size))
    out.size += MESSAGE_START + size
    return 0


@cython.no_gc_clear
cdef class FastOldEntries:
    """`legacy.PlainOldEntries` of a batch."""

    cdef object batch
    cdef Py_buffer outer
    cdef bint has_outer
    # The records, decompressed.
    cdef object data
    cdef Py_buffer inner
    cdef bint has_inner
    cdef bint is_open
    cdef const uint8_t* p
    cdef const uint8_t* end
    cdef int64_t count
    cdef int64_t index
    cdef int magic
    cdef int attributes
    cdef int64_t minimum_offset
    cdef int64_t first_offset
    cdef bint is_inside
    cdef Bytes out
    cdef readonly int64_t last_offset
    cdef readonly int64_t newest_ms

    def __cinit__(self, batch, int magic, int attributes, int64_t minimum_offset, bint is_inside):
        self.has_outer = self.has_inner = self.is_open = False
        hold(batch, &self.outer)
        self.has_outer = True
        if whole_batch(&self.outer, 0) < 0:
            plain.read_header(batch)
            raise AssertionError("both codecs must find the same batches")
        self.batch = batch
        self.magic = magic
        self.attributes = attributes
        self.minimum_offset = minimum_offset
        self.is_inside = is_inside
        self.out = Bytes.__new__(Bytes)
        self.count = self.index = 0
        self.last_offset = self.newest_ms = -1

    def __dealloc__(self):
        if self.has_inner:
            PyBuffer_Release(&self.inner)
        if self.has_outer:
            PyBuffer_Release(&self.outer)

    cdef int open(self) except -1:
        cdef const uint8_t* p = <const uint8_t*>self.outer.buf
        cdef int64_t size = whole_batch(&self.outer, 0)
        cdef int codec = p[22] & CODEC_MASK
        self.is_open = True
        if <int32_t>load32(p + 57) < 0:
            raise invalid(COUNT, -1, <int32_t>load32(p + 57), 0)
        self.p = p + OVERHEAD
        self.end = p + size
        if codec:
            self.data = decompress(codec, memoryview(self.batch)[OVERHEAD:size], TRUSTED_LIMIT_BYTES)
            hold(self.data, &self.inner)
            self.has_inner = True
            self.p = <const uint8_t*>self.inner.buf
            self.end = self.p + self.inner.len
        self.count = <int32_t>load32(p + 57)
        return 0

    def __iter__(self):
        return self

    def __next__(self):
        cdef const uint8_t* head
        cdef const uint8_t* after
        cdef View record
        cdef Fault fault
        cdef int64_t offset, timestamp, base_offset, base_timestamp, index
        cdef Py_ssize_t steps = 0
        cdef bint is_appended
        if not self.is_open:
            self.open()
        if self.index >= self.count:
            raise StopIteration
        head = <const uint8_t*>self.outer.buf
        base_offset = load64(head)
        base_timestamp = load64(head + 27)
        is_appended = head[22] & LOG_APPEND_TIME
        self.out.size = 0
        fault.kind = 0
        fault.a = fault.b = 0
        while self.index < self.count and steps < step_records and self.out.size < step_bytes:
            after = parse(self.p, self.end, base_timestamp, &record, &fault)
            if after == NULL:
                index, self.index = self.index, self.count
                raise invalid(fault.kind, index, fault.a, fault.b)
            offset = wrapped_sum(base_offset, record.offset_delta)
            if (offset < base_offset) != (record.offset_delta < 0):
                self.index = self.count
                raise legacy.offset_beyond(base_offset, record.offset_delta)
            timestamp = load64(head + 35) if is_appended else record.timestamp
            if self.index == 0:
                self.first_offset = offset
            self.last_offset = offset
            if timestamp > self.newest_ms:
                self.newest_ms = timestamp
            if self.is_inside:
                put_message(self.out, self.magic, self.attributes, offset - self.first_offset if self.magic else offset, timestamp, &record)
            elif offset >= self.minimum_offset:
                put_message(self.out, self.magic, self.attributes, offset, timestamp, &record)
            self.p = after
            self.index += 1
            steps += 1
        if self.index == self.count and self.p != self.end:
            raise invalid(TRAILING, -1, self.end - self.p, self.count)
        return PyBytes_FromStringAndSize(<const char*>self.out.data, self.out.size)
