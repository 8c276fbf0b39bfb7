"""llms.txt (llmstxt.org)."""

from __future__ import annotations

from pathlib import Path

from api.endpoints import ENDPOINTS
from tests.support.messages import edit
from tests.support.site import Site, serving_edited

BASE = "https://profile.example.org"


def sections(text: str) -> dict[str, list[str]]:
    """Return the lines below each heading of the second level; those before the first under the empty name."""
    first, *others = f"\n{text}".split("\n## ")
    found = {"": first.strip().splitlines()}
    for part in others:
        heading, *lines = part.strip().splitlines()
        found[heading] = [line for line in lines if line]
    return found


def test_summary(site: Site) -> None:
    """A heading, a summary as a quotation, then lists of links under headings."""
    response = site.get("/llms.txt")
    assert response.headers["content-type"] == "text/plain; charset=utf-8"
    found = sections(response.text)
    assert list(found) == ["", "Pages", "API", "Optional"]
    assert found[""] == [
        "# Dr. Noa Example Public Profile API",
        "",
        "> This is an example profile of a fictional person, to be replaced by the owner. It offers the profile, publications, "
        "clinic, services and research areas of one physician-researcher as JSON.",
        "",
        "- About: Dr. Noa Example, Musculoskeletal radiology",
        "- Licence of the data: [CC BY 4.0](https://creativecommons.org/licenses/by/4.0/)",
        "- Please credit: Dr. Noa Example, https://profile.example.org",
        "- The pages (`/`, `/he`, `/publications`, `/he/publications`, `/cv`, `/he/cv`, `/publications/{doi}`, "
        "`/he/publications/{doi}`, `/accessibility`, `/he/accessibility`) answer in Markdown to `Accept: text/markdown`.",
        "- The API is public and read-only, and answers in JSON: no key is needed.",
    ]
    assert found["API"][1] == f"- [/api/profile]({BASE}/api/profile): The profile of the physician-researcher."
    services = next(line for line in found["API"] if line.startswith("- [/api/services]"))
    assert services.endswith(" Parameters: `category`, `tag`.")
    # With a parameter, the home page only redirects to the list.
    assert found["Pages"][:2] == [f"- [/]({BASE}/): The profile as a page.", f"- [/he]({BASE}/he): The same in Hebrew."]


def test_every_address_that_answers_is_listed(site: Site) -> None:
    """Each with an address that can be tried; the pages answer in Markdown, as the summary says."""
    found = sections(site.get("/llms.txt").text)
    entries = [line.removeprefix("- [").split("](", 1) for heading in ("Pages", "API", "Optional") for line in found[heading]]
    assert sorted(path for path, _ in entries) == sorted(entry.path for entry in ENDPOINTS if 200 in entry.statuses)
    addresses = [rest.split("): ")[0].removeprefix(BASE) for _, rest in entries]
    assert [address for address in addresses if site.get(address).status_code != 200] == []
    markdown = {site.get(address, Accept="text/markdown").headers["content-type"] for address in addresses[: len(found["Pages"])]}
    assert markdown == {"text/markdown; charset=utf-8"}


def test_the_owners_text_is_escaped(tmp_path: Path) -> None:
    def change(folder: Path) -> None:
        edit(folder, "site.yaml", "name: Dr. Noa Example", 'name: "# [x](https://x.example) *x*" #')

    with serving_edited(tmp_path, change) as site:
        assert site.get("/llms.txt").text.splitlines()[0] == r"# \# \[x\](https://x.example) \*x\*"
