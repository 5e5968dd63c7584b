"""The controller of a cluster on ZooKeeper: who it is, what it decides, and what it sends to the brokers.

======================== ==============================================================================================================
its life                 `controller` (rounds, begin there), `candidacy`, `term`, `change_slices`, `settings`
what should be otherwise `decisions`, `leader_election`, `live_brokers`, `reassignment`, `deletion`
what is asked of it      `pending_requests`, `request_handling`: `alter_partition`, `requested_elections`, `reassignment_requests`
what is written          `acts`, `writer`
what brokers are told    `propagation`, `last_sent`, `pending_updates`, `broker_requests`, `broker_queue`, `channels`
what they answer         `answers`, `replica_removals`
======================== ==============================================================================================================
"""
