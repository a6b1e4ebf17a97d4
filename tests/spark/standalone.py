"""A standalone cluster on this machine: one master, and workers of one core each."""

from __future__ import annotations

import contextlib
import os
import pathlib
import re
import signal
import subprocess
import time
from collections.abc import Iterator

import pyspark

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


@contextlib.contextmanager
def cluster(folder: pathlib.Path, workers: int, memory: str = "600m") -> Iterator[tuple[str, list[Daemon]]]:
    """The address of the master, and the workers. Logs are left in the folder."""
    deploy = "org.apache.spark.deploy"
    here = ("--host", "127.0.0.1", "--webui-port", "0")
    daemons = [Daemon(folder, "master", f"{deploy}.master.Master", *here, "--port", "0")]
    try:
        master = daemons[0].wait_for(r"spark://127\.0\.0\.1:[1-9][0-9]*")
        for number in range(workers):
            room = ("--cores", "1", "--memory", memory)
            daemons.append(Daemon(folder, f"worker{number}", f"{deploy}.worker.Worker", *room, *here, master))
        for worker in daemons[1:]:
            worker.wait_for("Successfully registered with master")
        yield master, daemons[1:]
    finally:
        for daemon in reversed(daemons):
            daemon.kill()
