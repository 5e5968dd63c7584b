"""The follower's side of replication: copies leaders' batches into our own logs (``server/AbstractFetcherThread.scala``).

`fetchers` is who is told what to follow; it has a `fetcher` for each leader, which keeps its `followed_partitions` by what each
`followed_partition` waits for, and hands each partition's answer to `partition_answers`. Those cut logs by `log_truncator`, and ask for
`leader_offsets`. What is decided there is pure, and in `klog.replication`: `follower` and `truncation` above all.
"""
