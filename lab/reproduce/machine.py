"""Description of this machine, and of the capabilities that it lacks."""

import platform
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

# Flags of /proc/cpuinfo that the library's backends require.
AVX512_FLAGS = {"avx512f", "avx512dq", "avx512vl", "avx512bw"}
CAPABILITIES = ("avx2", "avx512", "ifma", "llvm-mca", "programs")


@dataclass(frozen=True)
class Machine:
    cpu: str
    cores: int
    system: str
    memory_gib: float | None
    llvm_mca: str | None
    """Path of the program."""
    capabilities: frozenset[str] = field(default_factory=frozenset)

    def lacks(self, capability: str) -> bool:
        return capability not in self.capabilities


def explain(capability: str) -> str:
    return {
        "avx2": "this CPU has no AVX2",
        "avx512": "this CPU has no AVX-512",
        "ifma": "this CPU has no AVX-512 IFMA",
        "llvm-mca": "llvm-mca of LLVM 19 is not installed (Debian: llvm-19)",
        "programs": "the measuring programs are not built",
    }[capability]


def describe(without: frozenset[str] = frozenset()) -> Machine:
    """Describes this machine, without the capabilities that `without` names."""
    info = _cpuinfo(Path("/proc/cpuinfo"))
    flags = set(info.get("flags", "").split())
    llvm_mca = _llvm_mca()
    has = {"programs"}
    if "avx2" in flags:
        has.add("avx2")
    if flags >= AVX512_FLAGS:
        has.add("avx512")
        if "avx512ifma" in flags:
            has.add("ifma")
    if llvm_mca:
        has.add("llvm-mca")
    if "avx512" in without:
        without |= {"ifma"}
    name = info.get("model name", platform.processor() or "unknown CPU")
    if "cpu family" in info:
        name += f" (family {info['cpu family']}, model {info['model']})"
    return Machine(
        cpu=name,
        cores=len([line for line in info.get("processors", "").split() if line]) or 1,
        system=f"{platform.system()} {platform.release()}",
        memory_gib=_memory_gib(Path("/proc/meminfo")),
        llvm_mca=None if "llvm-mca" in without else llvm_mca,
        capabilities=frozenset(has - without),
    )


def _cpuinfo(path: Path) -> dict[str, str]:
    """Returns the fields of the first processor, and the number of processors under `processors`."""
    fields: dict[str, str] = {}
    processors = []
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            key, _, value = (part.strip() for part in line.partition(":"))
            if key == "processor":
                processors.append(value)
            elif key:
                fields.setdefault(key, value)
    fields["processors"] = " ".join(processors)
    return fields


def _memory_gib(path: Path) -> float | None:
    if not path.exists():
        return None
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("MemTotal:"):
            return int(line.split()[1]) / 2**20
    return None


def _llvm_mca() -> str | None:
    """Returns the path of llvm-mca of LLVM 19: other versions have other models."""
    for name in ("llvm-mca-19", "llvm-mca"):
        path = shutil.which(name)
        if path:
            answer = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)
            if "LLVM version 19." in answer.stdout:
                return path
    return None


def compiler_version(compiler: str) -> str:
    answer = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=False)
    return answer.stdout.splitlines()[0] if answer.returncode == 0 and answer.stdout else compiler


def git(root: Path, *arguments: str) -> str:
    answer = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, check=False)
    return answer.stdout.strip() if answer.returncode == 0 else ""


def commit(root: Path) -> str:
    """Returns the commit, with a plus if the working tree differs from it."""
    name = git(root, "rev-parse", "--short=12", "HEAD") or "unknown"
    return name + ("+" if git(root, "status", "--porcelain", "--untracked-files=no") else "")
