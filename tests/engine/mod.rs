//! The engine, on games that are built by hand.

mod cases;
mod compact;
mod games;
mod moves;
mod perft;
mod position;
mod random;
mod solo;
