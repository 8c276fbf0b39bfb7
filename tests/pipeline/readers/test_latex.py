"""LaTeX in BibTeX files becomes text, and a macro that is not known stays visible."""

from __future__ import annotations

import pytest

from pipeline.readers import latex
from pipeline.references import values


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        (r"{{Protected}} Carri{\`e}re, {\o}, {\c c}, \v{S}, na{\"\i}ve", "Protected Carrière, ø, ç, Š, naïve"),
        (r"50% of A \& B~C", "50% of A & B C"),
        (r"CO$_2$, $^{18}$F, TNF-$\alpha$, p$<$0.05", "CO2, 18F, TNF-α, p<0.05"),
        (r"{\textless}i{\textgreater}in vivo{\textless}/i{\textgreater}", "in vivo"),
        ("$5-$10", "$5-$10"),
        ("from $5 to $10 and a lone $", "from $5 to $10 and a lone $"),
        (r"``\"Uber''", "“Über”"),
        (r"\textit{C. elegans} \foo{bar}", "C. elegans bar"),
        ("{" * 3000 + r"\'e" + "}" * 3000, r"\'e"),
        (r"pre-procedural\textit{versus}peri-procedural", "pre-procedural versus peri-procedural"),
        (r"p\textunderscore{}value", "p_value"),
        (r"\mbox{a} b in \foo", r"a b in \foo"),
        (r"5 \micro\gram of X", r"5 \micro\gram of X"),
        (r"{\bfseries bold} and \relax plain", "bold and plain"),
        ("a backslash at the end\\", "a backslash at the end"),
    ],
)
def test_latex(written: str, wanted: str) -> None:
    assert values.plain(latex.decode(written)) == wanted
