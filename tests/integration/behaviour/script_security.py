"""Who comes in, on a listener that asks nobody; users of SCRAM and quotas, as far as nothing is changed."""

from __future__ import annotations

from klog.wire.messages.alter_user_scram_credentials import (
    AlterUserScramCredentialsRequest,
    ScramCredentialDeletion,
    ScramCredentialUpsertion,
)
from klog.wire.messages.create_acls import AclCreation, CreateAclsRequest
from klog.wire.messages.delete_acls import DeleteAclsFilter, DeleteAclsRequest
from klog.wire.messages.describe_acls import DescribeAclsRequest
from klog.wire.messages.describe_client_quotas import ComponentData, DescribeClientQuotasRequest
from klog.wire.messages.describe_user_scram_credentials import DescribeUserScramCredentialsRequest, UserName
from klog.wire.messages.sasl_authenticate import SaslAuthenticateRequest
from klog.wire.messages.sasl_handshake import SaslHandshakeRequest
from tests.integration.behaviour.steps import Script


def build(script: Script) -> None:
    """All steps."""
    _acls(script)
    if not script.is_main:
        return
    for version in script.versions("SaslHandshake"):
        for mechanism in ("PLAIN", "SCRAM-SHA-256", "nonsense", ""):
            script.add(
                "SaslHandshake", version, f"mechanism {mechanism!r} where nobody is asked", SaslHandshakeRequest(mechanism=mechanism)
            )
    for version in script.versions("SaslAuthenticate"):
        for token in (b"", b"\0alice\0secret"):
            script.add("SaslAuthenticate", version, f"{len(token)} bytes where nobody is asked", SaslAuthenticateRequest(auth_bytes=token))
    for version in script.versions("DescribeUserScramCredentials"):
        script.add("DescribeUserScramCredentials", version, "all", DescribeUserScramCredentialsRequest(users=None))
        for names in ([], ["nobody"], [""], ["nobody", "nobody"], ["nobody", "other"]):
            users = [UserName(name=name) for name in names]
            script.add("DescribeUserScramCredentials", version, f"users {names}", DescribeUserScramCredentialsRequest(users=users))
    for version in script.versions("AlterUserScramCredentials"):
        _alter(script, version)
    for version in script.versions("DescribeClientQuotas"):
        _quotas(script, version)


def _acls(script: Script) -> None:
    """Where there is no authorizer; what one does is asked in ``tests/integration/test_authorizer.py``."""
    rule = AclCreation(resource_type=2, resource_name="t", principal="User:a", host="*", operation=3, permission_type=3)
    for version in script.versions("DescribeAcls"):
        of_topics = DescribeAclsRequest(resource_type_filter=2, resource_name_filter=None, operation=1, permission_type=1)
        script.add("DescribeAcls", version, "of topics, without an authorizer", of_topics)
    for version in script.versions("CreateAcls"):
        for rules in ([], [rule], [rule, rule]):
            script.add("CreateAcls", version, f"{len(rules)} rules, without an authorizer", CreateAclsRequest(creations=rules))
    for version in script.versions("DeleteAcls"):
        every = DeleteAclsFilter(resource_type_filter=2, resource_name_filter=None, operation=1, permission_type=1)
        for filters in ([], [every], [every, every]):
            script.add("DeleteAcls", version, f"{len(filters)} filters, without an authorizer", DeleteAclsRequest(filters=filters))


def _alter(script: Script, version: int) -> None:
    def wanted(name: str, mechanism: int, iterations: int) -> ScramCredentialUpsertion:
        return ScramCredentialUpsertion(name=name, mechanism=mechanism, iterations=iterations, salt=b"salt", salted_password=bytes(32))

    for what, request in {
        "nothing": AlterUserScramCredentialsRequest(),
        "no name": AlterUserScramCredentialsRequest(upsertions=[wanted("", 1, 4096)]),
        "no such mechanism": AlterUserScramCredentialsRequest(upsertions=[wanted("u", 7, 4096)]),
        "few iterations": AlterUserScramCredentialsRequest(upsertions=[wanted("u", 1, 4095)]),
        "many iterations": AlterUserScramCredentialsRequest(upsertions=[wanted("u", 1, 16385)]),
        "nothing to delete": AlterUserScramCredentialsRequest(deletions=[ScramCredentialDeletion(name="u", mechanism=1)]),
        "delete without a name": AlterUserScramCredentialsRequest(deletions=[ScramCredentialDeletion(name="", mechanism=1)]),
        "delete of no such mechanism": AlterUserScramCredentialsRequest(deletions=[ScramCredentialDeletion(name="u", mechanism=0)]),
    }.items():
        script.add("AlterUserScramCredentials", version, what, request)


def _quotas(script: Script, version: int) -> None:
    for what, components, strict in (
        ("all", [], False),
        ("strictly none", [], True),
        ("of users", [("user", 2, None)], False),
        ("of a user", [("user", 0, "u")], True),
        ("of all users", [("user", 1, None)], True),
        ("of clients", [("client-id", 2, None)], False),
        ("of addresses", [("ip", 2, None)], True),
        ("no type", [("", 0, "a")], False),
        ("no such type", [("planet", 0, "a")], False),
        ("a type twice", [("user", 0, "a"), ("user", 0, "b")], False),
    ):
        wanted = [ComponentData(entity_type=kind, match_type=how, match=match) for kind, how, match in components]
        script.add("DescribeClientQuotas", version, what, DescribeClientQuotasRequest(components=wanted, strict=strict))
