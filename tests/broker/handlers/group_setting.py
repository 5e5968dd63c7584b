"""A classic group for the tests of its handlers."""

from __future__ import annotations

from typing import Any

from twisted.internet.defer import Deferred

from klog.errors import KlogError
from klog.span import join_parts
from klog.wire.compiled_codec import decode, encode
from klog.wire.schema import Message
from tests.broker.groups.classic.rig import ClassicRig


class GroupHandlerTestCase(ClassicRig):
    """Asks a handler as the dispatcher does."""

    def through(self, handler: Any, version: int, request: Message) -> Any:
        """The handler's answer, coded in `version` and read again; a Deferred of it where it comes later."""
        try:
            result = handler.handle(self.context(version), request)
        except KlogError as error:
            make = getattr(handler, "error_answer", None)
            result = type(request).response_type(error_code=error.code) if make is None else make(version, request, error.code, None)
        if isinstance(result, Deferred):
            return result.addCallback(self._coded, version)
        return self._coded(result, version)

    @staticmethod
    def _coded(response: Message, version: int) -> Message:
        return decode(type(response), version, memoryview(join_parts(encode(response, version))))[0]
