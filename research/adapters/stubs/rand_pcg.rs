//! In place of the crate rand_pcg: a generator that has no state, since the core draws.

#[derive(Clone, Debug)]
pub struct Pcg32;

impl rand::SeedableRng for Pcg32 {
    fn from_rng(_: &mut rand::Core) -> Self {
        Self
    }
    fn from_seed(_: [u8; 16]) -> Self {
        Self
    }
}
impl rand::RngExt for Pcg32 {}
