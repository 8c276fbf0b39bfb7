"""Explain git's error messages to owners."""

from __future__ import annotations

import re

from pipeline.wording import command_line

# An error that the meaning explains completely.
NO_IDENTITY = "tell me who you are|no email was given|empty ident name|no name was given"
# The first matching pattern wins.
MEANINGS = {
    NO_IDENTITY: (
        'git does not know who you are. Run git config --global user.name "Your Name" and git config --global user.email '
        "you@example.org. The address is public; GitHub gives you one that hides yours in Settings, Emails."
    ),
    r"workflow[`'\"]? scope": (
        "Your sign-in cannot change workflows. Run gh auth refresh --scopes workflow, or push once with GitHub Desktop."
    ),
    r"GH007": (
        "GitHub protects your private address. Run git config --global user.email with the address of Settings, Emails on "
        "GitHub, then git commit --amend --reset-author --no-edit."
    ),
    r"GH001|exceeds GitHub|file size limit": "A file is too large for GitHub. Remove it from this folder and from the commit.",
    r"protected branch|GH006|GH013": "This branch is protected. Change that on GitHub, in Settings, Branches.",
    r"could not read (?:Username|Password)|Authentication failed|Permission denied|Invalid username|error: 403|denied to": (
        "You are not signed in, or this account cannot write there. GitHub does not accept passwords here: install its tool "
        "(https://cli.github.com) and run gh auth login, then gh auth setup-git; or push with GitHub Desktop."
    ),
    r"Could not resolve|unable to access|connection|network|timed out": (
        "The host cannot be reached. Try again when you are online."
    ),
    r"not found|does not exist|does not appear to be a git|Could not read from remote": (
        "There is no repository at that address, or you are not signed in. To change it: git remote set-url origin ADDRESS"
    ),
    r"rejected|fetch first|stale": "Something was just changed online. Run {publish} again to include it.",
    r"index\.lock|cannot lock ref": "Another program is using this repository. Close it, or wait, and run {publish} again.",
}


def explain_git(message: str) -> str:
    """Say what to do about an error message of git. The message follows, unless it says the same."""
    if re.search(NO_IDENTITY, message, re.IGNORECASE):
        return f"{MEANINGS[NO_IDENTITY]} Nothing is lost: your files and commits are here."
    meaning = next((text for pattern, text in MEANINGS.items() if re.search(pattern, message, re.IGNORECASE)), "")
    meaning = meaning.format(publish=command_line("publish"))
    return f"{meaning} Nothing is lost: your files and commits are here.\n{message}" if meaning else message
