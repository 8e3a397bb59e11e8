"""Servers in processes of their own, for tests: Fracas on a free port, and PostgreSQL where it is installed."""

import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest

REQUIRED = "FRACAS_REQUIRE_ALL"
"""Set where a browser and PostgreSQL must be there: their tests then fail instead of being skipped."""


def missing(what):
    """Skip a test for want of something, or fail where it is required."""
    if os.environ.get(REQUIRED):
        pytest.fail(f"{what} is required here ({REQUIRED}) and not found")
    pytest.skip(f"{what} is not installed")


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def binaries():
    """The folder with PostgreSQL's programs, or None."""
    found = shutil.which("initdb")
    places = [Path(found).resolve().parent] if found else sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return next((place for place in reversed(places) if (place / "initdb").exists()), None)


@contextmanager
def postgresql():
    """A PostgreSQL of our own, started for as long as it is needed; it does not run as root."""
    home = binaries()
    if home is None:
        missing("PostgreSQL")
    folder = Path(tempfile.mkdtemp(prefix="fracas-postgresql-"))  # not where only this user can look
    data, port = folder / "data", free_port()
    as_other = {}
    if os.getuid() == 0:
        user = next(each for each in pwd.getpwall() if each.pw_name in ("postgres", "nobody"))
        os.chown(folder, user.pw_uid, user.pw_gid)
        as_other = {"user": user.pw_uid, "group": user.pw_gid, "cwd": str(folder), "env": {**os.environ, "HOME": str(folder)}}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run(
        [f"{home}/initdb", "-D", str(data), "-U", "fracas", "-A", "trust", "-E", "UTF8", "--locale=C"], check=True, **quiet, **as_other
    )
    process = subprocess.Popen(
        [f"{home}/postgres", "-D", str(data), "-p", str(port), "-k", str(folder), "-h", "127.0.0.1"], **quiet, **as_other
    )
    try:
        deadline = time.monotonic() + 60
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                assert time.monotonic() < deadline, "PostgreSQL does not start"
                time.sleep(0.2)
        url = f"postgresql://fracas@127.0.0.1:{port}/postgres"
        _await_ready(url)
        yield url
    finally:
        process.send_signal(signal.SIGQUIT)
        process.wait(30)
        shutil.rmtree(folder, ignore_errors=True)


def _await_ready(url):
    import psycopg

    deadline = time.monotonic() + 60
    while True:
        try:
            psycopg.connect(url).close()
            return
        except psycopg.OperationalError:
            assert time.monotonic() < deadline
            time.sleep(0.2)


class Server:
    """A server in a process of its own, which can be killed."""

    def __init__(self, database, *more):
        self.port = free_port()
        words = [sys.executable, "-m", "fracas", "serve", "--no-open", "--port", str(self.port), "--db", database, *more]
        self.log = tempfile.TemporaryFile()  # noqa: SIM115 open as long as the server runs
        self.process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=self.log)
        deadline = time.monotonic() + 120
        while True:
            try:
                self.ask("GET", "/api/rulesets/rune-and-rust")
                return
            except (OSError, urllib.error.URLError):
                assert self.process.poll() is None, "the server ended"
                assert time.monotonic() < deadline, "the server does not start"
                time.sleep(0.1)

    def ask(self, method, path, data=None, token=None):
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
        body = None if data is None else json.dumps(data).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", body, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=600) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code >= 500:
                time.sleep(1)  # the answer comes before the line in the log
                raise AssertionError(self.said()) from None
            raise

    def said(self):
        """What the server has written to its log."""
        return os.pread(self.log.fileno(), 100_000, 0).decode()

    def kill(self):
        self.process.kill()
        self.process.wait()


def job_of(client, name, data):
    """The job of a question, once it is over."""
    answer = client.post(f"/api/ask/{name}", json=data)
    assert answer.status_code == 200, answer.text
    job = answer.json()
    while job["state"] in ("waiting", "running"):
        time.sleep(0.05)
        job = client.get(f"/api/jobs/{job['id']}").json()
    return job
