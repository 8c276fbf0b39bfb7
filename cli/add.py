"""Look up publications by DOI or PubMed ID, and show them as rows; --write adds the rows.

This command uses the network. First it prints what it sends to Crossref and PubMed.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from bibliography.gathering import Question
from bibliography.notices import publication_ids_of_row
from bibliography.ownership import parse_identifiers
from cli.from_registries import add_registry_options, gather, read_inputs, show_plan
from cli.own_list import print_problems
from cli.shared import CommandError
from pipeline.report import Report
from pipeline.wording import command_line, quote

EXAMPLE = "10.1000/x 32000001"
EXPLANATION = """\
Name publications that are yours, by DOI or PubMed ID:
  {show}
shows the rows, and writes nothing. Then
  {write}
writes them."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("ids", nargs="*", metavar="ID", help="a DOI or a PubMed ID")
    add_registry_options(parser)


def run(options: Namespace) -> int:
    """Show or add the publications. Return 1 if a registry failed, or if no registry knows one of the publications.

    Raises:
        CommandError: an argument is not an identifier, or the list cannot be written; it is unchanged.
    """
    try:
        wanted = [*parse_identifiers(options.ids)]
    except ValueError as error:
        raise CommandError(f"{quote(error)} is neither a DOI nor a PubMed ID.") from error
    if not wanted:
        raise CommandError(
            EXPLANATION.format(show=command_line("add", IDS=EXAMPLE), write=command_line("add", "--write", IDS=EXAMPLE))
        )
    problems = Report()
    inputs = read_inputs(options, problems)
    if inputs is None:
        return print_problems(problems, options)
    dois = " ".join(cells["doi"] for cells in wanted if "doi" in cells)
    gathering = gather(inputs, Question.of({"doi": dois} if dois else {}, wanted, "this command"), options)
    claimed = {name for cells in wanted for name in publication_ids_of_row(cells)}
    show_plan("add", inputs, gathering, options, claimed, IDS="...")
    return 1 if gathering.failures or not claimed <= {name for work in gathering.works for name in work.identifiers} else 0
