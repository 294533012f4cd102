//! Saved games on the disk.

use std::path::Path;

use crate::cli::failure::Failure;
use crate::cli::output;
use crate::table::Files;

/// The files of this machine.
pub struct Disk;

impl Files for Disk {
    fn exists(&self, path: &Path) -> bool {
        path.exists()
    }

    fn read(&self, path: &Path) -> Result<String, String> {
        let bytes = output::read_bytes(&path.to_string_lossy()).map_err(|f| words(&f))?;
        String::from_utf8(bytes).map_err(|_| format!("{} isn't text in UTF-8.", path.display()))
    }

    fn write(&mut self, path: &Path, text: &str) -> Result<(), String> {
        output::write_file(path, text.as_bytes()).map_err(|f| words(&f))
    }
}

fn words(failure: &Failure) -> String {
    match failure {
        Failure::File(text) | Failure::Usage(text) => format!("{text}."),
        _ => "The file can't be used.".to_owned(),
    }
}
