"""A thousand clients that ask for much and take nothing: the process stays within the memory of its unit and answers others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from api.http.server import OPTIONS
from tests.conftest import Server
from tests.support.load import SHIPPED, Client, allow_files, build_big, request, stalled

READERS = 950
# A seventh of what the answers have together, and a quarter of the unit's MemoryMax.
MEMORY = 128 << 20


def peak(pid: int) -> int:
    """Return the largest resident memory that a process has had."""
    return int(Path(f"/proc/{pid}/status").read_text(encoding="ascii").partition("VmHWM:")[2].split()[0]) << 10


def unsent(port: int) -> int:
    """Return the bytes that the kernel holds for the clients of a port (proc_net_tcp(5)); they count for the unit, too."""
    lines = Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]
    return sum(int(line.split()[4].partition(":")[0], 16) for line in lines if line.split()[1].endswith(f":{port:04X}"))


@pytest.mark.slow
def test_stalled_readers(serve: Callable[..., Server], folder: Path, tmp_path: Path) -> None:
    """Under a limit of 256 MiB for data, and with answers of 0.7 MB."""
    assert OPTIONS["connection_limit"] > READERS + 20
    allow_files(4000)
    database = build_big(folder, tmp_path / "profile.db", 1000, authors=30)
    server = serve(database, command=("sh", "-c", 'ulimit -d 262144 && exec "$0" "$@"', *SHIPPED))
    data = request("/api/publications?limit=1000")
    with Client(server.port) as client:
        client.send(data)
        size = len(client.read().body)
    assert size * READERS > 4 * MEMORY
    with stalled(server.port, READERS, data) as clients:
        assert [server.get("/api/profile").status_code for _ in range(10)] == [200] * 10
        assert peak(server.process.pid) < MEMORY
        assert unsent(server.port) < MEMORY
        assert [len(client.read().body) for client in (clients[0], clients[-1])] == [size] * 2
    assert [line for line in server.log.read_text().splitlines() if "MemoryError" in line] == []
