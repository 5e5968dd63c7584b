# Message sets of magic 0 and 1 in C, into batches and out of them; ``legacy`` says what they are, and does the same in Python. Included in ``_fast`` behind
# `Bytes`. A set that is not ordinary goes to ``legacy``, which says what is wrong with it.
# The CRC-32 is our own: for messages of a hundred bytes, calling zlib's takes longer than all the rest.

cdef extern from *:
    """
    static uint32_t klog_crc32_tables[8][256];

    static void klog_crc32_prepare(void) {
        klog_crc_fill_tables(klog_crc32_tables, 0xedb88320u);
    }

    static uint32_t klog_crc32(const uint8_t *p, size_t length) {
        return ~klog_crc_with_tables(klog_crc32_tables, p, length, 0xffffffffu);
    }
    """
    void klog_crc32_prepare() noexcept nogil
    uint32_t klog_crc32(const uint8_t* p, size_t length) noexcept nogil

# Where in an entry the CRC stands, where the bytes begin that it covers, and where the timestamp does, or the key in magic 0.
DEF MESSAGE_CRC = 12
DEF MESSAGE_CRC_START = 16
DEF MESSAGE_OVERHEAD = 18

klog_crc32_prepare()
cdef Py_ssize_t step_records = legacy.STEP_RECORDS
cdef Py_ssize_t step_bytes = legacy.STEP_BYTES


cdef struct SetFacts:
    int64_t count
    int64_t base_timestamp
    int64_t max_timestamp


# Into a batch ----------------------------------------------------------------------------------------------------------------------

cdef bint read_checked(const uint8_t* p, int64_t size, View* message) noexcept nogil:
    """Read the entry of `size` bytes at `p`; whether its CRC fits, and its key and value end where it ends."""
    cdef const uint8_t* end = p + size
    if load32(p + MESSAGE_CRC) != klog_crc32(p + MESSAGE_CRC_START, size - MESSAGE_CRC_START):
        return False
    message.timestamp = -1
    if p[16]:
        message.timestamp = load64(p + MESSAGE_OVERHEAD)
        p += 8
    p += MESSAGE_OVERHEAD
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


cdef int put_set(Bytes body, const Py_buffer* view, int magic, bint has_append_time, int64_t append_time, SetFacts* facts) except -1:
    """Add a set's messages to the records of a batch; whether all of them are ordinary, and none of them compressed.

    :param has_append_time: whether `append_time` counts instead of their own, which magic 0 has none of.
    """
    cdef Py_ssize_t position = 0
    cdef int64_t size, delta, length
    cdef int own_magic = 0
    cdef const uint8_t* p
    cdef View message
    facts.count = facts.base_timestamp = 0
    facts.max_timestamp = -1
    body.want(view.len)
    while position < view.len:
        size = whole_entry(view, position, &own_magic)
        p = <const uint8_t*>view.buf + position
        if size <= 0 or own_magic != magic or p[17] & CODEC_MASK or not read_checked(p, size, &message):
            return 0
        if has_append_time and magic:
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
        body.part(message.key, message.key_length)
        body.part(message.value, message.value_length)
        body.number(0)
        facts.count += 1
        position += size
    return facts.count > 0


cdef object unwrapped(const uint8_t* p, View* wrapper, int magic, limit):
    """The set in the wrapper at `p`, decompressed. Raises what `legacy` does."""
    data = PyBytes_FromStringAndSize(<const char*>wrapper.value, wrapper.value_length)
    try:
        return decompress(p[17] & CODEC_MASK, data, limit, magic=magic)
    except UnsupportedCodec as error:
        raise InvalidRecords(str(error)) from None


cdef object magic2_of(object room, buffer, codec, limit):
    """A set as a batch, as `legacy.to_magic2` makes it; None where `legacy` has to say what is wrong with it."""
    cdef Py_buffer view, inside
    cdef Bytes body = Bytes.__new__(Bytes)
    cdef View wrapper
    cdef SetFacts facts
    cdef const uint8_t* p
    cdef int64_t size
    cdef int magic = 0, own
    cdef bint is_ordinary
    PyObject_GetBuffer(buffer, &view, PyBUF_SIMPLE)
    try:
        size = whole_entry(&view, 0, &magic)
        if size <= 0 or magic > 1:
            return None
        p = <const uint8_t*>view.buf
        own = p[17] & CODEC_MASK
        if not own:
            is_ordinary = put_set(body, &view, magic, False, 0, &facts)
        elif size != view.len or not read_checked(p, size, &wrapper) or wrapper.value_length < 0:
            return None
        else:
            data = unwrapped(p, &wrapper, magic, limit)
            PyObject_GetBuffer(data, &inside, PyBUF_SIMPLE)
            try:
                is_ordinary = put_set(body, &inside, magic, p[17] & LOG_APPEND_TIME, wrapper.timestamp, &facts)
            finally:
                PyBuffer_Release(&inside)
            if not is_ordinary:
                # It is not decompressed once more to be refused.
                return legacy.wrapped_to_magic2(room, legacy.read_message(buffer, 0, size, magic), data, codec=codec)
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
    out.want(MESSAGE_CRC_START + size)
    start = out.data + out.size
    store64(start, <uint64_t>offset)
    store32(start + 8, <uint32_t>(size + 4))
    start[16] = magic
    start[17] = attributes
    p = start + MESSAGE_OVERHEAD
    if magic:
        store64(p, <uint64_t>timestamp)
        p += 8
    store32(p, <uint32_t>record.key_length)
    memcpy(p + 4, record.key, key_size)
    p += 4 + key_size
    store32(p, <uint32_t>record.value_length)
    memcpy(p + 4, record.value, value_size)
    store32(start + MESSAGE_CRC, klog_crc32(start + MESSAGE_CRC_START, size))
    out.size += MESSAGE_CRC_START + size
    return 0


