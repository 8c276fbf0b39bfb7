"""Validate the sources and report every problem; build nothing."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from pipeline.commands.shared import add_publish, add_report, add_sources, print_annotations, print_report, print_result_json
from pipeline.loading.publish import check


def add_arguments(parser: ArgumentParser) -> None:
    add_sources(parser)
    add_report(parser, ("text", "json", "github"))
    add_publish(parser)


def run(options: Namespace) -> int:
    result = check(options.sources, publishing=options.publish)
    if options.format == "json":
        print_result_json(result.report, result.counts, strict=options.strict)
    elif options.format == "github":
        print_annotations(result.report, options.sources, strict=options.strict)
    else:
        print_report(result.report, options.sources, strict=options.strict)
    return 0 if result.report.passes(strict=options.strict) else 1
