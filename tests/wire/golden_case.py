"""A test case for bytes that are written out: one field per line, its name behind "#"."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.span import join_parts
from klog.wire import compiled_codec as compiled
from klog.wire import reference_codec
from klog.wire.schema import Message


class GoldenCase(SynchronousTestCase):
    """Both implementations write and read such bytes."""

    def golden(self, message: Message, version: int, text: str) -> None:
        """`message` and the hexadecimal `text` stand for each other."""
        data = bytes.fromhex("".join(line.partition("#")[0] for line in text.splitlines()))
        for module in (compiled, reference_codec):
            self.assertEqual(join_parts(module.encode(message, version)).hex(" "), data.hex(" "))
            self.assertEqual(module.decode(type(message), version, memoryview(data)), (message, len(data)))
