//! Checks that the bindings agree with the C headers: signatures of all functions, values of all enumerators, and
//! layouts of all structures, which a C compiler confirms.

use std::collections::BTreeMap;
use std::mem::{align_of, size_of};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::ptr::{null, null_mut};

fn include_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("cpp/include")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {}", path.display(), error))
}

/// Returns a file's text with single spaces, without comments and preprocessor lines.
fn code(path: &Path) -> String {
    let is_code = |line: &&str| !line.starts_with('#');
    let lines: Vec<String> = read(path).lines().filter(is_code).map(without_comment).collect();
    lines.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

fn without_comment(line: &str) -> String {
    line.split("//").next().unwrap_or("").into()
}

fn headers() -> String {
    ["ringlet.h", "rns.h", "key_switch.h", "multiword.h"]
        .map(|name| code(&include_folder().join("ringlet").join(name)))
        .join(" ")
}

fn bindings() -> String {
    code(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/bindings.rs"))
}

/// Returns Rust's name for a C type.
fn rust_type(c: &str) -> String {
    let c = c.trim();
    if let Some(pointee) = c.strip_suffix("* const*") {
        // An array of pointers that the callee does not change.
        return format!("*const {}", rust_type(&format!("{}*", pointee)));
    }
    if let Some(pointee) = c.strip_suffix('*') {
        let pointee = pointee.trim();
        return match pointee.strip_prefix("const ") {
            Some(constant) if !constant.ends_with('*') => format!("*const {}", rust_type(constant)),
            _ => format!("*mut {}", rust_type(pointee)),
        };
    }
    match c {
        "uint64_t" => "u64".into(),
        "size_t" => "usize".into(),
        "unsigned" => "c_uint".into(),
        "char" => "c_char".into(),
        "void" => "c_void".into(),
        other => other.into(),
    }
}

/// Returns the Rust type of a parameter such as `const uint64_t* a`, without the name.
fn parameter_type(c: &str) -> String {
    let end = c.rfind(|x: char| !x.is_alphanumeric() && x != '_').unwrap();
    rust_type(&c[..=end])
}

fn declared_in_c() -> BTreeMap<String, String> {
    let text = headers();
    let declarations = text.split("RINGLET_API ").skip(1).map(|rest| rest.split(';').next().unwrap());
    let signature = |declaration: &str| {
        let (head, tail) = declaration.split_once('(').unwrap();
        let name_start = head.rfind([' ', '*']).unwrap() + 1;
        let parameters = tail.trim_end_matches(')');
        let types: Vec<String> = match parameters {
            "void" => vec![],
            list => list.split(',').map(parameter_type).collect(),
        };
        let result = rust_type(&head[..name_start]);
        (head[name_start..].to_string(), format!("({}) -> {}", types.join(", "), result))
    };
    declarations.map(signature).collect()
}

fn declared_in_rust() -> BTreeMap<String, String> {
    let text = bindings();
    let declarations = text.split("pub fn ").skip(1).map(|rest| rest.split(';').next().unwrap());
    let signature = |declaration: &str| {
        let (name, tail) = declaration.split_once('(').unwrap();
        let (parameters, result) = tail.rsplit_once(')').unwrap();
        let list = parameters.split(',').filter(|parameter| !parameter.trim().is_empty());
        let types: Vec<&str> = list.map(|parameter| parameter.split_once(": ").unwrap().1.trim()).collect();
        let result = result.trim().strip_prefix("-> ").unwrap_or("c_void");

        (name.to_string(), format!("({}) -> {}", types.join(", "), result))
    };
    declarations.map(signature).collect()
}

#[test]
fn every_function_is_bound_with_its_signature() {
    let (c, rust) = (declared_in_c(), declared_in_rust());
    assert!(c.len() > 200, "only {} functions were found in the headers", c.len());
    for (name, signature) in &c {
        assert_eq!(Some(signature), rust.get(name), "{}: scripts/check faces --update writes the bindings anew", name);
    }
    assert_eq!(c.len(), rust.len(), "functions that no header declares are bound");
}

/// Returns each enumerator `RINGLET_NAME = value` as a pair.
fn enumerators_in_c() -> Vec<(String, String)> {
    let text = headers();
    let bodies = text.split("typedef enum ").skip(1);
    let bodies = bodies.map(|rest| rest.split_once('{').unwrap().1.split('}').next().unwrap().to_string());
    let split = |item: &str| item.split_once(" = ").map(|(name, value)| (name.trim().into(), value.trim().into()));
    bodies.flat_map(|body| body.split(',').filter_map(split).collect::<Vec<_>>()).collect()
}

#[test]
fn enumerators_have_their_values() {
    let (c, rust) = (enumerators_in_c(), bindings());
    assert!(c.len() > 20, "only {} enumerators were found in the headers", c.len());
    for (name, value) in &c {
        let start = format!("pub const {}: ", name);
        let rest = rust.split_once(&start).unwrap_or_else(|| panic!("{} is not bound", name)).1;
        assert!(rest.split(';').next().unwrap().ends_with(&format!(" = {}", value)), "{} is not {}", name, value);
    }
    assert_eq!(rust.matches("pub const RINGLET_").count(), c.len());
}

#[test]
fn layouts_are_those_of_the_c_compiler() {
    use ringlet_sys::{ringlet_multiword_field, ringlet_rows, ringlet_status, ringlet_uint128};
    let mut checks = String::from("#include <ringlet/ringlet.h>\n#include <stddef.h>\n");
    let mut check = |what: &str, value: usize| {
        checks += &format!("_Static_assert({} == {}, \"{} in Rust\");\n", what, value, what);
    };
    check("sizeof(ringlet_status)", size_of::<ringlet_status>());
    check("sizeof(ringlet_uint128)", size_of::<ringlet_uint128>());
    check("_Alignof(ringlet_uint128)", align_of::<ringlet_uint128>());
    check("sizeof(ringlet_multiword_field)", size_of::<ringlet_multiword_field>());
    check("_Alignof(ringlet_multiword_field)", align_of::<ringlet_multiword_field>());
    let number = ringlet_uint128 { low: 1, high: 2 };
    let address = |base: usize, field: usize| field - base;
    let start = &number as *const _ as usize;
    check("offsetof(ringlet_uint128, low)", address(start, &number.low as *const _ as usize));
    check("offsetof(ringlet_uint128, high)", address(start, &number.high as *const _ as usize));
    check("sizeof(ringlet_rows)", size_of::<ringlet_rows>());
    let rows = ringlet_rows { words: null_mut(), stride: 0, pointers: null() };
    let start = &rows as *const _ as usize;
    check("offsetof(ringlet_rows, words)", address(start, &rows.words as *const _ as usize));
    check("offsetof(ringlet_rows, stride)", address(start, &rows.stride as *const _ as usize));
    check("offsetof(ringlet_rows, pointers)", address(start, &rows.pointers as *const _ as usize));
    let field = unsafe { ringlet_sys::ringlet_multiword_field_at(0) };
    let start = &field as *const _ as usize;
    let offsets = [
        ("name", &field.name as *const _ as usize),
        ("words", &field.words as *const _ as usize),
        ("two_adicity", &field.two_adicity as *const _ as usize),
        ("modulus", &field.modulus as *const _ as usize),
        ("generator", &field.generator as *const _ as usize),
        ("root", &field.root as *const _ as usize),
        ("source", &field.source as *const _ as usize),
    ];
    for (name, field) in offsets {
        check(&format!("offsetof(ringlet_multiword_field, {})", name), address(start, field));
    }
    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join("layouts.c");
    std::fs::write(&source, checks).unwrap();
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".into());
    let mut command = Command::new(&compiler);
    let output = command.args(["-std=c11", "-fsyntax-only", "-I"]).arg(include_folder()).arg(source).output();
    let output = output.unwrap_or_else(|error| panic!("{}: {}", compiler, error));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn word128_are_passed_and_returned_by_value() {
    let mut modulus = null_mut();
    let q = ringlet_sys::ringlet_uint128 { low: 5, high: 1 << 40 };
    unsafe {
        assert_eq!(ringlet_sys::ringlet_modulus128_create(&mut modulus, q), ringlet_sys::RINGLET_OK);
        let value = ringlet_sys::ringlet_modulus128_value(modulus);
        assert_eq!((value.low, value.high), (q.low, q.high));
        assert_eq!(ringlet_sys::ringlet_modulus128_bits(modulus), 105);
        ringlet_sys::ringlet_modulus128_destroy(modulus);
    }
}
