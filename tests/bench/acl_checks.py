"""What a check of rights costs with many rules: ``python -m tests.bench.acl_checks [RULES]`` (10,000 by default).

No broker and no sockets: the authorizer as a broker has it, asked through one principal's rights, as handlers do. Half of the rules are
about names, a quarter about prefixes of ten lengths, a quarter about ``*``; they are of a hundred users. Processor time of one check, the
least of some rounds, in microseconds:

=============  ===================================================================================================
again          what was decided before, as for each request of a client that goes on
first          decided anew, by the rules: the first request about a topic, and each first one after a rule changed
denied         denied again, and counted for the audit log
=============  ===================================================================================================
"""

from __future__ import annotations

import sys
import time

from klog.acls import Acl, AclOperation, AclPattern, AclResourceType, ResourcePattern
from klog.broker.authorization.audit_log import AuditLog
from klog.broker.authorization.authorizer import Authorizer, PrincipalRights
from klog.net.principal import Principal
from tests.bench.measure import least_us

USERS = 100
#: Names that are asked about in one round.
NAMES = 1_000
_FETCH = 1
_TOPIC, _READ = AclResourceType.TOPIC, AclOperation.READ


def rules(count: int) -> dict[ResourcePattern, set[Acl]]:
    """So many, by what they are about."""
    found: dict[ResourcePattern, set[Acl]] = {}
    for number in range(count):
        who = f"User:user-{number % USERS}"
        kind = number % 4
        if kind == 2:
            acl = Acl(_TOPIC, f"prefix-{number}-".ljust(15 + number % 10, "x"), who, _READ, pattern=AclPattern.PREFIXED)
        elif kind == 3:
            acl = Acl(_TOPIC, "*", who, AclOperation.ALTER, host=f"10.0.{number // 256 % 256}.{number % 256}")
        else:
            acl = Acl(_TOPIC, f"topic-{number}", who, _READ)
        found.setdefault(acl.resource, set()).add(acl)
    return found


def measure(count: int) -> dict[str, float]:
    """The table of the module."""
    authorizer = Authorizer([], AuditLog(time.monotonic, tells_allowed=False))
    table = rules(count)
    authorizer.acls_changed(table)
    acls = [acl for of_resource in table.values() for acl in of_resource if acl.operation is _READ]
    # Of one user, about names and prefixes.
    mine = [acl for acl in acls if acl.principal == "User:user-0"] + [acl for acl in acls if acl.principal == "User:user-2"]
    names = [acl.name for acl in mine][:NAMES]
    rights = {who: authorizer.rights_of(Principal("User", who), "10.1.2.3") for who in ("user-0", "user-2", "stranger")}
    asked = [(rights[acl.principal.removeprefix("User:")], acl.name) for acl in mine][:NAMES]

    def ask(each: list[tuple[PrincipalRights, str]], expected: bool) -> int:
        for who, name in each:
            assert who.may(_FETCH, _READ, _TOPIC, name) is expected
        return len(each)

    def first() -> int:
        authorizer.generation += 1
        return ask(asked, True)

    stranger = [(rights["stranger"], name) for name in names]
    return {
        "again": least_us(lambda: ask(asked, True)),
        "first": least_us(first),
        "denied": least_us(lambda: ask(stranger, False)),
    }


def main() -> None:
    """Command line."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    print(f"{count} rules; microseconds of processor time for one check")
    for name, figure in measure(count).items():
        print(f"{name:8} {figure:.2f}")


if __name__ == "__main__":
    main()
