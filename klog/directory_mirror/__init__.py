"""A mirror into a data directory that no broker serves: topics of another cluster, copied batch by batch into files as Kafka has them.

What copies is what a link's brokers run (`klog.mirror.link`); what is written is what a follower of klog writes (`klog.storage`). Between
the two stands one class, a log that is a copy (`directory_copy`). There is no second writer, and no second reader of a source::

    source: leader of web.clicks-3 ──Fetch──> DIR/web.clicks-3/00000000000000000000.log, .index, .timeindex, .txnindex, .snapshot
                                              DIR/klog.mirror        what was lost or cut, of which topic, whose
                                              DIR/meta.properties    of the cluster and the broker that will serve it
                                              DIR/klog.state         topics and configurations; only while nobody copies

**Where a copy stands is where its log ends**, as in every mirror of klog, so that a kill tears nothing apart. What cannot be equal is told
by the same accounts and the same tables (`klog.mirror.decisions.answers`).

**Who has the directory.** While it is copied into it is locked as a broker locks it. Once a broker has served it, it is that broker's: its
clients have written there, and nothing is copied into it any more (`data_directory` tells by the files that brokers write). What a broker
needs to find elsewhere, under ZooKeeper, is made by `registration`.

`job` is the whole of it, `data_directory` what is done with the directory beside copying.
"""
