//! The engine, on games that are built by hand.

mod games;
mod perft;
