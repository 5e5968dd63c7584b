"""What all client loads have in common: the settings that each client gets, and how much it has done before its time begins.

All get the same linger, batch size, acks=all with idempotence, and values of 100 bytes. Before the watch begins, who produces has had
`WARM_UP` records taken (a tenth of them where a client is slow), and who consumes has read one message, whatever else came with it: leaders
are found and connections made by then.
"""

from __future__ import annotations

LINGER_MS = 5
BATCH_BYTES = 64 << 10
PARTITIONS = 4
VALUE_BYTES = 100
WARM_UP = 20_000
#: What a consumer reads before.
READ_BEFORE = 1
#: As a person reads it, beside the figures.
SETTINGS_TOLD = (
    f"acks=all, idempotent, linger {LINGER_MS} ms, batches of {BATCH_BYTES >> 10} KiB, no compression, values of {VALUE_BYTES} bytes, "
    f"{PARTITIONS} partitions; librdkafka's consumer so that it does not "
    f"pause where its queue is full; each client in a process of its own beside klog's broker"
)
