"""Small files of text that a user names: configurations, schemas."""

from __future__ import annotations

from klog.cli.exit_codes import CommandFailed, Exit

#: None of them is larger.
MAX_BYTES = 1 << 20


def read_text_file(path: str, what: str) -> str:
    """The text of the file at `path`.

    :param what: what it should be, for sentences: "schema file".
    :raises CommandFailed: it cannot be read.
    """
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise CommandFailed(f"there is no {what} {path}", Exit.NOT_FOUND) from None
    except OSError as error:
        raise CommandFailed(f"cannot read the {what} {path}: {error.strerror}") from None
    if len(data) > MAX_BYTES:
        raise CommandFailed(f"{path} is larger than {MAX_BYTES} bytes; it cannot be a {what}")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise CommandFailed(f"{path} is no {what}: it is not UTF-8 text") from None
