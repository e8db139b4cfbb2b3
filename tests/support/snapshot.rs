//! Compares output with the files in `tests/snapshots`.

use std::path::Path;
use std::{env, fs};

/// Compares a text with a snapshot. With `SNAPSHOTS=overwrite` in the environment, the text becomes the snapshot.
#[track_caller]
pub(crate) fn assert_is_snapshot(text: &str, name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/snapshots")
        .join(name);
    if env::var_os("SNAPSHOTS").is_some_and(|how| how == "overwrite") {
        fs::write(&path, text).expect("it can be written");
    }
    let kept = fs::read_to_string(&path).expect("a snapshot");
    assert!(
        text == kept,
        "expected {name}:\n{kept:.9999}\nfound:\n{text:.9999}\nIf this is correct, run the test with SNAPSHOTS=overwrite."
    );
}
