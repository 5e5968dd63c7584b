"""What replication decides, without doing any of it: pure functions and small values, no Twisted, no IO (level 2).

One partition, several copies. One of them leads, the others fetch from it::

    leader      log start ............ high watermark ........... log end          appended here first
    follower A  log start ............ high watermark ...... log end               in sync
    follower B  log start ..... high watermark .. log end                          catching up
                                                            time goes right

Four rules carry everything, and each has a module:

1. **Who leads is told, never found out.** The controller sends LeaderAndIsr; what carries an older epoch than what is known is refused:
   `control`. Three epochs order three kinds of events: the controller's (who decides), the broker's (which life of a broker is meant),
   and for each partition the leader epoch (who leads) with the partition epoch (any change of its state).
2. **A follower's log is a prefix of its leader's.** It appends what it fetches, byte for byte, behind its end. Where its end is not in the
   leader's log it cuts first, at an offset that both derive from leader epochs, never from a high watermark: `truncation`. What follows
   each answer to a fetch is a table: `follower`.
3. **A record is committed when every replica in sync has it**, and stays so, since only a replica in sync may be elected. How far each
   follower is its fetches say: `progress`; who is in sync, and how that changes with the controller's consent: `in_sync`.
4. **The high watermark is where committed ends.** Consumers read up to it, and acks=all waits for it: `high_watermark`.

Beside them: `fetch_session` (what a follower need not say again), `throttle` (how fast copies are made), and `nearest_replica` (from which
copy a consumer reads). `inter_broker_versions` is the table of versions that brokers speak among themselves, by
``inter.broker.protocol.version``.

Sources: ``core: cluster/Partition.scala, cluster/Replica.scala, server/ReplicaManager.scala, server/AbstractFetcherThread.scala`` of
Apache Kafka 3.9.2; KIP-101, KIP-279, KIP-320, KIP-380, KIP-497, KIP-570, KIP-595, KIP-841, KIP-966. The invariants that
tests/replication/test_model.py holds after every step are those of the TLA+ specifications kafka-specification and kafka-tlaplus.
"""
