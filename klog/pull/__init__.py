"""``klog pull``: the batch load of section 4 of the 2011 paper: topics into Parquet or Delta, each record once, whatever dies meanwhile."""
