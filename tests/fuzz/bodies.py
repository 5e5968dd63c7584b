"""Messages' bodies, read twice: by the compiled code and by the plain walk over the declaration, which must agree."""

from __future__ import annotations

from collections.abc import Callable

from klog.wire import reference_codec
from klog.wire.compiled_codec import decoder
from klog.wire.primitives import WireError
from klog.wire.schema import Message


def body(cls: type[Message], version: int) -> Callable[[bytes], Message]:
    """A function that reads `cls` in `version`; raises WireError."""
    compiled = decoder(cls, version)

    def decode(data: bytes) -> Message:
        view = memoryview(data)
        try:
            message, end = compiled(view, 0)
        except WireError as error:
            # Where the plain walk accepts what the compiled code stumbled over, there is no reason to name.
            assert "cannot be read: " not in str(error), f"only the compiled code refuses this: {error}"
            raise
        plain, plain_end = reference_codec.decode(cls, version, view)
        assert end == plain_end and (message == plain or "nan" in repr(message)), "compiled and plain code read different messages"
        return message  # type: ignore[no-any-return]

    return decode
