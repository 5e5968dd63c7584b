"""Writes the table of rights into security.md from `klog.broker.authorization.api_rights`; ``tests/test_docs.py`` fails where the page is
another.

Run ``python docs/generate_rights.py`` after changing a row. The table stands between ``<!-- rights -->`` and ``<!-- end of rights -->``.
"""

from __future__ import annotations

import pathlib

from klog.acls import AclOperation, AclResourceType
from klog.broker.authorization.api_rights import API_RIGHTS, ApiRights
from klog.wire.apis import APIS

PAGE = pathlib.Path(__file__).with_name("security.md")
BEGINNING, END = "<!-- rights -->\n", "<!-- end of rights -->\n"
_KINDS = {
    AclResourceType.TOPIC: "topic",
    AclResourceType.GROUP: "group",
    AclResourceType.TRANSACTIONAL_ID: "transactional id",
    AclResourceType.CLUSTER: "cluster",
}


def _together(kind: AclResourceType, operations: list[AclOperation], between: str) -> str:
    return f"{_KINDS[kind]}: {between.join(operation.name for operation in sorted(operations))}"


def _of_named(row: ApiRights) -> str:
    by_kind = {kind: [operation for operation, of in row.of_named if of is kind] for kind in _KINDS}
    return "; ".join(_together(kind, operations, ", ") for kind, operations in by_kind.items() if operations)


def rows() -> list[str]:
    """The lines of the table."""
    lines = ["| | request | the whole request | what it names, or lists |", "|---|---|---|---|"]
    for api_key, row in sorted(API_RIGHTS.items()):
        of_request = _together(AclResourceType.CLUSTER, list(row.of_request), " or ") if row.of_request else ""
        lines.append(f"| {api_key} | {APIS[api_key].name} | {of_request or '–'} | {_of_named(row) or '–'} |")
    return lines


def text() -> str:
    """The page with its table."""
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGINNING)
    _, _, after = rest.partition(END)
    return before + BEGINNING + "\n".join(rows()) + "\n" + END + after


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
