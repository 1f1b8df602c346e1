//! Checks that a C compiler lays out the structures of the headers as Rust does. `scripts/check faces` compares
//! declarations and headers.

use std::mem::{align_of, size_of};
use std::path::Path;
use std::process::Command;
use std::ptr::{null, null_mut};

#[test]
fn layouts_are_those_of_the_c_compiler() {
    use ringlet_sys::{ringlet_multiword_field, ringlet_rows, ringlet_status, ringlet_uint128};
    let mut checks = String::from("#include <ringlet/ringlet.h>\n#include <stddef.h>\n");
    let mut check = |what: &str, value: usize| {
        checks += &format!("_Static_assert({} == {}, \"{} in Rust\");\n", what, value, what);
    };
    check("sizeof(ringlet_status)", size_of::<ringlet_status>());
    macro_rules! layout {
        ($type:ident, $value:expr, $($field:ident),*) => {
            let value: $type = $value;
            let start = &value as *const _ as usize;
            check(concat!("sizeof(", stringify!($type), ")"), size_of::<$type>());
            check(concat!("_Alignof(", stringify!($type), ")"), align_of::<$type>());
            $(
                let what = concat!("offsetof(", stringify!($type), ", ", stringify!($field), ")");
                check(what, &value.$field as *const _ as usize - start);
            )*
        };
    }
    layout!(ringlet_uint128, ringlet_uint128 { low: 1, high: 2 }, low, high);
    layout!(ringlet_rows, ringlet_rows { words: null_mut(), stride: 0, pointers: null() }, words, stride, pointers);
    let field = unsafe { ringlet_sys::ringlet_multiword_field_at(0) };
    layout!(ringlet_multiword_field, field, name, words, two_adicity, modulus, generator, root, source);
    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join("layouts.c");
    std::fs::write(&source, checks).unwrap();
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".into());
    let mut command = Command::new(&compiler);
    let output = command
        .args(["-std=c11", "-fsyntax-only", "-I"])
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("cpp/include"))
        .arg(source)
        .output();
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
