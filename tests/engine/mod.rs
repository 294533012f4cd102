//! The engine, on games that are built by hand.

mod cases;
mod compact;
mod forward;
mod games;
mod halves;
mod heard;
mod layouts;
mod moves;
mod names;
mod passes;
mod perft;
mod pieces;
mod players;
mod position;
mod race;
mod random;
mod rounds;
mod seats;
mod solo;
mod way;
