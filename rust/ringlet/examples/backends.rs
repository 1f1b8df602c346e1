//! Prints the backends that this CPU can run, the weakest first.

fn main() {
    for backend in ringlet::backend::all().iter().filter(|backend| backend.is_supported) {
        println!("{}", backend.name);
    }
}
