"""Which record codec this process uses: Cython where it was built, plain Python otherwise or with ``KLOG_NO_EXTENSIONS=1``."""

from __future__ import annotations

import os

from klog.records.contract import RecordsCodec


def choose(environment: dict[str, str] | os._Environ[str]) -> RecordsCodec:
    """The codec for this `environment`."""
    if environment.get("KLOG_NO_EXTENSIONS", "") not in ("", "0"):
        from klog.records.python import codec as python

        return python
    try:
        from klog.records._fast import codec as fast

        return fast
    except ImportError:
        from klog.records.python import codec as python

        return python


#: The record codec of this process.
codec: RecordsCodec = choose(os.environ)
