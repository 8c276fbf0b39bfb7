"""Ask ORCID, PubMed and other services for your publications, and show what they would add; --write adds it.

This command uses the network. First it prints what it sends to each service.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path

from bibliography.gathering import Question
from bibliography.orcid_bibtex import ORCID_WORKS_PAGE, orcid_bibtex
from bibliography.ownership import parse_identifiers
from cli.from_registries import add_registry_options, gather, read_inputs, show_plan
from cli.own_list import print_problems, refuse_for_good
from cli.shared import CommandError
from pipeline.report import Report
from pipeline.wording import plural, quote

NO_ORCID = "profile.yaml has no orcid, which says whose publications to look for. Add yours, like orcid: 0000-0002-1825-0097."
OWN_SEARCHES = ("orcid", "pubmedSearch")


def add_arguments(parser: ArgumentParser) -> None:
    add_registry_options(parser)
    parser.add_argument("--not-mine", nargs="+", default=[], metavar="ID", help="refuse papers for good, by DOI or PubMed ID")
    parser.add_argument(
        "--orcid-bib",
        type=Path,
        metavar="FILE.bib",
        help="write the papers that your ORCID record lacks, as BibTeX for ORCID",
    )


def run(options: Namespace) -> int:
    """Show or write what the registries add. Return 1 if a registry failed.

    Raises:
        CommandError: there is no ORCID iD, a work to refuse has no identifier, or a file cannot be written. The file stays
            unchanged.
    """
    if options.orcid_bib and options.orcid_bib.suffix != ".bib":  # it could be the list
        raise CommandError(f"--orcid-bib must be a file name that ends in .bib, not {quote(options.orcid_bib)}.")
    problems = Report()
    inputs = read_inputs(options, problems)
    if inputs is None:
        return print_problems(problems, options)
    if "orcid" not in inputs.profile:
        raise CommandError(NO_ORCID)
    try:
        refuse_for_good(inputs.not_mine, parse_identifiers(options.not_mine))
    except ValueError as error:
        raise CommandError(f"--not-mine must be DOIs or PubMed IDs, not {quote(error)}.") from error
    searches: dict[str, str] = {name: inputs.profile[name] for name in OWN_SEARCHES if name in inputs.profile}
    gathering = gather(inputs, Question.of(searches, [row.cells for row in inputs.own_list.rows], "your list"), options)
    preview = show_plan("sync", inputs, gathering, options)
    if options.orcid_bib:
        sentence = write_orcid_bib(options.orcid_bib, preview.missing_at_orcid, searches["orcid"])
        if options.format == "text":
            print(sentence)
    return 1 if gathering.failures else 0


def write_orcid_bib(path: Path, missing: Sequence[Mapping[str, str]] | None, orcid: str) -> str:
    """Write the papers that the ORCID record lacks. Return a message that says what was written, or why nothing was.

    Raises:
        CommandError: the file cannot be written.
    """
    if missing is None:
        return f"{path} was not written, because ORCID gave no complete answer."
    if not missing:
        return f"{path} was not written, because your ORCID record has every paper in your list."
    try:
        path.write_text(orcid_bibtex(missing), encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror or error}.") from error
    page = ORCID_WORKS_PAGE.format(orcid)
    return f"Wrote {plural(len(missing), 'paper')} to {path}. Import it at {page}: Works, Add, Import BibTeX."
