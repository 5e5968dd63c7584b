"""``klog log``: the files of a data directory, read without a broker."""
