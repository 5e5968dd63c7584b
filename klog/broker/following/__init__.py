"""The follower's side of replication: copies leaders' batches into our own logs (``server/AbstractFetcherThread.scala``)."""
