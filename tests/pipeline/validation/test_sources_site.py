"""What an owner may write of robots and of a security contact in site.yaml, and what is said of the rest."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.support.messages import edit, messages

SITE = "site.yaml"
CONTACT = "mailto:security@example.org"
INSTANT = f"{datetime.now(UTC).year + 1}-01-01T00:00:00Z"


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        (
            "security@example.org",
            '"security@example.org" does not say that it is an e-mail address. Write mailto:security@example.org.',
        ),
        ("mailto:security", '"mailto:security" holds no e-mail address after mailto:.'),
        ("mailto:a@example.org?subject=a b", '"mailto:a@example.org?subject=a b" holds no e-mail address after mailto:.'),
        ("tel:050-555-0100", '"tel:050-555-0100" is not a telephone number with its country code, as in tel:+972-0-555-0100.'),
        ("tel:+", '"tel:+" is not a telephone number with its country code, as in tel:+972-0-555-0100.'),
        ("http://example.org/report", '"http://example.org/report" does not begin with https://. Write the address that does.'),
        ("https://", '"https://" is not a web address. Write it whole, beginning with https://.'),
        ("+972-0-555-0100", '"+972-0-555-0100" is not a way to reach you. It begins with mailto:, https:// or tel:.'),
        ("Dr. Noa Example", '"Dr. Noa Example" is not a way to reach you. It begins with mailto:, https:// or tel:.'),
    ],
)
def test_contacts_are_addresses(folder: Path, written: str, fault: str) -> None:
    """RFC 9116, section 2.5.3; the message says what to write."""
    edit(folder, SITE, CONTACT, f'"{written}"')
    assert messages(folder) == [f"sources/site.yaml, line 29, security.contact[1]: {fault}"]


@pytest.mark.parametrize(
    "written",
    [
        "tel:+972-0-555-0100",
        "tel:+1(0)555.0100",
        "https://example.org/report?a=1#b",
        "mailto:a.b+c@example.org?subject=Hello%20you",
    ],
)
def test_ways_to_be_reached(folder: Path, written: str) -> None:
    edit(folder, SITE, CONTACT, f'"{written}"')
    assert messages(folder) == []


@pytest.mark.parametrize(
    "written",
    ["2027-10-31", "31.10.2027", "2027-10-31T00:00:00", "2027-10-31T00:00:00+02:00", "2027-13-31T00:00:00Z", "tomorrow"],
)
def test_expiry_is_an_instant(folder: Path, written: str) -> None:
    """RFC 3339 in UTC; and no date of its kind is said to lie in the past."""
    edit(folder, SITE, '"9999-10-31T00:00:00Z"', f'"{written}"')
    place = "sources/site.yaml, line 31, security.expires"
    assert messages(folder) == [f'{place}: "{written}" is not a date and time in UTC. Write it as in {INSTANT}.']


@pytest.mark.parametrize("written", ["2000-01-01T00:00:00Z", "2024-02-29T23:59:59.5Z"])
def test_expiry_in_the_past_is_a_warning(folder: Path, written: str) -> None:
    """The site is published all the same."""
    edit(folder, SITE, "9999-10-31T00:00:00Z", written)
    assert messages(folder) == [
        f'warning: sources/site.yaml, line 31, security.expires: "{written}" lies in the past, so nobody trusts this any more. '
        f"Write a date within the next year, as in {INSTANT}."
    ]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            '  expires: "9999-10-31T00:00:00Z"\n',
            "",
            "line 27, security.expires: The value is missing.",
        ),
        (
            f"  contact:\n    - {CONTACT}\n",
            "  contact: []\n",
            "line 28, security.contact: The value is missing. "
            "Write one a line, each after a dash and a blank, for example - mailto:security@example.org.",
        ),
        (
            f"  contact:\n    - {CONTACT}\n",
            f"  contact: {CONTACT}\n",
            f'line 28, security.contact: "{CONTACT}" is not a list. '
            "Write one a line, each after a dash and a blank, for example - mailto:security@example.org.",
        ),
        (
            "    - he\n",
            "    - Hebrew please\n",
            'line 35, security.preferredLanguages[2]: "Hebrew please" does not have the right form. '
            "Write the short code of a language, for example en or he.",
        ),
        (
            "security:\n",
            "security:\n  policy: http://example.org/\n",
            'line 28, security.policy: "http://example.org/" does not begin with https://. Write the address that does.',
        ),
        (
            "security:\n",
            "security:\n  polcy: x\n",
            'line 28, security.polcy: "polcy" is not a known name. Did you mean "policy"?',
        ),
        ("search: true", "search: yes", 'line 22, contentSignals.search: "yes" is not true or false. Write true or false.'),
        (
            "search: true",
            "ai-train: true",
            'line 22, contentSignals.ai-train: "ai-train" is not a known name. Did you mean "aiTrain"?',
        ),
    ],
)
def test_faults(folder: Path, old: str, new: str, said: str) -> None:
    edit(folder, SITE, old, new)
    assert messages(folder) == [f"sources/site.yaml, {said}"]


def test_both_may_be_left_out(folder: Path) -> None:
    text = (folder / SITE).read_text(encoding="utf-8")
    (folder / SITE).write_text(text[: text.index("contentSignals:")], encoding="utf-8")
    assert messages(folder) == []
