"""OWL API's checker of the OWL 2 DL profile: no server, but fetched as servers are."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[3]
VERSION: Final = "5.5.1"
LIBRARY: Final = ROOT / ".servers" / f"owlapi-{VERSION}"

_POM: Final = f"""<project xmlns="http://maven.apache.org/POM/4.0.0">
<modelVersion>4.0.0</modelVersion>
<groupId>kgforge</groupId><artifactId>owlapi</artifactId><version>1</version>
<dependencies>
<dependency><groupId>net.sourceforge.owlapi</groupId><artifactId>owlapi-distribution</artifactId>
<version>{VERSION}</version></dependency>
</dependencies></project>
"""
_CHECK: Final = """
import java.io.File;
import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.profiles.OWL2DLProfile;
public class Check {
  public static void main(String[] files) throws Exception {
    var read = OWLManager.createOWLOntologyManager()
        .loadOntologyFromOntologyDocument(new File(files[0]));
    System.out.println(read.getLogicalAxiomCount());
    new OWL2DLProfile().checkOntology(read).getViolations().forEach(System.out::println);
  }
}
"""


def check(ontology: Path) -> tuple[int, list[str]]:
    """How many logical axioms OWL API reads in a file, and what of it is not OWL 2 DL.

    Where this machine cannot run it, the test fails or is skipped, as with a server.
    """
    absent = next((name for name in ("java", "mvn") if shutil.which(name) is None), None)
    if absent == "java" or (absent and not LIBRARY.is_dir()):
        say = pytest.fail if os.environ.get("KGFORGE_SERVERS") == "all" else pytest.skip
        say(f"no OWL API: no {absent} on the path")
    program = _fetched() / "Check.java"
    done = subprocess.run(
        ["java", "-cp", f"{LIBRARY}/*", str(program), str(ontology)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    axioms, *violations = done.stdout.splitlines()
    return int(axioms), violations


def _fetched() -> Path:
    """The folder of the library's jars, fetched with Maven, and of the program."""
    if not LIBRARY.is_dir():
        temporary = LIBRARY.with_suffix(".part")
        temporary.mkdir(parents=True, exist_ok=True)
        (temporary / "pom.xml").write_text(_POM)
        copy = ("dependency:copy-dependencies", f"-DoutputDirectory={temporary / 'lib'}")
        subprocess.run(["mvn", "-q", "-B", *copy], cwd=temporary, check=True)
        (temporary / "lib").rename(LIBRARY)
        shutil.rmtree(temporary)
    (LIBRARY / "Check.java").write_text(_CHECK)
    return LIBRARY
