"""Puts the engine into the wheel: the built product, and the Node packages that it needs, for one platform.

The platform is this machine's, or the one that WHEREFORE_PLATFORM names; npm fetches the native parts of any of them.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# By npm's name of a platform: the tag of its wheel, and npm's flags. Node and DuckDB need these system versions.
PLATFORMS = {
    "linux-x64": ("manylinux_2_28_x86_64", ["--os=linux", "--cpu=x64", "--libc=glibc"]),
    "linux-arm64": ("manylinux_2_28_aarch64", ["--os=linux", "--cpu=arm64", "--libc=glibc"]),
    "darwin-x64": ("macosx_13_0_x86_64", ["--os=darwin", "--cpu=x64"]),
    "darwin-arm64": ("macosx_13_0_arm64", ["--os=darwin", "--cpu=arm64"]),
    "win32-x64": ("win_amd64", ["--os=win32", "--cpu=x64"]),
}
SYSTEMS = {"linux": "linux", "darwin": "darwin", "win32": "win32"}
MACHINES = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "arm64": "arm64"}

# Files that are not needed at run time.
LEFT_OUT = ["*.mts", "*.cts", "*.map", "*.tsbuildinfo", "*.ts", "README*", "CHANGELOG*", "HISTORY*", "test", "tests", "benchmark"]


class EngineHook(BuildHookInterface):
    """Adds the folder `wherefore_causal/engine`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        repository = Path(self.root).parent
        if not (repository / "dist" / "node" / "cli" / "main.js").exists():
            raise RuntimeError("the product must be built before the wheel: npm ci && npm run build")
        name = os.environ.get("WHEREFORE_PLATFORM") or this_platform()
        if name not in PLATFORMS:
            raise RuntimeError(f"no platform called {name}; known: {', '.join(PLATFORMS)}")
        tag, flags = PLATFORMS[name]
        self.folder = Path(tempfile.mkdtemp(prefix="wherefore-wheel-"))
        engine = self.folder / "engine"
        install_packages(repository, engine, flags)
        for part in ("bin", "dist"):
            shutil.copytree(repository / part, engine / part, ignore=shutil.ignore_patterns(*LEFT_OUT))
        shutil.copy(repository / "LICENSE", engine)
        build_data["force_include"][str(engine)] = "wherefore_causal/engine"
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{tag}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        shutil.rmtree(getattr(self, "folder", ""), ignore_errors=True)


def this_platform() -> str:
    """npm's name of this platform."""
    machine = platform.machine().lower()
    return f"{SYSTEMS.get(sys.platform, sys.platform)}-{MACHINES.get(machine, machine)}"


def install_packages(repository: Path, engine: Path, flags: list[str]) -> None:
    """Installs the packages of the lock file for one platform, without those for development."""
    engine.mkdir()
    for name in ("package.json", "package-lock.json"):
        shutil.copy(repository / name, engine)
    npm = shutil.which("npm")
    if npm is None:
        raise RuntimeError("npm must be there to build the wheel")
    command = [npm, "ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", *flags]
    subprocess.run(command, cwd=engine, check=True, stdout=sys.stderr)
    (engine / "package-lock.json").unlink()
    shutil.rmtree(engine / "node_modules" / ".bin", ignore_errors=True)
    for pattern in LEFT_OUT:
        for path in list((engine / "node_modules").rglob(pattern)):
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
