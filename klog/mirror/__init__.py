"""A second cluster that is equal: topics of another cluster, copied batch by batch, by the brokers that lead the copies.

A *link* names a source cluster and which of its topics are mirrored. What the brokers know of it stands in a compacted topic of the
destination (`klog.mirror.decisions.records`); a mirrored topic carries the link's name as a configuration of its own, ``klog.mirror.link``,
and takes no records from clients while it does. For each partition that a broker leads of such a topic it fetches from the partition's
leader at the source, as a consumer does, and appends the batches as a follower would: bytes, offsets, timestamps, producers, markers::

    source: leader of web.clicks-3 ──Fetch──> destination: leader of web.clicks-3 ──> its log ──> its followers, as always

**Where a copy stands is where its log ends.** Nothing else is kept of it, so that one write holds data and position, and no kill can tear
them apart.

**What cannot be equal is told**, with its range: records that retention took before they were copied, a tail that the source has lost, a
topic that was made again. What follows from each is a table: `klog.mirror.decisions.answers`.

It is an application in the broker's process: an ordinary client of both clusters, and handed the copies that this broker leads
(`klog.mirror.copies`). Whoever leads the state topic's only partition does what one must do for all: making topics, promoting them, copying
what groups have committed.

Whether any two clusters are equal, however one became the other's copy, is found out by `klog.mirror.verify`, outside of any broker.
"""
