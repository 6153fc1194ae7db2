//! What the controllers use of the crate rand, with the core's stream in place of its generators:
//! each draw is 64 bits from the seed of the run.

#[cfg_attr(target_arch = "wasm32", link(wasm_import_module = "ccsim"))]
unsafe extern "C" {
    #[cfg_attr(target_arch = "wasm32", link_name = "random")]
    fn ccsim_random() -> i64;
}

pub struct Core;

pub fn rng() -> Core {
    Core
}

pub trait SeedableRng: Sized {
    fn from_rng(_: &mut Core) -> Self;
    fn from_seed(_: [u8; 16]) -> Self;
}

pub trait Uniform: Sized {
    type Number;
    fn draw(self, bits: u64) -> Self::Number;
}
impl Uniform for core::ops::Range<u8> {
    type Number = u8;
    fn draw(self, bits: u64) -> u8 {
        self.start + (bits % u64::from(self.end - self.start)) as u8
    }
}
impl Uniform for core::ops::RangeInclusive<u64> {
    type Number = u64;
    fn draw(self, bits: u64) -> u64 {
        self.start() + bits % (self.end() - self.start() + 1)
    }
}

pub trait RngExt {
    fn random_range<R: Uniform>(&mut self, range: R) -> R::Number {
        range.draw(unsafe { ccsim_random() } as u64)
    }
    fn random_bool(&mut self, probability: f64) -> bool {
        let unit = (unsafe { ccsim_random() } as u64 >> 11) as f64 / (1_u64 << 53) as f64;
        unit < probability
    }
}
