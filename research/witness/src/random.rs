//! Random numbers of our own: SplitMix64, one stream for each purpose of each flow.

/// One stream. Streams of different keys share nothing.
#[derive(Clone, Debug)]
pub struct Stream(u64);

fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

impl Stream {
    pub fn new(seed: u64, flow: usize, purpose: u64) -> Self {
        Self(mix(mix(seed.wrapping_add(0x9E37_79B9_7F4A_7C15)) ^ ((flow as u64) << 32) ^ purpose))
    }

    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// Uniform in [0, 1).
    pub fn uniform(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// What a controller draws from. It asks for eight bytes and takes them modulo its range, first for
/// the rounds (0 or 1), then for the wait (0 to 1000 ms beyond 2 s).
pub trait Draws: Send + 'static {
    fn draw(&mut self) -> u64;
}

impl Draws for Stream {
    fn draw(&mut self) -> u64 {
        self.bits()
    }
}
