"""Groups that share their partitions out themselves: JoinGroup and SyncGroup."""
