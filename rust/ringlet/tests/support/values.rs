use std::fmt::Debug;

/// Pseudo-random numbers, the same in each run (SplitMix64).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }
}

pub type Call<'a, W> = &'a dyn Fn(&mut [W]) -> ringlet::Result<()>;

/// Checks that a call writes the wanted numbers, and that the call in place does so from `start`.
pub fn assert_gives<W: Copy + Debug + PartialEq>(
    name: &str,
    wanted: &[W],
    out_of_place: Call<W>,
    start: &[W],
    in_place: Call<W>,
) {
    let mut out = vec![start[0]; wanted.len()];
    out_of_place(&mut out).unwrap();
    assert_eq!(out, wanted, "{}", name);
    out.copy_from_slice(start);
    in_place(&mut out).unwrap();
    assert_eq!(out, wanted, "{} in place", name);
}
