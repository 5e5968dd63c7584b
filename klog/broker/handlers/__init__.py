"""One file per API, named as in ``klog.wire.messages``."""
