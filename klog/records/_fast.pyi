from klog.records.contract import RecordsCodec

codec: RecordsCodec
