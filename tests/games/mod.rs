//! The bundled games against sources, published games, other engines and hand-written ones.

mod cases;
mod differential;
mod examples;
mod library;
mod perft;
mod playthroughs;
mod published;
mod relays;
mod turns;
