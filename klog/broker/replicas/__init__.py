"""Partitions as the broker serves them: which there are, in which log, and how they come and go.

Three carry the rest: a `partition` is one replica over its log, whatever its role; `partitions` are all of them, as `partition_table` finds
them; `replica_control` gives them their roles, as the controller's requests say. Of a partition that we lead with others `leadership` knows
how far they are, and `in_sync_changes` asks the controller for who is in sync. `acknowledgement` waits until something of the broker's own
is committed. Logs are made ahead by `prepared_logs`, renamed by `deletions`, and taken to other data directories by `moves`.
"""