# As `Records`.
@cython.no_gc_clear
cdef class FastOldEntries:
    """`legacy.PlainOldEntries` of a batch."""

    cdef object batch
    cdef Py_buffer outer
    cdef bint has_outer
    cdef int64_t size
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
    cdef bint in_wrapper
    cdef Bytes out
    cdef readonly int64_t last_offset
    cdef readonly int64_t newest_ms

    def __cinit__(self, batch, int magic, int attributes, int64_t minimum_offset, bint in_wrapper):
        self.has_outer = self.has_inner = self.is_open = False
        hold(batch, &self.outer)
        self.has_outer = True
        self.size = whole_batch(&self.outer, 0)
        if self.size < 0:
            raise AssertionError("both codecs must find the same batches")
        self.batch = batch
        self.magic = magic
        self.attributes = attributes
        self.minimum_offset = minimum_offset
        self.in_wrapper = in_wrapper
        self.out = Bytes.__new__(Bytes)
        self.count = self.index = 0
        self.last_offset = self.newest_ms = -1

    def __dealloc__(self):
        self.let_go()
        if self.has_outer:
            PyBuffer_Release(&self.outer)

    cdef void let_go(self) noexcept:
        if self.has_inner:
            self.has_inner = False
            PyBuffer_Release(&self.inner)
        self.data = None
        self.out = None

    cdef int open(self) except -1:
        cdef const uint8_t* p = <const uint8_t*>self.outer.buf
        cdef int32_t count = <int32_t>load32(p + 57)
        self.is_open = True
        if count < 0:
            raise invalid(COUNT, -1, count, 0)
        if count == 0:
            # Whatever its records are, nobody looks at them.
            return 0
        self.data = open_records(self.batch, 0, p, self.size, TRUSTED_LIMIT_BYTES, &self.inner, &self.p, &self.end)
        self.has_inner = self.data is not None
        self.count = count
        return 0

    def __iter__(self):
        return self

    def __next__(self):
        cdef const uint8_t* head
        cdef const uint8_t* after
        cdef View record
        cdef Fault fault
        cdef int64_t offset, shown, timestamp, base_offset, base_timestamp, index
        cdef Py_ssize_t steps = 0, left
        cdef bint has_append_time
        if not self.is_open:
            self.open()
        if self.index >= self.count:
            raise StopIteration
        head = <const uint8_t*>self.outer.buf
        base_offset = load64(head)
        base_timestamp = load64(head + 27)
        has_append_time = head[22] & LOG_APPEND_TIME
        self.out.size = 0
        fault.kind = 0
        fault.a = fault.b = 0
        while self.index < self.count and steps < step_records and self.out.size < step_bytes:
            after = parse(self.p, self.end, base_timestamp, &record, &fault)
            if after == NULL:
                # Behind an error there is nothing more, as with a generator.
                index, self.index = self.index, self.count
                self.let_go()
                raise invalid(fault.kind, index, fault.a, fault.b)
            offset = wrapped_sum(base_offset, record.offset_delta)
            if (offset < base_offset) != (record.offset_delta < 0):
                self.index = self.count
                raise offset_too_large(base_offset, record.offset_delta)
            timestamp = load64(head + 35) if has_append_time else record.timestamp
            if self.index == 0:
                self.first_offset = offset
            self.last_offset = offset
            if timestamp > self.newest_ms:
                self.newest_ms = timestamp
            if self.in_wrapper or offset >= self.minimum_offset:
                shown = offset - self.first_offset if self.in_wrapper and self.magic else offset
                put_message(self.out, self.magic, self.attributes, shown, timestamp, &record)
            self.p = after
            self.index += 1
            steps += 1
        made = PyBytes_FromStringAndSize(<const char*>self.out.data, self.out.size)
        if self.index == self.count:
            left = self.end - self.p
            # What they were made of would be held as long as they are compressed.
            self.let_go()
            if left:
                raise invalid(TRAILING, -1, left, self.count)
        return made
