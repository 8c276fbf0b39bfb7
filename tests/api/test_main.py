"""``python -m api``: its options."""

from __future__ import annotations

import pytest

from api.__main__ import authority_of, main


@pytest.mark.parametrize("given", ["0", "99999", "-1", "abc", "٨٠٨٠"])
def test_a_port_that_does_not_exist(given: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["api", f"--port={given}"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert capsys.readouterr().err.endswith(f'argument --port: Expected a port from 1 to 65535, got "{given}".\n')


def test_an_ipv6_address_is_in_brackets() -> None:
    assert [authority_of(host, 8080) for host in ("127.0.0.1", "::1")] == ["127.0.0.1:8080", "[::1]:8080"]
