"""Whatever a source file holds, its check ends with lines that name the file."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import SOURCES
from tests.support.checking import problems

FILES = ("site.yaml", "profile.yaml", "clinic.yaml", "research.yaml", "publications.csv", "services.csv")
PIECES = ["name", "title", "days", "10.5555/a", "1e999", "null", "א", "[", "]", "{", "}", ",", ";", '"', "'", "&a", "*a"]
SPACES = (": ", "- ", "!!", "|", ">-", "<<", "~", "#", "---", "%", "@", "?", "\n", "\r", "\n  ", "\t", "\x00", "\ufeff")
CONTENTS = st.one_of(
    st.binary(max_size=300),
    st.text(max_size=300).map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.lists(st.sampled_from([*PIECES, *SPACES]), max_size=60).map(lambda pieces: "".join(pieces).encode()),
)


@pytest.mark.slow
@given(name=st.sampled_from(FILES), content=CONTENTS, keep=st.integers(0, 400))
def test_no_content_of_a_file_raises(tmp_path: Path, name: str, content: bytes, keep: int) -> None:
    """Anything, alone or after the beginning of the real file, gives lines that name the file."""
    (tmp_path / name).write_bytes((SOURCES / name).read_bytes()[:keep] + content)
    for line in problems(tmp_path / name):
        assert line.removeprefix("warning: ").startswith(name)
        assert line.splitlines() == [line]
