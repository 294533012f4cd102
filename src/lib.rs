//! Sower.
