"""Recipe of Ringlet for Conan 2, built from the tree in which this file lies."""

from pathlib import Path

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd, stdcpp_library
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir
from conan.tools.scm import Version


class RingletConan(ConanFile):
    name = "ringlet"
    description = "Exact modular arithmetic and number-theoretic transforms"
    license = "Apache-2.0"
    topics = ("ntt", "modular-arithmetic", "homomorphic-encryption", "zero-knowledge")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False]}
    default_options = {"shared": False, "fPIC": True}
    implements = ["auto_shared_fpic"]

    def _tree(self) -> Path:
        return Path(self.recipe_folder, "..", "..").resolve()

    def set_version(self):
        project = next(
            line for line in load(self, self._tree() / "CMakeLists.txt").splitlines() if line.startswith("project(")
        )
        self.version = project.split()[2]

    def export_sources(self):
        for pattern in ("CMakeLists.txt", "LICENSE", "cmake/*", "include/*", "src/*"):
            copy(self, pattern, self._tree(), self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def validate(self):
        check_min_cppstd(self, 20)
        oldest = {"gcc": "12", "clang": "16"}.get(str(self.settings.compiler))
        if self.settings.os != "Linux" or oldest is None or Version(self.settings.compiler.version) < oldest:
            raise ConanInvalidConfiguration("Ringlet needs Linux, and g++ 12 or clang 16 or newer")
        if self.settings.arch not in ("x86_64", "armv8", "riscv64"):
            raise ConanInvalidConfiguration("Ringlet needs a CPU of 64 bits: x86_64, armv8 or riscv64")

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["RINGLET_INSTALL"] = True
        # libhexl has the name of Intel's library and belongs in a package of its own.
        for option in ("HEXL", "TESTS", "BENCH", "EXAMPLES"):
            toolchain.cache_variables[f"RINGLET_{option}"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, Path(self.package_folder, "licenses"))
        # Conan itself writes the files by which other build systems find the package.
        for folder in ("lib/cmake", "lib/pkgconfig", "share"):
            rmdir(self, Path(self.package_folder, folder))

    def package_info(self):
        # By default, the whole package would have the names of its first library.
        self.cpp_info.set_property("cmake_target_name", "ringlet::all")
        self.cpp_info.set_property("pkg_config_name", "ringlet_all")
        for name, library in (("ringlet", "ringlet"), ("large", "ringlet_large")):
            self.cpp_info.components[name].libs = [library]
            self.cpp_info.components[name].set_property("pkg_config_name", library)
        self.cpp_info.components["large"].requires = ["ringlet"]
        # Programs in C would otherwise link a static library without the C++ runtime.
        if not self.options.shared and (runtime := stdcpp_library(self)):
            self.cpp_info.components["ringlet"].system_libs = [runtime]
