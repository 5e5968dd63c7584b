"""Produce requests, beside their handler (`klog.broker.handlers.produce`), which deals with those that are decoded.

Of those that are like earlier ones `plan` is what was found out about them, and `repeats` appends and answers them. An answer that waits
until what was appended may be acknowledged is a `delayed_produce`, for decoded ones, too; one that is encoded already a `delayed_repeat`.
"""
