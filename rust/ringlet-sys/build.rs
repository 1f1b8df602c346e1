//! Links an installed library if the feature `system` or the environment variable `RINGLET_SYS_SYSTEM` asks for it;
//! otherwise compiles the sources in `cpp/`. The other features are the parts of the library.

use std::env;
use std::fs;
use std::path::Path;

fn main() {
    println!("cargo:rerun-if-env-changed=RINGLET_SYS_SYSTEM");
    let asked = env::var_os("RINGLET_SYS_SYSTEM").map_or(false, |value| value != "0");
    if env::var_os("DOCS_RS").is_some() {
        return; // Documentation links nothing.
    }
    if asked || env::var_os("CARGO_FEATURE_SYSTEM").is_some() {
        link_installed();
    } else {
        build();
    }
}

/// Links the shared library, or the static one in a static program or if there is no other, with the C++ runtime that its
/// pkg-config file names.
fn link_installed() {
    let mut config = pkg_config::Config::new();
    config.range_version("0.1".."0.2");
    let library = config.cargo_metadata(false).probe("ringlet");
    let library = library.unwrap_or_else(|error| panic!("no installed ringlet 0.1: {error}"));
    let lacks =
        |name: &str| !library.link_paths.is_empty() && !library.link_paths.iter().any(|path| path.join(name).exists());
    let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    let is_static_program = features.split(',').any(|feature| feature == "crt-static");
    if is_static_program && lacks("libringlet.a") {
        panic!("a static program needs libringlet.a, which {:?} lacks", library.link_paths);
    }
    let has = pkg_config::get_variable("ringlet", "parts").unwrap_or_default();
    for part in parts() {
        if !has.split(' ').any(|name| name == part) {
            panic!("the feature {part} needs that part of the library, but the installed ringlet has: {has}");
        }
    }
    let statik = is_static_program || lacks("libringlet.so");
    config.cargo_metadata(true).statik(statik);
    config.probe("ringlet").expect("pkg-config has just found it");
}

/// Returns the parts of the library that features select.
fn parts() -> Vec<&'static str> {
    let all = ["word32", "word64", "word128", "multiword", "products", "rns"];
    let is_on = |part: &&str| env::var_os(format!("CARGO_FEATURE_{}", part.to_uppercase())).is_some();
    let parts: Vec<_> = all.into_iter().filter(is_on).collect();
    if parts.is_empty() {
        panic!("no part of the library is selected: set one of the features {all:?}");
    }
    parts
}

fn build() {
    let sources = Path::new("cpp");
    for name in ["CMakeLists.txt", "cmake", "include", "src"] {
        println!("cargo:rerun-if-changed={}", sources.join(name).display());
    }
    let installed = cmake::Config::new(sources)
        // Optimised in every Rust profile: unoptimised kernels have a hundredth of the speed.
        .profile("Release")
        .define("BUILD_SHARED_LIBS", "OFF")
        .define("CMAKE_INSTALL_LIBDIR", "lib")
        .define("RINGLET_TESTS", "OFF")
        .define("RINGLET_BENCH", "OFF")
        .define("RINGLET_EXAMPLES", "OFF")
        .define("RINGLET_HEXL", "OFF")
        .define("RINGLET_PARTS", parts().join(";"))
        .define("RINGLET_INSTALL", "ON")
        .build();
    println!("cargo:rustc-link-search=native={}", installed.join("lib").display());
    println!("cargo:rustc-link-lib=static=ringlet");
    // Names no kind, so that a static program links the static runtime, and any other program the shared one.
    println!("cargo:rustc-link-lib={}", cxx_runtime(&installed));
    println!("cargo:include={}", installed.join("include").display());
}

/// Returns the name of the C++ runtime with which the library was compiled. Its pkg-config file names it.
fn cxx_runtime(installed: &Path) -> String {
    let file = installed.join("lib/pkgconfig/ringlet.pc");
    let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut names = text.lines().filter_map(|line| line.strip_prefix("Libs.private: -l"));
    names.next().unwrap_or_else(|| panic!("{} names no C++ runtime", file.display())).to_owned()
}
