"""``python -m tests.integration.rights [API …]``: ask klog and both judges, print what differs and is not listed.

``--write``: write what the judges answered into the record; of these APIs alone, where some are named.
"""

from __future__ import annotations

import sys
from collections import defaultdict

from tests.integration.rights.brokers import run_three
from tests.integration.rights.cells import users
from tests.integration.rights.record import FILE, JUDGES, differences, order, unused, write

if __name__ == "__main__":
    wanted = {int(word) for word in sys.argv[1:] if word.isdigit()}
    found = run_three([user for user in users() if not wanted or user.api_key in wanted])
    klog = found["klog"].outcomes
    judges = {judge: found[judge].outcomes for judge in JUDGES}
    together = defaultdict(list)
    for cell, judge, ours, theirs in differences(klog, judges):
        together[cell.api_key, judge, cell.authentication, ours, theirs].append(cell)
    for key, cells in sorted(together.items()):
        print(*key, f"{len(cells)} cells, as", cells[0])
    for findings in found.values():
        print(*findings.leaks[:40], sep="\n")
    print({name: len(findings.outcomes) for name, findings in found.items()}, "unused:", unused(klog, judges))
    if "--write" in sys.argv:
        kept = [line for line in FILE.read_text(encoding="utf-8").splitlines() if wanted and int(line.split("\t")[0]) not in wanted]
        lines = sorted([*kept, *write(judges).splitlines()], key=order)
        FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")
