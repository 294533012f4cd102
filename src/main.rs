//! Sower.
fn main() {}
