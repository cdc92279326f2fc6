"""docker/compose.yaml: valid by the Compose Specification, and its commands and probes work.

No Docker engine is needed: what a container would run is run here, on free ports. The schema is
``schema/compose-spec.json`` of the Compose Specification (Apache-2.0).
"""

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from tests.proofs.showing import commands
from tests.sampled import PROOF
from tests.worlds.facts import ROOT

COMPOSE = yaml.safe_load((ROOT / "docker/compose.yaml").read_text())
HERE = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]


def free_port() -> str:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return str(found.getsockname()[1])


def here(words: list[str], changes: dict[str, str]) -> list[str]:
    """A container's command as it runs here: other ports, hosts and folders."""
    names = "|".join(map(re.escape, changes))
    return [re.sub(rf"(?<![\w.])({names})(?![\w.])", lambda n: changes[n[1]], w) for w in words]


@contextmanager
def running(name: str, changes: dict[str, str], log: Path) -> Iterator[None]:
    """A service's process, until its own health check says that it is well."""
    service = SERVICES[name]
    probe = here(service["healthcheck"]["test"][1:], changes)
    with log.open("w") as output:
        command = here([*service["entrypoint"], *service["command"]], changes)
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, env=HERE)
        try:
            deadline = time.monotonic() + 60
            while subprocess.run(probe, capture_output=True, check=False, env=HERE).returncode:
                assert process.poll() is None, log.read_text()
                assert time.monotonic() < deadline, log.read_text()
                time.sleep(0.3)
            yield
        finally:
            process.terminate()
            process.wait(30)


def test_the_file_is_valid_by_the_compose_specification() -> None:
    schema = json.loads((ROOT / "tests/schemas/compose-spec.json").read_text())
    valid = jsonschema.Draft7Validator(schema)
    valid.validate(COMPOSE)
    broken = {**COMPOSE, "services": {"neo4j": {"image": "neo4j", "port": ["1:1"]}}}
    assert not valid.is_valid(broken)


def test_every_server_has_a_health_check_and_what_it_names_exists() -> None:
    volumes = set(COMPOSE["volumes"])
    for name, service in SERVICES.items():
        assert "healthcheck" in service or "tools" in service["profiles"]
        assert set(service.get("depends_on", ())) <= SERVICES.keys()
        for port in service.get("ports", ()):
            assert port.startswith("127.0.0.1:"), f"{name} would listen to the whole network"
        for volume in service.get("volumes", ()):
            source = volume.rpartition(":")[0]
            assert source in volumes or source.startswith("${KGFORGE_DATA:-./"), volume
    build = SERVICES["oxigraph"]["build"]
    assert (ROOT / "docker" / build["context"] / build["dockerfile"]).is_file()


def test_the_image_installs_extras_that_exist() -> None:
    text = (ROOT / "docker/Dockerfile").read_text()
    [asked] = re.findall(r"^ARG EXTRAS=([\w,]+)$", text, re.M)
    assert '"/src[$EXTRAS]"' in text
    declared = (ROOT / "pyproject.toml").read_text()
    for extra in asked.split(","):
        assert re.search(rf"^{extra} = \[", declared, re.M)
    assert {"models", "openai"} < set(asked.split(",")), "kgforge probe needs them"


def test_the_lines_shown_name_services_that_exist() -> None:
    shown = commands((ROOT / "docs/how-to/stores.md").read_text("utf-8"))
    prefix = "docker compose -f docker/compose.yaml "
    lines = [line.partition(prefix)[2] for line in shown if prefix in line]
    assert lines
    for line in lines:
        words = [word for word in shlex.split(line) if word in SERVICES]
        assert words, line
        for host in re.findall(r"//([\w-]+):\d+", line):
            assert host in SERVICES or host == "localhost", line


def test_the_oxigraph_service_starts_and_its_probe_sees_it(tmp_path: Path) -> None:
    changes = {"/graph": str(tmp_path / "graph"), "0.0.0.0": "127.0.0.1", "7878": free_port()}
    with running("oxigraph", {**changes, "localhost": "127.0.0.1"}, tmp_path / "log"):
        pass


@pytest.mark.skipif(not PROOF, reason="a cluster's start: in make proof")
@pytest.mark.skipif(not shutil.which("java"), reason="no Java here")
def test_the_spark_services_start_and_their_probes_see_them(tmp_path: Path) -> None:
    ports = {port: free_port() for port in ("7077", "8080", "8081")}
    changes = {**ports, "spark-master": "localhost"}
    with (
        running("spark-master", changes, tmp_path / "master"),
        running("spark-worker", changes, tmp_path / "worker"),
    ):
        deadline = time.monotonic() + 30
        while "Registering worker" not in (tmp_path / "master").read_text():
            assert time.monotonic() < deadline
            time.sleep(0.2)
