"""What the Python interpreter is told once a broker has started, so that it holds the reactor up for less.

The collector of cyclic garbage looks at every object there is before it is done, while nobody is served: 60 ms with some thousand
partitions and groups. What is alive when a broker has started stays, and need not be looked at again. How often it looks is left as Python
has it. What waits for it is small and holds nothing open: the objects of a lost connection, and nothing of requests
(``tests/broker/test_interpreter.py``) or of what is read in threads (``tests/broker/test_cold_reads.py``).

This is of the process, so that it is done by those who run a broker as a process or as one of its services
(`klog.broker.service.BrokerService.real`), never by the brokers of tests.
"""

from __future__ import annotations

import gc


def settle_interpreter() -> None:
    """What is alive now stays. May be called again, by the next broker of a process."""
    gc.collect()
    gc.freeze()
