//! A game on a terminal: the board in pictures, sowing that can be watched, keys and the mouse.
//!
//! ```text
//! keys ─▶ App (what is going on) ─▶ draw (a picture of it)
//!           └─ Table
//! ```
//!
//! - [`App`] is the state: it takes [`Key`]s, the passing of time and programs' answers. It knows no
//!   terminal.
//! - [`draw()`] pictures it in a buffer of any size.
//! - [`run()`] joins both to a real terminal, and leaves that as it was, whatever happens.

mod app;
mod board;
mod commands;
mod draw;
mod edit;
mod film;
mod keys;
mod layout;
mod run;
mod speed;
mod terminal;

pub use app::{App, Asked, Left, Look};
pub use draw::draw;
pub use keys::Key;
pub use run::run;
pub use speed::Speed;
pub use terminal::give_back;
