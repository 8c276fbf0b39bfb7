"""The starting files of a profile: put values in place of the examples, and add fields in the owner's languages."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from typing import Any

import yaml

from bibliography.csv_editor import BOM
from cli.shared import CommandError
from db.languages import CONTRACT_LANGUAGE, Language, languages_for, working_days
from pipeline.check.rules.language_names import language_code

Files = dict[str, bytes]
# The working days of the example and of most countries.
WORKING_DAYS = "[Monday, Tuesday, Wednesday, Thursday, Friday]"
DATA_ENDINGS = (".yaml", ".csv")
# Lines about Hebrew, one of the languages of the starting files, and the indented lines that continue them.
ABOUT_HEBREW = re.compile(r"(?m)^(?: *# The same in Hebrew.*\n)?(?:^( *# +)\w+Hebrew:.*\n(?:\1 +.*\n)*)+")


def set_languages(files: Files, codes: Sequence[str]) -> Files:
    """Adapt the starting files to the languages of a site. The plain fields are in the first language, and the example of opening
    hours gets the working days of its country.

    Raises:
        CommandError: a code is unknown.
    """
    if messages := [message for code in codes for message in language_code(code)]:
        raise CommandError(messages[0])
    others = languages_for(codes)[1:]
    texts = {name: content.decode() for name, content in files.items() if name.endswith(DATA_ENDINGS) and "sources/" in name}
    for name, text in texts.items():
        texts[name] = with_columns(text, others) if name.endswith(".csv") else with_fields(text, others)
    days = f"[{', '.join(working_days(codes[0]))}]"
    texts["sources/clinic.yaml"] = texts["sources/clinic.yaml"].replace(WORKING_DAYS, days)
    texts["sources/site.yaml"] = with_value(texts["sources/site.yaml"], "languages", [*codes])
    return files | {name: text.encode() for name, text in texts.items()}


def with_fields(text: str, languages: Sequence[Language]) -> str:
    """Repeat the Hebrew examples of a YAML text for each language."""

    def versions(match: re.Match[str]) -> str:
        named = ((match[0].replace(f"{CONTRACT_LANGUAGE}:", f"{language.suffix}:"), language) for language in languages)
        return "".join(lines.replace(CONTRACT_LANGUAGE, language.name) for lines, language in named)

    return ABOUT_HEBREW.sub(versions, text)


def with_columns(text: str, languages: Sequence[Language]) -> str:
    """Repeat the Hebrew columns of a CSV text for each language."""
    text = text.removeprefix(BOM)
    columns = [column for name in text.partition("\n")[0].split(",") for column in columns_of(name, languages)]
    return with_rows(BOM + ",".join(columns), [*csv.DictReader(io.StringIO(text))])


def columns_of(name: str, languages: Sequence[Language]) -> Iterator[str]:
    base = name.removesuffix(CONTRACT_LANGUAGE)
    yield from [name] if base == name else [f"{base}{language.suffix}" for language in languages]


def with_value(text: str, name: str, value: Any) -> str:
    """Replace the example of a name in a YAML text by a value. The example can be a comment."""
    if isinstance(value, str) and "\n" in value:
        lines = f"{name}: |-\n" + re.sub("(?m)^(?=.)", "  ", value) + "\n"
    else:
        lines = yaml.safe_dump({name: value}, allow_unicode=True, width=10_000, sort_keys=False)
        lines = re.sub("(?m)^(?=- |  )", "  ", lines) if isinstance(value, list) else lines
    return re.sub(block_pattern(name), lambda _: lines, text, count=1)


def comment_out(text: str, name: str) -> str:
    """Turn the lines of a name in a YAML text into comments."""
    return re.sub(block_pattern(name), lambda match: re.sub("(?m)^(?!# )", "# ", match[0].rstrip("\n")) + "\n", text)


def block_pattern(name: str) -> str:
    """A pattern for the lines of a name and its value. The lines can be comments."""
    return rf"(?m)^(?:# )?{name}:(?: .*)?\n(?:(?:# )? +.*\n)*"


def with_rows(text: str, rows: list[dict[str, str]]) -> str:
    header = text.partition("\n")[0]
    lines = io.StringIO()
    columns = header.removeprefix(BOM).split(",")
    csv.DictWriter(lines, columns, extrasaction="ignore", lineterminator="\n").writerows(rows)
    return f"{header}\n{lines.getvalue()}"
