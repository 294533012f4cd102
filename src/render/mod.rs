//! States and events for people and programs: JSON, text, SVG, and words.

pub mod board;
pub mod json;
pub mod kernel;
mod names;
pub mod svg;
pub mod why;
pub mod words;

pub use board::{Drawing, draw};
pub use json::{Frame, over, state};
pub use kernel::kernel;
pub use names::{list, player, reason, rule_place, title_case, winner};
pub use words::{Told, tell};
