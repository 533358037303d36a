"""Tries the wheel for CPython 3.12 and later on a newer Debian, in a root folder of its own that has no compiler.

python tools/newer_debian.py [--release trixie] [--build]

Takes the wheel from dist/ where `make wheel` left one for 3.12 and later. Where there is none, or with --build, it is
built first by that Debian's own Python and g++, in a second root folder and from the source archive alone. Needs root
and debootstrap; packages come from where this machine's apt takes its own.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

import wheels

ROOTS = wheels.ROOT / "build" / "debian"
PLATFORMS = ("any", "linux_x86_64", "manylinux2014_x86_64", *(f"manylinux_2_{n}_x86_64" for n in range(17, 42)))


def mirror() -> str:
    """Where apt takes Debian itself from."""
    targets = wheels.run(
        "apt-get", "indextargets", "--format", "$(REPO_URI) $(ORIGIN) $(LABEL)", "Created-By: Packages"
    )
    return next(line.split()[0] for line in targets.splitlines() if line.endswith(" Debian Debian"))


def root(release: str, name: str, *packages: str) -> Path:
    """A root folder of that release with these packages; one that was finished before is taken again."""
    place, cache = ROOTS / f"{release}-{name}", ROOTS / "packages"
    if (place / "finished").exists():
        return place
    shutil.rmtree(place, ignore_errors=True)
    cache.mkdir(parents=True, exist_ok=True)
    print(f"a root folder of Debian {release} with {', '.join(packages)}", flush=True)
    include = f"--include={','.join(packages)}"
    wheels.run("debootstrap", "--variant=minbase", f"--cache-dir={cache}", include, release, place, mirror())
    (place / "finished").touch()
    return place


def inside(place: Path, *command: str, **settings: str) -> str:
    """What a command prints that runs with that folder as its root and nothing of ours in its environment."""
    clean = {"PATH": "/usr/bin:/bin", "HOME": "/root", "LANG": "C.UTF-8"} | settings
    chroot = shutil.which("chroot") or "/usr/sbin/chroot"
    done = subprocess.run([chroot, str(place), *command], env=clean, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"in {place.name}: {' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def fetched(place: Path, *needs: str | Path) -> None:
    """Puts wheels of these packages into /wheels there, those that fit its Python; no network is needed inside."""
    minor = inside(place, "python3", "-c", "import sys; print('%d.%d' % sys.version_info[:2])").strip()
    target = [part for name in PLATFORMS for part in ("--platform", name)]
    abis = [part for name in (f"cp{minor.replace('.', '')}", "abi3", "none") for part in ("--abi", name)]
    pip = (sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--only-binary", ":all:")
    wheels.run(
        *pip, "-c", wheels.CONSTRAINTS, "--python-version", minor, *target, *abis, "-d", place / "wheels", *needs
    )


def installed(place: Path, environment: str, *needs: str) -> None:
    inside(place, "python3", "-m", "venv", "--clear", environment)
    inside(place, f"{environment}/bin/pip", "install", "-q", "--no-index", "--find-links", "/wheels", *needs)


def build(release: str) -> Path:
    """The wheel as that Debian's Python builds it from the source archive."""
    place = root(release, "builds", "python3", "python3-venv", "python3-dev", "g++")
    (archive,) = wheels.DIST.glob("unjam-*.tar.gz")
    shutil.copy(archive, place / "root")
    fetched(place, *wheels.BUILDERS)
    installed(place, "/root/env", *wheels.BUILDERS)
    settings = {"PATH": "/root/env/bin:/usr/bin:/bin", "UNJAM_PORTABLE": "1"}
    settings |= {name: os.environ[name] for name in ("CMAKE_BUILD_PARALLEL_LEVEL",) if name in os.environ}
    command = ("/root/env/bin/pip", "wheel", "-q", "--no-build-isolation", "--no-deps", "--no-index", "-w", "/root/out")
    inside(place, *command, f"/root/{archive.name}", **settings)
    (built,) = (place / "root" / "out").glob("unjam-*-cp312-abi3-*.whl")
    print(" ".join(wheels.run(sys.executable, "-m", "auditwheel", "show", built).split()))
    print(wheels.audited(built))
    return built


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--release", default="trixie", help="the Debian to try it on")
    parser.add_argument("--build", action="store_true", help="build the wheel there, even where dist/ has one")
    options = parser.parse_args()
    if os.geteuid() != 0 or not shutil.which("debootstrap"):
        sys.exit("needs root and debootstrap (Debian: apt-get install debootstrap)")
    wheels.WORK.mkdir(parents=True, exist_ok=True)
    ready = sorted(wheels.DIST.glob("unjam-*-cp312-abi3-manylinux*.whl"))
    wheel = build(options.release) if options.build or not ready else ready[0]
    place = root(options.release, "tries", "python3", "python3-venv")
    fetched(place, f"unjam[web] @ {wheel.as_uri()}")
    shutil.copy(wheel, place / "wheels")
    shutil.copy(wheels.ROOT / "tools" / "wheel_smoke.py", place / "root")
    smoke = ("/root/env/bin/python", "-I", "/root/wheel_smoke.py", "--signature", wheels.signature())
    for needs in ((f"/wheels/{wheel.name}",), (f"/wheels/{wheel.name}[web]", "--page")):
        page = needs[1:]
        installed(place, "/root/env", needs[0])
        print(inside(place, *smoke, *page, PATH="/root/env/bin:/usr/bin:/bin").strip())


if __name__ == "__main__":
    main()
