"""What a link carries beside the data, one kind after the other (`klog.mirror.sync.kinds`), by ordinary requests of ordinary clients.

Each kind asks the source and our own cluster, has a pure function decide what follows (`klog.mirror.decisions`), and does it: again and
again, for as long as it is wanted. What was carried before stands in the state topic (`klog.mirror.decisions.carried`).
"""
