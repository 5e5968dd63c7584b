"""``klog pull``: topics into Parquet files or a Delta table."""
