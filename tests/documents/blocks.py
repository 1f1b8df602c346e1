"""The blocks of commands of all documents, in order: where each is followed, and when, or why nobody follows it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Block:
    #: The beginning of the first command.
    begins: str
    #: The folder: `clone`, the source tree; `program`, an empty one; `seal`, the source tree of Microsoft SEAL.
    at: str = "program"
    #: Whether it takes minutes or needs a network, so that it is followed every night only.
    nightly: bool = False
    #: Why it is not followed here. Its commands must be known, see commands.py.
    reason: str = ""


INSTALL = Block("cmake -S . -B build/library", at="clone")
OF_DEVELOPERS = "CI or the nightly workflow runs it; CONTRIBUTING.md says which"
NEEDS_OPENFHE = "needs OpenFHE 1.5.1, in no registry, half an hour to compile; run by hand with each change"

BLOCKS: dict[str, tuple[Block, ...]] = {
    "README.md": (INSTALL, Block("./scripts/bench", reason=".ci/run runs both commands")),
    "CONTRIBUTING.md": (
        Block("./scripts/test", reason=OF_DEVELOPERS),
        Block("RINGLET_TEST_ELEMENTS", reason="takes 20 seconds and 4 GB for each of many operations; by hand"),
        Block("build/checked/fuzz", reason="changes the corpora; by hand"),
        Block("scripts/mutate", reason=OF_DEVELOPERS),
    ),
    "docs/install.md": (INSTALL,),
    "docs/first_transform.md": (INSTALL, Block("cmake -S . -B build")),
    "docs/c_guide.md": (Block("export PKG_CONFIG_PATH"),),
    "docs/rns.md": (Block("export PKG_CONFIG_PATH"),),
    "docs/rust.md": (Block("cargo new"), Block("cargo run")),
    "docs/go.md": (Block("go mod init product"), Block("go mod init encode")),
    "docs/go_lattigo.md": (Block("go mod init square"),),
    "docs/python_guide.md": (Block("python3 -m venv", at="clone", nightly=True),),
    "docs/fields.md": (Block("python3 -m venv", nightly=True), Block("python extension.py", nightly=True)),
    "docs/command_line.md": (Block("ringlet info", reason="python/tests/test_documents.py runs each command"),),
    "docs/hexl.md": (INSTALL, Block("cmake -S . -B build", at="seal", nightly=True)),
    "docs/seal.md": (
        Block("cmake -S . -B build/library", at="clone", nightly=True),
        Block("cmake -S compat/seal", at="clone", nightly=True),
    ),
    "docs/openfhe.md": (
        Block("cmake -S . -B build/library", reason=NEEDS_OPENFHE),
        Block("cmake -S compat/openfhe", reason=NEEDS_OPENFHE),
        Block("cmake -S . -B build", reason=NEEDS_OPENFHE),
        Block("LD_PRELOAD=PREFIX/lib", reason=NEEDS_OPENFHE),
    ),
    "docs/performance.md": (Block("scripts/bench", reason="times hours of work; CI runs what verifies the results"),),
    "docs/proofs.md": (Block("scripts/check constants", reason=OF_DEVELOPERS),),
    "docs/reproducing_the_papers.md": (Block("./scripts/reproduce", reason="tests/lab runs it with --quick"),),
}

# Documents that begin with an installed library, by docs/install.md. Rust needs one with --built only.
INSTALLED = {"docs/c_guide.md", "docs/rns.md", "docs/go.md", "docs/go_lattigo.md", "docs/rust.md"}
# Documents that need the tool of another language; scripts/test with its name follows them.
OF_LANGUAGES = {"docs/rust.md": "cargo", "docs/go.md": "go", "docs/go_lattigo.md": "go"}

# Commands in sentences, by their beginning, that are followed elsewhere.
ELSEWHERE = {
    "RINGLET_UPDATE_KERNEL_COVERAGE=1": "writes a list that tests/backends compares",
    "PKG_CONFIG_PATH=PREFIX": "tests/install calls pkg-config for all three packages, static and shared",
    "pkg-config --static --cflags --libs ringlet_large": "as above",
    "apt install ./build/packages": "scripts/package debian installs the packages into a folder, every night",
    "apt install pkgconf": "scripts/bootstrap go installs it",
    "cargo add ringlet": "docs/rust.md has the same in a block",
    "cargo bench": "needs Rust 1.91.1; by hand",
    "cargo doc": "scripts/test rust makes the documentation without opening it",
    "cargo publish": "for the owner alone",
    "conan create": "scripts/package conan, every night",
    "conan profile detect": "as above",
    "git grep ringlet.invalid": "a search",
    "git log": "a search",
    "git tag": "for the owner alone",
    "go clean -cache": "empties the cache of all programs",
    "go doc -all": "prints comments",
    "mpiexec -n 3 large_mpi": "CTest runs it: example.large_mpi",
    "pip install": "docs/python_guide.md has the same in a block",
    "ringlet": "python/tests/test_cli.py and test_documents.py",
    "twine upload": "for the owner alone",
    "vcpkg install": "vcpkg is in no registry that tests use, so that nobody has built the port",
}
