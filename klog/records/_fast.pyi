"""Types of the record codec in Cython."""

from klog.records.contract import RecordsCodec

codec: RecordsCodec
