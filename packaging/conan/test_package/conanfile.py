"""Compiles examples of the tree with the package, in C++ and in C, and a large transform, and runs them."""

from pathlib import Path

from conan import ConanFile
from conan.tools.build import can_run
from conan.tools.cmake import CMake, cmake_layout


class RingletTestConan(ConanFile):
    settings = "os", "arch", "compiler", "build_type"
    generators = "CMakeDeps", "CMakeToolchain"

    def requirements(self):
        self.requires(self.tested_reference_str)

    def layout(self):
        cmake_layout(self)

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def test(self):
        if can_run(self):
            for example in ("polynomial_product", "polynomial_product_c", "large"):
                self.run(str(Path(self.build_folder, self.cpp.build.bindir, example)), env="conanrun")
