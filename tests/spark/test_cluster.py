"""A standalone cluster on this machine: one master, two workers, one of which dies in the midst of a job."""

from __future__ import annotations

import contextlib
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pith
import pyarrow.parquet
import pyspark
import pytest

HOME = pathlib.Path(pyspark.__file__).parent
SECONDS = 300


class Daemon:
    """A master or a worker, with all that it starts."""

    def __init__(self, folder: pathlib.Path, name: str, *arguments: str) -> None:
        self.log = folder / f"{name}.log"
        environment = {**os.environ, "SPARK_HOME": str(HOME), "SPARK_DAEMON_MEMORY": "256m", "SPARK_LOCAL_IP": "127.0.0.1",
                       "SPARK_WORKER_DIR": str(folder / name), "SPARK_NO_DAEMONIZE": "1"}
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen([str(HOME / "bin" / "spark-class"), *arguments], env=environment, stdout=log,
                                            stderr=log, start_new_session=True)

    def wait_for(self, pattern: str) -> str:
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            if found := re.search(pattern, self.log.read_text(errors="replace")):
                return found.group(0)
            assert self.process.poll() is None, self.log.read_text()
            time.sleep(0.1)
        raise AssertionError(f"no {pattern} in {self.log.read_text()}")

    def has(self, process: int) -> bool:
        """Whether the process is one that this has started."""
        with contextlib.suppress(ProcessLookupError):
            return os.getsid(process) == self.process.pid
        return False

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@pytest.fixture
def cluster(tmp_path: pathlib.Path) -> Iterator[tuple[str, list[Daemon]]]:
    deploy = "org.apache.spark.deploy"
    here = ("--host", "127.0.0.1", "--webui-port", "0")
    daemons = [Daemon(tmp_path, "master", f"{deploy}.master.Master", *here, "--port", "0")]
    try:
        master = daemons[0].wait_for(r"spark://127\.0\.0\.1:[1-9][0-9]*")
        for number in (1, 2):
            room = ("--cores", "1", "--memory", "600m")
            daemons.append(Daemon(tmp_path, f"worker{number}", f"{deploy}.worker.Worker", *room, *here, master))
        for worker in daemons[1:]:
            worker.wait_for("Successfully registered with master")
        yield master, daemons[1:]
    finally:
        for daemon in reversed(daemons):
            daemon.kill()


def test_a_worker_dies(
    cluster: tuple[str, list[Daemon]], warcs: Callable[..., list[str]], tmp_path: pathlib.Path
) -> None:
    master, workers = cluster
    files = warcs(8, 25)
    (tmp_path / "tasks").mkdir()
    job = [sys.executable, str(pathlib.Path(__file__).parent / "cluster_job.py"), master, str(tmp_path), *files]
    log = tmp_path / "job.log"
    with open(log, "wb") as out:
        process = subprocess.Popen(job, env={**os.environ, "PAUSE": "1.5"}, stdout=out, stderr=out)
        try:
            until, seen = time.monotonic() + SECONDS, set[str]()
            while process.poll() is None and time.monotonic() < until:
                begun = {task.name for task in (tmp_path / "tasks").iterdir()} - seen
                if any(workers[0].has(int(task.split("-")[0])) for task in begun):
                    break
                seen |= begun
                time.sleep(0.05)
            assert process.poll() is None and not (tmp_path / "articles" / "_SUCCESS").exists(), log.read_text()
            workers[0].kill()  # a task has begun there just now
            assert process.wait(SECONDS) == 0, log.read_text()
        finally:
            process.kill()
    assert "Lost executor" in log.read_text() or "Lost task" in log.read_text()
    expected = {id: article.text or None for id, article in pith.read_warc(files)}
    for name in ("articles", "parquet"):
        table = pyarrow.parquet.read_table(tmp_path / name, columns=["id", "text"])
        assert table.num_rows == len(expected), "lost, or twice"
        assert dict(zip(*table.to_pydict().values())) == expected
    assert len(list((tmp_path / "tasks").iterdir())) > len(files)  # what was lost was done again
