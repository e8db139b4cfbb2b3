use proptest::{
    prelude::ProptestConfig,
    test_runner::{RngSeed, contextualize_config},
};

/// Returns a configuration for a number of cases, the same in every run: `PROPTEST_RNG_SEED=7 cargo test` tries others.
/// The output of a test that fails says the seed.
pub(crate) fn config(cases: u32) -> ProptestConfig {
    let config = contextualize_config(ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1),
        ..ProptestConfig::default()
    });
    if let RngSeed::Fixed(seed) = config.rng_seed {
        println!("PROPTEST_RNG_SEED={seed}");
    }
    config
}
