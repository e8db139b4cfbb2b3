//! Temporary files.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use tempfile::TempDir;

/// Returns a folder, which is deleted when it is dropped, and names for files in it. There are no files yet.
pub(crate) fn temporary<const N: usize>(names: [&str; N]) -> (TempDir, [String; N]) {
    let folder = tempfile::tempdir().expect("a folder");
    let names = names.map(|name| folder.path().join(name).display().to_string());
    (folder, names)
}

/// Returns a new file with a text, and its folder, which is deleted when it is dropped.
pub(crate) fn file(name: &str, text: &str) -> (TempDir, String) {
    let (folder, [path]) = temporary([name]);
    fs::write(&path, text).expect("written");
    (folder, path)
}

/// Returns a new file that can be run, and its folder, which is deleted when it is dropped.
pub(crate) fn script(name: &str, text: &str) -> (TempDir, String) {
    let (folder, path) = file(name, text);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it is ours");
    (folder, path)
}

/// Reads a whole file.
#[track_caller]
pub(crate) fn content(path: &str) -> String {
    fs::read_to_string(path).expect("a file")
}
