"""The protocol of transactions among parts that are klog's own, over toy logs and a toy network: thousands of lives in a minute.

Klog's are what decides: the coordinator with its shard (``shard``, ``decisions``, ``marker_sender``), its handlers, what partitions know of
producers (`klog.storage.producers.state`, guards included), and the client's conversation (`klog.client.transactions.coordination`). Toys
are the rest: a log is a list, of which some more is replicated after a while; whoever takes it over has what was replicated, and as much
of the rest as chance says (`logs`). Requests and answers take their time, and get lost; what was lost may be done long after everybody has
gone on (`world`). By the second version of the protocol requests are also done twice though the first was answered, which is what that
version is for (KIP-890); the first one cannot bear that (KAFKA-17754), nor that markers come late from a coordinator whose word is the last
there.

Every transactional id has instances, each of which takes the one before for dead; zombies go on (`writers`). Coordinators are taken over in
the midst of everything, and partitions (`cluster`). Producer ids begin with their epochs nearly used up. The judge (`life`) is that of
whole clusters' lives (`tests.broker.cluster_lives.transaction_life.TransactionHistory`): nothing that was committed is lost, nothing
aborted is read, nothing is torn, no log is taken for one that has lost its end, and in the end nothing is open. In the lives of `pipelines`
writers are members of a `group`, too, which commit what they have read.

``python -m tests.broker.transactions.protocol_lives --seeds 0-20000`` lives so many, with ``--pipelines`` those of pipelines; `mutations`
puts known bugs back, and looks for them.
"""
